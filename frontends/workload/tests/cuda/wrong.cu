__global__ void padded(float *out, const float *in, int W, int H)
{
    out[threadIdx.x] = in[thraedIdx.x];
    in[0] += W;
    undefined(H);
}
