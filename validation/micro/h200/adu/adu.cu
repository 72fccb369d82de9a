// Launches the kernels of cubin/adu.cubin, the module that adu.py writes: for each the blocks, the warps of each, and the
// cycles from clock to clock in the mean of the first block's warps, of four launches. Under Nsight Compute, which empties
// the caches before each:
//
// nvcc -o adu adu.cu -lcuda; ncu --cache-control all --metrics sm__cycles_active.max ./adu cubin/adu.cubin NAME STEPS...
#include "../driver.cuh"

static std::vector<double> steps(Loaded &loaded, CUfunction kernel, int blocks, int warps, int count) {
    unsigned long long zero = 0;
    void *args[33] = {&loaded.out};
    for (int i = 1; i < 33; i++) args[i] = &zero;
    std::vector<unsigned> read(16 * 32 * warps);
    std::vector<double> mean(count);
    for (int launch = 0; launch < 4; launch++) {
        loaded.launch(kernel, blocks, 32 * warps, args);
        loaded.read(read);
        for (int warp = 0; warp < warps; warp++)
            for (int i = 0; i < count; i++) {
                unsigned *at = &read[16 * 32 * warp + i];
                mean[i] += (double)(at[1] - at[0]) / (4 * warps);
            }
    }
    return mean;
}

int main(int count, char **names) {
    Loaded loaded(names[1], 16 << 20);
    for (int i = 2; i + 1 < count; i += 2)
        for (int blocks : {1, 132})
            for (int warps : {1, 4, 8, 16, 32}) {
                printf("%s_b%d_w%d", names[i], blocks, warps);
                for (double step : steps(loaded, loaded.kernel(names[i]), blocks, warps, atoi(names[i + 1]))) printf(" %.0f", step);
                printf("\n");
            }
}
