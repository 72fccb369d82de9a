//! What the cases of a set say together about each metric.
//!
//! Errors are fractions of what was measured, over the cases in which either
//! side has anything to count; counting nothing where the GPU counts nothing
//! is no achievement. Absent values take part in nothing.

use crate::compare::{CaseComparison, Comparison};
use crate::exact;
use indexmap::IndexMap;

/// How well one metric is predicted.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Nsight Compute's name.
    pub metric: String,
    /// Cases in which both sides have a value.
    pub n: usize,
    /// Of these, cases in which the values are the same.
    pub exact: usize,
    /// Whether the values must be the same where no thread waits for another.
    pub must_be_exact: bool,
    /// Cases in which the values must be the same and are not, or in which a
    /// causal count exceeds the GPU's.
    pub wrong: usize,
    /// The part of all that the GPU counts which a causal count leaves to
    /// arbitration; absent for other metrics.
    pub excess: Option<f64>,
    /// How large the errors are; absent if no case has anything to count.
    pub errors: Option<Errors>,
    /// Pearson's correlation; absent where one side does not vary.
    pub pearson: Option<f64>,
}

/// Errors over cases, as fractions.
#[derive(Clone, PartialEq, Debug)]
pub struct Errors {
    /// Mean of the sizes.
    pub mape: f64,
    /// Mean with signs: positive where we say too much.
    pub bias: f64,
    /// Median of the sizes.
    pub median: f64,
    /// The smallest size that nine in ten cases do not exceed.
    pub p90: f64,
    /// The largest, with its sign.
    pub worst: f64,
    /// The case of the largest.
    pub worst_case: String,
}

/// A summary of each metric that both sides have, in order of appearance.
pub fn summarise<'a>(cases: impl Iterator<Item = &'a CaseComparison>) -> Vec<Summary> {
    let mut by_metric: IndexMap<&str, Vec<Pair>> = IndexMap::new();
    for case in cases {
        let pairs = case.metrics.iter().filter_map(|m| Pair::new(case, m));
        for pair in pairs {
            by_metric.entry(&pair.metric.metric).or_default().push(pair);
        }
    }
    let summary = |(metric, pairs): (&str, Vec<Pair>)| Summary::new(metric, &pairs);
    by_metric.into_iter().map(summary).collect()
}

/// One metric of one case, known on both sides.
struct Pair<'a> {
    case: &'a CaseComparison,
    metric: &'a Comparison,
    simulated: f64,
    measured: f64,
}

impl<'a> Pair<'a> {
    fn new(case: &'a CaseComparison, metric: &'a Comparison) -> Option<Pair<'a>> {
        let (simulated, measured) = metric.both()?;
        Some(Pair {
            case,
            metric,
            simulated,
            measured,
        })
    }

    fn is_equal(&self) -> bool {
        self.simulated == self.measured
    }
}

impl Summary {
    fn new(metric: &str, pairs: &[Pair]) -> Summary {
        let must_be_exact = exact::is_exact(metric);
        let causal = exact::is_causal(metric);
        let is_wrong = |pair: &Pair| match (must_be_exact, causal) {
            (true, _) => !pair.is_equal(),
            (false, true) => pair.simulated > pair.measured,
            (false, false) => false,
        };
        let wrong = |pair: &&Pair| !pair.case.racy && is_wrong(pair);
        Summary {
            metric: metric.to_string(),
            n: pairs.len(),
            exact: pairs.iter().filter(|pair| pair.is_equal()).count(),
            must_be_exact,
            wrong: pairs.iter().filter(wrong).count(),
            excess: excess(pairs).filter(|_| causal),
            errors: Errors::new(pairs),
            pearson: pearson(pairs),
        }
    }
}

