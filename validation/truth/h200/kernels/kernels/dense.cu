// Rows, matrices, stencils and layouts as people write them.
#include <cuda_fp16.h>
#define FULL 0xffffffffu
extern "C" {
// ---- rows: softmax, layernorm
__global__ void softmax_block(float *out, const float *in, int n) {
  __shared__ float red[32];
  const float *row = in + (size_t)blockIdx.x * n;
  float m = -1e30f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, row[i]);
  for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(FULL, m, o));
  if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = m;
  __syncthreads();
  m = red[0];
  for (int w = 1; w < blockDim.x / 32; w++) m = fmaxf(m, red[w]);
  float s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += __expf(row[i] - m);
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(FULL, s, o);
  __syncthreads();
  if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = s;
  __syncthreads();
  s = 0;
  for (int w = 0; w < blockDim.x / 32; w++) s += red[w];
  float r = 1.0f / s;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[(size_t)blockIdx.x * n + i] = __expf(row[i] - m) * r;
}
__global__ void softmax_warp(float *out, const float *in, int rows) {
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, l = threadIdx.x & 31;
  if (w >= rows) return;
  const float4 *row = (const float4 *)(in + w * 256);
  float4 a = row[l], b = row[l + 32];
  float m = fmaxf(fmaxf(fmaxf(a.x, a.y), fmaxf(a.z, a.w)), fmaxf(fmaxf(b.x, b.y), fmaxf(b.z, b.w)));
  for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(FULL, m, o));
  a.x = expf(a.x - m); a.y = expf(a.y - m); a.z = expf(a.z - m); a.w = expf(a.w - m);
  b.x = expf(b.x - m); b.y = expf(b.y - m); b.z = expf(b.z - m); b.w = expf(b.w - m);
  float s = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(FULL, s, o);
  float r = 1.0f / s;
  a.x *= r; a.y *= r; a.z *= r; a.w *= r; b.x *= r; b.y *= r; b.z *= r; b.w *= r;
  float4 *o4 = (float4 *)(out + w * 256);
  o4[l] = a; o4[l + 32] = b;
}
__global__ void layernorm(float *out, const float *in, const float *g, const float *b, int n) {
  __shared__ float rs[32], rq[32];
  const float *row = in + (size_t)blockIdx.x * n;
  float s = 0, q = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) { float v = row[i]; s += v; q += v * v; }
  for (int o = 16; o; o >>= 1) { s += __shfl_down_sync(FULL, s, o); q += __shfl_down_sync(FULL, q, o); }
  if ((threadIdx.x & 31) == 0) { rs[threadIdx.x >> 5] = s; rq[threadIdx.x >> 5] = q; }
  __syncthreads();
  if (threadIdx.x < 32) {
    s = threadIdx.x < blockDim.x / 32 ? rs[threadIdx.x] : 0; q = threadIdx.x < blockDim.x / 32 ? rq[threadIdx.x] : 0;
    for (int o = 16; o; o >>= 1) { s += __shfl_down_sync(FULL, s, o); q += __shfl_down_sync(FULL, q, o); }
    if (threadIdx.x == 0) { rs[0] = s; rq[0] = q; }
  }
  __syncthreads();
  float mean = rs[0] / n, inv = rsqrtf(rq[0] / n - mean * mean + 1e-5f);
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[(size_t)blockIdx.x * n + i] = (row[i] - mean) * inv * g[i] + b[i];
}
// ---- linear algebra
__global__ void gemv_warp(float *y, const float *A, const float *x, int rows, int cols) {
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, l = threadIdx.x & 31;
  if (w >= rows) return;
  float s = 0;
  for (int c = l; c < cols; c += 32) s += A[(size_t)w * cols + c] * x[c];
  for (int o = 16; o; o >>= 1) s += __shfl_down_sync(FULL, s, o);
  if (l == 0) y[w] = s;
}
__global__ void gemv_thread(float *y, const float *A, const float *x, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int c = 0; c < cols; c++) s += A[(size_t)r * cols + c] * x[c];
  y[r] = s;
}
__global__ void sgemm_1d(float *C, const float *A, const float *B, int M, int N, int K) {
  __shared__ float As[64 * 8], Bs[8 * 64];
  int cr = blockIdx.y, cc = blockIdx.x, tc = threadIdx.x % 64, tr = threadIdx.x / 64;
  A += cr * 64 * K; B += cc * 64; C += cr * 64 * N + cc * 64;
  int iA = threadIdx.x % 8, jA = threadIdx.x / 8, iB = threadIdx.x % 64, jB = threadIdx.x / 64;
  float r[8] = {0};
  for (int k = 0; k < K; k += 8) {
    As[jA * 8 + iA] = A[jA * K + iA]; Bs[jB * 64 + iB] = B[jB * N + iB];
    __syncthreads();
    A += 8; B += 8 * N;
    for (int d = 0; d < 8; d++) { float t = Bs[d * 64 + tc];
      for (int i = 0; i < 8; i++) r[i] += As[(tr * 8 + i) * 8 + d] * t; }
    __syncthreads();
  }
  for (int i = 0; i < 8; i++) C[(tr * 8 + i) * N + tc] = r[i];
}
__global__ void __launch_bounds__(256) sgemm_2d(float *C, const float *A, const float *B, int M, int N, int K) {
  __shared__ float As[8 * 128], Bs[8 * 128];
  int cr = blockIdx.y, cc = blockIdx.x, tc = threadIdx.x % 16, tr = threadIdx.x / 16;
  A += cr * 128 * K; B += cc * 128; C += cr * 128 * N + cc * 128;
  int rA = threadIdx.x / 2, cA = threadIdx.x % 2, rB = threadIdx.x / 32, cB = threadIdx.x % 32;
  float r[64] = {0}, m[8], n[8];
  for (int k = 0; k < K; k += 8) {
    float4 t = *(const float4 *)&A[rA * K + cA * 4];
    As[(cA * 4 + 0) * 128 + rA] = t.x; As[(cA * 4 + 1) * 128 + rA] = t.y;
    As[(cA * 4 + 2) * 128 + rA] = t.z; As[(cA * 4 + 3) * 128 + rA] = t.w;
    *(float4 *)&Bs[rB * 128 + cB * 4] = *(const float4 *)&B[rB * N + cB * 4];
    __syncthreads();
    A += 8; B += 8 * N;
#pragma unroll
    for (int d = 0; d < 8; d++) {
#pragma unroll
      for (int i = 0; i < 8; i++) m[i] = As[d * 128 + tr * 8 + i];
#pragma unroll
      for (int i = 0; i < 8; i++) n[i] = Bs[d * 128 + tc * 8 + i];
#pragma unroll
      for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++) r[i * 8 + j] += m[i] * n[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; i++)
#pragma unroll
    for (int j = 0; j < 8; j += 4)
      *(float4 *)&C[(tr * 8 + i) * N + tc * 8 + j] = make_float4(r[i * 8 + j], r[i * 8 + j + 1], r[i * 8 + j + 2], r[i * 8 + j + 3]);
}
__global__ void dgemm_tiled(double *C, const double *A, const double *B, int n) {
  __shared__ double As[16][16], Bs[16][16];
  int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
  double s = 0;
  for (int t = 0; t < n; t += 16) {
    As[threadIdx.y][threadIdx.x] = A[r * n + t + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + c];
    __syncthreads();
    for (int k = 0; k < 16; k++) s += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  C[r * n + c] = s;
}
__global__ void hgemm_half2(half2 *C, const half2 *A, const half2 *B, int n) { // n in half2 columns; A: rows x n halves pairs
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  half2 s = __float2half2_rn(0.f);
  for (int k = 0; k < 2 * n; k += 2) {
    half2 a = A[r * n + k / 2];
    s = __hfma2(__low2half2(a), B[k * n + c], s);
    s = __hfma2(__high2half2(a), B[(k + 1) * n + c], s);
  }
  C[r * n + c] = s;
}
__global__ void floyd(int *d, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) { int t = d[i * n + k] + d[k * n + j]; if (t < d[i * n + j]) d[i * n + j] = t; }
}
__global__ void gauss_step(float *a, const float *m, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x + k, i = blockIdx.y + k + 1;
  if (j < n && i < n) a[i * n + j] -= a[i * n + k] / m[k * n + k] * m[k * n + j];
}
// ---- convolutions and stencils
__constant__ float mask1[9] = {.05f, .1f, .15f, .2f, .25f, .2f, .15f, .1f, .05f};
__constant__ float mask5[25] = {1,2,3,2,1,2,4,6,4,2,3,6,9,6,3,2,4,6,4,2,1,2,3,2,1};
__global__ void conv1d_const(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int j = 0; j < 9; j++) { int k = i - 4 + j; if (k >= 0 && k < n) s += in[k] * mask1[j]; }
  if (i < n) out[i] = s;
}
__global__ void conv2d_shared(float *out, const float *in, int w, int h) {
  __shared__ float t[20][20];
  int x = blockIdx.x * 16 + threadIdx.x - 2, y = blockIdx.y * 16 + threadIdx.y - 2;
  t[threadIdx.y][threadIdx.x] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0.f;
  __syncthreads();
  if (threadIdx.x < 16 && threadIdx.y < 16) {
    float s = 0;
    for (int j = 0; j < 5; j++) for (int i = 0; i < 5; i++) s += mask5[j * 5 + i] * t[threadIdx.y + j][threadIdx.x + i];
    if (x + 2 < w && y + 2 < h) out[(y + 2) * w + x + 2] = s;
  }
}
__global__ void stencil3d_shared(float *out, const float *in, int n) {
  __shared__ float t[8][8][8];
  int x = blockIdx.x * 6 + threadIdx.x, y = blockIdx.y * 6 + threadIdx.y, z = blockIdx.z * 6 + threadIdx.z;
  if (x < n && y < n && z < n) t[threadIdx.z][threadIdx.y][threadIdx.x] = in[(z * n + y) * n + x];
  __syncthreads();
  int a = threadIdx.x, b = threadIdx.y, c = threadIdx.z;
  if (a > 0 && a < 7 && b > 0 && b < 7 && c > 0 && c < 7 && x < n - 1 && y < n - 1 && z < n - 1)
    out[(z * n + y) * n + x] = -6.f * t[c][b][a] + t[c][b][a - 1] + t[c][b][a + 1] + t[c][b - 1][a] + t[c][b + 1][a] + t[c - 1][b][a] + t[c + 1][b][a];
}
__global__ void life(unsigned char *out, const unsigned char *in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int s = 0;
  for (int j = -1; j <= 1; j++) for (int i = -1; i <= 1; i++) if (i || j) s += in[((y + j + h) % h) * w + (x + i + w) % w] & 1;
  out[y * w + x] = s == 3 || (s == 2 && (in[y * w + x] & 1));
}
// ---- layouts
struct P3 { float x, y, z; };
struct P8 { float x, y, z, m, u, v, w, q; };
__global__ void aos3(P3 *p, const P3 *v, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { P3 a = p[i], b = v[i]; a.x += dt * b.x; a.y += dt * b.y; a.z += dt * b.z; p[i] = a; }
}
__global__ void aos8(P8 *p, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { p[i].x += dt * p[i].u; p[i].y += dt * p[i].v; p[i].z += dt * p[i].w; }
}
__global__ void saxpy_odd(float *y, const float *x, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i + 1] = a * x[i + 3] + y[i + 1];
}
__global__ void copy_char(char *o, const char *in, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = in[i]; }
__global__ void copy_short(short *o, const short *in, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = in[i]; }
__global__ void triad2(double2 *a, const double2 *b, const double2 *c, double s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { double2 x = b[i], y = c[i]; a[i] = make_double2(x.x + s * y.x, x.y + s * y.y); }
}
__global__ void transpose_odd(float *o, const float *in, int w, int h) {
  __shared__ float t[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) if (x < w && y + j < h) t[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) if (x < h && y + j < w) o[(y + j) * h + x] = t[threadIdx.x][threadIdx.y + j];
}
}
