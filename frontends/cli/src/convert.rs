//! From what a run left behind to the plain data of a report.

use sim_core::config::GpuConfig;
use sim_core::engine::LaunchError;
use sim_core::fault::Place;
use sim_core::metrics;
use sim_core::report::{InactiveRead, LaunchReport, PcStats, SmStats};
use sim_core::stall::{Stall, StallCycles};
use sim_isa::{INSTRUCTION_BYTES, LatencyClass, Op, Program, SourceLine};
use sim_workload::claim::ClaimOutcome;
use sim_workload::outcome::{BufferOutcome, ExpectationOutcome, LaunchFault, RunOutcome, Verdict};
use sim_workload::printf::Printed;
use sim_workload::scalar::Scalar;

use crate::view::{
    self, Access, AccessKind, Buffer, Claim, Expectation, FaultPlace, Gpu, Instruction, Launch,
    Output, Repeated, SmShare, Source, StallShare, Warning, Wrong,
};

/// The machine.
pub fn gpu(config: &GpuConfig, overrides: Vec<String>) -> Gpu {
    Gpu {
        name: config.name.clone(),
        sms: config.sms(),
        sm_clock_mhz: config.chip.sm_clock_mhz,
        overrides,
    }
}

/// A launch with its kernel's code.
pub fn launch(report: &LaunchReport) -> Launch {
    let known = metrics::all().filter_map(|metric| {
        let value = (metric.value)(report)?;
        Some((metric.name.to_string(), value))
    });
    Launch {
        name: report.name.clone(),
        kernel: report.kernel.clone(),
        grid: report.grid,
        block: report.block,
        metrics: known.collect(),
        stalls: stalls(&report.stalls()).collect(),
        code: instructions(report, &report.program),
        sms: report.sms.iter().map(sm).collect(),
        warnings: report
            .inactive_reads
            .iter()
            .map(|read| warning(read, &report.program))
            .collect(),
    }
}

fn warning(read: &InactiveRead, program: &Program) -> Warning {
    let at = read.pc as usize;
    let pc = read.pc * INSTRUCTION_BYTES;
    Warning {
        pc,
        sass: program.code[at].at(pc).to_string(),
        source: source_of(program, at),
        times: read.times,
        block: read.block,
        warp: read.warp,
        lane: read.lane,
        from: read.from,
    }
}

fn stalls(cycles: &StallCycles) -> impl Iterator<Item = StallShare> + '_ {
    Stall::ALL.iter().map(|&reason| StallShare {
        name: reason.name(),
        meaning: reason.meaning(),
        warp_cycles: cycles[reason as usize],
    })
}

fn instructions(report: &LaunchReport, program: &Program) -> Vec<Instruction> {
    let code = program.code.iter().zip(&report.pcs).enumerate();
    code.map(|(at, (instruction, stats))| {
        let pc = at as u32 * INSTRUCTION_BYTES;
        Instruction {
            pc,
            sass: instruction.at(pc).to_string(),
            source: source_of(program, at),
            executed: stats.executed,
            threads: stats.threads,
            divergent: stats.divergent,
            access: kind(instruction.op).map(|kind| access(kind, stats)),
            stalls: stalls(&stats.stalls)
                .filter(|share| share.warp_cycles > 0)
                .collect(),
        }
    })
    .collect()
}

fn source_of(program: &Program, at: usize) -> Option<Source> {
    let line = (*program.line_of.get(at)?)?;
    program.lines.get(line as usize).map(source)
}

fn source(SourceLine { file, line, text }: &SourceLine) -> Source {
    Source {
        file: file.to_string(),
        line: *line,
        text: text.to_string(),
    }
}

/// What kind of access to memory an opcode is.
fn kind(op: Op) -> Option<AccessKind> {
    match (op.row().latency, op) {
        (_, Op::Ldg) => Some(AccessKind::GlobalLoad),
        (_, Op::Stg) => Some(AccessKind::GlobalStore),
        (LatencyClass::Global, _) => Some(AccessKind::GlobalAtomic),
        (_, Op::Ldl) => Some(AccessKind::LocalLoad),
        (_, Op::Stl) => Some(AccessKind::LocalStore),
        (_, Op::Lds | Op::Ldsm) => Some(AccessKind::SharedLoad),
        (_, Op::Sts | Op::Stsm) => Some(AccessKind::SharedStore),
        (LatencyClass::Shared, _) => Some(AccessKind::SharedAtomic),
        (_, _) => None,
    }
}

fn access(kind: AccessKind, stats: &PcStats) -> Access {
    Access {
        kind,
        requests: stats.any_on,
        sectors: stats.sectors,
        ideal_sectors: stats.ideal_sectors,
        wavefronts: stats.wavefronts,
        ideal_wavefronts: stats.ideal_wavefronts,
    }
}

fn sm(stats: &SmStats) -> SmShare {
    SmShare {
        cycles_active: stats.cycles_active,
        issued: stats.issued,
        warps_active: stats.warps_active,
        blocks: stats.blocks,
        read_sectors: stats.read_sectors,
        write_sectors: stats.write_sectors,
    }
}

