// Codes, compression, big numbers, fields.
typedef unsigned char u8;
typedef unsigned long long u64;

// The generator of RS(255,223) over GF(256)/0x11d, without its leading one.
__constant__ unsigned char generator[32] = {116, 64, 52, 174, 54, 126, 16, 194, 162, 33, 33, 157, 176, 197, 225, 12, 59, 55, 253, 228, 148, 47, 179, 185, 24, 138, 253, 20, 142, 55, 172, 88};

constexpr u64 GOLD = 0xffffffff00000001ull;

struct RoundKeys {
  u64 v[240];
  constexpr RoundKeys() : v() {
    u64 s = 0x9e3779b97f4a7c15ull;
    for (int i = 0; i < 240; i++) {
      s ^= s << 13;
      s ^= s >> 7;
      s ^= s << 17;
      v[i] = s % GOLD;
    }
  }
};
__constant__ RoundKeys round_keys = RoundKeys();

// The Goldilocks field, p = 2^64 - 2^32 + 1.
__device__ __forceinline__ u64 gold_reduce(u64 lo, u64 hi) {
  u64 high = hi >> 32, mid = hi & 0xffffffffu;
  u64 t = lo - high;
  if (lo < high) t -= 0xffffffffull;
  u64 add = (mid << 32) - mid, r = t + add;
  if (r < add) r += 0xffffffffull;
  return r >= GOLD ? r - GOLD : r;
}
__device__ __forceinline__ u64 gold_mul(u64 a, u64 b) { return gold_reduce(a * b, __umul64hi(a, b)); }
__device__ __forceinline__ u64 gold_add(u64 a, u64 b) {
  u64 r = a + b;
  if (r < a || r >= GOLD) r -= GOLD;
  return r;
}
__device__ __forceinline__ u64 gold_sub(u64 a, u64 b) { return a >= b ? a - b : a - b + GOLD; }
__device__ __forceinline__ u64 gold_pow7(u64 x) {
  u64 x2 = gold_mul(x, x), x3 = gold_mul(x2, x);
  return gold_mul(gold_mul(x2, x2), x3);
}

