//! What a generated program computes, by C's rules as they stand in the standard, in integers
//! wide enough that no rule of Rust's gets between.

use super::program::{BLOCK, Expr, GRID, INPUTS, Op, Program, SLOTS, SUMS, Stmt, Ty, VARIABLES};

/// A value with its type.
#[derive(Clone, Copy, Debug)]
struct Val {
    ty: Ty,
    /// Of an integer.
    int: i128,
    /// Of a float.
    float: f32,
}

fn integer(ty: Ty, value: i128) -> Val {
    let wrap = |bits: u32, signed: bool| {
        let modulus = 1i128 << bits;
        let rest = value.rem_euclid(modulus);
        if signed && rest >= modulus / 2 {
            rest - modulus
        } else {
            rest
        }
    };
    let int = match ty {
        Ty::Bool => i128::from(value != 0),
        Ty::U8 => wrap(8, false),
        Ty::I16 => wrap(16, true),
        Ty::I32 => wrap(32, true),
        Ty::U32 => wrap(32, false),
        Ty::I64 => wrap(64, true),
        Ty::U64 => wrap(64, false),
        Ty::F32 => value,
    };
    Val {
        ty,
        int,
        float: 0.0,
    }
}

fn float(value: f32) -> Val {
    Val {
        ty: Ty::F32,
        int: 0,
        float: value,
    }
}

impl Val {
    fn truth(self) -> bool {
        match self.ty {
            Ty::F32 => self.float != 0.0,
            _ => self.int != 0,
        }
    }

    /// Conversion; floats out of range saturate in the 32- or 64-bit type, as the GPU does.
    fn to(self, ty: Ty) -> Val {
        match (self.ty, ty) {
            (Ty::F32, Ty::F32) => self,
            (Ty::F32, Ty::Bool) => integer(Ty::Bool, self.truth().into()),
            (Ty::F32, _) => integer(ty, self.saturated(ty)),
            (_, Ty::F32) => float(nearest(self.int)),
            _ => integer(ty, self.int),
        }
    }

    fn saturated(self, ty: Ty) -> i128 {
        let (least, most) = match ty {
            Ty::I64 => (i64::MIN.into(), i64::MAX.into()),
            Ty::U64 => (0, u64::MAX.into()),
            Ty::U32 => (0, u32::MAX.into()),
            _ => (i128::from(i32::MIN), i128::from(i32::MAX)),
        };
        if self.float.is_nan() {
            // The hardware's 64-bit conversions make 2^63 of it.
            return match ty {
                Ty::I64 | Ty::U64 => 1 << 63,
                _ => 0,
            };
        }
        (self.float.trunc() as i128).clamp(least, most)
    }

    fn promoted(self) -> Val {
        match self.ty {
            Ty::Bool | Ty::U8 | Ty::I16 => self.to(Ty::I32),
            _ => self,
        }
    }
}

/// The nearest float, ties to even.
fn nearest(value: i128) -> f32 {
    value as f32
}

/// C's usual arithmetic conversions.
fn common(a: Ty, b: Ty) -> Ty {
    let either = |ty| a == ty || b == ty;
    if either(Ty::F32) {
        Ty::F32
    } else if either(Ty::U64) {
        Ty::U64
    } else if either(Ty::I64) {
        Ty::I64
    } else if either(Ty::U32) {
        Ty::U32
    } else {
        Ty::I32
    }
}

/// How a thread left a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Break,
    Continue,
    Return,
}

struct Thread {
    index: u32,
    variables: [Val; VARIABLES.len()],
    out: [u32; SLOTS as usize],
    ended: bool,
}

/// Runs programs block by block, statement by statement.
pub struct Machine<'a> {
    inputs: &'a [i32],
    sums: [u32; SUMS as usize],
}

impl<'a> Machine<'a> {
    /// What the program leaves in memory: each thread's slots, then the sums.
    pub fn run(program: &Program, inputs: &'a [i32]) -> Vec<u32> {
        let sums = [0; SUMS as usize];
        let mut machine = Self { inputs, sums };
        let mut words = Vec::new();
        for _ in 0..GRID {
            let threads = machine.block(program);
            words.extend(threads.iter().flat_map(|thread| thread.out));
        }
        words.extend(machine.sums);
        words
    }

