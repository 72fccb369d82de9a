//! Configurations from RON text and from `--set`, and what can be wrong with them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{GpuConfig, check};

/// A configuration that cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file is not a configuration.
    #[error("{file}:{line}:{column}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The name is neither a built-in GPU nor a file.
    #[error("unknown GPU '{name}': known are {known}, or give the path of a .ron file")]
    UnknownGpu {
        /// The name.
        name: String,
        /// The built-in names.
        known: String,
    },
    /// `--set` names something that is not there.
    #[error("--set {path}: there is no '{part}'; known here: {known}")]
    UnknownPath {
        /// The whole path.
        path: String,
        /// The part that is not known.
        part: String,
        /// What could stand there.
        known: String,
    },
    /// `--set` gives a value that does not fit.
    #[error("--set {path}={value}: {message}")]
    BadValue {
        /// The path.
        path: String,
        /// The value.
        value: String,
        /// What is wrong.
        message: String,
    },
    /// The numbers contradict each other.
    #[error("{gpu}: {message}")]
    Inconsistent {
        /// The GPU.
        gpu: String,
        /// What is wrong, and what would be right.
        message: String,
    },
}

/// The GPUs that come with the simulator: name and RON text.
pub const BUILT_IN: [(&str, &str); 10] = [
    ("h200", include_str!("../../gpus/h200.ron")),
    ("h100", include_str!("../../gpus/h100.ron")),
    ("a100", include_str!("../../gpus/a100.ron")),
    ("v100", include_str!("../../gpus/v100.ron")),
    ("rtx5080", include_str!("../../gpus/rtx5080.ron")),
    ("rtx4090", include_str!("../../gpus/rtx4090.ron")),
    ("rtx3090", include_str!("../../gpus/rtx3090.ron")),
    ("cc52", include_str!("../../gpus/cc52.ron")),
    ("cc35", include_str!("../../gpus/cc35.ron")),
    ("tiny", include_str!("../../gpus/tiny.ron")),
];

impl GpuConfig {
    /// Reads a configuration, whole (`GpuConfig(…)`) or as changes to a
    /// built-in one (`Derived(…)`); `file` names it in errors.
    pub fn from_ron(text: &str, file: &str) -> Result<GpuConfig, ConfigError> {
        if is_derived(text) {
            return parse::<Derived>(text, file)?.resolve();
        }
        let config: GpuConfig = parse(text, file)?;
        config.check()?;
        Ok(config)
    }

    /// A built-in GPU by name.
    pub fn built_in(name: &str) -> Result<GpuConfig, ConfigError> {
        let (file, text) = BUILT_IN
            .into_iter()
            .find(|(known, _)| *known == name)
            .ok_or_else(|| ConfigError::UnknownGpu {
                name: name.to_string(),
                known: BUILT_IN.map(|(known, _)| known).join(", "),
            })?;
        GpuConfig::from_ron(text, file)
    }

    /// Overrides one number: `set("l1.size_kib", "128")`.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), ConfigError> {
        self.set_all([(path, value)])
    }

    /// Overrides numbers one after the other; when all are, they must fit each other.
    pub fn set_all<'a>(
        &mut self,
        changes: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), ConfigError> {
        let mut changed = self.clone();
        for (path, value) in changes {
            changed = changed.with(path, value)?;
        }
        changed.check()?;
        *self = changed;
        Ok(())
    }

    /// The configuration with another value, which others may not fit yet.
    fn with(&self, path: &str, value: &str) -> Result<GpuConfig, ConfigError> {
        let bad = |message| ConfigError::BadValue {
            path: path.to_string(),
            value: value.to_string(),
            message,
        };
        let mut tree = serde_json::to_value(self).map_err(|error| bad(error.to_string()))?;
        let before = std::mem::replace(descend(&mut tree, path)?, parse_value(value));
        serde_json::from_value(tree).map_err(|error| {
            bad(format!(
                "{}; it is {} now",
                in_words(&error.to_string()),
                as_written(&before)
            ))
        })
    }

    fn check(&self) -> Result<(), ConfigError> {
        let tree = serde_json::to_value(self).unwrap_or_default();
        match check::problem(&tree) {
            None => Ok(()),
            Some(message) => Err(ConfigError::Inconsistent {
                gpu: self.name.clone(),
                message,
            }),
        }
    }
}

/// A GPU told by its differences from a built-in one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Derived {
    /// The built-in GPU that everything else is taken from.
    pub base: String,
    /// The short name.
    pub name: String,
    /// The marketing name and what the numbers were taken from.
    pub description: String,
    /// Values by path, as `--set` takes them.
    pub changes: BTreeMap<String, String>,
}

impl Derived {
    fn resolve(self) -> Result<GpuConfig, ConfigError> {
        let mut config = GpuConfig::built_in(&self.base)?;
        config.name = self.name;
        config.description = self.description;
        let changes = self.changes.iter();
        config.set_all(changes.map(|(path, value)| (path.as_str(), value.as_str())))?;
        Ok(config)
    }
}

