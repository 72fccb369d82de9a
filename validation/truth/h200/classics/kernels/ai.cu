// Layers of networks without tensor cores.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <math_constants.h>
extern "C" {

// Layer norm of bf16 rows of 32 x 2 x PER values, a warp a row, kept in registers.
__global__ void layernorm_bf16(__nv_bfloat162 *out, const __nv_bfloat162 *in, const __nv_bfloat162 *gamma, const __nv_bfloat162 *beta, int rows, float eps) {
  const int PER = 12;  // 768 values
  int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
  if (row >= rows) return;
  const __nv_bfloat162 *x = in + (size_t)row * PER * 32;
  float2 v[PER];
  float s = 0;
#pragma unroll
  for (int k = 0; k < PER; k++) { v[k] = __bfloat1622float2(x[lane + 32 * k]); s += v[k].x + v[k].y; }
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
  float mean = s / (64 * PER), q = 0;
#pragma unroll
  for (int k = 0; k < PER; k++) { float a = v[k].x - mean, b = v[k].y - mean; q += a * a + b * b; }
  for (int o = 16; o; o >>= 1) q += __shfl_xor_sync(0xffffffffu, q, o);
  float rstd = rsqrtf(q / (64 * PER) + eps);
#pragma unroll
  for (int k = 0; k < PER; k++) {
    float2 g = __bfloat1622float2(gamma[lane + 32 * k]), b = __bfloat1622float2(beta[lane + 32 * k]);
    out[(size_t)row * PER * 32 + lane + 32 * k] = __floats2bfloat162_rn((v[k].x - mean) * rstd * g.x + b.x, (v[k].y - mean) * rstd * g.y + b.y);
  }
}

// Softmax with a running maximum and sum, a block a row.
__global__ void softmax_online(float *out, const float *in, int n) {
  __shared__ float sm[32], sd[32];
  const float *x = in + (size_t)blockIdx.x * n;
  float m = -CUDART_INF_F, d = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float v = x[i];
    if (v > m) { d = d * __expf(m - v) + 1.0f; m = v; }
    else d += __expf(v - m);
  }
  for (int o = 16; o; o >>= 1) {
    float m2 = __shfl_down_sync(0xffffffffu, m, o), d2 = __shfl_down_sync(0xffffffffu, d, o);
    float mm = fmaxf(m, m2);
    d = d * __expf(m - mm) + d2 * __expf(m2 - mm);
    m = mm;
  }
  int warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  if ((threadIdx.x & 31) == 0) { sm[warp] = m; sd[warp] = d; }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < warps; w++) {
      float mm = fmaxf(m, sm[w]);
      d = d * __expf(m - mm) + sd[w] * __expf(sm[w] - mm);
      m = mm;
    }
    sm[0] = m; sd[0] = d;
  }
  __syncthreads();
  m = sm[0];
  float inv = 1.0f / sd[0];
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[(size_t)blockIdx.x * n + i] = __expf(x[i] - m) * inv;
}

// Causal attention in half2: a thread a query of 32 values, keys and values in tiles of 32.
__global__ void __launch_bounds__(64) attn_half2(__half2 *O, const __half2 *Q, const __half2 *K, const __half2 *V, int n, float scale) {
  __shared__ __half2 ks[32][16], vs[32][16];
  size_t head = (size_t)blockIdx.y * n * 16;
  int i = blockIdx.x * 64 + threadIdx.x;
  __half2 q[16];
  float2 acc[16];
#pragma unroll
  for (int d = 0; d < 16; d++) { q[d] = i < n ? Q[head + i * 16 + d] : __half2half2(__float2half(0)); acc[d] = make_float2(0, 0); }
  float m = -CUDART_INF_F, l = 0;
  int last = min(n, (int)(blockIdx.x + 1) * 64);
  for (int j0 = 0; j0 < last; j0 += 32) {
    __syncthreads();
    for (int t = threadIdx.x; t < 32 * 16; t += 64) {
      int j = j0 + t / 16;
      bool ok = j < n;
      ks[t / 16][t % 16] = ok ? K[head + j0 * 16 + t] : __half2half2(__float2half(0));
      vs[t / 16][t % 16] = ok ? V[head + j0 * 16 + t] : __half2half2(__float2half(0));
    }
    __syncthreads();
    for (int j = 0; j < 32; j++) {
      if (j0 + j > i || j0 + j >= n) break;
      __half2 s2 = __half2half2(__float2half(0));
#pragma unroll
      for (int d = 0; d < 16; d++) s2 = __hfma2(q[d], ks[j][d], s2);
      float s = (__low2float(s2) + __high2float(s2)) * scale;
      float mm = fmaxf(m, s), c = __expf(m - mm), p = __expf(s - mm);
      l = l * c + p;
      m = mm;
#pragma unroll
      for (int d = 0; d < 16; d++) { float2 v = __half22float2(vs[j][d]); acc[d].x = acc[d].x * c + p * v.x; acc[d].y = acc[d].y * c + p * v.y; }
    }
  }
  if (i >= n) return;
  float inv = 1.0f / l;
#pragma unroll
  for (int d = 0; d < 16; d++) O[head + i * 16 + d] = __floats2half2_rn(acc[d].x * inv, acc[d].y * inv);
}

