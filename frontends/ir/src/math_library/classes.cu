// What kind of number it is.

__device__ bool isnan(double x)
{
    return x != x;
}

__device__ bool isnanf(float x)
{
    return x != x;
}

__device__ bool isinf(double x)
{
    return fabs(x) == INFINITY;
}

__device__ bool isinff(float x)
{
    return fabsf(x) == INFINITY;
}

__device__ bool isfinite(double x)
{
    return fabs(x) < INFINITY;
}

__device__ bool isfinitef(float x)
{
    return fabsf(x) < INFINITY;
}

__device__ bool signbit(double x)
{
    return __double2hiint(x) < 0;
}

__device__ bool signbitf(float x)
{
    return __float_as_int(x) < 0;
}
