// Grids, particles, rays, random numbers.
extern "C" {

__global__ void stencil27(double *out, const double *in, int nx, int ny, int nz, double c0, double c1, double c2, double c3) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1, z = blockIdx.z * blockDim.z + threadIdx.z + 1;
  if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  double f = 0, e = 0, k = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int d = abs(dx) + abs(dy) + abs(dz);
        double v = in[((z + dz) * ny + y + dy) * nx + x + dx];
        if (d == 1) f += v; else if (d == 2) e += v; else if (d == 3) k += v;
      }
  int i = (z * ny + y) * nx + x;
  out[i] = c0 * in[i] + c1 * f + c2 * e + c3 * k;
}

__global__ void redblack(float *u, const float *f, int w, int h, int color, float omega) {
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + ((j + color) & 1);
  if (i < 1 || j < 1 || i >= w - 1 || j >= h - 1) return;
  int p = j * w + i;
  float r = 0.25f * (u[p - 1] + u[p + 1] + u[p - w] + u[p + w] - f[p]);
  u[p] += omega * (r - u[p]);
}

__global__ void wave2d(float *next, const float *cur, const float *prev, const float *speed, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int p = y * w + x;
  float c = cur[p];
  float l = x > 0 ? cur[p - 1] : 0, r = x < w - 1 ? cur[p + 1] : 0, t = y > 0 ? cur[p - w] : 0, b = y < h - 1 ? cur[p + w] : 0;
  float k = speed[p];
  int edge = min(min(x, w - 1 - x), min(y, h - 1 - y));
  float damp = edge < 16 ? 1.f - 0.01f * (16 - edge) : 1.f;
  next[p] = damp * (2.f * c - prev[p] + k * k * 0.25f * (l + r + t + b - 4.f * c));
}

__global__ void lbm_d2q9(float *fo, const float *fi, int w, int h, float omega) {
  const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const float wt[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w) return;
  int n = w * h;
  float f[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int q = 0; q < 9; q++) {
    int sx = x - cx[q], sy = y - cy[q];
    sx = sx < 0 ? sx + w : sx >= w ? sx - w : sx;
    sy = sy < 0 ? sy + h : sy >= h ? sy - h : sy;
    f[q] = fi[q * n + sy * w + sx];
    rho += f[q]; ux += cx[q] * f[q]; uy += cy[q] * f[q];
  }
  ux /= rho; uy /= rho;
  float uu = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int q = 0; q < 9; q++) {
    float cu = 3.f * (cx[q] * ux + cy[q] * uy);
    float eq = wt[q] * rho * (1.f + cu + 0.5f * cu * cu - uu);
    fo[q * n + y * w + x] = f[q] + omega * (eq - f[q]);
  }
}

__global__ void pic_push(float *px, float *py, float *vx, float *vy, const float2 *E, int n, int g, float dt, float qm) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = px[i], y = py[i];
  int ix = (int)floorf(x), iy = (int)floorf(y);
  float tx = x - ix, ty = y - iy;
  int jx = (ix + 1) & (g - 1), jy = (iy + 1) & (g - 1);
  ix &= g - 1; iy &= g - 1;
  float2 a = E[iy * g + ix], b = E[iy * g + jx], c = E[jy * g + ix], d = E[jy * g + jx];
  float ex = (a.x * (1 - tx) + b.x * tx) * (1 - ty) + (c.x * (1 - tx) + d.x * tx) * ty;
  float ey = (a.y * (1 - tx) + b.y * tx) * (1 - ty) + (c.y * (1 - tx) + d.y * tx) * ty;
  float u = vx[i] + qm * ex * dt, v = vy[i] + qm * ey * dt;
  x += u * dt; y += v * dt;
  if (x < 0) x += g; else if (x >= g) x -= g;
  if (y < 0) y += g; else if (y >= g) y -= g;
  px[i] = x; py[i] = y; vx[i] = u; vy[i] = v;
}

