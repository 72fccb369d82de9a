// Memory system lessons: coalescing, layouts, banks, latency.

#define TDIM 32
#define TROWS 8

extern "C" __global__ void transpose_padded(float *__restrict__ out, const float *__restrict__ in,
                                            int width, int height)
{
    __shared__ float tile[TDIM][TDIM + 1];
    int x = blockIdx.x * TDIM + threadIdx.x;
    int y = blockIdx.y * TDIM + threadIdx.y;
    for (int j = 0; j < TDIM; j += TROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TDIM + threadIdx.x;
    y = blockIdx.x * TDIM + threadIdx.y;
    for (int j = 0; j < TDIM; j += TROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// y = a x + y with float4 in a grid-stride loop, and a scalar tail.
extern "C" __global__ void saxpy_vec4(int n, float a, const float *__restrict__ x,
                                      float *__restrict__ y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    int n4 = n / 4;
    const float4 *x4 = (const float4 *)x;
    float4 *y4 = (float4 *)y;
    for (int k = i; k < n4; k += step) {
        float4 u = x4[k];
        float4 v = y4[k];
        v.x += a * u.x;
        v.y += a * u.y;
        v.z += a * u.z;
        v.w += a * u.w;
        y4[k] = v;
    }
    int t = n4 * 4 + i;
    if (t < n)
        y[t] += a * x[t];
}

struct Particle {
    float x, y, z;
    float vx, vy, vz;
    float mass;
};

extern "C" __global__ void particles_aos(Particle *p, int n, float k, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float c = k * dt / p[i].mass;
    p[i].vx -= c * p[i].x;
    p[i].vy -= c * p[i].y;
    p[i].vz -= c * p[i].z;
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
}

extern "C" __global__ void particles_soa(float *x, float *y, float *z,
                                         float *vx, float *vy, float *vz,
                                         const float *mass, int n, float k, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float c = k * dt / mass[i];
    float px = x[i], py = y[i], pz = z[i];
    float ux = vx[i] - c * px;
    float uy = vy[i] - c * py;
    float uz = vz[i] - c * pz;
    vx[i] = ux;
    vy[i] = uy;
    vz[i] = uz;
    x[i] = px + dt * ux;
    y[i] = py + dt * uy;
    z[i] = pz + dt * uz;
}

// Every thread follows a linked list of indices.
extern "C" __global__ void list_chase(const int *next, const int *start, int *out, int hops)
{
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    int p = start[gid];
    int sum = 0;
    for (int h = 0; h < hops; h++) {
        p = next[p];
        sum += p;
    }
    out[gid] = sum;
}

// Shared memory read at a stride: 1 is free of conflicts, 8 gives 8-way ones.
extern "C" __global__ void bank_stride(const float *in, float *out, int stride, int iters)
{
    __shared__ float s[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int idx = (threadIdx.x * stride) & 2047;
    float acc = 0.0f;
    for (int k = 0; k < iters; k++) {
        acc += s[idx];
        idx = (idx + 1) & 2047;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = acc;
}
