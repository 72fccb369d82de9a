// What products of matrices are, of eight kinds of numbers. Checked by sim-core/tests/all/matrices.rs, which makes the
// same numbers; `values.txt` is what an H200 answered:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o values values.cu && ./values > values.txt
//
// A line is the instruction, the kind of numbers, and a hash of what 64 warps got.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
typedef uint32_t u32;
typedef uint64_t u64;

static const int WARPS = 64;

// Random words (splitmix64).
static u64 state;
static u32 next()
{
    state += 0x9e3779b97f4a7c15;
    u64 z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (u32)(z ^ z >> 31);
}

enum Kind { ANY, NEAR, FAR, SMALL, EDGES, SPECIAL, LARGE, APART };
static const char *KINDS[] = {"any", "near", "far", "small", "edges", "special", "large", "apart"};

// A number of so many bits of exponent and of fraction; sums may lie farther off.
static u32 element(Kind kind, int exponents, int fractions, bool sum)
{
    u32 bits = next(), choice = next(), pick = next();
    u32 sign = bits >> 31, fraction = bits & ((1u << fractions) - 1);
    int top = (1 << exponents) - 1, bias = top >> 1, exponent = 0;
    bool narrow = exponents == 5;
    switch (kind) {
    case ANY: exponent = choice % (top + 1); break;
    case NEAR: exponent = bias - 4 + choice % 9; break;
    case FAR: exponent = narrow ? choice % 31 : bias - 16 + choice % 32; break;
    case SMALL:
        exponent = choice % 6 < 3 ? 0 : choice % 6 == 5 ? bias - 8 + pick % 16 : 1 + choice % 2;
        if (pick % 4 == 0) fraction = 0;
        if (pick % 4 == 1) fraction = 1u << (pick >> 8) % fractions;
        break;
    case EDGES:
        exponent = bias - 1 + choice % 3;
        if (pick % 4 == 0) fraction = 0;
        if (pick % 4 == 1) fraction = (1u << fractions) - 1;
        if (pick % 4 == 2) fraction = 1;
        break;
    case SPECIAL:
        exponent = pick % 128 == 0 ? top : pick % 128 == 1 ? 0 : bias - 4 + choice % 9;
        if (pick % 128 == 1 || pick % 256 == 128) fraction = 0;
        break;
    case LARGE: exponent = bias + (narrow ? 8 : 100) + choice % 7; break;
    case APART: exponent = choice % 3 == 0 ? bias : narrow ? pick % 16 : bias - 30 + pick % 31; break;
    }
    if (sum && (kind == NEAR || kind == EDGES) && pick % 3 == 0) exponent += (int)(pick >> 4 & 31) - 16;
    exponent = exponent < 0 ? 0 : exponent > top ? top : exponent;
    return sign << (exponents + fractions) | (u32)exponent << fractions | fraction;
}

enum Format { HALF, BFLOAT, SINGLE, WORD, DOUBLE };
// A word, at its place in memory: the low one of a double comes first.
static u32 word(Format format, Kind kind, bool sum, int place)
{
    switch (format) {
    case HALF: { u32 low = element(kind, 5, 10, sum); return low | element(kind, 5, 10, sum) << 16; }
    case BFLOAT: { u32 low = element(kind, 8, 7, sum); return low | element(kind, 8, 7, sum) << 16; }
    case SINGLE: return element(kind, 8, 23, sum);
    case DOUBLE: { u32 bits = next(); return place % 2 == 0 ? bits : (bits & 0x800fffff) | (1003 + (bits >> 20) % 41) << 20; }
    default: return next();
    }
}

typedef void (*Kernel)(const u32 *, const u32 *, const u32 *, u32 *);
#define READ(A, a, n) u32 A[n]; for (int i = 0; i < n; i++) A[i] = a[n * t + i];
#define PRODUCT(NAME, OP, AS, BS, CS, TEXT, OUTS, INS)                                                        \
    __global__ void NAME(const u32 *a, const u32 *b, const u32 *c, u32 *d)                                     \
    {                                                                                                          \
        int t = threadIdx.x + 32 * blockIdx.x;                                                                 \
        READ(A, a, AS) READ(B, b, BS) READ(C, c, CS)                                                           \
        asm volatile("mma.sync.aligned." OP " " TEXT ";" : OUTS : INS);                                        \
        for (int i = 0; i < CS; i++) d[CS * t + i] = C[i];                                                     \
    }
