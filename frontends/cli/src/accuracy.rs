//! `docs/accuracy.md`: what truth sets say of the predictions, as Markdown.
//!
//! A function of plain data: no number here is made by hand, and every case is listed.

pub mod scatter;

use sim_validation::accuracy::class::Class;
use sim_validation::accuracy::rank::{GAP, Ranking};
use sim_validation::accuracy::{Fingerprint, Record, Spread};
use sim_validation::paths::{Paths, median_and_worst};
use sim_validation::summary::Summary;

use crate::format::{NOTHING, fixed, plural, whole};
use crate::markdown::table;

/// Wrongly ranked pairs that are named.
const PAIRS_SHOWN: usize = 12;

/// Everything that the page tells.
pub struct Accuracy<'a> {
    /// The machine.
    pub gpu: String,
    /// What tells its configuration from others.
    pub fingerprint: Fingerprint,
    /// What an empty launch takes, simulated and measured.
    pub empty: Option<(f64, f64)>,
    /// The sets.
    pub sets: Vec<SetAccuracy<'a>>,
    /// All sets' counters.
    pub counters: Vec<Summary>,
}

/// One set.
pub struct SetAccuracy<'a> {
    /// Its folder.
    pub name: String,
    /// Its cases.
    pub records: Vec<Record<'a>>,
    /// Its pairs of the same work.
    pub ranking: Ranking,
    /// Its cases both compilers' ways.
    pub paths: Vec<Paths<'a>>,
}

impl Accuracy<'_> {
    fn records(&self) -> impl Iterator<Item = &Record<'_>> {
        self.sets.iter().flat_map(|set| &set.records)
    }

    /// A line for each case that could not run or left something else than the GPU, by either
    /// compiler's code.
    pub fn wrong(&self) -> Vec<String> {
        let of_record = |record: &Record<'_>| {
            let name = &record.entry.case.name;
            match (record.failure, record.right) {
                (Some(why), _) => Some(format!("failed: {name}: {why}")),
                (None, Some(false)) => Some(format!("wrong buffers: {name}")),
                (None, Some(true) | None) => None,
            }
        };
        let paths = self.sets.iter().flat_map(|set| &set.paths);
        let ours = paths.filter(|paths| paths.ours_right == Some(false));
        let ours = ours.map(|paths| format!("wrong buffers by our code: {}", paths.case));
        self.records().filter_map(of_record).chain(ours).collect()
    }
}

/// The page; `picture` is the scatter plot's file.
pub fn page(accuracy: &Accuracy<'_>, picture: &str) -> String {
    let mut parts = vec![
        head(accuracy, picture),
        by_set(accuracy),
        by_class(accuracy),
    ];
    parts.push(ranking(accuracy));
    parts.extend(compilers(accuracy));
    parts.push(counters(accuracy));
    parts.extend(accuracy.sets.iter().map(cases));
    parts.join("\n")
}

fn head(accuracy: &Accuracy<'_>, picture: &str) -> String {
    let total = accuracy.records().count();
    let sets = plural(accuracy.sets.len(), "truth set", "s");
    let Fingerprint { parameters, hash } = &accuracy.fingerprint;
    let empty = accuracy.empty.map_or(String::new(), |(simulated, measured)| {
        let (simulated, measured) = (whole(simulated), whole(measured));
        format!(
            " An empty launch takes {measured} cycles on the GPU and {simulated} here; *net* errors \
             are of what is left without it, for cases that take more than a tenth longer."
        )
    });
    format!(
        "# How good the predictions are\n\n\
         Made by `sim accuracy` from all cases of {sets} ({total} cases): nothing here is written by \
         hand, and no case is left out. Machine `{}`: {parameters} numbers, configuration `{hash}`.\n\n\
         Errors are simulated over measured cycles, less one: positive where the prediction is too \
         slow. The truth is the median of repeated launches under Nsight Compute, from \
         `gpc__cycles_elapsed.max`; *spread* is the range of the GPU's own launches.{empty}\n\n\
         ![Simulated over measured cycles]({picture})\n",
        accuracy.gpu
    )
}