__device__ float grad3(int h, float x, float y, float z) {
  h &= 15;
  float u = h < 8 ? x : y, v = h < 4 ? y : (h == 12 || h == 14) ? x : z;
  return ((h & 1) ? -u : u) + ((h & 2) ? -v : v);
}
__device__ float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
__device__ float mixf(float t, float a, float b) { return a + t * (b - a); }

__global__ void perlin(float *out, const unsigned char *perm, int w, int h, float z0, int octaves) {
  __shared__ unsigned char p[512];
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < 512; i += blockDim.x * blockDim.y) p[i] = perm[i & 255];
  __syncthreads();
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  float sum = 0, amp = 1, fr = 0.03f;
  for (int o = 0; o < octaves; o++) {
    float x = px * fr, y = py * fr, z = z0 * fr;
    int X = (int)floorf(x), Y = (int)floorf(y), Z = (int)floorf(z);
    x -= X; y -= Y; z -= Z; X &= 255; Y &= 255; Z &= 255;
    float u = fade(x), v = fade(y), ww = fade(z);
    int A = p[X] + Y, AA = p[A & 511] + Z, AB = p[(A + 1) & 511] + Z;
    int B = p[X + 1] + Y, BA = p[B & 511] + Z, BB = p[(B + 1) & 511] + Z;
    sum += amp * mixf(ww, mixf(v, mixf(u, grad3(p[AA & 511], x, y, z), grad3(p[BA & 511], x - 1, y, z)),
                                  mixf(u, grad3(p[AB & 511], x, y - 1, z), grad3(p[BB & 511], x - 1, y - 1, z))),
                          mixf(v, mixf(u, grad3(p[(AA + 1) & 511], x, y, z - 1), grad3(p[(BA + 1) & 511], x - 1, y, z - 1)),
                                  mixf(u, grad3(p[(AB + 1) & 511], x, y - 1, z - 1), grad3(p[(BB + 1) & 511], x - 1, y - 1, z - 1))));
    amp *= 0.5f; fr *= 2.f;
  }
  out[py * w + px] = sum;
}

__global__ void ray_spheres(uchar4 *img, const float4 *spheres, int count, int w, int h) {
  extern __shared__ float4 sp[];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = t; i < count; i += blockDim.x * blockDim.y) {
    float4 s = spheres[i];
    sp[i] = make_float4(8 * s.x - 4, 6 * s.y - 3, 4 + 6 * s.z, 0.2f + 0.6f * s.w);
  }
  __syncthreads();
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float dx = (x - 0.5f * w) / h, dy = (y - 0.5f * h) / h, dz = 1.f;
  float inv = rsqrtf(dx * dx + dy * dy + dz * dz);
  dx *= inv; dy *= inv; dz *= inv;
  float best = 1e30f; int hit = -1;
  for (int i = 0; i < count; i++) {
    float4 s = sp[i];
    float b = s.x * dx + s.y * dy + s.z * dz;
    float c = s.x * s.x + s.y * s.y + s.z * s.z - s.w * s.w;
    float disc = b * b - c;
    if (disc > 0.f) {
      float d = b - sqrtf(disc);
      if (d > 0.f && d < best) { best = d; hit = i; }
    }
  }
  uchar4 o = make_uchar4(20, 20, 40, 255);
  if (hit >= 0) {
    float4 s = sp[hit];
    float nx = (best * dx - s.x) / s.w, ny = (best * dy - s.y) / s.w, nz = (best * dz - s.z) / s.w;
    float l = fmaxf(0.f, -0.5f * nx - 0.7f * ny - 0.5f * nz);
    float spec = powf(l, 20.f);
    o.x = (unsigned char)(fminf(255.f, 30 + 180 * l + 90 * spec));
    o.y = (unsigned char)(fminf(255.f, 20 + 120 * l + 90 * spec));
    o.z = (unsigned char)(fminf(255.f, 60 + 60 * l + 90 * spec));
  }
  img[y * w + x] = o;
}

