#include "common.cuh"

// (8) int8, B transposed (rows of K), 64x64x64 bytes, four warps
extern "C" __global__ void __launch_bounds__(128) gemm_s8(const int8_t *A, const int8_t *Bt, int *C, int N, int K) {
    __shared__ __align__(16) int8_t As[64][80];
    __shared__ __align__(16) int8_t Bs[64][80];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    const int wm = (w >> 1) * 32, wn = (w & 1) * 32;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    int acc[2][4][4] = {};
#pragma unroll 2
    for (int k0 = 0; k0 < K; k0 += 64) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
            int r = (t >> 2) + i * 32, c = (t & 3) * 16;
            *(int4 *)&As[r][c] = *(const int4 *)(A + (size_t)(row0 + r) * K + k0 + c);
            *(int4 *)&Bs[r][c] = *(const int4 *)(Bt + (size_t)(col0 + r) * K + k0 + c);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 64; k += 32) {
            uint32_t a[2][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 2; i++) ldsm4(a[i], &As[wm + i * 16 + (lane & 15)][k + (lane >> 4) * 16]);
#pragma unroll
            for (int j = 0; j < 2; j++)
                ldsm4(b[j], &Bs[wn + j * 16 + (lane & 7) + (lane >> 4) * 8][k + ((lane >> 3) & 1) * 16]);
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+r"(acc[i][j][0]), "+r"(acc[i][j][1]), "+r"(acc[i][j][2]), "+r"(acc[i][j][3])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]),
                                   "r"(b[j >> 1][(j & 1) * 2]), "r"(b[j >> 1][(j & 1) * 2 + 1]));
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            size_t at = (size_t)(row0 + wm + i * 16 + (lane >> 2)) * N + col0 + wn + j * 8 + (lane & 3) * 2;
            *(int2 *)(C + at) = make_int2(acc[i][j][0], acc[i][j][1]);
            *(int2 *)(C + at + (size_t)8 * N) = make_int2(acc[i][j][2], acc[i][j][3]);
        }
}

// (15) binary GEMM: dot products of +-1 packed in bits, a warp 16x32, straight from global memory
extern "C" __global__ void gemm_b1(const uint32_t *A, const uint32_t *Bt, int *C, int M, int N, int words) {
    const int lane = threadIdx.x & 31, g = lane >> 2, q = lane & 3;
    const int warp = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    const int tn = warp % (N / 32), tm = warp / (N / 32);
    if (tm * 16 >= M) return;
    const uint32_t *a0 = A + (size_t)(tm * 16 + g) * words + q, *a1 = a0 + (size_t)8 * words;
    const uint32_t *b0 = Bt + (size_t)(tn * 32 + g) * words + q;
    int acc[4][4] = {};
    for (int k = 0; k < words; k += 8) {
        uint32_t a[4] = {a0[k], a1[k], a0[k + 4], a1[k + 4]};
#pragma unroll
        for (int j = 0; j < 4; j++) {
            const uint32_t *b = b0 + (size_t)j * 8 * words + k;
            asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+r"(acc[j][0]), "+r"(acc[j][1]), "+r"(acc[j][2]), "+r"(acc[j][3])
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[4]));
        }
    }
    const int bits = words * 32;
#pragma unroll
    for (int j = 0; j < 4; j++) {
        size_t at = (size_t)(tm * 16 + g) * N + tn * 32 + j * 8 + q * 2;
        *(int2 *)(C + at) = make_int2(bits - 2 * acc[j][0], bits - 2 * acc[j][1]);
        *(int2 *)(C + at + (size_t)8 * N) = make_int2(bits - 2 * acc[j][2], bits - 2 * acc[j][3]);
    }
}
