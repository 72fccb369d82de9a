// Strings, hashes, ciphers, bits.
struct Crc { unsigned v[256]; constexpr Crc() : v() { for (unsigned i = 0; i < 256; i++) { unsigned c = i; for (int k = 0; k < 8; k++) c = (c & 1) ? 0xEDB88320u ^ (c >> 1) : c >> 1; v[i] = c; } } };
__constant__ Crc crc_table = Crc();
__constant__ unsigned char pattern[8] = {1, 0, 1, 1, 0, 1, 3, 1};
extern "C" {

// Knuth-Morris-Pratt, a thread a chunk of the text.
__global__ void kmp(unsigned *count, const unsigned char *text, int n, int chunk) {
  __shared__ int fail[8];
  if (threadIdx.x == 0) {
    fail[0] = 0;
    for (int i = 1, k = 0; i < 8; i++) {
      while (k && pattern[i] != pattern[k]) k = fail[k - 1];
      if (pattern[i] == pattern[k]) k++;
      fail[i] = k;
    }
  }
  __syncthreads();
  int t = blockIdx.x * blockDim.x + threadIdx.x, b = t * chunk, e = min(n, b + chunk + 7), k = 0;
  unsigned found = 0;
  for (int i = b; i < e; i++) {
    int c = text[i] & 3;
    while (k && pattern[k] != c) k = fail[k - 1];
    if (pattern[k] == c) k++;
    if (k == 8) { found++; k = fail[7]; }
  }
  count[t] = found;
}

__device__ __forceinline__ unsigned b64(unsigned v) {
  return v < 26 ? v + 'A' : v < 52 ? v - 26 + 'a' : v < 62 ? v - 52 + '0' : v == 62 ? '+' : '/';
}
__global__ void base64(uint4 *out, const unsigned *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w[3] = {in[3 * i], in[3 * i + 1], in[3 * i + 2]}, o[4];
#pragma unroll
  for (int g = 0; g < 4; g++) {
    unsigned v = 0;
#pragma unroll
    for (int k = 0; k < 3; k++) { int b = 3 * g + k; v = v << 8 | ((w[b / 4] >> (8 * (b % 4))) & 255); }
    o[g] = b64(v >> 18) | b64((v >> 12) & 63) << 8 | b64((v >> 6) & 63) << 16 | b64(v & 63) << 24;
  }
  out[i] = make_uint4(o[0], o[1], o[2], o[3]);
}

__global__ void crc32_rows(unsigned *out, const unsigned char *in, int rows, int len) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  unsigned c = 0xffffffffu;
  const unsigned *p = (const unsigned *)(in + (size_t)r * len);
  for (int i = 0; i < len / 4; i++) {
    unsigned w = p[i];
    for (int k = 0; k < 4; k++) { c = crc_table.v[(c ^ w) & 255] ^ (c >> 8); w >>= 8; }
  }
  out[r] = ~c;
}

__device__ __forceinline__ unsigned long long rotl(unsigned long long x, int r) { return (x << r) | (x >> (64 - r)); }
__global__ void xxh_rows(unsigned long long *out, const ulonglong2 *in, int rows, unsigned long long seed) {
  const unsigned long long P1 = 0x9E3779B185EBCA87ull, P2 = 0xC2B2AE3D27D4EB4Full, P3 = 0x165667B19E3779F9ull, P4 = 0x85EBCA77C2B2AE63ull;
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  unsigned long long a = seed + P1 + P2, b = seed + P2, c = seed, d = seed - P1;
  for (int k = 0; k < 2; k++) {
    ulonglong2 x = in[(size_t)r * 4 + 2 * k], y = in[(size_t)r * 4 + 2 * k + 1];
    a = rotl(a + x.x * P2, 31) * P1; b = rotl(b + x.y * P2, 31) * P1;
    c = rotl(c + y.x * P2, 31) * P1; d = rotl(d + y.y * P2, 31) * P1;
  }
  unsigned long long h = rotl(a, 1) + rotl(b, 7) + rotl(c, 12) + rotl(d, 18);
  h = (h ^ rotl(a * P2, 31) * P1) * P1 + P4;
  h = (h ^ rotl(b * P2, 31) * P1) * P1 + P4;
  h += 64;
  h ^= h >> 33; h *= P2; h ^= h >> 29; h *= P3; h ^= h >> 32;
  out[r] = h;
}

