// The error function and what is made of it, in double precision.

// 1 - e^-t with t = |x| + |x| * (a polynomial in |x|). Rounding t is made good: what it took goes
// into the exponent's rest.
__device__ double erf(double x)
{
    double size = fabs(x);
    double p = fma(-3.642577040697121e-15, size, 1.636624707883456e-13);
    p = fma(p, size, -3.4079297100747907e-12);
    p = fma(p, size, 4.3555974045566826e-11);
    p = fma(p, size, -3.806599039253438e-10);
    p = fma(p, size, 2.389211325400646e-09);
    p = fma(p, size, -1.0909760903049583e-08);
    p = fma(p, size, 3.508901186822047e-08);
    p = fma(p, size, -6.72032708005184e-08);
    p = fma(p, size, -8.299332548682465e-09);
    p = fma(p, size, 5.643145203798444e-07);
    p = fma(p, size, -2.0278249778025215e-06);
    p = fma(p, size, 3.1218939658311085e-06);
    p = fma(p, size, 3.180046170354655e-06);
    p = fma(p, size, -2.9583306728241582e-05);
    p = fma(p, size, 6.442483232470452e-05);
    p = fma(p, size, 2.590260570264615e-05);
    p = fma(p, size, -0.0005901318195328236);
    p = fma(p, size, 0.001696207528729842);
    p = fma(p, size, -0.00020919483164788562);
    p = fma(p, size, -0.019128446995328407);
    p = fma(p, size, 0.10277260330144233);
    p = fma(p, size, 0.6366197723675876);
    p = fma(p, size, 0.1283791670955126);
    double t = fma(p, size, size);
    double missing = fma(p, size, size - t);
    float n = rintf((float) t * -1.442695f);
    double r = fma(-(double) n, 0.6931471805599453, -t);
    double power = (double) exp2_of_unit(n);
    double negated = -(r + fma(exp_beyond_linear(r), r, -missing));
    double near = fma(negated, power, 1.0 - power);
    return copysign(size >= 5.9215871957945065 ? 1.0 : near, x);
}

// e^(-x^2) * p / (1 + 2 * x) for positive x, with a polynomial p in (x - 4) / (x + 4). The
// quotient is corrected by its residual, and the power by what rounding takes from the square.
__device__ double scaled_erfc(double x)
{
    double inverse = approximate_inverse(x + 4.0);
    double t = (x + -4.0) * inverse;
    double residual = fma(-t, x, fma(-4.0, __dadd_rn(t, 1.0), x));
    t = fma(inverse, residual, t);
    double p = fma(-3.56026948268174e-10, t, -9.723912259144727e-09);
    p = fma(p, t, -8.935022485164912e-09);
    p = fma(p, t, 1.0404430921625484e-07);
    p = fma(p, t, 5.880669858534126e-08);
    p = fma(p, t, -8.214741492911691e-07);
    p = fma(p, t, 3.095640985330624e-07);
    p = fma(p, t, 5.708787184432565e-06);
    p = fma(p, t, -1.1231787437600085e-05);
    p = fma(p, t, -2.439955885720019e-05);
    p = fma(p, t, 0.00015062557169571788);
    p = fma(p, t, -0.00019925637684786154);
    p = fma(p, t, -0.0007577742918278583);
    p = fma(p, t, 0.005031969879259957);
    p = fma(p, t, -0.016197733895953217);
    p = fma(p, t, 0.03716751555301873);
    p = fma(p, t, -0.06633036582753243);
    p = fma(p, t, 0.09373283499711554);
    p = fma(p, t, -0.10103906603555676);
    p = fma(p, t, 0.06809705425473514);
    p = fma(p, t, 0.015379652102605428);
    p = fma(p, t, -0.13962111684056291);
    p = fma(p, t, 1.2329951186255526);
    double factor = approximate_inverse(fma(2.0, x, 1.0));
    double q = p * factor;
    double rest = __dadd_rn(fma(x, q * -2.0, p), -q);
    return fma(rest, factor, q);
}

// e^(-x^2).
__device__ double bell(double x)
{
    double square = x * x;
    double shifted = fma(-square, 1.4426950408889634, 6755399441055744.0);
    double n = __dadd_rn(shifted, -6755399441055744.0);
    double power = exp_near_zero(beyond_logarithms(-square, n));
    double rough = scaled_twice(power, __double2loint(shifted));
    return fma(rough, fma(-x, x, square), rough);
}

__device__ double erfc(double x)
{
    int high = __double2hiint(x) & 0x7fffffff;
    double size = __hiloint2double(high, __double2loint(x));
    bool right = __double2hiint(x) >= 0;
    if (high >= 0x7ff00000) {
        double limit = right ? 0.0 : 2.0;
        return size == INFINITY ? limit : x + x;
    }
    // From 27.25 on the result is none.
    double near = scaled_erfc(size) * bell(size);
    double result = high > 0x403b4000 ? 0.0 : near;
    return right ? result : 2.0 - result;
}

// Half of erfc(-x / sqrt(2)), with the quotient as a sum of two doubles: on the left its rest
// counts, times the derivative, which is there near -2 * t * erfc(t).
__device__ double normcdf(double x)
{
    double held = fabs(x) > 38.5 ? copysign(38.5, x) : x;
    double high = __dmul_rn(held, -0.7071067811865476);
    double low = fma(held, 4.833646656726457e-17, fma(held, -0.7071067811865476, -high));
    double t = __dadd_rn(high, low);
    double result = erfc(t);
    if ((unsigned int) __double2hiint(held) > 0xbff00000u)
        result = fma(t * -2.0 * result, __dadd_rn(high - t, low), result);
    return result * 0.5;
}
