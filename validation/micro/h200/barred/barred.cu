// Launches the kernels of cubin/barred.cubin (kernels.cu): for each, by blocks of 256 threads on every SM, the cycles of
// a turn in the mean of all threads, from launches of 32 and of 128 turns.
//
// nvcc -arch=sm_90 -O3 -cubin -o cubin/barred.cubin kernels.cu; nvcc -o barred barred.cu -lcuda; ./barred cubin/barred.cubin
#include "../driver.cuh"

static double mean(Loaded &loaded, CUfunction kernel, int blocks, int turns) {
    void *args[] = {&loaded.out, &turns};
    std::vector<unsigned> cycles(256 * blocks);
    for (int launch = 0; launch < 3; launch++) loaded.launch(kernel, blocks, 256, args);
    loaded.read(cycles);
    double sum = 0;
    for (unsigned thread : cycles) sum += thread;
    return sum / cycles.size();
}

int main(int, char **names) {
    Loaded loaded(names[1], 4 << 20);
    for (const char *kind : {"l", "s", "b"})
        for (int count : {1, 2, 4, 8})
            for (const char *meet : {"meet", "free"}) {
                char name[16];
                snprintf(name, sizeof name, "%s%d_%s", kind, count, meet);
                CUfunction kernel = loaded.kernel(name);
                for (int blocks : {1, 2, 4, 8}) {
                    double few = mean(loaded, kernel, 132 * blocks, 32), many = mean(loaded, kernel, 132 * blocks, 128);
                    printf("%s_b%d %.2f\n", name, blocks, (many - few) / 96);
                }
            }
}
