// matmul.cu of the truth set, its template written out for both tiles.
// C = A * B, square, row major, n a multiple of the tile.
extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < n) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
        c[row * n + col] = sum;
    }
}

extern "C" __global__ void matmul_tiled16(const float *a, const float *b, float *c, int n)
{
    const int T = 16;
    __shared__ float sa[T][T], sb[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;
    for (int m = 0; m < n / T; m++) {
        sa[ty][tx] = a[row * n + m * T + tx];
        sb[ty][tx] = b[(m * T + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++) sum += sa[ty][k] * sb[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
extern "C" __global__ void matmul_tiled32(const float *a, const float *b, float *c, int n)
{
    const int T = 32;
    __shared__ float sa[T][T], sb[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;
    for (int m = 0; m < n / T; m++) {
        sa[ty][tx] = a[row * n + m * T + tx];
        sb[ty][tx] = b[(m * T + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < T; k++) sum += sa[ty][k] * sb[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
// each thread computes 1 x 4 outputs, one per tile column
#define T 32
#define COARSE 4
extern "C" __global__ void matmul_coarse4(const float *a, const float *b, float *c, int n)
{
    __shared__ float sa[T][T], sb[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col0 = blockIdx.x * T * COARSE + tx;
    float sum[COARSE];
    for (int q = 0; q < COARSE; q++) sum[q] = 0.0f;
    for (int m = 0; m < n / T; m++) {
        sa[ty][tx] = a[row * n + m * T + tx];
        for (int q = 0; q < COARSE; q++) {
            sb[ty][tx] = b[(m * T + ty) * n + col0 + q * T];
            __syncthreads();
            for (int k = 0; k < T; k++) sum[q] += sa[ty][k] * sb[k][tx];
            __syncthreads();
        }
    }
    for (int q = 0; q < COARSE; q++) c[row * n + col0 + q * T] = sum[q];
}

// tile width given at launch, both tiles in one dynamic shared array
extern "C" __global__ void matmul_dynsmem(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float ab[];
    int t = blockDim.x;
    float *sa = ab, *sb = ab + t * t;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * t + ty, col = blockIdx.x * t + tx;
    float sum = 0.0f;
    for (int m = 0; m < n / t; m++) {
        sa[ty * t + tx] = a[row * n + m * t + tx];
        sb[ty * t + tx] = b[(m * t + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < t; k++) sum += sa[ty * t + k] * sb[k * t + tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
