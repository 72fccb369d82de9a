// Launches the kernels of cubin/adu.cubin, the module that adu.py writes: for each the blocks, the warps of each, and the
// cycles from clock to clock in the mean of the first block's warps, of five launches the median. Under Nsight Compute, which empties
// the caches before each:
//
// nvcc -o adu adu.cu -lcuda; ncu --cache-control all --metrics sm__cycles_active.max ./adu cubin/adu.cubin NAME STEPS...
#include "../clocks.cuh"

int main(int count, char **names) {
    Loaded loaded(names[1], 16 << 20);
    for (int i = 2; i + 1 < count; i += 2)
        for (int blocks : {1, 132})
            for (int warps : {1, 4, 8, 16, 32}) print_steps(loaded, names[i], blocks, warps, warps, atoi(names[i + 1]), 32);
}
