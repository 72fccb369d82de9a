// Digests, checksums, encodings.
typedef unsigned char u8;
typedef unsigned long long u64;

__constant__ unsigned char sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

__device__ __forceinline__ unsigned rotr(unsigned x, int n) { return __funnelshift_r(x, x, n); }
__device__ __forceinline__ unsigned rotl(unsigned x, int n) { return __funnelshift_l(x, x, n); }

__device__ __forceinline__ void mixg(unsigned &a, unsigned &b, unsigned &c, unsigned &d, unsigned x, unsigned y) {
  a += b + x; d = rotr(d ^ a, 16); c += d; b = rotr(b ^ c, 12);
  a += b + y; d = rotr(d ^ a, 8); c += d; b = rotr(b ^ c, 7);
}

// One block of 64 bytes; the message lies in shared memory at its own stride, its schedule is looked up.
__device__ void blake2s_block(unsigned *h, const unsigned *m, int stride, unsigned bytes) {
  const unsigned iv[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
  unsigned v[16];
#pragma unroll
  for (int k = 0; k < 8; k++) { h[k] = iv[k]; v[k + 8] = iv[k]; }
  h[0] ^= 0x01010020u;
#pragma unroll
  for (int k = 0; k < 8; k++) v[k] = h[k];
  v[12] ^= bytes;
  v[14] = ~v[14];
#pragma unroll 1
  for (int r = 0; r < 10; r++) {
    const unsigned char *s = sigma[r];
    mixg(v[0], v[4], v[8], v[12], m[s[0] * stride], m[s[1] * stride]);
    mixg(v[1], v[5], v[9], v[13], m[s[2] * stride], m[s[3] * stride]);
    mixg(v[2], v[6], v[10], v[14], m[s[4] * stride], m[s[5] * stride]);
    mixg(v[3], v[7], v[11], v[15], m[s[6] * stride], m[s[7] * stride]);
    mixg(v[0], v[5], v[10], v[15], m[s[8] * stride], m[s[9] * stride]);
    mixg(v[1], v[6], v[11], v[12], m[s[10] * stride], m[s[11] * stride]);
    mixg(v[2], v[7], v[8], v[13], m[s[12] * stride], m[s[13] * stride]);
    mixg(v[3], v[4], v[9], v[14], m[s[14] * stride], m[s[15] * stride]);
  }
#pragma unroll
  for (int k = 0; k < 8; k++) h[k] ^= v[k] ^ v[k + 8];
}

extern "C" {

// BLAKE2s over leaves of 64 bytes and the tree of 128 of them above: one root a block.
__global__ void __launch_bounds__(128)
blake2s_merkle(unsigned *__restrict__ roots, const unsigned *__restrict__ leaves) {
  __shared__ unsigned m[16 * 129];
  int t = threadIdx.x;
  const unsigned *src = leaves + (size_t)blockIdx.x * 2048;
  for (int k = t; k < 2048; k += 128) m[(k & 15) * 129 + (k >> 4)] = src[k];
  __syncthreads();
  unsigned h[8];
  blake2s_block(h, m + t, 129, 64);
  for (int n = 64; n > 0; n /= 2) {
    __syncthreads();
    if (t < 2 * n)
      for (int k = 0; k < 8; k++) m[((t & 1) * 8 + k) * 129 + (t >> 1)] = h[k];
    __syncthreads();
    if (t < n) blake2s_block(h, m + t, 129, 64);
  }
  if (t == 0)
    for (int k = 0; k < 8; k++) roots[blockIdx.x * 8 + k] = h[k];
}

// SHA-1 of 64-byte messages, then of its own digest again and again.
__global__ void sha1_chain(unsigned *__restrict__ out, const unsigned *__restrict__ in, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w[16], h[5] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
#pragma unroll
  for (int k = 0; k < 16; k++) w[k] = __byte_perm(in[(size_t)i * 16 + k], 0, 0x0123);
  for (int r = 0; r < rounds; r++) {
    unsigned a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
#pragma unroll
    for (int t = 0; t < 80; t++) {
      unsigned x;
      if (t < 16) x = w[t];
      else {
        x = rotl(w[(t - 3) & 15] ^ w[(t - 8) & 15] ^ w[(t - 14) & 15] ^ w[t & 15], 1);
        w[t & 15] = x;
      }
      unsigned f = t < 20 ? (b & c) | (~b & d) : t < 40 ? b ^ c ^ d : t < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      unsigned q = t < 20 ? 0x5a827999u : t < 40 ? 0x6ed9eba1u : t < 60 ? 0x8f1bbcdcu : 0xca62c1d6u;
      unsigned s = rotl(a, 5) + f + e + q + x;
      e = d; d = c; c = rotl(b, 30); b = a; a = s;
    }
    h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e;
#pragma unroll
    for (int k = 0; k < 16; k++) w[k] = k < 5 ? h[k] : k == 5 ? 0x80000000u : k == 15 ? 160u : 0u;
  }
  for (int k = 0; k < 5; k++) out[(size_t)i * 5 + k] = h[k];
}

// Is it UTF-8? Each thread judges the characters that begin in its 32 bytes.
__global__ void utf8_check(unsigned *__restrict__ counts, const u8 *__restrict__ text, int n) {
  __shared__ unsigned chars, wrong;
  if (threadIdx.x == 0) chars = wrong = 0;
  __syncthreads();
  int from = (blockIdx.x * blockDim.x + threadIdx.x) * 32, to = min(from + 32, n);
  unsigned c = 0, e = 0;
  for (int i = from; i < to; i++) {
    unsigned b = text[i];
    if (b < 0x80) { c++; continue; }
    if ((b & 0xc0) == 0x80) {
      // A continuation must have a lead within three bytes before.
      bool led = false;
      for (int k = 1; k <= 3 && i - k >= 0; k++) {
        unsigned p = text[i - k];
        if ((p & 0xc0) != 0x80) {
          led = p >= 0xc0 && (p >= 0xf0 ? 3 : p >= 0xe0 ? 2 : 1) >= k;
          break;
        }
      }
      e += !led;
      continue;
    }
    int need = b >= 0xf8 ? -1 : b >= 0xf0 ? 3 : b >= 0xe0 ? 2 : b >= 0xc2 ? 1 : -1;
    if (need < 0 || i + need >= n) { e++; continue; }
    unsigned cp = b & (0x3f >> need);
    bool ok = true;
    for (int k = 1; k <= need; k++) {
      unsigned x = text[i + k];
      ok = ok && (x & 0xc0) == 0x80;
      cp = cp << 6 | (x & 0x3f);
    }
    if (need == 2 && (cp < 0x800 || (cp >= 0xd800 && cp < 0xe000))) ok = false;
    if (need == 3 && (cp < 0x10000 || cp > 0x10ffff)) ok = false;
    if (ok) c++; else e++;
  }
  atomicAdd(&chars, c);
  atomicAdd(&wrong, e);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&counts[0], chars);
    atomicAdd(&counts[1], wrong);
  }
}

