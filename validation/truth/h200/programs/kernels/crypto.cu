// Cryptography and number theory.
typedef unsigned long long u64;
typedef unsigned __int128 u128;
struct Rc { u64 v[24]; constexpr Rc() : v() { unsigned r = 1; for (int i = 0; i < 24; i++) { v[i] = 0; for (int j = 0; j < 7; j++) { r = (r << 1) ^ ((r >> 7) * 0x171); if (r & 2) v[i] ^= 1ull << ((1 << j) - 1); } } } };
extern "C" {

__global__ void __launch_bounds__(128) chacha20_xor(uint4 *out, const uint4 *in, const unsigned *key, int blocks, unsigned counter) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= blocks) return;
  unsigned s[16], w[16];
  s[0] = 0x61707865; s[1] = 0x3320646e; s[2] = 0x79622d32; s[3] = 0x6b206574;
#pragma unroll
  for (int k = 0; k < 8; k++) s[4 + k] = __ldg(key + k);
  s[12] = counter + i; s[13] = key[8]; s[14] = key[9]; s[15] = key[10];
#pragma unroll
  for (int k = 0; k < 16; k++) w[k] = s[k];
#define QR(a, b, c, d) a += b; d = __byte_perm(d ^ a, 0, 0x1032); c += d; b = __funnelshift_l(b ^ c, b ^ c, 12); a += b; d = __byte_perm(d ^ a, 0, 0x2103); c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
  for (int r = 0; r < 10; r++) {
    QR(w[0], w[4], w[8], w[12]) QR(w[1], w[5], w[9], w[13]) QR(w[2], w[6], w[10], w[14]) QR(w[3], w[7], w[11], w[15])
    QR(w[0], w[5], w[10], w[15]) QR(w[1], w[6], w[11], w[12]) QR(w[2], w[7], w[8], w[13]) QR(w[3], w[4], w[9], w[14])
  }
#pragma unroll
  for (int k = 0; k < 4; k++) {
    uint4 v = in[4 * (size_t)i + k];
    v.x ^= w[4 * k] + s[4 * k]; v.y ^= w[4 * k + 1] + s[4 * k + 1]; v.z ^= w[4 * k + 2] + s[4 * k + 2]; v.w ^= w[4 * k + 3] + s[4 * k + 3];
    out[4 * (size_t)i + k] = v;
  }
}

// Keccak-f[1600], all 24 rounds unrolled: a thread a state, lanes apart by n.
__global__ void keccak_f1600(u64 *out, const u64 *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  constexpr Rc rc;
  u64 a[25];
#pragma unroll
  for (int k = 0; k < 25; k++) a[k] = in[(size_t)k * n + i];
  auto rot = [](u64 x, int r) { return r ? x << r | x >> (64 - r) : x; };
#pragma unroll
  for (int r = 0; r < 24; r++) {
    u64 c[5], b[25];
#pragma unroll
    for (int x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
    for (int k = 0; k < 25; k++) a[k] ^= c[(k + 4) % 5] ^ rot(c[(k + 1) % 5], 1);
    constexpr int off[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};
#pragma unroll
    for (int y = 0; y < 5; y++)
#pragma unroll
      for (int x = 0; x < 5; x++) b[y + 5 * ((2 * x + 3 * y) % 5)] = rot(a[x + 5 * y], off[x + 5 * y]);
#pragma unroll
    for (int y = 0; y < 5; y++)
#pragma unroll
      for (int x = 0; x < 5; x++) a[x + 5 * y] = b[x + 5 * y] ^ (~b[(x + 1) % 5 + 5 * y] & b[(x + 2) % 5 + 5 * y]);
    a[0] ^= rc.v[r];
  }
#pragma unroll
  for (int k = 0; k < 4; k++) out[(size_t)k * n + i] = a[k];
}

// Squarings modulo 2^256 - 2^32 - 977.
__device__ __forceinline__ void field_mul(u64 *r, const u64 *a, const u64 *b) {
  u64 t[8] = {0};
#pragma unroll
  for (int i = 0; i < 4; i++) {
    u64 carry = 0;
#pragma unroll
    for (int j = 0; j < 4; j++) { u128 p = (u128)a[i] * b[j] + t[i + j] + carry; t[i + j] = (u64)p; carry = (u64)(p >> 64); }
    t[i + 4] = carry;
  }
  const u64 K = 0x1000003D1ull;
  u64 carry = 0;
#pragma unroll
  for (int j = 0; j < 4; j++) { u128 p = (u128)t[4 + j] * K + t[j] + carry; r[j] = (u64)p; carry = (u64)(p >> 64); }
  u128 p = (u128)carry * K;
#pragma unroll
  for (int j = 0; j < 4; j++) { p += r[j]; r[j] = (u64)p; p >>= 64; }
  if ((u64)p) { p = K; for (int j = 0; j < 4; j++) { p += r[j]; r[j] = (u64)p; p >>= 64; } }
}
__global__ void field_pow(u64 *out, const u64 *in, int n, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  u64 x[4], y[4];
  for (int k = 0; k < 4; k++) { x[k] = in[4 * i + k]; y[k] = x[k]; }
  for (int s = 0; s < steps; s++) {
    field_mul(y, y, y);
    if (s % 3 == 1) field_mul(y, y, x);
  }
  for (int k = 0; k < 4; k++) out[4 * i + k] = y[k];
}

// Number-theoretic transform of 1024 points modulo 998244353, a block a polynomial.
__device__ __forceinline__ unsigned mulmod(unsigned a, unsigned b) {
  u64 t = (u64)a * b;
  unsigned q = (unsigned)t * 998244351u;  // -p^-1
  unsigned r = (unsigned)((t + (u64)q * 998244353u) >> 32);
  return r >= 998244353u ? r - 998244353u : r;
}
__global__ void ntt1024(unsigned *data, const unsigned *tw, int passes) {
  __shared__ unsigned s[1024];
  unsigned *p = data + (size_t)blockIdx.x * 1024;
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[__brev(i) >> 22] = p[i];
  __syncthreads();
  for (int pass = 0; pass < passes; pass++)
    for (int half = 1; half < 1024; half *= 2) {
      for (int k = threadIdx.x; k < 512; k += blockDim.x) {
        int j = k & (half - 1), a = 2 * (k - j) + j, b = a + half;
        unsigned u = s[a], v = mulmod(s[b], tw[half + j]);
        unsigned x = u + v, y = u + 998244353u - v;
        s[a] = x >= 998244353u ? x - 998244353u : x;
        s[b] = y >= 998244353u ? y - 998244353u : y;
      }
      __syncthreads();
    }
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) p[i] = s[i];
}
}
