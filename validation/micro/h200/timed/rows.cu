// How long a row of DRAM stays open. A thread loads the first word of a random page and, `gap` cycles later, without
// waiting, the word `words` further. A program of its own: rows.txt is what it printed, for rounds whose page lies near
// and far, the cycles of the second load: the 10th, 25th, 50th, 75th and 90th of a hundred rounds, and the mean.
#include "../loads.cuh"

static const int ROUNDS = 800;

__global__ void probe(const u32 *memory, const size_t *lines, u32 *out, u32 gap, int words)
{
    u32 sum = 0;
    for (int r = 0; r < ROUNDS; r++) {
        const u32 *p = memory + lines[r] * 32;
        pause(3000);
        u32 from = now(), first = load(p);
        while (now() - from < gap) {}
        u32 again = now(), second = load(p + words), zero = await(second);
        out[r] = now() + zero - again;
        sum += first + second;
    }
    if (sum == 0x7654321) out[0] = sum;
}

int main()
{
    Pages pages(ROUNDS);
    u32 *out = zeros(4 * ROUNDS);
    auto run = [&](u32 gap, int words) {
        forget_all();
        probe<<<1, 1>>>(pages.memory, pages.lines, out, gap, words);
        return left(out, ROUNDS);
    };
    run(1500, 16);
    std::vector<u32> once = run(1500, 16), twice = run(1500, 16);
    for (int words : {16, 32, 64, 128, 256})
        for (u32 gap : {0, 10, 20, 30, 40, 60, 80, 100, 120, 140, 160, 180, 200, 240, 280, 320, 360, 400, 450, 500, 600}) {
            std::vector<u32> cycles = run(gap, words), of[2];
            for (int r = 4; r < ROUNDS; r++) {
                int half = half_of(once[r], twice[r]);
                if (half >= 0) of[half].push_back(cycles[r]);
            }
            printf("words %d gap %u:", words, gap);
            for (int far : {0, 1}) {
                double sum = 0;
                for (u32 c : of[far]) sum += c;
                printf(far ? "  far:" : "  near:");
                print_shares(of[far], {10, 25, 50, 75, 90});
                printf(" (%.0f)", sum / of[far].size());
            }
            printf("\n");
        }
}
