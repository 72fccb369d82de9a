//! Cubins of CUDA 12 (ABI version 7), made by ptxas 12.6 for sm_90: `transpose`
//! from the lecture set's PTX, `lines` from `data/lines_cuda12.ptx` with
//! `-lineinfo`.

use sim_cubin::{Module, Space, with_source_text};

fn module(file: &str) -> Module {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let bytes = std::fs::read(format!("{root}/{file}_cuda12.cubin")).expect("cubin");
    Module::parse(&bytes).expect("readable")
}

#[test]
fn resources_are_read_from_where_cuda_12_puts_them() {
    let module = module("transpose");
    let of = |name| {
        let kernel = module.kernel(name).expect("kernel");
        (
            kernel.registers,
            kernel.static_shared,
            kernel.barriers,
            kernel.param_base,
        )
    };
    assert_eq!(of("transposeSmem"), (24, 4096, 1, 0x210));
    assert_eq!(of("transposeSmemPad"), (22, 4224, 1, 0x210));
    assert_eq!(of("copyRow"), (10, 0, 0, 0x210));
    module.program("transposeDiagonal", 0).expect("decodes");
}

#[test]
fn each_instruction_knows_its_line_and_a_called_function_its_own() {
    let program = module("lines").program("scale", 0).expect("decodes");
    let line = |at: usize| {
        let number = program.line_of[at / 16].expect("a line") as usize;
        (&*program.lines[number].file, program.lines[number].line)
    };
    // As `readelf --debug-dump=line` prints the table.
    let wanted = [
        (0x0, 10),
        (0x40, 10),
        (0x50, 11),
        (0x70, 11),
        (0x80, 12),
        (0xd0, 13),
        (0xe0, 3),
        (0x1f0, 3),
    ];
    for (at, number) in wanted {
        assert_eq!(line(at), ("scale.cu", number), "at {at:#x}");
    }
}

#[test]
fn the_text_of_a_line_comes_from_the_file_if_it_is_there() {
    let program = module("lines").program("scale", 0).expect("decodes");
    let text: String = (1..=13).map(|n| format!("    line {n};\n")).collect();
    let with = with_source_text(program.clone(), |file| {
        (file == "scale.cu").then(|| text.clone())
    });
    let number = with.line_of[0].expect("a line") as usize;
    assert_eq!(&*with.lines[number].text, "line 10;");
    let without = with_source_text(program, |_| None);
    assert!(without.lines.iter().all(|line| line.text.is_empty()));
}

#[test]
fn initialised_and_zeroed_device_variables_lie_one_after_the_other() {
    let module = module("lines");
    let place = |name| {
        let variable = module.variable(name).expect("variable");
        (variable.space, variable.offset, variable.size)
    };
    assert_eq!(place("counter"), (Space::Global, 0, 4));
    assert_eq!(place("scratch"), (Space::Global, 256, 64));
    assert_eq!(
        (module.global_bytes(), module.global_image(0)),
        (320, vec![7, 0, 0, 0])
    );
    let program = module.program("scale", 0x1_0000).expect("decodes");
    let pointers = &program
        .constants
        .iter()
        .find(|b| b.bank == 4)
        .expect("bank 4")
        .data;
    assert_eq!(pointers[..8], 0x1_0000_u64.to_le_bytes());
    assert_eq!(pointers[8..], 0x1_0100_u64.to_le_bytes());
}
