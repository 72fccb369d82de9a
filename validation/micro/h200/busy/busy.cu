// What a lone load from DRAM takes beside others. One thread of each SM loads random lines of a gigabyte one by one and times
// them; its other warps load without pause eight lines at random, sixteen halves of lines at random, or 2 KB in order.
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o busy busy.cu && ./busy
//
// `busy.txt` is what an H200 answered, medians of five launches: how many times the warps of an SM have loaded, how many
// lone loads were timed and what they took in the mean, then their 2nd, 10th, 25th, 50th, 75th, 90th, 95th and 98th hundredth.
// `busy.py` writes `cases.json`: the same machine code for the simulator.
#include "../loads.cuh"

static const int LOADS = 64, WORDS = 128, CYCLES = 60000;
static const u32 LINES = 1 << 23;
enum { LINES_AT_RANDOM, HALVES_AT_RANDOM, IN_ORDER, MODES };

static __device__ __forceinline__ u32 next(u32 &state)
{
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static __device__ __forceinline__ u32 load_four(const u32 *p)
{
    uint4 v;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p) : "memory");
    return v.x | v.y | v.z | v.w;
}

// A half of a line that hangs on a number alone.
static __device__ __forceinline__ const u32 *some_half(const u32 *memory, u32 number, int half)
{
    number *= 2654435761u;
    number ^= number >> 15;
    number *= 0x85EBCA6Bu;
    number ^= number >> 13;
    return memory + (size_t)(number % LINES) * 32 + (half >= 0 ? half : number >> 24 & 1) * 16;
}

// `out` gets of each SM the cycles of its lone loads, then how many times each of its other warps has loaded.
extern "C" __global__ void busy(u32 *out, const u32 *memory, int mode, int cycles, u32 seed)
{
    u32 warp = threadIdx.x >> 5, lane = threadIdx.x & 31, begin = now();
    u32 *mine = out + blockIdx.x * WORDS;
    u32 state = (blockIdx.x * 64 + warp + 1) * 2654435761u ^ seed;
    for (int k = 0; k < 3; k++) next(state);
    if (warp == 0) {
        if (lane) return;
        pause(3000);
        for (int r = 0; r < LOADS && now() - begin < cycles; r++) {
            mine[r] = timed(memory + (size_t)(next(state) % LINES) * 32);
            pause(next(state) % 128);
        }
        return;
    }
    u32 times = 0, zeros = 0, place = state % LINES;
    for (; now() - begin < cycles; times++) {
        u32 number = next(state), value = 0;
        if (mode == IN_ORDER) {
            place = (place + 16 * 7919) % LINES & ~15u;
            const u32 *p = memory + (size_t)place * 32 + lane * 4;
#pragma unroll
            for (int k = 0; k < 4; k++) value |= load_four(p + k * 128);
        } else if (lane < 16) {
            value = load(mode == LINES_AT_RANDOM ? some_half(memory, number + lane / 2, lane % 2)
                                                 : some_half(memory, number + lane, -1));
        }
        zeros += await(value);
    }
    if (lane == 0) mine[LOADS + warp] = times + zeros;
}

int main()
{
    u32 *memory = zeros((size_t)LINES * 128), *out = zeros(4 * 132 * WORDS);
    for (int mode = 0; mode < MODES; mode++)
        for (int warps : {0, 1, 2, 4, 8, 12, 16, 24}) {
            if (warps == 0 && mode) continue;
            u32 seed = 12345;
            print("busy_" + std::to_string(mode) + "_" + std::to_string(warps), [&] {
                check(cudaMemset(out, 0, 4 * 132 * WORDS));
                busy<<<132, 32 * (warps + 1)>>>(out, memory, mode, CYCLES, seed += 77);
                std::vector<u32> all = left(out, 132 * WORDS), lone;
                double times = 0;
                for (int at = 0; at < 132 * WORDS; at++)
                    if (at % WORDS >= LOADS) times += all[at];
                    else if (all[at]) lone.push_back(all[at]);
                std::sort(lone.begin(), lone.end());
                std::vector<double> line{times / 132, (double)lone.size(), mean(lone)};
                for (int share : {2, 10, 25, 50, 75, 90, 95, 98}) line.push_back(lone[lone.size() * share / 100]);
                return line;
            });
        }
}
