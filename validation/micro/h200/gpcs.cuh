// What the programs share that tell SMs of one GPC from others: clusters bring them together.
#pragma once
#include "cluster.cuh"
#include "sms.cuh"
#include <set>

__global__ void who(u32 *sms)
{
    if (threadIdx.x == 0) sms[blockIdx.x] = this_sm();
}

// Groups of SMs that ran in one cluster.
static std::vector<SMs> gpcs()
{
    std::vector<int> group(all_sms);
    for (int sm = 0; sm < all_sms; sm++) group[sm] = sm;
    u32 *sms = zeros(4 * all_sms);
    for (int size : {16, 12, 8, 4, 2})
        for (int times = 0; times < 10; times++) {
            int clusters = all_sms / size, blocks = clusters * size;
            run_clusters(who, clusters, size, 1024, sms);
            std::vector<u32> ran(blocks);
            check(cudaMemcpy(ran.data(), sms, 4 * blocks, cudaMemcpyDeviceToHost));
            for (int block = 0; block < blocks; block++) {
                int from = group[ran[block]], to = group[ran[block / size * size]];
                for (int &one : group)
                    if (one == from) one = to;
            }
        }
    std::vector<SMs> all;
    for (int number : std::set<int>(group.begin(), group.end())) {
        all.emplace_back();
        for (int sm = 0; sm < all_sms; sm++)
            if (group[sm] == number) all.back().push_back(sm);
    }
    return all;
}
