//! `docs/ledger.md`: every number of a machine, where it comes from, and the curves that hold it.
//!
//! A function of plain data: no number here is made by hand.

pub mod plot;

use sim_validation::ledger::curve::{Drawn, Line, Point, Verdict};
use sim_validation::ledger::numbers::Number;
use sim_validation::ledger::{Curve, Kind, Ledger};

use crate::format::{NOTHING, fixed, plural, significant};
use crate::markdown::table;

/// Everything that the page tells.
pub struct Page<'a> {
    /// The ledger.
    pub ledger: &'a Ledger,
    /// Its curves, drawn.
    pub drawn: &'a [Drawn<'a>],
    /// The machine's numbers.
    pub numbers: &'a [Number],
}

/// The page; `pictures` is the folder of the curves' pictures, seen from it.
pub fn page(page: &Page<'_>, pictures: &str) -> String {
    [
        head(page),
        curves(page, pictures),
        open(page),
        numbers(page, pictures),
    ]
    .join("\n")
}

/// Every point of a curve, a line each.
pub fn points(drawn: &Drawn<'_>) -> String {
    let of_line = |line: &Line| {
        let shown = |one: &Point| format!("    {}: {}\n", line.name, point(one));
        line.points.iter().map(shown).collect::<String>()
    };
    drawn.lines.iter().map(of_line).collect()
}

/// A line for each curve, and where wanted for each point: what `sim curves` prints.
pub fn report(drawn: &[Drawn<'_>], details: bool) -> String {
    let line = |one: &Drawn<'_>| {
        format!(
            "{:<9} {:<34} {:>3} points, {:>3} outside {:<15}  worst {}\n",
            said(one.verdict()),
            one.curve.name,
            one.points().count(),
            one.outside(),
            one.curve.limit.text(),
            one.worst().map_or(NOTHING.into(), point),
        )
    };
    let all = |one: &Drawn<'_>| match details {
        true => line(one) + &points(one),
        false => line(one),
    };
    drawn.iter().map(all).collect()
}

/// A line for each curve that is not what the ledger says of it.
pub fn wrong(drawn: &[Drawn<'_>]) -> Vec<String> {
    let line = |one: &Drawn<'_>| {
        let name = &one.curve.name;
        let worst = one.worst().map_or(NOTHING.into(), point);
        let remedy = match one.verdict() {
            Verdict::Met | Verdict::Open => return None,
            Verdict::Failed => "further off than the ledger says",
            Verdict::StatedTooWide => {
                "nearer than the ledger says: state the smaller error, or none"
            }
        };
        Some(format!("curve {name}: {remedy}; worst {worst}"))
    };
    drawn.iter().filter_map(line).collect()
}

fn said(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Met => "met",
        Verdict::Open => "open",
        Verdict::Failed => "FAILED",
        Verdict::StatedTooWide => "TOO WIDE",
    }
}

fn percent(part: f64) -> String {
    format!("{:+.1} %", 100.0 * part)
}

/// A point in words: `+3.1 % at 32 (simulated 4.12, measured 4.00)`.
fn point(point: &Point) -> String {
    format!(
        "{} at {} (simulated {}, measured {})",
        percent(point.error()),
        point.label,
        significant(point.simulated),
        significant(point.measured)
    )
}

fn head(page: &Page<'_>) -> String {
    let count = |verdict| {
        let all = page.drawn.iter();
        all.filter(|one| one.verdict() == verdict).count()
    };
    let held = |number: &&Number| page.ledger.curves_of(&number.path).next().is_some();
    let points: usize = page.drawn.iter().map(|one| one.points().count()).sum();
    format!(
        "# The ledger: where every number comes from\n\n\
         Made by `sim curves --out docs` from `validation/micro/h200/ledger.ron`: nothing here is \
         written by hand. Machine `{}`: {} numbers, of which {} are held by curves.\n\n\
         A curve is what microbenchmarks on the chip show of one mechanism over a whole range, \
         and what the model says of the same launches: {} with {points} points, {} within their \
         limits (latencies 5 % or 2 cycles, throughputs 7 %), {} open. What each mechanism is: \
         [model.md](model.md).\n",
        page.ledger.gpu,
        page.numbers.len(),
        page.numbers.iter().filter(held).count(),
        plural(page.drawn.len(), "curve", "s"),
        count(Verdict::Met),
        page.drawn.len() - count(Verdict::Met),
    )
}

