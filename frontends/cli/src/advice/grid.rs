//! The grid: fewer blocks than SMs, or a last wave that fills few of them.

use super::place::Place;
use super::{Advice, Gain};
use crate::format::{count, fixed};
use crate::view::{Gpu, Launch};

/// Waves beyond which a part-filled last one matters little.
const MANY_WAVES: f64 = 4.0;

/// A grid that leaves SMs without work.
pub fn find(launch: &Launch, gpu: &Gpu) -> Vec<Advice> {
    let advice = if launch.blocks() < u64::from(gpu.sms) {
        too_few_blocks(launch, gpu)
    } else {
        short_last_wave(launch)
    };
    advice.into_iter().collect()
}

fn too_few_blocks(launch: &Launch, gpu: &Gpu) -> Option<Advice> {
    let blocks = launch.blocks();
    Some(Advice {
        rule: "grid",
        launch: launch.name.clone(),
        place: Place::whole(launch),
        finding: format!(
            "too few blocks: {} of {} SMs have work",
            count(blocks),
            gpu.sms
        ),
        remedy: "Split the work into at least as many blocks as there are SMs.",
        ideal: None,
        gain: Gain {
            simulated: None,
            cycles: launch.cycles()?,
            share: running(launch)? * (1.0 - blocks as f64 / f64::from(gpu.sms)),
            basis: "if the work can be split evenly over all SMs".to_string(),
        },
    })
}

fn short_last_wave(launch: &Launch) -> Option<Advice> {
    let waves = launch.metric("launch__waves_per_multiprocessor")?;
    if waves <= 1.0 || waves >= MANY_WAVES {
        return None;
    }
    Some(Advice {
        rule: "grid",
        launch: launch.name.clone(),
        place: Place::whole(launch),
        finding: format!(
            "short last wave: {} waves of blocks where {} would take as long",
            fixed(waves, 2),
            fixed(waves.ceil(), 0)
        ),
        remedy: "Choose a grid that is a whole number of waves, or many small blocks.",
        ideal: None,
        gain: Gain {
            simulated: None,
            cycles: launch.cycles()?,
            share: running(launch)? * (1.0 - waves / waves.ceil()),
            basis: "all waves take equally long".to_string(),
        },
    })
}

/// The share of the launch's cycles in which blocks run; the rest is launch
/// overhead, which no grid changes.
fn running(launch: &Launch) -> Option<f64> {
    let share = launch.ratio("sm__cycles_active.max", "gpc__cycles_elapsed.max")?;
    Some(share.min(1.0))
}
