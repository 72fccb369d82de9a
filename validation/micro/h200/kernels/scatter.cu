// Stores, reductions and loads of random places: words, sectors, half lines and lines, in memory of all
// blocks or of each.
typedef unsigned int u32;

// Each group of so many lanes goes to a place of its own, `turns` times; returns the place's number.
template <int LANES> struct Places {
    u32 x, places;

    __device__ Places(u32 places) : x((blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u), places(places) {}

    __device__ u32 next()
    {
        x = x * 1664525u + 1013904223u;
        u32 of_group = LANES == 1 ? x : __shfl_sync(~0u, x, threadIdx.x % 32 / LANES * LANES);
        return (of_group >> 7) % places;
    }
};

// Memory of `words` words, which is each block's own or everybody's.
template <class T> __device__ T *memory(T *out, int words, int own)
{
    return out + (own ? (size_t)blockIdx.x * words * sizeof(u32) / sizeof(T) : 0);
}

template <int LANES> __device__ void store_quads(uint4 *out, int words, int own, int turns)
{
    out = memory(out, words, own) + threadIdx.x % LANES;
    Places<LANES> places(words / 4 / LANES);
#pragma unroll 4
    for (int t = 0; t < turns; t++) out[places.next() * LANES] = make_uint4(t, t, t, t);
}

extern "C" __global__ void scatter_sector(uint4 *out, int words, int own, int turns) { store_quads<2>(out, words, own, turns); }
extern "C" __global__ void scatter_half(uint4 *out, int words, int own, int turns) { store_quads<4>(out, words, own, turns); }
extern "C" __global__ void scatter_line(uint4 *out, int words, int own, int turns) { store_quads<8>(out, words, own, turns); }

extern "C" __global__ void scatter_word(u32 *out, int words, int own, int turns)
{
    out = memory(out, words, own);
    Places<1> places(words);
#pragma unroll 4
    for (int t = 0; t < turns; t++) out[places.next()] = t;
}

extern "C" __global__ void scatter_red(u32 *out, int words, int own, int turns)
{
    out = memory(out, words, own);
    Places<1> places(words);
#pragma unroll 4
    for (int t = 0; t < turns; t++) atomicAdd(out + places.next(), 1);
}

extern "C" __global__ void scatter_load(u32 *out, int words, int own, int turns)
{
    out = memory(out, words, own);
    Places<1> places(words);
    u32 sum = 0;
#pragma unroll 4
    for (int t = 0; t < turns; t++) sum += __ldcg(out + places.next());
    if (sum == 77) out[0] = sum;
}