impl Errors {
    fn new(pairs: &[Pair]) -> Option<Errors> {
        let counts = |pair: &&Pair| pair.simulated != 0.0 || pair.measured != 0.0;
        let error = |pair: &Pair| Some((pair.metric.error()?, pair.case.case.clone()));
        let mut errors: Vec<(f64, String)> =
            pairs.iter().filter(counts).filter_map(error).collect();
        errors.sort_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
        let (worst, worst_case) = errors.last()?.clone();
        let n = errors.len() as f64;
        let rank = |part: f64| errors[((part * n).ceil() as usize).max(1) - 1].0.abs();
        Some(Errors {
            mape: errors.iter().map(|(e, _)| e.abs()).sum::<f64>() / n,
            bias: errors.iter().map(|(e, _)| e).sum::<f64>() / n,
            median: rank(0.5),
            p90: rank(0.9),
            worst,
            worst_case,
        })
    }
}

/// What all cases together leave to arbitration; those whose threads wait for
/// each other take no part.
fn excess(pairs: &[Pair]) -> Option<f64> {
    let pairs = || pairs.iter().filter(|pair| !pair.case.racy);
    let measured: f64 = pairs().map(|pair| pair.measured).sum();
    let simulated: f64 = pairs().map(|pair| pair.simulated).sum();
    (measured > 0.0).then(|| (measured - simulated) / measured)
}

fn pearson(pairs: &[Pair]) -> Option<f64> {
    let n = pairs.len() as f64;
    let mean_of = |value: fn(&Pair) -> f64| pairs.iter().map(value).sum::<f64>() / n;
    let (mean_s, mean_m) = (mean_of(|p| p.simulated), mean_of(|p| p.measured));
    let (mut product, mut square_s, mut square_m) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let (s, m) = (pair.simulated - mean_s, pair.measured - mean_m);
        product += s * m;
        square_s += s * s;
        square_m += m * m;
    }
    (square_s > 0.0 && square_m > 0.0).then(|| product / (square_s * square_m).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(name: &str, racy: bool, simulated: f64, measured: f64) -> CaseComparison {
        CaseComparison {
            case: name.into(),
            buffers: vec![],
            metrics: vec![Comparison {
                metric: "smsp__inst_executed.sum".into(),
                simulated: Some(simulated),
                measured: Some(measured),
            }],
            racy,
        }
    }

    #[test]
    fn errors_are_over_cases_that_count_something() {
        let cases = [
            case("none", false, 0.0, 0.0),
            case("low", false, 50.0, 100.0),
            case("same", false, 10.0, 10.0),
            case("high", false, 120.0, 100.0),
        ];
        let all = summarise(cases.iter());
        let [summary] = &all[..] else {
            panic!("{all:?}")
        };
        assert_eq!((summary.n, summary.exact, summary.wrong), (4, 2, 2));
        let errors = summary.errors.as_ref().expect("something was counted");
        assert!((errors.mape - 0.7 / 3.0).abs() < 1e-12);
        assert!((errors.bias + 0.1).abs() < 1e-12);
        assert_eq!((errors.median, errors.p90), (0.2, 0.5));
        assert_eq!((errors.worst, &errors.worst_case[..]), (-0.5, "low"));
    }

    #[test]
    fn a_case_whose_threads_wait_for_each_other_cannot_be_wrong() {
        let cases = [case("lock", true, 3.0, 4.0), case("plain", false, 3.0, 3.0)];
        let all = summarise(cases.iter());
        assert_eq!((all[0].n, all[0].exact, all[0].wrong), (2, 1, 0));
    }

    #[test]
    fn a_causal_count_leaves_the_rest_to_arbitration_and_must_not_exceed_the_gpus() {
        let mut cases = [
            case("a", false, 90.0, 100.0),
            case("b", false, 101.0, 100.0),
        ];
        for case in &mut cases {
            case.metrics[0].metric = exact::CAUSAL[0].into();
        }
        let all = summarise(cases.iter());
        assert_eq!((all[0].wrong, all[0].excess), (1, Some(0.045)));
    }

    #[test]
    fn correlation_is_one_for_a_scaled_prediction_and_absent_without_variation() {
        let scaled = [case("a", false, 2.0, 1.0), case("b", false, 6.0, 3.0)];
        let pearson = summarise(scaled.iter())[0].pearson.expect("both vary");
        assert!((pearson - 1.0).abs() < 1e-12);
        let flat = [case("a", false, 2.0, 1.0), case("b", false, 2.0, 3.0)];
        assert_eq!(summarise(flat.iter())[0].pearson, None);
    }
}
