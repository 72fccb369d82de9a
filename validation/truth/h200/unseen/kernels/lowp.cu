// Half, bfloat16, eight and four bits.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>

// a * b of complex halves, (re, im)
__device__ __forceinline__ half2 cmul(half2 a, half2 b) {
  half2 re = __half2half2(__low2half(a)), im = __half2half2(__high2half(a));
  half2 turned = __halves2half2(__hneg(__high2half(b)), __low2half(b));
  return __hfma2(im, turned, __hmul2(re, b));
}

extern "C" {

// Transforms of 8 complex points each in half precision, a thread a transform.
__global__ void half2_fft8(half2 *__restrict__ out, const float2 *__restrict__ in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  half2 v[8];
#pragma unroll
  for (int k = 0; k < 8; k++) v[k] = __float22half2_rn(in[(size_t)k * n + i]);
  const half2 w8 = __floats2half2_rn(0.70710678f, -0.70710678f), w4 = __floats2half2_rn(0.0f, -1.0f);
  const half2 w38 = __floats2half2_rn(-0.70710678f, -0.70710678f);
#pragma unroll
  for (int k = 0; k < 4; k++) {
    half2 a = v[k], b = v[k + 4];
    v[k] = __hadd2(a, b);
    v[k + 4] = __hsub2(a, b);
  }
  v[5] = cmul(w8, v[5]);
  v[6] = cmul(w4, v[6]);
  v[7] = cmul(w38, v[7]);
#pragma unroll
  for (int h = 0; h < 8; h += 4) {
#pragma unroll
    for (int k = 0; k < 2; k++) {
      half2 a = v[h + k], b = v[h + k + 2];
      v[h + k] = __hadd2(a, b);
      v[h + k + 2] = __hsub2(a, b);
    }
    v[h + 3] = cmul(w4, v[h + 3]);
#pragma unroll
    for (int k = 0; k < 4; k += 2) {
      half2 a = v[h + k], b = v[h + k + 1];
      v[h + k] = __hadd2(a, b);
      v[h + k + 1] = __hsub2(a, b);
    }
  }
  const int order[8] = {0, 4, 2, 6, 1, 5, 3, 7};
#pragma unroll
  for (int k = 0; k < 8; k++) out[(size_t)order[k] * n + i] = v[k];
}

// Momentum with bfloat16 state, two by two; the state's stored bits are brought below 2 first.
__global__ void bf16_momentum(__nv_bfloat162 *__restrict__ weight, unsigned *__restrict__ state, const float2 *__restrict__ grad,
                              int pairs, float lr, float beta) {
  __nv_bfloat162 b2 = __float2bfloat162_rn(beta), l2 = __float2bfloat162_rn(-lr);
  const __nv_bfloat162 cap = __float2bfloat162_rn(1.5f), low = __float2bfloat162_rn(-1.5f);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
    unsigned raw = state[i] & 0xbfffbfffu;
    __nv_bfloat162 s;
    *(unsigned *)&s = raw;
    float2 gf = grad[i];
    __nv_bfloat162 g = __floats2bfloat162_rn(gf.x, gf.y);
    s = __hfma2(s, b2, g);
    s = __hmax2(__hmin2(s, cap), low);
    __nv_bfloat162 w = weight[i];
    w = __hfma2(s, l2, w);
    weight[i] = w;
    state[i] = *(unsigned *)&s;
  }
}

// Float to four bits with a scale per 64: eight threads a group, eight values each.
__global__ void int4_pack64(unsigned *__restrict__ packed, float *__restrict__ scale, const float4 *__restrict__ in, int words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words) return;
  float4 a = in[i * 2], b = in[i * 2 + 1];
  float m = fmaxf(fmaxf(fmaxf(fabsf(a.x), fabsf(a.y)), fmaxf(fabsf(a.z), fabsf(a.w))),
                  fmaxf(fmaxf(fabsf(b.x), fabsf(b.y)), fmaxf(fabsf(b.z), fabsf(b.w))));
