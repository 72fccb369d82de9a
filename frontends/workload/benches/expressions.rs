//! Elements a second of initialisation and of checks: the aim is 10^8 on two cores.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sim_ir::cexpr::parse;
use sim_workload::element::ElementType;
use sim_workload::expr::lower::{Scope, compile, compile_for};
use sim_workload::expr::run::{Reduction, Tolerance, compare, fill, reduce};
use sim_workload::init::Pattern;

/// Elements of each buffer: 16 Mi, more than the caches hold.
const COUNT: usize = 1 << 24;

struct Names {
    width: i64,
}

impl Scope for Names {
    fn parameter(&self, name: &str) -> Option<i64> {
        match name {
            "W" => Some(self.width),
            "H" => Some(COUNT as i64 / self.width),
            _ => None,
        }
    }

    fn buffer(&self, name: &str) -> Option<ElementType> {
        (name == "in").then_some(ElementType::F32)
    }

    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}

fn expressions(c: &mut Criterion) {
    let mut group = c.benchmark_group("expressions");
    group
        .throughput(Throughput::Elements(COUNT as u64))
        .sample_size(10);
    let mut input = vec![0; COUNT * 4];
    let (seed, low, high) = (3, 0.0, 1.0);
    group.bench_function("hash_f32", |b| {
        b.iter(|| Pattern::HashF32 { seed, low, high }.fill(0, &mut input));
    });
    let mut out = vec![0; COUNT * 4];
    for (name, width) in [
        ("transpose of 4096 columns", 4096),
        ("transpose of 4095 columns", 4095),
    ] {
        let scope = Names { width };
        let text = parse("in[(i % H) * W + i / H]").expect("an expression");
        let code = compile_for(&text, &scope, ElementType::F32).expect("it compiles");
        group.bench_function(format!("fill, {name}"), |b| {
            b.iter(|| fill(&code, &[&input], ElementType::F32, 0, &mut out).expect("no trap"));
        });
        group.bench_function(format!("check, {name}"), |b| {
            let exact = Tolerance::default();
            b.iter(|| {
                compare(&code, &[&input], ElementType::F32, &out, exact, 8).expect("no trap")
            });
        });
        let near = Tolerance {
            absolute: 1.0,
            relative: 0.0,
        };
        group.bench_function(format!("check within a tolerance, {name}"), |b| {
            b.iter(|| {
                compare(&code, &[&input], ElementType::F32, &input, near, 8).expect("no trap")
            });
        });
    }
    let sum = compile(
        &parse("in[i] * 2").expect("an expression"),
        &Names { width: 1 },
    );
    let sum = sum.expect("it compiles");
    group.bench_function("sum", |b| {
        b.iter(|| reduce(&sum, &[&input], COUNT as u64, Reduction::Sum).expect("no trap"));
    });
    group.finish();
}

criterion_group!(benches, expressions);
criterion_main!(benches);
