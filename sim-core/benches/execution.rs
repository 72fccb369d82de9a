//! Functional execution: time per warp instruction, on each executor of the host.

use criterion::{Criterion, criterion_group, criterion_main};
use sim_core::exec::{BlockPlace, ConstantBanks, Env, Executor, LoweredKernel, WarpState};
use sim_isa::{Program, parse};
use std::hint::black_box;

fn kernel(line: &str) -> LoweredKernel {
    let program = Program {
        registers: 32,
        ..Program::new("bench", vec![parse(line, 0).expect("an instruction")])
    };
    LoweredKernel::new(&program, &ConstantBanks::default()).expect("a model")
}

fn functional_execution(criterion: &mut Criterion) {
    let place = BlockPlace {
        block: [0; 3],
        block_dim: [32, 1, 1],
        grid_dim: [1; 3],
    };
    let lines = [
        "FFMA R4, R1, R2, R3 ;",
        "IMAD R4, R1, R2, R3 ;",
        "LOP3.LUT R4, R1, R2, R3, 0x96, !PT ;",
        "ISETP.LT.AND P0, PT, R1, R2, PT ;",
        "SHFL.DOWN PT, R4, R1, 0x1, 0x1f ;",
    ];
    let mut group = criterion.benchmark_group("functional execution");
    for line in lines {
        let kernel = kernel(line);
        let uop = kernel.uops()[0];
        let mut warp = WarpState::default();
        warp.start(&kernel, &place, 0);
        let name = line.split([' ', '.']).next().unwrap_or(line);
        for (level, executor) in Executor::available().into_iter().enumerate() {
            for (lanes, mask) in [("all lanes", !0), ("some lanes", 0x0fff_f0ffu32)] {
                group.bench_function(format!("{name}/{level}/{lanes}"), |bench| {
                    bench.iter(|| {
                        executor.execute(black_box(&uop), &mut warp, mask, &Env::default());
                    });
                });
            }
        }
    }
    group.finish();
}

criterion_group!(benches, functional_execution);
criterion_main!(benches);
