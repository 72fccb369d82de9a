// Token generation: attention over an int8 KV cache, 4-bit weights, sampling, paged cache.
#include <cuda_fp16.h>

// Grid (kv heads, batch), 128 threads. Head size 128, two query heads share a kv head.
// kc, vc: [batch][kv head][max_len][128] int8, one scale a token.
extern "C" __global__ void __launch_bounds__(128)
gqa_decode_attn(const float* __restrict__ q, const signed char* __restrict__ kc,
                const signed char* __restrict__ vc, const float* __restrict__ kscale,
                const float* __restrict__ vscale, const int* __restrict__ past,
                float* __restrict__ out, int max_len) {
    __shared__ float s_m[4][2], s_l[4][2];
    __shared__ float4 s_acc[4][2][32];
    int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    int kvh = blockIdx.x, b = blockIdx.y, nkv = gridDim.x;
    int len = past[b] + 1;
    if (len > max_len) len = max_len;
    long long head = (long long)b * nkv + kvh;
    const char4* k4 = reinterpret_cast<const char4*>(kc + head * max_len * 128);
    const char4* v4 = reinterpret_cast<const char4*>(vc + head * max_len * 128);
    const float* ks = kscale + head * max_len;
    const float* vs = vscale + head * max_len;
    const float4* q4 = reinterpret_cast<const float4*>(q) + head * 2 * 32;
    float4 qv[2], acc[2];
    float m[2], l[2];
#pragma unroll
    for (int g = 0; g < 2; g++) {
        qv[g] = q4[g * 32 + lane];
        const float c = 0.08838834764f;
        qv[g].x *= c; qv[g].y *= c; qv[g].z *= c; qv[g].w *= c;
        acc[g] = make_float4(0.f, 0.f, 0.f, 0.f);
        m[g] = -1e30f;
        l[g] = 0.0f;
    }
    for (int t = wid; t < len; t += 4) {
        char4 kk = k4[t * 32 + lane];
        char4 vv = v4[t * 32 + lane];
        float sk = ks[t], sv = vs[t];
        float kx = (float)kk.x, ky = (float)kk.y, kz = (float)kk.z, kw = (float)kk.w;
        float vx = (float)vv.x * sv, vy = (float)vv.y * sv, vz = (float)vv.z * sv, vw = (float)vv.w * sv;
#pragma unroll
        for (int g = 0; g < 2; g++) {
            float d = qv[g].x * kx + qv[g].y * ky + qv[g].z * kz + qv[g].w * kw;
#pragma unroll
            for (int o = 16; o > 0; o >>= 1) d += __shfl_xor_sync(0xffffffffu, d, o);
            d *= sk;
            float mn = fmaxf(m[g], d);
            float corr = __expf(m[g] - mn), p = __expf(d - mn);
            l[g] = l[g] * corr + p;
            acc[g].x = acc[g].x * corr + p * vx;
            acc[g].y = acc[g].y * corr + p * vy;
            acc[g].z = acc[g].z * corr + p * vz;
            acc[g].w = acc[g].w * corr + p * vw;
            m[g] = mn;
        }
    }
#pragma unroll
    for (int g = 0; g < 2; g++) {
        s_acc[wid][g][lane] = acc[g];
        if (lane == 0) { s_m[wid][g] = m[g]; s_l[wid][g] = l[g]; }
    }
    __syncthreads();
    if (wid < 2) {
        int g = wid;
        float M = fmaxf(fmaxf(s_m[0][g], s_m[1][g]), fmaxf(s_m[2][g], s_m[3][g]));
        float L = 0.0f;
        float4 r = make_float4(0.f, 0.f, 0.f, 0.f);
        for (int w = 0; w < 4; w++) {
            float e = __expf(s_m[w][g] - M);
            float4 a = s_acc[w][g][lane];
            L += s_l[w][g] * e;
            r.x += a.x * e; r.y += a.y * e; r.z += a.z * e; r.w += a.w * e;
        }
        float inv = 1.0f / L;
        reinterpret_cast<float4*>(out)[head * 64 + g * 32 + lane] =
            make_float4(r.x * inv, r.y * inv, r.z * inv, r.w * inv);
    }
}

__device__ __forceinline__ __half2 as_half2(unsigned int u) {
    return *reinterpret_cast<__half2*>(&u);
}

// y = W x, W of 4-bit numbers (eight a word, interleaved so that nibbles j and j+4 are neighbours),
// a half scale for 128 weights. A warp per row; k a multiple of 1024.
extern "C" __global__ void
gemv_w4a16(const uint4* __restrict__ wq, const __half* __restrict__ scales,
           const uint4* __restrict__ x, __half* __restrict__ y, int n, int k) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (row >= n) return;
    const uint4* wr = wq + (long long)row * (k / 32);
    const __half* sr = scales + (long long)row * (k / 128);
    const __half2 bias = as_half2(0x64086408u);
    float sum = 0.0f;
    for (int c = lane; c < k / 32; c += 32) {
        uint4 w = wr[c];
        float sc = __half2float(sr[c >> 2]);
        unsigned int ws[4] = {w.x, w.y, w.z, w.w};
        __half2 acc = as_half2(0u);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            uint4 xv = x[c * 4 + i];
            unsigned int xs[4] = {xv.x, xv.y, xv.z, xv.w};
#pragma unroll
            for (int j = 0; j < 4; j++) {
                unsigned int nib = ((ws[i] >> (4 * j)) & 0x000f000fu) | 0x64006400u;
                acc = __hfma2(__hsub2(as_half2(nib), bias), as_half2(xs[j]), acc);
            }
        }
        float2 f = __half22float2(acc);
        sum += (f.x + f.y) * sc;
    }
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (lane == 0) y[row] = __float2half_rn(sum);
}

