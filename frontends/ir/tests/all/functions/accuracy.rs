//! How far results are from the correctly rounded ones: at most what CUDA's programming guide says
//! (appendix "Mathematical Functions", default compiler options).

use super::arguments::{self, Number, Pairs};
use super::machine::{ours, run};

/// A function with the largest difference in units of the last place.
type Row = (&'static str, u64, fn(f64, f64) -> f64);

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

/// The same for doubles, of which the reference is not rounded correctly either: it may be wrong
/// by a unit, as the standard library's functions are.
const DOUBLES: &[Row] = &[
    ("exp", 1, |x, _| x.exp()),
    ("exp2", 1, |x, _| x.exp2()),
    ("expm1", 1, |x, _| x.exp_m1()),
    ("log", 1, |x, _| x.ln()),
    ("log2", 1, |x, _| x.log2()),
    ("log10", 1, |x, _| x.log10()),
    ("log1p", 1, |x, _| x.ln_1p()),
    ("sin", 2, |x, _| x.sin()),
    ("cos", 2, |x, _| x.cos()),
    ("tan", 2, |x, _| x.tan()),
    ("asin", 2, |x, _| x.asin()),
    ("acos", 2, |x, _| x.acos()),
    ("atan", 2, |x, _| x.atan()),
    ("atan2", 2, f64::atan2),
    ("sinh", 2, |x, _| x.sinh()),
    ("cosh", 1, |x, _| x.cosh()),
    ("tanh", 1, |x, _| x.tanh()),
    ("pow", 2, f64::powf),
    ("hypot", 2, f64::hypot),
    ("cbrt", 1, |x, _| x.cbrt()),
    ("fmod", 0, |x, y| x % y),
    ("round", 0, |x, _| x.round()),
];

#[test]
fn errors_are_as_small_as_cuda_promises() {
    let pairs = arguments::singles();
    let mut faults = Vec::new();
    for &(name, bound, function) in ROWS {
        let (worst, fault) = worst(name, &pairs, |x, y| function(x.into(), y.into()) as f32);
        faults.extend((worst > bound).then_some(fault));
        // What never differs from the reference was not computed as on a GPU.
        assert!(
            bound == 0 || worst > 0,
            "{name} is always rounded correctly"
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn errors_of_doubles_are_as_small_as_cuda_promises() {
    let pairs = arguments::doubles();
    let mut faults = Vec::new();
    // The host's functions do otherwise with NaNs that signal, which GPUs do not know.
    let quiet = |x: f64| if x.is_nan() { f64::NAN } else { x };
    for &(name, bound, function) in DOUBLES {
        let (worst, fault) = worst(name, &pairs, |x, y| function(quiet(x), quiet(y)));
        let bound = if bound == 0 { 0 } else { bound + 1 };
        faults.extend((worst > bound).then_some(fault));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The largest difference from a function, and where it is.
fn worst<T: Number>(name: &str, pairs: &Pairs<T>, function: impl Fn(T, T) -> T) -> (u64, String) {
    let got = run(&ours(&format!("k_{name}")), pairs);
    let want = |at: usize| function(pairs.x[at], pairs.y[at]);
    let steps = got.iter().enumerate();
    let steps = steps.map(|(at, &y)| (steps_between(y, want(at)), at));
    let (worst, at) = steps.max().expect("values");
    let [x, y, got, want] = [pairs.x[at], pairs.y[at], got[at], want(at)].map(T::text);
    (
        worst,
        format!("{name}({x}, {y}) = {got}, not {want}: {worst} ulp"),
    )
}

/// How many numbers one is behind the other; infinity follows the largest one.
fn steps_between<T: Number>(a: T, b: T) -> u64 {
    if a.is_nan() || b.is_nan() {
        return if a.is_nan() == b.is_nan() {
            0
        } else {
            u64::MAX
        };
    }
    let sign = 1 << (8 * T::SIZE - 1);
    let place = |x: T| {
        let size = i128::from(x.bits() & !sign);
        if x.bits() & sign != 0 { -size } else { size }
    };
    place(a).abs_diff(place(b)) as u64
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
