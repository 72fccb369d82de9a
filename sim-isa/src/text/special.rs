//! The names of special registers.

/// Number and name of every special register that listings name.
pub const SPECIAL_REGISTERS: &[(u8, &str)] = &[
    (0, "SR_LANEID"),
    (1, "SR_CLOCK"),
    (2, "SR_VIRTCFG"),
    (3, "SR_VIRTID"),
    (32, "SR_TID"),
    (33, "SR_TID.X"),
    (34, "SR_TID.Y"),
    (35, "SR_TID.Z"),
    (37, "SR_CTAID.X"),
    (38, "SR_CTAID.Y"),
    (39, "SR_CTAID.Z"),
    (40, "SR_NTID"),
    (46, "SR_LWINHI"),
    (47, "SR_SWINHI"),
    (48, "SR_SWINLO"),
    (49, "SR_SWINSZ"),
    (50, "SR_SMEMSZ"),
    (51, "SR_SMEMBANKS"),
    (52, "SR_LWINLO"),
    (53, "SR_LWINSZ"),
    (54, "SR_LMEMLOSZ"),
    (55, "SR_LMEMHIOFF"),
    (56, "SR_EQMASK"),
    (57, "SR_LTMASK"),
    (58, "SR_LEMASK"),
    (59, "SR_GTMASK"),
    (60, "SR_GEMASK"),
    (61, "SR_REGALLOC"),
    (62, "SR_BARRIERALLOC"),
    (64, "SR_GLOBALERRORSTATUS"),
    (65, "SR_CGAERRORSTATUS"),
    (66, "SR_WARPERRORSTATUS"),
    (67, "SR_VIRTUALSMID"),
    (68, "SR_VIRTUALENGINEID"),
    (80, "SR_CLOCKLO"),
    (81, "SR_CLOCKHI"),
    (82, "SR_GLOBALTIMERLO"),
    (83, "SR_GLOBALTIMERHI"),
    (136, "SR_CgaCtaId"),
    (137, "SR_GpcLocalCgaId"),
    (255, "SRZ"),
];

/// A special register's name; `SR7` if it has none.
pub fn special_name(number: u8) -> String {
    let known = SPECIAL_REGISTERS.iter().find(|(n, _)| *n == number);
    known.map_or_else(|| format!("SR{number}"), |(_, name)| name.to_string())
}

/// The special register of a name.
pub fn special_number(name: &str) -> Option<u8> {
    let known = SPECIAL_REGISTERS.iter().find(|(_, n)| *n == name);
    known
        .map(|(number, _)| *number)
        .or_else(|| name.strip_prefix("SR")?.parse().ok())
}
