// Fluid solvers: lattice Boltzmann (D2Q9, D3Q15), finite volumes on triangles.

// ---- D2Q9, pull scheme, structure of arrays, half-way bounce-back ----
extern "C" __global__ void __launch_bounds__(160)
lbm_d2q9_pull(const float* __restrict__ fin, float* __restrict__ fout,
              const unsigned char* __restrict__ solid,
              int nx, int ny, float omega, float u_in)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    if (x >= nx) return;
    const int cells = nx * ny;
    const int id = y * nx + x;

    int xe = (x + 1 == nx) ? 0 : x + 1;
    int xw = (x == 0) ? nx - 1 : x - 1;
    int yn = (y + 1 == ny) ? 0 : y + 1;
    int ys = (y == 0) ? ny - 1 : y - 1;

    float f0 = fin[id];
    float f1 = fin[1 * cells + y  * nx + xw];
    float f2 = fin[2 * cells + ys * nx + x ];
    float f3 = fin[3 * cells + y  * nx + xe];
    float f4 = fin[4 * cells + yn * nx + x ];
    float f5 = fin[5 * cells + ys * nx + xw];
    float f6 = fin[6 * cells + ys * nx + xe];
    float f7 = fin[7 * cells + yn * nx + xe];
    float f8 = fin[8 * cells + yn * nx + xw];

    if (solid[id]) {
        fout[id] = f0;
        fout[1 * cells + id] = f3;
        fout[2 * cells + id] = f4;
        fout[3 * cells + id] = f1;
        fout[4 * cells + id] = f2;
        fout[5 * cells + id] = f7;
        fout[6 * cells + id] = f8;
        fout[7 * cells + id] = f5;
        fout[8 * cells + id] = f6;
        return;
    }

    if (x == 0) {                 // Zou-He velocity inlet
        float rho_in = (f0 + f2 + f4 + 2.0f * (f3 + f6 + f7)) / (1.0f - u_in);
        f1 = f3 + (2.0f / 3.0f) * rho_in * u_in;
        f5 = f7 - 0.5f * (f2 - f4) + (1.0f / 6.0f) * rho_in * u_in;
        f8 = f6 + 0.5f * (f2 - f4) + (1.0f / 6.0f) * rho_in * u_in;
    }

    float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    float inv = 1.0f / rho;
    float ux = (f1 + f5 + f8 - f3 - f6 - f7) * inv;
    float uy = (f2 + f5 + f6 - f4 - f7 - f8) * inv;
    float usq = 1.5f * (ux * ux + uy * uy);

    float w0 = rho * (4.0f / 9.0f), w1 = rho * (1.0f / 9.0f), w2 = rho * (1.0f / 36.0f);
    float c = 1.0f - omega;
    fout[id]             = c * f0 + omega * w0 * (1.0f - usq);
    fout[1 * cells + id] = c * f1 + omega * w1 * (1.0f + 3.0f * ux + 4.5f * ux * ux - usq);
    fout[2 * cells + id] = c * f2 + omega * w1 * (1.0f + 3.0f * uy + 4.5f * uy * uy - usq);
    fout[3 * cells + id] = c * f3 + omega * w1 * (1.0f - 3.0f * ux + 4.5f * ux * ux - usq);
    fout[4 * cells + id] = c * f4 + omega * w1 * (1.0f - 3.0f * uy + 4.5f * uy * uy - usq);
    float up = ux + uy, um = uy - ux;
    fout[5 * cells + id] = c * f5 + omega * w2 * (1.0f + 3.0f * up + 4.5f * up * up - usq);
    fout[6 * cells + id] = c * f6 + omega * w2 * (1.0f + 3.0f * um + 4.5f * um * um - usq);
    fout[7 * cells + id] = c * f7 + omega * w2 * (1.0f - 3.0f * up + 4.5f * up * up - usq);
    fout[8 * cells + id] = c * f8 + omega * w2 * (1.0f - 3.0f * um + 4.5f * um * um - usq);
}

