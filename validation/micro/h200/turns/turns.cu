// Launches the kernels of cubin/turns.cubin, the module that turns.py writes: for each the number of warps, and the
// cycles that the slowest of them took for 2 and for 10 turns of the loop, the least of five launches.
//
// nvcc -o turns turns.cu -lcuda; ./turns cubin/turns.cubin NAME...
#include "../driver.cuh"
#include <algorithm>

static unsigned slowest(Loaded &loaded, CUfunction kernel, int warps, int turns) {
    unsigned a = 0x3F000001, b = 0x3F100003, least = ~0u;
    void *args[] = {&loaded.out, &turns, &a, &b};
    std::vector<unsigned> cycles(32 * warps);
    for (int launch = 0; launch < 5; launch++) {
        loaded.launch(kernel, 1, 32 * warps, args);
        loaded.read(cycles);
        least = std::min(least, *std::max_element(cycles.begin(), cycles.end()));
    }
    return least;
}

int main(int count, char **names) {
    Loaded loaded(names[1], 4096);
    for (int i = 2; i < count; i++) {
        CUfunction kernel = loaded.kernel(names[i]);
        for (int warps : {4, 8, 16, 32})
            printf("%s_w%d %u %u\n", names[i], warps, slowest(loaded, kernel, warps, 2), slowest(loaded, kernel, warps, 10));
    }
}
