use super::error::ExprError;
use super::lower::{Scope, compile, compile_for};
use super::machine::{Bytes, TrapKind};
use super::run::{Reduction, Tolerance, compare, fill, reduce};
use crate::element::{ElementType, Number, read};
use sim_ir::cexpr::parse;

struct Names;

impl Scope for Names {
    fn parameter(&self, name: &str) -> Option<i64> {
        match name {
            "W" => Some(7),
            "Z" => Some(0),
            "P" => Some(8),
            _ => None,
        }
    }

    fn buffer(&self, name: &str) -> Option<ElementType> {
        match name {
            "bytes" => Some(ElementType::U8),
            "ints" => Some(ElementType::I32),
            "floats" => Some(ElementType::F32),
            _ => None,
        }
    }

    fn names(&self) -> Vec<&str> {
        vec!["W", "Z", "P", "bytes", "ints", "floats"]
    }
}

/// Element `i` of each test buffer.
fn contents(name: &str) -> Vec<u8> {
    match name {
        "bytes" => (0..100).map(|i| 255 - i as u8).collect(),
        "ints" => (0..100).flat_map(|i: i32| (i - 50).to_le_bytes()).collect(),
        _ => (0..100)
            .flat_map(|i| (i as f32 * 0.5).to_le_bytes())
            .collect(),
    }
}

/// The values of an expression for `i` in `0..count`, in a given element type.
fn values(text: &str, ty: ElementType, count: usize) -> Result<Vec<Number>, String> {
    let expr = parse(text).expect(text);
    let code = compile_for(&expr, &Names, ty).map_err(|e| e.to_string())?;
    let data: Vec<Vec<u8>> = code.sources.iter().map(|s| contents(&s.buffer)).collect();
    let sources: Vec<Bytes<'_>> = data.iter().map(Vec::as_slice).collect();
    let mut out = vec![0; count * ty.bytes()];
    fill(&code, &sources, ty, 0, &mut out).map_err(|trap| trap.to_string())?;
    Ok((0..count)
        .map(|i| read(ty, &out, i).expect("in range"))
        .collect())
}

fn ints(text: &str, count: usize) -> Vec<i128> {
    let numbers = values(text, ElementType::I64, count).expect(text);
    let int = |n| match n {
        Number::Int(value) => value,
        other => panic!("{other} is no integer"),
    };
    numbers.into_iter().map(int).collect()
}

fn at(text: &str, i: usize) -> i128 {
    ints(text, i + 1)[i]
}

#[test]
fn an_index_expression_gives_what_c_gives() {
    let transposed = ints("(i % P) * W + i / P", 56);
    let want: Vec<i128> = (0..56).map(|i| (i % 8) * 7 + i / 8).collect();
    assert_eq!(transposed, want);
    let divided = ints("(i - 20) / W * 1000 + (i - 20) % W", 60);
    let want: Vec<i128> = (0..60)
        .map(|i| (i - 20) / 7 * 1000 + (i - 20) % 7)
        .collect();
    assert_eq!(divided, want);
}

#[test]
fn division_by_a_power_of_two_rounds_towards_zero_too() {
    let text = "(i - 20) / P * 1000 + (i - 20) % P";
    let want: Vec<i128> = (0..60)
        .map(|i| (i - 20) / 8 * 1000 + (i - 20) % 8)
        .collect();
    assert_eq!(ints(text, 60), want);
    assert_eq!(at("(int) (i - 9) / 4", 0), -2);
    assert_eq!(at("((unsigned) i - 1u) / 2u", 0), 0x7fff_ffff);
}

#[test]
fn values_have_the_width_that_c_gives_them() {
    assert_eq!(
        at("ints[i] * 100000000", 0),
        (-50i32).wrapping_mul(100_000_000).into()
    );
    assert_eq!(at("i * 100000000 * 100", 50), 500_000_000_000);
    assert_eq!(at("bytes[i] + 1", 0), 256);
    assert_eq!(at("(unsigned char) (bytes[i] + 1)", 0), 0);
    assert_eq!(at("-1 < 0u", 0), 0, "the int becomes unsigned");
    assert_eq!(at("1 << 40", 0), 0);
    assert_eq!(at("(long long) 1 << 40", 0), 1 << 40);
    assert_eq!(at("-8 >> 100", 0), -1);
    assert_eq!(
        at("mix(i, 3) >> 8", 9),
        (crate::init::mix(9, 3) >> 8).into()
    );
    assert_eq!(at("!(i - 3) + 10 * !!i", 3), 11);
}

