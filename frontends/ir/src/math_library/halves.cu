// Functions of floats of 16 bits, as cuda_fp16.hpp and cuda_bf16.hpp have them: by way of `float`
// and the unit's answers. A result that this way gets wrong is put right by an error that is
// added where the argument is the one in question.

#define CORRECT(x, argument, error) \
    r = __hfma(equal_half(x, __ushort_as_half(argument)), __ushort_as_half(error), r);
#define CORRECT_PAIR(x, argument, error) \
    r = __hfma2(__heq2(x, __half2half2(__ushort_as_half(argument))), \
                __half2half2(__ushort_as_half(error)), r);

// A function of a half and of a pair, by one of floats and with the cases to correct.
#define OF_HALVES(name, name_of_pair, of_float, CASES) \
    __device__ half name(half x) \
    { \
        half r = __float2half(of_float(__half2float(x))); \
        CASES(CORRECT) \
        return r; \
    } \
    __device__ half2 name_of_pair(half2 x) \
    { \
        half2 r = __floats2half2_rn(of_float(__low2float(x)), of_float(__high2float(x))); \
        CASES(CORRECT_PAIR) \
        return r; \
    }

#define OF_BFLOATS(name, name_of_pair, of_float) \
    __device__ __nv_bfloat16 name(__nv_bfloat16 x) \
    { \
        return __float2bfloat16(of_float(__bfloat162float(x))); \
    } \
    __device__ __nv_bfloat162 name_of_pair(__nv_bfloat162 x) \
    { \
        return __floats2bfloat162_rn(of_float(__low2float(x)), of_float(__high2float(x))); \
    }

#define NONE(FIX)

// The unit takes neither denormal arguments nor those whose reciprocal is one.
__device__ float bfloat_reciprocal(float x)
{
    float scale = fabsf(x) < 1.17549435e-38f ? 16777216.0f : 1.0f;
    scale = fabsf(x) > 8.50705917e37f ? 0.25f : scale;
    return __fmul_rn(reciprocal_of_unit(__fmul_rn(x, scale)), scale);
}

OF_HALVES(hrcp, h2rcp, reciprocal_of_unit, NONE)
OF_HALVES(hsqrt, h2sqrt, sqrt_of_unit, NONE)
OF_HALVES(hrsqrt, h2rsqrt, rsqrt_of_unit, NONE)
OF_BFLOATS(hrcp_of_bfloat, h2rcp_of_bfloat, bfloat_reciprocal)
OF_BFLOATS(hsqrt_of_bfloat, h2sqrt_of_bfloat, sqrt_approximately)
OF_BFLOATS(hrsqrt_of_bfloat, h2rsqrt_of_bfloat, rsqrt_approximately)

#define LOG2_OF_E __uint_as_float(0x3fb8aa3bu)
#define LOG2_OF_10 __uint_as_float(0x40549a78u)
#define LN_OF_2 __uint_as_float(0x3f317218u)
#define LOG10_OF_2 __uint_as_float(0x3e9a209bu)

__device__ float half_exp(float x) { return exp2_of_unit(__fmaf_rn(x, LOG2_OF_E, -0.0f)); }
__device__ float half_exp10(float x) { return exp2_of_unit(__fmaf_rn(x, LOG2_OF_10, -0.0f)); }
// A little more than the unit says, lest a tie is rounded down.
__device__ float half_exp2(float x)
{
    float power = exp2_of_unit(x);
    return __fmaf_rn(power, __uint_as_float(0x33800000u), power);
}
__device__ float half_log(float x) { return log2_of_unit(x) * LN_OF_2; }
__device__ float half_log10(float x) { return log2_of_unit(x) * LOG10_OF_2; }

#define EXP_CASES(FIX) \
    FIX(x, 0x1f79, 0x9400) FIX(x, 0x25cf, 0x9400) FIX(x, 0xc13b, 0x0400) FIX(x, 0xc1ef, 0x0200)
#define EXP10_CASES(FIX) \
    FIX(x, 0x34de, 0x9800) FIX(x, 0x9766, 0x9000) FIX(x, 0x9972, 0x1000) FIX(x, 0xa5c4, 0x1000) \
    FIX(x, 0xbf0a, 0x8100)
#define LOG_CASES(FIX) \
    FIX(x, 0x160d, 0x9c00) FIX(x, 0x3bfe, 0x8010) FIX(x, 0x3c0b, 0x8080) FIX(x, 0x6051, 0x1c00)
// These are results, not arguments.
#define LOG2_CASES(FIX) FIX(r, 0xa2e2, 0x8080) FIX(r, 0xbf46, 0x9400)
#define LOG10_CASES(FIX) \
    FIX(x, 0x338f, 0x1000) FIX(x, 0x33f8, 0x9000) FIX(x, 0x57e1, 0x9800) FIX(x, 0x719d, 0x9c00)

