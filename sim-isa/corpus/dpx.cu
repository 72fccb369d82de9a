// Minima and maxima of packed integers, narrow integers as floats, a function that calls itself.
#define BOTH(f, T, name)                                                                                  \
    __global__ void f##_##name(T *o, const T *a, const T *b, const T *c, T k)                             \
    {                                                                                                     \
        int i = threadIdx.x;                                                                              \
        o[i] = f##_##name##_(a[i], b[i], c[i], k);                                                        \
    }
#define DPX(f, T, name)                                                                                   \
    __device__ T f##_##name##_(T a, T b, T c, T k)                                                        \
    {                                                                                                     \
        return __##f##_##name(a, b, c) ^ __##f##_##name(a, k, b) ^ __##f##_##name(a, (T)7, c) ^           \
               __##f##_##name(a, b, (T)9);                                                                \
    }                                                                                                     \
    BOTH(f, T, name)
#define ALL(T, name) DPX(vimax3, T, name) DPX(vimin3, T, name) DPX(viaddmax, T, name) DPX(viaddmin, T, name)
ALL(int, s32) ALL(int, s32_relu) ALL(unsigned, u32)
ALL(unsigned, s16x2) ALL(unsigned, s16x2_relu) ALL(unsigned, u16x2)

__global__ void which(unsigned *o, const unsigned *a, const unsigned *b)
{
    int i = threadIdx.x;
    bool high, low;
    unsigned most = __vibmax_s16x2(a[i], b[i], &high, &low);
    o[4 * i] = most + high + 2 * low;
    most = __vibmin_u16x2(a[i], b[i], &high, &low);
    o[4 * i + 1] = most + high + 2 * low;
}
#define FLOATS(T, T4)                                                                                     \
    __global__ void floats_##T4(float4 *o, double4 *d, const T4 *a, T4 k)                                 \
    {                                                                                                     \
        int i = threadIdx.x;                                                                              \
        T4 v = a[i];                                                                                      \
        o[i] = make_float4(v.x, v.y, v.z, v.w);                                                           \
        d[i] = make_double4(v.x, v.y, v.z, v.w);                                                          \
        o[i + 64] = make_float4(k.x, k.y, k.z, k.w);                                                      \
    }
FLOATS(unsigned char, uchar4) FLOATS(signed char, char4) FLOATS(unsigned short, ushort4) FLOATS(short, short4)

__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void recursive(int *o) { o[threadIdx.x] = fib(threadIdx.x); }

__global__ void uniform(unsigned *o, unsigned a, unsigned long long b)
{
    o[threadIdx.x] = a * (a + 3) - 0x6eef + (unsigned)(b << (a & 31)) + blockIdx.x * a * 77 - 1;
}
