// Simulation and images.
__constant__ float krow[17];
__constant__ float fd[5];
extern "C" {

// N-body in doubles, all pairs, tiles of blockDim bodies.
__global__ void nbody_f64(double3 *acc, const double4 *body, int n, double eps2) {
  __shared__ double4 tile[96];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double4 me = body[min(i, n - 1)];
  double ax = 0, ay = 0, az = 0;
  for (int j0 = 0; j0 < n; j0 += 96) {
    if (j0 + threadIdx.x < n) tile[threadIdx.x] = body[j0 + threadIdx.x];
    __syncthreads();
    int m = min(96, n - j0);
    for (int j = 0; j < m; j++) {
      double dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      double r2 = dx * dx + dy * dy + dz * dz + eps2;
      double inv = rsqrt(r2), s = tile[j].w * inv * inv * inv;
      ax += dx * s; ay += dy * s; az += dz * s;
    }
    __syncthreads();
  }
  if (i < n) acc[i] = make_double3(ax, ay, az);
}

// Finite differences of order 8 in three dimensions: the plane in shared memory, z in registers.
__global__ void fd3d8(float *out, const float *in, int nx, int ny, int nz) {
  __shared__ float s[16 + 8][32 + 8];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty;
  int px = nx + 8, py = ny + 8;
  size_t plane = (size_t)px * py, at = (size_t)(y + 4) * px + x + 4;
  bool ok = x < nx && y < ny;
  float behind[4], front[4], cur = 0;
#pragma unroll
  for (int k = 0; k < 4; k++) behind[3 - k] = ok ? in[at + k * plane] : 0;
  cur = ok ? in[at + 4 * plane] : 0;
#pragma unroll
  for (int k = 0; k < 4; k++) front[k] = ok ? in[at + (5 + k) * plane] : 0;
  for (int z = 0; z < nz; z++) {
    size_t p = at + (size_t)(z + 4) * plane;
    if (z) {
#pragma unroll
      for (int k = 3; k; k--) behind[k] = behind[k - 1];
      behind[0] = cur;
      cur = front[0];
#pragma unroll
      for (int k = 0; k < 3; k++) front[k] = front[k + 1];
      front[3] = ok ? in[p + 4 * plane] : 0;
    }
    __syncthreads();
    if (ok) {
      s[ty + 4][tx + 4] = cur;
      if (ty < 4) { s[ty][tx + 4] = in[p - 4 * (size_t)px]; }
      if (ty >= 12 || y + 4 >= ny) { s[ty + 8][tx + 4] = in[p + 4 * (size_t)px]; }
      if (tx < 4) s[ty + 4][tx] = in[p - 4];
      if (tx >= 28 || x + 4 >= nx) s[ty + 4][tx + 8] = in[p + 4];
    }
    __syncthreads();
    if (ok) {
      float v = fd[0] * cur;
#pragma unroll
      for (int k = 1; k <= 4; k++)
        v += fd[k] * (front[k - 1] + behind[k - 1] + s[ty + 4 - k][tx + 4] + s[ty + 4 + k][tx + 4] + s[ty + 4][tx + 4 - k] + s[ty + 4][tx + 4 + k]);
      out[p] = v;
    }
  }
}

// Life on bits: 32 cells a word, a torus.
__global__ void life_bits(unsigned *out, const unsigned *in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int xl = x ? x - 1 : w - 1, xr = x + 1 < w ? x + 1 : 0;
  unsigned s0 = 0, s1 = 0, s2 = 0, me = 0;
#pragma unroll
  for (int d = -1; d <= 1; d++) {
    int yy = y + d;
    yy = yy < 0 ? h - 1 : yy >= h ? 0 : yy;
    unsigned l = in[yy * w + xl], c = in[yy * w + x], r = in[yy * w + xr];
    unsigned a = __funnelshift_l(l, c, 1), b = __funnelshift_r(c, r, 1);
    unsigned add[3] = {a, b, c};
    if (d == 0) me = c;
#pragma unroll
    for (int k = 0; k < 3; k++) {
      if (d == 0 && k == 2) continue;
      unsigned v = add[k], t = s0 & v;
      s0 ^= v;
      unsigned q = s1 & t;
      s1 ^= t;
      s2 |= q;
    }
  }
  out[y * w + x] = s1 & ~s2 & (s0 | me);
}

// Separable convolution of radius 8 with the kernel in constant memory: rows, then columns.
__global__ void conv_rows(float *dst, const float *src, int w, int pitch) {
  __shared__ float s[4][16 * 10];
  int bx = (blockIdx.x * 8 - 1) * 16 + threadIdx.x, by = blockIdx.y * 4 + threadIdx.y;
  src += by * pitch + bx;
  dst += by * pitch + bx;
#pragma unroll
  for (int i = 1; i < 9; i++) s[threadIdx.y][threadIdx.x + i * 16] = bx + i * 16 < w ? src[i * 16] : 0;
  s[threadIdx.y][threadIdx.x] = bx >= 0 ? src[0] : 0;
  s[threadIdx.y][threadIdx.x + 9 * 16] = bx + 9 * 16 < w ? src[9 * 16] : 0;
  __syncthreads();
#pragma unroll
  for (int i = 1; i < 9; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -8; j <= 8; j++) sum += krow[8 - j] * s[threadIdx.y][threadIdx.x + i * 16 + j];
    if (bx + i * 16 < w) dst[i * 16] = sum;
  }
}
__global__ void conv_cols(float *dst, const float *src, int h, int pitch) {
  __shared__ float s[16][8 * 10 + 1];
  int x = blockIdx.x * 16 + threadIdx.x, by = (blockIdx.y * 8 - 1) * 8 + threadIdx.y;
  src += by * pitch + x;
  dst += by * pitch + x;
#pragma unroll
  for (int i = 0; i < 10; i++) {
    int y = by + i * 8;
    s[threadIdx.x][threadIdx.y + i * 8] = y >= 0 && y < h ? src[i * 8 * pitch] : 0;
  }
  __syncthreads();
#pragma unroll
  for (int i = 1; i < 9; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -8; j <= 8; j++) sum += krow[8 - j] * s[threadIdx.x][threadIdx.y + i * 8 + j];
    if (by + i * 8 < h) dst[i * 8 * pitch] = sum;
  }
}

