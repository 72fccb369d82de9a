// Launches the kernels of cubin/cold.cubin, the module that cold.py writes: for each the blocks, the warps of each, and
// the cycles from clock to clock in the mean of all warps and of four launches. Under Nsight Compute, which empties the
// caches before each:
//
// nvcc -o cold cold.cu -lcuda; ncu --cache-control all --metrics sm__cycles_active.max ./cold cubin/cold.cubin NAME...
#include "../driver.cuh"

static std::vector<double> steps(Loaded &loaded, CUfunction kernel, int blocks, int warps) {
    unsigned long long zero = 0;
    void *args[4] = {&loaded.out, &zero, &zero, &zero};
    std::vector<unsigned> read(16 * 32 * warps * blocks);
    std::vector<double> mean(15);
    for (int launch = 0; launch < 4; launch++) {
        loaded.launch(kernel, blocks, 32 * warps, args);
        loaded.read(read);
        for (int warp = 0; warp < warps * blocks; warp++)
            for (int i = 0; i < 15; i++) {
                unsigned *at = &read[16 * 32 * warp + i];
                mean[i] += (double)(at[1] - at[0]) / (4 * warps * blocks);
            }
    }
    return mean;
}

int main(int count, char **names) {
    Loaded loaded(names[1], 16 << 20);
    for (int i = 2; i < count; i++)
        for (int blocks : {1, 16, 33, 66, 132, 264})
            for (int warps : {1, 4, 16}) {
                printf("%s_b%d_w%d", names[i], blocks, warps);
                for (double step : steps(loaded, loaded.kernel(names[i]), blocks, warps)) printf(" %.0f", step);
                printf("\n");
            }
}