#pragma unroll
  for (int o = 1; o < 8; o *= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
  float s = m / 7.0f, inv = m > 0.0f ? 7.0f / m : 0.0f;
  float v[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
  unsigned w = 0;
#pragma unroll
  for (int k = 0; k < 8; k++) w |= (unsigned)(min(max(__float2int_rn(v[k] * inv), -8), 7) + 8) << (4 * k);
  packed[i] = w;
  if ((i & 7) == 0) scale[i >> 3] = s;
}

// Four bits to half by the exponent trick: 1024 + nibble, less 1032, times the scale.
__global__ void int4_unpack_half(uint4 *__restrict__ out, const unsigned *__restrict__ packed, const float *__restrict__ scale, int words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words) return;
  unsigned w = packed[i];
  half2 s = __float2half2_rn(scale[i >> 3]);
  const half2 off = __float2half2_rn(1032.0f);
  unsigned r[4];
#pragma unroll
  for (int k = 0; k < 4; k++) {
    unsigned two = w >> (8 * k) & 0xffu;
    unsigned bits = ((two & 0xfu) | (two & 0xf0u) << 12) | 0x64006400u;
    half2 h = *(half2 *)&bits;
    h = __hmul2(__hsub2(h, off), s);
    r[k] = *(unsigned *)&h;
  }
  out[i] = make_uint4(r[0], r[1], r[2], r[3]);
}

// Rows of 128 to e4m3 with a scale each: a warp a row, four values a lane.
__global__ void fp8_rows128(unsigned *__restrict__ out, float *__restrict__ scale, const float4 *__restrict__ in, int rows) {
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (w >= rows) return;
  float4 v = in[(size_t)w * 32 + lane];
  float m = fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
  for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
  m = fmaxf(m, 1e-12f);
  float inv = 448.0f / m;
  unsigned lo = __nv_cvt_float2_to_fp8x2(make_float2(v.x * inv, v.y * inv), __NV_SATFINITE, __NV_E4M3);
  unsigned hi = __nv_cvt_float2_to_fp8x2(make_float2(v.z * inv, v.w * inv), __NV_SATFINITE, __NV_E4M3);
  out[(size_t)w * 32 + lane] = lo | hi << 16;
  if (lane == 0) scale[w] = m / 448.0f;
}

// A 16-tap filter of bytes: windows slid by byte permutes, sums by dp4a; four outputs a thread.
__global__ void dp4a_fir16(int4 *__restrict__ out, const int *__restrict__ in, const int *__restrict__ taps, int words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words) return;
  int t0 = taps[0], t1 = taps[1], t2 = taps[2], t3 = taps[3];
  int w[5];
#pragma unroll
  for (int k = 0; k < 5; k++) w[k] = in[i + k];
  int r[4];
  r[0] = __dp4a(w[0], t0, __dp4a(w[1], t1, __dp4a(w[2], t2, __dp4a(w[3], t3, 0))));
#pragma unroll
  for (int s = 1; s < 4; s++) {
    unsigned sel = s == 1 ? 0x4321 : s == 2 ? 0x5432 : 0x6543;
    int acc = 0;
    acc = __dp4a((int)__byte_perm(w[0], w[1], sel), t0, acc);
    acc = __dp4a((int)__byte_perm(w[1], w[2], sel), t1, acc);
    acc = __dp4a((int)__byte_perm(w[2], w[3], sel), t2, acc);
    acc = __dp4a((int)__byte_perm(w[3], w[4], sel), t3, acc);
    r[s] = acc;
  }
  out[i] = make_int4(r[0], r[1], r[2], r[3]);
}

// Median of three frames and its distance from the middle one, four bytes at once.
__global__ void median_frames(unsigned *__restrict__ med, unsigned *__restrict__ moved, const unsigned *__restrict__ a,
                              const unsigned *__restrict__ b, const unsigned *__restrict__ c, int words) {
  unsigned sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
    unsigned x = a[i], y = b[i], z = c[i];
    unsigned lo = __vminu4(x, y), hi = __vmaxu4(x, y);
    unsigned m = __vmaxu4(lo, __vminu4(hi, z));
    med[i] = m;
    sum += __vsadu4(m, y);
  }
  sum = __reduce_add_sync(0xffffffffu, sum);
  if ((threadIdx.x & 31) == 0) atomicAdd(moved, sum);
}
}
