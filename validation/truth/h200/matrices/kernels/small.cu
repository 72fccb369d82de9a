#include "common.cuh"

// (13) row sums: bf16 rows times ones. A sum does not mind the order of its columns, so each lane
// loads 16 bytes of its row; four warps share 16 rows. cols is a multiple of 8.
extern "C" __global__ void __launch_bounds__(128) rowsum_ones(const uint4 *X, float *S, int rows, int cols) {
    __shared__ float part[4][16];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, g = lane >> 2, q = lane & 3;
    const int r0 = blockIdx.x * 16 + g, r1 = r0 + 8, n = cols / 8;
    float acc[4] = {};
    for (int c = w * 4 + q; c - q < n; c += 16) {
        uint4 u = make_uint4(0, 0, 0, 0), v = u;
        if (r0 < rows && c < n) u = fix_bf8(X[(size_t)r0 * n + c]);
        if (r1 < rows && c < n) v = fix_bf8(X[(size_t)r1 * n + c]);
        uint32_t a[4] = {u.x, v.x, u.y, v.y}, b[4] = {u.z, v.z, u.w, v.w};
        mma_bf16(acc, a, 0x3f803f80u, 0x3f803f80u);
        mma_bf16(acc, b, 0x3f803f80u, 0x3f803f80u);
    }
    if (q == 0) {
        part[w][g] = acc[0];
        part[w][g + 8] = acc[2];
    }
    __syncthreads();
    int r = blockIdx.x * 16 + threadIdx.x;
    if (threadIdx.x < 16 && r < rows)
        S[r] = part[0][threadIdx.x] + part[1][threadIdx.x] + part[2][threadIdx.x] + part[3][threadIdx.x];
}

// Products of 16x16 matrices in registers: P <- scale P R, R becomes the transpose of P each second step
extern "C" __global__ void matpow_16(const uint32_t *A, uint32_t *P, int batch, int steps, float scale) {
    const int lane = threadIdx.x & 31, g = lane >> 2, q = lane & 3;
    const int i = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (i >= batch) return;
    const uint32_t *m = A + (size_t)i * 128;
    uint32_t a[4] = {fix_h2(m[g * 8 + q]), fix_h2(m[(g + 8) * 8 + q]), fix_h2(m[g * 8 + q + 4]), fix_h2(m[(g + 8) * 8 + q + 4])};
    uint32_t p[4] = {a[0], a[1], a[2], a[3]};
    for (int s = 0; s < steps; s++) {
        // b of columns 0-7: rows 0-7 and 8-15; then columns 8-15.
        uint32_t b[4] = {movm(a[0]), movm(a[1]), movm(a[2]), movm(a[3])};
        float c[2][4] = {};
        mma_f16(c[0], p, b[0], b[1]);
        mma_f16(c[1], p, b[2], b[3]);
        p[0] = pack_h2(c[0][0] * scale, c[0][1] * scale);
        p[1] = pack_h2(c[0][2] * scale, c[0][3] * scale);
        p[2] = pack_h2(c[1][0] * scale, c[1][1] * scale);
        p[3] = pack_h2(c[1][2] * scale, c[1][3] * scale);
        if (s & 1) {
            // the next right factor is the transpose of what we have
            uint32_t x = movm(p[0]), y = movm(p[2]), z = movm(p[1]), v = movm(p[3]);
            a[0] = x;
            a[1] = y;
            a[2] = z;
            a[3] = v;
        }
    }
    uint32_t *o = P + (size_t)i * 128;
    o[g * 8 + q] = p[0];
    o[(g + 8) * 8 + q] = p[1];
    o[g * 8 + q + 4] = p[2];
    o[(g + 8) * 8 + q + 4] = p[3];
}
