// What a barrier takes of an SM: blocks of so many warps, so many on every SM, that meet again and again and do nothing
// else, or store to shared memory or load from it before each barrier. A line is what is done, blocks, warps of a block,
// and the cycles from barrier to barrier in the mean of all threads, from launches of 64 and of 576 barriers.
//
//     nvcc -O3 -arch=sm_90 meet.cu -o meet && ./meet > meet.txt
#include "../device.cuh"
#include <algorithm>
#include <vector>

enum Kind { NOTHING, STORE, LOAD };

template <Kind KIND> __global__ void meet(unsigned *out, int turns)
{
    __shared__ volatile unsigned words[1024];
    unsigned sum = 0, before = clock();
    for (int turn = 0; turn < turns; turn++) {
#pragma unroll
        for (int i = 0; i < 8; i++) {
            if (KIND == STORE) words[threadIdx.x] = turn;
            if (KIND == LOAD) sum ^= words[threadIdx.x];
            asm volatile("bar.sync 0;" ::: "memory");
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = clock() - before + (sum == 0x12345);
}

template <Kind KIND> static double mean(unsigned *out, int blocks, int warps, int turns)
{
    // Shared memory that leaves room for no more blocks of an SM.
    int bytes = std::min(220 / blocks - 6, 200) * 1024;
    check(cudaFuncSetAttribute(meet<KIND>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    for (int launch = 0; launch < 3; launch++) meet<KIND><<<132 * blocks, 32 * warps, bytes>>>(out, turns);
    std::vector<unsigned> cycles(132 * blocks * 32 * warps);
    check(cudaMemcpy(cycles.data(), out, cycles.size() * 4, cudaMemcpyDeviceToHost));
    double sum = 0;
    for (unsigned thread : cycles) sum += thread;
    return sum / cycles.size();
}

template <Kind KIND> static void print(const char *name, unsigned *out, int blocks, int warps)
{
    double few = mean<KIND>(out, blocks, warps, 8), many = mean<KIND>(out, blocks, warps, 72);
    printf("%s_b%d_w%d %.2f\n", name, blocks, warps, (many - few) / 512);
}

int main()
{
    unsigned *out = zeros(132 * 64 * 32 * 4);
    for (int blocks : {1, 2, 4, 8})
        for (int warps : {1, 2, 3, 4, 5, 8, 16, 32}) {
            if (blocks * warps > 64) continue;
            print<NOTHING>("nothing", out, blocks, warps);
            print<STORE>("store", out, blocks, warps);
            print<LOAD>("load", out, blocks, warps);
        }
}
