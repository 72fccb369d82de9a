// What the programs share that time loads one by one which the L2 does not hold.
#include "device.cuh"
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

typedef unsigned u32;

__device__ __forceinline__ u32 now()
{
    u32 t;
    asm volatile("mov.u32 %0,%%clock;" : "=r"(t)::"memory");
    return t;
}

// Waits for a loaded value, which is 0: 0 again.
__device__ __forceinline__ u32 await(u32 value)
{
    u32 more;
    asm volatile("add.u32 %0,%1,1;" : "=r"(more) : "r"(value) : "memory");
    return more == 0x12345;
}

// What a load takes.
__device__ __forceinline__ u32 timed(const u32 *p)
{
    u32 from = now(), zero = await(load(p));
    return now() + zero - from;
}

__device__ __forceinline__ void pause(u32 cycles)
{
    u32 from = now();
    while (now() - from < cycles) {}
}

__global__ void sweep(u32 *p, size_t words)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    u32 sum = 0;
    for (; i < words; i += (size_t)gridDim.x * blockDim.x) sum += p[i];
    if (sum == 0x1234567) p[0] = sum;
}

static std::vector<u32> left(const u32 *out, size_t words)
{
    std::vector<u32> read(words);
    check(cudaMemcpy(read.data(), out, 4 * words, cudaMemcpyDeviceToHost));
    return read;
}

// The L2 holds other things from now on.
static void forget_all()
{
    static u32 *other = zeros((size_t)256 << 20);
    sweep<<<1056, 256>>>(other, (size_t)64 << 20);
}

// A gigabyte, and random pages of it, by their first lines.
struct Pages {
    u32 *memory = zeros((size_t)1 << 30);
    size_t *lines;

    Pages(int rounds)
    {
        std::vector<size_t> first(rounds);
        unsigned long long s = 88172645463325252ull;
        for (size_t &line : first) {
            s ^= s << 13, s ^= s >> 7, s ^= s << 17;
            line = (s % ((1 << 23) - 20000) + 8192) & ~(size_t)31;
        }
        check(cudaMalloc(&lines, 8 * rounds));
        check(cudaMemcpy(lines, first.data(), 8 * rounds, cudaMemcpyHostToDevice));
    }
};

// Prints what these shares, in hundredths, of some numbers do not exceed.
static void print_shares(std::vector<u32> some, std::vector<int> shares)
{
    std::sort(some.begin(), some.end());
    if (some.empty()) printf(" -");
    else for (size_t i = 0; i < shares.size(); i++) printf("%c%u", i ? '/' : ' ', some[some.size() * shares[i] / 100]);
}

// From how many cycles on a lone load from DRAM is taken for one of the far side, and for one that a refresh or a pause
// has held up.
static const u32 FAR_FROM = 690, LATE_FROM = 850;

// Of a round that was run twice, by what its lone load took: 0 if the line's home is the near side, 1 if the far one, -1
// if it came late both times.
static int half_of(u32 once, u32 twice)
{
    u32 idle = std::min(once, twice);
    return idle >= LATE_FROM ? -1 : idle >= FAR_FROM;
}

static double mean(const std::vector<u32> &v)
{
    double sum = 0;
    for (u32 x : v) sum += x;
    return sum / v.size();
}

// Of five launches the median, number by number; each finds an L2 that holds other things.
static void print(const std::string &name, const std::function<std::vector<double>()> &launch)
{
    std::vector<std::vector<double>> all;
    for (int i = 0; i < 5; i++) {
        forget_all();
        all.push_back(launch());
    }
    printf("%s", name.c_str());
    for (size_t i = 0; i < all[0].size(); i++) {
        std::vector<double> of;
        for (auto &one : all) of.push_back(one[i]);
        std::sort(of.begin(), of.end());
        printf(" %.0f", of[2]);
    }
    printf("\n");
}
