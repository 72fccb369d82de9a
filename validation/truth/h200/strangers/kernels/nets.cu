// Layers of networks, forward and backward.

template <int WARPS>
__device__ float block_sum(float v, float *scratch) {
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
  if (lane == 0) scratch[warp] = v;
  __syncthreads();
  float s = 0.f;
#pragma unroll
  for (int k = 0; k < WARPS; k++) s += scratch[k];
  __syncthreads();
  return s;
}

extern "C" {

// Backward of RMSNorm: dx row by row; each block keeps its share of dweight in registers until its last row.
__global__ void __launch_bounds__(256)
rmsnorm_bwd(float *__restrict__ dx, float *__restrict__ dw_part, const float *__restrict__ dy, const float *__restrict__ x,
            const float *__restrict__ w, const float *__restrict__ rstd, int rows, int d) {
  __shared__ float scratch[8];
  constexpr int N = 6;
  float dw[N];
#pragma unroll
  for (int k = 0; k < N; k++) dw[k] = 0.f;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float *px = x + (size_t)row * d, *pg = dy + (size_t)row * d;
    float rs = rstd[row], xs[N], gs[N], dot = 0.f;
#pragma unroll
    for (int k = 0; k < N; k++) {
      int c = threadIdx.x + k * 256;
      if (c < d) {
        xs[k] = px[c] * rs;
        float g = pg[c];
        gs[k] = g * w[c];
        dw[k] += g * xs[k];
        dot += gs[k] * xs[k];
      }
    }
    dot = block_sum<8>(dot, scratch) / d;
#pragma unroll
    for (int k = 0; k < N; k++) {
      int c = threadIdx.x + k * 256;
      if (c < d) dx[(size_t)row * d + c] = rs * (gs[k] - xs[k] * dot);
    }
  }
#pragma unroll
  for (int k = 0; k < N; k++) {
    int c = threadIdx.x + k * 256;
    if (c < d) dw_part[(size_t)blockIdx.x * d + c] = dw[k];
  }
}

// RWKV's WKV: a thread a channel, walking along the tokens with its running numerator, denominator and exponent.
__global__ void wkv_recurrence(float *__restrict__ y, const float *__restrict__ decay, const float *__restrict__ bonus,
                               const float *__restrict__ key, const float *__restrict__ value, int channels, int tokens) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels) return;
  size_t at = (size_t)blockIdx.y * tokens * channels + c;
  float w = -__expf(decay[c]), u = bonus[c];
  float num = 0.f, den = 0.f, top = -1e30f;
  for (int t = 0; t < tokens; t++, at += channels) {
    float k = key[at], v = value[at];
    float a = u + k, p = fmaxf(top, a);
    float e1 = __expf(top - p), e2 = __expf(a - p);
    y[at] = (e1 * num + e2 * v) / (e1 * den + e2);
    a = w + top;
    p = fmaxf(a, k);
    e1 = __expf(a - p);
    e2 = __expf(k - p);
    num = e1 * num + e2 * v;
    den = e1 * den + e2;
    top = p;
  }
}

// Linear attention with the delta rule: a block a head, a thread a column of the 64x64 state, which stays in registers.
__global__ void __launch_bounds__(64)
delta_rule(float *__restrict__ out, const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v,
           const float *__restrict__ beta, int tokens) {
  __shared__ __align__(16) float sk[64], sq[64];
  int t = threadIdx.x;
  float s[64];
#pragma unroll
  for (int i = 0; i < 64; i++) s[i] = 0.f;
  size_t head = (size_t)blockIdx.x * tokens;
  for (int n = 0; n < tokens; n++) {
    size_t at = (head + n) * 64 + t;
    __syncthreads();
    sk[t] = k[at];
    sq[t] = q[at];
    float vt = v[at], b = beta[head + n];
    __syncthreads();
    float old = 0.f;
#pragma unroll
    for (int i = 0; i < 64; i += 4) {
      float4 kk = *reinterpret_cast<const float4 *>(sk + i);
      old += s[i] * kk.x + s[i + 1] * kk.y + s[i + 2] * kk.z + s[i + 3] * kk.w;
    }
    float delta = b * (vt - old), o = 0.f;
#pragma unroll
    for (int i = 0; i < 64; i += 4) {
      float4 kk = *reinterpret_cast<const float4 *>(sk + i), qq = *reinterpret_cast<const float4 *>(sq + i);
      s[i] += kk.x * delta;
      s[i + 1] += kk.y * delta;
      s[i + 2] += kk.z * delta;
      s[i + 3] += kk.w * delta;
      o += s[i] * qq.x + s[i + 1] * qq.y + s[i + 2] * qq.z + s[i + 3] * qq.w;
    }
    out[at] = o;
  }
}