// A cipher of AES's shape: ten rounds of four table look-ups a word, tables in shared memory.
__global__ void aes_tables(uint4 *out, const uint4 *in, const unsigned char *sbox, const unsigned *keys, int n) {
  __shared__ unsigned T[4][256];
  __shared__ unsigned K[44];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    unsigned s = sbox[i], s2 = (s << 1) ^ ((s >> 7) * 0x11b), v = s2 | s << 8 | s << 16 | (s2 ^ s) << 24;
    T[0][i] = v; T[1][i] = v << 8 | v >> 24; T[2][i] = v << 16 | v >> 16; T[3][i] = v << 24 | v >> 8;
  }
  if (threadIdx.x < 44) K[threadIdx.x] = keys[threadIdx.x];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uint4 s = in[i];
    s.x ^= K[0]; s.y ^= K[1]; s.z ^= K[2]; s.w ^= K[3];
    for (int r = 1; r <= 10; r++) {
      uint4 t;
      t.x = T[0][s.x & 255] ^ T[1][(s.y >> 8) & 255] ^ T[2][(s.z >> 16) & 255] ^ T[3][s.w >> 24] ^ K[4 * r];
      t.y = T[0][s.y & 255] ^ T[1][(s.z >> 8) & 255] ^ T[2][(s.w >> 16) & 255] ^ T[3][s.x >> 24] ^ K[4 * r + 1];
      t.z = T[0][s.z & 255] ^ T[1][(s.w >> 8) & 255] ^ T[2][(s.x >> 16) & 255] ^ T[3][s.y >> 24] ^ K[4 * r + 2];
      t.w = T[0][s.w & 255] ^ T[1][(s.x >> 8) & 255] ^ T[2][(s.y >> 16) & 255] ^ T[3][s.z >> 24] ^ K[4 * r + 3];
      s = t;
    }
    out[i] = s;
  }
}

// Runs of equal values: how many begin in each block's part, and the longest that lies in one warp.
__global__ void rle_count(unsigned *runs, unsigned *longest, const unsigned *x, int n, int per_block) {
  __shared__ unsigned count, best;
  if (threadIdx.x == 0) { count = 0; best = 0; }
  __syncthreads();
  int lane = threadIdx.x & 31, end = min(n, (int)(blockIdx.x + 1) * per_block);
  unsigned c = 0, longest_here = 0;
  for (int base = blockIdx.x * per_block + (threadIdx.x & ~31); base < end; base += blockDim.x) {
    int i = base + lane;
    unsigned v = i < end ? x[i] : 0xffffffffu;
    unsigned left = __shfl_up_sync(0xffffffff, v, 1);
    if (lane == 0) left = i ? x[i - 1] : ~v;
    unsigned heads = __ballot_sync(0xffffffff, v != left && i < end);
    c += __popc(heads);
    unsigned after = lane == 31 ? 0 : heads >> (lane + 1);
    unsigned len = after ? __ffs(after) : 32 - lane;
    if (heads >> lane & 1) longest_here = max(longest_here, len);
  }
  longest_here = __reduce_max_sync(0xffffffff, longest_here);
  if (lane == 0) { atomicAdd(&count, c); atomicMax(&best, longest_here); }
  __syncthreads();
  if (threadIdx.x == 0) { runs[blockIdx.x] = count; longest[blockIdx.x] = best; }
}

// 32 words to 32 bit planes.
__global__ void bitplanes(unsigned *planes, const unsigned *in, int words) {
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (w * 32 >= words) return;
  unsigned v = in[w * 32 + lane], mine = 0;
#pragma unroll
  for (int b = 0; b < 32; b++) {
    unsigned p = __ballot_sync(0xffffffff, v >> b & 1);
    if (lane == b) mine = p;
  }
  planes[(size_t)lane * (words / 32) + w] = mine;
}

// Nearest of `count` 256-bit codes to each of the queries: the database in registers, queries in shared memory.
__global__ void hamming_nearest(unsigned long long *best, const uint4 *db, const uint4 *query, int n, int queries) {
  extern __shared__ uint4 q[];
  for (int i = threadIdx.x; i < 2 * queries; i += blockDim.x) q[i] = query[i];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 a = db[2 * min(i, n - 1)], b = db[2 * min(i, n - 1) + 1];
  for (int k = 0; k < queries; k++) {
    uint4 c = q[2 * k], d = q[2 * k + 1];
    unsigned h = __popc(a.x ^ c.x) + __popc(a.y ^ c.y) + __popc(a.z ^ c.z) + __popc(a.w ^ c.w) + __popc(b.x ^ d.x) + __popc(b.y ^ d.y) + __popc(b.z ^ d.z) + __popc(b.w ^ d.w);
    unsigned least = __reduce_min_sync(0xffffffff, h);
    unsigned who = __ballot_sync(0xffffffff, h == least);
    if ((threadIdx.x & 31) == __ffs(who) - 1) atomicMin(&best[k], (unsigned long long)least << 32 | (unsigned)min(i, n - 1));
  }
}
}
