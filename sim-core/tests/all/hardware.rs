//! Single instructions, bit for bit as an H200 computes them.
//!
//! `data/hardware.bin` holds kernels that ptxas made of single PTX instructions
//! (the snippets of `sim-isa/corpus/kernels.py` that touch registers alone) and a
//! digest of what each stored on the GPU: 128 threads, random operands among
//! which are those where integers and floats change their ways
//! (`data/hardware_input.bin`, 256 bytes a thread).

use crate::support::memory::Memory;
use crate::support::{Launch, Machine};
use sha2::{Digest, Sha256};
use sim_core::exec::{ConstantBanks, Executor, LoweredKernel, Reconvergence};
use sim_isa::{Instruction, Program, decode};

/// A kernel and what the GPU made of it.
struct Kernel {
    snippet: String,
    program: Program,
    digest: [u8; 8],
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (head, tail) = self.0.split_at(count);
        self.0 = tail;
        head
    }

    fn short(&mut self) -> usize {
        let bytes = self.bytes(2);
        usize::from(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn kernel(&mut self) -> Kernel {
        let (name, registers, count) = (self.short(), self.short(), self.short());
        let snippet = String::from_utf8_lossy(self.bytes(name)).into_owned();
        let words = self.bytes(16 * count).chunks_exact(16).enumerate();
        let code = words.map(|(i, word)| {
            let word = u128::from_le_bytes(word.try_into().expect("16 bytes"));
            decode(word, 16 * i as u32).unwrap_or_else(|error| panic!("{snippet}: {error}"))
        });
        let code: Vec<Instruction> = code.collect();
        Kernel {
            program: program(&snippet, code, registers as u32),
            digest: self.bytes(8).try_into().expect("8 bytes"),
            snippet,
        }
    }
}

fn program(name: &str, code: Vec<Instruction>, registers: u32) -> Program {
    Program {
        registers,
        local_bytes: 256,
        barriers: 1,
        ..Program::new(name, code)
    }
}

fn kernels() -> Vec<Kernel> {
    let mut reader = Reader(include_bytes!("../data/hardware.bin"));
    let count = u32::from_le_bytes(reader.bytes(4).try_into().expect("4 bytes"));
    (0..count).map(|_| reader.kernel()).collect()
}

/// The parameters of every kernel: two buffers, then three of each type.
fn parameters(input: u64, output: u64) -> Vec<u8> {
    let mut out = [input.to_le_bytes(), output.to_le_bytes()].concat();
    for word in [7, 0x8000_0003_u32, 0x0102_0305] {
        out.extend(word.to_le_bytes());
    }
    out.resize(32, 0);
    for word in [0x1_2345_6789_u64, 5, 77] {
        out.extend(word.to_le_bytes());
    }
    for value in [1.25_f32, 2.0, -3.0] {
        out.extend(value.to_le_bytes());
    }
    out.resize(72, 0);
    for value in [1.5_f64, 2.5, -7.0] {
        out.extend(value.to_le_bytes());
    }
    out
}

/// What a kernel stores, or why it does not.
fn output(kernel: &Kernel) -> Result<Vec<u8>, String> {
    let mut memory = Memory::default();
    let input = memory.add("in", include_bytes!("../data/hardware_input.bin").to_vec());
    let output = memory.add("out", vec![0; 8192]);
    LoweredKernel::new(&kernel.program, &ConstantBanks::default()).map_err(|e| e.to_string())?;
    let launch = Launch {
        program: &kernel.program,
        grid: [1, 1, 1],
        block: [128, 1, 1],
        dynamic_shared: 0,
        params: parameters(input, output),
        reconvergence: Reconvergence::Independent,
        limit: 1 << 20,
    };
    let mut machine = Machine::new(&launch, Executor::detect());
    let ended = machine.run(&mut memory);
    ended.map_err(|failure| format!("{}: {failure:?}", kernel.snippet))?;
    Ok(memory.buffer("out").bytes.clone())
}

/// With `HARDWARE_OUT` naming a file of all outputs as the GPU wrote them, says
/// where the first differences are.
fn explain(kernel: &Kernel, index: usize, ours: &[u8]) -> String {
    let Ok(path) = std::env::var("HARDWARE_OUT") else {
        return kernel.snippet.clone();
    };
    let all = std::fs::read(path).expect("the GPU's outputs");
    let gpu = &all[8192 * index..][..8192];
    let words = gpu.chunks_exact(4).zip(ours.chunks_exact(4)).enumerate();
    let differ = words.filter(|(_, (gpu, ours))| gpu != ours);
    let shown = differ.take(6).map(|(word, (gpu, ours))| {
        let value = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        let (thread, word) = (word / 16, word % 16);
        let (gpu, ours) = (value(gpu), value(ours));
        format!("\n  thread {thread} word {word}: GPU {gpu:08x}, here {ours:08x}")
    });
    kernel.snippet.clone() + &shown.collect::<String>()
}

#[test]
fn single_instructions_give_what_the_gpu_gives() {
    let check = |(index, kernel): (usize, &Kernel)| match output(kernel) {
        Err(why) => Some(why),
        Ok(bytes) if Sha256::digest(&bytes)[..8] == kernel.digest => None,
        Ok(bytes) => Some(explain(kernel, index, &bytes)),
    };
    let kernels = kernels();
    assert!(kernels.len() > 1200, "none is lost: {}", kernels.len());
    let wrong: Vec<_> = kernels.iter().enumerate().filter_map(check).collect();
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
