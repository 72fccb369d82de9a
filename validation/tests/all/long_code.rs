//! What straight code takes that is longer than the instruction caches, its first turn, beside what the same machine
//! code took on an H200 (`micro/h200/long_code`).

use crate::timed::series::printed_behind;
use crate::timed::{folder, out};
use sim_validation::truth::TruthSet;

/// Cycles from the beginning of the first warp of a mask to the end of the last, of one turn over so many KB.
fn first_turn(mask: u32, kb: u32) -> f64 {
    let name = format!("code_{mask:x}_{kb}_1_first");
    let set = TruthSet::read(&folder("long_code")).expect("the set is readable");
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let clocks = out(&set, entry.expect(&name), 1, &[]);
    let warps = clocks.chunks(3).enumerate();
    let warps: Vec<_> = warps.filter(|(warp, _)| mask >> warp & 1 == 1).collect();
    let from = warps.iter().map(|(_, clock)| clock[0]).min();
    let to = warps.iter().map(|(_, clock)| clock[1]).max();
    f64::from(to.expect("a warp") - from.expect("a warp"))
}

fn hold(masks: &[u32], kilobytes: &[u32]) {
    for &mask in masks {
        for &kb in kilobytes {
            let got = first_turn(mask, kb);
            let wanted = printed_behind("long_code", &format!("code_{mask:x}_{kb}_1"))[0];
            println!("{mask:x} {kb} KB: {got}, measured {wanted}");
            let off = got / wanted - 1.0;
            assert!(off.abs() < 0.12, "{mask:x} {kb}: {got} for {wanted}");
        }
    }
}

/// Code behind the first 64 KB comes from device memory. Sixteen warps would wait 12 to 16 % longer for it, if it came
/// only as they went on.
#[test]
fn code_comes_from_memory_whether_warps_are_ready_for_it_or_not() {
    hold(&[0x1, 0xffff], &[64, 96]);
    assert!(first_turn(0xffff, 96) < 1.04 * first_turn(0x1, 96));
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn code_of_any_length_comes_to_any_warps_as_on_the_gpu() {
    let masks = [0x1, 0xf, 0x11, 0xff, 0x1111, 0xffff, 0xffff_ffff];
    hold(&masks, &[16, 24, 32, 40, 48, 64, 96, 112, 128, 144, 160]);
}
