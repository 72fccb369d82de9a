// Logarithms: x = 2^n * (1 + f) with f near zero, and a polynomial in f.

// Infinity and NaN as they are, a NaN of negative numbers, minus infinity of zeros.
__device__ float special_logarithm(float x, float result)
{
    if (__float_as_uint(x) >= 0x7f800000u)
        result = fmaf(x, INFINITY, INFINITY);
    return result;
}

// Numbers too small for the normal form are scaled up first, by 2^23.
__device__ float logf(float x)
{
    bool small = x < 1.1754944e-38f;
    float scaled = small ? x * 8388608.0f : x;
    // Of f between -1/3 and 1/3, n in the upper bits.
    int n = (__float_as_int(scaled) - 0x3f2aaaab) & 0xff800000;
    float exponent = fmaf((float) n, 1.1920929e-7f, small ? -23.0f : 0.0f);
    float f = __int_as_float(__float_as_int(scaled) - n) - 1.0f;
    float p = fmaf(-0.13018857f, f, 0.1408461f);
    p = fmaf(p, f, -0.12148628f);
    p = fmaf(p, f, 0.1398061f);
    p = fmaf(p, f, -0.16684236f);
    p = fmaf(p, f, 0.200123f);
    p = fmaf(p, f, -0.24999669f);
    p = fmaf(p, f, 0.33333182f);
    p = fmaf(p, f, -0.5f);
    float logarithm = fmaf(exponent, 0.6931472f, fmaf(f * p, f, f));
    float result = special_logarithm(scaled, logarithm);
    float of_zero = -INFINITY;
    return scaled == 0.0f ? of_zero : result;
}

__device__ float log10f(float x)
{
    return logf(x) * 0.4342945f;
}

__device__ float log2f(float x)
{
    bool small = x < 1.1754944e-38f;
    float scaled = small ? x * 8388608.0f : x;
    int n = (__float_as_int(scaled) - 0x3f3504f3) & 0xff800000;
    float exponent = fmaf((float) n, 1.1920929e-7f, small ? -23.0f : 0.0f);
    float f = __int_as_float(__float_as_int(scaled) - n) - 1.0f;
    float p = fmaf(0.09702014f, f, -0.16845393f);
    p = fmaf(p, f, 0.1716887f);
    p = fmaf(p, f, -0.17900948f);
    p = fmaf(p, f, 0.20512372f);
    p = fmaf(p, f, -0.24046533f);
    p = fmaf(p, f, 0.28857115f);
    p = fmaf(p, f, -0.36067417f);
    p = fmaf(p, f, 0.4808982f);
    p = fmaf(p, f, -0.7213475f);
    float rest = fmaf(f, 1.442695f, __fmul_rn(f, __fmul_rn(f, p)));
    float result = special_logarithm(scaled, __fadd_rn(exponent, rest));
    float of_zero = -INFINITY;
    return scaled == 0.0f ? of_zero : result;
}

// log(1 + x) without rounding the sum: only its exponent is taken.
__device__ float log1pf(float x)
{
    float sum = __fmaf_rz(x, 1.0f, 1.0f);
    int n = (__float_as_int(sum) - 0x3f400000) & 0xff800000;
    float scaled = __int_as_float(__float_as_int(x) - n);
    float f = fmaf(0.25f, __int_as_float(0x40800000 - n), -1.0f) + scaled;
    float exponent = (float) n * 1.1920929e-7f;
    float p = fmaf(-0.045348614f, f, 0.105468884f);
    p = fmaf(p, f, -0.13229704f);
    p = fmaf(p, f, 0.14491446f);
    p = fmaf(p, f, -0.16641565f);
    p = fmaf(p, f, 0.19988868f);
    p = fmaf(p, f, -0.25000197f);
    p = fmaf(p, f, 0.3333351f);
    p = fmaf(p, f, -0.5f);
    float result = fmaf(exponent, 0.6931472f, fmaf(f * p, f, f));
    int bits = __float_as_int(x);
    if ((unsigned int) bits >= 0x7f800000u) {
        // Beyond all numbers, or negative; from -1 on the logarithm is no number.
        if (bits >= (int) 0xbf800001)
            result = fmaf(x, INFINITY, INFINITY);
        result = x == 0.0f ? -0.0f : result;
    }
    return result;
}

// The inverse hyperbolic functions are log1p of what is exact near zero. Of numbers so large that
// their squares overflow it is the logarithm of twice the number.

__device__ float asinhf(float x)
{
    float size = fabsf(x), square = fmaf(x, x, 1.0f);
    bool large = size > 8388608.0f;
    float inverse = reciprocal_of_unit(fmaf(square, rsqrt_of_unit(square), 1.0f));
    float sum = fmaf(size, size * inverse, size);
    float logarithm = log1pf(large ? size : sum);
    float result = large ? logarithm + 0.6931472f : logarithm;
    float signed_result = copysignf(result, x);
    return size <= INFINITY ? signed_result : result;
}

__device__ float acoshf(float x)
{
    float less = __fadd_rn(x, -1.0f), square = fmaf(x, x, -1.0f);
    bool large = __float_as_uint(less) > 0x4b000000u;
    float inverse = rsqrt_of_unit(square);
    float root = square * inverse;
    root = fmaf(fmaf(-root, root, square), inverse * 0.5f, root);
    root = square == 0.0f ? 0.0f : root;
    // Numbers below 1 count as large, and 2 less has no logarithm.
    float logarithm = log1pf(less + (large ? -1.0000001f : root));
    return large ? logarithm + 0.6931472f : logarithm;
}

__device__ float atanhf(float x)
{
    float size = fabsf(x);
    float inverse = reciprocal_of_unit(1.0f - size);
    float ratio = size * (inverse + inverse);
    return copysignf(0.5f, x) * log1pf(size > 8.507059e+37f ? -2.0f : ratio);
}
