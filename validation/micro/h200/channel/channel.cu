// Loads of lines of one bank of DRAM, at once, and of a line of another bank of the same slice of the L2 behind them: when it
// comes, by how many more are asked for behind it, and by how many there are. Which lines those are shows in how long loads of
// them wait for each other. Compile and run: nvcc -std=c++17 -arch=sm_90 -O2 -o channel channel.cu && ./channel; channel.txt is
// what it printed: of a hundred rounds the 5th, 25th and 50th, in cycles. Rounds that a refresh holds take up to 560 more.
#include "../loads.cuh"

const u32 LINES = 1 << 24, SMS = 132, NOTHING = ~0u, NOBODY = ~1u, ROUNDS = 120, SHARED = 200 << 10;
// Warps that load one bank's lines, then the one that is timed, then the one behind it.
const u32 JAMMING = 5, TIMED = 5, BEHIND = 6;
// Of lines that are asked for before, how much later they come at least.
const u32 LATE = 30;
// How far behind others an SM's own line is asked for, in cycles.
const u32 GAP = 20;

// The L2 holds the line no longer.
__device__ __forceinline__ void drop(const u32 *p) { asm volatile("discard.global.L2 [%0], 128;" ::"l"(p) : "memory"); }

// On each SM one warp loads lines, of a list or any, and the other the SM's own line just behind: what that takes. Each waits for
// the clock before, `back` and `gap` cycles: whoever does not would be the first by as much as reading it takes.
__global__ void conflicts(u32 *out, const u32 *a, const u32 *own, const u32 *list, u32 rounds, u32 gap, u32 first, u32 back)
{
    const u32 *mine = a + (size_t)own[blockIdx.x] * 32;
    for (u32 r = 0; r < rounds; r++) {
        u32 at = blockIdx.x * rounds + r, took = 0;
        u32 line = list ? list[at] : mix(first + at) & (LINES - 1);
        if (line == NOTHING) break;
        const u32 *p = a + (size_t)line * 32;
        __syncthreads();
        if (threadIdx.x / 32 == 1) { pause(back); if (line < LINES) took = await(load(p)); }
        else { pause(gap); took = timed(mine); }
        __syncthreads();
        if (threadIdx.x == 0) {
            drop(mine);
            if (list && line < LINES) drop(p);
            out[at] = took;
        }
        pause(500 + (mix(r) & 255));
    }
}

// The chosen block loads `n` lines of one bank at once, then another line, then `m` more of others: what that other takes.
// `hit`: the L2 holds it.
__global__ void behind(u32 *out, u32 *whole, const u32 *a, const u32 *bank, u32 n, const u32 *others, u32 count, u32 gap, u32 m, bool hit, u32 chosen)
{
    if (blockIdx.x != chosen) return;
    u32 lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    const u32 *p = a + (size_t)bank[threadIdx.x % n] * 32;
    for (u32 r = 0; r < ROUNDS; r++) {
        const u32 *q = a + (size_t)others[r * 37 % count] * 32, *o = a + (size_t)others[(r * 37 + 1 + lane) % count] * 32;
        bool jams = warp < JAMMING && threadIdx.x < n, more = warp == BEHIND && lane < m;
        u32 zero = hit && warp == TIMED ? await(load(q)) : 0;
        pause(600);
        __syncthreads();
        u32 from = now(), took = 0;
        if (warp == TIMED) { pause(gap); took = timed(q); }
        if (more) { pause(gap + 100); zero += await(load(o)); }
        if (jams) zero += await(load(p));
        zero = __any_sync(~0u, zero);
        u32 all = now() - from + zero;
        __syncthreads();
        if (lane == 0 && warp < JAMMING) whole[r * JAMMING + warp] = warp * 32 < n ? all : 0;
        if (lane == 0 && warp == TIMED) { out[r] = took; drop(q); }
        if (jams) drop(p);
        if (more) drop(o);
        pause(1200 + (mix(r) & 1023));
    }
}

static u32 median(std::vector<u32> v)
{
    std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
    return v[v.size() / 2];
}

static u32 *copied(const std::vector<u32> &v)
{
    u32 *p = zeros(4 * v.size() + 4);
    check(cudaMemcpy(p, v.data(), 4 * v.size(), cudaMemcpyHostToDevice));
    return p;
}

typedef std::vector<std::vector<u32>> Lists;

struct Lab {
    u32 *a = zeros((size_t)LINES * 128), *out = zeros((size_t)SMS * 4 << 19), *whole = zeros(1 << 20), *own;
    std::vector<u32> lines;

