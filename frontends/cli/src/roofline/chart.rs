//! The drawing for a terminal: both axes logarithmic, 23 lines.

use super::{Level, Roofline, Work};
use crate::format::significant;

/// Characters of the field in which roofs and points are drawn.
const WIDE: usize = 72;
const HIGH: usize = 19;

/// Characters beside it for the rates.
const BESIDE: usize = 10;

/// How a roof is drawn: L1, L2, DRAM in the order of [`Level::ROOFS`].
const SLOPES: [char; 3] = ['\'', '+', '.'];

/// A launch's letter; small at the L1, capital at device memory.
pub fn letter(place: usize) -> char {
    ('A'..='Z').nth(place).unwrap_or('*')
}

/// The drawing with its legend; nothing if no launch computes.
pub fn text(roofline: &Roofline) -> String {
    if roofline
        .launches
        .iter()
        .all(|work| work.operations() == 0.0)
    {
        return "No launch computes in single or double precision: there are no points to draw.\n"
            .to_string();
    }
    let mut field = Field::over(roofline);
    field.roofs(roofline);
    for (place, work) in roofline.launches.iter().enumerate() {
        field.point(work, Level::L1, letter(place).to_ascii_lowercase());
    }
    for (place, work) in roofline.launches.iter().enumerate() {
        field.point(work, Level::Dram, letter(place));
    }
    format!(
        "{:>BESIDE$}\n{}{}",
        "GFLOP/s",
        field.render(),
        "roofs: ' L1, + L2, . DRAM, - FP32, = FP64; launches: capital letters by bytes of DRAM, small \
         ones of the L1\n"
    )
}

struct Field {
    cells: Vec<Vec<char>>,
    x: (f64, f64),
    y: (f64, f64),
}

impl Field {
    fn over(roofline: &Roofline) -> Field {
        let [x, y] = roofline.extent();
        Field {
            cells: vec![vec![' '; WIDE]; HIGH],
            x,
            y,
        }
    }

    /// The line of a rate, from the top; none outside the field.
    fn line(&self, rate: f64) -> Option<usize> {
        let part = (rate / self.y.0).log10() / (self.y.1 / self.y.0).log10();
        let line = ((1.0 - part) * (HIGH - 1) as f64).round();
        (0.0..HIGH as f64).contains(&line).then_some(line as usize)
    }

    fn column(&self, intensity: f64) -> usize {
        let part = (intensity / self.x.0).log10() / (self.x.1 / self.x.0).log10();
        ((part * (WIDE - 1) as f64).round() as usize).min(WIDE - 1)
    }

    fn intensity(&self, column: usize) -> f64 {
        let part = column as f64 / (WIDE - 1) as f64;
        self.x.0 * (self.x.1 / self.x.0).powf(part)
    }

    fn roofs(&mut self, roofline: &Roofline) {
        let peaks = &roofline.peaks;
        let [l1, ..] = peaks.bandwidth;
        for column in 0..WIDE {
            let intensity = self.intensity(column);
            for (slope, bandwidth) in SLOPES.into_iter().zip(peaks.bandwidth) {
                let rate = intensity * bandwidth;
                self.put(column, rate, slope, rate < peaks.fp32);
            }
            let doubles = roofline.has_doubles() && intensity * l1 >= peaks.fp64;
            self.put(column, peaks.fp64, '=', doubles);
            self.put(column, peaks.fp32, '-', intensity * l1 >= peaks.fp32);
        }
    }

    fn put(&mut self, column: usize, rate: f64, what: char, wanted: bool) {
        if let Some(line) = self.line(rate).filter(|_| wanted) {
            self.cells[line][column] = what;
        }
    }

    fn point(&mut self, work: &Work, level: Level, letter: char) {
        if let Some(intensity) = work.intensity(level) {
            self.put(self.column(intensity), work.rate(), letter, true);
        }
    }

    fn render(&self) -> String {
        let lines = self.cells.iter().enumerate().map(|(line, cells)| {
            let label = self.label(line);
            let cells: String = cells.iter().collect();
            format!("{label:>BESIDE$} |{}\n", cells.trim_end())
        });
        let lines: String = lines.collect();
        format!(
            "{lines}{:BESIDE$} +{}\n{}",
            "",
            "-".repeat(WIDE),
            self.below()
        )
    }

    /// The power of ten that lies on a line.
    fn label(&self, line: usize) -> String {
        let powers = powers(self.y);
        let on = |rate: &f64| self.line(*rate) == Some(line);
        let power = powers.into_iter().find(on);
        power.map_or(String::new(), significant)
    }

    fn below(&self) -> String {
        let mut text = vec![' '; WIDE + BESIDE + 12];
        for power in powers(self.x) {
            let label = significant(power);
            let from = BESIDE + 2 + self.column(power);
            for (place, c) in label.chars().enumerate() {
                text[from + place] = c;
            }
        }
        let text: String = text.into_iter().collect();
        format!("{} FLOP/byte\n", text.trim_end())
    }
}

/// The powers of ten of a range.
pub(super) fn powers((low, high): (f64, f64)) -> Vec<f64> {
    let (low, high) = (low.log10().round() as i32, high.log10().round() as i32);
    (low..=high).map(|power| 10f64.powi(power)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roofline::{Peaks, picture};

    /// Roofs that meet at 10 operations a byte, and a launch just there.
    fn roofline(fp32: f64) -> Roofline {
        let work = Work {
            name: "there".into(),
            fp32,
            fp64: 0.0,
            bytes: [fp32 / 10.0; 4],
            time: fp32 / 1000.0,
        };
        Roofline {
            workload: "w.ron".into(),
            gpu: "gpu".into(),
            peaks: Peaks {
                fp32: 1000.0,
                fp64: 500.0,
                bandwidth: [1000.0, 300.0, 100.0],
            },
            launches: vec![work],
        }
    }

    #[test]
    fn a_launch_at_the_ridge_stands_where_slope_and_peak_meet() {
        let text = text(&roofline(1e6));
        assert!(text.lines().count() <= 24, "{text}");
        let peak = text
            .lines()
            .find(|line| line.contains("---"))
            .expect("a roof");
        assert!(peak.starts_with("     1,000 |"), "{text}");
        let at = peak.find('A').expect("the launch lies on the roof");
        let below = text.lines().skip_while(|line| *line != peak).nth(1);
        let slope = below.and_then(|line| line.rfind('.')).expect("a slope");
        assert!((1..6).contains(&(at - slope)), "{text}");
    }

    #[test]
    fn without_operations_there_is_nothing_to_draw() {
        assert!(text(&roofline(0.0)).starts_with("No launch computes"));
    }

    #[test]
    fn the_picture_has_a_point_a_level_and_the_name() {
        let svg = picture::svg(&roofline(1e6));
        let title = "there: 10.0 FLOP/byte at ";
        assert_eq!(svg.matches(title).count(), Level::ALL.len());
        assert!(svg.contains(">there</text>") && !svg.contains("NaN"));
    }
}
