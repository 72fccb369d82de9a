//! The hazard checker: against ptxas' code, against ours, and against ours with one control
//! field made wrong.

use crate::common;
use sim_ir::backend::checker::{Hazard, check};
use sim_isa::{Instruction, Op, Pipe, Program, decode};

fn program(name: &str, code: Vec<Instruction>) -> Program {
    Program {
        registers: 255,
        barriers: 1,
        ..Program::new(name, code)
    }
}

/// The functions of a listing file: address, first word, second word, text a line.
fn functions(file: &str, text: &str) -> Vec<Program> {
    let mut found: Vec<Program> = Vec::new();
    for row in text.lines() {
        if let Some(name) = row.strip_prefix("function ") {
            found.push(program(&format!("{file}: {name}"), Vec::new()));
            continue;
        }
        let mut words = row
            .splitn(4, ' ')
            .take(3)
            .map(|w| u64::from_str_radix(w, 16).expect("a number"));
        let mut next = || words.next().expect("three numbers");
        let (address, low, high) = (next() as u32, next(), next());
        let encoding = u128::from(high) << 64 | u128::from(low);
        let instruction = decode(encoding, address).expect("a known instruction");
        found.last_mut().expect("a function").code.push(instruction);
    }
    found
}

fn lecture_kernels() -> Vec<Program> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../sim-isa/tests/listings");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the listings")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        functions(&name, &std::fs::read_to_string(path).expect("a listing"))
    };
    files.iter().flat_map(read).collect()
}

fn text(program: &Program, hazard: &Hazard) -> String {
    let line = |i: usize| program.code[i].at(i as u32 * 16).to_string();
    let (after, at) = (line(hazard.after), line(hazard.at));
    format!("{}: {hazard}\n    {after}\n    {at}", program.name)
}

#[test]
fn ptxas_code_of_the_lecture_kernels_has_no_hazards() {
    let mut complaints = Vec::new();
    for program in lecture_kernels() {
        let found = check(&program);
        complaints.extend(found.iter().map(|hazard| text(&program, hazard)));
    }
    let shown = complaints[..complaints.len().min(30)].join("\n");
    assert!(
        complaints.is_empty(),
        "{} hazards:\n{shown}",
        complaints.len()
    );
}

/// Kernels that between them have loops, detours, guards, exits, counters of all kinds.
fn own_kernels() -> Vec<Program> {
    let kernels = [
        ("copy_row", include_str!("kernels/copy_row.ron")),
        ("padded", include_str!("kernels/padded.ron")),
        ("naive_row", include_str!("kernels/naive_row.ron")),
        ("lock", include_str!("kernels/lock.ron")),
        ("lane_loop", include_str!("kernels/lane_loop.ron")),
        ("division", include_str!("kernels/division.ron")),
    ];
    kernels
        .iter()
        .map(|(name, text)| common::program(name, text))
        .collect()
}

