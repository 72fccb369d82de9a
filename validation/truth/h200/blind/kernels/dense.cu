// Dense linear algebra exercises: products in several tilings and types.

#define TS 16

// PMPP chapter 5: one output per thread, square tiles, any size.
extern "C" __global__ void sgemm_tile16(const float *A, const float *B, float *C,
                                        int M, int K, int N)
{
    __shared__ float As[TS][TS];
    __shared__ float Bs[TS][TS];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TS + ty;
    int col = blockIdx.x * TS + tx;
    float acc = 0.0f;
    for (int t = 0; t < (K + TS - 1) / TS; t++) {
        int ka = t * TS + tx;
        int kb = t * TS + ty;
        As[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TS; k++)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}

#define BM 64
#define BN 64
#define BK 16

// 64x64 tile per block of 256 threads, 4x4 outputs per thread in registers.
// M, N multiples of 64, K of 16.
extern "C" __global__ void __launch_bounds__(256)
sgemm_reg4x4(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
             int M, int N, int K, float alpha, float beta)
{
    __shared__ __align__(16) float As[BK][BM + 4];
    __shared__ __align__(16) float Bs[BK][BN];
    int tid = threadIdx.x;
    int ar = tid / 4, ac = (tid % 4) * 4;
    int br = tid / 16, bc = (tid % 16) * 4;
    int ty = tid / 16, tx = tid % 16;
    const float *Ab = A + (blockIdx.y * BM + ar) * K + ac;
    const float *Bb = B + br * N + blockIdx.x * BN + bc;
    float acc[4][4];
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            acc[i][j] = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        float4 a = *(const float4 *)(Ab + k0);
        float4 b = *(const float4 *)(Bb + k0 * N);
        As[ac + 0][ar] = a.x;
        As[ac + 1][ar] = a.y;
        As[ac + 2][ar] = a.z;
        As[ac + 3][ar] = a.w;
        *(float4 *)&Bs[br][bc] = b;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float4 av = *(const float4 *)&As[k][ty * 4];
            float4 bv = *(const float4 *)&Bs[k][tx * 4];
            float ra[4] = {av.x, av.y, av.z, av.w};
            float rb[4] = {bv.x, bv.y, bv.z, bv.w};
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        float4 *cp = (float4 *)(C + (blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN + tx * 4);
        float4 c = *cp;
        c.x = alpha * acc[i][0] + beta * c.x;
        c.y = alpha * acc[i][1] + beta * c.y;
        c.z = alpha * acc[i][2] + beta * c.z;
        c.w = alpha * acc[i][3] + beta * c.w;
        *cp = c;
    }
}

// Double precision, 16x16 threads, two columns per thread (tile 16x32).
extern "C" __global__ void dgemm_tile16x32(const double *A, const double *B, double *C,
                                           int M, int N, int K)
{
    __shared__ double As[16][17];
    __shared__ double Bs[16][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty;
    int col = blockIdx.x * 32 + tx;
    double s0 = 0.0, s1 = 0.0;
    for (int k0 = 0; k0 < K; k0 += 16) {
        As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0;
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0;
        Bs[ty][tx + 16] = (k0 + ty < K && col + 16 < N) ? B[(k0 + ty) * N + col + 16] : 0.0;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            double a = As[ty][k];
            s0 += a * Bs[k][tx];
            s1 += a * Bs[k][tx + 16];
        }
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = s0;
    if (row < M && col + 16 < N)
        C[row * N + col + 16] = s1;
}

// int8 product, four values to a word: A is M x K4 words, Bt is N x K4 words.
// Tile 32x32, 2x2 outputs per thread; M, N multiples of 32, K4 of 16.
extern "C" __global__ void gemm_i8_dp4a(const int *__restrict__ A, const int *__restrict__ Bt,
                                        int *__restrict__ C, int M, int N, int K4)
{
    __shared__ int As[32][17];
    __shared__ int Bs[32][17];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
    int c00 = 0, c01 = 0, c10 = 0, c11 = 0;
    for (int k0 = 0; k0 < K4; k0 += 16) {
        As[ty][tx] = A[(row0 + ty) * K4 + k0 + tx];
        As[ty + 16][tx] = A[(row0 + ty + 16) * K4 + k0 + tx];
        Bs[ty][tx] = Bt[(col0 + ty) * K4 + k0 + tx];
        Bs[ty + 16][tx] = Bt[(col0 + ty + 16) * K4 + k0 + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            int a0 = As[ty][k], a1 = As[ty + 16][k];
            int b0 = Bs[tx][k], b1 = Bs[tx + 16][k];
            c00 = __dp4a(a0, b0, c00);
            c01 = __dp4a(a0, b1, c01);
            c10 = __dp4a(a1, b0, c10);
            c11 = __dp4a(a1, b1, c11);
        }
        __syncthreads();
    }
    C[(row0 + ty) * N + col0 + tx] = c00;
    C[(row0 + ty) * N + col0 + tx + 16] = c01;
    C[(row0 + ty + 16) * N + col0 + tx] = c10;
    C[(row0 + ty + 16) * N + col0 + tx + 16] = c11;
}

// y = A x, one warp per row, float4 loads (cols a multiple of 4).
extern "C" __global__ void gemv_warp_row(const float *__restrict__ A, const float *__restrict__ x,
                                         float *__restrict__ y, int rows, int cols)
{
    int lane = threadIdx.x & 31;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (row >= rows)
        return;
    const float4 *a4 = (const float4 *)(A + (size_t)row * cols);
    const float4 *x4 = (const float4 *)x;
    float sum = 0.0f;
    for (int i = lane; i < cols / 4; i += 32) {
        float4 a = a4[i], v = x4[i];
        sum += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
    }
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (lane == 0)
        y[row] = sum;
}

// LU without pivoting of many 32x32 matrices, a warp and 8.25 KB of shared memory each.
extern "C" __global__ void lu_batched32(double *mats, double shift, int count)
{
    __shared__ double s[2][32][33];
    int w = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int m = blockIdx.x * 2 + w;
    if (m >= count)
        return;
    double *g = mats + (size_t)m * 1024;
    for (int r = 0; r < 32; r++)
        s[w][r][lane] = g[r * 32 + lane] + (r == lane ? shift : 0.0);
    __syncwarp();
    for (int k = 0; k < 31; k++) {
        if (lane > k) {
            double l = s[w][lane][k] / s[w][k][k];
            s[w][lane][k] = l;
            for (int j = k + 1; j < 32; j++)
                s[w][lane][j] -= l * s[w][k][j];
        }
        __syncwarp();
    }
    for (int r = 0; r < 32; r++)
        g[r * 32 + lane] = s[w][r][lane];
}