__global__ void julia_f64(unsigned short *out, int w, int h, double cr, double ci, double scale, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= w * h) return;
  double zr = (i % w - w / 2) * scale, zi = (i / w - h / 2) * scale;
  int k = 0;
  while (k < limit) {
    double r2 = zr * zr, i2 = zi * zi;
    if (r2 + i2 > 4.0) break;
    zi = 2 * zr * zi + ci;
    zr = r2 - i2 + cr;
    k++;
  }
  out[i] = k;
}

__device__ uint4 philox10(uint4 c, uint2 k) {
#pragma unroll
  for (int r = 0; r < 10; r++) {
    unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
    unsigned h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
    c = make_uint4(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
    k.x += 0x9E3779B9u; k.y += 0xBB67AE85u;
  }
  return c;
}
__device__ float2 box_muller(unsigned a, unsigned b) {
  float u = (a >> 8) * 5.9604645e-8f + 2.9802322e-8f, v = (b >> 8) * 5.9604645e-8f;
  float r = sqrtf(-2.f * logf(u)), s, c;
  sincospif(2.f * v, &s, &c);
  return make_float2(r * c, r * s);
}
// Log-normal short rate with mean reversion: two paths a thread, the mean discount of each block.
__global__ void short_rate_mc(float *discount, int steps, float kappa, float theta, float sigma, float x0, float dt, unsigned seed) {
  __shared__ float red[32];
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  float xa = x0, xb = x0, ia = 0, ib = 0, sq = sigma * sqrtf(dt);
  for (int t = 0; t < steps; t += 2) {
    uint4 r = philox10(make_uint4(id, t, 0, 0), make_uint2(seed, 0x1234567u));
    float2 g = box_muller(r.x, r.y), q = box_muller(r.z, r.w);
    xa += kappa * (theta - xa) * dt + sq * g.x; ia += __expf(xa) * dt;
    xb += kappa * (theta - xb) * dt + sq * g.y; ib += __expf(xb) * dt;
    xa += kappa * (theta - xa) * dt + sq * q.x; ia += __expf(xa) * dt;
    xb += kappa * (theta - xb) * dt + sq * q.y; ib += __expf(xb) * dt;
  }
  float d = 0.5f * (expf(-ia) + expf(-ib));
  for (int o = 16; o; o >>= 1) d += __shfl_down_sync(0xffffffff, d, o);
  if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = d;
  __syncthreads();
  if (threadIdx.x == 0) {
    float s = 0;
    for (int w = 0; w < blockDim.x / 32; w++) s += red[w];
    discount[blockIdx.x] = s / blockDim.x;
  }
}

// Counts points near each query in an implicit kd-tree (heap of split values, leaves of four points).
__global__ void kd_count(int *out, const float *split, const float4 *px, const float4 *py, const float4 *q, int n, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 c = q[i];
  float r = 0.02f + 0.05f * c.w;
  int stack[24], top = 0, count = 0, first_leaf = 1 << depth;
  stack[top++] = 1;
  while (top) {
    int node = stack[--top];
    if (node >= first_leaf) {
      float4 a = px[node - first_leaf], b = py[node - first_leaf];
      float d0 = (a.x - c.x) * (a.x - c.x) + (b.x - c.y) * (b.x - c.y), d1 = (a.y - c.x) * (a.y - c.x) + (b.y - c.y) * (b.y - c.y);
      float d2 = (a.z - c.x) * (a.z - c.x) + (b.z - c.y) * (b.z - c.y), d3 = (a.w - c.x) * (a.w - c.x) + (b.w - c.y) * (b.w - c.y);
      count += (d0 < 0.1f) + (d1 < 0.1f) + (d2 < 0.1f) + (d3 < 0.1f);
    } else {
      float s = split[node], v = (31 - __clz(node)) & 1 ? c.y : c.x;
      if (v - r < s) stack[top++] = 2 * node;
      if (v + r >= s) stack[top++] = 2 * node + 1;
    }
  }
  out[i] = count;
}
}
