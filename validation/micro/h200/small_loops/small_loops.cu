// Times the loops of cubin/small_loops.cubin by 1 to 32 warps of an SM (`small_loops.txt`, an H200): a line is `KERNEL_wWARPS`,
// then the cycles of 40 and of 240 turns, from the clock before the loop to the one behind it, of the slowest warp, of five
// launches the least.
//
// nvcc -o small_loops small_loops.cu -lcuda; ./small_loops cubin/small_loops.cubin > small_loops.txt
#include "../driver.cuh"
#include <algorithm>

int main(int, char **names) {
    Loaded loaded(names[1], 1 << 20);
    CUdeviceptr in;
    check(cuMemAlloc(&in, 1 << 16), "memory");
    check(cuMemsetD8(in, 0, 1 << 16), "zeros");
    for (const char *kernel : {"u_fma1", "r_fma1", "u_fma2", "r_fma2", "u_fma4", "r_fma4", "u_each4", "r_each4", "u_product", "r_product",
                               "u_xor", "r_xor", "u_shared", "r_shared", "u_global", "r_global", "u_ex2", "r_sqrt", "r_either", "r_while",
                               "r_inner", "r_select"})
        for (int warps : {1, 2, 4, 8, 12, 16, 20, 24, 28, 32}) {
            printf("%s_w%d", kernel, warps);
            for (int turns : {40, 240}) {
                unsigned least = ~0u;
                for (int launch = 0; launch < 5; launch++) {
                    void *args[] = {&loaded.out, &in, &turns};
                    loaded.launch(loaded.kernel(kernel), 1, 32 * warps, args);
                    std::vector<unsigned> cycles(warps);
                    loaded.read(cycles);
                    least = std::min(least, *std::max_element(cycles.begin(), cycles.end()));
                }
                printf(" %u", least);
            }
            printf("\n");
        }
}
