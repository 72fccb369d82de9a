// Groups of lanes with one label that add up, and reductions of all warps on a table of 24 words and less. `labels.txt` is
// what an H200 took of its machine code (`cubin/labels.cubin`, by `sim measure`): the launch, and the median of its cycles and
// the instructions of the ADU.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
typedef unsigned u32;

// Every lane finds those with its label, and they add up.
extern "C" __global__ void labels(u32 *out, int rounds, int groups)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    u32 s = threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        auto same = cg::labeled_partition(warp, (int)((threadIdx.x + r) % groups));
        s += cg::reduce(same, (int)(s & 255), cg::plus<int>());
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

// Some lanes of every warp add to words of one table of so many.
extern "C" __global__ void reds(u32 *t, int rounds, int lanes, int words)
{
    u32 lane = threadIdx.x % 32, w = threadIdx.x / 32 + blockIdx.x * 8;
    for (int r = 0; r < rounds; r++)
        if (lane < lanes) atomicAdd(&t[(lane * 5 + r * 7 + w) % words], r + 1);
}

// The same with two tables in memory of their own.
extern "C" __global__ void reds_of_two(u32 *t, u32 *u, int rounds, int lanes, int words)
{
    u32 lane = threadIdx.x % 32, w = threadIdx.x / 32 + blockIdx.x * 8;
    for (int r = 0; r < rounds; r++)
        if (lane < lanes) {
            u32 k = (lane * 5 + r * 7 + w) % words;
            atomicAdd(&t[k], r + 1);
            atomicAdd(&u[k], 1);
        }
}
