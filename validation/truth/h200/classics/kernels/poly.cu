// After PolyBench/GPU.
extern "C" {

// BiCG: s = A^T r, a thread a column.
__global__ void bicg_s(float *s, const float *A, const float *r, int nx, int ny) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= ny) return;
  float v = 0.0f;
  for (int i = 0; i < nx; i++) v += r[i] * A[(size_t)i * ny + j];
  s[j] = v;
}

// y = alpha A x + beta B x, a thread a row.
__global__ void gesummv(double *y, const double *A, const double *B, const double *x, double alpha, double beta, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double t = 0, u = 0;
  for (int j = 0; j < n; j++) { t += A[(size_t)i * n + j] * x[j]; u += B[(size_t)i * n + j] * x[j]; }
  y[i] = alpha * t + beta * u;
}

// Correlation of standardised columns: thread j1 has all pairs (j1, j2 > j1).
__global__ void corr(float *sym, const float *data, int m, int n) {
  int j1 = blockIdx.x * blockDim.x + threadIdx.x;
  if (j1 >= m - 1) return;
  sym[j1 * m + j1] = 1.0f;
  for (int j2 = j1 + 1; j2 < m; j2++) {
    float s = 0.0f;
    for (int i = 0; i < n; i++) s += data[i * m + j1] * data[i * m + j2];
    sym[j1 * m + j2] = s;
    sym[j2 * m + j1] = s;
  }
}

// FDTD: the electric fields, both in one kernel, then the magnetic one.
__global__ void fdtd_e(float *ex, float *ey, const float *hz, int nx, int ny, float source) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= nx || j >= ny) return;
  float h = hz[(size_t)i * ny + j];
  if (i == 0) ey[j] = source;
  else ey[(size_t)i * ny + j] -= 0.5f * (h - hz[(size_t)(i - 1) * ny + j]);
  if (j > 0) ex[(size_t)i * (ny + 1) + j] -= 0.5f * (h - hz[(size_t)i * ny + j - 1]);
}
__global__ void fdtd_h(double *hz, const double *ex, const double *ey, int nx, int ny) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < nx && j < ny)
    hz[(size_t)i * ny + j] -= 0.7 * (ex[(size_t)i * (ny + 1) + j + 1] - ex[(size_t)i * (ny + 1) + j] + ey[(size_t)(i + 1) * ny + j] - ey[(size_t)i * ny + j]);
}

// ADI: forward sweeps along the rows (a thread a row) and along the columns (a thread a column).
__global__ void adi_rows(float *B, float *X, const float *A, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = 1; j < n; j++) {
    X[i * n + j] -= X[i * n + j - 1] * A[i * n + j] / B[i * n + j - 1];
    B[i * n + j] -= A[i * n + j] * A[i * n + j] / B[i * n + j - 1];
  }
}
__global__ void adi_cols(float *B, float *X, const float *A, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  for (int i = 1; i < n; i++) {
    X[i * n + j] -= X[(i - 1) * n + j] * A[i * n + j] / B[(i - 1) * n + j];
    B[i * n + j] -= A[i * n + j] * A[i * n + j] / B[(i - 1) * n + j];
  }
}

// Gram-Schmidt: row k of R, and its part taken out of the later columns.
__global__ void gramschmidt3(float *a, float *r, const float *q, int k, int m, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j <= k || j >= n) return;
  float s = 0;
  for (int i = 0; i < m; i++) s += q[i * n + k] * a[i * n + j];
  r[k * n + j] = s;
  for (int i = 0; i < m; i++) a[i * n + j] -= q[i * n + k] * s;
}

// D = alpha A B + beta D in doubles, 32 x 8 threads, no tiles.
__global__ void mm_alpha_beta(double *D, const double *A, const double *B, int ni, int nj, int nk, double alpha, double beta) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= ni || j >= nj) return;
  double v = D[i * nj + j] * beta;
  for (int k = 0; k < nk; k++) v += alpha * A[i * nk + k] * B[k * nj + j];
  D[i * nj + j] = v;
}
}
