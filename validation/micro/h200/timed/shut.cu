// How long a slice of the L2 is shut by a change to a line that a load waits for. Warp 0 loads a word that the L2 does
// not hold and changes the next one (mode 1 stores, 2 adds, 0 neither); `delay` cycles later warp 3 loads line 5 of the
// same kilobyte, which lies in the same slice and in the L2. A program of its own: shut.txt is what it printed, for
// rounds whose line lies near ("near": the load alone takes less than 610 cycles) and others ("far"), the cycles of
// warp 0 until its load is there and of warp 3: the 10th, 25th, 50th and 75th of a hundred rounds. The lines with
// "pair" are from an earlier form of main, which printed the 10th, 50th, 90th and 98th, and warp 0 until all are there.
// On that chip near lines took up to 690 cycles: most of those that shut.txt calls far are near.
#include "../loads.cuh"

static const int ROUNDS = 500;

__device__ __forceinline__ void change(u32 *p, int mode, u32 value)
{
    if (mode == 1) asm volatile("st.global.u32 [%0],%1;" ::"l"(p), "r"(value) : "memory");
    if (mode == 2) asm volatile("red.global.add.u32 [%0],%1;" ::"l"(p), "r"(value) : "memory");
}

__global__ void probe(u32 *memory, const size_t *lines, u32 *out, int mode, u32 delay)
{
    int warp = threadIdx.x / 32;
    u32 sum = 0;
    if (threadIdx.x % 32) return;
    for (int r = 0; r < ROUNDS; r++) {
        u32 *p = memory + lines[r] * 32, *beside = p + 5 * 32;
        if (warp == 3)
            for (int i = 0; i < 2; i++) sum += await(load(beside));
        asm volatile("bar.sync 0,128;" ::: "memory");
        pause(2500);
        asm volatile("bar.sync 0,128;" ::: "memory");
        u32 from = now();
        if (warp == 3) {
            while (now() - from < delay) {}
            u32 begin = now(), zero = await(load(beside));
            out[2 * r + 1] = now() + zero - begin;
        } else if (warp == 0) {
            u32 value = load(p);
            change(p + 1, mode, r);
            u32 zero = await(value);
            out[2 * r] = now() + zero - from;
        }
    }
    if (sum == 0x7654321) out[0] = sum;
}

int main()
{
    Pages pages(ROUNDS);
    u32 *out = zeros(8 * ROUNDS);
    auto run = [&](int mode, u32 delay) {
        forget_all();
        probe<<<1, 128>>>(pages.memory, pages.lines, out, mode, delay);
        return left(out, 2 * ROUNDS);
    };
    run(0, 60);
    std::vector<u32> once = run(0, 60), twice = run(0, 60);
    for (int mode : {0, 1, 2})
        for (u32 delay : {60, 120, 180, 240, 300, 360}) {
            std::vector<u32> cycles = run(mode, delay), of[4];
            for (int r = 4; r < ROUNDS; r++) {
                int half = half_of(once[2 * r], twice[2 * r]);
                if (half >= 0 && cycles[2 * r] < 900)
                    for (int k : {0, 1}) of[2 * half + k].push_back(cycles[2 * r + k]);
            }
            printf("one n 1 mode %d delay %u Y line 5:", mode, delay);
            for (int k = 0; k < 4; k++) {
                if (k % 2 == 0) printf(k ? "  far:" : "  near:");
                print_shares(of[k], {10, 25, 50, 75});
            }
            printf("\n");
        }
}
