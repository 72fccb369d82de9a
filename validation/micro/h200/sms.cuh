// What the programs share that choose SMs.
#pragma once
#include "device.cuh"
#include <vector>

typedef unsigned u32;
typedef std::vector<int> SMs;

static int all_sms;

// SMs, a bit each.
struct Mask { u32 words[8]; };

static Mask mask_of(const SMs &sms)
{
    Mask mask = {};
    for (int sm : sms) mask.words[sm / 32] |= 1u << sm % 32;
    return mask;
}

__device__ bool is_in(const Mask &mask, u32 sm)
{
    return mask.words[sm / 32] >> sm % 32 & 1;
}

__device__ u32 this_sm()
{
    u32 sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    return sm;
}
