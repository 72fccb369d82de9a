//! Failed assertions: the call of the driver's `__assertfail` that nvcc makes of them, and the
//! texts that it prints.

use super::body::Body;
use super::names::Class;
use crate::assertion::Assertion;
use crate::kernel::Kernel;
use crate::source::SourceFile;

/// What every module with assertions declares: condition, file, line, function, size of a letter.
const DECLARATION: &str = "\n.extern .func __assertfail\n(\n    .param .b64 condition,\n    \
    .param .b64 file,\n    .param .b32 line,\n    .param .b64 function,\n    .param .b64 size\n);\n";

/// The function that ends the launch, where a kernel has assertions.
pub(super) fn declaration<'a>(mut kernels: impl Iterator<Item = &'a Kernel>) -> &'static str {
    match kernels.any(|kernel| !kernel.assertions.is_empty()) {
        true => DECLARATION,
        false => "",
    }
}

/// The texts of an assertion, with the names of the variables that hold them.
fn texts(kernel: &Kernel, number: usize, source: Option<&SourceFile>) -> [(String, String); 3] {
    let Assertion {
        function,
        condition,
        ..
    } = &kernel.assertions[number - 1];
    let written = source.map(|source| kernel.assertions[number - 1].text(source));
    let file = source.map_or("", SourceFile::name);
    let name = |what: &str| format!("{}_assertion_{number}_{what}", kernel.name);
    [
        (name("condition"), written.unwrap_or(condition.clone())),
        (name("file"), file.to_owned()),
        (name("function"), function.clone()),
    ]
}

/// The variables that a kernel's assertions speak by.
pub(super) fn variables(kernel: &Kernel, source: Option<&SourceFile>) -> String {
    let numbers = 1..=kernel.assertions.len();
    let texts = numbers.flat_map(|number| texts(kernel, number, source));
    let variable = |(name, text): (String, String)| {
        let bytes: Vec<_> = text.bytes().chain([0]).map(|b| b.to_string()).collect();
        let (size, bytes) = (bytes.len(), bytes.join(", "));
        format!(".global .align 1 .b8 {name}[{size}] = {{{bytes}}};\n")
    };
    texts.map(variable).collect()
}

impl Body<'_> {
    /// Ends the launch by an assertion.
    pub(super) fn fail(&mut self, number: u32) {
        let number = number as usize;
        let source = self.source_file();
        let span = self.kernel.assertions[number - 1].span;
        let line = source.map_or(0, |source| source.position(span.start).line);
        let texts = texts(self.kernel, number, source);
        let [condition, file, function] = texts.map(|(name, _)| {
            let address = self.names.temporary(Class::Pair);
            self.emit(&format!("mov.u64 {address}, {name}"));
            self.emit(&format!("cvta.global.u64 {address}, {address}"));
            address
        });
        let params = [
            ("b64", condition),
            ("b64", file),
            ("b32", line.to_string()),
            ("b64", function),
            ("b64", "1".to_owned()),
        ];
        self.text.push_str("    {\n");
        for (at, (ty, value)) in params.iter().enumerate() {
            self.emit(&format!(".param .{ty} p{at}"));
            self.emit(&format!("st.param.{ty} [p{at}], {value}"));
        }
        self.emit("call.uni __assertfail, (p0, p1, p2, p3, p4)");
        self.text.push_str("    }\n");
        self.emit("trap");
    }
}
