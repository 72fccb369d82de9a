//! What the crate says about input that it cannot take.

use sim_isa::{
    Address, ConstBase, Instruction, Op, Operand, Reg, SrcMods, UReg, decode, encode, parse,
};

#[track_caller]
fn refuses_line(line: &str, message: &str) {
    let error = parse(line, 0).expect_err("refused");
    assert_eq!(error.to_string(), message);
}

#[track_caller]
fn refuses_encoding(encoding: u128, message: &str) {
    let error = decode(encoding, 0x40).expect_err("refused");
    assert_eq!(error.to_string(), message);
}

#[track_caller]
fn refuses_instruction(instruction: Instruction, message: &str) {
    let error = encode(&instruction, 0x40).expect_err("refused");
    assert_eq!(error.to_string(), message);
}

#[test]
fn an_unknown_opcode_is_named_with_its_address_and_encoding() {
    refuses_encoding(
        0x000f_e200_0000_0000_0000_0000_0000_7fff,
        "at 0x0040: unknown opcode 0xfff in encoding 0x000fe200000000000000000000007fff; \
         the opcode table has no row for it",
    );
}

#[test]
fn a_set_bit_that_no_row_explains_is_shown() {
    refuses_encoding(
        0x000f_c001_0000_0000_0000_0000_0000_7918,
        "at 0x0040: NOP in encoding 0x000fc001000000000000000000007918 has set bits \
         0x00000001000000000000000000000000 that its row in the opcode table does not explain",
    );
}

#[test]
fn a_field_without_meaning_is_named() {
    refuses_encoding(
        0x000e_2400_0000_3c00_0000_0002_000d_7308,
        "at 0x0040: MUFU in encoding 0x000e240000003c0000000002000d7308 holds 15 in its field \
         MufuFn, which the opcode table does not know",
    );
}

#[test]
fn fixed_bits_that_differ_are_shown() {
    refuses_encoding(
        0x000f_e200_0000_0e00_0000_000a_000e_7202,
        "at 0x0040: MOV in encoding 0x000fe20000000e000000000a000e7202 differs in the bits \
         0x00000000000001000000000000000000 from what its row in the opcode table says they \
         always hold",
    );
}

#[test]
fn an_unknown_mnemonic_is_named() {
    refuses_line(
        "FROB R0, R1",
        "unknown mnemonic `FROB` in `FROB R0, R1`; `docs/isa.md` lists those known",
    );
}

#[test]
fn an_unknown_suffix_is_named() {
    refuses_line(
        "FADD.XYZ R0, R1, R2",
        "`FADD` has no suffix `.XYZ` here, in `FADD.XYZ R0, R1, R2`",
    );
}

#[test]
fn a_missing_operand_is_missed() {
    refuses_line(
        "FADD R0, R1",
        "`FADD R0, R1` ends before the operand source",
    );
}

#[test]
fn an_operand_too_many_is_shown() {
    refuses_line(
        "FADD R0, R1, R2, R3",
        "`R3` in `FADD R0, R1, R2, R3` is one operand too many",
    );
}

#[test]
fn an_operand_of_the_wrong_kind_is_shown() {
    refuses_line(
        "FADD P0, R1, R2",
        "`P0` in `FADD P0, R1, R2` is no destination register",
    );
}

#[test]
fn a_register_that_does_not_exist_is_refused() {
    refuses_line(
        "MOV R255, R1",
        "`R255` in `MOV R255, R1` is no destination register",
    );
}

#[test]
fn operands_that_no_form_takes_are_refused() {
    let add = Instruction::build(Op::Iadd3)
        .dst(Reg(0))
        .a(1)
        .b(2)
        .c(3)
        .done();
    refuses_instruction(
        add,
        "at 0x0040: no form of IADD3 R0, 0x1, 0x2, 0x3 takes operands of these kinds",
    );
}

#[test]
fn an_offset_that_does_not_fit_is_refused() {
    let load = Instruction::build(Op::Ldg)
        .dst(Reg(0))
        .a(Address::global(UReg(4), Reg(2), 0x80_0000))
        .done();
    refuses_instruction(
        load,
        "at 0x0040: in LDG.E R0, desc[UR4][R2.64+0x800000] the value 0x800000 does not fit \
         24 bits from bit 40",
    );
}

#[test]
fn a_sign_that_the_opcode_lacks_is_refused() {
    let shift = Instruction::build(Op::Mov)
        .dst(Reg(0))
        .a(Operand::from(Reg(1)).negated())
        .done();
    refuses_instruction(
        shift,
        "at 0x0040: MOV R0, -R1 holds a modifier, sign, width or slot that its opcode does not \
         have; encoded it would read MOV R0, R1",
    );
}

#[test]
fn a_constant_operand_between_words_is_refused() {
    let add = Instruction::build(Op::Fadd)
        .dst(Reg(0))
        .a(Reg(1))
        .b(Operand::Const {
            bank: 0,
            base: ConstBase::Zero,
            offset: 0x212,
            mods: SrcMods::NONE,
        })
        .done();
    refuses_instruction(
        add,
        "at 0x0040: FADD R0, R1, c[0x0][0x212] holds a modifier, sign, width or slot that its \
         opcode does not have; encoded it would read FADD R0, R1, c[0x0][0x210]",
    );
}
