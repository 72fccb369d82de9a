// Pictures: flow, features, filters, coding, stereo, splats.
typedef unsigned char u8;

__constant__ unsigned char zigzag[64] = {0,  1,  5,  6,  14, 15, 27, 28, 2,  4,  7,  13, 16, 26, 29, 42, 3,  8,  12, 17, 25, 30,
                                         41, 43, 9,  11, 18, 24, 31, 40, 44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38,
                                         46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63};
__constant__ float quant[64] = {16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,  14, 13, 16, 24, 40, 57,
                                69, 56, 14, 17, 22,  29,  51,  87,  80, 62, 18, 22, 37,  56,  68,  109, 103, 77, 24, 35, 55, 64,
                                81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

// The AAN transform of eight values, up to its scales.
__device__ __forceinline__ void aan8(float *d) {
  float t0 = d[0] + d[7], t7 = d[0] - d[7], t1 = d[1] + d[6], t6 = d[1] - d[6];
  float t2 = d[2] + d[5], t5 = d[2] - d[5], t3 = d[3] + d[4], t4 = d[3] - d[4];
  float a0 = t0 + t3, a3 = t0 - t3, a1 = t1 + t2, a2 = t1 - t2;
  d[0] = a0 + a1;
  d[4] = a0 - a1;
  float z1 = (a2 + a3) * 0.707106781f;
  d[2] = a3 + z1;
  d[6] = a3 - z1;
  float b0 = t4 + t5, b1 = t5 + t6, b2 = t6 + t7;
  float z5 = (b0 - b2) * 0.382683433f, z2 = 0.541196100f * b0 + z5, z4 = 1.306562965f * b2 + z5, z3 = b1 * 0.707106781f;
  float z11 = t7 + z3, z13 = t7 - z3;
  d[5] = z13 + z2;
  d[3] = z13 - z2;
  d[1] = z11 + z4;
  d[7] = z11 - z4;
}
// Lanes of eight turn their 8x8 values over.
__device__ __forceinline__ void turn8(float *d, int lane) {
#pragma unroll
  for (int m = 1; m < 8; m *= 2)
#pragma unroll
    for (int i = 0; i < 8; i++)
      if (!(i & m)) {
        bool high = lane & m;
        float send = high ? d[i] : d[i | m];
        float got = __shfl_xor_sync(0xffffffffu, send, m);
        if (high) d[i] = got;
        else d[i | m] = got;
      }
}

extern "C" {

// Lucas-Kanade, one step: gradients of a tile into shared memory, then sums over windows of 7x7.
__global__ void __launch_bounds__(256)
lk_flow(float2 *__restrict__ flow, const float *__restrict__ prev, const float *__restrict__ next, int w, int h) {
  __shared__ float gx[22][23], gy[22][23], gt[22][23];
  int x0 = blockIdx.x * 16 - 3, y0 = blockIdx.y * 16 - 3;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 484; i += 256) {
    int r = i / 22, c = i - r * 22;
    int x = min(max(x0 + c, 0), w - 1), y = min(max(y0 + r, 0), h - 1);
    int xl = max(x - 1, 0), xr = min(x + 1, w - 1), yu = max(y - 1, 0), yd = min(y + 1, h - 1);
    gx[r][c] = 0.5f * (prev[y * w + xr] - prev[y * w + xl]);
    gy[r][c] = 0.5f * (prev[yd * w + x] - prev[yu * w + x]);
    gt[r][c] = next[y * w + x] - prev[y * w + x];
  }
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  float xx = 0.f, xy = 0.f, yy = 0.f, xt = 0.f, yt = 0.f;
  for (int r = 0; r < 7; r++)
#pragma unroll
    for (int c = 0; c < 7; c++) {
      float a = gx[threadIdx.y + r][threadIdx.x + c], b = gy[threadIdx.y + r][threadIdx.x + c], t = gt[threadIdx.y + r][threadIdx.x + c];
      xx += a * a;
      xy += a * b;
      yy += b * b;
      xt += a * t;
      yt += b * t;
    }
  float det = xx * yy - xy * xy;
  float2 f = make_float2(0.f, 0.f);
  if (det > 1e-4f) f = make_float2((xy * yt - yy * xt) / det, (xy * xt - xx * yt) / det);
  flow[y * w + x] = f;
}

// Histograms of gradient directions: 8x8 cells of nine bins, a block 32x8 pixels, counted in shared memory.
__global__ void __launch_bounds__(256)
hog_cells(int *__restrict__ cells, const u8 *__restrict__ image, int w, int h, int pitch, int cells_x) {
  __shared__ int bins[4][9];
  int t = threadIdx.y * 32 + threadIdx.x;
  if (t < 36) bins[t / 9][t % 9] = 0;
  __syncthreads();
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    int gx = image[y * pitch + x + 1] - image[y * pitch + x - 1], gy = image[(y + 1) * pitch + x] - image[(y - 1) * pitch + x];
    int mag = __float2int_rn(4.f * sqrtf((float)(gx * gx + gy * gy)));
    float angle = atan2f((float)gy, (float)gx) * (9.f / 3.14159265f);
    if (angle < 0.f) angle += 9.f;
    int low = min((int)angle, 8);
    int share = __float2int_rn((angle - low) * mag);
    atomicAdd(&bins[threadIdx.x >> 3][low], mag - share);
    atomicAdd(&bins[threadIdx.x >> 3][low == 8 ? 0 : low + 1], share);
  }
  __syncthreads();
  if (t < 36) {
    int cx = blockIdx.x * 4 + t / 9;
    if (cx < cells_x) cells[((size_t)blockIdx.y * cells_x + cx) * 9 + t % 9] = bins[t / 9][t % 9];
  }
}

