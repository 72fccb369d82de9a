// What matrix instructions take: products (HMMA, IMMA, DMMA), fragments from and to shared memory (LDSM, STSM), transpositions
// (MOVM). `sim measure` writes down no clocks, so this is a program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o matrix matrix.cu && ./matrix
//
// `matrix.txt` is what an H200 answered: the kernel (what it does, and how many do it side by side), a number that it is given,
// the warps, and the cycles of one turn of the loop in the mean of the warps. Its kernels (`cubin/matrix.cubin`) run in the
// simulator, too.
#include "../loads.cuh"

// Products of fragments, d += a * b: the instruction, its type, and how many registers of d, a and b it has.
#define _ ,
#define TERNARY(NAME, OP, TYPE, SUMS, AS, BS, TEXT, OUTS, INS)                      \
    struct NAME {                                                                       \
        typedef TYPE Word;                                                              \
        static const int sums = SUMS, as = AS, bs = BS;                                 \
        static __device__ __forceinline__ void run(TYPE *d, const TYPE *a, const TYPE *b) \
        {                                                                               \
            asm volatile("mma.sync.aligned." OP " " TEXT ";" : OUTS : INS);             \
        }                                                                               \
    };
#define D4 "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
#define D2 "+r"(d[0]), "+r"(d[1])
#define A4B2 "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])
#define A2B1 "r"(a[0]), "r"(a[1]), "r"(b[0])
#define T442 "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3}"
#define T421 "{%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3}"
#define T242 "{%0,%1},{%2,%3,%4,%5},{%6,%7},{%0,%1}"
#define T221 "{%0,%1},{%2,%3},{%4},{%0,%1}"
TERNARY(F16K16, "m16n8k16.row.col.f32.f16.f16.f32", u32, 4, 4, 2, T442, D4, A4B2)
TERNARY(F16K8, "m16n8k8.row.col.f32.f16.f16.f32", u32, 4, 2, 1, T421, D4, A2B1)
TERNARY(BF16K16, "m16n8k16.row.col.f32.bf16.bf16.f32", u32, 4, 4, 2, T442, D4, A4B2)
TERNARY(TF32K8, "m16n8k8.row.col.f32.tf32.tf32.f32", u32, 4, 4, 2, T442, D4, A4B2)
TERNARY(TF32K4, "m16n8k4.row.col.f32.tf32.tf32.f32", u32, 4, 2, 1, T421, D4, A2B1)
TERNARY(H16K16, "m16n8k16.row.col.f16.f16.f16.f16", u32, 2, 4, 2, T242, D2, A4B2)
TERNARY(H16K8, "m16n8k8.row.col.f16.f16.f16.f16", u32, 2, 2, 1, T221, D2, A2B1)
TERNARY(S8K32, "m16n8k32.row.col.s32.s8.s8.s32", u32, 4, 4, 2, T442, D4, A4B2)
TERNARY(S8K16, "m16n8k16.row.col.s32.s8.s8.s32", u32, 4, 2, 1, T421, D4, A2B1)
TERNARY(D64K4, "m8n8k4.row.col.f64.f64.f64.f64", double, 2, 1, 1, "{%0,%1},{%2},{%3},{%0,%1}", "+d"(d[0]) _ "+d"(d[1]), "d"(a[0]) _ "d"(b[0]))

static const int ROUNDS = 64;
// Runs something twice, then times ROUNDS turns of it: sixteen in a row, then a branch.
#define TIMED(...)                                 \
    _Pragma("unroll 1") for (int r = 0; r < 2; r++) { __VA_ARGS__ } \
    u32 from = now();                              \
    _Pragma("unroll 16") for (int r = 0; r < ROUNDS; r++) { __VA_ARGS__ }

__device__ __forceinline__ void result(u32 *out, u32 took, u32 value)
{
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = took;
    out[32 + threadIdx.x] = value;
}

// CHAINS products in turn, each added to its own sum, and EACH products with one behind each.
template <typename P, int CHAINS, int EACH> __device__ __forceinline__ void products(u32 *out, const u32 *in)
{
    typename P::Word d[CHAINS][P::sums], a[P::as], b[P::bs];
    for (int i = 0; i < P::as; i++) a[i] = in[threadIdx.x + i];
    for (int i = 0; i < P::bs; i++) b[i] = in[threadIdx.x + i + 8];
    for (int c = 0; c < CHAINS; c++)
        for (int i = 0; i < P::sums; i++) d[c][i] = in[threadIdx.x + i + c];
    float f[4] = {(float)in[0], (float)in[1], (float)in[2], (float)in[3]};
    TIMED(for (int c = 0; c < CHAINS; c++) {
        P::run(d[c], a, b);
        for (int e = 0; e < EACH; e++) asm volatile("fma.rn.f32 %0,%0,%0,%0;" : "+f"(f[e % 4]));
    })
    typename P::Word sum = 0;
    for (int c = 0; c < CHAINS; c++)
        for (int i = 0; i < P::sums; i++) sum += d[c][i];
    result(out, now() - from, (u32)sum + (u32)(f[0] + f[1] + f[2] + f[3]));
}

