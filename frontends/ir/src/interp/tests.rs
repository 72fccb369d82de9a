use super::*;
use crate::lower::compile_body;
use crate::spans;
use crate::syntax::KernelBody;

const BASE: u64 = 0x1000;

/// Runs a body with one U32 buffer at [`BASE`], whose address is the first parameter.
fn run_u32(text: &str, block: u32, mut data: Vec<u32>) -> Result<Vec<u32>, Fault> {
    let body: KernelBody = spans::options().from_str(text).unwrap();
    let kernel = compile_body("k", &body).unwrap();
    let launch = Launch {
        grid: [2, 1, 1],
        block: [block, 1, 1],
        params: BASE.to_le_bytes().to_vec(),
        dynamic_shared: 0,
        constants: Vec::new(),
        addresses: BASE.to_le_bytes().to_vec(),
        max_steps: 1_000_000,
    };
    let bytes = data.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut memory = Flat {
        base: BASE,
        data: bytes,
    };
    run(&kernel, &launch, &mut memory)?;
    for (word, bytes) in data.iter_mut().zip(memory.data.chunks_exact(4)) {
        *word = u32::from_le_bytes(bytes.try_into().unwrap());
    }
    Ok(data)
}

#[test]
fn threads_know_their_place() {
    let text = r#"(params: [Ptr("a", U32)], body: [
        Let("i", "blockIdx.x * blockDim.x + threadIdx.x"),
        Store("a[i]", "i * gridDim.x + blockDim.x"),
    ])"#;
    let words = run_u32(text, 3, vec![0; 6]).unwrap();
    assert_eq!(words, [3, 5, 7, 9, 11, 13]);
}

#[test]
fn a_loop_may_step_two_variables() {
    let text = r#"(params: [Ptr("a", U32)], body: [
        Let("int k", "10"),
        For("int j = 0", "j < k", "j++, k -= 2", [ If("j == 1", [ Continue ]) ]),
        Store("a[blockIdx.x]", "k"),
    ])"#;
    assert_eq!(run_u32(text, 1, vec![0; 2]).unwrap(), [2, 2]);
}

#[test]
fn a_barrier_orders_shared_memory() {
    let text = r#"(params: [Ptr("a", U32)], shared: [Shared("s", U32, ["64"])], body: [
        Let("t", "threadIdx.x"),
        Store("s[t]", "t * t"),
        Barrier,
        Store("a[blockIdx.x * 64 + t]", "s[63 - t]"),
    ])"#;
    let words = run_u32(text, 64, vec![0; 128]).unwrap();
    let squares: Vec<u32> = (0..64).rev().map(|t| t * t).collect();
    assert_eq!(words, [squares.clone(), squares].concat());
}

#[test]
fn a_contended_lock_counts_every_thread() {
    let text = r#"(params: [Ptr("a", U32)], body: [
        While("atomicCAS(&a[0], 0u, 1u) != 0", []),
        Store("a[1]", "a[1] + 1"),
        Expr("atomicExch(&a[0], 0)"),
    ])"#;
    assert_eq!(run_u32(text, 40, vec![0; 2]).unwrap(), [0, 80]);
}

#[test]
fn shuffles_and_votes_follow_ptx() {
    let text = r#"(params: [Ptr("a", U32)], body: [
        Let("t", "threadIdx.x"),
        Let("up", "__shfl_up_sync(0xffffffff, t, 1, 8)"),
        Let("down", "__shfl_down_sync(0xffffffff, t, 4)"),
        Let("swap", "__shfl_xor_sync(0xffffffff, t, 3)"),
        Let("all", "__ballot_sync(0xffffffff, t % 2 == 1)"),
        If("blockIdx.x == 0", [
            Store("a[t]", "up"), Store("a[32 + t]", "down"),
            Store("a[64 + t]", "swap"), Store("a[96 + t]", "all"),
        ]),
    ])"#;
    let words = run_u32(text, 32, vec![0; 128]).unwrap();
    for t in 0..32u32 {
        let up = if t % 8 == 0 { t } else { t - 1 };
        let down = if t + 4 < 32 { t + 4 } else { t };
        let row = [0, 32, 64, 96].map(|row| words[row + t as usize]);
        assert_eq!(row, [up, down, t ^ 3, 0xaaaa_aaaa]);
    }
}

