// Functions that are called in a loop: their calls and returns, the branches and meetings around them.
extern "C" {
__device__ __noinline__ unsigned f1(unsigned x) { return x * 5 + 3; }
__device__ __noinline__ unsigned f8(unsigned x) { for (int i = 0; i < 8; i++) x = x * 5 + (x >> 7); return x; }
__device__ __noinline__ unsigned g1(unsigned x) { return f1(x) ^ 77; }
__global__ void call_short(unsigned *o, int n) { unsigned x = threadIdx.x; for (int i = 0; i < n; i++) x = f1(x); o[blockIdx.x * blockDim.x + threadIdx.x] = x; }
__global__ void call_two(unsigned *o, int n) { unsigned x = threadIdx.x; for (int i = 0; i < n; i++) { x = f1(x); x ^= 9; x = f8(x); } o[blockIdx.x * blockDim.x + threadIdx.x] = x; }
__global__ void call_deep(unsigned *o, int n) { unsigned x = threadIdx.x; for (int i = 0; i < n; i++) x = g1(x); o[blockIdx.x * blockDim.x + threadIdx.x] = x; }
__global__ void call_half(unsigned *o, int n) { unsigned x = threadIdx.x; for (int i = 0; i < n; i++) { if (x & 1) x = f1(x); else x = f8(x); } o[blockIdx.x * blockDim.x + threadIdx.x] = x; }
__global__ void call_div(unsigned long long *o, unsigned long long m, int n) { unsigned long long x = threadIdx.x + 99; for (int i = 0; i < n; i++) x = (x * x + 1) % m; o[blockIdx.x * blockDim.x + threadIdx.x] = x; }
}
