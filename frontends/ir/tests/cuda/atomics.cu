// Atomic operations on shared and global memory.

// all threads, one shared counter
extern "C" __global__ void shared_atomic_same(const int *in, int *out)
{
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    for (int k = 0; k < 8; k++) atomicAdd(&s, in[(blockIdx.x * 8 + k) * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

// one counter per thread
extern "C" __global__ void shared_atomic_distinct(const int *in, int *out)
{
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 8; k++) atomicAdd(&s[(threadIdx.x + k) & 255], in[(blockIdx.x * 8 + k) * blockDim.x + threadIdx.x]);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void hist_shared(const unsigned char *in, unsigned *bins, int n)
{
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[in[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

// histogram straight into global memory
extern "C" __global__ void atomic_hist(const int *key, unsigned *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[key[i]], 1);
}

extern "C" __global__ void atomic_hist_float(const int *key, float *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[key[i]], 1.0f);
}

// the old value is used
extern "C" __global__ void atomic_ticket(const int *key, int *bins, int *flag)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int old = atomicAdd(&bins[key[i]], 1);
    flag[i] = old >= 0;
}

// one address known to the compiler
extern "C" __global__ void atomic_sum(const int *in, int *total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(total, in[i]);
}

extern "C" __global__ void atomic_max(const int *in, int *best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(best, in[i]);
}

extern "C" __global__ void atomic_max_float(const float *in, float *best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    int *addr = (int *) best;
    int old = *addr, assumed;
    while (v > __int_as_float(old)) {
        assumed = old;
        old = atomicCAS(addr, assumed, __float_as_int(v));
        if (old == assumed) break;
    }
}

extern "C" __global__ void atomic_exch(int *x, const int *y, int *old)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    old[i] = atomicExch(&x[i], y[i]);
}

extern "C" __global__ void atomic_inc(unsigned *counter, unsigned wrap)
{
    atomicInc(counter, wrap);
}
