//! Uncoalesced global loads and stores: more sectors per request than the
//! bytes asked for need.

use super::place::{self, Group};
use super::{Advice, Gain, stall_share};
use crate::format::{count, fixed};
use crate::view::{Access, Gpu, Launch};

/// The reasons under which warps wait for sectors to move.
const REASONS: [&str; 4] = ["long_scoreboard", "lg_throttle", "mio_throttle", "drain"];

/// Every line whose global loads or stores move more sectors than they need.
pub fn find(launch: &Launch, _: &Gpu) -> Vec<Advice> {
    let Some(cycles) = launch.cycles() else {
        return Vec::new();
    };
    let moved = launch.accesses().map(|(_, access)| access.sectors).sum();
    place::accesses(launch, wasteful)
        .into_iter()
        .map(|group| advice(launch, cycles, moved, group))
        .collect()
}

fn wasteful(access: &Access) -> bool {
    access.kind.is_global_load_or_store() && access.sectors > access.ideal_sectors
}

fn advice(launch: &Launch, cycles: f64, moved: u64, group: Group) -> Advice {
    let Access {
        sectors,
        ideal_sectors,
        ..
    } = group.sum;
    let excess = sectors - ideal_sectors;
    let waiting = stall_share(launch, &REASONS);
    Advice {
        rule: "coalescing",
        launch: launch.name.clone(),
        finding: format!(
            "uncoalesced {}: {} sectors per request where {} would do",
            group.words(),
            group.per_request(sectors),
            group.per_request(ideal_sectors)
        ),
        place: group.place,
        remedy: "Let neighbouring threads of a warp access neighbouring addresses.",
        ideal: None,
        gain: Gain {
            simulated: None,
            cycles,
            share: waiting * excess as f64 / moved as f64,
            basis: format!(
                "{} % of warps' time waits for memory; sectors would fall from {} to {}",
                fixed(100.0 * waiting, 0),
                count(moved),
                count(moved - excess)
            ),
        },
    }
}
