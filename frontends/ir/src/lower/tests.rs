use super::*;
use crate::source::SourceFile;
use crate::spans;

/// The kernel IR of a body, or its drawn diagnostics.
fn lowered(text: &str) -> String {
    let file = SourceFile::new("k.ron", text);
    let body: KernelBody = match spans::from_ron(&file) {
        Ok(body) => body,
        Err(fault) => return fault.render(&file, false),
    };
    match compile_body("k", &body) {
        Ok(kernel) => kernel.to_string(),
        Err(faults) => {
            let drawn: Vec<_> = faults.iter().map(|f| f.render(&file, false)).collect();
            drawn.join("\n\n")
        }
    }
}

const NAIVE: &str = r#"(
    params: [Ptr("out", F32), Ptr("in", F32), U32("W"), U32("H")],
    body: [
        Let("ix", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("iy", "blockIdx.y * blockDim.y + threadIdx.y"),
        If("ix < W && iy < H", [
            Store("out[ix * H + iy]", "in[iy * W + ix]"),
        ]),
    ],
)"#;

#[test]
fn a_naive_transpose() {
    insta::assert_snapshot!(lowered(NAIVE));
}

#[test]
fn a_padded_transpose_through_shared_memory() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("out", F32), ConstPtr("in", F32), I32("nx"), I32("ny")],
        constants: [Const("TILE", "32")],
        shared: [Shared("tile", F32, ["TILE", "TILE + 1"])],
        body: [
            Let("int x", "blockIdx.x * TILE + threadIdx.x"),
            Let("int y", "blockIdx.y * TILE + threadIdx.y"),
            For("j = 0", "j < TILE", "j += 8", [
                Store("tile[threadIdx.y + j][threadIdx.x]", "in[(y + j) * nx + x]"),
            ]),
            Barrier,
            Assign("x", "blockIdx.y * TILE + threadIdx.x"),
            Assign("y", "blockIdx.x * TILE + threadIdx.y"),
            For("j = 0", "j < TILE", "j += 8", [
                Store("out[(y + j) * ny + x]", "tile[threadIdx.x][threadIdx.y + j]"),
            ]),
        ],
    )"#
    ));
}

#[test]
fn a_lock_that_all_lanes_want() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("lock", I32), Ptr("count", I32)],
        body: [
            While("atomicCAS(&lock[0], 0, 1) != 0", []),
            Fence(Device),
            Let("volatile int *p", "&count[0]"),
            Assign("*p", "*p + 1"),
            Fence(Device),
            Expr("atomicExch(lock, 0)"),
        ],
    )"#
    ));
}

#[test]
fn a_loop_with_break_and_continue_names_the_regions_it_leaves() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("out", I32), I32("n")],
        body: [
            Var("int sum"),
            Assign("sum", "0"),
            For("int i = 0", "i < n", "i++", [
                If("out[i] > 3", [
                    If("out[i] > 7", [Break]),
                    Assign("sum", "sum + 1"),
                ]),
                If("out[i] == 2", [Continue]),
                Expr("sum += i"),
            ]),
            Store("out[threadIdx.x]", "sum"),
        ],
    )"#
    ));
}

#[test]
fn an_early_return_needs_no_region() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("out", F32), U32("n")],
        body: [
            Let("i", "threadIdx.x"),
            If("i >= n", [Return]),
            IfElse("i % 2 == 0", [Store("out[i]", "1")], [Store("out[i]", "2")]),
        ],
    )"#
    ));
}

#[test]
fn sides_that_load_are_evaluated_only_where_wanted() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("a", F32), U32("n")],
        body: [
            Let("i", "threadIdx.x"),
            If("i < n && a[i] > 0", [Store("a[i]", "0")]),
            Let("x", "i < n ? a[i] : 1.0f"),
            Let("y", "i < n ? 2.0f : 1.0f"),
            Store("a[i + 1]", "x + y"),
        ],
    )"#
    ));
}

#[test]
fn narrow_types_are_extended_after_each_assignment() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("a", U8), Ptr("d", F64), I32("n")],
        body: [
            Let("unsigned char c", "a[0] + n"),
            Let("short s", "n * 3.5"),
            Let("bool b", "n"),
            Store("d[0]", "c + s + b"),
            Store("a[1]", "c"),
            Store("d[n]", "a[n] / 2u"),
        ],
    )"#
    ));
}

