// Pseudo-random numbers by a generator that the caller's variable steps, two a turn.
__device__ float lcg(unsigned &x)
{
    x = 1664525u * x + 1013904223u;
    return ((x >> 8) + 0.5f) * (1.0f / 16777216.0f);
}

extern "C" __global__ void uniform_sums(float *sums, int steps)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned seed = i * 2654435761u + 12345u;
    float sum = 0.0f;
    for (int k = 0; k < steps; k++) {
        float u1 = lcg(seed), u2 = lcg(seed);
        sum += u1 * u2;
    }
    sums[i] = sum;
}
