#include "common.cuh"

// (3) 128x128x32 block tile, eight warps of 64x32, padded rows, ragged edges (N and K multiples of 8)
extern "C" __global__ void __launch_bounds__(256) gemm_mma_pad(const uint32_t *A, const uint32_t *B, float *C, int M, int N,
                                                               int K) {
    __shared__ __align__(16) half As[128][40];
    __shared__ __align__(16) half Bs[32][136];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    const int wm = (w >> 2) * 64, wn = (w & 3) * 32;
    const int row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    float acc[4][4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 32) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
            int r = (t >> 2) + i * 64, c = (t & 3) * 8;
            uint4 v = make_uint4(0, 0, 0, 0);
            if (row0 + r < M && k0 + c < K) v = fix_h8(*(const uint4 *)(A + ((size_t)(row0 + r) * K + k0 + c) / 2));
            *(uint4 *)&As[r][c] = v;
        }
#pragma unroll
        for (int i = 0; i < 2; i++) {
            int r = (t >> 4) + i * 16, c = (t & 15) * 8;
            uint4 v = make_uint4(0, 0, 0, 0);
            if (k0 + r < K && col0 + c < N) v = fix_h8(*(const uint4 *)(B + ((size_t)(k0 + r) * N + col0 + c) / 2));
            *(uint4 *)&Bs[r][c] = v;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            uint32_t a[4][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 4; i++) ldsm4(a[i], &As[wm + i * 16 + (lane & 15)][k + (lane >> 4) * 8]);
#pragma unroll
            for (int j = 0; j < 2; j++) ldsm4t(b[j], &Bs[k + (lane & 15)][wn + j * 16 + (lane >> 4) * 8]);
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) mma_f16(acc[i][j], a[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            int r = row0 + wm + i * 16 + (lane >> 2), c = col0 + wn + j * 8 + (lane & 3) * 2;
            if (c >= N) continue;
            if (r < M) *(float2 *)(C + (size_t)r * N + c) = make_float2(acc[i][j][0], acc[i][j][1]);
            if (r + 8 < M) *(float2 *)(C + (size_t)(r + 8) * N + c) = make_float2(acc[i][j][2], acc[i][j][3]);
        }
}

// (4) the same with two buffers and cp.async
extern "C" __global__ void __launch_bounds__(256) gemm_mma_async(const half *A, const half *B, float *C, int N, int K) {
    __shared__ __align__(16) half As[2][128][40];
    __shared__ __align__(16) half Bs[2][32][136];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    const int wm = (w >> 2) * 64, wn = (w & 3) * 32;
    const half *Ab = A + (size_t)blockIdx.y * 128 * K;
    const half *Bb = B + blockIdx.x * 128;
    float acc[4][4][4] = {};
    auto fetch = [&](int s, int k0) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
            int r = (t >> 2) + i * 64, c = (t & 3) * 8;
            cp16(&As[s][r][c], Ab + (size_t)r * K + k0 + c);
        }
#pragma unroll
        for (int i = 0; i < 2; i++) {
            int r = (t >> 4) + i * 16, c = (t & 15) * 8;
            cp16(&Bs[s][r][c], Bb + (size_t)(k0 + r) * N + c);
        }
        cp_commit();
    };
    const int steps = K / 32;
    fetch(0, 0);
    for (int s = 0; s < steps; s++) {
        if (s + 1 < steps) {
            fetch((s + 1) & 1, (s + 1) * 32);
            cp_wait<1>();
        } else {
            cp_wait<0>();
        }
        __syncthreads();
        const int p = s & 1;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            uint32_t a[4][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 4; i++) ldsm4(a[i], &As[p][wm + i * 16 + (lane & 15)][k + (lane >> 4) * 8]);
#pragma unroll
            for (int j = 0; j < 2; j++) ldsm4t(b[j], &Bs[p][k + (lane & 15)][wn + j * 16 + (lane >> 4) * 8]);
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) mma_f16(acc[i][j], a[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
        }
        __syncthreads();
    }
    float *Cb = C + (size_t)(blockIdx.y * 128 + wm + (lane >> 2)) * N + blockIdx.x * 128 + wn + (lane & 3) * 2;
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            *(float2 *)(Cb + (size_t)(i * 16) * N + j * 8) = make_float2(acc[i][j][0], acc[i][j][1]);
            *(float2 *)(Cb + (size_t)(i * 16 + 8) * N + j * 8) = make_float2(acc[i][j][2], acc[i][j][3]);
        }
}

