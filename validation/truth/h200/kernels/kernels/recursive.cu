// A function that calls itself, to a depth that differs by lane.
extern "C" {
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void recursive(int *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = fib(threadIdx.x % 9 + 3); }
}
