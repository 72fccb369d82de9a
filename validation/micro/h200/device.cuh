// What the programs share that call the runtime: its errors, zeroed memory, a load past the L1, and orders that are none.
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

// A number for each, in no order.
__host__ __device__ __forceinline__ unsigned mix(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

// The place of `number` among 2^bits in no order.
__device__ __forceinline__ unsigned shuffled(unsigned number, int bits)
{
    unsigned mask = (1u << bits) - 1;
    number = (number ^ number >> bits / 2) * 0x9E3779B1u & mask;
    number = (number ^ number >> bits / 2) * 0x85EBCA6Bu & mask;
    return number ^ number >> (bits / 2 + 1);
}