    fn block(&mut self, program: &Program) -> Vec<Thread> {
        let mut threads: Vec<Thread> = (0..BLOCK).map(|index| self.thread(index)).collect();
        let mut tile = vec![0i32; BLOCK as usize];
        for statement in &program.statements {
            if let Stmt::Exchange(distance, value) = statement {
                for thread in threads.iter().filter(|thread| !thread.ended) {
                    let sent = self.value(thread, value).to(Ty::I32);
                    tile[thread.index as usize] = sent.int as i32;
                }
                for thread in threads.iter_mut().filter(|thread| !thread.ended) {
                    let from = (thread.index + distance) % BLOCK;
                    thread.variables[0] = integer(Ty::I32, tile[from as usize].into());
                }
                continue;
            }
            if let Stmt::Tell(key, value) = statement {
                self.tell(&mut threads, key, value);
                continue;
            }
            for thread in threads.iter_mut().filter(|thread| !thread.ended) {
                thread.ended = self.statement(thread, statement) == Flow::Return;
            }
        }
        let living = threads.iter_mut().filter(|thread| !thread.ended);
        living.for_each(Thread::write_all);
        threads
    }

    fn tell(&self, threads: &mut [Thread], key: &Expr, value: &Expr) {
        for warp in threads.chunks_mut(32) {
            let int = |thread: &Thread, of: &Expr| self.value(thread, of).to(Ty::I32).int as i32;
            let own: Vec<(u32, i32, i32)> = (0..32)
                .zip(warp.iter())
                .filter(|(_, thread)| !thread.ended)
                .map(|(lane, thread)| (lane, int(thread, key) & 3, int(thread, value)))
                .collect();
            for &(lane, key, value) in &own {
                let alike = own.iter().filter(|other| other.1 == key);
                let lanes = |odd: i32| {
                    let with = alike.clone().filter(|other| other.2 & 1 == odd);
                    with.fold(0u32, |lanes, other| lanes | 1 << other.0)
                };
                let sum = alike
                    .clone()
                    .fold(0u32, |sum, other| sum.wrapping_add(other.2 as u32));
                let least = alike.clone().map(|other| other.2).min().unwrap_or(value);
                let told = sum ^ least as u32 ^ lanes(1) ^ lanes(value & 1).wrapping_mul(3);
                warp[lane as usize].variables[0] = integer(Ty::I32, i128::from(told as i32));
            }
        }
    }

    fn thread(&self, index: u32) -> Thread {
        let mut number = 0;
        let variables = VARIABLES.map(|(_, ty)| {
            let input = integer(Ty::U32, self.inputs[number].into());
            number += 1;
            integer(Ty::U32, input.int + i128::from(index)).to(ty)
        });
        Thread {
            index,
            variables,
            out: [0; SLOTS as usize],
            ended: false,
        }
    }

    fn statements(&mut self, thread: &mut Thread, statements: &[Stmt]) -> Flow {
        for statement in statements {
            let flow = self.statement(thread, statement);
            if flow != Flow::On {
                return flow;
            }
        }
        Flow::On
    }

    fn statement(&mut self, thread: &mut Thread, statement: &Stmt) -> Flow {
        let leave_if = |holds: bool, flow| if holds { flow } else { Flow::On };
        match statement {
            Stmt::Assign(variable, value) => {
                let ty = VARIABLES[*variable].1;
                thread.variables[*variable] = self.value(thread, value).to(ty);
            }
            Stmt::Update(variable, op, value) => {
                let ty = VARIABLES[*variable].1;
                let right = self.value(thread, value);
                let result = operate(*op, thread.variables[*variable], right);
                thread.variables[*variable] = result.to(ty);
            }
            Stmt::If(condition, then, otherwise) => {
                let holds = self.value(thread, condition).truth();
                return self.statements(thread, if holds { then } else { otherwise });
            }
            Stmt::Repeat(trips, body) => {
                let trips = self.value(thread, trips).to(Ty::I32).int & 15;
                return self.repeat(thread, trips, body);
            }
            Stmt::RepeatAfter(trips, body) => {
                let trips = (self.value(thread, trips).to(Ty::I32).int & 15) + 1;
                return self.repeat(thread, trips, body);
            }
            Stmt::Counted(trips, _, body) => {
                for trip in 0..*trips {
                    let a = thread.variables[0].int + i128::from(trip);
                    thread.variables[0] = integer(Ty::I32, a);
                    if self.statements(thread, body) == Flow::Break {
                        break;
                    }
                }
            }
            Stmt::Switch(value, cases, default) => {
                let value = self.value(thread, value).to(Ty::I32).int & 7;
                let body = cases.get(value as usize / 2).unwrap_or(default);
                match self.statements(thread, body) {
                    Flow::Break => {}
                    flow => return flow,
                }
            }
            Stmt::BreakIf(condition) => {
                return leave_if(self.value(thread, condition).truth(), Flow::Break);
            }
            Stmt::ContinueIf(condition) => {
                return leave_if(self.value(thread, condition).truth(), Flow::Continue);
            }
            Stmt::ReturnIf(condition) => {
                return leave_if(self.value(thread, condition).truth(), Flow::Return);
            }
            Stmt::Put(slot, value) => {
                thread.out[*slot as usize] = self.value(thread, value).to(Ty::U32).int as u32;
            }
            Stmt::Count(sum, value) => {
                let value = self.value(thread, value).to(Ty::U32).int as u32;
                let sum = &mut self.sums[*sum as usize];
                *sum = sum.wrapping_add(value);
            }
            Stmt::Exchange(..) | Stmt::Tell(..) => {}
        }
        Flow::On
    }

