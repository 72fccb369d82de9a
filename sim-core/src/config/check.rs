//! Which numbers of a configuration make sense.
//!
//! Everything that a component relies on when it is made from a configuration
//! stands here, so that no `--set` and no file can bring one to fall.

use crate::sm::{
    MOST_LINES_AHEAD, MOST_MATRIX_LATENCY, MOST_MATRIX_READ, MOST_PLACES, MOST_TURN_DELAY,
    MOST_WARP_PLACES,
};
use serde_json::Value;
use sim_memory::{interleave, l1};

/// Beyond this no size, rate or latency is believed; and arrival times, of
/// which the L2 keeps 32 bits, stay unambiguous.
const MOST: f64 = 1e6;

/// Any 64 bits will do.
const FREE: [&str; 1] = ["l2.hash_seed"];

/// Counts and sizes of which there must be one.
const AT_LEAST_ONE: [&str; 43] = [
    "fetch.lines_ahead",
    "gpc.cpcs",
    "gpc.cpc_ways",
    "sm.max_warps",
    "sm.max_blocks",
    "sm.max_threads_per_block",
    "sm.registers",
    "sm.max_registers_per_thread",
    "sm.register_allocation_unit",
    "sm.shared_allocation_unit",
    "chip.fp32_lanes",
    "constant.line_bytes",
    "constant.miss_bytes",
    "constant.ways",
    "mio.queue",
    "mio.entry_places",
    "mio.lg_places",
    "mio.data_queue",
    "mio.path_places",
    "mio.warp_path_places",
    "mio.constant_queue",
    "mio.constant_misses",
    "mio.port_lines",
    "mio.packets",
    "l1.size_kib",
    "l1.sets",
    "l1.ways",
    "l2.shards",
    "l2.sets",
    "l2.ways",
    "l2.chunk_lines",
    "l2.deck_pages",
    "l2.copy_reads",
    "l2.copy_misses",
    "l2.copy_queue",
    "dram.channels_per_slice",
    "dram.banks",
    "dram.refresh_interval",
    "dram.stripe_groups",
    "dram.pause_interval",
    "dram.queue",
    "dram.rows_in_reach",
    "dram.write_batch",
];

/// Rates and clocks that must not be zero.
const POSITIVE: [&str; 12] = [
    "chip.sm_clock_mhz",
    "chip.dram_clock_mhz",
    "gpc.read_bytes_per_cycle",
    "gpc.sm_read_bytes_per_cycle",
    "gpc.cpc_sectors_per_cycle",
    "gpc.atomic_sectors_per_cycle",
    "l2.requests_per_cycle",
    "l2.read_sectors_per_cycle",
    "l2.write_sectors_per_cycle",
    "l2.forward_sectors_per_cycle",
    "l2.link_sectors_per_cycle",
    "dram.bytes_per_cycle",
];

/// What the simulator's tables have room for, or what has no meaning beyond.
const AT_MOST: [(&str, f64); 42] = [
    ("fetch.lines_ahead", MOST_LINES_AHEAD as f64),
    ("gpc.cpcs", 16.0),
    ("gpc.cpc_ways", 16.0),
    ("issue.turn_delay", MOST_TURN_DELAY as f64),
    ("issue.matrix_read", MOST_MATRIX_READ as f64),
    ("pipes.tensor.latency", MOST_MATRIX_LATENCY as f64),
    ("pipes.tensor_long.latency", MOST_MATRIX_LATENCY as f64),
    ("gpc.coalescer_lines", 65536.0),
    ("constant.ways", 16.0),
    ("constant.sets", 64.0),
    ("constant.gpc_spread", 1.0),
    ("l1.fill_bytes", 128.0),
    ("shared.bank_bytes", 8.0),
    ("sm.max_warps", 64.0),
    ("sm.max_blocks", 32.0),
    ("sm.max_threads_per_block", 1024.0),
    ("sm.max_registers_per_thread", 255.0),
    ("mio.queue", 64.0),
    ("mio.data_queue", 64.0),
    ("mio.path_places", MOST_PLACES as f64),
    ("mio.warp_path_places", MOST_WARP_PLACES as f64),
    ("mio.constant_queue", 64.0),
    ("mio.entry_places", 64.0),
    ("mio.lg_places", 64.0),
    ("mio.miss_lines", 63.0),
    ("mio.port_lines", 63.0),
    ("mio.closed_lines", 63.0),
    ("l1.size_kib", 8192.0),
    ("l1.sets", 8192.0),
    ("l1.ways", l1::MOST_WAYS as f64),
    ("l2.sets", 16384.0),
    ("l2.ways", 32.0),
    ("l2.copy_reads", 1024.0),
    ("l2.copy_misses", 65536.0),
    ("l2.copy_queue", 65536.0),
    ("l2.shards", 4096.0),
    ("l2.deck_pages", interleave::MOST_DECK as f64),
    ("l2.partial_share", 1.0),
    ("l2.dirty_share", 1.0),
    ("l2.dirty_before", 0.5),
    ("dram.rows_in_reach", 8.0),
    ("dram.overhead", 0.99),
];

