// Launches blocks that take each other's places on their SMs: for each number of threads and of blocks that fit on an SM two
// waves and, at first, what the L2 holds is driven out. Prints the cycles from the last clock of a block that has ended to the
// first clock of one that has taken a place on its SM, the first that ended with the first that came, and so on; between the
// first clocks of the two blocks that an SM got first (0 where it got one); and between those of a block's first and last
// warps: medians over all SMs of five launches.
//
// nvcc -std=c++17 -O3 -o refilled refilled.cu -lcuda && ./refilled cubin/refilled.cubin
#include "../driver.cuh"
#include <algorithm>
#include <map>

struct Stay {
    int start, last_start, end;
};

static int median(std::vector<int> &of) {
    if (of.empty()) return 0;
    std::sort(of.begin(), of.end());
    return of[of.size() / 2];
}

// The blocks of each SM, in the order of their starts, from the first start on.
static std::map<unsigned, std::vector<Stay>> stays(const std::vector<unsigned> &read, int warps_of_block) {
    std::map<unsigned, std::vector<Stay>> of_sms;
    std::map<unsigned, unsigned> zero;
    for (size_t at = 0; at < read.size(); at += 4 * warps_of_block) {
        unsigned sm = read[at];
        zero.emplace(sm, read[at + 1]);
        Stay stay{1 << 30, -(1 << 30), -(1 << 30)};
        for (int w = 0; w < warps_of_block; w++) {
            int start = read[at + 4 * w + 1] - zero[sm], end = read[at + 4 * w + 2] - zero[sm];
            stay.start = std::min(stay.start, start), stay.last_start = std::max(stay.last_start, start), stay.end = std::max(stay.end, end);
        }
        of_sms[sm].push_back(stay);
    }
    for (auto &[sm, blocks] : of_sms) std::sort(blocks.begin(), blocks.end(), [](auto &a, auto &b) { return a.start < b.start; });
    return of_sms;
}

int main(int, char **names) {
    Loaded loaded(names[1], 4 << 20);
    CUfunction kernel = loaded.kernel("refilled");
    check(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 220000), "shared memory");
    CUdeviceptr other;
    check(cuMemAlloc(&other, 256 << 20), "memory");
    for (int slots : {1, 2, 4, 8})
        for (int threads : {32, 64, 96, 128, 192, 256, 320, 384, 448, 512, 640, 768, 896, 1024}) {
            if (slots * threads > 2048) continue;
            int blocks = 2 * 132 * slots, shared = 200000 / slots - 1024, time = 1500;
            std::vector<int> gaps, between, within;
            for (int launch = 0; launch < 5; launch++) {
                std::vector<unsigned> read(4 * blocks * threads / 32);
                void *args[] = {&loaded.out, &time};
                check(cuMemsetD32(other, launch, 64 << 20), "set");
                check(cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, shared, 0, args, 0), "launch");
                check(cuCtxSynchronize(), "run");
                loaded.read(read);
                for (auto &[sm, of_sm] : stays(read, threads / 32)) {
                    std::vector<int> ends;
                    for (auto &stay : of_sm) ends.push_back(stay.end), within.push_back(stay.last_start - stay.start);
                    std::sort(ends.begin(), ends.end());
                    for (size_t i = slots; i < of_sm.size(); i++) gaps.push_back(of_sm[i].start - ends[i - slots]);
                    if (slots > 1 && of_sm.size() > 1) between.push_back(of_sm[1].start - of_sm[0].start);
                }
            }
            printf("refilled_%d_%d %d %d %d\n", threads, slots, median(gaps), median(between), median(within));
        }
}
