// What lanes and warps do together, and functions that call themselves: results for results' sake. Each
// kernel takes six blocks of 128 threads and a word for each.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_fp16.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
typedef unsigned u32;
typedef unsigned long long u64;
#define K(name) extern "C" __global__ void name(u32 *out, const u32 *in, int n)
#define T \
    int t = blockIdx.x * blockDim.x + threadIdx.x; \
    u32 x = in[t]

K(coalesced)
{
    T;
    if (x % 3 == 0) {
        auto g = cg::coalesced_threads();
        u32 s = cg::reduce(g, x, cg::plus<u32>());
        out[t] = s * 64 + g.thread_rank() + g.size() * 7;
        u32 b = g.shfl(x, 0);
        out[t] ^= b;
    } else {
        auto g = cg::coalesced_threads();
        out[t] = g.ballot(x & 4) * 3 + g.any(x & 64) + g.all(x & 1);
    }
}

K(labeled)
{
    T;
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    auto g = cg::labeled_partition(w, x % 5);
    u32 s = cg::reduce(g, x & 255, cg::plus<u32>());
    u32 m = cg::reduce(g, x & 1023, cg::greater<u32>());
    out[t] = s * 4096 + m * 8 + g.thread_rank() + (g.size() << 27);
}

K(binary)
{
    T;
    auto w = cg::tiled_partition<16>(cg::this_thread_block());
    auto g = cg::binary_partition(w, x & 8);
    out[t] = cg::reduce(g, x, cg::bit_xor<u32>()) + g.thread_rank() * 13 + g.size();
}

K(tiles)
{
    T;
    auto a = cg::tiled_partition<8>(cg::this_thread_block());
    auto b = cg::tiled_partition<4>(cg::this_thread_block());
    u32 s = a.shfl_up(x, 3) + a.shfl_xor(x, 5) * 3 + b.shfl_down(x, 1) * 5 + b.shfl(x, 2);
    out[t] = s + a.ballot(x & 2) + b.match_any(x & 3) * 17 + a.any(x % 7 == 0) + b.all(x % 3);
}

K(scans)
{
    T;
    auto a = cg::tiled_partition<32>(cg::this_thread_block());
    auto b = cg::tiled_partition<16>(cg::this_thread_block());
    out[t] = cg::inclusive_scan(a, x & 1023) + cg::exclusive_scan(b, x & 511) * 3 + cg::inclusive_scan(b, x & 4095, cg::greater<u32>()) * 5;
}

K(handshake)
{
    __shared__ volatile u32 s[256];
    T;
    int l = threadIdx.x & 31;
    u32 m = l < 16 ? 0xffff : 0xffff0000;
    u32 r = x;
    for (int k = 0; k < 5 + (l >> 4) * 3; k++) {
        s[threadIdx.x] = r;
        __syncwarp(m);
        u32 o = s[threadIdx.x ^ 1 << (k & 3)];
        __syncwarp(m);
        r = r * 3 + o;
    }
    out[t] = r;
}

K(arms)
{
    T;
    int l = threadIdx.x & 31;
    u32 r;
    u32 m = __ballot_sync(~0u, x & 1);
    if (x & 1) {
        r = __shfl_sync(m, x, __ffs(m) - 1);
        r += __reduce_add_sync(m, l);
    } else {
        r = __shfl_sync(~m, x, 31 - __clz(~m));
        r ^= __reduce_or_sync(~m, x);
    }
    u32 q = __match_any_sync(~0u, r & 7);
    r += __shfl_sync(q, r, 31 - __clz(q));
    int p;
    r += __match_all_sync(q, r & 7, &p);
    out[t] = r + p + __popc(q);
}

K(loops)
{
    T;
    u32 r = 0;
    for (int i = 0; i < (int)(x % 11); i++) {
        if ((x >> i & 3) == 3) continue;
        for (int j = i; j < 9; j++) {
            if (j * i == (int)(x % 13)) break;
            r = r * 5 + j;
            if (r % 17 == 4) goto done;
        }
        r ^= i;
    }
    r += 99;
    done: out[t] = r;
}

