// Solvers, transforms, random numbers, special functions.

__device__ __forceinline__ float2 cmulf(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ __forceinline__ float2 addf(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ float2 subf(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }

extern "C" {

// 3x3x3 convolution of 4 channels to 8 on a padded volume; a thread a voxel with all its outputs.
__global__ void __launch_bounds__(256)
conv3d_4to8(float *__restrict__ out, const float *__restrict__ in, const float *__restrict__ weight, int d) {
  __shared__ float wt[864];
  int t = threadIdx.z * 64 + threadIdx.y * 32 + threadIdx.x;
  for (int k = t; k < 864; k += 256) wt[k] = weight[k];
  __syncthreads();
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 2 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z, p = d + 2;
  float acc[8];
#pragma unroll
  for (int o = 0; o < 8; o++) acc[o] = 0.0f;
  for (int c = 0; c < 4; c++)
    for (int dz = 0; dz < 3; dz++)
#pragma unroll
      for (int dy = 0; dy < 3; dy++)
#pragma unroll
        for (int dx = 0; dx < 3; dx++) {
          float v = in[((c * p + z + dz) * p + y + dy) * p + x + dx];
          int k = ((c * 3 + dz) * 3 + dy) * 3 + dx;
#pragma unroll
          for (int o = 0; o < 8; o++) acc[o] = fmaf(v, wt[k * 8 + o], acc[o]);
        }
#pragma unroll
  for (int o = 0; o < 8; o++) out[((o * d + z) * d + y) * d + x] = acc[o];
}

// Systems of 6 equations by Givens rotations, in registers.
__global__ void givens6(float *__restrict__ x, const float *__restrict__ A, const float *__restrict__ b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a[6][7];
#pragma unroll
  for (int r = 0; r < 6; r++) {
#pragma unroll
    for (int c = 0; c < 6; c++) a[r][c] = A[(size_t)(r * 6 + c) * n + i] + (r == c ? 3.0f : 0.0f);
    a[r][6] = b[(size_t)r * n + i];
  }
#pragma unroll
  for (int c = 0; c < 5; c++)
#pragma unroll
    for (int r = c + 1; r < 6; r++) {
      float f = a[c][c], g = a[r][c], inv = rsqrtf(f * f + g * g + 1e-30f), cs = f * inv, sn = g * inv;
#pragma unroll
      for (int k = c; k < 7; k++) {
        float u = a[c][k], v = a[r][k];
        a[c][k] = cs * u + sn * v;
        a[r][k] = cs * v - sn * u;
      }
    }
#pragma unroll
  for (int r = 5; r >= 0; r--) {
    float s = a[r][6];
#pragma unroll
    for (int k = r + 1; k < 6; k++) s -= a[r][k] * a[k][6];
    a[r][6] = s / a[r][r];
    x[(size_t)r * n + i] = a[r][6];
  }
}

// Transforms of 256 complex points, 64 threads each: Stockham, four passes of radix 4.
__global__ void __launch_bounds__(128)
fft256_stockham(float2 *__restrict__ out, const float2 *__restrict__ in) {
  __shared__ float2 buf[2][256];
  int j = threadIdx.x & 63, which = threadIdx.x >> 6;
  size_t base = ((size_t)blockIdx.x * 2 + which) * 256;
  float2 v[4];
#pragma unroll
  for (int k = 0; k < 4; k++) v[k] = in[base + j + 64 * k];
  for (int ns = 1; ns < 256; ns *= 4) {
    int q = j & (ns - 1);
#pragma unroll
    for (int k = 1; k < 4; k++) {
      float s, c;
      sincospif(-2.0f * k * q / (4.0f * ns), &s, &c);
      v[k] = cmulf(v[k], make_float2(c, s));
    }
    float2 a = addf(v[0], v[2]), b = subf(v[0], v[2]), c = addf(v[1], v[3]), d = subf(v[1], v[3]);
    d = make_float2(d.y, -d.x);
    v[0] = addf(a, c);
    v[1] = addf(b, d);
    v[2] = subf(a, c);
    v[3] = subf(b, d);
    int to = (j - q) * 4 + q;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; k++) buf[which][to + k * ns] = v[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; k++) v[k] = buf[which][j + 64 * k];
  }
#pragma unroll
  for (int k = 0; k < 4; k++) out[base + j + 64 * k] = v[k];
}

// Philox 4x32-10 and Box-Muller: four normals a counter.
__global__ void philox_normals(float4 *__restrict__ out, int n, unsigned key0, unsigned key1) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned c0 = i, c1 = 0, c2 = 7, c3 = 0, k0 = key0, k1 = key1;
#pragma unroll
    for (int r = 0; r < 10; r++) {
      unsigned h0 = __umulhi(0xd2511f53u, c0), l0 = 0xd2511f53u * c0, h1 = __umulhi(0xcd9e8d57u, c2), l1 = 0xcd9e8d57u * c2;
      c0 = h1 ^ c1 ^ k0; c1 = l1;
      c2 = h0 ^ c3 ^ k1; c3 = l0;
      k0 += 0x9e3779b9u; k1 += 0xbb67ae85u;
    }
    float u0 = (c0 + 0.5f) * 2.3283064e-10f, u1 = c1 * 2.3283064e-10f, u2 = (c2 + 0.5f) * 2.3283064e-10f, u3 = c3 * 2.3283064e-10f;
    float r0 = sqrtf(-2.0f * logf(fminf(u0, 0.9999999f))), r1 = sqrtf(-2.0f * logf(fminf(u2, 0.9999999f))), s0, k, s1, q;
    sincospif(2.0f * u1, &s0, &k);
    sincospif(2.0f * u3, &s1, &q);
    out[i] = make_float4(r0 * s0, r0 * k, r1 * s1, r1 * q);
  }
}

