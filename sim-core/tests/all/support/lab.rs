//! Single instructions on chosen values, on every executor of the host.

use super::assemble::assemble;
use sim_core::exec::{BlockPlace, ConstantBanks, Env, Executor, LoweredKernel, Row, WarpState};

/// Some deterministic random words.
pub fn random(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as u32
    }
}

/// Random words among which are those where integers and floats change their ways.
pub fn words(seed: u64) -> Row {
    const EDGES: [u32; 16] = [
        0,
        1,
        2,
        0x1f,
        0x20,
        0x40,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0001,
        0xffff_ffff,
        0x3f80_0000,
        0xbf80_0000,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_1234,
        0x0070_0000,
    ];
    let mut next = random(seed);
    std::array::from_fn(|_| match next() % 3 {
        0 => EDGES[next() as usize % EDGES.len()],
        _ => next(),
    })
}

/// Random finite floats of modest size.
pub fn floats(seed: u64) -> Row {
    let mut next = random(seed);
    std::array::from_fn(|_| {
        let exponent = 127 - 8 + next() % 17;
        next() & 0x807f_ffff | exponent << 23
    })
}

/// What registers and predicates hold before.
#[derive(Clone, Default)]
pub struct Given {
    pub rows: Vec<(u8, Row)>,
    pub predicates: Vec<(u8, u32)>,
}

impl Given {
    pub fn rows(rows: &[(u8, Row)]) -> Given {
        Given {
            rows: rows.to_vec(),
            predicates: Vec::new(),
        }
    }

    pub fn with(mut self, predicate: u8, lanes: u32) -> Given {
        self.predicates.push((predicate, lanes));
        self
    }
}

/// Executes straight-line code with all lanes; every executor must agree.
pub fn execute(text: &str, given: &Given) -> WarpState {
    execute_lanes(text, given, !0)
}

/// The same with some lanes.
pub fn execute_lanes(text: &str, given: &Given, active: u32) -> WarpState {
    let program = assemble(text);
    let kernel = LoweredKernel::new(&program, &ConstantBanks::default()).expect("it has a model");
    let place = BlockPlace {
        block: [5, 6, 7],
        block_dim: [32, 1, 1],
        grid_dim: [8, 8, 8],
    };
    let run = |executor: Executor| {
        let mut warp = WarpState::default();
        warp.start(&kernel, &place, 0);
        for &(index, row) in &given.rows {
            warp.set_row(index, row);
        }
        for &(index, lanes) in &given.predicates {
            warp.set_predicate(index, lanes);
        }
        for uop in kernel.uops() {
            let lanes = warp.guarded(uop, active);
            executor.execute(uop, &mut warp, lanes, &Env::default());
        }
        warp
    };
    let mut results = Executor::available().into_iter().map(run);
    let first = results.next().expect("one executor at least");
    for other in results {
        for register in 0..64 {
            assert_eq!(
                first.row(register),
                other.row(register),
                "{text}: R{register}"
            );
        }
        for predicate in 0..7 {
            let lanes = [&first, &other].map(|warp| warp.predicate_lanes(predicate));
            assert_eq!(lanes[0], lanes[1], "{text}: P{predicate}");
        }
    }
    first
}

/// Checks `R4 = f(R1, R2, R3)` of an instruction on many words.
pub fn check(text: &str, values: fn(u64) -> Row, f: impl Fn(u32, u32, u32) -> u32) {
    for seed in 0..8 {
        let [a, b, c] = [1, 2, 3].map(|slot| values(10 * seed + slot));
        let warp = execute(text, &Given::rows(&[(1, a), (2, b), (3, c)]));
        for lane in 0..32 {
            let (x, y, z) = (a[lane], b[lane], c[lane]);
            let (got, wanted) = (warp.row(4)[lane], f(x, y, z));
            assert_eq!(
                got, wanted,
                "{text} of {x:#x}, {y:#x}, {z:#x}: got {got:#x}, want {wanted:#x}"
            );
        }
    }
}

/// Checks the lanes of P1 after an instruction: `P1 = f(R1, R2)`.
pub fn check_predicate(text: &str, values: fn(u64) -> Row, f: impl Fn(u32, u32) -> bool) {
    for seed in 0..8 {
        let [a, b] = [1, 2].map(|slot| values(10 * seed + slot));
        let warp = execute(text, &Given::rows(&[(1, a), (2, b)]));
        for lane in 0..32 {
            let got = warp.predicate_lanes(1) >> lane & 1 != 0;
            assert_eq!(
                got,
                f(a[lane], b[lane]),
                "{text} of {:#x}, {:#x}",
                a[lane],
                b[lane]
            );
        }
    }
}
