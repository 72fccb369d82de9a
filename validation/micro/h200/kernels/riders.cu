// Loads of which SMs of a GPC want the same sectors at about the same time.
typedef unsigned int u32;

// Neighbouring threads lie gridDim.x words apart: eight blocks share each sector, and 32 each line.
extern "C" __global__ void riders_strided(u32 *out, const u32 *a)
{
    u32 x = a[blockIdx.x + gridDim.x * threadIdx.x];
    if (x == 77) out[blockIdx.x] = x;
}

// Eight blocks want the same: a line for each warp (0), a sector of it (1), a word of 32 lines (2), each block
// another word of their sectors (3); or everybody the same line (4) or words of 32 lines (5).
extern "C" __global__ void riders_shared(u32 *out, const u32 *a, int kind, int turns)
{
    int lane = threadIdx.x % 32, eight = blockIdx.x / 8, b = blockIdx.x % 8;
    u32 sum = 0;
    for (int t = 0; t < turns; t++) {
        u32 i = kind == 0 ? eight * 32 + lane
              : kind == 1 ? eight * 32 + lane % 8
              : kind == 2 ? eight * 1024 + lane * 32
              : kind == 3 ? eight * 1024 + lane * 32 + b
              : kind == 4 ? lane
                          : lane * 32;
        sum += a[i + t * 32768];
    }
    if (sum == 77) out[blockIdx.x] = sum;
}