fn percent(part: Option<f64>) -> String {
    part.map_or(NOTHING.into(), |part| fixed(100.0 * part, 1))
}

const SPREAD_COLUMNS: [&str; 5] = ["mean", "bias", "median", "P90", "worst"];

fn spread_cells(spread: Option<Spread>) -> [String; 5] {
    let pick = |of: fn(&Spread) -> f64| percent(spread.as_ref().map(of));
    [
        pick(|s| s.mean),
        pick(|s| s.bias),
        pick(|s| s.median),
        pick(|s| s.p90),
        pick(|s| s.worst),
    ]
}

fn by_set(accuracy: &Accuracy<'_>) -> String {
    let header = ["set", "cases", "failed", "buffers right", "error in %"];
    let header: Vec<_> = header.into_iter().chain(SPREAD_COLUMNS).collect();
    let rows = accuracy.sets.iter().flat_map(|set| {
        let failed = set.records.iter().filter(|r| r.failure.is_some()).count();
        let right = set.records.iter().filter(|r| r.right == Some(true)).count();
        let known = set.records.iter().filter(|r| r.right.is_some()).count();
        let kinds = [
            (
                "cycles",
                Spread::of(set.records.iter().filter_map(Record::error)),
            ),
            (
                "cycles, net",
                Spread::of(set.records.iter().filter_map(Record::net_error)),
            ),
            (
                "the GPU's own spread",
                Spread::of(set.records.iter().filter_map(Record::spread)),
            ),
        ];
        kinds.into_iter().map(move |(kind, spread)| {
            let first = [
                set.name.clone(),
                set.records.len().to_string(),
                failed.to_string(),
                format!("{right} of {known}"),
                kind.to_string(),
            ];
            first.into_iter().chain(spread_cells(spread)).collect()
        })
    });
    format!("## By set\n\n{}", table(&header, rows))
}

fn by_class(accuracy: &Accuracy<'_>) -> String {
    let header = ["bound by", "that is", "cases"];
    let header: Vec<_> = header
        .into_iter()
        .chain(SPREAD_COLUMNS)
        .chain(["net median"])
        .collect();
    let rows = Class::ALL.into_iter().map(|class| {
        let of_class = || accuracy.records().filter(move |r| r.class == Some(class));
        let spread = Spread::of(of_class().filter_map(Record::error));
        let net = Spread::of(of_class().filter_map(Record::net_error));
        let first = [
            class.name().into(),
            class.rule().into(),
            of_class().count().to_string(),
        ];
        let net = percent(net.map(|net| net.median));
        first
            .into_iter()
            .chain(spread_cells(spread))
            .chain([net])
            .collect()
    });
    format!(
        "## By what bounds the kernel\n\nErrors in cycles, in percent. The GPU's counters decide, by \
         the first rule that holds.\n\n{}",
        table(&header, rows)
    )
}

fn ranking(accuracy: &Accuracy<'_>) -> String {
    let pairs: usize = accuracy.sets.iter().map(|set| set.ranking.pairs).sum();
    let right: usize = accuracy.sets.iter().map(|set| set.ranking.right).sum();
    let part = percent((pairs > 0).then(|| right as f64 / pairs as f64));
    let wrong = accuracy.sets.iter().flat_map(|set| &set.ranking.wrong);
    let wrong: Vec<_> = wrong
        .map(|(fast, slow)| format!("`{fast}` before `{slow}`"))
        .collect();
    let more = wrong.len().saturating_sub(PAIRS_SHOWN);
    let shown = wrong
        .iter()
        .take(PAIRS_SHOWN)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    let named = match (wrong.len(), more) {
        (0, _) => String::new(),
        (_, 0) => format!(" The GPU ranks {shown}; the prediction does not."),
        _ => format!(" The GPU ranks {shown}; the prediction does not, nor in {more} more."),
    };
    format!(
        "## Which of two is faster\n\nOf {} that do the same work (one group, the same buffers) and \
         whose times differ by more than {} % on the GPU, {right} are ranked as the GPU ranks them: \
         {part} %.{named}\n",
        plural(pairs, "pair", "s"),
        fixed(100.0 * GAP, 0)
    )
}

