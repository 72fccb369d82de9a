// Many small matrices, integers of many words, tiles.
#include <cuda_fp16.h>
extern "C" {

// G = A^T A, only tiles on or above the diagonal.
__global__ void gram(float *G, const float *A, int n, int k) {
  __shared__ float p[16][17], q[16][17];
  if (blockIdx.y > blockIdx.x) return;
  int tx = threadIdx.x, ty = threadIdx.y, ci = blockIdx.y * 16, cj = blockIdx.x * 16;
  float s = 0;
  for (int r = 0; r < n; r += 16) {
    p[ty][tx] = r + ty < n && ci + tx < k ? A[(r + ty) * k + ci + tx] : 0.f;
    q[ty][tx] = r + ty < n && cj + tx < k ? A[(r + ty) * k + cj + tx] : 0.f;
    __syncthreads();
#pragma unroll
    for (int e = 0; e < 16; e++) s += p[e][ty] * q[e][tx];
    __syncthreads();
  }
  int i = ci + ty, j = cj + tx;
  if (i < k && j < k) { G[i * k + j] = s; G[j * k + i] = s; }
}

// Cholesky of a 16x16 matrix a block of 16x16 threads.
__global__ void chol16(float *L, const float *R) {
  __shared__ float a[16][17];
  int j = threadIdx.x, i = threadIdx.y;
  const float *m = R + blockIdx.x * 256;
  a[i][j] = 0.5f * (m[i * 16 + j] + m[j * 16 + i]) + (i == j ? 16.f : 0.f);
  __syncthreads();
  for (int k = 0; k < 16; k++) {
    if (i == k && j == k) a[k][k] = sqrtf(a[k][k]);
    __syncthreads();
    if (j == k && i > k) a[i][k] /= a[k][k];
    __syncthreads();
    if (j > k && i >= j) a[i][j] -= a[i][k] * a[j][k];
    __syncthreads();
  }
  L[blockIdx.x * 256 + i * 16 + j] = i >= j ? a[i][j] : 0.f;
}

// LU with partial pivoting, an 8x8 matrix a thread, matrices one after the other in memory.
__global__ void lu8_pivot(float *A, int *pivots, int batch) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= batch) return;
  float a[8][8];
  float *m = A + (size_t)t * 64;
  for (int i = 0; i < 64; i++) a[i / 8][i % 8] = m[i];
  for (int k = 0; k < 8; k++) {
    int p = k;
    for (int i = k + 1; i < 8; i++) if (fabsf(a[i][k]) > fabsf(a[p][k])) p = i;
    pivots[t * 8 + k] = p;
    if (p != k) for (int j = 0; j < 8; j++) { float x = a[k][j]; a[k][j] = a[p][j]; a[p][j] = x; }
    float d = a[k][k] != 0.f ? 1.f / a[k][k] : 0.f;
    for (int i = k + 1; i < 8; i++) {
      a[i][k] *= d;
      for (int j = k + 1; j < 8; j++) a[i][j] -= a[i][k] * a[k][j];
    }
  }
  for (int i = 0; i < 64; i++) m[i] = a[i / 8][i % 8];
}

// Tridiagonal systems, one a thread, unknowns of all systems interleaved.
__global__ void thomas(float *x, float *cp, const float *a, const float *b, const float *c, const float *d, int systems, int n) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  float pc = 0, pd = 0;
  for (int i = 0; i < n; i++) {
    int p = i * systems + s;
    float m = 1.f / (b[p] - a[p] * pc);
    pc = c[p] * m; pd = (d[p] - a[p] * pd) * m;
    cp[p] = pc; x[p] = pd;
  }
  float v = pd;
  for (int i = n - 2; i >= 0; i--) { int p = i * systems + s; v = x[p] - cp[p] * v; x[p] = v; }
}

// Eigenvalues of symmetric 3x3 matrices (planes xx xy xz yy yz zz), Jacobi rotations, double precision.
__global__ void eigen3(double *ev, const double *m, int n, int sweeps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double a[3][3];
  a[0][0] = m[i]; a[0][1] = a[1][0] = m[n + i]; a[0][2] = a[2][0] = m[2 * n + i];
  a[1][1] = m[3 * n + i]; a[1][2] = a[2][1] = m[4 * n + i]; a[2][2] = m[5 * n + i];
  for (int s = 0; s < sweeps; s++) {
#pragma unroll
    for (int p = 0; p < 2; p++)
#pragma unroll
      for (int q = p + 1; q < 3; q++) {
        double apq = a[p][q];
        if (fabs(apq) < 1e-14) continue;
        double th = (a[q][q] - a[p][p]) / (2 * apq);
        double t = (th >= 0 ? 1.0 : -1.0) / (fabs(th) + sqrt(th * th + 1));
        double c = 1 / sqrt(t * t + 1), sn = t * c;
        int r = 3 - p - q;
        double arp = a[r][p], arq = a[r][q];
        a[p][p] -= t * apq; a[q][q] += t * apq; a[p][q] = a[q][p] = 0;
        a[r][p] = a[p][r] = c * arp - sn * arq;
        a[r][q] = a[q][r] = sn * arp + c * arq;
      }
  }
  ev[i] = a[0][0]; ev[n + i] = a[1][1]; ev[2 * n + i] = a[2][2];
}

