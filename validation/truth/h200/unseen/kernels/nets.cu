// Pieces of networks that are not products.
typedef unsigned long long u64;

extern "C" {

// Which boxes overlap which later ones too much, 64 bits at a time.
__global__ void __launch_bounds__(64)
nms_bits(u64 *__restrict__ mask, const float4 *__restrict__ boxes, int n, float limit) {
  __shared__ float4 col[64];
  int rb = blockIdx.y, cb = blockIdx.x, t = threadIdx.x;
  if (rb > cb) return;
  int cn = min(n - cb * 64, 64), i = rb * 64 + t;
  if (t < cn) {
    float4 q = boxes[cb * 64 + t];
    col[t] = make_float4(q.x, q.y, q.x + 0.02f + 0.2f * q.z, q.y + 0.02f + 0.2f * q.w);
  }
  __syncthreads();
  if (i >= n) return;
  float4 p = boxes[i];
  p = make_float4(p.x, p.y, p.x + 0.02f + 0.2f * p.z, p.y + 0.02f + 0.2f * p.w);
  float area = (p.z - p.x) * (p.w - p.y);
  u64 bits = 0;
  for (int k = rb == cb ? t + 1 : 0; k < cn; k++) {
    float4 q = col[k];
    float w = fmaxf(fminf(p.z, q.z) - fmaxf(p.x, q.x), 0.0f), h = fmaxf(fminf(p.w, q.w) - fmaxf(p.y, q.y), 0.0f);
    float inter = w * h, uni = area + (q.z - q.x) * (q.w - q.y) - inter;
    if (inter > limit * uni) bits |= 1ull << k;
  }
  mask[(size_t)i * gridDim.x + cb] = bits;
}

// RoIAlign: 7x7 bins, two by two samples each; a thread a bin of a channel.
__global__ void roi_align7(float *__restrict__ out, const float *__restrict__ feat, const float4 *__restrict__ rois, int count, int channels, int h, int w) {
  int total = count * channels * 49;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
    int px = i % 7, py = i / 7 % 7, c = i / 49 % channels, r = i / 49 / channels;
    float4 b = rois[r];
    float x0 = b.x * (w - 1) * 0.6f, y0 = b.y * (h - 1) * 0.6f, bw = fmaxf(b.z * 0.4f * w, 1.0f) / 7.0f, bh = fmaxf(b.w * 0.4f * h, 1.0f) / 7.0f;
    const float *f = feat + (size_t)c * h * w;
    float s = 0.0f;
    for (int sy = 0; sy < 2; sy++)
      for (int sx = 0; sx < 2; sx++) {
        float y = fminf(y0 + bh * (py + 0.25f + 0.5f * sy), h - 1.0f), x = fminf(x0 + bw * (px + 0.25f + 0.5f * sx), w - 1.0f);
        int iy = (int)y, ix = (int)x, jy = min(iy + 1, h - 1), jx = min(ix + 1, w - 1);
        float ly = y - iy, lx = x - ix;
        s += (1.0f - ly) * ((1.0f - lx) * f[iy * w + ix] + lx * f[iy * w + jx]) + ly * ((1.0f - lx) * f[jy * w + ix] + lx * f[jy * w + jx]);
      }
    out[i] = 0.25f * s;
  }
}

// Bilinear sampling of an NCHW picture at given places, zeros outside.
__global__ void grid_sample(float *__restrict__ out, const float *__restrict__ in, const float2 *__restrict__ grid, int channels, int h, int w, int places) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
  if (i >= places) return;
  float2 g = grid[(size_t)b * places + i];
  float x = ((g.x + 1.0f) * w - 1.0f) * 0.5f, y = ((g.y + 1.0f) * h - 1.0f) * 0.5f;
  int ix = (int)floorf(x), iy = (int)floorf(y);
  float lx = x - ix, ly = y - iy;
  bool l = ix >= 0 && ix < w, r = ix + 1 >= 0 && ix + 1 < w, t = iy >= 0 && iy < h, d = iy + 1 >= 0 && iy + 1 < h;
  for (int c = 0; c < channels; c++) {
    const float *p = in + ((size_t)b * channels + c) * h * w;
    float v = 0.0f;
    if (t && l) v += p[iy * w + ix] * (1.0f - lx) * (1.0f - ly);
    if (t && r) v += p[iy * w + ix + 1] * lx * (1.0f - ly);
    if (d && l) v += p[(iy + 1) * w + ix] * (1.0f - lx) * ly;
    if (d && r) v += p[(iy + 1) * w + ix + 1] * lx * ly;
    out[((size_t)b * channels + c) * places + i] = v;
  }
}

