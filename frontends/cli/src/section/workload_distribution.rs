//! How evenly the SMs were loaded: least, average and most over the SMs.

use super::{Row, Section, number};
use crate::view::{Launch, SmShare, divide};

/// See the module.
pub struct WorkloadDistribution;

/// What is distributed: label, unit, an SM's share.
type Quantity = (&'static str, &'static str, fn(&SmShare) -> u64);

const QUANTITIES: [Quantity; 5] = [
    ("SM Active Cycles", "cycle", |sm| sm.cycles_active),
    ("Blocks", "block", |sm| sm.blocks),
    ("Warp Instructions", "warp instruction", |sm| sm.issued),
    ("Sectors Read from L2", "sector", |sm| sm.read_sectors),
    ("Sectors Written to L2", "sector", |sm| sm.write_sectors),
];

impl Section for WorkloadDistribution {
    fn name(&self) -> &'static str {
        "WorkloadDistribution"
    }

    fn title(&self) -> &'static str {
        "distribution of work over the SMs"
    }

    fn rows(&self, launch: &Launch) -> Vec<Row> {
        QUANTITIES
            .iter()
            .flat_map(|quantity| spread(launch, quantity))
            .collect()
    }
}

fn spread(launch: &Launch, &(label, unit, share): &Quantity) -> [Row; 3] {
    let shares = || launch.sms.iter().map(share);
    let least = shares().min().map(|n| n as f64);
    let most = shares().max().map(|n| n as f64);
    let average = divide(shares().sum::<u64>() as f64, launch.sms.len() as f64);
    [
        number(format!("{label}, Least"), unit, least),
        number(format!("{label}, Average"), unit, average),
        number(format!("{label}, Most"), unit, most),
    ]
}
