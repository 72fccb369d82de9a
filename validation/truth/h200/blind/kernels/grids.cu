// Stencils, convolution and dynamic programming on grids.

// One Jacobi sweep, interior points only.
extern "C" __global__ void jacobi_5pt(const float *__restrict__ a, float *__restrict__ b,
                                      int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= 1 && x < w - 1 && y >= 1 && y < h - 1) {
        int i = y * w + x;
        b[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
    }
}

#define RADIUS 8
#define ROWTILE 128

__constant__ float c_taps[2 * RADIUS + 1];

// Rows pass of a separable filter, block 32x4, four outputs per thread.
extern "C" __global__ void conv_rows(float *dst, const float *src, int w, int h)
{
    __shared__ float s[4][ROWTILE + 2 * RADIUS];
    int tx = threadIdx.x, ty = threadIdx.y;
    int bx = blockIdx.x * ROWTILE;
    int y = blockIdx.y * 4 + ty;
    for (int i = tx; i < ROWTILE + 2 * RADIUS; i += 32) {
        int gx = bx + i - RADIUS;
        s[ty][i] = (y < h && gx >= 0 && gx < w) ? src[y * w + gx] : 0.0f;
    }
    __syncthreads();
    if (y >= h)
        return;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int lx = tx + k * 32;
        if (bx + lx < w) {
            float sum = 0.0f;
#pragma unroll
            for (int j = 0; j <= 2 * RADIUS; j++)
                sum += c_taps[j] * s[ty][lx + j];
            dst[y * w + bx + lx] = sum;
        }
    }
}

#define AT(z) (((z) * ny + y) * nx + x)

// 7-point stencil marching along z, the column in registers.
extern "C" __global__ void stencil7_march(const float *A0, float *Anext, float c0, float c1,
                                          int nx, int ny, int nz, int chunk)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1)
        return;
    int z0 = 1 + blockIdx.z * chunk;
    int z1 = min(z0 + chunk, nz - 1);
    float below = A0[AT(z0 - 1)];
    float cur = A0[AT(z0)];
    for (int z = z0; z < z1; z++) {
        float above = A0[AT(z + 1)];
        int i = AT(z);
        Anext[i] = c1 * (above + below + A0[i - 1] + A0[i + 1] + A0[i - nx] + A0[i + nx]) - c0 * cur;
        below = cur;
        cur = above;
    }
}

#define PB 256

// Rodinia pathfinder: several rows a launch, the block's edge shrinking by one each.
extern "C" __global__ void pathfinder_rows(const int *wall, const int *src, int *dst,
                                           int cols, int start_row, int steps)
{
    __shared__ int prev[PB];
    __shared__ int result[PB];
    int tx = threadIdx.x;
    int useful = PB - 2 * steps;
    int x0 = useful * (int)blockIdx.x - steps;
    int x = x0 + tx;
    int lo = max(0, -x0);
    int hi = min(PB - 1, cols - 1 - x0);
    bool valid = tx >= lo && tx <= hi;
    int west = max(tx - 1, lo);
    int east = min(tx + 1, hi);
    if (valid)
        prev[tx] = src[x];
    __syncthreads();
    bool computed = false;
    for (int i = 0; i < steps; i++) {
        computed = false;
        if (valid && tx >= i + 1 && tx <= PB - i - 2) {
            computed = true;
            int best = min(prev[tx], min(prev[west], prev[east]));
            result[tx] = best + wall[(start_row + i) * cols + x];
        }
        __syncthreads();
        if (computed && i < steps - 1)
            prev[tx] = result[tx];
        __syncthreads();
    }
    if (computed)
        dst[x] = result[tx];
}
