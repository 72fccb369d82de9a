//! A curve as a picture: SVG, measured points on lines, simulated ones as crosses on dashes.

use sim_validation::ledger::Axis;
use sim_validation::ledger::curve::{Drawn, Line, Point};

use crate::format::significant;
use crate::picture;

/// Sides of the plotted area and its margins, in pixels.
const WIDE: f64 = 440.0;
const HIGH: f64 = 250.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 76.0;
const LEGEND: f64 = 170.0;

/// Okabe and Ito's palette, which the colour-blind can tell apart.
const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999",
];

/// The picture of a curve.
pub fn svg(drawn: &Drawn<'_>) -> String {
    let plot = Plot::of(drawn);
    let mut parts = plot.grid();
    parts.extend(plot.places());
    let coloured = drawn.lines.iter().zip(COLOURS.iter().cycle());
    parts.extend(coloured.flat_map(|(line, colour)| plot.line(line, colour)));
    parts.extend(titles(drawn));
    parts.extend(legend(drawn));
    picture::svg(LEFT + WIDE + LEGEND, TOP + HIGH + BOTTOM, parts)
}

/// The values of an axis and where they lie.
struct Scale {
    log: bool,
    low: f64,
    high: f64,
}

impl Scale {
    /// An axis over these values: a linear one of sizes begins at zero.
    fn over(values: &[f64], axis: &Axis, from_zero: bool) -> Scale {
        let shown = |value: &f64| if axis.log { value.log2() } else { *value };
        let shown: Vec<_> = values.iter().map(shown).collect();
        let least = shown.iter().copied().min_by(f64::total_cmp).unwrap_or(0.0);
        let most = shown.iter().copied().max_by(f64::total_cmp).unwrap_or(1.0);
        let room = 0.04 * (most - least).max(0.5);
        let low = if from_zero && !axis.log {
            0.0
        } else {
            least - room
        };
        Scale {
            log: axis.log,
            low,
            high: most + room,
        }
    }

    /// The part of the way along the axis.
    fn part(&self, value: f64) -> f64 {
        let shown = if self.log { value.log2() } else { value };
        (shown - self.low) / (self.high - self.low)
    }

    /// Round values on the axis.
    fn ticks(&self) -> Vec<f64> {
        if self.log {
            let (low, high) = (self.low.ceil() as i32, self.high.floor() as i32);
            let step = ((high - low) / 6 + 1).max(1);
            let powers = (low..=high).filter(|power| power % step == 0);
            return powers.map(|power| 2f64.powi(power)).collect();
        }
        let step = round_step((self.high - self.low) / 6.0);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|at| at as f64 * step).collect()
    }
}

/// The next larger of 1, 2 and 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.max(1e-9).log10().floor());
    let fits = |factor: &f64| factor * power >= least;
    [1.0, 2.0, 5.0].into_iter().find(fits).unwrap_or(10.0) * power
}

/// A tick in words: no decimals that say nothing.
fn tick(value: f64) -> String {
    let text = if value.abs() >= 1000.0 {
        significant(value)
    } else {
        format!("{value:.4}")
    };
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

struct Plot<'a> {
    x: Scale,
    y: Scale,
    drawn: &'a Drawn<'a>,
}

