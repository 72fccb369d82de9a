// What the L1 keeps of stores that are loaded again. `sim measure` writes down no loads one by one, so this is a program of
// its own:
//
//   nvcc -std=c++17 -arch=sm_90 -O3 -o own_rows own_rows.cu && ./own_rows
//
// `own_rows.txt` is what an H200 answered: the launch, what a load takes in the mean of elements 40 to 199 of lane 0, and how
// many took more than 250 cycles. Its kernels (`cubin/own_rows.cubin`) run in the simulator, too.
#include "../loads.cuh"

// Each lane has a row of its own, `apart` bytes from the next: it stores element after element and, `gap` dependent
// instructions later, loads the one `back` elements before.
template <class T> __device__ __forceinline__ void rows(u32 *out, T *a, int apart, int gap, int back, int count)
{
    T *mine = (T *)((char *)a + (size_t)(blockIdx.x * blockDim.x + threadIdx.x) * apart);
    __shared__ u32 kept[256];
    u32 x = 1;
    for (int i = 0; i < count; i++) {
        if (sizeof(T) == 1) asm volatile("st.global.u8 [%0], %1;" ::"l"(mine + i), "r"(x) : "memory");
        else asm volatile("st.global.u32 [%0], %1;" ::"l"(mine + i), "r"(x) : "memory");
        for (int g = 0; g < gap; g++) asm volatile("mad.lo.u32 %0, %0, 3, 1;" : "+r"(x)::"memory");
        u32 from = now(), v = 0;
        int at = i >= back ? i - back : i;
        if (sizeof(T) == 1) asm volatile("ld.global.u8 %0, [%1];" : "=r"(v) : "l"(mine + at) : "memory");
        else asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(mine + at) : "memory");
        x += sizeof(T) == 1 ? (v ^ x) & 1 : await(v);
        asm volatile("" ::"r"(x) : "memory");
        u32 took = now() - from + (x == 0x1234567);
        if (threadIdx.x % 32 == 0) kept[i] = took;
    }
    __syncwarp();
    for (int i = threadIdx.x; i < count; i += min(32, blockDim.x)) out[i] = kept[i];
    if (x == 0x7654321) out[0] = x;
}
extern "C" __global__ void bytes(u32 *out, unsigned char *a, int apart, int gap, int back, int count)
{
    rows(out, a, apart, gap, back, count);
}
extern "C" __global__ void words(u32 *out, u32 *a, int apart, int gap, int back, int count) { rows(out, a, apart, gap, back, count); }

int main()
{
    u32 *a = zeros(1 << 16), *out = zeros(4096);
    for (const char *kind : {"bytes", "words"})
        for (int lanes : {32, 8, 1})
            for (int gap : {0, 8, 32})
                for (int back : {0, 1, 4, 33}) {
                    if (kind[0] == 'b') bytes<<<1, lanes>>>(out, (unsigned char *)a, 1024, gap, back, 200);
                    else words<<<1, lanes>>>(out, a, 1024, gap, back, 200);
                    std::vector<u32> took = left(out, 200);
                    double sum = 0;
                    int late = 0;
                    for (int i = 40; i < 200; i++) sum += took[i], late += took[i] > 250;
                    printf("%s_%d_g%d_b%d %.1f %d\n", kind, lanes, gap, back, sum / 160, late);
                }
}
