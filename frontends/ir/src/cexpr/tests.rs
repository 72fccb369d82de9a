use super::*;

fn shape(text: &str) -> String {
    match parse(text) {
        Ok(expr) => expr.to_string(),
        Err(error) => panic!("{text}: {error} at {:?}", error.span),
    }
}

fn fault(text: &str) -> (String, std::ops::Range<usize>) {
    let error = parse(text).expect_err(text);
    (error.to_string(), error.span.range())
}

#[test]
fn operators_bind_as_in_c() {
    assert_eq!(shape("a + b * c"), "(a + (b * c))");
    assert_eq!(shape("a - b - c"), "((a - b) - c)");
    assert_eq!(shape("a << 1 + b"), "(a << (1 + b))");
    assert_eq!(shape("a & b == c"), "(a & (b == c))");
    assert_eq!(shape("a | b ^ c & d"), "(a | (b ^ (c & d)))");
    assert_eq!(shape("a < b == c < d"), "((a < b) == (c < d))");
    assert_eq!(shape("a || b && c"), "(a || (b && c))");
    assert_eq!(shape("-a * !b"), "((-a) * (!b))");
    assert_eq!(shape("*p + ~x"), "((*p) + (~x))");
}

#[test]
fn the_conditional_binds_weakest_and_to_the_right() {
    assert_eq!(
        shape("a < b ? c : d ? e : f"),
        "((a < b) ? c : (d ? e : f))"
    );
    assert_eq!(shape("a ? b ? c : d : e"), "(a ? (b ? c : d) : e)");
}

#[test]
fn postfix_binds_tighter_than_prefix() {
    assert_eq!(shape("&s[i].x"), "(&s[i].x)");
    assert_eq!(shape("-f(x)[3]"), "(-f(x)[3])");
    assert_eq!(
        shape("tile[threadIdx.y + j][threadIdx.x]"),
        "tile[(threadIdx.y + j)][threadIdx.x]"
    );
}

#[test]
fn a_type_in_parentheses_casts_and_a_name_does_not() {
    assert_eq!(shape("(float) a * b"), "(((float) a) * b)");
    assert_eq!(
        shape("(unsigned long long) -x"),
        "((unsigned long long) (-x))"
    );
    assert_eq!(shape("(a) * b"), "(a * b)");
    assert_eq!(shape("float(a) + (int(b))"), "(((float) a) + ((int) b))");
    assert_eq!(shape("(volatile float *) p"), "((volatile float *) p)");
    assert_eq!(
        shape("sizeof(float4) + (uint8_t) c"),
        "(sizeof(float4) + ((unsigned char) c))"
    );
}

#[test]
fn literals_have_the_type_that_c_gives_them() {
    assert_eq!(
        shape("2147483647 + 2147483648"),
        "(2147483647 + 2147483648l)"
    );
    assert_eq!(
        shape("0x7fffffff + 0x80000000"),
        "(2147483647 + 2147483648u)"
    );
    assert_eq!(shape("0xffffffffffffffff"), "18446744073709551615ul");
    assert_eq!(shape("1u + 1ul + 1ll + 1LLU"), "(((1u + 1ul) + 1l) + 1ul)");
    assert_eq!(shape("010 + 0b11 + 'A'"), "((8 + 3) + 65)");
    assert_eq!(
        shape("1.5 + .5f + 1e-3 + 2.F"),
        "(((1.5 + 0.5f) + 0.001) + 2.0f)"
    );
}

#[test]
fn a_float_literal_is_rounded_once() {
    // 16777217.0000001 lies just above the middle of two single-precision numbers.
    let ExprKind::Float { value, .. } = parse("16777217.0000001f").unwrap().kind else {
        panic!("a float");
    };
    assert_eq!(value, 16777218.0);
}

#[test]
fn a_counter_with_dots_is_called_as_a_function() {
    assert_eq!(
        shape("cycles(padded) < 0.6 * smsp__warps_active.sum(shared)"),
        "(cycles(padded) < (0.6 * smsp__warps_active.sum(shared)))"
    );
}

#[test]
fn comments_and_blanks_are_nothing() {
    assert_eq!(shape(" a /* one */ + // two\n b "), "(a + b)");
}

#[test]
fn spans_cover_what_they_name() {
    let text = "x + foo(1, y)";
    let expr = parse(text).unwrap();
    assert_eq!(expr.span.range(), 0..13);
    let ExprKind::Binary(_, _, call) = expr.kind else {
        panic!("a sum");
    };
    assert_eq!(&text[call.span.range()], "foo(1, y)");
    let ExprKind::Call {
        callee_span, args, ..
    } = call.kind
    else {
        panic!("a call");
    };
    assert_eq!(&text[callee_span.range()], "foo");
    assert_eq!(&text[args[1].span.range()], "y");
}