OF_HALVES(hexp, h2exp, half_exp, EXP_CASES)
OF_HALVES(hexp2, h2exp2, half_exp2, NONE)
OF_HALVES(hexp10, h2exp10, half_exp10, EXP10_CASES)
OF_HALVES(hlog, h2log, half_log, LOG_CASES)
OF_HALVES(hlog2, h2log2, log2_of_unit, LOG2_CASES)
OF_HALVES(hlog10, h2log10, half_log10, LOG10_CASES)

__device__ float bfloat_exp(float x) { return exp2_approximately(x * __uint_as_float(0x3fb8aa3cu)); }
__device__ float bfloat_exp10(float x) { return exp2_approximately(x * LOG2_OF_10); }
__device__ float bfloat_log(float x) { return log2_approximately(x) * LN_OF_2; }
__device__ float bfloat_log10(float x) { return log2_approximately(x) * LOG10_OF_2; }

OF_BFLOATS(hexp_of_bfloat, h2exp_of_bfloat, bfloat_exp)
OF_BFLOATS(hexp2_of_bfloat, h2exp2_of_bfloat, exp2_approximately)
OF_BFLOATS(hlog_of_bfloat, h2log_of_bfloat, bfloat_log)
OF_BFLOATS(hlog2_of_bfloat, h2log2_of_bfloat, log2_approximately)
OF_BFLOATS(hlog10_of_bfloat, h2log10_of_bfloat, bfloat_log10)

// One argument is told apart, where the way through `float` errs.
__device__ __nv_bfloat16 hexp10_of_bfloat(__nv_bfloat16 x)
{
    __nv_bfloat16 r = __float2bfloat16(bfloat_exp10(__bfloat162float(x)));
    return __bfloat16_as_ushort(x) == 0xbc95 ? __ushort_as_bfloat16(0x3f75) : r;
}

// The header compares the pair as one of halves, whose one is a 128th to the sum behind it.
__device__ __nv_bfloat162 h2exp10_of_bfloat(__nv_bfloat162 x)
{
    __nv_bfloat162 r = __floats2bfloat162_rn(bfloat_exp10(__low2float(x)), bfloat_exp10(__high2float(x)));
    half2 found = __heq2(bfloats_as_halves(x), __half2half2(__ushort_as_half(0xbc95)));
    return __hfma2(halves_as_bfloats(found), __bfloat162bfloat162(__ushort_as_bfloat16(0xbf00)), r);
}

// Sine and cosine of a half: what is left of the angle beyond whole quarters of the circle goes
// into a polynomial, that of the sine or of the cosine by the quarter.
__device__ float half_sine(float x, unsigned int quarters)
{
    float shifted = __fmaf_rn(x, 0.636619772f, 12582912.0f);
    float whole = __fadd_rn(shifted, -12582912.0f);
    float rest = __fmaf_rn(whole, -1.5707962512969971f, x);
    rest = __fmaf_rn(whole, -7.5497894158615964e-8f, rest);
    quarters += __float_as_uint(shifted) & 3u;
    float square = rest * rest;
    bool cosine = (quarters & 1u) != 0u;
    float z = __fmaf_rn(cosine ? 2.44331571e-5f : -1.95152959e-4f, square,
                        cosine ? -1.38873163e-3f : 8.33216087e-3f);
    z = __fmaf_rn(z, square, cosine ? 4.16666457e-2f : -1.66666546e-1f);
    z = __fmaf_rn(z, square, cosine ? -0.5f : 0.0f);
    z = __fmaf_rn(z, cosine ? square : rest, cosine ? 1.0f : rest);
    return (quarters & 2u) != 0u ? -z : z;
}

__device__ half hsin(half x)
{
    half result = __float2half(half_sine(__half2float(x), 0u));
    half r = __habs(result), size = __habs(x);
    CORRECT(size, 0x32b3, 0x0800)
    CORRECT(size, 0x5cb0, 0x9000)
    return __ushort_as_half(__half_as_ushort(r) | __half_as_ushort(result) & 0x8000);
}

__device__ half2 h2sin(half2 x)
{
    half2 result = __floats2half2_rn(half_sine(__low2float(x), 0u), half_sine(__high2float(x), 0u));
    half2 r = __habs2(result), size = __habs2(x);
    CORRECT_PAIR(size, 0x32b3, 0x0800)
    CORRECT_PAIR(size, 0x5cb0, 0x9000)
    return pair_of_bits(bits_of_pair(r) | bits_of_pair(result) & 0x80008000u);
}

__device__ half hcos(half x)
{
    half r = __float2half(half_sine(__half2float(x), 1u)), size = __habs(x);
    CORRECT(size, 0x2b7c, 0x1000)
    return r;
}

__device__ half2 h2cos(half2 x)
{
    half2 r = __floats2half2_rn(half_sine(__low2float(x), 1u), half_sine(__high2float(x), 1u));
    half2 size = __habs2(x);
    CORRECT_PAIR(size, 0x2b7c, 0x1000)
    return r;
}

OF_BFLOATS(hsin_of_bfloat, h2sin_of_bfloat, sinf)
OF_BFLOATS(hcos_of_bfloat, h2cos_of_bfloat, cosf)