// Symmetric quantisation of rows to int8 by their largest magnitude.
__global__ void quant_rows(char4 *q, float *scale, const float4 *x, int n4) {
  __shared__ float part[32];
  const float4 *row = x + (size_t)blockIdx.x * n4;
  float m = 0;
  for (int i = threadIdx.x; i < n4; i += blockDim.x) {
    float4 v = row[i];
    m = fmaxf(m, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
  }
  for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
  if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = m;
  __syncthreads();
  m = part[0];
  for (int w = 1; w < blockDim.x >> 5; w++) m = fmaxf(m, part[w]);
  float s = m / 127.0f, inv = m > 0 ? 127.0f / m : 0;
  if (threadIdx.x == 0) scale[blockIdx.x] = s;
  for (int i = threadIdx.x; i < n4; i += blockDim.x) {
    float4 v = row[i];
    q[(size_t)blockIdx.x * n4 + i] = make_char4(__float2int_rn(v.x * inv), __float2int_rn(v.y * inv), __float2int_rn(v.z * inv), __float2int_rn(v.w * inv));
  }
}

// Group norm of N, C, H x W: a block a group.
__global__ void groupnorm(float *y, const float *x, const float *gamma, const float *beta, int C, int HW, int G, float eps) {
  __shared__ float rs[16], rq[16];
  __shared__ float mu, rstd;
  int per = C / G, g = blockIdx.x % G, len = per * HW;
  const float *in = x + (size_t)blockIdx.x * len;
  float s = 0, q = 0;
  for (int i = threadIdx.x; i < len; i += blockDim.x) { float v = in[i]; s += v; q += v * v; }
  for (int o = 16; o; o >>= 1) { s += __shfl_down_sync(0xffffffffu, s, o); q += __shfl_down_sync(0xffffffffu, q, o); }
  if ((threadIdx.x & 31) == 0) { rs[threadIdx.x >> 5] = s; rq[threadIdx.x >> 5] = q; }
  __syncthreads();
  if (threadIdx.x == 0) {
    s = q = 0;
    for (int w = 0; w < blockDim.x / 32; w++) { s += rs[w]; q += rq[w]; }
    mu = s / len;
    rstd = rsqrtf(q / len - mu * mu + eps);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < len; i += blockDim.x) {
    int c = g * per + i / HW;
    y[(size_t)blockIdx.x * len + i] = (in[i] - mu) * rstd * gamma[c] + beta[c];
  }
}

// Batch norm's statistics of a channel: doubles in a tree.
__global__ void bn_stats(float *mean, float *var, const float *x, int N, int C, int HW) {
  __shared__ double ss[512], sq[512];
  int c = blockIdx.x, t = threadIdx.x;
  double s = 0, q = 0;
  for (int n = threadIdx.y; n < N; n += blockDim.y)
    for (int i = t; i < HW; i += blockDim.x) {
      float v = x[((size_t)n * C + c) * HW + i];
      s += v; q += (double)v * v;
    }
  int id = threadIdx.y * blockDim.x + t;
  ss[id] = s; sq[id] = q;
  for (int o = blockDim.x * blockDim.y / 2; o; o >>= 1) {
    __syncthreads();
    if (id < o) { ss[id] += ss[id + o]; sq[id] += sq[id + o]; }
  }
  if (id == 0) {
    double m = ss[0] / ((double)N * HW);
    mean[c] = (float)m;
    var[c] = (float)(sq[0] / ((double)N * HW) - m * m);
  }
}

// 3 x 3 convolution, a tile of 16 x 16 outputs of four output channels a block.
__global__ void conv3x3_direct(float *out, const float *in, const float *wt, const float *bias, int C, int H, int W, int OC) {
  __shared__ float tile[18][19];
  __shared__ float k[4][9];
  int groups = OC / 4, oc0 = (blockIdx.z % groups) * 4, n = blockIdx.z / groups;
  int tx = threadIdx.x, ty = threadIdx.y, id = ty * 16 + tx;
  int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16;
  float acc[4];
#pragma unroll
  for (int o = 0; o < 4; o++) acc[o] = bias[oc0 + o];
  for (int c = 0; c < C; c++) {
    const float *im = in + ((size_t)n * C + c) * H * W;
    for (int i = id; i < 18 * 18; i += 256) {
      int yy = y0 + i / 18 - 1, xx = x0 + i % 18 - 1;
      tile[i / 18][i % 18] = (yy >= 0 && yy < H && xx >= 0 && xx < W) ? im[yy * W + xx] : 0.0f;
    }
    if (id < 36) k[id / 9][id % 9] = wt[((oc0 + id / 9) * C + c) * 9 + id % 9];
    __syncthreads();
#pragma unroll
    for (int dy = 0; dy < 3; dy++)
#pragma unroll
      for (int dx = 0; dx < 3; dx++) {
        float v = tile[ty + dy][tx + dx];
#pragma unroll
        for (int o = 0; o < 4; o++) acc[o] += v * k[o][dy * 3 + dx];
      }
    __syncthreads();
  }
  int x = x0 + tx, y = y0 + ty;
  if (x < W && y < H)
#pragma unroll
    for (int o = 0; o < 4; o++) out[(((size_t)n * OC + oc0 + o) * H + y) * W + x] = fmaxf(acc[o], 0.0f);
}

// Winograd F(4, 3): 6 x 6 products of a tile to 4 x 4 outputs, with bias and ReLU.
__global__ void winograd_output(float *out, const float *m, const float *bias, int tiles, int tw, int C, int H, int W) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
  if (t >= tiles) return;
  float a[6][6], b[4][6];
#pragma unroll
  for (int i = 0; i < 36; i++) a[i / 6][i % 6] = m[((size_t)i * C + c) * tiles + t];
#pragma unroll
  for (int j = 0; j < 6; j++) {
    float p = a[1][j] + a[2][j], q = a[1][j] - a[2][j], r = a[3][j] + a[4][j], s = a[3][j] - a[4][j];
    b[0][j] = a[0][j] + p + r; b[1][j] = q + 2 * s; b[2][j] = p + 4 * r; b[3][j] = q + 8 * s + a[5][j];
  }
  int y0 = t / tw * 4, x0 = t % tw * 4;
  float bc = bias[c];
#pragma unroll
  for (int i = 0; i < 4; i++) {
    float p = b[i][1] + b[i][2], q = b[i][1] - b[i][2], r = b[i][3] + b[i][4], s = b[i][3] - b[i][4];
    float y[4] = {b[i][0] + p + r, q + 2 * s, p + 4 * r, q + 8 * s + b[i][5]};
#pragma unroll
    for (int j = 0; j < 4; j++)
      if (y0 + i < H && x0 + j < W) out[((size_t)c * H + y0 + i) * W + x0 + j] = fmaxf(y[j] + bc, 0.0f);
  }
}

