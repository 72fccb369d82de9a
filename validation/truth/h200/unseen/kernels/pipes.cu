// Asynchronous copies, warps with roles, persistent blocks, clusters.
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__constant__ float kernel5[25] = {0.003f, 0.013f, 0.022f, 0.013f, 0.003f, 0.013f, 0.059f, 0.097f, 0.059f,
                                  0.013f, 0.022f, 0.097f, 0.159f, 0.097f, 0.022f, 0.013f, 0.059f, 0.097f,
                                  0.059f, 0.013f, 0.003f, 0.013f, 0.022f, 0.013f, 0.003f};

__device__ __forceinline__ void bar_sync(int id, int n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void bar_arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory"); }

extern "C" {

// A polynomial of each element and its neighbour four on, tiles of 256 float4 in three buffers.
__global__ void __launch_bounds__(256)
stream_poly3(float4 *__restrict__ out, const float4 *__restrict__ in, int tiles, float a, float b) {
  __shared__ float4 buf[3][256];
  int t = threadIdx.x;
  const float4 *src = in + (size_t)blockIdx.x * tiles * 256;
  float4 *dst = out + (size_t)blockIdx.x * tiles * 256;
  for (int s = 0; s < 2; s++) {
    if (s < tiles) __pipeline_memcpy_async(&buf[s][t], &src[s * 256 + t], 16);
    __pipeline_commit();
  }
  for (int i = 0; i < tiles; i++) {
    __pipeline_wait_prior(1);
    __syncthreads();
    int nx = i + 2;
    if (nx < tiles) __pipeline_memcpy_async(&buf[nx % 3][t], &src[nx * 256 + t], 16);
    __pipeline_commit();
    float4 v = buf[i % 3][t], u = buf[i % 3][(t + 1) & 255];
    v.x = fmaf(fmaf(a, v.x, b), v.x, u.x);
    v.y = fmaf(fmaf(a, v.y, b), v.y, u.y);
    v.z = fmaf(fmaf(a, v.z, b), v.z, u.z);
    v.w = fmaf(fmaf(a, v.w, b), v.w, u.w);
    dst[i * 256 + t] = v;
  }
}

// 5x5 blur down strips 128 wide: a ring of eight rows in shared memory, six rows ahead.
__global__ void __launch_bounds__(128)
blur5_ring(float *__restrict__ out, const float *__restrict__ in, int width, int rows) {
  __shared__ float ring[8][132];
  int t = threadIdx.x, x0 = blockIdx.x * 128, y0 = blockIdx.y * rows, pitch = width + 4;
  auto stage = [&](int r) {
    const float *s = in + (size_t)(y0 + r) * pitch + x0;
    for (int x = t; x < 132; x += 128) __pipeline_memcpy_async(&ring[r & 7][x], &s[x], 4);
  };
  for (int r = 0; r < 6; r++) {
    if (r < rows + 4) stage(r);
    __pipeline_commit();
  }
  for (int i = 0; i < rows; i++) {
    if (i + 6 < rows + 4) stage(i + 6);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    float s = 0.0f;
#pragma unroll
    for (int dy = 0; dy < 5; dy++)
#pragma unroll
      for (int dx = 0; dx < 5; dx++) s = fmaf(kernel5[dy * 5 + dx], ring[(i + dy) & 7][t + dx], s);
    out[(size_t)(y0 + i) * width + x0 + t] = s;
  }
}

// One warp loads chunks of 512 floats, four warps take their magnitudes and logarithms; two buffers, named barriers.
__global__ void __launch_bounds__(160)
producer_consumer(float *__restrict__ out, const float4 *__restrict__ in, int chunks) {
  __shared__ float4 buf[2][128];
  __shared__ float part[4];
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  const float4 *src = in + (size_t)blockIdx.x * chunks * 128;
  if (warp == 4) {
    for (int i = 0; i < chunks; i++) {
      int b = i & 1;
      float4 v[4];
#pragma unroll
      for (int k = 0; k < 4; k++) v[k] = src[i * 128 + k * 32 + lane];
      if (i >= 2) bar_sync(3 + b, 160);
#pragma unroll
      for (int k = 0; k < 4; k++) buf[b][k * 32 + lane] = v[k];
      bar_arrive(1 + b, 160);
    }
  } else {
    float acc = 0.0f;
    for (int i = 0; i < chunks; i++) {
      int b = i & 1;
      bar_sync(1 + b, 160);
      float4 v = buf[b][threadIdx.x];
      if (i + 2 < chunks) bar_arrive(3 + b, 160);
      float m = sqrtf(v.x * v.x + v.y * v.y) + sqrtf(v.z * v.z + v.w * v.w);
      acc += __logf(1.0f + m);
    }
    for (int o = 16; o; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);
    if (lane == 0) part[warp] = acc;
    bar_sync(5, 128);
    if (threadIdx.x == 0) out[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
  }
}

// Newton's fractal of z^3 - 1: blocks stay and take tiles of 32x8 from a counter.
__global__ void __launch_bounds__(256)
newton_tiles(unsigned char *__restrict__ root, unsigned *counter, int width, int height, int limit) {
  __shared__ unsigned tile;
  int tx = width / 32, total = tx * (height / 8);
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) tile = atomicAdd(counter, 1u);
    __syncthreads();
    unsigned t = tile;
    if (t >= (unsigned)total) break;
    int x = t % tx * 32 + (threadIdx.x & 31), y = t / tx * 8 + (threadIdx.x >> 5);
    float zr = (x + 0.5f) / width * 4.0f - 2.0f, zi = (y + 0.5f) / height * 4.0f - 2.0f;
    int k = 0;
    for (; k < limit; k++) {
      float r2 = zr * zr - zi * zi, i2 = 2.0f * zr * zi;
      float fr = r2 * zr - i2 * zi - 1.0f, fi = r2 * zi + i2 * zr;
      if (fr * fr + fi * fi < 1e-6f) break;
      float d = 3.0f * (r2 * r2 + i2 * i2) + 1e-12f;
      float inv = 1.0f / d;
      zr -= (fr * r2 + fi * i2) * inv;
      zi -= (fi * r2 - fr * i2) * inv;
    }
    root[(size_t)y * width + x] = (unsigned char)((zr > 0.0f ? 0 : zi > 0.0f ? 64 : 128) + min(k, 63));
  }
}

// Softmax of rows of 8192: four blocks a row share maximum and sum through distributed shared memory.
__global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(256)
cluster_softmax(float *__restrict__ out, const float *__restrict__ in) {
  __shared__ float warp_part[8];
  __shared__ float mine[2];
  cg::cluster_group cl = cg::this_cluster();
  int rank = cl.block_rank(), t = threadIdx.x;
  size_t base = (size_t)(blockIdx.x / 4) * 8192 + rank * 2048;
  float v[8], m = -1e30f;
#pragma unroll
  for (int k = 0; k < 8; k++) {
    v[k] = in[base + k * 256 + t];
    m = fmaxf(m, v[k]);
  }
  for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
  if ((t & 31) == 0) warp_part[t >> 5] = m;
  __syncthreads();
  if (t == 0) {
    for (int k = 1; k < 8; k++) m = fmaxf(m, warp_part[k]);
    mine[0] = m;
  }
  cl.sync();
  m = -1e30f;
  for (int r = 0; r < 4; r++) m = fmaxf(m, *cl.map_shared_rank(&mine[0], r));
  float s = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; k++) {
    v[k] = __expf(v[k] - m);
    s += v[k];
  }
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
  if ((t & 31) == 0) warp_part[t >> 5] = s;
  __syncthreads();
  if (t == 0) {
    s = 0.0f;
    for (int k = 0; k < 8; k++) s += warp_part[k];
    mine[1] = s;
  }
  cl.sync();
  s = 0.0f;
  for (int r = 0; r < 4; r++) s += *cl.map_shared_rank(&mine[1], r);
  float inv = 1.0f / s;
#pragma unroll
  for (int k = 0; k < 8; k++) out[base + k * 256 + t] = v[k] * inv;
  cl.sync();
}

// A histogram of 8192 bins lying across the shared memory of two blocks.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(256)
cluster_hist(int *__restrict__ hist, const unsigned *__restrict__ in, int n) {
  __shared__ int bins[4096];
  cg::cluster_group cl = cg::this_cluster();
  int *half0 = cl.map_shared_rank(bins, 0), *half1 = cl.map_shared_rank(bins, 1);
  for (int k = threadIdx.x; k < 4096; k += 256) bins[k] = 0;
  cl.sync();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    unsigned v = in[i], b = (v >> 16 ^ v) & 8191;
    int *h = b & 4096 ? half1 : half0;
    atomicAdd(&h[b & 4095], 1);
  }
  cl.sync();
  int first = cl.block_rank() * 4096;
  for (int k = threadIdx.x; k < 4096; k += 256)
    if (bins[k]) atomicAdd(&hist[first + k], bins[k]);
}
}