// Causal depthwise convolution of width 4 with SiLU, channels last; a thread a channel walks a piece of the sequence.
__global__ void causal_conv4_silu(float *__restrict__ out, const float *__restrict__ in, const float4 *__restrict__ weight, const float *__restrict__ bias,
                                  int channels, int len, int piece) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y * piece, to = min(from + piece, len);
  if (c >= channels) return;
  float4 w = weight[c];
  float b = bias[c];
  float x0 = from >= 3 ? in[(size_t)(from - 3) * channels + c] : 0.0f, x1 = from >= 2 ? in[(size_t)(from - 2) * channels + c] : 0.0f;
  float x2 = from >= 1 ? in[(size_t)(from - 1) * channels + c] : 0.0f;
  for (int t = from; t < to; t++) {
    float x3 = in[(size_t)t * channels + c];
    float v = b + w.x * x0 + w.y * x1 + w.z * x2 + w.w * x3;
    out[(size_t)t * channels + c] = v / (1.0f + __expf(-v));
    x0 = x1; x1 = x2; x2 = x3;
  }
}

// Decoding with ALiBi: a block a head and a split of the keys; every warp keeps its own maximum, sum and 64 outputs.
__global__ void __launch_bounds__(128)
alibi_split_decode(float *__restrict__ part, float2 *__restrict__ ml, const float *__restrict__ q, const float2 *__restrict__ K, const float2 *__restrict__ V,
                   int keys, int splits, float scale) {
  __shared__ float sm[4], sl[4];
  __shared__ float2 so[4][32];
  int head = blockIdx.y, w = threadIdx.x >> 5, lane = threadIdx.x & 31;
  int per = (keys + splits - 1) / splits, from = blockIdx.x * per, to = min(from + per, keys);
  float slope = exp2f(-8.0f * (head + 1) / gridDim.y);
  float2 qv = make_float2(q[head * 64 + lane * 2] * scale, q[head * 64 + lane * 2 + 1] * scale), o = make_float2(0.0f, 0.0f);
  const float2 *k = K + (size_t)head * keys * 32, *v = V + (size_t)head * keys * 32;
  float m = -1e30f, l = 0.0f;
  for (int j = from + w; j < to; j += 4) {
    float2 kv = k[(size_t)j * 32 + lane];
    float s = qv.x * kv.x + qv.y * kv.y;
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    s -= slope * (keys - 1 - j);
    float top = fmaxf(m, s), corr = __expf(m - top), p = __expf(s - top);
    float2 vv = v[(size_t)j * 32 + lane];
    l = l * corr + p;
    o.x = o.x * corr + p * vv.x;
    o.y = o.y * corr + p * vv.y;
    m = top;
  }
  so[w][lane] = o;
  if (lane == 0) { sm[w] = m; sl[w] = l; }
  __syncthreads();
  if (w == 0) {
    float top = fmaxf(fmaxf(sm[0], sm[1]), fmaxf(sm[2], sm[3])), sum = 0.0f;
    float2 r = make_float2(0.0f, 0.0f);
    for (int t = 0; t < 4; t++) {
      float c = __expf(sm[t] - top);
      sum += sl[t] * c;
      r.x += so[t][lane].x * c;
      r.y += so[t][lane].y * c;
    }
    size_t at = (size_t)head * splits + blockIdx.x;
    ((float2 *)part)[at * 32 + lane] = r;
    if (lane == 0) ml[at] = make_float2(top, sum);
  }
}

