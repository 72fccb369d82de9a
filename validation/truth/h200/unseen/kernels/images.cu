// Pictures and masks.
typedef unsigned char u8;

__device__ __forceinline__ float cubic(float x) {
  x = fabsf(x);
  if (x < 1.0f) return (1.5f * x - 2.5f) * x * x + 1.0f;
  if (x < 2.0f) return ((-0.5f * x + 2.5f) * x - 4.0f) * x + 2.0f;
  return 0.0f;
}

__constant__ signed char segments[16] = {0, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 0};

extern "C" {

// Catmull-Rom enlargement of a grey picture.
__global__ void bicubic_resize(u8 *__restrict__ out, const u8 *__restrict__ in, int ow, int oh, int iw, int ih) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= ow || y >= oh) return;
  float fx = (x + 0.5f) * iw / ow - 0.5f, fy = (y + 0.5f) * ih / oh - 0.5f;
  int ix = (int)floorf(fx), iy = (int)floorf(fy);
  float wx[4], s = 0.0f;
  for (int k = 0; k < 4; k++) wx[k] = cubic(fx - (ix - 1 + k));
  for (int j = 0; j < 4; j++) {
    int yy = min(max(iy - 1 + j, 0), ih - 1);
    float r = 0.0f;
    for (int k = 0; k < 4; k++) r += wx[k] * in[yy * iw + min(max(ix - 1 + k, 0), iw - 1)];
    s += cubic(fy - (iy - 1 + j)) * r;
  }
  out[y * ow + x] = (u8)min(max((int)rintf(s), 0), 255);
}

// NV12 to RGBA, four pixels of one colour a thread, fixed point.
__global__ void nv12_rgba(uchar4 *__restrict__ out, const u8 *__restrict__ luma, const uchar2 *__restrict__ chroma, int w, int h) {
  int cx = blockIdx.x * blockDim.x + threadIdx.x, cy = blockIdx.y * blockDim.y + threadIdx.y;
  if (cx >= w / 2 || cy >= h / 2) return;
  uchar2 c = chroma[cy * (w / 2) + cx];
  int u = c.x - 128, v = c.y - 128;
  int r0 = 409 * v + 128, g0 = -100 * u - 208 * v + 128, b0 = 516 * u + 128;
  for (int j = 0; j < 2; j++) {
    uchar2 y2 = *(const uchar2 *)&luma[(cy * 2 + j) * w + cx * 2];
    for (int i = 0; i < 2; i++) {
      int y = 298 * ((i ? y2.y : y2.x) - 16);
      uchar4 p;
      p.x = (u8)min(max((y + r0) >> 8, 0), 255);
      p.y = (u8)min(max((y + g0) >> 8, 0), 255);
      p.z = (u8)min(max((y + b0) >> 8, 0), 255);
      p.w = 255;
      out[(cy * 2 + j) * w + cx * 2 + i] = p;
    }
  }
}

// Equalisation with limited contrast, a block a tile of 64x64.
__global__ void __launch_bounds__(256)
clahe_tile(u8 *__restrict__ out, const u8 *__restrict__ in, int w, int limit) {
  __shared__ int hist[256];
  __shared__ int warp_sum[8];
  __shared__ int excess;
  __shared__ u8 lut[256];
  int t = threadIdx.x, lane = t & 31;
  hist[t] = 0;
  if (t == 0) excess = 0;
  __syncthreads();
  const uchar4 *src = (const uchar4 *)(in + (size_t)blockIdx.y * 64 * w + blockIdx.x * 64);
  uchar4 *dst = (uchar4 *)(out + (size_t)blockIdx.y * 64 * w + blockIdx.x * 64);
  uchar4 px[4];
  for (int k = 0; k < 4; k++) {
    int p = k * 256 + t;
    uchar4 v = src[(p >> 4) * (w / 4) + (p & 15)];
    v.x = v.x / 2 + 40; v.y = v.y / 3 + 60; v.z = v.z / 2 + 40; v.w = v.w / 3 + 60;
    px[k] = v;
    atomicAdd(&hist[v.x], 1); atomicAdd(&hist[v.y], 1); atomicAdd(&hist[v.z], 1); atomicAdd(&hist[v.w], 1);
  }
  __syncthreads();
  int h = hist[t];
  if (h > limit) { atomicAdd(&excess, h - limit); h = limit; }
  __syncthreads();
  h += excess / 256;
  for (int o = 1; o < 32; o *= 2) {
    int v = __shfl_up_sync(0xffffffffu, h, o);
    if (lane >= o) h += v;
  }
  if (lane == 31) warp_sum[t >> 5] = h;
  __syncthreads();
  for (int k = 0; k < (t >> 5); k++) h += warp_sum[k];
  lut[t] = (u8)min(h * 255 / 4096, 255);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    int p = k * 256 + t;
    uchar4 v = px[k];
    dst[(p >> 4) * (w / 4) + (p & 15)] = make_uchar4(lut[v.x], lut[v.y], lut[v.z], lut[v.w]);
  }
}

// Squared distances along columns of 96 by the lower envelope of parabolas, a thread a column.
__global__ void edt_columns(float *__restrict__ out, const float *__restrict__ in, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  short v[96];
  float z[97];
  int k = 0;
  v[0] = 0;
  z[0] = -1e20f;
  z[1] = 1e20f;
  for (int q = 1; q < 96; q++) {
    float fq = in[q * columns + c] + (float)(q * q), s;
    while (true) {
      int p = v[k];
      s = (fq - (in[p * columns + c] + (float)(p * p))) / (float)(2 * (q - p));
      if (s > z[k] || k == 0) break;
      k--;
    }
    k++;
    v[k] = (short)q;
    z[k] = s;
    z[k + 1] = 1e20f;
  }
  k = 0;
  for (int q = 0; q < 96; q++) {
    while (z[k + 1] < (float)q) k++;
    int p = v[k];
    out[q * columns + c] = (float)((q - p) * (q - p)) + in[p * columns + c];
  }
}

