//! What the reader finds in the lecture truth set's cubins against what the
//! driver and the profiler reported about the same kernels.

use serde_json::Value;
use sim_cubin::{Module, Space};
use sim_isa::{Instruction, Op};
use std::path::PathBuf;

fn path(file: &str) -> PathBuf {
    let root = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../validation/truth/h200/lecture"
    );
    PathBuf::from(root).join(file)
}

fn json(file: &str) -> Value {
    let text = std::fs::read_to_string(path(file)).expect("truth file");
    serde_json::from_str(&text).expect("truth file is JSON")
}

fn rows(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn module(file: &str) -> Module {
    let bytes = std::fs::read(path(file)).expect("cubin");
    Module::parse(&bytes).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// Compares a kernel's resources with a row of driver attributes.
fn check_resources(cubin: &str, row: &Value, registers: &str) {
    let module = module(cubin);
    let kernel = module
        .kernel(row["kernel"].as_str().expect("name"))
        .expect("kernel");
    let ours = [kernel.registers, kernel.static_shared, kernel.local_bytes];
    let theirs =
        [registers, "static_smem", "local"].map(|key| row[key].as_u64().expect(key) as u32);
    assert_eq!(ours, theirs, "registers, shared, local of {row}");
}

#[test]
fn registers_shared_and_local_bytes_are_the_drivers_in_all_cases() {
    let (cases, results) = (json("cases.json"), json("results.json"));
    assert_eq!(rows(&cases).len(), 179);
    for (case, result) in rows(&cases).iter().zip(rows(&results)) {
        check_resources(case["cubin"].as_str().expect("cubin"), result, "regs");
    }
}

#[test]
fn registers_shared_and_local_bytes_are_the_drivers_for_every_register_limit() {
    let truth = json("occupancy.json");
    for combo in rows(&truth["combos"]) {
        check_resources(combo["cubin"].as_str().expect("cubin"), combo, "num_regs");
    }
}

#[test]
fn a_kernels_parameters_are_its_cases_arguments_in_place_and_size() {
    for case in rows(&json("cases.json")) {
        let module = module(case["cubin"].as_str().expect("cubin"));
        let kernel = module
            .kernel(case["kernel"].as_str().expect("name"))
            .expect("kernel");
        let sizes = rows(&case["args"]).iter().map(|arg| {
            let four = ["i32", "u32", "f32"].iter().any(|t| arg.get(t).is_some());
            if four { 4 } else { 8 }
        });
        let mut at: u32 = 0;
        for (param, size) in kernel.params.iter().zip(sizes.clone()) {
            at = at.next_multiple_of(size);
            assert_eq!((param.offset, param.size), (at, size), "{case}");
            at += size;
        }
        assert_eq!(kernel.params.len(), sizes.count(), "{case}");
        assert_eq!(
            (kernel.param_base, kernel.param_bytes),
            (0x210, at),
            "{case}"
        );
    }
}

#[test]
fn every_kernel_of_the_set_decodes_and_its_exits_are_where_the_attributes_say() {
    let (mut kernels, mut exits) = (0, 0);
    for file in std::fs::read_dir(path("cubin")).expect("folder") {
        let name = file
            .expect("entry")
            .file_name()
            .into_string()
            .expect("text");
        let module = module(&format!("cubin/{name}"));
        for kernel in module.kernels() {
            let program = module
                .program(&kernel.name, 0)
                .unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(program.code.len() * 16, kernel.code.len());
            let is_exit = |(_, i): &(usize, &Instruction)| i.op == Op::Exit;
            let found = program
                .code
                .iter()
                .enumerate()
                .filter(is_exit)
                .map(|(at, _)| 16 * at as u32);
            let mut named = kernel.exits.clone();
            named.sort_unstable();
            assert_eq!(found.collect::<Vec<_>>(), named, "{name} {}", kernel.name);
            kernels += 1;
            exits += named.len();
        }
    }
    assert_eq!(kernels, 157);
    assert!(exits > 157, "{exits} exits");
}

#[test]
fn the_jump_table_of_a_switch_lies_in_bank_2_and_holds_its_branch_targets() {
    let module = module("cubin/diverge.cubin");
    let banks = module.constant_banks("div_switch", 0).expect("kernel");
    let table = &banks.iter().find(|b| b.bank == 2).expect("bank 2").data;
    let words = table
        .chunks_exact(4)
        .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]));
    let words: Vec<u32> = words.collect();
    assert_eq!(words.len(), 7);
    let targets = &module
        .kernel("div_switch")
        .expect("kernel")
        .indirect_targets;
    assert!(
        words.iter().all(|word| targets.contains(word)),
        "{words:x?} in {targets:x?}"
    );
    let other = module.constant_banks("div_loop", 0).expect("kernel");
    assert!(other.iter().all(|b| b.bank != 2), "another kernel's table");
}

