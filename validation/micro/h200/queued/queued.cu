// Launches the kernels of cubin/queued.cubin (kernels.cu) with one block: reads lines of a name, a kernel, threads and
// two arguments, and prints the name and the cycles of the warp that took longest.
//
// nvcc -arch=sm_90 -O3 -cubin -o cubin/queued.cubin kernels.cu; nvcc -o queued queued.cu -lcuda
// python3 queued.py launches | ./queued cubin/queued.cubin > queued.txt
#include "../driver.cuh"
#include <algorithm>

int main(int, char **names)
{
    Loaded loaded(names[1], 1024);
    std::vector<unsigned> cycles(16);
    char name[64], kernel[64];
    int threads;
    unsigned first, second;
    while (scanf("%63s %63s %d %u %u", name, kernel, &threads, &first, &second) == 5) {
        void *args[] = {&loaded.out, &first, &second};
        check(cuMemsetD8(loaded.out, 0, 1024), "zero");
        for (int launch = 0; launch < 3; launch++) loaded.launch(loaded.kernel(kernel), 1, threads, args);
        loaded.read(cycles);
        printf("%s %u\n", name, *std::max_element(cycles.begin(), cycles.end()));
    }
}
