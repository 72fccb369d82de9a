//! Constructs by what they compute, faults by their messages.

mod constructs;
mod faults;
mod mutations;

use super::*;
use crate::interp::{Flat, Launch, run};
use crate::kernel::{Kernel, Validated};
use crate::lower::lower;
use crate::source::SourceFile;

const BASE: u64 = 0x1000;

/// Parses and lowers a text's only kernel.
fn kernel(text: &str) -> Result<Validated<Kernel>, Vec<Diagnostic>> {
    let unit = parse(text)?;
    let entry = unit.only_kernel().unwrap_or("k");
    lower(&unit.kernel("k", entry, Span::NONE)?)
}

/// The messages about a text, drawn.
fn faults(text: &str) -> String {
    let file = SourceFile::new("k.cu", text);
    match kernel(text) {
        Ok(_) => String::new(),
        Err(faults) => {
            let drawn = faults.iter().map(|fault| fault.render(&file, false));
            drawn.collect::<Vec<_>>().join("\n")
        }
    }
}

/// Runs a text's only kernel in one block of threads, on a buffer of words whose address is the
/// only parameter. The first `__device__` variable is the buffer's beginning.
fn words(text: &str, threads: u32, mut data: Vec<u32>) -> Vec<u32> {
    let kernel = kernel(text).unwrap_or_else(|_| panic!("{}", faults(text)));
    let launch = Launch {
        grid: [1, 1, 1],
        block: [threads, 1, 1],
        params: BASE.to_le_bytes().to_vec(),
        dynamic_shared: 1024,
        constants: Vec::new(),
        addresses: BASE.to_le_bytes().to_vec(),
        max_steps: 1_000_000,
    };
    let bytes = data.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut memory = Flat {
        base: BASE,
        data: bytes,
    };
    run(&kernel, &launch, &mut memory).unwrap_or_else(|fault| panic!("{fault:?}"));
    for (word, bytes) in data.iter_mut().zip(memory.data.chunks_exact(4)) {
        *word = u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    }
    data
}

/// What one thread with the statements `body` leaves in the `N` words of `a`.
fn one<const N: usize>(body: &str) -> [u32; N] {
    let text = format!("__global__ void k(unsigned *a) {{ {body} }}");
    let left = words(&text, 1, vec![0; N]);
    left.try_into().expect("as many as before")
}
