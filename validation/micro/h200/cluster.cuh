// What the programs share whose blocks are one cluster, so that they lie in one GPC.
#include "device.cuh"

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
