// How lines are dealt to the slices of the L2 and the units of DRAM: each launch reads some rows of lines
// of device memory, whole and once, as far apart as asked. `dealt.py` and `windows.py` read from Nsight
// Compute how much the busiest of them had to do.
#include <cstdio>
#include <cstdlib>

extern "C" __global__ void read_rows(const char *in, unsigned rows, unsigned lines, unsigned long long apart, float *out) {
    float sum = 0;
    for (unsigned word = blockIdx.x * blockDim.x + threadIdx.x; word < rows * lines * 32; word += gridDim.x * blockDim.x) {
        unsigned line = word >> 5;
        sum += *(const float *)(in + line / lines * apart + line % lines * 128 + (word & 31) * 4);
    }
    if (sum == 1.2345f) *out = sum;
}

// Arguments: blocks, places, then of each pattern its rows, the lines of each, and bytes from row to row.
int main(int count, char **arguments) {
    const size_t bytes = 2ull << 30;
    char *in;
    float *out;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, 4);
    cudaMemset(in, 0, bytes);
    const int blocks = atoi(arguments[1]), places = atoi(arguments[2]);
    for (int at = 3; at + 2 < count; at += 3) {
        const unsigned rows = atoi(arguments[at]), lines = atoi(arguments[at + 1]);
        const unsigned long long apart = atoll(arguments[at + 2]);
        for (int place = 0; place < places; ++place)
            // 41 MB and seven pages further each time.
            read_rows<<<blocks, 1024>>>(in + place * ((41ull << 20) + 7 * 4096), rows, lines, apart, out);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
