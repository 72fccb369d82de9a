// How many loads the coalescer of a GPC keeps apart. In a cluster of 2 L blocks the first L lead: each warp
// loads 16 times a word of 32 lines of its own from DRAM, as fast as it can; the others follow on the same
// lines some cycles later. Launches are named in flood.list as LEADERS_WARPS_DELAY_LINES; if each
// follower rides, the L2 gets one request a line (riders.py flood).
#include "../cluster.cuh"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
typedef unsigned u32;

extern "C" __global__ void flood(const u32 *data, int leaders, int delay, u32 *out)
{
    cg::cluster_group cluster = cg::this_cluster();
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    int leader = cluster.block_rank() % leaders, follows = cluster.block_rank() / leaders;
    const u32 *p = data + ((size_t)leader * warps + warp) * 16 * 1024 + lane * 32;
    u32 sum = 0;
    cluster.sync();
    long long start = clock64() + 2000 + (long long)follows * delay;
    while (clock64() < start) ;
#pragma unroll
    for (int i = 0; i < 16; i++) sum += load(p + i * 1024);
    if (sum == 0x12345678) out[0] = sum;
    cluster.sync();
}

int main()
{
    u32 *data = zeros(64 << 20), *out = zeros(64);
    FILE *list = fopen("flood.list", "w");
    for (int leaders : {1, 2, 4, 8})
        for (int warps : {2, 4})
            for (int delay : {20, 60, 100, 150, 200, 250, 300}) {
                fprintf(list, "%d_%d_%d_%d\n", leaders, warps, delay, leaders * warps * 16 * 32);
                run_cluster(flood, 2 * leaders, 32 * warps, data, leaders, delay, out);
            }
    fclose(list);
}
