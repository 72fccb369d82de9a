//! Initial contents of buffers: made when the run begins, and again for checks that ask for
//! them, since keeping them would double the memory of every input.

use crate::device;
use crate::expr::run::fill;
use crate::init::Pattern;
use crate::plan::{BufferPlan, InitPlan};
use sim_ir::diagnostic::Diagnostic;
use sim_ir::source::Span;
use sim_memory::image::{AllocationId, Memory};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes that are made at a time, beside the device's memory: a multiple of every element.
const SLAB_BYTES: usize = 32 << 20;

/// Gives a buffer in device memory, still zero, its initial values.
pub fn initialise(
    buffer: &BufferPlan,
    memory: &mut Memory,
    id: AllocationId,
) -> Result<(), Diagnostic> {
    if let InitPlan::Pattern(Pattern::Zero) = buffer.init {
        return Ok(());
    }
    refill(buffer, memory, id)
}

/// Gives a buffer in device memory these values, whatever it holds.
pub(crate) fn refill(
    buffer: &BufferPlan,
    memory: &mut Memory,
    id: AllocationId,
) -> Result<(), Diagnostic> {
    in_slabs(buffer, |at, bytes| device::upload(memory, id, at, bytes))
}

/// A buffer's initial values.
pub fn initial(buffer: &BufferPlan) -> Result<Vec<u8>, Diagnostic> {
    let mut whole = Vec::with_capacity(buffer.bytes as usize);
    in_slabs(buffer, |_, bytes| whole.extend_from_slice(bytes))?;
    Ok(whole)
}

/// Makes a buffer's initial values piece by piece: the first byte's offset and the bytes.
fn in_slabs(buffer: &BufferPlan, mut take: impl FnMut(usize, &[u8])) -> Result<(), Diagnostic> {
    let mut source = Source::open(buffer)?;
    let total = buffer.bytes as usize;
    let mut slab = vec![0; total.min(SLAB_BYTES)];
    for at in (0..total).step_by(SLAB_BYTES) {
        let bytes = &mut slab[..SLAB_BYTES.min(total - at)];
        source.read(at, bytes)?;
        take(at, bytes);
    }
    Ok(())
}