#[test]
fn vectors_shuffles_votes_and_local_arrays() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [ConstPtr("a", F32x4), Ptr("out", F32)],
        shared: [Shared("s", F32, []), Dynamic("dyn", F32)],
        body: [
            Var("float v[4]"),
            Let("q", "a[threadIdx.x]"),
            Store("v[threadIdx.x & 3]", "q.y"),
            Let("sum", "__shfl_down_sync(0xffffffff, q.x, 16)"),
            If("__any_sync(0xffffffff, sum > 1)", [Store("s", "sum")]),
            Store("dyn[2]", "__ldcg(&out[7])"),
            Expr("atomicAdd(&out[0], v[1])"),
            Expr("__stcs(&out[1], s)"),
        ],
    )"#
    ));
}

#[test]
fn device_functions_are_inlined() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("out", F32)],
        functions: [
            Function(name: "half", params: [F32("x")], returns: F32, body: [
                ReturnValue("x * 0.5f"),
            ]),
            Function(name: "clip", params: [F32("x")], returns: F32, body: [
                If("x > 1.0f", [ReturnValue("1.0f")]),
                Expr("x += 1.0f"),
                ReturnValue("half(x)"),
            ]),
        ],
        body: [Store("out[0]", "clip(out[1])")],
    )"#
    ));
}

#[test]
fn a_loop_with_known_trips_is_unrolled_on_request() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("out", I32), I32("n")],
        body: [
            Unroll(2, For("int j = 0", "j < 32", "j += 16", [Store("out[j]", "j * n")])),
            Unroll(2, For("j = 0", "j < n", "j++", [Store("out[j]", "n")])),
        ],
    )"#
    ));
}

#[test]
fn a_switch_is_a_chain_of_ifs() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("out", I32), I32("n")],
        body: [
            Switch("n & 7", [
                Case(["0", "1"], [Store("out[0]", "1"), Break]),
                Default([Store("out[0]", "3")]),
                Case(["2"], [If("n > 9", [Break]), Store("out[0]", "2")]),
            ]),
        ],
    )"#
    ));
}

#[test]
fn faults_are_shown_with_cause_and_remedy() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("out", F32), ConstPtr("in", F32), U32("n")],
        shared: [Shared("tile", F32, ["n"]), Shared("two", F32, ["4", "4"])],
        body: [
            Let("i", "threadIdx.x + blokIdx.x"),
            Let("j", "i + 1"),
            Store("out[n]", "tile[0]"),
            Store("in[0]", "1.0f"),
            Store("out[n]", "two[4][0]"),
            Store("out[n]", "two[1]"),
            Store("n", "1"),
            Assign("m", "1"),
            Let("x", "1.5 % 2"),
            Let("n", "n / 0"),
            Let("y", "sqrtff(2.0f)"),
            Let("y", "lgamma(2.0)"),
            Let("z", "fmaf(1.0f, 2.0f)"),
            Let("w", "&x"),
            Let("v", "threadIdx"),
            Expr("__nanosleep(n)"),
            If("out", [Break]),
            Switch("n", [Default([]), Default([Continue])]),
            Expr("atomicInc(out, 1)"),
            Let("p", "n ? out : 1"),
        ],
    )"#
    ));
}

#[test]
fn faults_in_the_strings_are_all_shown() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [U32("2x")],
        body: [
            Let("x y", "1"),
            For("i = 0", "i < ", "i ++ 1", []),
            Unroll(2, Barrier),
            Let("z = 1", "2"),
        ],
    )"#
    ));
}

