// What the programs share whose blocks are one cluster, so that they lie in one GPC.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        exit(1);
    }
}

// Zeroed memory of so many bytes.
static unsigned *zeros(size_t bytes)
{
    void *memory;
    check(cudaMalloc(&memory, bytes));
    check(cudaMemset(memory, 0, bytes));
    return (unsigned *)memory;
}

// Runs a kernel whose blocks, 16 at most, are one cluster, and waits for its end.
template <class... Params, class... Args> static void run_cluster(void (*kernel)(Params...), int blocks, int threads, Args... args)
{
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {(unsigned)blocks, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.attrs = &cluster;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, static_cast<Params>(args)...));
    check(cudaDeviceSynchronize());
}
