// Sine, cosine, tangent and their inverses in double precision.

// Word n of 2/pi, of 64 bits each, the lowest first; behind the last are the bits before the
// point, of which there are none.
__device__ unsigned long long word_of_two_over_pi(int n)
{
    switch (n) {
    case 0: return 0x6bfb5fb11f8d5d08ull;
    case 1: return 0x3d0739f78a5292eaull;
    case 2: return 0x7527bac7ebe5f17bull;
    case 3: return 0x4f463f669e5fea2dull;
    case 4: return 0x6d367ecf27cb09b7ull;
    case 5: return 0xef2f118b5a0a6d1full;
    case 6: return 0x1ff897ffde05980full;
    case 7: return 0x9c845f8bbdf9283bull;
    case 8: return 0x3991d639835339f4ull;
    case 9: return 0xe99c7026b45f7e41ull;
    case 10: return 0xe88235f52ebb4484ull;
    case 11: return 0xfe1deb1cb129a73eull;
    case 12: return 0x06492eea09d1921cull;
    case 13: return 0xb7246e3a424dd2e0ull;
    case 14: return 0xfe5163abdebbc561ull;
    case 15: return 0xdb6295993c439041ull;
    case 16: return 0xfc2757d1f534ddc0ull;
    case 17: return 0xa2f9836e4e441529ull;
    default: return 0ull;
    }
}

// What x beyond 2^31 is beyond a multiple of pi/2, and which: the 53 bits of x times those bits
// of 2/pi that stand for the two bits before and the 126 behind the point (Payne and Hanek).
__device__ double large_double_angle(double x, int &quarter)
{
    int high = __double2hiint(x);
    int exponent = (int) ((unsigned int) high >> 20 & 0x7ffu) - 1024;
    unsigned long long bits = (unsigned long long) __double_as_longlong(x);
    unsigned long long mantissa = bits << 11 | 0x8000000000000000ull;

    // Four words of the product; the last three are kept.
    unsigned long long last = 0, middle = 0, first = 0, carry = 0;
    int word = 15 - (exponent >> 6);
#pragma unroll 1
    for (int n = 0; n < 4; n++) {
        unsigned long long factor = word_of_two_over_pi(word + n);
        unsigned long long low = factor * mantissa + carry;
        carry = __umul64hi(factor, mantissa) + (low < carry ? 1ull : 0ull);
        last = middle;
        middle = first;
        first = low;
    }
    int shift = exponent & 63;
    if (shift != 0) {
        first = first << shift | middle >> 64 - shift;
        middle = middle << shift | last >> 64 - shift;
    }

    // Rounded to the nearest multiple: what is over half of one counts from the next.
    unsigned long long fraction = first << 2 | middle >> 62;
    unsigned long long rest = middle << 2;
    bool over = (long long) fraction < 0;
    int count = (int) (first >> 62) + (over ? 1 : 0);
    bool negative = high < 0;
    quarter = negative ? -count : count;
    if (over) {
        fraction = ~fraction + (rest == 0 ? 1ull : 0ull);
        rest = -rest;
    }

    // Times pi/2, with the point moved before the first bit that is set.
    int zeros = __clzll((long long) fraction);
    if (zeros != 0)
        fraction = fraction << zeros | rest >> 64 - zeros;
    unsigned long long product_low = fraction * 0xc90fdaa22168c235ull;
    unsigned long long product = __umul64hi(fraction, 0xc90fdaa22168c235ull);
    if ((long long) product > 0) {
        product = product << 1 | product_low >> 63;
        zeros++;
    }
    unsigned long long rounded = ((product + 1 >> 10) + 1) >> 1;
    unsigned long long size = 0x3fe0000000000000ull - ((unsigned long long) zeros << 52) + rounded;
    unsigned long long sign = negative != over ? 0x8000000000000000ull : 0ull;
    return __longlong_as_double((long long) (size | sign));
}

