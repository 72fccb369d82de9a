// How long loads of a lone warp take while SMs change one line as fast as they can. A line of one chain of loads lies in
// the slice of the changed line, or anywhere on the near side, or on the other; which those are tells how long atomics
// take.
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o hot hot.cu && ./hot
//
// `hot.txt` is what an H200 answered. A line is what is done to the changed line, in so many sectors, to so many words of
// each, on which side of the loading SM; who does it; and the cycles of a load in its slice, near and far, the loop's
// overhead with them. `own` is the loading SM, `g2` to `g14` so many others of its GPC but not of its TPC, `others` all
// SMs of other GPCs, `all_but` all other SMs.
#include "../gpcs.cuh"
#include "../sides.cuh"

const int LOADS = 300, WARM = 50;

struct Change { const char *name; Kind kind; int sectors, words; };

// Changes a line until it is told to stop.
__device__ void heat(u32 *line, Change change, volatile u32 *stop)
{
    int lane = threadIdx.x % 32;
    if (lane >= change.sectors * change.words) return;
    u32 *word = line + lane / change.words * 8 + lane % change.words, old = 0;
    while (!*stop)
        for (int i = 0; i < 16; i++)
            switch (change.kind) {
            case RED: touch<RED>(word, i); break;
            case ATOM: old += touch<ATOM>(word, i); break;
            case CAS: old += touch<CAS>(word, i); break;
            default: touch<STORE>(word, i);
            }
    if (old == 0xfffffff0) *word = 0;
}

// Loads so many lines one after the other: lines 1 and 2 of the changed line's page, of which the first lies in its
// slice, or, if pages are listed, any of theirs. Returns zero.
__device__ u32 chain(int loads, const u32 *page, const u32 *pages, const u32 *list, u32 listed, u32 zero)
{
    u32 value = 0, seed = 777;
    for (int i = 0; i < loads; i++) {
        seed = seed * 1664525 + 1013904223;
        const u32 *at = page + (1 + (i & 1)) * 32;
        if (listed) at = pages + list[(seed >> 8) % listed] * PAGE_WORDS + (seed >> 27) * 32;
        value = load(at + value) & zero;
    }
    return value;
}

__global__ void __launch_bounds__(1024) hot(Mask who, int prober, Change change, u32 *page, const u32 *pages, const u32 *list, u32 listed, u32 zero, u32 *met, volatile u32 *stop, float *cycles)
{
    u32 sm = this_sm();
    extern __shared__ u32 mine[];
    for (u32 i = threadIdx.x; i < listed; i += blockDim.x) mine[i] = list[i];
    meet(met);
    if (sm == prober && threadIdx.x < 32) {
        for (long long begin = clock64(); clock64() - begin < 30000;) {}
        if (threadIdx.x == 0) {
            u32 value = chain(WARM, page, pages, mine, listed, zero);
            long long begin = clock64() + value;
            value = chain(LOADS, page, pages, mine, listed, zero);
            *cycles = (float)(clock64() + value - begin) / LOADS;
            *stop = 1;
        }
    } else if (is_in(who, sm)) {
        heat(page, change, stop);
    }
}

static u32 *pages, *met, *stop, *list;
static float *cycles;

// The median of three launches.
static float run(const SMs &sms, int prober, Change change, u32 page, const std::vector<u32> &listed)
{
    std::vector<float> all(3);
    for (float &one : all) {
        check(cudaMemset(met, 0, 4));
        check(cudaMemset(stop, 0, 4));
        check(cudaMemcpy(list, listed.data(), 4 * listed.size(), cudaMemcpyHostToDevice));
        hot<<<all_sms, 1024, SHARED>>>(mask_of(sms), prober, change, pages + page * PAGE_WORDS, pages, list, listed.size(), 0, met, stop, cycles);
        check(cudaGetLastError());
        check(cudaMemcpy(&one, cycles, 4, cudaMemcpyDeviceToHost));
    }
    std::sort(all.begin(), all.end());
    return all[1];
}

int main()
{
    check(cudaDeviceGetAttribute(&all_sms, cudaDevAttrMultiProcessorCount, 0));
    check(cudaFuncSetAttribute(hot, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    check(cudaFuncSetAttribute(latencies, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    pages = zeros(PAGES * PAGE_WORDS * 4);
    met = zeros(4);
    stop = zeros(4);
    list = zeros(4 * PAGES);
    cycles = (float *)zeros(4);
    SMs gpc;
    for (const SMs &one : gpcs())
        if (one.size() == 16 && gpc.empty()) gpc = one;
    if (gpc.empty()) {
        fprintf(stderr, "no GPC has 16 SMs\n");
        return 1;
    }
    int prober = gpc[0];
    u32 *of_pages = zeros(4 * PAGES);
    latencies<<<all_sms, 1, SHARED>>>(pages, 1, prober, met, of_pages);
    check(cudaGetLastError());
    std::vector<u32> took(PAGES), sides[2];
    check(cudaMemcpy(took.data(), of_pages, 4 * PAGES, cudaMemcpyDeviceToHost));
    u32 middle = (*std::min_element(took.begin(), took.end()) + *std::max_element(took.begin(), took.end())) / 2;
    for (u32 page = 0; page < PAGES; page++) sides[took[page] >= middle].push_back(page);
    u32 changed[2];
    for (int side = 0; side < 2; side++) {
        changed[side] = sides[side].back();
        sides[side].pop_back();
    }
    SMs others, all_but, all;
    for (int sm = 0; sm < all_sms; sm++) {
        all.push_back(sm);
        if (sm != prober) all_but.push_back(sm);
        if (std::find(gpc.begin(), gpc.end(), sm) == gpc.end()) others.push_back(sm);
    }
    auto some = [&](int sms) { return SMs(gpc.begin() + 2, gpc.begin() + 2 + sms); };
    struct { const char *name; SMs sms; } groups[] = {{"none", {}}, {"own", {prober}}, {"g2", some(2)}, {"g4", some(4)}, {"g8", some(8)}, {"g14", some(14)}, {"others", others}, {"all_but", all_but}, {"all", all}};
    Change changes[] = {{"red", RED, 1, 1}, {"red", RED, 1, 8}, {"red", RED, 2, 8}, {"red", RED, 4, 1}, {"red", RED, 4, 8}, {"atom", ATOM, 1, 1}, {"atom", ATOM, 4, 8}, {"cas", CAS, 1, 1}, {"cas", CAS, 1, 8}, {"cas", CAS, 4, 8}, {"store", STORE, 1, 1}, {"store", STORE, 1, 8}, {"store", STORE, 4, 1}};
    for (Change change : changes)
        for (int side = 0; side < 2; side++)
            for (const auto &group : groups) {
                printf("%s %d %d %s %s", change.name, change.sectors, change.words, side ? "far" : "near", group.name);
                for (const std::vector<u32> &where : {std::vector<u32>(), sides[0], sides[1]})
                    printf(" %.0f", run(group.sms, prober, change, changed[side], where));
                printf("\n");
            }
}
