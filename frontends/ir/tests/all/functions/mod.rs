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
use machine::{compiled, ours, run, run_theirs, run_theirs_of_halves};
use sim_isa::Program;

/// Whether a kernel of the file computes with doubles.
fn of_doubles(kernel: &str) -> bool {
    machine::TEXT.contains(&format!("KERNEL({kernel}, double,"))
}

#[test]
fn functions_of_singles_equal_nvccs_bit_for_bit() {
    let compared = hold(&arguments::singles(), |kernel| !of_doubles(kernel));
    assert!(compared > 1_200_000, "{compared} values");
}

#[test]
fn functions_of_doubles_equal_nvccs_bit_for_bit() {
    let compared = hold(&arguments::doubles(), of_doubles);
    assert!(compared > 2_200_000, "{compared} values");
}

/// Holds those kernels to nvcc's; how many answers were compared.
fn hold<T: arguments::Number>(pairs: &Pairs<T>, which: impl Fn(&str) -> bool) -> usize {
    let (mut compared, mut faults) = (0, Vec::new());
    let kernels = machine::kernels(machine::TEXT).into_iter();
    for kernel in kernels.filter(|kernel| which(kernel)) {
        let (count, fault) = compare(&kernel, &ours(&kernel), pairs);
        compared += count;
        faults.extend(fault);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    compared
}

#[test]
fn functions_of_halves_equal_nvccs_for_every_argument() {
    let pairs = arguments::halves();
    let fault = |kernel: String| {
        let got = run(&compiled(machine::HALVES, &kernel), &pairs);
        difference(
            &kernel,
            &pairs,
            &got,
            &run_theirs_of_halves(&kernel, &pairs),
        )
    };
    let kernels = machine::kernels(machine::HALVES).into_iter();
    let faults: Vec<_> = kernels.filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// How many answers of our code and of nvcc's were compared, and where they differ.
fn compare<T: arguments::Number>(
    kernel: &str,
    own: &Program,
    pairs: &Pairs<T>,
) -> (usize, Option<String>) {
    let (got, want) = (run(own, pairs), run_theirs(kernel, pairs));
    (got.len(), difference(kernel, pairs, &got, &want))
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