__global__ void inverse4(float4 *out, const float4 *in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  float4 r0 = in[4 * t], r1 = in[4 * t + 1], r2 = in[4 * t + 2], r3 = in[4 * t + 3];
  float s0 = r0.x * r1.y - r1.x * r0.y, s1 = r0.x * r1.z - r1.x * r0.z, s2 = r0.x * r1.w - r1.x * r0.w;
  float s3 = r0.y * r1.z - r1.y * r0.z, s4 = r0.y * r1.w - r1.y * r0.w, s5 = r0.z * r1.w - r1.z * r0.w;
  float c5 = r2.z * r3.w - r3.z * r2.w, c4 = r2.y * r3.w - r3.y * r2.w, c3 = r2.y * r3.z - r3.y * r2.z;
  float c2 = r2.x * r3.w - r3.x * r2.w, c1 = r2.x * r3.z - r3.x * r2.z, c0 = r2.x * r3.y - r3.x * r2.y;
  float d = 1.f / (s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0);
  out[4 * t] = make_float4((r1.y * c5 - r1.z * c4 + r1.w * c3) * d, (-r0.y * c5 + r0.z * c4 - r0.w * c3) * d, (r3.y * s5 - r3.z * s4 + r3.w * s3) * d, (-r2.y * s5 + r2.z * s4 - r2.w * s3) * d);
  out[4 * t + 1] = make_float4((-r1.x * c5 + r1.z * c2 - r1.w * c1) * d, (r0.x * c5 - r0.z * c2 + r0.w * c1) * d, (-r3.x * s5 + r3.z * s2 - r3.w * s1) * d, (r2.x * s5 - r2.z * s2 + r2.w * s1) * d);
  out[4 * t + 2] = make_float4((r1.x * c4 - r1.y * c2 + r1.w * c0) * d, (-r0.x * c4 + r0.y * c2 - r0.w * c0) * d, (r3.x * s4 - r3.y * s2 + r3.w * s0) * d, (-r2.x * s4 + r2.y * s2 - r2.w * s0) * d);
  out[4 * t + 3] = make_float4((-r1.x * c3 + r1.y * c1 - r1.z * c0) * d, (r0.x * c3 - r0.y * c1 + r0.z * c0) * d, (-r3.x * s3 + r3.y * s1 - r3.z * s0) * d, (r2.x * s3 - r2.y * s1 + r2.z * s0) * d);
}

// C = A B^T in int8, four products an instruction; 32x32 of C a block of 256 threads, 2x2 a thread.
__global__ void gemm_dp4a(int *C, const int *A, const int *B, int M, int N, int K4) {
  __shared__ int a[32][17], b[32][17];
  int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, m0 = blockIdx.y * 32, n0 = blockIdx.x * 32;
  int c00 = 0, c01 = 0, c10 = 0, c11 = 0;
  for (int k = 0; k < K4; k += 16) {
    for (int r = ty; r < 32; r += 16) {
      a[r][tx] = m0 + r < M && k + tx < K4 ? A[(m0 + r) * K4 + k + tx] : 0;
      b[r][tx] = n0 + r < N && k + tx < K4 ? B[(n0 + r) * K4 + k + tx] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int e = 0; e < 16; e++) {
      int x0 = a[ty][e], x1 = a[ty + 16][e], y0 = b[tx][e], y1 = b[tx + 16][e];
      c00 = __dp4a(x0, y0, c00); c01 = __dp4a(x0, y1, c01); c10 = __dp4a(x1, y0, c10); c11 = __dp4a(x1, y1, c11);
    }
    __syncthreads();
  }
  int i = m0 + ty, j = n0 + tx;
  if (i < M && j < N) C[i * N + j] = c00;
  if (i < M && j + 16 < N) C[i * N + j + 16] = c01;
  if (i + 16 < M && j < N) C[(i + 16) * N + j] = c10;
  if (i + 16 < M && j + 16 < N) C[(i + 16) * N + j + 16] = c11;
}

