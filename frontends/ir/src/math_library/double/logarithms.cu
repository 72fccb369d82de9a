// Logarithms in double precision.
//
// x = 2^n * m with m between sqrt(1/2) and sqrt(2), and log(m) = 2 * atanh(f) with
// f = (m - 1) / (m + 1): a series in the square of q = 2 * f. What rounding took from q and from
// n * ln(2) is added at the end.

// A whole number as a double, without the unit's conversion: in the low word of 2^52 + 2^31.
__device__ double double_of_int(int n)
{
    double shift = __hiloint2double(0x43300000, 0x80000000);
    return __hiloint2double(0x43300000, n ^ 0x80000000) - shift;
}

// m of a normal number, and n, to which is added.
__device__ double mantissa_near_one(double x, int &n)
{
    int high = __double2hiint(x);
    n += (int) ((unsigned int) high >> 20);
    int word = high & 0x800fffff | 0x3ff00000;
    if (word >= 0x3ff6a09f) {
        word -= 0x100000;
        n++;
    }
    return __hiloint2double(word, __double2loint(x));
}

// The logarithm of 2^n * m.
__device__ double logarithm(double m, int n)
{
    double inverse = approximate_inverse(m + 1.0);
    double less = m - 1.0;
    double q = fma(less, inverse, less * inverse);
    double square = q * q;
    double p = fma(1.0263276909458365e-06, square, 4.036488625710656e-06);
    p = fma(p, square, 1.8784407018835667e-05);
    p = fma(p, square, 8.877807196497797e-05);
    p = fma(p, square, 0.00043402779293201976);
    p = fma(p, square, 0.0022321428567665586);
    p = fma(p, square, 0.012500000000004514);
    p = fma(p, square, 0.08333333333333331);
    double missing = less - q;
    double of_quotient = inverse * fma(-q, less, missing + missing);
    double whole = double_of_int(n);
    double sum = fma(whole, 0.6931471805599453, q);
    double of_sum = fma(-whole, 0.6931471805599453, sum) - q;
    double low = fma(square * p, q, of_quotient) - of_sum;
    return sum + fma(whole, 2.3190468138462996e-17, low);
}

// Numbers too small for the normal form are scaled up first, by 2^54.
__device__ double log(double x)
{
    int n = -1023;
    if (__double2hiint(x) < 0x100000) {
        x *= 1.8014398509481984e+16;
        n = -1077;
    }
    if ((unsigned int) (__double2hiint(x) - 1) < 0x7fefffffu) {
        double m = mantissa_near_one(x, n);
        return logarithm(m, n);
    }
    // Infinity and NaN as they are, a NaN of negative numbers, minus infinity of zeros.
    return upper_as_float(x) == 0.0f ? -INFINITY : fma(x, INFINITY, INFINITY);
}

__device__ double log2(double x)
{
    double natural = log(x);
    return fma(natural, 1.4426950408889634, natural * 2.0355273740931033e-17);
}

__device__ double log10(double x)
{
    double natural = log(x);
    return fma(natural, 0.4342944819032518, natural * 1.098319650216765e-17);
}

// Near zero the series in q = 2 * x / (x + 2), as x less what q is smaller.
__device__ double log1p(double x)
{
    float size = upper_as_float(x);
    if (!(size < 1.7916666f && size > -1.6999999f))
        return log(x + 1.0);
    double smaller = x * (x / (x + 2.0));
    double q = x - smaller;
    double square = q * q;
    double p = fma(1.1592593968945531e-06, square, 3.941356435158717e-06);
    p = fma(p, square, 1.881270924625768e-05);
    p = fma(p, square, 8.87736089951566e-05);
    p = fma(p, square, 0.0004340281868625582);
    p = fma(p, square, 0.0022321428379086373);
    p = fma(p, square, 0.012500000000436613);
    p = fma(p, square, 0.08333333333332996);
    return x + fma(square * p, q, -smaller);
}

// The inverse hyperbolic functions are log1p of what is exact near zero. Of numbers so large that
// 1 does not count beside their squares it is the logarithm of twice the number.

__device__ double asinh(double x)
{
    int high = __double2hiint(x) & 0x7fffffff;
    double size = __hiloint2double(high, __double2loint(x));
    double square = fma(x, x, 1.0);
    bool large = high > 0x43dfffff;
    double inverse = approximate_inverse(fma(square, inverse_root(square), 1.0));
    double sum = fma(size, size * inverse, size);
    double logarithm = log1p(large ? size : sum);
    return copysign(large ? logarithm + 0.6931471805599453 : logarithm, x);
}

__device__ double acosh(double x)
{
    double less = __dadd_rn(x, -1.0), square = fma(x, x, -1.0);
    bool large = (unsigned int) __double2hiint(less) > 0x432fffffu;
    double root = __double2hiint(less) == 0 ? 0.0 : approximate_root(square);
    // Numbers below 1 count as large, and 2 less has no logarithm.
    double logarithm = log1p(less + (large ? -1.0000000000000002 : root));
    return large ? logarithm + 0.6931471805599453 : logarithm;
}

__device__ double atanh(double x)
{
    double size = fabs(x);
    return copysign(log1p((size + size) / (1.0 - size)) * 0.5, x);
}
