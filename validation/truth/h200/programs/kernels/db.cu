// Columns, joins, packed integers.
typedef unsigned long long u64;
__device__ __forceinline__ unsigned hash(unsigned x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16; }
extern "C" {

__global__ void tpch_q6(u64 *revenue, const unsigned short *date, const unsigned char *discount, const unsigned char *quantity, const unsigned *price, int n) {
  __shared__ u64 part[32];
  u64 s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned d = date[i] & 4095, c = discount[i] % 11, q = quantity[i] % 50;
    if (d >= 1000 && d < 2200 && c >= 5 && c <= 7 && q < 24) s += (u64)(price[i] & 0xfffff) * c;
  }
  for (int k = 16; k; k >>= 1) s += __shfl_down_sync(0xffffffff, s, k);
  if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
  __syncthreads();
  if (threadIdx.x < 32) {
    s = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int k = 16; k; k >>= 1) s += __shfl_down_sync(0xffffffff, s, k);
    if (threadIdx.x == 0) atomicAdd(revenue, s);
  }
}

// Six groups; every warp its own accumulators in shared memory.
__global__ void tpch_q1(u64 *out, const unsigned char *flag, const int *price, const short *qty, int n) {
  __shared__ u64 acc[8][6][3];
  for (int i = threadIdx.x; i < 144; i += blockDim.x) ((u64 *)acc)[i] = 0;
  __syncthreads();
  int w = threadIdx.x >> 5;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int g = __ldcs(flag + i) % 6;
    atomicAdd(&acc[w][g][0], 1ull);
    atomicAdd(&acc[w][g][1], (u64)(unsigned)(__ldcs(price + i) & 0xffff));
    atomicAdd(&acc[w][g][2], (u64)(unsigned)(__ldcs(qty + i) & 63));
  }
  __syncthreads();
  if (threadIdx.x < 18) {
    u64 s = 0;
    for (int k = 0; k < 8; k++) s += ((u64 *)acc)[k * 18 + threadIdx.x];
    atomicAdd(out + threadIdx.x, s);
  }
}

__global__ void groupby_minmax(unsigned *lo, unsigned *hi, unsigned *bits, const unsigned *key, const unsigned *value, int n, unsigned groups) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned g = key[i] % groups, v = value[i];
    atomicMin(lo + g, v);
    atomicMax(hi + g, v);
    atomicOr(bits + g, 1u << (v & 31));
  }
}

// A partition a block: build 1024 keys in an open-addressed table of 2048, probe with `probes` others.
__global__ void join_partition(unsigned *matches, u64 *sums, const unsigned *build, const unsigned *probe, int probes) {
  __shared__ unsigned keys[2048];
  __shared__ unsigned count;
  __shared__ u64 total;
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) keys[i] = 0xffffffffu;
  if (threadIdx.x == 0) { count = 0; total = 0; }
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    unsigned k = build[blockIdx.x * 1024 + i] & 8191, h = hash(k) & 2047;
    while (true) {
      unsigned old = atomicCAS(&keys[h], 0xffffffffu, k);
      if (old == 0xffffffffu || old == k) break;
      h = (h + 1) & 2047;
    }
  }
  __syncthreads();
  unsigned c = 0;
  u64 s = 0;
  const unsigned *p = probe + (size_t)blockIdx.x * probes;
  for (int i = threadIdx.x; i < probes; i += blockDim.x) {
    unsigned v = p[i], k = v & 8191, h = hash(k) & 2047, x;
    while ((x = keys[h]) != 0xffffffffu) {
      if (x == k) { c++; s += v >> 13; break; }
      h = (h + 1) & 2047;
    }
  }
  atomicAdd(&count, c);
  atomicAdd(&total, s);
  __syncthreads();
  if (threadIdx.x == 0) { matches[blockIdx.x] = count; sums[blockIdx.x] = total; }
}

// Unpacks `bits`-wide differences and sums them up, 1024 values a warp.
__global__ void delta_unpack(unsigned *out, const unsigned *in, const unsigned *first, int bits, int groups) {
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (w >= groups) return;
  const unsigned *p = in + (size_t)w * 32 * bits;
  unsigned run = first[w], mask = (1u << bits) - 1;
  for (int k = 0; k < 32; k++) {
    unsigned pos = (k * 32 + lane) * bits, word = pos >> 5;
    unsigned a = p[word], b = word + 1 < 32u * bits ? p[word + 1] : 0;
    unsigned v = __funnelshift_r(a, b, pos & 31) & mask;
    v = v >> 1 ^ -(v & 1);
#pragma unroll
    for (int d = 1; d < 32; d *= 2) { unsigned u = __shfl_up_sync(0xffffffff, v, d); if (lane >= d) v += u; }
    v += run;
    out[(size_t)w * 1024 + k * 32 + lane] = v;
    run = __shfl_sync(0xffffffff, v, 31);
  }
}

__global__ void bloom_probe(unsigned *hits, const unsigned *filter, const unsigned *key, int n, unsigned words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool in = false;
  if (i < n) {
    unsigned h = hash(key[i]), step = hash(h + 0x9e3779b9u) | 1;
    in = true;
    for (int k = 0; k < 6 && in; k++) { in = filter[(h >> 5) % words] >> (h & 31) & 1; h += step; }
  }
  unsigned b = __ballot_sync(0xffffffff, in);
  if ((threadIdx.x & 31) == 0) hits[i >> 5] = b;
}

// Two lower bounds a query in a sorted column (2 i, from the index itself), by halving.
__global__ void range_count(unsigned *out, const unsigned *column, const unsigned *from, const unsigned *width, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  unsigned bound[2] = {from[i], from[i] + width[i]};
  int r[2];
#pragma unroll 1
  for (int k = 0; k < 2; k++) {
    int lo = 0, len = n;
    while (len > 0) {
      int half = len >> 1;
      if (2 * column[lo + half] < bound[k]) { lo += half + 1; len -= half + 1; } else len = half;
    }
    r[k] = lo;
  }
  out[i] = r[1] - r[0];
}
}
