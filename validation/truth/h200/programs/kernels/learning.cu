// Layers and losses.
#include <cuda_fp16.h>
extern "C" {

// Binary network: C = K - 2 popc(A ^ B); tiles of 32 x 32 outputs, 2 x 2 a thread.
__global__ void __launch_bounds__(256) xnor_gemm(int *C, const unsigned *A, const unsigned *B, int M, int N, int K32) {
  __shared__ unsigned a[32][17], b[32][17];
  int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, m0 = blockIdx.y * 32, n0 = blockIdx.x * 32;
  int s[2][2] = {};
  for (int k0 = 0; k0 < K32; k0 += 16) {
    for (int i = threadIdx.x; i < 512; i += 256) {
      a[i >> 4][i & 15] = A[(m0 + (i >> 4)) * K32 + k0 + (i & 15)];
      b[i >> 4][i & 15] = B[(n0 + (i >> 4)) * K32 + k0 + (i & 15)];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; k++) {
      unsigned p = a[ty][k], q = a[ty + 16][k], u = b[tx][k], v = b[tx + 16][k];
      s[0][0] += __popc(p ^ u); s[0][1] += __popc(p ^ v); s[1][0] += __popc(q ^ u); s[1][1] += __popc(q ^ v);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) C[(m0 + ty + 16 * i) * N + n0 + tx + 16 * j] = 32 * K32 - 2 * s[i][j];
}

// Product quantisation: 16 look-ups a code in a table of 16 x 256 in shared memory; the nearest of a block's codes.
__global__ void pq_adc(unsigned *best, const float *lut, const uint4 *codes, int n) {
  __shared__ float t[4096];
  __shared__ unsigned least;
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) t[i] = lut[i];
  if (threadIdx.x == 0) least = 0xffffffffu;
  __syncthreads();
  unsigned mine = 0xffffffffu;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uint4 c = codes[i];
    unsigned w[4] = {c.x, c.y, c.z, c.w};
    float d = 0;
#pragma unroll
    for (int k = 0; k < 16; k++) d += t[k * 256 + (w[k >> 2] >> (8 * (k & 3)) & 255)];
    mine = min(mine, (unsigned)(d * 65536.f));
  }
  mine = __reduce_min_sync(0xffffffff, mine);
  if ((threadIdx.x & 31) == 0) atomicMin(&least, mine);
  __syncthreads();
  if (threadIdx.x == 0) best[blockIdx.x] = least;
}

__device__ __forceinline__ float lse(float a, float b) { float m = fmaxf(a, b); return m + log1pf(expf(fminf(a, b) - m)); }
// CTC forward: a block a sequence, 2 L + 1 states, a barrier a time step.
__global__ void ctc_alpha(float *loss, const float *logp, const unsigned *label, int T, int V, int L) {
  __shared__ float al[2][260];
  int s = threadIdx.x, S = 2 * L + 1;
  const unsigned *lab = label + blockIdx.x * L;
  const float *p = logp + (size_t)blockIdx.x * T * V;
  int c = (s & 1) && s < S ? 1 + lab[s >> 1] % (V - 1) : 0;
  bool skip = (s & 1) && s >= 3 && s < S && c != (int)(1 + lab[(s >> 1) - 1] % (V - 1));
  if (s < S) al[0][s] = s < 2 ? -p[c] : -1e30f;
  __syncthreads();
  for (int t = 1; t < T; t++) {
    const float *o = al[(t - 1) & 1];
    if (s < S) {
      float v = o[s];
      if (s > 0) v = lse(v, o[s - 1]);
      if (skip) v = lse(v, o[s - 2]);
      al[t & 1][s] = v - p[t * V + c];
    }
    __syncthreads();
  }
  if (s == 0) loss[blockIdx.x] = -lse(al[(T - 1) & 1][S - 1], al[(T - 1) & 1][S - 2]);
}

