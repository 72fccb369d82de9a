// What the L2 takes of atomics, loads and stores of random lines, by the side on which the lines lie. A page lies on
// the side of an SM or on the other, which only its latency tells, so this is a program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o atomics atomics.cu && ./atomics
//
// `atomics.txt` is what an H200 answered. A line is what is done (of two kinds, by turns), in so many sectors of a line,
// so many of whose words, and how many such lines a cycle all SMs do where they are near, far, or both, and those of one
// side where they are far. A line `hot` is the cycles that each takes if all SMs are at one line, or at two of one slice
// in turn; then those of the SMs of one side, near and far.
#include "../sides.cuh"
#include <utility>

// Every block touches lines of the pages of its side's list, in so many sectors, so many words of each, in two ways by turns.
template <Kind KIND, Kind OTHER>
__global__ void __launch_bounds__(1024) random_lines(
    u32 *pages, const u32 *lists, u32 listed, const unsigned char *sides, int only, int turns, int sectors, int words, u32 *met, u32 *out, long long *cycles)
{
    u32 sm = this_sm(), side = sides[sm];
    meet(met);
    if (only >= 0 && side != only) return;
    extern __shared__ u32 list[];
    for (u32 i = threadIdx.x; i < listed; i += blockDim.x) list[i] = lists[side * PAGES + i];
    __syncthreads();
    int apart = KIND == RED64 ? 2 : 1;
    int lane = threadIdx.x % 32, lanes = sectors * words, line_of_warp = lane / lanes, of_line = lane % lanes;
    if (line_of_warp >= 32 / lanes) return;
    u32 word = of_line / words * 8 + of_line % words * apart, old = 0;
    u32 seed = ((blockIdx.x * 32 + threadIdx.x / 32) * 32 + line_of_warp) * 2654435761u + 12345;
    long long begin = clock64();
    for (int turn = 0; turn < turns; turn++)
#pragma unroll
        for (int k = 0; k < 4; k++) {
            seed = seed * 1664525 + 1013904223;
            u32 page = list[seed >> 8 & listed - 1], line = seed >> 27;
            u32 *at = pages + page * PAGE_WORDS + line * 32 + word;
            old += k % 2 ? touch<OTHER>(at, turn) : touch<KIND>(at, turn);
        }
    if (old == 12345) *out = old;
    __threadfence();
    asm volatile("bar.sync 1, 1024;" ::: "memory");
    if (threadIdx.x == 0) cycles[sm] = clock64() - begin;
}

// The same of one line of a page, and every other time of the line behind it if there is to be another.
template <Kind KIND>
__global__ void __launch_bounds__(1024) hot_lines(
    u32 *page, int another, const unsigned char *sides, int only, int turns, int sectors, int words, u32 *met, u32 *out, long long *cycles)
{
    u32 sm = this_sm();
    meet(met);
    if (only >= 0 && sides[sm] != only) return;
    int lane = threadIdx.x % 32;
    u32 old = 0, seed = (blockIdx.x * 32 + threadIdx.x / 32) * 2654435761u + 1;
    u32 *word = page + lane / words * 8 + lane % words;
    long long begin = clock64();
    if (lane < sectors * words)
        for (int turn = 0; turn < turns; turn++)
#pragma unroll
            for (int k = 0; k < 4; k++) {
                seed = seed * 1664525 + 1013904223;
                old += touch<KIND>(word + (another & seed >> 12) * 32, turn);
            }
    if (old == 12345) *out = old;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) cycles[sm] = clock64() - begin;
}

// Cycles of the SM that takes longest of those that a launch leaves, and how many there are.
template <class Launch> long long slowest(const Sides &sides, int turns, int *working, const Launch &launch)
{
    check(cudaMemset(sides.met, 0, 4));
    check(cudaMemset(sides.cycles, 0, 8 * all_sms));
    launch(turns);
    check(cudaGetLastError());
    std::vector<long long> taken(all_sms);
    check(cudaMemcpy(taken.data(), sides.cycles, 8 * all_sms, cudaMemcpyDeviceToHost));
    *working = all_sms - std::count(taken.begin(), taken.end(), 0);
    return *std::max_element(taken.begin(), taken.end());
}

