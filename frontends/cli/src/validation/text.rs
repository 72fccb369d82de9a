//! A truth set's answers as text: a line for each case, a line for each
//! metric, then what is wrong by name.

use sim_validation::compare::{CaseComparison, Comparison};
use sim_validation::paths::{Paths, median_and_worst};
use sim_validation::suite::Finished;
use sim_validation::summary::Summary;

use super::{Timing, Validation};
use crate::format::{ABSENT, NOTHING, count, fixed, or_absent, plural, significant, whole};
use crate::table::{Align, Table};

/// The whole report.
pub fn report(validation: &Validation) -> String {
    let mut parts = vec![cases(validation)];
    parts.extend(paths(validation));
    if !validation.summaries.is_empty() {
        parts.push(metrics(validation));
    }
    parts.push(verdict(validation));
    parts.join("\n")
}

/// The report, with every counter of every case before it.
pub fn details(validation: &Validation) -> String {
    let mut parts: Vec<_> = validation.comparisons().map(counters).collect();
    parts.push(report(validation));
    parts.join("\n")
}

fn cases(validation: &Validation) -> String {
    let mut table = Table::new()
        .column("case", Align::Left)
        .column("buffers", Align::Left)
        .column("cycles\nsimulated", Align::Right)
        .column("\nmeasured", Align::Right)
        .column("\nratio", Align::Right)
        .column("worst counter: simulated / measured", Align::Left);
    for case in &validation.cases {
        table.row(match &case.outcome {
            Ok(run) => case_row(&run.comparison),
            Err(_) => failed_row(case),
        });
    }
    let total = plural(validation.cases.len(), "case", "s");
    format!(
        "{}: {total} on {}\n\n{}",
        validation.set,
        validation.gpu,
        table.render()
    )
}

fn case_row(case: &CaseComparison) -> Vec<String> {
    let cycles = case.cycles();
    vec![
        case.case.clone(),
        verdict_word(case.buffers_right()),
        or_absent(cycles.and_then(|c| c.simulated), whole),
        or_absent(cycles.and_then(|c| c.measured), whole),
        or_absent(cycles.and_then(Comparison::ratio), |ratio| fixed(ratio, 2)),
        case.worst().map_or(NOTHING.into(), values),
    ]
}

fn failed_row(case: &Finished) -> Vec<String> {
    let mut row = vec![case.entry.case.name.clone(), "FAILED".into()];
    row.resize(6, String::new());
    row
}

/// The cases that name their source, predicted both ways: for our compiler's code and for
/// ptxas's, which was measured.
fn paths(validation: &Validation) -> Option<String> {
    let all: Vec<_> = validation.paths().collect();
    if all.is_empty() {
        return None;
    }
    let mut table = Table::new()
        .column("case", Align::Left)
        .column("our code\nbuffers", Align::Left)
        .column("cycles\nour code, simulated", Align::Right)
        .column("\nptxas's, simulated", Align::Right)
        .column("\nptxas's, measured", Align::Right)
        .column("in %\nmodel", Align::Right)
        .column("\ncompiler", Align::Right)
        .column("\nboth", Align::Right)
        .column("instructions\nours / ptxas's", Align::Right);
    for one in &all {
        table.row(path_row(one));
    }
    let ratios = all.iter().filter_map(Paths::instruction_ratio);
    let distances = [
        (
            "instructions, ours / ptxas's",
            median_and_worst(ratios, 1.0),
            1.0,
        ),
        ("model, in %", spread(&all, |one| one.model()), 100.0),
        ("compiler, in %", spread(&all, |one| one.compiler()), 100.0),
        ("both, in %", spread(&all, |one| one.both()), 100.0),
    ];
    let lines = distances.into_iter().filter_map(|(what, found, scale)| {
        let (median, worst) = found?;
        let [median, worst] = [median, worst].map(|value| fixed(scale * value, 2));
        Some(format!("{what}: median {median}, worst {worst}\n"))
    });
    Some(format!("{}\n{}", table.render(), lines.collect::<String>()))
}

fn spread(all: &[Paths], distance: impl Fn(&Paths) -> Option<f64>) -> Option<(f64, f64)> {
    median_and_worst(all.iter().filter_map(distance), 0.0)
}

fn path_row(paths: &Paths) -> Vec<String> {
    let percent = |part: Option<f64>| part.map_or(NOTHING.into(), |part| fixed(100.0 * part, 1));
    vec![
        paths.case.into(),
        verdict_word(paths.ours_right),
        or_absent(paths.ours, whole),
        or_absent(paths.ptxas, whole),
        or_absent(paths.measured, whole),
        percent(paths.model()),
        percent(paths.compiler()),
        percent(paths.both()),
        or_absent(paths.instruction_ratio(), |ratio| fixed(ratio, 2)),
    ]
}

fn verdict_word(right: Option<bool>) -> String {
    let word = match right {
        Some(true) => "right",
        Some(false) => "WRONG",
        None => NOTHING,
    };
    word.into()
}

/// `name: 12 / 13`
fn values(metric: &Comparison) -> String {
    let value = |value| or_absent(value, significant);
    let (simulated, measured) = (value(metric.simulated), value(metric.measured));
    format!("{}: {simulated} / {measured}", metric.metric)
}

fn counters(case: &CaseComparison) -> String {
    let mut table = Table::new()
        .column("counter", Align::Left)
        .column("simulated", Align::Right)
        .column("measured", Align::Right)
        .column("ratio", Align::Right);
    for metric in &case.metrics {
        table.row(vec![
            format!("  {}", metric.metric),
            or_absent(metric.simulated, significant),
            or_absent(metric.measured, significant),
            metric
                .ratio()
                .map_or(NOTHING.into(), |ratio| fixed(ratio, 3)),
        ]);
    }
    format!("{}\n{}", case.case, table.render())
}

