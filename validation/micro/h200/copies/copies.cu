// What the L2 keeps of lines whose home is its other side, and what the way between the sides takes. `copies.py` runs
// it under Nsight Compute and says what it found. Each launch that is measured says on stderr what it is.
//
//     nvcc -O3 -arch=sm_90 copies.cu -o copies
#include "../device.cuh"
#include <algorithm>
#include <vector>

typedef unsigned u32;
typedef unsigned long long u64;

const int SMS = 132, LINE = 128, PAGE = 4096, PAGES = 512, OF_A_SIDE = 128;
// By SM: its side, and its number among the SMs of that side.
__device__ int side_of[SMS], rank_of[SMS];
// Of each sweep, how many blocks have ended it.
__device__ u32 ended[16];

__device__ u32 sm()
{
    u32 number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
}

__device__ uint4 load_four(const uint4 *p)
{
    uint4 v;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
    return v;
}

// Cycles of an atomic on each line of each of some pages, by one thread of each SM.
__global__ void probe(char *data, int first, int pages, u32 *cycles)
{
    if (threadIdx.x) return;
    for (int page = first; page < first + pages; page++) {
        u32 best = ~0u;
        for (int round = 0; round < 8; round++) {
            u32 sum = 0;
            for (int line = 0; line < PAGE / LINE; line++) {
                u32 before, after, old;
                asm volatile("mov.u32 %0, %%clock;" : "=r"(before)::"memory");
                asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(old) : "l"(data + page * PAGE + line * LINE) : "memory");
                // The clock is read when the old value is there.
                asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 1; mov.u32 %0, 0; @p mov.u32 %0, %%clock; }" : "=r"(after) : "r"(old) : "memory");
                sum += after - before;
            }
            if (sum < best) best = sum;
        }
        cycles[pages == 1 ? sm() : page] = best;
    }
}

__device__ void meet(int sweep)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&ended[sweep], 1);
        while (atomicAdd(&ended[sweep], 0) < gridDim.x) {}
    }
    __syncthreads();
}

enum Pattern { OWN, OTHERS, RANDOM, ONE_SIDE, BOTH };

// All blocks read `megabytes` some times: each its own part; others' in turn; lines at random, as many as there are;
// all of it by the SMs of one side; all of it by those of each.
template <Pattern PATTERN> __device__ u32 sweeps(const char *data, u32 megabytes, int times)
{
    u32 lines = megabytes << 13, sum = 0, warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
    for (int sweep = 0; sweep < times; sweep++) {
        u32 part = blockIdx.x, parts = SMS;
        if (PATTERN == OTHERS) part = (part * 5 + sweep * 37 + sweep % 2 * 61) % SMS;
        if (PATTERN == ONE_SIDE || PATTERN == BOTH) part = rank_of[sm()], parts = SMS / 2;
        bool idle = part >= parts || PATTERN == ONE_SIDE && side_of[sm()];
        if (PATTERN == RANDOM) {
            u32 x = mix(sweep * 7919u + (blockIdx.x * warps + warp) * 104729u);
            for (u32 i = 0; i < lines / (SMS * warps); i++) {
                x = x * 1664525u + 1013904223u;
                sum += load((const u32 *)(data + ((u64)mix(x) * lines >> 32) * LINE) + lane);
            }
        } else if (!idle) {
            for (u32 four = part * warps + warp; four < lines / 4; four += parts * warps) {
                uint4 v = load_four((const uint4 *)data + (size_t)four * 32 + lane);
                sum += v.x + v.y + v.z + v.w;
            }
        }
        meet(sweep);
    }
    return sum;
}

enum Kind { WHOLE, WORDS, REDUCTIONS, ATOMICS };

// The SMs of one side change chunks of 512 bytes, one of `chunks` in each turn of each warp: those of `pages`, so many
// of each.
template <Kind KIND> __device__ u32 changes(char *data, const int *pages, u32 chunks, u32 of_page, int turns)
{
    u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    if (side_of[sm()]) return 0;
    for (int turn = 0; turn < turns; turn++) {
        u32 chunk = mix(turn * 7919u + rank_of[sm()] * 104729u + warp * 31u) % chunks;
        char *p = data + (size_t)pages[chunk / of_page] * PAGE + chunk % of_page * 512;
        char *sector = p + lane % 16 * 32;
        if (KIND == WHOLE) asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(p + lane * 16), "r"(turn) : "memory");
        if (KIND == WORDS && lane < 16) asm volatile("st.global.u32 [%0], %1;" ::"l"(sector), "r"(turn) : "memory");
        if (KIND == REDUCTIONS && lane < 16) asm volatile("red.global.add.u32 [%0], 1;" ::"l"(sector) : "memory");
        if (KIND == ATOMICS && lane < 16) {
            u32 old;
            asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(sector) : "memory");
            sum += old;
        }
    }
    return sum;
}

