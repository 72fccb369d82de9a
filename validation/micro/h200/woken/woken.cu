// In which order warps go on that a barrier has kept: a block on every SM whose warps meet again and again and behind each
// barrier load from shared memory (`load`) or store to it (`store`), and read the clock behind that. A line is the kind and
// the warps of the block, the turn, the cycles since the turn before, and for each warp of the first sub-core of an SM how
// many cycles after the first of them it read the clock.
//
//     nvcc -O3 -arch=sm_90 woken.cu -o woken && ./woken > woken.txt
#include "../device.cuh"
#include <algorithm>
#include <vector>

constexpr int TURNS = 8;

template <bool LOADS> __global__ void wake(unsigned *out)
{
    __shared__ unsigned zeros[256];
    zeros[threadIdx.x % 256] = 0;
    unsigned at = (unsigned)__cvta_generic_to_shared(zeros), value[TURNS] = {};
    long long then[TURNS];
    __syncthreads();
#pragma unroll
    for (int t = 0; t < TURNS; t++) {
        asm volatile("bar.sync 0;" ::: "memory");
        if (LOADS) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value[t]) : "r"(at) : "memory");
        else asm volatile("st.shared.u32 [%0], %1;" :: "r"(at), "r"(0) : "memory");
        then[t] = clock64();
    }
    unsigned sum = 0;
#pragma unroll
    for (int t = 0; t < TURNS; t++) sum += value[t];
    if (threadIdx.x % 32 == 0)
#pragma unroll
        for (int t = 0; t < TURNS; t++) out[(blockIdx.x * TURNS + t) * 32 + threadIdx.x / 32] = (unsigned)then[t] + sum;
}

template <bool LOADS> static void print(unsigned *out)
{
    for (int warps : {8, 16, 32}) {
        for (int launch = 0; launch < 3; launch++) wake<LOADS><<<132, 32 * warps>>>(out);
        std::vector<unsigned> clock(TURNS * 32);
        check(cudaMemcpy(clock.data(), out, clock.size() * 4, cudaMemcpyDeviceToHost));
        unsigned before = 0;
        for (int t = 0; t < TURNS; t++) {
            const unsigned *turn = &clock[t * 32];
            unsigned first = *std::min_element(turn, turn + warps);
            printf("%s_w%d %d %u", LOADS ? "load" : "store", warps, t, t ? first - before : 0);
            for (int w = 0; w < warps; w += 4) printf(" %u", turn[w] - first);
            printf("\n");
            before = first;
        }
    }
}

int main()
{
    unsigned *out = zeros(132 * TURNS * 32 * 4);
    print<true>(out), print<false>(out);
}
