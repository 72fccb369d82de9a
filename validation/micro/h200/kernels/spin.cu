// Additions to shared memory that the hardware has not, which become loops of ATOMS.CAST.SPIN, and
// compare-and-swaps. 2^`log` lanes share each of the words, which lie `apart` of them from each other.
typedef unsigned u32;
typedef unsigned long long u64;

template <class T, bool SWAP> static __device__ __forceinline__ void lanes(T *out, int log, int apart, int turns)
{
    __shared__ T s[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) s[i] = 0;
    __syncthreads();
    T *p = s + ((threadIdx.x & 31) >> log) * apart, v = 0;
#pragma unroll 1
    for (int t = 0; t < turns; t++)
        if constexpr (SWAP) v = atomicCAS(p, v, v + 1);
        else atomicAdd(p, (T)1);
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * apart & 2047] + v;
}
extern "C" __global__ void spin_f32(float *out, int log, int apart, int turns) { lanes<float, false>(out, log, apart, turns); }
extern "C" __global__ void spin_f64(double *out, int log, int apart, int turns) { lanes<double, false>(out, log, apart, turns); }
extern "C" __global__ void spin_u64(u64 *out, int log, int apart, int turns) { lanes<u64, false>(out, log, apart, turns); }
extern "C" __global__ void swap_u32(u32 *out, int log, int apart, int turns) { lanes<u32, true>(out, log, apart, turns); }
extern "C" __global__ void swap_u64(u64 *out, int log, int apart, int turns) { lanes<u64, true>(out, log, apart, turns); }
