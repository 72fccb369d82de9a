// Camera pipeline and vision.

// ---- bilateral filter 5x5 on a luminance plane ----
extern "C" __global__ void __launch_bounds__(256)
bilateral5(const float* __restrict__ in, float* __restrict__ out, int w, int h,
           float inv2ss, float inv2sr)
{
    __shared__ float t[20][36];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
    int tid = threadIdx.y * 32 + threadIdx.x;      // 32 x 8 threads, two rows each
    for (int k = tid; k < 20 * 36; k += 256) {
        int yy = k / 36, xx = k % 36;
        int gx = min(max(x0 + xx - 2, 0), w - 1);
        int gy = min(max(y0 + yy - 2, 0), h - 1);
        t[yy][xx] = in[gy * w + gx];
    }
    __syncthreads();
    for (int rep = 0; rep < 2; rep++) {
        int ly = threadIdx.y + rep * 8;
        int x = x0 + threadIdx.x, y = y0 + ly;
        if (x >= w || y >= h) continue;
        float c = t[ly + 2][threadIdx.x + 2];
        float sum = 0.0f, norm = 0.0f;
#pragma unroll
        for (int dy = -2; dy <= 2; dy++)
#pragma unroll
            for (int dx = -2; dx <= 2; dx++) {
                float v = t[ly + 2 + dy][threadIdx.x + 2 + dx];
                float d = v - c;
                float wgt = __expf(-(float)(dx * dx + dy * dy) * inv2ss - d * d * inv2sr);
                sum += wgt * v;
                norm += wgt;
            }
        out[y * w + x] = sum / norm;
    }
}

// ---- bilinear demosaic of an RGGB sensor, one 2x2 quad a thread, white balance, gamma-less RGBA8 ----
__device__ __forceinline__ unsigned int pack8(float r, float g, float b)
{
    unsigned int R = (unsigned int)fminf(fmaxf(r, 0.0f), 255.0f);
    unsigned int G = (unsigned int)fminf(fmaxf(g, 0.0f), 255.0f);
    unsigned int B = (unsigned int)fminf(fmaxf(b, 0.0f), 255.0f);
    return R | (G << 8) | (B << 16) | 0xff000000u;
}

extern "C" __global__ void
demosaic_rggb(const unsigned short* __restrict__ raw, unsigned int* __restrict__ rgba,
              int w, int h, float gr, float gg, float gb)
{
    int qx = blockIdx.x * blockDim.x + threadIdx.x;
    int qy = blockIdx.y * blockDim.y + threadIdx.y;
    int x = qx * 2, y = qy * 2;
    if (x >= w || y >= h) return;
    float v[4][4];
#pragma unroll
    for (int dy = 0; dy < 4; dy++) {
        int yy = y + dy - 1;
        yy = yy < 0 ? 1 : (yy >= h ? h - 2 : yy);
#pragma unroll
        for (int dx = 0; dx < 4; dx++) {
            int xx = x + dx - 1;
            xx = xx < 0 ? 1 : (xx >= w ? w - 2 : xx);
            v[dy][dx] = (float)(raw[yy * w + xx] & 0x3fff);
        }
    }
    // red at (1,1), green at (1,2) and (2,1), blue at (2,2)
    float sR = gr / 64.0f, sG = gg / 64.0f, sB = gb / 64.0f;
    unsigned int p00 = pack8(sR * v[1][1], sG * 0.25f * (v[0][1] + v[2][1] + v[1][0] + v[1][2]),
                             sB * 0.25f * (v[0][0] + v[0][2] + v[2][0] + v[2][2]));
    unsigned int p01 = pack8(sR * 0.5f * (v[1][1] + v[1][3]), sG * v[1][2], sB * 0.5f * (v[0][2] + v[2][2]));
    unsigned int p10 = pack8(sR * 0.5f * (v[1][1] + v[3][1]), sG * v[2][1], sB * 0.5f * (v[2][0] + v[2][2]));
    unsigned int p11 = pack8(sR * 0.25f * (v[1][1] + v[1][3] + v[3][1] + v[3][3]),
                             sG * 0.25f * (v[1][2] + v[3][2] + v[2][1] + v[2][3]), sB * v[2][2]);
    uint2* o0 = (uint2*)(rgba + y * w + x);
    uint2* o1 = (uint2*)(rgba + (y + 1) * w + x);
    *o0 = make_uint2(p00, p01);
    *o1 = make_uint2(p10, p11);
}

// ---- connected components inside a 32x16 tile: min-label propagation until stable ----
extern "C" __global__ void __launch_bounds__(512)
ccl_tile(const unsigned char* __restrict__ img, int* __restrict__ label, int w, int h, int thr)
{
    __shared__ int buf[2][18][34];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty;
    int tid = ty * 32 + tx;
    const int NONE = 0x7fffffff;
    for (int k = tid; k < 18 * 34; k += 512) {
        buf[0][k / 34][k % 34] = NONE;
        buf[1][k / 34][k % 34] = NONE;
    }
    __syncthreads();
    bool fg = x < w && y < h && img[y * w + x] >= thr;
    int cur = fg ? y * w + x : NONE;
    buf[0][ty + 1][tx + 1] = cur;
    __syncthreads();
    int src = 0, changed = 1;
    while (changed) {
        int best = cur;
        if (fg) {
            best = min(best, buf[src][ty][tx + 1]);
            best = min(best, buf[src][ty + 2][tx + 1]);
            best = min(best, buf[src][ty + 1][tx]);
            best = min(best, buf[src][ty + 1][tx + 2]);
        }
        buf[src ^ 1][ty + 1][tx + 1] = best;
        changed = __syncthreads_or(best != cur);
        cur = best;
        src ^= 1;
    }
    if (x < w && y < h) label[y * w + x] = fg ? cur : -1;
}

// ---- integral image, pass 1: inclusive prefix sums along rows, one block a row ----
extern "C" __global__ void __launch_bounds__(256)
integral_rows(const unsigned char* __restrict__ img, unsigned int* __restrict__ out, int w)
{
    __shared__ unsigned int wsum[8];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const unsigned char* src = img + (size_t)blockIdx.x * w;
    unsigned int* dst = out + (size_t)blockIdx.x * w;
    unsigned int carry = 0;
    for (int base = 0; base < w; base += 256) {
        int i = base + threadIdx.x;
        unsigned int v = i < w ? src[i] : 0u;
        for (int o = 1; o < 32; o <<= 1) {
            unsigned int u = __shfl_up_sync(0xffffffffu, v, o);
            if (lane >= o) v += u;
        }
        if (lane == 31) wsum[warp] = v;
        __syncthreads();
        unsigned int before = 0, total = 0;
        for (int k = 0; k < 8; k++) {
            unsigned int s = wsum[k];
            if (k < warp) before += s;
            total += s;
        }
        if (i < w) dst[i] = carry + before + v;
        carry += total;
        __syncthreads();
    }
}
