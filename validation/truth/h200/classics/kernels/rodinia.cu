// After Rodinia: the same algorithms, written anew.
extern "C" {

// HotSpot: a tile of 16 x 16 advances `iters` steps before it is written.
__global__ void hotspot(float *dst, const float *power, const float *src, int cols, int rows, int iters, float cap, float rx, float ry, float rz, float step) {
  __shared__ float t[16][16], p[16][16], u[16][16];
  const float amb = 80.0f;
  int tx = threadIdx.x, ty = threadIdx.y;
  float sc = step / cap, rx1 = 1 / rx, ry1 = 1 / ry, rz1 = 1 / rz;
  int small = 16 - 2 * iters;
  int y0 = small * blockIdx.y - iters, x0 = small * blockIdx.x - iters;
  int y = y0 + ty, x = x0 + tx, at = y * cols + x;
  if (y >= 0 && y < rows && x >= 0 && x < cols) { t[ty][tx] = src[at]; p[ty][tx] = power[at]; }
  __syncthreads();
  int ylo = y0 < 0 ? -y0 : 0, yhi = y0 + 15 > rows - 1 ? rows - 1 - y0 : 15;
  int xlo = x0 < 0 ? -x0 : 0, xhi = x0 + 15 > cols - 1 ? cols - 1 - x0 : 15;
  int N = max(ty - 1, ylo), S = min(ty + 1, yhi), W = max(tx - 1, xlo), E = min(tx + 1, xhi);
  bool done = false;
  for (int i = 0; i < iters; i++) {
    done = false;
    if (tx >= i + 1 && tx <= 14 - i && ty >= i + 1 && ty <= 14 - i && tx >= xlo && tx <= xhi && ty >= ylo && ty <= yhi) {
      done = true;
      u[ty][tx] = t[ty][tx] + sc * (p[ty][tx] + (t[S][tx] + t[N][tx] - 2.0f * t[ty][tx]) * ry1 + (t[ty][E] + t[ty][W] - 2.0f * t[ty][tx]) * rx1 + (amb - t[ty][tx]) * rz1);
    }
    __syncthreads();
    if (i == iters - 1) break;
    if (done) t[ty][tx] = u[ty][tx];
    __syncthreads();
  }
  if (done) dst[at] = u[ty][tx];
}

// PathFinder: the cheapest path down a grid, `iters` rows at once with a halo.
__global__ void pathfinder(int *out, const int *wall, const int *src, int cols, int row0, int iters) {
  __shared__ int prev[256], cur[256];
  int tx = threadIdx.x;
  int small = 256 - 2 * iters;
  int x0 = small * blockIdx.x - iters, x = x0 + tx;
  int lo = x0 < 0 ? -x0 : 0, hi = x0 + 255 > cols - 1 ? cols - 1 - x0 : 255;
  int W = max(tx - 1, lo), E = min(tx + 1, hi);
  bool valid = tx >= lo && tx <= hi, done = false;
  if (valid) prev[tx] = src[x];
  __syncthreads();
  for (int i = 0; i < iters; i++) {
    done = false;
    if (tx >= i + 1 && tx <= 254 - i && valid) {
      done = true;
      int best = min(min(prev[W], prev[tx]), prev[E]);
      cur[tx] = best + wall[(row0 + i) * cols + x];
    }
    __syncthreads();
    if (i == iters - 1) break;
    if (done) prev[tx] = cur[tx];
    __syncthreads();
  }
  if (done) out[x] = cur[tx];
}

// SRAD: gradients and the diffusion coefficient, neighbours through index arrays.
__global__ void srad_coef(float *dN, float *dS, float *dW, float *dE, float *c, const float *I, const int *iN, const int *iS, const int *jW, const int *jE, int nr, int nc, float q0sqr) {
  int ei = blockIdx.x * blockDim.x + threadIdx.x;
  if (ei >= nr * nc) return;
  int row = ei % nr, col = ei / nr;
  float v = I[ei];
  float n = I[iN[row] + nr * col] - v, s = I[iS[row] + nr * col] - v;
  float w = I[row + nr * jW[col]] - v, e = I[row + nr * jE[col]] - v;
  float g2 = (n * n + s * s + w * w + e * e) / (v * v);
  float l = (n + s + w + e) / v;
  float num = 0.5f * g2 - (1.0f / 16.0f) * (l * l);
  float den = 1 + 0.25f * l;
  float q = num / (den * den);
  den = (q - q0sqr) / (q0sqr * (1 + q0sqr));
  float k = 1.0f / (1.0f + den);
  k = k < 0 ? 0 : k > 1 ? 1 : k;
  dN[ei] = n; dS[ei] = s; dW[ei] = w; dE[ei] = e; c[ei] = k;
}

// Needleman-Wunsch: the blocks of one anti-diagonal, 32 x 32 cells a block of 32 threads.
__global__ void nw_diag(int *m, const int *ref, int cols, int penalty, int diag, int blocks) {
  __shared__ int t[33][33];
  __shared__ int r[32][32];
  int tx = threadIdx.x;
  int bx = blockIdx.x, by = diag - bx;
  if (by < 0 || by >= blocks || bx >= blocks) return;
  int base = cols * 32 * by + 32 * bx;
  for (int k = 0; k < 32; k++) r[k][tx] = ref[base + cols + 1 + k * cols + tx];
  if (tx == 0) t[0][0] = m[base];
  t[tx + 1][0] = m[base + cols * (tx + 1)];
  t[0][tx + 1] = m[base + tx + 1];
  __syncwarp();
  for (int k = 0; k < 32; k++) {
    if (tx <= k) {
      int x = tx + 1, y = k - tx + 1;
      t[y][x] = max(max(t[y - 1][x - 1] + r[y - 1][x - 1], t[y][x - 1] - penalty), t[y - 1][x] - penalty);
    }
    __syncwarp();
  }
  for (int k = 30; k >= 0; k--) {
    if (tx <= k) {
      int x = tx + 32 - k, y = 32 - tx;
      t[y][x] = max(max(t[y - 1][x - 1] + r[y - 1][x - 1], t[y][x - 1] - penalty), t[y - 1][x] - penalty);
    }
    __syncwarp();
  }
  for (int k = 0; k < 32; k++) m[base + cols + 1 + k * cols + tx] = t[k + 1][tx + 1];
}

// Back propagation: 16 inputs times 16 hidden units a block, summed over the inputs by a tree.
__global__ void layerforward(float *partial, float *prod, const float *input, const float *w, int hid) {
  __shared__ float node[16];
  __shared__ float wm[16][16];
  int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int index = (hid + 1) * 16 * by + (hid + 1) * ty + tx + 1 + (hid + 1);
  if (tx == 0) node[ty] = input[16 * by + ty + 1];
  __syncthreads();
  wm[ty][tx] = w[index];
  __syncthreads();
  wm[ty][tx] = wm[ty][tx] * node[ty];
  __syncthreads();
  for (int i = 1; i <= 4; i++) {
    int p = 1 << i;
    if (ty % p == 0) wm[ty][tx] = wm[ty][tx] + wm[ty + p / 2][tx];
    __syncthreads();
  }
  prod[index] = wm[ty][tx];
  if (tx == 0) partial[by * hid + ty] = wm[tx][ty];
}

// LavaMD: a box of 100 particles a block, its neighbours one after another through shared memory.
__global__ void lavamd(float4 *fv, const float4 *rv, const float *qv, const int *neigh, float a2) {
  __shared__ float4 rA[100], rB[100];
  __shared__ float qB[100];
  int b = blockIdx.x, t = threadIdx.x;
  if (t < 100) rA[t] = rv[b * 100 + t];
  __syncthreads();
  float4 acc = make_float4(0, 0, 0, 0);
  for (int k = 0; k < 27; k++) {
    int nb = neigh[b * 27 + k];
    if (nb < 0) continue;
    if (t < 100) { rB[t] = rv[nb * 100 + t]; qB[t] = qv[nb * 100 + t]; }
    __syncthreads();
    if (t < 100)
      for (int j = 0; j < 100; j++) {
        float r2 = rA[t].w + rB[j].w - (rA[t].x * rB[j].x + rA[t].y * rB[j].y + rA[t].z * rB[j].z);
        float vij = expf(-a2 * r2);
        float fs = 2 * vij;
        acc.w += qB[j] * vij;
        acc.x += qB[j] * fs * (rA[t].x - rB[j].x);
        acc.y += qB[j] * fs * (rA[t].y - rB[j].y);
        acc.z += qB[j] * fs * (rA[t].z - rB[j].z);
      }
    __syncthreads();
  }
  if (t < 100) fv[b * 100 + t] = acc;
}

// Euler flow on an unstructured mesh: fluxes from four neighbours, structure of arrays.
__device__ __forceinline__ void flux_of(float rho, float3 mom, float en, float p, float3 v, float3 &fx, float3 &fy, float3 &fz, float3 &fe) {
  fx = make_float3(v.x * mom.x + p, v.x * mom.y, v.x * mom.z);
  fy = make_float3(fx.y, v.y * mom.y + p, v.y * mom.z);
  fz = make_float3(fx.z, fy.z, v.z * mom.z + p);
  float de = en + p;
  fe = make_float3(v.x * de, v.y * de, v.z * de);
}
__global__ void cfd_flux(float *fluxes, const int *elem, const float *normals, const float *var, int nel) {
  const float G = 1.4f, smoothing = 0.2f;
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= nel) return;
  float rho = var[i];
  float3 mom = make_float3(var[i + nel], var[i + 2 * nel], var[i + 3 * nel]);
  float en = var[i + 4 * nel];
  float3 v = make_float3(mom.x / rho, mom.y / rho, mom.z / rho);
  float s2 = v.x * v.x + v.y * v.y + v.z * v.z, speed = sqrtf(s2);
  float p = (G - 1.0f) * (en - 0.5f * rho * s2), cs = sqrtf(G * p / rho);
  float3 fx, fy, fz, fe;
  flux_of(rho, mom, en, p, v, fx, fy, fz, fe);
  float fr = 0, fen = 0;
  float3 fm = make_float3(0, 0, 0);
#pragma unroll
  for (int j = 0; j < 4; j++) {
    int nb = elem[i + j * nel];
    float3 n = make_float3(normals[i + (j * 3 + 0) * nel], normals[i + (j * 3 + 1) * nel], normals[i + (j * 3 + 2) * nel]);
    float len = sqrtf(n.x * n.x + n.y * n.y + n.z * n.z);
    if (nb >= 0) {
      float rn = var[nb];
      float3 mn = make_float3(var[nb + nel], var[nb + 2 * nel], var[nb + 3 * nel]);
      float enn = var[nb + 4 * nel];
      float3 vn = make_float3(mn.x / rn, mn.y / rn, mn.z / rn);
      float sn2 = vn.x * vn.x + vn.y * vn.y + vn.z * vn.z;
      float pn = (G - 1.0f) * (enn - 0.5f * rn * sn2), cn = sqrtf(G * pn / rn);
      float3 gx, gy, gz, ge;
      flux_of(rn, mn, enn, pn, vn, gx, gy, gz, ge);
      float f = -len * smoothing * 0.5f * (speed + sqrtf(sn2) + cs + cn);
      fr += f * (rho - rn); fen += f * (en - enn);
      fm.x += f * (mom.x - mn.x); fm.y += f * (mom.y - mn.y); fm.z += f * (mom.z - mn.z);
      f = 0.5f * n.x;
      fr += f * (mn.x + mom.x); fen += f * (ge.x + fe.x); fm.x += f * (gx.x + fx.x); fm.y += f * (gy.x + fy.x); fm.z += f * (gz.x + fz.x);
      f = 0.5f * n.y;
      fr += f * (mn.y + mom.y); fen += f * (ge.y + fe.y); fm.x += f * (gx.y + fx.y); fm.y += f * (gy.y + fy.y); fm.z += f * (gz.y + fz.y);
      f = 0.5f * n.z;
      fr += f * (mn.z + mom.z); fen += f * (ge.z + fe.z); fm.x += f * (gx.z + fx.z); fm.y += f * (gy.z + fy.z); fm.z += f * (gz.z + fz.z);
    } else {
      fm.x += n.x * p; fm.y += n.y * p; fm.z += n.z * p;
    }
  }
  fluxes[i] = fr; fluxes[i + nel] = fm.x; fluxes[i + 2 * nel] = fm.y; fluxes[i + 3 * nel] = fm.z; fluxes[i + 4 * nel] = fen;
}

