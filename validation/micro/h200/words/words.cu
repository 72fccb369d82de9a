// What a slice of the L2 takes of words that all SMs store, each of a sector of its own, by who stores the other words of the
// sector and when. `words.py` runs it under Nsight Compute and says what it found. Each launch says on stderr what it is.
//
//     nvcc -O3 -arch=sm_90 words.cu -o words
#include "../device.cuh"

enum Order { BLOCK, BLOCKS, APART, RANDOM };

// Stores every word of 2^bits sectors in each pass, a warp a word of 32 sectors: the words of a sector by the eight warps of a
// block, by eight blocks in a row, all first words first, or in no order. A warp's sectors lie 2^pitch apart, or in no order.
extern "C" __global__ void words(float *out, int bits, int order, int pitch, int passes)
{
    int groups = 1 << (bits - 5), lane = threadIdx.x % 32, in = threadIdx.x / 32;
    for (int pass = 0; pass < passes; pass++)
        for (int b = blockIdx.x; b < groups; b += gridDim.x) {
            int group = b, word = in;
            if (order == BLOCKS) group = b / 8 * 8 + in, word = b % 8;
            if (order == APART) group = (b * 8 + in) % groups, word = (b * 8 + in) / groups;
            unsigned sector = shuffled(group * 32 + lane, bits);
            if (pitch) sector = (((group >> pitch) * 32 + lane) << pitch) | (group & ((1 << pitch) - 1));
            if (order == RANDOM) {
                unsigned any = shuffled((b * 8 + in) * 32 + lane, bits + 3);
                sector = any >> 3, word = any & 7;
            }
            out[sector * 8 + word] = 1;
        }
}

int main()
{
    float *out = (float *)zeros(4 << 20);
    const char *names[] = {"block", "blocks", "apart", "random"};
    for (int order : {BLOCK, BLOCKS, APART, RANDOM})
        for (int pitch : {0, 4, 8})
            for (int passes : {1, 5}) {
                if (order == RANDOM && pitch) continue;
                words<<<1056, 256>>>(out, 17, order, pitch, passes);
                check(cudaDeviceSynchronize());
                fprintf(stderr, "launch %s_%d_%d\n", names[order], pitch, passes);
            }
}
