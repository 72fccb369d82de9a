//! Kernels that never end are told so, with who waits for what; slow ones are not.

use crate::assembly::{assemble, buffer, launch, options, tiny};
use sim_core::engine::{EngineOptions, LaunchError};
use sim_core::fault::FaultKind;
use sim_core::launch::Limits;

/// Launches a kernel of two warps with a zeroed buffer as parameter, which must fail.
fn fault(text: &str, options: EngineOptions) -> FaultKind {
    let mut simulator = tiny(options);
    let data = buffer(&mut simulator, "data", 64);
    let program = assemble("hang", text);
    match launch(&mut simulator, &program, 1, 64, &[data]) {
        Err(LaunchError::Fault(fault)) => fault.kind,
        other => panic!("{other:?}"),
    }
}

const SPIN: &str = "
    LDC.64 R2, c[0x0][0x210]
    ULDC.64 UR4, c[0x0][0x208]
    again:
    LDG.E.STRONG.GPU R12, desc[UR4][R2.64]
    ISETP.EQ.AND P0, PT, R12, RZ, PT
    @P0 BRA <again>
    EXIT
";

#[test]
fn waiting_for_a_flag_that_nobody_sets_is_a_livelock() {
    let kind = fault(SPIN, options(2, 1));
    let FaultKind::Livelock { waiting } = &kind else {
        panic!("{kind:?}");
    };
    assert!(waiting.contains("block (0, 0, 0) warp 0"), "{waiting}");
}

#[test]
fn a_lock_that_nobody_releases_is_a_livelock() {
    let kind = fault(
        "
        LDC.64 R2, c[0x0][0x210]
        MOV R10, RZ
        MOV R11, 0x1
        again:
        ATOMG.E.CAS.STRONG.GPU PT, R12, [R2], R10, R11
        ISETP.NE.AND P0, PT, R12, RZ, PT
        @P0 BRA <again>
        forever:
        BRA <forever>
        ",
        options(1, 1),
    );
    assert!(matches!(kind, FaultKind::Livelock { .. }), "{kind:?}");
}

#[test]
fn warps_at_different_barriers_are_a_deadlock() {
    let kind = fault(
        "
        S2R R0, SR_TID.X
        ISETP.GT.AND P0, PT, R0, 0x1f, PT
        @P0 BRA <second>
        BAR.SYNC.DEFER_BLOCKING 0x1
        EXIT
        second:
        BAR.SYNC.DEFER_BLOCKING 0x2
        EXIT
        ",
        options(1, 1),
    );
    let FaultKind::Deadlock { waiting } = &kind else {
        panic!("{kind:?}");
    };
    assert!(waiting.contains("warp 1"), "{waiting}");
    assert!(waiting.contains("barrier"), "{waiting}");
}

#[test]
fn a_long_computation_is_not_mistaken_for_a_hang() {
    let program = assemble(
        "long",
        "
        MOV R10, RZ
        again:
        VIADD R10, R10, 0x1
        ISETP.LT.AND P0, PT, R10, 0x4000, PT
        @P0 BRA <again>
        EXIT
        ",
    );
    let mut simulator = tiny(options(1, 1));
    let report = launch(&mut simulator, &program, 1, 64, &[]).unwrap_or_else(|e| panic!("{e}"));
    assert!(report.cycles_elapsed > Some(500_000));
}

#[test]
fn limits_stop_a_kernel_and_name_the_option_that_raises_them() {
    let limits = Limits {
        max_cycles: 50_000,
        ..Limits::default()
    };
    let kind = fault(
        SPIN,
        EngineOptions {
            limits,
            ..options(1, 1)
        },
    );
    let FaultKind::LimitReached { what, option, .. } = kind else {
        panic!("{kind:?}");
    };
    assert_eq!((what, option), ("cycles", "--max-cycles"));
}

#[test]
fn an_access_behind_a_buffer_names_it_and_its_thread() {
    let mut simulator = tiny(options(1, 1));
    let data = buffer(&mut simulator, "data", 40);
    let program = assemble(
        "behind",
        "
        LDC.64 R2, c[0x0][0x210]
        ULDC.64 UR4, c[0x0][0x208]
        S2R R0, SR_TID.X
        IMAD.WIDE R8, R0, 0x4, R2
        LDG.E R10, desc[UR4][R8.64]
        EXIT
        ",
    );
    let Err(LaunchError::Fault(fault)) = launch(&mut simulator, &program, 1, 64, &[data]) else {
        panic!("it must fault");
    };
    let place = fault.place.as_ref().unwrap_or_else(|| panic!("no place"));
    assert_eq!(place.thread, [40, 0, 0]);
    assert!(fault.to_string().contains("data"), "{fault}");
}
