// Microarchitecture probes.

// A dependent chain in the type that mode names.
extern "C" __global__ void
alu_chain(float* out, int mode, int n, float fa, int ia) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    float r = 0.0f;
    if (mode == 0) {
        float v = (float)gid;
#pragma unroll 8
        for (int i = 0; i < n; i++) v = v * fa + 0.25f;
        r = v;
    } else if (mode == 1) {
        int v = gid;
#pragma unroll 8
        for (int i = 0; i < n; i++) v = v * ia + gid;
        r = (float)v;
    } else if (mode == 2) {
        double v = (double)gid, a = (double)fa;
#pragma unroll 8
        for (int i = 0; i < n; i++) v = v * a + 0.25;
        r = (float)v;
    } else if (mode == 3) {
        float v = (float)gid * 0.001f;
#pragma unroll 4
        for (int i = 0; i < n; i++) v = __sinf(v) + fa;
        r = v;
    } else {
        unsigned int v = (unsigned int)gid + 1u;
#pragma unroll 4
        for (int i = 0; i < n; i++) v = v * 2u + (unsigned int)__popc(v ^ (unsigned int)ia);
        r = (float)v;
    }
    out[gid] = r;
}

// Three independent chains a thread; occupancy is set by dynamic shared memory.
extern "C" __global__ void __launch_bounds__(128)
ilp3_occupancy(float* out, int n, float a) {
    extern __shared__ float dummy[];
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    float x = (float)threadIdx.x, y = x + 1.0f, z = x + 2.0f;
    dummy[threadIdx.x] = a;
    __syncthreads();
    float b = dummy[127 - threadIdx.x];
#pragma unroll 16
    for (int i = 0; i < n; i++) {
        x = x * b + 0.5f;
        y = y * b + 0.5f;
        z = z * b + 0.5f;
    }
    out[gid] = x + y + z;
}

// Shared-memory reads with a stride of words; 8192 words.
extern "C" __global__ void __launch_bounds__(256)
smem_stride(const int* __restrict__ in, int* __restrict__ out, int stride, int iters) {
    __shared__ int s[8192];
    for (int i = threadIdx.x; i < 8192; i += 256) s[i] = in[i];
    __syncthreads();
    int idx = (threadIdx.x * stride) & 8191;
    int sum = 0;
    for (int i = 0; i < iters; i++) {
        int v = s[idx];
        sum += v;
        idx = (idx + 32 + (v & 1) * 32) & 8191;
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Each thread follows the ring from its own start.
extern "C" __global__ void
ring_chase(const int* __restrict__ next, int* __restrict__ out, int count, int steps) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    int p = (int)(((unsigned int)gid * 9973u) % (unsigned int)count);
    for (int i = 0; i < steps; i++) p = next[p];
    out[gid] = p;
}

// The k-th permutation of 20 by the factorial number system, in a local array with dynamic index.
extern "C" __global__ void __launch_bounds__(128)
local_permutation(const unsigned int* __restrict__ rank, unsigned int* __restrict__ out, int n) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    if (gid >= n) return;
    unsigned char items[20];
    for (int i = 0; i < 20; i++) items[i] = (unsigned char)i;
    unsigned int r = rank[gid];
    unsigned int h = 2166136261u;
    for (int left = 20; left > 0; left--) {
        int pick = (int)(r % (unsigned int)left);
        r = r / (unsigned int)left + (unsigned int)pick * 40503u;
        unsigned char c = items[pick];
        items[pick] = items[left - 1];
        h = (h ^ (unsigned int)c) * 16777619u;
    }
    out[gid] = h;
}

// Warps with unequal work between barriers.
extern "C" __global__ void __launch_bounds__(256)
uneven_barrier(float* out, int rounds, int unit, float a) {
    __shared__ float s[256];
    int tid = threadIdx.x, w = tid >> 5;
    float v = (float)tid;
    for (int r = 0; r < rounds; r++) {
        int work = unit * (1 + ((w + r) & 7));
        for (int i = 0; i < work; i++) v = v * a + 1.0f;
        s[tid] = v;
        __syncthreads();
        v = 0.5f * (v + s[(tid + 32) & 255]);
        __syncthreads();
    }
    out[blockIdx.x * 256 + tid] = v;
}

// Integer atomics on mask+1 addresses, spread words apart.
extern "C" __global__ void
atomic_spread(unsigned int* counters, int mask, int spread, int per_thread) {
    unsigned int gid = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < per_thread; i++) {
        unsigned int h = (gid * 2654435761u + (unsigned int)i * 40503u) >> 13;
        atomicAdd(&counters[(h & (unsigned int)mask) * (unsigned int)spread], gid & 7u);
    }
}

// Two producer warps fill one half of shared memory while six consumer warps work on the other.
extern "C" __global__ void __launch_bounds__(256)
warp_pipeline(const float4* __restrict__ in, float* __restrict__ out, int stages) {
    __shared__ float4 buf[2][192];
    int tid = threadIdx.x;
    const float4* src = in + (long long)blockIdx.x * stages * 192;
    float acc = 0.0f;
    if (tid < 64)
        for (int i = tid; i < 192; i += 64) buf[0][i] = src[i];
    __syncthreads();
    for (int s = 0; s < stages; s++) {
        if (tid < 64) {
            if (s + 1 < stages)
                for (int i = tid; i < 192; i += 64) buf[(s + 1) & 1][i] = src[(s + 1) * 192 + i];
        } else {
            int c = tid - 64;
            float4 q = buf[s & 1][c];
#pragma unroll 4
            for (int j = 0; j < 24; j++) {
                float4 p = buf[s & 1][(c + j * 8) % 192];
                float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
                acc += p.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            }
        }
        __syncthreads();
    }
    if (tid >= 64) out[blockIdx.x * 192 + tid - 64] = acc;
}
