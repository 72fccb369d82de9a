// Graphs, scans, statistics.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
typedef unsigned char u8;

__device__ __forceinline__ unsigned rank_of(unsigned v) {
  v ^= v >> 16;
  v *= 0x7feb352du;
  v ^= v >> 15;
  v *= 0x846ca68bu;
  return v ^ v >> 16;
}

extern "C" {

// Jones-Plassmann, a round: who outranks all its uncoloured neighbours takes the least colour that none of them has.
__global__ void jp_colour(int *__restrict__ next, int *__restrict__ left, const int *__restrict__ colour, const int *__restrict__ row,
                          const int *__restrict__ col, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  bool waits = false;
  if (v < n) {
    int mine = colour[v];
    if (mine == 0) {
      unsigned rank = rank_of(v);
      unsigned long long used = 1;
      int end = row[v + 1];
      for (int e = row[v]; e < end; e++) {
        int u = col[e], c = colour[u];
        if (c == 0) {
          if (u != v && rank_of(u) > rank) {
            waits = true;
            break;
          }
        } else if (c < 64) {
          used |= 1ull << c;
        }
      }
      if (!waits) mine = __ffsll(~used) - 1;
    }
    next[v] = mine;
  }
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  unsigned w = warp.ballot(waits);
  if (warp.thread_rank() == 0 && w) atomicAdd(left, __popc(w));
}

// Bottom-up breadth-first step: each unseen vertex looks for a parent in the frontier's bits until it finds one.
__global__ void __launch_bounds__(256)
bfs_bottom_up(int *__restrict__ parent, unsigned *__restrict__ next_bits, int *__restrict__ found, const unsigned *__restrict__ bits,
              const int *__restrict__ level, const int *__restrict__ row, const int *__restrict__ col, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  bool hit = false;
  if (v < n && level[v] == 0) {
    int end = row[v + 1];
    for (int e = row[v]; e < end; e++) {
      int u = col[e];
      if (bits[u >> 5] >> (u & 31) & 1) {
        parent[v] = u;
        hit = true;
        break;
      }
    }
  }
  unsigned b = __ballot_sync(0xffffffffu, hit);
  if ((threadIdx.x & 31) == 0 && v < n) {
    next_bits[v >> 5] = b;
    if (b) atomicAdd(found, __popc(b));
  }
}

// PageRank, pushed, in fixed point: small vertices by their thread, large ones by the whole warp.
__global__ void __launch_bounds__(256)
rank_push(unsigned *__restrict__ next, const unsigned *__restrict__ rank, const int *__restrict__ row, const int *__restrict__ col, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int from = 0, degree = 0;
  unsigned share = 0;
  if (v < n) {
    from = row[v];
    degree = row[v + 1] - from;
    if (degree > 0) share = rank[v] / (unsigned)degree;
  }
  unsigned large = __ballot_sync(0xffffffffu, degree >= 32);
  if (degree < 32)
    for (int e = 0; e < degree; e++) atomicAdd(&next[col[from + e]], share);
  while (large) {
    int who = __ffs(large) - 1;
    large &= large - 1;
    int f = __shfl_sync(0xffffffffu, from, who), d = __shfl_sync(0xffffffffu, degree, who);
    unsigned s = __shfl_sync(0xffffffffu, share, who);
    for (int e = lane; e < d; e += 32) atomicAdd(&next[col[f + e]], s);
  }
}

// Inclusive sums within segments that heads begin, four values a thread, and each block's tail.
__global__ void __launch_bounds__(256)
segscan_flags(float *__restrict__ out, float *__restrict__ tail, int *__restrict__ tail_open, const float *__restrict__ in, const u8 *__restrict__ head,
              int n, int limit) {
  __shared__ float wsum[8];
  __shared__ int wflag[8];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5, at = (blockIdx.x * 256 + t) * 4;
  float v[4] = {};
  bool f[4] = {};
  if (at + 3 < n) {
    float4 q = *reinterpret_cast<const float4 *>(in + at);
    uchar4 h = *reinterpret_cast<const uchar4 *>(head + at);
    v[0] = q.x; v[1] = q.y; v[2] = q.z; v[3] = q.w;
    f[0] = h.x < limit; f[1] = h.y < limit; f[2] = h.z < limit; f[3] = h.w < limit;
  } else {
    for (int k = 0; k < 4; k++)
      if (at + k < n) {
        v[k] = in[at + k];
        f[k] = head[at + k] < limit;
      }
  }
#pragma unroll
  for (int k = 1; k < 4; k++)
    if (!f[k]) v[k] += v[k - 1];
  float sum = v[3];
  int flag = f[0] | f[1] | f[2] | f[3];
#pragma unroll
  for (int o = 1; o < 32; o *= 2) {
    float s = __shfl_up_sync(0xffffffffu, sum, o);
    int g = __shfl_up_sync(0xffffffffu, flag, o);
    if (lane >= o) {
      if (!flag) sum += s;
      flag |= g;
    }
  }
  if (lane == 31) {
    wsum[warp] = sum;
    wflag[warp] = flag;
  }
  __syncthreads();
  float carry = 0.f;
  int any = 0;
  for (int w = 0; w < warp; w++) {
    carry = wflag[w] ? wsum[w] : carry + wsum[w];
    any |= wflag[w];
  }
  float before = __shfl_up_sync(0xffffffffu, sum, 1);
  int bflag = __shfl_up_sync(0xffffffffu, flag, 1);
  if (lane == 0) before = carry;
  else if (!bflag) before += carry;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    if (f[k]) before = 0.f;
    v[k] += before;
  }
  if (at + 3 < n) *reinterpret_cast<float4 *>(out + at) = make_float4(v[0], v[1], v[2], v[3]);
  else
    for (int k = 0; k < 4; k++)
      if (at + k < n) out[at + k] = v[k];
  if (t == 255) {
    tail[blockIdx.x] = v[3];
    tail_open[blockIdx.x] = !(any | flag);
  }
}

