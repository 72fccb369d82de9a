// Rays, noise, chance, tours, money.
typedef unsigned long long u64;

__device__ __forceinline__ unsigned hash3(int x, int y, int z) {
  unsigned h = x * 0x8da6b343u ^ y * 0xd8163841u ^ z * 0xcb1ab31fu;
  h ^= h >> 13;
  h *= 0x5bd1e995u;
  return h ^ h >> 15;
}
// The distances to the nearest two feature points, one a cell.
__device__ float2 worley(float x, float y, float z) {
  int cx = (int)floorf(x), cy = (int)floorf(y), cz = (int)floorf(z);
  float f1 = 1e9f, f2 = 1e9f;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
      for (int dx = -1; dx <= 1; dx++) {
        unsigned h = hash3(cx + dx, cy + dy, cz + dz);
        float px = cx + dx + (h & 1023) * (1.f / 1024.f) - x;
        float py = cy + dy + (h >> 10 & 1023) * (1.f / 1024.f) - y;
        float pz = cz + dz + (h >> 20 & 1023) * (1.f / 1024.f) - z;
        float d = px * px + py * py + pz * pz;
        f2 = fminf(f2, fmaxf(f1, d));
        f1 = fminf(f1, d);
      }
  return make_float2(sqrtf(f1), sqrtf(f2));
}
__device__ __forceinline__ float draw(unsigned &s) {
  s ^= s << 13;
  s ^= s >> 17;
  s ^= s << 5;
  return ((s >> 8) + 0.5f) * (1.f / 16777216.f);
}

extern "C" {

// Rays through 128^3 voxels, a bit each, from face to face (Amanatides and Woo); what they hit and how far away.
__global__ void __launch_bounds__(256)
voxel_dda(float *__restrict__ depth, int *__restrict__ hit, const unsigned *__restrict__ voxels, int w, int h, float ex, float ey, float ez) {
  int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
  if (px >= w || py >= h) return;
  float dx = 64.f - ex + (px - w / 2) * (100.f / w), dy = 64.f - ey + (py - h / 2) * (100.f / h), dz = 64.f - ez;
  float inv = rsqrtf(dx * dx + dy * dy + dz * dz);
  dx *= inv;
  dy *= inv;
  dz *= inv;
  float ix = 1.f / (fabsf(dx) < 1e-6f ? 1e-6f : dx), iy = 1.f / (fabsf(dy) < 1e-6f ? 1e-6f : dy), iz = 1.f / (fabsf(dz) < 1e-6f ? 1e-6f : dz);
  float ax = -ex * ix, bx = (128.f - ex) * ix, ay = -ey * iy, by = (128.f - ey) * iy, az = -ez * iz, bz = (128.f - ez) * iz;
  float in = fmaxf(fmaxf(fminf(ax, bx), fminf(ay, by)), fmaxf(fminf(az, bz), 0.f));
  float out = fminf(fminf(fmaxf(ax, bx), fmaxf(ay, by)), fmaxf(az, bz));
  float t = -1.f;
  int what = -1;
  if (in < out) {
    float sx = ex + dx * in, sy = ey + dy * in, sz = ez + dz * in;
    int x = min(max((int)sx, 0), 127), y = min(max((int)sy, 0), 127), z = min(max((int)sz, 0), 127);
    int gx = ix > 0.f ? 1 : -1, gy = iy > 0.f ? 1 : -1, gz = iz > 0.f ? 1 : -1;
    float tx = (x + (gx > 0) - ex) * ix, ty = (y + (gy > 0) - ey) * iy, tz = (z + (gz > 0) - ez) * iz;
    float stepx = fabsf(ix), stepy = fabsf(iy), stepz = fabsf(iz), now = in;
    while (true) {
      int v = (z * 128 + y) * 128 + x;
      if (voxels[v >> 5] >> (v & 31) & 1) {
        t = now;
        what = v;
        break;
      }
      if (tx < ty && tx < tz) {
        x += gx;
        now = tx;
        tx += stepx;
        if ((unsigned)x > 127u) break;
      } else if (ty < tz) {
        y += gy;
        now = ty;
        ty += stepy;
        if ((unsigned)y > 127u) break;
      } else {
        z += gz;
        now = tz;
        tz += stepz;
        if ((unsigned)z > 127u) break;
      }
    }
  }
  depth[py * w + px] = t;
  hit[py * w + px] = what;
}

// Cellular noise in octaves over a slice of space.
__global__ void __launch_bounds__(128)
worley_octaves(float *__restrict__ out, int w, int h, int octaves, float scale, float z) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0.f, gain = 0.5f, s = scale;
  for (int o = 0; o < octaves; o++) {
    float2 f = worley(x * s, y * s, z + o * 17.3f);
    sum += gain * (f.y - f.x);
    gain *= 0.5f;
    s *= 2.03f;
  }
  out[y * w + x] = sum;
}

