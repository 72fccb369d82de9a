// Powers of e, 2 and 10, and what is made of them.

// x * log2(base) is split into a whole number, which goes into the exponent of the result, and a
// rest near zero, of which the unit makes a power of two. The clamped sum keeps the whole number
// within -126 to 126; beyond, the unit's answer overflows or vanishes with the rest. Adding
// 3 * 2^22 leaves the whole number in the low bits, where a shift finds it.
//
// `share` is log2(base) / 252; `high` and `low` are log2(base) in two parts.
__device__ float power_of_base(float x, float share, float high, float low)
{
    float clamped = __saturatef(fmaf(x, share, 0.5f));
    float shifted = __fmaf_rd(clamped, 252.0f, 12582913.0f);
    float whole = shifted - 12583039.0f;
    float rest = fmaf(x, low, fmaf(x, high, -whole));
    float scale = __uint_as_float(__float_as_uint(shifted) << 23);
    return exp2_of_unit(rest) * scale;
}

__device__ float expf(float x)
{
    return power_of_base(x, 0.00572498f, 1.442695f, 1.925963e-8f);
}

__device__ float exp10f(float x)
{
    return power_of_base(x, 0.0131822545f, 3.321928f, 7.059537e-8f);
}

// e^x - 1 by a polynomial, exact near zero, of what is left of x beyond n * ln(2):
// 2^n * (polynomial + 1) - 1. 2^n is halved where it would overflow, and the result doubled.
__device__ float expm1f(float x)
{
    float bound = copysignf(88.72284f, x);
    float held = fabsf(x) > 88.72284f ? bound : x;
    float shifted = fmaf(held, 1.442695f, 12583039.0f);
    float whole = shifted - 12583039.0f;
    float rest = fmaf(-whole, 5.769999e-8f, fmaf(-whole, 0.6931471f, held));
    unsigned int exponent = __float_as_uint(shifted) << 23;
    bool large = whole >= 25.0f;
    float power = __uint_as_float(large ? exponent - 0x800000u : exponent);
    float scale = whole == -128.0f ? 0.0f : power;
    float p = fmaf(0.0013862483f, rest, 0.008366426f);
    p = fmaf(p, rest, 0.04166573f);
    p = fmaf(p, rest, 0.16666545f);
    p = fmaf(p, rest, 0.5000002f);
    p = fmaf(p, rest, 0.0f);
    p = fmaf(p, rest, rest);
    float result = fmaf(p, scale, -(1.0f - scale));
    return large ? result + result : result;
}

// e^x by a whole number of at most 126 and a rest; `shift` is 3 * 2^22 and the exponent's bias, or
// less for a part of the power.
__device__ float exp_of_held(float x, float shift)
{
    float whole = truncf(__fmul_rn(x, 1.442695f));
    float bound = copysignf(126.0f, whole);
    float held = fabsf(whole) > 126.0f ? bound : whole;
    float rest = fmaf(held, 1.9046542e-9f, fmaf(held, -0.6931472f, x));
    float scale = __uint_as_float(__float_as_uint(held + shift) << 23);
    return exp2_of_unit(rest * 1.442695f) * scale;
}

// e^|x| / 4, which does not overflow where the hyperbolic functions do not.
__device__ float quarter_of_exp(float x)
{
    return exp_of_held(fabsf(x), 12583037.0f);
}

__device__ float coshf(float x)
{
    float quarter = quarter_of_exp(x);
    return fmaf(2.0f, quarter, __fmul_rn(0.125f, reciprocal_of_unit(quarter)));
}

__device__ float sinhf(float x)
{
    float quarter = quarter_of_exp(x);
    float size = fmaf(2.0f, quarter, __fmul_rn(-0.125f, reciprocal_of_unit(quarter)));
    float far = copysignf(size, x);
    float square = x * x;
    float p = fmaf(2.816951e-6f, square, 0.0001983616f);
    p = fmaf(p, square, 0.00833335f);
    p = fmaf(p, square, 0.16666667f);
    float near = fmaf(square * p, x, x);
    return fabsf(x) >= 1.0f ? far : near;
}

// 1 - 2 / (e^2x + 1), or a polynomial near zero.
__device__ float tanhf(float x)
{
    float power = exp2_of_unit(fabsf(x) * 2.88539f);
    float quotient = fmaf(reciprocal_of_unit(power + 1.0f), -2.0f, 1.0f);
    float far = copysignf(fabsf(x) >= 9.010914f ? 1.0f : quotient, x);
    float square = x * x;
    float p = fmaf(0.015739683f, square, -0.052303962f);
    p = fmaf(p, square, 0.13315298f);
    p = fmaf(p, square, -0.33332768f);
    p = fmaf(p, square, 0.0f);
    float near = fmaf(p, x, x);
    return fabsf(x) >= 0.6f ? far : near;
}

// The approximation that replaces it under fast math.
__device__ float __exp10f(float x)
{
    return exp2f(__fmul_rn(x, 3.32192802f));
}