// Input transform of Winograd F(2x2, 3x3): 4x4 patches to 16 planes.
__global__ void winograd_input(float *out, const float *in, int C, int H, int W) {
  int tw = (W - 2) / 2, th = (H - 2) / 2, i = blockIdx.x * blockDim.x + threadIdx.x, n = C * th * tw;
  if (i >= n) return;
  int x = i % tw, y = i / tw % th, c = i / (tw * th);
  const float *p = in + ((size_t)c * H + 2 * y) * W + 2 * x;
  float d[4][4], t[4][4];
#pragma unroll
  for (int r = 0; r < 4; r++)
#pragma unroll
    for (int k = 0; k < 4; k++) d[r][k] = __ldg(p + r * W + k);
#pragma unroll
  for (int k = 0; k < 4; k++) { t[0][k] = d[0][k] - d[2][k]; t[1][k] = d[1][k] + d[2][k]; t[2][k] = d[2][k] - d[1][k]; t[3][k] = d[1][k] - d[3][k]; }
#pragma unroll
  for (int r = 0; r < 4; r++) {
    float o[4] = {t[r][0] - t[r][2], t[r][1] + t[r][2], t[r][2] - t[r][1], t[r][1] - t[r][3]};
#pragma unroll
    for (int k = 0; k < 4; k++) out[(size_t)(4 * r + k) * n + i] = o[k];
  }
}

// Pointwise part of an LSTM in halves: gates i, f, g, o side by side a sample.
__global__ void lstm_half2(__half2 *h, __half2 *c, const unsigned *gates, int batch, int hidden2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * hidden2) return;
  int b = i / hidden2, k = i % hidden2;
  const unsigned *g = gates + (size_t)b * 4 * hidden2 + k;
  __half2 v[4];
#pragma unroll
  for (int j = 0; j < 4; j++) { unsigned w = g[j * hidden2] & 0xBBFFBBFFu; v[j] = *(__half2 *)&w; }
  const __half2 one = __float2half2_rn(1.f), two = __float2half2_rn(2.f);
  auto sigmoid = [&](__half2 x) { return h2rcp(__hadd2(one, h2exp(__hneg2(x)))); };
  auto tanh2 = [&](__half2 x) { return __hsub2(__hmul2(two, sigmoid(__hmul2(two, x))), one); };
  __half2 cc = __hfma2(sigmoid(v[1]), c[i], __hmul2(sigmoid(v[0]), tanh2(v[2])));
  c[i] = cc;
  h[i] = __hmul2(sigmoid(v[3]), tanh2(cc));
}

// Gradient of an embedding: rows of 64 added to hot rows; multiples of 1/64, so every order gives the same sum.
__global__ void embedding_grad(float *table, const unsigned char *grad, const unsigned *token, int tokens, unsigned vocab) {
  int t = blockIdx.x * (blockDim.x >> 6) + (threadIdx.x >> 6), k = threadIdx.x & 63;
  if (t >= tokens) return;
  unsigned a = token[t] % vocab, b = token[t] / vocab % vocab;
  atomicAdd(&table[(size_t)min(a, b) * 64 + k], (grad[(size_t)t * 64 + k] - 128) * 0.015625f);
}

// Softmax over ragged rows, a warp a row: row i begins at 40 i + noise.
__global__ void ragged_softmax(float *out, const float *in, const unsigned *noise, int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (r >= rows) return;
  int b = 40 * r + noise[r] % 39, e = 40 * (r + 1) + noise[r + 1] % 39;
  float m = -1e30f, s = 0;
  for (int i = b + lane; i < e; i += 32) m = fmaxf(m, in[i]);
  for (int k = 16; k; k >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, k));
  for (int i = b + lane; i < e; i += 32) s += expf(in[i] - m);
  for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(0xffffffff, s, k);
  s = 1.f / s;
  for (int i = b + lane; i < e; i += 32) out[i] = expf(in[i] - m) * s;
}
}
