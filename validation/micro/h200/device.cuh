// What the programs share that call the runtime: its errors, zeroed memory, and a load past the L1.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static void check(cudaError_t error)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    exit(1);
}

// Zeroed memory of so many bytes.
static unsigned *zeros(size_t bytes)
{
    void *memory;
    check(cudaMalloc(&memory, bytes));
    check(cudaMemset(memory, 0, bytes));
    return (unsigned *)memory;
}

__device__ __forceinline__ unsigned load(const unsigned *p)
{
    unsigned value;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}