__device__ __forceinline__ int b64_value(int c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return 64;
}

// Base64 back to bytes: 16 characters to 12 bytes a thread.
__global__ void base64_back(unsigned *__restrict__ out, int *__restrict__ bad, const uint4 *__restrict__ in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 q = in[i];
  unsigned w[4] = {q.x, q.y, q.z, q.w}, v[4];
  int wrong = 0;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    int a = b64_value(w[k] & 255), b = b64_value(w[k] >> 8 & 255), c = b64_value(w[k] >> 16 & 255), d = b64_value(w[k] >> 24);
    wrong |= (a | b | c | d) & 64;
    unsigned x = (unsigned)(a & 63) << 18 | (b & 63) << 12 | (c & 63) << 6 | (d & 63);
    v[k] = __byte_perm(x, 0, 0x4012);
  }
  out[i * 3] = v[0] | v[1] << 24;
  out[i * 3 + 1] = v[1] >> 8 | v[2] << 16;
  out[i * 3 + 2] = v[2] >> 16 | v[3] << 8;
  if (wrong) atomicAdd(bad, 1);
}

// CRC-32C by four tables, which the block makes for itself; a message of 256 bytes a thread.
__global__ void __launch_bounds__(128)
crc32c_slice4(unsigned *__restrict__ crc, const uint4 *__restrict__ in, int n) {
  __shared__ unsigned tab[4][256];
  for (int k = threadIdx.x; k < 256; k += 128) {
    unsigned c = k;
    for (int b = 0; b < 8; b++) c = c & 1 ? c >> 1 ^ 0x82f63b78u : c >> 1;
    tab[0][k] = c;
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += 128) {
    unsigned c = tab[0][k];
    for (int s = 1; s < 4; s++) {
      c = c >> 8 ^ tab[0][c & 255];
      tab[s][k] = c;
    }
  }
  __syncthreads();
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const uint4 *p = in + (size_t)i * 16;
  unsigned c = ~0u;
  for (int k = 0; k < 16; k++) {
    uint4 q = p[k];
    unsigned w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
    for (int j = 0; j < 4; j++) {
      c ^= w[j];
      c = tab[3][c & 255] ^ tab[2][c >> 8 & 255] ^ tab[1][c >> 16 & 255] ^ tab[0][c >> 24];
    }
  }
  crc[i] = ~c;
}

// LZSS: a flag byte for eight items, a literal or two bytes of distance and length; 256 bytes in, 1024 out at most.
__global__ void lzss_expand(u8 *__restrict__ out, int *__restrict__ length, const u8 *__restrict__ in, int chunks) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= chunks) return;
  const u8 *s = in + (size_t)i * 256;
  u8 *d = out + (size_t)i * 1024;
  int p = 0, q = 0;
  while (p < 254 && q < 1006) {
    unsigned flags = s[p++];
    for (int b = 0; b < 8 && p < 254 && q < 1006; b++) {
      if ((flags >> b & 1) || q == 0) {
        d[q++] = s[p++];
      } else {
        unsigned x = s[p], y = s[p + 1];
        p += 2;
        int dist = (int)((x | (y & 0x30) << 4) % (unsigned)q) + 1, len = (int)(y & 15) + 3;
        for (int k = 0; k < len; k++, q++) d[q] = d[q - dist];
      }
    }
  }
  length[i] = q;
}

// LEB128 numbers of a stream of 2048 bytes, a warp a stream: the lanes at last bytes put them together.
__global__ void varint_warp(unsigned *__restrict__ out, int *__restrict__ count, const u8 *__restrict__ in, int streams) {
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (w >= streams) return;
  const u8 *s = in + (size_t)w * 2048;
  unsigned *o = out + (size_t)w * 2048;
  int total = 0, open = 0;
  for (int c = 0; c < 2048; c += 32) {
    unsigned b = s[c + lane];
    unsigned ends = __ballot_sync(0xffffffffu, b < 0x80);
    unsigned before = ends & ((1u << lane) - 1);
    int first = before ? 32 - __clz(before) : -open;
    if (b < 0x80) {
      unsigned v = 0;
      int n = min(lane - first + 1, 5);
      for (int k = 0; k < n; k++) v = v << 7 | (s[c + lane - k] & 0x7f);
      o[total + __popc(before)] = v;
    }
    total += __popc(ends);
    open = ends ? __clz(ends) : min(open + 32, 5);
  }
  if (lane == 0) count[w] = total;
}
}
