//! The opcode reference, generated from the table (`docs/isa.md`).

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::encoding::{Archs, Arg, Bits, Imm, Place, Show, Signs, Slot, Uniform};
use crate::modifier::Kind;
use crate::op::{ROWS, Row};

/// The whole reference as Markdown.
pub fn markdown() -> String {
    let mut out = String::from(HEAD);
    for family in ROWS.chunk_by(|a, b| a.family == b.family) {
        let _ = writeln!(out, "\n## {}", family[0].family);
        for row in family {
            section(&mut out, row);
        }
    }
    out.push_str(
        "\n## Modifiers\n\nValue and text of every choice; text in parentheses goes unsaid.\n\n",
    );
    out.push_str("| modifier | choices |\n|---|---|\n");
    for kind in used_kinds() {
        let choices: Vec<String> = kind.choices().iter().map(choice).collect();
        let _ = writeln!(out, "| {} | {} |", kind.name(), choices.join(", "));
    }
    out
}

const HEAD: &str = "\
# The opcodes

Generated from the table in `sim-isa/src/op`; a test keeps it current.

Every instruction has 128 bits. Bits 0…11 are the opcode of a form; in arithmetic
9…11 tell the forms of one operation apart: 1 for registers only, 2 and 3 for an
immediate and a constant as c, 4 and 5 for the same as b, 6 and 7 for a uniform
register as b and c. Bits 12…14 are the guard, 15 its inversion. Bits 105…108 hold
the stall count, 109 is clear to yield, 110…112 name the dependence counter released
with the result (7: none), 113…115 the one released with the sources, 116…121 the
counters waited for, 122…124 mark the sources at 24, 32 and 64 for reuse. Bit 91 is
set if a form reads a uniform register. Minus (or not) and magnitude of a source are
bits 72 and 73 if it lies at 24, 63 and 62 if at 32 or a constant, 75 and 74 if at
64.

In the syntax, `d` is the destination, `p` a predicate destination, `a`, `b`, `c`
are sources and `q` predicate sources; `[ ]` marks what prints only if it is used
or if a modifier asks for it; `-`, `|x|`, `~` are the sign bits that a source has.
";

fn section(out: &mut String, row: &Row) {
    let _ = writeln!(out, "\n### {} (`Op::{:?}`)\n", row.mnemonic, row.op);
    let _ = writeln!(out, "{}.\n", row.doc);
    let _ = writeln!(
        out,
        "- pipe {:?}, latency class {:?}",
        row.pipe, row.latency
    );
    let args: Vec<String> = row.encoding.args.iter().map(syntax).collect();
    let _ = writeln!(out, "- syntax: `{} {}`", row.mnemonic, args.join(", "));
    for suffix in row.encoding.suffixes {
        let _ = writeln!(
            out,
            "- suffix {}: {}",
            suffix.kind.name(),
            ranges(suffix.bits)
        );
    }
    for arg in row.encoding.args {
        if let Some(place) = fixed_place(arg) {
            let _ = writeln!(out, "- {place}");
        }
    }
    for fixed in row.encoding.fixed {
        let _ = writeln!(out, "- bits {} hold {:#x}", range(fixed.bits), fixed.value);
    }
    for form in row.encoding.forms {
        let named = ["a", "b", "c"].iter().zip(form.places);
        let places: Vec<String> = named
            .filter(|(_, place)| *place != Place::None)
            .map(|(name, place)| format!("{name} {}", place_text(place)))
            .collect();
        let archs = match form.archs {
            Archs::All => "",
            Archs::Before80 => " (before sm_80)",
            Archs::Before90 => " (before sm_90)",
            Archs::From90 => " (from sm_90)",
        };
        let fixed = form.fixed.iter();
        let fixed = fixed.map(|f| format!("; bits {} hold {:#x}", range(f.bits), f.value));
        let places = places.join("; ") + &fixed.collect::<String>();
        let _ = writeln!(out, "- form `{:#05x}`{archs} {places}", form.opcode);
    }
}

fn optional(show: Show, text: String) -> String {
    match show {
        Show::Always => text,
        Show::IfUsed | Show::IfFlag(_) | Show::IfFlagNot(..) | Show::Never => format!("[{text}]"),
    }
}

fn syntax(arg: &Arg) -> String {
    match *arg {
        Arg::Dst { show, uniform, .. } => optional(show, if uniform { "ud" } else { "d" }.into()),
        Arg::DstBarrier => "d".to_string(),
        Arg::PredDst { index, show, .. } => optional(show, format!("p{index}")),
        Arg::PredSrc { index, show, .. } => optional(show, format!("q{index}")),
        Arg::Num { kind, .. } => kind.name().to_string(),
        Arg::Word(word) => format!("`{word}`"),
        Arg::Src {
            slot,
            signs,
            imm,
            show,
            ..
        } => optional(show, source(slot, signs, imm)),
    }
}

