//! Assignments and steps within expressions.

use super::both::{agree, words};

#[test]
fn steps_take_effect_where_c_has_them_take_effect() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("int i", "(int) t & 7"), Let("int n", "0"), Let("int s", "0"),
        Let("int j", "i++"),
        While("(i--) > 0 && ((s += i) < 9 || n++ < 2)", [Expr("n += 10")]),
        Expr("out[(int) t] = j = n"),
        Let("int k", "t % 3 == 0 ? j++ : --j"),
        Expr("out[128 + t] = k * 1000 + (j += s) + i"),
        Let("int p", "128"),
        Expr("out[(p += 128) + t] = out[t]++"),
    ])"#,
    ));
    for t in 0..128i32 {
        let (mut i, mut n, mut s) = (t & 7, 0, 0);
        i += 1;
        loop {
            let held = i > 0;
            i -= 1;
            if !held {
                break;
            }
            s += i;
            if s >= 9 {
                n += 1;
                if n > 2 {
                    break;
                }
            }
            n += 10;
        }
        let j = n;
        let (k, j) = if t % 3 == 0 {
            (j, j + 1)
        } else {
            (j - 1, j - 1)
        };
        let wanted = [n + 1, k * 1000 + (j + s) + i, n];
        let got = [0, 128, 256].map(|row| out[row + t as usize] as i32);
        assert_eq!(got, wanted, "thread {t}");
    }
}

#[test]
fn running_indices_in_memory_and_registers_agree() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Var("unsigned v[8]"), Let("int at", "0"), Let("unsigned sum", "0"),
        For("int i = 8", "i-- > 0", "", [Store("v[at++]", "(unsigned) i * i + t")]),
        While("at", [Let("int j", "--at"), Expr("sum += v[j] * (j & 1 ? 3u : 1u)")]),
        Let("unsigned *p", "out + 2 * t"),
        Expr("*p++ = sum"),
        Expr("*p = sum ^ 1"),
    ])"#,
    ));
    // Squares of 7, 5, 3, 1 at even places, of 6, 4, 2, 0 at odd ones.
    let sum = |t: u32| 84 + 3 * 56 + 16 * t;
    assert!((0..128).all(|t| out[2 * t as usize] == sum(t)));
    assert!((0..128).all(|t| out[2 * t as usize + 1] == sum(t) ^ 1));
}
