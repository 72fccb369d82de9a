// Sequences.
typedef unsigned long long u64;
extern "C" {

// Local alignment with affine gaps: a warp a pair, lane = query base, the text runs through the warp.
__global__ void smith_waterman(int *best, const unsigned char *query, const unsigned char *text, int pairs, int len) {
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (w >= pairs) return;
  int q = query[w * 32 + lane] & 3;
  const unsigned char *t = text + (size_t)w * len;
  int h = 0, diag = 0, e = -1000, f = -1000, top = 0;
  for (int step = 0; step < len + 31; step++) {
    int up = __shfl_up_sync(0xffffffff, h, 1), fu = __shfl_up_sync(0xffffffff, f, 1);
    if (lane == 0) { up = 0; fu = -1000; }
    int j = step - lane;
    if (j >= 0 && j < len) {
      int c = t[j] & 3;
      e = max(e - 1, h - 4);
      f = max(fu - 1, up - 4);
      int n = max(max(0, diag + (c == q ? 3 : -2)), max(e, f));
      diag = up;
      h = n;
      top = max(top, n);
    }
  }
  top = __reduce_max_sync(0xffffffff, top);
  if (lane == 0) best[w] = top;
}

// Myers' bit-parallel edit distance: a thread a pattern of 64 bases against one text.
__global__ void myers64(int *out, const unsigned char *pat, const unsigned char *text, int n, int len) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  u64 peq[4] = {0, 0, 0, 0};
  for (int k = 0; k < 64; k++) peq[pat[(size_t)i * 64 + k] & 3] |= 1ull << k;
  u64 vp = ~0ull, vn = 0;
  int score = 64, best = 64;
  for (int j = 0; j < len; j++) {
    u64 x = peq[text[j] & 3], d0 = ((((x | vn) & vp) + vp) ^ vp) | x | vn;
    u64 hp = vn | ~(d0 | vp), hn = vp & d0;
    score += (int)(hp >> 63) - (int)(hn >> 63);
    best = min(best, score);
    hp = hp << 1; hn <<= 1;
    vp = hn | ~(d0 | hp);
    vn = hp & d0;
  }
  out[i] = best;
}

__global__ void kmer_count(unsigned *bins, const unsigned char *seq, int n, int per, unsigned mask) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, b = t * per;
  if (b >= n) return;
  unsigned f = 0, r = 0;
  int e = min(b + per + 7, n);
  for (int i = b; i < e; i++) {
    unsigned c = seq[i] & 3;
    f = (f << 2 | c) & 0xffff;
    r = r >> 2 | (3 - c) << 14;
    if (i - b >= 7) { unsigned k = min(f, r); k ^= k >> 5; atomicAdd(&bins[k * 2654435761u >> 12 & mask], 1u); }
  }
}

// Backward search in a rank structure: 64 symbols a block of 32 bytes (four counts and two bit planes).
__global__ void fm_search(unsigned *lo_out, const uint4 *index, const unsigned *queries, int n, unsigned blocks, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned q = queries[i], lo = q % (blocks * 64), acc = 0;
  for (int s = 0; s < steps; s++) {
    int c = q >> (2 * s & 31) & 3;
    uint4 counts = __ldg(index + 2 * (lo >> 6)), planes = __ldg(index + 2 * (lo >> 6) + 1);
    u64 p0 = (u64)planes.y << 32 | planes.x, p1 = (u64)planes.w << 32 | planes.z;
    u64 m = ((c & 1) ? p0 : ~p0) & ((c & 2) ? p1 : ~p1) & ((1ull << (lo & 63)) - 1);
    unsigned base = c == 0 ? counts.x : c == 1 ? counts.y : c == 2 ? counts.z : counts.w;
    lo = (base + __popcll(m)) % (blocks * 64);
    acc ^= lo + s;
  }
  lo_out[i] = acc;
}
}