// Each product's sums are the next one's first factor.
template <typename P> __device__ __forceinline__ void factors(u32 *out, const u32 *in)
{
    u32 a[4], b[2];
    for (int i = 0; i < 4; i++) a[i] = in[threadIdx.x + i];
    for (int i = 0; i < 2; i++) b[i] = in[threadIdx.x + i + 8];
    TIMED(P::run(a, a, b);)
    result(out, now() - from, a[0] + a[1]);
}

template <int COUNT, bool TURNED> __device__ __forceinline__ void load_matrix(u32 *d, u32 at)
{
    if (COUNT == 4 && TURNED) asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3},[%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(at) : "memory");
    else if (COUNT == 4) asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3},[%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(at) : "memory");
    else if (COUNT == 2 && TURNED) asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1},[%2];" : "=r"(d[0]), "=r"(d[1]) : "r"(at) : "memory");
    else if (COUNT == 2) asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1},[%2];" : "=r"(d[0]), "=r"(d[1]) : "r"(at) : "memory");
    else if (TURNED) asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0},[%1];" : "=r"(d[0]) : "r"(at) : "memory");
    else asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0},[%1];" : "=r"(d[0]) : "r"(at) : "memory");
}
template <int COUNT, bool TURNED> __device__ __forceinline__ void store_matrix(u32 at, const u32 *d)
{
    if (COUNT == 4 && TURNED) asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%4],{%0,%1,%2,%3};" ::"r"(d[0]), "r"(d[1]), "r"(d[2]), "r"(d[3]), "r"(at) : "memory");
    else if (COUNT == 4) asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%4],{%0,%1,%2,%3};" ::"r"(d[0]), "r"(d[1]), "r"(d[2]), "r"(d[3]), "r"(at) : "memory");
    else if (COUNT == 2 && TURNED) asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%2],{%0,%1};" ::"r"(d[0]), "r"(d[1]), "r"(at) : "memory");
    else if (COUNT == 2) asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%2],{%0,%1};" ::"r"(d[0]), "r"(d[1]), "r"(at) : "memory");
    else if (TURNED) asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%1],{%0};" ::"r"(d[0]), "r"(at) : "memory");
    else asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%1],{%0};" ::"r"(d[0]), "r"(at) : "memory");
}

// Zeros in shared memory: MANY times 32 rows, so many bytes apart. Returns where the lane's row begins.
template <int MANY> __device__ __forceinline__ u32 rows(u32 apart)
{
    extern __shared__ u32 place[];
    for (int i = threadIdx.x; i < MANY * 32 * (int)apart / 4; i += blockDim.x) place[i] = 0;
    __syncthreads();
    return (u32)__cvta_generic_to_shared(place) + threadIdx.x % 32 * apart;
}

// Each load's address is what the one before it has loaded.
template <int COUNT, bool TURNED> __device__ __forceinline__ void chased(u32 *out, u32 apart)
{
    u32 at = rows<1>(apart), d[4] = {0};
    TIMED(load_matrix<COUNT, TURNED>(d, at); at += d[COUNT - 1];)
    result(out, now() - from, at);
}

// MANY loads, then all are waited for.
template <int COUNT, bool TURNED, int MANY> __device__ __forceinline__ void loaded(u32 *out, u32 apart)
{
    u32 at = rows<MANY>(apart);
    TIMED(u32 d[MANY][4];
          for (int i = 0; i < MANY; i++) load_matrix<COUNT, TURNED>(d[i], at + i * 32 * apart);
          for (int i = 0; i < MANY; i++) at += d[i][0] + d[i][COUNT - 1];)
    result(out, now() - from, at);
}

// MANY stores.
template <int COUNT, bool TURNED, int MANY> __device__ __forceinline__ void stored(u32 *out, u32 apart)
{
    u32 at = rows<1>(apart), d[4] = {at, at + 1, at + 2, at + 3};
    TIMED(for (int i = 0; i < MANY; i++) store_matrix<COUNT, TURNED>(at, d);)
    result(out, now() - from, at);
}

