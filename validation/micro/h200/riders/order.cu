// Which loads of a GPC's SMs go to the L2 together, at exact cycles. In riders.cu a block waits for its turn by
// asking for the time, which is some 45 cycles coarse; here all blocks of a cluster leave a barrier and wait by loads of shared memory whose lanes lie
// in as many rows of a bank as is wanted, two cycles each. Launches are named in order.list as hot_TIMES_SECTORS:
// when the loads of the blocks issued, beside the first one's, and which sector each asks for, none if `.`. The
// clocks of a GPC's SMs agree within two cycles (starts.cu).
#include "../cluster.cuh"
#include <cooperative_groups.h>
#include <cstring>
namespace cg = cooperative_groups;
typedef unsigned u32;

constexpr int LINES = 100, BLOCKS = 16, SILENT = 9;
// Cycles that one load of shared memory can add.
constexpr int MOST = 62;

struct Plan {
    unsigned char delay[BLOCKS], sector[BLOCKS];
};

// Of 32 lanes a word each, in so many rows of the same banks.
__device__ int in_rows(int lane, int rows) { return lane % rows * 32 + lane / rows; }

extern "C" __global__ void order(const u32 *data, Plan plan, u32 *out)
{
    __shared__ volatile u32 zero[1024];
    cg::cluster_group cluster = cg::this_cluster();
    int lane = threadIdx.x, rank = cluster.block_rank();
    for (int i = lane; i < 1024; i += 32) zero[i] = 0;
    bool on = lane / 8 == plan.sector[rank];
    int delay = plan.delay[rank];
    int first = in_rows(lane, 1 + min(delay, MOST) / 2), second = in_rows(lane, 1 + max(delay - MOST, 0) / 2);
    u32 sum = 0, issued = 0;
    if (rank == 0)
        for (int i = 0; i < LINES; i++) sum += load(data + i * 32 + lane);
    for (int i = 0; i < LINES; i++) {
        __nanosleep(500);
        cluster.sync();
        cluster.sync();
        u32 waited = zero[second + zero[first]], now;
        const u32 *p = data + i * 32 + lane + waited;
        asm volatile("{.reg .u64 x; mov.u64 x, %1; mov.u32 %0, %%clock;}" : "=r"(now) : "l"(p) : "memory");
        if (i == LINES / 2) issued = now;
        if (on) sum += load(p);
    }
    if (lane == 0) out[rank] = issued;
    if (sum == 0x12345678) out[99] = sum;
    cluster.sync();
}

int main()
{
    u32 *data = zeros(1 << 20), *out = zeros(4096);
    FILE *list = fopen("order.list", "w");
    auto launch = [&](const Plan &plan, const char *sectors) {
        int blocks = strlen(sectors);
        run_cluster(order, blocks, 32, data, plan, out);
        u32 issued[BLOCKS];
        check(cudaMemcpy(issued, out, sizeof issued, cudaMemcpyDeviceToHost));
        fprintf(list, "hot");
        for (int r = 0; r < blocks; r++) fprintf(list, "%c%d", r ? ',' : '_', (int)(issued[r] - issued[0]));
        fprintf(list, "_%s\n", sectors);
    };
    // One after the other.
    for (const char *sectors : {"0000", "0001", "0010", "0011", "0100", "0101", "0110", "0111", "0122", "0120", "00110011", "00001111",
                                "01110000", "00000000", "0001110011100011", "0000111122223333", "0000000000000000"})
        for (int apart : {0, 2, 4, 8, 12, 16}) {
            Plan plan;
            for (int r = 0; sectors[r]; r++) plan.delay[r] = apart * r, plan.sector[r] = sectors[r] - '0';
            if (apart * (strlen(sectors) - 1) <= 2 * MOST) launch(plan, sectors);
        }
    // Two of a TPC, and one of another TPC before, between or behind them.
    for (int other = 2; other < BLOCKS; other += 2)
        for (int delay = 0; delay <= 80; delay += 4) {
            Plan plan;
            char sectors[BLOCKS + 1] = "00..............";
            for (int r = 0; r < BLOCKS; r++) plan.delay[r] = r < 2 ? 40 : 0, plan.sector[r] = r < 2 ? 0 : SILENT;
            plan.delay[other] = delay, plan.sector[other] = 1;
            sectors[other] = '1', sectors[other + 1] = 0;
            launch(plan, sectors);
        }
    fclose(list);
}
