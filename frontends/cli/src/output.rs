//! Standard output and exit codes.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

/// How a command ended, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is right.
    Right,
    /// An expectation failed.
    Wrong,
    /// The input is bad.
    BadInput,
    /// The kernel faulted.
    Fault,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Right => 0,
            Exit::Wrong => 1,
            Exit::BadInput => 2,
            Exit::Fault => 3,
        })
    }
}

/// Writes to standard output. A reader that has gone away (`sim … | head`) is
/// no error: what it wanted it has.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Names on standard error what is wrong; how the command that found it ended.
pub fn complain(wrong: &[String]) -> Exit {
    for one in wrong {
        eprintln!("{one}");
    }
    match wrong {
        [] => Exit::Right,
        _ => Exit::Wrong,
    }
}

/// Whether diagnostics may be coloured: standard error is a terminal and the
/// user has not asked for none (<https://no-color.org>).
pub fn colour() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
