// Branch divergence. Branch A costs square roots, branch B a few multiply-adds.
__device__ float body_a(float x)
{
    for (int k = 0; k < 16; k++) x = sqrtf(x * 1.5f + 1.0f);
    return x;
}
__device__ float body_b(float x)
{
    for (int k = 0; k < 16; k++) x = x * 0.5f + 1.0f;
    return x;
}

extern "C" __global__ void div_lt24(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    if (threadIdx.x < 24) x = body_a(x);
    else x = body_b(x);
    out[i] = x;
}

extern "C" __global__ void div_evenodd(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    if (threadIdx.x % 2 == 0) x = body_a(x);
    else x = body_b(x);
    out[i] = x;
}

extern "C" __global__ void div_warp_uniform(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    if ((threadIdx.x / 32) % 2 == 0) x = body_a(x);
    else x = body_b(x);
    out[i] = x;
}

extern "C" __global__ void div_loop(const int *trips, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    int m = trips[i];
    for (int k = 0; k < m; k++) x = sqrtf(x * 1.5f + k);
    out[i] = x;
}

extern "C" __global__ void div_nested(const int *key, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    int k = key[i];
    if (k & 1) {
        if (k & 2) {
            if (k & 4) x = body_a(x);
            else x = body_b(x);
            x += 1.0f;
        } else x = body_b(x) * 3.0f;
        x = sqrtf(x);
    } else {
        if (k & 2) x = body_a(x) * 0.5f;
        else x = 1.0f / (1.0f + x);
    }
    out[i] = x;
}

extern "C" __global__ void div_switch(const int *key, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    switch (key[i]) {
    case 0: x = sqrtf(x); break;
    case 1: x = x * x + 1.0f; break;
    case 2: x = 1.0f / (x + 1.0f); break;
    case 3: x = body_b(x); break;
    case 4: x = __expf(x); break;
    case 5: x = __logf(x + 1.0f); break;
    case 6: x = body_a(x); break;
    default: x = __sinf(x); break;
    }
    out[i] = x;
}

extern "C" __global__ void div_early_exit(const int *key, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (key[i] % 4 != 0) return;
    out[i] = body_a(in[i]);
}

extern "C" __global__ void div_votes(const int *key, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32, k = key[i], sum = 0;
    for (int level = 0; level < 1024; level += 32) {
        bool p = k > level;
        if (__any_sync(0xffffffff, p)) sum += 1;
        if (__all_sync(0xffffffff, p)) sum += 64;
        unsigned b = __ballot_sync(0xffffffff, p);
        sum += 4096 * __popc(b & ((1u << lane) - 1));
    }
    out[i] = sum;
}
