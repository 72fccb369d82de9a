use super::*;

/// A kernel of one block with three registers: a predicate, an S32 and an F32.
fn kernel(insts: Vec<Inst>, terminator: Terminator) -> Kernel {
    let mut registers = Arena::default();
    for ty in [Type::Pred, Type::S32, Type::F32] {
        registers.push(Register { ty, name: None });
    }
    let mut blocks = Arena::default();
    let located = |inst| Located {
        inst,
        span: Span::NONE,
    };
    blocks.push(Block {
        insts: insts.into_iter().map(located).collect(),
        terminator,
        span: Span::NONE,
    });
    Kernel {
        name: "k".into(),
        bounds: None,
        params: Arena::default(),
        shared: Arena::default(),
        dynamic_shared: None,
        symbols: Arena::default(),
        formats: Vec::new(),
        assertions: Vec::new(),
        local: Arena::default(),
        registers,
        regions: Arena::default(),
        blocks,
    }
}

const PRED: usize = 0;
const INT: usize = 1;
const FLOAT: usize = 2;

fn reg(number: usize) -> VReg {
    VReg::new(number)
}

fn add(ty: Type, dst: usize, a: usize, b: impl Into<Operand>) -> Inst {
    Inst::Binary {
        op: BinaryOp::Add,
        ty,
        dst: reg(dst),
        a: reg(a).into(),
        b: b.into(),
    }
}

fn fault(inst: Inst) -> String {
    let fault = kernel(vec![inst], Terminator::Return).validate();
    fault.expect_err("a malformed kernel").to_string()
}

#[test]
fn integers_may_differ_in_sign_but_not_in_kind() {
    let mixed = add(Type::U32, INT, INT, Const::s32(-1));
    assert!(kernel(vec![mixed], Terminator::Return).validate().is_ok());
    assert_eq!(
        fault(add(Type::S32, INT, INT, reg(FLOAT))),
        "kernel k, block b0: `%1 = add.s32 %1, %2`: a value of type f32 where s32 is wanted"
    );
    assert_eq!(
        fault(add(Type::S32, INT, INT, Const::s64(1))),
        "kernel k, block b0: `%1 = add.s32 %1, 1l`: a value of type s64 where s32 is wanted"
    );
}

#[test]
fn an_optimised_kernel_may_read_a_float_s_bits() {
    let inst = add(Type::S32, INT, INT, reg(FLOAT));
    let bits = kernel(vec![inst], Terminator::Return);
    assert!(bits.validate_optimised().is_ok());
    let inst = add(Type::S32, INT, INT, reg(PRED));
    let widths = kernel(vec![inst], Terminator::Return);
    assert!(widths.validate_optimised().is_err());
}

#[test]
fn operations_exist_for_some_types_only() {
    let op = UnaryOp::Floor;
    let (dst, a) = (reg(INT), reg(INT).into());
    let floor = Inst::Unary {
        op,
        ty: Type::S32,
        dst,
        a,
    };
    assert_eq!(
        fault(floor),
        "kernel k, block b0: `%1 = floor.s32 %1`: no such operation on s32"
    );
}

#[test]
fn a_vector_access_has_a_length_that_machines_have() {
    let load = Inst::Load {
        space: Space::Shared,
        ty: MemType::S32,
        dst: [reg(INT); 3].into_iter().collect(),
        addr: Address {
            base: None,
            offset: 0,
        },
        mode: AccessMode::default(),
    };
    assert!(fault(load).ends_with("3 elements in one access"));
}

#[test]
fn ids_must_belong_to_the_kernel() {
    assert!(fault(add(Type::S32, INT, 9, Const::s32(1))).ends_with("does not hold"));
    let nowhere = Terminator::Jump {
        to: BlockId::new(7),
        leaves: Vec::new(),
    };
    let fault = kernel(Vec::new(), nowhere).validate().unwrap_err();
    assert_eq!(fault.kind, VerifyErrorKind::Unknown { what: "block" });
}

#[test]
fn a_branch_wants_a_predicate_and_blocks_a_way_to_them() {
    let branch = |condition| Terminator::Branch {
        condition: reg(condition),
        then: BlockId::new(0),
        otherwise: BlockId::new(0),
        region: None,
    };
    assert!(kernel(Vec::new(), branch(PRED)).validate().is_ok());
    let fault = kernel(Vec::new(), branch(INT)).validate().unwrap_err();
    assert_eq!(fault.kind, VerifyErrorKind::Condition { found: Type::S32 });

    let mut apart = kernel(Vec::new(), Terminator::Return);
    let lonely = apart.blocks[apart.entry()].clone();
    apart.blocks.push(lonely);
    let fault = apart.validate().unwrap_err();
    assert_eq!((fault.block, fault.kind), (1, VerifyErrorKind::Unreachable));
}

#[test]
fn an_instruction_knows_what_it_reads_and_writes() {
    let store = Inst::Store {
        space: Space::Shared,
        ty: MemType::F32,
        src: std::iter::once(reg(FLOAT).into()).collect(),
        addr: Address {
            base: Some(reg(INT)),
            offset: 4,
        },
        mode: AccessMode::default(),
    };
    assert_eq!(store.uses().as_slice(), [reg(FLOAT), reg(INT)]);
    assert!(store.defs().is_empty() && store.has_side_effects());
    let sum = add(Type::S32, INT, INT, Const::s32(1));
    assert_eq!(sum.uses().as_slice(), [reg(INT)]);
    assert_eq!(sum.defs().as_slice(), [reg(INT)]);
    assert!(!sum.has_side_effects());
}
