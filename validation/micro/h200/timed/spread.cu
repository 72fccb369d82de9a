// By how much an idle load of DRAM comes sooner or later than others, and which loads have that in common. Two warps
// of a block each load a word at the same time, of a random page and `words` further, and again when the L2 holds it: the
// difference is DRAM's. A program of its own: spread.txt is what it printed.
#include "../loads.cuh"

static const int ROUNDS = 800;
static const int PAGES = 1 << 16;

extern "C" __global__ void spread(const u32 *memory, u32 *out, int words)
{
    u32 warp = threadIdx.x / 32, x = 12345, sum = 0;
    for (int r = 0; r < ROUNDS; r++) {
        x = x * 1664525u + 1013904223u;
        const u32 *p = memory + (size_t)(x >> 8 & (PAGES - 1)) * 1024 + warp * words;
        pause(3000);
        __syncthreads();
        u32 from = now(), zero = await(load(p));
        u32 cold = now() + zero - from;
        pause(1500);
        __syncthreads();
        // One after the other.
        if (warp) pause(600);
        from = now(), zero = await(load(p));
        u32 warm = now() + zero - from;
        if (threadIdx.x % 32 == 0) out[r * 2 + warp] = cold - warm;
        sum += zero;
    }
    if (sum == 0x7654321) out[0] = sum;
}

static u32 apart(u32 a, u32 b) { return a > b ? a - b : b - a; }

// From how much on a load from DRAM takes longer than from the L2 it has come from the far side, or late.
static const u32 FAR_BEYOND = 380, LATE_BEYOND = 560;

int main()
{
    const u32 *memory = zeros((size_t)PAGES * 4096 + 65536);
    u32 *out = zeros(8 * ROUNDS);
    std::vector<u32> before;
    for (int words : {16, 32, 64, 128, 256, 512, 1024}) {
        forget_all();
        spread<<<1, 64>>>(memory, out, words);
        std::vector<u32> longer = left(out, 2 * ROUNDS), one[2], other[2], again[2];
        for (int r = 4; r < ROUNDS; r++) {
            u32 a = longer[2 * r], b = longer[2 * r + 1];
            int far = a >= FAR_BEYOND;
            if (a >= LATE_BEYOND) continue;
            one[far].push_back(a);
            if (b < LATE_BEYOND && (b >= FAR_BEYOND) == far) other[far].push_back(apart(a, b));
            if (!before.empty() && before[2 * r] < LATE_BEYOND) again[far].push_back(apart(a, before[2 * r]));
        }
        auto print = [&](const char *what, std::vector<u32> of[2]) {
            for (int far : {0, 1}) {
                printf("%s_%s_%d", what, far ? "far" : "near", words);
                print_shares(of[far], {5, 10, 25, 50, 75, 90, 95});
                printf("\n");
            }
        };
        print("longer", one);
        print("other", other);
        print("again", again);
        before = longer;
    }
}
