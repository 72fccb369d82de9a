// Options.
struct Dir { unsigned v[8][32]; constexpr Dir() : v() { for (int d = 0; d < 8; d++) for (unsigned i = 0; i < 32; i++) { unsigned m = d == 0 ? 1u : ((i * 2654435761u + d * 40503u) >> 7 | 1u); m &= i == 31 ? 0xffffffffu : (2u << i) - 1; v[d][i] = m << (31 - i); } } };
__constant__ Dir sobol_dir = Dir();
extern "C" {

__global__ void binomial_option(float *price, const float *spot, int steps, float strike, float up, float pu, float pd) {
  extern __shared__ float v[];
  float s = 50.f + 100.f * spot[blockIdx.x];
  for (int i = threadIdx.x; i <= steps; i += blockDim.x) v[i] = fmaxf(strike - s * exp2f(up * (2 * i - steps)), 0.f);
  __syncthreads();
  for (int t = steps; t > 0; t--) {
    for (int base = 0; base < t; base += blockDim.x) {
      int i = base + threadIdx.x;
      float a = 0, b = 0;
      if (i < t) { a = v[i]; b = v[i + 1]; }
      __syncthreads();
      if (i < t) v[i] = fmaxf(pu * b + pd * a, strike - s * exp2f(up * (2 * i - t + 1)));
      __syncthreads();
    }
  }
  if (threadIdx.x == 0) price[blockIdx.x] = v[0];
}

__global__ void heston_paths(double *out, const double *vol0, int paths, int steps, double kappa, double theta, double xi, double rho) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= paths) return;
  unsigned x = i * 747796405u + 2891336453u;
  double v = 0.02 + 0.05 * vol0[i], ls = 0, dt = 1.0 / steps, sd = sqrt(dt);
  for (int s = 0; s < steps; s++) {
    x = x * 1664525u + 1013904223u; double u1 = ((x >> 8) + 1) * (1.0 / 16777217.0);
    x = x * 1664525u + 1013904223u; double u2 = (x >> 8) * (1.0 / 16777216.0);
    double r = sqrt(-2 * log(u1)), sn, cs;
    sincospi(2 * u2, &sn, &cs);
    double z1 = r * cs, z2 = rho * z1 + sqrt(1 - rho * rho) * r * sn;
    double vp = v > 0 ? v : 0, sv = sqrt(vp);
    ls += -0.5 * vp * dt + sv * sd * z1;
    v += kappa * (theta - vp) * dt + xi * sv * sd * z2;
  }
  double p = exp(ls) - 1;
  out[i] = p > 0 ? p : 0;
}

__global__ void implied_vol(double *vol, unsigned char *iterations, const double *a, const double *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double K = 0.7 + 0.6 * a[i], T = 0.1 + 2 * b[i], true_vol = 0.1 + 0.4 * a[n - 1 - i], sT = sqrt(T), lk = -log(K);
  double d1 = (lk + 0.5 * true_vol * true_vol * T) / (true_vol * sT), d2 = d1 - true_vol * sT;
  double target = 0.5 * erfc(-d1 * 0.70710678118654752) - K * 0.5 * erfc(-d2 * 0.70710678118654752), s = 0.3;
  int it = 0;
  for (; it < 12; it++) {
    d1 = (lk + 0.5 * s * s * T) / (s * sT); d2 = d1 - s * sT;
    double p = 0.5 * erfc(-d1 * 0.70710678118654752) - K * 0.5 * erfc(-d2 * 0.70710678118654752);
    double vega = sT * exp(-0.5 * d1 * d1) * 0.3989422804014327, diff = p - target;
    if (fabs(diff) < 1e-10) break;
    s -= diff / fmax(vega, 1e-4);
    s = fmin(fmax(s, 0.01), 3.0);
  }
  vol[i] = s;
  iterations[i] = it;
}

// Asian option by Sobol points, eight dimensions; sums are integer, in 1/1024.
__global__ void sobol_asian(unsigned *total, int per_thread, float strike, float vol) {
  unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
  unsigned x[8];
#pragma unroll
  for (int d = 0; d < 8; d++) {
    unsigned g = first ^ first >> 1, v = 0;
    for (int k = 0; g; g >>= 1, k++) if (g & 1) v ^= sobol_dir.v[d][k];
    x[d] = v;
  }
  unsigned sum = 0;
  for (int p = 0; p < per_thread; p++) {
    float ls = 0, mean = 0;
#pragma unroll
    for (int d = 0; d < 8; d++) {
      float u = ((x[d] >> 9) + 0.5f) * 1.1920929e-7f;
      float z = normcdfinvf(u);
      ls += vol * z - 0.5f * vol * vol;
      mean += __expf(ls);
    }
    float pay = fmaxf(100.f * mean * 0.125f - strike, 0.f);
    sum += (unsigned)(pay * 16.f);
    int c = __ffs(~(first + p)) - 1;
    if (c > 31) c = 31;
#pragma unroll
    for (int d = 0; d < 8; d++) x[d] ^= sobol_dir.v[d][c];
  }
  sum = __reduce_add_sync(0xffffffff, sum);
  if ((threadIdx.x & 31) == 0) atomicAdd(total, sum);
}
}
