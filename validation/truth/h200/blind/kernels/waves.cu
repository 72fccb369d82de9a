// Wave propagation and spectral kernels: FDTD, acoustic stencil, quantum gates, FFT.

// ---- 2-D FDTD, update of Hz with split damping coefficients ----
extern "C" __global__ void
fdtd_update_hz(const float* __restrict__ ex, const float* __restrict__ ey,
               float* __restrict__ hz, const float* __restrict__ mu_r,
               int nx, int ny, float dt_dx, float sigma)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx - 1 || j >= ny - 1) return;
    int k = j * nx + i;
    float curl = (ex[k + nx] - ex[k]) - (ey[k + 1] - ey[k]);
    float m = mu_r[k];
    float den = 1.0f + 0.5f * sigma / m;
    float ca = (1.0f - 0.5f * sigma / m) / den;
    float cb = dt_dx / (m * den);
    hz[k] = ca * hz[k] + cb * curl;
}

// ---- 3-D acoustic wave equation, 8th order in space, marching along z ----
#define R 4
#define BX 32
#define BY 8
__constant__ float fd8[5] = {-2.847222222f, 1.6f, -0.2f, 0.025396825f, -0.001785714f};

extern "C" __global__ void __launch_bounds__(BX * BY)
wave3d_o8(const float* __restrict__ p, float* __restrict__ pm,
          const float* __restrict__ vel2, int nx, int ny, int nz)
{
    __shared__ float tile[BY + 2 * R][BX + 2 * R];
    int ix = blockIdx.x * BX + threadIdx.x + R;
    int iy = blockIdx.y * BY + threadIdx.y + R;
    int tx = threadIdx.x + R, ty = threadIdx.y + R;
    int plane = nx * ny;
    int in = iy * nx + ix;

    float q[2 * R + 1];
#pragma unroll
    for (int k = 0; k < 2 * R; k++) q[k + 1] = p[in + k * plane];
    int out = in + R * plane;
    in += 2 * R * plane;

    for (int iz = R; iz < nz - R; iz++) {
#pragma unroll
        for (int k = 0; k < 2 * R; k++) q[k] = q[k + 1];
        q[2 * R] = p[in];

        __syncthreads();
        if (threadIdx.y < R) {
            tile[threadIdx.y][tx] = p[out - R * nx];
            tile[threadIdx.y + BY + R][tx] = p[out + BY * nx];
        }
        if (threadIdx.x < R) {
            tile[ty][threadIdx.x] = p[out - R];
            tile[ty][threadIdx.x + BX + R] = p[out + BX];
        }
        tile[ty][tx] = q[R];
        __syncthreads();

        float lap = 3.0f * fd8[0] * q[R];
#pragma unroll
        for (int k = 1; k <= R; k++) {
            lap += fd8[k] * (q[R - k] + q[R + k]
                           + tile[ty - k][tx] + tile[ty + k][tx]
                           + tile[ty][tx - k] + tile[ty][tx + k]);
        }
        pm[out] = 2.0f * q[R] - pm[out] + vel2[out] * lap;
        in += plane;
        out += plane;
    }
}

// ---- state vector: general one-qubit gate ----
extern "C" __global__ void
sv_apply_1q(float2* __restrict__ psi, unsigned int npairs, int target,
            float ar, float ai, float br, float bi,
            float cr, float ci, float dr, float di)
{
    unsigned int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= npairs) return;
    unsigned int low = t & ((1u << target) - 1u);
    unsigned int i0 = ((t >> target) << (target + 1)) | low;
    unsigned int i1 = i0 | (1u << target);
    float2 x = psi[i0], y = psi[i1];
    float2 u, v;
    u.x = ar * x.x - ai * x.y + br * y.x - bi * y.y;
    u.y = ar * x.y + ai * x.x + br * y.y + bi * y.x;
    v.x = cr * x.x - ci * x.y + dr * y.x - di * y.y;
    v.y = cr * x.y + ci * x.x + dr * y.y + di * y.x;
    psi[i0] = u;
    psi[i1] = v;
}

// ---- batched 1024-point complex FFT, Stockham radix 4, one block a transform ----
extern "C" __global__ void __launch_bounds__(256)
fft1024_r4(const float2* __restrict__ in, float2* __restrict__ out)
{
    __shared__ float sre[1024];
    __shared__ float sim[1024];
    int t = threadIdx.x;
    const float2* src = in + (size_t)blockIdx.x * 1024;
    float2* dst = out + (size_t)blockIdx.x * 1024;

    float2 a[4];
#pragma unroll
    for (int k = 0; k < 4; k++) a[k] = src[t + 256 * k];

#pragma unroll
    for (int ns = 1; ns < 1024; ns *= 4) {
        int m = t & (ns - 1);
        float base = -2.0f * 3.14159265358979f * (float)m / (float)(4 * ns);
#pragma unroll
        for (int k = 1; k < 4; k++) {
            float s, c;
            __sincosf(base * k, &s, &c);
            float2 v = a[k];
            a[k].x = v.x * c - v.y * s;
            a[k].y = v.x * s + v.y * c;
        }
        float2 s02 = make_float2(a[0].x + a[2].x, a[0].y + a[2].y);
        float2 d02 = make_float2(a[0].x - a[2].x, a[0].y - a[2].y);
        float2 s13 = make_float2(a[1].x + a[3].x, a[1].y + a[3].y);
        float2 d13 = make_float2(a[1].x - a[3].x, a[1].y - a[3].y);
        a[0] = make_float2(s02.x + s13.x, s02.y + s13.y);
        a[1] = make_float2(d02.x + d13.y, d02.y - d13.x);
        a[2] = make_float2(s02.x - s13.x, s02.y - s13.y);
        a[3] = make_float2(d02.x - d13.y, d02.y + d13.x);

        int o = (t - m) * 4 + m;
        if (ns < 256) {
            __syncthreads();
#pragma unroll
            for (int k = 0; k < 4; k++) {
                sre[o + k * ns] = a[k].x;
                sim[o + k * ns] = a[k].y;
            }
            __syncthreads();
#pragma unroll
            for (int k = 0; k < 4; k++) {
                a[k].x = sre[t + 256 * k];
                a[k].y = sim[t + 256 * k];
            }
        } else {
#pragma unroll
            for (int k = 0; k < 4; k++) dst[o + k * ns] = a[k];
        }
    }
}
