//! A roofline as text: roofs with their ridges, launches with their intensities, and the drawing.

use super::{Level, Peaks, Roofline, Work, chart};
use crate::format::{NOTHING, fixed, significant, whole};
use crate::table::{Align, Table};

/// The whole answer.
pub fn text(roofline: &Roofline) -> String {
    let Roofline { workload, gpu, .. } = roofline;
    let headline = format!("{workload} on {gpu}\n");
    let parts = [
        headline,
        roofs(roofline),
        launches(roofline),
        chart::text(roofline),
    ];
    parts.join("\n")
}

/// The roofs: what they are, and the intensity at which computing becomes the limit.
fn roofs(roofline: &Roofline) -> String {
    let peaks = &roofline.peaks;
    let mut table = Table::new()
        .column("roof", Align::Left)
        .column("at most", Align::Right)
        .column("", Align::Left)
        .column("FP32 ridge\nFLOP/byte", Align::Right)
        .column("FP64 ridge\nFLOP/byte", Align::Right);
    for (level, peak) in Level::ROOFS.iter().zip(peaks.bandwidth) {
        let ridge = |lanes| significant(Peaks::ridge(lanes, peak));
        let ridges = [ridge(peaks.fp32), ridge(peaks.fp64)];
        let [single, double] = ridges;
        let name = level.name().to_string();
        table.row(vec![name, whole(peak), "GB/s".into(), single, double]);
    }
    for (name, peak) in [("FP32", peaks.fp32), ("FP64", peaks.fp64)] {
        let unit = "GFLOP/s".to_string();
        let none = String::new;
        table.row(vec![name.into(), whole(peak), unit, none(), none()]);
    }
    table.render()
}

fn launches(roofline: &Roofline) -> String {
    let mut table = Table::new()
        .column("", Align::Left)
        .column("launch", Align::Left)
        .column("time\nµs", Align::Right)
        .column("\nGFLOP/s", Align::Right);
    for level in Level::ALL {
        let header = format!("FLOP/byte\n{}", level.name());
        table = table.column(&header, Align::Right);
    }
    table = table
        .column("nearest\nroof", Align::Right)
        .column("reached\n%", Align::Right);
    for (place, work) in roofline.launches.iter().enumerate() {
        table.row(row(place, work, &roofline.peaks));
    }
    table.render()
}

fn row(place: usize, work: &Work, peaks: &Peaks) -> Vec<String> {
    let (bound, reached) = work.bound(peaks);
    let intensity = |level| {
        work.intensity(level)
            .map_or(NOTHING.to_string(), significant)
    };
    let mut row = vec![
        chart::letter(place).to_string(),
        work.name.clone(),
        fixed(work.time / 1000.0, 2),
        whole(work.rate()),
    ];
    row.extend(Level::ALL.map(intensity));
    row.extend([bound.to_string(), fixed(100.0 * reached, 1)]);
    row
}