fn metrics(validation: &Validation) -> String {
    let mut table = Table::new()
        .column("", Align::Left)
        .column("counter", Align::Left)
        .column("cases", Align::Right)
        .column("exact", Align::Right)
        .column("error in %\nMAPE", Align::Right)
        .column("\nbias", Align::Right)
        .column("\nmedian", Align::Right)
        .column("\nP90", Align::Right)
        .column("\nworst", Align::Right)
        .column("excess", Align::Right)
        .column("Pearson", Align::Right)
        .column("worst case", Align::Left);
    let (exact, timed): (Vec<_>, Vec<_>) =
        validation.summaries.iter().partition(|s| s.must_be_exact);
    for summary in exact.into_iter().chain(timed) {
        table.row(metric_row(summary));
    }
    format!("{}{MARKS}\n", table.render())
}

const MARKS: &str = "\
= must be exact and is, ! must be and is not, where no thread waits for another
~ counts what addresses cause, and never more than the GPU, whose excess is arbitration";

fn metric_row(summary: &Summary) -> Vec<String> {
    let mark = match (summary.must_be_exact, summary.excess, summary.wrong) {
        (_, _, 1..) => "!",
        (true, _, 0) => "=",
        (false, Some(_), 0) => "~",
        (false, None, 0) => "",
    };
    let errors = summary.errors.as_ref();
    let percent = |part: Option<f64>| part.map_or(NOTHING.into(), |part| fixed(100.0 * part, 2));
    vec![
        mark.into(),
        summary.metric.clone(),
        count(summary.n as u64),
        count(summary.exact as u64),
        percent(errors.map(|e| e.mape)),
        percent(errors.map(|e| e.bias)),
        percent(errors.map(|e| e.median)),
        percent(errors.map(|e| e.p90)),
        percent(errors.map(|e| e.worst)),
        percent(summary.excess),
        summary.pearson.map_or(NOTHING.into(), |r| fixed(r, 4)),
        worst_case(summary).unwrap_or(NOTHING).into(),
    ]
}

/// The case that is furthest off, if any is off at all.
fn worst_case(summary: &Summary) -> Option<&str> {
    let errors = summary.errors.as_ref()?;
    (errors.worst != 0.0).then_some(&errors.worst_case[..])
}

fn verdict(validation: &Validation) -> String {
    let mut lines = vec![buffers(validation)];
    let failed = validation
        .failed()
        .map(|(name, why)| format!("failed: {name}: {why}"));
    lines.extend(failed);
    let failed = validation
        .failed_ours()
        .map(|(name, why)| format!("our code failed: {name}: {why}"));
    lines.extend(failed);
    let wrong = validation.wrong_buffers().map(wrong_buffers);
    lines.extend(wrong);
    if !validation.summaries.is_empty() {
        lines.push(exactness(validation));
        lines.extend(wrong_counters(validation));
        lines.extend(racy(validation));
    }
    lines.push(timing(&validation.timing));
    lines.join("\n") + "\n"
}

fn buffers(validation: &Validation) -> String {
    let total = validation.cases.len();
    let failed = validation.failed().count();
    let ran = total - failed;
    let fate = if failed == 0 {
        "all ran".to_string()
    } else {
        format!("{failed} FAILED")
    };
    let total = plural(total, "case", "s");
    if !validation.is_measured() {
        return format!("{total}: {fate}; nothing was measured to compare with");
    }
    let right = validation.right_buffers();
    format!("{total}: {fate}; buffers are the GPU's in {right} of {ran}")
}

fn wrong_buffers(case: &CaseComparison) -> String {
    let wrong = case.buffers.iter().filter(|one| !one.is_right());
    let names: Vec<_> = wrong.map(|one| &one.buffer[..]).collect();
    format!("wrong buffers: {}: {}", case.case, names.join(", "))
}

fn exactness(validation: &Validation) -> String {
    let must = validation.summaries.iter().filter(|s| s.must_be_exact);
    let (total, right) = must.fold((0, 0), |(total, right), summary| {
        (total + 1, right + usize::from(summary.wrong == 0))
    });
    format!("{right} of {total} counters that must be exact are")
}

fn wrong_counters(validation: &Validation) -> Vec<String> {
    let wrong = |case: &CaseComparison| {
        let all = case.wrong_exact().map(values);
        all.map(|one| format!("not exact: {}: {one}", case.case))
            .collect::<Vec<_>>()
    };
    validation.comparisons().flat_map(wrong).collect()
}

/// The cases whose counts need not be exact.
fn racy(validation: &Validation) -> Option<String> {
    let racy = validation.comparisons().filter(|case| case.racy);
    let names: Vec<_> = racy.map(|case| &case.case[..]).collect();
    (!names.is_empty()).then(|| format!("counts differ from run to run: {}", names.join(", ")))
}

fn timing(timing: &Timing) -> String {
    let million = |value: f64| fixed(value / 1e6, 2);
    let memory = timing.peak_bytes.map_or(ABSENT.into(), |bytes| {
        format!("{} GB", fixed(bytes as f64 / 1e9, 2))
    });
    format!(
        "{} million warp instructions in {} s, {} million a second, {memory} of memory",
        million(timing.warp_insts as f64),
        fixed(timing.wall_s, 1),
        million(timing.rate()),
    )
}
