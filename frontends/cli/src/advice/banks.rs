//! Bank conflicts: shared-memory accesses that take more wavefronts than
//! conflict-free addresses would.

use super::place::{self, Group};
use super::{Advice, Gain, stall_share};
use crate::format::{count, fixed};
use crate::view::{Access, Gpu, Launch};

/// The reasons under which warps wait for shared memory, directly or for
/// those of their block that do.
const REASONS: [&str; 3] = ["short_scoreboard", "mio_throttle", "barrier"];

/// Every line whose shared accesses conflict.
pub fn find(launch: &Launch, _: &Gpu) -> Vec<Advice> {
    let Some(cycles) = launch.cycles() else {
        return Vec::new();
    };
    let total = launch.accesses().map(|(_, access)| access.wavefronts).sum();
    place::accesses(launch, conflicting)
        .into_iter()
        .map(|group| advice(launch, cycles, total, group))
        .collect()
}

fn conflicting(access: &Access) -> bool {
    access.kind.is_shared() && access.wavefronts > access.ideal_wavefronts
}

fn advice(launch: &Launch, cycles: f64, total: u64, group: Group) -> Advice {
    let Access {
        wavefronts,
        ideal_wavefronts,
        ..
    } = group.sum;
    let excess = wavefronts - ideal_wavefronts;
    let waiting = stall_share(launch, &REASONS);
    Advice {
        rule: "banks",
        launch: launch.name.clone(),
        finding: format!(
            "bank conflicts: {} wavefronts per {} where {} would do",
            group.per_request(wavefronts),
            group.words(),
            group.per_request(ideal_wavefronts)
        ),
        place: group.place,
        remedy: "Spread the lanes over the 32 banks: pad the rows of the array by one element.",
        ideal: Some(("shared.conflicts", "false")),
        gain: Gain {
            simulated: None,
            cycles,
            share: waiting * excess as f64 / total as f64,
            basis: format!(
                "{} % of warps' time waits for shared memory; wavefronts would fall from {} to {}",
                fixed(100.0 * waiting, 0),
                count(total),
                count(total - excess)
            ),
        },
    }
}