// A running mean along rows: a thread a row.
__global__ void boxfilter_x(float *od, const float *id, int w, int h, int r) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h) return;
  id += y * w; od += y * w;
  float scale = 1.0f / (2 * r + 1), t = id[0] * r;
  for (int x = 0; x < r + 1; x++) t += id[x];
  od[0] = t * scale;
  for (int x = 1; x < r + 1; x++) { t += id[x + r]; t -= id[0]; od[x] = t * scale; }
  for (int x = r + 1; x < w - r; x++) { t += id[x + r]; t -= id[x - r - 1]; od[x] = t * scale; }
  for (int x = w - r; x < w; x++) { t += id[w - 1]; t -= id[x - r - 1]; od[x] = t * scale; }
}

// Smoothed particles: density from the 27 cells around, particles sorted by cell.
__global__ void sph_density(float *rho, const float4 *pos, const int *start, int n, int g, float h2, float k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = pos[i];
  int cx = min((int)(p.x * g), g - 1), cy = min((int)(p.y * g), g - 1), cz = min((int)(p.z * g), g - 1);
  float s = 0;
  for (int z = max(cz - 1, 0); z <= min(cz + 1, g - 1); z++)
    for (int y = max(cy - 1, 0); y <= min(cy + 1, g - 1); y++)
      for (int x = max(cx - 1, 0); x <= min(cx + 1, g - 1); x++) {
        int c = (z * g + y) * g + x;
        for (int j = start[c]; j < start[c + 1]; j++) {
          float4 q = pos[j];
          float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, r2 = dx * dx + dy * dy + dz * dz;
          if (r2 < h2) { float t = h2 - r2; s += q.w * t * t * t; }
        }
      }
  rho[i] = s * k;
}

// Hough transform for lines: a block an angle, votes in shared memory.
__global__ void hough(unsigned *acc, const short2 *edge, int edges, int rhos, float dtheta) {
  extern __shared__ unsigned votes[];
  for (int i = threadIdx.x; i < rhos; i += blockDim.x) votes[i] = 0;
  __syncthreads();
  float c, s;
  sincosf(blockIdx.x * dtheta, &s, &c);
  for (int i = threadIdx.x; i < edges; i += blockDim.x) {
    short2 e = edge[i];
    int r = __float2int_rd((e.x & 1023) * c + (e.y & 1023) * s) + rhos / 2;
    if (r >= 0 && r < rhos) atomicAdd(&votes[r], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < rhos; i += blockDim.x) acc[blockIdx.x * rhos + i] = votes[i];
}

// Mandelbrot in fixed point of 64 bits, tiles of 8 x 8.
__global__ void mandel_fixed(unsigned short *img, int w, int h, long long x0, long long y0, long long step, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  long long cx = x0 + px * step, cy = y0 + py * step, x = 0, y = 0;
  int k = 0;
  for (; k < limit; k++) {
    long long xx = x * x >> 28, yy = y * y >> 28;
    if (xx + yy > 4ll << 28) break;
    y = (x * y >> 27) + cy;
    x = xx - yy + cx;
  }
  img[py * w + px] = k;
}
}
