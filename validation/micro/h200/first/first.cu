// Launches the kernels of cubin/first.cubin, the module that first.py writes: for each the blocks, the warps of each, and
// the cycles from clock to clock in the mean of all warps, of five launches the median. Under Nsight Compute, which empties the
// caches before each:
//
// nvcc -o first first.cu -lcuda; ncu --cache-control all --metrics sm__cycles_active.max ./first cubin/first.cubin NAME CLOCKS...
#include "../clocks.cuh"

int main(int count, char **names) {
    Loaded loaded(names[1], 16 << 20);
    for (int i = 2; i + 1 < count; i += 2)
        for (int blocks : {1, 33, 66, 132})
            for (int warps : {1, 2, 4, 8, 32}) print_steps(loaded, names[i], blocks, warps, blocks * warps, atoi(names[i + 1]), 32);
}