// Marching squares: each cell's case, the length of its contour, and how many pieces there are.
__global__ void marching_squares(u8 *__restrict__ cases, float *__restrict__ length, int *__restrict__ pieces, const float *__restrict__ f, int w, int h, float iso) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int n = 0;
  if (x < w - 1 && y < h - 1) {
    float a = f[y * w + x], b = f[y * w + x + 1], c = f[(y + 1) * w + x + 1], d = f[(y + 1) * w + x];
    int k = (a > iso) | (b > iso) << 1 | (c > iso) << 2 | (d > iso) << 3;
    float top = (iso - a) / (b - a), right = (iso - b) / (c - b), bottom = (iso - d) / (c - d), left = (iso - a) / (d - a), len = 0.0f;
    switch (k) {
      case 1: case 14: len = hypotf(top, left); break;
      case 2: case 13: len = hypotf(1.0f - top, right); break;
      case 4: case 11: len = hypotf(1.0f - bottom, 1.0f - right); break;
      case 8: case 7: len = hypotf(bottom, 1.0f - left); break;
      case 3: case 12: len = hypotf(1.0f, right - left); break;
      case 6: case 9: len = hypotf(1.0f, bottom - top); break;
      case 5: len = hypotf(top, left) + hypotf(1.0f - bottom, 1.0f - right); break;
      case 10: len = hypotf(1.0f - top, right) + hypotf(bottom, 1.0f - left); break;
      default: break;
    }
    cases[y * (w - 1) + x] = (u8)k;
    length[y * (w - 1) + x] = len;
    n = segments[k];
  }
  for (int o = 16; o; o >>= 1) n += __shfl_down_sync(0xffffffffu, n, o);
  if (((threadIdx.y * blockDim.x + threadIdx.x) & 31) == 0) atomicAdd(pieces, n);
}

// Canny's thinning: gradients of a tile and its rim in shared memory, then only the ridges stay.
__global__ void __launch_bounds__(256)
canny_thin(u8 *__restrict__ out, const u8 *__restrict__ in, int w, int h, int low, int high) {
  __shared__ short px[20][20];
  __shared__ short mag[18][18];
  __shared__ u8 dir[18][18];
  int t = threadIdx.y * 16 + threadIdx.x, x0 = blockIdx.x * 16, y0 = blockIdx.y * 16;
  for (int k = t; k < 400; k += 256) {
    int x = min(max(x0 + k % 20 - 2, 0), w - 1), y = min(max(y0 + k / 20 - 2, 0), h - 1);
    px[k / 20][k % 20] = in[y * w + x];
  }
  __syncthreads();
  for (int k = t; k < 324; k += 256) {
    int x = k % 18, y = k / 18;
    int gx = px[y][x + 2] + 2 * px[y + 1][x + 2] + px[y + 2][x + 2] - px[y][x] - 2 * px[y + 1][x] - px[y + 2][x];
    int gy = px[y + 2][x] + 2 * px[y + 2][x + 1] + px[y + 2][x + 2] - px[y][x] - 2 * px[y][x + 1] - px[y][x + 2];
    int ax = abs(gx), ay = abs(gy);
    mag[y][x] = (short)(ax + ay);
    dir[y][x] = ay * 5 < ax * 2 ? 0 : ax * 5 < ay * 2 ? 1 : (gx ^ gy) >= 0 ? 2 : 3;
  }
  __syncthreads();
  int x = threadIdx.x + 1, y = threadIdx.y + 1, m = mag[y][x], a, b;
  switch (dir[y][x]) {
    case 0: a = mag[y][x - 1]; b = mag[y][x + 1]; break;
    case 1: a = mag[y - 1][x]; b = mag[y + 1][x]; break;
    case 2: a = mag[y - 1][x - 1]; b = mag[y + 1][x + 1]; break;
    default: a = mag[y - 1][x + 1]; b = mag[y + 1][x - 1]; break;
  }
  int gx = x0 + threadIdx.x, gy = y0 + threadIdx.y;
  if (gx < w && gy < h) out[gy * w + gx] = m >= a && m > b ? (m >= high ? 255 : m >= low ? 128 : 0) : 0;
}

// Erosion by 15 along rows of 1024, van Herk: minima from both ends of pieces of 15.
__global__ void __launch_bounds__(256)
erode_row15(u8 *__restrict__ out, const u8 *__restrict__ in) {
  __shared__ u8 fwd[1050], bwd[1050];
  const u8 *src = in + (size_t)blockIdx.x * 1024;
  for (int k = threadIdx.x; k < 1050; k += 256) {
    int x = k - 7;
    fwd[k] = bwd[k] = x >= 0 && x < 1024 ? src[x] : 255;
  }
  __syncthreads();
  if (threadIdx.x < 70) {
    int b = threadIdx.x * 15;
    u8 m = fwd[b];
    for (int k = 1; k < 15; k++) { m = min(m, fwd[b + k]); fwd[b + k] = m; }
  } else if (threadIdx.x >= 128 && threadIdx.x < 198) {
    int b = (threadIdx.x - 128) * 15;
    u8 m = bwd[b + 14];
    for (int k = 13; k >= 0; k--) { m = min(m, bwd[b + k]); bwd[b + k] = m; }
  }
  __syncthreads();
  for (int x = threadIdx.x; x < 1024; x += 256) out[(size_t)blockIdx.x * 1024 + x] = min(bwd[x], fwd[x + 14]);
}
}
