//! A roofline as a picture: SVG, both axes logarithmic.

use super::chart::powers;
use super::{Level, Roofline, Work};
use crate::format::{significant, whole};
use crate::picture;

/// Sides of the plot and its margins, in pixels.
const WIDE: f64 = 560.0;
const HIGH: f64 = 380.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 60.0;
const LEGEND: f64 = 190.0;

/// A level's colour: Okabe and Ito's palette, which the colour-blind can tell apart.
const fn colour(level: Level) -> &'static str {
    match level {
        Level::Thread => "#999999",
        Level::L1 => "#009e73",
        Level::L2 => "#56b4e9",
        Level::Dram => "#0072b2",
    }
}

/// The picture.
pub fn svg(roofline: &Roofline) -> String {
    let plot = Plot::of(roofline);
    let mut parts = plot.grid();
    parts.extend(plot.roofs(roofline));
    parts.extend(roofline.launches.iter().map(|work| plot.points(work)));
    parts.extend(titles(roofline));
    parts.extend(legend(roofline));
    picture::svg(LEFT + WIDE + LEGEND, TOP + HIGH + BOTTOM, parts)
}

struct Plot {
    x: (f64, f64),
    y: (f64, f64),
}

impl Plot {
    fn of(roofline: &Roofline) -> Plot {
        let [x, y] = roofline.extent();
        Plot { x, y }
    }

    fn x(&self, intensity: f64) -> f64 {
        LEFT + WIDE * part(self.x, intensity)
    }

    fn y(&self, rate: f64) -> f64 {
        TOP + HIGH * (1.0 - part(self.y, rate))
    }

    fn grid(&self) -> Vec<String> {
        let (right, bottom) = (LEFT + WIDE, TOP + HIGH);
        let column = |power: f64| {
            let (x, under) = (self.x(power), bottom + 18.0);
            format!(
                "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#dddddd\"/>\n\
                 <text x=\"{x:.1}\" y=\"{under}\" text-anchor=\"middle\">{}</text>",
                significant(power)
            )
        };
        let row = |power: f64| {
            let (y, beside) = (self.y(power), LEFT - 8.0);
            format!(
                "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#dddddd\"/>\n\
                 <text x=\"{beside}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                y + 4.0,
                significant(power)
            )
        };
        let columns = powers(self.x).into_iter().map(column);
        columns.chain(powers(self.y).into_iter().map(row)).collect()
    }

    fn roofs(&self, roofline: &Roofline) -> Vec<String> {
        let peaks = &roofline.peaks;
        let slopes = Level::ROOFS.iter().zip(peaks.bandwidth);
        let slopes = slopes.map(|(level, bandwidth)| {
            let from = self.x.0.max(self.y.0 / bandwidth);
            let to = peaks.fp32 / bandwidth;
            let ends = [(from, from * bandwidth), (to, peaks.fp32)];
            self.line(ends, colour(*level), "")
        });
        let [l1, ..] = peaks.bandwidth;
        let flat = |peak: f64, style| {
            let ends = [(peak / l1, peak), (self.x.1, peak)];
            self.line(ends, "#000000", style)
        };
        let double = roofline.has_doubles();
        let double = double.then(|| flat(peaks.fp64, " stroke-dasharray=\"5 4\""));
        slopes.chain([flat(peaks.fp32, "")]).chain(double).collect()
    }

    fn line(&self, ends: [(f64, f64); 2], colour: &str, style: &str) -> String {
        let [from, to] = ends.map(|(x, y)| format!("{:.1} {:.1}", self.x(x), self.y(y)));
        format!(
            "<path d=\"M{from}L{to}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"{style}/>"
        )
    }

    /// A launch's points at all levels, its name beside the last.
    fn points(&self, work: &Work) -> String {
        let y = self.y(work.rate());
        let point = |level: Level| {
            let (intensity, name, rate) = (work.intensity(level)?, &work.name, whole(work.rate()));
            let x = self.x(intensity);
            Some(format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{}\"><title>{name}: {} FLOP/byte at \
                 {}, {rate} GFLOP/s</title></circle>",
                colour(level),
                significant(intensity),
                level.name()
            ))
        };
        let mut parts: Vec<_> = Level::ALL.into_iter().filter_map(point).collect();
        let places = Level::ALL.into_iter().filter_map(|l| work.intensity(l));
        if let Some(right) = places.max_by(f64::total_cmp) {
            let (x, y) = (self.x(right) + 8.0, y + 4.0);
            parts.push(format!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"11\">{}</text>",
                work.name
            ));
        }
        parts.join("\n")
    }
}

/// The part of the way through a range of powers.
fn part((low, high): (f64, f64), value: f64) -> f64 {
    (value / low).log10() / (high / low).log10()
}

fn titles(roofline: &Roofline) -> Vec<String> {
    let (middle, bottom) = (LEFT + WIDE / 2.0, TOP + HIGH + 44.0);
    let centre = TOP + HIGH / 2.0;
    vec![
        format!("<text x=\"{middle}\" y=\"{bottom}\" text-anchor=\"middle\">FLOP/byte</text>"),
        format!(
            "<text x=\"16\" y=\"{centre}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 16 {centre})\">GFLOP/s</text>"
        ),
        format!(
            "<text x=\"{LEFT}\" y=\"22\" font-weight=\"bold\">{}</text>",
            roofline.gpu
        ),
    ]
}

fn legend(roofline: &Roofline) -> Vec<String> {
    let peaks = &roofline.peaks;
    let x = LEFT + WIDE + 20.0;
    let roofs = Level::ROOFS.iter().zip(peaks.bandwidth);
    let roofs =
        roofs.map(|(level, peak)| (*level, format!("{}: {} GB/s", level.name(), whole(peak))));
    let thread = (Level::Thread, "asked by threads".to_string());
    let rows = std::iter::once(thread).chain(roofs).enumerate();
    let rows = rows.map(|(place, (level, words))| {
        let y = TOP + 10.0 + 20.0 * place as f64;
        format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{}\"/>\n<text x=\"{}\" y=\"{}\">{words}</text>",
            colour(level),
            x + 12.0,
            y + 4.0
        )
    });
    let lanes = [("FP32", peaks.fp32), ("FP64, dashed", peaks.fp64)];
    let lanes = lanes.into_iter().enumerate().map(|(place, (name, peak))| {
        let y = TOP + 114.0 + 20.0 * place as f64;
        format!(
            "<text x=\"{x}\" y=\"{y}\">{name}: {} GFLOP/s</text>",
            whole(peak)
        )
    });
    rows.chain(lanes).collect()
}
