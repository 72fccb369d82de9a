// How long two SMs take to answer each other through memory: each stores a word and polls the other's. `sim measure`
// chooses no SM, so this is a program of its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o ping ping.cu && ./ping
//
// `ping.txt` is what an H100 answered, whose SMs and L2 are an H200's: cycles from a store to the answer, for 48 places
// in memory, every third of them in order and the last. Its kernel (`cubin/ping.cubin`) runs in the simulator, too.
#include <algorithm>
#include <cstdio>
#include <vector>

typedef unsigned u32;

__device__ __forceinline__ u32 load(u32 *p)
{
    u32 value;
    asm volatile("ld.volatile.global.u32 %0,[%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}

__device__ __forceinline__ void store(u32 *p, u32 value)
{
    asm volatile("st.volatile.global.u32 [%0],%1;" ::"l"(p), "r"(value) : "memory");
}

// SM `a` stores at `of_a` and waits for SM `b`'s answer at `of_b`.
__global__ void ping(u32 *flags, int of_a, int of_b, u32 a, u32 b, int turns, u32 *out)
{
    u32 sm;
    asm volatile("mov.u32 %0,%%smid;" : "=r"(sm));
    if (threadIdx.x) return;
    if (sm == a) {
        long long begin = clock64();
        for (int i = 1; i <= turns; i++) {
            store(flags + of_a, i);
            while (load(flags + of_b) != i) {}
        }
        out[0] = (u32)((clock64() - begin) / turns);
    } else if (sm == b) {
        for (int i = 1; i <= turns; i++) {
            while (load(flags + of_a) != i) {}
            store(flags + of_b, i);
        }
    }
}

int main()
{
    u32 *flags, *out;
    cudaMalloc(&flags, 64 << 20);
    cudaMalloc(&out, 64);
    for (int same = 0; same < 2; same++)
        for (u32 b : {1u, 2u, 4u, 18u, 19u, 40u, 77u, 100u}) {
            std::vector<int> cycles;
            for (int place = 0; place < 48; place++) {
                cudaMemset(flags, 0, 64 << 20);
                int of_a = place * 1024 * 3, of_b = same ? of_a + 1 : of_a + 32;
                ping<<<132, 32>>>(flags, of_a, of_b, 0, b, 200, out);
                u32 turn = 0;
                cudaDeviceSynchronize();
                cudaMemcpy(&turn, out, 4, cudaMemcpyDeviceToHost);
                cycles.push_back(turn);
            }
            std::sort(cycles.begin(), cycles.end());
            printf("%s SM 0 and %u:", same ? "same line" : "two lines", b);
            for (int i = 0; i < 48; i += 3) printf(" %d", cycles[i]);
            printf(" %d\n", cycles[47]);
        }
}
