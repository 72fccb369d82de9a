// Launches the kernels of cubin/cold.cubin, the module that cold.py writes: for each the blocks, the warps of each, and
// the cycles from clock to clock in the mean of all warps, of five launches the median. Under Nsight Compute, which empties the
// caches before each:
//
// nvcc -o cold cold.cu -lcuda; ncu --cache-control all --metrics sm__cycles_active.max ./cold cubin/cold.cubin NAME...
#include "../clocks.cuh"

int main(int count, char **names) {
    Loaded loaded(names[1], 16 << 20);
    for (int i = 2; i < count; i++)
        for (int blocks : {1, 16, 33, 66, 132, 264})
            for (int warps : {1, 4, 16}) print_steps(loaded, names[i], blocks, warps, blocks * warps, 15, 3);
}
