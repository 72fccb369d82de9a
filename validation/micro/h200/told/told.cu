// What an atomic on a line takes of which the other side of the L2 has something, and what a load takes there afterwards.
// Block 0 finds lines whose homes are on its side, and a block of the other side, by how long atomics take there. The two
// then take turns, line by line: the far one loads or stores a word (`before`), the near one times its own load or atomic
// (the kernel), the far one times a load.
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o told told.cu && ./told
//
// `told.txt` is what an H200 answered: the medians over 40 lines of what the near and the far block have timed.
// `told.py` writes `cases.json`: the same machine code for the simulator.
#include "../loads.cuh"

static const int LINES = 40;
// Words from one line to the next: each has a page of its own, of one side or the other.
static const size_t APART = 16384;
// Between what an atomic takes on lines of the near side and of the far one: it goes to the line's home, whoever has copies.
static const u32 BETWEEN = 400;
enum { FAR_BLOCK = 1024, FOUND, TURN, DONE, AFTER, FIRST_LINE = 1100 };
enum { NOTHING, LOADED, STORED, LOADED_NEXT, STORED_NEXT };

static __device__ __forceinline__ u32 swap(u32 *p)
{
    u32 old;
    asm volatile("atom.global.gpu.cas.b32 %0, [%1], 7, 7;" : "=r"(old) : "l"(p) : "memory");
    return old;
}

static __device__ __forceinline__ u32 add(u32 *p)
{
    u32 old;
    asm volatile("atom.global.gpu.add.u32 %0, [%1], 0;" : "=r"(old) : "l"(p) : "memory");
    return old;
}

// Whether the home of a page is on the other side.
static __device__ bool is_far(u32 *page)
{
    u32 best = ~0u;
    for (int k = 0; k < 4; k++) {
        u32 from = now(), zero = await(add(page + 64));
        best = min(best, now() + zero - from);
    }
    return best > BETWEEN;
}

// The first page from `from` on whose home is near; its first line is brought to the L2.
static __device__ int next_near(u32 *memory, int from)
{
    while (is_far(memory + from * APART)) from++;
    return timed(memory + from * APART) ? from : -1;
}

static __device__ void wait_for(volatile u32 *word, u32 value)
{
    while (*word != value) pause(50);
}

// Of the blocks to which a page is far that is near to the first, the lowest.
static __device__ void seek(u32 *memory, volatile u32 *state)
{
    pause(blockIdx.x * 3000);
    if (is_far(memory + state[FIRST_LINE + LINES] * APART)) atomicCAS((u32 *)state + FAR_BLOCK, 0, blockIdx.x);
}

static __device__ void far_from_it(u32 *memory, volatile u32 *state, int before, u32 *times)
{
    for (int r = 0; r < LINES; r++) {
        u32 *line = memory + state[FIRST_LINE + r] * APART;
        u32 *word = line + (before == LOADED_NEXT || before == STORED_NEXT) * 8;
        wait_for(state + TURN, r);
        for (int k = 0; k < 2 && before; k++) {
            if (before == LOADED || before == LOADED_NEXT) pause(timed(word));
            else asm volatile("st.global.u32 [%0], 0;" :: "l"(word) : "memory");
            pause(3000);
        }
        state[DONE] = r + 1;
        wait_for(state + AFTER, r + 1);
        times[r] = timed(line);
        pause(3000);
        state[TURN] = r + 1;
    }
}

template <class Do> static __device__ __forceinline__ void told(u32 *out, u32 *memory, int before, Do change)
{
    __shared__ u32 times[LINES];
    volatile u32 *state = out;
    if (threadIdx.x) return;
    if (blockIdx.x == 0) {
        int at = 0;
        for (int r = 0; r <= LINES; r++) {
            at = next_near(memory, at);
            state[FIRST_LINE + r] = at++;
        }
        __threadfence();
        state[FOUND] = 1;
    }
    wait_for(state + FOUND, 1);
    if (blockIdx.x) seek(memory, state);
    pause(500000);
    u32 far = state[FAR_BLOCK];
    if (far == 0 || (blockIdx.x && blockIdx.x != far)) return;
    if (blockIdx.x) far_from_it(memory, state, before, times);
    else for (int r = 0; r < LINES; r++) {
        u32 *line = memory + state[FIRST_LINE + r] * APART;
        wait_for(state + DONE, r + 1);
        pause(3000);
        u32 from = now(), zero = await(change(line));
        times[r] = now() + zero - from;
        pause(3000);
        state[AFTER] = r + 1;
    }
    for (int r = 0; r < LINES; r++) out[(blockIdx.x ? LINES : 0) + r] = times[r];
}

extern "C" __global__ void told_load(u32 *out, u32 *memory, int before)
{
    told(out, memory, before, [](u32 *p) { return load(p); });
}

extern "C" __global__ void told_swap(u32 *out, u32 *memory, int before)
{
    told(out, memory, before, [](u32 *p) { return swap(p); });
}

extern "C" __global__ void told_add(u32 *out, u32 *memory, int before)
{
    told(out, memory, before, [](u32 *p) { return add(p); });
}

int main()
{
    u32 *memory = zeros((size_t)64 << 20), *out = zeros(8192);
    auto run = [&](const char *name, void (*kernel)(u32 *, u32 *, int)) {
        for (int before = NOTHING; before <= STORED_NEXT; before++)
            print(std::string(name) + "_" + std::to_string(before), [&] {
                check(cudaMemset(out, 0, 8192));
                kernel<<<132, 32>>>(out, memory, before);
                std::vector<u32> all = left(out, 2 * LINES);
                std::vector<double> medians;
                for (int side : {0, 1}) {
                    auto first = all.begin() + side * LINES;
                    std::sort(first, first + LINES);
                    medians.push_back(first[LINES / 2]);
                }
                return medians;
            });
    };
    run("told_load", told_load);
    run("told_swap", told_swap);
    run("told_add", told_add);
}
