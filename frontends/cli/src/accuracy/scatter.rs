//! Simulated over measured cycles as a picture: SVG, both axes logarithmic.

use sim_validation::accuracy::Record;
use sim_validation::accuracy::class::Class;

use crate::format::whole;
use crate::picture;

/// Sides of the plotted square and its margins, in pixels.
const SIDE: f64 = 560.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 60.0;
const LEGEND: f64 = 130.0;

/// A class's colour: Okabe and Ito's palette, which the colour-blind can tell apart.
fn colour(class: Option<Class>) -> &'static str {
    match class {
        Some(Class::Launch) => "#999999",
        Some(Class::Atomic) => "#cc79a7",
        Some(Class::Dram) => "#0072b2",
        Some(Class::L2) => "#56b4e9",
        Some(Class::Shared) => "#009e73",
        Some(Class::Divergent) => "#e69f00",
        Some(Class::Issue) => "#d55e00",
        Some(Class::Latency) => "#000000",
        None => "#bbbbbb",
    }
}

/// The picture.
pub fn svg<'a>(records: impl Iterator<Item = &'a Record<'a>>) -> String {
    let points: Vec<_> = records.filter_map(Point::of).collect();
    let scale = Scale::over(&points);
    let mut parts = scale.grid();
    parts.extend(scale.diagonals());
    parts.extend(points.iter().map(|point| point.draw(&scale)));
    parts.extend(titles());
    parts.extend(legend());
    picture::svg(LEFT + SIDE + LEGEND, TOP + SIDE + BOTTOM, parts)
}

struct Point<'a> {
    name: &'a str,
    class: Option<Class>,
    measured: f64,
    simulated: f64,
}

impl<'a> Point<'a> {
    fn of(record: &'a Record<'a>) -> Option<Point<'a>> {
        Some(Point {
            name: &record.entry.case.name,
            class: record.class,
            measured: record.measured.filter(|cycles| *cycles > 0.0)?,
            simulated: record.simulated.filter(|cycles| *cycles > 0.0)?,
        })
    }

    fn draw(&self, scale: &Scale) -> String {
        let (x, y) = (scale.x(self.measured), scale.y(self.simulated));
        let (measured, simulated) = (whole(self.measured), whole(self.simulated));
        format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{}\" fill-opacity=\"0.75\">\
             <title>{}: measured {measured}, simulated {simulated}</title></circle>",
            colour(self.class),
            self.name
        )
    }
}

/// Powers of ten between which all points lie.
struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    fn over(points: &[Point<'_>]) -> Scale {
        let all = points
            .iter()
            .flat_map(|point| [point.measured, point.simulated]);
        let logs: Vec<f64> = all.map(f64::log10).collect();
        let low = logs.iter().copied().min_by(f64::total_cmp).unwrap_or(0.0);
        let high = logs.iter().copied().max_by(f64::total_cmp).unwrap_or(1.0);
        let low = low.floor() as i32;
        Scale {
            low,
            high: (high.ceil() as i32).max(low + 1),
        }
    }

    /// The part of the way from the lowest to the highest value.
    fn part(&self, cycles: f64) -> f64 {
        (cycles.log10() - f64::from(self.low)) / f64::from(self.high - self.low)
    }

    fn x(&self, cycles: f64) -> f64 {
        LEFT + SIDE * self.part(cycles)
    }

    fn y(&self, cycles: f64) -> f64 {
        TOP + SIDE * (1.0 - self.part(cycles))
    }

    fn grid(&self) -> Vec<String> {
        let (right, bottom) = (LEFT + SIDE, TOP + SIDE);
        let lines = (self.low..=self.high).map(|power| {
            let cycles = 10f64.powi(power);
            let (x, y) = (self.x(cycles), self.y(cycles));
            let (label, under, beside) = (whole(cycles), bottom + 18.0, LEFT - 8.0);
            format!(
                "<path d=\"M{x:.1} {TOP}V{bottom}M{LEFT} {y:.1}H{right}\" stroke=\"#dddddd\"/>\n\
                 <text x=\"{x:.1}\" y=\"{under}\" text-anchor=\"middle\">{label}</text>\n\
                 <text x=\"{beside}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                y + 4.0
            )
        });
        lines.collect()
    }

    /// Where both are the same, and a tenth off on either side.
    fn diagonals(&self) -> Vec<String> {
        let (low, high) = (10f64.powi(self.low), 10f64.powi(self.high));
        let line = |factor: f64, style: &str| {
            let (from, to) = (low / factor.min(1.0), high / factor.max(1.0));
            let [x1, x2] = [from, to].map(|cycles| self.x(cycles));
            let [y1, y2] = [from, to].map(|cycles| self.y(cycles * factor));
            format!("<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"#888888\" {style}/>")
        };
        let dashed = "stroke-dasharray=\"4 4\"";
        vec![line(1.0, ""), line(1.1, dashed), line(1.0 / 1.1, dashed)]
    }
}

fn titles() -> Vec<String> {
    let (middle, bottom) = (LEFT + SIDE / 2.0, TOP + SIDE + 44.0);
    let centre = TOP + SIDE / 2.0;
    vec![
        format!(
            "<text x=\"{middle}\" y=\"{bottom}\" text-anchor=\"middle\">cycles measured</text>"
        ),
        format!(
            "<text x=\"16\" y=\"{centre}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 16 {centre})\">cycles simulated</text>"
        ),
    ]
}

fn legend() -> Vec<String> {
    let x = LEFT + SIDE + 20.0;
    let row = |(place, class): (usize, Class)| {
        let y = TOP + 20.0 + 20.0 * place as f64;
        format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{}\"/>\n<text x=\"{}\" y=\"{}\">{}</text>",
            colour(Some(class)),
            x + 12.0,
            y + 4.0,
            class.name()
        )
    };
    let rows = Class::ALL.into_iter().enumerate().map(row);
    let note = format!(
        "<text x=\"{}\" y=\"{}\">dashed: 10 % off</text>",
        x - 4.0,
        TOP + 200.0
    );
    rows.chain(std::iter::once(note)).collect()
}
