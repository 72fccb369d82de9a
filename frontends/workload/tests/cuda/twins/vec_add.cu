// The kernels of workloads/vec_add.ron.
__global__ void coalesced(float *a, float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void strided(float *a, float *b, float *c, int n)
{
    int i = blockIdx.x + gridDim.x * threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