// The k-th largest of a row by radix select over the order of floats, 8 bits a pass.
__global__ void topk_radix(unsigned *kth, unsigned *above, const float *x, int n, int k) {
  __shared__ unsigned h[256];
  __shared__ unsigned prefix, want, greater;
  const float *row = x + (size_t)blockIdx.x * n;
  if (threadIdx.x == 0) { prefix = 0; want = k; greater = 0; }
  for (int shift = 24; shift >= 0; shift -= 8) {
    for (int i = threadIdx.x; i < 256; i += blockDim.x) h[i] = 0;
    __syncthreads();
    unsigned mask = shift == 24 ? 0 : 0xffffffffu << (shift + 8), pre = prefix;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
      unsigned u = __float_as_uint(row[i]);
      u = u >> 31 ? ~u : u | 0x80000000u;
      if ((u & mask) == pre) atomicAdd(&h[u >> shift & 255], 1u);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      unsigned need = want;
      int b = 255;
      while (h[b] < need) { need -= h[b]; greater += h[b]; b--; }
      want = need;
      prefix = pre | (unsigned)b << shift;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) { kth[blockIdx.x] = prefix; above[blockIdx.x] = greater; }
}

// Dropout with Philox 4x32-10, four values a thread, and the mask as a byte each.
__global__ void dropout_philox(float4 *out, uchar4 *mask, const float4 *in, int n4, float keep, unsigned k0, unsigned k1) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n4) return;
  unsigned c0 = i, c1 = 0, c2 = 7, c3 = 0;
