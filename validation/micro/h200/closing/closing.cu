// What a launch takes at its end to flush what its SMs have sent to the L2: blocks of one warp that touch so many lines
// and then compute for 4,000 cycles, so that everything has come. Two counters of one pass:
//
// nvcc -arch=sm_90 -o closing closing.cu
// ncu --clock-control none --cache-control all --csv --metrics gpc__cycles_elapsed.max,sm__cycles_active.max ./closing
//
// `closing.py` reads what that prints.
#include <cstdio>

__device__ float compute(float x) {
    for (int i = 0; i < 1000; i++) x = x * 1.0001f + 0.5f;
    return x;
}
__global__ void nothing(float *out) {
    float x = compute(threadIdx.x);
    if (x == -1) out[0] = x;
}
// Lines of the block's own.
__global__ void load(const int *in, int lines, float *out) {
    int sum = 0;
    for (int line = threadIdx.x; line < lines; line += 32) sum += in[(size_t)(blockIdx.x * lines + line) * 32];
    float x = compute(sum);
    if (x == -1) out[0] = x;
}
// The same lines for all blocks.
__global__ void load_same(const int *in, int lines, float *out) {
    int sum = 0;
    for (int line = threadIdx.x; line < lines; line += 32) sum += in[(size_t)line * 32];
    float x = compute(sum);
    if (x == -1) out[0] = x;
}
__global__ void store(int *out, int lines) {
    for (int line = threadIdx.x; line < lines; line += 32) out[(size_t)(blockIdx.x * lines + line) * 32] = line;
    float x = compute(threadIdx.x);
    if (x == -1) out[0] = x;
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 256 << 20);
    cudaMalloc(&out, 256 << 20);
    cudaMemset(in, 0, 256 << 20);
    for (int launch = 0; launch < 5; launch++)
        for (int blocks : {1, 8, 33, 66, 132}) {
            nothing<<<blocks, 32>>>((float *)out);
            for (int lines : {1, 8, 32, 96, 288, 1024}) {
                load<<<blocks, 32>>>(in, lines, (float *)out);
                load_same<<<blocks, 32>>>(in, lines, (float *)out);
                store<<<blocks, 32>>>(out, lines);
            }
        }
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
