// What the programs share whose blocks are one cluster, so that they lie in one GPC.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// Past the L1.
__device__ __forceinline__ unsigned load(const unsigned *p)
{
    unsigned value;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}

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

// Runs a kernel of so many clusters of 16 blocks at most, and waits for its end.
template <class... Params, class... Args>
static void run_clusters(void (*kernel)(Params...), int clusters, int blocks, int threads, Args... args)
{
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {(unsigned)blocks, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = clusters * blocks;
    config.blockDim = threads;
    config.attrs = &cluster;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, static_cast<Params>(args)...));
    check(cudaDeviceSynchronize());
}

// Runs a kernel whose blocks are one cluster.
template <class... Params, class... Args> static void run_cluster(void (*kernel)(Params...), int blocks, int threads, Args... args)
{
    run_clusters(kernel, 1, blocks, threads, args...);
}
