// Bytes, sequences and geometry.

// ---- double SHA-256 of an 80-byte header with the thread's nonce (from a midstate) ----
__constant__ unsigned int K256[64] = {
    0x428a2f98u,0x71374491u,0xb5c0fbcfu,0xe9b5dba5u,0x3956c25bu,0x59f111f1u,0x923f82a4u,0xab1c5ed5u,
    0xd807aa98u,0x12835b01u,0x243185beu,0x550c7dc3u,0x72be5d74u,0x80deb1feu,0x9bdc06a7u,0xc19bf174u,
    0xe49b69c1u,0xefbe4786u,0x0fc19dc6u,0x240ca1ccu,0x2de92c6fu,0x4a7484aau,0x5cb0a9dcu,0x76f988dau,
    0x983e5152u,0xa831c66du,0xb00327c8u,0xbf597fc7u,0xc6e00bf3u,0xd5a79147u,0x06ca6351u,0x14292967u,
    0x27b70a85u,0x2e1b2138u,0x4d2c6dfcu,0x53380d13u,0x650a7354u,0x766a0abbu,0x81c2c92eu,0x92722c85u,
    0xa2bfe8a1u,0xa81a664bu,0xc24b8b70u,0xc76c51a3u,0xd192e819u,0xd6990624u,0xf40e3585u,0x106aa070u,
    0x19a4c116u,0x1e376c08u,0x2748774cu,0x34b0bcb5u,0x391c0cb3u,0x4ed8aa4au,0x5b9cca4fu,0x682e6ff3u,
    0x748f82eeu,0x78a5636fu,0x84c87814u,0x8cc70208u,0x90befffau,0xa4506cebu,0xbef9a3f7u,0xc67178f2u};

#define ROR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))

__device__ __forceinline__ void sha_block(unsigned int* h, unsigned int* w)
{
    unsigned int a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], k = h[7];
