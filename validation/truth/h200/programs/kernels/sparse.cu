// Bands, blocks, edges, small dense factors.
extern "C" {

__global__ void dia_spmv(double *y, const double *diag, const double *x, int n, int bands, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double s = 0;
  for (int k = 0; k < bands; k++) {
    int j = i + (k - bands / 2) * stride;
    if (j >= 0 && j < n) s += diag[(size_t)k * n + i] * x[j];
  }
  y[i] = s;
}

// Blocks of 4 x 4, half a warp a block row; the columns are hashed.
__global__ void bsr4_spmv(float *y, const float *val, const unsigned *col, const float4 *x, int brows, int per) {
  int g = (blockIdx.x * blockDim.x + threadIdx.x) >> 4, l = threadIdx.x & 15, r = l >> 2, q = l & 3;
  float s = 0;
  if (g < brows)
    for (int k = q; k < per; k += 4) {
      float4 xv = x[col[(size_t)g * per + k] % brows], v = *(const float4 *)(val + ((size_t)g * per + k) * 16 + 4 * r);
      s += v.x * xv.x + v.y * xv.y + v.z * xv.z + v.w * xv.w;
    }
  s += __shfl_xor_sync(0xffffffff, s, 1);
  s += __shfl_xor_sync(0xffffffff, s, 2);
  if (g < brows && q == 0) y[4 * g + r] = s;
}

__global__ void relax_edges(unsigned *next, const unsigned *dist, const uint2 *edge, const unsigned char *weight, int m, unsigned n) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < m; e += gridDim.x * blockDim.x) {
    uint2 uv = edge[e];
    unsigned d = dist[uv.x % n] + weight[e], v = uv.y % n;
    if (d < *(volatile unsigned *)(next + v)) atomicMin(next + v, d);
  }
}

// A round of Luby's independent set; twelve hashed neighbours.
__global__ void luby_round(unsigned char *in_set, unsigned *size, const unsigned *nb, const unsigned *prio, int n, int degree) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  bool win = v < n;
  if (win) {
    unsigned p = prio[v];
    for (int k = 0; k < degree; k++) {
      unsigned u = nb[(size_t)k * n + v] % n;
      unsigned q = prio[u];
      if (q > p || (q == p && u > v)) { win = false; break; }
    }
    in_set[v] = win;
  }
  unsigned b = __ballot_sync(0xffffffff, win);
  if ((threadIdx.x & 31) == 0) atomicAdd(size, __popc(b));
}

// QR of 8 x 8 doubles by Householder, a thread a matrix.
__global__ void __launch_bounds__(64) qr8_f64(double *R, const double *A, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double a[8][8];
#pragma unroll
  for (int k = 0; k < 64; k++) a[k >> 3][k & 7] = A[(size_t)k * n + i] + (k % 9 == 0);
#pragma unroll
  for (int c = 0; c < 7; c++) {
    double s = 0;
#pragma unroll
    for (int r = c; r < 8; r++) s += a[r][c] * a[r][c];
    double alpha = a[c][c] > 0 ? -sqrt(s) : sqrt(s), v0 = a[c][c] - alpha, beta = 2.0 / (s - a[c][c] * a[c][c] + v0 * v0);
    a[c][c] = v0;
#pragma unroll
    for (int k = c + 1; k < 8; k++) {
      double d = 0;
#pragma unroll
      for (int r = c; r < 8; r++) d += a[r][c] * a[r][k];
      d *= beta;
#pragma unroll
      for (int r = c; r < 8; r++) a[r][k] -= d * a[r][c];
    }
    a[c][c] = alpha;
  }
  int o = 0;
#pragma unroll
  for (int r = 0; r < 8; r++)
#pragma unroll
    for (int c = r; c < 8; c++) R[(size_t)(o++) * n + i] = a[r][c];
}

// Conjugate gradients for the Laplacian of a ring in one block.
__global__ void __launch_bounds__(1024) cg_block(double *x, const double *b, int n, int iterations) {
  extern __shared__ double p[];
  __shared__ double part[33];
  const int U = 4;
  double xr[U], r[U], q[U];
  auto total = [&](double v) {
    for (int k = 16; k; k >>= 1) v += __shfl_xor_sync(0xffffffff, v, k);
    __syncthreads();
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
      v = part[threadIdx.x];
      for (int k = 16; k; k >>= 1) v += __shfl_xor_sync(0xffffffff, v, k);
      if (threadIdx.x == 0) part[32] = v;
    }
    __syncthreads();
    return part[32];
  };
  double rr = 0;
#pragma unroll
  for (int u = 0; u < U; u++) { int i = threadIdx.x + u * 1024; xr[u] = 0; r[u] = b[i]; p[i] = r[u]; rr += r[u] * r[u]; }
  rr = total(rr);
  for (int it = 0; it < iterations; it++) {
    double pq = 0;
#pragma unroll
    for (int u = 0; u < U; u++) { int i = threadIdx.x + u * 1024; q[u] = 2.5 * p[i] - p[(i + 1) & (n - 1)] - p[(i + n - 1) & (n - 1)]; pq += q[u] * p[i]; }
    double alpha = rr / total(pq), r2 = 0;
#pragma unroll
    for (int u = 0; u < U; u++) { int i = threadIdx.x + u * 1024; xr[u] += alpha * p[i]; r[u] -= alpha * q[u]; r2 += r[u] * r[u]; }
    r2 = total(r2);
    double beta = r2 / rr;
    rr = r2;
#pragma unroll
    for (int u = 0; u < U; u++) { int i = threadIdx.x + u * 1024; p[i] = r[u] + beta * p[i]; }
    __syncthreads();
  }
#pragma unroll
  for (int u = 0; u < U; u++) x[threadIdx.x + u * 1024] = xr[u];
}
}