/// The first and the last place of a curve's lines.
fn range(drawn: &Drawn<'_>) -> String {
    let ordered = |a: &&Point, b: &&Point| a.x.total_cmp(&b.x);
    let ends = (
        drawn.points().min_by(ordered),
        drawn.points().max_by(ordered),
    );
    let numbered = |point: &Point| point.label.parse::<f64>().is_ok();
    match ends {
        (Some(a), Some(b)) if a.label != b.label && numbered(a) => {
            format!("{} … {}", a.label, b.label)
        }
        (Some(_), Some(_)) => plural(drawn.points().count(), "kind", "s"),
        (None, _) | (_, None) => NOTHING.into(),
    }
}

fn link(curve: &Curve, pictures: &str) -> String {
    format!("[{0}]({pictures}/{0}.svg)", curve.name)
}

fn curves(page: &Page<'_>, pictures: &str) -> String {
    let header = [
        "curve",
        "mechanism",
        "x",
        "range",
        "points",
        "limit",
        "outside",
        "worst",
        "",
    ];
    let rows = page.drawn.iter().map(|one| {
        vec![
            link(one.curve, pictures),
            one.curve.mechanism.clone(),
            one.curve.x.of.clone(),
            range(one),
            one.points().count().to_string(),
            one.curve.limit.text().into(),
            one.outside().to_string(),
            one.worst().map_or(NOTHING.into(), point),
            said(one.verdict()).into(),
        ]
    });
    format!("## Curves\n\n{}", table(&header, rows))
}

fn open(page: &Page<'_>) -> String {
    let header = ["curve", "stated error", "what is missing"];
    let rows = page.ledger.curves.iter().filter_map(|curve| {
        let open = curve.open.as_ref()?;
        let stated = format!("{} %", fixed(open.percent, 0));
        Some(vec![curve.name.clone(), stated, open.why.clone()])
    });
    format!(
        "## What the model does not meet yet\n\n{}",
        table(&header, rows)
    )
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Measured => "measured, no case",
        Kind::Driver => "driver",
        Kind::Vendor => "vendor",
        Kind::Paper => "paper",
        Kind::Assumed => "assumed",
    }
}

fn numbers(page: &Page<'_>, pictures: &str) -> String {
    let header = [
        "number",
        "value",
        "unit",
        "what it is",
        "source",
        "held by",
        "range",
        "error",
    ];
    let rows = page.numbers.iter().map(|number| {
        let (source, held, range, error) = origin(page, number, pictures);
        vec![
            format!("`{}`", number.path),
            number.value.clone(),
            number.unit().into(),
            number.meaning.clone(),
            source,
            held,
            range,
            error,
        ]
    });
    format!("## Numbers\n\n{}", table(&header, rows))
}

/// Source, curves, their ranges and errors of a number.
fn origin(page: &Page<'_>, number: &Number, pictures: &str) -> (String, String, String, String) {
    let holds = |one: &&Drawn<'_>| one.curve.holds.contains(&number.path);
    let held: Vec<_> = page.drawn.iter().filter(holds).collect();
    let all = |of: &dyn Fn(&Drawn<'_>) -> String| {
        let each: Vec<_> = held.iter().map(|one| of(one)).collect();
        each.join("; ")
    };
    let source = page.ledger.source_of(&number.path);
    let named = source.map(|source| format!("{}: {}", kind(source.kind), source.source));
    (
        named.unwrap_or_else(|| "curve".into()),
        all(&|one| link(one.curve, pictures)),
        all(&range),
        all(&|one| {
            let worst = one.worst().map(|worst| percent(worst.error()));
            worst.unwrap_or(NOTHING.into())
        }),
    )
}
