// The median of nine bytes, by sorting half of them.
extern "C" {
__global__ void median3(unsigned char *out, const unsigned char *in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  unsigned char v[9];
  for (int j = 0; j < 3; j++) for (int i = 0; i < 3; i++) v[j * 3 + i] = in[(y + j - 1) * w + x + i - 1];
  for (int i = 0; i < 5; i++) for (int j = i + 1; j < 9; j++) if (v[j] < v[i]) { unsigned char t = v[i]; v[i] = v[j]; v[j] = t; }
  out[y * w + x] = v[4];
}
}
