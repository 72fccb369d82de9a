// What asynchronous copies to shared memory take (LDGSTS). `sim measure` writes down no clocks, so this is a program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o copied copied.cu && ./copied
//
// `copied.txt` is what an H200 answered: the launch (bytes of a lane, ca or cg, copies of a group, groups that may be pending,
// warps, bytes from lane to lane in shared memory, lines that the L1 has (`hit`) or that only the L2 has (`new`)), and the
// cycles of a group in the mean of its warps. Its kernels (`cubin/copied.cubin`) run in the simulator, too.
#include "../loads.cuh"
typedef unsigned long long u64;

template <int BYTES, bool PAST_L1> __device__ __forceinline__ void copy(u32 to, const char *from)
{
    if (PAST_L1) asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(BYTES) : "memory");
    else asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(BYTES) : "memory");
}

// Every warp copies groups of COPIES times 32 lanes' bytes, and waits until no more than PENDING groups are on their way.
// Its source is `wrap` bytes, again and again.
template <int BYTES, bool PAST_L1, int COPIES, int PENDING>
__device__ __forceinline__ void groups(u32 *out, const char *in, int rounds, int apart, int wrap)
{
    extern __shared__ char place[];
    u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    u32 to = (u32)__cvta_generic_to_shared(place) + warp * COPIES * 32 * apart + lane * apart;
    const char *mine = in + (size_t)warp * wrap + lane * BYTES;
    u32 from = 0;
    for (int r = 0; r < rounds + 4; r++) {
        if (r == 4) from = now();
        const char *group = mine + (r * COPIES * 32 * BYTES & (wrap - 1));
#pragma unroll
        for (int c = 0; c < COPIES; c++) copy<BYTES, PAST_L1>(to + c * 32 * apart, group + c * 32 * BYTES);
        asm volatile("cp.async.commit_group;" ::: "memory");
        asm volatile("cp.async.wait_group %0;" ::"n"(PENDING) : "memory");
    }
    u32 took = now() - from;
    asm volatile("cp.async.wait_all;" ::: "memory");
    if (lane == 0) out[warp] = took;
    out[32 + threadIdx.x] = *(u32 *)(place + warp * COPIES * 32 * apart + lane * apart);
}
#define KERNEL(BYTES, WHERE, PAST, COPIES, PENDING)                                                                          \
    extern "C" __global__ void copy_##BYTES##WHERE##_##COPIES##_##PENDING(u32 *out, const char *in, int rounds, int apart,   \
                                                                          int wrap)                                          \
    {                                                                                                                        \
        groups<BYTES, PAST, COPIES, PENDING>(out, in, rounds, apart, wrap);                                                  \
    }
#define SIZES(COPIES, PENDING)          \
    KERNEL(4, ca, false, COPIES, PENDING)  \
    KERNEL(8, ca, false, COPIES, PENDING)  \
    KERNEL(16, ca, false, COPIES, PENDING) \
    KERNEL(16, cg, true, COPIES, PENDING)
SIZES(1, 0) SIZES(2, 0) SIZES(4, 0) SIZES(8, 0) SIZES(1, 1) SIZES(1, 3) SIZES(4, 1)

typedef void (*Kernel)(u32 *, const char *, int, int, int);
struct Kind { const char *name; int bytes, copies; Kernel kernel; };
#define KIND(BYTES, WHERE, COPIES, PENDING) {#BYTES #WHERE "_" #COPIES "_" #PENDING, BYTES, COPIES, copy_##BYTES##WHERE##_##COPIES##_##PENDING},
#define KINDS(COPIES, PENDING) KIND(4, ca, COPIES, PENDING) KIND(8, ca, COPIES, PENDING) KIND(16, ca, COPIES, PENDING) KIND(16, cg, COPIES, PENDING)
static const Kind kinds[] = {KINDS(1, 0) KINDS(2, 0) KINDS(4, 0) KINDS(8, 0) KINDS(1, 1) KINDS(1, 3) KINDS(4, 1)};

static u32 *out;
static const char *in;
static void show(const Kind &kind, int warps, int apart, bool fresh)
{
    int rounds = 48, group = kind.copies * 32 * kind.bytes, wrap = fresh ? 64 * group : group;
    int shared = warps * kind.copies * 32 * apart;
    cudaFuncSetAttribute(kind.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
    std::vector<u32> took;
    for (int turn = 0; turn < 2; turn++) {
        kind.kernel<<<1, 32 * warps, shared>>>(out, in, rounds, apart, wrap);
        took = left(out, warps);
    }
    double sum = 0;
    for (u32 one : took) sum += one;
    printf("%s_%d_%d_%s %.1f\n", kind.name, warps, apart, fresh ? "new" : "hit", sum / warps / rounds);
}

int main()
{
    out = zeros(8192);
    in = (const char *)zeros(64 << 20);
    for (const Kind &kind : kinds)
        for (int warps : {1, 4, 16})
            for (bool fresh : {false, true}) show(kind, warps, kind.bytes, fresh);
    for (const Kind &kind : kinds)
        if (!strcmp(strchr(kind.name, '_'), "_4_0"))
            for (int warps : {1, 8})
                for (int apart : {8, 16, 32, 64, 128})
                    if (apart > kind.bytes) show(kind, warps, apart, false);
}
