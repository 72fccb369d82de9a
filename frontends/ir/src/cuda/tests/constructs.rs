//! Each construct of the language, by what it computes.

use super::{one, words};

#[test]
fn several_declarators_are_declared_from_left_to_right() {
    assert_eq!(
        one("int x = 2, y = x + 1, *p = (int *) a; p[0] = x; p[1] = y;"),
        [2, 3]
    );
}

#[test]
fn an_unsuffixed_literal_is_a_double_and_its_product_too() {
    // 1 + 2^-30 is a number of double precision only.
    let body = "float x = 1.0f; a[0] = (x + 0.000000000931322574615478515625) > 1.0;
                a[1] = (x + 0.000000000931322574615478515625f) > 1.0f;
                a[2] = sizeof(double);";
    assert_eq!(one(body), [1, 0, 8]);
}

#[test]
fn integers_divide_towards_zero_and_unsigned_ones_wrap() {
    let body = "int n = -7; a[0] = n / 2; a[1] = n % 2; a[2] = threadIdx.x - 1 > 0;
                a[3] = (int) threadIdx.x - 1 > 0; a[4] = 7 / 2 * 2;";
    assert_eq!(one(body), [-3i32 as u32, -1i32 as u32, 1, 0, 6]);
}

#[test]
fn every_assignment_operator_works() {
    let body = "int x = 5; x += 3; x -= 1; x *= 6; x /= 4; x %= 7; a[0] = x;
                x = 6; x <<= 2; x >>= 1; x |= 1; x &= 9; x ^= 3; a[1] = x;
                a[2]++; ++a[2]; a[2]--; --x; a[3] = x;";
    assert_eq!(one(body), [3, 10, 1, 9]);
}

#[test]
fn assignments_and_steps_within_expressions_have_their_values() {
    let body = "int i = 0, j, k; a[i++] = 5; a[i] = 6; i++; a[i] = j = k = 7; a[3] = j + k + i;
                int n = 3; while (n-- > 0) a[4] += n; a[5] = n;
                for (int m = 4; m-- > 0; ) a[6] = a[6] * 10 + m; a[7] = -(++n);";
    assert_eq!(one(body), [5, 6, 7, 16, 3, -1i32 as u32, 3210, 0]);
}

#[test]
fn an_assignment_has_the_value_that_its_target_got() {
    let body = "int i; float f = i = 3.7f; a[0] = (int) (f * 10.0f); unsigned char c;
                a[1] = c = 300; a[2] = (c += 200) + 1; double d = 0.5; a[3] = d += 2.25;
                if ((i = a[0]) > 20 && (a[4] = i)) a[5] = i;
                a[6] = i > 0 ? i-- : i++; a[7] = (i -= 9) == 20;";
    assert_eq!(one(body), [30, 44, 245, 2, 30, 30, 30, 1]);
}

#[test]
fn pointers_step_through_arrays() {
    let body =
        "int *p = (int *) a; *p++ = 3; *p = 4; a[2] = *p--; a[3] = *p; a[4] = p++ - 1 < (int *) a;
                *++p = 9; a[5] = (*p)++; a[6] = a[2]++; float2 v = make_float2(1.0f, 2.0f);
                a[7] = (int) (v.x++ + (v.y *= 4.0f)); a[7] += (int) v.x * 100;";
    assert_eq!(one(body), [3, 4, 11, 3, 1, 9, 10, 209]);
}

#[test]
fn a_for_loop_takes_any_header() {
    let body = "int n = 0; for (int i = 0, j = 10; i < j; i++, j -= 2) n += j - i; a[0] = n;
                int m; for (m = 3; ; ) { if (m > 20) break; m *= 2; } a[1] = m;
                for (int i = 0, j = i + 2; i < j; i++) a[2] += j;
                unsigned u = 0, v = 1; for (u = 2, v = 3; u < 5; ++u) v += u; a[3] = v;";
    assert_eq!(one(body), [22, 24, 4, 12]);
}

#[test]
fn while_and_do_test_before_and_after() {
    let body = "int i = 0; while (i < 5) { i++; if (i == 2) continue; a[0] += i; }
                do a[1]++; while (a[1] < 0); do { } while (0); while (false) ;";
    assert_eq!(one(body), [13, 1]);
}

