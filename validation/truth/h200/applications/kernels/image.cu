// Image and small network layers, as a student or an applications engineer writes them.
extern "C" {

__device__ __forceinline__ float lerpf(float a, float b, float t) { return a + t * (b - a); }

__global__ void resize_bilinear(uchar4 *dst, const uchar4 *src, int dw, int dh, int sw, int sh) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= dw || y >= dh) return;
  float fx = (x + 0.5f) * ((float)sw / dw) - 0.5f;
  float fy = (y + 0.5f) * ((float)sh / dh) - 0.5f;
  fx = fmaxf(fx, 0.f); fy = fmaxf(fy, 0.f);
  int x0 = (int)fx, y0 = (int)fy;
  float tx = fx - x0, ty = fy - y0;
  x0 = min(x0, sw - 1); y0 = min(y0, sh - 1);
  int x1 = min(x0 + 1, sw - 1), y1 = min(y0 + 1, sh - 1);
  uchar4 a = src[y0 * sw + x0], b = src[y0 * sw + x1], c = src[y1 * sw + x0], d = src[y1 * sw + x1];
  uchar4 o;
  o.x = (unsigned char)(lerpf(lerpf(a.x, b.x, tx), lerpf(c.x, d.x, tx), ty) + 0.5f);
  o.y = (unsigned char)(lerpf(lerpf(a.y, b.y, tx), lerpf(c.y, d.y, tx), ty) + 0.5f);
  o.z = (unsigned char)(lerpf(lerpf(a.z, b.z, tx), lerpf(c.z, d.z, tx), ty) + 0.5f);
  o.w = (unsigned char)(lerpf(lerpf(a.w, b.w, tx), lerpf(c.w, d.w, tx), ty) + 0.5f);
  dst[y * dw + x] = o;
}

// Summed-area table, rows: one block a row, a warp scan each and a carry from tile to tile.
__global__ void sat_rows(unsigned *out, const unsigned char *in, int w) {
  __shared__ unsigned warp_sum[32];
  int lane = threadIdx.x & 31, wid = threadIdx.x >> 5, warps = blockDim.x >> 5;
  const unsigned char *row = in + (size_t)blockIdx.x * w;
  unsigned *o = out + (size_t)blockIdx.x * w;
  unsigned carry = 0;
  for (int base = 0; base < w; base += blockDim.x) {
    int i = base + threadIdx.x;
    unsigned v = i < w ? row[i] : 0;
    for (int d = 1; d < 32; d <<= 1) {
      unsigned n = __shfl_up_sync(0xffffffff, v, d);
      if (lane >= d) v += n;
    }
    if (lane == 31) warp_sum[wid] = v;
    __syncthreads();
    if (wid == 0) {
      unsigned s = lane < warps ? warp_sum[lane] : 0;
      for (int d = 1; d < 32; d <<= 1) {
        unsigned n = __shfl_up_sync(0xffffffff, s, d);
        if (lane >= d) s += n;
      }
      warp_sum[lane] = s;
    }
    __syncthreads();
    unsigned before = wid ? warp_sum[wid - 1] : 0;
    if (i < w) o[i] = v + before + carry;
    carry += warp_sum[warps - 1];
    __syncthreads();
  }
}

#define BR 3
__global__ void box_halo(float *out, const float *in, int w, int h) {
  __shared__ float t[16 + 2 * BR][32 + 2 * BR];
  int bx = blockIdx.x * 32, by = blockIdx.y * 16;
  for (int y = threadIdx.y; y < 16 + 2 * BR; y += blockDim.y)
    for (int x = threadIdx.x; x < 32 + 2 * BR; x += blockDim.x) {
      int gx = min(max(bx + x - BR, 0), w - 1), gy = min(max(by + y - BR, 0), h - 1);
      t[y][x] = in[gy * w + gx];
    }
  __syncthreads();
  int gx = bx + threadIdx.x, gy = by + threadIdx.y;
  if (gx >= w || gy >= h) return;
  float s = 0;
  for (int dy = 0; dy <= 2 * BR; dy++)
    for (int dx = 0; dx <= 2 * BR; dx++) s += t[threadIdx.y + dy][threadIdx.x + dx];
  out[gy * w + gx] = s / ((2 * BR + 1) * (2 * BR + 1));
}

