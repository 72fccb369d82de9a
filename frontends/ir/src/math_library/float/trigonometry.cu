// Sine, cosine, tangent and their inverses.

// 2/pi to 192 bits times the 24 bits of a number beyond 105615, of which the two bits before and
// the 64 behind the point count (Payne and Hanek). The result is x beyond a multiple of pi/2.
__device__ float large_angle(float x, int &quarter)
{
    unsigned int bits = __float_as_uint(x);
    unsigned int exponent = (bits >> 23 & 255u) - 128u;
    unsigned int mantissa = bits << 8 | 0x80000000u;
    unsigned long long sum = (unsigned long long) 0x3c439041u * mantissa;
    unsigned int w0 = (unsigned int) sum;
    sum = (unsigned long long) 0xdb629599u * mantissa + (sum >> 32);
    unsigned int w1 = (unsigned int) sum;
    sum = (unsigned long long) 0xf534ddc0u * mantissa + (sum >> 32);
    unsigned int w2 = (unsigned int) sum;
    sum = (unsigned long long) 0xfc2757d1u * mantissa + (sum >> 32);
    unsigned int w3 = (unsigned int) sum;
    sum = (unsigned long long) 0x4e441529u * mantissa + (sum >> 32);
    unsigned int w4 = (unsigned int) sum;
    sum = (unsigned long long) 0xa2f9836eu * mantissa + (sum >> 32);
    unsigned int w5 = (unsigned int) sum;
    unsigned int w6 = (unsigned int) (sum >> 32);

    unsigned int words = exponent >> 5;
    unsigned int high = words == 0u ? w6 : words == 1u ? w5 : words == 2u ? w4 : w3;
    unsigned int low = words == 0u ? w5 : words == 1u ? w4 : words == 2u ? w3 : w2;
    unsigned int next = words == 0u ? w4 : words == 1u ? w3 : words == 2u ? w2 : w1;
    unsigned int shift = exponent & 31u;
    if (shift != 0u) {
        high = (low >> 32u - shift) + (high << shift);
        low = (next >> 32u - shift) + (low << shift);
    }

    // Rounded to the nearest multiple: what is over half of one counts from the next.
    unsigned int fraction = low >> 30 | high << 2;
    unsigned int over = fraction >> 31;
    int count = (int) (over + (high >> 30));
    unsigned int flip = over != 0u ? 0xffffffffu : 0u;
    unsigned long long distance = (unsigned long long) (fraction ^ flip) << 32 | (low << 2 ^ flip);
    float angle = (float) ((double) (long long) distance * 8.515303950216386e-20);
    bool negative = (int) bits < 0;
    quarter = negative ? -count : count;
    return negative != (over != 0u) ? -angle : angle;
}

// What x is beyond a multiple of pi/2, and which: pi/2 is subtracted in three parts.
__device__ float reduced_angle(float x, int &quarter)
{
    quarter = __float2int_rn(x * 0.63661975f);
    float n = (float) quarter;
    float angle = fmaf(n, -5.390303e-15f, fmaf(n, -7.5497894e-8f, fmaf(n, -1.5707963f, x)));
    if (fabsf(x) >= 105615.0f) {
        if (fabsf(x) == INFINITY) {
            angle = __fmul_rn(x, 0.0f);
            quarter = 0;
        } else {
            angle = large_angle(x, quarter);
        }
    }
    return angle;
}

// The sine of an angle of at most pi/4 beyond a number of quarter turns: a polynomial of the
// sine or of the cosine.
__device__ float sine_in_quarter(float angle, int quarter)
{
    bool sine = (quarter & 1) == 0;
    float first = sine ? angle : 1.0f;
    float square = __fmul_rn(angle, angle);
    float highest = fmaf(2.427958e-5f, square, -0.001388786f);
    float p = sine ? -0.00019574659f : highest;
    p = fmaf(p, square, sine ? 0.008332703f : 0.041666728f);
    p = fmaf(p, square, sine ? -0.16666663f : -0.49999997f);
    float result = fmaf(p, fmaf(square, first, 0.0f), first);
    float minus = fmaf(result, -1.0f, 0.0f);
    return (quarter & 2) != 0 ? minus : result;
}