#pragma unroll
  for (int r = 0; r < 10; r++) {
    unsigned h0 = __umulhi(0xD2511F53u, c0), l0 = 0xD2511F53u * c0, h1 = __umulhi(0xCD9E8D57u, c2), l1 = 0xCD9E8D57u * c2;
    c0 = h1 ^ c1 ^ k0; c1 = l1; c2 = h0 ^ c3 ^ k1; c3 = l0;
    k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
  }
  const float u = 1.0f / 4294967296.0f;
  bool a = c0 * u < keep, b = c1 * u < keep, c = c2 * u < keep, d = c3 * u < keep;
  float s = 1.0f / keep;
  float4 v = in[i];
  out[i] = make_float4(a ? v.x * s : 0, b ? v.y * s : 0, c ? v.z * s : 0, d ? v.w * s : 0);
  mask[i] = make_uchar4(a, b, c, d);
}

// Selective scan of a state-space model: a thread a channel with 16 states, over T steps.
__global__ void selective_scan(float *y, const float *u, const float *delta, const float *A, const float *B, const float *Cm, int D, int T) {
  __shared__ float bs[16], cs[16];
  int d = blockIdx.x * blockDim.x + threadIdx.x, n = blockIdx.y;
  float a[16], h[16];
#pragma unroll
  for (int s = 0; s < 16; s++) { a[s] = d < D ? A[d * 16 + s] : 0; h[s] = 0; }
  for (int t = 0; t < T; t++) {
    if (threadIdx.x < 16) { bs[threadIdx.x] = B[(n * T + t) * 16 + threadIdx.x]; cs[threadIdx.x] = Cm[(n * T + t) * 16 + threadIdx.x]; }
    __syncthreads();
    if (d < D) {
      size_t at = ((size_t)n * T + t) * D + d;
      float dt = delta[at], x = u[at] * dt, o = 0;
#pragma unroll
      for (int s = 0; s < 16; s++) { h[s] = h[s] * __expf(-dt * a[s]) + x * bs[s]; o += h[s] * cs[s]; }
      y[at] = o;
    }
    __syncthreads();
  }
}

// Decoding: one query a head against keys and values in pages of 16 tokens, 64 values, a warp a head.
__global__ void paged_decode(float2 *out, const __half2 *q, const __half2 *kc, const __half2 *vc, const int *table, const int *lens, int heads, int pages, float scale) {
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  int h = blockIdx.x * (blockDim.x >> 5) + warp, s = blockIdx.y;
  if (h >= heads) return;
  float2 qv = __half22float2(q[(s * heads + h) * 32 + lane]);
  float m = -CUDART_INF_F, l = 0;
  float2 acc = make_float2(0, 0);
  int len = lens[s];
  for (int p = 0; p * 16 < len; p++) {
    size_t page = table[s * pages + p];
    int here = min(16, len - p * 16);
    for (int t = 0; t < here; t++) {
      size_t at = ((page * heads + h) * 16 + t) * 32 + lane;
      float2 k = __half22float2(kc[at]);
      float d = qv.x * k.x + qv.y * k.y;
      for (int o = 16; o; o >>= 1) d += __shfl_xor_sync(0xffffffffu, d, o);
      d *= scale;
      float mm = fmaxf(m, d), c = __expf(m - mm), e = __expf(d - mm);
      float2 v = __half22float2(vc[at]);
      acc.x = acc.x * c + e * v.x; acc.y = acc.y * c + e * v.y;
      l = l * c + e;
      m = mm;
    }
  }
  out[(s * heads + h) * 32 + lane] = make_float2(acc.x / l, acc.y / l);
}

// y = W x with weights of four bits in groups of 64 with a scale each, a warp a row.
__global__ void gemv_int4(float *y, const uint4 *w, const float *scale, const float *x, int rows, int cols) {
  extern __shared__ float xs[];
  for (int i = threadIdx.x; i < cols; i += blockDim.x) xs[i] = x[i];
  __syncthreads();
  int r = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
  if (r >= rows) return;
  float sum = 0;
  for (int c = lane; c < cols / 32; c += 32) {
    uint4 v = w[(size_t)r * (cols / 32) + c];
    float s = scale[(size_t)r * (cols / 64) + c / 2], part = 0;
    unsigned u[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int k = 0; k < 4; k++)
#pragma unroll
      for (int j = 0; j < 8; j++) part += (float)((int)(u[k] >> 4 * j & 15) - 8) * xs[c * 32 + k * 8 + j];
    sum += part * s;
  }
  for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
  if (lane == 0) y[r] = sum;
}
}
