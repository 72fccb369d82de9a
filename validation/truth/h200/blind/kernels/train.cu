// Pieces of a training step.

extern "C" __global__ void
adamw_step(float4* __restrict__ p, const float4* __restrict__ g, float4* __restrict__ m,
           float4* __restrict__ v, int n4, float lr, float beta1, float beta2, float eps,
           float wd, float bc1, float bc2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 p4 = p[i], g4 = g[i], m4 = m[i], v4 = v[i];
    float pp[4] = {p4.x, p4.y, p4.z, p4.w};
    float gg[4] = {g4.x, g4.y, g4.z, g4.w};
    float mm[4] = {m4.x, m4.y, m4.z, m4.w};
    float vv[4] = {v4.x, v4.y, v4.z, v4.w};
#pragma unroll
    for (int j = 0; j < 4; j++) {
        mm[j] = beta1 * mm[j] + (1.0f - beta1) * gg[j];
        vv[j] = beta2 * vv[j] + (1.0f - beta2) * gg[j] * gg[j];
        float mh = mm[j] * bc1;
        float vh = vv[j] * bc2;
        pp[j] = pp[j] * (1.0f - lr * wd) - lr * mh / (sqrtf(vh) + eps);
    }
    p[i] = make_float4(pp[0], pp[1], pp[2], pp[3]);
    m[i] = make_float4(mm[0], mm[1], mm[2], mm[3]);
    v[i] = make_float4(vv[0], vv[1], vv[2], vv[3]);
}

// Cross entropy with label smoothing, forward and backward, a block of 256 threads per row.
extern "C" __global__ void __launch_bounds__(256)
xent_fwd_bwd(const float* __restrict__ logits, const int* __restrict__ labels,
             float* __restrict__ loss, float* __restrict__ dlogits, int vocab, float smooth, float gscale) {
    __shared__ float red[8];
    __shared__ float red2[8];
    int tid = threadIdx.x;
    const float* x = logits + (long long)blockIdx.x * vocab;
    float* dx = dlogits + (long long)blockIdx.x * vocab;
    int label = labels[blockIdx.x];
    float mx = -1e30f, sx = 0.0f;
    for (int i = tid; i < vocab; i += 256) {
        float v = x[i];
        mx = fmaxf(mx, v);
        sx += v;
    }
    for (int o = 16; o > 0; o >>= 1) {
        mx = fmaxf(mx, __shfl_xor_sync(0xffffffffu, mx, o));
        sx += __shfl_xor_sync(0xffffffffu, sx, o);
    }
    if ((tid & 31) == 0) { red[tid >> 5] = mx; red2[tid >> 5] = sx; }
    __syncthreads();
    sx = 0.0f;
    for (int i = 0; i < 8; i++) { mx = fmaxf(mx, red[i]); sx += red2[i]; }
    __syncthreads();
    float s = 0.0f;
    for (int i = tid; i < vocab; i += 256) s += expf(x[i] - mx);
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if ((tid & 31) == 0) red[tid >> 5] = s;
    __syncthreads();
    s = 0.0f;
    for (int i = 0; i < 8; i++) s += red[i];
    float lse = mx + logf(s);
    float uni = smooth / (float)vocab;
    for (int i = tid; i < vocab; i += 256) {
        float t = (i == label ? 1.0f - smooth : 0.0f) + uni;
        dx[i] = (expf(x[i] - lse) - t) * gscale;
    }
    if (tid == 0) loss[blockIdx.x] = (1.0f - smooth) * (lse - x[label]) + smooth * (lse - sx / (float)vocab);
}

// Gradient of an embedding table: positions sorted by token, one block per distinct token,
// each thread four of the dim4*4 columns.
extern "C" __global__ void
embed_grad_sorted(const float4* __restrict__ dout, const int* __restrict__ order,
                  const int* __restrict__ seg_start, const int* __restrict__ token_of_seg,
                  float4* __restrict__ grad, int dim4) {
    int seg = blockIdx.x;
    int b = seg_start[seg], e = seg_start[seg + 1];
    int tok = token_of_seg[seg];
    for (int c = threadIdx.x; c < dim4; c += blockDim.x) {
        float4 a = make_float4(0.f, 0.f, 0.f, 0.f);
        for (int i = b; i < e; i++) {
            float4 d = dout[(long long)order[i] * dim4 + c];
            a.x += d.x; a.y += d.y; a.z += d.z; a.w += d.w;
        }
        grad[(long long)tok * dim4 + c] = a;
    }
}

__device__ __forceinline__ uint4 philox4x32_10(uint4 c, uint2 k) {
#pragma unroll
    for (int r = 0; r < 10; r++) {
        unsigned int hi0 = __umulhi(0xD2511F53u, c.x), lo0 = 0xD2511F53u * c.x;
        unsigned int hi1 = __umulhi(0xCD9E8D57u, c.z), lo1 = 0xCD9E8D57u * c.z;
        c = make_uint4(hi1 ^ c.y ^ k.x, lo1, hi0 ^ c.w ^ k.y, lo0);
        k.x += 0x9E3779B9u;
        k.y += 0xBB67AE85u;
    }
    return c;
}

__device__ __forceinline__ float gelu_tanh(float x) {
    float u = 0.7978845608f * (x + 0.044715f * x * x * x);
    return 0.5f * x * (1.0f + tanhf(u));
}

// y = dropout(gelu(x + bias)); the mask is kept for the way back.
extern "C" __global__ void
bias_gelu_dropout(const float4* __restrict__ x, const float4* __restrict__ bias,
                  float4* __restrict__ y, uchar4* __restrict__ mask, int n4, int cols4,
                  unsigned int seed, float keep) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i];
    float4 b = bias[i % cols4];
    uint4 r = philox4x32_10(make_uint4((unsigned int)i, 0u, 0u, 0u), make_uint2(seed, 0x1234567u));
    unsigned int limit = (unsigned int)(keep * 16777216.0f);
    float sc = 1.0f / keep;
    bool k0 = (r.x >> 8) < limit, k1 = (r.y >> 8) < limit, k2 = (r.z >> 8) < limit, k3 = (r.w >> 8) < limit;
    float4 o;
    o.x = k0 ? gelu_tanh(v.x + b.x) * sc : 0.0f;
    o.y = k1 ? gelu_tanh(v.y + b.y) * sc : 0.0f;
    o.z = k2 ? gelu_tanh(v.z + b.z) * sc : 0.0f;
    o.w = k3 ? gelu_tanh(v.w + b.w) * sc : 0.0f;
    y[i] = o;
    mask[i] = make_uchar4(k0, k1, k2, k3);
}
