//! Random structured kernels: what the interpreter of the kernel IR computes equals an
//! evaluation of the very program that was generated, written without the compiler; and
//! compiled code in the simulator, under both models of reconvergence, computes what the
//! interpreter makes of the optimised kernel (in which floats are contracted). So does what
//! ptxas makes of the kernel's PTX, where the variable `SIM_PTXAS` names a ptxas.

mod body;
mod evaluate;
mod generate;
mod program;
mod ptxas;
mod simulate;

use evaluate::Machine;
use program::{BLOCK, GRID, INPUTS, Program, SLOTS};
use proptest::prelude::*;
use sim_core::exec::Reconvergence;
use sim_ir::backend::checker::check;
use sim_ir::backend::{CompileError, Options, compile, optimise};
use sim_ir::interp::{Flat, Launch, run};
use sim_ir::kernel::{Kernel, Validated};
use sim_ir::lower::compile_body;

/// Where the interpreter's memory begins.
const BASE: u64 = 0x10_0000;

/// The launch of a generated program: output, accumulators, inputs, one after the other.
fn launch() -> (Launch, u64) {
    let output = u64::from(GRID * BLOCK * SLOTS) * 4;
    let addresses = [BASE, BASE + output, BASE + output + 16];
    let launch = Launch {
        grid: [GRID, 1, 1],
        block: [BLOCK, 1, 1],
        params: addresses.iter().flat_map(|a| a.to_le_bytes()).collect(),
        dynamic_shared: 0,
        constants: Vec::new(),
        addresses: Vec::new(),
        max_steps: 50_000_000,
    };
    (launch, output + 16)
}

/// All words that a launch writes, as the interpreter leaves them.
fn interpreted(kernel: &Validated<Kernel>, inputs: &[i32]) -> Vec<u32> {
    let (launch, written) = launch();
    let mut data = vec![0; written as usize];
    data.extend(inputs.iter().flat_map(|word| word.to_le_bytes()));
    let mut memory = Flat { base: BASE, data };
    run(kernel, &launch, &mut memory).expect("a generated kernel runs to its end");
    let words = memory.data[..written as usize].chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

/// The first word in which two runs differ; all NaNs are one, in the slot that holds a float.
fn first_difference(a: &[u32], b: &[u32]) -> Option<(usize, u32, u32)> {
    let nan = |slot: usize, word: u32| {
        slot % SLOTS as usize == program::FLOAT_SLOT && f32::from_bits(word).is_nan()
    };
    let mut pairs = a.iter().zip(b).enumerate();
    let found = pairs.find(|(slot, (a, b))| a != b && !(nan(*slot, **a) && nan(*slot, **b)));
    found.map(|(slot, (a, b))| (slot, *a, *b))
}

fn compiled(program: &Program) -> Validated<Kernel> {
    compile_body("random", &program.body()).unwrap_or_else(|faults| {
        let messages: Vec<_> = faults.iter().map(ToString::to_string).collect();
        panic!("{messages:?}\n{program}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_interpreter_agrees_with_the_program_itself(
        program in generate::program(),
        inputs in proptest::collection::vec(any::<i32>(), INPUTS as usize),
    ) {
        let kernel = compiled(&program);
        let expected = Machine::run(&program, &inputs);
        let got = interpreted(&kernel, &inputs);
        let difference = first_difference(&got, &expected);
        prop_assert!(difference.is_none(), "{difference:?}\n{program}\n{}", *kernel);
    }

    #[test]
    fn an_optimised_kernel_computes_what_the_kernel_does(
        program in generate::program(),
        inputs in proptest::collection::vec(any::<i32>(), INPUTS as usize),
    ) {
        let kernel = compiled(&program);
        let options = Options { contract: false, ..Options::default() };
        let optimised = optimise(&kernel, &options).validate_optimised();
        let optimised = optimised.expect("a well-formed kernel");
        let (expected, got) = (interpreted(&kernel, &inputs), interpreted(&optimised, &inputs));
        let difference = first_difference(&got, &expected);
        prop_assert!(
            difference.is_none(),
            "{difference:?}\n{program}\n{}\n{}",
            *kernel,
            *optimised
        );
    }

    #[test]
    fn the_machine_agrees_with_the_interpreter(
        program in generate::program(),
        inputs in proptest::collection::vec(any::<i32>(), INPUTS as usize),
    ) {
        let kernel = compiled(&program);
        let options = Options::default();
        let code = match compile(&kernel, &options) {
            Ok(code) => code,
            // The program asks for more than there is: another one, please.
            Err(CompileError::Registers { .. } | CompileError::Nesting { .. }) => {
                return Err(TestCaseError::reject("too large"));
            }
            Err(error) => return Err(TestCaseError::fail(format!("{error}\n{program}"))),
        };
        let hazards = check(&code);
        prop_assert!(hazards.is_empty(), "{:?}\n{}", hazards, simulate::listing(&code));
        let optimised = optimise(&kernel, &options).validate_optimised();
        let optimised = optimised.expect("a well-formed kernel");
        let expected = interpreted(&optimised, &inputs);
        for model in [Reconvergence::Independent, Reconvergence::Stack] {
            let got = simulate::simulated(&code, &inputs, model);
            let got = got.unwrap_or_else(|e| panic!("{model:?}: {e}\n{program}\n{}", *optimised));
            let difference = first_difference(&got, &expected);
            prop_assert!(
                difference.is_none(),
                "{model:?}: {difference:?}\n{program}\n{}\n{}",
                *optimised,
                simulate::listing(&code)
            );
        }
    }

    #[test]
    fn ptxas_code_agrees_with_the_interpreter_where_there_is_a_ptxas(
        program in generate::program(),
        inputs in proptest::collection::vec(any::<i32>(), INPUTS as usize),
    ) {
        let Some(ptxas) = ptxas::path() else { return Ok(()) };
        let kernel = compiled(&program);
        let optimised = optimise(&kernel, &Options::default()).validate_optimised();
        let expected = interpreted(&optimised.expect("a well-formed kernel"), &inputs);
        let (ptx, code) = ptxas::compiled(&ptxas, &kernel);
        let got = simulate::simulated(&code, &inputs, Reconvergence::Independent);
        let got = got.unwrap_or_else(|e| panic!("{e}\n{program}\n{ptx}"));
        let difference = first_difference(&got, &expected);
        prop_assert!(
            difference.is_none(),
            "{difference:?}\n{program}\n{ptx}\n{}",
            simulate::listing(&code)
        );
    }
}
