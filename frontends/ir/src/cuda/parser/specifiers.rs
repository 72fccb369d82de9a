//! What stands before the names in a declaration: the type, and words such as `__shared__`.

use super::*;
use crate::ast::LaunchBounds;
use crate::cexpr::{IntegerWords, Scalar, TypeName, one_word};

/// Where a declaration's words put what it declares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Storage {
    /// Nothing was said.
    #[default]
    Plain,
    /// `__shared__`
    Shared,
    /// `__constant__`
    Constant,
    /// `__device__`
    Device,
    /// `__global__`
    Global,
}

/// The type that the words name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Base {
    /// `void`
    Void,
    /// `auto`
    Auto,
    /// A type of values.
    Type(TypeName),
}

/// What stands before the names.
#[derive(Clone, Debug)]
pub(super) struct Specifiers {
    pub storage: Storage,
    pub base: Base,
    /// `const` or `constexpr`
    pub is_const: bool,
    pub is_extern: bool,
    pub is_static: bool,
    /// `__host__`
    pub is_host: bool,
    /// `__launch_bounds__`
    pub bounds: Option<LaunchBounds>,
    pub span: Span,
}

/// A type's words so far.
#[derive(Default)]
struct Words {
    integer: IntegerWords,
    combined: bool,
    whole: Option<(Scalar, u8)>,
    void: bool,
    auto: bool,
    volatile: bool,
    text: Vec<String>,
}

impl Words {
    fn is_empty(&self) -> bool {
        !self.combined && self.whole.is_none() && !self.void && !self.auto
    }

    /// Takes a word of a type, where it is one.
    fn take(&mut self, word: &str) -> bool {
        let taken = match word {
            "volatile" => {
                self.volatile = true;
                true
            }
            "void" if self.is_empty() => {
                self.void = true;
                true
            }
            "auto" if self.is_empty() => {
                self.auto = true;
                true
            }
            _ if self.whole.is_some() || self.void || self.auto => false,
            _ if self.integer.take(word) => {
                self.combined = true;
                true
            }
            _ if !self.combined && one_word(word).is_some() => {
                self.whole = one_word(word);
                true
            }
            _ => false,
        };
        if taken {
            self.text.push(word.to_owned());
        }
        taken
    }

    fn base(&self, span: Span) -> Parsed<Base> {
        if self.void {
            return Ok(Base::Void);
        }
        if self.auto {
            return Ok(Base::Auto);
        }
        let combined = || Some((self.integer.scalar()?, 1));
        let Some((scalar, lanes)) = self.whole.or_else(combined) else {
            let message = format!("`{}` is not a type", self.text.join(" "));
            let help = "write a C type, such as `unsigned int` or `float`";
            return Err(Diagnostic::error(span, message).help(help));
        };
        Ok(Base::Type(TypeName {
            scalar,
            lanes,
            pointers: 0,
            volatile: self.volatile,
            constant: false,
        }))
    }
}

impl Parser {
    /// Whether a declaration begins here.
    pub(super) fn at_declaration(&self) -> bool {
        let Some(word) = self.word() else {
            return false;
        };
        // `float(x)` is a cast, and `T(x)` in front of an expression, too.
        let call = *self.core.peek_at(1) == Token::Symbol("(");
        let launch_bounds = word == "__launch_bounds__";
        (begins_type(word) || is_qualifier(word)) && (!call || launch_bounds)
    }

    /// The words before the names. There must be a type among them.
    pub(super) fn specifiers(&mut self) -> Parsed<Specifiers> {
        let start = self.core.span();
        let mut found = Specifiers {
            storage: Storage::Plain,
            base: Base::Void,
            is_const: false,
            is_extern: false,
            is_static: false,
            is_host: false,
            bounds: None,
            span: start,
        };
        let mut words = Words::default();
        while let Some(word) = self.word().map(str::to_owned) {
            if !words.take(&word) && !self.qualifier(&word, &mut found)? {
                break;
            }
            self.core.next();
        }
        found.span = start.to(self.core.behind());
        if words.is_empty() {
            return Err(self.no_type());
        }
        found.base = words.base(found.span)?;
        if let Base::Type(ty) = &mut found.base {
            ty.constant = found.is_const;
        }
        Ok(found)
    }

    /// Notes a word that is no type; whether it is one that may stand here.
    fn qualifier(&mut self, word: &str, found: &mut Specifiers) -> Parsed<bool> {
        let storage = match word {
            "__shared__" => Storage::Shared,
            "__constant__" => Storage::Constant,
            "__device__" => Storage::Device,
            "__global__" => Storage::Global,
            _ => return self.plain_qualifier(word, found),
        };
        let clash = !matches!(
            (found.storage, storage),
            (Storage::Plain, _) | (Storage::Device, _) | (_, Storage::Device)
        );
        if clash {
            let message = format!("`{word}` contradicts the word before");
            return Err(Diagnostic::error(self.core.span(), message).help("keep one of them"));
        }
        // `__device__ __constant__` and `__device__ __shared__` say where twice.
        if storage != Storage::Device || found.storage == Storage::Plain {
            found.storage = storage;
        }
        Ok(true)
    }

    fn plain_qualifier(&mut self, word: &str, found: &mut Specifiers) -> Parsed<bool> {
        match word {
            "const" | "constexpr" => found.is_const = true,
            "static" => found.is_static = true,
            "__host__" => found.is_host = true,
            "extern" => {
                found.is_extern = true;
                // `extern "C"` says how the name is spelt in the module, which is as here.
                if matches!(self.core.peek_at(1), Token::Text(_)) {
                    found.is_extern = false;
                    self.core.next();
                }
            }
            "__launch_bounds__" => found.bounds = Some(self.launch_bounds()?),
            _ => return Ok(IGNORED.contains(&word)),
        }
        Ok(true)
    }

    /// `__launch_bounds__(threads, blocks)` up to the closing parenthesis.
    fn launch_bounds(&mut self) -> Parsed<LaunchBounds> {
        self.core.next();
        self.expect("(")?;
        let threads = self.expression()?;
        let blocks = match self.eat(",") {
            Some(_) => Some(self.expression()?),
            None => None,
        };
        match self.at(")") {
            true => Ok(LaunchBounds { threads, blocks }),
            false => Err(self.expected("`)`")),
        }
    }

    fn no_type(&self) -> Diagnostic {
        match (self.rejected(), self.word()) {
            (Some(fault), _) => fault,
            (None, Some(word)) => unknown_type(word, self.core.span()),
            (None, None) => self.expected("a type"),
        }
    }
}

/// Words that change nothing here.
const IGNORED: [&str; 6] = [
    "inline",
    "__forceinline__",
    "__noinline__",
    "__inline__",
    "__restrict__",
    "register",
];

fn is_qualifier(word: &str) -> bool {
    let known = [
        "__shared__",
        "__constant__",
        "__device__",
        "__global__",
        "__host__",
        "__launch_bounds__",
        "const",
        "constexpr",
        "static",
        "extern",
    ];
    known.contains(&word) || IGNORED.contains(&word)
}

pub(super) fn begins_type(word: &str) -> bool {
    Words::default().take(word)
}

/// The fault of a name where a type is wanted.
pub(super) fn unknown_type(word: &str, span: Span) -> Diagnostic {
    let known = [
        "float", "double", "int", "unsigned", "bool", "char", "float4", "size_t",
    ];
    let near = crate::diagnostic::did_you_mean(word, known);
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "write a C type, such as `unsigned int` or `float`".to_owned(),
    };
    Diagnostic::error(span, format!("unknown type `{word}`")).help(help)
}
