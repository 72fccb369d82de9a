// Signals: filters, detectors, splines, decoders.
template <int N> struct Taps {
  float v[N];
  constexpr Taps() : v() { for (int i = 0; i < N; i++) { float x = (i - (N - 1) * 0.5f) / N; v[i] = (1.f - 4.f * x * x) * ((i & 3) == 3 ? -0.01f : 0.03f); } }
};
__constant__ Taps<64> taps = Taps<64>();

extern "C" {

__global__ void fir64(float *y, const float *x, int n) {
  extern __shared__ float s[];
  int base = blockIdx.x * blockDim.x;
  for (int i = threadIdx.x; i < blockDim.x + 63; i += blockDim.x) s[i] = base + i < n + 63 ? x[base + i] : 0.f;
  __syncthreads();
  float acc = 0;
#pragma unroll
  for (int k = 0; k < 64; k++) acc += taps.v[k] * s[threadIdx.x + 63 - k];
  if (base + threadIdx.x < n) y[base + threadIdx.x] = acc;
}

// Power of blockDim.x frequencies in one frame of 1024 samples a block.
__global__ void goertzel(float *power, const float *x, float df) {
  __shared__ float s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = x[blockIdx.x * 1024 + i];
  __syncthreads();
  float c = 2.f * cosf(6.2831853f * df * (threadIdx.x + 1));
  float s1 = 0, s2 = 0;
  for (int i = 0; i < 1024; i++) { float s0 = s[i] + c * s1 - s2; s2 = s1; s1 = s0; }
  power[blockIdx.x * blockDim.x + threadIdx.x] = s1 * s1 + s2 * s2 - c * s1 * s2;
}

// Cubic spline with 256 uneven knots in shared memory.
__global__ void spline_eval(float *out, const float *q, const float *knots, const float4 *coef, int n) {
  __shared__ float k[257];
  for (int i = threadIdx.x; i < 257; i += blockDim.x) { float v = knots[i]; k[i] = v * v * (1.f / 65536.f); }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    float x = q[i];
    int lo = 0, hi = 256;
    while (hi - lo > 1) { int mid = (lo + hi) / 2; if (k[mid] <= x) lo = mid; else hi = mid; }
    float4 c = __ldg(&coef[lo]);
    float t = x - k[lo];
    out[i] = ((c.w * t + c.z) * t + c.y) * t + c.x;
  }
}

// Four biquad sections in a row, a thread a channel, samples of all channels interleaved.
__global__ void biquad4(float *y, const float *x, const float *coef, int channels, int len) {
  int ch = blockIdx.x * blockDim.x + threadIdx.x;
  if (ch >= channels) return;
  float b0[4], b1[4], b2[4], a1[4], a2[4], z1[4], z2[4];
#pragma unroll
  for (int s = 0; s < 4; s++) {
    b0[s] = coef[s * 5]; b1[s] = coef[s * 5 + 1]; b2[s] = coef[s * 5 + 2];
    a1[s] = 0.5f * coef[s * 5 + 3]; a2[s] = 0.25f * coef[s * 5 + 4];
    z1[s] = z2[s] = 0;
  }
  for (int t = 0; t < len; t++) {
    float v = x[(size_t)t * channels + ch];
#pragma unroll
    for (int s = 0; s < 4; s++) {
      float o = b0[s] * v + z1[s];
      z1[s] = b1[s] * v - a1[s] * o + z2[s];
      z2[s] = b2[s] * v - a2[s] * o;
      v = o;
    }
    y[(size_t)t * channels + ch] = v;
  }
}

// Rotates a byte string; source bytes lie at any offset.
__global__ void rotate_bytes(unsigned *dst, const unsigned char *src, int n, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 >= n) return;
  unsigned w = 0;
  for (int k = 0; k < 4; k++) {
    int j = i * 4 + k + shift;
    if (j >= n) j -= n;
    w |= (unsigned)src[j] << (8 * k);
  }
  dst[i] = w;
}

// Viterbi decoder, 64 states, rate 1/2: a block a sequence, a thread a state.
__global__ void viterbi64(unsigned *bits, const unsigned char *soft, int T) {
  extern __shared__ unsigned char decisions[];
  __shared__ int metric[2][64];
  int s = threadIdx.x;
  const unsigned char *in = soft + blockIdx.x * T * 2;
  metric[0][s] = s ? 10000 : 0;
  int p0 = (s << 1) & 63, p1 = p0 | 1, b = s >> 5;
  int r0 = (p0 << 0) | (b << 6), r1 = p1 | (b << 6);
  int e00 = __popc(r0 & 0x6d) & 1, e01 = __popc(r0 & 0x4f) & 1;
  int e10 = __popc(r1 & 0x6d) & 1, e11 = __popc(r1 & 0x4f) & 1;
  __syncthreads();
  for (int t = 0; t < T; t++) {
    int x = in[2 * t], y = in[2 * t + 1];
    int m0 = metric[t & 1][p0] + (e00 ? 255 - x : x) + (e01 ? 255 - y : y);
    int m1 = metric[t & 1][p1] + (e10 ? 255 - x : x) + (e11 ? 255 - y : y);
    metric[(t + 1) & 1][s] = min(m0, m1);
    decisions[t * 64 + s] = m1 < m0;
    __syncthreads();
  }
  if (s == 0) {
    int best = 0;
    for (int k = 1; k < 64; k++) if (metric[T & 1][k] < metric[T & 1][best]) best = k;
    unsigned w = 0;
    for (int t = T - 1; t >= 0; t--) {
      w = (w << 1) | (best >> 5);
      best = ((best << 1) & 63) | decisions[t * 64 + best];
      if ((t & 31) == 0) { bits[blockIdx.x * (T / 32) + t / 32] = w; w = 0; }
    }
  }
}
}
