// Physics, statistics, games.
typedef unsigned long long u64;
__device__ __forceinline__ void philox(unsigned &a, unsigned &b, unsigned key) {
  for (int r = 0; r < 7; r++) { unsigned hi = __umulhi(a, 0xD256D193u), lo = a * 0xD256D193u; a = hi ^ key ^ b; b = lo; key += 0x9E3779B9u; }
}
typedef float (*Op)(float, float);
__device__ float op_add(float a, float b) { return a + b; }
__device__ float op_mul(float a, float b) { return a * b * 0.5f; }
__device__ float op_div(float a, float b) { return a / (1.f + b * b); }
__device__ float op_sin(float a, float b) { return __sinf(a) - b; }
__device__ float op_max(float a, float b) { return fmaxf(a, b) * 0.9f; }
__device__ float op_sqrt(float a, float b) { return sqrtf(fabsf(a)) + 0.25f * b; }
__device__ Op ops[6] = {op_add, op_mul, op_div, op_sin, op_max, op_sqrt};
extern "C" {

// One colour of a chequerboard of spins in bytes.
__global__ void ising_colour(signed char *spin, int w, int h, int colour, float beta, unsigned step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= w / 2 * h) return;
  int y = i / (w / 2), x = 2 * (i % (w / 2)) + ((y + colour) & 1);
  auto at = [&](int xx, int yy) { return spin[yy * w + xx] & 1 ? 1 : -1; };
  int s = at(x, y), n = at(x ? x - 1 : w - 1, y) + at(x + 1 < w ? x + 1 : 0, y) + at(x, y ? y - 1 : h - 1) + at(x, y + 1 < h ? y + 1 : 0);
  unsigned a = i, b = step;
  philox(a, b, 0x1BD11BDAu);
  if ((a >> 8) * 5.9604645e-8f < __expf(-2.f * beta * s * n)) spin[y * w + x] ^= 1;
}

// Fluxes of the Euler equations by HLLC in doubles, arrays apart.
__global__ void hllc(double *f, const double *u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double g = 1.4;
  double rl = 0.5 + u[i], rr = 0.5 + u[i + 1], ul = u[n + 1 + i] - 0.5, ur = u[n + 2 + i] - 0.5, pl = 0.3 + u[2 * (n + 1) + i], pr = 0.3 + u[2 * (n + 1) + i + 1];
  double cl = sqrt(g * pl / rl), cr = sqrt(g * pr / rr), sl = fmin(ul - cl, ur - cr), sr = fmax(ul + cl, ur + cr);
  double ss = (pr - pl + rl * ul * (sl - ul) - rr * ur * (sr - ur)) / (rl * (sl - ul) - rr * (sr - ur));
  double el = pl / (g - 1) + 0.5 * rl * ul * ul, er = pr / (g - 1) + 0.5 * rr * ur * ur, f0, f1, f2;
  if (ss >= 0) {
    f0 = rl * ul; f1 = rl * ul * ul + pl; f2 = ul * (el + pl);
    if (sl < 0) { double k = rl * (sl - ul) / (sl - ss); f0 += sl * (k - rl); f1 += sl * (k * ss - rl * ul); f2 += sl * (k * (el / rl + (ss - ul) * (ss + pl / (rl * (sl - ul)))) - el); }
  } else {
    f0 = rr * ur; f1 = rr * ur * ur + pr; f2 = ur * (er + pr);
    if (sr > 0) { double k = rr * (sr - ur) / (sr - ss); f0 += sr * (k - rr); f1 += sr * (k * ss - rr * ur); f2 += sr * (k * (er / rr + (ss - ur) * (ss + pr / (rr * (sr - ur)))) - er); }
  }
  f[i] = f0; f[n + i] = f1; f[2 * n + i] = f2;
}

