//! `printf`: room in the buffer by an atomic addition, then the record's stores.
//!
//! How records lie in the buffer says [`crate::printf`]. The buffer is a variable of the module
//! that no text can name; only kernels that print have it.

use super::expr::decay_fully;
use super::value::{Value, in_memory};
use super::{Lowered, Lowering};
use crate::cexpr::{Expr, ExprKind, Scalar};
use crate::diagnostic::Diagnostic;
use crate::kernel::{
    AccessMode, Address, AtomicOp, CompareOp, Const, Inst, MemType, Operand, RegionKind, Space,
    Type, VReg,
};
use crate::printf::{self, CAPACITY, Conversion, FIFO, Format, Kind, Piece, SLOT, Wanted};
use crate::source::Span;

/// An argument of a record.
struct Argument {
    ty: MemType,
    value: Operand,
}

impl Lowering<'_> {
    /// Its value is the number of arguments behind the format, as CUDA has it, or -1 where the
    /// record does not fit.
    pub(super) fn printf(&mut self, args: &[Expr], span: Span) -> Lowered<Value> {
        let (format, arguments) = self.record(args, span)?;
        let number = self.build.format_number(format);
        let size = SLOT * (1 + arguments.len() as u64);
        let fifo = self.fifo();
        let taken = self.add_to(fifo, 0, size);
        let last = Const::new(Type::U64, CAPACITY - size).into();
        let fits = self.build.compare(CompareOp::Le, Type::U64, taken, last);
        let (given, none) = (Const::s32(args.len() as i32 - 1), Const::s32(-1));
        let result = self
            .build
            .select(Type::S32, fits, given.into(), none.into());

        let blocks = [(); 3].map(|()| self.build.new_block());
        let [inside, outside, merge] = blocks;
        let region = self.build.open_region(RegionKind::Selection, merge);
        self.go_one_of(fits, inside, outside, Some(region));
        self.build.switch_to(inside);
        self.write_record(fifo, taken, number, &arguments);
        self.build.jump(merge);
        self.build.switch_to(outside);
        self.add_to(fifo, printf::DROPPED, 1);
        self.build.discard_result();
        self.build.jump(merge);
        self.build.open.pop();
        self.build.switch_to(merge);
        Ok(Value::Scalar(Scalar::I32, result))
    }

    /// The format and what it prints, checked against each other.
    fn record(&mut self, args: &[Expr], span: Span) -> Lowered<(Format, Vec<Argument>)> {
        let Some((format, mut rest)) = args.split_first() else {
            return Err(Diagnostic::error(span, "`printf` wants a format"));
        };
        let mut pieces = parsed(format)?;
        let mut arguments = Vec::new();
        for piece in &mut pieces {
            let Piece::Conversion(conversion) = piece else {
                continue;
            };
            let wanted: Vec<_> = conversion.wanted().collect();
            for wanted in wanted {
                let Some((arg, behind)) = rest.split_first() else {
                    let message = format!("`{}` has no argument", conversion.text);
                    return Err(Diagnostic::error(span, message));
                };
                rest = behind;
                match (wanted, &arg.kind) {
                    (Wanted::Text, ExprKind::Text(text)) => {
                        let end = text.find('\0').unwrap_or(text.len());
                        conversion.kind = Kind::Text(text[..end].to_owned());
                    }
                    _ => arguments.push(self.argument(wanted, conversion, arg)?),
                }
            }
        }
        if let Some(surplus) = rest.first() {
            let message = "the format has no conversion for this argument";
            return Err(Diagnostic::error(surplus.span, message));
        }
        let span = format.span;
        Ok((Format { pieces, span }, arguments))
    }

    /// An argument after C's default promotions, by which `float` is `double` and small integers
    /// are `int`.
    fn argument(
        &mut self,
        wanted: Wanted,
        conversion: &Conversion,
        arg: &Expr,
    ) -> Lowered<Argument> {
        if matches!(arg.kind, ExprKind::Text(_)) {
            return Err(mismatch(
                wanted,
                conversion,
                "a string",
                Some("%s"),
                arg.span,
            ));
        }
        match (wanted, decay_fully(self.rvalue(arg)?)) {
            (Wanted::Pointer, Value::Pointer(pointer, addr)) => {
                let address = self.address_operand(pointer.space, addr);
                let from = match pointer.register() {
                    Type::U64 => Scalar::U64,
                    _ => Scalar::U32,
                };
                let value = self.convert(address, from, Scalar::U64);
                Ok(Argument {
                    ty: MemType::U64,
                    value,
                })
            }
            (_, Value::Scalar(from, value)) => match promoted(from) {
                Some((to, takes, _)) if takes == wanted => Ok(Argument {
                    ty: in_memory(to),
                    value: self.convert(value, from, to),
                }),
                known => {
                    let found = Value::Scalar(from, value).describe();
                    let suited = known.map(|(_, _, suited)| suited);
                    let fault = mismatch(wanted, conversion, &found, suited, arg.span);
                    let half = known.is_none().then(|| "cast it to `float`".to_owned());
                    Err(fault.help_if(half))
                }
            },
            (_, other) => {
                let suited = matches!(other, Value::Pointer(..)).then_some("%p");
                let found = other.describe();
                Err(mismatch(wanted, conversion, &found, suited, arg.span))
            }
        }
    }

    /// The address of the buffer.
    fn fifo(&mut self) -> VReg {
        let bytes = (printf::RECORDS + CAPACITY) as u32;
        let symbol = self.build.own_buffer(FIFO, MemType::U64, bytes);
        let dst = self.build.temporary(Type::U64);
        self.build.emit(Inst::Symbol { dst, symbol });
        dst
    }

    /// Adds to a number of the buffer's head; gives what it was.
    fn add_to(&mut self, fifo: VReg, offset: u64, number: u64) -> Operand {
        let dst = self.build.temporary(Type::U64);
        self.build.emit(Inst::Atomic {
            op: AtomicOp::Add,
            space: Space::Global,
            ty: MemType::U64,
            dst: Some(dst),
            addr: Address {
                base: Some(fifo),
                offset: offset as i64,
            },
            a: Const::new(Type::U64, number).into(),
            b: None,
        });
        dst.into()
    }

    fn write_record(&mut self, fifo: VReg, taken: Operand, number: u32, arguments: &[Argument]) {
        let (add, fifo) = (crate::kernel::BinaryOp::Add, fifo.into());
        let Some(record) = self.build.binary(add, Type::U64, fifo, taken).reg() else {
            return;
        };
        let header = printf::RECORDS as i64;
        let number = Operand::from(Const::u32(number));
        let slots = (header + SLOT as i64..).step_by(SLOT as usize);
        let values = arguments
            .iter()
            .zip(slots)
            .map(|(a, at)| (a.ty, a.value, at));
        let first = (MemType::U32, number, header);
        let last = (MemType::U32, number, header + 4);
        for (ty, value, offset) in std::iter::once(first).chain(values).chain([last]) {
            self.build.emit(Inst::Store {
                space: Space::Global,
                ty,
                src: std::iter::once(value).collect(),
                addr: Address {
                    base: Some(record),
                    offset,
                },
                mode: AccessMode::default(),
            });
        }
    }
}