// Streamcluster: what a point gains from a new centre, dimensions apart by num.
__global__ void pgain(float *lower, unsigned char *switches, const float *coord, const float *cost, const float *weight, const int *assign, const int *table, int num, int dim, int x, int K) {
  extern __shared__ float center[];
  for (int k = threadIdx.x; k < dim; k += blockDim.x) center[k] = coord[(size_t)k * num + x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= num) return;
  float d = 0;
  for (int k = 0; k < dim; k++) { float t = coord[(size_t)k * num + i] - center[k]; d += t * t; }
  float cur = d * weight[i];
  bool sw = cur < cost[i];
  switches[i] = sw;
  lower[(size_t)i * (K + 1) + (sw ? K : table[assign[i]])] = cur - cost[i];
}

// LU: the diagonal block, one warp, and the blocks beyond it.
__global__ void lud_diagonal(float *m, int dim, int offset) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++) s[i][t] = m[(offset + i) * dim + offset + t];
  __syncthreads();
  for (int i = 0; i < 31; i++) {
    if (t > i) {
      for (int j = 0; j < i; j++) s[t][i] -= s[t][j] * s[j][i];
      s[t][i] /= s[i][i];
    }
    __syncthreads();
    if (t > i)
      for (int j = 0; j < i + 1; j++) s[i + 1][t] -= s[i + 1][j] * s[j][t];
    __syncthreads();
  }
  for (int i = 1; i < 32; i++) m[(offset + i) * dim + offset + t] = s[i][t];
}
__global__ void lud_internal(float *m, int dim, int offset) {
  __shared__ float row[16][16], col[16][16];
  int gr = offset + (blockIdx.y + 1) * 16, gc = offset + (blockIdx.x + 1) * 16;
  row[threadIdx.y][threadIdx.x] = m[(offset + threadIdx.y) * dim + gc + threadIdx.x];
  col[threadIdx.y][threadIdx.x] = m[(gr + threadIdx.y) * dim + offset + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 16; i++) sum += col[threadIdx.y][i] * row[i][threadIdx.x];
  m[(gr + threadIdx.y) * dim + gc + threadIdx.x] -= sum;
}

// B+ tree of order 128: a block a query, each thread compares one key of the node.
__global__ void btree_find(int *found, const int *inner, const int *leaf, const int *query, int levels) {
  __shared__ int child;
  int t = threadIdx.x, node = 0, q = query[blockIdx.x], base = 0, width = 1;
  for (int l = 0; l < levels; l++) {
    const int *k = inner + base + node * 128;
    if (k[t] <= q && (t == 127 || k[t + 1] > q)) child = node * 128 + t;
    __syncthreads();
    node = child;
    base += width * 128;
    width *= 128;
    __syncthreads();
  }
  if (leaf[node * 128 + t] == q) found[blockIdx.x] = node * 128 + t;
}

// Particle filter: the first entry of the CDF that reaches u.
__global__ void pf_find(float *xj, const float *x, const float *cdf, const float *u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int index = -1;
  for (int k = 0; k < n; k++)
    if (cdf[k] >= u[i]) { index = k; break; }
  if (index == -1) index = n - 1;
  xj[i] = x[index];
}
}
