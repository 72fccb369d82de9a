// Fluids, particles, neurons.

__device__ __forceinline__ float vtrap(float x, float y) {
  return fabsf(x / y) < 1e-6f ? y * (1.f - x / y * 0.5f) : x / (__expf(x / y) - 1.f);
}

extern "C" {

// Lattice Boltzmann, D3Q19, one relaxation time: pulls from the neighbours of a periodic box.
__global__ void __launch_bounds__(128)
lbm_d3q19_bgk(float *__restrict__ out, const float *__restrict__ in, int nx, int ny, int nz, float omega, float force) {
  constexpr int cx[19] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
  constexpr int cy[19] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
  constexpr int cz[19] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
  if (x >= nx) return;
  size_t cells = (size_t)nx * ny * nz;
  float f[19], rho = 0.f, ux = 0.f, uy = 0.f, uz = 0.f;
#pragma unroll
  for (int k = 0; k < 19; k++) {
    int sx = x - cx[k], sy = y - cy[k], sz = z - cz[k];
    sx = sx < 0 ? nx - 1 : sx == nx ? 0 : sx;
    sy = sy < 0 ? ny - 1 : sy == ny ? 0 : sy;
    sz = sz < 0 ? nz - 1 : sz == nz ? 0 : sz;
    f[k] = in[k * cells + ((size_t)sz * ny + sy) * nx + sx];
    rho += f[k];
    ux += cx[k] * f[k];
    uy += cy[k] * f[k];
    uz += cz[k] * f[k];
  }
  float inv = 1.f / rho;
  ux = ux * inv + force / omega;
  uy *= inv;
  uz *= inv;
  float usq = 1.f - 1.5f * (ux * ux + uy * uy + uz * uz);
  size_t at = ((size_t)z * ny + y) * nx + x;
#pragma unroll
  for (int k = 0; k < 19; k++) {
    float w = k == 0 ? 1.f / 3.f : k < 7 ? 1.f / 18.f : 1.f / 36.f;
    float cu = cx[k] * ux + cy[k] * uy + cz[k] * uz;
    float eq = w * rho * (usq + 3.f * cu + 4.5f * cu * cu);
    out[k * cells + at] = f[k] + omega * (eq - f[k]);
  }
}

// Barnes-Hut: each body walks the octree with a stack of its own. A child is a node, or -1, or -2-body.
__global__ void __launch_bounds__(128)
bh_walk(float4 *__restrict__ acc, const float4 *__restrict__ body, const float4 *__restrict__ node, const float *__restrict__ width,
        const int *__restrict__ child, int n, float theta2, float soft2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 me = body[i];
  float ax = 0.f, ay = 0.f, az = 0.f, pot = 0.f;
  int stack[80], top = 0;
  stack[top++] = 0;
  while (top > 0) {
    int k = stack[--top];
    float4 c = k >= 0 ? node[k] : body[-2 - k];
    float dx = c.x - me.x, dy = c.y - me.y, dz = c.z - me.z;
    float r2 = dx * dx + dy * dy + dz * dz;
    if (k < 0 || width[k] * width[k] < theta2 * r2) {
      float inv = rsqrtf(r2 + soft2), m = c.w * inv;
      pot -= m;
      m *= inv * inv;
      ax += m * dx;
      ay += m * dy;
      az += m * dz;
    } else {
      for (int o = 0; o < 8; o++) {
        int to = child[k * 8 + o];
        if (to != -1 && top < 80) stack[top++] = to;
      }
    }
  }
  acc[i] = make_float4(ax, ay, az, pot);
}

// Neighbour lists out of cells: the particles lie sorted by cell; half a list a particle, column by column.
__global__ void __launch_bounds__(128)
verlet_build(int *__restrict__ list, int *__restrict__ count, const float *__restrict__ px, const float *__restrict__ py,
             const float *__restrict__ pz, const int *__restrict__ start, int n, int nx, int ny, int nz, float cut2, int room) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = px[i], y = py[i], z = pz[i];
  int cx = min((int)x, nx - 1), cy = min((int)y, ny - 1), cz = min((int)z, nz - 1), found = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++) {
      int zz = cz + dz, yy = cy + dy;
      if (zz < 0 || zz >= nz || yy < 0 || yy >= ny) continue;
      int line = (zz * ny + yy) * nx;
      int end = start[line + min(cx + 1, nx - 1) + 1];
      for (int j = start[line + max(cx - 1, 0)]; j < end; j++) {
        float ex = px[j] - x, ey = py[j] - y, ez = pz[j] - z;
        if (j > i && ex * ex + ey * ey + ez * ez < cut2) {
          if (found < room) list[(size_t)found * n + i] = j;
          found++;
        }
      }
    }
  count[i] = found;
}

