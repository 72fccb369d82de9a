// How the groups of a diverged warp find together again behind what saves convergence barriers in
// registers, functions that call others, and behind what runs for some lanes at a time.
#include "log.cuh"
// The same log by plain loads and stores: ptxas puts YIELD before volatile ones in functions.
#define LOG_IN(place) do { \
    u32 lanes_ = __activemask(), n_; \
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(n_) : "r"(count)); \
    asm volatile("st.shared.u32 [%0], %1; st.shared.u32 [%0+4], %2;" :: "r"(entry + 8 * n_), "r"(place), "r"(lanes_)); \
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(count), "r"(n_ + 1)); } while (0)
#define LOG_YIELDING(place) LOG_TO(((volatile u32 *)__cvta_shared_to_generic(entry)), __cvta_shared_to_generic(count), place)
#define WHERE u32 entry, u32 count
#define SHARED(array) (u32)__cvta_generic_to_shared((void *)(array))

// Two calls of itself, or none.
#define FIBONACCI(name, LOG) __device__ __noinline__ int name(int n, WHERE) { \
    LOG(100 + n); \
    if (n < 2) return n; \
    int a = name(n - 1, entry, count); \
    LOG(200 + n); \
    int b = name(n - 2, entry, count); \
    LOG(300 + n); \
    return a + b; }
// One call of itself, or none.
#define DEPTH(name, LOG) __device__ __noinline__ int name(int n, WHERE) { \
    LOG(100 + n); \
    if (n == 0) return 1; \
    int d = name(n - 1, entry, count); \
    LOG(200 + n); \
    return 3 * d + n; }
FIBONACCI(fibonacci, LOG_IN)
FIBONACCI(fibonacci_yielding, LOG_YIELDING)
DEPTH(depth, LOG_IN)
DEPTH(depth_yielding, LOG_YIELDING)
#define RECURSION(name, function, bits) KERNEL(name) { \
    BEGIN \
    LOG(1); \
    int r = function(t & bits, SHARED(entry), SHARED(&count)); \
    LOG(1000); \
    END \
    if (r == 1 << 20) out[0] = 1; }
RECURSION(recursion, fibonacci, 7)
RECURSION(recursion_yielding, fibonacci_yielding, 7)
RECURSION(recursion_once, depth, 15)
RECURSION(recursion_once_yielding, depth_yielding, 15)

// Functions that call others in one of two arms, for all lanes and for some. Nobody knows where a
// pointer leads: what is behind it may use any barrier that it saves.
__device__ __noinline__ int inner(int t, WHERE)
{
    if (t & 4) LOG_IN(101); else LOG_IN(102);
    return t ^ 5;
}
__device__ __noinline__ int middle(int t, WHERE)
{
    LOG_IN(201);
    if (t & 2) { LOG_IN(202); t += inner(t, entry, count); LOG_IN(203); }
    LOG_IN(204);
    return t;
}
typedef int (*Function)(int, u32, u32);
static __device__ Function pointers[2] = { middle, inner };
KERNEL(saved)
{
    BEGIN
    Function middle = pointers[key[blockIdx.x * 32] >> 15];
    LOG(1);
    t += middle(t, SHARED(entry), SHARED(&count));
    LOG(2);
    if (t & 1) { LOG(3); t += middle(t, SHARED(entry), SHARED(&count)); LOG(4); }
    LOG(5);
    if (t & 4) { LOG(6); t += middle(t, SHARED(entry), SHARED(&count)); LOG(7); }
    else { LOG(8); t += middle(t, SHARED(entry), SHARED(&count)); LOG(9); }
    LOG(1000);
    END
    if (t == 1 << 20) out[0] = 1;
}

// The lanes whose keys have the same low bits.
__device__ __forceinline__ u32 alike(int key, int keys)
{
    u32 mine = 0;
    for (int k = 0; k < keys; k++) {
        u32 lanes = __ballot_sync(~0u, key == k);
        if (key == k) mine = lanes;
    }
    return mine;
}
#define TILES(name, first, second) KERNEL(name) { \
    BEGIN \
    u32 mask = alike(t & 7, 8), v = lane; \
    LOG(1); \
    v += first; \
    LOG(2); \
    if (v & 1) LOG(3); else LOG(4); \
    v += second; \
    LOG(5); \
    END \
    if (v == 1 << 20) out[0] = 1; }
TILES(tiles_reduce, __reduce_min_sync(mask, v), __reduce_add_sync(mask, v))
TILES(tiles_shuffle, __shfl_sync(mask, v, __ffs(mask) - 1), __shfl_xor_sync(mask, v, 1))
TILES(tiles_vote, __ballot_sync(mask, v & 2), __any_sync(mask, v & 4))
TILES(tiles_match, __match_any_sync(mask, v & 3), __match_any_sync(mask, v & 5))
TILES(tiles_sync, (__syncwarp(mask), 1), (__syncwarp(mask), 2))