__device__ float sinf(float x)
{
    int quarter;
    float angle = reduced_angle(x, quarter);
    return sine_in_quarter(angle, quarter);
}

__device__ float cosf(float x)
{
    int quarter;
    float angle = reduced_angle(x, quarter);
    return sine_in_quarter(angle, quarter + 1);
}

// Both polynomials, exchanged in every other quarter; signs turn with the quarters.
__device__ void sincosf(float x, float &sine, float &cosine)
{
    int quarter;
    float angle = reduced_angle(x, quarter);
    float square = angle * angle;
    float q = fmaf(2.427958e-5f, square, -0.001388786f);
    q = fmaf(q, square, 0.041666728f);
    q = fmaf(q, square, -0.49999997f);
    q = fmaf(q, square, 1.0f);
    float p = fmaf(-0.00019574659f, square, 0.008332703f);
    p = fmaf(p, square, -0.16666663f);
    p = fmaf(p, fmaf(square, angle, 0.0f), angle);
    float first = (quarter & 1) != 0 ? q : p;
    float second = (quarter & 1) != 0 ? p : q;
    sine = (quarter & 2) != 0 ? -first : first;
    cosine = (quarter + 1 & 2) != 0 ? -second : second;
}

// What x is beyond a multiple of 1/2, and which.
__device__ float rest_of_half_turns(float x, int &quarter)
{
    float twice = rintf(x + x);
    quarter = (int) twice;
    return fmaf(-twice, 0.5f, x);
}

// The sine of pi times a rest of at most 1/4 beyond a number of quarter turns.
__device__ float sine_of_half_turns(float rest, int quarter)
{
    float square = __fmul_rn(rest, rest);
    float q = fmaf(0.22686031f, square, -1.3345604f);
    q = fmaf(q, square, 4.0586925f);
    q = fmaf(q, square, -4.934802f);
    q = fmaf(q, square, 1.0f);
    float p = fmaf(-0.59248024f, square, 2.5501442f);
    p = fmaf(p, square, -5.16772f);
    p = fmaf(p, fmaf(square, rest, 0.0f), 0.0f);
    p = fmaf(3.1415927f, rest, p);
    float result = (quarter & 1) != 0 ? q : p;
    return (quarter & 2) != 0 ? 0.0f - result : result;
}

__device__ float sinpif(float x)
{
    int quarter;
    float rest = rest_of_half_turns(x, quarter);
    float result = sine_of_half_turns(rest, quarter);
    return truncf(x) == x ? __fmul_rn(x, 0.0f) : result;
}

__device__ float cospif(float x)
{
    // From 2^24 on all numbers are even.
    if (fabsf(x) > 16777216.0f)
        x = __fmul_rn(x, 0.0f);
    int quarter;
    float rest = rest_of_half_turns(x, quarter);
    return sine_of_half_turns(rest, quarter + 1);
}

__device__ void sincospif(float x, float &sine, float &cosine)
{
    sine = sinpif(x);
    cosine = cospif(x);
}

__device__ float tanf(float x)
{
    int quarter;
    float angle = reduced_angle(x, quarter);
    float square = angle * angle;
    float p = fmaf(0.009338379f, square, 0.0032653809f);
    p = fmaf(p, square, 0.024291992f);
    p = fmaf(p, square, 0.053466797f);
    p = fmaf(p, square, 0.13337791f);
    p = fmaf(p, square, 0.3333323f);
    float polynomial = fmaf(p, __fmul_rn(square, angle), angle);
    float tangent = fabsf(angle) == 0.00049096695f ? angle : polynomial;
    float cotangent = reciprocal_of_unit(-tangent);
    return (quarter & 1) != 0 ? cotangent : tangent;
}

