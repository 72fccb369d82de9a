// Which loads of a GPC's SMs go to the L2 together. The blocks of a cluster, a warp each, ask for
// sectors of one line after the other, each block some cycles behind the one before it; how many requests
// the L2 gets, Nsight Compute counts (riders.py). Launches are named in riders.list as
// STATE_DELAY_SECTORS: hot lines are in the L2, cold ones come from DRAM, and a digit says which sector
// a block asks for, `f` the whole line.
#include "../cluster.cuh"
#include <cooperative_groups.h>
#include <cstring>
namespace cg = cooperative_groups;
typedef unsigned u32;

constexpr int LINES = 100;
constexpr int PACE = 3000;

// Block r asks for the sectors (masks >> 4 * r) & 15 of line i at i * PACE + r * delay.
extern "C" __global__ void ask(const u32 *data, u32 masks, int delay, int hot, u32 *out)
{
    cg::cluster_group cluster = cg::this_cluster();
    int lane = threadIdx.x, rank = cluster.block_rank();
    bool on = masks >> (4 * rank + lane / 8) & 1;
    u32 sum = 0;
    if (hot && rank == 0)
        for (int i = 0; i < LINES; i++) sum += load(data + i * 32 + lane);
    if (sum == 0x12345678) out[1] = sum;
    cluster.sync();
    long long start = clock64() + 2000 + (long long)rank * delay;
    for (int i = 0; i < LINES; i++) {
        while (clock64() < start + (long long)i * PACE) ;
        if (on) sum += load(data + i * 32 + lane);
    }
    if (sum == 0x12345678) out[0] = sum;
    cluster.sync();
}

int main()
{
    u32 *data = zeros(1 << 20), *out = zeros(64);
    FILE *list = fopen("riders.list", "w");
    auto launch = [&](int hot, int delay, const char *sectors) {
        int blocks = strlen(sectors);
        u32 masks = 0;
        for (int r = 0; r < blocks; r++) masks |= (sectors[r] == 'f' ? 15u : 1u << (sectors[r] - '0')) << (4 * r);
        fprintf(list, "%s_%d_%s\n", hot ? "hot" : "cold", delay, sectors);
        run_cluster(ask, blocks, 32, data, masks, delay, hot, out);
    };
    for (int hot : {1, 0})
        for (const char *sectors : {"ff", "00"})
            for (int delay : {0, 16, 32, 48, 64, 80, 96, 128, 192, 256, 288, 320, 400, 500, 600, 700, 1000}) launch(hot, delay, sectors);
    fclose(list);
}
