// When lines that stores have left in parts are written back, once the L2 has completed them from DRAM. `completed.py`
// runs it under Nsight Compute and says what it found. Each launch says on stderr what it is.
//
//     nvcc -O3 -arch=sm_90 completed.cu -o completed
#include "../device.cuh"

// Stores a word of every `stride`. Where `every` is not 0 each `every`-th warp-sized group of them from `from` to `to`
// is loaded first, from places of its own, or, of the first `mask` words, from those that hit.
extern "C" __global__ void completed_stores(float *out, const float *in, int n, int stride, int every, int mask, int from, int to)
{
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        float value = 1;
        if (every && i / 32 % every == 0 && i >= from && i < to) value = in[(i & mask) * stride];
        out[i * stride] = value;
    }
}

// Stores `n` words, each to a sector of its own until all have one.
extern "C" __global__ void completed_scattered(float *out, int n, int mask)
{
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        out[(unsigned)i * 2654435761u & mask] = 1;
}

const int ALL = 0x7fffffff, HELD = (1 << 15) - 1, BLOCKS = 528, THREADS = 256;
static float *out, *in;

static void stores(const char *name, int mb, int stride, int blocks, int every, int mask, int from, int to)
{
    int n = (mb << 20) / 4 / stride;
    completed_stores<<<blocks ? blocks : n / THREADS, THREADS>>>(out, in, n, stride, every, mask, n / 100 * from, n / 100 * to);
    check(cudaDeviceSynchronize());
    fprintf(stderr, "launch %s\n", name);
}

int main()
{
    out = (float *)zeros(64 << 20);
    in = (float *)zeros(64 << 20);
    char name[64];
    for (int mb : {16, 32}) {
        for (int stride : {8, 4, 2}) {
            sprintf(name, "stores_%d_%d", mb, stride);
            stores(name, mb, stride, BLOCKS, 0, ALL, 0, 100);
            sprintf(name, "once_%d_%d", mb, stride);
            stores(name, mb, stride, 0, 0, ALL, 0, 100);
        }
        for (int every : {1, 2, 4, 8, 16, 64}) {
            sprintf(name, "loads_%d_%d", mb, every);
            stores(name, mb, 8, BLOCKS, every, ALL, 0, 100);
        }
        sprintf(name, "loads_once_%d_1", mb);
        stores(name, mb, 8, 0, 1, ALL, 0, 100);
        sprintf(name, "hits_%d", mb);
        stores(name, mb, 8, BLOCKS, 1, HELD, 0, 100);
        for (int percent : {25, 50, 75}) {
            sprintf(name, "until_%d_%d", mb, percent);
            stores(name, mb, 8, BLOCKS, 1, ALL, 0, percent);
            sprintf(name, "from_%d_%d", mb, percent);
            stores(name, mb, 8, BLOCKS, 1, ALL, percent, 100);
        }
    }
    for (int times : {1, 2, 4, 8}) {
        completed_scattered<<<BLOCKS, THREADS>>>(out, times << 19, (16 << 20) / 4 - 1);
        check(cudaDeviceSynchronize());
        fprintf(stderr, "launch scattered_16_%d\n", times);
    }
}
