// Columns, keys and joins.
typedef unsigned long long u64;
typedef unsigned short u16;

__device__ __forceinline__ unsigned scramble(unsigned x) {
  x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
  return x;
}

extern "C" {

// Rows with price and quantity in range, kept in order within the block's own kilobyte-sized slot.
__global__ void __launch_bounds__(256)
filter_slots(int *__restrict__ rows, int *__restrict__ kept, const float *__restrict__ price, const int *__restrict__ qty, int n, float lo, float hi, int most) {
  __shared__ int warp_count[8];
  int t = threadIdx.x, lane = t & 31, w = t >> 5, base = 0;
  for (int c = 0; c < 4; c++) {
    int i = blockIdx.x * 1024 + c * 256 + t;
    bool pass = false;
    if (i < n) {
      float p = price[i];
      pass = p >= lo && p < hi && (qty[i] % 100) <= most;
    }
    unsigned m = __ballot_sync(0xffffffffu, pass);
    if (lane == 0) warp_count[w] = __popc(m);
    __syncthreads();
    int at = base, all = 0;
    for (int k = 0; k < 8; k++) {
      int v = warp_count[k];
      if (k < w) at += v;
      all += v;
    }
    if (pass) rows[blockIdx.x * 1024 + at + __popc(m & ((1u << lane) - 1))] = i;
    base += all;
    __syncthreads();
  }
  if (t == 0) kept[blockIdx.x] = base;
}

// Sums by key: a small hash table in shared memory first, then 64-bit adds to the table of all.
__global__ void __launch_bounds__(256)
groupby_hash_smem(u64 *__restrict__ sum, int *__restrict__ count, const unsigned *__restrict__ key, const unsigned *__restrict__ value, int n, int per_block) {
  __shared__ int skey[1024];
  __shared__ unsigned ssum[1024];
  __shared__ int scount[1024];
  for (int k = threadIdx.x; k < 1024; k += 256) { skey[k] = -1; ssum[k] = 0; scount[k] = 0; }
  __syncthreads();
  int end = min((int)(blockIdx.x + 1) * per_block, n);
  for (int i = blockIdx.x * per_block + threadIdx.x; i < end; i += 256) {
    int k = (int)key[i];
    unsigned h = scramble(k) & 1023;
    while (true) {
      int old = atomicCAS(&skey[h], -1, k);
      if (old == -1 || old == k) break;
      h = (h + 1) & 1023;
    }
    atomicAdd(&ssum[h], value[i] & 0xfff);
    atomicAdd(&scount[h], 1);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 1024; k += 256)
    if (skey[k] >= 0) {
      atomicAdd(&sum[skey[k]], (u64)ssum[k]);
      atomicAdd(&count[skey[k]], scount[k]);
    }
}

// 32 values of 11 bits from 11 words, a warp at a time; a base is added.
__global__ void unpack11(int *__restrict__ out, const unsigned *__restrict__ packed, const int *__restrict__ base, int groups) {
  int lane = threadIdx.x & 31, warps = gridDim.x * blockDim.x >> 5;
  int bit = lane * 11, word = bit >> 5, off = bit & 31;
  for (int g = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; g < groups; g += warps) {
    unsigned w = lane < 11 ? packed[(size_t)g * 11 + lane] : 0;
    unsigned a = __shfl_sync(0xffffffffu, w, word), b = __shfl_sync(0xffffffffu, w, word + 1);
    out[(size_t)g * 32 + lane] = base[g] + (int)(__funnelshift_r(a, b, off) & 0x7ff);
  }
}

// Codes of 16 bits to the dictionary's strings of up to 16 bytes, padded with zeros.
__global__ void dictionary_strings(uint4 *__restrict__ out, int *__restrict__ used, const u16 *__restrict__ code, const uint4 *__restrict__ dict,
                                   const unsigned char *__restrict__ length, int n, int words) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int c = code[i] % words, len = length[c] % 17;
    uint4 s = dict[c];
    unsigned w[4] = {s.x, s.y, s.z, s.w};
#pragma unroll
    for (int k = 0; k < 4; k++) {
      int keep = min(max(len - 4 * k, 0), 4);
      w[k] &= keep == 4 ? 0xffffffffu : (1u << (8 * keep)) - 1;
    }
    out[i] = make_uint4(w[0], w[1], w[2], w[3]);
    sum += len;
  }
  for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
  if ((threadIdx.x & 31) == 0) atomicAdd(used, sum);
}

