// Launches the kernels of cubin/synced.cubin with 1 to 32 warps of one SM and one and 1,001 turns of their loops. `synced.txt` is
// what the SM was active for and the instructions that it issued in both:
//
// nvcc -o synced synced.cu -lcuda; ncu --cache-control none --metrics sm__cycles_active.max,smsp__inst_issued.sum
//     ./synced cubin/synced.cubin
#include "../driver.cuh"
#include <string>

static void launch(Loaded &loaded, const std::string &kernel, unsigned lanes, int warps) {
    for (int turns : {1, 1001}) {
        void *args[] = {&loaded.out, &lanes, &turns};
        loaded.launch(loaded.kernel(kernel.c_str()), 1, 32 * warps, args);
    }
}

int main(int, char **names) {
    Loaded loaded(names[1], 1 << 20);
    for (const char *meet : {"sync", "any", "or"})
        for (const char *way : {"one", "two"})
            for (unsigned lanes : {~0u, 0u, 0x55555555u})
                for (int warps : {1, 4, 8, 16}) launch(loaded, std::string(meet) + "_" + way, lanes, warps);
    for (const char *meet : {"sync", "any", "or"})
        for (unsigned groups : {1, 2, 3, 4, 6})
            for (int warps : {1, 4, 8}) launch(loaded, std::string(meet) + "_groups", groups, warps);
    for (const char *meet : {"and", "count", "plain"})
        for (int warps : {1, 2, 4, 8, 16, 32}) launch(loaded, std::string(meet) + "_one", ~0u, warps);
}
