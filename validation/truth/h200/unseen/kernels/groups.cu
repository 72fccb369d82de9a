// Cooperative groups and what warps do among themselves.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
typedef unsigned long long u64;

extern "C" {

// Minimum, maximum, mean and variance of short rows, 16 threads a row.
__global__ void tile16_rowstats(float4 *__restrict__ out, const float *__restrict__ in, int rows, int cols) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int row = blockIdx.x * (blockDim.x / 16) + tile.meta_group_rank();
  if (row >= rows) return;
  const float *p = in + (size_t)row * cols;
  float lo = 1e30f, hi = -1e30f, s = 0.0f, q = 0.0f;
  for (int c = tile.thread_rank(); c < cols; c += 16) {
    float v = p[c];
    lo = fminf(lo, v);
    hi = fmaxf(hi, v);
    s += v;
    q += v * v;
  }
  lo = cg::reduce(tile, lo, cg::less<float>());
  hi = cg::reduce(tile, hi, cg::greater<float>());
  s = cg::reduce(tile, s, cg::plus<float>());
  q = cg::reduce(tile, q, cg::plus<float>());
  if (tile.thread_rank() == 0) {
    float mean = s / cols;
    out[row] = make_float4(lo, hi, mean, q / cols - mean * mean);
  }
}

// Those that pass go to a list in any order, one atomic for the threads that stand in the branch together.
__global__ void push_passing(unsigned *list, unsigned *count, unsigned *checksum, const unsigned *__restrict__ in, int n, unsigned limit) {
  unsigned sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned v = in[i];
    if ((v >> 7 & 0xffff) < limit) {
      auto g = cg::coalesced_threads();
      unsigned base = 0;
      if (g.thread_rank() == 0) base = atomicAdd(count, g.size());
      base = g.shfl(base, 0);
      list[base + g.thread_rank()] = i;
      sum ^= v * 2654435761u;
    }
  }
  sum = __reduce_xor_sync(0xffffffffu, sum);
  if ((threadIdx.x & 31) == 0) atomicXor(checksum, sum);
}

// Weighted votes: the threads of a warp that name the same candidate add up before one of them counts.
__global__ void labeled_votes(int *__restrict__ total, int *__restrict__ voters, const unsigned *__restrict__ ballots, int n, int candidates) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned b = ballots[i];
    int who = (b >> 20) * (b >> 20) / 4096 * candidates >> 12;
    auto same = cg::labeled_partition(warp, who);
    int weight = cg::reduce(same, (int)(b & 255), cg::plus<int>());
    if (same.thread_rank() == 0) {
      atomicAdd(&total[who], weight);
      atomicAdd(&voters[who], (int)same.size());
    }
  }
}

// 256 keys a warp sorted in registers, eight a lane: a bitonic network over elements lane*8 + k.
__global__ void bitonic_regs256(unsigned *keys, int groups) {
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (w >= groups) return;
  unsigned r[8];
  uint4 *p = (uint4 *)(keys + (size_t)w * 256 + lane * 8);
  uint4 a = p[0], b = p[1];
  r[0] = a.x; r[1] = a.y; r[2] = a.z; r[3] = a.w;
  r[4] = b.x; r[5] = b.y; r[6] = b.z; r[7] = b.w;
#pragma unroll
  for (int size = 2; size <= 256; size *= 2) {
#pragma unroll
    for (int d = size / 2; d > 0; d /= 2) {
      if (d >= 8) {
        bool upper = lane & (d / 8);
#pragma unroll
        for (int k = 0; k < 8; k++) {
          bool down = ((lane * 8 + k) & size) != 0;
          unsigned o = __shfl_xor_sync(0xffffffffu, r[k], d / 8);
          r[k] = (upper != down) ? max(r[k], o) : min(r[k], o);
        }
      } else {
#pragma unroll
        for (int k = 0; k < 8; k++)
          if ((k & d) == 0) {
            bool down = ((lane * 8 + k) & size) != 0;
            unsigned lo = min(r[k], r[k | d]), hi = max(r[k], r[k | d]);
            r[k] = down ? hi : lo;
            r[k | d] = down ? lo : hi;
          }
      }
    }
  }
  p[0] = make_uint4(r[0], r[1], r[2], r[3]);
  p[1] = make_uint4(r[4], r[5], r[6], r[7]);
}

// One step of a beam search: of 8 beams and vocab continuations the 8 best, one after the other.
__global__ void __launch_bounds__(256)
beam_step(int *__restrict__ parent, int *__restrict__ token, float *__restrict__ score, const float *__restrict__ beams,
          const float *__restrict__ logp, int vocab) {
  __shared__ u64 part[8];
  __shared__ u64 chosen;
  int t = threadIdx.x, n = 8 * vocab;
  const float *bs = beams + blockIdx.x * 8, *lp = logp + (size_t)blockIdx.x * n;
  u64 last = ~0ull;
  for (int pick = 0; pick < 8; pick++) {
    u64 best = 0;
    for (int b = 0; b < 8; b++) {
      float s0 = bs[b];
      for (int i = t; i < vocab; i += 256) {
        unsigned f = __float_as_uint(s0 + lp[b * vocab + i]);
        f ^= (unsigned)((int)f >> 31) | 0x80000000u;
        u64 key = (u64)f << 32 | (unsigned)(0xffffffffu - (b * vocab + i));
        if (key < last && key > best) best = key;
      }
    }
    for (int o = 16; o; o >>= 1) {
      u64 other = __shfl_xor_sync(0xffffffffu, best, o);
      best = other > best ? other : best;
    }
    if ((t & 31) == 0) part[t >> 5] = best;
    __syncthreads();
    if (t == 0) {
      for (int k = 1; k < 8; k++) best = part[k] > best ? part[k] : best;
      chosen = best;
      int at = (int)(0xffffffffu - (unsigned)best);
      parent[blockIdx.x * 8 + pick] = at / vocab;
      token[blockIdx.x * 8 + pick] = at % vocab;
      score[blockIdx.x * 8 + pick] = bs[at / vocab] + lp[at];
    }
    __syncthreads();
    last = chosen;
  }
}

// Inclusive and exclusive sums by groups of 32 and a second level over them: ranks of the odd ones within a block.
__global__ void __launch_bounds__(512)
cg_scan_ranks(int *__restrict__ rank, int *__restrict__ blocks, const int *__restrict__ in, int n) {
  __shared__ int sums[16];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int i = blockIdx.x * 512 + threadIdx.x;
  int v = i < n ? in[i] : 0;
  int flag = v & 1, inc = cg::inclusive_scan(tile, flag * (v >> 8 & 15), cg::plus<int>());
  if (tile.thread_rank() == 31) sums[tile.meta_group_rank()] = inc;
  block.sync();
  if (tile.meta_group_rank() == 0) {
    int s = tile.thread_rank() < 16 ? sums[tile.thread_rank()] : 0;
    int ex = cg::exclusive_scan(tile, s);
    if (tile.thread_rank() < 16) sums[tile.thread_rank()] = ex;
    if (tile.thread_rank() == 15) blocks[blockIdx.x] = ex + s;
  }
  block.sync();
  if (i < n) rank[i] = flag ? inc + sums[tile.meta_group_rank()] : -1;
}
}