// Stiff kinetics of three species by Runge-Kutta in doubles; a long chain.
__global__ void kinetics_rk4(double *y, int n, int steps, double dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double a = y[i], b = y[n + i], c = y[2 * n + i];
  for (int s = 0; s < steps; s++) {
    double ka = 0, kb = 0, kc = 0, sa = 0, sb = 0, sc = 0;
#pragma unroll 1
    for (int k = 0; k < 4; k++) {
      double w = k == 0 ? 0 : k == 3 ? 1 : 0.5, x = a + w * dt * ka, z = b + w * dt * kb, t = c + w * dt * kc;
      double r1 = exp(-2.0 / (0.5 + t)) * x, r2 = 0.7 * x * z, r3 = 0.2 * z;
      ka = r3 - r1 - r2; kb = r1 - r3 - r2; kc = r2 - 0.1 * (t - 0.3);
      double m = k == 0 || k == 3 ? 1 : 2;
      sa += m * ka; sb += m * kb; sc += m * kc;
    }
    a += dt / 6 * sa; b += dt / 6 * sb; c += dt / 6 * sc;
  }
  y[i] = a; y[n + i] = b; y[2 * n + i] = c;
}

// Semi-Lagrangian advection with bilinear gathers.
__global__ void advect(float *out, const float *q, const float2 *vel, int w, int h, float dt) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float2 v = vel[y * w + x];
  float fx = fminf(fmaxf(x - dt * (v.x - 0.5f), 0.f), w - 1.001f), fy = fminf(fmaxf(y - dt * (v.y - 0.5f), 0.f), h - 1.001f);
  int ix = (int)fx, iy = (int)fy;
  float ax = fx - ix, ay = fy - iy;
  const float *p = q + iy * w + ix;
  out[y * w + x] = (1 - ay) * ((1 - ax) * p[0] + ax * p[1]) + ay * ((1 - ax) * p[w] + ax * p[w + 1]);
}

// Tracks with a constant-velocity Kalman filter, a thread a track: few threads, long chains.
__global__ void kalman(float *out, const float *z, int tracks, int steps) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= tracks) return;
  float x = 0, v = 0, p00 = 1, p01 = 0, p11 = 1;
  for (int s = 0; s < steps; s++) {
    x += 0.1f * v;
    p00 += 0.2f * p01 + 0.01f * p11 + 0.001f; p01 += 0.1f * p11; p11 += 0.01f;
    float e = z[s * tracks + t] - x, inv = 1.f / (p00 + 0.5f), k0 = p00 * inv, k1 = p01 * inv;
    x += k0 * e; v += k1 * e;
    p11 -= k1 * p01; p01 -= k0 * p01; p00 -= k0 * p00;
  }
  out[t] = x; out[tracks + t] = v;
}

// A chirp's arguments grow to millions: the slow reduction of sine.
__global__ void chirp(float2 *out, const float *phase, int n, float rate) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float t = i * 0.001f, a = rate * t * t + phase[i], s, c;
  sincosf(a, &s, &c);
  out[i] = make_float2(s, c);
}

// Resampled means: a block keeps the sample in shared memory, a thread a replica.
__global__ void bootstrap(float *mean, const float *x, int m) {
  extern __shared__ float s[];
  for (int i = threadIdx.x; i < m; i += blockDim.x) s[i] = x[i];
  __syncthreads();
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x, r = t * 2891336453u + 747796405u;
  float a = 0;
  for (int i = 0; i < m; i++) { r = r * 1664525u + 1013904223u; a += s[(r >> 8) % m]; }
  mean[t] = a / m;
}

// Operators by pointer, the same for a warp or not, as `spread` says.
__global__ void call_table(float *out, const float *in, const unsigned char *code, int n, int len, int spread) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a = in[i], b = 0.5f;
  for (int k = 0; k < len; k++) {
    Op f = ops[code[k + (spread ? (threadIdx.x & 3) * len : 0)] % 6];
    float c = f(a, b);
    b = a; a = c;
  }
  out[i] = a;
}

