// Searches and games: divergent integer code.
extern "C" {

// Random play-outs of tic-tac-toe with bit boards.
__global__ void playouts(unsigned *score, int games, unsigned seed) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x, x = (id + 1) * 2654435761u ^ seed;
  unsigned wins = 0, losses = 0;
  const unsigned lines[8] = {7, 56, 448, 73, 146, 292, 273, 84};
  for (int g = 0; g < games; g++) {
    unsigned me = 0, you = 0;
    for (int m = 0; m < 9; m++) {
      unsigned free = 511 & ~(me | you);
      x ^= x << 13; x ^= x >> 17; x ^= x << 5;
      int k = (x >> 8) % __popc(free);
      unsigned f = free;
      while (k--) f &= f - 1;
      unsigned bit = f & -f, &side = (m & 1) ? you : me;
      side |= bit;
      bool won = false;
#pragma unroll
      for (int l = 0; l < 8; l++) won |= (side & lines[l]) == lines[l];
      if (won) { if (m & 1) losses++; else wins++; break; }
    }
  }
  wins = __reduce_add_sync(0xffffffff, wins);
  losses = __reduce_add_sync(0xffffffff, losses);
  if ((threadIdx.x & 31) == 0) { atomicAdd(&score[0], wins); atomicAdd(&score[1], losses); }
}

// N queens: a thread a placement of the first three rows, backtracking with bit masks.
__global__ void queens(unsigned *total, int n) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x, all = (1u << n) - 1, found = 0;
  unsigned a[3] = {id % n, id / n % n, id / (n * n)};
  unsigned cols = 0, dl = 0, dr = 0;
  bool ok = id < (unsigned)(n * n * n);
  for (int r = 0; r < 3 && ok; r++) {
    unsigned b = 1u << a[r];
    if ((cols | dl | dr) & b) ok = false;
    cols |= b; dl = (dl | b) << 1; dr = (dr | b) >> 1;
  }
  if (ok) {
    unsigned sc[16], sl[16], sr[16], sf[16];
    int d = 0;
    sc[0] = cols; sl[0] = dl; sr[0] = dr; sf[0] = all & ~(cols | dl | dr);
    while (d >= 0) {
      unsigned f = sf[d];
      if (!f) { d--; continue; }
      unsigned b = f & -f;
      sf[d] = f ^ b;
      unsigned c = sc[d] | b;
      if (c == all) { found++; continue; }
      unsigned l = (sl[d] | b) << 1, r = (sr[d] | b) >> 1;
      d++;
      sc[d] = c; sl[d] = l; sr[d] = r; sf[d] = all & ~(c | l | r);
    }
  }
  atomicAdd(total, found);
}

// A byte-code machine: accumulator, four registers, skips and jumps back; the program lies in shared memory.
__global__ void bytecode(unsigned *out, const unsigned char *program, const unsigned *input, int len, int steps) {
  extern __shared__ unsigned char prog[];
  for (int i = threadIdx.x; i < len; i += blockDim.x) prog[i] = program[i];
  __syncthreads();
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned acc = input[id], r0 = id, r1 = 1, r2 = 0x55, r3 = 7;
  int pc = 0;
  for (int s = 0; s < steps; s++) {
    unsigned op = prog[pc++];
    switch (op & 15) {
      case 0: acc += r0; break;
      case 1: acc ^= r1 + (op >> 4); break;
      case 2: r0 = acc * 5 + 1; break;
      case 3: r1 = (acc >> 3) | (acc << 29); break;
      case 4: if (acc & 1) pc++; break;
      case 5: acc = r2 - acc; break;
      case 6: r2 ^= acc; break;
      case 7: if (acc > r0) pc += 2; break;
      case 8: acc = acc * r3 + 0x9E37; break;
      case 9: r3 = (r3 + op) | 1; break;
      case 10: acc = acc / ((r1 & 255) + 1); break;
      case 11: pc = max(0, pc - (int)(op >> 4)); r0++; if (r0 & 3) pc++; break;
      case 12: acc = __popc(acc) + r2; break;
      case 13: { unsigned t = r0; r0 = r1; r1 = t; } break;
      case 14: acc = __brev(acc); break;
      default: acc++; break;
    }
    if (pc >= len) pc -= len;
  }
  out[id] = acc ^ r0 ^ r1 ^ r2 ^ r3;
}
}
