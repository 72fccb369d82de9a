// What a launch takes at its end if each warp of 132 blocks of 1,024 threads has loaded or stored so many lines of its own, 132 lines
// apart from block to block, and then has computed for 90,000 cycles: each SM has spoken to 8 slices of the L2 to all of them. `lines.py`
// runs it and prints `lines.txt`.
#include "../device.cuh"

__device__ float compute(float x) {
#pragma unroll 1
    for (int i = 0; i < 2000; i++) x = x * 1.0001f + 0.5f;
    return x;
}

__device__ size_t line_of_warp(int number) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32;
    return (size_t)(warp + number * warps) * 32 + threadIdx.x % 32;
}

__global__ void loads(const unsigned *in, int lines, float *out) {
    unsigned sum = 0;
    for (int i = 0; i < lines; i++) sum += in[line_of_warp(i)];
    float x = compute(sum);
    if (x == -1) out[0] = x;
}

__global__ void stores(unsigned *to, int lines, float *out) {
    for (int i = 0; i < lines; i++) to[line_of_warp(i)] = i;
    float x = compute(threadIdx.x);
    if (x == -1) out[0] = x;
}

int main() {
    unsigned *memory = zeros(128 << 20), *out = zeros(4096);
    for (int lines : {0, 1, 2, 4, 8, 16, 32, 64}) {
        fprintf(stderr, "launch loads_%d\n", lines);
        loads<<<132, 1024>>>(memory, lines, (float *)out);
        fprintf(stderr, "launch stores_%d\n", lines);
        stores<<<132, 1024>>>(memory, lines, (float *)out);
    }
    check(cudaDeviceSynchronize());
}
