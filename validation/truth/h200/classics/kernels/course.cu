// What a first course on CUDA has people write.
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" {

// z = a x + b y over 64-bit integers, grid-stride.
__global__ void axpby_i64(long long *z, const long long *x, const long long *y, long long a, long long b, size_t n) {
  size_t stride = (size_t)gridDim.x * blockDim.x;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += stride)
    z[i] = a * x[i] + b * y[i];
}

// Four elements a thread, a block's width apart.
__global__ void muladd_strip_f64(double *out, const double *a, const double *b, const double *c, int n) {
  int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    int i = base + k * blockDim.x;
    if (i < n) out[i] = a[i] * b[i] - c[i];
  }
}

__global__ void sat_add_i16(short *out, const short *a, const short *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int s = (int)a[i] + (int)b[i];
    out[i] = (short)min(max(s, -32768), 32767);
  }
}

__global__ void cmul_aos(float2 *out, const float2 *a, const float2 *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float2 x = a[i], y = b[i];
    out[i] = make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
  }
}
__global__ void cmul_soa(float *ore, float *oim, const float *are, const float *aim, const float *bre, const float *bim, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    ore[i] = are[i] * bre[i] - aim[i] * bim[i];
    oim[i] = are[i] * bim[i] + aim[i] * bre[i];
  }
}

// Batch, sequence, heads, dim -> batch, heads, sequence, dim; dim is threadIdx.x in pairs of halves.
__global__ void permute_bshd(__half2 *out, const __half2 *in, int S, int H, int D2) {
  int s = blockIdx.x * blockDim.y + threadIdx.y;
  int h = blockIdx.y, b = blockIdx.z;
  if (s >= S) return;
  for (int d = threadIdx.x; d < D2; d += blockDim.x)
    out[(((size_t)b * H + h) * S + s) * D2 + d] = in[(((size_t)b * S + s) * H + h) * D2 + d];
}

// Bytes, through a padded tile, eight rows a thread.
__global__ void transpose_u8(unsigned char *out, const unsigned char *in, int w, int h) {
  __shared__ unsigned char tile[64][65];
  int x = blockIdx.x * 64 + threadIdx.x;
  for (int j = threadIdx.y; j < 64; j += blockDim.y) {
    int y = blockIdx.y * 64 + j;
    if (x < w && y < h) tile[j][threadIdx.x] = in[(size_t)y * w + x];
  }
  __syncthreads();
  int ox = blockIdx.y * 64 + threadIdx.x;
  for (int j = threadIdx.y; j < 64; j += blockDim.y) {
    int oy = blockIdx.x * 64 + j;
    if (ox < h && oy < w) out[(size_t)oy * h + ox] = tile[threadIdx.x][j];
  }
}

// C = A^T B: A is K x M, B is K x N, a tile of 24 x 24.
__global__ void matmul_tn24(float *C, const float *A, const float *B, int M, int N, int K) {
  __shared__ float As[24][24], Bs[24][24];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 24 + ty, col = blockIdx.x * 24 + tx;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += 24) {
    int k = k0 + ty, m = blockIdx.y * 24 + tx;
    As[ty][tx] = (k < K && m < M) ? A[(size_t)k * M + m] : 0.0f;
    Bs[ty][tx] = (k < K && col < N) ? B[(size_t)k * N + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 24; i++) sum += As[i][ty] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N) C[(size_t)row * N + col] = sum;
}

// 16-bit integers without shared memory: a thread has six rows of one column.
__global__ void matmul_strip_i16(int *C, const short *A, const short *B, int M, int N, int K) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row0 = blockIdx.y * 6;
  if (col >= N) return;
  int acc[6] = {0, 0, 0, 0, 0, 0};
  for (int k = 0; k < K; k++) {
    int b = B[k * N + col];
#pragma unroll
    for (int r = 0; r < 6; r++)
      if (row0 + r < M) acc[r] += A[(row0 + r) * K + k] * b;
  }
#pragma unroll
  for (int r = 0; r < 6; r++)
    if (row0 + r < M) C[(row0 + r) * N + col] = acc[r];
}

