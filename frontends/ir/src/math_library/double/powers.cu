// Powers and roots in double precision, and small helpers that C has, too.

__device__ double copysign(double size, double sign)
{
    int high = __double2hiint(size) & 0x7fffffff | __double2hiint(sign) & 0x80000000;
    return __hiloint2double(high, __double2loint(size));
}

// Halves go away from zero.
__device__ double round(double x)
{
    double whole = trunc(x);
    double away = whole + copysign(1.0, x);
    return fabs(x - whole) >= 0.5 ? away : whole;
}

// The positive difference.
__device__ double fdim(double x, double y)
{
    return x <= y ? 0.0 : __dadd_rn(x, -y);
}

// x^y = e^(y * log x) for positive x: the logarithm as a sum of two doubles, and so the product.
// `high` is in each step the sum rounded, `low` what rounding took.
__device__ double power_of_double(double x, double y)
{
    int n = -1023;
    if ((unsigned int) __double2hiint(x) < 0x100000u) {
        x *= 1.8014398509481984e+16;
        n = -1077;
    }
    double m = mantissa_near_one(x, n);

    // q = 2 * (m - 1) / (m + 1) as a quotient and its rest.
    double inverse = approximate_inverse(m + 1.0);
    double less = m - 1.0;
    double q = fma(less, inverse, less * inverse);
    double square = q * q;
    double p = fma(1.0109501899597673e-06, square, 4.043636205277137e-06);
    p = fma(p, square, 1.8783065870784382e-05);
    p = fma(p, square, 8.877820186630203e-05);
    p = fma(p, square, 0.0004340277860504996);
    p = fma(p, square, 0.002232142856960391);
    p = fma(p, square, 0.012500000000001945);
    double missing = less - q;
    double rest = inverse * fma(-q, less, missing + missing);

    // The series' coefficient of q^3, which is 1/12 and more.
    double rough = fma(square, p, 0.08333333333333333);
    double error = fma(square, p, 0.08333333333333333 - rough) + 0.0 - 2.4550373211645616e-18;
    double factor = rough + error;
    double factor_rest = error + (rough - factor);

    // The square and the cube of q + rest, and their product with the coefficient.
    double second = __dmul_rn(q, q);
    double second_rest = fma(q, scaled(rest, 1), fma(q, q, -second));
    double third = __dmul_rn(second, q);
    double third_rest = fma(second_rest, q, fma(second, rest, fma(second, q, -third)));
    double term = __dmul_rn(factor, third);
    double term_rest = fma(factor, third, -term);
    term_rest = fma(factor_rest, third, fma(factor, third_rest, term_rest));

    // log(m) = q + rest + term; n * ln(2) comes on top.
    double high = term + term_rest;
    double low = term_rest + (term - high);
    double sum = q + high;
    low = rest + (low + (high + (q - sum)));
    high = sum + low;
    low = low + (sum - high);
    double whole = double_of_int(n);
    sum = fma(whole, 0.6931471805599453, high);
    low = low - (fma(-whole, 0.6931471805599453, sum) - high);
    low = fma(whole, 2.3190468138462996e-17, low);
    high = sum + low;
    low = low + (sum - high);

    // Times y. The largest y are made smaller so that no product overflows.
    int y_high = __double2hiint(y);
    if ((unsigned int) y_high << 1 > 0xfdffffffu)
        y_high &= 0xff0fffff;
    y = __hiloint2double(y_high, __double2loint(y));
    double product = __dmul_rn(high, y);
    double product_rest = fma(low, y, fma(high, y, -product));
    double exponent = product + product_rest;
    double result = exp(exponent);
    if (fabs(result) != INFINITY)
        result = fma(result, product_rest + (product - exponent), result);
    return result;
}

// Whether a double is an odd whole number, or a half: the last bit before the point (behind it
// for numbers below 1), and no other, is left when all bits before it are shifted out.
__device__ bool is_odd_or_half(double y)
{
    int places = (__double2hiint(y) >> 20 & 0x7ff) - 1012;
    unsigned long long bits = (unsigned long long) __double_as_longlong(y);
    return bits << places == 0x8000000000000000ull;
}

// The cases are those of ISO C, appendix F.
__device__ double pow(double x, double y)
{
    double x_size = fabs(x), y_size = fabs(y);
    bool odd = is_odd_or_half(y) && y_size != 0.5;
    if (x == 1.0 || y == 0.0)
        return 1.0;
    if (!(x_size <= INFINITY) || !(y_size <= INFINITY))
        return __dadd_rn(x, y);
    int x_high = __double2hiint(x), y_high = __double2hiint(y);
    if (y_size == INFINITY) {
        int grows = x_size > 1.0 ? 0x7ff00000 : 0;
        int high = y_high < 0 ? grows ^ 0x7ff00000 : grows;
        return __hiloint2double(x == -1.0 ? 0x3ff00000 : high, 0);
    }
    if (x_size == INFINITY) {
        int high = y_high < 0 ? 0 : 0x7ff00000;
        return __hiloint2double(x_high < 0 && odd ? high | 0x80000000 : high, 0);
    }
    if (x == 0.0) {
        int high = odd ? x_high : 0;
        return __hiloint2double(y_high < 0 ? high | 0x7ff00000 : high, 0);
    }
    double power = power_of_double(x_size, y);
    if (x_high < 0) {
        double no_number = __hiloint2double(0xfff80000, 0);
        double signed_power = odd ? -power : power;
        return trunc(y) == y ? signed_power : no_number;
    }
    return power;
}

