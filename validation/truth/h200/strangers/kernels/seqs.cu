// Sequences and signals: alignment, warping, tracking, decoding.
typedef unsigned char u8;

extern "C" {

// The pair HMM's forward sum: a warp a pair, three rows of the read a lane, the haplotype passing by.
__global__ void __launch_bounds__(128)
pairhmm_warp(float *__restrict__ likelihood, const u8 *__restrict__ reads, const u8 *__restrict__ quals, const u8 *__restrict__ haps,
             int pairs, int hap_len, int hap_count) {
  __shared__ u8 hap[4][512];
  __shared__ float error[64];
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, pair = blockIdx.x * 4 + warp;
  if (threadIdx.x < 64) error[threadIdx.x] = exp2f(-0.33219281f * (threadIdx.x + 6));
  if (pair < pairs)
    for (int i = lane; i < hap_len; i += 32) hap[warp][i] = haps[(size_t)(pair % hap_count) * hap_len + i] & 3;
  __syncthreads();
  if (pair >= pairs) return;
  const float mm = 0.9998f, gm = 0.9f, mg = 1e-4f, gg = 0.1f;
  int base[3];
  float eq[3], ne[3];
#pragma unroll
  for (int k = 0; k < 3; k++) {
    int at = pair * 96 + lane * 3 + k;
    base[k] = reads[at] & 3;
    float e = error[quals[at] & 31];
    eq[k] = 1.f - e;
    ne[k] = e / 3.f;
  }
  float M[3] = {}, I[3] = {}, D[3] = {}, upM = 0.f, upI = 0.f, upD = 0.f, sum = 0.f;
  float start = 1048576.f / hap_len;
  for (int step = 0; step < hap_len + 31; step++) {
    int j = step - lane;
    // The row above, at this column: lane 0's row above is the free start.
    float aM = __shfl_up_sync(0xffffffffu, M[2], 1), aI = __shfl_up_sync(0xffffffffu, I[2], 1), aD = __shfl_up_sync(0xffffffffu, D[2], 1);
    if (lane == 0) {
      aM = aI = 0.f;
      aD = start;
    }
    if (j >= 0 && j < hap_len) {
      int c = hap[warp][j];
      float dM = upM, dI = upI, dD = upD;
      if (lane == 0) dD = start;
      float tM = aM, tI = aI;
      upM = aM;
      upI = aI;
      upD = aD;
#pragma unroll
      for (int k = 0; k < 3; k++) {
        float oM = M[k], oI = I[k], oD = D[k];
        float nM = (c == base[k] ? eq[k] : ne[k]) * (mm * dM + gm * (dI + dD));
        float nI = mg * tM + gg * tI;
        float nD = mg * oM + gg * oD;
        M[k] = nM;
        I[k] = nI;
        D[k] = nD;
        dM = oM;
        dI = oI;
        dD = oD;
        tM = nM;
        tI = nI;
      }
      if (lane == 31) sum += M[2] + I[2];
    }
  }
  if (lane == 31) likelihood[pair] = log10f(sum) - 6.0206f;
}

// Dynamic time warping: a block a pair of series, anti-diagonal by anti-diagonal, three of them in shared memory.
__global__ void dtw_block(float *__restrict__ distance, const float *__restrict__ left, const float *__restrict__ right, int len) {
  extern __shared__ float shared[];
  float *b = shared, *diag = shared + len;  // diag[3][len + 1]
  int i = threadIdx.x;
  float a = left[(size_t)blockIdx.x * len + i];
  b[i] = right[(size_t)blockIdx.x * len + i];
  for (int k = i; k < 3 * (len + 1); k += len) diag[k] = 3.4e38f;
  __syncthreads();
  if (i == 0) diag[0] = 0.f;
  __syncthreads();
  float *old = diag, *prev = diag + len + 1, *next = diag + 2 * (len + 1);
  for (int d = 0; d < 2 * len - 1; d++) {
    int j = d - i;
    if (j >= 0 && j < len) {
      float e = a - b[j];
      next[i + 1] = e * e + fminf(old[i], fminf(prev[i], prev[i + 1]));
    } else {
      next[i + 1] = 3.4e38f;
    }
    if (i == 0) next[0] = 3.4e38f;
    __syncthreads();
    float *free = old;
    old = prev;
    prev = next;
    next = free;
  }
  if (i == 0) distance[blockIdx.x] = sqrtf(prev[len]);
}

// Costas loops: a thread a channel follows its carrier through the samples, which lie channel by channel.
__global__ void costas_track(float *__restrict__ freq, float *__restrict__ phase_out, signed char *__restrict__ bits, const float2 *__restrict__ iq,
                             int channels, int samples, float bandwidth) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels) return;
  float alpha = 1.414f * bandwidth, beta = bandwidth * bandwidth, phase = 0.f, step = 0.01f * (c % 7);
  for (int n = 0; n < samples; n++) {
    float2 v = iq[(size_t)n * channels + c];
    float s, k;
    sincosf(phase, &s, &k);
    float re = v.x * k + v.y * s, im = v.y * k - v.x * s;
    float error = (re > 0.f ? im : -im) * rsqrtf(re * re + im * im + 1e-6f);
    step = fminf(fmaxf(step + beta * error, -0.5f), 0.5f);
    phase += step + alpha * error;
    if (phase > 3.14159265f) phase -= 6.28318531f;
    if (phase < -3.14159265f) phase += 6.28318531f;
    bits[(size_t)n * channels + c] = re > 0.f ? 1 : -1;
  }
  freq[c] = step;
  phase_out[c] = phase;
}

// LDPC decoding, the checks' half of a min-sum iteration: a thread a check of degree six in one of the frames.
__global__ void __launch_bounds__(128)
ldpc_checks(float *__restrict__ message, int *__restrict__ unsatisfied, const float *__restrict__ total, const int *__restrict__ var, int checks,
            int frames, float damp) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, c = i / frames, f = i - c * frames;
  bool odd = false;
  if (c < checks) {
    float m[6], min1 = 1e30f, min2 = 1e30f;
    int who = 0;
    unsigned sign = 0, parity = 0;
#pragma unroll
    for (int k = 0; k < 6; k++) {
      float llr = total[(size_t)var[c * 6 + k] * frames + f];
      parity ^= __float_as_uint(llr);
      m[k] = llr - message[((size_t)c * 6 + k) * frames + f];
      sign ^= __float_as_uint(m[k]);
      float a = fabsf(m[k]);
      if (a < min1) {
        min2 = min1;
        min1 = a;
        who = k;
      } else if (a < min2) {
        min2 = a;
      }
    }
#pragma unroll
    for (int k = 0; k < 6; k++) {
      float a = damp * (k == who ? min2 : min1);
      unsigned s = (sign ^ __float_as_uint(m[k])) & 0x80000000u;
      message[((size_t)c * 6 + k) * frames + f] = __uint_as_float(__float_as_uint(a) | s);
    }
    odd = parity >> 31;
  }
  int many = __syncthreads_count(odd);
  if (threadIdx.x == 0) atomicAdd(unsatisfied, many);
}

}
