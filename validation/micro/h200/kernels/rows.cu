// Each thread walks along a row of its own, `ahead` words at a time: the first load of a sector
// misses, those behind it find it on its way or there.
template <int AHEAD> __device__ void walk(float *out, const float *a, int words)
{
    const float *row = a + (blockIdx.x * blockDim.x + threadIdx.x) * 512;
    float sum = 0;
#pragma unroll 1
    for (int c = 0; c < words; c += AHEAD) {
        float v[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++) asm volatile("ld.global.f32 %0, [%1];" : "=f"(v[k]) : "l"(row + c + k));
#pragma unroll
        for (int k = 0; k < AHEAD; k++) sum += v[k];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void rows_1(float *out, const float *a, int words) { walk<1>(out, a, words); }
extern "C" __global__ void rows_2(float *out, const float *a, int words) { walk<2>(out, a, words); }
extern "C" __global__ void rows_4(float *out, const float *a, int words) { walk<4>(out, a, words); }
extern "C" __global__ void rows_8(float *out, const float *a, int words) { walk<8>(out, a, words); }
