// Dense blocks, sparse rows, lattices of small matrices.

struct Su3 {
  float2 m[9];
};

__device__ __forceinline__ Su3 su3_load(const float2 *u, int mu, int site, int volume) {
  Su3 r;
#pragma unroll
  for (int k = 0; k < 9; k++) r.m[k] = u[(size_t)(mu * 9 + k) * volume + site];
  return r;
}
__device__ __forceinline__ Su3 su3_mul(const Su3 &a, const Su3 &b) {
  Su3 r;
#pragma unroll
  for (int i = 0; i < 3; i++)
#pragma unroll
    for (int j = 0; j < 3; j++) {
      float re = 0.f, im = 0.f;
#pragma unroll
      for (int k = 0; k < 3; k++) {
        float2 x = a.m[i * 3 + k], y = b.m[k * 3 + j];
        re += x.x * y.x - x.y * y.y;
        im += x.x * y.y + x.y * y.x;
      }
      r.m[i * 3 + j] = make_float2(re, im);
    }
  return r;
}
// Re tr(a b+)
__device__ __forceinline__ float su3_trace_dagger(const Su3 &a, const Su3 &b) {
  float s = 0.f;
#pragma unroll
  for (int k = 0; k < 9; k++) s += a.m[k].x * b.m[k].x + a.m[k].y * b.m[k].y;
  return s;
}

extern "C" {

// C = alpha A B: tiles of 128x128x8, 8x8 a thread, the next tile fetched while this one is used.
__global__ void __launch_bounds__(256)
sgemm_128x128x8(float *__restrict__ C, const float *__restrict__ A, const float *__restrict__ B, int M, int N, int K, float alpha) {
  __shared__ __align__(16) float As[2][8][132], Bs[2][8][128];
  int t = threadIdx.x, tx = t & 15, ty = t >> 4;
  const float *a = A + (size_t)(blockIdx.y * 128 + (t >> 1)) * K + (t & 1) * 4;
  const float *b = B + (size_t)(t >> 5) * N + blockIdx.x * 128 + (t & 31) * 4;
  float acc[8][8] = {};
  float4 ra = *reinterpret_cast<const float4 *>(a), rb = *reinterpret_cast<const float4 *>(b);
  int stage = 0;
  for (int k0 = 0; k0 < K; k0 += 8) {
    int ar = t >> 1, ac = (t & 1) * 4;
    As[stage][ac][ar] = ra.x;
    As[stage][ac + 1][ar] = ra.y;
    As[stage][ac + 2][ar] = ra.z;
    As[stage][ac + 3][ar] = ra.w;
    *reinterpret_cast<float4 *>(&Bs[stage][t >> 5][(t & 31) * 4]) = rb;
    __syncthreads();
    if (k0 + 8 < K) {
      a += 8;
      b += (size_t)8 * N;
      ra = *reinterpret_cast<const float4 *>(a);
      rb = *reinterpret_cast<const float4 *>(b);
    }
#pragma unroll
    for (int k = 0; k < 8; k++) {
      float fa[8], fb[8];
      *reinterpret_cast<float4 *>(fa) = *reinterpret_cast<const float4 *>(&As[stage][k][ty * 4]);
      *reinterpret_cast<float4 *>(fa + 4) = *reinterpret_cast<const float4 *>(&As[stage][k][64 + ty * 4]);
      *reinterpret_cast<float4 *>(fb) = *reinterpret_cast<const float4 *>(&Bs[stage][k][tx * 4]);
      *reinterpret_cast<float4 *>(fb + 4) = *reinterpret_cast<const float4 *>(&Bs[stage][k][64 + tx * 4]);
#pragma unroll
      for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++) acc[i][j] += fa[i] * fb[j];
    }
    stage ^= 1;
  }
#pragma unroll
  for (int i = 0; i < 8; i++) {
    int row = blockIdx.y * 128 + (i >> 2) * 64 + ty * 4 + (i & 3);
#pragma unroll
    for (int j = 0; j < 8; j += 4) {
      float4 v = make_float4(alpha * acc[i][j], alpha * acc[i][j + 1], alpha * acc[i][j + 2], alpha * acc[i][j + 3]);
      *reinterpret_cast<float4 *>(C + (size_t)row * N + blockIdx.x * 128 + (j >> 2) * 64 + tx * 4) = v;
    }
  }
}

