//! The numbers of a configuration: path, value, and what its documentation says of each.

use schemars::schema_for;
use serde_json::Value;
use sim_core::config::GpuConfig;

/// A number of a configuration, or a list of them under one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// Where it stands, as `--set` takes it.
    pub path: String,
    /// Its value.
    pub value: String,
    /// What it is: the field's documentation.
    pub meaning: String,
}

/// All numbers of a configuration, in its order.
pub fn all(gpu: &GpuConfig) -> Vec<Number> {
    let value = serde_json::to_value(gpu).unwrap_or_default();
    let schema = schema_for!(GpuConfig).to_value();
    let mut numbers = Vec::new();
    let walk = Walk { schema: &schema };
    walk.descend(&value, &schema, "", "", &mut numbers);
    numbers
}

/// A walk over a configuration with its schema beside it.
struct Walk<'a> {
    schema: &'a Value,
}

impl Walk<'_> {
    /// `meaning` is what the field that holds `value` says of itself.
    fn descend(
        &self,
        value: &Value,
        schema: &Value,
        path: &str,
        meaning: &str,
        numbers: &mut Vec<Number>,
    ) {
        match value {
            Value::Number(_) => numbers.push(entry(path, shortest(value), meaning)),
            Value::Array(all) => {
                let values: Vec<_> = all.iter().map(shortest).collect();
                numbers.push(entry(path, values.join(", "), meaning));
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    let inner = self.field(schema, name);
                    let path = format!("{path}{}{name}", if path.is_empty() { "" } else { "." });
                    let meaning = inner.get("description").and_then(Value::as_str);
                    self.descend(field, inner, &path, meaning.unwrap_or(""), numbers);
                }
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }

    /// The schema of a field, references followed to what they name.
    fn field<'s>(&'s self, schema: &'s Value, name: &str) -> &'s Value {
        let schema = self.resolve(schema);
        let named = schema.get("properties").and_then(|all| all.get(name));
        named
            .or_else(|| schema.get("additionalProperties"))
            .unwrap_or(&Value::Null)
    }

    fn resolve<'s>(&'s self, schema: &'s Value) -> &'s Value {
        let reference = schema.get("$ref").and_then(Value::as_str);
        let pointer = reference.and_then(|name| name.strip_prefix('#'));
        pointer
            .and_then(|pointer| self.schema.pointer(pointer))
            .unwrap_or(schema)
    }
}

/// A number with the digits that the configuration gives it: those of single precision where it
/// is kept in that.
fn shortest(value: &Value) -> String {
    let double = value.as_f64().filter(|_| value.is_f64());
    let single = double.filter(|&double| f64::from(double as f32) == double);
    match single {
        Some(single) => (single as f32).to_string(),
        None => value.to_string(),
    }
}

fn entry(path: &str, value: String, meaning: &str) -> Number {
    Number {
        path: path.to_string(),
        value,
        meaning: meaning.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

impl Number {
    /// The unit, from what the documentation says before a GPU's number and how the field is called.
    pub fn unit(&self) -> &'static str {
        let said = self.meaning.split("H200:").next().unwrap_or_default();
        let name = self.path.rsplit('.').next().unwrap_or_default();
        let by_name = |part: &str| name.contains(part);
        if by_name("bytes_per_cycle") {
            "bytes/cycle"
        } else if by_name("per_cycle") {
            "1/cycle"
        } else if by_name("_kib") {
            "KiB"
        } else if by_name("_mhz") {
            "MHz"
        } else if by_name("_us") {
            "µs"
        } else if by_name("bytes") {
            "bytes"
        } else if name.ends_with("_share") || by_name("overhead") {
            "part"
        } else if by_name("_cycles") || by_name("latency") || said.contains("ycles") {
            "cycles"
        } else if said.contains("ytes") {
            "bytes"
        } else {
            ""
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_says_what_it_is() {
        let gpu = GpuConfig::built_in("h200").expect("built in");
        let numbers = all(&gpu);
        assert!(numbers.len() > 100, "{}", numbers.len());
        for number in &numbers {
            assert!(!number.meaning.is_empty(), "{}", number.path);
        }
        let interval = numbers.iter().find(|one| one.path == "pipes.fma.interval");
        let interval = interval.expect("it is there");
        assert_eq!((interval.value.as_str(), interval.unit()), ("1", "cycles"));
        let single = numbers
            .iter()
            .find(|one| one.path == "l2.atomic_part_cycles");
        assert_eq!(single.expect("it is there").value, "1.447");
        let row = numbers.iter().find(|one| one.path == "dram.row_open");
        assert_eq!(row.expect("it is there").unit(), "cycles");
    }
}
