// Which words' atomics meet in a slice of the L2, and what a slice takes for them. `placed.txt` is what an H200 took of this
// machine code (`cubin/placed.cubin`, by `sim measure`): the launch, and its cycles in each of five launches.
typedef unsigned u32;

// Every warp reduces on two words so many words apart.
extern "C" __global__ void apart(u32 *t, int words, int rounds)
{
    if (threadIdx.x % 32 == 0)
        for (int r = 0; r < rounds; r++) {
            atomicAdd(t, r + 1);
            atomicAdd(t + words, 1);
        }
}

// The same on the first words of two buffers.
extern "C" __global__ void buffers(u32 *t, u32 *u, int rounds)
{
    if (threadIdx.x % 32 == 0)
        for (int r = 0; r < rounds; r++) {
            atomicAdd(t, r + 1);
            atomicAdd(u, 1);
        }
}

// Some lanes of every warp reduce on their words of one line.
extern "C" __global__ void lanes(u32 *t, u32 mask, int rounds)
{
    u32 lane = threadIdx.x % 32;
    if (mask >> lane & 1)
        for (int r = 0; r < rounds; r++) atomicAdd(t + lane, r + 1);
}
