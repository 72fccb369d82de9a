// Remainders in double precision, which are exact.

// The mantissa of a size as a whole number, and its exponent, also of numbers below the normal
// ones.
__device__ unsigned long long whole_mantissa(double x, int &exponent)
{
    exponent = 0;
    if (__double2hiint(x) < 0x100000) {
        x *= 1.8014398509481984e+16;
        exponent = -54;
    }
    exponent += __double2hiint(x) >> 20;
    unsigned long long bits = (unsigned long long) __double_as_longlong(x);
    return bits & 0xfffffffffffffull | 0x10000000000000ull;
}

// What is left of the sizes x >= y by division of their mantissas bit by bit, and whether the
// quotient is odd.
__device__ double rest_of_division(double x, double y, bool &odd)
{
    int x_exponent, y_exponent;
    unsigned long long rest = whole_mantissa(x, x_exponent);
    unsigned long long divisor = whole_mantissa(y, y_exponent);
    for (int step = x_exponent - y_exponent; step > 0; step--) {
        unsigned long long less = rest - divisor;
        rest = ((long long) less < 0 ? rest : less) << 1;
    }
    odd = rest >= divisor;
    rest = odd ? rest - divisor : rest;
    if (rest == 0)
        return 0.0;
    int shift = __clzll((long long) rest) - 11;
    int exponent = y_exponent - shift;
    unsigned long long normal = rest << shift;
    unsigned long long bits = exponent < 1 ? normal >> 1 - exponent
        : normal + ((unsigned long long) (exponent - 1) << 52);
    return __longlong_as_double((long long) bits);
}

// The remainders that are no division's: NaN of infinite x and of zero y, x of infinite y.
__device__ double special_remainder(double x, double y)
{
    double no_number = __hiloint2double(0xfff80000, 0);
    if (!(fabs(x) <= INFINITY) || !(fabs(y) <= INFINITY))
        return __dadd_rn(x, y);
    return fabs(x) == INFINITY || y == 0.0 ? no_number : x;
}

__device__ double fmod(double x, double y)
{
    double size = fabs(x), divisor = fabs(y);
    if (!(size < INFINITY) || !(divisor < INFINITY) || divisor == 0.0)
        return special_remainder(x, y);
    if (size < divisor)
        return x;
    bool odd;
    double rest = rest_of_division(size, divisor, odd);
    return copysign(rest, x);
}

// The remainder of smallest size; between two of the same size that of an even quotient.
__device__ double remainder(double x, double y)
{
    double rest = fabs(x), divisor = fabs(y);
    if (!(rest < INFINITY) || !(divisor < INFINITY) || divisor == 0.0)
        return special_remainder(x, y);
    bool odd = false;
    if (rest >= divisor)
        rest = rest_of_division(rest, divisor, odd);
    double twice = rest + rest;
    if (twice > divisor || twice == divisor && odd)
        rest = rest - divisor;
    int sign = __double2hiint(x) & 0x80000000;
    return __hiloint2double(__double2hiint(rest) ^ sign, __double2loint(rest));
}