#[test]
fn cases_fall_through_into_the_next() {
    let body = "for (int i = 0; i < 6; i++) {
                    switch (i) {
                    case 0: a[i] = 1;
                    case 1: a[i] += 10; break;
                    case 2: case 3: a[i] = 2;
                    default: { a[i] += 100; break; }
                    case 5: a[i] = 7;
                    }
                }";
    assert_eq!(one(body), [11, 10, 102, 102, 100, 7]);
}

#[test]
fn local_arrays_take_lists_and_zero_the_rest() {
    let body = "const int N = 4; int v[N] = {5, 6}; float w[] = {1.0f, 2.0f, 3.0f};
                int m[2][3] = {{1}, {2, 3}}; int sum = 0;
                for (int i = 0; i < N; i++) a[i] = v[i];
                for (int r = 0; r < 2; r++) for (int c = 0; c < 3; c++) sum = 10 * sum + m[r][c];
                a[4] = sum; a[5] = w[2];";
    assert_eq!(one(body), [5, 6, 0, 0, 100_230, 3]);
}

#[test]
fn vectors_are_made_of_lists_and_functions() {
    let body = "float2 p = {3.0f, 4.0f}; float4 q = make_float4(1, 2, 3, 4); q.w += p.y;
                a[0] = p.x; a[1] = q.w; a[2] = sizeof(float4);";
    assert_eq!(one(body), [3, 8, 16]);
}

#[test]
fn casts_are_written_in_three_ways() {
    let body = "float x = 2.9f; a[0] = (int) x; a[1] = int(x); a[2] = static_cast<int>(x);
                a[3] = reinterpret_cast<unsigned *>(a)[0];";
    assert_eq!(one(body), [2, 2, 2, 2]);
}

#[test]
fn an_inner_block_hides_outer_names() {
    let body = "int x = 1; { int x = 2; a[0] = x; } a[1] = x; if (x) int x = 3; a[2] = x; ;;";
    assert_eq!(one(body), [2, 1, 1]);
}

#[test]
fn shared_arrays_of_all_kinds_lie_apart() {
    let text = "__global__ void k(unsigned *a) {
        const int N = 4;
        __shared__ unsigned s[N], t[N][N + 1];
        volatile __shared__ int last;
        extern __shared__ unsigned rest[];
        unsigned x = threadIdx.x;
        s[x] = 10 + x; t[x][N] = 20 + x; rest[x] = 30 + x;
        if (x == 0) last = 40;
        __syncthreads();
        a[x] = s[3 - x] + 1000 * t[3 - x][N] + 1000000 * rest[3 - x] + last;
    }";
    let wanted = [3, 2, 1, 0].map(|x| 10 + x + 1000 * (20 + x) + 1_000_000 * (30 + x) + 40);
    assert_eq!(words(text, 4, vec![0; 4]), wanted);
}

#[test]
fn shared_arrays_of_one_name_in_two_blocks_and_functions_are_two() {
    let text =
        "__device__ unsigned f(unsigned x) { __shared__ unsigned s[2]; s[0] = x; return s[0]; }
        __device__ unsigned g(unsigned x) { __shared__ unsigned s[2]; s[1] = x; return s[1]; }
        __global__ void k(unsigned *a) {
            { __shared__ unsigned s[2]; s[0] = 1; a[0] = s[0] + f(5); a[1] = s[0]; }
            { __shared__ unsigned s[2]; s[0] = 2; a[2] = s[0] + g(6); }
        }";
    assert_eq!(words(text, 1, vec![0; 3]), [6, 1, 8]);
}

#[test]
fn device_functions_constants_and_variables_of_the_file_are_seen() {
    let text = "#include <stdio.h>
        const int N = 3; constexpr float HALF = 0.5f; static const unsigned BIG = 1u << 31;
        __constant__ int table[N] = {7, 8};
        __device__ int twice(int x);
        __device__ __forceinline__ int thrice(int x) { return twice(x) + x; }
        __device__ int twice(int x) { if (x > 100) return 0; return 2 * x; }
        extern \"C\" __global__ void __launch_bounds__(256) k(unsigned *__restrict__ a)
        { a[0] = thrice(N); a[1] = HALF * 8; a[2] = BIG > 0; }";
    assert_eq!(words(text, 1, vec![0; 3]), [9, 4, 1]);
}

#[test]
fn a_device_variable_is_memory_that_all_functions_share() {
    let text = "__device__ unsigned count = 0;
        __device__ void more() { count += 2; }
        __global__ void k(unsigned *a) { count = 5; more(); a[1] = count; }";
    assert_eq!(words(text, 1, vec![0; 2]), [7, 7]);
}

