// Graphs in compressed rows; the row pointers come from the index: row(i) = 8 i + noise.
__device__ __forceinline__ int row(const int *id, int i) {
  unsigned v = id[i], x = v * 2654435761u;
  x ^= x >> 15;
  return 8 * v + (x & 7);
}
extern "C" {

__global__ void bfs_step(unsigned *dist, int *next, unsigned *next_count, const int *frontier, const int *id, const unsigned *col, int m, int n, unsigned level) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= m) return;
  int v = (int)((long long)frontier[t] * 7919 % n);
  for (int e = row(id, v); e < row(id, v + 1); e++) {
    unsigned u = col[e];
    if (dist[u] == 0xffffffffu && atomicCAS(&dist[u], 0xffffffffu, level) == 0xffffffffu)
      next[atomicAdd(next_count, 1)] = u;
  }
}

__global__ void pagerank_pull(float *next, const float *rank, const int *id, const unsigned *col, const unsigned *degree, int n, float damping) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int b = row(id, v), e = row(id, v + 1);
  float s = 0;
  for (int k = b; k < e; k++) { unsigned u = col[k]; s += rank[u] / (degree[u] + 1); }
  next[v] = (1.f - damping) / n + damping * s;
}

// Neighbours of v: v + 1 + 3 k + noise, hence sorted; an edge a thread, binary search in the other's list.
__global__ void triangles(unsigned *total, const unsigned char *noise, int n, int D) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned found = 0;
  if (e < n * D) {
    int u = e / D, k = e % D;
    int v = u + 1 + 3 * k + noise[e] % 3;
    if (v < n)
      for (int j = k + 1; j < D; j++) {
        int w = u + 1 + 3 * j + noise[u * D + j] % 3;
        int lo = 0, hi = D - 1;
        while (lo <= hi) {
          int mid = (lo + hi) >> 1;
          int x = v + 1 + 3 * mid + noise[v * D + mid] % 3;
          if (x == w) { found++; break; }
          if (x < w) lo = mid + 1; else hi = mid - 1;
        }
      }
  }
  found = __reduce_add_sync(0xffffffff, found);
  if ((threadIdx.x & 31) == 0 && found) atomicAdd(total, found);
}

// Union-find: hooks roots along random edges with path halving; the number of hooks is the truth.
__global__ void uf_hook(volatile int *parent, unsigned *hooks, const unsigned *src, const unsigned *dst, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned done = 0;
  if (e < m) {
    int a = src[e], b = dst[e];
    while (true) {
      int p;
      while ((p = parent[a]) != a) { int g = parent[p]; if (g != p) parent[a] = g; a = g; }
      while ((p = parent[b]) != b) { int g = parent[p]; if (g != p) parent[b] = g; b = g; }
      if (a == b) break;
      int hi = max(a, b), lo = min(a, b);
      if (atomicCAS((int *)&parent[hi], hi, lo) == hi) { done = 1; break; }
    }
  }
  unsigned ballot = __ballot_sync(0xffffffff, done);
  if ((threadIdx.x & 31) == 0 && ballot) atomicAdd(hooks, __popc(ballot));
}

// Range sums in a segment tree of `leaves`, bottom up.
__global__ void segtree_query(unsigned *out, const unsigned *tree, const unsigned *left, const unsigned *length, int leaves, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int l = left[i], r = min(l + (int)length[i], leaves);
  unsigned s = 0;
  for (l += leaves, r += leaves; l < r; l >>= 1, r >>= 1) {
    if (l & 1) s += tree[l++];
    if (r & 1) s += tree[--r];
  }
  out[i] = s;
}
}
