// Sorting, sparse matrices, physics, scans, transforms and integers as people write them.
#define FULL 0xffffffffu
extern "C" {
// ---- histograms, sorting, searching
__global__ void hist_private(unsigned *h, const unsigned char *in, int n) {
  __shared__ unsigned s[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
    uchar4 c = ((const uchar4 *)in)[i];
    atomicAdd(&s[c.x], 1); atomicAdd(&s[c.y], 1); atomicAdd(&s[c.z], 1); atomicAdd(&s[c.w], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&h[i], s[i]);
}
__global__ void bitonic_shared(unsigned *d) {
  __shared__ unsigned s[1024];
  unsigned t = threadIdx.x;
  s[t] = d[blockIdx.x * 1024 + t]; s[t + 512] = d[blockIdx.x * 1024 + t + 512];
  for (unsigned k = 2; k <= 1024; k <<= 1)
    for (unsigned j = k >> 1; j; j >>= 1) {
      __syncthreads();
      unsigned i = 2 * t - (t & (j - 1)), b = i + j;
      bool up = (i & k) == 0;
      unsigned x = s[i], y = s[b];
      if ((x > y) == up) { s[i] = y; s[b] = x; }
    }
  __syncthreads();
  d[blockIdx.x * 1024 + t] = s[t]; d[blockIdx.x * 1024 + t + 512] = s[t + 512];
}
__global__ void bitonic_global(unsigned *d, unsigned j, unsigned k) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i ^ j;
  if (x > i) { unsigned a = d[i], b = d[x]; if (((i & k) == 0) == (a > b)) { d[i] = b; d[x] = a; } }
}
__global__ void odd_even(int *d, int n) {
  for (int p = 0; p < 32; p++) {
    int i = 2 * threadIdx.x + (p & 1) + blockIdx.x * 2 * blockDim.x;
    if (2 * threadIdx.x + (p & 1) + 1 < 2 * blockDim.x) { int a = d[i], b = d[i + 1]; if (a > b) { d[i] = b; d[i + 1] = a; } }
    __syncthreads();
  }
}
__global__ void lower_bound(int *out, const unsigned *keys, const unsigned *sorted, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned k = keys[i]; int lo = 0, hi = m;
  while (lo < hi) { int mid = (lo + hi) >> 1; if (sorted[mid] < k) lo = mid + 1; else hi = mid; }
  out[i] = lo;
}
__global__ void insertion_local(unsigned *d) {
  unsigned v[32];
  unsigned i0 = (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = 0; i < 32; i++) v[i] = d[i * gridDim.x * blockDim.x + i0];
  for (int i = 1; i < 32; i++) { unsigned x = v[i]; int j = i - 1; while (j >= 0 && v[j] > x) { v[j + 1] = v[j]; j--; } v[j + 1] = x; }
  for (int i = 0; i < 32; i++) d[i * gridDim.x * blockDim.x + i0] = v[i];
}
__global__ void radix_count(unsigned *counts, const unsigned *in, int n, int shift) {
  __shared__ unsigned c[16][8];
  int w = threadIdx.x >> 5, l = threadIdx.x & 31;
  if (threadIdx.x < 128) c[threadIdx.x >> 3][threadIdx.x & 7] = 0;
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned dgt = (in[i] >> shift) & 15;
  unsigned peers = __match_any_sync(FULL, dgt);
  if (l == __ffs(peers) - 1) c[dgt][w] = __popc(peers);
  __syncthreads();
  if (threadIdx.x < 16) { unsigned s = 0; for (int k = 0; k < 8; k++) s += c[threadIdx.x][k]; counts[threadIdx.x * gridDim.x + blockIdx.x] = s; }
}
// ---- sparse and graphs
__global__ void spmv_scalar(float *y, const int *rp, const unsigned *col, const float *val, const float *x, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int k = rp[r]; k < rp[r + 1]; k++) s += val[k] * x[col[k]];
  y[r] = s;
}
__global__ void spmv_vector(float *y, const int *rp, const unsigned *col, const float *val, const float *x, int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, l = threadIdx.x & 31;
  if (r >= rows) return;
  float s = 0;
  for (int k = rp[r] + l; k < rp[r + 1]; k += 32) s += val[k] * x[col[k]];
  for (int o = 16; o; o >>= 1) s += __shfl_down_sync(FULL, s, o);
  if (l == 0) y[r] = s;
}
__global__ void spmv_ell(float *y, const unsigned *col, const float *val, const float *x, int rows, int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int k = 0; k < width; k++) s += val[k * rows + r] * x[col[k * rows + r]];
  y[r] = s;
}
__global__ void bfs_level(int *level, unsigned *changed, const int *rp, const unsigned *col, int n, int cur) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || (level[v] % 7) != 0) return; // a seventh of the vertices is the frontier
  for (int k = rp[v]; k < rp[v + 1]; k++) { unsigned u = col[k]; if (level[u] == 1) { level[u] = 7 * cur + 1; atomicAdd(changed, 1); } }
}
__global__ void degree(unsigned *deg, const unsigned *col, int m) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < m) atomicAdd(&deg[col[i]], 1); }
__global__ void hash_insert(unsigned *table, const unsigned *keys, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned k = keys[i] | 1u, h = k * 2654435761u >> 8 & mask;
  while (true) { unsigned o = atomicCAS(&table[h], 0u, k); if (o == 0 || o == k) break; h = (h + 1) & mask; }
}
__global__ void compact(unsigned *out, unsigned *count, const unsigned *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool keep = i < n && (in[i] & 3) == 0;
  unsigned m = __ballot_sync(FULL, keep);
  int l = threadIdx.x & 31;
  unsigned base = 0;
  if (l == 0 && m) base = atomicAdd(count, __popc(m));
  base = __shfl_sync(FULL, base, 0);
  if (keep) out[base + __popc(m & ((1u << l) - 1))] = 1;
}
// ---- physics, finance, chaos
__global__ void nbody(float4 *acc, const float4 *p, int n) {
  extern __shared__ float4 s4[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = p[i]; float ax = 0, ay = 0, az = 0;
  for (int t = 0; t < n; t += blockDim.x) {
    s4[threadIdx.x] = p[t + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++) {
      float dx = s4[j].x - me.x, dy = s4[j].y - me.y, dz = s4[j].z - me.z;
      float d = dx * dx + dy * dy + dz * dz + 1e-3f, r = rsqrtf(d), f = s4[j].w * r * r * r;
      ax += dx * f; ay += dy * f; az += dz * f;
    }
    __syncthreads();
  }
  acc[i] = make_float4(ax, ay, az, 0);
}
__global__ void mandelbrot(int *out, int w, int h, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float cr = -2.f + 3.f * x / w, ci = -1.5f + 3.f * y / h, a = 0, b = 0; int i = 0;
  while (a * a + b * b < 4.f && i < most) { float t = a * a - b * b + cr; b = 2 * a * b + ci; a = t; i++; }
  out[y * w + x] = i;
}
__device__ float cnd(float d) {
  const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f;
  float K = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float c = 0.39894228f * expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
  return d > 0 ? 1.0f - c : c;
}
__global__ void black_scholes(float *call, float *put, const float *S, const float *X, const float *T, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sq = sqrtf(T[i]), d1 = (logf(S[i] / X[i]) + (0.02f + 0.5f * 0.09f) * T[i]) / (0.3f * sq), d2 = d1 - 0.3f * sq;
  float c1 = cnd(d1), c2 = cnd(d2), e = expf(-0.02f * T[i]);
  call[i] = S[i] * c1 - X[i] * e * c2; put[i] = X[i] * e * (1.f - c2) - S[i] * (1.f - c1);
}
__global__ void pi_xorshift(unsigned *hits, int per) {
  unsigned x = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 1u, n = 0;
  for (int i = 0; i < per; i++) {
    x ^= x << 13; x ^= x >> 17; x ^= x << 5; float a = x * 2.3283064e-10f;
    x ^= x << 13; x ^= x >> 17; x ^= x << 5; float b = x * 2.3283064e-10f;
    n += a * a + b * b < 1.f;
  }
  n = __reduce_add_sync(FULL, n);
  if ((threadIdx.x & 31) == 0) atomicAdd(hits, n);
}
__global__ void lj_cells(float *f, const float *x, const unsigned *nb, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float xi = x[i], s = 0;
  for (int j = 0; j < k; j++) { float d = xi - x[nb[j * n + i]]; float r2 = d * d + .01f; if (r2 < .25f) { float i2 = 1.f / r2, i6 = i2 * i2 * i2; s += i6 * (i6 - .5f) * i2 * d; } }
  f[i] = s;
}
// ---- scans, reductions
__global__ void blelloch(float *d) {
  __shared__ float t[512];
  int i = threadIdx.x, o = 1;
  t[2 * i] = d[blockIdx.x * 512 + 2 * i]; t[2 * i + 1] = d[blockIdx.x * 512 + 2 * i + 1];
  for (int n = 256; n > 0; n >>= 1) { __syncthreads(); if (i < n) t[o * (2 * i + 2) - 1] += t[o * (2 * i + 1) - 1]; o *= 2; }
  if (i == 0) t[511] = 0;
  for (int n = 1; n < 512; n *= 2) { o >>= 1; __syncthreads(); if (i < n) { float a = t[o * (2 * i + 1) - 1]; t[o * (2 * i + 1) - 1] = t[o * (2 * i + 2) - 1]; t[o * (2 * i + 2) - 1] += a; } }
  __syncthreads();
  d[blockIdx.x * 512 + 2 * i] = t[2 * i]; d[blockIdx.x * 512 + 2 * i + 1] = t[2 * i + 1];
}
__global__ void scan_lookback(unsigned *out, const unsigned *in, volatile unsigned long long *state, unsigned *ticket) {
  __shared__ unsigned tile, warp_sums[8], prefix;
  if (threadIdx.x == 0) tile = atomicAdd(ticket, 1);
  __syncthreads();
  unsigned b = tile, l = threadIdx.x & 31, w = threadIdx.x >> 5;
  unsigned v = in[b * 256 + threadIdx.x], s = v;
  for (int o = 1; o < 32; o <<= 1) { unsigned u = __shfl_up_sync(FULL, s, o); if (l >= o) s += u; }
  if (l == 31) warp_sums[w] = s;
  __syncthreads();
  unsigned add = 0, total = 0;
  for (int k = 0; k < 8; k++) { if (k < w) add += warp_sums[k]; total += warp_sums[k]; }
  s += add;
  if (threadIdx.x == 0) {
    state[b] = (b == 0 ? 2ull : 1ull) << 32 | total;
    unsigned p = 0;
    for (int k = (int)b - 1; k >= 0;) { unsigned long long t = state[k]; if (t >> 32 == 0) continue; p += (unsigned)t; if (t >> 32 == 2) break; k--; }
    if (b) state[b] = 2ull << 32 | (unsigned long long)(p + total);
    prefix = p;
  }
  __syncthreads();
  out[b * 256 + threadIdx.x] = prefix + s;
}
__global__ void reduce_vec4(float *out, const float4 *in, int n) {
  __shared__ float sm[8];
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { float4 v = in[i]; s += (v.x + v.y) + (v.z + v.w); }
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(FULL, s, o);
  if ((threadIdx.x & 31) == 0) sm[threadIdx.x >> 5] = s;
  __syncthreads();
  if (threadIdx.x == 0) { s = 0; for (int i = 0; i < 8; i++) s += sm[i]; out[blockIdx.x] = s; }
}
__global__ void argmax(int *idx, const float *in, int n) {
  float m = -1e30f; int a = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) { float v = in[blockIdx.x * n + i]; if (v > m) { m = v; a = i; } }
  for (int o = 16; o; o >>= 1) { float v = __shfl_xor_sync(FULL, m, o); int b = __shfl_xor_sync(FULL, a, o); if (v > m || (v == m && b < a)) { m = v; a = b; } }
  if (threadIdx.x == 0) idx[blockIdx.x] = a;
}
// ---- transforms, integers
__global__ void fft1024(float2 *d) {
  __shared__ float2 s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 256) s[__brev(i) >> 22] = d[blockIdx.x * 1024 + i];
  for (int h = 1; h < 1024; h <<= 1) {
    __syncthreads();
    for (int k = t; k < 512; k += 256) {
      int j = k & (h - 1), i = 2 * k - j; float sn, cs;
      __sincosf(-3.14159265f * j / h, &sn, &cs);
      float2 a = s[i], b = s[i + h]; float2 c = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
      s[i] = make_float2(a.x + c.x, a.y + c.y); s[i + h] = make_float2(a.x - c.x, a.y - c.y);
    }
  }
  __syncthreads();
  for (int i = t; i < 1024; i += 256) d[blockIdx.x * 1024 + i] = s[i];
}
__global__ void dct8(float *out, const float *in, int w) {
  __shared__ float t[32][9];
  int x = blockIdx.x * 8 + (threadIdx.x & 7), r = threadIdx.x >> 3, y = blockIdx.y * 32 + r;
  t[r][threadIdx.x & 7] = in[y * w + x];
  __syncthreads();
  int u = threadIdx.x & 7; float s = 0;
  for (int k = 0; k < 8; k++) s += t[r][k] * cospif((2 * k + 1) * u * (1.f / 16));
  out[y * w + x] = s;
}
__global__ void sha_like(unsigned *out, const unsigned *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = in[i], b = a ^ 0x6a09e667, c = a + 0xbb67ae85, d = ~a, e = a * 3, f = a ^ 0x510e527f, g = a + 7, h = a;
#pragma unroll 8
  for (int r = 0; r < 64; r++) {
    unsigned S1 = __funnelshift_r(e, e, 6) ^ __funnelshift_r(e, e, 11) ^ __funnelshift_r(e, e, 25), ch = (e & f) ^ (~e & g);
    unsigned t1 = h + S1 + ch + 0x428a2f98u * (r + 1), S0 = __funnelshift_r(a, a, 2) ^ __funnelshift_r(a, a, 13) ^ __funnelshift_r(a, a, 22);
    unsigned t2 = S0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
  }
  out[i] = a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}
