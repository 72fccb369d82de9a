// The kernels of workloads/divergence.ron.
__global__ void lane(unsigned *in, unsigned *out, int trips)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = in[i];
    if (threadIdx.x % 2 == 0)
        for (int k = 0; k < trips; k++) x = 2 * x + 1;
    else
        for (int k = 0; k < trips; k++) x = 2 * x + 2;
    out[i] = x;
}

__global__ void warp(unsigned *in, unsigned *out, int trips)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = in[i];
    if (threadIdx.x / 32 % 2 == 0) {
        for (int k = 0; k < trips; k++) x = 2 * x + 1;
    } else {
        for (int k = 0; k < trips; k++) x = 2 * x + 2;
    }
    out[i] = x;
}

__global__ void loop(unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = in[i];
    int trips = threadIdx.x % 32;
    for (int k = 0; k < trips; k++) x = 2 * x + 1;
    out[i] = x;
}

__global__ void lock(int *count, int *mutex)
{
    while (atomicCAS(mutex, 0, 1) != 0);
    volatile int *shared_count = count;
    shared_count[0] = shared_count[0] + 1;
    __threadfence();
    atomicExch(mutex, 0);
}
