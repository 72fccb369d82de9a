// Functions of floats of 16 bits, one a kernel. Ours are compared with what nvcc 13 made of this
// text for sm_90, `nvcc -arch=sm_90 -cubin halves.cu`.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define KERNEL(name, type, load, store, value) \
    extern "C" __global__ void name(unsigned short *out, const unsigned short *xs, const unsigned short *ys) \
    { \
        int i = blockIdx.x * blockDim.x + threadIdx.x; \
        type x = load(xs[i]), y = load(ys[i]); \
        out[i] = store(value); \
    }

// Of a pair the second half is `y`, and both results count.
#define KERNEL_OF_PAIRS(name, type, load, pair, low, high, store, value) \
    extern "C" __global__ void name(unsigned short *out, const unsigned short *xs, const unsigned short *ys) \
    { \
        int i = blockIdx.x * blockDim.x + threadIdx.x; \
        type x = pair(load(xs[i]), load(ys[i])); \
        type r = value; \
        out[i] = store(low(r)) + 3 * store(high(r)); \
    }

#define HALF(name, value) KERNEL(name, __half, __ushort_as_half, __half_as_ushort, value)
#define HALF2(name, value) \
    KERNEL_OF_PAIRS(name, __half2, __ushort_as_half, __halves2half2, __low2half, __high2half, \
                    __half_as_ushort, value)
#define BFLOAT(name, value) \
    KERNEL(name, __nv_bfloat16, __ushort_as_bfloat16, __bfloat16_as_ushort, value)
#define BFLOAT2(name, value) \
    KERNEL_OF_PAIRS(name, __nv_bfloat162, __ushort_as_bfloat16, __halves2bfloat162, \
                    __low2bfloat16, __high2bfloat16, __bfloat16_as_ushort, value)

HALF(half_sqrt, hsqrt(x))
HALF2(pair_sqrt, h2sqrt(x))
BFLOAT(bfloat_sqrt, hsqrt(x))
BFLOAT2(bpair_sqrt, h2sqrt(x))
HALF(half_rsqrt, hrsqrt(x))
HALF2(pair_rsqrt, h2rsqrt(x))
BFLOAT(bfloat_rsqrt, hrsqrt(x))
BFLOAT2(bpair_rsqrt, h2rsqrt(x))
HALF(half_rcp, hrcp(x))
HALF2(pair_rcp, h2rcp(x))
BFLOAT(bfloat_rcp, hrcp(x))
BFLOAT2(bpair_rcp, h2rcp(x))
HALF(half_exp, hexp(x))
HALF2(pair_exp, h2exp(x))
BFLOAT(bfloat_exp, hexp(x))
BFLOAT2(bpair_exp, h2exp(x))
HALF(half_exp2, hexp2(x))
HALF2(pair_exp2, h2exp2(x))
BFLOAT(bfloat_exp2, hexp2(x))
BFLOAT2(bpair_exp2, h2exp2(x))
HALF(half_exp10, hexp10(x))
HALF2(pair_exp10, h2exp10(x))
BFLOAT(bfloat_exp10, hexp10(x))
BFLOAT2(bpair_exp10, h2exp10(x))
HALF(half_log, hlog(x))
HALF2(pair_log, h2log(x))
BFLOAT(bfloat_log, hlog(x))
BFLOAT2(bpair_log, h2log(x))
HALF(half_log2, hlog2(x))
HALF2(pair_log2, h2log2(x))
BFLOAT(bfloat_log2, hlog2(x))
BFLOAT2(bpair_log2, h2log2(x))
HALF(half_log10, hlog10(x))
HALF2(pair_log10, h2log10(x))
BFLOAT(bfloat_log10, hlog10(x))
BFLOAT2(bpair_log10, h2log10(x))
HALF(half_sin, hsin(x))
HALF2(pair_sin, h2sin(x))
BFLOAT(bfloat_sin, hsin(x))
BFLOAT2(bpair_sin, h2sin(x))
HALF(half_cos, hcos(x))
HALF2(pair_cos, h2cos(x))
BFLOAT(bfloat_cos, hcos(x))
BFLOAT2(bpair_cos, h2cos(x))
HALF(half_floor, hfloor(x))
HALF2(pair_floor, h2floor(x))
BFLOAT(bfloat_floor, hfloor(x))
BFLOAT2(bpair_floor, h2floor(x))
HALF(half_ceil, hceil(x))
HALF2(pair_ceil, h2ceil(x))
BFLOAT(bfloat_ceil, hceil(x))
BFLOAT2(bpair_ceil, h2ceil(x))
HALF(half_trunc, htrunc(x))
HALF2(pair_trunc, h2trunc(x))
BFLOAT(bfloat_trunc, htrunc(x))
BFLOAT2(bpair_trunc, h2trunc(x))
HALF(half_rint, hrint(x))
HALF2(pair_rint, h2rint(x))
BFLOAT(bfloat_rint, hrint(x))
BFLOAT2(bpair_rint, h2rint(x))