const AT_LEAST: [(&str, f64); 7] = [
    ("l1.fill_bytes", 32.0),
    ("shared.bank_bytes", 4.0),
    ("dram.row_bytes", 128.0),
    ("dram.piece_bytes", 128.0),
    ("dram.stripe_bytes", 8192.0),
    ("gpc.request_latency", 1.0),
    ("l2.forward_sectors_per_cycle", 0.001),
];

/// Levels of a cache, each at least as far away as the one before.
const FARTHER_AND_FARTHER: [&str; 4] = [
    "constant.hit_latency",
    "constant.l2_latency",
    "constant.cached_latency",
    "constant.miss_latency",
];

const POWERS_OF_TWO: [&str; 9] = [
    "constant.sets",
    "l1.sets",
    "l1.ways",
    "l1.fill_bytes",
    "l2.sets",
    "l2.chunk_lines",
    "l2.deck_pages",
    "dram.stripe_bytes",
    "shared.bank_bytes",
];

/// The first thing that makes no sense in a configuration.
pub(super) fn problem(config: &Value) -> Option<String> {
    range(config, "")
        .or_else(|| groups(config))
        .or_else(|| sub_cores(config))
        .or_else(|| side_bits(config))
        .or_else(|| first(&AT_LEAST_ONE, config, |n| n >= 1.0, "must be at least 1"))
        .or_else(|| first(&POSITIVE, config, |n| n > 0.0, "must be more than 0"))
        .or_else(|| limits(config))
        .or_else(|| levels(config))
        .or_else(|| {
            first(
                &POWERS_OF_TWO,
                config,
                is_power_of_two,
                "must be a power of two",
            )
        })
        .or_else(|| l1_sets(config))
        .or_else(|| pipes(config))
}

fn first(paths: &[&str], config: &Value, good: impl Fn(f64) -> bool, rule: &str) -> Option<String> {
    let path = paths.iter().find(|path| !good(number(config, path)))?;
    Some(format!("{path} is {}: it {rule}", number(config, path)))
}

/// Every number lies between zero and [`MOST`].
fn range(value: &Value, path: &str) -> Option<String> {
    match value {
        Value::Object(fields) => fields.iter().find_map(|(name, value)| {
            let dot = if path.is_empty() { "" } else { "." };
            range(value, &format!("{path}{dot}{name}"))
        }),
        Value::Array(values) => values.iter().find_map(|value| range(value, path)),
        Value::Number(n) if !FREE.contains(&path) => {
            let good = n.as_f64().is_some_and(|n| (0.0..=MOST).contains(&n));
            (!good).then(|| format!("{path} is {n}: it must lie between 0 and {MOST}"))
        }
        // What is not a finite number has none in this form.
        Value::Null => Some(format!("{path} is not a finite number")),
        Value::Number(_) | Value::String(_) | Value::Bool(_) => None,
    }
}

