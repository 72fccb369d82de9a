// When the SMs of a GPC begin a launch: by the place of an SM in its GPC, how many cycles after the first of them
// a block's first warp reads the clock, median, least and most over GPCs and launches. Clusters of 16 blocks tell
// which SMs lie together and that their clocks agree; SMs that belong to none are left out. Nsight Compute clears
// the caches before each launch, as it does where cycles are counted: `ncu --clock-control none ./starts`.
#include "../cluster.cuh"
#include <algorithm>
#include <map>
#include <vector>
typedef unsigned u32;

// Of the eight GPCs of this chip one has but eight SMs that clusters go to.
constexpr int CLUSTERS = 7, PLACES = 16;

__device__ u32 clock_now()
{
    u32 t;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(t) : : "memory");
    return t;
}

__device__ u32 sm()
{
    u32 id;
    asm("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}

__global__ void together(u32 *out)
{
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" : : : "memory");
    u32 t = clock_now();
    if (threadIdx.x == 0) out[2 * blockIdx.x] = sm(), out[2 * blockIdx.x + 1] = t;
}

__global__ void start(u32 *out, const u32 *a)
{
    u32 t = clock_now();
    u32 x = a[blockIdx.x + gridDim.x * threadIdx.x];
    if (x == 77) out[1 << 16] = x;
    if (threadIdx.x == 0) out[2 * blockIdx.x] = sm(), out[2 * blockIdx.x + 1] = t;
}

static std::vector<u32> read(const u32 *out, int words)
{
    std::vector<u32> to(words);
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(to.data(), out, 4 * words, cudaMemcpyDeviceToHost));
    return to;
}

int main()
{
    u32 *out = zeros(1 << 20), *a = zeros(8 << 20);
    std::map<u32, std::pair<int, int>> place;
    int apart = 0;
    run_clusters(together, CLUSTERS, PLACES, 32, out);
    auto found = read(out, 2 * CLUSTERS * PLACES);
    for (int cluster = 0; cluster < CLUSTERS; cluster++) {
        std::map<u32, u32> sms;
        for (int i = cluster * PLACES; i < (cluster + 1) * PLACES; i++) sms[found[2 * i]] = found[2 * i + 1];
        int next = 0;
        for (auto [id, t] : sms) place[id] = {sms.begin()->first, next++}, apart = std::max(apart, abs((int)(t - sms.begin()->second)));
    }
    printf("clocks %d apart at most in %zu SMs\n", apart, place.size());
    for (int blocks : {132, 264})
        for (int warps : {1, 8}) {
            std::vector<int> late[PLACES];
            for (int launch = 0; launch < 6; launch++) {
                start<<<blocks, 32 * warps>>>(out, a);
                auto begun = read(out, 2 * blocks);
                std::map<u32, u32> first;
                std::map<int, u32> gpc_first;
                for (int b = 0; b < blocks; b++) {
                    u32 id = begun[2 * b], t = begun[2 * b + 1];
                    if (!place.count(id)) continue;
                    auto earlier = [&](auto &of, auto key) { if (!of.count(key) || (int)(t - of[key]) < 0) of[key] = t; };
                    earlier(first, id), earlier(gpc_first, place[id].first);
                }
                for (auto [id, t] : first) late[place[id].second].push_back(t - gpc_first[place[id].first]);
            }
            printf("blocks %d warps %d:", blocks, warps);
            for (auto &of : late) {
                std::sort(of.begin(), of.end());
                printf(" %d(%d-%d)", of[of.size() / 2], of[0], of.back());
            }
            printf("\n");
        }
}