// 1 / sqrt(x) of numbers in the normal form: the unit's answer and one step of third order.
__device__ double inverse_root(double x)
{
    double guess = rsqrt_of_unit(x);
    double error = fma(x, -__dmul_rn(guess, guess), 1.0);
    return fma(fma(0.375, error, 0.5), __dmul_rn(error, guess), guess);
}

__device__ double rsqrt(double x)
{
    int high = __double2hiint(x);
    if ((unsigned int) (high - 0x100000) < 0x7fe00000u)
        return inverse_root(x);
    if (x == 0.0)
        return __hiloint2double(high & 0x80000000 | 0x7ff00000, 0);
    if (!(fabs(x) <= INFINITY))
        return x + x;
    if (high < 0)
        return __hiloint2double(0xfff80000, 0);
    return x == INFINITY ? 0.0 : inverse_root(x * 1.8014398509481984e+16) * 134217728.0;
}

// x = m * 8^n of the size of x, m between 1/8 and 1 or so, for the functions below.
__device__ double mantissa_for_cube(double x, int &n)
{
    int high = __double2hiint(x) & 0x7fffffff, low = __double2loint(x);
    int missing = 0;
    if (high < 0x100000) {
        double up = __hiloint2double(high, low) * 1.8014398509481984e+16;
        high = __double2hiint(up);
        low = __double2loint(up);
        missing = 18;
    }
    int thirds = __float2int_rn((float) ((high >> 20) - 1022) * 0.33333334f);
    n = thirds - missing;
    return __hiloint2double(high - thirds * 0x300000, low);
}

// A guess c in single precision, and one step of Halley's: c + c * (m - c^3) / (m + 2 * c^3).
__device__ double cbrt(double x)
{
    int n;
    double m = mantissa_for_cube(x, n);
    double c = (double) exp2_of_unit(__log2f((float) m) * 0.33333334f);
    double square = c * c;
    double inverse = approximate_inverse(fma(scaled(square, 1), c, m));
    double root = fma(c, inverse * fma(square, -c, m), c);
    double doubled = x + x;
    double signed_root = copysign(scaled(root, n), x);
    return doubled == x || !(fabs(doubled) <= INFINITY) ? doubled : signed_root;
}

// A guess c in single precision, and a step with the error of m * c^3, which is computed with
// what rounding takes from its products.
__device__ double rcbrt(double x)
{
    int n;
    double m = mantissa_for_cube(x, n);
    double c = (double) exp2_of_unit(__log2f((float) m) * -0.33333334f);
    double square = __dmul_rn(c, c);
    double product = __dmul_rn(m, c);
    double error = fma(square, -product, 1.0);
    error = fma(square, -fma(m, c, -product), error);
    error = fma(product, -fma(c, c, -square), error);
    double third = fma(0.2222222222222222, error, 0.3333333333333333);
    double root = scaled(fma(third, __dmul_rn(error, c), c), -n);
    double doubled = x + x;
    if (doubled == x)
        root = __hiloint2double(__double2hiint(x) ^ 0x7ff00000, 0);
    else if (!(fabs(x) <= INFINITY))
        root = doubled;
    return copysign(root, x);
}

// The sizes of two numbers, ordered as their bits are.
__device__ double smaller_size(double x, double y)
{
    unsigned long long a = (unsigned long long) __double_as_longlong(fabs(x));
    unsigned long long b = (unsigned long long) __double_as_longlong(fabs(y));
    return __longlong_as_double((long long) min(a, b));
}

__device__ double larger_size(double x, double y)
{
    unsigned long long a = (unsigned long long) __double_as_longlong(fabs(x));
    unsigned long long b = (unsigned long long) __double_as_longlong(fabs(y));
    return __longlong_as_double((long long) max(a, b));
}

// The root of a sum of squares that are scaled so that neither over- nor underflows.
__device__ double hypot(double x, double y)
{
    double shorter = smaller_size(x, y), longer = larger_size(x, y);
    int exponent = __double2hiint(longer) & 0xffc00000;
    double down = __hiloint2double(0x7fd00000 - exponent, 0);
    double s = down * shorter, l = down * longer;
    double sum = fma(l, l, __dmul_rn(s, s));
    double inverse = inverse_root(fmin(sum, 1.7976931348623157e+308));
    double root = sum * inverse * __hiloint2double(exponent | 0x100000, 0);
    double finite = shorter == 0.0 ? longer : root;
    return (unsigned int) __double2hiint(shorter) < 0x7ff00000u ? finite : shorter;
}

__device__ double rhypot(double x, double y)
{
    double shorter = smaller_size(x, y), longer = larger_size(x, y);
    double down = __hiloint2double(0x7fd00000 - (__double2hiint(longer) & 0xffc00000), 0);
    double s = down * shorter, l = down * longer;
    double result = down * inverse_root(fma(l, l, __dmul_rn(s, s)));
    if ((unsigned int) __double2hiint(result) < 0x7ff00000u)
        return result;
    if (shorter == INFINITY || longer == INFINITY)
        return 0.0;
    return longer <= INFINITY ? INFINITY : __dadd_rn(shorter, longer);
}