// Latin squares of 9 with boxes: count the fillings of a grid with holes, depth first, up to a limit.
__global__ void sudoku_count(unsigned *count, const unsigned *seed, int n, int holes, int limit) {
  __shared__ unsigned char cells[81 * 32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  if (i >= n) return;
  unsigned short row[9], col[9], box[9];
  unsigned char hole[40], pick[40];
  for (int k = 0; k < 9; k++) row[k] = col[k] = box[k] = 0;
  unsigned r = seed[i];
  int m = 0;
  for (int k = 0; k < 81; k++) {
    int y = k / 9, x = k % 9, d = (y * 3 + y / 3 + x) % 9;
    r = r * 1664525u + 1013904223u;
    bool open = (r >> 16) % 81 < (unsigned)holes && m < 40;
    cells[k * 32 + t] = open ? 9 : d;
    if (open) hole[m++] = k; else { row[y] |= 1 << d; col[x] |= 1 << d; box[y / 3 * 3 + x / 3] |= 1 << d; }
  }
  int d = 0, found = 0, steps = 0;
  if (m) pick[0] = 0;
  while (d >= 0 && m && steps++ < limit) {
    if (d == m) { found++; d--; int k = hole[d], y = k / 9, x = k % 9, b = 1 << (pick[d] - 1); row[y] ^= b; col[x] ^= b; box[y / 3 * 3 + x / 3] ^= b; continue; }
    int k = hole[d], y = k / 9, x = k % 9, bx = y / 3 * 3 + x / 3;
    unsigned can = 511 & ~(row[y] | col[x] | box[bx]) & ~((1u << pick[d]) - 1);
    if (can) {
      unsigned b = can & -can;
      row[y] |= b; col[x] |= b; box[bx] |= b;
      pick[d] = __ffs(b);
      cells[k * 32 + t] = pick[d] - 1;
      d++;
      if (d < m) pick[d] = 0;
    } else if (--d >= 0) { int k = hole[d], y = k / 9, x = k % 9, b = 1 << (pick[d] - 1); row[y] ^= b; col[x] ^= b; box[y / 3 * 3 + x / 3] ^= b; }
  }
  unsigned sum = 0;
  for (int k = 0; k < 81; k++) sum = sum * 31 + cells[k * 32 + t];
  count[i] = found ^ steps << 8 ^ (sum & 0xff000000u);
}

// Moves in Othello by shifts of 64-bit boards; random play-outs without passing twice.
__global__ void othello(unsigned *score, const unsigned *seed, int plies) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, r = seed[i] | 1;
  u64 me = 0x0000000810000000ull, you = 0x0000001008000000ull;
  for (int p = 0; p < plies; p++) {
    u64 empty = ~(me | you), moves = 0;
    const int sh[4] = {1, 7, 8, 9};
#pragma unroll
    for (int d = 0; d < 4; d++) {
      u64 m = d == 2 ? you : you & 0x7e7e7e7e7e7e7e7eull, a = me << sh[d] & m, b = me >> sh[d] & m;
#pragma unroll
      for (int k = 0; k < 5; k++) { a |= a << sh[d] & m; b |= b >> sh[d] & m; }
      moves |= (a << sh[d] | b >> sh[d]) & empty;
    }
    if (moves) {
      r ^= r << 13; r ^= r >> 17; r ^= r << 5;
      int k = r % __popcll(moves);
      while (k--) moves &= moves - 1;
      u64 mv = moves & -moves, flip = 0;
#pragma unroll
      for (int d = 0; d < 4; d++) {
        u64 m = d == 2 ? you : you & 0x7e7e7e7e7e7e7e7eull, a = mv << sh[d] & m, b = mv >> sh[d] & m;
#pragma unroll
        for (int k = 0; k < 5; k++) { a |= a << sh[d] & m; b |= b >> sh[d] & m; }
        if (a << sh[d] & me) flip |= a;
        if (b >> sh[d] & me) flip |= b;
      }
      me |= mv | flip; you &= ~flip;
    }
    u64 t = me; me = you; you = t;
  }
  score[i] = __popcll(me) << 8 | (unsigned)__popcll(you);
}
}
