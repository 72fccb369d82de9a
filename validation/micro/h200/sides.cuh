// What the programs share that tell lines of the L2's sides apart, on every SM one block: which pages of 4 KB and which
// SMs lie together shows in how long atomics take.
#include "sms.cuh"
#include <algorithm>

const int PAGES = 4096, PAGE_WORDS = 1024, SHARED = 200 << 10;

enum Kind { RED, RED64, ATOM, CAS, LOAD, STORE };
static const char *names[] = {"red", "red64", "atom", "cas", "load", "store"};

// Waits until all blocks have come: none leaves before, so that each has an SM of its own.
__device__ void meet(u32 *met)
{
    if (threadIdx.x == 0) {
        atomicAdd(met, 1);
        while (*(volatile u32 *)met < gridDim.x) {}
    }
    __syncthreads();
}

// The least time that eight atomics on one word take, one after the other: the first of some pages, from every SM or one.
__global__ void latencies(u32 *pages, int step, int only, u32 *met, u32 *cycles)
{
    u32 sm = this_sm();
    meet(met);
    if (only >= 0 && sm != only) return;
    for (int page = 0; page < PAGES; page += step) {
        u32 *word = pages + page * PAGE_WORDS, least = ~0u, value = 0;
        for (int times = 0; times < 3; times++) {
            u32 begin = clock();
#pragma unroll
            for (int i = 0; i < 8; i++) value = atomicAdd(word + value, 0);
            least = min(least, (u32)clock() - begin);
        }
        cycles[only >= 0 ? page : sm] = least + value;
    }
}

template <Kind KIND> __device__ u32 touch(u32 *word, u32 value)
{
    u32 old = 0;
    switch (KIND) {
    case RED: asm volatile("red.global.add.u32 [%0], %1;" ::"l"(word), "r"(1) : "memory"); break;
    case RED64: asm volatile("red.global.add.u64 [%0], %1;" ::"l"(word), "l"(1ull) : "memory"); break;
    case ATOM: asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(word), "r"(1) : "memory"); break;
    case CAS: asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(word), "r"(value), "r"(1) : "memory"); break;
    case LOAD: old = load(word); break;
    case STORE: asm volatile("st.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory"); break;
    }
    return old;
}

struct Sides {
    u32 *pages, *lists, *met, *out;
    unsigned char *of_sms;
    long long *cycles;
};

// Which pages and SMs lie on one side: the nearer half of either.
static Sides find_sides()
{
    check(cudaDeviceGetAttribute(&all_sms, cudaDevAttrMultiProcessorCount, 0));
    check(cudaFuncSetAttribute(latencies, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    Sides sides;
    sides.pages = zeros(PAGES * PAGE_WORDS * 4);
    sides.met = zeros(4);
    sides.out = zeros(4);
    sides.cycles = (long long *)zeros(8 * all_sms);
    u32 *cycles = zeros(4 * PAGES);
    std::vector<u32> of_pages(PAGES), of_sms(all_sms);
    latencies<<<all_sms, 1, SHARED>>>(sides.pages, 1, 0, sides.met, cycles);
    check(cudaGetLastError());
    check(cudaMemcpy(of_pages.data(), cycles, 4 * PAGES, cudaMemcpyDeviceToHost));
    check(cudaMemset(sides.met, 0, 4));
    latencies<<<all_sms, 1, SHARED>>>(sides.pages, PAGES, -1, sides.met, cycles);
    check(cudaMemcpy(of_sms.data(), cycles, 4 * all_sms, cudaMemcpyDeviceToHost));
    auto middle = [](const std::vector<u32> &all) { return (*std::min_element(all.begin(), all.end()) + *std::max_element(all.begin(), all.end())) / 2; };
    u32 page_middle = middle(of_pages), sm_middle = middle(of_sms);
    bool first_is_near = of_pages[0] < page_middle;
    std::vector<unsigned char> side(all_sms);
    for (int sm = 0; sm < all_sms; sm++) side[sm] = (of_sms[sm] < sm_middle) != first_is_near;
    // Lists of pages by the SM's side: near, far, both.
    std::vector<u32> lists(6 * PAGES);
    for (int of = 0; of < 2; of++) {
        u32 near = 0, far = 0;
        for (int page = 0; page < PAGES; page++) {
            bool is_near = (of_pages[page] < page_middle) == (of == 0);
            if (is_near) lists[of * PAGES + near++] = page;
            else lists[(2 + of) * PAGES + far++] = page;
            lists[(4 + of) * PAGES + page] = page;
        }
        if (near != PAGES / 2) fprintf(stderr, "%u pages of %d are near\n", near, PAGES);
    }
    sides.lists = zeros(4 * lists.size());
    check(cudaMemcpy(sides.lists, lists.data(), 4 * lists.size(), cudaMemcpyHostToDevice));
    sides.of_sms = (unsigned char *)zeros(all_sms);
    check(cudaMemcpy(sides.of_sms, side.data(), all_sms, cudaMemcpyHostToDevice));
    return sides;
}
