// Launches the kernels of cubin/parted.cubin, the module that parted.py writes: for each the warps of its block, then for lanes
// 0, 8, 16, 24 and 31 of the first warp the cycles from lane 0's first clock to the other five, - where the lane has not read
// one; of five launches the median.
//
// nvcc -std=c++17 -O3 -o parted parted.cu -lcuda && ./parted cubin/parted.cubin NAME...
#include "../driver.cuh"
#include <algorithm>
#include <climits>

static const int LANES[] = {0, 8, 16, 24, 31}, STEPS = 5, NONE = INT_MIN;

static void print_lanes(Loaded &loaded, const char *name, int warps) {
    unsigned long long zero = 0;
    std::vector<void *> args(5, &zero);
    args[0] = &loaded.out;
    std::vector<unsigned> read(16 * 32 * warps);
    std::vector<std::vector<int>> steps(5 * STEPS);
    for (int launch = 0; launch < 6; launch++) {
        cuMemsetD32(loaded.out, 0, read.size());
        loaded.launch(loaded.kernel(name), 1, 32 * warps, args.data());
        loaded.read(read);
        for (int i = 0; launch && i < 5 * STEPS; i++) {
            unsigned at = read[16 * LANES[i / STEPS] + i % STEPS + 1];
            steps[i].push_back(at ? int(at - read[0]) : NONE);
        }
    }
    printf("%s_b1_w%d", name, warps);
    for (auto &of_launches : steps) {
        std::sort(of_launches.begin(), of_launches.end());
        if (of_launches[2] == NONE) printf(" -");
        else printf(" %d", of_launches[2]);
    }
    printf("\n");
}

int main(int count, char **names) {
    Loaded loaded(names[1], 16 << 20);
    for (int i = 2; i < count; i++)
        for (int warps : {1, 4, 16}) print_lanes(loaded, names[i], warps);
}
