// How long loads take that hit the L2 while others do, too.
typedef unsigned int u32;

// Each warp's next load waits for its last: `lanes` lanes on random lines of a table of zeros, a power of two.
extern "C" __global__ void loaded(u32 *out, const u32 *a, int turns, int lines, int lanes)
{
    u32 thread = blockIdx.x * blockDim.x + threadIdx.x, i = thread * 0x9E3779B9u;
    bool on = threadIdx.x % 32 < lanes;
    // Once over the table, so that it is in the L2, at both sides.
    u32 x = 0;
    for (u32 l = thread; l < lines; l += gridDim.x * blockDim.x) x += __ldcg(a + l * 32);
    for (int t = 0; t < turns; t++) {
        i = i * 1664525 + 1013904223 + x;
        if (on) x = __ldcg(a + (i >> 8 & (lines - 1)) * 32);
        x = __shfl_sync(~0u, x, 0);
    }
    if (x == 77) out[0] = x;
}
