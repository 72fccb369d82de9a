// Launches the kernels of cubin/first.cubin, the module that first.py writes: for each the blocks, the warps of each, and
// the cycles from clock to clock in the mean of all warps and of four launches. Under Nsight Compute, which empties the
// caches before each:
//
// nvcc -o first first.cu -lcuda; ncu --cache-control all --metrics sm__cycles_active.max ./first cubin/first.cubin NAME CLOCKS...
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <vector>

static void check(CUresult result, const char *what) {
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "%s: error %d\n", what, result);
    exit(1);
}

static std::vector<double> steps(CUfunction kernel, CUdeviceptr out, int blocks, int warps, int clocks) {
    unsigned long long zero = 0;
    void *args[33] = {&out};
    for (int i = 1; i < 33; i++) args[i] = &zero;
    std::vector<unsigned> read(16 * 32 * warps * blocks);
    std::vector<double> mean(clocks);
    for (int launch = 0; launch < 4; launch++) {
        check(cuLaunchKernel(kernel, blocks, 1, 1, 32 * warps, 1, 1, 0, 0, args, 0), "launch");
        check(cuCtxSynchronize(), "run");
        check(cuMemcpyDtoH(read.data(), out, 4 * read.size()), "copy");
        for (int warp = 0; warp < warps * blocks; warp++)
            for (int i = 0; i < clocks; i++) {
                unsigned *at = &read[16 * 32 * warp + i];
                mean[i] += (double)(at[1] - at[0]) / (4 * warps * blocks);
            }
    }
    return mean;
}

int main(int count, char **names) {
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUdeviceptr out;
    check(cuInit(0), "driver");
    check(cuDeviceGet(&device, 0), "device");
    check(cuDevicePrimaryCtxRetain(&context, device), "context");
    check(cuCtxSetCurrent(context), "context");
    check(cuModuleLoad(&module, names[1]), names[1]);
    check(cuMemAlloc(&out, 16 << 20), "memory");
    for (int i = 2; i + 1 < count; i += 2) {
        CUfunction kernel;
        check(cuModuleGetFunction(&kernel, module, names[i]), names[i]);
        for (int blocks : {1, 33, 66, 132})
            for (int warps : {1, 2, 4, 8, 32}) {
                printf("%s_b%d_w%d", names[i], blocks, warps);
                for (double step : steps(kernel, out, blocks, warps, atoi(names[i + 1]))) printf(" %.0f", step);
                printf("\n");
            }
    }
}
