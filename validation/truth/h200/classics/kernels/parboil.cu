// After Parboil.
struct K4 { float x, y, z, phi; };
__constant__ K4 kspace[1024];
__constant__ float4 atoms[2048];
__constant__ float bounds[24];
__constant__ int jds_ptr[512];
extern "C" {

// MRI-Q: each voxel sums over the samples of k-space.
__global__ void mriq(float *Qr, float *Qi, const float *x, const float *y, const float *z, int n, int ks) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sx = x[i], sy = y[i], sz = z[i], qr = Qr[i], qi = Qi[i];
  for (int k = 0; k < ks; k++) {
    float a = 6.2831853071795864769f * (kspace[k].x * sx + kspace[k].y * sy + kspace[k].z * sz);
    qr += kspace[k].phi * __cosf(a);
    qi += kspace[k].phi * __sinf(a);
  }
  Qr[i] = qr; Qi[i] = qi;
}

// TPACF: angles between all pairs of two sets, binned by a binary search over the bins' bounds.
__global__ void tpacf(unsigned *hist, const float *xa, const float *xb, int n, int bins) {
  __shared__ float3 tile[128];
  __shared__ unsigned h[4][32];
  int t = threadIdx.x, w = t >> 5;
  h[w][t & 31] = 0;
  int i = blockIdx.x * blockDim.x + t;
  float3 a = make_float3(0, 0, 0);
  if (i < n) a = make_float3(xa[i], xa[i + n], xa[i + 2 * n]);
  for (int j0 = 0; j0 < n; j0 += 128) {
    __syncthreads();
    if (j0 + t < n) tile[t] = make_float3(xb[j0 + t], xb[j0 + t + n], xb[j0 + t + 2 * n]);
    __syncthreads();
    if (i < n)
      for (int k = 0; k < 128 && j0 + k < n; k++) {
        float d = a.x * tile[k].x + a.y * tile[k].y + a.z * tile[k].z;
        int lo = 0, hi = bins;
        while (hi > lo + 1) {
          int mid = (lo + hi) / 2;
          if (d >= bounds[mid]) hi = mid; else lo = mid;
        }
        atomicAdd(&h[w][lo], 1u);
      }
  }
  __syncthreads();
  if (t < bins) atomicAdd(&hist[t], h[0][t] + h[1][t] + h[2][t] + h[3][t]);
}

// CUTCP: the potential of charges within a cut-off on a plane of a lattice, eight points a thread.
__global__ void cutcp(float *grid, int nx, float spacing, float z, int natoms, float cut2, float inv_cut2) {
  int xi = blockIdx.x * blockDim.x * 4 + threadIdx.x, yi = blockIdx.y * blockDim.y + threadIdx.y;
  float y = spacing * yi;
  float e[4] = {0, 0, 0, 0};
  for (int a = 0; a < natoms; a++) {
    float dy = y - atoms[a].y, dz = z - atoms[a].z, dyz = dy * dy + dz * dz;
    if (dyz >= cut2) continue;
#pragma unroll
    for (int k = 0; k < 4; k++) {
      float dx = spacing * (xi + k * blockDim.x) - atoms[a].x, r2 = dx * dx + dyz;
      if (r2 < cut2) { float s = 1.0f - r2 * inv_cut2; e[k] += atoms[a].w * rsqrtf(r2) * s * s; }
    }
  }
#pragma unroll
  for (int k = 0; k < 4; k++) {
    int x = xi + k * blockDim.x;
    if (x < nx) grid[yi * nx + x] += e[k];
  }
}

