// Which lines of arrays that one warp reads again and again its SM's L1 has kept: what a set holds, which line lies in
// which, and which goes first. The loads of a round wait for each other, and those that take longer than a hit are
// counted. Each kernel begins on an empty L1.
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -DMAIN -o rounds rounds.cu && ./rounds > rounds.txt
//   nvcc -std=c++17 -arch=sm_90 -O3 -cubin -o cubin/rounds.cubin rounds.cu
//
// `rounds.txt` is what an H100 showed, whose SMs are an H200's. The kernels run in the simulator, too.
typedef unsigned u32;

__host__ __device__ __forceinline__ u32 mix(u32 x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// Whether a load has missed; `zero` is what it found, which the next one's address is made of.
__device__ __forceinline__ u32 misses(const char *p, u32 &zero)
{
    u32 begin, end;
    asm volatile("mov.u32 %0,%%clock;" : "=r"(begin)::"memory");
    asm volatile("ld.global.u32 %0,[%1];" : "=r"(zero) : "l"(p + zero) : "memory");
    if (zero == ~0u) __trap();
    asm volatile("mov.u32 %0,%%clock;" : "=r"(end)::"memory");
    return end - begin > 150;
}

// A random part of two arrays of 2,048 lines that lie 2^high bytes apart, in order: which of them miss in the last
// round, a bit each.
extern "C" __global__ void rounds_part(const char *data, u32 *out, u32 high, u32 seed, u32 part, u32 rounds)
{
    u32 zero = 0, keep[4] = {};
    for (u32 round = 0; round < rounds; round++)
#pragma unroll
        for (int k = 0; k < 4; k++)
            for (u32 w = 0; w < 32; w++) {
                u32 word = 0;
                for (u32 b = 0; b < 32; b++) {
                    u32 line = (k * 32 + w) * 32 + b;
                    if (mix(seed * 65536 + line) < part)
                        word |= misses(data + (line & 2047) * 128 + ((size_t)(line >> 11) << high), zero) << b;
                }
                if (w == threadIdx.x) keep[k] = word;
            }
    for (int k = 0; k < 4; k++) out[k * 32 + threadIdx.x] = keep[k];
}

// Other random lines of so many each time: how many miss in each round.
extern "C" __global__ void rounds_fresh(const char *data, u32 *out, u32 lines, u32 some, u32 times, u32 rounds)
{
    u32 zero = 0;
    for (u32 time = 0; time < times; time++)
        for (u32 round = 0; round < rounds; round++) {
            u32 missing = 0;
            for (u32 i = 0; i < some; i++)
                missing += misses(data + (size_t)(mix(time * 4096 + i) % lines) * 128, zero);
            if (threadIdx.x == 0) out[time * rounds + round] = missing;
        }
}

// Lines in a row: how many miss in each round.
extern "C" __global__ void rounds_sweep(const char *data, u32 *out, u32 lines, u32 rounds)
{
    u32 zero = 0;
    for (u32 round = 0; round < rounds; round++) {
        u32 missing = 0;
        for (u32 line = 0; line < lines; line++) missing += misses(data + line * 128, zero);
        if (threadIdx.x == 0) out[round] = missing;
    }
}

// All threads load lines of their own at once, so many each; then a warp reads them all in a row: how many miss.
extern "C" __global__ void rounds_burst(const char *data, u32 *out, u32 each)
{
    u32 sum = 0, zero = 0, missing = 0;
#pragma unroll 4
    for (u32 i = 0; i < each; i++) {
        u32 value;
        asm volatile("ld.global.u32 %0,[%1];" : "=r"(value) : "l"(data + (i * blockDim.x + threadIdx.x) * 128) : "memory");
        sum += value;
    }
    if (__syncthreads_or(sum)) __trap();
    if (threadIdx.x >= 32) return;
    for (u32 line = 0; line < each * blockDim.x; line++) missing += misses(data + line * 128, zero);
    if (threadIdx.x == 0) out[0] = missing;
}

#ifdef MAIN
#include <cstdio>
#include <cstdlib>
#include <vector>

void print(const char *name, const u32 *out, size_t count)
{
    std::vector<u32> h(count);
    if (cudaMemcpy(h.data(), out, count * 4, cudaMemcpyDeviceToHost) != cudaSuccess) exit(1);
    printf("%s", name);
    for (u32 x : h) printf(" %u", x);
    printf("\n");
}

int main()
{
    char *data, name[64];
    u32 *out;
    cudaMalloc(&data, (size_t)33 << 30);
    cudaMemset(data, 0, (size_t)33 << 30);
    cudaMalloc(&out, 4096);
    for (u32 high = 18; high <= 34; high++) {
        rounds_part<<<1, 32>>>(data, out, high, high, 1800000000u, 3);
        snprintf(name, 64, "part_%u", high);
        print(name, out, 128);
    }
    for (u32 lines : {4096u, 262144u})
        for (u32 some : {256u, 512u, 900u, 1400u}) {
            rounds_fresh<<<1, 32>>>(data, out, lines, some, 8, 5);
            snprintf(name, 64, "fresh_%u_%u", lines, some);
            print(name, out, 40);
        }
    cudaFuncSetAttribute(rounds_sweep, cudaFuncAttributeMaxDynamicSharedMemorySize, 226 << 10);
    for (u32 shared : {0u, 226u})
        for (u32 more = 0; more <= 640; more += more < 192 ? 16 : 64) {
            u32 lines = (shared ? 160 : 1696) + more;
            rounds_sweep<<<1, 32, shared << 10>>>(data, out, lines, 12);
            snprintf(name, 64, "sweep_%u_%u", shared, lines);
            print(name, out, 12);
        }
    cudaFuncSetAttribute(rounds_burst, cudaFuncAttributeMaxDynamicSharedMemorySize, 226 << 10);
    for (u32 shared : {0u, 226u})
        for (u32 each : {1u, 2u, 4u})
            for (u32 threads : {128u, 256u, 512u, 1024u}) {
                for (int i = 0; i < 2; i++) rounds_burst<<<1, threads, shared << 10>>>(data, out, each);
                snprintf(name, 64, "burst_%u_%u_%u", shared, each, threads);
                print(name, out, 1);
            }
}
#endif
