// What stands before an SM's data path: blocks of which some warps store to shared memory or load from it, and others
// feel it. Each warp that is timed leaves its cycles in a word of its own.
//
// Kinds: 0 stores, 1 stores of which eight lanes want a bank, 2 stores of 16 bytes a lane, 3 loads, 4 loads of which
// eight lanes want a bank.

__device__ __forceinline__ unsigned now() { unsigned t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t) :: "memory"); return t; }
__device__ __forceinline__ void store(unsigned at, unsigned v) { asm volatile("st.volatile.shared.u32 [%0], %1;" :: "r"(at), "r"(v) : "memory"); }
__device__ __forceinline__ void store16(unsigned at, unsigned v) { asm volatile("st.volatile.shared.v4.u32 [%0], {%1,%1,%1,%1};" :: "r"(at), "r"(v) : "memory"); }
__device__ __forceinline__ unsigned load(unsigned at) { unsigned v; asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v) : "r"(at) : "memory"); return v; }
__device__ __forceinline__ unsigned place(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

template <int KIND, int COUNT> __device__ __forceinline__ void ops(unsigned base, unsigned lane, unsigned &sum)
{
    unsigned v[COUNT > 0 ? COUNT : 1];
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        if (KIND == 0) store(base + lane * 4, sum);
        if (KIND == 1) store(base + lane * 32, sum);
        if (KIND == 2) store16(base + lane * 16, sum);
        if (KIND == 3) v[i] = load(base + lane * 4);
        if (KIND == 4) v[i] = load(base + lane * 32);
    }
    if (KIND >= 3) {
#pragma unroll
        for (int i = 0; i < COUNT; i++) sum |= v[i];
    }
}

// Zeroes a block's words; returns where its warp's are.
__device__ __forceinline__ unsigned zeroed(unsigned *all, unsigned words)
{
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) all[i] = 0;
    return place(all) + threadIdx.x / 32 * 1024;
}

// A load that is awaited.
__device__ __forceinline__ void await(unsigned at, unsigned *out)
{
    if (load(at) == 77) out[200] = 1;
}

__device__ __forceinline__ void wait_until(unsigned time) { while ((int)(now() - time) < 0); }

// Takes some cycles for each step, all of them arithmetic.
__device__ __forceinline__ unsigned walk(unsigned steps, unsigned seed)
{
#pragma unroll 1
    for (unsigned i = 0; i < steps; i++) asm volatile("mad.lo.u32 %0, %0, %0, %0;" : "+r"(seed));
    return seed;
}

// From a barrier on warp 0 does so many, and warp `loader` walks some steps and loads a word, which is timed.
template <int KIND, int COUNT> __device__ __forceinline__ void behind(unsigned *out, unsigned loader, unsigned steps)
{
    __shared__ unsigned all[8 * 256];
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, base = zeroed(all, sizeof all / 4), t0 = 0, t1 = 0, sum = 0;
#pragma unroll 1
    for (unsigned turn = 0; turn < 3; turn++) {
        __syncthreads();
        if (warp == 0) ops<KIND, COUNT>(base, lane, sum);
        else if (warp == loader) {
            sum += walk(steps, lane) & 1;
            t0 = now();
            await(base + lane * 4, out);
            t1 = now();
        }
    }
    if (lane == 0) out[warp] = t1 - t0 + (sum == 12345);
}

// From a barrier on the warps of a mask do 64 each, and then a load.
template <int KIND> __device__ __forceinline__ void rate(unsigned *out, unsigned mask)
{
    __shared__ unsigned all[16 * 256];
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, base = zeroed(all, sizeof all / 4), t0 = 0, t1 = 0, sum = 0;
#pragma unroll 1
    for (unsigned turn = 0; turn < 2; turn++) {
        __syncthreads();
        if (!(mask >> warp & 1)) continue;
        t0 = now();
#pragma unroll 1
        for (int i = 0; i < 4; i++) ops<KIND, 16>(base, lane, sum);
        await(base + lane * 4, out);
        t1 = now();
    }
    if (lane == 0) out[warp] = t1 - t0;
}

