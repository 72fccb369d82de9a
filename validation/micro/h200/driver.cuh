// What the programs share that launch compiled modules by name and read what their kernels left.
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <vector>

static void check(CUresult result, const char *what) {
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "%s: error %d\n", what, result);
    exit(1);
}

// A module on the first device, and memory for what its kernels leave.
struct Loaded {
    CUmodule module;
    CUdeviceptr out;

    Loaded(const char *path, size_t bytes) {
        CUdevice device;
        CUcontext context;
        check(cuInit(0), "driver");
        check(cuDeviceGet(&device, 0), "device");
        check(cuDevicePrimaryCtxRetain(&context, device), "context");
        check(cuCtxSetCurrent(context), "context");
        check(cuModuleLoad(&module, path), path);
        check(cuMemAlloc(&out, bytes), "memory");
    }

    CUfunction kernel(const char *name) const {
        CUfunction function;
        check(cuModuleGetFunction(&function, module, name), name);
        return function;
    }

    void launch(CUfunction kernel, int blocks, int threads, void **args) const {
        check(cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, 0, args, 0), "launch");
        check(cuCtxSynchronize(), "run");
    }

    void read(std::vector<unsigned> &words) const { check(cuMemcpyDtoH(words.data(), out, 4 * words.size()), "copy"); }
};