// Non-local means: patches of 3x3 looked for within 7x7.
__global__ void __launch_bounds__(256)
nlmeans(float *__restrict__ out, const float *__restrict__ in, int w, int h, float strength) {
  __shared__ float tile[24][25];
  int x0 = blockIdx.x * 16 - 4, y0 = blockIdx.y * 16 - 4;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 576; i += 256) {
    int r = i / 24, c = i - r * 24, x = x0 + c, y = y0 + r;
    x = x < 0 ? -x : x >= w ? 2 * w - 2 - x : x;
    y = y < 0 ? -y : y >= h ? 2 * h - 2 - y : y;
    tile[r][c] = in[max(min(y, h - 1), 0) * w + max(min(x, w - 1), 0)];
  }
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  int tx = threadIdx.x + 4, ty = threadIdx.y + 4;
  float p[9], sum = 0.f, norm = 0.f;
#pragma unroll
  for (int k = 0; k < 9; k++) p[k] = tile[ty - 1 + k / 3][tx - 1 + k % 3];
  for (int dy = -3; dy <= 3; dy++)
    for (int dx = -3; dx <= 3; dx++) {
      float d = 0.f;
#pragma unroll
      for (int k = 0; k < 9; k++) {
        float e = tile[ty + dy - 1 + k / 3][tx + dx - 1 + k % 3] - p[k];
        d += e * e;
      }
      float weight = __expf(-d * strength);
      sum += weight * tile[ty + dy][tx + dx];
      norm += weight;
    }
  out[y * w + x] = sum / norm;
}

// JPEG's forward path: eight lanes an 8x8 block, transform, quantise, zigzag; and how many coefficients stay.
__global__ void __launch_bounds__(128)
jpeg_blocks(short *__restrict__ coef, int *__restrict__ kept, const u8 *__restrict__ image, int w, int blocks_x, int blocks) {
  __shared__ __align__(16) short order[16][64];
  const float scale[8] = {1.f, 1.387039845f, 1.306562965f, 1.175875602f, 1.f, 0.785694958f, 0.541196100f, 0.275899379f};
  int t = threadIdx.x, lane = t & 7, sub = t >> 3, b = blockIdx.x * 16 + sub;
  bool live = b < blocks;
  float d[8];
  if (live) {
    const u8 *src = image + ((size_t)(b / blocks_x) * 8 + lane) * w + (b % blocks_x) * 8;
    uint2 v = *reinterpret_cast<const uint2 *>(src);
#pragma unroll
    for (int k = 0; k < 4; k++) {
      d[k] = (float)(v.x >> (8 * k) & 255) - 128.f;
      d[k + 4] = (float)(v.y >> (8 * k) & 255) - 128.f;
    }
  } else {
#pragma unroll
    for (int k = 0; k < 8; k++) d[k] = 0.f;
  }
  aan8(d);
  turn8(d, lane);
  aan8(d);
  int count = 0;
#pragma unroll
  for (int k = 0; k < 8; k++) {  // after the turn the lane is the column, k the row
    int q = __float2int_rn(d[k] / (8.f * scale[k] * scale[lane] * quant[k * 8 + lane]));
    count += q != 0;
    order[sub][zigzag[k * 8 + lane]] = (short)q;
  }
  count += __shfl_xor_sync(0xffffffffu, count, 1);
  count += __shfl_xor_sync(0xffffffffu, count, 2);
  count += __shfl_xor_sync(0xffffffffu, count, 4);
  __syncwarp();
  if (live) {
    *reinterpret_cast<uint4 *>(coef + (size_t)b * 64 + lane * 8) = *reinterpret_cast<const uint4 *>(&order[sub][lane * 8]);
    if (lane == 0) kept[b] = count;
  }
}

