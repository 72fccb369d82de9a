// Loads and stores that the compiler leaves where they stand.
#pragma once
typedef unsigned u32;

__device__ __forceinline__ u32 load(const u32 *p)
{
    u32 value;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}

__device__ __forceinline__ void store(u32 *p, u32 value)
{
    asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}
