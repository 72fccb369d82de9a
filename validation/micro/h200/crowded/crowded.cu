// How long loads that hit the L2 take while other SMs wait for DRAM. `sim measure` writes down no loads one by one, so
// this is a program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o crowded crowded.cu && ./crowded
//
// `crowded.txt` is what an H100 answered. Its kernels (`cubin/crowded.cubin`) run in the simulator, too.
#include "../loads.cuh"

// Lines that the L2 holds, spread over its slices, and how often each of eight warps loads one.
static const u32 HOT = 64, HOT_APART = 33024, STEPS = 32;
// Shared memory that keeps an SM to one block.
static const int ALONE = 120000;

// A warp of block 0 brings eight lines, and loads one after the other while the others wait for DRAM.
__device__ void time_hits(u32 *out, const u32 *hot)
{
    u32 warp = threadIdx.x / 32, from = now(), sum = 0;
    if (warp >= 8 || threadIdx.x % 32) return;
    for (u32 i = 0; i < 8; i++) sum += await(load(hot + (8 * warp + i) * HOT_APART));
    while (now() - from < 20000) {}
    for (u32 s = 0; s < STEPS; s++) out[warp * STEPS + s] = timed(hot + (8 * warp + s) % HOT * HOT_APART) + sum;
}

// The other blocks' warps read an array, `at_once` vectors of 16 bytes a lane in each turn, ...
template <int AT_ONCE> __device__ u32 stream(const uint4 *a, u32 warps, u32 turns)
{
    u32 sum = 0;
    a += (blockIdx.x - 1) * 32 * warps * AT_ONCE + threadIdx.x;
#pragma unroll 1
    for (u32 t = 0; t < turns; t++) {
        uint4 v[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) v[k] = __ldcg(a + k * 32 * warps);
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) sum += v[k].x + v[k].y + v[k].z + v[k].w;
        a += (gridDim.x - 1) * 32 * warps * AT_ONCE;
    }
    return sum;
}

// ... or words so many bytes apart.
__device__ u32 stream_words(const u32 *a, u32 warps, u32 turns, u32 apart)
{
    u32 sum = 0;
    a += ((blockIdx.x - 1) * 32 * warps + threadIdx.x) * (apart / 4);
#pragma unroll 1
    for (u32 t = 0; t < turns; t++) {
        sum += await(load(a));
        a += (gridDim.x - 1) * 32 * warps * (apart / 4);
    }
    return sum;
}

// Each warp leaves what its turns took.
#define CROWDED(STREAM)                                                                                    \
    if (blockIdx.x == 0) return time_hits(out, hot);                                                       \
    if (threadIdx.x >= 32 * warps) return;                                                                 \
    pause(10000);                                                                                          \
    u32 from = now(), zero = await(STREAM), took = now() + zero - from;                                    \
    if (threadIdx.x % 32 == 0) out[8 * STEPS + (blockIdx.x - 1) * 32 + threadIdx.x / 32] = took;

// Whole lines: 16 of each warp.
extern "C" __global__ void crowded_lines(u32 *out, const u32 *hot, const u32 *a, u32 warps, u32 turns)
{
    CROWDED(stream<4>((const uint4 *)a, warps, turns))
}

// Parts of lines.
extern "C" __global__ void crowded_words(u32 *out, const u32 *hot, const u32 *a, u32 warps, u32 turns, u32 apart)
{
    CROWDED(stream_words(a, warps, turns, apart))
}

// Of the lines' hits, the mean of the faster half's and of the slower half's; and a turn of the others.
static std::vector<double> halves(const std::vector<u32> &v, u32 blocks, u32 warps, u32 turns)
{
    std::vector<double> lines(HOT);
    for (u32 i = 0; i < 8 * STEPS; i++) lines[(i / STEPS * 8 + i % STEPS) % HOT] += v[i] * HOT / (8.0 * STEPS);
    std::sort(lines.begin(), lines.end());
    double fast = 0, slow = 0, turn = 0;
    for (u32 i = 0; i < HOT / 2; i++) fast += lines[i] / (HOT / 2), slow += lines[HOT / 2 + i] / (HOT / 2);
    for (u32 i = 0; i < blocks * warps; i++) turn += v[8 * STEPS + i / warps * 32 + i % warps] / (double)(blocks * warps * turns);
    return {fast, slow, turn};
}

int main()
{
    u32 *a = zeros((size_t)256 << 20), *hot = zeros(HOT * HOT_APART * 4), *out = zeros(1 << 20);
    check(cudaFuncSetAttribute(crowded_lines, cudaFuncAttributeMaxDynamicSharedMemorySize, ALONE));
    check(cudaFuncSetAttribute(crowded_words, cudaFuncAttributeMaxDynamicSharedMemorySize, ALONE));
    // Bytes from word to word (0: whole lines, 16 at once), blocks that stream, warps of each.
    u32 cases[][3] = {{0, 131, 4}, {0, 131, 8}, {0, 131, 10}, {0, 131, 12}, {0, 131, 14}, {0, 131, 16}, {0, 131, 20},
                      {0, 66, 16}, {0, 66, 24}, {0, 66, 32}, {128, 131, 4}, {128, 131, 6}, {128, 131, 8},
                      {64, 131, 8}, {64, 131, 12}, {64, 131, 16}, {32, 131, 16}, {32, 131, 24}, {32, 131, 32}};
    for (auto &one : cases) {
        u32 apart = one[0], blocks = one[1], warps = one[2];
        u32 of_a_turn = blocks * warps * (apart ? 32 * apart : 2048), turns = std::min(60u, (100 << 20) / of_a_turn);
        print("crowded_" + std::to_string(apart) + "_" + std::to_string(blocks) + "_" + std::to_string(warps), [&] {
            u32 threads = 32 * std::max(warps, 8u);
            if (apart) crowded_words<<<1 + blocks, threads, ALONE>>>(out, hot, a, warps, turns, apart);
            else crowded_lines<<<1 + blocks, threads, ALONE>>>(out, hot, a, warps, turns);
            return halves(left(out, 8 * STEPS + 32 * blocks), blocks, warps, turns);
        });
    }
}
