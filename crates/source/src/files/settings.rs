//! The settings of files as a source.

use jiff::{civil::Date, tz::TimeZone};
use selaras_ambient::Clock;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// Where the files are, and how to read them.
#[derive(Debug, Clone)]
pub struct FilesSettings {
    /// The folder; `None` if files are only uploaded.
    pub folder: Option<PathBuf>,
    /// Headings that differ from the fields' names: by list, then by field.
    pub columns: BTreeMap<String, BTreeMap<String, String>>,
    /// Encoding of CSV files, such as `windows-1252`; detected if not set.
    pub encoding: Option<String>,
    /// Maximum size of a file in bytes, and of its unpacked contents.
    pub max_bytes: u64,
    /// Maximum size of one row in bytes. A longer row is an error of that row only.
    pub max_row_bytes: usize,
    /// The campus's time zone, for dates of enrolments.
    pub time_zone: TimeZone,
    /// The clock, for what is over today.
    pub clock: Clock,
    /// Time limit for finding the file of a list: a network share may never answer.
    pub patience: Duration,
}

impl FilesSettings {
    /// Settings with a folder and the default values.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder: Some(folder),
            ..Self::default()
        }
    }

    /// The date on the campus.
    pub(crate) fn today(&self) -> Date {
        self.clock.now().to_zoned(self.time_zone.clone()).date()
    }
}

impl Default for FilesSettings {
    fn default() -> Self {
        Self {
            folder: None,
            clock: Clock::default(),
            columns: BTreeMap::new(),
            encoding: None,
            max_bytes: 1 << 30,
            max_row_bytes: 1 << 20,
            time_zone: TimeZone::UTC,
            patience: Duration::from_secs(30),
        }
    }
}
