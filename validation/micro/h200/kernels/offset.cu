// Streams whose warps begin `off` words behind a line: read, written, copied, and changed in place.
typedef unsigned u32;

#define EACH for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)

extern "C" __global__ void offset_load(u32 *b, const u32 *a, u32 n, u32 off)
{
    u32 sum = 0;
    EACH sum += a[i + off];
    if (sum == 0x12345678) b[0] = sum;
}
extern "C" __global__ void offset_store(u32 *b, const u32 *a, u32 n, u32 off) { EACH b[i + off] = i; }
extern "C" __global__ void offset_copy(u32 *b, const u32 *a, u32 n, u32 off) { EACH b[i + off] = a[i + off]; }
extern "C" __global__ void offset_update(u32 *b, const u32 *a, u32 n, u32 off) { EACH b[i + off] += 3; }