__device__ unsigned long long montmul(unsigned long long a, unsigned long long b, unsigned long long p, unsigned long long inv) {
  unsigned long long lo = a * b, hi = __umul64hi(a, b), m = lo * inv, q = __umul64hi(m, p);
  unsigned long long r = hi - q;
  return hi < q ? r + p : r;
}
// x^e modulo a 63-bit prime, Montgomery form.
__global__ void mont_pow(unsigned long long *out, const unsigned long long *x, unsigned long long e, unsigned long long p, unsigned long long inv, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long b = x[i] % p, r = (0xffffffffffffffffull % p + 1) % p;
  while (e) {
    if (e & 1) r = montmul(r, b, p, inv);
    b = montmul(b, b, p, inv);
    e >>= 1;
  }
  out[i] = r;
}

// Sums of 512-bit integers, words of all numbers interleaved, carries in the flag.
__global__ void bignum_add(unsigned *c, const unsigned *a, const unsigned *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x[16], y[16];
#pragma unroll
  for (int k = 0; k < 16; k++) { x[k] = a[k * n + i]; y[k] = b[k * n + i]; }
  asm volatile(
      "add.cc.u32 %0, %0, %16;\n\taddc.cc.u32 %1, %1, %17;\n\taddc.cc.u32 %2, %2, %18;\n\taddc.cc.u32 %3, %3, %19;\n\t"
      "addc.cc.u32 %4, %4, %20;\n\taddc.cc.u32 %5, %5, %21;\n\taddc.cc.u32 %6, %6, %22;\n\taddc.cc.u32 %7, %7, %23;\n\t"
      "addc.cc.u32 %8, %8, %24;\n\taddc.cc.u32 %9, %9, %25;\n\taddc.cc.u32 %10, %10, %26;\n\taddc.cc.u32 %11, %11, %27;\n\t"
      "addc.cc.u32 %12, %12, %28;\n\taddc.cc.u32 %13, %13, %29;\n\taddc.cc.u32 %14, %14, %30;\n\taddc.u32 %15, %15, %31;"
      : "+r"(x[0]), "+r"(x[1]), "+r"(x[2]), "+r"(x[3]), "+r"(x[4]), "+r"(x[5]), "+r"(x[6]), "+r"(x[7]), "+r"(x[8]), "+r"(x[9]), "+r"(x[10]), "+r"(x[11]), "+r"(x[12]), "+r"(x[13]), "+r"(x[14]), "+r"(x[15])
      : "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]), "r"(y[4]), "r"(y[5]), "r"(y[6]), "r"(y[7]), "r"(y[8]), "r"(y[9]), "r"(y[10]), "r"(y[11]), "r"(y[12]), "r"(y[13]), "r"(y[14]), "r"(y[15]));
#pragma unroll
  for (int k = 0; k < 16; k++) c[k * n + i] = x[k];
}

// Matrix of city-block distances; the next tile is fetched into registers while this one is used.
__global__ void cityblock(float *D, const float *X, int n, int k) {
  __shared__ float a[2][16][17], b[2][16][17];
  int tx = threadIdx.x, ty = threadIdx.y, i0 = blockIdx.y * 16, j0 = blockIdx.x * 16, cur = 0;
  int ri = min(i0 + ty, n - 1), rj = min(j0 + ty, n - 1);
  a[0][ty][tx] = tx < k ? X[ri * k + tx] : 0.f;
  b[0][ty][tx] = tx < k ? X[rj * k + tx] : 0.f;
  __syncthreads();
  float s = 0;
  for (int t = 0; t < k; t += 16) {
    float na = 0, nb = 0;
    if (t + 16 + tx < k) { na = X[ri * k + t + 16 + tx]; nb = X[rj * k + t + 16 + tx]; }
#pragma unroll
    for (int e = 0; e < 16; e++) s += fabsf(a[cur][ty][e] - b[cur][tx][e]);
    cur ^= 1;
    a[cur][ty][tx] = na; b[cur][ty][tx] = nb;
    __syncthreads();
  }
  if (i0 + ty < n && j0 + tx < n) D[(i0 + ty) * n + j0 + tx] = s;
}

// Residual, scale and clamp in half precision, eight at a time.
__global__ void half_residual(uint4 *out, const uint4 *a, const uint4 *b, float scale, int n8) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n8) return;
  uint4 x = a[i], y = b[i];
  __half2 s = __float2half2_rn(scale), lo = __float2half2_rn(-1.5f), hi = __float2half2_rn(1.5f);
  __half2 *px = (__half2 *)&x, *py = (__half2 *)&y;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    // bits of a hash as numbers of a sane size
    unsigned u = (*(unsigned *)&px[k] & 0xbbffbbffu), v = (*(unsigned *)&py[k] & 0xbbffbbffu);
    px[k] = __hmin2(__hmax2(__hfma2(*(__half2 *)&u, s, *(__half2 *)&v), lo), hi);
  }
  out[i] = x;
}
}
