// Launches the kernels of cubin/tables.cubin (kernels.cu) and prints cycles of steps in the mean of all warps, of five launches the
// median: of those that touch 256 bytes first, of the others of the first round, and of the second (KERNEL_bBLOCKS_wWARPS). The
// first four steps and that between the rounds are left out. And where one block is ahead of 132, how many find what it brings
// at once, and how much longer the others wait for the first touch of each 256 bytes than for other lines (lead_BLOCK_FFMAS). Under Nsight
// Compute, which empties the caches before each:
//
// nvcc -arch=sm_90 -cubin -o cubin/tables.cubin kernels.cu; nvcc -o tables tables.cu -lcuda
// ncu --clock-control none --cache-control all --metrics sm__cycles_active.max ./tables cubin/tables.cubin
#include "../driver.cuh"
#include <algorithm>

static const int STEPS = 128;
typedef std::vector<unsigned> Clocks;

// The mean of the steps from the fourth on that fit.
template <class Fits> static double mean(const Clocks &clocks, size_t warp, Fits fits) {
    double sum = 0, count = 0;
    for (int step = 4; step < 2 * STEPS; step++)
        if (step != STEPS && fits(step)) sum += clocks[2 * STEPS * warp + step] - clocks[2 * STEPS * warp + step - 1], count++;
    return sum / count;
}
static bool first(int step) { return step < STEPS && step % 4 == 0; }
static bool later(int step) { return step < STEPS && step % 4 != 0; }
static bool again(int step) { return step > STEPS; }

static double median(std::vector<double> of_launches) {
    std::sort(of_launches.begin(), of_launches.end());
    return of_launches[of_launches.size() / 2];
}

static Clocks launch(Loaded &loaded, const char *name, int blocks, int warps, void **args) {
    Clocks clocks(2 * STEPS * blocks * warps);
    loaded.launch(loaded.kernel(name), blocks, 32 * warps, args);
    loaded.read(clocks);
    return clocks;
}

static void print_steps(Loaded &loaded, const char *name, int blocks, int warps) {
    void *args[] = {&loaded.out};
    std::vector<double> means[3];
    for (int i = 0; i < 5; i++) {
        Clocks clocks = launch(loaded, name, blocks, warps, args);
        double sum[3] = {};
        for (int warp = 0; warp < blocks * warps; warp++)
            sum[0] += mean(clocks, warp, first), sum[1] += mean(clocks, warp, later), sum[2] += mean(clocks, warp, again);
        for (int kind = 0; kind < 3; kind++) means[kind].push_back(sum[kind] / (blocks * warps));
    }
    printf("%s_b%d_w%d %.0f %.0f %.0f\n", name, blocks, warps, median(means[0]), median(means[1]), median(means[2]));
}

static void print_lead(Loaded &loaded, int block, int its) {
    const int BLOCKS = 132;
    int others = 30;
    void *args[] = {&loaded.out, &block, &others, &its};
    std::vector<double> free, extra;
    for (int i = 0; i < 5; i++) {
        Clocks clocks = launch(loaded, "lead", BLOCKS, 1, args);
        double at_once = 0, sum = 0;
        for (int warp = 0; warp < BLOCKS; warp++) {
            double longer = mean(clocks, warp, first) - mean(clocks, warp, later);
            if (warp != block) longer < 20 ? at_once++ : sum += longer;
        }
        free.push_back(at_once), extra.push_back(sum / (BLOCKS - 1 - at_once));
    }
    printf("lead_%d_%d %.0f %.0f\n", block, its, median(free), median(extra));
}

int main(int, char **names) {
    setvbuf(stdout, 0, _IOLBF, 0);
    Loaded loaded(names[1], 4 << 20);
    for (const char *kind : {"uniform", "lane"})
        for (int words : {1, 4})
            for (int count : {1, 24, 64}) {
                char name[32];
                snprintf(name, sizeof name, "%s_%d_%d", kind, words, count);
                for (int blocks : {1, 8, 33, 79, 132})
                    for (int warps : {1, 4, 16}) print_steps(loaded, name, blocks, warps);
            }
    for (int block : {0, 20, 131})
        for (int its : {0, 8}) print_lead(loaded, block, its);
}
