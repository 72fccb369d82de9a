// Calls, tables, stacks, states.
typedef unsigned char u8;

__device__ __forceinline__ float uniform(unsigned &r) {
  r ^= r << 13; r ^= r >> 17; r ^= r << 5;
  return (r >> 8) * 5.9604645e-8f;
}
__device__ __noinline__ float draw_uniform(unsigned &r, float a, float b) { return a + (b - a) * uniform(r); }
__device__ __noinline__ float draw_exponential(unsigned &r, float a, float b) { return a - logf(1.0f - uniform(r)) * b; }
__device__ __noinline__ float draw_triangle(unsigned &r, float a, float b) { return a + b * 0.5f * (uniform(r) + uniform(r)); }
__device__ __noinline__ float draw_cauchy(unsigned &r, float a, float b) { return a + b * tanf(3.0f * (uniform(r) - 0.5f)); }
__device__ __noinline__ float draw_geometric(unsigned &r, float a, float b) {
  int k = 0;
  while (k < 12 && uniform(r) > 0.4f) k++;
  return a + b * k;
}
typedef float (*Sampler)(unsigned &, float, float);
__device__ Sampler samplers[5] = {draw_uniform, draw_exponential, draw_triangle, draw_cauchy, draw_geometric};

__device__ __forceinline__ float bump(float x, float c) { return 1.0f / (1e-2f + (x - c) * (x - c)) + x * x; }
// Adaptive Simpson, each half by itself, seven deep at most.
__device__ __noinline__ float simpson(float a, float b, float fa, float fm, float fb, float whole, float eps, float c, int depth) {
  float m = 0.5f * (a + b), fl = bump(0.5f * (a + m), c), fr = bump(0.5f * (m + b), c), h = (b - a) / 12.0f;
  float left = h * (fa + 4.0f * fl + fm), right = h * (fm + 4.0f * fr + fb), d = left + right - whole;
  if (depth == 0 || fabsf(d) < 15.0f * eps) return left + right + d / 15.0f;
  float r = simpson(a, m, fa, fl, fm, left, 0.5f * eps, c, depth - 1);
  return r + simpson(m, b, fm, fr, fb, right, 0.5f * eps, c, depth - 1);
}

// A pattern of letters, '.', and '*' after either; a call for each star.
__device__ __noinline__ int match_here(const u8 *pat, const u8 *s, const u8 *end) {
  while (*pat) {
    if (pat[1] == '*') {
      u8 c = *pat;
      for (int k = 0; k < 24; k++) {
        if (match_here(pat + 2, s, end)) return 1;
        if (s >= end || (c != '.' && *s != c)) return 0;
        s++;
      }
      return 0;
    }
    if (s >= end || (*pat != '.' && *pat != *s)) return 0;
    pat++;
    s++;
  }
  return 1;
}

__device__ __constant__ unsigned short rows3[8] = {0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054};
__device__ __forceinline__ bool won(unsigned b) {
  for (int k = 0; k < 8; k++)
    if ((b & rows3[k]) == rows3[k]) return true;
  return false;
}
// Noughts and crosses to the end: 1 if the side to move wins, 0 draw, -1 loss.
__device__ __noinline__ int negamax(unsigned me, unsigned you, unsigned &nodes) {
  nodes++;
  if (won(you)) return -1;
  unsigned free_cells = ~(me | you) & 0x1ff;
  if (!free_cells) return 0;
  int best = -2;
  while (free_cells) {
    unsigned m = free_cells & (0u - free_cells);
    free_cells ^= m;
    int v = -negamax(you, me | m, nodes);
    if (v > best) best = v;
    if (best == 1) break;
  }
  return best;
}

extern "C" {

// Samples by a table of functions; the threads of a warp draw from one law, or each from its own.
__global__ void draw_by_table(float *__restrict__ out, const u8 *__restrict__ law, int n, int draws, int spread) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned r = i * 747796405u + 2891336453u;
  float s = 0.0f;
  for (int k = 0; k < draws; k++) {
    int which = law[((spread ? i : i >> 5) + k * 37) & 4095] % 5;
    s += fminf(samplers[which](r, 0.5f, 2.0f), 50.0f);
  }
  out[i] = s;
}

// Integrals of a bump by adaptive quadrature, recursive.
__global__ void quadrature(float *__restrict__ out, const float *__restrict__ centre, int n, float eps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float c = centre[i], fa = bump(0.0f, c), fm = bump(0.5f, c), fb = bump(1.0f, c);
  out[i] = simpson(0.0f, 1.0f, fa, fm, fb, (fa + 4.0f * fm + fb) / 6.0f, eps, c, 5);
}

// Lines of 64 letters that hold the pattern anywhere.
__global__ void grep_lines(int *__restrict__ where, const u8 *__restrict__ text, const u8 *__restrict__ pattern, int lines) {
  __shared__ u8 pat[32];
  if (threadIdx.x < 32) pat[threadIdx.x] = threadIdx.x < 31 ? pattern[threadIdx.x] : 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= lines) return;
  const u8 *line = text + (size_t)i * 64, *end = line + 64;
  int found = -1;
  for (int s = 0; s < 64; s++)
    if (match_here(pat, line + s, end)) { found = s; break; }
  where[i] = found;
}