#[test]
fn strings_have_the_escapes_of_c_and_join_where_they_stand_side_by_side() {
    assert_eq!(shape(r#"f("\x41\101\0µ" "\"\t")"#), r#"f("AA\000µ\"\t")"#);
    assert_eq!(shape(r"'\n' + '\''"), "(10 + 39)");
}

#[test]
fn faults_name_cause_and_place() {
    let cases = [
        ("", "the expression is empty", 0..0),
        ("a +", "expected an operand, found the end", 3..3),
        ("a b", "expected an operator or the end, found `b`", 2..3),
        ("(a", "expected `)`, found the end", 2..2),
        ("a[1", "expected `]`, found the end", 3..3),
        ("a = ", "expected an operand, found the end", 4..4),
        ("f(a ++ b)", "expected `)`, found `b`", 7..8),
        ("++", "expected an operand, found the end", 2..2),
        ("1.5x", "`1.5x` is not a number", 0..4),
        ("09", "`09` is not a number", 0..2),
        (
            "0x10000000000000000",
            "the integer does not fit into 64 bits",
            0..19,
        ),
        ("a # b", "unexpected character `#`", 2..3),
        ("(unsigned float) x", "expected `)`, found `float`", 10..15),
        ("(const) x", "`const` is not a type", 1..6),
        ("int + 1", "expected an operand, found the type `int`", 0..3),
        ("a[0](1)", "only a name can be called", 0..4),
        ("'ab'", "the literal does not end", 0..1),
        ("µ", "unexpected character `µ`", 0..2),
        (
            r#"f("aµ\q")"#,
            r"`\q` is no character of ASCII that C knows",
            6..8,
        ),
        (
            r#"f("\xff")"#,
            r"`\x` is no character of ASCII that C knows",
            3..5,
        ),
        (r#"f("\"#, "the literal does not end", 2..3),
    ];
    for (text, message, range) in cases {
        assert_eq!(fault(text), (message.to_owned(), range), "{text}");
    }
}

#[test]
fn deep_nesting_is_refused_rather_than_overflowing_the_stack() {
    let message = "the expression nests more than 200 levels deep";
    for text in [
        "(".repeat(100_000),
        "~".repeat(100_000),
        "a+".repeat(100_000),
        "a[".repeat(9_000),
    ] {
        assert_eq!(fault(&text).0, message);
    }
    assert_eq!(fault(&("a".to_owned() + &"[1]".repeat(9_000))).0, message);
    assert_eq!(fault(&"a?b:".repeat(9_000)).0, message);
    assert!(parse(&("a+".repeat(90) + "b")).is_ok());
}

#[test]
fn actions_are_assignments_steps_and_calls() {
    let show = |text| match parse_action(text).unwrap() {
        Action::Assign { target, op, value } => {
            format!(
                "{target} {}= {value}",
                op.map_or("", BinaryOperator::symbol)
            )
        }
        Action::Evaluate(expr) => expr.to_string(),
    };
    assert_eq!(show("x = a + 1"), "x = (a + 1)");
    assert_eq!(show("s[i] <<= 2"), "s[i] <<= 2");
    assert_eq!(show("i++"), "i += 1");
    assert_eq!(show("--n"), "n -= 1");
    assert_eq!(show("atomicAdd(&s[0], 1)"), "atomicAdd((&s[0]), 1)");
    assert!(matches!(
        parse_action("a = b = c").unwrap(),
        Action::Assign { op: None, value, .. } if value.to_string() == "(b = c)"
    ));
}

#[test]
fn declarations_may_give_type_extents_and_value() {
    let plain = parse_declaration("x").unwrap();
    assert_eq!((plain.ty, plain.name.as_str()), (None, "x"));
    let typed = parse_declaration("const unsigned int n = 3").unwrap();
    let constant = TypeName {
        constant: true,
        ..TypeName::scalar(Scalar::U32)
    };
    assert_eq!(typed.ty, Some(constant));
    assert_eq!(typed.init.unwrap().to_string(), "3");
    let array = parse_declaration("float v[4][N]").unwrap();
    assert_eq!(array.extents.len(), 2);
    let pointer = parse_declaration("volatile float *p = &s[1]")
        .unwrap()
        .ty
        .unwrap();
    assert_eq!((pointer.pointers, pointer.volatile), (1, true));
}

#[test]
fn the_usual_conversions_pick_the_higher_rank() {
    use Scalar::*;
    assert_eq!(U8.common(I16), I32);
    assert_eq!(I32.common(U32), U32);
    assert_eq!(U32.common(I64), I64);
    assert_eq!(I64.common(U64), U64);
    assert_eq!(U64.common(F32), F32);
    assert_eq!(F32.common(F64), F64);
    assert_eq!(Bool.common(Bool), I32);
}