// Photons through a scattering slab: exponential paths, isotropic turns, roulette; tallies by depth in shared memory.
__global__ void __launch_bounds__(256)
photon_slab(unsigned *__restrict__ tally, unsigned *__restrict__ fate, int n, float thick, float albedo) {
  __shared__ unsigned bins[64], ends[3];
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  if (threadIdx.x < 3) ends[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    unsigned s = i * 747796405u + 2891336453u;
    draw(s);
    float depth = 0.f, mu = 1.f, weight = 1.f;
    int end = 2;
    for (int k = 0; k < 400; k++) {
      depth -= mu * __logf(draw(s));
      if (depth < 0.f) { end = 0; break; }
      if (depth >= thick) { end = 1; break; }
      atomicAdd(&bins[min((int)(depth / thick * 64.f), 63)], (unsigned)(weight * (1.f - albedo) * 65536.f));
      weight *= albedo;
      if (weight < 0.05f) {
        if (draw(s) > 0.2f) break;
        weight *= 5.f;
      }
      mu = 2.f * draw(s) - 1.f;
    }
    atomicAdd(&ends[end], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&tally[threadIdx.x], bins[threadIdx.x]);
  if (threadIdx.x < 3) atomicAdd(&fate[threadIdx.x], ends[threadIdx.x]);
}

// The travelling salesman's best exchange of two edges: a block takes every gridDim-th edge, the tour in shared memory.
__global__ void __launch_bounds__(256)
two_opt_best(u64 *__restrict__ best, const float2 *__restrict__ tour, int n) {
  extern __shared__ float2 city[];
  __shared__ u64 warp_best[8];
  for (int k = threadIdx.x; k <= n; k += 256) city[k] = tour[k == n ? 0 : k];
  __syncthreads();
  u64 mine = ~0ull;
  for (int i = blockIdx.x; i < n - 2; i += gridDim.x) {
    float2 a = city[i], b = city[i + 1];
    float ab = sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
    for (int j = i + 2 + threadIdx.x; j < n; j += 256) {
      float2 c = city[j], d = city[j + 1];
      float cd = sqrtf((c.x - d.x) * (c.x - d.x) + (c.y - d.y) * (c.y - d.y));
      float ac = sqrtf((a.x - c.x) * (a.x - c.x) + (a.y - c.y) * (a.y - c.y));
      float bd = sqrtf((b.x - d.x) * (b.x - d.x) + (b.y - d.y) * (b.y - d.y));
      float change = ac + bd - ab - cd;
      unsigned key = (unsigned)__float2int_rn((change + 16.f) * 1048576.f);
      mine = min(mine, (u64)key << 32 | (unsigned)(i * n + j));
    }
  }
  for (int o = 16; o > 0; o >>= 1) mine = min(mine, __shfl_xor_sync(0xffffffffu, mine, o));
  if ((threadIdx.x & 31) == 0) warp_best[threadIdx.x >> 5] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 1; k < 8; k++) mine = min(mine, warp_best[k]);
    atomicMin(best, mine);
  }
}

// Bonds' yields by Newton in double precision; as many coupons as each bond has, until it no longer moves.
__global__ void __launch_bounds__(128)
bond_yield(double *__restrict__ yield, double *__restrict__ duration, int *__restrict__ rounds, const float *__restrict__ price,
           const float *__restrict__ coupon, const int *__restrict__ periods, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double p = price[i], c = coupon[i], y = 0.03, slope = 0.0;
  int m = 2 + periods[i], k = 0;
  for (; k < 20; k++) {
    double v = 1.0 / (1.0 + y), f = 1.0, value = 0.0;
    slope = 0.0;
    for (int t = 1; t <= m; t++) {
      f *= v;
      value += c * f;
      slope -= t * c * f;
    }
    value += 100.0 * f;
    slope = (slope - m * 100.0 * f) * v;
    double step = (value - p) / slope;
    y -= step;
    y = y < -0.5 ? -0.5 : y;
    if (fabs(step) < 1e-10) break;
  }
  yield[i] = y;
  duration[i] = -slope / p;
  rounds[i] = k;
}

}