__constant__ float nf4_table[16] = {
    -1.0f, -0.69619280f, -0.52507305f, -0.39491749f, -0.28444138f, -0.18477343f, -0.09105004f, 0.0f,
    0.07958030f, 0.16093020f, 0.24611230f, 0.33791524f, 0.44070983f, 0.56261700f, 0.72295684f, 1.0f};

// Eight NF4 weights a thread; one absmax for 64 weights.
extern "C" __global__ void
dequant_nf4(const unsigned int* __restrict__ packed, const float* __restrict__ absmax,
            uint4* __restrict__ out, int nwords) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nwords) return;
    unsigned int p = packed[i];
    float s = absmax[i >> 3];
    unsigned int r[4];
#pragma unroll
    for (int j = 0; j < 4; j++) {
        float a = nf4_table[(p >> (8 * j)) & 15u] * s;
        float b = nf4_table[(p >> (8 * j + 4)) & 15u] * s;
        __half2 h = __floats2half2_rn(a, b);
        r[j] = *reinterpret_cast<unsigned int*>(&h);
    }
    out[i] = make_uint4(r[0], r[1], r[2], r[3]);
}

__device__ __forceinline__ float block_sum256(float v, float* red) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    __syncthreads();
    if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = v;
    __syncthreads();
    float t = 0.0f;
    for (int i = 0; i < 8; i++) t += red[i];
    return t;
}

// Nucleus sampling, a block of 256 threads per sequence: probabilities in shared memory,
// the threshold by bisection, then the inverse of the distribution function.
extern "C" __global__ void __launch_bounds__(256)
topp_sample(const float* __restrict__ logits, const float* __restrict__ uniform,
            int* __restrict__ token, float* __restrict__ kept_mass, int vocab, float inv_temp, float top_p) {
    extern __shared__ float prob[];
    __shared__ float red[8];
    __shared__ float scan[256];
    __shared__ int found;
    int tid = threadIdx.x;
    const float* lr = logits + (long long)blockIdx.x * vocab;
    float mx = -1e30f;
    for (int i = tid; i < vocab; i += 256) {
        float v = lr[i] * inv_temp;
        prob[i] = v;
        mx = fmaxf(mx, v);
    }
    for (int o = 16; o > 0; o >>= 1) mx = fmaxf(mx, __shfl_xor_sync(0xffffffffu, mx, o));
    if ((tid & 31) == 0) red[tid >> 5] = mx;
    if (tid == 0) found = 0x7fffffff;
    __syncthreads();
    for (int i = 0; i < 8; i++) mx = fmaxf(mx, red[i]);
    float s = 0.0f;
    for (int i = tid; i < vocab; i += 256) {
        float e = __expf(prob[i] - mx);
        prob[i] = e;
        s += e;
    }
    float total = block_sum256(s, red);
    float lo = 0.0f, hi = 1.0f;
    for (int it = 0; it < 14; it++) {
        float mid = 0.5f * (lo + hi);
        float a = 0.0f;
        for (int i = tid; i < vocab; i += 256) {
            float e = prob[i];
            if (e >= mid) a += e;
        }
        a = block_sum256(a, red);
        if (a >= top_p * total) lo = mid; else hi = mid;
    }
    int per = (vocab + 255) / 256;
    int b0 = tid * per;
    int b1 = min(b0 + per, vocab);
    float mine = 0.0f;
    for (int i = b0; i < b1; i++) {
        float e = prob[i];
        if (e >= lo) mine += e;
    }
    scan[tid] = mine;
    __syncthreads();
    for (int o = 1; o < 256; o <<= 1) {
        float v = tid >= o ? scan[tid - o] : 0.0f;
        __syncthreads();
        scan[tid] += v;
        __syncthreads();
    }
    float mass = scan[255];
    float target = uniform[blockIdx.x] * mass;
    float before = tid > 0 ? scan[tid - 1] : 0.0f;
    if (target >= before && target < scan[tid]) {
        int pick = b0;
        float run = before;
        for (int i = b0; i < b1; i++) {
            float e = prob[i];
            if (e >= lo) {
                pick = i;
                run += e;
                if (run > target) break;
            }
        }
        atomicMin(&found, pick);
    }
    __syncthreads();
    if (tid == 0) {
        token[blockIdx.x] = found == 0x7fffffff ? 0 : found;
        kept_mass[blockIdx.x] = mass / total;
    }
}

// Write keys and values of new tokens (8 heads of 128 halves: 128 vectors of 16 bytes) into a paged
// cache [page][head][16 slots][128]. A block of 128 threads per token.
extern "C" __global__ void __launch_bounds__(128)
paged_kv_write(const uint4* __restrict__ k, const uint4* __restrict__ v,
               uint4* __restrict__ kpool, uint4* __restrict__ vpool, const int* __restrict__ slots) {
    int token = blockIdx.x;
    int slot = slots[token];
    if (slot < 0) return;
    int page = slot >> 4, off = slot & 15;
    int head = threadIdx.x >> 4, d = threadIdx.x & 15;
    long long src = (long long)token * 128 + threadIdx.x;
    long long dst = (((long long)page * 8 + head) * 16 + off) * 16 + d;
    kpool[dst] = k[src];
    vpool[dst] = v[src];
}