// The regularised incomplete gamma function in double: a series below a + 1, a continued fraction above.
__global__ void gamma_inc(double *__restrict__ out, const double *__restrict__ as, const double *__restrict__ xs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double a = 0.5 + 9.5 * as[i], x = 20.0 * xs[i], scale = exp(a * log(x + 1e-300) - x - lgamma(a));
  if (x < a + 1.0) {
    double term = 1.0 / a, sum = term;
    for (int k = 1; k < 100; k++) {
      term *= x / (a + k);
      sum += term;
      if (term < sum * 1e-13) break;
    }
    out[i] = sum * scale;
  } else {
    double b = x + 1.0 - a, c = 1e300, d = 1.0 / b, h = d;
    for (int k = 1; k < 100; k++) {
      double an = -k * (k - a);
      b += 2.0;
      d = 1.0 / (an * d + b);
      c = b + an / c;
      double e = d * c;
      h *= e;
      if (fabs(e - 1.0) < 1e-13) break;
    }
    out[i] = 1.0 - scale * h;
  }
}

// Shallow water, a Lax-Friedrichs step on a torus; depth and two momenta.
__global__ void shallow_water(float *__restrict__ h1, float *__restrict__ u1, float *__restrict__ v1, const float *__restrict__ h0,
                              const float *__restrict__ u0, const float *__restrict__ v0, int w, int hgt, float k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= hgt) return;
  int c[4] = {y * w + (x ? x - 1 : w - 1), y * w + (x + 1 < w ? x + 1 : 0), (y ? y - 1 : hgt - 1) * w + x, (y + 1 < hgt ? y + 1 : 0) * w + x};
  float h[4], u[4], v[4], mh = 0, mu = 0, mv = 0;
