//! What a real GPU did, as plain data and as text.

use sim_validation::compare::CYCLES;
use sim_validation::device::DeviceInfo;
use sim_validation::measure::session::MeasuredCase;
use sim_workload::claim::ClaimOutcome;
use sim_workload::outcome::{ExpectationOutcome, Verdict};

use crate::convert;
use crate::format::{NOTHING, dimensions, fixed, or_absent, plural, whole};
use crate::report;
use crate::table::{Align, Table};
use crate::view::Claim;

/// How a buffer compares with the simulator's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Bit for bit the same.
    Equal,
    /// Both are what the workload expects, within its tolerance.
    Near,
    /// Not the same.
    Different,
}

/// What was measured.
pub struct Measurement {
    /// The workload or truth set, as the user wrote it.
    pub input: String,
    /// With what.
    pub device: DeviceInfo,
    /// Whether a recording of the device answered.
    pub recorded: bool,
    /// Why there are no counters, if there are none.
    pub counters: Result<(), String>,
    /// How each buffer (of a set: each case) compares with the simulator's.
    pub agreement: Vec<(String, Agreement)>,
    /// A workload's expectations, on what the device left and counted.
    pub expectations: Option<Vec<ExpectationOutcome>>,
    /// A workload's claims, on what the device counted.
    pub claims: Vec<ClaimOutcome>,
    /// The launches.
    pub cases: Vec<MeasuredCase>,
}

impl Measurement {
    /// Whether no buffer differs and no expectation failed.
    pub fn is_right(&self) -> bool {
        let differs = |(_, agreement): &(String, Agreement)| *agreement == Agreement::Different;
        let odd = self.claims.iter().any(ClaimOutcome::differs);
        !self.agreement.iter().any(differs) && self.failed().next().is_none() && !odd
    }

    fn failed(&self) -> impl Iterator<Item = &ExpectationOutcome> {
        let all = self.expectations.iter().flatten();
        all.filter(|one| one.verdict.holds() == Some(false))
    }
}

/// The whole report.
pub fn report(measurement: &Measurement) -> String {
    let mut parts = vec![head(measurement), table(measurement)];
    parts.push(verdict(measurement));
    if !measurement.claims.is_empty() {
        parts.push(claims(measurement));
    }
    parts.join("\n")
}

/// Each claim as a run's report has it; what it is on this device is what the file says of the
/// configuration named after the device.
fn claims(measurement: &Measurement) -> String {
    let device = &measurement.device;
    let gpu = device.configuration().unwrap_or(&device.name);
    let claims = measurement.claims.iter();
    claims
        .map(|one| report::claims::claim(&measured_claim(one), gpu))
        .collect()
}

fn measured_claim(one: &ClaimOutcome) -> Claim {
    let mut claim = convert::claim(one);
    if let Verdict::Untimed { counter } = &one.verdict {
        claim.undecided = format!("{counter} was not measured");
    }
    claim
}

fn head(measurement: &Measurement) -> String {
    let device = &measurement.device;
    format!(
        "{} on {} {}: {} at up to {} MHz, driver {}, {}\n",
        measurement.input,
        if measurement.recorded {
            "a recording of an"
        } else {
            "a real"
        },
        device.name,
        plural(device.sms as usize, "SM", "s"),
        device.sm_clock_mhz,
        device.driver,
        device.assembler,
    )
}

fn table(measurement: &Measurement) -> String {
    let mut table = Table::new()
        .column("launch", Align::Left)
        .column("grid", Align::Right)
        .column("block", Align::Right)
        .column("registers\na thread", Align::Right)
        .column("blocks\nper SM", Align::Right)
        .column("time, cold, in µs\nmedian", Align::Right)
        .column("\nleast", Align::Right)
        .column("cycles\nmedian", Align::Right)
        .column("\nspread %", Align::Right)
        .column("warp\ninstructions", Align::Right);
    for case in &measurement.cases {
        table.row(row(case));
    }
    table.render()
}

