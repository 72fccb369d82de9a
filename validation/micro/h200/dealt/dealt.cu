// How lines are dealt to the slices of the L2 and the units of DRAM: each launch reads some lines of
// device memory, whole and once, as far apart as asked. `dealt.py` reads from Nsight Compute how
// much the busiest of them had to do.
#include <cstdio>
#include <cstdlib>

extern "C" __global__ void read_lines(const char *in, unsigned lines, unsigned long long apart, float *out) {
    float sum = 0;
    for (unsigned word = blockIdx.x * blockDim.x + threadIdx.x; word < lines * 32; word += gridDim.x * blockDim.x)
        sum += *(const float *)(in + (word >> 5) * apart + (word & 31) * 4);
    if (sum == 1.2345f) *out = sum;
}

// Arguments: blocks, places, then pairs of lines and bytes between their beginnings.
int main(int count, char **arguments) {
    const size_t bytes = 2ull << 30;
    char *in;
    float *out;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, 4);
    cudaMemset(in, 0, bytes);
    const int blocks = atoi(arguments[1]), places = atoi(arguments[2]);
    for (int at = 3; at + 1 < count; at += 2) {
        const unsigned lines = atoi(arguments[at]);
        const unsigned long long apart = atoll(arguments[at + 1]);
        for (int place = 0; place < places; ++place)
            // 41 MB and seven pages further each time.
            read_lines<<<blocks, 1024>>>(in + place * ((41ull << 20) + 7 * 4096), lines, apart, out);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
