// What groups of a diverged warp log: where each is and which lanes it has. One warp a block; a
// lane's key says which way it goes.
typedef unsigned u32;
typedef unsigned short u16;
#define ENTRIES 256
#define LOG_TO(entry, count, place) do { \
    u32 lanes_ = __activemask(), n_ = *(volatile u32 *)(count); \
    entry[2 * n_] = (place); entry[2 * n_ + 1] = lanes_; *(volatile u32 *)(count) = n_ + 1; } while (0)
#define LOG(place) LOG_TO(entry, &count, place)
#define BEGIN \
    __shared__ u32 count; __shared__ volatile u32 entry[2 * ENTRIES]; \
    int lane = threadIdx.x, t = key[blockIdx.x * 32 + lane]; \
    count = 0; \
    _Pragma("unroll 1") for (int i = lane; i < 2 * ENTRIES; i += 32) entry[i] = 0; \
    __syncwarp();
#define END \
    __syncwarp(); \
    _Pragma("unroll 1") for (int i = lane; i < 2 * ENTRIES; i += 32) out[blockIdx.x * 2 * ENTRIES + i] = entry[i];
#define KERNEL(name) extern "C" __global__ void name(u32 *out, const u16 *key)
