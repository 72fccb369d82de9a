// Launches the kernels of cubin/sets.cubin, the module that sets.py writes: for each the cycles of each read in the last of 24 turns.
//
// nvcc -o sets sets.cu -lcuda; ./sets cubin/sets.cubin KERNEL LINES...
#include "../driver.cuh"

int main(int count, char **names) {
    Loaded loaded(names[1], 4096);
    for (int i = 2; i + 1 < count; i += 2) {
        int turns = 24, zero = 0;
        void *args[] = {&loaded.out, &turns, &zero};
        loaded.launch(loaded.kernel(names[i]), 1, 32, args);
        std::vector<unsigned> clocks(48);
        loaded.read(clocks);
        printf("%s", names[i]);
        for (int line = 0; line < atoi(names[i + 1]); line++) printf(" %u", clocks[line + 1] - clocks[line]);
        printf("\n");
    }
}
