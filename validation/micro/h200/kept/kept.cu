// For how long stores keep a line in the SM that join without end. `kept.py` runs it under Nsight Compute and says what it found. Each launch
// says on stderr what it is.
//
//     nvcc -O3 -arch=sm_90 kept.cu -o kept
#include "../device.cuh"

typedef unsigned u32;

// Warps that store to the same lines again and again, so many products apart.
extern "C" __global__ __launch_bounds__(1024) void kept(u32 *out, int rounds, int lines, int pause)
{
    u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    u32 *p = out + lane * 32 + warp;
    float f = rounds;
    __syncthreads();
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
#pragma unroll 1
        for (int i = 0; i < pause; i++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(f));
        if (lane < lines) asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(__float_as_uint(f)) : "memory");
    }
}
int main()
{
    u32 *out = zeros(1 << 20);
    for (int warps : {1, 4, 16, 32})
        for (int lines : {1, 4, 16})
            for (int rounds : {16, 64, 256, 1024})
                for (int pause : {0, 10}) {
                    fprintf(stderr, "launch kept_%d_%d_%d_%d\n", warps, lines, rounds, pause);
                    kept<<<1, 32 * warps>>>(out, rounds, lines, pause);
                    check(cudaDeviceSynchronize());
                }
}