fn groups(config: &Value) -> Option<String> {
    let sizes = config["chip"]["gpc_sms"].as_array()?;
    let sms: u64 = sizes.iter().filter_map(Value::as_u64).sum();
    let most = sim_memory::system::MOST_GPCS;
    if sms == 0 {
        Some("chip.gpc_sms must name at least one SM".to_string())
    } else if sms > 1024 || sizes.len() > most {
        Some(format!(
            "chip.gpc_sms has {sms} SMs in {} groups: at most 1024 in {most}",
            sizes.len()
        ))
    } else if number(config, "chip.lone_sms") > sizes.first().and_then(Value::as_f64)? {
        Some("chip.lone_sms is more than the first group of chip.gpc_sms has".to_string())
    } else {
        None
    }
}

fn sub_cores(config: &Value) -> Option<String> {
    let wanted = crate::sm::SUB_CORES as f64;
    let given = number(config, "sm.sub_cores");
    (given != wanted)
        .then(|| format!("sm.sub_cores is {given}: every GPU since Volta has {wanted}"))
}

/// Of two successive pages of 4 KB one lies on each side.
fn side_bits(config: &Value) -> Option<String> {
    let bits = config["l2"]["side_bits"].as_array()?.iter();
    let bits: Vec<u64> = bits.filter_map(Value::as_u64).collect();
    let good = bits.contains(&12) && bits.iter().all(|bit| (12..=47).contains(bit));
    (!good).then(|| {
        format!("l2.side_bits is {bits:?}: bits of an address, 12 among them, from 12 to 47")
    })
}

/// Each bit of an address adds the number of a set, and each bank has as many sets as the others.
fn l1_sets(config: &Value) -> Option<String> {
    let sets = number(config, "l1.sets") as u32;
    let bits = config["l1"]["set_bits"].as_array()?;
    if !bank_bits(&config["l1"]["bank_bits"], sets) {
        let given = &config["l1"]["bank_bits"];
        let most = l1::MOST_BANKS.ilog2();
        Some(format!(
            "l1.bank_bits is {given}: at most {most} masks of the bits of l1.sets, which is {sets}, none of them the \
             exclusive-or of others"
        ))
    } else if number(config, "l1.turn_step") as u64 & 1 == 0 {
        let step = number(config, "l1.turn_step");
        Some(format!("l1.turn_step is {step}: it must be odd"))
    } else if bits.len() > l1::MOST_SET_BITS {
        let (most, given) = (l1::MOST_SET_BITS, bits.len());
        Some(format!("l1.set_bits has {given} entries: at most {most}"))
    } else {
        None
    }
}

/// Whether masks of the bits of a set's number make banks of it.
fn bank_bits(masks: &Value, sets: u32) -> bool {
    let masks = masks.as_array().into_iter().flatten();
    let masks: Vec<u64> = masks.filter_map(Value::as_u64).collect();
    if masks.len() > l1::MOST_BANKS.ilog2() as usize {
        return false;
    }
    // What some of them add up to: zero if one is the sum of others.
    let sum = |some: usize| {
        let chosen = masks
            .iter()
            .enumerate()
            .filter(|(bit, _)| some >> bit & 1 != 0);
        chosen.fold(0, |sum, (_, mask)| sum ^ mask)
    };
    (1..1 << masks.len()).all(|some| (1..u64::from(sets)).contains(&sum(some)))
}

fn limits(config: &Value) -> Option<String> {
    let above = AT_MOST
        .iter()
        .filter(|(path, limit)| number(config, path) > *limit)
        .map(|(path, limit)| format!("{path} is {}: at most {limit}", number(config, path)));
    let below = AT_LEAST
        .iter()
        .filter(|(path, limit)| number(config, path) < *limit)
        .map(|(path, limit)| format!("{path} is {}: at least {limit}", number(config, path)));
    above.chain(below).next()
}

fn levels(config: &Value) -> Option<String> {
    let number = |path| number(config, path);
    let mut pairs = FARTHER_AND_FARTHER.windows(2);
    let pair = pairs.find(|pair| number(pair[1]) < number(pair[0]))?;
    Some(format!(
        "{} is {}: at least {}, which is {}",
        pair[1],
        number(pair[1]),
        pair[0],
        number(pair[0])
    ))
}

