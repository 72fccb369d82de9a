// Particles, sampling and ODEs.

// ---- Lennard-Jones forces with a cell list; a block of one warp handles a cell ----
#define CAP 32
extern "C" __global__ void __launch_bounds__(32)
lj_cell_forces(const float4* __restrict__ pos, const int* __restrict__ count,
               float4* __restrict__ force, int cx, int cy, int cz, float rc2)
{
    __shared__ float4 other[CAP];
    int c = blockIdx.x;
    int x = c % cx, y = (c / cx) % cy, z = c / (cx * cy);
    int n = count[c];
    int lane = threadIdx.x;
    bool active = lane < n;
    float4 me = active ? pos[c * CAP + lane] : make_float4(0.f, 0.f, 0.f, 0.f);
    float fx = 0.f, fy = 0.f, fz = 0.f, pe = 0.f;

    for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
        int xx = (x + dx + cx) % cx, yy = (y + dy + cy) % cy, zz = (z + dz + cz) % cz;
        int nb = (zz * cy + yy) * cx + xx;
        int m = count[nb];
        __syncwarp();
        if (lane < m) {
            float4 o = pos[nb * CAP + lane];
            o.x += (float)dx;
            o.y += (float)dy;
            o.z += (float)dz;
            other[lane] = o;
        }
        __syncwarp();
        for (int j = 0; j < m; j++) {
            if (nb == c && j == lane) continue;
            float rx = me.x - other[j].x;
            float ry = me.y - other[j].y;
            float rz = me.z - other[j].z;
            float r2 = rx * rx + ry * ry + rz * rz;
            if (r2 < rc2 && active) {
                r2 = fmaxf(r2, 0.05f);
                float s2 = 0.09f / r2;
                float s6 = s2 * s2 * s2;
                float f = 48.0f * s6 * (s6 - 0.5f) / r2;
                fx += f * rx;
                fy += f * ry;
                fz += f * rz;
                pe += 4.0f * s6 * (s6 - 1.0f);
            }
        }
    }
    if (active) force[c * CAP + lane] = make_float4(fx, fy, fz, 0.5f * pe);
}

// ---- PME: order-4 B-spline charge spreading in 64-bit fixed point, 16 threads an atom ----
__device__ __forceinline__ float bspline4(float w, int k)
{
    float u = 1.0f - w;
    if (k == 0) return u * u * u * (1.0f / 6.0f);
    if (k == 1) return (3.0f * w * w * w - 6.0f * w * w + 4.0f) * (1.0f / 6.0f);
    if (k == 2) return (3.0f * u * u * u - 6.0f * u * u + 4.0f) * (1.0f / 6.0f);
    return w * w * w * (1.0f / 6.0f);
}

extern "C" __global__ void
pme_spread_fixed(const float4* __restrict__ atoms, unsigned long long* __restrict__ grid,
                 int natoms, int gx, int gy, int gz)
{
    int atom = blockIdx.x * blockDim.z + threadIdx.z;
    if (atom >= natoms) return;
    float4 a = atoms[atom];                 // fractional coordinates and charge
    float sx = a.x * gx, sy = a.y * gy, sz = a.z * gz;
    int bx = (int)sx, by = (int)sy, bz = (int)sz;
    int kx = threadIdx.y, ky = threadIdx.x;
    int ix = (bx + kx) % gx, iy = (by + ky) % gy;
    float wxy = a.w * bspline4(sx - bx, kx) * bspline4(sy - by, ky);
    float wz = sz - bz;
#pragma unroll
    for (int kz = 0; kz < 4; kz++) {
        int iz = bz + kz;
        if (iz >= gz) iz -= gz;
        float q = wxy * bspline4(wz, kz);
        long long fx = (long long)(q * 4294967296.0f);
        atomicAdd(&grid[(ix * gy + iy) * gz + iz], (unsigned long long)fx);
    }
}

// ---- Monte Carlo neutronics: macroscopic cross sections by table lookup ----
__constant__ int mat_size[6]  = {14, 5, 4, 4, 9, 7};
__constant__ int mat_first[6] = {0, 14, 19, 3, 10, 16};

extern "C" __global__ void
xs_macro_lookup(const double* __restrict__ egrid, const double* __restrict__ xs,
                const double* __restrict__ energy, const unsigned int* __restrict__ rnd,
                const double* __restrict__ density, double* __restrict__ macro,
                int npoints, int nlookups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nlookups) return;
    double e = energy[i];
    unsigned int pick = rnd[i];             // 0..99
    int mat = pick < 14 ? 0 : pick < 20 ? 1 : pick < 60 ? 2 : pick < 80 ? 3 : pick < 90 ? 4 : 5;
    double acc[5] = {0.0, 0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < mat_size[mat]; k++) {
        int nuc = mat_first[mat] + k;
        const double* g = egrid + (size_t)nuc * npoints;
        int lo = 0, hi = npoints - 1;
        while (hi - lo > 1) {
            int mid = lo + (hi - lo) / 2;
            if (g[mid] > e) hi = mid; else lo = mid;
        }
        double f = (e - g[lo]) / (g[lo + 1] - g[lo]);
        const double* a = xs + ((size_t)nuc * npoints + lo) * 5;
        double rho = density[nuc];
#pragma unroll
        for (int c = 0; c < 5; c++) acc[c] += rho * (a[c] + f * (a[c + 5] - a[c]));
    }
