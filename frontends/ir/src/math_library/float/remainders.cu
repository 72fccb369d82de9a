// Remainders, which are exact.

// What is left of x by division by y where the quotient has more bits than a float: of mantissas
// between 1 and 2, and 23 bits of the quotient at a time, the last of which is told.
__device__ float rest_of_long_division(float x, float y, bool &odd)
{
    // A power of two apart from y, and in the normal form.
    float up = y * 8388608.0f;
    unsigned int up_exponent = __float_as_uint(up) & 0xff800000u;
    unsigned int shift = (__float_as_uint(x) & 0xff800000u) - (up_exponent - 0x0b800000u);
    unsigned int rest = __float_as_uint(x) & 0x7fffffu | 0x3f800000u;
    float divisor = __uint_as_float(__float_as_uint(up) & 0x7fffffu | 0x3f800000u);
    float inverse = reciprocal_of_unit(divisor);
    unsigned int quotient = 0;
    while (shift != 0 && rest != 0) {
        unsigned int step = min(shift, 0x0b800000u);
        float part = __uint_as_float(rest + step);
        float q = __fmul_rn(part, inverse);
        q = fmaf(fmaf(-divisor, q, part), inverse, q);
        q = truncf(__fmaf_rz(fmaf(-divisor, q, part), inverse, q));
        rest = __float_as_uint(fmaf(-divisor, q, part));
        shift -= step;
        quotient = (unsigned int) q;
    }
    odd = shift == 0 && (quotient & 1u) != 0;
    return __uint_as_float(up_exponent) * (__uint_as_float(rest) * 1.1920929e-07f);
}

// What is left of the sizes x >= y, both finite and y not zero, and whether the quotient is odd.
__device__ float rest_of_float_division(float x, float y, bool &odd)
{
    if (x > y * 8388608.0f)
        return rest_of_long_division(x, y, odd);
    // The quotient's rounding may have gone up.
    float quotient = truncf(x / y);
    float rest = fmaf(-y, quotient, x);
    bool over = rest < 0.0f;
    odd = ((int) quotient & 1) != (int) over;
    return over ? rest + y : rest;
}

__device__ float fmodf(float x, float y)
{
    float size = fabsf(x), divisor = fabsf(y);
    if (size < divisor)
        return x;
    if (!(size < INFINITY) || !(divisor > 0.0f))
        return __uint_as_float(0x7fffffffu);
    bool odd;
    float rest = rest_of_float_division(size, divisor, odd);
    return copysignf(rest, x);
}

// The remainder of smallest size; between two of the same size that of an even quotient.
__device__ float remainderf(float x, float y)
{
    float rest = fabsf(x), divisor = fabsf(y);
    bool odd = false;
    if (!(rest < divisor)) {
        if (!(rest < INFINITY) || !(divisor > 0.0f))
            return __uint_as_float(0x7fffffffu);
        rest = rest_of_float_division(rest, divisor, odd);
    }
    float twice = rest + rest;
    if (twice > divisor || twice == divisor && odd)
        rest = rest - divisor;
    return __float_as_int(x) < 0 ? -rest : rest;
}
