// Small applications.

// parallel cyclic reduction: a u[i-1] + u[i] + c u[i+1] = d, one system per block
extern "C" __global__ void pcr_shared(const float *ga, const float *gc, const float *gd, float *u)
{
    extern __shared__ float s[];
    int n = blockDim.x, t = threadIdx.x, i = blockIdx.x * n + t;
    float *sa = s, *sc = s + n, *sd = s + 2 * n;
    float a = t > 0 ? ga[i] : 0.0f, c = t < n - 1 ? gc[i] : 0.0f, d = gd[i];
    for (int k = 1; k < n; k = 2 * k) {
        sa[t] = a; sc[t] = c; sd[t] = d;
        __syncthreads();
        float am = 0.0f, cm = 0.0f, dm = 0.0f, ap = 0.0f, cp = 0.0f, dp = 0.0f;
        if (t - k >= 0) { am = sa[t - k]; cm = sc[t - k]; dm = sd[t - k]; }
        if (t + k < n) { ap = sa[t + k]; cp = sc[t + k]; dp = sd[t + k]; }
        __syncthreads();
        float b = 1.0f / (1.0f - a * cm - c * ap);
        d = (d - a * dm - c * dp) * b;
        a = -a * am * b;
        c = -c * cp * b;
    }
    u[i] = d;
}

// one system of 32 unknowns per warp
extern "C" __global__ void pcr_shfl(const float *ga, const float *gc, const float *gd, float *u)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x % 32;
    float a = t > 0 ? ga[i] : 0.0f, c = t < 31 ? gc[i] : 0.0f, d = gd[i];
    for (int k = 1; k < 32; k = 2 * k) {
        float am = __shfl_up_sync(0xffffffff, a, k), ap = __shfl_down_sync(0xffffffff, a, k);
        float cm = __shfl_up_sync(0xffffffff, c, k), cp = __shfl_down_sync(0xffffffff, c, k);
        float dm = __shfl_up_sync(0xffffffff, d, k), dp = __shfl_down_sync(0xffffffff, d, k);
        if (t < k) { am = 0.0f; cm = 0.0f; dm = 0.0f; }
        if (t + k > 31) { ap = 0.0f; cp = 0.0f; dp = 0.0f; }
        float b = 1.0f / (1.0f - a * cm - c * ap);
        d = (d - a * dm - c * dp) * b;
        a = -a * am * b;
        c = -c * cp * b;
    }
    u[i] = d;
}

__device__ float lcg(unsigned &x)
{
    x = 1664525u * x + 1013904223u;
    return ((x >> 8) + 0.5f) * (1.0f / 16777216.0f);
}

// uniform numbers, two a step
extern "C" __global__ void uniform_sums(float *sums, int steps)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned seed = i * 2654435761u + 12345u;
    float sum = 0.0f;
    for (int k = 0; k < steps; k++) {
        float u1 = lcg(seed), u2 = lcg(seed);
        sum += u1 * u2;
    }
    sums[i] = sum;
}

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void dot_product(const float *x, const float *y, float *part, int n)
{
    __shared__ float cache[256];
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += x[i] * y[i];
    cache[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d != 0; d /= 2) {
        if (threadIdx.x < d) cache[threadIdx.x] += cache[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) part[blockIdx.x] = cache[0];
}