#[test]
fn bank_4_points_to_the_modules_device_variable_wherever_the_host_puts_it() {
    let module = module("cubin/compute.cubin");
    let globals = 0x7f00_1234_5600;
    let banks = module
        .constant_banks("sin_precise", globals)
        .expect("kernel");
    let pointer = &banks.iter().find(|b| b.bank == 4).expect("bank 4").data;
    assert_eq!(pointer[..], globals.to_le_bytes());
    let table = module.variable("__cudart_i2opi_f").expect("variable");
    assert_eq!(
        (table.space, table.offset, table.size),
        (Space::Global, 0, 24)
    );
    assert_eq!(module.global_bytes(), 24);
    // The first words of 2/pi in binary: CUDA's argument reduction.
    assert_eq!(
        module.global_image(globals)[20..24],
        0xa2f9_836e_u32.to_le_bytes()
    );
}

#[test]
fn a_constant_variable_is_found_by_name_and_can_be_set() {
    let mut module = module("cubin/constant.cubin");
    let coef = module.variable("coef").expect("variable").clone();
    assert_eq!(
        (coef.space, coef.offset, coef.size),
        (Space::Constant(3), 0, 512)
    );
    module
        .set_constant("coef", 508, &[1, 2, 3, 4])
        .expect("fits");
    let banks = module.constant_banks("const_lane", 0).expect("kernel");
    assert_eq!(
        banks.iter().find(|b| b.bank == 3).expect("bank 3").data[508..],
        [1, 2, 3, 4]
    );
    assert!(module.set_constant("coef", 509, &[1, 2, 3, 4]).is_err());
    assert!(module.set_constant("other", 0, &[1]).is_err());
}

#[test]
fn slow_paths_are_listed_as_functions_inside_the_kernel() {
    let module = module("cubin/diverge.cubin");
    let kernel = module.kernel("div_switch").expect("kernel");
    let names: Vec<_> = kernel
        .functions
        .iter()
        .map(|f| (f.offset, f.size))
        .collect();
    assert_eq!(names, [(0x1e60, 848), (0x21b0, 592)]);
    assert!(kernel.functions[0].name.ends_with("rcp_rn_f32_slowpath"));
}

#[test]
fn a_kernel_that_synchronises_uses_one_barrier_and_one_that_does_not_none() {
    let module = module("cubin/transpose.cubin");
    let barriers = |name| module.kernel(name).expect("kernel").barriers;
    assert_eq!((barriers("transposeSmem"), barriers("copyRow")), (1, 0));
}

#[test]
fn launch_bounds_are_read() {
    let module = module("cubin/local.cubin");
    let bounds = |name| module.kernel(name).expect("kernel").max_threads;
    assert_eq!(
        (bounds("live64_bounds"), bounds("live64")),
        (Some([256, 1, 1]), None)
    );
}

#[test]
fn an_unknown_kernel_is_refused_with_the_names_of_those_there_are() {
    let error = module("cubin/vecadd.cubin")
        .kernel("vec_sub")
        .expect_err("unknown")
        .to_string();
    assert!(
        error.contains("vec_sub") && error.contains("vec_add_float4"),
        "{error}"
    );
}
