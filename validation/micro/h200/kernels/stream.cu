// Streams: one element a thread, as the lecture's kernels, in each mix of
// reading and writing.
extern "C" __global__ void stream_read(float *out, const float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = a[i];
    if (v == -1.0f) out[0] = v;
}
extern "C" __global__ void stream_write(float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
}
extern "C" __global__ void stream_copy(float *out, const float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i];
}
extern "C" __global__ void stream_add(float *out, const float *a, const float *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + b[i];
}
extern "C" __global__ void stream_copy4(float4 *out, const float4 *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i];
}
// A word of every `stride`, read, written, copied.
extern "C" __global__ void stride_read(float *out, const float *a, int stride)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
    float v = a[i];
    if (v == -1.0f) out[0] = v;
}
extern "C" __global__ void stride_write(float *out, int stride)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
    out[i] = i;
}
