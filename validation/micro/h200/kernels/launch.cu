// What a launch itself reads, and what stays in the L2 when it ends.

// Straight code, of which every instruction is reached.
template <int N> __device__ void straight(float *out, float a, float b)
{
    float x = a;
#pragma unroll
    for (int i = 0; i < N; i++) x = x * a + b;
    if (x == 1.2345f) *out = x;
}
#define STRAIGHT(N) \
    extern "C" __global__ void straight_##N(float *out, float a, float b) { straight<N>(out, a, b); }
STRAIGHT(16)
STRAIGHT(128)
STRAIGHT(512)
STRAIGHT(2048)

// The first blocks store, the others load, in the order in which they start.
extern "C" __global__ void store_then_load(float *out, const float *a, int storing)
{
    int block = blockIdx.x;
    if (block < storing) {
        int i = block * blockDim.x + threadIdx.x;
        out[i] = i;
    } else {
        int i = (block - storing) * blockDim.x + threadIdx.x;
        float v = a[i];
        if (v == -1.0f) out[0] = v;
    }
}

// Operations on words that no cache holds.
extern "C" __global__ void cold_red(int *out, int stride)
{
    atomicAdd(out + (blockIdx.x * blockDim.x + threadIdx.x) * stride, 1);
}
extern "C" __global__ void cold_atom(int *out, int stride)
{
    int v = atomicAdd(out + (blockIdx.x * blockDim.x + threadIdx.x) * stride, 1);
    if (v == -77) out[0] = v;
}
extern "C" __global__ void cold_cas(int *out, int stride)
{
    int v = atomicCAS(out + (blockIdx.x * blockDim.x + threadIdx.x) * stride, 0, 1);
    if (v == -77) out[0] = v;
}
