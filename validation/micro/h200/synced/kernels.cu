// Warps whose lanes part in each turn of a loop and meet again: at a WARPSYNC (where the loop's end is not known to be the same
// for all lanes), at a BSYNC, at a barrier that reduces a predicate and at one that does not.
//
// nvcc -arch=sm_90 -O3 -cubin -o cubin/synced.cubin kernels.cu
#define STEP(d) asm volatile("{ .reg .u32 t; mad.lo.u32 t, %0, %0, 5; mad.lo.u32 t, t, t, %1; mad.lo.u32 t, t, t, 9; mad.lo.u32 t, t, t, 9; mad.lo.u32 t, t, t, 9; mad.lo.u32 t, t, t, 9; mad.lo.u32 t, t, t, 9; mad.lo.u32 %0, t, t, 3; }" : "+r"(x) : "n"(d));
#define TWO STEP(7) STEP(7)
#define ELSE(a, b) a } else { b

// Lanes of `lanes`, a bit each, go through `body`, or all through one of its sides.
#define PART(name, body, meet) \
extern "C" __global__ void name(unsigned *out, unsigned lanes, int n) { \
  unsigned x = threadIdx.x; \
  bool p = lanes >> (threadIdx.x & 31) & 1; \
  int i = 0, go = 1; \
  while (go) { \
    i++; \
    if (p) { body } \
    meet; \
    x = x * 3 + i; \
  } \
  out[blockIdx.x * blockDim.x + threadIdx.x] = x; \
}

// So many groups of lanes that follow each other go different ways.
#define GROUPS(name, meet) \
extern "C" __global__ void name(unsigned *out, unsigned groups, int n) { \
  unsigned x = threadIdx.x; \
  unsigned g = (threadIdx.x & 31) * groups / 32; \
  int i = 0, go = 1; \
  while (go) { \
    i++; \
    if (g == 0) { STEP(3) } else if (g == 1) { STEP(5) STEP(5) } else if (g == 2) { STEP(7) STEP(9) STEP(7) } else if (g == 3) { STEP(11) } else if (g == 4) { STEP(13) STEP(15) } else if (g == 5) { STEP(17) } \
    meet; \
    x = x * 3 + i; \
  } \
  out[blockIdx.x * blockDim.x + threadIdx.x] = x; \
}

#define SYNC __syncwarp(); go = i < n + (x == 77777777)
#define ANY go = __any_sync(0xffffffffu, i < n + (x == 77777777))
#define OR go = __syncthreads_or(i < n + (x == 77777777))
#define AND go = __syncthreads_and(i < n + (x == 77777777))
#define COUNT go = __syncthreads_count(i < n + (x == 77777777)) > 0
#define PLAIN __syncthreads(); go = i < n
PART(sync_one, TWO, SYNC)
PART(sync_two, ELSE(TWO, STEP(7)), SYNC)
PART(any_one, TWO, ANY)
PART(any_two, ELSE(TWO, STEP(7)), ANY)
PART(or_one, TWO, OR)
PART(or_two, ELSE(TWO, STEP(7)), OR)
PART(and_one, TWO, AND)
PART(count_one, TWO, COUNT)
PART(plain_one, TWO, PLAIN)
GROUPS(sync_groups, SYNC)
GROUPS(any_groups, ANY)
GROUPS(or_groups, OR)
