// Launches the kernels of cubin/barred.cubin (kernels.cu): for each, by blocks of 256 threads on every SM, the cycles of
// a turn in the mean of all threads, from launches of 32 and of 128 turns.
//
// nvcc -arch=sm_90 -O3 -cubin -o cubin/barred.cubin kernels.cu; nvcc -o barred barred.cu -lcuda; ./barred cubin/barred.cubin
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <vector>

static void check(CUresult result, const char *what) {
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "%s: error %d\n", what, result);
    exit(1);
}

static double mean(CUfunction kernel, CUdeviceptr out, int grid, int turns) {
    void *args[] = {&out, &turns};
    std::vector<unsigned> cycles(256 * grid);
    for (int launch = 0; launch < 3; launch++) {
        check(cuLaunchKernel(kernel, grid, 1, 1, 256, 1, 1, 0, 0, args, 0), "launch");
        check(cuCtxSynchronize(), "run");
    }
    check(cuMemcpyDtoH(cycles.data(), out, 4 * cycles.size()), "copy");
    double sum = 0;
    for (unsigned thread : cycles) sum += thread;
    return sum / cycles.size();
}

int main(int, char **names) {
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUdeviceptr out;
    check(cuInit(0), "driver");
    check(cuDeviceGet(&device, 0), "device");
    check(cuDevicePrimaryCtxRetain(&context, device), "context");
    check(cuCtxSetCurrent(context), "context");
    check(cuModuleLoad(&module, names[1]), names[1]);
    check(cuMemAlloc(&out, 4 << 20), "memory");
    for (const char *kind : {"l", "s", "b"})
        for (int count : {1, 2, 4, 8})
            for (const char *meet : {"meet", "free"})
                for (int blocks : {1, 2, 4, 8}) {
                    char name[16];
                    snprintf(name, sizeof name, "%s%d_%s", kind, count, meet);
                    CUfunction kernel;
                    check(cuModuleGetFunction(&kernel, module, name), name);
                    double few = mean(kernel, out, 132 * blocks, 32), many = mean(kernel, out, 132 * blocks, 128);
                    printf("%s_b%d %.2f\n", name, blocks, (many - few) / 96);
                }
}