// Smallest element: tiles of 16 lanes, then the tiles' leaders through shared memory.
__global__ void reduce_cg_min(int *out, const int *in, int n) {
  __shared__ int part[64];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  int m = 0x7fffffff;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) m = min(m, in[i]);
  m = cg::reduce(tile, m, cg::less<int>());
  if (tile.thread_rank() == 0) part[tile.meta_group_rank()] = m;
  block.sync();
  if (block.thread_rank() < 16) {
    int v = 0x7fffffff;
    for (int k = tile.thread_rank(); k < tile.meta_group_size(); k += 16) v = min(v, part[k]);
    v = cg::reduce(tile, v, cg::less<int>());
    if (tile.thread_rank() == 0) out[blockIdx.x] = v;
  }
}

// A bit for each float above the threshold, and how many there are.
__global__ void threshold_bits(unsigned *mask, unsigned *count, const float *x, float t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool p = i < n && x[i] > t;
  unsigned b = __ballot_sync(0xffffffffu, p);
  int c = __syncthreads_count(p);
  if ((threadIdx.x & 31) == 0 && i < n) mask[i >> 5] = b;
  if (threadIdx.x == 0) atomicAdd(count, c);
}

// Exclusive scan of a block's 4 x blockDim integers: registers, shuffles, one warp for the warps' sums.
__global__ void scan_int4(int4 *out, int *sums, const int4 *in, int n4) {
  __shared__ int warp_sum[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int4 v = i < n4 ? in[i] : make_int4(0, 0, 0, 0);
  int t = v.x + v.y + v.z + v.w, s = t;
  for (int o = 1; o < 32; o *= 2) {
    int u = __shfl_up_sync(0xffffffffu, s, o);
    if (lane >= o) s += u;
  }
  if (lane == 31) warp_sum[warp] = s;
  __syncthreads();
  if (warp == 0) {
    int w = lane < (blockDim.x >> 5) ? warp_sum[lane] : 0;
    for (int o = 1; o < 32; o *= 2) {
      int u = __shfl_up_sync(0xffffffffu, w, o);
      if (lane >= o) w += u;
    }
    warp_sum[lane] = w;
  }
  __syncthreads();
  int before = s - t + (warp ? warp_sum[warp - 1] : 0);
  if (i < n4) out[i] = make_int4(before, before + v.x, before + v.x + v.y, before + v.x + v.y + v.z);
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = before + t;
}

// Euclid for all pairs of two lists.
__global__ void gcd_table(unsigned short *g, const unsigned *a, const unsigned *b, int na, int nb) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= na || j >= nb) return;
  unsigned x = a[i] + 1, y = b[j] + 1;
  while (y) { unsigned r = x % y; x = y; y = r; }
  g[i * nb + j] = (unsigned short)x;
}

// Each thread walks a list of nodes of 16 bytes.
struct Node { int next; int key; float weight; int pad; };
__global__ void list_walk(float *sum, const Node *node, const int *head, int lists, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= lists) return;
  int at = head[i];
  float s = 0;
  for (int k = 0; k < steps; k++) {
    Node nd = node[at];
    if (nd.key & 1) s += nd.weight;
    at = nd.next;
  }
  sum[i] = s;
}

// 64 bins, a byte for each thread and bin in shared memory, then a thread sums a bin.
__global__ void hist64_bytes(unsigned *hist, const unsigned *data, int words) {
  __shared__ unsigned char s[64 * 64];
  int pos = threadIdx.x;
  for (int k = 0; k < 16; k++) ((unsigned *)s)[threadIdx.x + 64 * k] = 0;
  __syncthreads();
  int step = gridDim.x * 64;
  int k = 0;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < words && k < 63; i += step, k++) {
    unsigned v = data[i];
    s[pos + ((v >> 2 & 63) << 6)]++;
    s[pos + ((v >> 10 & 63) << 6)]++;
    s[pos + ((v >> 18 & 63) << 6)]++;
    s[pos + ((v >> 26 & 63) << 6)]++;
  }
  __syncthreads();
  unsigned sum = 0;
  for (int j = 0; j < 64; j++) sum += s[threadIdx.x * 64 + ((j + threadIdx.x) & 63)];
  atomicAdd(&hist[threadIdx.x], sum);
}
}
