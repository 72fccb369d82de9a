//! What is wrong with a text is said with place, cause and remedy.

use super::faults;

/// The first lines of all messages, with line and column, and the remedies.
fn brief(body: &str) -> String {
    let drawn = faults(body);
    let kept = drawn.lines().filter_map(|line| {
        let line = line.trim_start();
        let place = line.strip_prefix("--> k.cu:");
        let help = line.strip_prefix("= help: ");
        match (place, help) {
            (Some(place), _) => Some(format!("  at {place}")),
            (_, Some(help)) => Some(format!("  help: {help}")),
            _ => line.starts_with("error").then(|| line.to_owned()),
        }
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// The messages about each text, one after the other.
fn all(texts: &[&str]) -> String {
    texts
        .iter()
        .map(|text| format!("{text}\n{}\n\n", brief(text)))
        .collect()
}

/// A snapshot without the long expression that made it.
macro_rules! snapshot {
    ($text:expr) => {
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!($text);
        })
    };
}

fn inside(bodies: &[&str]) -> String {
    let texts = bodies.iter().map(|body| {
        let text = format!("__global__ void k(int *a) {{ {body} }}");
        format!("{body}\n{}\n\n", brief(&text))
    });
    texts.collect()
}

#[test]
fn a_message_shows_the_line_of_the_text() {
    let text = "__global__ void k(float *out)\n{\n    int i = threadIdx.x;\n    out[i] = 2.0f * in[i];\n}\n";
    insta::assert_snapshot!(faults(text));
}

#[test]
fn what_is_not_of_the_language_is_named_with_a_remedy() {
    snapshot!(all(&[
        "template <int T> __global__ void k(int *a) { }",
        "typedef float real;",
        "struct point { float x, y; };",
        "enum { A, B };",
        "class c { };",
        "namespace n { }",
        "using namespace std;",
        "int main() { k<<<1, 32>>>(); return 0; }",
        "void helper(float *x) { }",
        "float table[3] = {1, 2, 3};",
        "int count = 0;",
        "#ifdef FAST\n#endif",
        "#pragma omp parallel",
        "#error no",
        "#define JOIN(a, b) a ## b",
        "__global__ int k(int *a) { return 1; }",
        "__global__ void k(int &a) { }",
        "__global__ void k(float **rows) { }",
        "__global__ void k(void *p) { }",
        "__global__ void k(int *a, int n = 3) { }",
        "__device__ float *f(float *x) { return x; }",
        "__global__ void k(float a[][32]) { }",
        "__global__ void k(float4 v) { }",
        "__device__ const float *p;",
        "#pragma unroll\n__global__ void k(int *a) { }",
        "__global__ void __launch_bounds__(1025) k(int *a) { }",
        "__global__ void __launch_bounds__(256, 9) k(int *a) { }",
        "__global__ void __launch_bounds__() k(int *a) { }",
    ]));
}

#[test]
fn faults_within_a_body_are_named_with_a_remedy() {
    snapshot!(inside(&[
        "int x = 1",
        "a[0] = 1\n a[1] = 2;",
        "flaot x = 1;",
        "string s;",
        "if (a[0] = 1) a[1] = 2;",
        "int i = 0; a[i] = i++;",
        "int i = 0; i = i++ + 1;",
        "int i = 0; a[0] = i + ++i;",
        "int i = 0; a[0] = max(i++, i);",
        "int i = 0; a[a[i] = 2] = a[i]--;",
        "float2 v; v.x = v.x++;",
        "int i = 0; i + 1 = 2;",
        "int i = 0; (i + 1)++;",
        "while (a[0] = a[1]) a[2] = 0;",
        "case 1: a[0] = 1;",
        "else a[0] = 1;",
        "switch (a[0]) { a[1] = 1; }",
        "goto end;",
        "asm(\"nop\");",
        "for (int i = 0; i < 4) a[i] = 0;",
        "do { a[0] = 1; } a[1] = 1;",
        "__shared__ int s[4] = {1};",
        "__shared__ int s[];",
        "extern __shared__ int s[4];",
        "static int calls;",
        "__constant__ int c[4];",
        "int v[2] = {1, 2, 3};",
        "int v[2] = 1;",
        "int v[];",
        "int &x = a[0];",
        "int *rows[4];",
        "\n#pragma unroll 4\n a[0] = 1;",
        "\n#pragma unroll n\n for (;;) ;",
        "int n = threadIdx.x; __shared__ int s[n];",
        "unsigned float x;",
        "dim3 grid;",
        "struct p q;",
        "a[0] = nowhere;",
        "break;",
        "{ a[0] = 1;",
        "a[0] = (1 + ;",
        "return 1;",
        "a[0] = 1; } }",
    ]));
}

#[test]
fn a_function_does_not_see_its_callers_shared_array() {
    let text = "__device__ int f() { return s[0]; }\n\
                __global__ void k(int *a) { __shared__ int s[4]; a[0] = f(); }";
    insta::assert_snapshot!(faults(text));
}

#[test]
fn a_macro_is_blamed_where_it_is_used() {
    let text = "#define WRONG(x) ((x) + missing)\n__global__ void k(int *a) { a[0] = WRONG(1); }";
    insta::assert_snapshot!(faults(text));
}

#[test]
fn a_call_without_mask_is_told_the_sync_form() {
    snapshot!(inside(&[
        "a[0] = __any(1);",
        "a[0] = __all(1);",
        "a[0] = __ballot(1);",
        "a[0] = __shfl(a[1], 0);",
        "a[0] = __shfl_down(a[1], 1);",
    ]));
}

#[test]
fn hostile_texts_are_refused_before_they_take_all_memory() {
    let nested = |open: &str, close: &str, n: usize| {
        let (open, close) = (open.repeat(n), close.repeat(n));
        format!("__global__ void k(int *a) {{ {open} a[0] = 1; {close} }}")
    };
    let doubling: String = (1..40)
        .map(|n| format!("#define M{n} M{0} M{0}\n", n - 1))
        .collect();
    let chain: String = (1..100)
        .map(|n| format!("#define M{n} M{}\n", n - 1))
        .collect();
    let falling: String = (0..2000)
        .map(|n| format!("case {n}: a[0] = {n};\n"))
        .collect();
    let falling = format!("__global__ void k(int *a) {{ switch (a[0]) {{ {falling} }} }}");
    let arguments = format!(
        "#define F(x) x\n__global__ void k(int *a) {{ a[0] = {}1{}; }}",
        "F(".repeat(5000),
        ")".repeat(5000)
    );
    let long = format!(
        "__global__ void k(int *a) {{ }}\n{}",
        " ".repeat(crate::cuda::MAX_BYTES)
    );
    let texts = [
        nested("{", "}", 20_000),
        nested("if (a[1]) ", "", 20_000),
        nested("for (;;) ", "", 20_000),
        nested("switch (a[0]) { case 0: ", "}", 20_000),
        nested("if (a[0]) a[1] = 1; else ", "", 20_000),
        format!(
            "__global__ void k(int *a) {{ int v[1] = {} }}",
            "{".repeat(20_000)
        ),
        format!("{doubling}M39"),
        format!("{chain}M99"),
        falling,
        arguments,
        long,
    ];
    let first = |text: &String| faults(text).lines().next().unwrap_or("").to_owned();
    let messages: Vec<String> = texts.iter().map(first).collect();
    snapshot!(messages.join("\n"));
}

#[test]
fn statements_at_the_deepest_level_compile() {
    let open = "if (a[0] > 1) { ".repeat(98);
    let text = format!(
        "__global__ void k(int *a) {{ {open} a[0] = 1; {} }}",
        "}".repeat(98)
    );
    assert_eq!(faults(&text), "");
}

#[test]
fn numbers_of_16_bits_are_not_mixed_with_others() {
    insta::assert_snapshot!(faults(
        "__global__ void k(half *a)\n{\n    a[0] = a[1] * 2.0f;\n}\n"
    ));
    let inside = |bodies: &[&str]| -> String {
        let texts = bodies.iter().map(|body| {
            let params = "half *h, half2 *p, __nv_bfloat16 *b, float *f";
            let text = format!("__global__ void k({params}) {{\n{body} }}");
            format!("{body}\n{}\n\n", brief(&text))
        });
        texts.collect()
    };
    snapshot!(inside(&[
        "h[0] = 1 + h[1];",
        "h[0] = b[0];",
        "h[0] = h[1] + b[0];",
        "p[0] = h[0];",
        "p[0] = p[1] * h[0];",
        "h[0] = p[0];",
        "h[0] = p[0].z;",
        "f[0] = p[0] < p[1] ? h[0] : 1.0f;",
        "if (p[0]) f[0] = 1;",
        "h[0] = h[1] % h[2];",
        "h[0] = h[1] << 1;",
        "h[0] = max(h[1], h[2]);",
        "h[0] = abs(h[1]);",
        "f[0] = sqrt(h[1]);",
        "h[0] = htanh(h[1]);",
        "h[0] = __hadd(f[0], f[1]);",
        "p[0] = __hadd2(h[0], h[1]);",
        "h[0] = __hfma(h[1], h[2]);",
        "atomicAdd(h, h[1]);",
        "atomicExch(p, p[1]);",
        "f[0] = __match_any_sync(~0u, h[0]);",
        "half2 x = p[0]; half *q = &x.x;",
    ]));
}

#[test]
fn what_is_const_is_not_changed() {
    let text = |body: &str| {
        format!(
            "__device__ void step(int &i) {{ i += 1; }}
__device__ void fill(float *p, const int n) {{ p[n] = 0.0f; }}
__device__ int next(const int n) {{ n++; return n; }}
__device__ float first(const float *p) {{ return p[0]; }}
__global__ void k(float *y, const float *x, const int n)
{{
    {body}
}}"
        )
    };
    let wrong = [
        "const int i = 1; i = 2;",
        "const float f = x[0]; f *= 2.0f;",
        "const int i = 1; i++;",
        "const int i = 1; y[i++] = 0.0f;",
        "const int i = 1; step(i);",
        "const int i; y[0] = i;",
        "for (const int i = 0; i < 4; i++) y[i] = 0.0f;",
        "const float2 v = make_float2(1.0f, 2.0f); v.x = 3.0f;",
        "n = 3;",
        "y[0] = next(n);",
        "x[0] = 1.0f;",
        "*x = 1.0f;",
        "atomicAdd(&x[0], 1.0f);",
        "fill(x, n);",
        "float *p = x; p[0] = 1.0f;",
        "const float *p = x; p = y; p[0] = 1.0f;",
        "float *p = y; p = x + 1; p[0] = 1.0f;",
    ];
    let drawn = wrong.map(|body| format!("{body}\n{}", faults(&text(body))));
    insta::assert_snapshot!(drawn.join("\n"));
    let right = [
        "const int i = n; { int i = 2; i = 3; y[i] = 0.0f; } y[i] = first(x) + first(y);",
        "const float *p = n > 2 ? x : y; p++; y[0] = *p;",
        "float *p = (float *) x; p[0] = 1.0f;",
        "const float w[2] = {1.0f, 2.0f}; y[0] = w[n];",
        "for (int t = 0; t < n; t++) { const int i = t + 1; y[i] = 0.0f; }",
    ];
    for body in right {
        assert_eq!(faults(&text(body)), "", "{body}");
    }
}
