// How rows of lines are dealt to the slices of the L2: each launch reads so many lines of each of some rows, once, by one
// block, and says on stderr what it is. `windows.py` reads from Nsight Compute how much the busiest slice had to do.
#include <cstdio>
#include <cstdlib>

extern "C" __global__ void read_rows(const char *in, unsigned rows, unsigned lines, unsigned long long apart, float *out) {
    float sum = 0;
    for (unsigned word = threadIdx.x; word < rows * lines * 32; word += blockDim.x) {
        unsigned line = word >> 5;
        sum += *(const float *)(in + (line / lines) * apart + (line % lines) * 128 + (word & 31) * 4);
    }
    if (sum == 1.2345f) *out = sum;
}

int main() {
    const size_t bytes = 2ull << 30;
    char *in;
    float *out;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, 4);
    cudaMemset(in, 0, bytes);
    for (unsigned rows : {32, 64, 256})
        for (unsigned long long apart : {2048ull, 4096ull, 8192ull, 16384ull, 32768ull, 65536ull, 131072ull, 6144ull, 12032ull, 8320ull, 20480ull})
            for (unsigned lines : {1, 2, 4, 8, 16, 32, 64})
                for (int place = 0; place < 4; ++place) {
                    if (lines * 128ull > apart) continue;
                    fprintf(stderr, "launch rows %u apart %llu lines %u place %d\n", rows, apart, lines, place);
                    read_rows<<<1, 1024>>>(in + place * ((41ull << 20) + 7 * 4096), rows, lines, apart, out);
                    cudaDeviceSynchronize();
                }
    return cudaDeviceSynchronize() != cudaSuccess;
}
