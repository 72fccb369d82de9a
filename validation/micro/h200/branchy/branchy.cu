// Launches the kernels of cubin/branchy.cubin, the module that branchy.py writes, with 1 to 32 warps of an SM and 8 and 72
// turns of the loop. `branchy.txt` is what an SM was active for in each, in the order of launching:
//
// nvcc -o branchy branchy.cu -lcuda; ncu --metrics sm__cycles_active.max ./branchy cubin/branchy.cubin
#include "../driver.cuh"

int main(int, char **names) {
    Loaded loaded(names[1], 1 << 20);
    for (const char *kernel : {"br_0", "br_1", "br_2", "br_3", "br_5", "br_8", "br_16"})
        for (int warps : {1, 4, 8, 16, 32})
            for (int turns : {8, 72}) {
                void *args[] = {&loaded.out, &turns};
                loaded.launch(loaded.kernel(kernel), 1, 32 * warps, args);
            }
}