/// Whether a RON text begins with `Derived`, comments aside.
fn is_derived(text: &str) -> bool {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or("").trim())
        .find(|line| !line.is_empty())
        .is_some_and(|line| line.starts_with("Derived"))
}

fn parse<T: serde::de::DeserializeOwned>(text: &str, file: &str) -> Result<T, ConfigError> {
    ron::from_str(text).map_err(|error: ron::error::SpannedError| ConfigError::Syntax {
        file: file.to_string(),
        line: error.span.start.line,
        column: error.span.start.col,
        message: error.code.to_string(),
    })
}

/// A value as a configuration has it: with the digits of single precision, not those that double adds.
fn as_written(value: &serde_json::Value) -> String {
    match value.as_f64() {
        Some(number) if value.is_f64() => (number as f32).to_string(),
        _ => value.to_string(),
    }
}

/// What serde says of a value, with words for the type that it expected.
fn in_words(message: &str) -> String {
    let Some((found, expected)) = message.rsplit_once("expected ") else {
        return message.to_string();
    };
    let words = match expected {
        "u8" => "a whole number from 0 to 255",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" => "a whole number from 0 on",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list, such as [1,2]",
        other => other,
    };
    format!("{found}expected {words}")
}

/// A value as the command line gives it: JSON if it is that, else a string.
fn parse_value(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|_| serde_json::Value::String(text.to_string()))
}

/// The place that a dotted path names.
fn descend<'a>(
    tree: &'a mut serde_json::Value,
    path: &str,
) -> Result<&'a mut serde_json::Value, ConfigError> {
    let mut place = tree;
    for part in path.split('.') {
        let known = place
            .as_object()
            .map(|map| map.keys().cloned().collect::<Vec<_>>().join(", "))
            .unwrap_or_default();
        place = place
            .get_mut(part)
            .ok_or_else(|| ConfigError::UnknownPath {
                path: path.to_string(),
                part: part.to_string(),
                known,
            })?;
    }
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SchedulerPolicy;

    fn built_in(name: &str) -> GpuConfig {
        GpuConfig::built_in(name).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn changes_must_fit_each_other_and_not_what_they_replace() {
        let mut gpu = GpuConfig::built_in("h200").expect("built in");
        let few = [("chip.gpc_sms", "[3, 2]"), ("chip.lone_sms", "0")];
        assert!(
            gpu.set_all(few[..1].iter().copied()).is_err(),
            "8 lone SMs of 3"
        );
        assert_eq!(gpu.sms(), 132, "as before");
        gpu.set_all(few).expect("they fit");
        assert_eq!(gpu.sms(), 5);
    }

    #[test]
    fn every_built_in_gpu_loads() {
        let sms: Vec<u32> = BUILT_IN
            .iter()
            .map(|(name, _)| built_in(name).sms())
            .collect();
        assert_eq!(sms, [132, 132, 108, 80, 84, 128, 82, 16, 14, 2]);
    }

    #[test]
    fn one_number_can_be_set_by_its_path() {
        let mut gpu = built_in("h200");
        assert!(gpu.set("l1.size_kib", "128").is_ok());
        assert!(gpu.set("issue.policy", "LooseRoundRobin").is_ok());
        assert_eq!(gpu.l1.size_kib, 128);
        assert_eq!(gpu.issue.policy, SchedulerPolicy::LooseRoundRobin);
    }

    #[test]
    fn an_unknown_path_names_what_is_known_there() {
        let error = built_in("h200")
            .set("l1.sise", "1")
            .unwrap_err()
            .to_string();
        assert!(error.contains("no 'sise'"), "{error}");
        assert!(error.contains("size_kib"), "{error}");
    }

    #[test]
    fn a_value_of_the_wrong_kind_is_refused() {
        let error = built_in("h200")
            .set("l1.sets", "many")
            .unwrap_err()
            .to_string();
        assert!(error.contains("l1.sets=many"), "{error}");
    }

    #[test]
    fn a_refused_value_is_told_with_the_one_that_stands_there_as_it_was_written() {
        let error = built_in("h200")
            .set("constant.gpc_spread", "half")
            .unwrap_err()
            .to_string();
        assert!(error.ends_with("it is 0.4 now"), "{error}");
    }

    #[test]
    fn a_broken_file_says_where() {
        let error = GpuConfig::from_ron("GpuConfig(\n  name: 3,\n)", "my.ron")
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("my.ron:2:"), "{error}");
    }

    #[test]
    fn a_derived_gpu_keeps_what_it_does_not_change() {
        let (tiny, h200) = (built_in("tiny"), built_in("h200"));
        assert_eq!(tiny.mio, h200.mio);
        assert_ne!(tiny.chip.gpc_sms, h200.chip.gpc_sms);
    }
}