__global__ void div64(unsigned long long *out, const unsigned long long *a, const unsigned long long *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] / (b[i] | 1) + a[i] % ((b[i] >> 32) | 1);
}
__global__ void collatz(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; unsigned x = i + 1; int c = 0;
  while (x != 1) { x = x & 1 ? 3 * x + 1 : x >> 1; c++; }
  out[i] = c;
}
__global__ void count_chars(unsigned *count, const char *text, int n, char what) {
  unsigned c = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c += text[i] == what;
  for (int o = 16; o; o >>= 1) c += __shfl_down_sync(FULL, c, o);
  if ((threadIdx.x & 31) == 0) atomicAdd(count, c);
}
__global__ void attention(float *O, const float *Q, const float *K, const float *V, int n) { // a warp a query, d = 64, keys in tiles of 32
  __shared__ float ks[32][65], vs[32][64], q[8][64];
  int w = threadIdx.x >> 5, l = threadIdx.x & 31, row = blockIdx.x * 8 + w;
  q[w][l] = Q[row * 64 + l]; q[w][l + 32] = Q[row * 64 + l + 32];
  float m = -1e30f, s = 0, o0 = 0, o1 = 0;
  for (int t = 0; t < n; t += 32) {
    __syncthreads();
    for (int i = threadIdx.x; i < 2048; i += 256) { ks[i >> 6][i & 63] = K[t * 64 + i]; vs[i >> 6][i & 63] = V[t * 64 + i]; }
    __syncthreads();
    float d = 0;
    for (int i = 0; i < 64; i++) d += q[w][i] * ks[l][i];
    d *= .125f;
    float tm = d;
    for (int x = 16; x; x >>= 1) tm = fmaxf(tm, __shfl_xor_sync(FULL, tm, x));
    float nm = fmaxf(m, tm), sc = __expf(m - nm), p = __expf(d - nm), ps = p;
    for (int x = 16; x; x >>= 1) ps += __shfl_xor_sync(FULL, ps, x);
    s = s * sc + ps; o0 *= sc; o1 *= sc; m = nm;
    for (int j = 0; j < 32; j++) { float pj = __shfl_sync(FULL, p, j); o0 += pj * vs[j][l]; o1 += pj * vs[j][l + 32]; }
  }
  O[row * 64 + l] = o0 / s; O[row * 64 + l + 32] = o1 / s;
}
__global__ void kmeans(int *best, const float *x, const float *c, int n, int k) {
  extern __shared__ float cs[];
  for (int i = threadIdx.x; i < k * 4; i += blockDim.x) cs[i] = c[i];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a = x[i], b = x[n + i], d = x[2 * n + i], e = x[3 * n + i], m = 1e30f; int at = 0;
  for (int j = 0; j < k; j++) { float p = a - cs[4 * j], q = b - cs[4 * j + 1], r = d - cs[4 * j + 2], s = e - cs[4 * j + 3]; float t = p * p + q * q + r * r + s * s; if (t < m) { m = t; at = j; } }
  best[i] = at;
}
__global__ void levenshtein(int *out, const unsigned char *a, const unsigned char *b, int n) {
  __shared__ int d0[257], d1[257], d2[257];
  int t = threadIdx.x; int *p = d0, *q = d1, *r = d2;
  const unsigned char *A = a + blockIdx.x * n, *B = b + blockIdx.x * n;
  for (int k = 0; k <= 2 * n; k++) {
    for (int i = t; i <= n; i += blockDim.x) { int j = k - i; if (j >= 0 && j <= n) {
      int v; if (i == 0) v = j; else if (j == 0) v = i; else { v = min(q[i - 1], q[i]) + 1; int s = p[i - 1] + ((A[i - 1] & 3) != (B[j - 1] & 3)); v = min(v, s); } r[i] = v; } }
    __syncthreads();
    int *x = p; p = q; q = r; r = x;
  }
  if (t == 0) out[blockIdx.x] = q[n];
}
__global__ void pair_double(double *out, const double *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; double s = 0, xi = x[i];
  for (int j = 0; j < n; j++) { double d = xi - x[j]; s += sqrt(d * d + 1.0); }
  out[i] = s;
}
__global__ void big_smem(float *out, const float *in, int per) {
  extern __shared__ float s[];
  for (int i = threadIdx.x; i < per; i += blockDim.x) s[i] = in[blockIdx.x * per + i];
  __syncthreads();
  for (int i = threadIdx.x; i < per; i += blockDim.x) out[blockIdx.x * per + i] = s[per - 1 - i];
}
__global__ void latch(int *out, int rounds) { // syncwarp and shared between the lanes
  __shared__ volatile int s[256];
  int t = threadIdx.x; s[t] = t; 
  for (int i = 0; i < rounds; i++) { __syncwarp(); int v = s[(t & ~31) | ((t + 1) & 31)]; __syncwarp(); s[t] = v + 1; }
  out[blockIdx.x * blockDim.x + t] = s[t];
}
}
