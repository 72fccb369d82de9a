#include "common.cuh"

// (11) attention forward, head dim 64, 64 queries a block, four warps of 16 rows
extern "C" __global__ void __launch_bounds__(128) flash_fwd(const uint4 *Q, const uint4 *K, const uint4 *V, uint4 *O, float *L,
                                                            int seq, int causal, float scale) {
    __shared__ __align__(16) half Qs[64][72];
    __shared__ __align__(16) half Ks[64][72];
    __shared__ __align__(16) half Vs[64][72];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5, g = lane >> 2, q = lane & 3;
    const int q0 = blockIdx.x * 64;
    const size_t head = (size_t)blockIdx.y * seq;
    for (int i = t; i < 512; i += 128) *(uint4 *)&Qs[i >> 3][(i & 7) * 8] = fix_h8(Q[(head + q0 + (i >> 3)) * 8 + (i & 7)]);
    __syncthreads();
    uint32_t qf[4][4];
#pragma unroll
    for (int k = 0; k < 4; k++) ldsm4(qf[k], &Qs[w * 16 + (lane & 15)][k * 16 + (lane >> 4) * 8]);
    float o[8][4] = {};
    float m[2] = {-1e30f, -1e30f}, l[2] = {0.0f, 0.0f};
    const float sc = scale * 1.4426950408889634f;
    const int end = causal ? q0 + 64 : seq;
    for (int k0 = 0; k0 < end; k0 += 64) {
        __syncthreads();
        for (int i = t; i < 512; i += 128) {
            *(uint4 *)&Ks[i >> 3][(i & 7) * 8] = fix_h8(K[(head + k0 + (i >> 3)) * 8 + (i & 7)]);
            *(uint4 *)&Vs[i >> 3][(i & 7) * 8] = fix_h8(V[(head + k0 + (i >> 3)) * 8 + (i & 7)]);
        }
        __syncthreads();
        float s[8][4] = {};
#pragma unroll
        for (int k = 0; k < 4; k++)
#pragma unroll
            for (int j = 0; j < 4; j++) {
                uint32_t b[4];
                ldsm4(b, &Ks[j * 16 + (lane & 7) + (lane >> 4) * 8][k * 16 + ((lane >> 3) & 1) * 8]);
                mma_f16(s[j * 2], qf[k], b[0], b[1]);
                mma_f16(s[j * 2 + 1], qf[k], b[2], b[3]);
            }
        if (causal && k0 == q0) {
#pragma unroll
            for (int j = 0; j < 8; j++)
#pragma unroll
                for (int e = 0; e < 4; e++)
                    if (j * 8 + q * 2 + (e & 1) > w * 16 + g + (e >> 1) * 8) s[j][e] = -1e30f;
        }
#pragma unroll
        for (int h = 0; h < 2; h++) {
            float mx = m[h];
#pragma unroll
            for (int j = 0; j < 8; j++) mx = fmaxf(mx, fmaxf(s[j][h * 2], s[j][h * 2 + 1]));
            mx = fmaxf(mx, __shfl_xor_sync(~0u, mx, 1));
            mx = fmaxf(mx, __shfl_xor_sync(~0u, mx, 2));
            float fix = exp2f((m[h] - mx) * sc), sum = 0.0f;
            m[h] = mx;
#pragma unroll
            for (int j = 0; j < 8; j++) {
                s[j][h * 2] = exp2f((s[j][h * 2] - mx) * sc);
                s[j][h * 2 + 1] = exp2f((s[j][h * 2 + 1] - mx) * sc);
                sum += s[j][h * 2] + s[j][h * 2 + 1];
                o[j][h * 2] *= fix;
                o[j][h * 2 + 1] *= fix;
            }
            l[h] = l[h] * fix + sum;
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            uint32_t p[4] = {pack_h2(s[k * 2][0], s[k * 2][1]), pack_h2(s[k * 2][2], s[k * 2][3]),
                             pack_h2(s[k * 2 + 1][0], s[k * 2 + 1][1]), pack_h2(s[k * 2 + 1][2], s[k * 2 + 1][3])};
#pragma unroll
            for (int j = 0; j < 4; j++) {
                uint32_t b[4];
                ldsm4t(b, &Vs[k * 16 + (lane & 15)][j * 16 + (lane >> 4) * 8]);
                mma_f16(o[j * 2], p, b[0], b[1]);
                mma_f16(o[j * 2 + 1], p, b[2], b[3]);
            }
        }
    }
#pragma unroll
    for (int h = 0; h < 2; h++) {
        l[h] += __shfl_xor_sync(~0u, l[h], 1);
        l[h] += __shfl_xor_sync(~0u, l[h], 2);
        if (q == 0) L[head + q0 + w * 16 + g + h * 8] = m[h] * scale + logf(l[h]);
    }
    const float r0 = 1.0f / l[0], r1 = 1.0f / l[1];
    // each warp's own rows of Qs hold its output
#pragma unroll
    for (int j = 0; j < 8; j++) {
        *(uint32_t *)&Qs[w * 16 + g][j * 8 + q * 2] = pack_h2(o[j][0] * r0, o[j][1] * r0);
        *(uint32_t *)&Qs[w * 16 + g + 8][j * 8 + q * 2] = pack_h2(o[j][2] * r1, o[j][3] * r1);
    }
    __syncwarp();
#pragma unroll
    for (int i = lane; i < 128; i += 32)
        O[(head + q0 + w * 16 + (i >> 3)) * 8 + (i & 7)] = *(uint4 *)&Qs[w * 16 + (i >> 3)][(i & 7) * 8];
}

