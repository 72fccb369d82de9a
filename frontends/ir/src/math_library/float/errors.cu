// The error function and what is made of it.

// The error function: a polynomial in x * x, or 1 - 2^-(a polynomial in |x|).
__device__ float erff(float x)
{
    float size = fabsf(x), square = x * x;
    bool far = size >= 1.0037584f;
    float t = far ? size : square;
    float p = fmaf(far ? 6.784818e-5f : 6.74986e-5f, t, far ? -0.0009299388f : -0.00076476467f);
    p = fmaf(p, t, far ? 0.006954225f : 0.005143017f);
    p = fmaf(p, t, far ? -0.037528004f : -0.026827244f);
    p = fmaf(p, t, far ? 0.15668742f : 0.112828694f);
    p = fmaf(p, t, far ? 0.9144432f : -0.37612557f);
    p = fmaf(p, t, far ? 0.6287219f : 0.12837917f);
    float result = fmaf(p, x, x);
    if (far)
        result = copysignf(1.0f - exp2_of_unit(-fabsf(result)), x);
    return result;
}

// e^(-x^2) * p / (1 + 2 * x) for positive x, with a polynomial p in (x - 4) / (x + 4). The
// quotients are corrected by their residuals, and the power by what rounding takes from the square.
__device__ float erfc_of_size(float x)
{
    float inverse = reciprocal_of_unit(x + 4.0f);
    float t = __fmul_rn(x + -4.0f, inverse);
    float residual = fmaf(-t, x, fmaf(-4.0f, t + 1.0f, x));
    t = fmaf(inverse, residual, t);
    float p = fmaf(0.0008912171f, t, 0.007045788f);
    p = fmaf(p, t, -0.015866896f);
    p = fmaf(p, t, 0.036429625f);
    p = fmaf(p, t, -0.06664343f);
    p = fmaf(p, t, 0.09381453f);
    p = fmaf(p, t, -0.10099056f);
    p = fmaf(p, t, 0.068094f);
    p = fmaf(p, t, 0.015377387f);
    p = fmaf(p, t, -0.13962108f);
    p = fmaf(p, t, 1.2329952f);
    float factor = reciprocal_of_unit(fmaf(2.0f, x, 1.0f));
    float q = __fmul_rn(p, factor);
    float rest = fmaf(x, q * -2.0f, p) - q;
    float square = x * x;
    float power = exp_of_held(-square, 12583039.0f);
    power = fmaf(power, fmaf(-x, x, square), power);
    return x > 10.055f ? 0.0f : fmaf(rest, factor, q) * power;
}

__device__ float erfcf(float x)
{
    float result = erfc_of_size(fabsf(x));
    return x < 0.0f ? 2.0f - result : result;
}

// Half of erfc(-x / sqrt(2)), with the quotient as a sum of two floats: on the left its rest counts,
// times the derivative, which is there near -2 * t * erfc(t).
__device__ float normcdff(float x)
{
    float bound = copysignf(14.5f, x);
    float held = fabsf(x) > 14.5f ? bound : x;
    float high = __fmul_rn(held, -0.70710677f);
    float low = fmaf(held, -1.21016175e-08f, fmaf(held, -0.70710677f, -high));
    float t = __fadd_rn(high, low);
    float result = erfcf(t);
    if (held < -1.0f)
        result = fmaf(t * -2.0f * result, __fadd_rn(high - t, low), result);
    return result * 0.5f;
}
