// How long rounds of loads take that DRAM answers, with few or many of them on their way. `sim measure` writes down no rounds
// one by one, so this is a program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o underway underway.cu && ./underway
//
// `underway.txt` is what an H200 answered: the launch, `KERNEL_BLOCKS_WARPS`, then the mean of all rounds but the first and the
// last four of each warp, and what a tenth, a half and nine tenths of them take at most; medians of five launches, each of
// which finds an L2 that holds other things. Its kernels (`cubin/underway.cubin`) run in the simulator, too.
#include "../loads.cuh"

struct Four { u32 x, y, z, w; };

__device__ __forceinline__ Four load_four(const u32 *p)
{
    Four v;
    asm volatile("ld.global.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p) : "memory");
    return v;
}

__device__ __forceinline__ u32 load_word(const u32 *p)
{
    u32 v;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}

__device__ __forceinline__ u32 await(const Four &v) { return await(v.x + v.y + v.z + v.w); }

// A warp's place for its rounds' times.
__device__ __forceinline__ u32 *place(u32 *out, u32 rounds) { return out + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * rounds; }

// Four times 512 bytes a round, `stride` words apart.
__device__ __forceinline__ u32 two_kib(const u32 *p, u32 stride)
{
    u32 from = now();
    Four v0 = load_four(p), v1 = load_four(p + stride), v2 = load_four(p + 2 * stride), v3 = load_four(p + 3 * stride);
    u32 zero = await(v0) + await(v1) + await(v2) + await(v3);
    return now() + zero - from;
}

// Every block goes through a part of the array of its own, ...
extern "C" __global__ void stream(u32 *out, const u32 *a, u32 rounds)
{
    u32 *mine = place(out, rounds);
    const u32 *p = a + (size_t)blockIdx.x * rounds * blockDim.x * 16 + threadIdx.x * 4;
    for (u32 r = 0; r < rounds; r++, p += blockDim.x * 16) mine[r] = two_kib(p, blockDim.x * 4);
}

// ... every warp loads pieces of 2 KB at random of a gigabyte, ...
extern "C" __global__ void pieces(u32 *out, const u32 *a, u32 rounds)
{
    u32 *mine = place(out, rounds), x = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 2654435761u + 12345u;
    for (u32 r = 0; r < rounds; r++) {
        x = x * 1664525u + 1013904223u;
        mine[r] = two_kib(a + (size_t)(x >> 13) * 512 + threadIdx.x % 32 * 4, 128);
    }
}

// ... or every block goes through its part by 512 bytes of a warp and round: ...
template <class Load> __device__ __forceinline__ void half_kib(u32 *out, const u32 *a, u32 rounds, Load load)
{
    u32 *mine = place(out, rounds);
    const u32 *p = a + (size_t)blockIdx.x * rounds * blockDim.x * 4 + threadIdx.x * 4;
    for (u32 r = 0; r < rounds; r++, p += blockDim.x * 4) {
        u32 from = now(), zero = await(load(p));
        mine[r] = now() + zero - from;
    }
}

// ... a word of each 16 bytes, or all of them.
extern "C" __global__ void apart(u32 *out, const u32 *a, u32 rounds) { half_kib(out, a, rounds, load_word); }
extern "C" __global__ void wide(u32 *out, const u32 *a, u32 rounds) { half_kib(out, a, rounds, load_four); }

int main()
{
    u32 *a = zeros((size_t)1152 << 20), *out = zeros(16 << 20);
    for (auto [name, kernel] : {std::pair("stream", stream), std::pair("pieces", pieces), std::pair("apart", apart), std::pair("wide", wide)})
        for (auto [blocks, warps] : {std::pair(1, 1), {1, 4}, {1, 16}, {132, 1}, {132, 2}, {132, 4}, {132, 8}, {132, 16}, {132, 32}, {264, 32}}) {
            u32 rounds = warps <= 4 ? 128 : warps <= 16 ? 64 : 32;
            print(std::string(name) + "_" + std::to_string(blocks) + "_" + std::to_string(warps), [&, kernel = kernel, blocks = blocks, warps = warps] {
                kernel<<<blocks, 32 * warps>>>(out, a, rounds);
                std::vector<u32> v = left(out, blocks * warps * rounds), some;
                for (size_t i = 0; i < v.size(); i++)
                    if (i % rounds >= 4 && i % rounds < rounds - 4) some.push_back(v[i]);
                std::sort(some.begin(), some.end());
                size_t n = some.size();
                return std::vector<double>{mean(some), (double)some[n / 10], (double)some[n / 2], (double)some[n * 9 / 10]};
            });
        }
}