// SGEMM: A and C by columns, B transposed; 128 x 16 of C a block, 16 columns a thread.
__global__ void sgemm_nt(float *C, const float *A, const float *B, int lda, int ldb, int ldc, int k, float alpha, float beta) {
  __shared__ float bs[8][16];
  float c[16];
#pragma unroll
  for (int i = 0; i < 16; i++) c[i] = 0.0f;
  int mid = threadIdx.y * blockDim.x + threadIdx.x;
  int m = blockIdx.x * 128 + mid, n = blockIdx.y * 16 + threadIdx.x;
  for (int i = 0; i < k; i += 8) {
    bs[threadIdx.y][threadIdx.x] = B[n + (i + threadIdx.y) * ldb];
    __syncthreads();
    for (int j = 0; j < 8; j++) {
      float a = A[m + (i + j) * lda];
#pragma unroll
      for (int kk = 0; kk < 16; kk++) c[kk] += a * bs[j][kk];
    }
    __syncthreads();
  }
  int t = ldc * blockIdx.y * 16 + m;
#pragma unroll
  for (int i = 0; i < 16; i++) C[t + i * ldc] = C[t + i * ldc] * beta + alpha * c[i];
}

// Seven points, two columns of x a thread, marching in z with the plane in shared memory.
__global__ void stencil_coarse(float *out, const float *in, float c0, float c1, int nx, int ny, int nz) {
  extern __shared__ float plane[];
  int i = blockIdx.x * blockDim.x * 2 + threadIdx.x, i2 = i + blockDim.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  int s = threadIdx.x + threadIdx.y * blockDim.x * 2, s2 = s + blockDim.x;
#define AT(x, y, z) ((x) + nx * ((y) + ny * (z)))
  bool edge = i > 0 && i < nx - 1 && j > 0 && j < ny - 1, edge2 = i2 > 0 && i2 < nx - 1 && j > 0 && j < ny - 1;
  bool in1 = i < nx && j < ny, in2 = i2 < nx && j < ny;
  float bottom = 0, bottom2 = 0, cur = 0, cur2 = 0;
  if (in1) { bottom = in[AT(i, j, 0)]; cur = in[AT(i, j, 1)]; }
  if (in2) { bottom2 = in[AT(i2, j, 0)]; cur2 = in[AT(i2, j, 1)]; }
  plane[s] = cur; plane[s2] = cur2;
  __syncthreads();
  for (int k = 1; k < nz - 1; k++) {
    float top = in1 ? in[AT(i, j, k + 1)] : 0, top2 = in2 ? in[AT(i2, j, k + 1)] : 0;
    int w = blockDim.x * 2;
    if (edge) {
      float l = threadIdx.x == 0 ? in[AT(i - 1, j, k)] : plane[s - 1];
      float d = threadIdx.y == 0 ? in[AT(i, j - 1, k)] : plane[s - w];
      float u = threadIdx.y == blockDim.y - 1 ? in[AT(i, j + 1, k)] : plane[s + w];
      out[AT(i, j, k)] = (top + bottom + u + d + plane[s + 1] + l) * c1 - cur * c0;
    }
    if (edge2) {
      float r = threadIdx.x == blockDim.x - 1 ? in[AT(i2 + 1, j, k)] : plane[s2 + 1];
      float d = threadIdx.y == 0 ? in[AT(i2, j - 1, k)] : plane[s2 - w];
      float u = threadIdx.y == blockDim.y - 1 ? in[AT(i2, j + 1, k)] : plane[s2 + w];
      out[AT(i2, j, k)] = (top2 + bottom2 + u + d + plane[s2 - 1] + r) * c1 - cur2 * c0;
    }
    __syncthreads();
    bottom = cur; bottom2 = cur2;
    plane[s] = cur = top; plane[s2] = cur2 = top2;
    __syncthreads();
  }
}

// Jagged diagonals: rows sorted by length, offsets of the diagonals in constant memory.
__global__ void spmv_jds(float *y, const float *data, const int *col, const int *perm, const float *x, const int *nnz, int dim) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= dim) return;
  float sum = 0;
  int bound = nnz[r];
  for (int k = 0; k < bound; k++) {
    int j = jds_ptr[k] + r;
    sum += data[j] * x[col[j]];
  }
  y[perm[r]] = sum;
}
}
