// Codecs.
__constant__ short ima_step[89] = {7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};
extern "C" {

// Prefix codes by a table of 2^9 entries (symbol, length 2..9); a thread a chunk of bits.
__global__ void huffman_decode(unsigned char *out, unsigned *bits_used, const unsigned *stream, const unsigned char *symbol, int chunks, int words, int symbols) {
  __shared__ unsigned short table[512];
  for (int i = threadIdx.x; i < 512; i += blockDim.x) {
    int len = i < 128 ? 2 : i < 384 ? 3 + (i >> 7) : i < 480 ? 7 : 9;
    table[i] = symbol[i >> (9 - len)] | len << 8;
  }
  __syncthreads();
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= chunks) return;
  const unsigned *p = stream + (size_t)c * words;
  unsigned hi = p[0], lo = p[1];
  int next = 2, have = 0, used = 0;
  for (int s = 0; s < symbols; s++) {
    unsigned e = table[hi >> 23];
    int len = e >> 8;
    out[(size_t)c * symbols + s] = e;
    used += len;
    hi = __funnelshift_l(lo, hi, len);
    lo <<= len;
    have += len;
    if (have >= 32) {  // fewer than 32 valid bits: take the next word
      have -= 32;
      unsigned w = next < words ? p[next] : 0; next++;
      if (have) hi |= w >> (32 - have) & ((1u << have) - 1);
      lo = have ? w << have : w;
    }
  }
  bits_used[c] = used;
}

__global__ void adpcm_encode(unsigned char *out, const short *pcm, int streams, int samples) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= streams) return;
  int pred = 0, index = 0;
  unsigned pack = 0;
  for (int i = 0; i < samples; i++) {
    int step = ima_step[index], diff = (pcm[(size_t)i * streams + t] >> 2) - pred, code = 0;
    if (diff < 0) { code = 8; diff = -diff; }
    int delta = step >> 3;
    if (diff >= step) { code |= 4; diff -= step; delta += step; }
    step >>= 1;
    if (diff >= step) { code |= 2; diff -= step; delta += step; }
    step >>= 1;
    if (diff >= step) { code |= 1; delta += step; }
    pred += code & 8 ? -delta : delta;
    pred = max(-32768, min(32767, pred));
    index += (code & 4) ? 2 * (code & 3) + 2 : -1;
    index = max(0, min(88, index));
    pack |= code << (4 * (i & 1));
    if (i & 1) { out[(size_t)(i >> 1) * streams + t] = pack; pack = 0; }
  }
}

// Full search of 16x16 blocks in +-8: block = macro block, thread = vector.
__global__ void sad_search(unsigned *best, const unsigned char *cur, const unsigned char *ref, int pitch) {
  __shared__ unsigned c[16][4], r[32][9];
  __shared__ unsigned least;
  int t = threadIdx.x, bx = blockIdx.x * 16, by = blockIdx.y * 16;
  if (t == 0) least = 0xffffffffu;
  if (t < 64) c[t >> 2][t & 3] = *(const unsigned *)(cur + (by + 8 + (t >> 2)) * pitch + bx + 8 + 4 * (t & 3));
  for (int k = t; k < 32 * 8; k += blockDim.x) r[k >> 3][k & 7] = *(const unsigned *)(ref + (by + (k >> 3)) * pitch + bx + 4 * (k & 7));
  __syncthreads();
  int dx = t & 15, dy = t >> 4;
  unsigned sad = 0;
#pragma unroll 4
  for (int y = 0; y < 16; y++) {
    unsigned lo = r[dy + y][dx >> 2];
#pragma unroll
    for (int x = 0; x < 4; x++) {
      unsigned hi = r[dy + y][(dx >> 2) + x + 1 < 8 ? (dx >> 2) + x + 1 : 7];
      sad += __vsadu4(c[y][x], __funnelshift_r(lo, hi, 8 * (dx & 3)));
      lo = hi;
    }
  }
  atomicMin(&least, sad << 8 | t);
  __syncthreads();
  if (t == 0) best[blockIdx.y * gridDim.x + blockIdx.x] = least;
}

// Four levels of the reversible 5/3 wavelet along rows of `w` in shared memory.
__global__ void wavelet53(short *data, int w, int levels) {
  extern __shared__ int row[];
  int *tmp = row + w;
  short *p = data + (size_t)blockIdx.x * w;
  for (int i = threadIdx.x; i < w; i += blockDim.x) row[i] = p[i] >> 4;
  __syncthreads();
  for (int l = 0, n = w; l < levels; l++, n = (n + 1) / 2) {
    int half = (n + 1) / 2;
    for (int i = threadIdx.x; 2 * i + 1 < n; i += blockDim.x) {
      int b = 2 * i + 2 < n ? row[2 * i + 2] : row[2 * i];
      tmp[half + i] = row[2 * i + 1] - ((row[2 * i] + b) >> 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; 2 * i < n; i += blockDim.x) {
      int d = 2 * i + 1 < n ? tmp[half + i] : tmp[half + i - 1], a = i ? tmp[half + i - 1] : d;
      tmp[i] = row[2 * i] + ((a + d + 2) >> 2);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] = tmp[i];
    __syncthreads();
  }
  for (int i = threadIdx.x; i < w; i += blockDim.x) p[i] = row[i];
}

// The longest match of every position within the 48 bytes before it, bytes of a small alphabet.
__global__ void lz_longest(unsigned short *out, const unsigned char *in, int n) {
  extern __shared__ unsigned char win[];  // 64 before, 16 behind
  int first = blockIdx.x * blockDim.x;
  for (int i = threadIdx.x; i < blockDim.x + 80; i += blockDim.x) { int k = first + i - 64; win[i] = k >= 0 && k < n ? in[k] & 3 : 4 + (k & 1); }
  __syncthreads();
  int best = 0, at = 0, me = threadIdx.x + 64;
  for (int d = 1; d <= 48; d++) {
    int l = 0;
    while (l < 16 && win[me + l - d] == win[me + l]) l++;
    if (l > best) { best = l; at = d; }
  }
  if (first + (int)threadIdx.x < n) out[first + threadIdx.x] = best << 8 | at;
}

// YUYV to RGBA by streaming accesses.
__device__ __forceinline__ uchar4 rgba(int y, int u, int v) {
  int c = 298 * (y - 16), r = (c + 409 * v + 128) >> 8, g = (c - 100 * u - 208 * v + 128) >> 8, b = (c + 516 * u + 128) >> 8;
  return make_uchar4(min(max(r, 0), 255), min(max(g, 0), 255), min(max(b, 0), 255), 255);
}
__global__ void yuyv_rgba(uchar4 *out, const uchar4 *in, int pairs) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
    uchar4 p = __ldcs(in + i);
    __stcs(out + 2 * (size_t)i, rgba(p.x, p.y - 128, p.w - 128));
    __stcs(out + 2 * (size_t)i + 1, rgba(p.z, p.y - 128, p.w - 128));
  }
}
}
