// In which order the stores of a sub-core's warps reach the L2, without a clock between them. Each pair of stores of two
// warps of a sub-core shares a word, and the later leaves its number there: so all words together give the order. A
// program of its own: store_order.txt is what it printed, for warps of a sub-core, stores of each, blocks and words from lane to
// lane: the share of stores that follow one of their own warp, and the commonest orders with how often they came.
#include "../device.cuh"
#include <algorithm>
#include <map>
#include <string>
#include <vector>

typedef unsigned u32;

template <int WARPS, int STORES> __device__ __forceinline__ void order(u32 *lines, u32 *out, int pitch)
{
    int lane = threadIdx.x % 32, sub = threadIdx.x / 32 % 4, own = threadIdx.x / 128;
    u32 *shared = out + (size_t)(blockIdx.x * 4 + sub) * (WARPS * (WARPS - 1) / 2) * STORES * STORES;
    u32 *to[STORES], number[STORES];
#pragma unroll
    for (int k = 0; k < STORES; k++) {
        // The first lanes store to shared words, the others to lines of their warp's own.
        to[k] = lines + ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * pitch + k % pitch;
        if (lane < (WARPS - 1) * STORES) {
            int other = lane / STORES, theirs = lane % STORES;
            other += other >= own;
            int low = min(own, other), high = max(own, other), pair = high * (high - 1) / 2 + low;
            int at = own == low ? k * STORES + theirs : theirs * STORES + k;
            to[k] = shared + pair * STORES * STORES + at;
        }
        number[k] = own * 16 + k;
    }
#pragma unroll
    for (int k = 0; k < STORES; k++) asm volatile("" : "+l"(to[k]), "+r"(number[k]));
    __syncthreads();
#pragma unroll
    for (int k = 0; k < STORES; k++) asm volatile("st.global.u32 [%0], %1;" ::"l"(to[k]), "r"(number[k]) : "memory");
}

extern "C" __global__ __launch_bounds__(256) void order_2(u32 *lines, u32 *out, int pitch) { order<2, 15>(lines, out, pitch); }
extern "C" __global__ __launch_bounds__(512) void order_4(u32 *lines, u32 *out, int pitch) { order<4, 10>(lines, out, pitch); }

// The order of a sub-core's stores, a letter of its warp for each.
static std::string ordered(const u32 *shared, int warps, int stores)
{
    std::vector<int> before(warps * stores);
    for (int i = 0; i < warps * stores; i++) before[i] = i % stores;
    for (int high = 1; high < warps; high++)
        for (int low = 0; low < high; low++)
            for (int k = 0; k < stores * stores; k++) {
                u32 later = *shared++;
                before[later / 16 * stores + later % 16]++;
            }
    std::string order(warps * stores, '?');
    for (int i = 0; i < warps * stores; i++) order[before[i]] = 'A' + i / stores;
    return order;
}

int main()
{
    u32 *lines = zeros((size_t)64 << 20), *out = zeros((size_t)64 << 20);
    for (int warps : {2, 4})
        for (int blocks : {132, 1056})
            for (int pitch : {1, 4, 8}) {
                int stores = warps == 2 ? 15 : 10, each = warps * (warps - 1) / 2 * stores * stores;
                if (warps == 2) order_2<<<blocks, 256>>>(lines, out, pitch);
                else order_4<<<blocks, 512>>>(lines, out, pitch);
                std::vector<u32> shared(blocks * 4 * each);
                check(cudaMemcpy(shared.data(), out, 4 * shared.size(), cudaMemcpyDeviceToHost));
                std::map<std::string, int> seen;
                double same = 0;
                for (int sub = 0; sub < blocks * 4; sub++) {
                    std::string order = ordered(&shared[(size_t)sub * each], warps, stores);
                    for (size_t i = 1; i < order.size(); i++) same += order[i] == order[i - 1];
                    seen[order]++;
                }
                std::vector<std::pair<int, std::string>> common;
                for (auto &order : seen) common.push_back({-order.second, order.first});
                std::sort(common.begin(), common.end());
                printf("order_%d_%d_%d %.3f", warps, blocks, pitch, same / (blocks * 4 * (warps * stores - 1)));
                for (size_t i = 0; i < common.size() && i < 4; i++) printf(" %s:%d", common[i].second.c_str(), -common[i].first);
                printf("\n");
            }
}
