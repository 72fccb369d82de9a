// What a warp does behind a barrier before it stops: a block on every SM whose warps meet again and again and between it
// compute: products, each of the one before (`n`), or products and exclusive ors in turn that do not depend on each
// other, of which one may issue in each cycle (`i`), or one instruction of another kind that needs what the last one
// gave. A line is the instructions or the kind, the warps of the block, and the cycles from barrier to barrier in the
// mean of all threads, from launches of 64 and of 576 barriers. What a warp issues before it stops costs nothing while
// others are on their way to the barrier.
//
//     nvcc -O3 -arch=sm_90 deferred.cu -o deferred && ./deferred > deferred.txt
#include "../device.cuh"
#include <vector>

template <int COUNT, bool ALONE> __global__ void meet(unsigned *out, int turns)
{
    unsigned value[16], factor = turns | 1, before = clock();
#pragma unroll
    for (int i = 0; i < 16; i++) value[i] = threadIdx.x + i;
    for (int turn = 0; turn < turns; turn++) {
#pragma unroll
        for (int i = 0; i < 8; i++) {
            asm volatile("bar.sync 0;" ::: "memory");
#pragma unroll
            for (int k = 0; k < COUNT; k++)
                if (ALONE && (k + i) % 2) asm volatile("xor.b32 %0, %0, %1;" : "+r"(value[k % 16]) : "r"(factor));
                else asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(value[ALONE ? k % 16 : 0]) : "r"(factor));
        }
    }
    unsigned sum = 0;
#pragma unroll
    for (int i = 0; i < 16; i++) sum ^= value[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = clock() - before + (sum == 0x12345);
}

enum Kind { MUFU, I2F, POPC, SHFL, VOTE, REDUX, DOUBLE, HALF, SHARED, CONSTANT, BLOCK, KINDS };
static const char *const NAMES[] = {"mufu", "i2f", "popc", "shfl", "vote", "redux", "double", "half", "shared", "constant", "block"};
__constant__ unsigned zero_words[256];

template <int KIND> __global__ void one(unsigned *out, int turns)
{
    __shared__ unsigned zeros[64];
    zeros[threadIdx.x % 64] = 0;
    __syncthreads();
    unsigned value = threadIdx.x, base = (unsigned)__cvta_generic_to_shared(zeros), before = clock();
    double wide = value;
    for (int turn = 0; turn < turns; turn++) {
#pragma unroll
        for (int i = 0; i < 8; i++) {
            asm volatile("bar.sync 0;" ::: "memory");
            switch (KIND) {
            case MUFU: asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+r"(value) :: "memory"); break;
            case I2F: asm volatile("cvt.rn.f32.u32 %0, %0;" : "+r"(value) :: "memory"); break;
            case POPC: asm volatile("popc.b32 %0, %0;" : "+r"(value) :: "memory"); break;
            case SHFL: asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, -1;" : "+r"(value) :: "memory"); break;
            case VOTE: asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 3; vote.sync.ballot.b32 %0, p, -1; }" : "+r"(value) :: "memory"); break;
            case REDUX: asm volatile("redux.sync.add.u32 %0, %0, -1;" : "+r"(value) :: "memory"); break;
            case DOUBLE: asm volatile("fma.rn.f64 %0, %0, %0, %0;" : "+d"(wide) :: "memory"); break;
            case HALF: asm volatile("fma.rn.f16x2 %0, %0, %0, %0;" : "+r"(value) :: "memory"); break;
            case SHARED: asm volatile("ld.shared.u32 %0, [%0];" : "+r"(base) :: "memory"); base += (unsigned)__cvta_generic_to_shared(zeros); break;
            case CONSTANT: value = zero_words[value & 255]; break;
            case BLOCK: asm volatile("{ .reg .u32 x; mov.u32 x, %%ctaid.y; add.u32 %0, %0, x; }" : "+r"(value) :: "memory"); break;
            }
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = clock() - before + (value + base + (unsigned)wide == 0x12345);
}

typedef void (*Kernel)(unsigned *, int);

static double mean(Kernel kernel, unsigned *out, int warps, int turns)
{
    for (int launch = 0; launch < 3; launch++) kernel<<<132, 32 * warps>>>(out, turns);
    std::vector<unsigned> cycles(132 * 32 * warps);
    check(cudaMemcpy(cycles.data(), out, cycles.size() * 4, cudaMemcpyDeviceToHost));
    double sum = 0;
    for (unsigned thread : cycles) sum += thread;
    return sum / cycles.size();
}

static void print(Kernel kernel, const char *name, unsigned *out)
{
    for (int warps : {1, 2, 4, 8, 16, 32})
        printf("%s_w%d %.1f\n", name, warps, (mean(kernel, out, warps, 72) - mean(kernel, out, warps, 8)) / 512);
}

template <int COUNT, bool ALONE> static void print(unsigned *out)
{
    char name[8];
    snprintf(name, sizeof name, "%c%d", ALONE ? 'i' : 'n', COUNT);
    print(meet<COUNT, ALONE>, name, out);
}

template <int KIND = 0> static void print_kinds(unsigned *out)
{
    print(one<KIND>, NAMES[KIND], out);
    if constexpr (KIND + 1 < KINDS) print_kinds<KIND + 1>(out);
}

int main()
{
    unsigned *out = zeros(132 * 1024 * 4);
    print<0, false>(out), print<1, false>(out), print<2, false>(out), print<4, false>(out), print<6, false>(out);
    print<8, false>(out), print<12, false>(out), print<16, false>(out), print<24, false>(out);
    print<1, true>(out), print<2, true>(out), print<3, true>(out), print<4, true>(out), print<5, true>(out);
    print<6, true>(out), print<7, true>(out), print<8, true>(out), print<9, true>(out), print<10, true>(out);
    print<12, true>(out), print<14, true>(out);
    print_kinds(out);
}
