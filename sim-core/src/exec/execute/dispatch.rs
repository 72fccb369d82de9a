//! The choice of the host's instruction set: the crate's only unsafe code.
//!
//! A function compiled for instructions that the host lacks must not be called,
//! so calling one is unsafe. Here each such call stands behind the value of
//! [`Level`] that only [`Executor::detect`] and [`Executor::available`] hand out,
//! after asking the host. The functions are otherwise safe Rust.
#![allow(unsafe_code)]

use super::run;
use crate::exec::uop::{Kind, Uop};
use crate::exec::warp::{Env, WarpState};

/// The instruction sets that the code is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    /// What the target guarantees.
    Baseline,
    /// AVX2, FMA, BMI, and conversions of halves.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with the extensions of Skylake servers and Zen 4.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Carries out operations on whole warps, with the host's best instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Executor {
    level: Level,
}

impl Executor {
    /// The executor for this host.
    pub fn detect() -> Executor {
        let mut available = Executor::available();
        available.pop().unwrap_or(Executor {
            level: Level::Baseline,
        })
    }

    /// All executors that this host can run, the plainest first: their results
    /// are the same, which tests check.
    pub fn available() -> Vec<Executor> {
        let mut levels = vec![Level::Baseline];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("fma")
                && is_x86_feature_detected!("bmi2")
            {
                levels.push(Level::Avx2);
                if is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512bw")
                {
                    levels.push(Level::Avx512);
                }
            }
        }
        levels.into_iter().map(|level| Executor { level }).collect()
    }

    /// Carries out an operation that stays inside the registers for `lanes`, the
    /// running lanes that pass the guard. Other kinds of instruction do nothing
    /// here: they are the SM's.
    #[inline]
    pub fn execute(self, uop: &Uop, warp: &mut WarpState, lanes: u32, env: &Env) {
        if lanes == 0 {
            return;
        }
        match self.level {
            Level::Baseline => baseline(uop, warp, lanes, env),
            // SAFETY: `available` hands out this level only where it has asked
            // the host for every feature that the function is compiled with.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2(uop, warp, lanes, env) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512(uop, warp, lanes, env) },
        }
    }
}

fn baseline(uop: &Uop, warp: &mut WarpState, lanes: u32, env: &Env) {
    if let Kind::Alu(alu) = uop.kind {
        run(alu, uop, warp, lanes, env);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi2")]
fn avx2(uop: &Uop, warp: &mut WarpState, lanes: u32, env: &Env) {
    if let Kind::Alu(alu) = uop.kind {
        run(alu, uop, warp, lanes, env);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi2,avx512f,avx512dq,avx512vl,avx512bw")]
fn avx512(uop: &Uop, warp: &mut WarpState, lanes: u32, env: &Env) {
    if let Kind::Alu(alu) = uop.kind {
        run(alu, uop, warp, lanes, env);
    }
}
