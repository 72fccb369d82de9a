// What drops the copy that the other side of the L2 has of a line. One SM loads lines of both sides, some SM of its side
// or of the other then changes a word or all of the first sector of every fourth, and the first SM loads a sector of each:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o drops drops.cu && ./drops
//
// `drops.txt` is what an H200 answered. A line is where the lines are from the first SM, who changes them, how, and how many
// words; then the cycles of its loads in the mean: of each sector of lines that were changed, then of their neighbours.
#include "../sides.cuh"

const int SOME = 16;

// One SM touches some words of the first sector of every fourth line of the listed pages, or all words of all lines.
template <Kind KIND> __global__ void touch_lines(u32 *pages, const u32 *list, int only, int words, u32 *met, u32 *out)
{
    meet(met);
    if (this_sm() != only) return;
    int lane = threadIdx.x, step = words == 32 ? 1 : 4;
    u32 old = 0;
    if (lane < words)
        for (u32 i = 0; i < SOME * 32; i += step) old += touch<KIND>(pages + list[i / 32] * PAGE_WORDS + i % 32 * 32 + lane, 1);
    if (old == 12345) *out = old;
}

// The mean of an SM's loads of a sector of every fourth line, one after the other.
__global__ void time_loads(u32 *pages, const u32 *list, int only, int first, int sector, u32 zero, u32 *met, float *mean)
{
    meet(met);
    if (this_sm() != only) return;
    u32 value = 0, sum = 0;
    for (u32 i = first; i < SOME * 32; i += 4) {
        u32 *word = pages + list[i / 32] * PAGE_WORDS + i % 32 * 32 + sector * 8 + value, begin, end;
        asm volatile("mov.u32 %0, %%clock;" : "=r"(begin)::"memory");
        value = load(word) & zero;
        asm volatile("{ .reg .pred p; setp.eq.u32 p, %1, 1; @p trap; mov.u32 %0, %%clock; }" : "=r"(end) : "r"(value) : "memory");
        sum += end - begin;
    }
    *mean = (float)sum / (SOME * 8);
}

template <class Kernel, class... Args> void run(const Sides &sides, Kernel kernel, Args... args)
{
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    check(cudaMemset(sides.met, 0, 4));
    kernel<<<all_sms, 32, SHARED>>>(args...);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
}

// `by` changes, unless it is none.
template <Kind KIND> float mean(const Sides &sides, const u32 *list, int sm, int by, int words, int first, int sector)
{
    float *mean = (float *)sides.out, cycles;
    for (int times = 0; times < 2; times++) {
        run(sides, touch_lines<LOAD>, sides.pages, list, sm, 32, sides.met, sides.out);
        if (by >= 0) run(sides, touch_lines<KIND>, sides.pages, list, by, words, sides.met, sides.out);
        run(sides, time_loads, sides.pages, list, sm, first, sector, 0u, sides.met, mean);
    }
    check(cudaMemcpy(&cycles, mean, 4, cudaMemcpyDeviceToHost));
    return cycles;
}

template <Kind KIND> void print(const Sides &sides, bool far, int sm, const char *who, int by, int words)
{
    const u32 *list = sides.lists + (far ? 2 * PAGES : 0);
    printf("%s %s %s %d", far ? "far" : "near", who, by < 0 ? "nothing" : names[KIND], words);
    for (int sector = 0; sector < 4; sector++) printf(" %.0f", mean<KIND>(sides, list, sm, by, words, 0, sector));
    for (int first = 1; first < 4; first++) printf(" %.0f", mean<KIND>(sides, list, sm, by, words, first, 0));
    printf("\n");
}

int main()
{
    Sides sides = find_sides();
    std::vector<unsigned char> side(all_sms);
    check(cudaMemcpy(side.data(), sides.of_sms, all_sms, cudaMemcpyDeviceToHost));
    int of[2][2];
    for (int s = 0; s < 2; s++) {
        of[s][0] = std::find(side.begin(), side.end(), s) - side.begin();
        of[s][1] = std::find(side.begin() + of[s][0] + 1, side.end(), s) - side.begin();
    }
    int sm = of[0][0];
    for (bool far : {false, true}) {
        print<LOAD>(sides, far, sm, "nobody", -1, 0);
        for (int s = 0; s < 2; s++)
            for (int words : {1, 8}) {
                const char *who = s ? "other" : "own";
                print<RED>(sides, far, sm, who, of[s][1], words);
                print<ATOM>(sides, far, sm, who, of[s][1], words);
                print<STORE>(sides, far, sm, who, of[s][1], words);
            }
    }
}