fn pipes(config: &Value) -> Option<String> {
    let pipes = config["pipes"].as_object()?;
    let all = super::PIPES.iter().chain(&super::TENSOR_RATES);
    let missing = all.map(|&pipe| super::pipe_name(pipe));
    let mut missing = missing.filter(|name| !pipes.contains_key(*name));
    let idle = |pipe: &Value| number(pipe, "interval") < 1.0;
    let mut idle = pipes.iter().filter(|(_, pipe)| idle(pipe));
    missing
        .next()
        .map(|name| format!("pipes lacks '{name}'"))
        .or_else(|| {
            Some(format!(
                "pipes.{}.interval must be at least 1",
                idle.next()?.0
            ))
        })
}

fn is_power_of_two(n: f64) -> bool {
    (n as u64).is_power_of_two()
}

fn number(config: &Value, path: &str) -> f64 {
    let value = path.split('.').try_fold(config, |at, part| at.get(part));
    value.and_then(Value::as_f64).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;

    fn h200() -> Value {
        let config = GpuConfig::built_in("h200").expect("built in");
        serde_json::to_value(config).expect("a tree")
    }

    #[test]
    fn every_rule_speaks_of_a_number_that_is_there() {
        let config = h200();
        let limits = AT_MOST.iter().chain(&AT_LEAST).map(|(path, _)| path);
        let lists = AT_LEAST_ONE.iter().chain(&POSITIVE).chain(&POWERS_OF_TWO);
        let lists = lists.chain(&FARTHER_AND_FARTHER);
        for path in limits.chain(lists).chain(&FREE) {
            assert!(!number(&config, path).is_nan(), "{path}");
        }
        assert_eq!(problem(&config), None);
    }

    /// Nothing would ever be served at a rate of zero.
    #[test]
    fn every_rate_must_be_positive() {
        let Value::Object(components) = h200() else {
            panic!("components by name");
        };
        let numbers = components.iter().filter_map(|(component, value)| {
            let Value::Object(numbers) = value else {
                return None;
            };
            Some(
                numbers
                    .keys()
                    .map(move |name| format!("{component}.{name}")),
            )
        });
        for path in numbers
            .flatten()
            .filter(|path| path.ends_with("_per_cycle"))
        {
            assert!(POSITIVE.contains(&path.as_str()), "{path}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_its_path() {
        let wrong = [
            ("l1.sets", "3"),
            ("l1.sets", "0"),
            ("l1.ways", "9"),
            ("l1.bank_bits", "[1, 2, 4, 8]"),
            ("l1.bank_bits", "[1, 2, 3]"),
            ("l1.bank_bits", "[512]"),
            ("l1.turn_step", "38"),
            (
                "l1.set_bits",
                "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]",
            ),
            ("l1.size_kib", "16384"),
            ("l2.ways", "33"),
            ("l2.sets", "65536"),
            ("dram.overhead", "1.0"),
            ("dram.bytes_per_cycle", "0.0"),
            ("gpc.read_bytes_per_cycle", "-1.0"),
            ("gpc.coalescer_lines", "100000"),
            ("l1.miss_interval", "1e30"),
            ("chip.gpc_sms", "[]"),
            ("l2.side_bits", "[13]"),
            ("l2.side_bits", "[7, 12]"),
            ("sm.sub_cores", "2"),
            ("constant.l2_latency", "28"),
            ("constant.hit_latency", "5000"),
            ("constant.miss_latency", "325"),
            ("constant.ways", "0"),
            ("constant.sets", "6"),
            ("constant.gpc_spread", "1.5"),
            ("pipes.alu.interval", "0"),
        ];
        for (path, value) in wrong {
            let mut gpu = GpuConfig::built_in("h200").expect("built in");
            let error = gpu.set(path, value).expect_err(path).to_string();
            assert!(
                error.contains(path.rsplit_once('.').map_or(path, |p| p.0)),
                "{error}"
            );
        }
    }
}