// Focal loss over sigmoid logits: the gradient, and each block's part of the loss.
__global__ void __launch_bounds__(256)
focal_loss_grad(float *__restrict__ grad, float *__restrict__ loss, const float *__restrict__ logit,
                const unsigned char *__restrict__ label, int n, float alpha, float gamma) {
  __shared__ float scratch[8];
  float total = 0.f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float x = logit[i];
    bool yes = label[i] < 20;
    float z = yes ? x : -x, a = yes ? alpha : 1.f - alpha;
    float soft = fmaxf(-z, 0.f) + log1pf(__expf(-fabsf(z)));  // -log p
    float p = __expf(-soft), q = 1.f - p;
    float f = __powf(q, gamma);
    total += a * f * soft;
    float g = a * f * (-gamma * p * soft - q);
    grad[i] = yes ? g : -g;
  }
  total = block_sum<8>(total, scratch);
  if (threadIdx.x == 0) loss[blockIdx.x] = total;
}

// Depth to space: r*r channels become r*r pixels.
__global__ void pixel_shuffle(float *__restrict__ out, const float *__restrict__ in, int channels, int h, int w, int r) {
  int ow = w * r, oh = h * r;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.z;
  if (x >= ow || y >= oh) return;
  int ix = x / r, iy = y / r;
  int ic = (c * r + (y - iy * r)) * r + (x - ix * r);
  out[((size_t)c * oh + y) * ow + x] = in[((size_t)ic * h + iy) * w + ix];
}

// Transposed convolution, kernel 4, stride 2, padding 1: each output meets 2x2 inputs; four output channels a thread.
__global__ void __launch_bounds__(256)
deconv4s2(float *__restrict__ out, const float *__restrict__ in, const float *__restrict__ weight, const float *__restrict__ bias,
          int cin, int h, int w) {
  extern __shared__ float sw[];  // [cin][16 taps][4 channels]
  int co = blockIdx.z * 4, cout = gridDim.z * 4;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < cin * 64; i += 256) {
    int ci = i >> 6, tap = (i >> 2) & 15, j = i & 3;
    sw[i] = weight[((size_t)ci * cout + co + j) * 16 + tap];
  }
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= 2 * w || y >= 2 * h) return;
  int kx = (x + 1) & 1, ky = (y + 1) & 1;
  int x0 = (x + 1 - kx) >> 1, y0 = (y + 1 - ky) >> 1;
  float a0 = bias[co], a1 = bias[co + 1], a2 = bias[co + 2], a3 = bias[co + 3];
  for (int ci = 0; ci < cin; ci++) {
#pragma unroll
    for (int dy = 0; dy < 2; dy++)
#pragma unroll
      for (int dx = 0; dx < 2; dx++) {
        int iy = y0 - dy, ix = x0 - dx;
        float v = iy >= 0 && iy < h && ix >= 0 && ix < w ? in[((size_t)ci * h + iy) * w + ix] : 0.f;
        const float4 k = *reinterpret_cast<const float4 *>(sw + (ci * 16 + (ky + 2 * dy) * 4 + kx + 2 * dx) * 4);
        a0 += v * k.x;
        a1 += v * k.y;
        a2 += v * k.z;
        a3 += v * k.w;
      }
  }
  size_t plane = (size_t)4 * h * w, at = (size_t)y * 2 * w + x;
  out[(co + 0) * plane + at] = a0;
  out[(co + 1) * plane + at] = a1;
  out[(co + 2) * plane + at] = a2;
  out[(co + 3) * plane + at] = a3;
}

// Deformable convolution's columns: nine taps a pixel, each at its own learned place.
__global__ void deform_columns(float *__restrict__ cols, const float *__restrict__ in, const float *__restrict__ offset,
                               int channels, int h, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, hw = h * w;
  if (i >= channels * hw) return;
  int c = i / hw, p = i - c * hw, y = p / w, x = p - y * w;
  const float *plane = in + (size_t)c * hw;
#pragma unroll 3
  for (int k = 0; k < 9; k++) {
    float fy = y + (k / 3 - 1) + offset[(2 * k) * hw + p], fx = x + (k % 3 - 1) + offset[(2 * k + 1) * hw + p];
    float v = 0.f;
    if (fy > -1.f && fx > -1.f && fy < h && fx < w) {
      int y0 = (int)floorf(fy), x0 = (int)floorf(fx);
      float ly = fy - y0, lx = fx - x0;
      if (y0 >= 0 && x0 >= 0) v += (1.f - ly) * (1.f - lx) * plane[y0 * w + x0];
      if (y0 >= 0 && x0 + 1 < w) v += (1.f - ly) * lx * plane[y0 * w + x0 + 1];
      if (y0 + 1 < h && x0 >= 0) v += ly * (1.f - lx) * plane[(y0 + 1) * w + x0];
      if (y0 + 1 < h && x0 + 1 < w) v += ly * lx * plane[(y0 + 1) * w + x0 + 1];
    }
    cols[((size_t)c * 9 + k) * hw + p] = v;
  }
}

}