// Lattice gauge theory: the six plaquettes of each site of an L^3 x T lattice.
__global__ void __launch_bounds__(128)
su3_plaquette(float *__restrict__ plaq, const float2 *__restrict__ links, int L, int T) {
  int volume = L * L * L * T, site = blockIdx.x * blockDim.x + threadIdx.x;
  if (site >= volume) return;
  int x[4] = {site % L, site / L % L, site / (L * L) % L, site / (L * L * L)};
  int stride[4] = {1, L, L * L, L * L * L}, size[4] = {L, L, L, T}, next[4];
#pragma unroll
  for (int d = 0; d < 4; d++) next[d] = x[d] + 1 == size[d] ? site - x[d] * stride[d] : site + stride[d];
  float sum = 0.f;
#pragma unroll
  for (int mu = 0; mu < 3; mu++)
#pragma unroll
    for (int nu = mu + 1; nu < 4; nu++) {
      Su3 a = su3_mul(su3_load(links, mu, site, volume), su3_load(links, nu, next[mu], volume));
      Su3 b = su3_mul(su3_load(links, nu, site, volume), su3_load(links, mu, next[nu], volume));
      sum += su3_trace_dagger(a, b);
    }
  plaq[site] = sum / 18.f;
}

// Many triangular systems L X = B with L 32x32: L in shared memory, a thread a right-hand side.
__global__ void __launch_bounds__(128)
trsm32(float *__restrict__ X, const float *__restrict__ L, const float *__restrict__ B, int nrhs) {
  __shared__ __align__(16) float l[32][32];
  __shared__ float inv[32];
  const float *src = L + (size_t)blockIdx.x * 1024;
  for (int i = threadIdx.x; i < 1024; i += 128) l[i >> 5][i & 31] = src[i];
  if (threadIdx.x < 32) inv[threadIdx.x] = 1.f / (2.f + src[threadIdx.x * 33]);
  __syncthreads();
  int j = blockIdx.y * 128 + threadIdx.x;
  if (j >= nrhs) return;
  const float *b = B + (size_t)blockIdx.x * 32 * nrhs + j;
  float *out = X + (size_t)blockIdx.x * 32 * nrhs + j;
  float x[32];
#pragma unroll
  for (int i = 0; i < 32; i++) x[i] = b[(size_t)i * nrhs];
#pragma unroll
  for (int i = 0; i < 32; i++) {
    float s = x[i];
#pragma unroll
    for (int k = 0; k < i; k++) s -= l[i][k] * x[k];
    x[i] = s * inv[i];
    out[(size_t)i * nrhs] = x[i];
  }
}

// Cholesky of a 64x64 matrix a block, right-looking, in shared memory.
__global__ void __launch_bounds__(256)
chol64(float *__restrict__ out, const float *__restrict__ in, float shift) {
  __shared__ float a[64][65];
  int t = threadIdx.x, i = t & 63, g = t >> 6;
  const float *src = in + (size_t)blockIdx.x * 4096;
  for (int e = t; e < 4096; e += 256) {
    int r = e >> 6, c = e & 63;
    a[r][c] = src[e] + (r == c ? shift : 0.f);
  }
  __syncthreads();
  for (int k = 0; k < 64; k++) {
    float d = rsqrtf(a[k][k]);
    __syncthreads();
    if (g == 0 && i >= k) a[i][k] *= d;
    __syncthreads();
    if (i > k) {
      float lik = a[i][k];
      for (int j = k + 1 + g; j <= i; j += 4) a[i][j] -= lik * a[j][k];
    }
    __syncthreads();
  }
  float *dst = out + (size_t)blockIdx.x * 4096;
  for (int e = t; e < 4096; e += 256) dst[e] = (e & 63) <= (e >> 6) ? a[e >> 6][e & 63] : 0.f;
}

// Inverse of 12x12 matrices by Gauss-Jordan with row pivoting: a warp a matrix, a lane a column of [A | I].
__global__ void __launch_bounds__(128)
gauss_jordan12(float *__restrict__ inverse, const float *__restrict__ in, int n) {
  int m = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (m >= n) return;
  float a[12];
#pragma unroll
  for (int r = 0; r < 12; r++) a[r] = lane < 12 ? in[(size_t)m * 144 + r * 12 + lane] : lane - 12 == r ? 1.f : 0.f;
#pragma unroll
  for (int k = 0; k < 12; k++) {
    int p = k;
    float best = fabsf(a[k]);
#pragma unroll
    for (int r = k + 1; r < 12; r++)
      if (fabsf(a[r]) > best) {
        best = fabsf(a[r]);
        p = r;
      }
    p = __shfl_sync(0xffffffffu, p, k);
    float top = a[k];
#pragma unroll
    for (int r = k + 1; r < 12; r++)
      if (r == p) {
        a[k] = a[r];
        a[r] = top;
      }
    a[k] = a[k] / __shfl_sync(0xffffffffu, a[k], k);
#pragma unroll
    for (int r = 0; r < 12; r++)
      if (r != k) a[r] -= __shfl_sync(0xffffffffu, a[r], k) * a[k];
  }
  if (lane >= 12 && lane < 24)
#pragma unroll
    for (int r = 0; r < 12; r++) inverse[(size_t)m * 144 + r * 12 + lane - 12] = a[r];
}