impl<'a> Plot<'a> {
    fn of(drawn: &'a Drawn<'a>) -> Plot<'a> {
        let xs: Vec<_> = drawn.points().map(|point| point.x).collect();
        let both = |point: &Point| [point.measured, point.simulated];
        let ys: Vec<_> = drawn.points().flat_map(both).collect();
        Plot {
            x: Scale::over(&xs, &drawn.curve.x, false),
            y: Scale::over(&ys, &drawn.curve.y, true),
            drawn,
        }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + WIDE * self.x.part(value)
    }

    fn y(&self, value: f64) -> f64 {
        TOP + HIGH * (1.0 - self.y.part(value))
    }

    fn grid(&self) -> Vec<String> {
        let right = LEFT + WIDE;
        let row = |value: f64| {
            let (y, beside) = (self.y(value), LEFT - 8.0);
            format!(
                "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#dddddd\"/>\n\
                 <text x=\"{beside}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                y + 4.0,
                tick(value)
            )
        };
        self.y.ticks().into_iter().map(row).collect()
    }

    /// What stands below the x axis: round values, or the names of kinds.
    fn places(&self) -> Vec<String> {
        let bottom = TOP + HIGH;
        let mut named: Vec<_> = self
            .drawn
            .points()
            .map(|p| (p.x, p.label.clone()))
            .collect();
        named.sort_by(|a, b| a.0.total_cmp(&b.0));
        named.dedup();
        let is_kind = named.iter().any(|(_, label)| label.parse::<f64>().is_err());
        if !is_kind {
            named = self.x.ticks().into_iter().map(|x| (x, tick(x))).collect();
        }
        let slanted = is_kind && named.len() > 5;
        let place = |(value, label): (f64, String)| {
            let (x, under) = (self.x(value), bottom + 16.0);
            let turn = match slanted {
                true => format!(" text-anchor=\"end\" transform=\"rotate(-30 {x:.1} {under})\""),
                false => " text-anchor=\"middle\"".into(),
            };
            format!(
                "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#eeeeee\"/>\n\
                 <text x=\"{x:.1}\" y=\"{under}\" font-size=\"11\"{turn}>{label}</text>"
            )
        };
        named.into_iter().map(place).collect()
    }

    fn line(&self, line: &Line, colour: &str) -> Vec<String> {
        let kinds = line.points.iter().any(|p| p.label.parse::<f64>().is_err());
        let mut parts = Vec::new();
        if !kinds {
            parts.push(self.path(line, |p| p.measured, colour, ""));
            let dashed = " stroke-dasharray=\"5 4\"";
            parts.push(self.path(line, |p| p.simulated, colour, dashed));
        }
        parts.extend(
            line.points
                .iter()
                .map(|point| self.marks(line, point, colour)),
        );
        parts
    }

    fn path(&self, line: &Line, of: fn(&Point) -> f64, colour: &str, style: &str) -> String {
        let place = |point: &Point| format!("{:.1} {:.1}", self.x(point.x), self.y(of(point)));
        let places: Vec<_> = line.points.iter().map(place).collect();
        format!(
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\"{style}/>",
            places.join("L")
        )
    }

    fn marks(&self, line: &Line, point: &Point, colour: &str) -> String {
        let (x, y, s) = (
            self.x(point.x),
            self.y(point.measured),
            self.y(point.simulated),
        );
        let (name, label) = (&line.name, &point.label);
        let [measured, simulated] = [point.measured, point.simulated].map(significant);
        let (left, right, above, below) = (x - 4.0, x + 4.0, s - 4.0, s + 4.0);
        format!(
            "<g><title>{name}, {label}: measured {measured}, simulated {simulated}</title>\
             <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>\
             <path d=\"M{left:.1} {above:.1}L{right:.1} {below:.1}M{left:.1} {below:.1}\
             L{right:.1} {above:.1}\" stroke=\"{colour}\" stroke-width=\"1.5\"/></g>"
        )
    }
}

fn titles(drawn: &Drawn<'_>) -> Vec<String> {
    let (middle, bottom) = (LEFT + WIDE / 2.0, TOP + HIGH + 66.0);
    let centre = TOP + HIGH / 2.0;
    let curve = drawn.curve;
    vec![
        format!(
            "<text x=\"{middle}\" y=\"{bottom}\" text-anchor=\"middle\">{}</text>",
            curve.x.of
        ),
        format!(
            "<text x=\"16\" y=\"{centre}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 16 {centre})\">{}</text>",
            curve.y.of
        ),
        format!(
            "<text x=\"{LEFT}\" y=\"18\" font-weight=\"bold\">{}</text>",
            curve.name
        ),
    ]
}

fn legend(drawn: &Drawn<'_>) -> Vec<String> {
    let x = LEFT + WIDE + 20.0;
    let beside = x + 12.0;
    let row = |(place, (line, colour)): (usize, (&Line, &&str))| {
        let y = TOP + 10.0 + 18.0 * place as f64;
        format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{colour}\"/>\n\
             <text x=\"{beside}\" y=\"{}\">{}</text>",
            y + 4.0,
            line.name
        )
    };
    let coloured = drawn.lines.iter().zip(COLOURS.iter().cycle()).enumerate();
    let y = TOP + HIGH - 24.0;
    let note = format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"3.5\" fill=\"#555555\"/>\n\
         <text x=\"{beside}\" y=\"{}\">measured</text>\n\
         <path d=\"M{} {}l8 8m-8 0l8 -8\" stroke=\"#555555\" stroke-width=\"1.5\"/>\n\
         <text x=\"{beside}\" y=\"{}\">simulated</text>",
        y + 4.0,
        x - 4.0,
        y + 14.0,
        y + 22.0
    );
    coloured.map(row).chain(std::iter::once(note)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let steps = [0.03, 0.7, 1.0, 3.1, 700.0].map(round_step);
        assert_eq!(steps, [0.05, 1.0, 1.0, 5.0, 1000.0]);
    }

    #[test]
    fn ticks_carry_no_decimals_that_say_nothing() {
        assert_eq!(
            [0.5, 4.0, 1.25, 2048.0].map(tick),
            ["0.5", "4", "1.25", "2,048"]
        );
    }
}
