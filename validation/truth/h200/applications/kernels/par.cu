// Scans, merges, segments, layouts.
extern "C" {

__device__ __forceinline__ unsigned key_a(const int *a, int i) { unsigned v = a[i]; return v * 5 + ((v * 2654435761u) >> 30); }
__device__ __forceinline__ unsigned key_b(const int *b, int i) { unsigned v = b[i]; return v * 8 + ((v * 0x85EBCA6Bu) >> 29); }
// Merge path: every thread finds its diagonal and merges PER keys.
#define PER 9
__global__ void merge_path(unsigned *out, const int *a, const int *b, int na, int nb) {
  int d = (blockIdx.x * blockDim.x + threadIdx.x) * PER;
  if (d >= na + nb) return;
  int lo = max(0, d - nb), hi = min(d, na);
  while (lo < hi) {
    int m = (lo + hi) >> 1;
    if (key_a(a, m) <= key_b(b, d - 1 - m)) lo = m + 1; else hi = m;
  }
  int i = lo, j = d - lo, e = min(d + PER, na + nb);
  for (; d < e; d++) {
    bool from_a = j >= nb || (i < na && key_a(a, i) <= key_b(b, j));
    out[d] = from_a ? key_a(a, i++) : key_b(b, j++);
  }
}

// Sums of segments of uneven length: segmented warp scan, one atomic a run.
__global__ void segment_sum(unsigned *sum, const unsigned *x, const int *id, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  unsigned seg = 0xffffffffu, v = 0;
  if (i < n) { unsigned k = id[i]; seg = (8 * k + ((k * 2654435761u) >> 29)) / 44; v = x[i]; }
  for (int o = 1; o < 32; o <<= 1) {
    unsigned s2 = __shfl_up_sync(0xffffffff, seg, o), v2 = __shfl_up_sync(0xffffffff, v, o);
    if (lane >= o && s2 == seg) v += v2;
  }
  unsigned nxt = __shfl_down_sync(0xffffffff, seg, 1);
  if (i < n && (lane == 31 || nxt != seg)) atomicAdd(&sum[seg], v);
}

// Joint histogram of two images, 64x64 bins in shared memory.
__global__ void joint_hist(unsigned *h, const uchar4 *a, const uchar4 *b, int n4) {
  extern __shared__ unsigned bins[];
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    uchar4 p = a[i], q = b[i];
    atomicAdd(&bins[(p.x >> 2) * 64 + (q.x >> 2)], 1); atomicAdd(&bins[(p.y >> 2) * 64 + (q.y >> 2)], 1);
    atomicAdd(&bins[(p.z >> 2) * 64 + (q.z >> 2)], 1); atomicAdd(&bins[(p.w >> 2) * 64 + (q.w >> 2)], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) if (bins[i]) atomicAdd(&h[i], bins[i]);
}

// Mean and variance of floats with double accumulators and double atomics.
__global__ void moments(double *acc, const float2 *x, int n2) {
  double s = 0, q = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n2; i += gridDim.x * blockDim.x) {
    float2 v = x[i];
    s += (double)v.x + v.y; q += (double)v.x * v.x + (double)v.y * v.y;
  }
  for (int o = 16; o; o >>= 1) { s += __shfl_down_sync(0xffffffff, s, o); q += __shfl_down_sync(0xffffffff, q, o); }
  if ((threadIdx.x & 31) == 0) { atomicAdd(&acc[0], s); atomicAdd(&acc[1], q); }
}

// Bodies in groups of eight, six fields each: one step.
__global__ void aosoa_step(float *d, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float *g = d + (size_t)(i >> 3) * 48 + (i & 7);
  float x = g[0], y = g[8], z = g[16], vx = g[24], vy = g[32], vz = g[40];
  float r = rsqrtf(x * x + y * y + z * z + 0.01f), k = -dt * r * r * r;
  vx += k * x; vy += k * y; vz += k * z;
  g[0] = x + dt * vx; g[8] = y + dt * vy; g[16] = z + dt * vz;
  g[24] = vx; g[32] = vy; g[40] = vz;
}

// Bit reversal of complex numbers: coalesced reads, scattered writes.
__global__ void bit_reverse(float2 *out, const float2 *in, int bits) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >> bits) return;
  out[__brev(i) >> (32 - bits)] = in[i];
}

// Gather through a permutation i -> (a i + c) mod n with n a power of two, of rows of 4 floats.
__global__ void permute_rows(float4 *out, const float4 *in, unsigned a, unsigned c, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[(a * i + c) & (n - 1)];
}

// Bottom-up merge sort of 512 keys a block in shared memory, ping-pong.
__global__ void block_mergesort(unsigned *d) {
  __shared__ unsigned s[2][512];
  int t = threadIdx.x, cur = 0;
  s[0][t] = d[blockIdx.x * 512 + t]; s[0][t + 256] = d[blockIdx.x * 512 + t + 256];
  __syncthreads();
  for (int w = 1; w < 512; w *= 2) {
    for (int k = t; k < 512; k += 256) {
      unsigned v = s[cur][k];
      int run = k / (2 * w) * 2 * w;
      bool left = k - run < w;
      int ob = left ? run + w : run, lo = 0, hi = w;
      while (lo < hi) { int m = (lo + hi) >> 1; unsigned o = s[cur][ob + m]; if (left ? o < v : o <= v) lo = m + 1; else hi = m; }
      s[cur ^ 1][run + (left ? k - run : k - run - w) + lo] = v;
    }
    cur ^= 1;
    __syncthreads();
  }
  d[blockIdx.x * 512 + t] = s[cur][t]; d[blockIdx.x * 512 + t + 256] = s[cur][t + 256];
}
}