fn parsed(format: &Expr) -> Lowered<Vec<Piece>> {
    let ExprKind::Text(text) = &format.kind else {
        let message = "the format of `printf` must be a string literal";
        let help = "write `printf(\"%d\\n\", x)`";
        return Err(Diagnostic::error(format.span, message).help(help));
    };
    printf::parse(text)
        .map_err(|fault| Diagnostic::error(format.span, fault.to_string()).help(fault.remedy()))
}

/// What a scalar is as an argument, what takes it, and what is commonly written for it; nothing
/// where C passes none.
fn promoted(scalar: Scalar) -> Option<(Scalar, Wanted, &'static str)> {
    match scalar {
        Scalar::Bool | Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 | Scalar::I32 => {
            Some((Scalar::I32, Wanted::Int, "%d"))
        }
        Scalar::U32 => Some((Scalar::U32, Wanted::Int, "%u")),
        Scalar::I64 => Some((Scalar::I64, Wanted::Long, "%ld")),
        Scalar::U64 => Some((Scalar::U64, Wanted::Long, "%lu")),
        Scalar::F32 | Scalar::F64 => Some((Scalar::F64, Wanted::Double, "%f")),
        Scalar::F16 | Scalar::Bf16 | Scalar::F16x2 | Scalar::Bf16x2 => None,
    }
}

fn mismatch(
    wanted: Wanted,
    conversion: &Conversion,
    found: &str,
    suited: Option<&str>,
    span: Span,
) -> Diagnostic {
    let what = match wanted {
        Wanted::Int => "an integer of 32 bits",
        Wanted::Long => "an integer of 64 bits",
        Wanted::Double => "a `float` or `double`",
        Wanted::Pointer => "a pointer",
        Wanted::Text => "a string literal",
    };
    let message = format!("`{}` wants {what}, found {found}", conversion.text);
    let number = matches!(wanted, Wanted::Int | Wanted::Long | Wanted::Double);
    let help = suited.map(|suited| match suited {
        "%d" | "%u" | "%ld" | "%lu" | "%f" if number => format!("`{suited}` prints it, or cast it"),
        _ => format!("`{suited}` prints it"),
    });
    Diagnostic::error(span, message).help_if(help)
}
