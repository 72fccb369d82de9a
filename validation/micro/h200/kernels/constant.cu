// Constant loads whose lanes want different addresses, and indirect branches.
typedef unsigned u32;
#define W4(i) i, i + 1, i + 2, i + 3
#define W16(i) W4(i), W4(i + 4), W4(i + 8), W4(i + 12)
#define W64(i) W16(i), W16(i + 16), W16(i + 32), W16(i + 48)
__constant__ u32 table[512] = { W64(0), W64(64), W64(128), W64(192), W64(256), W64(320), W64(384), W64(448) };

// `distinct` different addresses a warp, `stride` words apart; 16 loads a turn.
extern "C" __global__ void constant_load(u32 *out, int turns, int distinct, int stride)
{
    int place = threadIdx.x % 32 % distinct * stride;
    u32 sum = 0;
    for (int t = 0; t < turns; t++) {
#pragma unroll
        for (int k = 0; k < 16; k++) sum ^= table[place + k];
        place += sum >> 31;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// `distinct` different targets a warp: lane l goes to case (l + turn) % 32 % distinct.
extern "C" __global__ void indirect_branch(u32 *out, int turns, int distinct)
{
    u32 x = threadIdx.x, y = 1;
    for (int t = 0; t < turns; t++) {
        u32 to = (threadIdx.x + t) % 32 % distinct;
#define CASE(n) "C" #n ": mad.lo.u32 %0, %0, %1, " #n "; xor.b32 %1, %1, %0; bra.uni END;"
        asm volatile("{ TO: .branchtargets C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15;"
                     "brx.idx %2, TO;"
                     CASE(0) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7)
                     CASE(8) CASE(9) CASE(10) CASE(11) CASE(12) CASE(13) CASE(14) CASE(15)
                     "END: }" : "+r"(x), "+r"(y) : "r"(to));
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x ^ y;
}

// Shared counters: `distinct` words a warp, `stride` words apart, with an
// increment (ATOMS.POPC.INC) and with an addend of a register (ATOMS.ADD).
extern "C" __global__ void shared_increment(u32 *out, int turns, int distinct, int stride)
{
    __shared__ u32 count[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) count[i] = 0;
    __syncthreads();
    u32 *at = count + threadIdx.x % 32 % distinct * stride;
#pragma unroll 8
    for (int t = 0; t < turns; t++) atomicAdd(at, 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) out[blockIdx.x * 2048 + i] = count[i];
}
extern "C" __global__ void shared_add(u32 *out, int turns, int distinct, int stride)
{
    __shared__ u32 count[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) count[i] = 0;
    __syncthreads();
    u32 *at = count + threadIdx.x % 32 % distinct * stride;
#pragma unroll 8
    for (int t = 0; t < turns; t++) atomicAdd(at, threadIdx.x + t);
    __syncthreads();
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) out[blockIdx.x * 2048 + i] = count[i];
}
