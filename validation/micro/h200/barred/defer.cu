// When a warp that has come to a barrier stops: a block on every SM whose warps meet again and again and make so many
// products between, each of the one before. A line is the products, the warps of the block, and the cycles from barrier
// to barrier in the mean of all threads, from launches of 64 and of 576 barriers. One product costs nothing: the warp
// goes on for some cycles behind its barrier.
//
//     nvcc -O3 -arch=sm_90 defer.cu -o defer && ./defer > defer.txt
#include "../device.cuh"
#include <vector>

template <int PRODUCTS> __global__ void meet(unsigned *out, int turns)
{
    unsigned product = threadIdx.x, factor = turns | 1, before = clock();
    for (int turn = 0; turn < turns; turn++) {
#pragma unroll
        for (int i = 0; i < 8; i++) {
            asm volatile("bar.sync 0;" ::: "memory");
#pragma unroll
            for (int k = 0; k < PRODUCTS; k++) asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(product) : "r"(factor));
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = clock() - before + (product == 0x12345);
}

template <int PRODUCTS> static double mean(unsigned *out, int warps, int turns)
{
    for (int launch = 0; launch < 3; launch++) meet<PRODUCTS><<<132, 32 * warps>>>(out, turns);
    std::vector<unsigned> cycles(132 * 32 * warps);
    check(cudaMemcpy(cycles.data(), out, cycles.size() * 4, cudaMemcpyDeviceToHost));
    double sum = 0;
    for (unsigned thread : cycles) sum += thread;
    return sum / cycles.size();
}

template <int PRODUCTS> static void print(unsigned *out)
{
    for (int warps : {1, 2, 4, 8, 16, 32})
        printf("n%d_w%d %.1f\n", PRODUCTS, warps, (mean<PRODUCTS>(out, warps, 72) - mean<PRODUCTS>(out, warps, 8)) / 512);
}

int main()
{
    unsigned *out = zeros(132 * 1024 * 4);
    print<0>(out), print<1>(out), print<2>(out), print<4>(out), print<6>(out), print<8>(out), print<12>(out), print<16>(out), print<24>(out);
}
