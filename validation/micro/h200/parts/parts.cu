// What a warp's asynchronous copies ask of the L1 and the L2, and how they are written, by how lanes lie in rows.
// `parts.py` makes the cases; nvcc -arch=sm_90 -cubin -o cubin/parts.cubin parts.cu

typedef unsigned u32;

// A warp copies 16 bytes a lane, again and again: of rows of 2^from_lanes lanes, `from_pitch` bytes apart, to rows of
// 2^to_lanes lanes, `to_pitch` bytes apart.
template <bool PAST_L1> __device__ void copies(u32 *out, const char *a, u32 to_lanes, u32 to_pitch, u32 from_lanes, u32 from_pitch, u32 times)
{
    extern __shared__ char place[];
    u32 lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    u32 to = (u32)__cvta_generic_to_shared(place) + (lane >> to_lanes) * to_pitch + (lane & ((1 << to_lanes) - 1)) * 16;
    const char *p = a + (size_t)(lane >> from_lanes) * from_pitch + (lane & ((1 << from_lanes) - 1)) * 16 + (size_t)w * 65536;
    for (u32 r = 0; r < times; r++) {
        if (PAST_L1) asm volatile("cp.async.cg.shared.global [%0],[%1],16;" ::"r"(to), "l"(p) : "memory");
        else asm volatile("cp.async.ca.shared.global [%0],[%1],16;" ::"r"(to), "l"(p) : "memory");
        asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
    }
    out[threadIdx.x] = place[threadIdx.x];
}

extern "C" __global__ void cg(u32 *out, const char *a, u32 to_lanes, u32 to_pitch, u32 from_lanes, u32 from_pitch, u32 times)
{
    copies<true>(out, a, to_lanes, to_pitch, from_lanes, from_pitch, times);
}

extern "C" __global__ void ca(u32 *out, const char *a, u32 to_lanes, u32 to_pitch, u32 from_lanes, u32 from_pitch, u32 times)
{
    copies<false>(out, a, to_lanes, to_pitch, from_lanes, from_pitch, times);
}