#[test]
fn compiled_kernels_have_no_hazards() {
    for program in own_kernels() {
        let found: Vec<_> = check(&program).iter().map(|h| text(&program, h)).collect();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

/// Whether some way leads from an instruction to one that touches what it reads or writes.
fn matters(program: &Program, index: usize, written: bool) -> bool {
    let me = &program.code[index];
    let ranges = match written {
        true => me.writes().into_iter().collect::<Vec<_>>(),
        false => me.reads().into_iter().collect(),
    };
    let own: Vec<_> = ranges.into_iter().flat_map(|r| r.registers()).collect();
    let uniform: Vec<_> = me
        .uniform_writes()
        .into_iter()
        .flat_map(|r| r.registers())
        .collect();
    let preds = me.predicate_writes();
    program.code.iter().enumerate().any(|(other, i)| {
        let writes: Vec<_> = i.writes().into_iter().flat_map(|r| r.registers()).collect();
        let reads: Vec<_> = i.reads().into_iter().flat_map(|r| r.registers()).collect();
        let reads_uniform = i.uniform_reads().into_iter().flat_map(|r| r.registers());
        let uniform_read = reads_uniform.into_iter().any(|r| uniform.contains(&r));
        let pred_read = i.predicate_reads().iter().any(|p| preds.contains(p));
        let touched = own
            .iter()
            .any(|r| writes.contains(r) || written && reads.contains(r));
        other != index && (touched || written && (uniform_read || pred_read))
    })
}

/// Whether an instruction stands in the queue of transcendentals. They are done in order, so a
/// counter is redundant where a later one of the queue is waited for anyway.
fn is_transcendental(instruction: &Instruction) -> bool {
    instruction.op.row().pipe == Pipe::Xu
}

/// Whether an instruction's sources are read in the order of a queue in which another tells by
/// a counter, too, when it has read its own: a wait for that one serves both.
fn reads_in_queue(code: &[Instruction], instruction: &Instruction) -> bool {
    let pipe = instruction.op.row().pipe;
    let tells = |i: &&Instruction| i.op.row().pipe == pipe && i.ctrl.read_barrier.is_some();
    matches!(pipe, Pipe::Lsu | Pipe::Mio)
        && instruction.ctrl.read_barrier.is_some()
        && code.iter().filter(tells).count() > 1
}

fn sets(instruction: &Instruction, counter: u8) -> bool {
    let ctrl = instruction.ctrl;
    ctrl.write_barrier == Some(counter) || ctrl.read_barrier == Some(counter)
}

/// Applies a change to one instruction and says whether the checker sees it.
fn is_caught(program: &Program, index: usize, change: impl Fn(&mut Instruction)) -> bool {
    let mut wrong = program.clone();
    change(&mut wrong.code[index]);
    !check(&wrong).is_empty()
}

#[test]
fn a_dropped_wait_is_always_caught() {
    let mut dropped = 0;
    for program in own_kernels() {
        for index in 0..program.code.len() {
            for counter in 0..6 {
                let bit = 1 << counter;
                let before = &program.code[..index];
                let setter = before.iter().rfind(|i| sets(i, counter));
                let rest = &program.code[..];
                let plain =
                    setter.is_none_or(|i| !is_transcendental(i) && !reads_in_queue(rest, i));
                if program.code[index].ctrl.wait_mask & bit != 0 && plain {
                    dropped += 1;
                    let caught = is_caught(&program, index, |i| i.ctrl.wait_mask &= !bit);
                    assert!(
                        caught,
                        "{} {:04x}: counter {counter}",
                        program.name,
                        index * 16
                    );
                }
            }
        }
    }
    assert!(dropped > 30, "only {dropped} waits to drop");
}

#[test]
fn a_dropped_counter_is_caught_wherever_its_registers_are_touched_again() {
    let mut dropped = 0;
    for program in own_kernels() {
        let plain = |&index: &usize| !is_transcendental(&program.code[index]);
        for index in (0..program.code.len()).filter(plain) {
            let place = format!("{} {:04x}", program.name, index * 16);
            let ctrl = program.code[index].ctrl;
            if ctrl.write_barrier.is_some() && matters(&program, index, true) {
                dropped += 1;
                assert!(
                    is_caught(&program, index, |i| i.ctrl.write_barrier = None),
                    "{place}"
                );
            }
            let me = &program.code[index];
            if ctrl.read_barrier.is_some()
                && matters(&program, index, false)
                && !reads_in_queue(&program.code, me)
            {
                dropped += 1;
                assert!(
                    is_caught(&program, index, |i| i.ctrl.read_barrier = None),
                    "{place}"
                );
            }
        }
    }
    assert!(dropped > 35, "only {dropped} counters to drop");
}

/// The least stall count that the checker accepts.
fn least_stall(program: &Program, index: usize) -> u8 {
    let accepted = |&stall: &u8| !is_caught(program, index, |i| i.ctrl.stall = stall);
    (1..=15)
        .find(accepted)
        .expect("the assigned one is accepted")
}

#[test]
fn stall_counts_are_hardly_longer_than_the_checker_demands() {
    let (mut assigned, mut demanded, mut tight) = (0, 0, 0);
    for program in own_kernels() {
        for index in 0..program.code.len() {
            let instruction = &program.code[index];
            let (stall, least) = (instruction.ctrl.stall, least_stall(&program, index));
            assert!(stall >= least);
            let computes = !instruction.op.row().latency.is_variable();
            if computes && least > 1 {
                assigned += u32::from(stall);
                demanded += u32::from(least);
                tight += 1;
            }
        }
    }
    assert!(tight > 60, "only {tight} stall counts that matter");
    assert!(
        assigned <= demanded * 5 / 4,
        "{assigned} cycles where {demanded} would do"
    );
}

#[test]
fn an_access_that_would_pass_its_barrier_is_caught() {
    let padded = common::program("padded", include_str!("kernels/padded.ron"));
    let is_barrier = |i: &Instruction| i.op == Op::Bar;
    let barrier = padded.code.iter().position(is_barrier);
    let barrier = barrier.expect("a barrier before the tile is read");
    let behind = padded.code[barrier + 1..].iter();
    let computing = behind.take_while(|i| i.op != Op::Lds).count();
    let wrong = (barrier..=barrier + computing).fold(padded.clone(), |mut wrong, index| {
        wrong.code[index].ctrl.stall = 1;
        wrong
    });
    let found = check(&wrong);
    let passes = |h: &&Hazard| h.after == barrier && h.at > barrier;
    let said: Vec<_> = found.iter().filter(passes).map(Hazard::to_string).collect();
    assert!(
        said.iter()
            .any(|h| h.contains("after the barrier, which stops it after 6")),
        "{said:?}"
    );
}
