// How long loads take that the L2 does not hold, and what they do to others. `sim measure` writes down no loads one by
// one, so this is a program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o misses misses.cu && ./misses
//
// `misses.txt` is what an H200 answered. Its kernels (`cubin/misses.cubin`) run in the simulator, too.
#include "../loads.cuh"

// Lines of the array that is read at random: 1 GB.
static const u32 LINES = 1 << 23;
static const u32 HOT = 512, HOT_APART = 1056;
// Lines that all SMs have read: 1 MB.
static const u32 WARM = 1 << 13;

__device__ __forceinline__ const u32 *next(u32 &x, const u32 *a, u32 lines)
{
    x = x * 1664525u + 1013904223u;
    return a + (size_t)((x >> 7) & (lines - 1)) * 32;
}

__device__ __forceinline__ u32 seed() { return (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 2654435761u + 12345u; }

// One thread loads the first word of a random page and, `gap` cycles after it has come, the word `words` further.
extern "C" __global__ void again(u32 *out, const u32 *a, u32 lines, u32 gap, u32 words, u32 rounds)
{
    u32 x = seed();
    for (u32 r = 0; r < rounds; r++) {
        const u32 *p = a + ((size_t)(next(x, a, lines) - a) & ~(size_t)1023);
        pause(3000);
        out[2 * r] = timed(p);
        pause(gap);
        out[2 * r + 1] = timed(p + words);
    }
}

// Every warp loads a word of a random line, ...
extern "C" __global__ void lone(u32 *out, const u32 *a, u32 lines, u32 rounds)
{
    u32 x = seed();
    if (threadIdx.x % 32) return;
    u32 *mine = out + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * rounds;
    for (u32 r = 0; r < rounds; r++) mine[r] = timed(next(x, a, lines));
}

// ... four at once, ...
#define FOUR(LANE)                                                                                         \
    u32 x = seed(), lane = threadIdx.x % 32;                                                               \
    u32 *mine = out + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * rounds;                               \
    for (u32 r = 0; r < rounds; r++) {                                                                     \
        const u32 *p[4];                                                                                   \
        for (int k = 0; k < 4; k++) p[k] = next(x, a, lines) + LANE;                                       \
        u32 from = now(), v0 = load(p[0]), v1 = load(p[1]), v2 = load(p[2]), v3 = load(p[3]);              \
        u32 zero = await(v0) + await(v1) + await(v2) + await(v3);                                          \
        mine[r] = now() + zero - from;                                                                     \
    }
extern "C" __global__ void four_words(u32 *out, const u32 *a, u32 lines, u32 rounds)
{
    if (threadIdx.x % 32) return;
    FOUR(lane)
}

// ... or four whole lines at once. All lanes store the time, to one word.
extern "C" __global__ void four_lines(u32 *out, const u32 *a, u32 lines, u32 rounds) { FOUR(lane) }

// A thread of block 0 loads hot lines, first when nobody has them, then twice more, then four times twice at once, of
// which it times the second, while `warps` warps of every other block load eight lines again and again: `hits` of them
// that all SMs have read, the others anywhere.
extern "C" __global__ void copies(u32 *out, const u32 *hot, const u32 *warm, u32 hits, const u32 *a, u32 lines, u32 warps, volatile u32 *stage)
{
    if (blockIdx.x) {
        if (threadIdx.x >= 32 * warps) return;
        while (*stage == 0) {}
        u32 x = seed(), sum = 0;
        for (int n = 0; n < 4000 && *stage == 1; n++) {
            for (u32 k = 0; k < 8; k++) sum += load(next(x, k < hits ? warm : a, k < hits ? WARM : lines) + threadIdx.x % 32);
            sum += await(sum);
        }
        if (sum == 0x7654321) out[0] = sum;
    } else if (threadIdx.x == 0) {
        u32 sum = 0;
        for (u32 i = 0; i < HOT; i++) out[i] = timed(hot + i * 37 % HOT * HOT_APART);
        for (u32 i = 0; i < 2 * HOT; i++) sum += timed(hot + i * 37 % HOT * HOT_APART);
        *stage = 1;
        pause(30000);
        for (u32 i = 0; i < 4 * HOT; i++) {
            const u32 *p = hot + i * 37 % HOT * HOT_APART;
            sum += timed(p);
            out[HOT + i] = timed(p + 1);
        }
        *stage = 2;
        if (sum == 0x7654321) out[0] = sum;
    }
}

// All SMs read the same lines.
extern "C" __global__ void share(u32 *out, const u32 *warm)
{
    u32 sum = 0;
    for (u32 i = threadIdx.x; i < 4 * WARM; i += blockDim.x) sum += load(warm + 8 * i);
    if (sum == 0x1234567) out[0] = sum;
}

int main()
{
    u32 *a = zeros((size_t)LINES * 128), *hot = zeros(HOT * HOT_APART * 4), *stage = zeros(4), *out = zeros(4 << 20);
    // The first load's median and the second's, of those whose first comes from the near half and from the far one.
    for (u32 gap : {0, 400})
        for (u32 words : {8, 16, 32, 64, 128, 256})
            print("again_" + std::to_string(gap) + "_" + std::to_string(words), [&] {
                again<<<1, 1>>>(out, a, LINES, gap, words, 400);
                std::vector<u32> v = left(out, 800), of[4];
                for (int r = 0; r < 400; r++)
                    if (v[2 * r] < LATE_FROM)
                        for (int k : {0, 1}) of[2 * (v[2 * r] >= 660) + k].push_back(v[2 * r + k]);
                std::vector<double> medians;
                for (auto &some : of) std::sort(some.begin(), some.end()), medians.push_back(some[some.size() / 2]);
                return medians;
            });
    // The mean of rounds 4 to 12 of 16, and what a tenth, a half and nine tenths take at most.
    for (auto [name, kernel] : {std::pair("lone", lone), std::pair("four_words", four_words), std::pair("four_lines", four_lines)})
        for (int warps : {1, 4, 8, 16, 32, 64})
            print(name + ("_" + std::to_string(warps)), [&, kernel = kernel] {
                int of_block = std::min(warps, 32);
                kernel<<<132 * warps / of_block, 32 * of_block>>>(out, a, LINES, 16);
                std::vector<u32> v = left(out, 132 * warps * 16), some;
                for (size_t i = 0; i < v.size(); i++)
                    if (i % 16 >= 4 && i % 16 < 12) some.push_back(v[i]);
                std::sort(some.begin(), some.end());
                size_t n = some.size();
                return std::vector<double>{mean(some), (double)some[n / 10], (double)some[n / 2], (double)some[n * 9 / 10]};
            });
    // The mean of hits on lines of the near half and of the far one.
    u32 *warm = zeros(WARM * 128);
    for (u32 hits : {0, 4, 7})
        for (auto [blocks, warps] : {std::pair(0, 1), {8, 1}, {8, 4}, {8, 8}, {32, 2}, {32, 4}, {32, 8}, {66, 8}, {131, 2}, {131, 4}, {131, 8}})
            print("copies_" + std::to_string(hits) + "_" + std::to_string(blocks) + "_" + std::to_string(warps), [&, blocks = blocks, warps = warps] {
                cudaMemset(stage, 0, 4);
                if (hits) share<<<132, 1024>>>(out, warm);
                copies<<<1 + blocks, 256>>>(out, hot, warm, hits, a, LINES, warps, stage);
                std::vector<u32> v = left(out, 5 * HOT), of[2];
                for (size_t i = 0; i < HOT; i++)
                    if (v[i] < LATE_FROM)
                        for (int r = 1; r < 5; r++) of[v[i] >= 660].push_back(v[r * HOT + i]);
                return std::vector<double>{mean(of[0]), mean(of[1])};
            });
}
