// Which sub-cores the warps of blocks go to: every warp writes its SM and its slot there (%warpid), of which the
// last two bits are its sub-core. Results depend on what ran before, so this is a program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o warps warps.cu && ./warps
//
// `warps.txt` is what an H200 answered: for two SMs their blocks in the order in which they began, and the slots of
// each block's warps.
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

typedef unsigned u32;

__global__ void place(u32 *out, int cycles)
{
    u32 slot, sm, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(slot));
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    long long begin = clock64();
    while (clock64() - begin < cycles + (int)(blockIdx.x * 7919 % 1000)) {}
    if (threadIdx.x % 32 == 0) {
        out[3 * warp] = sm;
        out[3 * warp + 1] = slot;
        out[3 * warp + 2] = (u32)begin;
    }
}

int main()
{
    u32 *out;
    cudaMalloc(&out, 1 << 24);
    for (int warps : {1, 2, 3, 5, 6, 7, 9, 10, 12})
        for (int per_sm : {1, 3, 8}) {
            int blocks = 132 * per_sm;
            place<<<blocks, warps * 32>>>(out, 20000);
            std::vector<u32> all(blocks * warps * 3);
            cudaMemcpy(all.data(), out, all.size() * 4, cudaMemcpyDeviceToHost);
            for (u32 sm : {0u, 5u}) {
                std::vector<std::pair<u32, int>> begun;
                for (int block = 0; block < blocks; block++) {
                    u32 *first = &all[3 * block * warps];
                    if (first[0] == sm) begun.push_back({first[2], block});
                }
                std::sort(begun.begin(), begun.end());
                printf("warps %d per %d sm %u:", warps, per_sm, sm);
                for (auto [time, block] : begun) {
                    printf(" |%d:", block);
                    for (int w = 0; w < warps; w++) printf("%s%u", w ? "," : "", all[3 * (block * warps + w) + 1]);
                }
                printf("\n");
            }
        }
}