// How many of what each SM does so often in a turn are done in a cycle: the median of five differences of two launches.
template <class Launch> double rate(const Sides &sides, int of_a_turn, const Launch &launch)
{
    const int few = 8, many = 40;
    std::vector<double> rates;
    for (int times = 0; times < 5; times++) {
        int working;
        long long less = slowest(sides, few, &working, launch), all = slowest(sides, many, &working, launch);
        rates.push_back((double)of_a_turn * working * (many - few) / (all - less));
    }
    std::sort(rates.begin(), rates.end());
    return rates[2];
}

template <Kind KIND, Kind OTHER> double random_rate(const Sides &sides, const u32 *lists, u32 listed, int only, int sectors, int words)
{
    check(cudaFuncSetAttribute(random_lines<KIND, OTHER>, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    return rate(sides, 32 / (sectors * words) * 32 * 4, [&](int turns) {
        random_lines<KIND, OTHER><<<all_sms, 1024, SHARED>>>(sides.pages, lists, listed, sides.of_sms, only, turns, sectors, words, sides.met, sides.out, sides.cycles);
    });
}

template <Kind KIND> double hot_cycles(const Sides &sides, u32 page, int another, int only, int sectors, int words)
{
    check(cudaFuncSetAttribute(hot_lines<KIND>, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    return 1 / rate(sides, 32 * 4, [&](int turns) {
        hot_lines<KIND><<<all_sms, 1024, SHARED>>>(sides.pages + page * PAGE_WORDS, another, sides.of_sms, only, turns, sectors, words, sides.met, sides.out, sides.cycles);
    });
}

template <Kind KIND> void print_hot(const Sides &sides, u32 near, u32 far)
{
    for (auto &shape : {std::pair<int, int>{1, 1}, {1, 4}, {1, 8}, {2, 1}, {2, 8}, {4, 1}, {4, 8}}) {
        int sectors = shape.first, words = shape.second;
        printf("hot %s %d %d", names[KIND], sectors, words);
        for (int another : {0, 1}) printf(" %.3f", hot_cycles<KIND>(sides, near, another, -1, sectors, words));
        for (u32 page : {near, far}) printf(" %.3f", hot_cycles<KIND>(sides, page, 0, 0, sectors, words));
        printf("\n");
    }
}

template <Kind KIND, Kind OTHER = KIND> void print(const Sides &sides, int sectors, int words)
{
    const u32 *near = sides.lists, *far = near + 2 * PAGES, *both = far + 2 * PAGES;
    printf("%s", names[KIND]);
    if (KIND != OTHER) printf("+%s", names[OTHER]);
    printf(" %d %d", sectors, words);
    printf(" %.1f", random_rate<KIND, OTHER>(sides, near, PAGES / 2, -1, sectors, words));
    printf(" %.1f", random_rate<KIND, OTHER>(sides, far, PAGES / 2, -1, sectors, words));
    printf(" %.1f", random_rate<KIND, OTHER>(sides, both, PAGES, -1, sectors, words));
    printf(" %.2f\n", random_rate<KIND, OTHER>(sides, far, PAGES / 2, 0, sectors, words));
}

template <Kind KIND, Kind OTHER = KIND> void print_all(const Sides &sides)
{
    const int shapes[][2] = {{1, 1}, {1, 2}, {1, 4}, {1, 7}, {1, 8}, {2, 1}, {2, 4}, {2, 8}, {4, 1}, {4, 4}, {4, 7}, {4, 8}};
    for (auto &shape : shapes) print<KIND, OTHER>(sides, shape[0], shape[1]);
}

int main()
{
    Sides sides = find_sides();
    print_all<RED>(sides);
    for (int sectors : {1, 2, 4}) print<RED64>(sides, sectors, 4);
    print_all<ATOM>(sides);
    print_all<CAS>(sides);
    print_all<STORE>(sides);
    print_all<LOAD>(sides);
    print_all<RED, LOAD>(sides);
    print_all<ATOM, LOAD>(sides);
    print_all<RED, STORE>(sides);
    print_all<LOAD, STORE>(sides);
    u32 near, far;
    check(cudaMemcpy(&near, sides.lists, 4, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&far, sides.lists + 2 * PAGES, 4, cudaMemcpyDeviceToHost));
    print_hot<RED>(sides, near, far);
    print_hot<ATOM>(sides, near, far);
    print_hot<CAS>(sides, near, far);
}
