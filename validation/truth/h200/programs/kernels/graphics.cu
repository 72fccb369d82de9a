// Rays, triangles, pixels, points.
extern "C" {

// Boxes of an implicit binary tree over a hashed heap of spheres; the stack lies in local memory.
__global__ void bvh_stack(float *hit_t, unsigned *visits, const float *dirs, const float *noise, int rays, int levels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rays) return;
  float dx = dirs[3 * i] + 0.01f, dy = dirs[3 * i + 1] + 0.01f, dz = 1.f, ix = 1.f / dx, iy = 1.f / dy;
  float t = 1e30f;
  unsigned seen = 0;
  int stack[24], top = 0;
  stack[top++] = 1;
  while (top) {
    int node = stack[--top];
    seen++;
    int level = 31 - __clz(node), k = node - (1 << level), bx = 0, by = 0;
    for (int b = 0; b < level; b++) { if (b & 1) bx |= (k >> b & 1) << (b >> 1); else by |= (k >> b & 1) << (b >> 1); }
    float sx = 1.f / (1 << (level >> 1)), sy = 1.f / (1 << ((level + 1) >> 1));
    float x0 = bx * sx, y0 = by * sy;
    float a = x0 * ix, b = (x0 + sx) * ix, c = y0 * iy, d = (y0 + sy) * iy;
    float tn = fmaxf(fmaxf(fminf(a, b), fminf(c, d)), 1.f), tf = fminf(fminf(fmaxf(a, b), fmaxf(c, d)), t);
    if (tn > tf) continue;
    if (level == levels) {
      float cz = 1.f + noise[node & 65535], cx = x0 + 0.5f * sx, cy = y0 + 0.5f * sy, rad = 0.4f * sx;
      float dd = dx * dx + dy * dy + dz * dz, q = dx * cx + dy * cy + dz * cz, e = q * q - dd * (cx * cx + cy * cy + cz * cz - rad * rad);
      if (e > 0) { float s = (q - sqrtf(e)) / dd; if (s > 0 && s < t) t = s; }
    } else { stack[top++] = 2 * node; stack[top++] = 2 * node + 1; }
  }
  hit_t[i] = t;
  visits[i] = seen;
}

__global__ void sdf_march(uchar4 *img, int w, int h, float time) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float dx = (2.f * x - w) / h, dy = (2.f * y - h) / h, dz = 1.5f, n = rsqrtf(dx * dx + dy * dy + dz * dz);
  dx *= n; dy *= n; dz *= n;
  float t = 0;
  int s = 0;
  for (; s < 96; s++) {
    float px = dx * t, py = dy * t, pz = dz * t - 3.f;
    float d = sqrtf(px * px + py * py + pz * pz) - 1.f + 0.1f * sinf(8.f * px + time) * sinf(7.f * py) * cosf(9.f * pz);
    d = fminf(d, py + 1.2f);
    if (d < 0.001f || t > 20.f) break;
    t += 0.6f * d;
  }
  float fog = powf(0.9f, t);
  img[y * w + x] = make_uchar4(255 * fog, s * 2, fminf(t * 12.f, 255.f), 255);
}

// A warp a triangle: walk its bounding box, keep the nearest by atomicMin.
__global__ void raster_depth(unsigned *depth, const float *v, int triangles, int w, int h, float extent) {
  int tri = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (tri >= triangles) return;
  const float *p = v + 9 * tri;
  float ox = p[0] * w, oy = p[1] * h;
  float x1 = ox + (p[3] - 0.5f) * extent, y1 = oy + (p[4] - 0.5f) * extent, x2 = ox + (p[6] - 0.5f) * extent, y2 = oy + (p[7] - 0.5f) * extent;
  float area = (x1 - ox) * (y2 - oy) - (x2 - ox) * (y1 - oy);
  if (area < 0) { float t = x1; x1 = x2; x2 = t; t = y1; y1 = y2; y2 = t; area = -area; }
  if (area < 1.f) return;
  int lx = max(0, (int)fminf(ox, fminf(x1, x2))), hx = min(w - 1, (int)fmaxf(ox, fmaxf(x1, x2)));
  int ly = max(0, (int)fminf(oy, fminf(y1, y2))), hy = min(h - 1, (int)fmaxf(oy, fmaxf(y1, y2)));
  float inv = 1.f / area;
  for (int y = ly + (lane >> 3); y <= hy; y += 4)
    for (int x = lx + (lane & 7); x <= hx; x += 8) {
      float fx = x + 0.5f, fy = y + 0.5f;
      float a = (x1 - fx) * (y2 - fy) - (x2 - fx) * (y1 - fy), b = (x2 - fx) * (oy - fy) - (ox - fx) * (y2 - fy), c = area - a - b;
      if (a >= 0 && b >= 0 && c >= 0) {
        float z = (a * p[2] + b * p[5] + c * p[8]) * inv;
        atomicMin(&depth[y * w + x], (unsigned)(z * 1048576.f) << 8 | (tri & 255));
      }
    }
}