// (5) 64x64x32, three stages, swizzled instead of padded; one barrier a step
extern "C" __global__ void __launch_bounds__(128) gemm_mma_swizzle(const half *A, const half *B, float *C, int N, int K) {
    __shared__ __align__(128) uint4 As[3][64 * 4];
    __shared__ __align__(128) uint4 Bs[3][32 * 8];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    const int wm = (w & 1) * 32, wn = (w >> 1) * 32;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    const int steps = K / 32;
    auto fetch = [&](int step) {
        if (step < steps) {
            int s = step % 3;
#pragma unroll
            for (int i = 0; i < 2; i++) {
                int r = (t >> 2) + i * 32, c = t & 3;
                cp16(&As[s][r * 4 + (c ^ ((r >> 1) & 3))], A + (size_t)(row0 + r) * K + step * 32 + c * 8);
            }
#pragma unroll
            for (int i = 0; i < 2; i++) {
                int r = (t >> 3) + i * 16, c = t & 7;
                cp16(&Bs[s][r * 8 + (c ^ (r & 7))], B + (size_t)(step * 32 + r) * N + col0 + c * 8);
            }
        }
        cp_commit();
    };
    float acc[2][4][4] = {};
    fetch(0);
    fetch(1);
    for (int step = 0; step < steps; step++) {
        cp_wait<1>();
        __syncthreads();
        fetch(step + 2);
        const uint4 *as = As[step % 3], *bs = Bs[step % 3];
#pragma unroll
        for (int kk = 0; kk < 2; kk++) {
            uint32_t a[2][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                int r = wm + i * 16 + (lane & 15), c = kk * 2 + (lane >> 4);
                ldsm4(a[i], &as[r * 4 + (c ^ ((r >> 1) & 3))]);
            }
#pragma unroll
            for (int j = 0; j < 2; j++) {
                int r = kk * 16 + (lane & 15), c = wn / 8 + j * 2 + (lane >> 4);
                ldsm4t(b[j], &bs[r * 8 + (c ^ (r & 7))]);
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) mma_f16(acc[i][j], a[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
        }
    }
    cp_wait<0>();
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            size_t at = (size_t)(row0 + wm + i * 16 + (lane >> 2)) * N + col0 + wn + j * 8 + (lane & 3) * 2;
            *(float2 *)(C + at) = make_float2(acc[i][j][0], acc[i][j][1]);
            *(float2 *)(C + at + (size_t)8 * N) = make_float2(acc[i][j][2], acc[i][j][3]);
        }
}

__device__ __forceinline__ uint32_t tf32(float x) {
    uint32_t r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}
// (7) tf32 out of floats, 64x64x32, m16n8k8, next tile prefetched into registers
extern "C" __global__ void __launch_bounds__(128) gemm_tf32(const float4 *A, const float4 *B, float *C, int N, int K) {
    __shared__ __align__(16) uint32_t As[64][36];
    __shared__ __align__(16) uint32_t Bs[32][72];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5, g = lane >> 2, q = lane & 3;
    const int wm = (w >> 1) * 32, wn = (w & 1) * 32;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    float4 ra[4], rb[4];
    auto load = [&](int k0) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            ra[i] = A[((size_t)(row0 + (t >> 3) + i * 16) * K + k0) / 4 + (t & 7)];
            rb[i] = B[((size_t)(k0 + (t >> 4) + i * 8) * N + col0) / 4 + (t & 15)];
        }
    };
    float acc[2][4][4] = {};
    load(0);
    for (int k0 = 0; k0 < K; k0 += 32) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            *(uint4 *)&As[(t >> 3) + i * 16][(t & 7) * 4] = make_uint4(tf32(ra[i].x), tf32(ra[i].y), tf32(ra[i].z), tf32(ra[i].w));
            *(uint4 *)&Bs[(t >> 4) + i * 8][(t & 15) * 4] = make_uint4(tf32(rb[i].x), tf32(rb[i].y), tf32(rb[i].z), tf32(rb[i].w));
        }
        __syncthreads();
        if (k0 + 32 < K) load(k0 + 32);
#pragma unroll
        for (int k = 0; k < 32; k += 8) {
            uint32_t a[2][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                int r = wm + i * 16 + g;
                a[i][0] = As[r][k + q];
                a[i][1] = As[r + 8][k + q];
                a[i][2] = As[r][k + q + 4];
                a[i][3] = As[r + 8][k + q + 4];
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
                b[j][0] = Bs[k + q][wn + j * 8 + g];
                b[j][1] = Bs[k + q + 4][wn + j * 8 + g];
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            size_t at = (size_t)(row0 + wm + i * 16 + g) * N + col0 + wn + j * 8 + q * 2;
            *(float2 *)(C + at) = make_float2(acc[i][j][0], acc[i][j][1]);
            *(float2 *)(C + at + (size_t)8 * N) = make_float2(acc[i][j][2], acc[i][j][3]);
        }
}

// (10) half accumulators, C = alpha A B + beta C in half
extern "C" __global__ void __launch_bounds__(128) gemm_f16acc(const uint4 *A, const uint4 *B, uint32_t *C, int N, int K,
                                                              float alpha, float beta) {
    __shared__ __align__(16) half As[64][40];
    __shared__ __align__(16) half Bs[32][72];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    const int wm = (w >> 1) * 32, wn = (w & 1) * 32;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    uint32_t acc[2][4][2] = {};
    for (int k0 = 0; k0 < K; k0 += 32) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
            int r = (t >> 2) + i * 32, c = t & 3;
            *(uint4 *)&As[r][c * 8] = fix_h8(A[((size_t)(row0 + r) * K + k0) / 8 + c]);
        }
#pragma unroll
        for (int i = 0; i < 2; i++) {
            int r = (t >> 3) + i * 16, c = t & 7;
            *(uint4 *)&Bs[r][c * 8] = fix_h8(B[((size_t)(k0 + r) * N + col0) / 8 + c]);
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
                for (int j = 0; j < 4; j++)
                    mma_f16acc(acc[i][j], a[i], b[j >> 1][(j & 1) * 2], b[j >> 1][(j & 1) * 2 + 1]);
        }
        __syncthreads();
    }
    const __half2 al = __float2half2_rn(alpha), be = __float2half2_rn(beta);
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
#pragma unroll
            for (int h = 0; h < 2; h++) {
                size_t at = ((size_t)(row0 + wm + i * 16 + h * 8 + (lane >> 2)) * N + col0 + wn + j * 8) / 2 + (lane & 3);
                uint32_t old = fix_h2(C[at]);
                __half2 v = __hmul2(al, *(__half2 *)&acc[i][j][h]);
                v = __hfma2(be, *(__half2 *)&old, v);
                C[at] = *(uint32_t *)&v;
            }
}
