//! Programs from listing text.

use sim_isa::{Program, parse};

/// A program from lines of a listing; `name:` stands for an address and is
/// replaced wherever `{name}` occurs.
pub fn assemble(text: &str) -> Program {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut labels = Vec::new();
    let mut code = Vec::new();
    for line in lines {
        match line.strip_suffix(':') {
            Some(name) => labels.push((format!("{{{name}}}"), 16 * code.len())),
            None => code.push(line.to_string()),
        }
    }
    for line in &mut code {
        for (name, address) in &labels {
            *line = line.replace(name.as_str(), &format!("{address:#x}"));
        }
    }
    let instruction = |(index, line): (usize, &String)| {
        parse(line, 16 * index as u32).unwrap_or_else(|error| panic!("{line}: {error}"))
    };
    let code = code.iter().enumerate().map(instruction).collect();
    Program {
        registers: 64,
        static_shared: 1024,
        local_bytes: 64,
        barriers: 1,
        ..Program::new("test", code)
    }
}
