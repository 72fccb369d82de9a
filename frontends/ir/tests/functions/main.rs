//! The mathematical functions: ours against nvcc's own code, bit for bit, and against the
//! correctly rounded value.
//!
//! `functions.cu` is compiled by our compiler; `functions.cubin` is what nvcc made of the same
//! text. Both run in the simulator.

mod accuracy;
mod arguments;
mod lecture;
mod machine;

use arguments::Pairs;
use machine::{ours, run, theirs};

/// The kernels of the file that compute with doubles.
fn of_doubles(kernel: &str) -> bool {
    kernel.ends_with("_of_doubles")
}

#[test]
fn functions_equal_nvccs_bit_for_bit() {
    let (mut compared, mut faults) = (0, Vec::new());
    for kernel in machine::kernels() {
        let (own, nvccs) = (ours(&kernel), theirs(&kernel));
        match of_doubles(&kernel) {
            true => {
                let pairs = arguments::doubles();
                let (got, want) = (run(&own, &pairs), run(&nvccs, &pairs));
                compared += got.len();
                faults.extend(difference(&kernel, &pairs, &got, &want));
            }
            false => {
                let pairs = arguments::singles();
                let (got, want) = (run(&own, &pairs), run(&nvccs, &pairs));
                compared += got.len();
                faults.extend(difference(&kernel, &pairs, &got, &want));
            }
        }
    }
    assert!(compared > 31 * 20_000, "{compared} values");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The first arguments for which two answers differ.
fn difference<T: arguments::Number>(
    kernel: &str,
    pairs: &Pairs<T>,
    got: &[T],
    want: &[T],
) -> Option<String> {
    let answers = || got.iter().zip(want);
    let count = answers().filter(|(g, w)| g.bits() != w.bits()).count();
    let at = answers().position(|(g, w)| g.bits() != w.bits())?;
    let [x, y, got, want] = [pairs.x[at], pairs.y[at], got[at], want[at]];
    Some(format!(
        "{kernel}: {count} differ, first x = {}, y = {}: {}, nvcc's {}",
        x.text(),
        y.text(),
        got.text(),
        want.text()
    ))
}
