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

// Stores a word of each of the first `sectors` sectors of 2^bits lines, in pieces of 2^unit lines in no order; of every `every`-th
// group of eight lines `times` times, `apart` lines one after the other, each time of the next sectors if they `move`.
extern "C" __global__ void completed_again(float *out, int bits, int unit, int sectors, int times, int apart, int every, int move)
{
    int warps = gridDim.x * blockDim.x / 32, lane = threadIdx.x % 32, lines = 32 / sectors, n = 1 << bits;
    int rounds = (n + (times - 1) * apart + lines - 1) / lines * times;
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < rounds; i += warps) {
        int time = i % times;
        int t = i / times * lines + lane / sectors - time * apart;
        if (t < 0 || t >= n || (time && t / 8 % every)) continue;
        unsigned line = shuffled(t >> unit, bits - unit) << unit | (t & ((1 << unit) - 1));
        int sector = lane % sectors + (move ? time * sectors : 0);
        out[line * 32 + sector * 8] = 1;
    }
}

// Stores a word of each of 2^bits sectors, in pieces of 2^unit sectors in no order.
extern "C" __global__ void completed_pieces(float *out, int bits, int unit)
{
    int threads = gridDim.x * blockDim.x, n = 1 << bits;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        unsigned sector = shuffled(i >> unit, bits - unit) << unit | (i & ((1 << unit) - 1));
        out[sector * 8] = 1;
    }
}

enum Before { NOTHING, LOADS, WHOLE };

// Stores a word of the last two sectors of each of 2^bits lines in no order, when all blocks have loaded a word of its first
// sector, or stored that whole, or done nothing.
extern "C" __global__ void completed_behind(float *out, unsigned *met, int bits, int before)
{
    int warps = gridDim.x * blockDim.x / 32, lane = threadIdx.x % 32, n = 1 << bits;
    float sum = 0;
    for (int phase = 0; phase < 2; phase++) {
        for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < n / 16; i += warps) {
            float *line = out + shuffled(i * 16 + lane / 2, bits) * 32;
            if (phase == 1) line[16 + lane % 2 * 8] = 1;
            else if (before == LOADS && lane % 2 == 0) sum += __ldcg(line);
            else if (before == WHOLE) ((float4 *)line)[lane % 2] = make_float4(1, 1, 1, 1);
        }
        if (sum == 77) out[0] = sum;
        if (phase == 1) return;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(met, 1);
            while (*(volatile unsigned *)met < gridDim.x) {}
        }
        __syncthreads();
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

static void again(const char *kind, int mb, int unit, int sectors, int times, int apart, int every, int move)
{
    int bits = mb == 32 ? 18 : 17;
    completed_again<<<BLOCKS, THREADS>>>(out, bits, unit, sectors, times, apart, every, move);
    check(cudaDeviceSynchronize());
    fprintf(stderr, "launch %s\n", kind);
}

// What was loaded before, or stored to in whole sectors.
static void stored_behind(int mb)
{
    const char *names[] = {"nothing", "loads", "whole"};
    for (int before : {NOTHING, LOADS, WHOLE}) {
        unsigned *met = zeros(4);
        completed_behind<<<BLOCKS, THREADS>>>(out, met, mb == 32 ? 18 : 17, before);
        check(cudaDeviceSynchronize());
        fprintf(stderr, "launch behind_%d_%s\n", mb, names[before]);
    }
}

// What is stored to again before it is written back: MB, and lines that lie together, sectors and times, or lines between, or one
// in how many groups.
static void stored_again(int mb)
{
    char name[64];
    for (int unit : {0, 5})
        for (int sectors : {1, 2, 4})
            for (int times : {1, 2, 4}) {
                sprintf(name, "again_%d_%d_%d_%d", mb, 1 << unit, sectors, times);
                again(name, mb, unit, sectors, times, 8192, 1, 0);
            }
    for (int times : {2, 4})
        for (int apart : {1024, 8192, 98304}) {
            sprintf(name, "other_%d_%d_%d", mb, times, apart);
            again(name, mb, 0, 4 / times, times, apart, 1, 1);
        }
    for (int every : {2, 4, 8, 16}) {
        sprintf(name, "some_%d_%d", mb, every);
        again(name, mb, 0, 4, 2, 8192, every, 0);
    }
    for (int unit : {0, 1, 2, 3}) {
        sprintf(name, "pieces_%d_%d", mb, 1 << unit);
        completed_pieces<<<BLOCKS, THREADS>>>(out, mb == 32 ? 20 : 19, unit);
        check(cudaDeviceSynchronize());
        fprintf(stderr, "launch %s\n", name);
    }
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
    for (int mb : {16, 32}) {
        stored_again(mb);
        stored_behind(mb);
    }
}