// Gaussian splats: a block a tile of 16x16, its list nearest first, fetched 256 at a time; done pixels wait for the rest.
__global__ void __launch_bounds__(256)
splat_blend(float *__restrict__ picture, float *__restrict__ through, const int *__restrict__ range, const int *__restrict__ ids,
            const float2 *__restrict__ center, const float4 *__restrict__ conic, const float *__restrict__ color, int w, int h) {
  __shared__ float2 sc[256];
  __shared__ float4 sq[256];
  __shared__ float3 sk[256];
  int t = threadIdx.y * 16 + threadIdx.x, x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  int tile = blockIdx.y * gridDim.x + blockIdx.x, end = range[tile + 1];
  bool inside = x < w && y < h, done = !inside;
  float T = 1.f, r = 0.f, g = 0.f, b = 0.f;
  for (int from = range[tile]; from < end; from += 256) {
    if (__syncthreads_count(done) == 256) break;
    if (from + t < end) {
      int id = ids[from + t];
      sc[t] = center[id];
      sq[t] = conic[id];
      sk[t] = make_float3(color[id * 3], color[id * 3 + 1], color[id * 3 + 2]);
    }
    __syncthreads();
    int m = min(256, end - from);
    for (int j = 0; !done && j < m; j++) {
      float2 c = sc[j];
      float4 q = sq[j];
      float dx = c.x - x, dy = c.y - y;
      float power = -0.5f * (q.x * dx * dx + q.z * dy * dy) - q.y * dx * dy;
      if (power > 0.f) continue;
      float alpha = fminf(0.99f, q.w * __expf(power));
      if (alpha < 1.f / 255.f) continue;
      float left = T * (1.f - alpha);
      if (left < 1e-4f) {
        done = true;
        continue;
      }
      float3 k = sk[j];
      r += k.x * alpha * T;
      g += k.y * alpha * T;
      b += k.z * alpha * T;
      T = left;
    }
  }
  if (inside) {
    size_t at = (size_t)y * w + x, plane = (size_t)w * h;
    picture[at] = r + T * 0.1f;
    picture[plane + at] = g + T * 0.1f;
    picture[2 * plane + at] = b + T * 0.1f;
    through[at] = T;
  }
}

// Semi-global matching, one direction: a warp a row, two of the 64 disparities a lane.
__global__ void __launch_bounds__(128)
sgm_rows(unsigned short *__restrict__ path, const u8 *__restrict__ cost, int w, int h, int p1, int p2) {
  int row = blockIdx.x * 4 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
  if (row >= h) return;
  const uchar2 *c = reinterpret_cast<const uchar2 *>(cost + (size_t)row * w * 64) + lane;
  ushort2 *out = reinterpret_cast<ushort2 *>(path + (size_t)row * w * 64) + lane;
  uchar2 first = c[0];
  int a = first.x, b = first.y;
  out[0] = make_ushort2(a, b);
  uchar2 coming = c[w > 1 ? 32 : 0];
  for (int x = 1; x < w; x++) {
    uchar2 now = coming;
    if (x + 1 < w) coming = c[(x + 1) * 32];
    int low = __reduce_min_sync(0xffffffffu, min(a, b));
    int below = __shfl_up_sync(0xffffffffu, b, 1), above = __shfl_down_sync(0xffffffffu, a, 1);
    if (lane == 0) below = 1 << 20;
    if (lane == 31) above = 1 << 20;
    int na = min(min(a, low + p2), min(below, b) + p1), nb = min(min(b, low + p2), min(a, above) + p1);
    a = now.x + na - low;
    b = now.y + nb - low;
    out[x * 32] = make_ushort2(a, b);
  }
}

// FAST corners: nine of sixteen pixels around brighter or darker in a row; the score is their margin's sum.
__global__ void __launch_bounds__(256)
fast9(unsigned short *__restrict__ score, int *__restrict__ corners, const u8 *__restrict__ image, int w, int h, int threshold) {
  const int ox[16] = {0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1};
  const int oy[16] = {-3, -3, -2, -1, 0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3};
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int s = 0;
  if (x >= 3 && y >= 3 && x < w - 3 && y < h - 3) {
    const u8 *p = image + y * w + x;
    int c = p[0], hi = c + threshold, lo = c - threshold;
    int n = p[-3 * w], so = p[3 * w], e = p[3], we = p[-3];
    int bright = (n > hi) + (so > hi) + (e > hi) + (we > hi), dark = (n < lo) + (so < lo) + (e < lo) + (we < lo);
    if (bright >= 2 || dark >= 2) {
      unsigned mb = 0, md = 0;
      int sb = 0, sd = 0;
#pragma unroll
      for (int k = 0; k < 16; k++) {
        int v = p[oy[k] * w + ox[k]];
        if (v > hi) { mb |= 1u << k; sb += v - hi; }
        if (v < lo) { md |= 1u << k; sd += lo - v; }
      }
      mb |= mb << 16;
      md |= md << 16;
      unsigned rb = mb, rd = md;
#pragma unroll
      for (int k = 1; k < 9; k++) {
        rb &= mb >> k;
        rd &= md >> k;
      }
      if (rb & 0xffffu) s = sb;
      else if (rd & 0xffffu) s = sd;
    }
  }
  if (x < w && y < h) score[y * w + x] = (unsigned short)s;
  int many = __syncthreads_count(s > 0);
  if (threadIdx.x == 0 && threadIdx.y == 0 && many) atomicAdd(corners, many);
}

}