// CHAINS transpositions, each of what its last one gave.
template <int CHAINS> __device__ __forceinline__ void turned(u32 *out, const u32 *in)
{
    u32 d[CHAINS];
    for (int c = 0; c < CHAINS; c++) d[c] = in[threadIdx.x + c];
    TIMED(for (int c = 0; c < CHAINS; c++) asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0,%0;" : "+r"(d[c]));)
    u32 sum = 0;
    for (int c = 0; c < CHAINS; c++) sum += d[c];
    result(out, now() - from, sum);
}

// The kernels, by what they do.
#define KERNEL(NAME, CALL) extern "C" __global__ void NAME(u32 *out, const u32 *in, u32 apart) { CALL; }
#define PRODUCT(P, C, E) KERNEL(P##_##C##_##E, (products<P, C, E>(out, in)))
#define PRODUCTS(P) PRODUCT(P, 1, 0) PRODUCT(P, 2, 0) PRODUCT(P, 4, 0) PRODUCT(P, 8, 0)
#define MIXES(P) PRODUCT(P, 4, 1) PRODUCT(P, 4, 2) PRODUCT(P, 4, 4) PRODUCT(P, 4, 8)
#define FRAGMENTS(C, T, NAME)                                    \
    KERNEL(chased_##C##NAME, (chased<C, T>(out, apart)))         \
    KERNEL(loaded_##C##NAME##_1, (loaded<C, T, 1>(out, apart)))  \
    KERNEL(loaded_##C##NAME##_4, (loaded<C, T, 4>(out, apart)))  \
    KERNEL(stored_##C##NAME##_1, (stored<C, T, 1>(out, apart)))  \
    KERNEL(stored_##C##NAME##_4, (stored<C, T, 4>(out, apart)))
PRODUCTS(F16K16) PRODUCTS(F16K8) PRODUCTS(BF16K16) PRODUCTS(TF32K8) PRODUCTS(TF32K4) PRODUCTS(H16K16) PRODUCTS(H16K8)
PRODUCTS(S8K32) PRODUCTS(S8K16) PRODUCTS(D64K4) MIXES(F16K16) MIXES(H16K8) MIXES(S8K32)
KERNEL(factors_F16K16, (factors<F16K16>(out, in)))
KERNEL(factors_S8K32, (factors<S8K32>(out, in)))
KERNEL(factors_H16K8, (factors<H16K8>(out, in)))
FRAGMENTS(1, false, r) FRAGMENTS(2, false, r) FRAGMENTS(4, false, r) FRAGMENTS(1, true, t) FRAGMENTS(2, true, t) FRAGMENTS(4, true, t)
KERNEL(turned_1, (turned<1>(out, in)))
KERNEL(turned_2, (turned<2>(out, in)))
KERNEL(turned_4, (turned<4>(out, in)))
KERNEL(turned_8, (turned<8>(out, in)))

typedef void (*Kernel)(u32 *, const u32 *, u32);
static u32 *out, *in;
static void show(const char *name, Kernel kernel, int warps, u32 apart)
{
    std::vector<u32> took;
    for (int turn = 0; turn < 2; turn++) {
        kernel<<<1, 32 * warps, 4 * 32 * apart>>>(out, in, apart);
        took = left(out, warps);
    }
    printf("%s %u %d %.2f\n", name, apart, warps, mean(took) / ROUNDS);
}
static void alone(const char *name, Kernel kernel)
{
    for (int warps : {1, 2, 4, 8, 16, 32}) show(name, kernel, warps, 16);
}
static void in_rows(const char *name, Kernel kernel)
{
    for (int warps : {1, 4, 16}) show(name, kernel, warps, 16);
    for (u32 apart : {32, 48, 64, 80, 128, 144, 256, 272}) show(name, kernel, 1, apart);
}

#undef PRODUCT
#undef KERNEL
#define PRODUCT(P, C, E) alone(#P "_" #C "_" #E, P##_##C##_##E);
#define ONE(NAME) in_rows(#NAME, NAME);
int main()
{
    out = zeros(8192), in = zeros(8192);
    PRODUCTS(F16K16) PRODUCTS(F16K8) PRODUCTS(BF16K16) PRODUCTS(TF32K8) PRODUCTS(TF32K4) PRODUCTS(H16K16) PRODUCTS(H16K8)
    PRODUCTS(S8K32) PRODUCTS(S8K16) PRODUCTS(D64K4) MIXES(F16K16) MIXES(H16K8) MIXES(S8K32)
    alone("factors_F16K16", factors_F16K16), alone("factors_S8K32", factors_S8K32), alone("factors_H16K8", factors_H16K8);
    alone("turned_1", turned_1), alone("turned_2", turned_2), alone("turned_4", turned_4), alone("turned_8", turned_8);
#define ROWS(C, NAME)                                                                                       \
    ONE(chased_##C##NAME) ONE(loaded_##C##NAME##_1) ONE(loaded_##C##NAME##_4) ONE(stored_##C##NAME##_1) ONE(stored_##C##NAME##_4)
    ROWS(1, r) ROWS(2, r) ROWS(4, r) ROWS(1, t) ROWS(2, t) ROWS(4, t)
}
