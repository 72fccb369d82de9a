//! How long a wide product keeps its sub-core from issuing (`micro/h200/products`): loops of one product, with
//! what makes its factors or its addend some cycles before it, beside what the same machine code took on an H200.

#[path = "timed/loops.rs"]
mod loops;
#[path = "timed/series.rs"]
mod series;
mod timed;

use loops::loops;

/// Products in the eight turns that the second launch of each case takes more than the first.
const PRODUCTS: f64 = 64.0;

/// The cycles by which the model is off for each product, by kernel, of so many warps.
fn errors(warps: u32, numbers: &[(&str, &str)]) -> Vec<(String, f64)> {
    let loops = loops("products", |_, of| of == warps, numbers).into_iter();
    loops
        .map(|it| (it.kernel, (it.simulated - it.measured) / PRODUCTS))
        .collect()
}

fn mean(errors: &[(String, f64)]) -> f64 {
    errors.iter().map(|(_, error)| error.abs()).sum::<f64>() / errors.len() as f64
}

#[test]
fn a_product_holds_its_sub_core_until_its_factors_are_there() {
    let alone = errors(4, &[]);
    assert_eq!(alone.len(), 238);
    assert!(mean(&alone) < 0.02, "{:.3}", mean(&alone));
    for (case, error) in &alone {
        // Two additions that read the banks behind each other, and a product with an addend: a cycle.
        let most = if case.starts_with("da4a1_c") {
            1.01
        } else {
            0.2
        };
        assert!(error.abs() < most, "{case}: {error:+.2} cycles");
    }
    let two = errors(8, &[]);
    assert!(mean(&two) < 0.5, "{:.3}", mean(&two));
    // What it would say of products that do not wait.
    let at_once = [("issue.factor_latency", "0")];
    assert!(mean(&errors(4, &at_once)) > 0.5);
    assert!(mean(&errors(8, &at_once)) > 1.0);
}
