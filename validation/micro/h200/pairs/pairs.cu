// What one instruction of a lone warp waits for another before it: both issue some ten cycles apart, and the clock
// is read before the first and when the second's result is there. A program of its own, which prints the median of
// 20 turns for each pair (pairs.txt): nvcc -arch=sm_90 -O3 pairs.cu. Its kernels alone are cubin/pairs.cubin.
#include <algorithm>
#include <cstdio>
#include <vector>

typedef unsigned u32;

// Places of this lane: beside its neighbours', and 32 words from them, so that all lanes meet in one bank.
struct Places {
    u32 *global, *global_bank, *stored, *stored_bank, shared, shared_bank, word;
};

#define CLOCK(t) asm volatile("mov.u32 %0, %%clock;" : "=r"(t)::"memory")

struct nothing {
    static __device__ __forceinline__ u32 run(const Places &, u32) { return 0; }
};

#define LOAD(NAME, SPACE, KIND, PLACE)                                                                \
    struct NAME {                                                                                     \
        static __device__ __forceinline__ u32 run(const Places &p, u32 zero)                          \
        {                                                                                             \
            u32 v;                                                                                    \
            asm volatile("ld." SPACE ".u32 %0, [%1];" : "=r"(v) : KIND(p.PLACE + zero) : "memory");   \
            return v;                                                                                 \
        }                                                                                             \
    };
#define STORE(NAME, SPACE, KIND, PLACE)                                                               \
    struct NAME {                                                                                     \
        static __device__ __forceinline__ u32 run(const Places &p, u32 zero)                          \
        {                                                                                             \
            asm volatile("st." SPACE ".u32 [%0], %1;" ::KIND(p.PLACE + zero), "r"(zero) : "memory");  \
            return 0;                                                                                 \
        }                                                                                             \
    };
#define ADD(NAME, PLACE)                                                                              \
    struct NAME {                                                                                     \
        static __device__ __forceinline__ u32 run(const Places &p, u32 zero)                          \
        {                                                                                             \
            u32 v;                                                                                    \
            asm volatile("atom.shared.add.u32 %0, [%1], 0;" : "=r"(v) : "r"(p.PLACE + zero) : "memory"); \
            return v;                                                                                 \
        }                                                                                             \
    };
LOAD(lds, "shared", "r", shared)
LOAD(lds_bank, "shared", "r", shared_bank)
LOAD(ldg, "global", "l", global)
LOAD(ldg_bank, "global", "l", global_bank)
STORE(sts, "shared", "r", shared)
STORE(sts_bank, "shared", "r", shared_bank)
STORE(stg, "global", "l", stored)
STORE(stg_bank, "global", "l", stored_bank)
ADD(atoms, shared)
ADD(atoms_word, word)

struct shfl {
    static __device__ __forceinline__ u32 run(const Places &p, u32 zero)
    {
        u32 v;
        asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=r"(v) : "r"(p.shared + zero) : "memory");
        return v;
    }
};
struct s2r {
    static __device__ __forceinline__ u32 run(const Places &, u32)
    {
        u32 v;
        asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(v)::"memory");
        return v;
    }
};

template <class First, class Second>
__device__ __forceinline__ void pair(u32 *loaded, u32 *stored, u32 *out, int turns)
{
    __shared__ u32 words[33 * 32];
    int lane = threadIdx.x;
    for (int k = lane; k < 33 * 32; k += 32) words[k] = 0;
    __syncwarp();
    u32 base = (u32)__cvta_generic_to_shared(words);
    Places at = {loaded + lane, loaded + lane * 1024, stored + lane, stored + lane * 1024,
                 base + lane * 4, base + lane * 128, base};
    // What is loaded lies in the L1.
    u32 sum = ldg::run(at, 0) + ldg_bank::run(at, 0);
    sum += __shfl_sync(~0u, sum, 0);
    for (int i = 0; i < turns; i++) {
        u32 begin, before, between, after;
        CLOCK(begin);
        do CLOCK(before);
        while (before - begin < 600);
        CLOCK(before);
        u32 one = First::run(at, 0);
        // The highest bit keeps the second behind the first. It is zero for one second, then one for as long: a run that
        // meets a one ends with a fault, and is to be repeated.
        CLOCK(between);
        u32 other = Second::run(at, between >> 31);
        asm volatile("add.u32 %0, %1, %2;" : "=r"(other) : "r"(other), "r"(before) : "memory");
        CLOCK(after);
        after += other == 0x1357911;
        sum += one + other;
        if (lane == 0) out[i] = after - before;
    }
    if (sum == 0x7654321) out[0] = sum;
}

#define FIRST(PAIR)                                                                                   \
    SECOND(PAIR, nothing) SECOND(PAIR, lds) SECOND(PAIR, lds_bank) SECOND(PAIR, sts) SECOND(PAIR, sts_bank) \
    SECOND(PAIR, ldg) SECOND(PAIR, ldg_bank) SECOND(PAIR, stg) SECOND(PAIR, stg_bank) SECOND(PAIR, atoms)   \
    SECOND(PAIR, atoms_word) SECOND(PAIR, shfl) SECOND(PAIR, s2r)
#define SECOND(PAIR, A)                                                                               \
    PAIR(A, lds) PAIR(A, lds_bank) PAIR(A, ldg) PAIR(A, ldg_bank) PAIR(A, atoms) PAIR(A, shfl) PAIR(A, s2r)

#define KERNEL(A, B)                                                                                  \
    extern "C" __global__ void A##__##B(u32 *loaded, u32 *stored, u32 *out, int turns)                \
    {                                                                                                 \
        pair<A, B>(loaded, stored, out, turns);                                                       \
    }
FIRST(KERNEL)

#define PRINT(A, B)                                                                                   \
    A##__##B<<<1, 32>>>(loaded, stored, out, turns);                                                  \
    print(#A, #B, out, turns);

static void print(const char *first, const char *second, const u32 *out, int turns)
{
    std::vector<u32> cycles(turns);
    cudaMemcpy(cycles.data(), out, turns * sizeof(u32), cudaMemcpyDeviceToHost);
    std::sort(cycles.begin() + 4, cycles.end());
    printf("%s %s %u\n", first, second, cycles[4 + (turns - 4) / 2]);
}

int main()
{
    const int turns = 24;
    u32 *loaded, *stored, *out;
    cudaMalloc(&loaded, 1 << 17);
    cudaMalloc(&stored, 1 << 17);
    cudaMalloc(&out, 4096);
    cudaMemset(loaded, 0, 1 << 17);
    FIRST(PRINT)
    cudaError_t last = cudaGetLastError();
    if (last != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(last));
    return last != cudaSuccess;
}