// Winograd F(4x4, 3x3): filters to their 36 transformed numbers.
__global__ void winograd43_filter(float *__restrict__ out, const float *__restrict__ filters, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float g[3][3], t[6][3];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) g[r][c] = filters[(size_t)i * 9 + r * 3 + c];
#pragma unroll
  for (int c = 0; c < 3; c++) {
    float a = g[0][c], b = g[1][c], d = g[2][c];
    t[0][c] = a / 4.0f;
    t[1][c] = -(a + b + d) / 6.0f;
    t[2][c] = -(a - b + d) / 6.0f;
    t[3][c] = a / 24.0f + b / 12.0f + d / 6.0f;
    t[4][c] = a / 24.0f - b / 12.0f + d / 6.0f;
    t[5][c] = d;
  }
#pragma unroll
  for (int r = 0; r < 6; r++) {
    float a = t[r][0], b = t[r][1], d = t[r][2];
    out[(size_t)(r * 6 + 0) * n + i] = a / 4.0f;
    out[(size_t)(r * 6 + 1) * n + i] = -(a + b + d) / 6.0f;
    out[(size_t)(r * 6 + 2) * n + i] = -(a - b + d) / 6.0f;
    out[(size_t)(r * 6 + 3) * n + i] = a / 24.0f + b / 12.0f + d / 6.0f;
    out[(size_t)(r * 6 + 4) * n + i] = a / 24.0f - b / 12.0f + d / 6.0f;
    out[(size_t)(r * 6 + 5) * n + i] = d;
  }
}

// Softmax backward, a warp a row of up to 512: dx = y (dy - sum y dy).
__global__ void softmax_grad(float *__restrict__ dx, const float *__restrict__ y, const float *__restrict__ dy, int rows, int cols) {
  int r = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
  if (r >= rows) return;
  float a[16], b[16], s = 0.0f;
#pragma unroll
  for (int k = 0; k < 16; k++) {
    int c = k * 32 + lane;
    a[k] = c < cols ? y[(size_t)r * cols + c] : 0.0f;
    b[k] = c < cols ? dy[(size_t)r * cols + c] : 0.0f;
    s += a[k] * b[k];
  }
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
#pragma unroll
  for (int k = 0; k < 16; k++) {
    int c = k * 32 + lane;
    if (c < cols) dx[(size_t)r * cols + c] = a[k] * (b[k] - s);
  }
}

// The five nearest of many points in eight dimensions, a thread a query, points through shared memory.
__global__ void __launch_bounds__(128)
knn5(int *__restrict__ ids, float *__restrict__ dist, const float4 *__restrict__ queries, const float4 *__restrict__ points, int n, int count) {
  __shared__ float4 tile[256];
  int i = blockIdx.x * 128 + threadIdx.x, id[5];
  float4 a = make_float4(0, 0, 0, 0), b = a;
  if (i < n) { a = queries[i * 2]; b = queries[i * 2 + 1]; }
  float best[5];
#pragma unroll
  for (int k = 0; k < 5; k++) { best[k] = 1e30f; id[k] = -1; }
  for (int base = 0; base < count; base += 128) {
    int m = min(128, count - base);
    __syncthreads();
    for (int k = threadIdx.x; k < 2 * m; k += 128) tile[k] = points[base * 2 + k];
    __syncthreads();
    for (int k = 0; k < m; k++) {
      float4 p = tile[2 * k], q = tile[2 * k + 1];
      float d, s = 0.0f;
      d = a.x - p.x; s += d * d; d = a.y - p.y; s += d * d; d = a.z - p.z; s += d * d; d = a.w - p.w; s += d * d;
      d = b.x - q.x; s += d * d; d = b.y - q.y; s += d * d; d = b.z - q.z; s += d * d; d = b.w - q.w; s += d * d;
      if (s < best[4]) {
        best[4] = s;
        id[4] = base + k;
#pragma unroll
        for (int j = 4; j > 0; j--)
          if (best[j] < best[j - 1]) {
            float f = best[j]; best[j] = best[j - 1]; best[j - 1] = f;
            int e = id[j]; id[j] = id[j - 1]; id[j - 1] = e;
          }
      }
    }
  }
  if (i < n)
#pragma unroll
    for (int k = 0; k < 5; k++) { ids[k * n + i] = id[k]; dist[k * n + i] = best[k]; }
}
}
