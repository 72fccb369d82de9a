// Memory passes and odd accesses.
struct Body { double m, x, y, z, vx, vy, vz; };
extern "C" {

// Several passes over the same words, every pass from another place.
__global__ void checksum_passes(unsigned *out, const uint4 *data, int n, int passes) {
  unsigned a = 1, b = 0;
  int size = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int p = 0; p < passes; p++) {
    int shift = p * (n / 3);
    for (int i = t; i < n; i += size) {
      int j = i + shift;
      while (j >= n) j -= n;
      uint4 v = data[j];
      a += v.x ^ v.y; b += a + (v.z ^ v.w);
    }
  }
  b = __reduce_add_sync(0xffffffff, b);
  if ((threadIdx.x & 31) == 0) out[t >> 5] = b;
}

__global__ void gups_xor(unsigned long long *table, unsigned mask, int updates, unsigned seed) {
  unsigned long long x = (blockIdx.x * blockDim.x + threadIdx.x + 1ull) * 0x9E3779B97F4A7C15ull + seed;
  for (int u = 0; u < updates; u++) {
    x ^= x << 13; x ^= x >> 7; x ^= x << 17;
    atomicXor(&table[(unsigned)(x >> 20) & mask], x);
  }
}

__global__ void gather_rows(float2 *out, const float2 *table, const unsigned *index, int n, unsigned rows, int width) {
  // `width` threads a row of `width` float2
  int t = blockIdx.x * blockDim.x + threadIdx.x, r = t / width, k = t % width;
  if (r >= n) return;
  float2 s = make_float2(0, 0);
#pragma unroll
  for (int j = 0; j < 4; j++) {
    float2 v = table[(size_t)(index[4 * r + j] % rows) * width + k];
    s.x += v.x; s.y = fmaxf(s.y, v.y);
  }
  out[t] = s;
}

// A square matrix transposed in place, tiles swapped in pairs.
__global__ void transpose_inplace(double *m, int n) {
  __shared__ double a[16][17], b[16][17];
  int bi = blockIdx.y, bj = blockIdx.x;
  if (bj > bi) return;
  int x = threadIdx.x, y = threadIdx.y, r = bi * 16, c = bj * 16;
  if (r + y < n && c + x < n) a[y][x] = m[(size_t)(r + y) * n + c + x];
  if (c + y < n && r + x < n) b[y][x] = m[(size_t)(c + y) * n + r + x];
  __syncthreads();
  if (c + y < n && r + x < n) m[(size_t)(c + y) * n + r + x] = a[x][y];
  if (bi != bj && r + y < n && c + x < n) m[(size_t)(r + y) * n + c + x] = b[x][y];
}

// Array of structures of 56 bytes, moved in place.
__global__ void bodies_kick(Body *b, int n, double dt) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    Body q = b[i];
    double r2 = q.x * q.x + q.y * q.y + q.z * q.z + 0.01, f = dt / (r2 * sqrt(r2));
    q.vx -= f * q.x; q.vy -= f * q.y; q.vz -= f * q.z;
    b[i].x = q.x + dt * q.vx; b[i].y = q.y + dt * q.vy; b[i].z = q.z + dt * q.vz;
    b[i].vx = q.vx; b[i].vy = q.vy; b[i].vz = q.vz;
  }
}

// Interleaved 16-bit channels apart: `ch` channels of `n` samples, clamped and scaled.
__global__ void deinterleave16(short *out, const short *in, int n, int ch, int gain) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int c = 0; c < ch; c++) {
    int v = in[(size_t)i * ch + c] * gain >> 8;
    out[(size_t)c * n + i] = min(max(v, -32768), 32767);
  }
}

// Column statistics by Welford, a thread a column, rows apart by an odd pitch.
__global__ void welford_columns(double *mean, double *var, const float *x, int rows, int cols, int pitch) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  double m = 0, s = 0;
  for (int r = 0; r < rows; r++) {
    double v = x[(size_t)r * pitch + c], d = v - m;
    m += d / (r + 1);
    s += d * (v - m);
  }
  mean[c] = m;
  var[c] = s / (rows - 1);
}
}