// A polynomial of x or of 1 / x.
__device__ float atanf(float x)
{
    float size = fabsf(x);
    float inverse = reciprocal_of_unit(size);
    float t = size > 1.0f ? inverse : size;
    float square = t * t;
    float p = fmaf(0.002450029f, square, -0.0143969795f);
    p = fmaf(p, square, 0.03984975f);
    p = fmaf(p, square, -0.07252975f);
    p = fmaf(p, square, 0.1051848f);
    p = fmaf(p, square, -0.14171803f);
    p = fmaf(p, square, 0.19988775f);
    p = fmaf(p, square, -0.3333294f);
    float angle = fmaf(square * p, t, t);
    if (size > 1.0f)
        angle = fmaf(0.93318945f, 1.6832556f, -angle);
    float signed_angle = copysignf(angle, x);
    return size <= INFINITY ? signed_angle : angle;
}

__device__ float atan2f(float y, float x)
{
    float width = fabsf(x), height = fabsf(y);
    bool steep = height > width;
    float longer = steep ? height : width;
    float shorter = steep ? width : height;
    float t = shorter / longer;
    float square = t * t;
    float p = fmaf(0.0027380611f, square, -0.015681878f);
    p = fmaf(p, square, 0.04220075f);
    p = fmaf(p, square, -0.07479298f);
    p = fmaf(p, square, 0.106404155f);
    p = fmaf(p, square, -0.14207722f);
    p = fmaf(p, square, 0.19993925f);
    p = fmaf(p, square, -0.33333197f);
    float angle = fmaf(square * p, t, t);
    bool left = __float_as_int(x) < 0;
    if (steep)
        angle = fmaf(0.93318945f, 1.6832556f, left ? angle : -angle);
    else if (left)
        angle = fmaf(1.8663789f, 1.6832556f, -angle);
    float diagonal = left ? 2.3561945f : 0.7853982f;
    float axis = left ? 3.1415927f : 0.0f;
    angle = width == height ? diagonal : angle;
    angle = longer == 0.0f ? axis : angle;
    float sum = width + height;
    float signed_angle = copysignf(angle, y);
    return fabsf(sum) <= INFINITY ? signed_angle : sum;
}

// The root of (1 - |x|) / 2, by the unit's reciprocal root and one correction; of it the inverse
// functions of |x| near 1 are twice the arc sine.
__device__ float chord(float size)
{
    float half = fmaf(0.5f, -size, 0.5f);
    float inverse = rsqrt_of_unit(half);
    float root = half * inverse;
    float better = fmaf(root, fmaf(-root, inverse * 0.5f, 0.5f), root);
    return size == 1.0f ? 0.0f : better;
}

__device__ float asinf(float x)
{
    float size = fabsf(x);
    bool near_one = size > 0.56f;
    float of_chord = chord(size);
    float t = near_one ? of_chord : size;
    float square = t * t;
    float p = fmaf(0.05025002f, square, 0.01877336f);
    p = fmaf(p, square, 0.046769053f);
    p = fmaf(p, square, 0.074823014f);
    p = fmaf(p, square, 0.16667181f);
    float arc = fmaf(square * p, t, t);
    float rest = fmaf(0.93318945f, 1.6832556f, __fmul_rn(arc, -2.0f));
    float angle = near_one ? rest : arc;
    float signed_angle = copysignf(angle, x);
    return angle <= INFINITY ? signed_angle : angle;
}

__device__ float acosf(float x)
{
    float size = fabsf(x);
    bool near_one = size > 0.56f;
    float of_chord = chord(size);
    float t = copysignf(near_one ? of_chord : size, x);
    float square = t * t;
    float p = fmaf(0.035382207f, square, 0.01698052f);
    p = fmaf(p, square, 0.030762933f);
    p = fmaf(p, square, 0.044709418f);
    p = fmaf(p, square, 0.07498904f);
    p = fmaf(p, square, 0.16666707f);
    float arc = fmaf(square * p, t, t);
    float rest = fmaf(0.93318945f, 1.6832556f, near_one ? arc : -arc);
    float angle = x > 0.56f ? arc : rest;
    return near_one ? angle + angle : angle;
}

// The approximation that replaces the tangent under fast math.
__device__ float __tanf(float x)
{
    return __fdividef(__sinf(x), __cosf(x));
}

// The approximations that replace both under fast math.
__device__ void __sincosf(float x, float &sine, float &cosine)
{
    sine = __sinf(x);
    cosine = __cosf(x);
}
