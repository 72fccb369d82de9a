// Parallel primitives: reduce, scan, histogram, compaction, sort, merge.

__inline__ __device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

// "Faster parallel reductions": grid-stride loop, shuffles, one partial sum per block.
extern "C" __global__ void reduce_shfl(const float *in, float *partial, int n)
{
    __shared__ float ws[32];
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    int lane = threadIdx.x & 31;
    int wid = threadIdx.x >> 5;
    sum = warp_sum(sum);
    if (lane == 0)
        ws[wid] = sum;
    __syncthreads();
    sum = (threadIdx.x < blockDim.x / 32) ? ws[lane] : 0.0f;
    if (wid == 0)
        sum = warp_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

#define PAD(i) ((i) + ((i) >> 5))

// Work-efficient exclusive scan (Blelloch) of 2*blockDim elements a block, padded against conflicts.
extern "C" __global__ void scan_blelloch(const int *in, int *out, int *sums, int n)
{
    extern __shared__ int temp[];
    int t = threadIdx.x;
    int len = 2 * blockDim.x;
    int base = blockIdx.x * len;
    int ia = t, ib = t + blockDim.x;
    temp[PAD(ia)] = (base + ia < n) ? in[base + ia] : 0;
    temp[PAD(ib)] = (base + ib < n) ? in[base + ib] : 0;
    int offset = 1;
    for (int d = len >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1;
            int bi = offset * (2 * t + 2) - 1;
            temp[PAD(bi)] += temp[PAD(ai)];
        }
        offset *= 2;
    }
    if (t == 0) {
        sums[blockIdx.x] = temp[PAD(len - 1)];
        temp[PAD(len - 1)] = 0;
    }
    for (int d = 1; d < len; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1;
            int bi = offset * (2 * t + 2) - 1;
            int v = temp[PAD(ai)];
            temp[PAD(ai)] = temp[PAD(bi)];
            temp[PAD(bi)] += v;
        }
    }
    __syncthreads();
    if (base + ia < n)
        out[base + ia] = temp[PAD(ia)];
    if (base + ib < n)
        out[base + ib] = temp[PAD(ib)];
}

// 256 bins, a private histogram for each warp of a block of 256 threads.
extern "C" __global__ void hist256_private(const unsigned int *data, unsigned int *bins, int nwords)
{
    __shared__ unsigned int h[8][256];
    int wid = threadIdx.x >> 5;
    for (int i = 0; i < 8; i++)
        h[i][threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nwords; i += blockDim.x * gridDim.x) {
        unsigned int v = data[i];
        atomicAdd(&h[wid][v & 255u], 1u);
        atomicAdd(&h[wid][(v >> 8) & 255u], 1u);
        atomicAdd(&h[wid][(v >> 16) & 255u], 1u);
        atomicAdd(&h[wid][v >> 24], 1u);
    }
    __syncthreads();
    unsigned int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += h[i][threadIdx.x];
    if (sum)
        atomicAdd(&bins[threadIdx.x], sum);
}

// Keeps values below a limit, in order, within each block's own segment.
extern "C" __global__ void compact_block(const unsigned int *in, unsigned int *out,
                                         int *counts, int n, unsigned int limit)
{
    __shared__ int wcount[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    int wid = threadIdx.x >> 5;
    int nw = blockDim.x >> 5;
    unsigned int v = (i < n) ? in[i] : 0xffffffffu;
    bool keep = (i < n) && v < limit;
    unsigned int mask = __ballot_sync(0xffffffffu, keep);
    int rank = __popc(mask & ((1u << lane) - 1u));
    if (lane == 0)
        wcount[wid] = __popc(mask);
    __syncthreads();
    if (wid == 0) {
        int c = (lane < nw) ? wcount[lane] : 0;
        int s = c;
        for (int o = 1; o < 32; o <<= 1) {
            int t = __shfl_up_sync(0xffffffffu, s, o);
            if (lane >= o)
                s += t;
        }
        wcount[lane] = s - c;
        if (lane == 31)
            counts[blockIdx.x] = s;
    }
    __syncthreads();
    if (keep)
        out[blockIdx.x * blockDim.x + wcount[wid] + rank] = v;
}

// Bitonic sort of 1024 keys a block of 512 threads.
extern "C" __global__ void bitonic_1024(const unsigned int *in, unsigned int *out)
{
    __shared__ unsigned int s[1024];
    int t = threadIdx.x;
    int base = blockIdx.x * 1024;
    s[t] = in[base + t];
    s[t + 512] = in[base + t + 512];
    for (int size = 2; size <= 1024; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            __syncthreads();
            int pos = 2 * t - (t & (stride - 1));
            bool up = (pos & size) == 0;
            unsigned int a = s[pos];
            unsigned int b = s[pos + stride];
            if ((a > b) == up) {
                s[pos] = b;
                s[pos + stride] = a;
            }
        }
    }
    __syncthreads();
    out[base + t] = s[t];
    out[base + t + 512] = s[t + 512];
}

__device__ int co_rank(int k, const int *A, int m, const int *B, int n)
{
    int i = k < m ? k : m;
    int j = k - i;
    int i_low = k > n ? k - n : 0;
    int j_low = k > m ? k - m : 0;
    bool active = true;
    while (active) {
        if (i > 0 && j < n && A[i - 1] > B[j]) {
            int delta = (i - i_low + 1) >> 1;
            j_low = j;
            j += delta;
            i -= delta;
        } else if (j > 0 && i < m && B[j - 1] >= A[i]) {
            int delta = (j - j_low + 1) >> 1;
            i_low = i;
            i += delta;
            j -= delta;
        } else {
            active = false;
        }
    }
    return i;
}

// PMPP chapter 12: each thread merges its own stretch of the output.
extern "C" __global__ void merge_corank(const int *A, int m, const int *B, int n, int *C, int per)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int k0 = tid * per;
    int k1 = k0 + per;
    if (k0 > m + n)
        k0 = m + n;
    if (k1 > m + n)
        k1 = m + n;
    if (k0 == k1)
        return;
    int i = co_rank(k0, A, m, B, n);
    int i1 = co_rank(k1, A, m, B, n);
    int j = k0 - i;
    int j1 = k1 - i1;
    int k = k0;
    while (i < i1 && j < j1) {
        if (A[i] <= B[j])
            C[k++] = A[i++];
        else
            C[k++] = B[j++];
    }
    while (i < i1)
        C[k++] = A[i++];
    while (j < j1)
        C[k++] = B[j++];
}
