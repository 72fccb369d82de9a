// Convolution, recurrent and state-space layers, int8 GEMM.

// Depthwise 5x5, padding 2, NCHW, one channel of one image a blockIdx.z, tiles of 32x8.
extern "C" __global__ void __launch_bounds__(256)
depthwise_conv5x5(const float* __restrict__ x, const float* __restrict__ w,
                  const float* __restrict__ bias, float* __restrict__ y, int C, int H, int W) {
    __shared__ float tile[12][37];
    __shared__ float wk[25];
    int c = blockIdx.z % C;
    const float* xp = x + (long long)blockIdx.z * H * W;
    float* yp = y + (long long)blockIdx.z * H * W;
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    int tid = threadIdx.y * 32 + threadIdx.x;
    if (tid < 25) wk[tid] = w[c * 25 + tid];
    for (int i = tid; i < 12 * 36; i += 256) {
        int ty = i / 36, tx = i - ty * 36;
        int gy = y0 + ty - 2, gx = x0 + tx - 2;
        float v = 0.0f;
        if (gy >= 0 && gy < H && gx >= 0 && gx < W) v = xp[gy * W + gx];
        tile[ty][tx] = v;
    }
    __syncthreads();
    int ox = x0 + threadIdx.x, oy = y0 + threadIdx.y;
    if (ox >= W || oy >= H) return;
    float a = bias[c];
#pragma unroll
    for (int r = 0; r < 5; r++)
#pragma unroll
        for (int s = 0; s < 5; s++) a += tile[threadIdx.y + r][threadIdx.x + s] * wk[r * 5 + s];
    a = a * __saturatef((a + 3.0f) * (1.0f / 6.0f));
    yp[oy * W + ox] = a;
}

__device__ __forceinline__ float sigmoidf_(float v) { return 1.0f / (1.0f + __expf(-v)); }

// One LSTM step. Grid (hidden/32, batch), block (32 units, 4 gates).
// wt: [nin + hidden][4*hidden], gates in order i, f, g, o.
extern "C" __global__ void __launch_bounds__(128)
lstm_cell_step(const float* __restrict__ x, const float* __restrict__ h, const float* __restrict__ c,
               const float* __restrict__ wt, const float* __restrict__ bias,
               float* __restrict__ h_out, float* __restrict__ c_out, int nin, int hidden) {
    extern __shared__ float in[];
    __shared__ float gate[4][32];
    int b = blockIdx.y, k_total = nin + hidden;
    int tid = threadIdx.y * 32 + threadIdx.x;
    for (int i = tid; i < k_total; i += 128) in[i] = i < nin ? x[b * nin + i] : h[b * hidden + i - nin];
    __syncthreads();
    int unit = blockIdx.x * 32 + threadIdx.x;
    int col = threadIdx.y * hidden + unit;
    float a = bias[col];
    const float* wp = wt + col;
#pragma unroll 8
    for (int k = 0; k < k_total; k++) a += in[k] * wp[(long long)k * 4 * hidden];
    gate[threadIdx.y][threadIdx.x] = threadIdx.y == 2 ? tanhf(a) : sigmoidf_(a);
    __syncthreads();
    if (threadIdx.y == 0) {
        int o = b * hidden + unit;
        float cn = gate[1][threadIdx.x] * c[o] + gate[0][threadIdx.x] * gate[2][threadIdx.x];
        c_out[o] = cn;
        h_out[o] = gate[3][threadIdx.x] * tanhf(cn);
    }
}

// Selective scan (Mamba): a thread per channel of a batch, eight states in registers.
// u, delta, y: [batch][len][D]; Bm, Cm: [batch][len][8]; A: [D][8].
extern "C" __global__ void __launch_bounds__(96)
selective_scan(const float* __restrict__ u, const float* __restrict__ delta, const float* __restrict__ A,
               const float* __restrict__ Bm, const float* __restrict__ Cm, const float* __restrict__ Dskip,
               float* __restrict__ y, int len, int D) {
    __shared__ float sb[32 * 8], sc[32 * 8];
    int d = blockIdx.x * 96 + threadIdx.x, b = blockIdx.y;
    float a[8], s[8];
#pragma unroll
    for (int n = 0; n < 8; n++) {
        a[n] = -expf(A[d * 8 + n]) * 1.44269504f;
        s[n] = 0.0f;
    }
    float skip = Dskip[d];
    for (int t0 = 0; t0 < len; t0 += 32) {
        int nt = min(32, len - t0);
        __syncthreads();
        for (int i = threadIdx.x; i < nt * 8; i += 96) {
            sb[i] = Bm[(b * len + t0) * 8 + i];
            sc[i] = Cm[(b * len + t0) * 8 + i];
        }
        __syncthreads();
        for (int t = 0; t < nt; t++) {
            int idx = (b * len + t0 + t) * D + d;
            float uu = u[idx];
            float dl = delta[idx];
            dl = dl > 20.0f ? dl : __logf(1.0f + __expf(dl));
            float du = dl * uu, acc = skip * uu;
#pragma unroll
            for (int n = 0; n < 8; n++) {
                s[n] = exp2f(dl * a[n]) * s[n] + du * sb[t * 8 + n];
                acc += s[n] * sc[t * 8 + n];
            }
            y[idx] = acc;
        }
    }
}

// C[m][n] = sa[m] * sb[n] * sum_k A[m][k] B[n][k], int8 with four values a word; tiles of 64x64,
// 8 words of k at a time, 256 threads with 4x4 results each.
extern "C" __global__ void __launch_bounds__(256)
gemm_s8_dp4a(const int* __restrict__ A, const int* __restrict__ B, const float* __restrict__ sa,
             const float* __restrict__ sb, float* __restrict__ C, int M, int N, int kw) {
    __shared__ int As[8][65];
    __shared__ int Bs[8][65];
    int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    int acc[4][4];
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) acc[i][j] = 0;
    for (int k0 = 0; k0 < kw; k0 += 8) {
#pragma unroll
        for (int l = 0; l < 2; l++) {
            int e = tid + l * 256;
            int r = e >> 3, k = e & 7;
            As[k][r] = (m0 + r < M && k0 + k < kw) ? A[(m0 + r) * kw + k0 + k] : 0;
            Bs[k][r] = (n0 + r < N && k0 + k < kw) ? B[(n0 + r) * kw + k0 + k] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++) {
            int av[4], bv[4];
#pragma unroll
            for (int i = 0; i < 4; i++) av[i] = As[k][ty + 16 * i];
#pragma unroll
            for (int j = 0; j < 4; j++) bv[j] = Bs[k][tx + 16 * j];
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) acc[i][j] = __dp4a(av[i], bv[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        int m = m0 + ty + 16 * i;
        if (m >= M) continue;
#pragma unroll
        for (int j = 0; j < 4; j++) {
            int n = n0 + tx + 16 * j;
            if (n < N) C[(long long)m * N + n] = (float)acc[i][j] * sa[m] * sb[n];
        }
    }
}
