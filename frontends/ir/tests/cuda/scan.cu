// scan.cu of the truth set, its template written out for both types.
// Inclusive scans; n is a multiple of the block size.
extern "C" __global__ void scan_hillis_steele(const float *in, float *out)
{
    extern __shared__ float s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    for (int d = 1; d < blockDim.x; d = 2 * d) {
        float v = 0.0f;
        __syncthreads();
        if (t - d >= 0) v = s[t - d];
        __syncthreads();
        s[t] += v;
    }
    out[i] = s[t];
}

__device__ float block_scan_float(float v)
{
    __shared__ float w[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 1; d < 32; d = 2 * d) {
        float y = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += y;
    }
    if (lane == 31) w[warp] = v;
    __syncthreads();
    if (warp == 0) {
        float x = lane < blockDim.x / 32 ? w[lane] : float(0);
        for (int d = 1; d < 32; d = 2 * d) {
            float y = __shfl_up_sync(0xffffffff, x, d);
            if (lane >= d) x += y;
        }
        w[lane] = x;
    }
    __syncthreads();
    if (warp > 0) v += w[warp - 1];
    return v;
}

__device__ int block_scan_int(int v)
{
    __shared__ int w[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 1; d < 32; d = 2 * d) {
        int y = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += y;
    }
    if (lane == 31) w[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int x = lane < blockDim.x / 32 ? w[lane] : int(0);
        for (int d = 1; d < 32; d = 2 * d) {
            int y = __shfl_up_sync(0xffffffff, x, d);
            if (lane >= d) x += y;
        }
        w[lane] = x;
    }
    __syncthreads();
    if (warp > 0) v += w[warp - 1];
    return v;
}

extern "C" __global__ void scan_shfl(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = block_scan_float(in[i]);
}

// single pass over the whole array: blocks take ids in order and hand the running total on
extern "C" __global__ void scan_global(const int *in, int *out, int *next_block, volatile int *done, volatile int *total)
{
    __shared__ int bid, before;
    if (threadIdx.x == 0) bid = atomicAdd(next_block, 1);
    __syncthreads();
    int i = bid * blockDim.x + threadIdx.x;
    int v = block_scan_int(in[i]);
    if (threadIdx.x == blockDim.x - 1) {
        do {} while (*done < bid);
        __threadfence();
        before = *total;
        *total = before + v;
        __threadfence();
        *done = bid + 1;
    }
    __syncthreads();
    out[i] = before + v;
}

// v[i] = s[i]*v[i-1] + u[i] within each block, v = 0 before it
extern "C" __global__ void scan_recurrence(const float *s, const float *u, float *out)
{
    __shared__ float ws[32], wu[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = s[i], b = u[i];
    for (int d = 1; d < 32; d = 2 * d) {
        float pa = __shfl_up_sync(0xffffffff, a, d);
        float pb = __shfl_up_sync(0xffffffff, b, d);
        if (lane >= d) { b = a * pb + b; a = a * pa; }
    }
    if (lane == 31) { ws[warp] = a; wu[warp] = b; }
    __syncthreads();
    float v = 0.0f;
    for (int w = 0; w < warp; w++) v = ws[w] * v + wu[w];
    out[i] = a * v + b;
}
