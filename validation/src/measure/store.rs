//! The folder of a truth set, while it is written.

use super::MeasureError;
use super::session::MeasuredCase;
use crate::device::DeviceInfo;
use crate::error::TruthError;
use crate::truth::{self, Case};
use indexmap::IndexMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// With what, and when, a set was measured: `device.json`.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct Provenance {
    /// The device.
    #[serde(flatten)]
    pub device: DeviceInfo,
    /// The profiler's launches, if there were any: clocks left alone, caches flushed.
    pub profiled: bool,
    /// The day, in UTC.
    pub date: String,
}

/// A folder.
#[derive(Clone, Debug)]
pub struct Folder(
    /// Its path.
    pub PathBuf,
);

impl Folder {
    /// A file's bytes.
    pub fn read(&self, path: &Path) -> Result<Vec<u8>, TruthError> {
        truth::read(&self.0.join(path))
    }

    /// Writes a file, and the folder that it lies in.
    pub fn write(&self, path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), MeasureError> {
        let path = self.0.join(path);
        let folder = path.parent().unwrap_or(&self.0);
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, bytes));
        written.map_err(|source| MeasureError::Write { path, source })
    }

    /// The rows of a file; none where there is no file.
    fn rows<T: DeserializeOwned>(&self, file: &str) -> Result<Vec<T>, TruthError> {
        let path = self.0.join(file);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let wrong = |source| TruthError::Json {
            path: path.clone(),
            source,
        };
        serde_json::from_slice(&truth::read(&path)?).map_err(wrong)
    }

    /// Replaces the rows of the same name, and adds the others.
    fn merge<T: Serialize + DeserializeOwned + Clone>(
        &self,
        file: &str,
        rows: impl Iterator<Item = T>,
        name: impl Fn(&T) -> String,
    ) -> Result<(), MeasureError> {
        let old = self.rows::<T>(file)?.into_iter();
        let mut all: IndexMap<String, T> = old.map(|row| (name(&row), row)).collect();
        all.extend(rows.map(|row| (name(&row), row)));
        let lines = all.values().map(|row| self.line(file, row));
        let lines: Vec<_> = lines.collect::<Result<_, _>>()?;
        self.write(file, format!("[\n{}\n]\n", lines.join(",\n")).as_bytes())
    }

    fn line<T: Serialize>(&self, file: &str, row: &T) -> Result<String, TruthError> {
        serde_json::to_string(row).map_err(|source| TruthError::Json {
            path: self.0.join(file),
            source,
        })
    }

    /// Writes the cases alone.
    pub fn add_cases(&self, cases: &[Case]) -> Result<(), MeasureError> {
        self.merge("cases.json", cases.iter().cloned(), |case| {
            case.name.clone()
        })
    }

    /// Writes what was measured, beside what the set holds already.
    pub fn add(&self, cases: &[MeasuredCase], with: &Provenance) -> Result<(), MeasureError> {
        self.check_device(with)?;
        let measured = cases.iter().map(|case| case.measurement.clone());
        self.merge("results.json", measured, |m| m.name.clone())?;
        let repeats = cases.iter().filter_map(|case| case.repeat.clone());
        self.merge("repeats.json", repeats, |r| r.name.clone())?;
        let text = serde_json::to_string_pretty(with).map_err(|source| TruthError::Json {
            path: self.0.join("device.json"),
            source,
        })?;
        self.write("device.json", (text + "\n").as_bytes())
    }

    /// Refuses to mix what two devices did.
    fn check_device(&self, with: &Provenance) -> Result<(), MeasureError> {
        let path = self.0.join("device.json");
        if !path.exists() {
            return Ok(());
        }
        let wrong = |source| TruthError::Json {
            path: path.clone(),
            source,
        };
        let found: Provenance = serde_json::from_slice(&truth::read(&path)?).map_err(wrong)?;
        match found.device.name == with.device.name {
            true => Ok(()),
            false => Err(MeasureError::OtherDevice {
                folder: self.0.clone(),
                found: found.device.name,
                device: with.device.name.clone(),
            }),
        }
    }

    /// Copies the files of these cases from another folder.
    pub fn take_files(&self, from: &Folder, cases: &[Case]) -> Result<(), MeasureError> {
        let mut files: Vec<PathBuf> = cases.iter().flat_map(files).collect();
        files.sort();
        files.dedup();
        for file in files.iter().filter(|file| from.0.join(file).exists()) {
            self.write(file, &from.read(file)?)?;
        }
        Ok(())
    }
}

/// The files that a case is made of.
fn files(case: &Case) -> Vec<PathBuf> {
    let stem = case.cubin.file_stem().unwrap_or_default().to_owned();
    let mut ptx = Path::new("ptx").join(stem);
    ptx.set_extension("ptx");
    let data = case
        .buffers
        .values()
        .filter_map(|buffer| match &buffer.init {
            truth::Init::File { path } => Some(path.clone()),
            _ => None,
        });
    let source = case.source.as_ref().map(|source| source.file.clone());
    [case.cubin.clone(), ptx]
        .into_iter()
        .chain(data)
        .chain(source)
        .collect()
}

/// A day in UTC, as `2026-11-20`, from seconds since 1970.
pub fn date(seconds: u64) -> String {
    // Howard Hinnant, "chrono-compatible low-level date algorithms": days to a civil date.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{of_month:02}", era * 400 + year + later)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_a_day() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(1_795_132_800), "2026-11-20");
        assert_eq!(date(1_798_761_599), "2026-12-31");
    }
}
