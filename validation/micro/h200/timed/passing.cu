// How long a lone SM's loads take from slices of the L2 that others' accesses keep busy. All SMs but one store to, add to
// or load the even lines of a page; that one loads the odd ones, which lie in the same slices, one after the other. A
// program of its own: passing.txt is what it printed, for so many SMs the 5th, 25th, 50th, 75th and 95th of a hundred loads.
#include "../loads.cuh"

static const int ROUNDS = 256;
enum { STORE, ADD, LOAD };

__global__ __launch_bounds__(1024) void passing(u32 *page, u32 *out, volatile u32 *over, int what, int sms)
{
    u32 sm, lane = threadIdx.x % 32, warp = threadIdx.x / 32, any = 0;
    asm volatile("mov.u32 %0,%%smid;" : "=r"(sm));
    if (sm == 5) {
        if (warp) return;
        for (int i = 0; i < 64; i++) any |= load(page + i % 32 * 32 + lane);
        pause(40000);
        for (int t = 0; t < ROUNDS; t++) {
            const u32 *p = page + (t * 7 % 16 * 2 + 1) * 32 + lane;
            u32 from = now(), zero = await(load(p));
            u32 took = now() + zero - from;
            if (!lane) out[t] = took;
        }
        if (!lane) *over = 1 + (any == 0x12345);
        return;
    }
    if (sm * 37 % 132 >= sms) return;
    u32 *p = page + warp % 16 * 64 + lane;
    for (int t = 0; t < 3000 && !*over; t++)
#pragma unroll
        for (int k = 0; k < 16; k++) {
            if (what == STORE) asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(t) : "memory");
            else if (what == ADD) asm volatile("red.global.add.u32 [%0], %1;" ::"l"(p), "r"(t) : "memory");
            else any += load(p);
        }
    if (any == 0x7654321) out[0] = any;
}

int main()
{
    u32 *page = zeros(4096), *out = zeros(4 * ROUNDS), *over = zeros(4);
    // One block an SM.
    check(cudaFuncSetAttribute(passing, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000));
    const char *names[] = {"stores", "adds", "loads"};
    for (int what : {STORE, ADD, LOAD})
        for (int sms : {0, 8, 16, 33, 66, 132}) {
            check(cudaMemset(over, 0, 4));
            passing<<<132, 1024, 200000>>>(page, out, over, what, sms);
            printf("%s by %d SMs:", names[what], sms);
            print_shares(left(out, ROUNDS), {5, 25, 50, 75, 95});
            printf("\n");
        }
}
