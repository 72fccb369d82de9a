//! A run as CSV: a line for each counter of each launch (RFC 4180).

use crate::view::{Launch, Run};

/// The first line.
const HEADER: &str = "launch,kernel,metric,value\n";

/// The run's counters, then its warp-cycles by stall reason.
pub fn text(run: &Run) -> String {
    let lines = run.launches.iter().flat_map(lines);
    std::iter::once(HEADER.to_string()).chain(lines).collect()
}

fn lines(launch: &Launch) -> impl Iterator<Item = String> + '_ {
    let metrics = launch
        .metrics
        .iter()
        .map(|(name, value)| (name.clone(), value.to_string()));
    let stalls = launch.stalls.iter().map(|share| {
        let name = format!("stall_{}", share.name);
        (name, share.warp_cycles.to_string())
    });
    metrics.chain(stalls).map(|(name, value)| {
        let fields = [&launch.name, &launch.kernel, &name, &value].map(|text| field(text));
        format!("{}\n", fields.join(","))
    })
}

/// A field, in quotes if it holds a comma, a quote or a line break.
pub fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_comma_stays_one_field() {
        assert_eq!(field("a,b"), "\"a,b\"");
        assert_eq!(field("say \"x\""), "\"say \"\"x\"\"\"");
        assert_eq!(field("plain"), "plain");
    }
}