// HyperLogLog: 1024 registers a sketch, a block a column, and its estimate.
__global__ void __launch_bounds__(256)
hll_sketch(int *__restrict__ registers, float *__restrict__ estimate, const unsigned *__restrict__ in, int per) {
  __shared__ int reg[1024];
  __shared__ float part[8];
  __shared__ int zeros;
  int t = threadIdx.x;
  for (int k = t; k < 1024; k += 256) reg[k] = 0;
  if (t == 0) zeros = 0;
  __syncthreads();
  for (int i = t; i < per; i += 256) {
    unsigned h = scramble(in[(size_t)blockIdx.x * per + i] % 50000u + blockIdx.x * 77u);
    atomicMax(&reg[h & 1023], __clz((h >> 10) | 1u) - 9);
  }
  __syncthreads();
  float s = 0.0f;
  int z = 0;
  for (int k = t; k < 1024; k += 256) {
    int r = reg[k];
    registers[blockIdx.x * 1024 + k] = r;
    s += exp2f(-(float)r);
    z += r == 0;
  }
  for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
  z = __reduce_add_sync(0xffffffffu, z);
  if ((t & 31) == 0) { part[t >> 5] = s; atomicAdd(&zeros, z); }
  __syncthreads();
  if (t == 0) {
    s = 0.0f;
    for (int k = 0; k < 8; k++) s += part[k];
    float e = 0.7213f / (1.0f + 1.079f / 1024.0f) * 1024.0f * 1024.0f / s;
    if (e < 2560.0f && zeros > 0) e = 1024.0f * logf(1024.0f / zeros);
    estimate[blockIdx.x] = e;
  }
}

// One tile of a radix sort by eight bits: ranks by matching lanes, then the tile in order with its digits' counts.
__global__ void __launch_bounds__(256)
onesweep_tile(unsigned *__restrict__ out, int *__restrict__ counts, const unsigned *__restrict__ in, int shift) {
  __shared__ int hist[8][256];
  __shared__ int start[256];
  __shared__ unsigned sorted[2048];
  __shared__ int warp_sum[8];
  int t = threadIdx.x, lane = t & 31, w = t >> 5;
  for (int k = lane; k < 256; k += 32) hist[w][k] = 0;
  __syncwarp();
  unsigned key[8];
  int rank[8];
  const unsigned *src = in + (size_t)blockIdx.x * 2048 + w * 256;
#pragma unroll
  for (int k = 0; k < 8; k++) key[k] = src[k * 32 + lane];
#pragma unroll
  for (int k = 0; k < 8; k++) {
    unsigned d = key[k] >> shift & 255, peers = __match_any_sync(0xffffffffu, d);
    int before = __popc(peers & ((1u << lane) - 1)), old = hist[w][d];
    __syncwarp();
    if (before == 0) hist[w][d] = old + __popc(peers);
    __syncwarp();
    rank[k] = old + before;
  }
  __syncthreads();
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 8; k++) {
    int v = hist[k][t];
    hist[k][t] = sum;
    sum += v;
  }
  int inc = sum;
  for (int o = 1; o < 32; o *= 2) {
    int v = __shfl_up_sync(0xffffffffu, inc, o);
    if (lane >= o) inc += v;
  }
  if (lane == 31) warp_sum[w] = inc;
  __syncthreads();
  for (int k = 0; k < w; k++) inc += warp_sum[k];
  start[t] = inc - sum;
  counts[blockIdx.x * 256 + t] = sum;
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 8; k++) {
    unsigned d = key[k] >> shift & 255;
    sorted[start[d] + hist[w][d] + rank[k]] = key[k];
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 8; k++) out[(size_t)blockIdx.x * 2048 + k * 256 + t] = sorted[k * 256 + t];
}

// 64-bit keys into an open table by compare and swap; how many were new is the same in any order.
__global__ void hash64_distinct(u64 *table, int *fresh, const unsigned *__restrict__ in, int n, unsigned mask) {
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned v = in[i];
    u64 key = (u64)scramble(v) << 32 | v | 1ull << 31;
    unsigned h = scramble(v ^ 0x5bd1e995u) & mask;
    for (unsigned probe = 0; probe <= mask; probe++) {
      u64 old = atomicCAS(&table[h], 0ull, key);
      if (old == 0) { mine++; break; }
      if (old == key) break;
      h = (h + 1) & mask;
    }
  }
  mine = __reduce_add_sync(0xffffffffu, mine);
  if ((threadIdx.x & 31) == 0 && mine) atomicAdd(fresh, mine);
}

// As-of join: for each trade the last quote not after it, by binary search, and the slippage.
__global__ void asof_join(int *__restrict__ match, float *__restrict__ slip, const int *__restrict__ when, const float *__restrict__ paid,
                          const int *__restrict__ qtime, const float *__restrict__ quote, int n, int quotes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int t = when[i], lo = 0, hi = quotes;
  while (lo < hi) {
    int mid = (lo + hi) >> 1;
    if (qtime[mid] <= t) lo = mid + 1; else hi = mid;
  }
  match[i] = lo - 1;
  slip[i] = lo > 0 ? paid[i] - quote[lo - 1] : 0.0f;
}
}
