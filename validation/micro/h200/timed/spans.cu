// What further sectors of the same 256 bytes of DRAM, and of others, take at once: a lone warp loads a word of each of n sectors,
// 2^log of them in succession, then `apart` bytes from there, cold and again from the L2.
// Compile and run: nvcc -std=c++17 -arch=sm_90 -O2 -o spans spans.cu && ./spans
#include "../loads.cuh"

__global__ void spans(const u32 *memory, const size_t *lines, int turns, u32 n, u32 log, u32 apart, u32 *out)
{
    u32 lane = threadIdx.x, x = blockIdx.x * 2654435761u + 12345;
    for (int k = 0; k < turns; k++) {
        x = x * 1664525u + 1013904223u;
        size_t base = lines[blockIdx.x * turns + k] * 128;
        const u32 *p = memory + (base + (lane >> log) * apart + (lane & ((1u << log) - 1)) * 32) / 4;
        pause(600 + (x >> 22));
        u32 from = now(), a = 0;
        if (lane < n) a = load(p);
        u32 zero = await(a);
        u32 cold = now() + zero - from;
        pause(300);
        from = now(), a = 0;
        if (lane < n) a = load(p);
        zero = await(a);
        u32 warm = now() + zero - from;
        if (lane == 0) out[2 * (blockIdx.x * turns + k)] = cold, out[2 * (blockIdx.x * turns + k) + 1] = warm;
    }
}

int main()
{
    Pages pages(8192);
    int blocks = 8, turns = 1000;
    u32 *out = zeros(8 * blocks * turns);
    auto go = [&](u32 n, u32 log, u32 apart) {
        std::vector<u32> cold[2], warm[2], less[2];
        for (int r = 0; r < 6; r++) {
            forget_all();
            spans<<<blocks, 32>>>(pages.memory, pages.lines, turns, n, log, apart, out);
            std::vector<u32> t = left(out, 2 * blocks * turns);
            for (size_t i = 0; i < t.size(); i += 2) {
                if (t[i] < 450) continue;  // it was in the L2
                int slow = t[i + 1] > 330;
                cold[slow].push_back(t[i]), warm[slow].push_back(t[i + 1]), less[slow].push_back(t[i] - t[i + 1]);
            }
        }
        printf("n %2u log %u apart %6u:", n, log, apart);
        for (int slow = 0; slow < 2; slow++) {
            printf(" | %zu cold", cold[slow].size()), print_shares(cold[slow], {5, 10, 25, 50});
            printf(" warm"), print_shares(warm[slow], {10, 50});
            printf(" less"), print_shares(less[slow], {5, 10, 25, 50});
        }
        printf("\n");
    };
    for (int twice = 0; twice < 2; twice++)
        for (u32 n = 1; n <= 8; n++) go(n, 3, 256);
    for (u32 apart : {256u, 512u, 768u, 1024u, 2048u, 4096u, 65536u}) { go(4, 1, apart); go(8, 1, apart); go(16, 3, apart); go(24, 3, apart); go(32, 3, apart); }
}