// A Gaussian mixture's expectation: sixteen diagonal components over points of eight dimensions.
__global__ void __launch_bounds__(128)
gmm_estep(float4 *__restrict__ resp, float *__restrict__ loglik, const float4 *__restrict__ points, const float *__restrict__ mean,
          const float *__restrict__ prec, const float *__restrict__ weight, int n) {
  __shared__ __align__(16) float sm[128], sp[128];
  __shared__ float sw[16];
  sm[threadIdx.x] = mean[threadIdx.x];
  sp[threadIdx.x] = prec[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 16) {
    float det = 1.f;
    for (int d = 0; d < 8; d++) det *= sp[threadIdx.x * 8 + d];
    sw[threadIdx.x] = logf(weight[threadIdx.x]) + 0.5f * logf(det);
  }
  __syncthreads();
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  float4 p0 = points[(size_t)i * 2], p1 = points[(size_t)i * 2 + 1];
  float l[16], top = -1e30f;
#pragma unroll
  for (int k = 0; k < 16; k++) {
    float4 m0 = *reinterpret_cast<const float4 *>(sm + k * 8), m1 = *reinterpret_cast<const float4 *>(sm + k * 8 + 4);
    float4 q0 = *reinterpret_cast<const float4 *>(sp + k * 8), q1 = *reinterpret_cast<const float4 *>(sp + k * 8 + 4);
    float a = p0.x - m0.x, b = p0.y - m0.y, c = p0.z - m0.z, d = p0.w - m0.w;
    float s = a * a * q0.x + b * b * q0.y + c * c * q0.z + d * d * q0.w;
    a = p1.x - m1.x; b = p1.y - m1.y; c = p1.z - m1.z; d = p1.w - m1.w;
    s += a * a * q1.x + b * b * q1.y + c * c * q1.z + d * d * q1.w;
    l[k] = sw[k] - 0.5f * s;
    top = fmaxf(top, l[k]);
  }
  float sum = 0.f;
#pragma unroll
  for (int k = 0; k < 16; k++) {
    l[k] = expf(l[k] - top);
    sum += l[k];
  }
  float inv = 1.f / sum;
#pragma unroll
  for (int k = 0; k < 4; k++) resp[(size_t)i * 4 + k] = make_float4(l[4 * k] * inv, l[4 * k + 1] * inv, l[4 * k + 2] * inv, l[4 * k + 3] * inv);
  loglik[i] = top + logf(sum);
}

// Alternating least squares: a warp a user gathers the normal equations of rank 16 and solves them by Cholesky.
__global__ void __launch_bounds__(128)
als_user16(float *__restrict__ user, const float *__restrict__ item, const int *__restrict__ row, const int *__restrict__ col,
           const float *__restrict__ rating, int users, float ridge) {
  __shared__ float mat[4][16][17];
  int w = threadIdx.x >> 5, lane = threadIdx.x & 31, u = blockIdx.x * 4 + w;
  if (u >= users) return;
  int i = lane >> 1, j0 = (lane & 1) * 8, end = row[u + 1];
  float acc[8] = {}, rhs = 0.f;
  for (int e = row[u]; e < end; e++) {
    float y = item[(size_t)col[e] * 16 + (lane & 15)], r = rating[e];
    float yi = __shfl_sync(0xffffffffu, y, i);
#pragma unroll
    for (int k = 0; k < 8; k++) acc[k] += yi * __shfl_sync(0xffffffffu, y, j0 + k);
    rhs += y * r;
  }
#pragma unroll
  for (int k = 0; k < 8; k++) mat[w][i][j0 + k] = acc[k] + (i == j0 + k ? ridge : 0.f);
  __syncwarp();
  // A lane a row; the other half only keeps step.
  int l = lane & 15;
  for (int k = 0; k < 16; k++) {
    float d = sqrtf(mat[w][k][k]), c = mat[w][l][k] / d;
    __syncwarp();
    if (lane < 16 && l >= k) mat[w][l][k] = l == k ? d : c;
    __syncwarp();
    if (lane < 16 && l > k)
      for (int j = k + 1; j <= l; j++) mat[w][l][j] -= c * mat[w][j][k];
    __syncwarp();
  }
  float x = rhs;
  for (int k = 0; k < 16; k++) {
    float xk = __shfl_sync(0xffffffffu, x, k) / mat[w][k][k];
    if (l == k) x = xk;
    else if (l > k) x -= mat[w][l][k] * xk;
  }
  for (int k = 15; k >= 0; k--) {
    float xk = __shfl_sync(0xffffffffu, x, k) / mat[w][k][k];
    if (l == k) x = xk;
    else if (l < k) x -= mat[w][k][l] * xk;
  }
  if (lane < 16) user[(size_t)u * 16 + lane] = x;
}

}
