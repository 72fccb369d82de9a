// Trees, clusters, routing.

// A thread per sample; complete heaps of depth levels a tree, a feature number >= nfeat ends early.
extern "C" __global__ void
forest_predict(const float* __restrict__ x, const int* __restrict__ feature,
               const float* __restrict__ threshold, const float* __restrict__ value,
               float* __restrict__ out, int nsamples, int nfeat, int ntrees, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nsamples) return;
    const float* xi = x + (long long)i * nfeat;
    int nodes = (1 << (depth + 1)) - 1;
    float sum = 0.0f;
    for (int t = 0; t < ntrees; t++) {
        int base = t * nodes;
        int n = 0;
        for (int d = 0; d < depth; d++) {
            int f = feature[base + n];
            if (f >= nfeat) break;
            n = 2 * n + 1 + (xi[f] > threshold[base + n] ? 1 : 0);
        }
        sum += value[base + n];
    }
    out[i] = sum / (float)ntrees;
}

// Histograms of quantised gradients and hessians; grid (features, chunks of rows).
extern "C" __global__ void __launch_bounds__(256)
gbdt_hist(const unsigned char* __restrict__ bins, const int* __restrict__ grad,
          const int* __restrict__ hess, int* __restrict__ hist, int nrows, int rows_per_block) {
    __shared__ int sg[256];
    __shared__ int sh[256];
    int tid = threadIdx.x;
    sg[tid] = 0;
    sh[tid] = 0;
    __syncthreads();
    int f = blockIdx.x;
    int r0 = blockIdx.y * rows_per_block;
    int r1 = min(r0 + rows_per_block, nrows);
    const uchar4* b4 = reinterpret_cast<const uchar4*>(bins + (long long)f * nrows);
    const int4* g4 = reinterpret_cast<const int4*>(grad);
    const int4* h4 = reinterpret_cast<const int4*>(hess);
    for (int i = r0 / 4 + tid; i < r1 / 4; i += 256) {
        uchar4 b = b4[i];
        int4 g = g4[i], h = h4[i];
        atomicAdd(&sg[b.x], g.x - 1000); atomicAdd(&sh[b.x], h.x);
        atomicAdd(&sg[b.y], g.y - 1000); atomicAdd(&sh[b.y], h.y);
        atomicAdd(&sg[b.z], g.z - 1000); atomicAdd(&sh[b.z], h.z);
        atomicAdd(&sg[b.w], g.w - 1000); atomicAdd(&sh[b.w], h.w);
    }
    __syncthreads();
    atomicAdd(&hist[(f * 256 + tid) * 2], sg[tid]);
    atomicAdd(&hist[(f * 256 + tid) * 2 + 1], sh[tid]);
}

// Nearest of k centroids (12 dimensions), and how many points each has.
extern "C" __global__ void __launch_bounds__(192)
kmeans_assign(const float4* __restrict__ pts, const float* __restrict__ cent, int* __restrict__ label,
              float* __restrict__ dist, int* __restrict__ count, int n, int k) {
    __shared__ float4 sc[64 * 3];
    __shared__ int scount[64];
    for (int i = threadIdx.x; i < k * 3; i += blockDim.x) sc[i] = reinterpret_cast<const float4*>(cent)[i];
    for (int i = threadIdx.x; i < k; i += blockDim.x) scount[i] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 p0 = pts[i * 3], p1 = pts[i * 3 + 1], p2 = pts[i * 3 + 2];
        float best = 3.0e38f;
        int bi = 0;
        for (int c = 0; c < k; c++) {
            float4 a = sc[c * 3], b = sc[c * 3 + 1], e = sc[c * 3 + 2];
            float d, s = 0.0f;
            d = p0.x - a.x; s += d * d; d = p0.y - a.y; s += d * d;
            d = p0.z - a.z; s += d * d; d = p0.w - a.w; s += d * d;
            d = p1.x - b.x; s += d * d; d = p1.y - b.y; s += d * d;
            d = p1.z - b.z; s += d * d; d = p1.w - b.w; s += d * d;
            d = p2.x - e.x; s += d * d; d = p2.y - e.y; s += d * d;
            d = p2.z - e.z; s += d * d; d = p2.w - e.w; s += d * d;
            if (s < best) { best = s; bi = c; }
        }
        label[i] = bi;
        dist[i] = best;
        atomicAdd(&scount[bi], 1);
    }
    __syncthreads();
    for (int c = threadIdx.x; c < k; c += blockDim.x)
        if (scount[c] > 0) atomicAdd(&count[c], scount[c]);
}

// Top-4 routing of a mixture of experts, a warp per token, up to 64 experts.
extern "C" __global__ void __launch_bounds__(128)
moe_route(const float* __restrict__ logits, int* __restrict__ ids, float* __restrict__ weights,
          int* __restrict__ load, int tokens, int experts) {
    int t = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (t >= tokens) return;
    const float* l = logits + (long long)t * experts;
    float v0 = lane < experts ? l[lane] : -1e30f;
    float v1 = lane + 32 < experts ? l[lane + 32] : -1e30f;
    float chosen[4];
    int which[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float v = v0;
        int id = lane;
        if (v1 > v) { v = v1; id = lane + 32; }
#pragma unroll
        for (int o = 16; o > 0; o >>= 1) {
            float ov = __shfl_xor_sync(0xffffffffu, v, o);
            int oi = __shfl_xor_sync(0xffffffffu, id, o);
            if (ov > v || (ov == v && oi < id)) { v = ov; id = oi; }
        }
        chosen[k] = v;
        which[k] = id;
        if (id == lane) v0 = -1e30f;
        if (id == lane + 32) v1 = -1e30f;
    }
    float s = 0.0f, e[4];
#pragma unroll
    for (int k = 0; k < 4; k++) { e[k] = __expf(chosen[k] - chosen[0]); s += e[k]; }
    if (lane < 4) {
        float me = lane == 0 ? e[0] : lane == 1 ? e[1] : lane == 2 ? e[2] : e[3];
        int mi = lane == 0 ? which[0] : lane == 1 ? which[1] : lane == 2 ? which[2] : which[3];
        ids[t * 4 + lane] = mi;
        weights[t * 4 + lane] = me / s;
        atomicAdd(&load[mi], 1);
    }
}

// Mean of the neighbours' features, a warp per node, CSR, 32*VEC columns with VEC = 3.
extern "C" __global__ void
gnn_mean_aggregate(const int* __restrict__ rowptr, const int* __restrict__ col,
                   const float* __restrict__ feat, float* __restrict__ out, int nodes) {
    int v = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    if (v >= nodes) return;
    int b = rowptr[v], e = rowptr[v + 1];
    float a0 = 0.0f, a1 = 0.0f, a2 = 0.0f;
    for (int i = b; i < e; i++) {
        const float* f = feat + (long long)col[i] * 96;
        a0 += f[lane];
        a1 += f[lane + 32];
        a2 += f[lane + 64];
    }
    float inv = e > b ? 1.0f / (float)(e - b) : 0.0f;
    float* o = out + (long long)v * 96;
    o[lane] = a0 * inv;
    o[lane + 32] = a1 * inv;
    o[lane + 64] = a2 * inv;
}