#pragma unroll
    for (int i = 0; i < 64; i++) {
        if (i >= 16) {
            unsigned int x = w[(i + 1) & 15], y = w[(i + 14) & 15];
            w[i & 15] += (ROR(x, 7) ^ ROR(x, 18) ^ (x >> 3)) + w[(i + 9) & 15]
                       + (ROR(y, 17) ^ ROR(y, 19) ^ (y >> 10));
        }
        unsigned int t1 = k + (ROR(e, 6) ^ ROR(e, 11) ^ ROR(e, 25)) + ((e & f) ^ (~e & g)) + K256[i] + w[i & 15];
        unsigned int t2 = (ROR(a, 2) ^ ROR(a, 13) ^ ROR(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        k = g; g = f; f = e; e = d + t1;
        d = c; c = b; b = a; a = t1 + t2;
    }
    h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e; h[5] += f; h[6] += g; h[7] += k;
}

extern "C" __global__ void __launch_bounds__(128)
sha256d_nonces(const unsigned int* __restrict__ midstate, const unsigned int* __restrict__ tail,
               unsigned int nonce0, unsigned int* __restrict__ top, unsigned int* __restrict__ best)
{
    unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int nonce = nonce0 + tid;
    unsigned int h[8], w[16];
#pragma unroll
    for (int i = 0; i < 8; i++) h[i] = midstate[i];
    w[0] = tail[0]; w[1] = tail[1]; w[2] = tail[2];
    w[3] = __byte_perm(nonce, 0, 0x0123);
    w[4] = 0x80000000u;
#pragma unroll
    for (int i = 5; i < 15; i++) w[i] = 0u;
    w[15] = 640u;
    sha_block(h, w);
#pragma unroll
    for (int i = 0; i < 8; i++) w[i] = h[i];
    w[8] = 0x80000000u;
#pragma unroll
    for (int i = 9; i < 15; i++) w[i] = 0u;
    w[15] = 256u;
    h[0] = 0x6a09e667u; h[1] = 0xbb67ae85u; h[2] = 0x3c6ef372u; h[3] = 0xa54ff53au;
    h[4] = 0x510e527fu; h[5] = 0x9b05688cu; h[6] = 0x1f83d9abu; h[7] = 0x5be0cd19u;
    sha_block(h, w);
    unsigned int last = __byte_perm(h[7], 0, 0x0123);
    top[tid] = last;
    atomicMin(best, last);
}

// ---- Smith-Waterman with affine gaps, one block a pair, a thread per query base, along anti-diagonals ----
extern "C" __global__ void __launch_bounds__(96)
sw_affine_pairs(const unsigned int* __restrict__ query, const unsigned int* __restrict__ ref,
                int qlen, int rlen, int match, int mismatch, int gopen, int gext,
                int* __restrict__ score)
{
    __shared__ int H[3][97], F[2][97];
    __shared__ unsigned char r[256];
    __shared__ int best_w[3];
    int t = threadIdx.x;                     // query position
    int pair = blockIdx.x;
    for (int k = t; k < rlen; k += blockDim.x) r[k] = (unsigned char)ref[pair * rlen + k];
    unsigned int q = t < qlen ? query[pair * qlen + t] : 255u;
    for (int k = t; k < 97; k += blockDim.x) {
        H[0][k] = H[1][k] = H[2][k] = 0;
        F[0][k] = F[1][k] = -10000;
    }
    __syncthreads();
    int e = -10000, best = 0, hleft = 0;
    int p0 = 0, p1 = 1, p2 = 2;              // this, previous, the one before
    for (int diag = 0; diag < qlen + rlen - 1; diag++) {
        int j = diag - t;
        if (t < qlen && j >= 0 && j < rlen) {
            int f = max(F[(diag & 1) ^ 1][t] - gext, H[p1][t] - gopen);
            e = max(e - gext, hleft - gopen);
            int diagonal = j == 0 ? 0 : H[p2][t];
            int h = diagonal + (r[j] == q ? match : -mismatch);
            h = max(max(h, 0), max(e, f));
            H[p0][t + 1] = h;
            F[diag & 1][t + 1] = f;
            hleft = h;
            best = max(best, h);
        }
        __syncthreads();
        int old = p2;
        p2 = p1; p1 = p0; p0 = old;
    }
    for (int o = 16; o > 0; o >>= 1) best = max(best, __shfl_xor_sync(0xffffffffu, best, o));
    if ((t & 31) == 0) best_w[t >> 5] = best;
    __syncthreads();
    if (t == 0) score[pair] = max(best_w[0], max(best_w[1], best_w[2]));
}

// ---- closest hit of primary rays in a triangle BVH (short stack) ----
// node: lo.xyz, hi.xyz as floats; child: (left, right), or (~first, count) for a leaf
extern "C" __global__ void __launch_bounds__(128)
bvh_closest_hit(const float* __restrict__ box, const int2* __restrict__ child,
                const float* __restrict__ tri, int* __restrict__ hit, float* __restrict__ dist,
                int w, int h)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float ox = 0.5f, oy = 0.5f, oz = -1.2f;
    float dx = (px + 0.5f) / w - 0.5f, dy = (py + 0.5f) / h - 0.5f, dz = 1.0f;
    float il = rsqrtf(dx * dx + dy * dy + dz * dz);
    dx *= il; dy *= il; dz *= il;
    float ix = 1.0f / dx, iy = 1.0f / dy, iz = 1.0f / dz;
    float tbest = 1e30f;
    int id = -1;
    int stack[32];
    int sp = 0;
    stack[sp++] = 0;
    while (sp > 0) {
        int n = stack[--sp];
        const float* b = box + n * 6;
        float tx0 = (b[0] - ox) * ix, tx1 = (b[3] - ox) * ix;
        float ty0 = (b[1] - oy) * iy, ty1 = (b[4] - oy) * iy;
        float tz0 = (b[2] - oz) * iz, tz1 = (b[5] - oz) * iz;
        float tn = fmaxf(fmaxf(fminf(tx0, tx1), fminf(ty0, ty1)), fmaxf(fminf(tz0, tz1), 0.0f));
        float tf = fminf(fminf(fmaxf(tx0, tx1), fmaxf(ty0, ty1)), fminf(fmaxf(tz0, tz1), tbest));
        if (tn > tf) continue;
        int2 c = child[n];
        if (c.x >= 0) {
            stack[sp++] = c.y;
            stack[sp++] = c.x;
            continue;
        }
        int first = ~c.x;
        for (int k = first; k < first + c.y; k++) {
            const float* v = tri + k * 9;
            float e1x = v[3] - v[0], e1y = v[4] - v[1], e1z = v[5] - v[2];
            float e2x = v[6] - v[0], e2y = v[7] - v[1], e2z = v[8] - v[2];
            float px_ = dy * e2z - dz * e2y, py_ = dz * e2x - dx * e2z, pz_ = dx * e2y - dy * e2x;
            float det = e1x * px_ + e1y * py_ + e1z * pz_;
            if (fabsf(det) < 1e-12f) continue;
            float inv = 1.0f / det;
            float sx = ox - v[0], sy = oy - v[1], sz = oz - v[2];
            float u = (sx * px_ + sy * py_ + sz * pz_) * inv;
            if (u < 0.0f || u > 1.0f) continue;
            float qx = sy * e1z - sz * e1y, qy = sz * e1x - sx * e1z, qz = sx * e1y - sy * e1x;
            float vv = (dx * qx + dy * qy + dz * qz) * inv;
            if (vv < 0.0f || u + vv > 1.0f) continue;
            float t = (e2x * qx + e2y * qy + e2z * qz) * inv;
            if (t > 1e-4f && t < tbest) { tbest = t; id = k; }
        }
    }
    hit[py * w + px] = id;
    dist[py * w + px] = tbest;
}

// ---- nearest weather station on the sphere (haversine) ----
extern "C" __global__ void
nearest_station(const float* __restrict__ lat, const float* __restrict__ lon,
                const float* __restrict__ slat, const float* __restrict__ slon,
                int n, int ns, int* __restrict__ idx, float* __restrict__ km)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float rad = 0.01745329252f;
    float la = lat[i] * rad, lo = lon[i] * rad;
    float cl = cosf(la);
    float best = 1e30f;
    int bi = -1;
    for (int s = 0; s < ns; s++) {
        float lb = slat[s] * rad;
        float sa = sinf(0.5f * (lb - la));
        float so = sinf(0.5f * (slon[s] * rad - lo));
        float a = sa * sa + cl * cosf(lb) * so * so;
        if (a < best) { best = a; bi = s; }
    }
    idx[i] = bi;
    km[i] = 2.0f * 6371.0f * asinf(sqrtf(fminf(best, 1.0f)));
}
