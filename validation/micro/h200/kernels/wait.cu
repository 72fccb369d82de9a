// Loads that wait for misses: of eight loads of a batch the first misses some sectors and the others want
// the same. What each takes of the tag and the data stage of the L1, by lines and by passes.
typedef unsigned u32;

// Every lane has a word, or two or four, of one line.
template <int WORDS> __device__ __forceinline__ u32 load(const u32 *p)
{
    u32 x, y = 0, z = 0, w = 0;
    if (WORDS == 1) asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
    if (WORDS == 2) asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p) : "memory");
    if (WORDS == 4) asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p) : "memory");
    return x + y + z + w;
}

template <int WORDS> __device__ void words(u32 *out, const u32 *a, int turns)
{
    u32 lane = threadIdx.x % 32, sum = 0;
    // Two blocks of an SM have lines of their own.
    const u32 *p = a + ((threadIdx.x / 32) * 2 + blockIdx.x / 132) * (turns * 32 * WORDS);
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
        u32 v[8];
#pragma unroll
        for (int k = 0; k < 8; k++) v[k] = load<WORDS>(p + (lane ^ k) * WORDS);
#pragma unroll
        for (int k = 0; k < 8; k++) sum += v[k];
        p += 32 * WORDS;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void wait_words_1(u32 *out, const u32 *a, int turns) { words<1>(out, a, turns); }
extern "C" __global__ void wait_words_2(u32 *out, const u32 *a, int turns) { words<2>(out, a, turns); }
extern "C" __global__ void wait_words_4(u32 *out, const u32 *a, int turns) { words<4>(out, a, turns); }

// The lanes share so many lines, `STEP` words apart so that they lie in different banks; eight loads want each so many
// words one behind the other.
template <int LINES, int STEP, int WORDS> __device__ void lines(u32 *out, const u32 *a, int turns)
{
    const int ROW = LINES * STEP + 31 & ~31;
    u32 sum = 0;
    const u32 *p = a + ((threadIdx.x / 32) * 2 + blockIdx.x / 132) * (turns * ROW) + threadIdx.x % LINES * STEP;
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
        u32 v[8];
#pragma unroll
        for (int k = 0; k < 8; k++) v[k] = load<1>(p + k % WORDS);
#pragma unroll
        for (int k = 0; k < 8; k++) sum += v[k];
        p += ROW;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void wait_lines_2(u32 *out, const u32 *a, int turns) { lines<2, 33, 8>(out, a, turns); }
extern "C" __global__ void wait_lines_4(u32 *out, const u32 *a, int turns) { lines<4, 33, 8>(out, a, turns); }
extern "C" __global__ void wait_lines_8(u32 *out, const u32 *a, int turns) { lines<8, 33, 8>(out, a, turns); }
extern "C" __global__ void wait_lines_16(u32 *out, const u32 *a, int turns) { lines<16, 33, 8>(out, a, turns); }

// The same, and of each line one sector alone.
extern "C" __global__ void wait_sectors_2(u32 *out, const u32 *a, int turns) { lines<2, 48, 8>(out, a, turns); }
extern "C" __global__ void wait_sectors_4(u32 *out, const u32 *a, int turns) { lines<4, 40, 8>(out, a, turns); }
extern "C" __global__ void wait_sectors_8(u32 *out, const u32 *a, int turns) { lines<8, 36, 4>(out, a, turns); }
extern "C" __global__ void wait_sectors_16(u32 *out, const u32 *a, int turns) { lines<16, 34, 2>(out, a, turns); }

// Each thread walks along a row of its own, `stride` words from the next one's, eight words at a time, or
// one: with a stride of 512 + n words, n to 32 of them a power of two, n passes of the data stage.
template <int AHEAD> __device__ void walk(u32 *out, const u32 *a, int turns, int stride)
{
    const u32 *p = a + threadIdx.x * stride;
    u32 sum = 0;
#pragma unroll 1
    for (int t = 0; t < turns * 8; t += AHEAD) {
        u32 v[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++) v[k] = load<1>(p + t + k);
#pragma unroll
        for (int k = 0; k < AHEAD; k++) sum += v[k];
    }
    out[threadIdx.x] = sum;
}
extern "C" __global__ void wait_rows_1(u32 *out, const u32 *a, int turns, int stride) { walk<1>(out, a, turns, stride); }
extern "C" __global__ void wait_rows_8(u32 *out, const u32 *a, int turns, int stride) { walk<8>(out, a, turns, stride); }
