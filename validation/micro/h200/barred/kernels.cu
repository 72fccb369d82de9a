// Blocks that load from shared memory (l), store to it (s) or both (b), so many times a turn, and meet behind each or not.
template <int COUNT> __device__ float loads(float *at) {
    float sum = 0, x;
    _Pragma("unroll") for (int i = 0; i < COUNT; i++) {
        asm volatile("ld.volatile.shared.f32 %0, [%1];" : "=f"(x) : "r"((unsigned)__cvta_generic_to_shared(at + 256 * (i % 4))));
        sum += x;
    }
    return sum;
}
template <int COUNT> __device__ void stores(float *at, float x) {
    _Pragma("unroll") for (int i = 0; i < COUNT; i++)
        asm volatile("st.volatile.shared.f32 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(at + 256 * (i % 4))), "f"(x));
}
template <int LOADS, int STORES, bool MEET> __device__ void turns(unsigned *out, int turns) {
    __shared__ float all[1024];
    float *mine = all + threadIdx.x, sum = threadIdx.x;
    __syncthreads();
    unsigned begin = clock();
    _Pragma("unroll 1") for (int turn = 0; turn < turns; turn++) {
        stores<STORES>(mine, sum);
        if (MEET) __syncthreads();
        sum += loads<LOADS>(mine);
        if (MEET && STORES > 0 && LOADS > 0) __syncthreads();
    }
    unsigned end = clock();
    if (sum == 0.125f) begin = 0;
    out[blockIdx.x * blockDim.x + threadIdx.x] = end - begin;
}
#define BARRED(name, LOADS, STORES, MEET) extern "C" __global__ void name(unsigned *out, int count) { turns<LOADS, STORES, MEET>(out, count); }
#define KINDS(n) BARRED(l##n##_meet, n, 0, true) BARRED(l##n##_free, n, 0, false) BARRED(s##n##_meet, 0, n, true) BARRED(s##n##_free, 0, n, false) BARRED(b##n##_meet, n, n, true) BARRED(b##n##_free, n, n, false)
KINDS(1) KINDS(2) KINDS(4) KINDS(8)
