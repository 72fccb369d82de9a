// What loops of products of matrices take whose fragments come from shared memory, by 4 to 16 warps that meet or do not.
// A program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o fed fed.cu && ./fed
//
// `fed.txt` is what an H200 answered. Its kernels (`cubin/fed.cubin`) run in the simulator, too.
#include "../loads.cuh"
#include <cuda_fp16.h>

__device__ __forceinline__ void load_fragments(u32 *r, const void *p)
{
    u32 from = (u32)__cvta_generic_to_shared(p);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3},[%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(from) : "memory");
}

__device__ __forceinline__ void multiply(float *c, const u32 *a, u32 b0, u32 b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Again and again twice I x J products of 16 x 8 x 16, whose fragments are loaded each time or once, and a barrier each
// time or none.
template <int I, int J, bool LOADS, bool MEETS> __device__ __forceinline__ void fed(u32 *out, u32 times, u32 seed)
{
    __shared__ __align__(128) half As[128][40];
    __shared__ __align__(128) half Bs[32][136];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    for (int i = t; i < 128 * 20; i += blockDim.x) ((u32 *)As)[i] = seed;
    for (int i = t; i < 32 * 68; i += blockDim.x) ((u32 *)Bs)[i] = seed;
    __syncthreads();
    const int wm = (w >> 2) * 64, wn = (w & 3) * 32;
    float acc[I][J][4] = {};
    u32 a[2][I][4], b[2][J / 2][4];
    auto fetch = [&](int k) {
#pragma unroll
        for (int i = 0; i < I; i++)
            load_fragments(a[k][i], &As[(wm + i * 16 + (lane & 15)) & 127][k * 16 + (lane >> 4) * 8]);
#pragma unroll
        for (int j = 0; j < J / 2; j++)
            load_fragments(b[k][j], &Bs[k * 16 + (lane & 15)][wn + j * 16 + (lane >> 4) * 8]);
    };
    fetch(0);
    fetch(1);
    u32 from = now();
#pragma unroll 1
    for (u32 s = 0; s < times; s++) {
#pragma unroll
        for (int k = 0; k < 2; k++) {
            if (LOADS) fetch(k);
#pragma unroll
            for (int i = 0; i < I; i++)
#pragma unroll
                for (int j = 0; j < J; j++)
                    multiply(acc[i][j], a[k][i], b[k][j >> 1][(j & 1) * 2], b[k][j >> 1][(j & 1) * 2 + 1]);
        }
        if (MEETS) __syncthreads();
    }
    u32 to = now();
    if (lane == 0) out[w] = to - from;
    u32 sum = 0;
    for (int i = 0; i < I; i++)
        for (int j = 0; j < J; j++)
            for (int k = 0; k < 4; k++) sum += __float_as_int(acc[i][j][k]);
    out[64 + t] = sum;
}

#define KERNEL(I, J, L, M) \
    extern "C" __global__ void __launch_bounds__(512) p##I##J##L##M(u32 *out, u32 times, u32 seed) \
    { fed<I, J, L, M>(out, times, seed); }
#define KERNELS(I, J) KERNEL(I, J, 0, 0) KERNEL(I, J, 0, 1) KERNEL(I, J, 1, 0) KERNEL(I, J, 1, 1)
KERNELS(4, 4) KERNELS(2, 4) KERNELS(2, 2) KERNELS(1, 4)

int main()
{
    const u32 TIMES = 64;
    u32 *out = zeros(1 << 16);
    struct { const char *name; void (*kernel)(u32 *, u32, u32); } kernels[] = {
#define NAMED(I, J, L, M) {"p" #I #J #L #M, p##I##J##L##M},
#define ALL(I, J) NAMED(I, J, 0, 0) NAMED(I, J, 0, 1) NAMED(I, J, 1, 0) NAMED(I, J, 1, 1)
        ALL(4, 4) ALL(2, 4) ALL(2, 2) ALL(1, 4)};
    // Cycles of a turn: the mean of all warps, the median of five launches.
    for (auto &k : kernels)
        for (int warps : {4, 8, 12, 16}) {
            std::vector<double> turns;
            for (int launch = 0; launch < 5; launch++) {
                k.kernel<<<1, warps * 32>>>(out, TIMES, 0);
                turns.push_back(mean(left(out, warps)) / TIMES);
            }
            std::sort(turns.begin(), turns.end());
            printf("%s_%d %.1f\n", k.name, warps, turns[2]);
        }
}