#define _ ,
#define C4 "+r"(C[0]) _ "+r"(C[1]) _ "+r"(C[2]) _ "+r"(C[3])
#define C2 "+r"(C[0]) _ "+r"(C[1])
#define A4B2 "r"(A[0]) _ "r"(A[1]) _ "r"(A[2]) _ "r"(A[3]) _ "r"(B[0]) _ "r"(B[1])
#define A2B1 "r"(A[0]) _ "r"(A[1]) _ "r"(B[0])
#define LONG(NAME, OP) PRODUCT(NAME, OP, 4, 2, 4, "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3}", C4, A4B2)
#define SHORT(NAME, OP) PRODUCT(NAME, OP, 2, 1, 4, "{%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3}", C4, A2B1)
LONG(f16_16, "m16n8k16.row.col.f32.f16.f16.f32")
SHORT(f16_8, "m16n8k8.row.col.f32.f16.f16.f32")
LONG(bf16_16, "m16n8k16.row.col.f32.bf16.bf16.f32")
SHORT(bf16_8, "m16n8k8.row.col.f32.bf16.bf16.f32")
LONG(tf32_8, "m16n8k8.row.col.f32.tf32.tf32.f32")
SHORT(tf32_4, "m16n8k4.row.col.f32.tf32.tf32.f32")
PRODUCT(half_16, "m16n8k16.row.col.f16.f16.f16.f16", 4, 2, 2, "{%0,%1},{%2,%3,%4,%5},{%6,%7},{%0,%1}", C2, A4B2)
PRODUCT(half_8, "m16n8k8.row.col.f16.f16.f16.f16", 2, 1, 2, "{%0,%1},{%2,%3},{%4},{%0,%1}", C2, A2B1)
LONG(s8_32, "m16n8k32.row.col.s32.s8.s8.s32")
LONG(s8u8_32, "m16n8k32.row.col.s32.s8.u8.s32")
LONG(u8_32_sat, "m16n8k32.row.col.satfinite.s32.u8.u8.s32")
SHORT(s8_16, "m16n8k16.row.col.s32.s8.s8.s32")
SHORT(u8s8_16, "m16n8k16.row.col.s32.u8.s8.s32")
PRODUCT(s8_16_short, "m8n8k16.row.col.s32.s8.s8.s32", 1, 1, 2, "{%0,%1},{%2},{%3},{%0,%1}", C2, "r"(A[0]) _ "r"(B[0]))
LONG(u4_64, "m16n8k64.row.col.s32.u4.u4.s32")
SHORT(s4_32, "m16n8k32.row.col.s32.s4.s4.s32")
LONG(and_256, "m16n8k256.row.col.s32.b1.b1.s32.and.popc")
LONG(xor_256, "m16n8k256.row.col.s32.b1.b1.s32.xor.popc")
__global__ void f64_4(const u32 *a, const u32 *b, const u32 *c, u32 *d)
{
    int t = threadIdx.x + 32 * blockIdx.x;
    double x = ((double *)a)[t], y = ((double *)b)[t], s[2] = {((double *)c)[2 * t], ((double *)c)[2 * t + 1]};
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};" : "+d"(s[0]), "+d"(s[1]) : "d"(x), "d"(y));
    ((double *)d)[2 * t] = s[0], ((double *)d)[2 * t + 1] = s[1];
}

struct Product { const char *name; Kernel kernel; int as, bs, cs; Format factors, sums; };
static const Product PRODUCTS[] = {
    {"HMMA.16816.F32", f16_16, 4, 2, 4, HALF, SINGLE}, {"HMMA.1688.F32", f16_8, 2, 1, 4, HALF, SINGLE},
    {"HMMA.16816.F32.BF16", bf16_16, 4, 2, 4, BFLOAT, SINGLE}, {"HMMA.1688.F32.BF16", bf16_8, 2, 1, 4, BFLOAT, SINGLE},
    {"HMMA.1688.F32.TF32", tf32_8, 4, 2, 4, SINGLE, SINGLE}, {"HMMA.1684.F32.TF32", tf32_4, 2, 1, 4, SINGLE, SINGLE},
    {"HMMA.16816.F16", half_16, 4, 2, 2, HALF, HALF}, {"HMMA.1688.F16", half_8, 2, 1, 2, HALF, HALF},
    {"IMMA.16832.S8.S8", s8_32, 4, 2, 4, WORD, WORD}, {"IMMA.16832.S8.U8", s8u8_32, 4, 2, 4, WORD, WORD},
    {"IMMA.16832.U8.U8.SAT", u8_32_sat, 4, 2, 4, WORD, WORD}, {"IMMA.16816.S8.S8", s8_16, 2, 1, 4, WORD, WORD},
    {"IMMA.16816.U8.S8", u8s8_16, 2, 1, 4, WORD, WORD}, {"IMMA.8816.S8.S8", s8_16_short, 1, 1, 2, WORD, WORD},
    {"IMMA.16864.U4.U4", u4_64, 4, 2, 4, WORD, WORD}, {"IMMA.16832.S4.S4", s4_32, 2, 1, 4, WORD, WORD},
    {"BMMA.168256.AND.POPC", and_256, 4, 2, 4, WORD, WORD}, {"BMMA.168256.XOR.POPC", xor_256, 4, 2, 4, WORD, WORD},
    {"DMMA.8x8x4", f64_4, 2, 2, 4, DOUBLE, DOUBLE},
};

static void check(cudaError_t error)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    exit(1);
}

// Words on the GPU, of so many registers of all lanes.
static u32 *filled(int registers, Format format, Kind kind, bool sum)
{
    std::vector<u32> words(32 * WARPS * registers);
    for (size_t i = 0; i < words.size(); i++) words[i] = word(format, kind, sum, i);
    u32 *there;
    check(cudaMalloc(&there, 4 * words.size()));
    check(cudaMemcpy(there, words.data(), 4 * words.size(), cudaMemcpyHostToDevice));
    return there;
}

int main()
{
    for (const Product &product : PRODUCTS)
        for (int kind = ANY; kind <= APART; kind++) {
            if (kind != ANY && product.factors >= WORD) continue;
            state = 1;
            u32 *a = filled(product.as, product.factors, (Kind)kind, false), *b = filled(product.bs, product.factors, (Kind)kind, false);
            u32 *c = filled(product.cs, product.sums, (Kind)kind, true), *d = filled(product.cs, WORD, ANY, false);
            product.kernel<<<WARPS, 32>>>(a, b, c, d);
            std::vector<u32> got(32 * WARPS * product.cs);
            check(cudaMemcpy(got.data(), d, 4 * got.size(), cudaMemcpyDeviceToHost));
            u64 hash = 0xcbf29ce484222325;
            for (u32 one : got) hash = (hash ^ one) * 0x100000001b3;
            printf("%s %s %016llx\n", product.name, KINDS[kind], (unsigned long long)hash);
        }
}
