//! Kernels of a lecture course in CUDA C: they compile, they say the same in RON, and they
//! compute what they should.

use sim_ir::ast::Kernel;
use sim_ir::backend::{Options, compile};
use sim_ir::cuda::{self, Unit};
use sim_ir::interp::{self, Flat, Launch};
use sim_ir::lower::lower;
use sim_ir::source::{SourceFile, Span};
use sim_ir::syntax::{self, KernelBody};
use sim_ir::{kernel, spans};
use std::path::{Path, PathBuf};

/// The kernels that were measured, and ours: what differs from them for a reason.
const FOLDERS: [&str; 2] = ["../../validation/truth/h200/lecture/kernels", "tests/cuda"];

/// Measured texts with templates, which we do not read; `tests/cuda` has two of them without.
const TEMPLATES: [&str; 3] = ["matmul", "regs", "scan"];

/// A folder's texts, by name.
fn folder(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let mut paths: Vec<_> = entries.map(|e| e.expect("readable").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().expect("a file").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a text");
        (name.into_owned(), text)
    };
    paths.into_iter().map(read).collect()
}

/// All texts that we read, by name.
fn texts() -> Vec<(String, String)> {
    let [measured, ours] = FOLDERS.map(folder);
    let plain = |(name, _): &(String, String)| !TEMPLATES.contains(&name.as_str());
    measured.into_iter().filter(plain).chain(ours).collect()
}

fn text(name: &str) -> String {
    let found = texts().into_iter().find(|(n, _)| n == name);
    found.expect(name).1
}

fn unit(name: &str, text: &str) -> Unit {
    let file = SourceFile::new(name, text);
    cuda::parse(text).unwrap_or_else(|faults| panic!("{}", faults[0].render(&file, false)))
}

/// The kernels of texts.
fn trees_of(texts: Vec<(String, String)>) -> Vec<Kernel> {
    let of = |(name, text): (String, String)| {
        let unit = unit(&name, &text);
        let kernel = |kernel: &str| unit.kernel(kernel, kernel, Span::NONE);
        let trees: Result<Vec<_>, _> = unit.kernels().map(kernel).collect();
        trees.unwrap_or_else(|faults| panic!("{name}: {faults:?}"))
    };
    texts.into_iter().flat_map(of).collect()
}

fn trees() -> Vec<Kernel> {
    trees_of(texts())
}

/// Where this fails, the exception has become needless.
#[test]
fn of_the_measured_texts_only_templates_are_refused() {
    for (name, text) in folder(FOLDERS[0]) {
        if TEMPLATES.contains(&name.as_str()) {
            let faults = cuda::parse(&text).expect_err(&name);
            assert_eq!(faults[0].message, "templates are not supported", "{name}");
        }
    }
}

/// The machine code of a tree.
fn code(tree: &Kernel) -> Vec<sim_isa::Instruction> {
    let name = &tree.name;
    let kernel = lower(tree).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    let program = compile(&kernel, &Options::default());
    program
        .unwrap_or_else(|fault| panic!("{name}: {fault}"))
        .code
}

/// The tree that a text in RON gives.
fn read(name: &str, text: &str) -> Kernel {
    let file = SourceFile::new(name, text);
    let body: KernelBody = spans::from_ron(&file)
        .unwrap_or_else(|fault| panic!("{}\n{text}", fault.render(&file, false)));
    syntax::parse(name, &body)
        .unwrap_or_else(|faults| panic!("{}\n{text}", faults[0].render(&file, false)))
}

#[test]
fn every_kernel_written_as_ron_and_read_back_is_the_same_program() {
    let trees = trees();
    assert!(trees.len() > 60, "{} kernels", trees.len());
    for tree in trees {
        let text = syntax::write(&tree);
        let again = read(&tree.name, &text);
        assert_eq!(syntax::write(&again), text, "{}", tree.name);
        assert_eq!(code(&again), code(&tree), "{}", tree.name);
    }
}

const COPY_ROW: &str = "
__global__ void copy_row(float *out, float *in, int nx, int ny)
{
    int ix = blockIdx.x * blockDim.x + threadIdx.x;
    int iy = blockIdx.y * blockDim.y + threadIdx.y;
    if (ix < nx && iy < ny) out[iy * nx + ix] = in[iy * nx + ix];
}";

