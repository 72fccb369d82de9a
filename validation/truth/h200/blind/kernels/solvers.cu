// Linear algebra of PDE codes, mostly FP64.

// ---- batched 5x5 LU solve (block-implicit CFD), interleaved layout, one thread a system ----
extern "C" __global__ void __launch_bounds__(128)
lu5_solve_batched(const double* __restrict__ A, const double* __restrict__ b,
                  double* __restrict__ x, int nsys)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= nsys) return;
    double m[5][5], r[5];
#pragma unroll
    for (int i = 0; i < 5; i++) {
#pragma unroll
        for (int j = 0; j < 5; j++) m[i][j] = A[(i * 5 + j) * nsys + s];
        m[i][i] += 4.0;
        r[i] = b[i * nsys + s];
    }
#pragma unroll
    for (int k = 0; k < 5; k++) {
        double inv = 1.0 / m[k][k];
#pragma unroll
        for (int i = k + 1; i < 5; i++) {
            double l = m[i][k] * inv;
#pragma unroll
            for (int j = k + 1; j < 5; j++) m[i][j] -= l * m[k][j];
            r[i] -= l * r[k];
        }
        m[k][k] = inv;
    }
#pragma unroll
    for (int i = 4; i >= 0; i--) {
        double v = r[i];
#pragma unroll
        for (int j = i + 1; j < 5; j++) v -= m[i][j] * r[j];
        r[i] = v * m[i][i];
        x[i * nsys + s] = r[i];
    }
}

// ---- Thomas algorithm over many interleaved systems ----
extern "C" __global__ void
thomas_interleaved(const double* __restrict__ a, const double* __restrict__ b,
                   const double* __restrict__ c, double* __restrict__ d,
                   double* __restrict__ cp, int n, int nsys)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= nsys) return;
    double w = 1.0 / (b[s] + 3.0);
    double pc = c[s] * w;
    double pd = d[s] * w;
    cp[s] = pc;
    d[s] = pd;
    for (int i = 1; i < n; i++) {
        int k = i * nsys + s;
        double ai = a[k];
        w = 1.0 / (b[k] + 3.0 - ai * pc);
        pc = c[k] * w;
        pd = (d[k] - ai * pd) * w;
        cp[k] = pc;
        d[k] = pd;
    }
    for (int i = n - 2; i >= 0; i--) {
        int k = i * nsys + s;
        pd = d[k] - cp[k] * pd;
        d[k] = pd;
    }
}

// ---- parallel cyclic reduction, one system of up to 256 a block ----
extern "C" __global__ void __launch_bounds__(256)
pcr_tridiag(const float* __restrict__ ga, const float* __restrict__ gb, const float* __restrict__ gc,
            const float* __restrict__ gd, float* __restrict__ gx, int n)
{
    __shared__ float a[256], b[256], c[256], d[256];
    int i = threadIdx.x;
    size_t base = (size_t)blockIdx.x * n;
    if (i < n) {
        a[i] = i > 0 ? ga[base + i] : 0.0f;
        b[i] = gb[base + i];
        c[i] = i < n - 1 ? gc[base + i] : 0.0f;
        d[i] = gd[base + i];
    }
    __syncthreads();
    for (int stride = 1; stride < n; stride *= 2) {
        float na = 0.0f, nb = 1.0f, nc = 0.0f, nd = 0.0f;
        if (i < n) {
            int l = i - stride, r = i + stride;
            na = 0.0f; nc = 0.0f; nb = b[i]; nd = d[i];
            if (l >= 0) {
                float k1 = a[i] / b[l];
                na = -a[l] * k1;
                nb -= c[l] * k1;
                nd -= d[l] * k1;
            }
            if (r < n) {
                float k2 = c[i] / b[r];
                nc = -c[r] * k2;
                nb -= a[r] * k2;
                nd -= d[r] * k2;
            }
        }
        __syncthreads();
        if (i < n) { a[i] = na; b[i] = nb; c[i] = nc; d[i] = nd; }
        __syncthreads();
    }
    if (i < n) gx[base + i] = d[i] / b[i];
}

// ---- CSR y = A x, 8 threads a row ----
extern "C" __global__ void
spmv_csr_sub8(const int* __restrict__ rowptr, const int* __restrict__ col,
              const double* __restrict__ val, const double* __restrict__ x,
              double* __restrict__ y, int nrows)
{
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    int row = gid >> 3, lane = gid & 7;
    double sum = 0.0;
    if (row < nrows) {
        int end = rowptr[row + 1];
        for (int k = rowptr[row] + lane; k < end; k += 8) sum += val[k] * x[col[k]];
    }
    sum += __shfl_down_sync(0xffffffffu, sum, 4, 8);
    sum += __shfl_down_sync(0xffffffffu, sum, 2, 8);
    sum += __shfl_down_sync(0xffffffffu, sum, 1, 8);
    if (row < nrows && lane == 0) y[row] = sum;
}

// ---- red half-sweep of Gauss-Seidel for -lap u = f on an interior n^3 grid with ghost layer ----
extern "C" __global__ void
mg_rbgs_half(double* u, const double* __restrict__ f, int n, double h2, int colour)
{
    int p = n + 2;
    int j = blockIdx.x * blockDim.y + threadIdx.y + 1;
    int k = blockIdx.y + 1;
    if (j > n) return;
    for (int h = threadIdx.x; 2 * h + 1 <= n; h += blockDim.x) {
        int i = 2 * h + 1 + ((j + k + colour) & 1);
        if (i > n) continue;
        int c = (k * p + j) * p + i;
        u[c] = (h2 * f[c] + u[c - 1] + u[c + 1] + u[c - p] + u[c + p]
                + u[c - p * p] + u[c + p * p]) * (1.0 / 6.0);
    }
}
