//! The listing of a whole program.

use sim_isa::{INSTRUCTION_BYTES, Param, Program, SourceLine, decode};

#[test]
fn a_listing_shows_addresses_control_text_and_source_lines() {
    let words: [(u64, u64); 5] = [
        (0x0000_0a00_ff01_7b82, 0x000f_e200_0000_0800),
        (0x0000_0000_0000_7919, 0x000e_2e00_0000_2100),
        (0x0000_0004_0b0b_7c24, 0x001f_e200_0f8e_0200),
        (0x0000_0000_0000_094d, 0x000f_ea00_0380_0000),
        (0xffff_fffc_00fc_7947, 0x000f_c000_0383_ffff),
    ];
    let decoded = words.iter().enumerate().map(|(i, (low, high))| {
        let encoding = u128::from(*high) << 64 | u128::from(*low);
        decode(encoding, i as u32 * INSTRUCTION_BYTES).expect("decodes")
    });
    let line = |line: u32, text: &str| SourceLine {
        file: "add.cu".into(),
        line,
        text: text.into(),
    };
    let program = Program {
        registers: 12,
        params: vec![Param {
            name: Some("out".to_string()),
            offset: 0,
            size: 8,
        }],
        line_of: vec![None, Some(0), Some(0), Some(1), None],
        lines: vec![
            line(3, "int i = threadIdx.x;"),
            line(4, "if (i >= n) return;"),
        ],
        ..Program::new("add", decoded.collect())
    };
    insta::assert_snapshot!(program.to_string());
}