#[test]
fn a_wrong_field_is_ron_s_to_report() {
    insta::assert_snapshot!(lowered("(\n  parms: [],\n  body: [],\n)"), @r"
    error: unexpected field named `parms` in `KernelBody`, expected one of `code`, `cuda`, `entry`, `launch_bounds`, `params`, `constants`, `shared`, `constant_buffers`, `globals`, `functions`, or `body` instead
     --> k.ron:2:3
      |
    2 |   parms: [],
      |   ^^^^^
    ");
}

#[test]
fn every_statement_has_its_place() {
    let text = r#"(body: [Barrier, /* Barrier */ If("1", [Return, Barrier]), Break, Barrier])"#;
    let file = SourceFile::new("k.ron", text);
    let body: KernelBody = spans::from_ron(&file).unwrap();
    let shown: Vec<_> = body
        .body
        .iter()
        .flatten()
        .map(|s| (s.span.start, file.snippet(s.span)))
        .collect();
    assert_eq!(
        shown,
        [(8, "Barrier"), (31, "If"), (59, "Break"), (66, "Barrier")]
    );
}

#[test]
fn function_names_in_the_table_are_unique() {
    let mut names: Vec<_> = table::FUNCTIONS.iter().map(|(name, _)| *name).collect();
    names.extend(table::UNSUPPORTED.iter().map(|(name, _)| *name));
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn variables_of_the_module_lie_in_constant_memory_or_behind_an_address() {
    let text = r#"(
        params: [Ptr("out", F32)],
        constant_buffers: [Constant("flag", U8, [], ["1"]), Constant("w", F32, ["2", "3"], ["0.5", "2"])],
        globals: [Global("sum", F32, []), Global("grid", I32x2, ["4"])],
        body: [
            If("flag", [Expr("sum += w[1][threadIdx.x]")]),
            Store("out[0]", "grid[1].y + w[0][1]"),
        ],
    )"#;
    let body = crate::spans::options().from_str(text).unwrap();
    let kernel = compile_body("k", &body).unwrap();
    insta::assert_snapshot!(*kernel);
    assert_eq!(
        kernel.constant_bytes()[..12],
        [1, 0, 0, 0, 0, 0, 0, 63, 0, 0, 0, 64]
    );
}

/// The instructions of a kernel that stores `value`, given floats and an int.
fn storing(value: &str, options: Options) -> String {
    let text = format!(
        r#"(
        params: [Ptr("out", F32), F32("x"), F32("y"), I32("n")],
        body: [Store("out[threadIdx.x]", "{value}")],
    )"#
    );
    let body = crate::spans::options().from_str(&text).unwrap();
    match compile_body_as("k", &body, options) {
        Ok(kernel) => kernel.to_string(),
        Err(faults) => faults.iter().map(|f| f.message.clone()).collect(),
    }
}

#[test]
fn functions_of_float_are_meant_where_all_arguments_are_floats() {
    let exact = |value| storing(value, Options::default());
    assert_eq!(exact("exp(x)"), exact("expf(x)"));
    assert_eq!(exact("pow(x, y)"), exact("powf(x, y)"));
    assert_eq!(exact("rsqrt(x)"), exact("rsqrtf(x)"));
    assert_eq!(exact("fmin(x, y)"), exact("fminf(x, y)"));
    assert_eq!(exact("fma(x, y, x)"), exact("fmaf(x, y, x)"));
    for value in ["exp(2.0 * x)", "sin(n)", "pow(x, 2)", "fmin(x, 1.0)"] {
        assert!(exact(value).contains("convert.f32.f64"), "{value}");
    }
    assert!(
        exact("exp2_of_unit(x)").contains("unknown function"),
        "the library's own"
    );
    assert!(
        exact("large_angle(x, n)").contains("unknown function"),
        "a part of others"
    );
}

#[test]
fn fast_math_takes_no_function_of_the_library() {
    let fast = Options { fast_math: true };
    for name in ["expf", "exp10f", "logf", "sinf", "cosf", "tanf", "tanhf"] {
        let [fast, exact] = [fast, Options::default()].map(|o| storing(&format!("{name}(x)"), o));
        assert!(fast.contains("approx"), "{fast}");
        assert!(
            fast.lines().count() + 5 < exact.lines().count(),
            "{fast}\n{exact}"
        );
    }
    assert_eq!(storing("powf(x, y)", fast), storing("__powf(x, y)", fast));
}

#[test]
fn fast_math_leaves_functions_of_double_alone() {
    for value in ["exp((double) x)", "sin(1.0 * x)", "pow(x, 2.0)", "log(n)"] {
        let [fast, exact] = [true, false].map(|fast_math| storing(value, Options { fast_math }));
        assert_eq!(fast, exact, "{value}");
    }
}

/// The instructions of a kernel of CUDA C with a pointer and a float, or the messages.
fn lowered_text(declarations: &str, body: &str) -> String {
    let text = format!("{declarations} __global__ void k(float *out, float x) {{ {body} }}");
    let unit = crate::cuda::parse(&text).unwrap();
    let tree = unit.kernel("k", "k", crate::source::Span::NONE).unwrap();
    match super::lower(&tree) {
        Ok(kernel) => kernel.to_string(),
        Err(faults) => faults.iter().map(|f| f.message.clone()).collect(),
    }
}

#[test]
fn results_of_a_function_go_where_pointers_point() {
    let both = "float s = 0.0f, c = 0.0f; sincosf(x, &s, &c); out[0] = s; out[1] = c;";
    let into_memory = "sincosf(x, &out[0], out + 1);";
    for body in [both, into_memory, &both.replace("sincosf", "sincos")] {
        assert_eq!(
            lowered_text("", body).matches("store.").count(),
            2,
            "{body}"
        );
    }
    let doubles = lowered_text("", "double s, c; sincos(x, &s, &c); out[0] = s;");
    assert!(doubles.contains("convert.f64.f32"), "{doubles}");
    let wrong = lowered_text("", "double s, c; sincosf(x, &s, &c);");
    assert!(wrong.contains("cannot name"), "{wrong}");
}

