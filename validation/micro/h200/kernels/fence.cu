// Fences behind stores that go round many lines: every slice of the L2 has its turn.
typedef unsigned u32;

// `turns` fences of one thread, each behind `stores` stores to lines 4 KB apart.
extern "C" __global__ void fence_round(u32 *out, int turns, int stores)
{
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
#pragma unroll 1
        for (int k = 0; k < stores; k++)
            asm volatile("st.global.u32 [%0], %1;" :: "l"(out + (t * stores + k) % 256 * 1024), "r"(t) : "memory");
        __threadfence();
    }
}

// The same for a warp that stores nothing, while another of its block does.
extern "C" __global__ void fence_beside(u32 *out, int turns, int stores)
{
#pragma unroll 1
    for (int t = 0; t < turns; t++) {
        if (threadIdx.x == 0)
#pragma unroll 1
            for (int k = 0; k < stores; k++)
                asm volatile("st.global.u32 [%0], %1;" :: "l"(out + (t * stores + k) % 256 * 1024), "r"(t) : "memory");
        __syncthreads();
        if (threadIdx.x >= 32) __threadfence();
        __syncthreads();
    }
}
