// Calls of functions that only the run knows: virtual ones, and those of a table of pointers.
struct Shape {
    virtual __device__ int of(int) const = 0;
};
struct Triple : Shape {
    __device__ int of(int x) const override { return x * 3; }
};
struct Shifted : Shape {
    int by;
    __device__ int of(int x) const override { return x + by; }
};

extern "C" __global__ void virtual_call(int *out, int n)
{
    Triple triple;
    Shifted shifted;
    shifted.by = n;
    const Shape *shape = threadIdx.x & 1 ? (const Shape *)&triple : (const Shape *)&shifted;
    out[threadIdx.x] = shape->of(threadIdx.x);
}

__device__ __noinline__ int times(int x) { return x * 7; }
__device__ __noinline__ int less(int x) { return x - 7; }
__device__ __noinline__ int squares(int x)
{
    int sum = 0;
    for (int i = 0; i < x; i++) sum += i * i;
    return sum;
}
__device__ int (*table[4])(int) = {times, less, squares, times};

extern "C" __global__ void pointer_call(int *out, int n) { out[threadIdx.x] = table[(threadIdx.x / n) & 3](threadIdx.x + n); }
