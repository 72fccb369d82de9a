//! Results of compiled kernels, held against what an H200 computed.

#![allow(non_snake_case)]

use crate::support::memory::Memory;
use crate::support::{Counts, Launch, Machine};
use serde_json::Value;
use sha2::{Digest, Sha256};
use sim_core::exec::{Executor, Reconvergence};
use sim_cubin::Module;
use std::path::PathBuf;

/// The truth set.
fn root() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../validation/truth/h200/lecture"
    ))
}

fn json(name: &str) -> Value {
    let text = std::fs::read_to_string(root().join(name)).expect("a file of the truth set");
    serde_json::from_str(&text).expect("JSON")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn three(value: &Value) -> [u32; 3] {
    [0, 1, 2].map(|axis| number(&value[axis]) as u32)
}

/// The hash that fills buffers.
fn mix(index: u32, seed: u32) -> u32 {
    let mut x = index
        .wrapping_mul(2_654_435_761)
        .wrapping_add(seed.wrapping_mul(0x9E37_79B9));
    x ^= x >> 16;
    x = x.wrapping_mul(0x85EB_CA6B);
    x ^= x >> 13;
    x = x.wrapping_mul(0xC2B2_AE35);
    x ^ x >> 16
}

/// A buffer's initial bytes.
fn initial(buffer: &Value) -> Vec<u8> {
    let bytes = number(&buffer["bytes"]) as usize;
    let init = &buffer["init"];
    let seed = init["seed"].as_u64().unwrap_or(0) as u32;
    let words = |word: &dyn Fn(u32) -> u32| -> Vec<u8> {
        (0..bytes.div_ceil(4) as u32)
            .flat_map(|i| word(i).to_le_bytes())
            .take(bytes)
            .collect()
    };
    let float = |name: &str, default: f64| init[name].as_f64().unwrap_or(default) as f32;
    match init["kind"].as_str().expect("a kind") {
        "zero" => vec![0; bytes],
        "const_u32" => words(&|_| number(&init["v"]) as u32),
        "const_f32" => words(&|_| float("v", 0.0).to_bits()),
        "iota_i32" => words(&|i| i),
        "iota_f32" => words(&|i| (i as f32).to_bits()),
        "hash_f32" => {
            let (lo, hi) = (float("lo", 0.0), float("hi", 1.0));
            let unit = |i| (mix(i, seed) >> 8) as f32 * 2f32.powi(-24);
            words(&|i| (lo + (hi - lo) * unit(i)).to_bits())
        }
        "hash_f64" => (0..bytes as u32 / 8)
            .flat_map(|i| (f64::from(mix(i, seed)) * 2f64.powi(-32)).to_le_bytes())
            .collect(),
        "hash_u32" => match init["mod"].as_u64() {
            Some(modulus) => words(&|i| mix(i, seed) % modulus as u32),
            None => words(&|i| mix(i, seed)),
        },
        "hash_u8" => (0..bytes as u32).map(|i| mix(i, seed) as u8).collect(),
        "file" => std::fs::read(root().join(init["path"].as_str().expect("a path"))).expect("data"),
        kind => panic!("no such kind: {kind}"),
    }
}

/// A case's parameter bytes, as the kernel's parameters lie.
fn params(case: &Value, program: &sim_isa::Program, memory: &Memory) -> Vec<u8> {
    let mut out = Vec::new();
    for (arg, param) in case["args"]
        .as_array()
        .expect("args")
        .iter()
        .zip(&program.params)
    {
        let (kind, value) = arg
            .as_object()
            .expect("an argument")
            .iter()
            .next()
            .expect("a kind");
        let bytes: Vec<u8> = match kind.as_str() {
            "buf" => memory
                .buffer(value.as_str().expect("a name"))
                .base
                .to_le_bytes()
                .into(),
            "i32" => (value.as_i64().expect("i32") as i32).to_le_bytes().into(),
            "u32" => (number(value) as u32).to_le_bytes().into(),
            "i64" => value.as_i64().expect("i64").to_le_bytes().into(),
            "u64" => number(value).to_le_bytes().into(),
            "f32" => (value.as_f64().expect("f32") as f32).to_le_bytes().into(),
            "f64" => value.as_f64().expect("f64").to_le_bytes().into(),
            kind => panic!("no such argument: {kind}"),
        };
        out.resize(param.offset as usize, 0);
        out.extend(bytes);
    }
    out
}

/// Runs a case; returns its memory and what was executed.
fn run(case: &Value, reconvergence: Reconvergence) -> (Memory, Counts) {
    let cubin = std::fs::read(root().join(case["cubin"].as_str().expect("a path"))).expect("cubin");
    let module = Module::parse(&cubin).expect("a cubin");
    let mut memory = Memory::default();
    for (name, buffer) in case["buffers"].as_object().expect("buffers") {
        memory.add(name, initial(buffer));
    }
    let globals = match module.global_bytes() {
        0 => 0,
        bytes => memory.add("module", vec![0; bytes as usize]),
    };
    let image = module.global_image(globals);
    if let Some(last) = memory
        .buffers
        .last_mut()
        .filter(|last| last.name == "module")
    {
        last.bytes[..image.len()].copy_from_slice(&image);
    }
    let kernel = case["kernel"].as_str().expect("a name");
    let program = module.program(kernel, globals).expect("a program");
    let launch = Launch {
        params: params(case, &program, &memory),
        program: &program,
        grid: three(&case["grid"]),
        block: three(&case["block"]),
        dynamic_shared: case["dyn_smem"].as_u64().unwrap_or(0) as u32,
        reconvergence,
        limit: u64::MAX,
    };
    let mut machine = Machine::new(&launch, Executor::detect());
    machine.run(&mut memory).expect("it ends");
    (memory, machine.counts)
}

fn sha(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Runs a case and holds results and counts against the hardware's.
fn check(name: &str, counts_are_deterministic: bool) {
    let (cases, results) = (json("cases.json"), json("results.json"));
    let named = |list: &Value| {
        let list = list.as_array().expect("a list");
        list.iter()
            .find(|entry| entry["name"] == name)
            .expect("a case")
            .clone()
    };
    let truth = named(&results);
    let (memory, counts) = run(&named(&cases), Reconvergence::Independent);
    for (buffer, wanted) in truth["sha"].as_object().expect("hashes") {
        assert_eq!(
            Some(sha(&memory.buffer(buffer).bytes).as_str()),
            wanted.as_str(),
            "{buffer}"
        );
    }
    if counts_are_deterministic {
        let measured = |metric: &str| truth["metrics"][metric].as_f64().map(|value| value as u64);
        for (metric, ours) in [
            ("smsp__inst_executed.sum", counts.instructions),
            ("smsp__thread_inst_executed.sum", counts.thread_instructions),
            (
                "smsp__thread_inst_executed_pred_on.sum",
                counts.thread_instructions_on,
            ),
            ("smsp__inst_executed_op_branch.sum", counts.branches),
        ] {
            assert_eq!(measured(metric), Some(ours), "{metric}");
        }
    }
}

macro_rules! cases {
    ($( $name:ident $(, $counts:literal)?; )*) => {
        $( #[test] fn $name() { check(stringify!($name), true $(&& $counts)?); } )*
    };
}

// Each runs and gives the hardware's bytes and numbers of instructions; `false`
// where the number depends on who wins a race.
cases! {
    vec_add_1m;
    copyRow_1024_16x16;
    transposeNaiveCol_1024_16x16;
    shared_stride_1;
    shared_atomic_same;
    shared_atomic_distinct;
    shared_atomic_float, false;
    atomic_inc_one;
    atomic_exch;
    reduce_last_block;
    reduce_lock_32, false;
    scan_shfl_b256;
    div_lt24_b256;
    div_loop;
    div_switch8;
    local_array;
}
