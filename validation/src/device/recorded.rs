//! A device that answers as another once did.
//!
//! [`Recorder`] stands before a real device and keeps what it says; [`Recorded`] says it again.
//! Answers are found by the case's name and modules by their entries' names, so a recording
//! serves as long as the kernels compute what they did.

use super::{Answer, Device, DeviceError, DeviceInfo, Job};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// What a device said.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct Recorded {
    /// What it is.
    pub info: DeviceInfo,
    /// Modules by the names of their entries.
    #[serde(with = "hex_by_name")]
    pub modules: IndexMap<String, Vec<u8>>,
    /// Answers by the name of the case.
    pub answers: IndexMap<String, Answer>,
}

impl Recorded {
    fn lacks(what: &str) -> DeviceError {
        DeviceError::NotRecorded { what: what.into() }
    }
}

impl Device for Recorded {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn assemble(&mut self, ptx: &str) -> Result<Vec<u8>, DeviceError> {
        let entries = entries(ptx);
        let module = self.modules.get(&entries).cloned();
        module.ok_or_else(|| Recorded::lacks(&format!("PTX of {entries}")))
    }

    fn run(&mut self, job: &Job<'_>, _timed: usize) -> Result<Answer, DeviceError> {
        let answer = self.answers.get(&job.case.name).cloned();
        answer.ok_or_else(|| Recorded::lacks(&job.case.name))
    }

    fn profile(&mut self, _job: &Job<'_>, _launches: usize) -> Result<(), DeviceError> {
        Err(Recorded::lacks("a profiler"))
    }
}

/// A device whose answers are kept.
pub struct Recorder<D> {
    device: D,
    /// What was said so far.
    pub kept: Recorded,
}

impl<D: Device> Recorder<D> {
    /// Begins a recording.
    pub fn new(device: D) -> Recorder<D> {
        let kept = Recorded {
            info: device.info().clone(),
            modules: IndexMap::new(),
            answers: IndexMap::new(),
        };
        Recorder { device, kept }
    }
}

impl<D: Device> Device for Recorder<D> {
    fn info(&self) -> &DeviceInfo {
        self.device.info()
    }

    fn assemble(&mut self, ptx: &str) -> Result<Vec<u8>, DeviceError> {
        let module = self.device.assemble(ptx)?;
        self.kept.modules.insert(entries(ptx), module.clone());
        Ok(module)
    }

    fn run(&mut self, job: &Job<'_>, timed: usize) -> Result<Answer, DeviceError> {
        let answer = self.device.run(job, timed)?;
        let name = job.case.name.clone();
        self.kept.answers.insert(name, answer.clone());
        Ok(answer)
    }

    fn profile(&mut self, job: &Job<'_>, launches: usize) -> Result<(), DeviceError> {
        self.device.profile(job, launches)
    }
}

/// The names of a module's entries.
fn entries(ptx: &str) -> String {
    let lines = ptx
        .lines()
        .filter_map(|line| line.strip_prefix(".visible .entry "));
    let names = lines.map(|line| line.split('(').next().unwrap_or_default());
    names.collect::<Vec<_>>().join(", ")
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Result<Vec<u8>, String> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| Some(c.to_digit(16)? as u8)).collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2));
    let digits = digits.ok_or("expected pairs of hexadecimal digits")?;
    Ok(digits
        .as_chunks::<2>()
        .0
        .iter()
        .map(|[high, low]| high << 4 | low)
        .collect())
}

/// Lists of bytes as lists of hexadecimal texts.
pub(super) mod hex {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(all: &[Vec<u8>], to: S) -> Result<S::Ok, S::Error> {
        let texts: Vec<_> = all.iter().map(|bytes| super::to_hex(bytes)).collect();
        texts.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Vec<u8>>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        let bytes = texts.iter().map(|text| super::from_hex(text));
        bytes
            .collect::<Result<_, _>>()
            .map_err(serde::de::Error::custom)
    }
}

/// Named bytes as named hexadecimal texts.
mod hex_by_name {
    use indexmap::IndexMap;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(
        all: &IndexMap<String, Vec<u8>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let texts = all.iter().map(|(name, bytes)| (name, super::to_hex(bytes)));
        texts.collect::<IndexMap<_, _>>().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<IndexMap<String, Vec<u8>>, D::Error> {
        let texts = IndexMap::<String, String>::deserialize(from)?;
        let bytes = |(name, text): (String, String)| Ok((name, super::from_hex(&text)?));
        let all: Result<_, String> = texts.into_iter().map(bytes).collect();
        all.map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_known_by_its_entries() {
        let text = ".version 7.8\n.visible .entry a()\n{\n}\n\n.visible .entry b(\n";
        assert_eq!(entries(text), "a, b");
    }

    #[test]
    fn bytes_survive_as_hexadecimal_text() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(from_hex(&to_hex(&bytes)), Ok(bytes));
        assert!(from_hex("0g").is_err() && from_hex("0").is_err());
    }
}