/// Where the bytes of one buffer come from, in order.
enum Source<'a> {
    Computed(&'a BufferPlan),
    File(File, &'a Path, Span),
}

impl<'a> Source<'a> {
    fn open(buffer: &'a BufferPlan) -> Result<Source<'a>, Diagnostic> {
        let InitPlan::File(path, span) = &buffer.init else {
            return Ok(Source::Computed(buffer));
        };
        let file = File::open(path).map_err(|e| unreadable(path, *span, &e))?;
        let size = file
            .metadata()
            .map_err(|e| unreadable(path, *span, &e))?
            .len();
        if size == buffer.bytes {
            return Ok(Source::File(file, path, *span));
        }
        let (name, bytes) = (&buffer.name, buffer.bytes);
        let path = path.display();
        let message = format!("`{path}` has {size} bytes, but buffer `{name}` has {bytes}");
        Err(Diagnostic::error(*span, message).help("make the buffer's length fit the file"))
    }

    fn read(&mut self, at: usize, bytes: &mut [u8]) -> Result<(), Diagnostic> {
        match self {
            Source::File(file, path, span) => file
                .read_exact(bytes)
                .map_err(|e| unreadable(path, *span, &e)),
            Source::Computed(buffer) => compute(buffer, at, bytes),
        }
    }
}

fn compute(buffer: &BufferPlan, at: usize, bytes: &mut [u8]) -> Result<(), Diagnostic> {
    match &buffer.init {
        InitPlan::Pattern(pattern) => {
            pattern.fill((at / pattern.bytes()) as u64, bytes);
            Ok(())
        }
        InitPlan::Code(code) => {
            let first = (at / buffer.ty.bytes()) as u64;
            fill(code, &[], buffer.ty, first, bytes)
                .map_err(|trap| Diagnostic::error(trap.span, trap.to_string()))
        }
        InitPlan::File(..) => Ok(()),
    }
}

fn unreadable(path: &Path, span: Span, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(span, format!("cannot read `{}`: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::plan::plan;

    /// A planned buffer of one type, length and init.
    fn buffer(folder: &Path, ty: &str, length: &str, init: &str) -> BufferPlan {
        let buffers = format!("\"b\": (type: {ty}, length: \"{length}\", init: {init})");
        let text = format!("Workload(buffers: {{ {buffers} }}, kernels: {{}}, steps: [])");
        let document = Document::parse("w.ron", text, folder).unwrap_or_else(|e| panic!("{e}"));
        let mut plan = plan(&document, &[]).unwrap_or_else(|e| panic!("{e}"));
        plan.buffers.remove(0)
    }

    #[test]
    fn pieces_of_a_large_buffer_continue_each_other() {
        let words = (SLAB_BYTES / 4 * 2 + 1000) as u32;
        for init in ["IotaI32", "Expr(\"i\")"] {
            let plan = buffer(Path::new(""), "U32", &words.to_string(), init);
            let bytes = initial(&plan).expect("no fault");
            let (elements, _) = bytes.as_chunks::<4>();
            let same = (0..words)
                .zip(elements)
                .all(|(i, e)| u32::from_le_bytes(*e) == i);
            assert!(same && elements.len() == words as usize, "{init}");
        }
    }

    /// The hash of what an H200's copy and transpose kernels wrote for this input (truth set
    /// `lecture`, copyRow and transposeNaiveRow at 2048 x 2048).
    #[test]
    fn a_hash_gives_the_bytes_that_the_gpu_copied_and_transposed() {
        use crate::expr::lower::compile_for;
        let plan = buffer(Path::new(""), "F32", "2048 * 2048", "HashF32(seed: \"3\")");
        let mut memory = Memory::new(1 << 26);
        let mut hash = |name: &str, bytes: &[u8]| {
            memory.allocate(name, bytes.len() as u64, 4).expect("room");
            let id = memory.find(name).expect("it exists");
            device::upload(&mut memory, id, 0, bytes);
            device::sha(&memory, id)
        };
        let input = initial(&plan).expect("no fault");
        assert_eq!(hash("in", &input), "d7e9307e1db31509");
        let names = crate::plan::Names {
            parameters: &Default::default(),
            buffers: &[plan],
        };
        let text = sim_ir::cexpr::parse("b[i % 2048 * 2048 + i / 2048]").expect("it parses");
        let code =
            compile_for(&text, &names, crate::element::ElementType::F32).expect("it compiles");
        let mut out = vec![0; input.len()];
        fill(
            &code,
            &[&input],
            crate::element::ElementType::F32,
            0,
            &mut out,
        )
        .expect("no trap");
        assert_eq!(hash("out", &out), "d024fc929697ad04");
    }

    #[test]
    fn a_file_gives_its_bytes_and_must_have_the_buffers_size() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("d.bin"), [1, 2, 3, 4, 5, 6]).expect("room");
        let fits = buffer(folder.path(), "U16", "3", "File(\"d.bin\")");
        assert_eq!(initial(&fits), Ok(vec![1, 2, 3, 4, 5, 6]));
        let mut memory = Memory::new(1 << 20);
        memory.allocate("b", 6, 2).expect("room");
        let id = memory.find("b").expect("it exists");
        initialise(&fits, &mut memory, id).expect("no fault");
        assert_eq!(device::download(&memory, id), [1, 2, 3, 4, 5, 6]);
        let fault = |length, file| {
            let plan = buffer(folder.path(), "U16", length, file);
            initial(&plan).expect_err("a fault").message
        };
        assert!(fault("4", "File(\"d.bin\")").ends_with("has 6 bytes, but buffer `b` has 8"));
        assert!(fault("4", "File(\"e.bin\")").starts_with("cannot read"));
    }
}