extern "C" {

// Reed-Solomon parity of 223 bytes: a thread a codeword, a table of the generator's multiples in shared memory.
__global__ void __launch_bounds__(128)
rs_parity(u8 *__restrict__ parity, const u8 *__restrict__ message, int words) {
  __shared__ __align__(16) unsigned table[256][8];
  for (int f = threadIdx.x; f < 256; f += 128)
    for (int j = 0; j < 8; j++) {
      unsigned packed = 0;
      for (int b = 0; b < 4; b++) {
        unsigned g = generator[j * 4 + b], p = 0, a = f;
#pragma unroll
        for (int k = 0; k < 8; k++) {
          if (g >> k & 1) p ^= a;
          a = a << 1 ^ (a & 128 ? 0x11d : 0);
        }
        packed |= p << (8 * b);
      }
      table[f][j] = packed;
    }
  __syncthreads();
  int c = blockIdx.x * 128 + threadIdx.x;
  if (c >= words) return;
  unsigned r[8] = {};
  for (int i = 0; i < 223; i++) {
    unsigned f = (message[(size_t)i * words + c] ^ r[0]) & 255;
    uint4 lo = *reinterpret_cast<const uint4 *>(&table[f][0]), hi = *reinterpret_cast<const uint4 *>(&table[f][4]);
    r[0] = __funnelshift_r(r[0], r[1], 8) ^ lo.x;
    r[1] = __funnelshift_r(r[1], r[2], 8) ^ lo.y;
    r[2] = __funnelshift_r(r[2], r[3], 8) ^ lo.z;
    r[3] = __funnelshift_r(r[3], r[4], 8) ^ lo.w;
    r[4] = __funnelshift_r(r[4], r[5], 8) ^ hi.x;
    r[5] = __funnelshift_r(r[5], r[6], 8) ^ hi.y;
    r[6] = __funnelshift_r(r[6], r[7], 8) ^ hi.z;
    r[7] = r[7] >> 8 ^ hi.w;
  }
#pragma unroll
  for (int j = 0; j < 32; j++) parity[(size_t)j * words + c] = r[j >> 2] >> (8 * (j & 3));
}

// LZ4-like matches: a warp a chunk of 2048 bytes, 32 places looked up at once in its hash table, the first match taken.
__global__ void __launch_bounds__(128)
lz4_matches(int *__restrict__ sizes, int *__restrict__ tokens, const u8 *__restrict__ text, int chunks) {
  __shared__ unsigned short table[4][1024];
  __shared__ __align__(16) u8 data[4][2048];
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, chunk = blockIdx.x * 4 + warp;
  if (chunk >= chunks) return;
  unsigned short *tab = table[warp];
  u8 *src = data[warp];
  for (int i = lane; i < 1024; i += 32) tab[i] = 0xffff;
  const uint4 *from = reinterpret_cast<const uint4 *>(text + (size_t)chunk * 2048);
  for (int i = lane; i < 128; i += 32) reinterpret_cast<uint4 *>(src)[i] = from[i];
  __syncwarp();
  int at = 0, anchor = 0, size = 0, count = 0;
  while (at < 2048 - 12) {
    int p = at + lane, match = -1;
    bool can = p < 2048 - 12;
    unsigned v = 0, hash = 1024 + lane;
    if (can) {
      v = src[p] | src[p + 1] << 8 | src[p + 2] << 16 | (unsigned)src[p + 3] << 24;
      hash = v * 2654435761u >> 22;
      int m = tab[hash];
      if (m != 0xffff && (src[m] | src[m + 1] << 8 | src[m + 2] << 16 | (unsigned)src[m + 3] << 24) == v) match = m;
    }
    unsigned found = __ballot_sync(0xffffffffu, match >= 0);
    int first = found ? __ffs(found) - 1 : 31;
    unsigned same = __match_any_sync(0xffffffffu, hash) & (0xffffffffu >> (31 - first));
    if (can && lane <= first && lane == 31 - __clz(same)) tab[hash] = (unsigned short)p;
    __syncwarp();
    if (!found) {
      at += 32;
      continue;
    }
    int m = __shfl_sync(0xffffffffu, match, first), here = at + first, length = 4;
    while (true) {
      int k = here + length + lane;
      unsigned differ = __ballot_sync(0xffffffffu, k >= 2048 - 5 || src[k & 2047] != src[(m + length + lane) & 2047]);
      if (differ) {
        length += __ffs(differ) - 1;
        break;
      }
      length += 32;
    }
    int literal = here - anchor;
    size += 3 + literal + (literal >= 15 ? 1 + (literal - 15) / 255 : 0) + (length >= 19 ? 1 + (length - 19) / 255 : 0);
    count++;
    at = anchor = here + length;
  }
  size += 1 + 2048 - anchor;
  if (lane == 0) {
    sizes[chunk] = size;
    tokens[chunk] = count;
  }
}

// 2048-bit numbers multiplied: a warp a product, a lane a limb of 64 bits, two columns of the result a lane.
__global__ void __launch_bounds__(128)
bigint_mul32(u64 *__restrict__ product, const u64 *__restrict__ left, const u64 *__restrict__ right, int n) {
  int m = (blockIdx.x * 128 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (m >= n) return;
  u64 a = left[(size_t)m * 32 + lane], b = right[(size_t)m * 32 + lane];
  u64 l0 = 0, l1 = 0, l2 = 0, h0 = 0, h1 = 0, h2 = 0;
#pragma unroll 4
  for (int j = 0; j < 32; j++) {
    u64 x = __shfl_sync(0xffffffffu, a, (lane - j) & 31), y = __shfl_sync(0xffffffffu, b, j);
    u64 lo = x * y, hi = __umul64hi(x, y);
    if (j <= lane) {
      l0 += lo;
      hi += l0 < lo;
      l1 += hi;
      l2 += l1 < hi;
    } else {
      h0 += lo;
      hi += h0 < lo;
      h1 += hi;
      h2 += h1 < hi;
    }
  }
  // Each column hands its two upper words on; lane 31's low column hands on to lane 0's high one.
  u64 u1 = __shfl_up_sync(0xffffffffu, l1, 1), u2 = __shfl_up_sync(0xffffffffu, l2, 2);
  u64 v1 = __shfl_up_sync(0xffffffffu, h1, 1), v2 = __shfl_up_sync(0xffffffffu, h2, 2);
  u64 w1 = __shfl_sync(0xffffffffu, l1, 31), w2 = __shfl_sync(0xffffffffu, l2, (lane + 30) & 31);
  if (lane == 0) { u1 = 0; v1 = w1; }
  if (lane < 2) { u2 = 0; v2 = w2; }
  u64 lc = 0, hc = 0;
  l0 += u1; lc += l0 < u1;
  l0 += u2; lc += l0 < u2;
  h0 += v1; hc += h0 < v1;
  h0 += v2; hc += h0 < v2;
  while (__any_sync(0xffffffffu, (lc | hc) != 0)) {
    u64 over = __shfl_sync(0xffffffffu, lc, 31);
    u64 cl = __shfl_up_sync(0xffffffffu, lc, 1), ch = __shfl_up_sync(0xffffffffu, hc, 1);
    if (lane == 0) { cl = 0; ch = over; }
    l0 += cl; lc = l0 < cl;
    h0 += ch; hc = h0 < ch;
  }
  product[(size_t)m * 64 + lane] = l0;
  product[(size_t)m * 64 + 32 + lane] = h0;
}

// Matrices over GF(2) by the four Russians: C = A B, B 1024 columns wide; a table of eight rows' sums at a time.
__global__ void __launch_bounds__(256)
gf2_m4r(unsigned *__restrict__ C, const unsigned *__restrict__ A, const unsigned *__restrict__ B, int rows, int inner) {
  __shared__ unsigned table[256][32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, row0 = blockIdx.x * 64 + warp * 8, words = inner >> 5;
  unsigned acc[8] = {};
  for (int g = 0; g < inner / 8; g++) {
    __syncthreads();
    if (warp == 0) table[0][lane] = 0;
    for (int bit = 0; bit < 8; bit++) {
      __syncthreads();
      unsigned b = B[(size_t)(g * 8 + bit) * 32 + lane];
      for (int k = warp; k < 1 << bit; k += 8) table[k | 1 << bit][lane] = table[k][lane] ^ b;
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 8; r++)
      if (row0 + r < rows) acc[r] ^= table[A[(size_t)(row0 + r) * words + (g >> 2)] >> (8 * (g & 3)) & 255][lane];
  }
#pragma unroll
  for (int r = 0; r < 8; r++)
    if (row0 + r < rows) C[(size_t)(row0 + r) * 32 + lane] = acc[r];
}

// A Poseidon permutation of eight Goldilocks elements a thread: 4 full rounds, 22 partial ones, 4 full ones.
__global__ void __launch_bounds__(64)
poseidon8(u64 *__restrict__ out, const u64 *__restrict__ in, int n) {
  const unsigned mds[8] = {7, 1, 3, 8, 8, 3, 4, 9};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  u64 s[8];
#pragma unroll
  for (int k = 0; k < 8; k++) {
    s[k] = in[(size_t)k * n + i];
    if (s[k] >= GOLD) s[k] -= GOLD;
  }
#pragma unroll 1
  for (int r = 0; r < 30; r++) {
#pragma unroll
    for (int k = 0; k < 8; k++) s[k] = gold_add(s[k], round_keys.v[r * 8 + k]);
    s[0] = gold_pow7(s[0]);
    if (r < 4 || r >= 26) {
#pragma unroll
      for (int k = 1; k < 8; k++) s[k] = gold_pow7(s[k]);
    }
    u64 t[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
      u64 lo = 0, hi = 0;  // sums of 32-bit halves
#pragma unroll
      for (int j = 0; j < 8; j++) {
        lo += (u64)mds[(j - k) & 7] * (unsigned)s[j];
        hi += (u64)mds[(j - k) & 7] * (unsigned)(s[j] >> 32);
      }
      hi += lo >> 32;
      t[k] = gold_reduce((hi << 32) | (lo & 0xffffffffu), hi >> 32);
    }
#pragma unroll
    for (int k = 0; k < 8; k++) s[k] = t[k];
  }
#pragma unroll
  for (int k = 0; k < 8; k++) out[(size_t)k * n + i] = s[k];
}

// A radix-4 pass of a large number-theoretic transform over the Goldilocks field; four is 2^48's power of order four.
__global__ void __launch_bounds__(128)
ntt_radix4_pass(u64 *__restrict__ out, const u64 *__restrict__ in, const u64 *__restrict__ twiddle, int n, int quarter) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 4) return;
  int j = i % quarter, base = (i / quarter) * quarter * 4 + j;
  u64 a = in[base], b = in[base + quarter], c = in[base + 2 * quarter], d = in[base + 3 * quarter];
  u64 w = twiddle[j], w2 = gold_mul(w, w);
  if (a >= GOLD) a -= GOLD;
  b = gold_mul(b, w);
  c = gold_mul(c, w2);
  d = gold_mul(d, gold_mul(w2, w));
  u64 s = gold_add(a, c), t = gold_sub(a, c), u = gold_add(b, d), v = gold_mul(gold_sub(b, d), 1ull << 48);
  out[base] = gold_add(s, u);
  out[base + quarter] = gold_add(t, v);
  out[base + 2 * quarter] = gold_sub(s, u);
  out[base + 3 * quarter] = gold_sub(t, v);
}

}
