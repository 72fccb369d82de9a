//! How far results are from the correctly rounded ones: at most what CUDA's programming guide says
//! (appendix "Mathematical Functions", single precision, default compiler options).

use super::arguments;
use super::machine::{ours, run};

/// A function with the largest difference in units of the last place.
type Row = (&'static str, u32, fn(f64, f64) -> f64);

const ROWS: &[Row] = &[
    ("expf", 2, |x, _| x.exp()),
    ("exp2f", 2, |x, _| x.exp2()),
    ("exp10f", 2, |x, _| 10f64.powf(x)),
    ("expm1f", 1, |x, _| x.exp_m1()),
    ("logf", 1, |x, _| x.ln()),
    ("log2f", 1, |x, _| x.log2()),
    ("log10f", 2, |x, _| x.log10()),
    ("log1pf", 1, |x, _| x.ln_1p()),
    ("sinf", 2, |x, _| x.sin()),
    ("cosf", 2, |x, _| x.cos()),
    ("tanf", 4, |x, _| x.tan()),
    ("asinf", 2, |x, _| x.asin()),
    ("acosf", 2, |x, _| x.acos()),
    ("atanf", 2, |x, _| x.atan()),
    ("atan2f", 3, f64::atan2),
    ("sinhf", 3, |x, _| x.sinh()),
    ("coshf", 2, |x, _| x.cosh()),
    ("tanhf", 2, |x, _| x.tanh()),
    ("powf", 4, f64::powf),
    ("hypotf", 3, f64::hypot),
    ("cbrtf", 1, |x, _| x.cbrt()),
    ("rsqrtf", 2, |x, _| x.sqrt().recip()),
    ("sqrtf", 0, |x, _| x.sqrt()),
    ("quotient", 0, |x, y| x / y),
];

#[test]
fn errors_are_as_small_as_cuda_promises() {
    let pairs = arguments::singles();
    let mut faults = Vec::new();
    for &(name, bound, function) in ROWS {
        let got = run(&ours(&format!("k_{name}")), &pairs);
        let want = |at: usize| function(pairs.x[at].into(), pairs.y[at].into()) as f32;
        let steps = got
            .iter()
            .enumerate()
            .map(|(at, &y)| (steps_between(y, want(at)), at));
        let (worst, at) = steps.max().expect("values");
        if worst > bound {
            let (x, y, got, want) = (pairs.x[at], pairs.y[at], got[at], want(at));
            faults.push(format!(
                "{name}({x:e}, {y:e}) = {got:e}, not {want:e}: {worst} ulp"
            ));
        }
        // What never differs from the reference was not computed as on a GPU.
        assert!(
            bound == 0 || worst > 0,
            "{name} is always rounded correctly"
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// How many numbers one is behind the other; infinity follows the largest one.
fn steps_between(a: f32, b: f32) -> u32 {
    if a.is_nan() || b.is_nan() {
        return if a.is_nan() == b.is_nan() {
            0
        } else {
            u32::MAX
        };
    }
    let place = |x: f32| {
        let size = i64::from(x.abs().to_bits());
        if x.is_sign_negative() { -size } else { size }
    };
    place(a).abs_diff(place(b)).try_into().unwrap_or(u32::MAX)
}

#[test]
fn doubles_are_divided_and_rooted_correctly() {
    let pairs = arguments::doubles();
    for (kernel, function) in [
        (
            "k_quotient_of_doubles",
            (|x, y| x / y) as fn(f64, f64) -> f64,
        ),
        ("k_reciprocal_of_doubles", |x, _| 1.0 / x),
        ("k_root_of_doubles", |x, _| x.sqrt()),
    ] {
        let got = run(&ours(kernel), &pairs);
        for (at, got) in got.into_iter().enumerate() {
            let (x, y) = (pairs.x[at], pairs.y[at]);
            let want = function(x, y);
            let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
            assert!(same, "{kernel} of {x:e}, {y:e}: {got:e}, not {want:e}");
        }
    }
}
