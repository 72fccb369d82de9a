// Which loads of DRAM wait for refreshes together. A program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o refreshes refreshes.cu && ./refreshes
//
// `refreshes.txt` is what an H200 answered. Its kernels (`cubin/refreshes.cubin`) run in the simulator, too.
#include "../loads.cuh"

// Lines of the array: 256 MB.
static const u32 LINES = 1 << 21;

// Two warps load a line each at the same time: one anywhere, and another within the same `window` lines.
extern "C" __global__ void both(u32 *out, const u32 *a, u32 window, u32 rounds)
{
    u32 warp = threadIdx.x / 32;
    for (u32 r = 0; r < rounds; r++) {
        u32 line = mix(r) & (LINES - 1);
        if (warp) line ^= 1 + mix(~r) % (window - 1);
        pause(400 + (mix(r + 99) & 1023));
        __syncthreads();
        u32 cycles = timed(a + (size_t)line * 32);
        if (threadIdx.x % 32 == 0) out[2 * r + warp] = cycles;
    }
}

// The lanes of a warp load 16 lines at once, all of them within `window` lines and each once.
extern "C" __global__ void sixteen(u32 *out, const u32 *a, u32 window, u32 rounds)
{
    for (u32 r = 0; r < rounds; r++) {
        u32 line = (r * 16 + threadIdx.x % 16) * 2654435761u & (window - 1);
        pause(400 + (mix(r + 99) & 1023));
        u32 cycles = timed(a + (size_t)line * 32);
        if (threadIdx.x == 0) out[r] = cycles;
    }
}

int main()
{
    u32 *a = zeros((size_t)LINES * 128), *out = zeros(1 << 20);
    // In hundredths: how often the first comes late, and how often the second if the first does.
    for (u32 bits : {4, 6, 8, 9, 10, 11, 13, 15, 17, 19, 21}) {
        forget_all();
        both<<<1, 64>>>(out, a, 1 << bits, 40000);
        std::vector<u32> v = left(out, 80000);
        double late = 0, together = 0;
        for (size_t r = 0; r < v.size(); r += 2)
            if (v[r] >= LATE_FROM) late++, together += v[r + 1] >= LATE_FROM;
        printf("both_%u %.1f %.1f\n", bits, 100 * late / (v.size() / 2), 100 * together / late);
    }
    // The mean of as many rounds as the window has lines for, 64 at most, in 40 launches.
    for (u32 bits : {9, 10, 11, 12, 13, 15, 17, 19, 21}) {
        u32 rounds = std::min(64u, (1u << bits) / 16);
        double sum = 0;
        for (int launch = 0; launch < 40; launch++) {
            forget_all();
            sixteen<<<1, 32>>>(out, a, 1 << bits, rounds);
            for (u32 cycles : left(out, rounds)) sum += cycles;
        }
        printf("sixteen_%u %.0f\n", bits, sum / 40 / rounds);
    }
}