K(named)
{
    __shared__ u32 s[128];
    T;
    int w = threadIdx.x / 32;
    s[threadIdx.x] = x;
    if (w < 2) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        x += s[threadIdx.x ^ 33];
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory");
        x ^= s[threadIdx.x ^ 32];
    }
    __syncthreads();
    s[threadIdx.x] = x;
    if (w == 0) {
        asm volatile("bar.arrive 3, 128;" ::: "memory");
    } else {
        asm volatile("bar.sync 3, 128;" ::: "memory");
        x += s[threadIdx.x - 32];
    }
    out[t] = x + __syncthreads_count(x & 1) * 3 + __syncthreads_and(x != 5) + __syncthreads_or(x == 7);
}

K(atomics)
{
    T;
    u32 *o = out + blockIdx.x * 128;
    __shared__ u32 s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    atomicMin(&s[0], x);
    atomicMax(&s[1], x);
    atomicMax((int *)&s[2], (int)x);
    atomicMin((int *)&s[3], (int)x);
    atomicAnd(&s[4], x | 0xff);
    atomicOr(&s[5], x & 0xff00);
    atomicXor(&s[6], x);
    atomicInc(&s[7], 37);
    atomicDec(&s[8], 29);
    atomicAdd(&s[9], x);
    atomicSub(&s[10], x);
    atomicAdd((u64 *)&s[12], (u64)x << 7);
    atomicMax((u64 *)&s[14], (u64)x * x);
    __syncthreads();
    if (threadIdx.x < 16) o[threadIdx.x] = s[threadIdx.x];
    else o[threadIdx.x] = 0;
    __syncthreads();
    atomicMin(&o[16], ~x);
    atomicMax(&o[17], x);
    atomicInc(&o[18], 50);
    atomicDec(&o[19], 41);
    atomicAdd((u64 *)&o[20], (u64)x << 9);
    atomicMin((long long *)&o[22], -(long long)x);
    atomicXor(&o[24], x * 3);
    atomicCAS(&o[25], 0, 77);
    atomicAdd((double *)&o[26], (double)(x & 255));
    atomicAdd((float *)&o[28], (float)(x & 63));
    atomicAdd((__half2 *)&o[29], __floats2half2_rn(x & 1, x & 3));
}

struct Node {
    int v;
    Node *l, *r;
};

__device__ __noinline__ int ack(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}

__device__ __noinline__ void hanoi(int d, int a, int b, int c, u32 *h) {
    if (d == 0) return;
    hanoi(d - 1, a, c, b, h);
    *h = *h * 31 + a * 3 + b;
    hanoi(d - 1, c, b, a, h);
}

K(ackermann)
{
    T;
    out[t] = ack(x % 3, x / 8 % 5);
}

K(hanois)
{
    T;
    u32 h = 7;
    hanoi(x % 7, 1, 2, 3, &h);
    out[t] = h;
}

__device__ __noinline__ void qsort_(int *a, int lo, int hi) {
    if (lo >= hi) return;
    int p = a[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
        while (a[i] < p) i++;
        while (a[j] > p) j--;
        if (i <= j) {
            int s = a[i];
            a[i++] = a[j];
            a[j--] = s;
        }
    }
    qsort_(a, lo, j);
    qsort_(a, i, hi);
}

K(quicksort)
{
    T;
    int a[16];
    for (int i = 0; i < 16; i++) a[i] = (int)(x * (i * 2 + 1) >> (i & 7)) % 1000;
    qsort_(a, 0, 15);
    u32 r = 0;
    for (int i = 0; i < 16; i++) r = r * 33 + a[i];
    out[t] = r;
}

__device__ __noinline__ bool even(u32 n);

__device__ __noinline__ bool odd(u32 n) {
    return n == 0 ? false : even(n - 1);
}

__device__ __noinline__ bool even(u32 n) {
    return n == 0 ? true : odd(n - 1);
}

K(mutual)
{
    T;
    out[t] = even(x % 23) + 2 * odd(x % 17);
}

