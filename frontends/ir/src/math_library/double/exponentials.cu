// Powers of e, 2 and 10 in double precision, and what is made of them.
//
// A power is 2^n * e^r with |r| at most ln(2) / 2, and e^r a polynomial. Adding 1.5 * 2^52 to
// x * log2(base) leaves n in the low word of the sum, rounded; subtracting it again gives n as a
// double. What is left of x goes into r by ln(2) (or log10(2)) in two parts. An n is added to a
// double's exponent by adding it, shifted, to the upper word.

// The upper word as a float: it grows as the double does, and one comparison of floats finds
// sizes beyond which a function needs care.
__device__ float upper_as_float(double x)
{
    return __int_as_float(__double2hiint(x));
}

// 2^n.
__device__ double power_of_two(int n)
{
    return __hiloint2double((n << 20) + 0x3ff00000, 0);
}

// x * 2^n for results in the normal form.
__device__ double scaled(double x, int n)
{
    return __hiloint2double(__double2hiint(x) + (n << 20), __double2loint(x));
}

// x * 2^n in two steps, so that neither factor over- nor underflows before the product does.
__device__ double scaled_twice(double x, int n)
{
    int half = n / 2;
    return scaled(x, half) * power_of_two(n - half);
}

// x beyond n * ln(2).
__device__ double beyond_logarithms(double x, double n)
{
    return fma(n, -2.3190468138462996e-17, fma(n, -0.6931471805599453, x));
}

// e^r near zero.
__device__ double exp_near_zero(double r)
{
    double p = fma(2.502232253650299e-08, r, 2.763090348817311e-07);
    p = fma(p, r, 2.755751454588244e-06);
    p = fma(p, r, 2.4801491039099165e-05);
    p = fma(p, r, 0.00019841269589115497);
    p = fma(p, r, 0.001388888894591638);
    p = fma(p, r, 0.008333333333455043);
    p = fma(p, r, 0.041666666666519754);
    p = fma(p, r, 0.16666666666666477);
    p = fma(p, r, 0.5000000000000012);
    p = fma(p, r, 1.0);
    return fma(p, r, 1.0);
}

__device__ double exp(double x)
{
    double shifted = fma(x, 1.4426950408889634, 6755399441055744.0);
    double n = __dadd_rn(shifted, -6755399441055744.0);
    double power = exp_near_zero(beyond_logarithms(x, n));
    int exponent = __double2loint(shifted);
    double result = scaled(power, exponent);
    // From 708 on results are not normal, from 746 on there are none.
    float size = fabsf(upper_as_float(x));
    if (!(size < 4.191793f)) {
        result = x < 0.0 ? 0.0 : x + INFINITY;
        if (size < 4.227539f)
            result = scaled_twice(power, exponent);
    }
    return result;
}

// The powers of 2 and 10 that are no normal numbers: of x beyond `bound` (as its upper word) there
// are none.
__device__ double extreme_power(double x, double power, int exponent, float bound)
{
    double beyond = __double2hiint(x) < 0 ? 0.0 : INFINITY;
    double result = fabs(x) <= INFINITY ? beyond : x + x;
    if (fabsf(upper_as_float(x)) < bound)
        result = scaled_twice(power, exponent);
    return result;
}

__device__ double exp2(double x)
{
    double shifted = __dadd_rn(x, 6755399441055744.0);
    double rest = x - __dadd_rn(shifted, -6755399441055744.0);
    double r = fma(rest, 0.6931471805599453, rest * 2.3190468138462996e-17);
    double power = exp_near_zero(r);
    int exponent = __double2loint(shifted);
    double result = scaled(power, exponent);
    // From 1022 on results are not normal.
    if (!(fabsf(upper_as_float(x)) < 4.498047f))
        result = extreme_power(x, power, exponent, 4.5249023f);
    return result;
}

__device__ double exp10(double x)
{
    double shifted = fma(x, 3.321928094887362, 6755399441055744.0);
    double n = __dadd_rn(shifted, -6755399441055744.0);
    double rest = fma(n, 2.8037281277851704e-18, fma(n, -0.3010299956639812, x));
    double r = fma(rest, 2.302585092994046, rest * -2.1707562233822494e-16);
    double power = exp_near_zero(r);
    int exponent = __double2loint(shifted);
    double result = scaled(power, exponent);
    // From 307 on results are not normal.
    if (!(fabsf(upper_as_float(x)) < 3.800442f))
        result = extreme_power(x, power, exponent, 3.8160229f);
    return result;
}