// Warp 0 does so many and comes to a barrier at which warp `other` has waited; both load a word then.
template <int KIND, int COUNT> __device__ __forceinline__ void meet(unsigned *out, unsigned other)
{
    __shared__ unsigned all[8 * 256];
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, base = zeroed(all, sizeof all / 4), t0 = 0, t1 = 0, sum = 0;
#pragma unroll 1
    for (unsigned turn = 0; turn < 3; turn++) {
        __syncthreads();
        if (warp != 0 && warp != other) continue;
        t0 = now();
        if (warp == 0) ops<KIND, COUNT>(base, lane, sum);
        asm volatile("bar.sync 1, 64;" ::: "memory");
        await(base + lane * 4, out);
        t1 = now();
    }
    if (lane == 0) out[warp] = t1 - t0 + (sum == 12345);
}

// Warp 0 does something 24 times beside warps of a mask that do four of a kind again and again, and is timed: it comes
// to a barrier of its own (b), stores and comes to it (sb), loads (l), stores, comes to it and loads (sbl), stores and
// loads (sl), or stores four times and comes to it (ssssb). Each load gives the next address.
enum Does { B, SB, L, SBL, SL, SSSSB };
template <int KIND, Does DOES> __device__ __forceinline__ void beside(unsigned *out, unsigned mask)
{
    __shared__ unsigned all[16 * 256];
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, base = zeroed(all, sizeof all / 4), sum = 0;
    __syncthreads();
    unsigned begin = now();
    if (warp == 0) {
        unsigned at = base + lane * 4;
        at += load(at);
        wait_until(begin + 1500);
        unsigned t0 = now();
#pragma unroll 1
        for (int i = 0; i < 6; i++) {
#pragma unroll
            for (int k = 0; k < 4; k++) {
                for (int stores = DOES == SSSSB ? 4 : DOES == SB || DOES == SBL || DOES == SL; stores > 0; stores--) store(at, 0);
                if (DOES == B || DOES == SB || DOES == SBL || DOES == SSSSB) asm volatile("bar.sync 1, 32;" ::: "memory");
                if (DOES == L || DOES == SBL || DOES == SL) at += load(at);
            }
        }
        unsigned t1 = now();
        if (lane == 0) out[0] = t1 - t0 + (at == 1);
    } else if (mask >> warp & 1) {
        while (now() - begin < 16000) ops<KIND, 4>(base, lane, sum);
        if (sum == 12345) out[200] = 1;
    }
}

#define BEHIND(kind, count) extern "C" __global__ void behind_##kind##_##count(unsigned *out, unsigned loader, unsigned steps) { behind<kind, count>(out, loader, steps); }
#define RATE(kind) extern "C" __global__ void rate_##kind(unsigned *out, unsigned mask, unsigned) { rate<kind>(out, mask); }
#define MEET(kind, count) extern "C" __global__ void meet_##kind##_##count(unsigned *out, unsigned other, unsigned) { meet<kind, count>(out, other); }
#define BESIDE(kind, does) extern "C" __global__ void beside_##kind##_##does(unsigned *out, unsigned mask, unsigned) { beside<kind, does>(out, mask); }
#define BEHINDS(kind) BEHIND(kind, 4) BEHIND(kind, 8) BEHIND(kind, 12) BEHIND(kind, 16) BEHIND(kind, 20) BEHIND(kind, 24) BEHIND(kind, 32) BEHIND(kind, 48)
#define MEETS(kind) MEET(kind, 0) MEET(kind, 1) MEET(kind, 2) MEET(kind, 4) MEET(kind, 8) MEET(kind, 16) MEET(kind, 32) MEET(kind, 48)
#define BESIDES(kind) BESIDE(kind, B) BESIDE(kind, SB) BESIDE(kind, L) BESIDE(kind, SBL) BESIDE(kind, SL) BESIDE(kind, SSSSB)
BEHINDS(1) BEHINDS(2) BEHINDS(4)
RATE(0) RATE(1) RATE(2) RATE(3) RATE(4)
MEETS(0) MEETS(1) MEETS(2) MEETS(3) MEETS(4)
BESIDES(0) BESIDES(1) BESIDES(3) BESIDES(4)
