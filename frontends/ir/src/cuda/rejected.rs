//! What of C++ and of CUDA's host side is not read, and what to do instead.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

const OF_HOST: &str = "keep kernels and device functions here; what the host does stands in the \
                       steps of the workload file";

/// Words that begin something that is not read: what it is, and what to do.
const WORDS: &[(&str, &str, &str)] = &[
    (
        "template",
        "templates are not supported",
        "write the function once for each type or number that it is used with",
    ),
    (
        "typename",
        "templates are not supported",
        "write the type itself",
    ),
    (
        "typedef",
        "type names of one's own are not supported",
        "write the type itself, or `#define` the name",
    ),
    (
        "using",
        "`using` is not supported",
        "write the type or the full name itself",
    ),
    (
        "namespace",
        "namespaces are not supported",
        "write what is in it without the namespace",
    ),
    (
        "struct",
        "structures are not supported",
        "use one array or parameter for each member, or a vector type such as float4",
    ),
    (
        "class",
        "classes are not supported",
        "use one array or parameter for each member, and functions",
    ),
    (
        "union",
        "unions are not supported",
        "reinterpret with `__float_as_int` and its like, or cast a pointer",
    ),
    (
        "enum",
        "enumerations are not supported",
        "write `const int NAME = value;` for each",
    ),
    (
        "goto",
        "`goto` is not supported",
        "use loops, `break` and `continue`",
    ),
    (
        "asm",
        "PTX within C is not supported",
        "use CUDA's built-in functions",
    ),
    (
        "__asm__",
        "PTX within C is not supported",
        "use CUDA's built-in functions",
    ),
    ("try", "exceptions are not supported", "leave it out"),
    ("throw", "exceptions are not supported", "leave it out"),
    (
        "new",
        "allocation on the device is not supported",
        "use an array, or a buffer as a parameter",
    ),
    (
        "delete",
        "allocation on the device is not supported",
        "use an array, or a buffer as a parameter",
    ),
    (
        "static_assert",
        "`static_assert` is not supported",
        "leave it out",
    ),
    (
        "__managed__",
        "managed memory is not supported",
        "pass a buffer as a parameter",
    ),
    (
        "thread_local",
        "`thread_local` is not supported",
        "declare a local variable",
    ),
    ("dim3", "`dim3` belongs to the host", OF_HOST),
    ("cudaStream_t", "streams belong to the host", OF_HOST),
    (
        "cudaError_t",
        "CUDA's error codes belong to the host",
        OF_HOST,
    ),
    ("cudaEvent_t", "events belong to the host", OF_HOST),
];

/// The message for a word that begins something that is not read.
pub(super) fn word(word: &str, span: Span) -> Option<Diagnostic> {
    let row = WORDS.iter().find(|(known, ..)| *known == word)?;
    Some(Diagnostic::error(span, row.1).help(row.2))
}

/// The message for a function or variable of the host.
pub(super) fn of_host(name: &str, what: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` is a {what} of the host: nothing says that the GPU has it");
    let help = match what {
        "function" => {
            "write `__device__` or `__global__` before a function of the GPU; what the host \
             does stands in the steps of the workload file"
        }
        _ => "write `const`, `__constant__`, or pass it to the kernel as a parameter",
    };
    Diagnostic::error(span, message).help(help)
}
