// Stores: which of them the SM joins before they cross to the L2, and how long
// the L2 keeps partly written sectors.
typedef unsigned u32;

// One warp's store covers LINES lines with 32 / LINES words each; LINES such
// stores complete the lines. The warp writes the same part of `sets` groups of
// lines, then the next part of each: between two stores to one line lie
// sets * LINES others. Each warp has lines of its own.
template <int LINES> __device__ void alone(u32 *out, int sets, int rounds)
{
    const int words = 32 / LINES, lane = threadIdx.x % 32;
    u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    u32 *line = out + (size_t)warp * rounds * sets * LINES * 32 + lane / words * 32 + lane % words;
    for (int r = 0; r < rounds; r++, line += sets * LINES * 32)
        for (int part = 0; part < LINES; part++)
            for (int s = 0; s < sets; s++) line[s * LINES * 32 + part * words] = part;
}
extern "C" __global__ void store_alone_8(u32 *out, int sets, int rounds) { alone<8>(out, sets, rounds); }
extern "C" __global__ void store_alone_16(u32 *out, int sets, int rounds) { alone<16>(out, sets, rounds); }
extern "C" __global__ void store_alone_32(u32 *out, int sets, int rounds) { alone<32>(out, sets, rounds); }

// The same lines, completed by LINES warps of a block, each with its part: the
// column copy of the lecture.
template <int LINES> __device__ void together(u32 *out, int rounds)
{
    const int words = 32 / LINES, lane = threadIdx.x % 32, part = threadIdx.x / 32;
    u32 *line = out + (size_t)blockIdx.x * rounds * LINES * 32 + lane / words * 32 + lane % words + part * words;
    for (int r = 0; r < rounds; r++, line += LINES * 32) *line = part;
}
extern "C" __global__ void store_together_8(u32 *out, int rounds) { together<8>(out, rounds); }
extern "C" __global__ void store_together_16(u32 *out, int rounds) { together<16>(out, rounds); }
extern "C" __global__ void store_together_32(u32 *out, int rounds) { together<32>(out, rounds); }

// The first word of every sector, then, `behind` sectors later, the other seven
// (never, if `rest` is 0). The grid advances through the buffer side by side.
extern "C" __global__ void store_partial(u32 *out, int sectors, int behind, int rest)
{
    int step = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < sectors + behind; i += step) {
        if (i < sectors) out[(size_t)i * 8] = i;
        int j = i - behind;
        if (rest && j >= 0)
            for (int k = 1; k < 8; k++) out[(size_t)j * 8 + k] = j;
    }
}