// ---- D3Q15, push scheme with tables of directions, periodic box, body force ----
__constant__ int   c15x[15] = {0, 1,-1, 0, 0, 0, 0, 1,-1, 1,-1, 1,-1, 1,-1};
__constant__ int   c15y[15] = {0, 0, 0, 1,-1, 0, 0, 1,-1, 1,-1,-1, 1,-1, 1};
__constant__ int   c15z[15] = {0, 0, 0, 0, 0, 1,-1, 1,-1,-1, 1, 1,-1,-1, 1};
__constant__ float w15[15]  = {2.0f/9, 1.0f/9, 1.0f/9, 1.0f/9, 1.0f/9, 1.0f/9, 1.0f/9,
                               1.0f/72, 1.0f/72, 1.0f/72, 1.0f/72, 1.0f/72, 1.0f/72, 1.0f/72, 1.0f/72};

extern "C" __global__ void
lbm_d3q15_push(const float* __restrict__ fin, float* __restrict__ fout,
               int nx, int ny, int nz, float tau, float gx)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int n = nx * ny * nz;
    int id = (z * ny + y) * nx + x;

    float f[15];
    float rho = 0.0f, ux = 0.0f, uy = 0.0f, uz = 0.0f;
#pragma unroll
    for (int q = 0; q < 15; q++) {
        f[q] = fin[q * n + id];
        rho += f[q];
        ux += f[q] * c15x[q];
        uy += f[q] * c15y[q];
        uz += f[q] * c15z[q];
    }
    ux = ux / rho + tau * gx;
    uy /= rho;
    uz /= rho;
    float u2 = ux * ux + uy * uy + uz * uz;
    float itau = 1.0f / tau;
#pragma unroll
    for (int q = 0; q < 15; q++) {
        float cu = c15x[q] * ux + c15y[q] * uy + c15z[q] * uz;
        float feq = w15[q] * rho * (1.0f + 3.0f * cu + 4.5f * cu * cu - 1.5f * u2);
        int xd = (x + c15x[q] + nx) % nx;
        int yd = (y + c15y[q] + ny) % ny;
        int zd = (z + c15z[q] + nz) % nz;
        fout[q * n + (zd * ny + yd) * nx + xd] = f[q] - (f[q] - feq) * itau;
    }
}

// ---- Euler equations, cell-centred finite volumes on triangles, Rusanov flux ----
__device__ __forceinline__ float pressure(float r, float mu, float mv, float e)
{
    return 0.4f * (e - 0.5f * (mu * mu + mv * mv) / r);
}

extern "C" __global__ void
euler_tri_rusanov(const float* __restrict__ U, const int* __restrict__ nbr,
                  const float* __restrict__ normals, const float* __restrict__ inv_area,
                  float* __restrict__ Unew, int ncell, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= ncell) return;
    float r = U[i], mu = U[ncell + i], mv = U[2 * ncell + i], e = U[3 * ncell + i];
    float p = pressure(r, mu, mv, e);
    float ci = sqrtf(1.4f * p / r);
    float d0 = 0.0f, d1 = 0.0f, d2 = 0.0f, d3 = 0.0f;

    for (int k = 0; k < 3; k++) {
        int j = nbr[k * ncell + i];
        float nx = normals[(2 * k) * ncell + i];
        float ny = normals[(2 * k + 1) * ncell + i];
        float len = sqrtf(nx * nx + ny * ny) + 1e-12f;
        if (j < 0) {              // slip wall: pressure only
            d1 += p * nx;
            d2 += p * ny;
            continue;
        }
        float rj = U[j], muj = U[ncell + j], mvj = U[2 * ncell + j], ej = U[3 * ncell + j];
        float pj = pressure(rj, muj, mvj, ej);
        float cj = sqrtf(1.4f * pj / rj);
        float qi = (mu * nx + mv * ny) / r;
        float qj = (muj * nx + mvj * ny) / rj;
        float s = fmaxf(fabsf(qi) + ci * len, fabsf(qj) + cj * len);
        d0 += 0.5f * (r * qi + rj * qj) - 0.5f * s * (rj - r);
        d1 += 0.5f * (mu * qi + p * nx + muj * qj + pj * nx) - 0.5f * s * (muj - mu);
        d2 += 0.5f * (mv * qi + p * ny + mvj * qj + pj * ny) - 0.5f * s * (mvj - mv);
        d3 += 0.5f * ((e + p) * qi + (ej + pj) * qj) - 0.5f * s * (ej - e);
    }
    float a = dt * inv_area[i];
    Unew[i]             = r  - a * d0;
    Unew[ncell + i]     = mu - a * d1;
    Unew[2 * ncell + i] = mv - a * d2;
    Unew[3 * ncell + i] = e  - a * d3;
}
