//! From a program to the micro-operations of one launch.
//!
//! Constants do not change during a launch, so constant operands become
//! immediates here; [`Uop::constant`] keeps where they came from, for the timing
//! of the constant caches.

mod alu;
mod convert;
mod half;
mod matrix;
mod memory;
mod operands;
mod packed;
mod ports;
mod system;

use super::constants::ConstantBanks;
use super::uop::{DROP, Kind, Latched, NEVER, Operand, PredIn, Reads, Sched, Uop, Waits};
use sim_isa::cfg::Cfg;
use sim_isa::{Arch, Control, Flag, Instruction, Op, Pipe, Program};

/// Why a kernel cannot run here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kernel}: cannot run `{text}` at {address:#06x} (encoding {encoding}): {what}")]
pub struct LowerError {
    /// The kernel.
    pub kernel: String,
    /// The instruction's address in the kernel, in bytes.
    pub address: u32,
    /// The instruction.
    pub text: String,
    /// Its encoding as 32 hexadecimal digits, if it has one.
    pub encoding: String,
    /// What is wrong with it.
    pub what: LowerErrorKind,
}

/// What of an instruction cannot run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LowerErrorKind {
    /// A combination of modifiers without a model.
    #[error("{0} is not modelled")]
    Unmodelled(&'static str),
    /// An operand of a kind that its slot does not take.
    #[error("operand {slot} is not of a kind that this opcode takes here")]
    Operand {
        /// The slot's name in the opcode table.
        slot: &'static str,
    },
    /// A branch to a place outside the kernel.
    #[error("its target {target:#x} lies outside the kernel")]
    Target {
        /// The target in bytes.
        target: i64,
    },
    /// A register behind those that the kernel declares.
    #[error("register {register} is not among the {declared} that the kernel declares")]
    Register {
        /// The register.
        register: u32,
        /// How many there are.
        declared: u32,
    },
}

/// A program as the core runs it, for one launch.
#[derive(Clone, Debug)]
pub struct LoweredKernel {
    uops: Vec<Uop>,
    registers: usize,
    shared_base: u32,
    static_shared: u32,
}

impl LoweredKernel {
    /// Lowers a program, with the constants of a launch.
    ///
    /// # Errors
    /// The first instruction that has no model, by address and text.
    pub fn new(program: &Program, banks: &ConstantBanks) -> Result<LoweredKernel, LowerError> {
        let meets = meets(program);
        let mut uops = Vec::with_capacity(program.code.len());
        for (index, instruction) in program.code.iter().enumerate() {
            let context = Context {
                instruction,
                banks,
                count: program.code.len() as u32,
                registers: program.registers,
                arch: program.abi.arch(),
                meet: meets[index],
            };
            let address = 16 * index as u32;
            let uop = context.lower().map_err(|what| LowerError {
                kernel: program.name.clone(),
                address,
                text: instruction.to_string(),
                encoding: sim_isa::encode(instruction, address)
                    .map_or_else(|_| "none".to_string(), |word| format!("{word:032x}")),
                what,
            })?;
            uops.push(uop);
        }
        ports::assign(&program.code, &mut uops);
        Ok(LoweredKernel {
            uops,
            registers: program.registers as usize,
            shared_base: program.abi.shared_base,
            static_shared: program.static_shared,
        })
    }

    /// The micro-operations, one for each instruction.
    #[inline(always)]
    pub fn uops(&self) -> &[Uop] {
        &self.uops
    }

    /// Rows that a warp's registers fill.
    pub fn rows(&self) -> usize {
        self.registers
    }

    /// Bytes of a block's shared-memory window, with `dynamic` bytes of dynamic
    /// shared memory: what [`SharedMemory::start`](super::SharedMemory::start) takes.
    pub fn shared_window(&self, dynamic: u32) -> u32 {
        self.shared_base + self.static_shared + dynamic
    }
}

/// One instruction on its way.
struct Context<'a> {
    instruction: &'a Instruction,
    banks: &'a ConstantBanks,
    count: u32,
    registers: u32,
    arch: Arch,
    /// The immediate post-dominator of a branch.
    meet: u32,
}

type Lowering<T> = Result<T, LowerErrorKind>;

impl Context<'_> {
    /// The micro-operation.
    fn lower(&self) -> Lowering<Uop> {
        let i = self.instruction;
        let mut uop = Uop {
            kind: Kind::Nop,
            dst: DROP,
            uniform: false,
            pdst: i.pdst.map(|pred| pred.0),
            src: [Operand::IMM; 3],
            imm: [0; 3],
            imm_high: [0; 3],
            guard: PredIn::from(i.guard),
            psrc: i.psrc.map(PredIn::from),
            sched: sched(&i.ctrl),
            op: i.op,
            pipe: i.op.row().pipe,
            constant: None,
        };
        self.set_destination(&mut uop)?;
        self.set_kind(&mut uop)?;
        Ok(uop)
    }
}

/// Where the lanes that each instruction may split meet again. A program without
/// a graph has a branch out of it, which its lowering reports.
fn meets(program: &Program) -> Vec<u32> {
    let points = Cfg::new(program).map(|graph| graph.reconvergence_points());
    let points = points.unwrap_or_else(|_| vec![None; program.code.len()]);
    let mut meets: Vec<u32> = points.into_iter().map(|p| p.unwrap_or(NEVER)).collect();
    // What serves lanes of one mask at a time is followed by where all of them meet.
    let mut next = NEVER;
    for (index, instruction) in program.code.iter().enumerate().rev() {
        match instruction.op {
            _ if is_exclusive(instruction) => meets[index] = next,
            Op::Warpsync | Op::WarpsyncAll | Op::Bsync => next = index as u32,
            op if op.row().pipe == Pipe::Branch => next = NEVER,
            _ => {}
        }
    }
    meets
}

/// Whether an instruction is a WARPSYNC.EXCLUSIVE, which newer GPUs encode as a kind of WARPSYNC.
pub(crate) fn is_exclusive(instruction: &Instruction) -> bool {
    let flagged = instruction.op == Op::Warpsync && instruction.mods.has(Flag::Exclusive);
    flagged || instruction.op == Op::WarpsyncExclusive
}

/// The control field, without options. A warp that gives way does so for a cycle at least (Huerta et al.,
/// MICRO'25, section 4.1; `validation/micro/h200/matrix`: NOPs of one cycle that end a longer pause take two).
fn sched(ctrl: &Control) -> Sched {
    let gives_way = ctrl.yield_hint && ctrl.stall == 1;
    Sched {
        stall: ctrl.stall + u8::from(gives_way),
        yield_hint: ctrl.yield_hint,
        write_barrier: ctrl.write_barrier.unwrap_or(7),
        read_barrier: ctrl.read_barrier.unwrap_or(7),
        waits: Waits {
            mask: ctrl.wait_mask,
            allowed: 0,
        },
        operands: [u8::MAX; 3],
        registers: 0,
        latched: Latched::default(),
        reads: Reads::default(),
        reads_reused: Reads::default(),
    }
}