#pragma unroll
    for (int c = 0; c < 5; c++) macro[(size_t)c * nlookups + i] = acc[c];
}

// ---- quasi Monte Carlo: Asian call with Sobol points (Gray code) ----
__device__ __forceinline__ float inv_normal(float u)
{
    float y = u - 0.5f;
    if (fabsf(y) < 0.42f) {
        float z = y * y;
        return y * (((-25.44106049637f * z + 41.39119773534f) * z - 18.61500062529f) * z + 2.50662823884f)
             / ((((3.13082909833f * z - 21.06224101826f) * z + 23.08336743743f) * z - 8.47351093090f) * z + 1.0f);
    }
    float r = y > 0.0f ? 1.0f - u : u;
    float s = logf(-logf(r));
    float t = 0.3374754822726147f + s * (0.9761690190917186f + s * (0.1607979714918209f
            + s * (0.0276438810333863f + s * (0.0038405729373609f + s * 0.0003951896511919f))));
    return y > 0.0f ? t : -t;
}

extern "C" __global__ void
qmc_asian_sobol(const unsigned int* __restrict__ dirs, float* __restrict__ payoff,
                int npaths, int nsteps, float s0, float strike, float rate, float vol, float maturity)
{
    extern __shared__ unsigned int sdirs[];
    for (int k = threadIdx.x; k < nsteps * 32; k += blockDim.x) sdirs[k] = dirs[k];
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= npaths) return;
    unsigned int gray = (unsigned int)p ^ ((unsigned int)p >> 1);
    float dt = maturity / nsteps;
    float drift = (rate - 0.5f * vol * vol) * dt, sd = vol * sqrtf(dt);
    float s = s0, sum = 0.0f;
    for (int d = 0; d < nsteps; d++) {
        unsigned int x = 0, g = gray;
        for (int b = 0; g; b++, g >>= 1)
            if (g & 1u) x ^= sdirs[d * 32 + b];
        float u = ((float)(x >> 8) + 0.5f) * (1.0f / 16777216.0f);
        s *= expf(drift + sd * inv_normal(u));
        sum += s;
    }
    payoff[p] = expf(-rate * maturity) * fmaxf(sum / nsteps - strike, 0.0f);
}

// ---- ensemble of Lorenz systems, adaptive Bogacki-Shampine 3(2), FP64 ----
__device__ __forceinline__ void lorenz(double x, double y, double z, double& dx, double& dy, double& dz)
{
    dx = 10.0 * (y - x);
    dy = x * (28.0 - z) - y;
    dz = x * y - (8.0 / 3.0) * z;
}

extern "C" __global__ void
lorenz_bs23(const double* __restrict__ init, double* __restrict__ fin, int* __restrict__ steps,
            int n, double t_end, double tol, int max_steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = 20.0 * init[i] - 10.0, y = 20.0 * init[n + i] - 10.0, z = 20.0 + 10.0 * init[2 * n + i];
    double t = 0.0, h = 1e-3;
    double k1x, k1y, k1z;
    lorenz(x, y, z, k1x, k1y, k1z);
    int s = 0;
    while (t < t_end && s < max_steps) {
        if (t + h > t_end) h = t_end - t;
        double k2x, k2y, k2z, k3x, k3y, k3z, k4x, k4y, k4z;
        lorenz(x + 0.5 * h * k1x, y + 0.5 * h * k1y, z + 0.5 * h * k1z, k2x, k2y, k2z);
        lorenz(x + 0.75 * h * k2x, y + 0.75 * h * k2y, z + 0.75 * h * k2z, k3x, k3y, k3z);
        double nx = x + h * (2.0 / 9.0 * k1x + 1.0 / 3.0 * k2x + 4.0 / 9.0 * k3x);
        double ny = y + h * (2.0 / 9.0 * k1y + 1.0 / 3.0 * k2y + 4.0 / 9.0 * k3y);
        double nz = z + h * (2.0 / 9.0 * k1z + 1.0 / 3.0 * k2z + 4.0 / 9.0 * k3z);
        lorenz(nx, ny, nz, k4x, k4y, k4z);
        double ex = h * (-5.0 / 72.0 * k1x + 1.0 / 12.0 * k2x + 1.0 / 9.0 * k3x - 0.125 * k4x);
        double ey = h * (-5.0 / 72.0 * k1y + 1.0 / 12.0 * k2y + 1.0 / 9.0 * k3y - 0.125 * k4y);
        double ez = h * (-5.0 / 72.0 * k1z + 1.0 / 12.0 * k2z + 1.0 / 9.0 * k3z - 0.125 * k4z);
        double err = fmax(fabs(ex), fmax(fabs(ey), fabs(ez)));
        if (err <= tol) {
            t += h;
            x = nx; y = ny; z = nz;
            k1x = k4x; k1y = k4y; k1z = k4z;
        }
        double fac = 0.9 * cbrt(tol / (err + 1e-30));
        h *= fmin(4.0, fmax(0.25, fac));
        s++;
    }
    fin[i] = x;
    fin[n + i] = y;
    fin[2 * n + i] = z;
    steps[i] = s;
}
