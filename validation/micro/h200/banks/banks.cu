// How long a load that hits the L1 waits for stores of its warp before it that touch a line for each lane, anywhere in
// 2 MB: which lines share a bank of the tags, and what a bank has room for. A program of its own, which prints for each
// number of stores and lanes the fewest cycles of each set of lines (banks.txt; banks.py finds in it what the banks
// are): nvcc -arch=sm_90 -O3 banks.cu. Its kernels alone are cubin/banks.cubin.
#include <cstdio>
#include <vector>

typedef unsigned u32;

#define CLOCK(t) asm volatile("mov.u32 %0, %%clock;" : "=r"(t)::"memory")

// The line of a lane in one of so many sets, by its number in 2 MB.
__device__ __forceinline__ u32 line(u32 place)
{
    u32 x = place * 0x9e3779b9u;
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    return x >> 18;
}

__device__ __forceinline__ u32 load(const u32 *p)
{
    u32 v;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}

// Without a branch, which would part the two.
__device__ __forceinline__ void store(u32 *p, u32 v, u32 there)
{
    asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0; @p st.global.u32 [%0], %1;}" ::"l"(p), "r"(v), "r"(there) : "memory");
}

template <int STORES> __device__ void behind(const u32 *loaded, u32 *stored, u32 *out, int lanes, int sets, int turns)
{
    const size_t PAGE = 2 << 20;
    u32 lane = threadIdx.x, there = lane < lanes, sum = 0;
    u32 *page = (u32 *)(((size_t)stored + PAGE - 1) & ~(PAGE - 1));
    const u32 *p = loaded + lane;
#pragma unroll 1
    for (int set = 0; set < sets; set++) {
        u32 *q = page + line((2 * set) * 32 + lane) * 32 + lane, *r = page + line((2 * set + 1) * 32 + lane) * 32 + lane;
        u32 fewest = ~0u;
#pragma unroll 1
        for (int i = 0; i < turns; i++) {
            u32 begin, before, after, x;
            sum += load(p);
            CLOCK(begin);
            do CLOCK(before);
            while (before - begin < 700);
            CLOCK(before);
            store(q, i, there);
            if (STORES > 1) store(r, i, there);
            x = load(p);
            asm volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(before) : "memory");
            CLOCK(after);
            after += x == 0x1357911;
            sum += x;
            fewest = min(fewest, after - before);
        }
        if (lane == 0) out[set] = fewest;
    }
    if (sum == 0x7654321) out[0] = sum;
}
extern "C" __global__ void one(const u32 *loaded, u32 *stored, u32 *out, int lanes, int sets, int turns)
{
    behind<1>(loaded, stored, out, lanes, sets, turns);
}
extern "C" __global__ void two(const u32 *loaded, u32 *stored, u32 *out, int lanes, int sets, int turns)
{
    behind<2>(loaded, stored, out, lanes, sets, turns);
}

int main()
{
    const int turns = 6, most = 9000;
    u32 *loaded, *stored, *out;
    cudaMalloc(&loaded, 4096);
    cudaMalloc(&stored, 4 << 20);
    cudaMalloc(&out, most * sizeof(u32));
    cudaMemset(loaded, 0, 4096);
    struct { int stores, lanes, sets; } kinds[] = {{1, 16, 500}, {1, 24, most}, {1, 32, 500}, {2, 16, 500}, {2, 24, 500}};
    for (auto kind : kinds) {
        auto kernel = kind.stores == 1 ? one : two;
        std::vector<u32> cycles(kind.sets);
        for (int launch = 0; launch < 2; launch++) kernel<<<1, 32>>>(loaded, stored, out, kind.lanes, kind.sets, turns);
        cudaMemcpy(cycles.data(), out, kind.sets * sizeof(u32), cudaMemcpyDeviceToHost);
        printf("%s %d", kind.stores == 1 ? "one" : "two", kind.lanes);
        for (u32 each : cycles) printf(" %u", each);
        printf("\n");
    }
    cudaError_t last = cudaGetLastError();
    if (last != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(last));
    return last != cudaSuccess;
}