#[test]
fn floats_compute_in_their_own_precision() {
    let of = |text| values(text, ElementType::F32, 10).expect(text)[9];
    assert_eq!(of("floats[i] * 0.1f"), Number::Single(4.5 * 0.1));
    assert_eq!(of("floats[i] * 0.1"), Number::Single((4.5 * 0.1f64) as f32));
    assert_eq!(of("sqrt(floats[i])"), Number::Single(4.5f32.sqrt()));
    assert_eq!(of("sqrt(i)"), Number::Single(3.0));
    assert_eq!(of("fmaf(2, floats[i], -i)"), Number::Single(0.0));
    assert_eq!(of("i > 3 ? 1 : 0.25f"), Number::Single(1.0));
    let half = values("i * 0.1f", ElementType::F16, 10).expect("half");
    assert_eq!(half[3], Number::Single(0.30004883));
}

#[test]
fn what_is_not_evaluated_cannot_fail() {
    assert_eq!(at("i > 0 ? ints[i - 1] : 77", 0), 77);
    assert_eq!(at("i > 0 ? ints[i - 1] : 77", 9), 8 - 50);
    assert_eq!(at("i < 100 && ints[i] < 0", 120), 0);
    assert_eq!(at("i >= 100 || ints[i] < 0", 120), 1);
    assert_eq!(at("i != 5 ? (i > 5 ? 100 / (i - 5) : 1) : 2", 7), 50);
    assert_eq!(at("Z ? 1 / Z : 3", 0), 3);
}

#[test]
fn a_failure_names_its_cause_and_the_first_index() {
    let fault = |text, count| values(text, ElementType::I64, count).expect_err(text);
    assert_eq!(
        fault("100 / (i - 600)", 700),
        "division by zero, at i = 600"
    );
    assert_eq!(
        fault("ints[i]", 300_000),
        "element 100 of `ints`, which has 100 elements, at i = 100"
    );
    assert_eq!(
        fault("i ? ints[-i] : 0", 5),
        "element -1 of `ints`, which has 100 elements, at i = 1"
    );
    assert_eq!(fault("1 / Z", 5), "division by zero, at i = 0");
    let code = compile(&parse("i / (i - 3)").unwrap(), &Names).unwrap();
    let trap = reduce(&code, &[], 10, Reduction::Sum).unwrap_err();
    assert_eq!(
        (trap.kind, trap.span.range()),
        (TrapKind::DivisionByZero, 0..11)
    );
}

#[test]
fn a_fault_in_an_expression_says_what_would_be_right() {
    let fault = |text| compile(&parse(text).expect(text), &Names).expect_err(text);
    let message = |text| fault(text).to_string();
    assert_eq!(message("flots[i]"), "`flots` is not known here");
    assert_eq!(message("ints + 1"), "`ints` is a buffer, not a number");
    assert_eq!(message("ints[floats[i]]"), "an index must be an integer");
    assert_eq!(message("floats[i] & 1"), "`&` needs integers");
    assert_eq!(message("floats[i] % 2"), "`%` needs integers");
    assert_eq!(message("after(3)[i]"), "`after` takes the name of a buffer");
    let no_pointers = "`*` has nothing to its left: there are no pointers here";
    assert_eq!(message("1 * * i"), no_pointers);
    let assigns = "nothing can be assigned to here; compare with `==`";
    assert!(
        ["i = 1", "i++", "--i"]
            .iter()
            .all(|text| message(text) == assigns)
    );
    let remedy = fault("flots[i]").kind.remedy();
    assert_eq!(remedy.as_deref(), Some("did you mean `floats`?"));
    let ExprError { span, .. } = fault("1 + (2 + x)");
    assert_eq!(span.range(), 9..10);
}

#[test]
fn an_initial_and_a_later_value_are_two_sources() {
    let code = compile(
        &parse("ints[i] + after(ints)[i] + ints[0]").unwrap(),
        &Names,
    )
    .unwrap();
    let sources: Vec<_> = code
        .sources
        .iter()
        .map(|s| (s.buffer.as_str(), s.after))
        .collect();
    assert_eq!(sources, [("ints", false), ("ints", true)]);
}

