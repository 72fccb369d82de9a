// Sparse matrices, graphs, sorting and selection.
extern "C" {

// COO with integers: an atomic addition an entry.
__global__ void spmv_coo(int *y, const int *row, const int *col, const int *val, const int *x, int nnz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nnz) atomicAdd(&y[row[i]], val[i] * x[col[i]]);
}

// CSR with eight lanes a row.
__global__ void spmv_csr8(double *y, const int *rp, const int *col, const double *val, const double *x, int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 8, l = threadIdx.x & 7;
  if (r >= rows) return;
  unsigned mask = 0xffu << (threadIdx.x & 24);
  double s = 0;
  int end = rp[r + 1];
  for (int k = rp[r] + l; k < end; k += 8) s += val[k] * x[col[k]];
  s += __shfl_down_sync(mask, s, 4, 8);
  s += __shfl_down_sync(mask, s, 2, 8);
  s += __shfl_down_sync(mask, s, 1, 8);
  if (l == 0) y[r] = s;
}

// Sparse times dense of 32 columns, a warp a row.
__global__ void spmm_csr(float *C, const int *rp, const int *col, const float *val, const float *B, int rows) {
  int r = blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= rows) return;
  float s = 0;
  for (int k = rp[r]; k < rp[r + 1]; k++) s += val[k] * B[(size_t)col[k] * 32 + threadIdx.x];
  C[(size_t)r * 32 + threadIdx.x] = s;
}

// Breadth-first search as in Rodinia: a mask of the frontier, no queue.
__global__ void bfs_mask(unsigned char *frontier, unsigned char *updating, const unsigned char *visited, int *cost, const int *rp, const int *col, int n, int level) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && frontier[v] == level) {
    frontier[v] = 0;
    for (int k = rp[v]; k < rp[v + 1]; k++) {
      int u = col[k];
      if (visited[u] >= 64) {
        cost[u] = level + 1;
        updating[u] = 1;
      }
    }
  }
}

// One pass of a radix sort inside a block: four bits, split bit by bit with scans of flags.
__global__ void radix_split(uint2 *out, unsigned *counts, const uint2 *in, int shift) {
  __shared__ uint2 s[256];
  __shared__ unsigned part[8];
  __shared__ unsigned hist[16];
  int t = threadIdx.x, lane = t & 31, w = t >> 5;
  uint2 e = in[blockIdx.x * 256 + t];
  for (int b = 0; b < 4; b++) {
    bool one = e.x >> (shift + b) & 1;
    unsigned zeros = __ballot_sync(0xffffffffu, !one);
    if (lane == 0) part[w] = __popc(zeros);
    __syncthreads();
    unsigned before = 0, total = 0;
    for (int k = 0; k < 8; k++) { if (k < w) before += part[k]; total += part[k]; }
    unsigned z = before + __popc(zeros & ((1u << lane) - 1));
    unsigned to = one ? total + t - z : z;
    s[to] = e;
    __syncthreads();
    e = s[t];
    __syncthreads();
  }
  if (t < 16) hist[t] = 0;
  __syncthreads();
  atomicAdd(&hist[e.x >> shift & 15], 1u);
  out[blockIdx.x * 256 + t] = e;
  __syncthreads();
  if (t < 16) counts[t * gridDim.x + blockIdx.x] = hist[t];
}

// Batcher's odd-even merge sort, one step over global memory, keys and values.
__global__ void oddeven_merge(unsigned *key, unsigned *val, unsigned size, unsigned stride) {
  unsigned g = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned pos = 2 * g - (g & (stride - 1));
  if (stride < size / 2) {
    unsigned offset = g & (size / 2 - 1);
    if (offset < stride) return;
    unsigned a = key[pos - stride], b = key[pos];
    if (a > b) { unsigned x = val[pos - stride], y = val[pos]; key[pos - stride] = b; val[pos - stride] = y; key[pos] = a; val[pos] = x; }
  } else {
    unsigned a = key[pos], b = key[pos + stride];
    if (a > b) { unsigned x = val[pos], y = val[pos + stride]; key[pos] = b; val[pos] = y; key[pos + stride] = a; val[pos + stride] = x; }
  }
}

// Enumeration sort: a thread counts what is smaller, tiles of keys through shared memory.
__global__ void rank_sort(float *out, const float *in, int n) {
  extern __shared__ float tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float me = i < n ? in[i] : 0;
  int rank = 0;
  for (int j0 = 0; j0 < n; j0 += blockDim.x) {
    if (j0 + threadIdx.x < n) tile[threadIdx.x] = in[j0 + threadIdx.x];
    __syncthreads();
    int m = min((int)blockDim.x, n - j0);
    for (int j = 0; j < m; j++) {
      float o = tile[j];
      rank += o < me || (o == me && j0 + j < i);
    }
    __syncthreads();
  }
  if (i < n) out[rank] = me;
}

// Compaction: a block scans its flags and writes what it keeps from a given offset.
__global__ void compact_scan(float *out, int *kept, const float *in, float limit, int n) {
  __shared__ int s[2][384];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float v = i < n ? in[i] : 0;
  int keep = i < n && v < limit, cur = 0;
  s[0][t] = keep;
  __syncthreads();
  for (int o = 1; o < blockDim.x; o *= 2) {
    s[1 - cur][t] = t >= o ? s[cur][t] + s[cur][t - o] : s[cur][t];
    cur = 1 - cur;
    __syncthreads();
  }
  if (keep) out[blockIdx.x * blockDim.x + s[cur][t] - 1] = v;
  if (t == blockDim.x - 1) kept[blockIdx.x] = s[cur][t];
}

// Which bucket a key belongs to by 255 sorted splitters, and how many in each.
__global__ void bucket_count(unsigned char *bucket, unsigned *count, const float *key, const float *splitter, int n) {
  __shared__ float sp[256];
  __shared__ unsigned h[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) { sp[k] = k < 255 ? splitter[k] : 3.4e38f; h[k] = 0; }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = key[i];
    int b = 0;
#pragma unroll
    for (int step = 128; step; step >>= 1)
      if (v >= sp[b + step - 1]) b += step;
    bucket[i] = b;
    atomicAdd(&h[b], 1u);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += blockDim.x) atomicAdd(&count[k], h[k]);
}
}