// What x is beyond a multiple of pi/2, and which: pi/2 is subtracted in three parts.
__device__ double reduced_angle_of_double(double x, int &quarter)
{
    if (fabs(x) == INFINITY) {
        quarter = 0;
        return __dmul_rn(x, 0.0);
    }
    quarter = __double2int_rn(x * 0.6366197723675814);
    double n = -(double) quarter;
    double angle = fma(n, 6.123233995736757e-17, fma(n, 1.5707963267948966, x));
    angle = fma(n, 8.478427660368898e-32, angle);
    if (fabs(x) >= 2147483648.0)
        angle = large_double_angle(x, quarter);
    return angle;
}

// The sine of an angle of at most pi/4 beyond a number of quarter turns: a polynomial of the
// sine or of the cosine.
__device__ double double_sine_in_quarter(double angle, int quarter)
{
    bool sine = (quarter & 1) == 0;
    double square = __dmul_rn(angle, angle);
    double p = sine ? 1.5903078570611027e-10 : -1.1367817304626284e-11;
    p = fma(p, square, sine ? -2.5050911383645487e-08 : 2.08758833785978e-09);
    p = fma(p, square, sine ? 2.755731498463003e-06 : -2.7557315542999557e-07);
    p = fma(p, square, sine ? -0.0001984126983447703 : 2.4801587293618683e-05);
    p = fma(p, square, sine ? 0.008333333333329349 : -0.0013888888888880667);
    p = fma(p, square, sine ? -0.16666666666666663 : 0.04166666666666664);
    p = fma(p, square, sine ? 0.0 : -0.5);
    double result = sine ? fma(p, angle, angle) : fma(p, square, 1.0);
    return (quarter & 2) != 0 ? fma(result, -1.0, 0.0) : result;
}

__device__ double sin(double x)
{
    int quarter;
    double angle = reduced_angle_of_double(x, quarter);
    return double_sine_in_quarter(angle, quarter);
}

__device__ double cos(double x)
{
    int quarter;
    double angle = reduced_angle_of_double(x, quarter);
    return double_sine_in_quarter(angle, quarter + 1);
}

// Minus x in the third and fourth quarter.
__device__ double with_sign_turned(double x, int quarter)
{
    int sign = (quarter & 2) << 30;
    return __hiloint2double(__double2hiint(x) ^ sign, __double2loint(x));
}

// Both polynomials, exchanged in every other quarter; signs turn with the quarters.
__device__ void sine_and_cosine(double angle, int quarter, double &sine, double &cosine)
{
    double square = __dmul_rn(angle, angle);
    double p = fma(1.5903078570611027e-10, square, -2.5050911383645487e-08);
    p = fma(p, square, 2.755731498463003e-06);
    p = fma(p, square, -0.0001984126983447703);
    p = fma(p, square, 0.008333333333329349);
    p = fma(p, square, -0.16666666666666663);
    p = fma(p, square, 0.0);
    double q = fma(-1.1367817304626284e-11, square, 2.08758833785978e-09);
    q = fma(q, square, -2.7557315542999557e-07);
    q = fma(q, square, 2.4801587293618683e-05);
    q = fma(q, square, -0.0013888888888880667);
    q = fma(q, square, 0.04166666666666664);
    q = fma(q, square, -0.5);
    double of_sine = fma(p, angle, angle), of_cosine = fma(q, square, 1.0);
    bool exchanged = (quarter & 1) != 0;
    sine = with_sign_turned(exchanged ? of_cosine : of_sine, quarter);
    cosine = with_sign_turned(exchanged ? of_sine : of_cosine, quarter + 1);
}

__device__ void sincos(double x, double &sine, double &cosine)
{
    int quarter;
    double angle = reduced_angle_of_double(x, quarter);
    sine_and_cosine(angle, quarter, sine, cosine);
}

// What x is beyond a multiple of 1/2, times pi, and which multiple.
__device__ double angle_of_half_turns(double x, int &quarter)
{
    double twice = rint(scaled(x, 1));
    quarter = (int) (long long) twice;
    double rest = fma(-twice, 0.5, x);
    return fma(rest, 3.141592653589793, rest * 1.2246467991473532e-16);
}

__device__ double sinpi(double x)
{
    int quarter;
    double angle = angle_of_half_turns(x, quarter);
    double result = double_sine_in_quarter(angle, quarter);
    return trunc(x) == x ? __dmul_rn(x, 0.0) : result;
}

