//! A curve drawn: its points on the GPU and in the model, and whether they are near enough.

use super::{Curve, LedgerError, Limit, Points, Quantity, Series};
use crate::compare::CaseComparison;
use crate::suite::{SuiteOptions, run_all};
use crate::truth::{Entry, TruthSet};
use std::collections::{BTreeMap, BTreeSet};

/// A point of a curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// Its place; where kinds have no order, their number in the list.
    pub x: f64,
    /// Its place in words.
    pub label: String,
    /// What the GPU did.
    pub measured: f64,
    /// What the model says.
    pub simulated: f64,
}

/// A line of a curve with its points.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The series.
    pub name: String,
    /// Its points, in order.
    pub points: Vec<Point>,
}

/// A curve with its points.
#[derive(Clone, Debug)]
pub struct Drawn<'a> {
    /// What it shows.
    pub curve: &'a Curve,
    /// Its lines.
    pub lines: Vec<Line>,
}

/// Whether a curve is what the ledger says of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every point is within the limit.
    Met,
    /// The worst point is as far off as the ledger says.
    Open,
    /// A point is further off than the ledger says.
    Failed,
    /// The ledger states a larger error than there is.
    StatedTooWide,
}

impl Limit {
    /// Whether a point is near enough.
    pub fn allows(self, point: &Point) -> bool {
        let far = (point.simulated - point.measured).abs();
        match self {
            Limit::Latency => far <= (0.05 * point.measured).max(2.0),
            Limit::Throughput => far <= 0.07 * point.measured,
        }
    }

    /// The limit in words.
    pub fn text(self) -> &'static str {
        match self {
            Limit::Latency => "5 % or 2 cycles",
            Limit::Throughput => "7 %",
        }
    }
}

impl Point {
    /// The signed error as a part of what was measured.
    pub fn error(&self) -> f64 {
        self.simulated / self.measured - 1.0
    }
}

impl Drawn<'_> {
    /// All points.
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        self.lines.iter().flat_map(|line| &line.points)
    }

    /// The point that is furthest off of those outside the limit, else of all.
    pub fn worst(&self) -> Option<&Point> {
        let outside = |point: &&Point| !self.curve.limit.allows(point);
        let size = |point: &Point| point.error().abs();
        let furthest = |a: &&Point, b: &&Point| size(a).total_cmp(&size(b));
        let failed = self.points().filter(outside).max_by(furthest);
        failed.or_else(|| self.points().max_by(furthest))
    }

    /// Points outside the limit.
    pub fn outside(&self) -> usize {
        let allows = |point: &&Point| !self.curve.limit.allows(point);
        self.points().filter(allows).count()
    }

    /// Whether the ledger tells the truth of it.
    pub fn verdict(&self) -> Verdict {
        /// How much more than there is may be stated: a tenth and a point, for other hosts' rounding
        /// and small changes of the model.
        const SLACK: (f64, f64) = (1.1, 1.0);
        let worst = self
            .worst()
            .map_or(0.0, |point| 100.0 * point.error().abs());
        let met = self.outside() == 0;
        match &self.curve.open {
            None if met => Verdict::Met,
            None => Verdict::Failed,
            Some(open) if worst > open.percent => Verdict::Failed,
            Some(open) if met || open.percent > SLACK.0 * worst + SLACK.1 => Verdict::StatedTooWide,
            Some(_) => Verdict::Open,
        }
    }
}

impl Curve {
    /// The cases that it is made of, each once.
    pub fn cases(&self) -> BTreeSet<String> {
        let of_series = |series: &Series| {
            let patterns = std::iter::once(&series.case).chain(&series.less);
            let names = |pattern: &String| {
                let places = series.x.places().into_iter();
                let names = places.map(|(_, label)| pattern.replace("{}", &label));
                names.collect::<Vec<_>>()
            };
            patterns.flat_map(names).collect::<Vec<_>>()
        };
        self.series.iter().flat_map(of_series).collect()
    }
}

impl Points {
    /// Each place as a number and in words.
    pub fn places(&self) -> Vec<(f64, String)> {
        match self {
            Points::Numbers(all) => all.iter().map(|x| (*x, x.to_string())).collect(),
            Points::Labels(all) => {
                let numbered = all.iter().enumerate();
                numbered.map(|(at, x)| (at as f64, x.clone())).collect()
            }
        }
    }
}

/// Runs the curves' cases and draws them, in their order.
pub fn draw<'a>(
    set: &TruthSet,
    curves: &[&'a Curve],
    options: &SuiteOptions,
    on_begin: &crate::suite::OnBegin,
) -> Result<Vec<Drawn<'a>>, LedgerError> {
    let wanted: BTreeSet<_> = curves.iter().flat_map(|curve| curve.cases()).collect();
    let entries: Vec<&Entry> = set
        .entries
        .iter()
        .filter(|entry| wanted.contains(&entry.case.name))
        .collect();
    let finished = run_all(set, &entries, options, on_begin).into_iter();
    let ran = finished.map(|case| {
        let name = case.entry.case.name.clone();
        (name, case.outcome.map(|run| run.comparison))
    });
    let ran = Ran(ran.collect());
    curves.iter().map(|curve| ran.drawn(curve)).collect()
}

/// Which side of a comparison a value is taken from.
#[derive(Clone, Copy, Debug)]
enum Side {
    Measured,
    Simulated,
}

/// What came of each case.
struct Ran(BTreeMap<String, Result<CaseComparison, String>>);