#[test]
fn loops_break_continue_and_return() {
    let text = r#"(params: [Ptr("a", U32)], body: [
        Var("unsigned sum"),
        Assign("sum", "0"),
        For("unsigned i = 0", "i < 100", "i++", [
            If("i % 3 == threadIdx.x", [Continue]),
            If("i > 10 && a[6] == 0", [Break]),
            Expr("sum += i"),
        ]),
        Let("n", "blockIdx.x * 3 + threadIdx.x"),
        DoWhile([Expr("sum++")], "sum % 2 == 1"),
        If("n == 5", [Return]),
        Store("a[n]", "sum"),
    ])"#;
    let expected = |t: u32| {
        let sum: u32 = (0..=10).filter(|i| i % 3 != t).sum::<u32>() + 1;
        sum + sum % 2
    };
    let words = run_u32(text, 3, vec![0; 7]).unwrap();
    let all = [0, 1, 2, 0, 1].map(expected);
    assert_eq!(words[..5], all);
    assert_eq!(words[5], 0);
}

#[test]
fn faults_are_told_apart() {
    let body = |statement: &str| format!(r#"(params: [Ptr("a", U32)], body: [{statement}])"#);
    let fault = |statement: &str| run_u32(&body(statement), 4, vec![0; 4]).unwrap_err();
    let outside = fault(r#"Store("a[4]", "1")"#);
    assert_eq!(
        outside.to_string(),
        "access to 4 bytes at 0x1010, outside of global memory"
    );
    let askew = fault(r#"Let("p", "(unsigned char *) a"), Store("*(unsigned *) (p + 1)", "1")"#);
    assert!(matches!(
        askew,
        Fault::Misaligned {
            addr: 0x1001,
            bytes: 4
        }
    ));
    let endless = fault(r#"While("true", [Expr("atomicAdd(a, 1)")])"#);
    assert!(matches!(endless, Fault::TooLong(_)));
    let apart =
        fault(r#"IfElse("threadIdx.x == 0", [SyncWarp], [Expr("__any_sync(0xffffffff, true)")])"#);
    assert_eq!(apart, Fault::Deadlock { block: [0, 0, 0] });
    let failed = fault(r#"Expr("assert(threadIdx.x < 1)")"#);
    assert_eq!(failed, Fault::Stopped(Some(1)));
    assert_eq!(fault(r#"Expr("__trap()")"#), Fault::Stopped(None));
}

#[test]
fn the_interpreter_writes_the_records_of_printf() {
    let text = r#"(params: [], body: [ Expr("printf(\"%f %d\", 1.5f, blockIdx.x)") ])"#;
    let body: KernelBody = spans::options().from_str(text).unwrap();
    let kernel = compile_body("k", &body).unwrap();
    let launch = Launch {
        grid: [2, 1, 1],
        block: [1, 1, 1],
        params: Vec::new(),
        dynamic_shared: 0,
        constants: Vec::new(),
        addresses: BASE.to_le_bytes().to_vec(),
        max_steps: 1000,
    };
    let (base, data) = (BASE, vec![0; 8 * 8]);
    let mut memory = Flat { base, data };
    run(&kernel, &launch, &mut memory).unwrap();
    let words = memory.data.as_chunks().0.iter();
    let words: Vec<_> = words.map(|bytes| u64::from_le_bytes(*bytes)).collect();
    let (whole, float) = (1 << 32 | 1, 1.5f64.to_bits());
    assert_eq!(words, [48, 0, whole, float, 0, whole, float, 1]);
}