K(trees)
{
    T;
    Node p[9];
    int c = 0;
    Node *root = nullptr;
    for (int i = 0; i < 9; i++) {
        int v = (x >> i) % 64;
        Node *q = &p[c++];
        *q = {v, nullptr, nullptr};
        Node **at = &root;
        while (*at) at = v < (*at)->v ? &(*at)->l : &(*at)->r;
        *at = q;
    }
    u32 r = 0;
    Node *s[9];
    int d = 0;
    Node *q = root;
    while (q || d) {
        while (q) {
            s[d++] = q;
            q = q->l;
        }
        q = s[--d];
        r = r * 65 + q->v;
        q = q->r;
    }
    out[t] = r;
}

K(fall)
{
    T;
    u32 r = 0;
    switch (x % 9) {
        case 0: r += 5;
        case 1: r *= 3;
        break;
        case 2: case 3: r = x;
        case 4: if (x & 16) break;
        r ^= 9;
        default: r += 100;
        case 7: r <<= 1;
    }
    out[t] = r;
}

K(wide)
{
    T;
    long long a = (long long)x * 0x12345 - 0x7fffffff77LL, b = (int)(x >> 3) % 1001 - 500;
    if (b == 0) b = 3;
    u64 u = (u64)a ^ 0x9e3779b97f4a7c15ull, v = x | 1;
    out[t] = (u32)(a / b) + (u32)(a % b) * 3 + (u32)(u / v) * 5 + (u32)(u % v) * 7 + (u32)__umul64hi(u, v * v) + __clzll(u) + __ffsll(a) + __popcll(u) + (u32)(u << (x & 63)) + (u32)(a >> (x & 63)) + (u32)__brevll(u);
}

K(structs)
{
    T;
    struct S {
        char c;
        short h;
        int i;
        double d;
    }
    s[3];
    for (int k = 0; k < 3; k++) s[k] = {(char)(x >> k), (short)(x * k), (int)(x - k), x * 0.5 + k};
    S q = s[x % 3];
    out[t] = q.c + q.h * 3 + q.i * 5 + (u32)(long long)q.d;
}

K(refs)
{
    T;
    u32 *o = out + blockIdx.x * 128;
    if (threadIdx.x == 0) for (int i = 0; i < 128; i++) o[i] = 0;
    __syncthreads();
    cuda::atomic_ref<u32, cuda::thread_scope_device> r(o[x & 15]);
    r.fetch_add(x & 255, cuda::memory_order_relaxed);
    cuda::atomic_ref<u32, cuda::thread_scope_block> q(o[16 + (x & 7)]);
    q.fetch_max(x, cuda::memory_order_acq_rel);
    u32 e = 0;
    cuda::atomic_ref<u32> z(o[24]);
    while (!z.compare_exchange_weak(e, e + 3)) {
    }
}

K(lanes64)
{
    T;
    double d = x * 0.25;
    long long q = (long long)x << 21;
    __half2 h = __floats2half2_rn(x & 63, x & 31);
    d = __shfl_xor_sync(~0u, d, 9);
    q = __shfl_down_sync(~0u, q, 3, 16);
    h = __shfl_up_sync(~0u, h, 2, 8);
    u32 i = __shfl_sync(~0u, x, 37, 8) + __shfl_sync(~0u, x, -3, 16);
    out[t] = (u32)(long long)d + (u32)(q >> 20) + (u32)__half2float(__low2half(h)) * 7 + i;
}

K(exits)
{
    T;
    if (x % 5 == 0) {
        out[t] = 1;
        return;
    }
    u32 m = __ballot_sync(__activemask(), x & 1);
    u32 r = __popc(m) * 3;
    if (x % 7 == 1) {
        out[t] = r;
        return;
    }
    __syncthreads();
    out[t] = r + __syncthreads_count(1) * 0 + x;
}

K(lockers)
{
    __shared__ int lock, c;
    T;
    if (threadIdx.x == 0) lock = c = 0;
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        bool done = false;
        while (!done) {
            if (atomicCAS(&lock, 0, 1) == 0) {
                __threadfence_block();
                *(volatile int *)&c = *(volatile int *)&c + (int)(x & 15);
                __threadfence_block();
                atomicExch(&lock, 0);
                done = true;
            }
        }
    }
    __syncthreads();
    out[t] = c;
}
