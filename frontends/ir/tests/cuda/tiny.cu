// Launch costs and single latencies.
extern "C" __global__ void empty(int *p)
{
}

extern "C" __global__ void ffma_chain(float *out, float x, float y)
{
    float v = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 200; k++) v = v * x + y;
    out[threadIdx.x] = v;
}

extern "C" __global__ void pointer_chase(const int *next, int *out, int steps)
{
    int p = 0;
    for (int k = 0; k < steps; k++) p = next[p];
    *out = p;
}

extern "C" __global__ void one_store(int *out)
{
    if (threadIdx.x == 0) out[blockIdx.x] = blockIdx.x;
}
