// Which fetches of DRAM find their row open: 64 bytes of each `apart`, by warps of 32, whose numbers are in order or mixed.
// Compile and run: nvcc -arch=sm_90 -o mates mates.cu && ./mates
#include "../device.cuh"
#include <algorithm>
#include <vector>

// A bijection on the numbers below 2^bits, without pattern.
static __device__ __forceinline__ unsigned mixed(unsigned x, int bits)
{
    unsigned mask = (1u << bits) - 1;
    x = x * 2654435761u & mask;
    x ^= x >> bits / 2;
    x = x * 0x85EBCA6Bu & mask;
    x ^= x >> bits / 2;
    return x * 0xC2B2AE35u & mask;
}

// The threads load 2^`log` words, one after the other each, `apart` bytes from one to the next: in order, but those of each
// 2^`inside` mixed among each other, and then the stretches of 2^`outside` each. `out` gets the cycles of each block.
extern "C" __global__ void fetches(unsigned *out, const unsigned *a, int log, unsigned apart, int outside, int inside)
{
    unsigned n = 1u << log, from = clock(), any = 0;
    for (unsigned next = blockIdx.x * blockDim.x + threadIdx.x; next < n; next += gridDim.x * blockDim.x) {
        unsigned i = next;
        if (inside) i = i >> inside << inside | mixed(i & ((1u << inside) - 1), inside);
        if (outside < log) i = mixed(i >> outside, log - outside) << outside | (i & ((1u << outside) - 1));
        any |= load(a + (size_t)i * (apart / 4));
        if (any) return;  // never: all is 0
    }
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = clock() - from;
}

__global__ void sweep(unsigned *p, size_t words)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (; i < words; i += (size_t)gridDim.x * blockDim.x) sum += p[i];
    if (sum == 0x1234567) p[0] = sum;
}

static unsigned *a, *other, *out;
const int BLOCKS = 264;

static void print(const char *name, int log, unsigned apart, int outside, int inside, int threads)
{
    std::vector<double> longest;
    for (int launch = 0; launch < 9; launch++) {
        std::vector<unsigned> cycles(BLOCKS);
        sweep<<<1056, 256>>>(other, (size_t)40 << 20);
        fetches<<<BLOCKS, threads>>>(out, a, log, apart, outside, inside);
        check(cudaMemcpy(cycles.data(), out, 4 * BLOCKS, cudaMemcpyDeviceToHost));
        longest.push_back(*std::max_element(cycles.begin(), cycles.end()));
    }
    std::sort(longest.begin(), longest.end());
    printf("%s_%u_%d_%d_%d %.0f\n", name, apart, outside, inside, threads, longest[4]);
}

int main()
{
    const int log = 20;
    a = zeros((size_t)4 << 30), other = zeros((size_t)160 << 20), out = zeros(4 * BLOCKS);
    for (int threads : {32, 64, 128, 256, 512, 1024})
        for (unsigned apart : {64, 128, 256, 512, 1024, 4096}) {
            print("order", log, apart, log, 0, threads);
            print("mixed", log, apart, 0, 0, threads);
        }
    for (unsigned apart : {128, 256})
        for (int bits = 2; bits < log; bits += 2)
            for (int threads : {256, 1024}) {
                print("outside", log, apart, bits, 0, threads);
                print("inside", log, apart, log, bits, threads);
            }
}
