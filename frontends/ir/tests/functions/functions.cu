// The functions of nvcc's library, one a kernel. Ours are compared with what nvcc 13 made of this
// text for sm_90, `nvcc -arch=sm_90 -cubin functions.cu`.

#define KERNEL(name, type, value) \
    extern "C" __global__ void name(type *out, const type *xs, const type *ys) \
    { \
        int i = blockIdx.x * blockDim.x + threadIdx.x; \
        type x = xs[i], y = ys[i]; \
        out[i] = value; \
    }

__device__ float choice_of_sincosf(float x, float y)
{
    float sine, cosine;
    sincosf(x, &sine, &cosine);
    return y < 0.0f ? sine : cosine;
}

__device__ float choice_of_sincospif(float x, float y)
{
    float sine, cosine;
    sincospif(x, &sine, &cosine);
    return y < 0.0f ? sine : cosine;
}

__device__ double choice_of_sincos(double x, double y)
{
    double sine, cosine;
    sincos(x, &sine, &cosine);
    return y < 0.0 ? sine : cosine;
}

__device__ double choice_of_sincospi(double x, double y)
{
    double sine, cosine;
    sincospi(x, &sine, &cosine);
    return y < 0.0 ? sine : cosine;
}

KERNEL(k_expf, float, expf(x))
KERNEL(k_exp2f, float, exp2f(x))
KERNEL(k_exp10f, float, exp10f(x))
KERNEL(k_expm1f, float, expm1f(x))
KERNEL(k_logf, float, logf(x))
KERNEL(k_log2f, float, log2f(x))
KERNEL(k_log10f, float, log10f(x))
KERNEL(k_log1pf, float, log1pf(x))
KERNEL(k_sinf, float, sinf(x))
KERNEL(k_cosf, float, cosf(x))
KERNEL(k_tanf, float, tanf(x))
KERNEL(k_asinf, float, asinf(x))
KERNEL(k_acosf, float, acosf(x))
KERNEL(k_atanf, float, atanf(x))
KERNEL(k_atan2f, float, atan2f(x, y))
KERNEL(k_sinhf, float, sinhf(x))
KERNEL(k_coshf, float, coshf(x))
KERNEL(k_tanhf, float, tanhf(x))
KERNEL(k_erff, float, erff(x))
KERNEL(k_powf, float, powf(x, y))
KERNEL(k_hypotf, float, hypotf(x, y))
KERNEL(k_cbrtf, float, cbrtf(x))
KERNEL(k_rsqrtf, float, rsqrtf(x))
KERNEL(k_sqrtf, float, sqrtf(x))
KERNEL(k_roundf, float, roundf(x))
KERNEL(k_copysignf, float, copysignf(x, y))
KERNEL(k_erfcf, float, erfcf(x))
KERNEL(k_sinpif, float, sinpif(x))
KERNEL(k_cospif, float, cospif(x))
KERNEL(k_normcdff, float, normcdff(x))
KERNEL(k_acoshf, float, acoshf(x))
KERNEL(k_asinhf, float, asinhf(x))
KERNEL(k_atanhf, float, atanhf(x))
KERNEL(k_rcbrtf, float, rcbrtf(x))
KERNEL(k_fmodf, float, fmodf(x, y))
KERNEL(k_remainderf, float, remainderf(x, y))
KERNEL(k_rhypotf, float, rhypotf(x, y))
KERNEL(k_fdimf, float, fdimf(x, y))
KERNEL(k_sincosf, float, choice_of_sincosf(x, y))
KERNEL(k_sincospif, float, choice_of_sincospif(x, y))
KERNEL(k_classesf, float, isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * (signbit(x) != 0))
KERNEL(k_parts_of_int, float, (__float_as_int(x) / 2 ^ __float_as_int(y) / 1024) + (__float_as_int(x) % 8 ^ __float_as_int(y) % 2))
KERNEL(k_quotient, float, x / y)
KERNEL(k_contracted, float, expf(x) + y)
KERNEL(k_quotient_of_doubles, double, x / y)
KERNEL(k_reciprocal_of_doubles, double, 1.0 / x)
KERNEL(k_root_of_doubles, double, sqrt(x))
KERNEL(k_exp, double, exp(x))
KERNEL(k_exp2, double, exp2(x))
KERNEL(k_exp10, double, exp10(x))
KERNEL(k_expm1, double, expm1(x))
KERNEL(k_log, double, log(x))
KERNEL(k_log2, double, log2(x))
KERNEL(k_log10, double, log10(x))
KERNEL(k_log1p, double, log1p(x))
KERNEL(k_sin, double, sin(x))
KERNEL(k_cos, double, cos(x))
KERNEL(k_tan, double, tan(x))
KERNEL(k_asin, double, asin(x))
KERNEL(k_acos, double, acos(x))
KERNEL(k_atan, double, atan(x))
KERNEL(k_sinh, double, sinh(x))
KERNEL(k_cosh, double, cosh(x))
KERNEL(k_tanh, double, tanh(x))
KERNEL(k_asinh, double, asinh(x))
KERNEL(k_acosh, double, acosh(x))
KERNEL(k_atanh, double, atanh(x))
KERNEL(k_erf, double, erf(x))
KERNEL(k_erfc, double, erfc(x))
KERNEL(k_normcdf, double, normcdf(x))
KERNEL(k_cbrt, double, cbrt(x))
KERNEL(k_rcbrt, double, rcbrt(x))
KERNEL(k_rsqrt, double, rsqrt(x))
KERNEL(k_round, double, round(x))
KERNEL(k_sinpi, double, sinpi(x))
KERNEL(k_cospi, double, cospi(x))
KERNEL(k_atan2, double, atan2(x, y))
KERNEL(k_pow, double, pow(x, y))
KERNEL(k_hypot, double, hypot(x, y))
KERNEL(k_rhypot, double, rhypot(x, y))
KERNEL(k_fmod, double, fmod(x, y))
KERNEL(k_remainder, double, remainder(x, y))
KERNEL(k_copysign, double, copysign(x, y))
KERNEL(k_fdim, double, fdim(x, y))
KERNEL(k_sincos, double, choice_of_sincos(x, y))
KERNEL(k_sincospi, double, choice_of_sincospi(x, y))
KERNEL(k_power_of_int, double, pow(x, (int) y))
KERNEL(k_product_of_words, double, __hiloint2double((int) (__umul64hi((unsigned long long) __double_as_longlong(x), (unsigned long long) __double_as_longlong(y)) >> 32), __double2loint(x)))
KERNEL(k_classes, double, isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * (signbit(x) != 0))
KERNEL(k_nearbyint, double, nearbyint(x))