__device__ double cospi(double x)
{
    // From 2^53 on all numbers are even.
    if ((unsigned int) __double2hiint(x) << 1 >= 0x86800001u)
        x = __dmul_rn(x, 0.0);
    int quarter;
    double angle = angle_of_half_turns(x, quarter);
    return double_sine_in_quarter(angle, quarter + 1);
}

__device__ void sincospi(double x, double &sine, double &cosine)
{
    if ((unsigned int) __double2hiint(x) << 1 >= 0x86800001u)
        x = __dmul_rn(x, 0.0);
    int quarter;
    double angle = angle_of_half_turns(x, quarter);
    sine_and_cosine(angle, quarter, sine, cosine);
    sine = trunc(x) == x ? __dmul_rn(x, 0.0) : sine;
    cosine = __dadd_rn(cosine, 0.0);
}

// In every other quarter -1 / tan, corrected by its residual and by what rounding took from the
// tangent.
__device__ double tan(double x)
{
    int quarter;
    double angle = reduced_angle_of_double(x, quarter);
    double square = angle * angle;
    double p = fma(9.80062872032863e-06, square, -2.4279526494179897e-05);
    p = fma(p, square, 4.864417313093716e-05);
    p = fma(p, square, -2.5640012693782273e-05);
    p = fma(p, square, 6.722398433088007e-05);
    p = fma(p, square, 8.355928731821164e-05);
    p = fma(p, square, 0.00024375039850848564);
    p = fma(p, square, 0.0005888648775485667);
    p = fma(p, square, 0.001456045484467204);
    p = fma(p, square, 0.003592100888585718);
    p = fma(p, square, 0.008863237921861371);
    p = fma(p, square, 0.02186948839933789);
    p = fma(p, square, 0.053968253972902704);
    p = fma(p, square, 0.13333333333325342);
    p = fma(p, square, 0.3333333333333338);
    p = square * p;
    double tangent = fma(p, angle, angle);
    if ((quarter & 1) == 0)
        return tangent;
    double missing = fma(p, angle, -(tangent - angle));
    double inverse = -approximate_inverse(tangent);
    double residual = fma(inverse, missing, fma(tangent, inverse, 1.0));
    return fma(residual, inverse, inverse);
}

// The arc tangent of numbers up to 1.
__device__ double atan_of_ratio(double t)
{
    double square = t * t;
    double p = fma(-2.0258553044438358e-05, square, 0.0002230224034575851);
    p = fma(p, square, -0.0011640717779930576);
    p = fma(p, square, 0.0038559749383629918);
    p = fma(p, square, -0.009184559218716548);
    p = fma(p, square, 0.01697803583459733);
    p = fma(p, square, -0.025826796814495994);
    p = fma(p, square, 0.03406781108271512);
    p = fma(p, square, -0.04092638242050997);
    p = fma(p, square, 0.046739496199157994);
    p = fma(p, square, -0.05239233005460132);
    p = fma(p, square, 0.05877307772179085);
    p = fma(p, square, -0.06665860363351257);
    p = fma(p, square, 0.07692212930586784);
    p = fma(p, square, -0.09090901235400523);
    p = fma(p, square, 0.11111110678749424);
    p = fma(p, square, -0.14285714271334815);
    p = fma(p, square, 0.1999999999975502);
    p = fma(p, square, -0.3333333333333186);
    return fma(square * p, t, t);
}

__device__ double atan(double x)
{
    double size = fabs(x), t = size;
    bool steep = size > 1.0;
    if (steep)
        t = size == INFINITY ? 0.0 : approximate_inverse(size);
    double angle = atan_of_ratio(t);
    return copysign(steep ? 1.5707963267948966 - angle : angle, x);
}

__device__ double atan2(double y, double x)
{
    double width = fabs(x), height = fabs(y);
    bool steep = height > width, left = __double2hiint(x) < 0;
    double longer = steep ? height : width;
    double angle = left ? 3.141592653589793 : 0.0;
    if (longer != 0.0) {
        double ratio = atan_of_ratio((steep ? width : height) / longer);
        double upright = (left ? ratio : -ratio) + 1.5707963267948966;
        double flat = left ? 3.141592653589793 - ratio : ratio;
        double diagonal = left ? 2.356194490192345 : 0.7853981633974483;
        angle = steep ? upright : flat;
        angle = width == height ? diagonal : angle;
    }
    double sum = __dadd_rn(width, height);
    return fabs(sum) <= INFINITY ? copysign(angle, y) : sum;
}

