// How far each SM is from the L2: one warp of one SM after the other chases lines that the L2 holds, while
// all others are idle. `sim measure` chooses no SM, so this is a program of its own:
//
//   nvcc -arch=sm_90 -O3 -o places places.cu && ./places
//
// `places.txt` is what an H200 answered: cycles a load, arithmetic included, by number of the SM.
#include "../device.cuh"
#include <vector>

typedef unsigned u32;
typedef unsigned long long u64;

__device__ u32 next(const u32 *a, u32 line, int lines)
{
    return (line * 1229 + 1 + __ldcg(a + (size_t)line * 32)) & (lines - 1);
}

__global__ void chase(const u32 *a, int lines, int steps, u32 target, u32 *out, u64 *cycles)
{
    u32 sm, line = 0;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (sm != target) return;
    for (int i = 0; i < lines; i++) line = next(a, line, lines);
    u64 begin = clock64();
    for (int i = 0; i < steps; i++) line = next(a, line, lines);
    cycles[target] = clock64() - begin;
    out[0] = line;
}

int main()
{
    const int sms = 132, steps = 4096;
    u32 *a, *out;
    u64 *cycles;
    check(cudaMalloc(&a, 4 << 20));
    check(cudaMemset(a, 0, 4 << 20));
    check(cudaMalloc(&out, 128));
    check(cudaMalloc(&cycles, sms * sizeof(u64)));
    for (int kb : {256, 4096}) {
        for (int sm = 0; sm < sms; sm++) chase<<<4 * sms, 32>>>(a, kb * 8, steps, sm, out, cycles);
        std::vector<u64> taken(sms);
        check(cudaMemcpy(taken.data(), cycles, sms * sizeof(u64), cudaMemcpyDeviceToHost));
        printf("%d KB:", kb);
        for (u64 c : taken) printf(" %.1f", (double)c / steps);
        printf("\n");
    }
}