// Knapsack of 12 things with capacity 63, a table in local memory, and what was taken.
__global__ void knapsack_local(int *__restrict__ value, unsigned *__restrict__ taken, const unsigned *__restrict__ things, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned short best[64];
  unsigned short chosen[64];
  for (int c = 0; c < 64; c++) { best[c] = 0; chosen[c] = 0; }
  for (int k = 0; k < 12; k++) {
    unsigned t = things[(size_t)k * n + i];
    int w = (int)(t & 31) + 3, v = (int)(t >> 8 & 127) + 1;
    for (int c = 63; c >= w; c--) {
      int with = best[c - w] + v;
      if (with > best[c]) { best[c] = (unsigned short)with; chosen[c] = chosen[c - w] | 1 << k; }
    }
  }
  value[i] = best[63];
  taken[i] = chosen[63];
}

// Nearest point by a k-d tree in heap order, a stack a thread.
__global__ void kdtree_nearest(int *__restrict__ id, float *__restrict__ dist, const float4 *__restrict__ tree, const float *__restrict__ queries, int nodes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float q[3] = {queries[i], queries[n + i], queries[2 * n + i]};
  int stack[20], top = 0, best = -1;
  float gap[20], bd = 1e30f;
  stack[top] = 0;
  gap[top++] = 0.0f;
  while (top) {
    int v = stack[--top];
    if (gap[top] >= bd) continue;
    while (v < nodes) {
      float4 p = tree[v];
      float dx = q[0] - p.x, dy = q[1] - p.y, dz = q[2] - p.z, d = dx * dx + dy * dy + dz * dz;
      if (d < bd) { bd = d; best = v; }
      int axis = (31 - __clz(v + 1)) % 3;
      float s = axis == 0 ? dx : axis == 1 ? dy : dz;
      int near_side = 2 * v + (s < 0.0f ? 1 : 2), far_side = 4 * v + 3 - near_side;
      if (s * s < bd && far_side < nodes) { stack[top] = far_side; gap[top++] = s * s; }
      v = near_side;
    }
  }
  id[i] = best;
  dist[i] = bd;
}

// A lexer of sources in pieces of 128 characters: how many tokens of each of eight kinds.
__global__ void lex_pieces(int *__restrict__ kinds, const u8 *__restrict__ text, int pieces) {
  __shared__ int total[8];
  if (threadIdx.x < 8) total[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pieces) {
    const u8 *s = text + (size_t)i * 128;
    int state = 0;
    for (int k = 0; k < 128; k++) {
      int c = s[k];
      bool letter = ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_', digit = c >= '0' && c <= '9';
      switch (state) {
        case 1:
          if (letter || digit) continue;
          atomicAdd(&total[0], 1);
          break;
        case 2:
          if (digit || c == '.' || c == 'x' || (c | 32) == 'f') continue;
          atomicAdd(&total[1], 1);
          break;
        case 3:
          if (c == '\\') { state = 4; continue; }
          if (c != '"' && c != '\n') continue;
          atomicAdd(&total[2], 1);
          state = 0;
          continue;
        case 4: state = 3; continue;
        case 5:
          if (c == '/') { state = 6; continue; }
          if (c == '*') { state = 7; continue; }
          atomicAdd(&total[3], 1);
          break;
        case 6:
          if (c != '\n') continue;
          atomicAdd(&total[4], 1);
          state = 0;
          continue;
        case 7: if (c == '*') state = 8; continue;
        case 8:
          if (c == '/') { atomicAdd(&total[5], 1); state = 0; }
          else if (c != '*') state = 7;
          continue;
        default: break;
      }
      state = 0;
      if (letter) state = 1;
      else if (digit) state = 2;
      else switch (c) {
        case '"': state = 3; break;
        case '/': state = 5; break;
        case '+': case '-': case '*': case '%': case '&': case '|': case '^': case '!': case '<': case '>': case '=': case '~':
          atomicAdd(&total[3], 1); break;
        case '(': case ')': case '[': case ']': case '{': case '}':
          atomicAdd(&total[6], 1); break;
        case ';': case ',': case ':': case '?': case '.': case '#':
          atomicAdd(&total[7], 1); break;
        default: break;
      }
    }
  }
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&kinds[threadIdx.x], total[threadIdx.x]);
}

// Noughts and crosses from positions after four random moves.
__global__ void tictactoe(signed char *__restrict__ result, unsigned *__restrict__ nodes, const unsigned *__restrict__ seed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned r = seed[i], side[2] = {0, 0}, count = 0;
  for (int k = 0; k < 4; k++) {
    int pick = (int)(r % (unsigned)(9 - k));
    r /= 9;
    for (int c = 0; c < 9; c++)
      if (!((side[0] | side[1]) >> c & 1) && pick-- == 0) { side[k & 1] |= 1u << c; break; }
  }
  result[i] = (signed char)negamax(side[0], side[1], count);
  nodes[i] = count;
}
}
