// Powers and roots, and small helpers that C has, too.

__device__ float copysignf(float size, float sign)
{
    unsigned int magnitude = __float_as_uint(size) & 0x7fffffffu;
    return __uint_as_float(magnitude | __float_as_uint(sign) & 0x80000000u);
}

__device__ float roundf(float x)
{
    return truncf(__fmaf_rz(x, 1.0f, copysignf(0.5f, x)));
}

// |x|^y = 2^(y * log2 |x|): the logarithm as a sum of two floats, and so the product.
__device__ float power_of_size(float x, float y)
{
    float size = fabsf(x);
    bool small = size < 1.1754944e-38f;
    float scaled = small ? size * 16777216.0f : size;
    int n = (__float_as_int(scaled) - 0x3f3504f3) & 0xff800000;
    float mantissa = __int_as_float(__float_as_int(scaled) - n);
    float exponent = fmaf((float) n, 1.1920929e-7f, small ? -24.0f : 0.0f);

    // log((1 + f) / (1 - f)), with f as a quotient and its rest.
    float less = mantissa - 1.0f;
    float inverse = reciprocal_of_unit(mantissa + 1.0f);
    float quotient = (less + less) * inverse;
    float square = quotient * quotient;
    float missing = less - quotient;
    float rest = __fmul_rn(inverse, fmaf(-quotient, less, missing + missing));
    float p = fmaf(0.00065688626f, square, 0.0032181654f);
    p = fmaf(p, square, 0.018033719f);
    p = fmaf(p, square, 0.12022459f);
    p = __fmul_rn(p, square);
    float sum = fmaf(quotient, 1.442695f, exponent);
    float low = fmaf(quotient, 1.442695f, exponent - sum);
    low = fmaf(rest, 1.442695f, low);
    low = fmaf(quotient, 1.9251367e-8f, low);
    low = fmaf(__fmul_rn(p, 3.0f), rest, low);
    low = fmaf(p, quotient, low);
    float high = __fadd_rn(sum, low);
    low = __fadd_rn(low, -__fadd_rn(high, -sum));

    // Times y, and 2 to the power of that.
    float product = __fmul_rn(high, y);
    float error = fmaf(low, y, fmaf(high, y, -product));
    float whole = rintf(product);
    float f = error + (product - whole);
    p = fmaf(0.00015239252f, f, 0.0013391353f);
    p = fmaf(p, f, 0.009618839f);
    p = fmaf(p, f, 0.05550359f);
    p = fmaf(p, f, 0.24022645f);
    p = fmaf(p, f, 0.6931472f);
    p = fmaf(p, f, 1.0f);
    // In two steps, so that neither factor over- or underflows.
    int first = whole > 0.0f ? 0 : (int) 0x83000000;
    float once = p * __int_as_float(first + 0x7f000000);
    float power = once * __int_as_float(((int) whole << 23) - first);
    float infinity = INFINITY;
    float beyond = product < 0.0f ? 0.0f : infinity;
    return fabsf(product) > 152.0f ? beyond : power;
}

// The cases are those of ISO C, appendix F.
__device__ float powf(float x, float y)
{
    float half = truncf(y * 0.5f);
    bool odd = fabsf(y - (half + half)) == 1.0f;
    float power = power_of_size(x, y);
    float x_size = fabsf(x), y_size = fabsf(y), infinity = INFINITY;
    if (x == 1.0f || y == 0.0f)
        return 1.0f;
    if (!(x_size <= infinity) || !(y_size <= infinity))
        return __fadd_rn(x, y);
    if (x == 0.0f || x_size == infinity) {
        unsigned int doubled = __float_as_uint(x + x);
        unsigned int bits = y < 0.0f ? doubled ^ 0x7f800000u : doubled;
        return __uint_as_float(odd ? bits : bits & 0x7fffffffu);
    }
    if (x == -1.0f && y_size == infinity)
        return 1.0f;
    if (x < 0.0f) {
        float signed_power = odd ? -power : power;
        float no_number = __uint_as_float(0x7fffffffu);
        return floorf(y) != y ? no_number : signed_power;
    }
    return power;
}

// The approximation that replaces it under fast math.
__device__ float __powf(float x, float y)
{
    return exp2f(y * __log2f(x));
}

// x^(-2/3), approximately, and one correction.
__device__ float cbrtf(float x)
{
    float size = fabsf(x);
    float guess = exp2_of_unit(__log2f(size) * -0.6666667f);
    float root = size * guess;
    float rest = fmaf(root, -(guess * root), 1.0f);
    float result = fmaf(root, rest * 0.33333334f, root);
    float doubled = x + x;
    float negated = x < 0.0f ? -result : result;
    return doubled == x ? doubled : negated;
}

// The root of a sum of squares that are scaled so that neither over- nor underflows.
__device__ float hypotf(float x, float y)
{
    int a = __float_as_int(fabsf(x)), b = __float_as_int(fabsf(y));
    int smaller = min(b, a), larger = max(b, a);
    int exponent = larger & 0xfe000000;
    float down = __int_as_float(0x7e800000 - exponent);
    float s = __int_as_float(smaller) * down, l = __int_as_float(larger) * down;
    float root = sqrtf(fmaf(l, l, __fmul_rn(s, s))) * __int_as_float(exponent | 0x800000);
    float longer = __int_as_float(larger), infinity = INFINITY;
    float finite = __int_as_float(smaller) == 0.0f ? longer : root;
    return __int_as_float(smaller) == infinity ? infinity : finite;
}

__device__ float rhypotf(float x, float y)
{
    int a = __float_as_int(fabsf(x)), b = __float_as_int(fabsf(y));
    int smaller = min(b, a), larger = max(b, a);
    float down = __int_as_float(0x7e800000 - (larger & 0xfe000000));
    float s = __int_as_float(smaller) * down, l = __int_as_float(larger) * down;
    float inverse = rsqrtf(fmaf(l, l, __fmul_rn(s, s))) * down;
    return __int_as_float(smaller) == INFINITY ? 0.0f : inverse;
}

// x^(-1/3), approximately, and one correction.
__device__ float rcbrtf(float x)
{
    float size = fabsf(x);
    float guess = exp2_of_unit(__log2f(size) * -0.33333334f);
    float rest = fmaf(guess * guess, -(size * guess), 1.0f);
    float result = fmaf(rest, guess * 0.33333334f, guess);
    float opposite = __uint_as_float(__float_as_uint(x + x) ^ 0x7f800000u);
    float negated = x < 0.0f ? -result : result;
    return x + x == x ? opposite : negated;
}

// The positive difference.
__device__ float fdimf(float x, float y)
{
    return x <= y ? 0.0f : __fadd_rn(x, -y);
}