    fn repeat(&mut self, thread: &mut Thread, trips: i128, body: &[Stmt]) -> Flow {
        for _ in 0..trips {
            match self.statements(thread, body) {
                Flow::Break => break,
                Flow::Return => return Flow::Return,
                Flow::On | Flow::Continue => {}
            }
        }
        Flow::On
    }

    fn value(&self, thread: &Thread, expr: &Expr) -> Val {
        let value = |expr: &Expr| self.value(thread, expr);
        match expr {
            Expr::Int(ty, value) => integer(*ty, (*value).into()),
            Expr::Float(value) => float(*value),
            Expr::Variable(index) => thread.variables[*index],
            Expr::Thread => integer(Ty::U32, thread.index.into()),
            Expr::Input(index) => {
                let index = value(index).to(Ty::I32).int & i128::from(INPUTS - 1);
                integer(Ty::I32, self.inputs[index as usize].into())
            }
            Expr::Negate(a) => {
                let a = value(a).promoted();
                match a.ty {
                    Ty::F32 => float(-a.float),
                    ty => integer(ty, -a.int),
                }
            }
            Expr::Complement(a) => {
                let a = value(a).promoted();
                integer(a.ty, !a.int)
            }
            Expr::Not(a) => integer(Ty::Bool, (!value(a).truth()).into()),
            Expr::Binary(Op::Both, a, b) => {
                integer(Ty::Bool, (value(a).truth() && value(b).truth()).into())
            }
            Expr::Binary(Op::Either, a, b) => {
                integer(Ty::Bool, (value(a).truth() || value(b).truth()).into())
            }
            Expr::Binary(op, a, b) => operate(*op, value(a), guarded(*op, value(b))),
            Expr::Choose(c, a, b) => {
                let (x, y) = (value(a), value(b));
                let ty = if x.ty == y.ty {
                    x.ty
                } else {
                    common(x.ty, y.ty)
                };
                if value(c).truth() { x.to(ty) } else { y.to(ty) }
            }
            Expr::Cast(ty, a) => value(a).to(*ty),
        }
    }
}

/// The right operand as the program's text bends it.
fn guarded(op: Op, b: Val) -> Val {
    let ty = common(b.promoted().ty, Ty::I32);
    match op {
        Op::Div | Op::Rem => integer(ty, (b.int & 63) + 1),
        Op::Shl | Op::Shr => integer(ty, b.int & 15),
        _ => b,
    }
}

fn operate(op: Op, a: Val, b: Val) -> Val {
    let (a, b) = (a.promoted(), b.promoted());
    if matches!(op, Op::Shl | Op::Shr) {
        let result = if op == Op::Shl {
            a.int << b.int
        } else {
            a.int >> b.int
        };
        return integer(a.ty, result);
    }
    let ty = common(a.ty, b.ty);
    let (a, b) = (a.to(ty), b.to(ty));
    let compared = match (op, ty) {
        (Op::Less, Ty::F32) => Some(a.float < b.float),
        (Op::Equal, Ty::F32) => Some(a.float == b.float),
        (Op::Less, _) => Some(a.int < b.int),
        (Op::Equal, _) => Some(a.int == b.int),
        _ => None,
    };
    if let Some(holds) = compared {
        return integer(Ty::Bool, holds.into());
    }
    match ty {
        Ty::F32 => float(match op {
            Op::Add => a.float + b.float,
            Op::Sub => a.float - b.float,
            _ => a.float * b.float,
        }),
        _ => integer(
            ty,
            match op {
                Op::Add => a.int + b.int,
                Op::Sub => a.int - b.int,
                Op::Mul => a.int.wrapping_mul(b.int),
                Op::Div => a.int / b.int,
                Op::Rem => a.int % b.int,
                Op::And => a.int & b.int,
                Op::Or => a.int | b.int,
                _ => a.int ^ b.int,
            },
        ),
    }
}

impl Thread {
    fn write_all(&mut self) {
        let [a, b, c, x, u, s, p] = self.variables;
        let low = |value: i128| value as u32;
        self.out = [
            low(a.int),
            low(b.int),
            low(c.int),
            low(c.int >> 32),
            x.float.to_bits(),
            low(u.int),
            low(s.int),
            low(p.int),
        ];
    }
}