// (e^x - 1) / 2^`halvings` for x that overflow nowhere. Near zero n is zero, and the polynomial
// of e^r - 1 exact; elsewhere the result is 2^n * (e^r - 1) + (2^n - 1), with 2^n halved where it
// would overflow, and the result doubled.
__device__ double shrunk_expm1(double x, int halvings)
{
    double shifted = fma(x, 1.4426950408889634, 6755399441055744.0);
    double n = __dadd_rn(shifted, -6755399441055744.0);
    unsigned int size = (unsigned int) __double2hiint(x) << 1;
    bool near = size < 0x7fb3e647u;
    double r = near ? x : beyond_logarithms(x, n);
    int exponent = near ? 0 : __double2loint(shifted) - halvings;
    bool large = exponent == 1024;
    double p = fma(2.0900320002536536e-09, r, 2.5118162590908232e-08);
    p = fma(p, r, 2.7557338697780046e-07);
    p = fma(p, r, 2.755722422687505e-06);
    p = fma(p, r, 2.4801587233770713e-05);
    p = fma(p, r, 0.00019841269897009385);
    p = fma(p, r, 0.0013888888888929842);
    p = fma(p, r, 0.008333333333321891);
    p = fma(p, r, 0.04166666666666661);
    p = fma(p, r, 0.1666666666666667);
    p = fma(p, r, 0.5);
    p = fma(r * p, r, r);
    double power = power_of_two(large ? exponent - 1 : exponent);
    double result = fma(p, power, power - power_of_two(-halvings));
    double doubled = large ? result + result : result;
    return size == 0u ? r : doubled;
}

__device__ double expm1(double x)
{
    // Beyond -53 the result is -1, beyond 709.8 infinite.
    float size = upper_as_float(x);
    if (size < 4.193147f && size > -3.1640625f)
        return shrunk_expm1(x, 0);
    double beyond = __double2hiint(x) < 0 ? -1.0 : INFINITY;
    return fabs(x) <= INFINITY ? beyond : x + x;
}

// 1 / x to the last bit or so: twice the digits of the unit's answer, and more.
__device__ double approximate_inverse(double x)
{
    double guess = reciprocal_of_unit(x);
    double error = fma(-x, guess, 1.0);
    return fma(fma(error, error, error), guess, guess);
}

// From 1 on (e^x - e^-x) / 2 of h = (e^x - 1) / 2; below, a polynomial.
__device__ double sinh(double x)
{
    double size = fabs(x), result;
    if ((unsigned int) __double2hiint(size) < 0x3ff00000u) {
        double square = size * size;
        double p = fma(7.75874880215053e-13, square, 1.6057259768605444e-10);
        p = fma(p, square, 2.5052123136725876e-08);
        p = fma(p, square, 2.755731915707185e-06);
        p = fma(p, square, 0.00019841269841431873);
        p = fma(p, square, 0.008333333333333148);
        p = fma(p, square, 0.16666666666666669);
        result = fma(square * p, size, size);
    } else {
        double h = shrunk_expm1(size, 1);
        double finite = h + h / fma(2.0, h, 1.0);
        result = size >= 710.475860073944 ? INFINITY : finite;
    }
    return copysign(result, x);
}

// Of e^x / 4, which does not overflow where the result does not.
__device__ double cosh(double x)
{
    double size = fabs(x), half;
    if ((unsigned int) __double2hiint(size) < 0x408633cfu) {
        double shifted = fma(size, 1.4426950408889634, 6755399441055744.0);
        double n = __dadd_rn(shifted, -6755399441055744.0);
        double power = exp_near_zero(beyond_logarithms(size, n));
        double quarter = scaled(power, __double2loint(shifted) - 2);
        half = fma(approximate_inverse(quarter), 0.0625, quarter);
    } else {
        half = x <= INFINITY ? INFINITY : x;
    }
    return half + half;
}

// (e^r - 1 - r) / r near zero.
__device__ double exp_beyond_linear(double r)
{
    double p = fma(2.506210197447926e-08, r, 2.762626470761021e-07);
    p = fma(p, r, 2.7557381798574225e-06);
    p = fma(p, r, 2.4801504596442702e-05);
    p = fma(p, r, 0.00019841269746984988);
    p = fma(p, r, 0.0013888888932264757);
    p = fma(p, r, 0.008333333333377164);
    p = fma(p, r, 0.041666666666573884);
    p = fma(p, r, 0.16666666666666607);
    p = fma(p, r, 0.5000000000000006);
    return r * p;
}

// 1 - 2 / (e^2x + 1), or a polynomial near zero. The sum of e^2x - 1 and 2 does not cancel.
__device__ double tanh(double x)
{
    double size = fabs(x);
    if (size >= 0.6554117889404296) {
        double doubled = size + size;
        float n = rintf((float) doubled * 1.442695f);
        double r = fma(-(double) n, 0.6931471805599453, doubled);
        double power = (double) exp2_of_unit(n);
        double negated = -fma(exp_beyond_linear(r), r, r);
        double sum = 2.0 - fma(negated, power, 1.0 - power);
        double result = fma(2.0, -approximate_inverse(sum), 1.0);
        return copysign(__double2hiint(size) > 0x40330fc1 ? 1.0 : result, x);
    }
    double square = x * x;
    double p = fma(-1.596017517389285e-05, square, 7.709297689027866e-05);
    p = fma(p, square, -0.00022870121144856145);
    p = fma(p, square, 0.000586488194620488);
    p = fma(p, square, -0.001455047543504545);
    p = fma(p, square, 0.0035920144108182715);
    p = fma(p, square, -0.008863225224458907);
    p = fma(p, square, 0.021869487987893173);
    p = fma(p, square, -0.05396825395322091);
    p = fma(p, square, 0.1333333333331715);
    p = fma(p, square, -0.33333333333333304);
    p = fma(p, square, 0.0);
    return fma(p, x, x);
}