// y = A x with A in sliced ELLPACK: slices of 32 rows, each as wide as its widest row, the rows sorted by length.
__global__ void spmv_sell32(float *__restrict__ y, const int *__restrict__ slice, const int *__restrict__ col, const float *__restrict__ val,
                            const int *__restrict__ perm, const float *__restrict__ x, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int s = row >> 5, end = slice[s + 1];
  float sum = 0.f;
#pragma unroll 4
  for (int e = slice[s] + (row & 31); e < end; e += 32) sum += val[e] * x[col[e]];
  y[perm[row]] = sum;
}

// A product of dense matrices sampled at a sparse one's places: eight lanes a place, 64 long.
__global__ void sddmm_csr(float *__restrict__ out, const int *__restrict__ row, const int *__restrict__ col, const float *__restrict__ val,
                          const float *__restrict__ A, const float *__restrict__ B, int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (r >= rows) return;
  int part = lane & 7, sub = lane >> 3, end = row[r + 1];
  const float4 *a = reinterpret_cast<const float4 *>(A + (size_t)r * 64) + part * 2;
  float4 a0 = a[0], a1 = a[1];
  for (int e0 = row[r]; e0 < end; e0 += 4) {
    int e = e0 + sub;
    float s = 0.f;
    if (e < end) {
      const float4 *b = reinterpret_cast<const float4 *>(B + (size_t)col[e] * 64) + part * 2;
      float4 b0 = b[0], b1 = b[1];
      s = a0.x * b0.x + a0.y * b0.y + a0.z * b0.z + a0.w * b0.w + a1.x * b1.x + a1.y * b1.y + a1.z * b1.z + a1.w * b1.w;
    }
    s += __shfl_xor_sync(0xffffffffu, s, 4);
    s += __shfl_xor_sync(0xffffffffu, s, 2);
    s += __shfl_xor_sync(0xffffffffu, s, 1);
    if (part == 0 && e < end) out[e] = s * val[e];
  }
}

// Sparse triangular solves that share a pattern of levels: a block a system, its unknowns in shared memory.
__global__ void __launch_bounds__(128)
sptrsv_levels(float *__restrict__ x, const int *__restrict__ level, int levels, const int *__restrict__ dep, const float *__restrict__ val,
              const float *__restrict__ diag, const float *__restrict__ rhs, int n) {
  extern __shared__ float sx[];
  const float *v = val + (size_t)blockIdx.x * n * 4;
  size_t base = (size_t)blockIdx.x * n;
  for (int l = 0; l < levels; l++) {
    int end = level[l + 1];
    for (int r = level[l] + threadIdx.x; r < end; r += blockDim.x) {
      float s = rhs[base + r];
      if (l > 0) {
        int4 d = *reinterpret_cast<const int4 *>(dep + r * 4);
        float4 c = *reinterpret_cast<const float4 *>(v + r * 4);
        s -= c.x * sx[d.x] + c.y * sx[d.y] + c.z * sx[d.z] + c.w * sx[d.w];
      }
      sx[r] = s / diag[base + r];
    }
    __syncthreads();
  }
  for (int r = threadIdx.x; r < n; r += blockDim.x) x[base + r] = sx[r];
}

// A step of conjugate gradients in double: x += a p, r -= a q, and each block's part of r.r.
__global__ void __launch_bounds__(256)
cg_update_f64(double *__restrict__ x, double *__restrict__ r, double *__restrict__ part, const double *__restrict__ p,
              const double *__restrict__ q, const double *__restrict__ scalars, int n) {
  __shared__ double warp[8];
  double alpha = scalars[0] / (scalars[1] + 1.0), sum = 0.0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    x[i] += alpha * p[i];
    double ri = r[i] - alpha * q[i];
    r[i] = ri;
    sum += ri * ri;
  }
  for (int o = 16; o > 0; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
  if ((threadIdx.x & 31) == 0) warp[threadIdx.x >> 5] = sum;
  __syncthreads();
  if (threadIdx.x < 8) {
    sum = warp[threadIdx.x];
    for (int o = 4; o > 0; o >>= 1) sum += __shfl_down_sync(0xffu, sum, o);
    if (threadIdx.x == 0) part[blockIdx.x] = sum;
  }
}

}