// Hodgkin-Huxley neurons under a steady current, stepped by exponential Euler.
__global__ void __launch_bounds__(128)
hh_neurons(float *__restrict__ volt, float *__restrict__ gate, int *__restrict__ spikes, const float *__restrict__ current, int n, int steps, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = volt[i], m = gate[i], h = gate[n + i], g = gate[2 * n + i], in = current[i];
  int fired = 0;
  for (int s = 0; s < steps; s++) {
    float am = 0.1f * vtrap(-(v + 40.f), 10.f), bm = 4.f * __expf(-(v + 65.f) / 18.f);
    float ah = 0.07f * __expf(-(v + 65.f) / 20.f), bh = 1.f / (1.f + __expf(-(v + 35.f) / 10.f));
    float an = 0.01f * vtrap(-(v + 55.f), 10.f), bn = 0.125f * __expf(-(v + 65.f) / 80.f);
    float sm = am + bm, sh = ah + bh, sn = an + bn;
    m = am / sm + (m - am / sm) * __expf(-dt * sm);
    h = ah / sh + (h - ah / sh) * __expf(-dt * sh);
    g = an / sn + (g - an / sn) * __expf(-dt * sn);
    float gna = 120.f * m * m * m * h, gk = 36.f * g * g * g * g, gl = 0.3f;
    float all = gna + gk + gl, rest = (gna * 50.f - gk * 77.f - gl * 54.4f + in) / all;
    float next = rest + (v - rest) * __expf(-dt * all);
    if (v < 0.f && next >= 0.f) fired++;
    v = next;
  }
  volt[i] = v;
  gate[i] = m;
  gate[n + i] = h;
  gate[2 * n + i] = g;
  spikes[i] = fired;
}

// Integrate and fire; the warp delivers its spikes together, a lane a synapse.
__global__ void __launch_bounds__(256)
lif_deliver(int *__restrict__ arrive, float *__restrict__ volt, int *__restrict__ fired, const int *__restrict__ input,
            const int *__restrict__ target, const unsigned char *__restrict__ weight, int n, int fanout, float leak, float limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  bool spike = false;
  if (i < n) {
    float v = volt[i] * leak + 0.01f * input[i];
    spike = v > limit;
    volt[i] = spike ? 0.f : v;
  }
  unsigned who = __ballot_sync(0xffffffffu, spike);
  if (lane == 0 && who) atomicAdd(fired, __popc(who));
  while (who) {
    int from = i - lane + __ffs(who) - 1;
    who &= who - 1;
    for (int s = lane; s < fanout; s += 32) {
      size_t e = (size_t)from * fanout + s;
      atomicAdd(&arrive[target[e]], (int)weight[e] - 40);
    }
  }
}

// Kuramoto oscillators, all with all: tiles of phases in shared memory, the sum cut into gridDim.y pieces.
__global__ void __launch_bounds__(128)
kuramoto_sums(float *__restrict__ part, const float *__restrict__ phase, int n) {
  __shared__ float tile[128];
  int i = blockIdx.x * 128 + threadIdx.x, pieces = gridDim.y;
  int per = (n + pieces - 1) / pieces, from = blockIdx.y * per, to = min(from + per, n);
  float mine = i < n ? phase[i] : 0.f, sum = 0.f;
  for (int j0 = from; j0 < to; j0 += 128) {
    int m = min(128, to - j0);
    if (threadIdx.x < m) tile[threadIdx.x] = phase[j0 + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < m; j++) sum += __sinf(tile[j] - mine);
    __syncthreads();
  }
  if (i < n) part[(size_t)blockIdx.y * n + i] = sum;
}

// Material points gather from the grid: velocity and its affine matrix by quadratic weights over 3x3x3 nodes.
__global__ void __launch_bounds__(128)
mpm_g2p(float *__restrict__ vel, float *__restrict__ affine, const float *__restrict__ pos, const float4 *__restrict__ grid, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float w[3][3], fx[3];
  int base[3];
#pragma unroll
  for (int d = 0; d < 3; d++) {
    float x = pos[d * n + i] * (size - 4) + 1.f;
    base[d] = (int)(x - 0.5f);
    fx[d] = x - base[d];
    w[d][0] = 0.5f * (1.5f - fx[d]) * (1.5f - fx[d]);
    w[d][1] = 0.75f - (fx[d] - 1.f) * (fx[d] - 1.f);
    w[d][2] = 0.5f * (fx[d] - 0.5f) * (fx[d] - 0.5f);
  }
  float v[3] = {}, c[9] = {};
  for (int a = 0; a < 3; a++)
#pragma unroll
    for (int b = 0; b < 3; b++)
#pragma unroll
      for (int e = 0; e < 3; e++) {
        float wz = a == 0 ? w[2][0] : a == 1 ? w[2][1] : w[2][2];
        float weight = wz * w[1][b] * w[0][e];
        float4 g = grid[((base[2] + a) * size + base[1] + b) * size + base[0] + e];
        float gx = weight * g.x, gy = weight * g.y, gz = weight * g.z;
        float dx = e - fx[0], dy = b - fx[1], dz = a - fx[2];
        v[0] += gx; v[1] += gy; v[2] += gz;
        c[0] += gx * dx; c[1] += gx * dy; c[2] += gx * dz;
        c[3] += gy * dx; c[4] += gy * dy; c[5] += gy * dz;
        c[6] += gz * dx; c[7] += gz * dy; c[8] += gz * dz;
      }
#pragma unroll
  for (int d = 0; d < 3; d++) vel[d * n + i] = v[d];
#pragma unroll
  for (int d = 0; d < 9; d++) affine[d * n + i] = 4.f * c[d];
}

}
