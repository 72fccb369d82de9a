// Launches the kernels of cubin/turns.cubin, the module that turns.py writes: for each the number of warps, and the
// cycles that the slowest of them took for 2 and for 10 turns of the loop, the least of five launches.
//
// nvcc -o turns turns.cu -lcuda; ./turns cubin/turns.cubin NAME...
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <vector>

static void check(CUresult result, const char *what) {
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "%s: error %d\n", what, result);
    exit(1);
}

static unsigned slowest(CUfunction kernel, CUdeviceptr out, int warps, int turns) {
    unsigned a = 0x3F000001, b = 0x3F100003, least = ~0u;
    void *args[] = {&out, &turns, &a, &b};
    std::vector<unsigned> cycles(32 * warps);
    for (int launch = 0; launch < 5; launch++) {
        check(cuLaunchKernel(kernel, 1, 1, 1, 32 * warps, 1, 1, 0, 0, args, 0), "launch");
        check(cuCtxSynchronize(), "run");
        check(cuMemcpyDtoH(cycles.data(), out, 128 * warps), "copy");
        least = std::min(least, *std::max_element(cycles.begin(), cycles.end()));
    }
    return least;
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
    check(cuMemAlloc(&out, 4096), "memory");
    for (int i = 2; i < count; i++) {
        CUfunction kernel;
        check(cuModuleGetFunction(&kernel, module, names[i]), names[i]);
        for (int warps : {4, 8, 16, 32})
            printf("%s_w%d %u %u\n", names[i], warps, slowest(kernel, out, warps, 2), slowest(kernel, out, warps, 10));
    }
}