#[test]
fn a_half_fits_no_overload() {
    let body = "out[0] = exp(__float2half(x));";
    let fault = lowered_text("#include <cuda_fp16.h>\n", body);
    assert!(fault.contains("no overload"), "{fault}");
}

#[test]
fn every_function_of_the_library_has_a_text() {
    for name in crate::math_library::NAMES {
        assert!(crate::math_library::find(name).is_some(), "{name}");
        assert!(table::find(name).is_none(), "{name} is built in, too");
    }
}

#[test]
fn no_two_functions_of_the_library_have_one_name() {
    let mut names = std::collections::HashSet::new();
    for function in &crate::math_library::library().functions {
        let name = function.name.text.as_str();
        assert!(names.insert(name), "{name}");
    }
}

#[test]
fn names_of_a_text_and_of_the_library_do_not_meet() {
    let text = "__device__ float chord(float x) { return acosf(x); }
__device__ float copysignf(float a, float b) { return a * b; }
__global__ void k(float *out, float half) { float p = half; out[0] = chord(p) + copysignf(p, half); }";
    let unit = crate::cuda::parse(text).unwrap();
    let tree = unit.kernel("k", "k", crate::source::Span::NONE).unwrap();
    let kernel = super::lower(&tree).unwrap();
    let insts = kernel.blocks.iter().flat_map(|(_, block)| &block.insts);
    let within = insts.filter(|inst| inst.span.end as usize > text.len());
    assert_eq!(within.count(), 0, "instructions belong to the call");
    let products = kernel.to_string().matches("= mul.f32").count();
    assert_eq!(
        products,
        1 + 4,
        "the text's function, and those of the arc cosine"
    );
}

#[test]
fn a_printing_kernel_writes_records_into_a_variable_of_its_own() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("out", F32)],
        body: [
            Let("int i", "threadIdx.x"),
            Assign("out[0]", "printf(\"%d %s: %6.2f %p%%\\n\", i, \"of \" \"two\", out[i], out)"),
            Expr("printf(\"end\")"),
            Expr("printf(\"end\")"),
        ],
    )"#
    ));
}

#[test]
fn assertions_stop_the_launch_by_number() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("out", F32), U32("n")],
        functions: [
            Function(name: "at", params: [Ptr("x", F32), U32("i")], returns: F32, body: [
                Expr("assert(i < 4)"),
                ReturnValue("x[i]"),
            ]),
        ],
        body: [
            Expr("assert(n > 0)"),
            Expr("assert(1 < 2)"),
            If("n > 9", [ Expr("__trap()") ]),
            Store("out[0]", "at(out, n) + at(out, n + 1)"),
        ],
    )"#
    ));
}

#[test]
fn an_assertion_wants_one_condition_and_has_no_value() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("out", F32), U32("n")],
        body: [
            Expr("assert()"),
            Expr("assert(n, \"why\")"),
            Expr("__trap(1)"),
            Store("out[0]", "assert(n)"),
        ],
    )"#
    ));
}

#[test]
fn arguments_of_printf_must_be_what_its_format_says() {
    insta::assert_snapshot!(lowered(
        r#"(
        params: [Ptr("out", F32), U32("n"), I64("wide")],
        body: [
            Expr("printf()"),
            Expr("printf(n)"),
            Expr("printf(\"%d %q\", n, n)"),
            Expr("printf(\"100 %\")"),
            Expr("printf(\"%d %5.2f\\n\", n)"),
            Expr("printf(\"%d\\n\", n, n)"),
            Expr("printf(\"%d\\n\", out[0])"),
            Expr("printf(\"%f\\n\", n)"),
            Expr("printf(\"%d\\n\", wide)"),
            Expr("printf(\"%ld\\n\", n)"),
            Expr("printf(\"%*d\\n\", out[0], n)"),
            Expr("printf(\"%s\\n\", n)"),
            Expr("printf(\"%d\\n\", \"text\")"),
            Expr("printf(\"%p\\n\", n)"),
            Expr("printf(\"%f\\n\", out)"),
            Expr("printf(\"%f\\n\", __float2half(out[0]))"),
        ],
    )"#
    ));
}
