// Loops of a few instructions, as compilers make them: `u_` with a counter that is the same in all lanes, which goes to a uniform
// register, `r_` with one of each lane. `in` is zero, so every lane makes `turns` turns.
//
// nvcc -O3 -arch=sm_90 -cubin -o cubin/small_loops.cubin kernels.cu
typedef unsigned u32;

#define LOOP(name, loop, body, result) \
    extern "C" __global__ void name(u32 *out, const u32 *in, int turns) { \
        __shared__ u32 words[1024]; \
        for (int i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = 0; \
        float x = threadIdx.x, y = x + 1, z = x + 2, w = x + 3; \
        u32 a = in[threadIdx.x]; \
        int first = in[threadIdx.x + 1024]; \
        __syncthreads(); \
        u32 begin = clock(); \
        _Pragma("unroll 1") loop { body } \
        u32 end = clock(); \
        if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = end - begin; \
        if ((result) == 12345) out[99] = y + z + w; \
    }
#define UNIFORM for (int i = 0; i < turns; i++)
#define OF_LANES for (int i = first; i < turns; i++)
#define BOTH(name, body, result) LOOP(u_##name, UNIFORM, body, result) LOOP(r_##name, OF_LANES, body, result)
#define FMA(x) x = x * 1.0001f + 0.5f;

BOTH(fma1, FMA(x), x)
BOTH(fma2, FMA(x) FMA(x), x)
BOTH(fma4, FMA(x) FMA(x) FMA(x) FMA(x), x)
BOTH(each4, FMA(x) FMA(y) FMA(z) FMA(w), x + y + z + w)
BOTH(product, a = a * 3 + i;, a)
BOTH(xor, a = (a ^ i) + 1;, a)
BOTH(shared, a = words[a];, a)
BOTH(global, a = in[a];, a)
LOOP(u_ex2, UNIFORM, x = exp2f(x);, x)
LOOP(r_sqrt, OF_LANES, x = sqrtf(x) + 1;, x)
LOOP(r_either, OF_LANES, if (a & 1) a = a * 5 + 1; else a = (a ^ 7) + i;, a)
LOOP(r_while, while (a < turns), a += 1 + (a >> 31);, a)
LOOP(r_inner, OF_LANES, _Pragma("unroll 1") for (int j = first; j < 3; j++) FMA(x), x)
LOOP(r_select, OF_LANES, a = a > 100 ? a - 77 : a + 3; x += a;, x)
