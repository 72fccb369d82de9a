//! The functions against what an H200 gave.
//!
//! `samples.txt` holds arguments and results: edges, special values, random
//! bits. `checksums.txt` holds sums over all 2^23 arguments that share sign and
//! exponent bits, for those that together pass through every row of every table.

use super::*;

/// What `function` gives for `bits`; the names are those of the data files.
fn evaluate(function: &str) -> fn(u32) -> u32 {
    match function {
        "rcp" => rcp,
        "rsq" => rsq,
        "sqrt" => sqrt,
        "lg2" => lg2,
        "ex2" => ex2,
        "sin" => sin,
        "cos" => cos,
        "tanh" => tanh,
        "rcp64h" => rcp64h,
        "rsq64h" => rsq64h,
        other => panic!("no function is called {other}"),
    }
}

/// The finaliser of SplitMix64.
fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

fn checksum(function: fn(u32) -> u32, leading: u32) -> u64 {
    (0..1 << 23).fold(0, |sum: u64, mantissa: u32| {
        let result = function(leading << 23 | mantissa);
        sum.wrapping_add(mix(u64::from(mantissa) << 32 | u64::from(result)))
    })
}

#[test]
fn every_sampled_result_is_the_hardwares() {
    for line in include_str!("samples.txt").lines() {
        let [function, argument, expected] =
            line.split(' ').collect::<Vec<_>>().try_into().expect(line);
        let argument = u32::from_str_radix(argument, 16).expect(line);
        let result = evaluate(function)(argument);
        assert_eq!(format!("{result:08x}"), expected, "{line}");
    }
}

#[test]
fn all_results_of_whole_binades_are_the_hardwares() {
    for line in include_str!("checksums.txt").lines() {
        let [function, leading, expected] =
            line.split(' ').collect::<Vec<_>>().try_into().expect(line);
        let leading = leading.parse().expect(line);
        let sum = checksum(evaluate(function), leading);
        assert_eq!(format!("{sum:016x}"), expected, "{line}");
    }
}
