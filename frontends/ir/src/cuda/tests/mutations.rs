//! Whatever is done to a valid text, a message comes out or a kernel, never a panic.

use super::kernel;
use proptest::prelude::*;

const TEXT: &str = r#"
#define TILE 8
#define AT(r, c) ((r) * W + (c))
__constant__ float weight[3] = {0.25f, 0.5f};
__device__ float mix(float x, const float *v) { if (x > 1.0) return x; return x + v[0]; }
__global__ void __launch_bounds__(64) k(float *out, const float *__restrict__ in, int W)
{
    __shared__ float tile[TILE][TILE + 1];
    extern __shared__ volatile int flags[];
    int x = threadIdx.x, v[2] = {1};
#pragma unroll 4
    for (int j = 0, n = 3; j < TILE; j++, n--) { if (j == n) continue; tile[j][x] = in[AT(j, x)]; }
    __syncthreads();
    switch (x & 3) { case 0: x += 1; case 1: case 2: out[x] = weight[1]; break; default: --x; }
    do { out[x] *= mix(tile[0][x], in); x -= v[0]; } while (x > 0 && out[0] < 1e-3);
    while (__any_sync(0xffffffff, x > 2)) { atomicAdd(&out[0], 1.0f); break; }
    float4 q = {1, 2, 3, 4}; out[1] = x ? (float) q.x : sizeof(int); // done
}
"#;

/// The text in pieces: words, numbers, symbols and blanks.
fn pieces() -> Vec<&'static str> {
    let mut pieces = Vec::new();
    let mut rest = TEXT;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = match word(first) {
            true => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (piece, behind) = rest.split_at(end);
        pieces.push(piece);
        rest = behind;
    }
    pieces
}

#[test]
fn the_text_as_it_is_compiles() {
    assert!(kernel(TEXT).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_truncated_text_makes_no_panic(cut in 0..TEXT.len()) {
        let _ = kernel(&TEXT[..cut]);
        let _ = kernel(&TEXT[cut..]);
    }

    #[test]
    fn swapped_doubled_and_lost_pieces_make_no_panic(
        changes in prop::collection::vec((0usize..2000, 0usize..2000, 0u8..3), 1..6)
    ) {
        let mut pieces = pieces();
        for (a, b, how) in changes {
            let (a, b) = (a % pieces.len(), b % pieces.len());
            match how {
                0 => pieces.swap(a, b),
                1 => pieces.insert(a, pieces[b]),
                _ => { pieces.remove(a); }
            }
        }
        let _ = kernel(&pieces.concat());
    }
}
