// When the warps of an SM store, one store after the other, while the way out of the SM is behind: who of
// them gets a place in the queues before the L1's tags, how many there are, and when a store has read what
// it brings.
typedef unsigned u32;
typedef unsigned long long u64;

__device__ __forceinline__ u64 now()
{
    u64 t;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory");
    return t;
}

// The same in a way that the compiler does not take for one of all lanes: read beside the queues.
__device__ __forceinline__ u64 now_of(int lane)
{
    u64 t = 0;
    asm volatile("{.reg .pred p; setp.ne.u32 p, %1, 99; @p mov.u64 %0, %%clock64;}" : "+l"(t) : "r"(lane) : "memory");
    return t;
}

// Each thread stores FIELDS words to a structure of WORDS words of its own, TURNS times; if LOAD, it has
// read them first. Lane 0 of each warp then writes down the sub-core, when it began, and the time
// behind each store: that of a turn's last, if the next turn stores another value, when it has been read.
template <int FIELDS, int WORDS, int TURNS, bool LOAD> __device__ void held(u32 *data, u32 *out)
{
    int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    u32 *p = data + (size_t)warp * TURNS * 32 * WORDS + lane * WORDS, id;
    u64 times[TURNS * FIELDS];
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(id));
    __syncthreads();
    u64 begin = now();
#pragma unroll
    for (int t = 0; t < TURNS; t++, p += 32 * WORDS) {
        u32 v[FIELDS];
#pragma unroll
        for (int f = 0; f < FIELDS; f++) v[f] = LOAD ? p[f] + 1 : t;
#pragma unroll
        for (int f = 0; f < FIELDS; f++) {
            asm volatile("st.global.u32 [%0], %1;" ::"l"(p + f), "r"(v[f]) : "memory");
            times[t * FIELDS + f] = now();
        }
    }
    __syncthreads();
    if (lane == 0 && blockIdx.x == 0) {
        u32 *q = out + warp * (TURNS * FIELDS + 1);
        q[0] = id % 4;
        for (int i = 0; i < TURNS * FIELDS; i++) q[1 + i] = (u32)(times[i] - begin);
    }
}
#define HELD(NAME, F, W, T, L, B) \
    extern "C" __global__ __launch_bounds__(B) void held_##NAME(u32 *data, u32 *out) { held<F, W, T, L>(data, out); }
HELD(store_4_4, 4, 4, 8, false, 512)
HELD(store_2_8, 2, 8, 16, false, 512)
HELD(store_8_8, 8, 8, 4, false, 512)
HELD(update_4_4, 4, 4, 8, true, 512)
HELD(update_8_8, 8, 8, 4, true, 512)
HELD(crowd_4_4, 4, 4, 4, false, 1024)
HELD(crowd_update_4_4, 4, 4, 4, true, 1024)

// Each warp makes 16 stores, reductions or loads of a word in each of `lines` lines, or of further ones
// `spread` words from it, all of lines of their own, and writes down the time behind each.
enum Kind { STORE, RED, MISS };
template <Kind KIND> __device__ void fill(u32 *data, u32 *out, int lines, int spread)
{
    const int N = 16;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    u32 *p = data + (size_t)warp * N * lines * 32 + lane % lines * 32 + lane / lines * spread;
    size_t step = lines * 32;
    u64 times[N];
    u32 v[N], sum = 0;
    __syncthreads();
    u64 begin = now_of(lane);
#pragma unroll
    for (int k = 0; k < N; k++) {
        if (KIND == STORE) asm volatile("st.global.u32 [%0], %1;" ::"l"(p + k * step), "r"(lane) : "memory");
        if (KIND == RED) asm volatile("red.global.add.u32 [%0], %1;" ::"l"(p + k * step), "r"(lane) : "memory");
        if (KIND == MISS) asm volatile("ld.global.u32 %0, [%1];" : "=r"(v[k]) : "l"(p + k * step) : "memory");
        times[k] = now_of(lane);
    }
    if (KIND == MISS)
        for (int k = 0; k < N; k++) sum += v[k];
    __syncthreads();
    if (lane == 0)
        for (int k = 0; k < N; k++) out[warp * N + k] = (u32)(times[k] - begin);
    if (sum == 0x12345678) out[0] = sum;
}
#define FILL(NAME, KIND)                                                                                       \
    extern "C" __global__ __launch_bounds__(512) void fill_##NAME(u32 *data, u32 *out, int lines, int spread) \
    {                                                                                                         \
        fill<KIND>(data, out, lines, spread);                                                                 \
    }
FILL(store, STORE)
FILL(red, RED)
FILL(miss, MISS)

#ifdef MAIN
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Kernel { const char *name; void (*kernel)(u32 *, u32 *); int fields, words, turns; };
struct Fill { const char *name; void (*kernel)(u32 *, u32 *, int, int); };

void print(const char *name, int a, int b, const u32 *out, size_t count)
{
    std::vector<u32> h(count);
    if (cudaMemcpy(h.data(), out, count * 4, cudaMemcpyDeviceToHost) != cudaSuccess) exit(1);
    printf("%s_%d_%d", name, a, b);
    for (u32 x : h) printf(" %u", x);
    printf("\n");
}

int main()
{
    Kernel all[] = {
        {"store_4_4", held_store_4_4, 4, 4, 8}, {"store_2_8", held_store_2_8, 2, 8, 16},
        {"store_8_8", held_store_8_8, 8, 8, 4}, {"update_4_4", held_update_4_4, 4, 4, 8},
        {"update_8_8", held_update_8_8, 8, 8, 4}, {"crowd_4_4", held_crowd_4_4, 4, 4, 4},
        {"crowd_update_4_4", held_crowd_update_4_4, 4, 4, 4},
    };
    for (Kernel &k : all)
        for (int blocks : {1, 132})
            for (int threads : {128, 256, 512, 1024}) {
                if ((threads == 1024) != (k.name[0] == 'c')) continue;
                size_t warps = (size_t)blocks * threads / 32, each = k.turns * k.fields + 1;
                u32 *data, *out;
                cudaMalloc(&data, warps * k.turns * 128 * k.words);
                cudaMemset(data, 0, warps * k.turns * 128 * k.words);
                cudaMalloc(&out, threads / 32 * each * 4);
                for (int i = 0; i < 2; i++) k.kernel<<<blocks, threads>>>(data, out);
                print(k.name, blocks, threads, out, threads / 32 * each);
                cudaFree(data); cudaFree(out);
            }
    Fill fills[] = {{"fill_store", fill_store}, {"fill_red", fill_red}, {"fill_miss", fill_miss}};
    u32 *data, *out;
    cudaMalloc(&data, 16 << 20);
    cudaMemset(data, 0, 16 << 20);
    cudaMalloc(&out, 1024);
    for (Fill &f : fills)
        for (int lines : {8, 16, 32})
            for (int spread : {1, 8}) {
                if (lines == 32 && spread == 8) continue;
                char name[32];
                snprintf(name, 32, "%s_%d", f.name, lines);
                for (int i = 0; i < 2; i++) f.kernel<<<1, 128>>>(data, out, lines, spread);
                print(name, spread, 128, out, 64);
            }
}
#endif
