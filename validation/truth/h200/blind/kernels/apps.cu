// Small applications: n-body, Monte Carlo, sparse, graph, fractal.

// All-pairs gravity, tiles of bodies in shared memory; w is the mass.
extern "C" __global__ void nbody_tile(const float4 *pos, float4 *acc, int n, float eps2)
{
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = (i < n) ? pos[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int t = 0; t < n; t += blockDim.x) {
        int j = t + threadIdx.x;
        tile[threadIdx.x] = (j < n) ? pos[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < blockDim.x; k++) {
            float4 o = tile[k];
            float dx = o.x - me.x;
            float dy = o.y - me.y;
            float dz = o.z - me.z;
            float d2 = dx * dx + dy * dy + dz * dz + eps2;
            float inv = rsqrtf(d2);
            float s = o.w * inv * inv * inv;
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        __syncthreads();
    }
    if (i < n)
        acc[i] = make_float4(ax, ay, az, 0.0f);
}

__device__ unsigned int xorshift32(unsigned int &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

// Asian call by Monte Carlo, Box-Muller; the block's payoffs summed by a tree. Block of 128.
extern "C" __global__ void mc_asian(const unsigned int *seeds, float *partial, int steps,
                                    float s0, float strike, float drift, float vol)
{
    __shared__ float red[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int st = seeds[i] | 1u;
    float ls = 0.0f, sum = 0.0f;
    for (int k = 0; k < steps; k += 2) {
        float u = ((xorshift32(st) >> 8) + 1) * (1.0f / 16777216.0f);
        float v = (xorshift32(st) >> 8) * (1.0f / 16777216.0f);
        float r = sqrtf(-2.0f * logf(u));
        float sn, cs;
        sincospif(2.0f * v, &sn, &cs);
        ls += drift + vol * r * cs;
        sum += s0 * expf(ls);
        ls += drift + vol * r * sn;
        sum += s0 * expf(ls);
    }
    float pay = sum / (float)steps - strike;
    red[threadIdx.x] = pay > 0.0f ? pay : 0.0f;
    __syncthreads();
    for (int o = 64; o > 0; o >>= 1) {
        if (threadIdx.x < o)
            red[threadIdx.x] += red[threadIdx.x + o];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = red[0];
}

// CSR, a thread per row.
extern "C" __global__ void spmv_csr_scalar(const int *rowptr, const int *cols, const float *vals,
                                           const float *x, float *y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float dot = 0.0f;
        for (int j = rowptr[row]; j < rowptr[row + 1]; j++)
            dot += vals[j] * x[cols[j]];
        y[row] = dot;
    }
}

// CSR, a warp per row.
extern "C" __global__ void spmv_csr_vector(const int *__restrict__ rowptr, const int *__restrict__ cols,
                                           const float *__restrict__ vals, const float *__restrict__ x,
                                           float *__restrict__ y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float dot = 0.0f;
    int end = rowptr[row + 1];
    for (int j = rowptr[row] + lane; j < end; j += 32)
        dot += vals[j] * x[cols[j]];
    for (int o = 16; o > 0; o /= 2)
        dot += __shfl_xor_sync(0xffffffffu, dot, o);
    if (lane == 0)
        y[row] = dot;
}

// One level of a breadth-first search, a thread per vertex.
extern "C" __global__ void bfs_level(const int *rowptr, const int *edges, int *level,
                                     int *changed, int cur, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || level[v] != cur)
        return;
    for (int e = rowptr[v]; e < rowptr[v + 1]; e++) {
        int u = edges[e];
        if (level[u] == -1) {
            level[u] = cur + 1;
            *changed = 1;
        }
    }
}

// Escape times of the Mandelbrot set.
extern "C" __global__ void mandelbrot(int *iters, int w, int h, float x0, float y0,
                                      float dx, float dy, int max_iter)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h)
        return;
    float cr = x0 + px * dx;
    float ci = y0 + py * dy;
    float zr = 0.0f, zi = 0.0f;
    int it = 0;
    while (it < max_iter && zr * zr + zi * zi < 4.0f) {
        float t = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = t;
        it++;
    }
    iters[py * w + px] = it;
}
