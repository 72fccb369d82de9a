// Rows of language models.
#include <cuda_bf16.h>
extern "C" {

__global__ void rmsnorm(float4 *out, const float4 *x, const float4 *g, int d4, float eps) {
  __shared__ float part[32];
  const float4 *row = x + (size_t)blockIdx.x * d4;
  float s = 0;
  for (int i = threadIdx.x; i < d4; i += blockDim.x) { float4 v = row[i]; s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffff, s, o);
  if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
  __syncthreads();
  float total = 0;
  for (int w = 0; w < blockDim.x / 32; w++) total += part[w];
  float r = rsqrtf(total / (4 * d4) + eps);
  for (int i = threadIdx.x; i < d4; i += blockDim.x) {
    float4 v = row[i], w = __ldg(&g[i]);
    out[(size_t)blockIdx.x * d4 + i] = make_float4(v.x * r * w.x, v.y * r * w.y, v.z * r * w.z, v.w * r * w.w);
  }
}

// Rotary embedding in place: a block a token, pairs (i, i + d/2).
__global__ void rope(float *q, int heads, int dim, int pos0) {
  int half = dim / 2;
  float *t = q + (size_t)blockIdx.x * heads * dim;
  for (int k = threadIdx.x; k < heads * half; k += blockDim.x) {
    int h = k / half, i = k % half;
    float angle = (pos0 + (int)blockIdx.x) * powf(10000.f, -2.f * i / dim), s, c;
    sincosf(angle, &s, &c);
    float a = t[h * dim + i], b = t[h * dim + i + half];
    t[h * dim + i] = a * c - b * s;
    t[h * dim + i + half] = a * s + b * c;
  }
}

// Sum of embeddings: a warp a bag, 128 columns.
__global__ void embedding_bag(float4 *out, const float4 *table, const unsigned *index, const unsigned *count, int bags, int most) {
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (w >= bags) return;
  int n = count[w] + 1;
  float4 s = make_float4(0, 0, 0, 0);
  for (int k = 0; k < n; k++) {
    float4 v = table[(size_t)index[w * most + k] * 32 + lane];
    s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w;
  }
  out[w * 32 + lane] = s;
}

// The eight largest of each column of scores, a thread a column, sorted in registers.
__global__ void topk8(float *val, int *idx, const float *score, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float v[8]; int ix[8];
#pragma unroll
  for (int k = 0; k < 8; k++) { v[k] = -1e30f; ix[k] = -1; }
  for (int i = 0; i < n; i++) {
    float x = score[(size_t)i * rows + r];
    if (x > v[7]) {
      v[7] = x; ix[7] = i;
#pragma unroll
      for (int k = 7; k > 0; k--)
        if (v[k] > v[k - 1]) { float a = v[k]; v[k] = v[k - 1]; v[k - 1] = a; int b = ix[k]; ix[k] = ix[k - 1]; ix[k - 1] = b; }
    }
  }
#pragma unroll
  for (int k = 0; k < 8; k++) { val[k * rows + r] = v[k]; idx[k * rows + r] = ix[k]; }
}

// Cross entropy: a warp a row of logits, running maximum and sum.
__global__ void cross_entropy(float *loss, const float *logits, const unsigned *target, int rows, int classes) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x & 31;
  if (row >= rows) return;
  const float *p = logits + (size_t)row * classes;
  float m = -1e30f, s = 0;
  for (int i = lane; i < classes; i += 32) {
    float x = p[i], n = fmaxf(m, x);
    s = s * expf(m - n) + expf(x - n);
    m = n;
  }
  for (int o = 16; o; o >>= 1) {
    float m2 = __shfl_down_sync(0xffffffff, m, o), s2 = __shfl_down_sync(0xffffffff, s, o), n = fmaxf(m, m2);
    s = s * expf(m - n) + s2 * expf(m2 - n);
    m = n;
  }
  if (lane == 0) loss[row] = logf(s) + m - p[target[row]];
}

__global__ void swiglu(float4 *out, const float4 *a, const float4 *b, int n4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n4) return;
  float4 x = a[i], y = b[i];
  x.x = x.x / (1.f + __expf(-x.x)) * y.x; x.y = x.y / (1.f + __expf(-x.y)) * y.y;
  x.z = x.z / (1.f + __expf(-x.z)) * y.z; x.w = x.w / (1.f + __expf(-x.w)) * y.w;
  out[i] = x;
}

__global__ void gelu_erf(float *out, const float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = x[i];
    out[i] = 0.5f * v * (1.f + erff(v * 0.70710678f));
  }
}

// An optimiser's step with parameters in bfloat16 and moments in float.
__global__ void adam_bf16(__nv_bfloat162 *p, float2 *m, float2 *v, const float2 *g, int n2, float lr, float b1, float b2, float c1, float c2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n2) return;
  float2 w = __bfloat1622float2(p[i]), gr = g[i], a = m[i], b = v[i];
  a.x = b1 * a.x + (1 - b1) * gr.x; a.y = b1 * a.y + (1 - b1) * gr.y;
  b.x = b2 * b.x + (1 - b2) * gr.x * gr.x; b.y = b2 * b.y + (1 - b2) * gr.y * gr.y;
  w.x -= lr * (a.x * c1) / (sqrtf(b.x * c2) + 1e-8f);
  w.y -= lr * (a.y * c1) / (sqrtf(b.y * c2) + 1e-8f);
  p[i] = __float22bfloat162_rn(w); m[i] = a; v[i] = b;
}
}