const PADDED: &str = "
#define TILE 32
__global__ void padded(float *out, float *in, int nx, int ny)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * nx + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += 8) out[(y + j) * ny + x] = tile[threadIdx.x][threadIdx.y + j];
}";

const LOCK: &str = "
__global__ void lock(int *lock, int *counter)
{
    while (atomicCAS(lock, 0, 1) != 0) {}
    *counter = *counter + 1;
    __threadfence();
    atomicExch(lock, 0);
}";

/// The kernel that a text in CUDA C holds.
fn tree(text: &str, entry: &str) -> Kernel {
    unit("k.cu", text)
        .kernel(entry, entry, Span::NONE)
        .unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn a_kernel_in_c_and_its_twin_in_ron_are_the_same_code() {
    let twins = [
        ("copy_row", include_str!("kernels/copy_row.ron"), COPY_ROW),
        ("padded", include_str!("kernels/padded.ron"), PADDED),
        ("lock", include_str!("kernels/lock.ron"), LOCK),
    ];
    for (name, ron, c) in twins {
        assert_eq!(code(&tree(c, name)), code(&read(name, ron)), "{name}");
    }
}

/// A kernel of the lecture's texts.
fn lecture(file: &str, entry: &str) -> kernel::Validated<kernel::Kernel> {
    lower(&tree(&text(file), entry)).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A parameter: an array of words among the data, or a number.
#[derive(Clone, Copy)]
enum Arg {
    At(usize),
    Int(i32),
}

const BASE: u64 = 0x1_0000;

/// Runs a kernel over words of memory.
fn run(
    kernel: &kernel::Validated<kernel::Kernel>,
    grid: u32,
    block: [u32; 2],
    args: &[Arg],
    data: Vec<u32>,
) -> Vec<u32> {
    let mut params = Vec::new();
    for ((_, param), arg) in kernel.params.iter().zip(args) {
        params.resize(param.offset as usize, 0);
        match arg {
            Arg::At(word) => params.extend((BASE + 4 * *word as u64).to_le_bytes()),
            Arg::Int(value) => params.extend(value.to_le_bytes()),
        }
    }
    let launch = Launch {
        grid: [grid, 1, 1],
        block: [block[0], block[1], 1],
        params,
        dynamic_shared: 4096,
        constants: Vec::new(),
        addresses: Vec::new(),
        max_steps: 10_000_000,
    };
    let data = data.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut memory = Flat { base: BASE, data };
    interp::run(kernel, &launch, &mut memory).unwrap_or_else(|fault| panic!("{fault}"));
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    memory.data.chunks_exact(4).map(word).collect()
}

fn floats(values: impl Iterator<Item = f32>) -> Vec<u32> {
    values.map(f32::to_bits).collect()
}

fn as_floats(words: &[u32]) -> Vec<f32> {
    words.iter().map(|word| f32::from_bits(*word)).collect()
}

#[test]
fn every_reduction_sums_all_elements() {
    let data = floats((0..128).map(|i| i as f32).chain([0.0; 2]));
    for entry in ["reduce_interleaved", "reduce_sequential", "reduce_shfl_xor"] {
        let kernel = lecture("reduce", entry);
        let left = run(
            &kernel,
            2,
            [64, 1],
            &[Arg::At(0), Arg::At(128)],
            data.clone(),
        );
        assert_eq!(as_floats(&left[128..]), [2016.0, 6112.0], "{entry}");
    }
    let kernel = lecture("reduce", "reduce_last_block");
    let args = [
        Arg::At(0),
        Arg::At(128),
        Arg::At(132),
        Arg::At(133),
        Arg::Int(128),
    ];
    let data = floats((0..128).map(|i| i as f32).chain([0.0; 6]));
    let left = run(&kernel, 2, [64, 1], &args, data);
    assert_eq!(as_floats(&left[132..133]), [8128.0]);
}

#[test]
fn every_scan_gives_running_sums() {
    let data = floats((0..256).map(|i| (i % 7) as f32));
    let mut sum = 0.0;
    let wanted: Vec<f32> = (0..128)
        .map(|i| {
            sum = if i % 64 == 0 { 0.0 } else { sum } + (i % 7) as f32;
            sum
        })
        .collect();
    for entry in ["scan_hillis_steele", "scan_shfl"] {
        let kernel = lecture("scan", entry);
        let left = run(
            &kernel,
            2,
            [64, 1],
            &[Arg::At(0), Arg::At(128)],
            data.clone(),
        );
        assert_eq!(as_floats(&left[128..]), wanted, "{entry}");
    }
    let kernel = lecture("scan", "scan_global");
    let args = [0, 128, 256, 257, 258].map(Arg::At);
    let data = (0..128).chain([0; 131]).collect();
    let left = run(&kernel, 2, [64, 1], &args, data);
    assert_eq!(
        left[128..256],
        (0..128).map(|i| i * (i + 1) / 2).collect::<Vec<u32>>()
    );
}

#[test]
fn cyclic_reduction_solves_its_systems() {
    // -x[i-1]/4 + x[i] - x[i+1]/4 = d, where all x are 1.
    let n = 32;
    let d = (0..n).map(|i| if i == 0 || i == n - 1 { 0.75 } else { 0.5 });
    let quarters = vec![-0.25f32; n];
    let data: Vec<f32> = [quarters.clone(), quarters, d.collect(), vec![0.0; n]].concat();
    for entry in ["pcr_shared", "pcr_shfl"] {
        let kernel = lecture("apps", entry);
        let args = [0, n, 2 * n, 3 * n].map(Arg::At);
        let left = run(
            &kernel,
            1,
            [n as u32, 1],
            &args,
            floats(data.iter().copied()),
        );
        let solved = as_floats(&left[3 * n..]);
        assert!(
            solved.iter().all(|x| (x - 1.0).abs() < 1e-5),
            "{entry}: {solved:?}"
        );
    }
}

#[test]
fn a_reference_steps_the_callers_generator() {
    let kernel = lecture("uniform_sums", "uniform_sums");
    let left = run(&kernel, 1, [32, 1], &[Arg::At(0), Arg::Int(3)], vec![0; 32]);
    let step = |x: &mut u32| {
        *x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((*x >> 8) as f32 + 0.5) * (1.0 / 16_777_216.0)
    };
    for (i, got) in as_floats(&left).into_iter().enumerate() {
        let mut seed = (i as u32).wrapping_mul(2_654_435_761).wrapping_add(12_345);
        let sum: f32 = (0..3).map(|_| step(&mut seed) * step(&mut seed)).sum();
        assert!((got - sum).abs() < 1e-5, "{i}: {got} {sum}");
    }
}

#[test]
fn a_matrix_times_one_is_itself_however_it_is_tiled() {
    let n = 16;
    let a = (0..n * n).map(|i| i as f32);
    let one = (0..n * n).map(|i| if i / n == i % n { 1.0 } else { 0.0 });
    let data = floats(a.chain(one).chain((0..n * n).map(|_| 0.0)));
    let kernel = lecture("matmul", "matmul_tiled16");
    let mut launch_args = [0, n * n, 2 * n * n].map(Arg::At).to_vec();
    launch_args.push(Arg::Int(n as i32));
    let left = run(&kernel, 1, [n as u32; 2], &launch_args, data.clone());
    assert_eq!(left[2 * n * n..], data[..n * n]);
}

#[test]
fn launch_bounds_limit_registers_so_that_the_blocks_fit() {
    let unit = unit("local.cu", &text("local"));
    let program = |name: &str| {
        let tree = unit.kernel(name, name, Span::NONE).expect("a kernel");
        let kernel = lower(&tree).expect("it is right");
        compile(&kernel, &Options::default()).expect("it compiles")
    };
    // 65,536 registers among eight blocks of 256 threads are 32 a thread.
    let (free, bound) = (program("live64"), program("live64_bounds"));
    assert!(free.registers > 32, "{}", free.registers);
    assert!(bound.registers <= 32, "{}", bound.registers);
    let names = |program: &sim_isa::Program| {
        let lines = program.code.iter().map(|i| i.at(0).to_string());
        lines.filter(|line| line.contains("LDL")).count()
    };
    assert_eq!(names(&free), 0);
    assert!(names(&bound) > 0, "what does not fit waits in local memory");
}