// Columns of a 5-tap Gaussian, a window of five rows slides down in registers.
__global__ void gauss5_cols(float *out, const float *in, int w, int h, int rows_per_thread) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  int y0 = blockIdx.y * rows_per_thread, y1 = min(y0 + rows_per_thread, h);
  float a = in[max(y0 - 2, 0) * w + x], b = in[max(y0 - 1, 0) * w + x];
  float c = in[y0 * w + x], d = in[min(y0 + 1, h - 1) * w + x];
  for (int y = y0; y < y1; y++) {
    float e = in[min(y + 2, h - 1) * w + x];
    out[y * w + x] = 0.0625f * (a + e) + 0.25f * (b + d) + 0.375f * c;
    a = b; b = c; c = d; d = e;
  }
}

__global__ void rgb_to_ycbcr(unsigned char *Y, unsigned char *Cb, unsigned char *Cr, const uchar3 *rgb, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uchar3 p = rgb[i];
    int r = p.x, g = p.y, b = p.z;
    Y[i] = (77 * r + 150 * g + 29 * b + 128) >> 8;
    Cb[i] = min(max(((-43 * r - 85 * g + 128 * b + 128) >> 8) + 128, 0), 255);
    Cr[i] = min(max(((128 * r - 107 * g - 21 * b + 128) >> 8) + 128, 0), 255);
  }
}

// Floyd-Steinberg on one 128x128 image a block: a thread a row, each two columns behind the row above.
__global__ void dither_fs(unsigned char *out, const unsigned char *in) {
  __shared__ short px[129][128];
  const int W = 128;
  int r = threadIdx.x;
  const unsigned char *im = in + blockIdx.x * W * W;
  for (int i = r; i < W * W; i += blockDim.x) px[i / W][i % W] = im[i];
  px[128][r] = 0;
  __syncthreads();
  int right = 0;
  for (int t = 0; t < W + 2 * W; t++) {
    int c = t - 2 * r;
    if (c >= 0 && c < W) {
      int v = px[r][c] + right / 16;
      int q = v < 128 ? 0 : 255;
      int e = v - q;
      out[(blockIdx.x * W + r) * W + c] = q;
      right = e * 7;
      if (c > 0) px[r + 1][c - 1] += e * 3 / 16;
      px[r + 1][c] += e * 5 / 16;
      if (c < W - 1) px[r + 1][c + 1] += e / 16;
    }
    __syncthreads();
  }
}

__global__ void maxpool3s2(float *out, const float *in, int h, int w, int oh, int ow, int total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total) return;
  int x = i % ow, y = i / ow % oh, p = i / ow / oh;
  const float *src = in + (size_t)p * h * w;
  float m = -1e30f;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      int yy = 2 * y + dy, xx = 2 * x + dx;
      if (yy >= 0 && yy < h && xx >= 0 && xx < w) m = fmaxf(m, src[yy * w + xx]);
    }
  out[i] = m;
}

__global__ void depthwise3x3(float *out, const float *in, const float *wgt, const float *bias, int C, int H, int W) {
  __shared__ float k[9];
  int c = blockIdx.z % C;
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  if (t < 9) k[t] = wgt[c * 9 + t];
  __syncthreads();
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
  const float *p = in + (size_t)blockIdx.z * H * W;
  float s = bias[c];
#pragma unroll
  for (int dy = 0; dy < 3; dy++)
#pragma unroll
    for (int dx = 0; dx < 3; dx++) {
      int yy = y + dy - 1, xx = x + dx - 1;
      float v = (yy >= 0 && yy < H && xx >= 0 && xx < W) ? p[yy * W + xx] : 0.f;
      s = fmaf(v, k[dy * 3 + dx], s);
    }
  out[(size_t)blockIdx.z * H * W + y * W + x] = fminf(fmaxf(s, 0.f), 6.f);
}

__global__ void im2col(float *col, const float *im, int C, int H, int W, int K, int pad, int stride, int OH, int OW) {
  int n = C * K * K * OH * OW;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int ox = i % OW, oy = (i / OW) % OH, r = i / (OW * OH);
    int kx = r % K, ky = (r / K) % K, c = r / (K * K);
    int y = oy * stride + ky - pad, x = ox * stride + kx - pad;
    col[i] = (y >= 0 && y < H && x >= 0 && x < W) ? im[(c * H + y) * W + x] : 0.f;
  }
}
}