/// The launches that the file repeats.
pub fn repeated(outcome: &RunOutcome) -> Vec<Repeated> {
    let repeated = outcome.repeated.iter();
    repeated
        .map(|(name, turns)| Repeated {
            name: name.clone(),
            turns: turns.clone(),
        })
        .collect()
}

/// What launches printed.
pub fn output(outcome: &RunOutcome) -> Vec<Output> {
    let output = |(launch, printed): &(String, Printed)| Output {
        launch: launch.clone(),
        text: printed.text.clone(),
        dropped: printed.dropped,
        assertions: printed.failed.messages.clone(),
        failed: printed.failed.threads,
    };
    outcome.printed.iter().map(output).collect()
}

/// The buffers after the run.
pub fn buffers(outcome: &RunOutcome) -> Vec<Buffer> {
    let buffer = |one: &BufferOutcome| Buffer {
        name: one.name.clone(),
        sha: one.sha.clone(),
    };
    outcome.buffers.iter().map(buffer).collect()
}

/// An expectation with what shows its verdict.
pub fn expectation(one: &ExpectationOutcome) -> Expectation {
    let (reason, wrong) = shown(&one.verdict);
    Expectation {
        what: one.text.clone(),
        holds: one.verdict.holds(),
        reason,
        wrong,
    }
}

fn shown(verdict: &Verdict) -> (String, Vec<Wrong>) {
    match verdict {
        Verdict::Number { holds: true, .. } => (String::new(), Vec::new()),
        Verdict::Number {
            got, want, terms, ..
        } => (number(got, want, terms), Vec::new()),
        Verdict::Skipped { launch } => (format!("launch {launch} did not run"), Vec::new()),
        Verdict::Untimed { counter } => (
            format!("a functional run does not know {counter}"),
            Vec::new(),
        ),
        Verdict::Error(diagnostic) => (diagnostic.to_string(), Vec::new()),
        Verdict::Buffer { comparison, .. } if comparison.wrong == 0 => (String::new(), Vec::new()),
        Verdict::Buffer {
            elements,
            comparison,
        } => (
            format!(
                "{} of {} elements are wrong; the first:",
                crate::format::count(comparison.wrong),
                crate::format::count(*elements)
            ),
            comparison.first.iter().map(wrong).collect(),
        ),
    }
}

/// A claim with the numbers behind its verdict.
pub fn claim(one: &ClaimOutcome) -> Claim {
    let (compared, values) = match &one.verdict {
        Verdict::Number {
            got, want, terms, ..
        } => (format!("{got} {want}"), values(terms)),
        Verdict::Buffer { .. }
        | Verdict::Skipped { .. }
        | Verdict::Untimed { .. }
        | Verdict::Error(_) => (String::new(), Vec::new()),
    };
    let holds = one.verdict.holds();
    let (why, _) = shown(&one.verdict);
    Claim {
        text: one.text.clone(),
        source: one.source.clone(),
        what: one.condition.clone(),
        holds,
        undecided: if holds.is_none() { why } else { String::new() },
        expected: one.expected,
        reason: one.reason.clone(),
        compared,
        values,
    }
}

fn values(terms: &[(String, Scalar)]) -> Vec<(String, f64)> {
    let value = |(term, value): &(String, Scalar)| (term.clone(), value.as_f64());
    terms.iter().map(value).collect()
}

fn number(got: &str, want: &str, terms: &[(String, Scalar)]) -> String {
    let terms: Vec<_> = terms
        .iter()
        .map(|(term, value)| format!("{term} = {value}"))
        .collect();
    let mut text = format!("got {got}, wanted {want}");
    if !terms.is_empty() {
        text.push_str(&format!(" ({})", terms.join(", ")));
    }
    text
}

fn wrong(one: &sim_workload::expr::run::Mismatch) -> Wrong {
    Wrong {
        index: one.index,
        got: one.got.to_string(),
        wanted: one.want.to_string(),
    }
}

/// A fault with its place; none if the launch did not even start.
pub fn fault(fault: &LaunchFault) -> Option<view::Fault> {
    let LaunchError::Fault(error) = &fault.error else {
        return None;
    };
    Some(view::Fault {
        launch: fault.launch.clone(),
        what: fault.to_string(),
        place: error.place.as_deref().map(|at| FaultPlace {
            mark: fault.assertion.as_ref().map(|a| (a.column, a.width)),
            ..place(at)
        }),
    })
}

fn place(place: &Place) -> FaultPlace {
    FaultPlace {
        kernel: place.kernel.clone(),
        block: place.block,
        thread: place.thread,
        pc: place.pc,
        sass: place.sass.clone(),
        source: place.source.as_ref().map(|(file, line, text)| Source {
            file: file.clone(),
            line: *line,
            text: text.clone(),
        }),
        mark: None,
    }
}
