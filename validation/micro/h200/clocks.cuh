// What the programs share whose kernels store 16 clocks for each thread.
#include "driver.cuh"
#include <algorithm>

// Prints a line: the name, blocks and warps of a launch, then the cycles from clock to clock in the mean of the first `of`
// warps, of five launches the median. Behind the buffer the kernel takes so many zeros of eight bytes.
static void print_steps(Loaded &loaded, const char *name, int blocks, int warps, int of, int count, int zeros) {
    unsigned long long zero = 0;
    std::vector<void *> args(1 + zeros, &zero);
    args[0] = &loaded.out;
    std::vector<unsigned> read(16 * 32 * of);
    std::vector<std::vector<double>> means(count, std::vector<double>(5));
    for (int launch = 0; launch < 5; launch++) {
        loaded.launch(loaded.kernel(name), blocks, 32 * warps, args.data());
        loaded.read(read);
        for (int warp = 0; warp < of; warp++)
            for (int i = 0; i < count; i++) {
                unsigned *at = &read[16 * 32 * warp + i];
                means[i][launch] += (double)(at[1] - at[0]) / of;
            }
    }
    printf("%s_b%d_w%d", name, blocks, warps);
    for (auto &of_launches : means) {
        std::sort(of_launches.begin(), of_launches.end());
        printf(" %.0f", of_launches[2]);
    }
    printf("\n");
}
