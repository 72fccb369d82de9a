// The kernels of workloads/transpose.ron.
#define TILE 32

__global__ void copyRow(float *out, float *in, int W, int H)
{
    int ix = blockIdx.x * blockDim.x + threadIdx.x;
    int iy = blockIdx.y * blockDim.y + threadIdx.y;
    if (ix < W && iy < H) out[iy * W + ix] = in[iy * W + ix];
}

__global__ void copyCol(float *out, float *in, int W, int H)
{
    int ix = blockIdx.x * blockDim.x + threadIdx.x, iy = blockIdx.y * blockDim.y + threadIdx.y;
    if (ix < W && iy < H) {
        out[ix * H + iy] = in[ix * H + iy];
    }
}

__global__ void naiveRow(float *out, float *in, int W, int H)
{
    int ix = blockIdx.x * blockDim.x + threadIdx.x;
    int iy = blockIdx.y * blockDim.y + threadIdx.y;
    if (ix < W && iy < H) out[ix * H + iy] = in[iy * W + ix];
}

__global__ void naiveCol(float *out, float *in, int W, int H)
{
    int ix = blockIdx.x * blockDim.x + threadIdx.x;
    int iy = blockIdx.y * blockDim.y + threadIdx.y;
    if (ix < W && iy < H) out[iy * W + ix] = in[ix * H + iy];
}

__global__ void shared(float *out, float *in, int W, int H)
{
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll 4
    for (int j = 0; j < TILE; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * W + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll 4
    for (int j = 0; j < TILE; j += 8) out[(y + j) * H + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void padded(float *out, float *in, int W, int H)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll 4
    for (int j = 0; j < TILE; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * W + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll 4
    for (int j = 0; j < TILE; j += 8) out[(y + j) * H + x] = tile[threadIdx.x][threadIdx.y + j];
}