/// A point to be computed.
#[derive(Clone, Copy)]
struct Place<'a> {
    curve: &'a Curve,
    series: &'a Series,
    x: f64,
    label: &'a str,
}

impl Ran {
    fn drawn<'a>(&self, curve: &'a Curve) -> Result<Drawn<'a>, LedgerError> {
        let lines = curve.series.iter().map(|series| self.line(curve, series));
        let lines = lines.collect::<Result<_, LedgerError>>()?;
        Ok(Drawn { curve, lines })
    }

    fn line(&self, curve: &Curve, series: &Series) -> Result<Line, LedgerError> {
        let places = series.x.places().into_iter();
        let points = places.map(|(x, label)| {
            let label = &label;
            self.point(Place {
                curve,
                series,
                x,
                label,
            })
        });
        Ok(Line {
            name: series.name.clone(),
            points: points.collect::<Result<_, LedgerError>>()?,
        })
    }

    fn point(&self, place: Place<'_>) -> Result<Point, LedgerError> {
        Ok(Point {
            x: place.x,
            label: place.label.to_string(),
            measured: self.y(place, Side::Measured)?,
            simulated: self.y(place, Side::Simulated)?,
        })
    }

    fn y(&self, place: Place<'_>, side: Side) -> Result<f64, LedgerError> {
        let Place { series, x, .. } = place;
        let count = series.count * if series.times_x { x } else { 1.0 };
        let slope = |counter: &str| self.slope(place, counter, side);
        let y = match &series.y {
            Quantity::Each(counter) => slope(counter)? / count,
            Quantity::Rate(counter) => count / slope(counter)?,
            Quantity::Share(above, below) => count * slope(above)? / slope(below)?,
            Quantity::Excess(more, less) => (slope(more)? - slope(less)?) / count,
        };
        let positive = y.is_finite() && y > 0.0;
        positive.then_some(y).ok_or_else(|| {
            let message = format!("{side:?}: {y} is no point of a curve");
            place.error(&place.case(&series.case), message)
        })
    }

    /// A counter of the point's case, less that of the shorter one.
    fn slope(&self, place: Place<'_>, counter: &str, side: Side) -> Result<f64, LedgerError> {
        let long = self.value(place, &place.case(&place.series.case), counter, side)?;
        let short = match &place.series.less {
            Some(less) => self.value(place, &place.case(less), counter, side)?,
            None => 0.0,
        };
        Ok(long - short)
    }

    fn value(
        &self,
        place: Place<'_>,
        case: &str,
        counter: &str,
        side: Side,
    ) -> Result<f64, LedgerError> {
        let failed = |message: String| place.error(case, message);
        let ran = self.0.get(case);
        let ran = ran.ok_or_else(|| failed("the set has no such case".into()))?;
        let ran = ran.as_ref().map_err(|why| failed(why.clone()))?;
        let value = ran.metric(counter).and_then(|found| match side {
            Side::Measured => found.measured,
            Side::Simulated => found.simulated,
        });
        value.ok_or_else(|| failed(format!("{side:?}: no counter {counter}")))
    }
}

impl Place<'_> {
    fn case(&self, pattern: &str) -> String {
        pattern.replace("{}", self.label)
    }

    fn error(&self, case: &str, message: String) -> LedgerError {
        LedgerError::Point {
            curve: self.curve.name.clone(),
            case: case.to_string(),
            message,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Axis, Open};

    fn curve(limit: Limit, open: Option<f64>) -> Curve {
        let axis = || Axis {
            of: "warps".into(),
            log: false,
        };
        Curve {
            name: "c".into(),
            mechanism: "m".into(),
            holds: vec![],
            x: axis(),
            y: axis(),
            limit,
            open: open.map(|percent| Open {
                percent,
                why: "w".into(),
            }),
            series: vec![],
        }
    }

    fn verdict(limit: Limit, open: Option<f64>, measured: f64, simulated: f64) -> Verdict {
        let point = Point {
            x: 0.0,
            label: "0".into(),
            measured,
            simulated,
        };
        let lines = vec![Line {
            name: "l".into(),
            points: vec![point],
        }];
        let curve = curve(limit, open);
        Drawn {
            curve: &curve,
            lines,
        }
        .verdict()
    }

    #[test]
    fn a_latency_may_be_two_cycles_off_and_a_throughput_seven_percent() {
        assert_eq!(verdict(Limit::Latency, None, 10.0, 12.0), Verdict::Met);
        assert_eq!(verdict(Limit::Latency, None, 10.0, 12.1), Verdict::Failed);
        assert_eq!(verdict(Limit::Latency, None, 100.0, 104.9), Verdict::Met);
        assert_eq!(verdict(Limit::Throughput, None, 1.0, 1.06), Verdict::Met);
        assert_eq!(verdict(Limit::Throughput, None, 1.0, 1.08), Verdict::Failed);
    }

    #[test]
    fn an_open_curve_states_its_error_neither_too_small_nor_too_wide() {
        let open = |percent| verdict(Limit::Throughput, Some(percent), 1.0, 1.3);
        assert_eq!(open(31.0), Verdict::Open);
        assert_eq!(open(29.0), Verdict::Failed);
        assert_eq!(open(50.0), Verdict::StatedTooWide);
        let met = verdict(Limit::Throughput, Some(6.0), 1.0, 1.05);
        assert_eq!(met, Verdict::StatedTooWide);
    }
}