fn row(measured: &MeasuredCase) -> Vec<String> {
    let (case, measurement) = (&measured.case, &measured.measurement);
    let attributes = measurement.attributes.unwrap_or_default();
    let times = &measurement.event_us_cold;
    let cycles = measured.repeat.as_ref().map(|repeat| &repeat.cycles[..]);
    let median = measured
        .repeat
        .as_ref()
        .and_then(|repeat| repeat.median_cycles());
    let once = measurement.metrics.get(CYCLES).copied();
    vec![
        case.name.clone(),
        dimensions(case.grid),
        dimensions(case.block),
        attributes.regs.to_string(),
        attributes.max_blocks_per_sm.to_string(),
        or_absent(times.get(times.len() / 2).copied(), |us| fixed(us, 2)),
        or_absent(times.first().copied(), |us| fixed(us, 2)),
        or_absent(median.or(once), whole),
        cycles
            .and_then(spread)
            .map_or(NOTHING.into(), |part| fixed(100.0 * part, 1)),
        or_absent(
            measurement.metrics.get("smsp__inst_executed.sum").copied(),
            whole,
        ),
    ]
}

/// The range as a part of the least.
fn spread(values: &[f64]) -> Option<f64> {
    let least = values.iter().copied().min_by(f64::total_cmp)?;
    let most = values.iter().copied().max_by(f64::total_cmp)?;
    (least > 0.0).then(|| (most - least) / least)
}

fn verdict(measurement: &Measurement) -> String {
    let mut lines = vec![agreement(measurement)];
    let other = |wanted: Agreement, text: &str| {
        let of_kind = measurement
            .agreement
            .iter()
            .filter(|(_, found)| *found == wanted);
        let names: Vec<_> = of_kind.map(|(name, _)| &name[..]).collect();
        (!names.is_empty()).then(|| format!("{text}: {}", names.join(", ")))
    };
    lines.extend(other(
        Agreement::Near,
        "equal within the workload's tolerance",
    ));
    lines.extend(other(Agreement::Different, "DIFFERENT"));
    lines.extend(expectations(measurement));
    let restless = measurement
        .cases
        .iter()
        .filter(|c| c.measurement.nondeterministic_output);
    let restless: Vec<_> = restless.map(|case| &case.case.name[..]).collect();
    if !restless.is_empty() {
        lines.push(format!(
            "results differ from run to run: {}",
            restless.join(", ")
        ));
    }
    if let Err(reason) = &measurement.counters {
        lines.push(format!("no counters: {reason}"));
    }
    lines.join("\n") + "\n"
}

fn agreement(measurement: &Measurement) -> String {
    let equal = measurement
        .agreement
        .iter()
        .filter(|(_, a)| *a == Agreement::Equal);
    let kind = match measurement.expectations {
        Some(_) => "buffer",
        None => "case",
    };
    let (equal, total) = (equal.count(), measurement.agreement.len());
    let total = plural(total, kind, "s");
    format!("the simulator gives the same, bit by bit, in {equal} of {total}")
}

/// How many expectations hold, and each that does not.
fn expectations(measurement: &Measurement) -> Vec<String> {
    let Some(all) = &measurement.expectations else {
        return Vec::new();
    };
    let held = all
        .iter()
        .filter(|one| one.verdict.holds() == Some(true))
        .count();
    let mut lines = vec![format!(
        "{held} of {} hold on the device",
        plural(all.len(), "expectation", "s")
    )];
    lines.extend(measurement.failed().map(ToString::to_string));
    let unanswered = all.iter().filter_map(|one| match &one.verdict {
        Verdict::Untimed { counter } => Some(format!("not measured: {counter}, for {}", one.text)),
        Verdict::Error(diagnostic) => Some(format!("no answer: {}: {diagnostic}", one.text)),
        Verdict::Buffer { .. } | Verdict::Number { .. } | Verdict::Skipped { .. } => None,
    });
    lines.extend(unanswered);
    lines
}
