// How long a lone load waits while other SMs read DRAM, and how long rounds of eight lines at random take: with the L2's lines
// clean, and told apart by the side on which they lie.
// Compile and run: nvcc -std=c++17 -arch=sm_90 -O2 -o sounded sounded.cu && ./sounded; ./sounded tails prints how many of 10,000
// lone loads of near lines take 450 to 475 cycles, to 500 and so on.
#include "../loads.cuh"

const u32 MEGABYTES = 1024, SOUNDING = 8, EDGE = 4;
enum Side { FAR, NEAR, BOTH };

struct Four { u32 x, y, z, w; };

__device__ __forceinline__ Four load_four(const u32 *p)
{
    Four v;
    asm volatile("ld.global.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p) : "memory");
    return v;
}

__device__ __forceinline__ u32 await(const Four &v) { return await(v.x + v.y + v.z + v.w); }

// The least that four atomics take, one after the other: a page of 4 KB and the next lie on the two sides.
__device__ u32 least(u32 *p)
{
    u32 least = ~0u, value = 0;
    for (int i = 0; i < 6; i++) {
        u32 from = now();
#pragma unroll
        for (int k = 0; k < 4; k++) value = atomicAdd(p + value, 0);
        u32 took = now() - from;
        least = took < least ? took : least;
    }
    return least + value;
}

// Of each 2 MB whether its first page is on the other side than the memory's first, as one SM sees it.
extern "C" __global__ void sides(u32 *a, u32 *others, u32 pages)
{
    if (threadIdx.x) return;
    u32 first = 0;
    for (u32 page = 0; page < pages; page++) {
        u32 *p = a + ((size_t)page << 19);
        u32 near = least(p) < least(p + 1024);
        if (page == 0) first = near;
        others[page] = near ^ first;
    }
}

// Every eighth SM sounds: one warp loads a word at random, of all lines or of 32 (`hits`), and notes how long it takes. Meanwhile
// the warps of the others read rounds of 2 KB in pieces of 2^log bytes at random. All addresses lie on one side, or on both;
// `bits` are those whose parity is the side within 2 MB.
extern "C" __global__ void sounded(u32 *out, u32 *a, const u32 *others, u32 *done, u32 rounds, u32 log, Side side, u32 hits,
                                   unsigned long long bits)
{
    __shared__ u32 mine;
    u32 sm, lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    asm("mov.u32 %0, %%smid;" : "=r"(sm));
    auto other = [&](const u32 *p) { return others[(p - a) >> 19] ^ (__popcll((size_t)p & bits) & 1); };
    auto chosen = [&](u32 number, u32 log) {
        const u32 *p = a + (((size_t)(number >> 2) << log) & (((size_t)MEGABYTES << 20) - 1)) / 4;
        bool near = other(p) == mine;
        return side != BOTH && near != (side == NEAR) ? a + ((p - a) ^ 1024) : p;
    };
    if (threadIdx.x == 0) {
        u32 *word = a + 7 * sm;
        mine = other(word) ^ (least(word) >= least(word + 1024));
    }
    __syncthreads();
    if (sm % SOUNDING == 0) {
        if (threadIdx.x >= 32) return;
        pause(8000);
        for (u32 r = 0; r < rounds; r++) {
            u32 number = mix((sm << 12 | r) + 0x5000000);
            if (hits) number &= 31 << 9;
            pause(40);
            u32 took = timed(chosen(number, 7));
            if (lane == 0) out[sm / SOUNDING * rounds + r] = took;
        }
        if (lane == 0) atomicAdd(done, 1);
        return;
    }
    u32 sounding = (gridDim.x + SOUNDING - 1) / SOUNDING;
    for (u32 r = 0; *(volatile u32 *)done < sounding; r++) {
        Four v[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            u32 byte = (k * 32 + lane) * 16, piece = byte >> log;
            const u32 *p = chosen(mix((warp << 11 | r) * 64 + piece), log) + (byte & ((1u << log) - 1)) / 4;
            v[k] = load_four(p);
        }
        if (await(v[0]) + await(v[1]) + await(v[2]) + await(v[3])) return;
    }
}

// Rounds of each warp of eight lines at random, the next when the last of them has come: what each takes.
extern "C" __global__ void lines(u32 *out, const u32 *a, u32 rounds)
{
    u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    for (u32 r = 0; r < rounds; r++) {
        u32 v[8], any = 0, from = now();
#pragma unroll
        for (int k = 0; k < 8; k++) v[k] = load(a + (size_t)(mix((warp * rounds + r) * 8 + k) % (MEGABYTES << 13)) * 32 + lane);
#pragma unroll
        for (int k = 0; k < 8; k++) any |= v[k];
        u32 zero = await(any);
        if (lane == 0) out[warp * rounds + r] = now() + zero - from;
    }
}

struct Memory {
    u32 *a = zeros((size_t)MEGABYTES << 20), *others = zeros(2 * MEGABYTES), *out = zeros(1 << 20), *done = zeros(4);

    Memory()
    {
        sides<<<1, 32>>>(a, others, MEGABYTES / 2);
        u32 ones = 0;
        for (u32 one : left(others, MEGABYTES / 2)) ones += one;
        fprintf(stderr, "%u of %u pieces of 2 MB on the other side\n", ones, MEGABYTES / 2);
    }

    // What the lone loads of some launches take, but for each SM's first.
    std::vector<u32> sound(int launches, u32 rounds, int warps, u32 log, Side side, u32 hits)
    {
        std::vector<u32> some;
        for (int launch = 0; launch < launches; launch++) {
            forget_all();
            check(cudaMemset(done, 0, 4));
            sounded<<<132, 32 * warps>>>(out, a, others, done, rounds, log, side, hits, 0xab000);
            std::vector<u32> took = left(out, 17 * rounds);
            for (u32 i = 0; i < took.size(); i++) if (i % rounds >= 20) some.push_back(took[i]);
        }
        return some;
    }

    // What rounds of lines take, but for each warp's first and last.
    std::vector<u32> round(int warps)
    {
        const u32 rounds = 40;
        std::vector<u32> some;
        for (int launch = 0; launch < 5; launch++) {
            forget_all();
            lines<<<132, 32 * warps>>>(out, a, rounds);
            std::vector<u32> took = left(out, 132 * warps * rounds);
            for (u32 i = 0; i < took.size(); i++) if (i % rounds >= EDGE && i % rounds < rounds - EDGE) some.push_back(took[i]);
        }
        return some;
    }
};

static void show(const std::string &name, const std::vector<u32> &some)
{
    printf("%s %.0f", name.c_str(), mean(some));
    for (int share : {10, 25, 50, 75, 90}) print_shares(some, {share});
    printf("\n");
}

static void show_tail(const std::string &name, const std::vector<u32> &some)
{
    std::vector<double> bins(64);
    double count = 0;
    for (u32 took : some) if (took >= 450) bins[std::min(63u, (took - 450) / 25)]++, count++;
    printf("%s", name.c_str());
    for (double bin : bins) printf(" %.0f", 1e4 * bin / count);
    printf("\n");
}

int main(int words, char **)
{
    Memory memory;
    auto name = [](const char *what, const char *side, u32 log, int warps) {
        return std::string(what) + "_" + side + "_" + std::to_string(1 << log) + "_" + std::to_string(warps);
    };
    if (words > 1) {
        for (u32 log : {7, 8})
            for (int warps : {1, 8, 12, 16, 20}) show_tail(name("tail", "near", log, warps), memory.sound(12, 1000, warps, log, NEAR, 0));
        return 0;
    }
    const char *sides[] = {"far", "near", "both"};
    for (u32 hits : {0, 1})
        for (Side side : {FAR, NEAR, BOTH})
            for (u32 log : {7, 8, 11})
                for (int warps : {1, 4, 8, 12, 16})
                    show(name(hits ? "hit" : "miss", sides[side], log, warps), memory.sound(5, 300, warps, log, side, hits));
    for (int warps : {1, 4, 8, 12, 16, 24, 32}) show("lines_" + std::to_string(warps), memory.round(warps));
}