template <Pattern PATTERN> __global__ void warm(u32 *out, const char *data, u32 megabytes, int times)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = sweeps<PATTERN>(data, megabytes, times);
}

template <Pattern PATTERN> __global__ void measured_sweeps(u32 *out, const char *data, u32 megabytes, int times)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = sweeps<PATTERN>(data, megabytes, times);
}

template <Kind KIND> __global__ void measured_changes(u32 *out, char *data, const int *pages, u32 chunks, u32 of_page, int turns)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = changes<KIND>(data, pages, chunks, of_page, turns);
}

static u32 *out;

template <Pattern PATTERN> static void read(const char *name, const char *data)
{
    for (int megabytes : {16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 44, 48, 56, 64, 96}) {
        fprintf(stderr, "launch %s %d\n", name, megabytes);
        void *counts;
        check(cudaGetSymbolAddress(&counts, ended));
        check(cudaMemset(counts, 0, sizeof ended));
        warm<PATTERN><<<SMS, 1024>>>(out, data, megabytes, 12);
        check(cudaMemset(counts, 0, sizeof ended));
        measured_sweeps<PATTERN><<<SMS, 1024>>>(out, data, megabytes, 4);
    }
}

template <Kind KIND> static void change(const char *name, char *data, const int *pages)
{
    struct { int chunks, of_page; } patterns[] = {{1, 1}, {2, 1}, {4, 1}, {8, 1}, {8, 8}, {16, 8}, {32, 8}, {128, 8}, {1024, 8}};
    for (auto [chunks, of_page] : patterns)
        for (int far = 0; far < 2; far++) {
            fprintf(stderr, "launch %s_%s %d_of_%d\n", name, far ? "far" : "near", chunks, of_page);
            measured_changes<KIND><<<SMS, 256>>>(out, data, pages + far * OF_A_SIDE, chunks, of_page, chunks < 16 ? 64 : 256);
        }
}

int main()
{
    out = zeros(SMS * 1024 * 4);
    char *data = (char *)zeros(96 << 20);
    u32 *cycles = zeros(PAGES * 4);
    // What is near takes less than the middle between the fastest and the slowest.
    auto near = [&](int probes) {
        std::vector<u32> took(probes);
        check(cudaMemcpy(took.data(), cycles, probes * 4, cudaMemcpyDeviceToHost));
        u32 middle = (*std::min_element(took.begin(), took.end()) + *std::max_element(took.begin(), took.end())) / 2;
        std::vector<bool> near;
        for (u32 cycles : took) near.push_back(cycles < middle);
        return near;
    };
    probe<<<SMS, 1024>>>(data, 0, 1, cycles);
    std::vector<bool> near_sms = near(SMS);
    int sides[SMS], ranks[SMS], pages[2][OF_A_SIDE] = {}, known[2] = {}, sms[2] = {};
    for (int sm = 0; sm < SMS; sm++) {
        sides[sm] = near_sms[sm] != near_sms[0];
        ranks[sm] = sms[sides[sm]]++;
    }
    // A lone block runs on the first SM, whose side is the first.
    probe<<<1, 1024>>>(data, 0, PAGES, cycles);
    std::vector<bool> near_pages = near(PAGES);
    for (int page = 0; page < PAGES; page++) {
        int far = !near_pages[page];
        if (known[far] < OF_A_SIDE) pages[far][known[far]++] = page;
    }
    fprintf(stderr, "SMs of the sides: %d, %d\n", sms[0], sms[1]);
    check(cudaMemcpyToSymbol(side_of, sides, sizeof sides));
    check(cudaMemcpyToSymbol(rank_of, ranks, sizeof ranks));
    int *list = (int *)zeros(sizeof pages);
    check(cudaMemcpy(list, pages, sizeof pages, cudaMemcpyHostToDevice));
    read<OWN>("own", data);
    read<OTHERS>("others", data);
    read<RANDOM>("random", data);
    read<ONE_SIDE>("one_side", data);
    read<BOTH>("both", data);
    change<WHOLE>("whole", data, list);
    change<WORDS>("words", data, list);
    change<REDUCTIONS>("reductions", data, list);
    change<ATOMICS>("atomics", data, list);
    check(cudaDeviceSynchronize());
}