#pragma unroll
  for (int q = 0; q < 4; q++) {
    h[q] = h0[c[q]]; u[q] = u0[c[q]]; v[q] = v0[c[q]];
    mh += h[q]; mu += u[q]; mv += v[q];
  }
  const float g = 9.81f;
  float fh = u[1] - u[0], gh = v[3] - v[2];
  float fu = (u[1] * u[1] / h[1] + 0.5f * g * h[1] * h[1]) - (u[0] * u[0] / h[0] + 0.5f * g * h[0] * h[0]);
  float fv = u[1] * v[1] / h[1] - u[0] * v[0] / h[0], gu = u[3] * v[3] / h[3] - u[2] * v[2] / h[2];
  float gv = (v[3] * v[3] / h[3] + 0.5f * g * h[3] * h[3]) - (v[2] * v[2] / h[2] + 0.5f * g * h[2] * h[2]);
  int i = y * w + x;
  h1[i] = 0.25f * mh - k * (fh + gh);
  u1[i] = 0.25f * mu - k * (fu + gu);
  v1[i] = 0.25f * mv - k * (fv + gv);
}

// Stiffness matrices of linear tetrahedra: corners gathered, ten numbers an element.
__global__ void tet_stiffness(float *__restrict__ ke, const int4 *__restrict__ tets, const float4 *__restrict__ nodes, int n, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int4 t = tets[i];
  float4 p0 = nodes[(unsigned)t.x % count], p1 = nodes[(unsigned)t.y % count], p2 = nodes[(unsigned)t.z % count], p3 = nodes[(unsigned)t.w % count];
  float ax = p1.x - p0.x, ay = p1.y - p0.y, az = p1.z - p0.z;
  float bx = p2.x - p0.x, by = p2.y - p0.y, bz = p2.z - p0.z;
  float cx = p3.x - p0.x, cy = p3.y - p0.y, cz = p3.z - p0.z;
  float g[4][3];
  g[1][0] = by * cz - bz * cy; g[1][1] = bz * cx - bx * cz; g[1][2] = bx * cy - by * cx;
  g[2][0] = cy * az - cz * ay; g[2][1] = cz * ax - cx * az; g[2][2] = cx * ay - cy * ax;
  g[3][0] = ay * bz - az * by; g[3][1] = az * bx - ax * bz; g[3][2] = ax * by - ay * bx;
  float det = ax * g[1][0] + ay * g[1][1] + az * g[1][2];
  float s = 1.0f / (6.0f * fabsf(det) + 1e-6f) * (1.0f + 0.25f * (p0.w + p1.w + p2.w + p3.w));
  for (int k = 0; k < 3; k++) g[0][k] = -g[1][k] - g[2][k] - g[3][k];
  int m = 0;
#pragma unroll
  for (int r = 0; r < 4; r++)
#pragma unroll
    for (int c = r; c < 4; c++) ke[(size_t)m++ * n + i] = s * (g[r][0] * g[c][0] + g[r][1] * g[c][1] + g[r][2] * g[c][2]);
}

// Pentadiagonal systems, constant bands, a thread a system, unknowns interleaved; the rows' factors wait in scratch.
__global__ void penta_lines(float *__restrict__ x, float2 *__restrict__ scratch, const float *__restrict__ rhs, int systems, int len, float e, float f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= systems) return;
  float a1 = 0.0f, a2 = 0.0f, b1 = 0.0f, b2 = 0.0f, z1 = 0.0f, z2 = 0.0f;
  for (int k = 0; k < len; k++) {
    float d = 1.0f - 2.0f * (e + f), r = rhs[(size_t)k * systems + i];
    float low = f;
    float beta = e - low * a2;
    float mu = d - low * b2 - beta * a1, inv = 1.0f / mu;
    float a = (e - beta * b1) * inv, b = f * inv, z = (r - low * z2 - beta * z1) * inv;
    scratch[(size_t)k * systems + i] = make_float2(a, b);
    x[(size_t)k * systems + i] = z;
    a2 = a1; b2 = b1; z2 = z1;
    a1 = a; b1 = b; z1 = z;
  }
  float x1 = 0.0f, x2 = 0.0f;
  for (int k = len - 1; k >= 0; k--) {
    float2 s = scratch[(size_t)k * systems + i];
    float v = x[(size_t)k * systems + i] - s.x * x1 - s.y * x2;
    x[(size_t)k * systems + i] = v;
    x2 = x1;
    x1 = v;
  }
}
}
