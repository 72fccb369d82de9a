#include "common.cuh"
#include <mma.h>
using namespace nvcuda;

// (1) One warp computes one 16x16 tile, operands straight from global memory
extern "C" __global__ void gemm_wmma_naive(const half *A, const half *B, float *C, int M, int N, int K) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int tiles_n = N / 16;
    int tm = warp / tiles_n, tn = warp % tiles_n;
    if (tm * 16 >= M) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A + (size_t)tm * 16 * K + k, K);
        wmma::load_matrix_sync(b, B + (size_t)k * N + tn * 16, N);
#pragma unroll
        for (int i = 0; i < a.num_elements; i++)
            a.x[i] = __ushort_as_half((__half_as_ushort(a.x[i]) & 0x83ff) | 0x3800);
#pragma unroll
        for (int i = 0; i < b.num_elements; i++)
            b.x[i] = __ushort_as_half((__half_as_ushort(b.x[i]) & 0x83ff) | 0x3800);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(C + (size_t)tm * 16 * N + tn * 16, acc, N, wmma::mem_row_major);
}

// (2) 64x64x32 tiles in shared memory, four warps of 32x32
extern "C" __global__ void __launch_bounds__(128) gemm_wmma_tile(const uint4 *A, const uint4 *B, float *C, int N, int K,
                                                                  float alpha) {
    __shared__ __align__(32) half As[64][40];
    __shared__ __align__(32) half Bs[32][72];
    int t = threadIdx.x, w = t >> 5, wm = (w >> 1) * 32, wn = (w & 1) * 32;
    int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) wmma::fill_fragment(acc[i][j], 0.0f);
    for (int k0 = 0; k0 < K; k0 += 32) {
        for (int i = t; i < 256; i += 128) {
            int r = i >> 2, c = i & 3;
            *(uint4 *)&As[r][c * 8] = fix_h8(A[((size_t)(row0 + r) * K + k0) / 8 + c]);
        }
        for (int i = t; i < 256; i += 128) {
            int r = i >> 3, c = i & 7;
            *(uint4 *)&Bs[r][c * 8] = fix_h8(B[((size_t)(k0 + r) * N + col0) / 8 + c]);
        }
        __syncthreads();
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
            for (int i = 0; i < 2; i++) wmma::load_matrix_sync(a[i], &As[wm + i * 16][k], 40);
            for (int j = 0; j < 2; j++) wmma::load_matrix_sync(b[j], &Bs[k][wn + j * 16], 72);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            for (int e = 0; e < acc[i][j].num_elements; e++) acc[i][j].x[e] *= alpha;
            wmma::store_matrix_sync(C + (size_t)(row0 + wm + i * 16) * N + col0 + wn + j * 16, acc[i][j], N,
                                    wmma::mem_row_major);
        }
}

// (6) bf16: the fragments are 32x8x16, B is column major (that is, rows of its transpose)
extern "C" __global__ void __launch_bounds__(256) gemm_wmma_bf16(const uint4 *A, const uint4 *Bt, float *C, int N, int K) {
    __shared__ __align__(32) __nv_bfloat16 As[128][40];
    __shared__ __align__(32) __nv_bfloat16 Bs[64][40];
    int t = threadIdx.x, w = t >> 5, wm = (w >> 1) * 32, wn = (w & 1) * 32;
    int row0 = blockIdx.y * 128, col0 = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> acc[4];
#pragma unroll
    for (int j = 0; j < 4; j++) wmma::fill_fragment(acc[j], 0.0f);
    for (int k0 = 0; k0 < K; k0 += 32) {
        __syncthreads();
        int r = t >> 2, c = t & 3;
        *(uint4 *)&As[r][c * 8] = fix_bf8(__ldg(A + ((size_t)(row0 + r) * K + k0) / 8 + c));
        *(uint4 *)&As[r + 64][c * 8] = fix_bf8(__ldg(A + ((size_t)(row0 + r + 64) * K + k0) / 8 + c));
        *(uint4 *)&Bs[r][c * 8] = fix_bf8(__ldg(Bt + ((size_t)(col0 + r) * K + k0) / 8 + c));
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 32, 8, 16, __nv_bfloat16, wmma::row_major> a;
            wmma::load_matrix_sync(a, &As[wm][k], 40);
#pragma unroll
            for (int j = 0; j < 4; j++) {
                wmma::fragment<wmma::matrix_b, 32, 8, 16, __nv_bfloat16, wmma::col_major> b;
                wmma::load_matrix_sync(b, &Bs[wn + j * 8][k], 40);
                wmma::mma_sync(acc[j], a, b, acc[j]);
            }
        }
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        wmma::store_matrix_sync(C + (size_t)(row0 + wm) * N + col0 + wn + j * 8, acc[j], N, wmma::mem_row_major);
}

// (9) double: 32x32x16 tiles, four warps of 16x16 as 2x2 fragments of 8x8x4, C = A B + C
extern "C" __global__ void __launch_bounds__(128) gemm_wmma_f64(const double *A, const double *B, double *C, int N, int K) {
    __shared__ __align__(32) double As[32][20];
    __shared__ __align__(32) double Bs[16][36];
    int t = threadIdx.x, w = t >> 5, wm = (w >> 1) * 16, wn = (w & 1) * 16;
    int row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::load_matrix_sync(acc[i][j], C + (size_t)(row0 + wm + i * 8) * N + col0 + wn + j * 8, N,
                                   wmma::mem_row_major);
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i = t; i < 256; i += 128) {
            int r = i >> 3, c = (i & 7) * 2;
            *(double2 *)&As[r][c] = *(const double2 *)(A + (size_t)(row0 + r) * K + k0 + c);
        }
        for (int i = t; i < 256; i += 128) {
            int r = i >> 4, c = (i & 15) * 2;
            *(double2 *)&Bs[r][c] = *(const double2 *)(B + (size_t)(k0 + r) * N + col0 + c);
        }
        __syncthreads();
        for (int k = 0; k < 16; k += 4) {
            wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> b[2];
            for (int i = 0; i < 2; i++) wmma::load_matrix_sync(a[i], &As[wm + i * 8][k], 20);
            for (int j = 0; j < 2; j++) wmma::load_matrix_sync(b[j], &Bs[k][wn + j * 8], 36);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(C + (size_t)(row0 + wm + i * 8) * N + col0 + wn + j * 8, acc[i][j], N,
                                    wmma::mem_row_major);
}

// (12) batched 16x16x16 products, a warp each
extern "C" __global__ void batched_16(const half *A, const half *B, float *C, int batch) {
    int i = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (i >= batch) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::load_matrix_sync(a, A + (size_t)i * 256, 16);
    wmma::load_matrix_sync(b, B + (size_t)i * 256, 16);
    for (int e = 0; e < a.num_elements; e++) {
        a.x[e] = __ushort_as_half((__half_as_ushort(a.x[e]) & 0x83ff) | 0x3800);
        b.x[e] = __ushort_as_half((__half_as_ushort(b.x[e]) & 0x83ff) | 0x3800);
    }
    wmma::fill_fragment(c, 0.0f);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(C + (size_t)i * 256, c, 16, wmma::mem_row_major);
}
