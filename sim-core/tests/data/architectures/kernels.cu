#include <cuda_fp16.h>
__device__ float table[64];
__constant__ int ck[8] = {1,2,3,4,5,6,7,8};
extern "C" __global__ void mix(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i < n ? in[i] : 0.0f;
    tile[threadIdx.x] = x;
    int c = __syncthreads_count(x > 0.5f);
    float y = tile[255 - threadIdx.x];
    __half2 h = __floats2half2_rn(x, y);
    h = __hfma2(h, h, __float2half2_rn(0.25f));
    int k = (int)(x * 8) & 7;
    switch (k) { case 0: y = sqrtf(x); break; case 1: y += 1; break; case 2: y = x / (y + 1); break; case 3: y = expf(x); break; case 5: y *= y; break; default: y -= ck[k]; }
    out[i] = y + __low2float(h) - __high2float(h) + c;
}
extern "C" __global__ void gen(float *out, int which)
{
    __shared__ float s[64];
    float loc[4]; for (int j=0;j<4;j++) loc[j]=threadIdx.x*j;
    s[threadIdx.x & 63] = threadIdx.x;
    __syncthreads();
    float *p = which == 0 ? s : which == 1 ? out : loc;
    out[threadIdx.x + 64] = p[threadIdx.x & 3] + loc[which & 3];
}
