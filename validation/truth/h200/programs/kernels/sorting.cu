// Sorting and searching.
typedef unsigned long long u64;
extern "C" {

// 16 shorts a thread by Batcher's network, from and to interleaved arrays; not all indices become constants, so they lie in local memory.
__global__ void sortnet16(unsigned short *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned short v[16];
#pragma unroll
  for (int k = 0; k < 16; k++) v[k] = data[(size_t)k * n + i];
#pragma unroll
  for (int p = 1; p < 16; p *= 2)
#pragma unroll
    for (int k = p; k >= 1; k /= 2)
#pragma unroll
      for (int j = k % p; j + k < 16; j += 2 * k)
#pragma unroll
        for (int l = 0; l < k; l++)
          if (l + j + k < 16 && (l + j) / (2 * p) == (l + j + k) / (2 * p)) {
            unsigned short a = v[l + j], b = v[l + j + k];
            v[l + j] = min(a, b); v[l + j + k] = max(a, b);
          }
#pragma unroll
  for (int k = 0; k < 16; k++) data[(size_t)k * n + i] = v[k];
}

// 32 keys of 64 bits a warp, bitonic by shuffles.
__global__ void warp_sort64(u64 *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  if ((i & ~31) >= n) return;
  u64 v = data[i];
  for (int k = 2; k <= 32; k *= 2)
    for (int j = k / 2; j; j /= 2) {
      u64 o = __shfl_xor_sync(0xffffffff, v, j);
      bool up = (lane & k) == 0, low = (lane & j) == 0;
      if ((v > o) == (up == low)) v = o;
    }
  data[i] = v;
}

// A block sorts 2048 keys by four bits at a time, ranks by match.
__global__ void __launch_bounds__(256) block_radix(unsigned *data, int digits) {
  __shared__ unsigned key[2][2048], hist[16][64];
  __shared__ unsigned sums[16];
  unsigned *p = data + (size_t)blockIdx.x * 2048;
  int t = threadIdx.x, lane = t & 31, w = t >> 5;
  for (int i = t; i < 2048; i += 256) key[0][i] = p[i];
  __syncthreads();
  for (int d = 0; d < digits; d++) {
    for (int i = t; i < 1024; i += 256) ((unsigned *)hist)[i] = 0;
    __syncthreads();
    unsigned v[8], rank[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
      int chunk = w * 8 + k;
      v[k] = key[d & 1][chunk * 32 + lane];
      unsigned g = v[k] >> (4 * d) & 15, m = __match_any_sync(0xffffffff, g);
      rank[k] = __popc(m & ((1u << lane) - 1));
      if (rank[k] == 0) hist[g][chunk] = __popc(m);
    }
    __syncthreads();
    if (t < 16) { unsigned s = 0; for (int c = 0; c < 64; c++) { unsigned h = hist[t][c]; hist[t][c] = s; s += h; } sums[t] = s; }
    __syncthreads();
    if (t < 16) {
      unsigned s = sums[t], incl = s;
      for (int k = 1; k < 16; k *= 2) { unsigned u = __shfl_up_sync(0xffff, incl, k); if (t >= k) incl += u; }
      sums[t] = incl - s;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; k++) {
      unsigned g = v[k] >> (4 * d) & 15;
      key[~d & 1][sums[g] + hist[g][w * 8 + k] + rank[k]] = v[k];
    }
    __syncthreads();
  }
  for (int i = t; i < 2048; i += 256) p[i] = key[digits & 1][i];
}

// The automaton of a set of words: 64 states x 32 symbols in global memory, a chunk a thread.
__global__ void dfa_scan(unsigned *hits, const unsigned char *text, const unsigned char *delta, int chunks, int chunk) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= chunks) return;
  unsigned s = 0, found = 0;
  const uchar4 *p = (const uchar4 *)(text + (size_t)t * chunk);
  for (int i = 0; i < chunk / 4; i++) {
    uchar4 c = p[i];
    s = __ldg(delta + (s & 63) * 32 + (c.x & 31)); found += s > 250;
    s = __ldg(delta + (s & 63) * 32 + (c.y & 31)); found += s > 250;
    s = __ldg(delta + (s & 63) * 32 + (c.z & 31)); found += s > 250;
    s = __ldg(delta + (s & 63) * 32 + (c.w & 31)); found += s > 250;
  }
  hits[t] = found;
}
}
