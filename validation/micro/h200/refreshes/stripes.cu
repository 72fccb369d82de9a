// Which loads of DRAM that come at the same time wait for refreshes, by how far they lie apart. A program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o stripes stripes.cu && ./stripes
//
// `stripes.txt` is what an H200 answered. Its kernel (`cubin/stripes.cubin`) runs in the simulator, too.
#include "../loads.cuh"

// Lines of the array: 2 GB.
static const u32 LINES = 1 << 24, ROUNDS = 6000;

// Every warp loads a line at the same time: one anywhere, and of the aligned stretch around it those 1, 2, 3, ...
// times `stride` lines apart.
extern "C" __global__ void rows(u32 *out, const u32 *a, u32 mask, u32 stride, u32 rounds, u32 first)
{
    u32 warp = threadIdx.x / 32;
    for (u32 r = 0; r < rounds; r++) {
        u32 line = ((first + r) * 2654435761u & mask) ^ (stride * warp & mask);
        pause(300 + (mix(first + r) & 511));
        __syncthreads();
        u32 cycles = timed(a + (size_t)line * 32);
        if (threadIdx.x % 32 == 0) out[blockDim.x / 32 * r + warp] = cycles;
    }
}

struct Shares {
    double mean, last, late, any, together;
};

// Of all rounds in which no line was in the L2 already and DRAM made no pause: what a load takes, and the last of a
// round, how often one is late, and any of a round, and the second if the first is.
static Shares shares(u32 *out, const u32 *a, u32 warps, u32 stride)
{
    static u32 first = 777;
    forget_all();
    rows<<<1, warps * 32>>>(out, a, LINES - 1, stride, ROUNDS, first);
    first += ROUNDS;
    std::vector<u32> v = left(out, warps * ROUNDS);
    double rounds = 0, sum = 0, last = 0, late = 0, any = 0, first_late = 0, both = 0;
    for (auto round = v.begin(); round != v.end(); round += warps) {
        auto [low, high] = std::minmax_element(round, round + warps);
        if (*low < 480 || *high > 1900) continue;
        rounds++, last += *high, any += *high >= LATE_FROM;
        for (u32 w = 0; w < warps; w++) sum += round[w], late += round[w] >= LATE_FROM;
        if (round[0] >= LATE_FROM) first_late++, both += round[1] >= LATE_FROM;
    }
    return {sum / rounds / warps, last / rounds, 100 * late / rounds / warps, 100 * any / rounds, 100 * both / first_late};
}

int main()
{
    u32 *a = zeros((size_t)LINES * 128), *out = zeros(4 * 32 * ROUNDS);
    for (u32 warps : {2, 4, 8, 16, 32})
        for (u32 stride : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 256u, 1048583u}) {
            Shares s = shares(out, a, warps, stride);
            printf("rows_%u_%u %.0f %.0f %.1f %.1f\n", warps, stride, s.mean, s.last, s.late, s.any);
        }
    // Any two lines of 64 KB, and of neighbouring ones: how often both wait, of five launches.
    for (u32 apart = 1; apart < 1024; apart++) {
        double together = 0;
        for (int launch = 0; launch < 5; launch++) together += shares(out, a, 2, apart).together / 5;
        printf("pair_%u %.0f\n", apart, together);
    }
}