fn source(slot: Slot, signs: Signs, imm: Imm) -> String {
    let name = match slot {
        Slot::A => "a",
        Slot::B => "b",
        Slot::C => "c",
    };
    let signs = match signs {
        Signs::No => "",
        Signs::Neg => "-",
        Signs::NegAbs => "-|x|",
        Signs::Not | Signs::NotBit(_) => "~",
        Signs::NegOrNot => "-~",
        Signs::Half | Signs::HalfTurned(_) => "-|x|, half ",
        Signs::Part(..) | Signs::IntPart(_) => "part ",
        Signs::NegAbsPart(..) => "-|x|, part ",
    };
    let kind = match imm {
        Imm::Signed | Imm::Hex | Imm::IntSource => "",
        Imm::F32 => ":f32",
        Imm::F64 => ":f64",
        Imm::F16x2 => ":f16x2",
        Imm::F16 => ":f16",
        Imm::Bf16 => ":bf16",
        Imm::Source => ":as read",
    };
    format!("{signs}{name}{kind}")
}

/// Where an operand sits whose place does not depend on the form.
fn fixed_place(arg: &Arg) -> Option<String> {
    match *arg {
        Arg::PredDst { index, lo, .. } => Some(format!("p{index}: bits {}", range((lo, 3)))),
        Arg::PredSrc { index, lo, .. } => {
            let not = lo + 3;
            Some(format!(
                "q{index}: bits {}, inverted by {not}",
                range((lo, 3))
            ))
        }
        Arg::Num { kind, bits } => Some(format!("{}: {}", kind.name(), ranges(bits))),
        Arg::Dst { .. } | Arg::DstBarrier | Arg::Src { .. } | Arg::Word(_) => None,
    }
}

fn place_text(place: Place) -> String {
    match place {
        Place::None => "none".to_string(),
        Place::Ra => "R at 24".to_string(),
        Place::Rb | Place::RbAddend => "R at 32".to_string(),
        Place::Rc | Place::RcHalf => "R at 64".to_string(),
        Place::URa => "UR at 24".to_string(),
        Place::URb => "UR at 32".to_string(),
        Place::URc => "UR at 64".to_string(),
        Place::Imm => "immediate in 32…63".to_string(),
        Place::Small(bits) => format!("immediate in {}", range(bits)),
        Place::Const => "c[54…58][words at 40…53]".to_string(),
        Place::ConstByte => "c[54…58][38…53]".to_string(),
        Place::ConstReg => "c[54…58][R at 24 + 38…53]".to_string(),
        Place::ConstUReg => "c[54…58][UR at 24 + 38…53]".to_string(),
        Place::Mem(uniform) => address(uniform, ""),
        Place::Shared(uniform) => address(uniform, " scaled by 78…79"),
        Place::MemUniform => "[UR at 24 + 40…63]".to_string(),
        Place::CopyTo => "[R at 16 + 44…63]".to_string(),
        Place::CopyFrom => "desc[UR at 64][R at 24 + 32…43]".to_string(),
        Place::Special => "special register 72…79".to_string(),
        Place::Target | Place::RelativeTarget => "offset in words at 16…23, 34…81".to_string(),
        Place::CodeAddress => "offset in bytes at 24…31, 34…81".to_string(),
        Place::ShortTarget => "offset in words at 34…63".to_string(),
        Place::Barrier => "B at 16".to_string(),
        Place::BarrierSource => "B at 24".to_string(),
        Place::MemFar => "[R at 24 + 32…63]".to_string(),
        Place::Scoreboard => "SB at 44".to_string(),
    }
}

fn address(uniform: Uniform, scale: &str) -> String {
    match uniform {
        Uniform::Absent => format!("[R at 24{scale} + 40…63]"),
        Uniform::Desc(lo) => format!("desc[UR at {lo}][R at 24{scale} + 40…63]"),
        Uniform::Base(lo) => format!("[R at 24{scale} + UR at {lo} + 40…63]"),
    }
}

fn range((lo, width): Bits) -> String {
    match width {
        1 => lo.to_string(),
        _ => format!("{lo}…{}", lo + width - 1),
    }
}

fn ranges(bits: &[Bits]) -> String {
    match bits {
        [] => "always".to_string(),
        [one] => format!("bits {}", range(*one)),
        many => {
            let parts: Vec<String> = many.iter().map(|b| range(*b)).collect();
            format!("bits {} (lowest first)", parts.join(", "))
        }
    }
}

fn choice(choice: &crate::modifier::Choice) -> String {
    match choice.text {
        "" => format!("{} ( )", choice.code),
        text => format!("{} `{text}`", choice.code),
    }
}

/// The kinds with named values that some row uses as a suffix.
fn used_kinds() -> BTreeSet<Kind> {
    let suffixes = ROWS.iter().flat_map(|row| row.encoding.suffixes);
    suffixes.map(|suffix| suffix.kind).collect()
}