// (14) half(gelu(x w + bias)), floats in, converted while staged; the result leaves by stmatrix
extern "C" __global__ void __launch_bounds__(128) linear_gelu(const float4 *X, const float4 *W, const float *bias, uint4 *Y,
                                                              int N, int K) {
    __shared__ __align__(16) half As[64][40];
    __shared__ __align__(16) half Bs[32][72];
    __shared__ __align__(16) half Ys[64][72];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    const int wm = (w >> 1) * 32, wn = (w & 1) * 32;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    float acc[2][4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 32) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            int r = (t >> 3) + i * 16, c = t & 7;
            float4 v = X[((size_t)(row0 + r) * K + k0) / 4 + c];
            *(uint2 *)&As[r][c * 4] = make_uint2(pack_h2(v.x, v.y), pack_h2(v.z, v.w));
        }
#pragma unroll
        for (int i = 0; i < 4; i++) {
            int r = (t >> 4) + i * 8, c = t & 15;
            float4 v = W[((size_t)(k0 + r) * N + col0) / 4 + c];
            *(uint2 *)&Bs[r][c * 4] = make_uint2(pack_h2(v.x, v.y), pack_h2(v.z, v.w));
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            uint32_t a[2][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 2; i++) ldsm4(a[i], &As[wm + i * 16 + (lane & 15)][k + (lane >> 4) * 8]);
#pragma unroll
            for (int j = 0; j < 2; j++) ldsm4t(b[j], &Bs[k + (lane & 15)][wn + j * 16 + (lane >> 4) * 8]);
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) mma_f16(acc[i][j], a[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        float2 bb = *(const float2 *)(bias + col0 + wn + j * 8 + (lane & 3) * 2);
#pragma unroll
        for (int i = 0; i < 2; i++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
                float x = acc[i][j][e] + (e & 1 ? bb.y : bb.x);
                acc[i][j][e] = 0.5f * x * (1.0f + erff(x * 0.70710678f));
            }
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 2; j++) {
            float *lo = acc[i][j * 2], *hi = acc[i][j * 2 + 1];
            stsm4(&Ys[wm + i * 16 + (lane & 15)][wn + j * 16 + (lane >> 4) * 8], pack_h2(lo[0], lo[1]), pack_h2(lo[2], lo[3]),
                  pack_h2(hi[0], hi[1]), pack_h2(hi[2], hi[3]));
        }
    __syncthreads();
#pragma unroll
    for (int i = t; i < 512; i += 128)
        Y[((size_t)(row0 + (i >> 3)) * N + col0) / 8 + (i & 7)] = *(uint4 *)&Ys[i >> 3][(i & 7) * 8];
}

// (16) 3x3 convolution, NHWC, zero padding, implicit GEMM: 64 pixels by 64 output channels; C multiple of 32
extern "C" __global__ void __launch_bounds__(128) conv3x3(const uint4 *in, const uint4 *wt, float *out, int batch, int H, int W,
                                                          int C, int OC, int relu) {
    __shared__ __align__(16) half As[64][40];
    __shared__ __align__(16) half Bs[32][72];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    const int wm = (w >> 1) * 32, wn = (w & 1) * 32;
    const int pix0 = blockIdx.x * 64, oc0 = blockIdx.y * 64, pixels = batch * H * W;
    int px[2], py[2], pn[2];
#pragma unroll
    for (int i = 0; i < 2; i++) {
        int p = pix0 + (t >> 2) + i * 32;
        px[i] = p % W;
        py[i] = p / W % H;
        pn[i] = p < pixels ? p / (W * H) : -1;
    }
    float acc[2][4][4] = {};
    for (int tap = 0; tap < 9; tap++) {
        const int dy = tap / 3 - 1, dx = tap % 3 - 1;
        for (int c0 = 0; c0 < C; c0 += 32) {
#pragma unroll
            for (int i = 0; i < 2; i++) {
                int x = px[i] + dx, y = py[i] + dy;
                uint4 v = make_uint4(0, 0, 0, 0);
                if (pn[i] >= 0 && (unsigned)x < (unsigned)W && (unsigned)y < (unsigned)H)
                    v = fix_h8(in[(((size_t)pn[i] * H + y) * W + x) * (C / 8) + c0 / 8 + (t & 3)]);
                *(uint4 *)&As[(t >> 2) + i * 32][(t & 3) * 8] = v;
            }
#pragma unroll
            for (int i = 0; i < 2; i++) {
                int r = (t >> 3) + i * 16, c = t & 7;
                *(uint4 *)&Bs[r][c * 8] = fix_h8(wt[((size_t)(tap * C + c0 + r) * OC + oc0) / 8 + c]);
            }
            __syncthreads();
#pragma unroll
            for (int k = 0; k < 32; k += 16) {
                uint32_t a[2][4], b[2][4];
#pragma unroll
                for (int i = 0; i < 2; i++) ldsm4(a[i], &As[wm + i * 16 + (lane & 15)][k + (lane >> 4) * 8]);
#pragma unroll
                for (int j = 0; j < 2; j++) ldsm4t(b[j], &Bs[k + (lane & 15)][wn + j * 16 + (lane >> 4) * 8]);
#pragma unroll
                for (int i = 0; i < 2; i++)
#pragma unroll
                    for (int j = 0; j < 4; j++) mma_f16(acc[i][j], a[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
            }
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
            int p = pix0 + wm + i * 16 + h * 8 + (lane >> 2);
            if (p >= pixels) continue;
#pragma unroll
            for (int j = 0; j < 4; j++) {
                float2 v = make_float2(acc[i][j][h * 2], acc[i][j][h * 2 + 1]);
                if (relu) v = make_float2(fmaxf(v.x, 0.0f), fmaxf(v.y, 0.0f));
                *(float2 *)(out + (size_t)p * OC + oc0 + wn + j * 8 + (lane & 3) * 2) = v;
            }
        }
}