#[test]
fn macros_are_replaced_as_c_does() {
    let text = "#define N 4
        #define SQUARE(x) ((x) * (x))
        #define SUM(a, b) a + \\
                          b   // continued
        #define TWICE(x) SUM(x, x)
        #define self self + 1
        #undef M
        __global__ void k(unsigned *a) {
            int self = 5; /* one
            two */ a[0] = SQUARE(N + 1); a[1] = 2 * TWICE(3); a[2] = self; a[3] = INT_MAX == 2147483647;
            a[4] = SUM(SQUARE(2), min(1, 2)); }";
    // `int self = 5` becomes `int self + 1 = 5`, so the macro is named otherwise.
    let text = text
        .replace("self", "own")
        .replace("int own", "int o")
        .replace("own own + 1", "own o + 1");
    assert_eq!(words(&text, 1, vec![0; 5]), [25, 9, 6, 1, 5]);
}

#[test]
fn unroll_takes_a_number_a_name_or_nothing() {
    let text = "#define F 2
        __global__ void k(unsigned *a) {
            const int T = 2;
            #pragma unroll
            for (int i = 0; i < 4; i++) a[0] += i;
            #pragma unroll F
            for (int i = 0; i < 4; i++) a[1] += i;
            #pragma unroll (T * 2)
            for (int i = 0; i < 4; i++) a[2] += i;
            #pragma nounroll
            while (a[3] < 3) a[3]++;
        }";
    assert_eq!(words(text, 1, vec![0; 4]), [6, 6, 6, 3]);
}

#[test]
fn extern_c_may_hold_several_kernels() {
    let text = "extern \"C\" {
            __global__ void first(unsigned *a) { __shared__ int s[4]; s[0] = 1; a[0] = s[0]; }
            __global__ void second(unsigned *a) { __shared__ int s[8]; s[0] = 2; a[0] = s[0]; }
        }";
    let unit = super::parse(text).expect("it parses");
    assert_eq!(unit.kernels().collect::<Vec<_>>(), ["first", "second"]);
    let second = unit
        .kernel("k", "second", super::Span::NONE)
        .expect("it is there");
    assert_eq!(second.shared[0].name.text, "s");
}

#[test]
fn volatile_and_auto_are_types_words() {
    let body =
        "volatile unsigned *p = a; auto x = 3u; p[0] = x; const auto y = p[0] + 1; a[1] = y;";
    assert_eq!(one(body), [3, 4]);
}

#[test]
fn comma_expressions_are_statements_in_a_row() {
    assert_eq!(one("int x; x = 1, x += 4, a[0] = x;"), [5]);
}

#[test]
fn a_reference_changes_its_argument() {
    let text = "__device__ unsigned next(unsigned &x) { x = 3 * x + 1; return x; }
        __device__ void swap(unsigned &x, unsigned &y) { unsigned t = x; x = y; y = t; }
        __device__ unsigned same(const unsigned &x) { return x; }
        __global__ void k(unsigned *a) {
            unsigned seed = 1, u = next(seed), v = next(seed);
            a[0] = u; a[1] = v; a[2] = seed; swap(a[0], a[1]); swap(u, v); a[3] = same(u + 1);
            for (unsigned i = 0; i < 20; i++) { next(i); a[4]++; }
        }";
    assert_eq!(words(text, 1, vec![0; 5]), [13, 4, 13, 14, 3]);
}

#[test]
fn half_is_a_type_unless_the_text_has_a_variable_of_that_name() {
    let text = "
        __device__ half twice(half x) { return x + (half) x; }
        __global__ void k(int *a)
        {
            half h = 1.5f, g = half(2);
            h += 0.25f;
            h = twice(h) * g;
            half2 p = half2(h, -g);
            p.y = p.y - p.x;
            a[0] = (int) h;
            a[1] = (int) __high2half(p);
            a[2] = sizeof(half) + 10 * sizeof(half2);
            a[3] = h > g;
        }";
    assert_eq!(words(text, 1, vec![0; 4]), [7, -9i32 as u32, 42, 1]);
    let text = "
        __global__ void k(int *a)
        {
            int half = a[0] / 2;
            a[1] = half * (half) + half;
        }";
    assert_eq!(words(text, 1, vec![8, 0]), [8, 20]);
}
