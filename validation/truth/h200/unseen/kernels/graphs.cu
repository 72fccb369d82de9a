// Steps over sparse graphs: row is the CSR's starts, col its ends.
typedef unsigned long long u64;

extern "C" {

// Boruvka: each component's lightest edge that leaves it, as weight and edge in one 64-bit minimum; a warp a vertex.
__global__ void boruvka_lightest(u64 *__restrict__ best, const int *__restrict__ row, const int *__restrict__ col, const unsigned *__restrict__ weight,
                                 const int *__restrict__ comp, int n) {
  int v = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (v >= n) return;
  int c = comp[v], end = row[v + 1];
  u64 m = ~0ull;
  for (int e = row[v] + lane; e < end; e += 32)
    if (comp[col[e]] != c) m = min(m, (u64)weight[e] << 32 | (unsigned)e);
  for (int o = 16; o; o >>= 1) m = min(m, __shfl_xor_sync(0xffffffffu, m, o));
  if (lane == 0 && m != ~0ull) atomicMin(&best[c], m);
}

// Label propagation: the commonest of the neighbours' 32 labels, counted in a local array.
__global__ void label_mode(int *__restrict__ next, const int *__restrict__ row, const int *__restrict__ col, const int *__restrict__ label, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  unsigned short count[32];
  for (int k = 0; k < 32; k++) count[k] = 0;
  int end = row[v + 1], best = label[v] & 31;
  count[best] = 1;
  for (int e = row[v]; e < end; e++) {
    int l = label[col[e]] & 31;
    int c = ++count[l];
    if (c > count[best] || (c == count[best] && l < best)) best = l;
  }
  next[v] = best;
}

// List ranking by doubling, a step: two hops become one.
__global__ void pointer_double(int *__restrict__ succ2, int *__restrict__ dist2, const int *__restrict__ succ, const int *__restrict__ dist, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int s = succ[i], d = dist[i] & 7;
  for (int k = 0; k < 3; k++) {
    d += dist[s] & 7;
    s = succ[s];
  }
  succ2[i] = s;
  dist2[i] = d;
}

// Random walks that turn back now and then; how often each vertex was met.
__global__ void random_walks(int *__restrict__ visits, int *__restrict__ last, const int *__restrict__ row, const int *__restrict__ col, int n, int walkers, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= walkers) return;
  unsigned r = i * 2654435761u + 12345u;
  int v = (int)((unsigned)i * 7919u % (unsigned)n), before = v;
  for (int s = 0; s < steps; s++) {
    r ^= r << 13; r ^= r >> 17; r ^= r << 5;
    int a = row[v], deg = row[v + 1] - a, to;
    if (deg == 0 || (r & 15) == 0) to = before;
    else to = col[a + (int)((r >> 4) % (unsigned)deg)];
    before = v;
    v = to;
    atomicAdd(&visits[v], 1);
  }
  last[i] = v;
}

// A round of k-core peeling: those below k go, and their neighbours lose a degree.
__global__ void kcore_peel(int *degree_next, unsigned char *__restrict__ gone, int *removed, const int *__restrict__ degree, const int *__restrict__ row,
                           const int *__restrict__ col, int n, int k) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  bool out = v < n && degree[v] % 32 < k;
  if (out) {
    gone[v] = 1;
    for (int e = row[v]; e < row[v + 1]; e++) atomicSub(&degree_next[col[e]], 1);
  }
  int c = __syncthreads_count(out);
  if (threadIdx.x == 0) atomicAdd(removed, c);
}

// Betweenness, a level of the way back, pulled: four threads a vertex.
__global__ void betweenness_pull(float *__restrict__ delta_out, const float *__restrict__ delta, const float *__restrict__ sigma, const unsigned char *__restrict__ level,
                                 const int *__restrict__ row, const int *__restrict__ col, int n, int depth) {
  int g = blockIdx.x * blockDim.x + threadIdx.x, v = g >> 2, q = g & 3;
  float s = 0.0f;
  bool mine = v < n && (level[v] & 7) == depth;
  if (mine) {
    int end = row[v + 1];
    for (int e = row[v] + q; e < end; e += 4) {
      int u = col[e];
      if ((level[u] & 7) == depth + 1) s += (1.0f + delta[u]) / sigma[u];
    }
  }
  s += __shfl_xor_sync(0xffffffffu, s, 1);
  s += __shfl_xor_sync(0xffffffffu, s, 2);
  if (mine && q == 0) delta_out[v] = s * sigma[v];
}
}