#[test]
fn what_does_not_depend_on_the_index_is_computed_once() {
    let code = compile(&parse("i * (W * W + 3) / W").unwrap(), &Names).unwrap();
    let ops = |list: &[super::code::Instruction]| list.len();
    assert_eq!((ops(&code.body), code.registers <= 10), (3, true));
}

#[test]
fn a_long_sum_needs_few_registers_and_a_huge_one_is_refused() {
    let long = (0..150).map(|_| "ints[i]").collect::<Vec<_>>().join(" + ");
    let code = compile(&parse(&long).unwrap(), &Names).unwrap();
    assert!(code.registers < 6, "{}", code.registers);
    let leaf = (0..100).map(|_| "1").collect::<Vec<_>>().join(" + ");
    let huge = (0..40)
        .map(|_| format!("({leaf})"))
        .collect::<Vec<_>>()
        .join(" + ");
    let error = compile(&parse(&huge).unwrap(), &Names).unwrap_err();
    assert!(error.to_string().contains("too large"));
}

fn comparison(
    text: &str,
    ty: ElementType,
    actual: &[u8],
    tolerance: Tolerance,
) -> (u64, Vec<String>) {
    let code = compile_for(&parse(text).unwrap(), &Names, ty).unwrap();
    let found = compare(&code, &[], ty, actual, tolerance, 3).unwrap();
    let show = |m: &super::run::Mismatch| format!("[{}] {} != {}", m.index, m.got, m.want);
    (found.wrong, found.first.iter().map(show).collect())
}

#[test]
fn the_first_wrong_elements_are_found_in_order_across_tasks() {
    let mut actual: Vec<u8> = (0..300_000u32).flat_map(u32::to_le_bytes).collect();
    for wrong in [250_001, 70_000, 299_999, 3] {
        actual[4 * wrong] ^= 1;
    }
    let (wrong, first) = comparison("i", ElementType::U32, &actual, Tolerance::default());
    assert_eq!(wrong, 4);
    assert_eq!(
        first,
        [
            "[3] 2 != 3",
            "[70000] 70001 != 70000",
            "[250001] 250000 != 250001"
        ]
    );
}

#[test]
fn a_tolerance_allows_what_it_says_and_no_more() {
    let actual: Vec<u8> = [1.0f32, 2.01, -3.2, f32::NAN, f32::INFINITY]
        .into_iter()
        .flat_map(f32::to_le_bytes)
        .collect();
    let text = "i == 3 ? sqrt(-1.0f) : i == 4 ? 1 / 0.0f : i == 2 ? -3 : i + 1";
    let wrong = |absolute, relative| {
        comparison(
            text,
            ElementType::F32,
            &actual,
            Tolerance { absolute, relative },
        )
        .0
    };
    assert_eq!(wrong(0.0, 0.0), 2);
    assert_eq!(wrong(0.05, 0.0), 1);
    assert_eq!(wrong(0.0, 0.05), 1);
    assert_eq!(wrong(0.0, 0.07), 0);
}

#[test]
fn nothing_finite_is_near_infinity() {
    let tolerance = Tolerance {
        absolute: 1.0,
        relative: 0.5,
    };
    let one = 1f32.to_le_bytes();
    assert_eq!(
        comparison("1 / 0.0f", ElementType::F32, &one, tolerance).0,
        1
    );
}

#[test]
fn reductions_cover_every_index_once() {
    let run = |text, count, reduction| {
        let code = compile(&parse(text).unwrap(), &Names).unwrap();
        reduce(&code, &[], count, reduction).unwrap()
    };
    let n = 200_001;
    assert_eq!(
        run("i", n, Reduction::Sum),
        Number::Int(200_000 * 200_001 / 2)
    );
    assert_eq!(
        run("i * 0.5", n, Reduction::Sum),
        Number::Double(10_000_050_000.0)
    );
    assert_eq!(
        run("(i - 70000) * (i - 70000)", n, Reduction::Minimum),
        Number::Int(0)
    );
    assert_eq!(run("i ^ 1", n, Reduction::Maximum), Number::Int(200_001));
    assert_eq!(run("i % 2", n, Reduction::Count), Number::Int(100_000));
    assert_eq!(run("i", 0, Reduction::Sum), Number::Int(0));
}
