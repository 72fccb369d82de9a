// Launches the kernels of cubin/stream.cubin, the module that stream.py writes, and prints what `cold/cold.cu` does:
//
// nvcc -o stream stream.cu -lcuda; ncu --cache-control all --metrics sm__cycles_active.max ./stream cubin/stream.cubin NAME...
#include "../clocks.cuh"

int main(int count, char **names) {
    Loaded loaded(names[1], 16 << 20);
    for (int i = 2; i < count; i++)
        for (int blocks : {1, 132})
            for (int warps : {1, 4}) print_steps(loaded, names[i], blocks, warps, blocks * warps, 15, 3);
}
