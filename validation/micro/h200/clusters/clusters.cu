// Atomics and stores by the SMs of one GPC, which a launch reaches as a cluster of 16 blocks, and
// atomics of all SMs on one line. `sim measure` launches no clusters, so this is a program of its own:
//
//   nvcc -arch=sm_90 -O3 -o clusters clusters.cu && ./clusters
//
// `clusters.txt` is what an H200 answered. A line says how many cycles a warp's instruction took until
// the last block was done, and in the mean over the blocks: they are not served evenly.
#include "../device.cuh"
#include <algorithm>
#include <vector>

typedef unsigned u32;
typedef unsigned long long u64;

enum Op { RED, ATOM, CAS, STORE };
const char *const NAMES[] = {"red", "atom", "cas", "store"};

// Where a lane's words lie, in words, and how they go on: `step` further each time, in a window.
struct Places {
    const char *name;
    int per_block, per_warp, per_lane, step, window;
};

template <Op OP> __global__ void run(u32 *out, int turns, Places at, int lanes, u64 *cycles)
{
    if ((int)threadIdx.x % 32 >= lanes) return;
    u32 first = blockIdx.x * at.per_block + threadIdx.x / 32 * at.per_warp + threadIdx.x % 32 * at.per_lane;
    u32 off = 0, sum = 0;
    u64 begin = clock64();
#pragma unroll 1
    for (int turn = 0; turn < turns; turn++) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            u32 *p = out + first + off;
            if (OP == RED) asm volatile("red.global.add.u32 [%0], %1;" ::"l"(p), "r"(turn + 1) : "memory");
            if (OP == ATOM) sum += atomicAdd(p, turn + 1);
            if (OP == CAS) sum += atomicCAS(p, turn, turn + 1);
            if (OP == STORE) asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(turn + 1) : "memory");
            off = (off + at.step) & (at.window - 1);
        }
    }
    if (OP == RED || OP == STORE) __threadfence();
    if (sum == 0x7654321) out[0] = sum;
    if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
}

struct Time {
    double last, mean;
};

static u32 *words;
static u64 *times;

// The fastest of four launches; 160 KB of shared memory let one block live on an SM.
template <Op OP> Time launch(int blocks, int cluster, const Places &at, int turns, int lanes, int threads)
{
    const int shared = 160 * 1024;
    check(cudaFuncSetAttribute(run<OP>, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    check(cudaFuncSetAttribute(run<OP>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.dynamicSmemBytes = shared;
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {(u32)cluster, 1, 1};
    config.attrs = &attribute;
    config.numAttrs = 1;
    Time best = {1e30, 1e30};
    for (int i = 0; i < 4; i++) {
        check(cudaLaunchKernelEx(&config, run<OP>, words, turns, at, lanes, times));
        check(cudaDeviceSynchronize());
        std::vector<u64> took(blocks);
        check(cudaMemcpy(took.data(), times, blocks * 8, cudaMemcpyDeviceToHost));
        Time time = {0, 0};
        for (u64 t : took) {
            time.last = std::max(time.last, (double)t);
            time.mean += (double)t / blocks;
        }
        if (time.last < best.last) best = time;
    }
    return best;
}

// A slope: more turns less few.
template <Op OP> Time slope(int blocks, int cluster, const Places &at, int lanes, int warps)
{
    Time few = launch<OP>(blocks, cluster, at, 4, lanes, 32 * warps);
    Time many = launch<OP>(blocks, cluster, at, 12, lanes, 32 * warps);
    double instructions = (12 - 4) * 4 * warps;
    return {(many.last - few.last) / instructions, (many.mean - few.mean) / instructions};
}

template <Op OP> void all()
{
    const Places apart[] = {
        {"lines", 16384, 32, 1, 1024, 16384},     // a whole line
        {"sectors", 16384, 256, 8, 8192, 16384},  // a word of each sector of eight lines
        {"two", 16384, 512, 16, 8192, 16384},     // of two sectors of sixteen lines
        {"lone", 32768, 1024, 32, 1024, 1024},    // of one sector of 32 lines
    };
    const int launches[][2] = {{1, 1}, {16, 16}, {16, 1}, {33, 1}, {66, 1}, {132, 1}};
    for (const Places &at : apart)
        for (auto &[blocks, cluster] : launches) {
            Time time = slope<OP>(blocks, cluster, at, 32, 32);
            printf("%s %s, %d blocks in clusters of %d: %.2f cycles, %.2f in the mean\n", NAMES[OP], at.name, blocks,
                   cluster, time.last, time.mean);
        }
    const int on_a_line[][2] = {{1, 1}, {2, 1}, {4, 1}, {8, 1}, {16, 1}, {24, 1}, {32, 1}, {2, 8}, {4, 8}, {8, 4}, {16, 2}};
    for (auto &[lanes, per_lane] : on_a_line) {
        Places at = {"one line", 0, 0, per_lane, 0, 1};
        printf("%s one line, %d lanes %d words apart: %.3f cycles\n", NAMES[OP], lanes, per_lane,
               slope<OP>(132, 1, at, lanes, 8).last / 132);
    }
}

int main()
{
    const size_t bytes = 132 * 131072 * 4 + 65536;
    check(cudaMalloc(&words, bytes));
    check(cudaMemset(words, 0, bytes));
    check(cudaMalloc(&times, 132 * 8));
    all<RED>();
    all<ATOM>();
    all<CAS>();
    all<STORE>();
}
