// Stores of the fields of structures, and how long the L1 knows a line that was stored to.
typedef unsigned u32;

// Each thread stores FIELDS words, one after the other, to a structure of WORDS words of its own; if
// LOAD, it has read them first. Each warp goes through `turns` groups of lines of its own.
template <int FIELDS, int WORDS, bool LOAD> __device__ void fields(u32 *out, int turns)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    u32 *p = out + (size_t)warp * turns * 32 * WORDS + threadIdx.x % 32 * WORDS;
#pragma unroll 1
    for (int t = 0; t < turns; t++, p += 32 * WORDS) {
        u32 v[FIELDS];
#pragma unroll
        for (int f = 0; f < FIELDS; f++) v[f] = LOAD ? p[f] + 1 : t;
#pragma unroll
        for (int f = 0; f < FIELDS; f++) asm volatile("st.global.u32 [%0], %1;" ::"l"(p + f), "r"(v[f]) : "memory");
    }
}
#define FIELDS_OF(F, W) \
    extern "C" __global__ void fields_store_##F##_##W(u32 *out, int turns) { fields<F, W, false>(out, turns); } \
    extern "C" __global__ void fields_update_##F##_##W(u32 *out, int turns) { fields<F, W, true>(out, turns); }
FIELDS_OF(2, 8)
FIELDS_OF(3, 8)
FIELDS_OF(8, 8)
FIELDS_OF(4, 4)
FIELDS_OF(2, 16)
FIELDS_OF(4, 16)

// A warp stores to one sector of a line (or reads it, if `read`), then to `between` other lines (or
// reads them, if `others`), then to another sector of the first: does it find the line?
extern "C" __global__ void fields_known(u32 *out, int rounds, int between, int read, int others)
{
    int lane = threadIdx.x;
    u32 sum = 0;
#pragma unroll 1
    for (int r = 0; r < rounds; r++, out += (between + 1) * 32) {
        if (lane < 8) {
            if (read) sum += out[lane + 8];
            else out[lane] = r;
        }
        __syncwarp();
#pragma unroll 1
        for (int k = 1; k <= between; k++)
            if (lane < 8) {
                if (others) sum += out[k * 32 + lane];
                else out[k * 32 + lane] = sum;
            }
        __syncwarp();
        if (lane < 8) out[lane + 8] = sum;
    }
}
