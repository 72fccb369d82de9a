// Normalisation and softmax layers of a transformer.
#include <cuda_fp16.h>

__device__ __forceinline__ float warp_sum(float v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// One block of 128 threads per row, one pass for maximum and sum, one for the result.
extern "C" __global__ void __launch_bounds__(128)
softmax_online_rows(const float* __restrict__ x, float* __restrict__ y, int cols) {
    __shared__ float sm[4], ss[4];
    const float* xr = x + (long long)blockIdx.x * cols;
    float* yr = y + (long long)blockIdx.x * cols;
    float m = -1e30f, s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 128) {
        float v = xr[c];
        float mn = fmaxf(m, v);
        s = s * __expf(m - mn) + __expf(v - mn);
        m = mn;
    }
    for (int o = 16; o > 0; o >>= 1) {
        float m2 = __shfl_xor_sync(0xffffffffu, m, o);
        float s2 = __shfl_xor_sync(0xffffffffu, s, o);
        float mn = fmaxf(m, m2);
        s = s * __expf(m - mn) + s2 * __expf(m2 - mn);
        m = mn;
    }
    int w = threadIdx.x >> 5;
    if ((threadIdx.x & 31) == 0) { sm[w] = m; ss[w] = s; }
    __syncthreads();
    float M = fmaxf(fmaxf(sm[0], sm[1]), fmaxf(sm[2], sm[3]));
    float S = 0.0f;
    for (int i = 0; i < 4; i++) S += ss[i] * __expf(sm[i] - M);
    float inv = 1.0f / S;
    for (int c = threadIdx.x; c < cols; c += 128) yr[c] = __expf(xr[c] - M) * inv;
}

// Layer norm, gradient of the input; a warp per row of 768, rows of a block: blockDim.y.
extern "C" __global__ void
layernorm_bwd_dx(const float* __restrict__ dy, const float* __restrict__ x,
                 const float* __restrict__ gamma, const float* __restrict__ mean,
                 const float* __restrict__ rstd, float* __restrict__ dx, int rows) {
    const int VEC = 768 / 4 / 32;
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    int lane = threadIdx.x;
    const float4* dy4 = reinterpret_cast<const float4*>(dy) + (long long)row * 192;
    const float4* x4 = reinterpret_cast<const float4*>(x) + (long long)row * 192;
    const float4* g4 = reinterpret_cast<const float4*>(gamma);
    float4* o4 = reinterpret_cast<float4*>(dx) + (long long)row * 192;
    float mu = mean[row], rs = rstd[row];
    float4 a[VEC], h[VEC];
    float s1 = 0.0f, s2 = 0.0f;
#pragma unroll
    for (int i = 0; i < VEC; i++) {
        float4 d = dy4[lane + 32 * i];
        float4 v = x4[lane + 32 * i];
        float4 g = g4[lane + 32 * i];
        a[i] = make_float4(d.x * g.x, d.y * g.y, d.z * g.z, d.w * g.w);
        h[i] = make_float4((v.x - mu) * rs, (v.y - mu) * rs, (v.z - mu) * rs, (v.w - mu) * rs);
        s1 += a[i].x + a[i].y + a[i].z + a[i].w;
        s2 += a[i].x * h[i].x + a[i].y * h[i].y + a[i].z * h[i].z + a[i].w * h[i].w;
    }
    s1 = warp_sum(s1) * (1.0f / 768.0f);
    s2 = warp_sum(s2) * (1.0f / 768.0f);
#pragma unroll
    for (int i = 0; i < VEC; i++) {
        float4 r;
        r.x = (a[i].x - s1 - h[i].x * s2) * rs;
        r.y = (a[i].y - s1 - h[i].y * s2) * rs;
        r.z = (a[i].z - s1 - h[i].z * s2) * rs;
        r.w = (a[i].w - s1 - h[i].w * s2) * rs;
        o4[lane + 32 * i] = r;
    }
}

// res_out = res + delta; out = half(rmsnorm(res_out) * w). A block per token; the row waits in shared memory.
extern "C" __global__ void
rmsnorm_residual_half(const float* __restrict__ res, const float* __restrict__ delta,
                      const float* __restrict__ w, float* __restrict__ res_out,
                      __half* __restrict__ out, int hidden4, float eps) {
    extern __shared__ float4 row[];
    __shared__ float part[32];
    __shared__ float scale;
    long long base = (long long)blockIdx.x * hidden4;
    const float4* r4 = reinterpret_cast<const float4*>(res) + base;
    const float4* d4 = reinterpret_cast<const float4*>(delta) + base;
    float4* ro4 = reinterpret_cast<float4*>(res_out) + base;
    __half2* o2 = reinterpret_cast<__half2*>(out) + base * 2;
    float ss = 0.0f;
    for (int i = threadIdx.x; i < hidden4; i += blockDim.x) {
        float4 a = r4[i], b = d4[i];
        a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w;
        ss += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
        row[i] = a;
        ro4[i] = a;
    }
    ss = warp_sum(ss);
    int wid = threadIdx.x >> 5, lane = threadIdx.x & 31, nw = blockDim.x >> 5;
    if (lane == 0) part[wid] = ss;
    __syncthreads();
    if (wid == 0) {
        float t = lane < nw ? part[lane] : 0.0f;
        t = warp_sum(t);
        if (lane == 0) scale = rsqrtf(t / (float)(hidden4 * 4) + eps);
    }
    __syncthreads();
    float sc = scale;
    const float4* w4 = reinterpret_cast<const float4*>(w);
    for (int i = threadIdx.x; i < hidden4; i += blockDim.x) {
        float4 a = row[i], g = w4[i];
        o2[2 * i] = __floats2half2_rn(a.x * sc * g.x, a.y * sc * g.y);
        o2[2 * i + 1] = __floats2half2_rn(a.z * sc * g.z, a.w * sc * g.w);
    }
}