// (asin(t) - t) / t of t^2, for t up to 0.58.
__device__ double asin_beyond_linear(double square)
{
    double p = fma(0.06259798167646803, square, -0.07620591484676952);
    p = fma(p, square, 0.06686894879337643);
    p = fma(p, square, -0.01787828218369301);
    p = fma(p, square, 0.01745227928732326);
    p = fma(p, square, 0.0100042275424558);
    p = fma(p, square, 0.01418108777515123);
    p = fma(p, square, 0.01733194598980628);
    p = fma(p, square, 0.02237350511593569);
    p = fma(p, square, 0.03038188875134962);
    p = fma(p, square, 0.04464285849810986);
    p = fma(p, square, 0.0749999999834227);
    p = fma(p, square, 0.1666666666667375);
    return square * p;
}

// The root of a number neither zero nor negative, to the last bit or so.
__device__ double approximate_root(double x)
{
    double inverse = rsqrt_of_unit(x);
    double half = scaled(inverse, -1);
    double root = x * inverse;
    root = fma(fma(root, -root, x), half, root);
    half = fma(fma(inverse, -root, 1.0), half, half);
    return fma(fma(root, -root, x), half, root);
}

// Near 1 it is pi/2 less twice the arc sine of the root of (1 - |x|) / 2.
__device__ double asin(double x)
{
    if (fabsf(upper_as_float(x)) < 1.76875f)
        return fma(asin_beyond_linear(x * x), x, x);
    double square = fma(-0.5, fabs(x), 0.5);
    double no_number = __hiloint2double(0xfff80000, 0);
    double root = __double2hiint(square) < 0 ? no_number : approximate_root(square);
    double twice = (square != 0.0 ? root : square) * -2.0;
    double low = fma(twice, asin_beyond_linear(square), 6.123233995736766e-17);
    return copysign(twice + 0.7853981633974483 + low + 0.7853981633974483, x);
}

// The arc cosine of 1 - t by the root of 2 * t and a series in t: near 1 it is as exact as t is.
__device__ double acos_near_one(double t)
{
    double p = fma(2.751918949311172e-06, t, -1.5951212865388395e-06);
    p = fma(p, t, 6.118529412726973e-06);
    p = fma(p, t, 6.928343859556241e-06);
    p = fma(p, t, 1.9480663162164715e-05);
    p = fma(p, t, 4.503196545530714e-05);
    p = fma(p, t, 0.00010911426300865435);
    p = fma(p, t, 0.00027113554445344455);
    p = fma(p, t, 0.0006991300615525486);
    p = fma(p, t, 0.0018988715243469585);
    p = fma(p, t, 0.005580357142924968);
    p = fma(p, t, 0.018749999999999475);
    p = fma(p, t, 0.08333333333333333);
    double root = scaled(approximate_root(scaled(t, -1)), 1);
    return fma(t * p, root, root);
}

__device__ double acos(double x)
{
    double size = fabs(x);
    bool left = __double2hiint(x) < 0;
    if (__double2hiint(size) < 0x3fe26666) {
        double arc = fma(asin_beyond_linear(size * size), size, size);
        double low = __dadd_rn(arc, left ? 6.123233995736766e-17 : -6.123233995736766e-17);
        return __dadd_rn(1.5707963267948966, left ? low : -low);
    }
    double t = 1.0 - size;
    double angle = __double2hiint(t) >= 1 ? acos_near_one(t) : __dmul_rn(size, 0.0);
    // Of numbers beyond 1 there is none.
    if (__double2hiint(t) < 0)
        angle = __dmul_rn(angle, INFINITY);
    double from_left = __dadd_rn(3.141592653589793, -__dadd_rn(angle, -1.2246467991473532e-16));
    return left ? from_left : angle;
}
