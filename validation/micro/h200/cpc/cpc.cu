// What SMs lose by each other when they store: chosen SMs store to lines of their own that the L2 holds, as fast as
// they can, while all others are idle. `sim measure` chooses no SM, so this is a program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o cpc cpc.cu && ./cpc
//
// `cpc.txt` is what an H200 answered. A line `stops G T` is how much faster each SM of group G of a cluster becomes
// when TPC T does not store (`SM=times`): those of its CPC do. The other lines are what is stored, how many SMs of the
// first CPC found store, and bytes a cycle of the slowest, of all in the mean, and of the fastest. `half B S`
// stands for whole lines of which bit B is S.
#include "../gpcs.cuh"
#include <algorithm>
#include <string>

const int LINES = 1024, BYTES = 128 * LINES, SHARED = 200 << 10;

// All wait until so many have come.
__device__ void meet(u32 *count, u32 all)
{
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (*(volatile u32 *)count < all) {}
    }
    __syncthreads();
}

// One word of every `EVERY`, of lines whose bit is set or clear, or of all; or words are added to.
template <int EVERY, bool ADDS>
__global__ void __launch_bounds__(1024) store(Mask who, u32 sms, u32 *out, int turns, int bit, int set, u32 *counts, long long *cycles)
{
    // No block leaves before all have come, so that each has an SM of its own.
    meet(counts, gridDim.x);
    u32 sm = this_sm();
    if (!is_in(who, sm)) return;
    u32 *mine = out + (size_t)sm * (BYTES / 4);
    u32 words = bit < 0 ? BYTES / 4 : BYTES / 8;
    meet(counts + 1, sms);
    long long begin = clock64();
    for (int t = 0; t < turns; t++)
        for (u32 i = threadIdx.x * EVERY; i < words; i += 4 * EVERY * blockDim.x) {
#pragma unroll
            for (int k = 0; k < 4; k++) {
                u32 word = i + k * EVERY * blockDim.x, line = word / 32;
                if (bit >= 0) line = (line >> bit << (bit + 1)) | set << bit | (line & ((1 << bit) - 1));
                u32 *place = mine + line * 32 + word % 32;
                if (ADDS) atomicAdd(place, 1);
                else *place = t;
            }
        }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) cycles[sm] = clock64() - begin;
}

static u32 *out, *counts;
static long long *cycles;

// Cycles of each chosen SM.
template <int EVERY, bool ADDS> std::vector<long long> run(const SMs &sms, int turns, int bit, int set)
{
    check(cudaMemset(counts, 0, 8));
    check(cudaFuncSetAttribute(store<EVERY, ADDS>, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    store<EVERY, ADDS><<<all_sms, 1024, SHARED>>>(mask_of(sms), sms.size(), out, turns, bit, set, counts, cycles);
    check(cudaDeviceSynchronize());
    std::vector<long long> taken(all_sms), chosen;
    check(cudaMemcpy(taken.data(), cycles, 8 * all_sms, cudaMemcpyDeviceToHost));
    for (int sm : sms) chosen.push_back(taken[sm]);
    return chosen;
}

// Bytes a cycle of each chosen SM, sectors counted whole: the medians of five launches.
template <int EVERY = 1, bool ADDS = false> std::vector<double> rates(const SMs &sms, int bit = -1, int set = 0)
{
    const int few = 4, many = 20;
    std::vector<std::vector<double>> each(sms.size());
    for (int times = 0; times < 5; times++) {
        auto less = run<EVERY, ADDS>(sms, few, bit, set), all = run<EVERY, ADDS>(sms, many, bit, set);
        for (size_t i = 0; i < sms.size(); i++)
            each[i].push_back((double)(bit < 0 ? BYTES : BYTES / 2) * (many - few) / (all[i] - less[i]));
    }
    std::vector<double> median;
    for (auto &one : each) {
        std::sort(one.begin(), one.end());
        median.push_back(one[2]);
    }
    return median;
}

static void print(const std::string &what, std::vector<double> rates)
{
    std::sort(rates.begin(), rates.end());
    double sum = 0;
    for (double rate : rates) sum += rate;
    printf("%s %zu %.2f %.2f %.2f\n", what.c_str(), rates.size(), rates.front(), sum / rates.size(), rates.back());
}

int main()
{
    check(cudaDeviceGetAttribute(&all_sms, cudaDevAttrMultiProcessorCount, 0));
    out = zeros((size_t)all_sms * BYTES);
    counts = zeros(8);
    cycles = (long long *)zeros(8 * all_sms);
    SMs cpc;
    int number = 0;
    for (const SMs &group : gpcs()) {
        auto all = rates(group);
        for (size_t tpc = 0; tpc < group.size(); tpc += 2) {
            SMs others, faster = {group[tpc], group[tpc + 1]};
            std::vector<double> before;
            for (size_t i = 0; i < group.size(); i++)
                if (i / 2 != tpc / 2) others.push_back(group[i]), before.push_back(all[i]);
            if (others.empty()) continue;
            printf("stops %d %d", number, group[tpc] / 2);
            auto after = rates(others);
            for (size_t i = 0; i < others.size(); i++) {
                printf(" %d=%.2f", others[i], after[i] / before[i]);
                if (after[i] / before[i] > 1.08) faster.push_back(others[i]);
            }
            printf("\n");
            if (cpc.empty() && faster.size() == 6) cpc = faster;
        }
        number++;
    }
    for (size_t sms = 1; sms <= cpc.size(); sms++) {
        SMs some(cpc.begin(), cpc.begin() + sms);
        print("whole", rates<>(some));
        print("masked", rates<8>(some));
        print("added", rates<1, true>(some));
    }
    for (int bit = 0; bit < 10; bit++)
        for (int set = 0; set < 2; set++)
            print("half " + std::to_string(bit) + " " + std::to_string(set), rates<>(cpc, bit, set));
}