/// A distance between two predictions, or a prediction and the GPU.
type Distance = fn(&Paths<'_>) -> Option<f64>;

fn compilers(accuracy: &Accuracy<'_>) -> Option<String> {
    let all: Vec<_> = accuracy.sets.iter().flat_map(|set| &set.paths).collect();
    let distances = [
        (
            "model: ptxas's code, simulated over measured",
            (|one| one.model()) as Distance,
        ),
        ("compiler: ours over ptxas's, both simulated", |one| {
            one.compiler()
        }),
        ("both: our code simulated over ptxas's measured", |one| {
            one.both()
        }),
    ];
    let rows = distances.into_iter().map(|(what, distance)| {
        let found = Spread::of(all.iter().filter_map(|paths| distance(paths)));
        std::iter::once(what.to_string())
            .chain(spread_cells(found))
            .collect()
    });
    let header: Vec<_> = ["error in %"].into_iter().chain(SPREAD_COLUMNS).collect();
    let table = table(&header, rows);
    let ratios = all.iter().filter_map(|paths| paths.instruction_ratio());
    let (median, worst) = median_and_worst(ratios, 1.0)?;
    Some(format!(
        "## Our compiler beside ptxas\n\n{} from workloads, whose source both compile. Our code \
         executes {} warp instructions for each of ptxas's in the median, {} at worst.\n\n{table}",
        plural(all.len(), "case", "s"),
        fixed(median, 2),
        fixed(worst, 2)
    ))
}

fn counters(accuracy: &Accuracy<'_>) -> String {
    let header = [
        "counter",
        "must be exact",
        "cases",
        "exact",
        "median",
        "P90",
        "worst",
        "in",
    ];
    let rows = accuracy.counters.iter().map(|summary| {
        let errors = summary.errors.as_ref();
        vec![
            format!("`{}`", summary.metric),
            if summary.must_be_exact { "yes" } else { "" }.into(),
            summary.n.to_string(),
            summary.exact.to_string(),
            percent(errors.map(|e| e.median)),
            percent(errors.map(|e| e.p90)),
            percent(errors.map(|e| e.worst)),
            errors
                .filter(|e| e.worst != 0.0)
                .map_or(String::new(), |e| e.worst_case.clone()),
        ]
    });
    format!(
        "## Counters\n\nErrors in percent, over the cases of all sets in which either side counts \
         anything. What each counts, and why some must be exact: [counters.md](counters.md).\n\n{}",
        table(&header, rows)
    )
}

fn cases(set: &SetAccuracy<'_>) -> String {
    let header = [
        "case",
        "bound by",
        "buffers",
        "measured",
        "spread %",
        "simulated",
        "error %",
        "net %",
    ];
    let rows = set.records.iter().map(|record| {
        let cycles = |value: Option<f64>| value.map_or(NOTHING.into(), whole);
        let buffers = match (record.failure, record.right) {
            (Some(_), _) => "FAILED",
            (None, Some(true)) => "right",
            (None, Some(false)) => "WRONG",
            (None, None) => NOTHING,
        };
        vec![
            record.entry.case.name.clone(),
            record.class.map_or(NOTHING, Class::name).into(),
            buffers.into(),
            cycles(record.measured),
            percent(record.spread()),
            cycles(record.simulated),
            percent(record.error()),
            percent(record.net_error()),
        ]
    });
    let table = table(&header, rows);
    let failures = set.records.iter().filter_map(|record| {
        let why = record.failure?;
        Some(format!("\n`{}` failed: {why}\n", record.entry.case.name))
    });
    format!(
        "## Every case of {}\n\n{table}{}",
        set.name,
        failures.collect::<String>()
    )
}
