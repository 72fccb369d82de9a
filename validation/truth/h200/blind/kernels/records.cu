// Database operators and text.

// ---- probe side of a hash join (open addressing, linear probing) ----
extern "C" __global__ void
join_probe(const unsigned int* __restrict__ tkey, const unsigned int* __restrict__ tval,
           unsigned int mask, const unsigned int* __restrict__ probe,
           unsigned int* __restrict__ out, unsigned int* __restrict__ nmatch, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool hit = false;
    if (i < n) {
        unsigned int key = probe[i];
        unsigned int slot = (key * 2654435761u >> 12) & mask;
        unsigned int res = 0xffffffffu;
        for (;;) {
            unsigned int k = tkey[slot];
            if (k == key) { res = tval[slot]; hit = true; break; }
            if (k == 0xffffffffu) break;
            slot = (slot + 1) & mask;
        }
        out[i] = res;
    }
    unsigned int b = __ballot_sync(0xffffffffu, hit);
    if ((threadIdx.x & 31) == 0 && b) atomicAdd(nmatch, __popc(b));
}

// ---- SELECT grp, count(*), sum(v), max(v) GROUP BY grp, few groups, shared-memory tables ----
#define NGRP 192
extern "C" __global__ void __launch_bounds__(256)
groupby_small(const unsigned int* __restrict__ grp, const unsigned int* __restrict__ v,
              unsigned int* __restrict__ cnt, unsigned long long* __restrict__ sum,
              unsigned int* __restrict__ mx, int n)
{
    __shared__ unsigned int scnt[NGRP];
    __shared__ unsigned long long ssum[NGRP];
    __shared__ unsigned int smax[NGRP];
    for (int k = threadIdx.x; k < NGRP; k += blockDim.x) { scnt[k] = 0u; ssum[k] = 0ull; smax[k] = 0u; }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned int g = grp[i], x = v[i];
        atomicAdd(&scnt[g], 1u);
        atomicAdd(&ssum[g], (unsigned long long)x);
        atomicMax(&smax[g], x);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < NGRP; k += blockDim.x) {
        if (scnt[k]) {
            atomicAdd(&cnt[k], scnt[k]);
            atomicAdd(&sum[k], ssum[k]);
            atomicMax(&mx[k], smax[k]);
        }
    }
}

// ---- Q6-like scan: rows that pass the predicates, compacted per block of 1024 rows, plus revenue ----
extern "C" __global__ void __launch_bounds__(256)
scan_filter_q6(const unsigned int* __restrict__ date, const unsigned int* __restrict__ disc,
               const unsigned int* __restrict__ qty, const unsigned int* __restrict__ price,
               unsigned int* __restrict__ rows, unsigned int* __restrict__ nrows,
               unsigned long long* __restrict__ revenue, int n,
               unsigned int d0, unsigned int d1, unsigned int qmax)
{
    __shared__ unsigned int wcount[8];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    unsigned int filled = 0;
    unsigned long long rev = 0;
    for (int it = 0; it < 4; it++) {
        int i = blockIdx.x * 1024 + it * 256 + threadIdx.x;
        bool pass = false;
        if (i < n) {
            unsigned int d = date[i];
            if (d >= d0 && d < d1) {
                unsigned int c = disc[i];
                pass = c >= 3 && c <= 7 && qty[i] < qmax;
                if (pass) rev += (unsigned long long)price[i] * c;
            }
        }
        unsigned int b = __ballot_sync(0xffffffffu, pass);
        if (lane == 0) wcount[warp] = __popc(b);
        __syncthreads();
        unsigned int off = filled, all = 0;
        for (int k = 0; k < 8; k++) {
            if (k < warp) off += wcount[k];
            all += wcount[k];
        }
        if (pass) rows[blockIdx.x * 1024 + off + __popc(b & ((1u << lane) - 1u))] = (unsigned int)i;
        filled += all;
        __syncthreads();
    }
    for (int o = 16; o > 0; o >>= 1) rev += __shfl_xor_sync(0xffffffffu, rev, o);
    if (lane == 0 && rev) atomicAdd(revenue, rev);
    if (threadIdx.x == 0) nrows[blockIdx.x] = filled;
}

// ---- WHERE s LIKE '%p1%p2%', one thread a string, offsets + bytes ----
extern "C" __global__ void
like_two_parts(const int* __restrict__ offs, const char* __restrict__ text,
               const char* __restrict__ p1, int l1, const char* __restrict__ p2, int l2,
               int* __restrict__ match, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int pos = offs[i], end = offs[i + 1];
    int found = 0;
    while (pos + l1 <= end) {
        int k = 0;
        while (k < l1 && text[pos + k] == p1[k]) k++;
        if (k == l1) { found = 1; pos += l1; break; }
        pos++;
    }
    if (found) {
        found = 0;
        while (pos + l2 <= end) {
            int k = 0;
            while (k < l2 && text[pos + k] == p2[k]) k++;
            if (k == l2) { found = 1; break; }
            pos++;
        }
    }
    match[i] = found ? pos - offs[i] : -1;
}