__global__ void bilateral_u8(unsigned char *out, const unsigned char *in, int w, int h, float is, float ir) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float c = in[y * w + x], s = 0, n = 0;
  for (int dy = -3; dy <= 3; dy++)
    for (int dx = -3; dx <= 3; dx++) {
      int xx = min(max(x + dx, 0), w - 1), yy = min(max(y + dy, 0), h - 1);
      float v = in[yy * w + xx], d = v - c, g = __expf(-(dx * dx + dy * dy) * is - d * d * ir);
      s += g * v; n += g;
    }
  out[y * w + x] = (unsigned char)(s / n + 0.5f);
}

// Connected components of a 32x32 tile by minimum propagation until nothing changes.
__global__ void ccl_tile(unsigned short *label, unsigned *rounds, const unsigned char *in, int w) {
  __shared__ unsigned short l[34][34];
  int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x;
  for (int k = t; k < 34 * 34; k += 1024) ((unsigned short *)l)[k] = 0xffff;
  size_t at = (size_t)(blockIdx.y * 32 + y) * w + blockIdx.x * 32 + x;
  bool on = in[at] % 100 < 62;
  __syncthreads();
  if (on) l[y + 1][x + 1] = t;
  unsigned r = 0;
  bool changed;
  do {
    __syncthreads();
    unsigned m = min(min(l[y][x + 1], l[y + 2][x + 1]), min(l[y + 1][x], l[y + 1][x + 2])), mine = l[y + 1][x + 1];
    changed = on && m < mine;
    __syncthreads();
    if (changed) l[y + 1][x + 1] = m;
    r++;
  } while (__syncthreads_or(changed));
  label[at] = l[y + 1][x + 1];
  if (t == 0) rounds[blockIdx.y * gridDim.x + blockIdx.x] = r;
}

// One round of jump flooding: nine seeds at a distance.
__global__ void jump_flood(short2 *out, const unsigned *seed, int w, int h, int jump) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int best = 0x7fffffff;
  short2 b = make_short2(-1, -1);
#pragma unroll
  for (int dy = -1; dy <= 1; dy++)
#pragma unroll
    for (int dx = -1; dx <= 1; dx++) {
      int xx = x + dx * jump, yy = y + dy * jump;
      if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
      unsigned s = seed[yy * w + xx];
      if (s % 7) continue;
      int sx = xx + (s >> 8 & 15) - 8, sy = yy + (s >> 12 & 15) - 8, d = (sx - x) * (sx - x) + (sy - y) * (sy - y);
      if (d < best) { best = d; b = make_short2(sx, sy); }
    }
  out[y * w + x] = b;
}

__global__ void points_in_polygon(unsigned *inside, const float2 *poly, const float2 *pt, int n, int edges) {
  __shared__ float2 v[256];
  for (int i = threadIdx.x; i < edges; i += blockDim.x) { float r = 0.2f + 0.3f * poly[i].x, a = 6.2831853f * i / edges; v[i] = make_float2(0.5f + r * cosf(a), 0.5f + r * sinf(a)); }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool in = false;
  if (i < n) {
    float2 p = pt[i], a = v[edges - 1];
    for (int k = 0; k < edges; k++) {
      float2 b = v[k];
      if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) in = !in;
      a = b;
    }
  }
  int c = __syncthreads_count(in);
  if (threadIdx.x == 0) inside[blockIdx.x] = c;
}
}