    Lab()
    {
        check(cudaFuncSetAttribute(conflicts, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
        check(cudaFuncSetAttribute(behind, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
        for (u32 sm = 0; sm < SMS; sm++) lines.push_back(sm * 2654435761u + 12345 & LINES - 1);
        own = copied(lines);
    }

    // Lines that keep each SM's own waiting: of half a million those that do whenever they are tried.
    Lists of_one_bank()
    {
        const u32 rounds = 1 << 19, first = 1234567;
        conflicts<<<SMS, 64, SHARED>>>(out, a, own, nullptr, rounds, GAP, first, 0);
        std::vector<u32> took = left(out, (size_t)SMS * rounds);
        Lists late(SMS);
        for (u32 sm = 0; sm < SMS; sm++) {
            auto from = took.begin() + (size_t)sm * rounds;
            u32 usual = median({from, from + rounds});
            for (u32 r = 0; r < rounds; r++)
                if (from[r] > usual + LATE) late[sm].push_back(mix(first + sm * rounds + r) & (LINES - 1));
        }
        for (int times = 0; times < 12; times++) keep_late(late);
        return late;
    }

    // Tries each once more; in every second round nobody comes between.
    void keep_late(Lists &lists)
    {
        size_t most = 16;
        for (auto &list : lists) most = std::max(most, list.size());
        std::vector<u32> tried(SMS * 2 * most, NOTHING);
        for (u32 sm = 0; sm < SMS; sm++)
            for (size_t i = 0; i < std::max<size_t>(16, lists[sm].size()); i++) {
                tried[2 * (sm * most + i)] = i < lists[sm].size() ? lists[sm][i] : NOBODY;
                tried[2 * (sm * most + i) + 1] = NOBODY;
            }
        u32 *list = copied(tried);
        forget_all();
        conflicts<<<SMS, 64, SHARED>>>(out, a, own, list, 2 * most, GAP, 0, 0);
        std::vector<u32> took = left(out, tried.size());
        check(cudaFree(list));
        for (u32 sm = 0; sm < SMS; sm++) {
            std::vector<u32> alone, kept;
            for (size_t i = 0; i < std::max<size_t>(16, lists[sm].size()); i++) alone.push_back(took[2 * (sm * most + i) + 1]);
            u32 usual = median(alone);
            for (size_t i = 0; i < lists[sm].size(); i++)
                if (took[2 * (sm * most + i)] > usual + LATE) kept.push_back(lists[sm][i]);
            lists[sm] = kept;
        }
    }

    // What a line behind `n` of a bank takes, and these.
    std::vector<u32> run(const u32 *bank, u32 n, const u32 *others, u32 count, u32 gap, u32 m, bool hit, u32 chosen, std::vector<u32> *all)
    {
        forget_all();
        behind<<<SMS, 32 * (BEHIND + 1), SHARED>>>(out, whole, a, bank, n, others, count, gap, m, hit, chosen);
        std::vector<u32> took = left(out, ROUNDS), by_warp = left(whole, ROUNDS * JAMMING);
        if (all)
            for (u32 r = 0; r < ROUNDS; r++) all->push_back(*std::max_element(&by_warp[r * JAMMING], &by_warp[r * JAMMING] + JAMMING));
        return took;
    }
};

int main()
{
    setvbuf(stdout, nullptr, _IOLBF, 0);
    Lab lab;
    Lists lists = lab.of_one_bank();
    std::vector<u32> sizes;
    for (auto &list : lists) if (list.size() > 100) sizes.push_back(list.size());
    printf("lines_of_a_bank_of_%u %u\n", 1 << 19, median(sizes));
    u32 best = 0;
    for (u32 sm = 0; sm < SMS; sm++) if (lists[sm].size() > lists[best].size()) best = sm;
    std::vector<u32> bank = lists[best];
    u32 *set = copied(bank);
    // An SM on the lines' side, and one on the other.
    std::vector<u32> least;
    for (u32 sm = 0; sm < SMS; sm++) {
        std::vector<u32> took = lab.run(set + 1, 1, set + 8, 64, 1500, 0, false, sm, nullptr);
        std::sort(took.begin(), took.end());
        least.push_back(took[ROUNDS / 4]);
    }
    u32 chosen[] = {u32(std::min_element(least.begin(), least.end()) - least.begin()), u32(std::max_element(least.begin(), least.end()) - least.begin())};
    // Lines of other banks of the slice: they come with the last of 48 whenever they are tried.
    std::vector<u32> others;
    for (u32 i = 0; i < 400; i++) {
        std::vector<u32> some;
        for (u32 k = 0; k < ROUNDS; k++) some.push_back(mix(99 + i * ROUNDS + k) & (LINES - 1));
        u32 *list = copied(some);
        std::vector<u32> took = lab.run(set, 48, list, ROUNDS, 500, 0, false, chosen[0], nullptr);
        for (int times = 0; times < 3; times++) {
            std::vector<u32> more = lab.run(set, 48, list, ROUNDS, 500, 0, false, chosen[0], nullptr);
            for (u32 r = 0; r < ROUNDS; r++) took[r] = std::min(took[r], more[r]);
        }
        for (u32 r = 0; r < ROUNDS; r++)
            if (took[r] > 2000 && std::find(bank.begin(), bank.end(), some[r * 37 % ROUNDS]) == bank.end()) others.push_back(some[r * 37 % ROUNDS]);
        check(cudaFree(list));
    }
    printf("lines_of_a_slice_of_%u %zu\n", 400 * ROUNDS, others.size());
    u32 *set_of_others = copied(others), count = others.size();
    auto show = [&](const std::string &name, u32 n, u32 gap, u32 m, bool hit, u32 sm, bool whole) {
        std::vector<u32> all, took = lab.run(set, n, set_of_others, count, gap, m, hit, sm, &all);
        printf("%s", name.c_str());
        for (int share : {5, 25, 50}) print_shares(whole ? all : took, {share});
        printf("\n");
    };
    const char *sides[] = {"near", "far"};
    for (u32 n : {1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128}) show("bank_" + std::to_string(n), n, 100, 0, true, chosen[0], true);
    for (int far : {0, 1})
        for (u32 m : {0, 1, 2, 3, 4, 8}) show(std::string("pushed_") + sides[far] + "_" + std::to_string(m), 32, 500, m, false, chosen[far], false);
    for (int far : {0, 1})
        for (bool hit : {false, true})
            for (u32 n : {1, 48, 64, 72, 76, 80, 84, 96, 112, 120, 128, 136, 144, 160})
                show(std::string(hit ? "hit_" : "miss_") + sides[far] + "_" + std::to_string(n), n, 500, 16, hit, chosen[far], false);
}
