//! Tries out a list: its first rows as they were read, the fields that they become, and what is wrong with them.
//!
//! Nothing is written. Administrators use it while they set up a query, a file or an address.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use selaras_kinds::{Kind, is_invisible, kelas::Kelas};
use selaras_reasons::Reason;
use tokio::time::{Instant, timeout_at};

use crate::call::Call;
use crate::error::{Fault, Origin, SourceError};
use crate::list::{List, is_clock};
use crate::rows::{Chunk, NoRow, Notice, Notices, RawRow, RowError, RowFault, Rows};
use crate::source::Source;

/// Number of rows to show.
const MAX_ROWS: usize = 10;
/// Number of problems to report; the rest are only counted.
const MAX_PROBLEMS: usize = 100;
/// Number of classes to hold, for checking students and teachings.
const CLASSES: usize = 1_000_000;

/// Limits on reading the list.
#[derive(Debug, Clone, Copy)]
pub struct TrialLimits {
    /// Maximum number of rows.
    pub rows: u64,
    /// Time limit; half of it is for the classes, if they are needed.
    pub time: Duration,
}

impl Default for TrialLimits {
    fn default() -> Self {
        Self {
            rows: 20_000,
            time: Duration::from_secs(15),
        }
    }
}

/// The result of a trial.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The list's name in the settings.
    pub list: &'static str,
    /// Display name of its rows.
    pub label: &'static str,
    /// Where the list is read from; `None` if no setting says.
    pub origin: Option<Origin>,
    /// The first readable rows.
    pub rows: Vec<TriedRow>,
    /// The first hundred problems of rows.
    pub problems: Vec<Problem>,
    /// Number of problems in the rows that were read.
    pub problem_count: u64,
    /// What was left out of the list.
    pub notices: Vec<Notice>,
    /// Number of rows read.
    pub read: u64,
    /// True if these are all rows of the list.
    pub complete: bool,
    /// Duration in seconds.
    pub seconds: f64,
    /// Why the list could not be read further.
    pub failed: Option<TrialFailure>,
}

/// Why a list could not be tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrialFailure {
    /// The source failed.
    Source(SourceError),
    /// The list is read class by class, and there is no class.
    NoClass,
}

impl From<&TrialFailure> for Reason {
    fn from(failure: &TrialFailure) -> Self {
        match failure {
            TrialFailure::Source(error) => Self::from(error),
            TrialFailure::NoClass => Self::TrialWithoutClass,
        }
    }
}

impl Trial {
    /// Rows per second, if any were read.
    pub fn rows_per_second(&self) -> Option<f64> {
        (self.read > 0 && self.seconds > 0.0).then(|| self.read as f64 / self.seconds)
    }
}

/// A row, and the fields that it becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TriedRow {
    /// Its position in the list, from 1; for a file, the row's number in it.
    pub row: u64,
    /// The row as it was read.
    pub raw: String,
    /// Field by field, as the dashboard would store it.
    pub fields: Vec<(&'static str, String)>,
}

/// A problem of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The row's position, from 1.
    pub row: u64,
    /// The column, if the problem is in one.
    pub column: Option<&'static str>,
    /// What is wrong and what to do.
    pub reason: Reason,
}

/// The classes of the source, by the columns in which other lists name them.
#[derive(Debug, Default)]
struct Classes {
    named: HashSet<Vec<String>>,
    codes: HashSet<String>,
    /// Each name as it looks, with the name itself.
    looks: HashMap<Vec<String>, Vec<String>>,
}

impl Source {
    /// Reads the beginning of a list and reports what is wrong with it. For a list per class it reads the first class.
    pub async fn trial(&self, list: &'static List, limits: TrialLimits) -> Trial {
        let mut trial = Trial {
            list: list.name(),
            label: list.label,
            origin: None,
            rows: Vec::new(),
            problems: Vec::new(),
            problem_count: 0,
            notices: Vec::new(),
            read: 0,
            complete: false,
            seconds: 0.0,
            failed: None,
        };
        let found = match self.reader(list).await {
            Ok(found) => found,
            Err(error) => {
                trial.failed = Some(TrialFailure::Source(error));
                return trial;
            }
        };
        let whole = found.as_ref().is_some_and(|(reader, _)| reader.whole(list));
        trial.origin = found.map(|(_, origin)| origin);
        let begun = Instant::now();
        let (classes, first) = match list.names_classes() {
            true => self.classes(begun + limits.time / 2, limits.time / 2).await,
            false => (Err(None), None),
        };
        let scope = if list.feed.scope.is_empty() || whole {
            Vec::new()
        } else if let Some(class) = first {
            list.feed.scope.iter().copied().zip(class).collect()
        } else {
            trial.failed = Some(match classes {
                Err(Some(error)) => TrialFailure::Source(error),
                _ => TrialFailure::NoClass,
            });
            return trial;
        };
        let start = Instant::now();
        let mut trying = Trying {
            trial: &mut trial,
            list,
            scope: &scope,
            classes: classes.ok(),
            keys: HashMap::new(),
            notices: Notices::default(),
        };
        let outcome = trying.read(self, limits, begun + limits.time).await;
        let notices = trying.notices.into_vec();
        trial.notices.extend(notices);
        trial.seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(complete) => trial.complete = complete && scope.is_empty(),
            Err(error) => trial.failed = Some(TrialFailure::Source(error)),
        }
        trial
    }

    /// The classes, if their list can be read to its end in time; otherwise the failure, if there was one. Also returns the
    /// first class.
    async fn classes(&self, until: Instant, time: Duration) -> (Result<Classes, Option<SourceError>>, Option<Class>) {
        let mut classes = Classes::default();
        let mut first = None;
        let Some(list) = List::named(Kelas::FEED.name) else {
            return (Err(None), None);
        };
        let mut rows = self.rows(Call::whole(&Kelas::FEED));
        loop {
            let chunk = match next(&mut rows, until).await {
                Some(Ok(Some(chunk))) => chunk,
                Some(Ok(None)) => return (Ok(classes), first),
                Some(Err(error)) => return (Err(Some(error)), first),
                None => return (Err(Some(self.late(time))), first),
            };
            for row in chunk.into_iter().flatten() {
                let Ok(fields) = list.fields_of(&row, &[]) else {
                    continue;
                };
                let of = |name: &str| value(&fields, name).to_owned();
                let name = vec![of("nama_mata_kuliah"), of("nama_kelas"), of("program_id")];
                // MBKM names a class without its program.
                classes.named.insert(name[..2].to_vec());
                for name in [&name[..2], &name[..]] {
                    let look: Vec<_> = name.iter().map(|part| look(part)).collect();
                    if look != name {
                        classes.looks.insert(look.clone(), name.to_vec());
                    }
                }
                first.get_or_insert_with(|| name.clone());
                classes.named.insert(name);
                classes.codes.insert(of("kelas_id"));
            }
            // A name is stored with its program and without.
            if classes.codes.len().max(classes.named.len() / 2) > CLASSES {
                return (Err(None), first);
            }
        }
    }

    /// The error for a source that gave nothing in this time.
    fn late(&self, time: Duration) -> SourceError {
        SourceError {
            name: self.name().to_owned(),
            fault: Fault::Timeout(time),
        }
    }
}

/// The next rows; `None` if they do not arrive in time. After the deadline it stops, even if rows are ready.
async fn next(rows: &mut Rows, until: Instant) -> Option<Result<Option<Chunk>, SourceError>> {
    match Instant::now() < until {
        true => timeout_at(until, rows.next()).await.ok(),
        false => None,
    }
}

/// The name of a class: its course, its own name and its program.
type Class = Vec<String>;

struct Trying<'a> {
    trial: &'a mut Trial,
    list: &'static List,
    scope: &'a [(&'static str, String)],
    classes: Option<Classes>,
    /// The first row with each key.
    keys: HashMap<Vec<String>, u64>,
    /// Rows that only the kind recognises as none.
    notices: Notices,
}

impl Trying<'_> {
    /// Returns true if the list was read to its end.
    async fn read(&mut self, source: &Source, limits: TrialLimits, until: Instant) -> Result<bool, SourceError> {
        let mut rows = source.rows(Call::scoped(self.list.feed, self.scope.to_vec()));
        loop {
            let chunk = match next(&mut rows, until).await {
                Some(chunk) => chunk?,
                None if self.trial.read == 0 => return Err(source.late(limits.time)),
                None => return Ok(false),
            };
            let Some(chunk) = chunk else {
                self.trial.notices.extend(rows.take_notices());
                return Ok(true);
            };
            for row in chunk {
                self.take(row);
            }
            if self.trial.read >= limits.rows {
                return Ok(false);
            }
        }
    }

    fn take(&mut self, row: Result<RawRow, RowError>) {
        self.trial.read += 1;
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                let column = match &*error.fault {
                    RowFault::Cell { column, .. } => Some(*column),
                    _ => None,
                };
                self.problem(error.position, column, Reason::from(&*error.fault));
                return;
            }
        };
        let at = row.position;
        match self.list.fields_of(&row, self.scope) {
            Err((_, Reason::RowOfPlaceholders)) => {
                if let Some(origin) = &self.trial.origin {
                    self.notices.add(NoRow::Placeholder, at, String::new(), origin);
                }
            }
            Err((column, reason)) => self.problem(at, column, reason),
            Ok(fields) => {
                self.judge(at, &fields);
                if self.trial.rows.len() < MAX_ROWS {
                    self.trial.rows.push(TriedRow {
                        row: at,
                        raw: row.json.to_string(),
                        fields,
                    });
                }
            }
        }
    }

    fn judge(&mut self, at: u64, fields: &[(&'static str, String)]) {
        let values = |columns: &[&str]| columns.iter().map(|column| value(fields, column).to_owned()).collect();
        let key: Vec<String> = values(&self.list.identity());
        let column = self.list.key_columns().last().copied();
        let named: Vec<String> = values(self.list.key_columns());
        let named = named.join(" · ");
        if let Some(first) = self.keys.get(&key) {
            let reason = Reason::TrialTwice {
                key: named,
                other: first.to_string(),
            };
            self.problem(at, column, reason);
        } else {
            self.keys.insert(key, at);
        }
        if let Some((column, reason)) = self.unknown_class(fields) {
            self.problem(at, Some(column), reason);
        }
        for (column, text) in fields {
            if is_clock(column) && !text.is_empty() && !is_time(text) {
                let value = text.clone();
                self.problem(at, Some(column), Reason::TrialNoTime { value });
            }
        }
    }

    /// Why the class that a row names is none of the source's.
    fn unknown_class(&self, fields: &[(&'static str, String)]) -> Option<(&'static str, Reason)> {
        let classes = self.classes.as_ref()?;
        let columns = self.list.feed.scope;
        if columns.is_empty() {
            let key = value(fields, "kelas_id").to_owned();
            return (!classes.codes.contains(&key)).then_some(("kelas_id", Reason::TrialClassUnknown { key }));
        }
        let name: Vec<String> = columns.iter().map(|column| value(fields, column).to_owned()).collect();
        if classes.named.contains(&name) {
            return None;
        }
        let look: Vec<_> = name.iter().map(|part| look(part)).collect();
        let known = match classes.named.contains(&look) {
            true => Some(&look),
            false => classes.looks.get(&look),
        };
        let differs = |known: &Vec<String>| {
            let mut parts = columns.iter().zip(name.iter().zip(known));
            parts.find_map(|(column, (text, known))| (text != known).then_some((*column, odd_letter(text, known)?)))
        };
        Some(match known.and_then(differs) {
            Some((column, letter)) => {
                let (key, value) = (name.join(" · "), format!("U+{:04X}", u32::from(letter)));
                let field = column.to_owned();
                (column, Reason::TrialClassLooksAlike { key, field, value })
            }
            None => ("nama_kelas", Reason::TrialClassUnknown { key: name.join(" · ") }),
        })
    }

    fn problem(&mut self, row: u64, column: Option<&'static str>, reason: Reason) {
        self.trial.problem_count += 1;
        if self.trial.problems.len() < MAX_PROBLEMS {
            self.trial.problems.push(Problem { row, column, reason });
        }
    }
}

fn value<'a>(fields: &'a [(&'static str, String)], name: &str) -> &'a str {
    fields
        .iter()
        .find(|(field, _)| *field == name)
        .map_or("", |(_, text)| text.as_str())
}

/// A text as people see it: without invisible characters, and with single spaces.
fn look(text: &str) -> String {
    let seen: String = text.chars().filter(|letter| !is_invisible(*letter)).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first character that only one of two texts that look alike has.
fn odd_letter(text: &str, known: &str) -> Option<char> {
    let mut parts = text.chars().zip(known.chars().map(Some).chain(std::iter::repeat(None)));
    let (letter, other) = parts.find(|(letter, other)| Some(*letter) != *other)?;
    let is_odd = |letter: &char| is_invisible(*letter) || letter.is_whitespace();
    Some(letter).filter(is_odd).or(other)
}

/// True for a time of day: `7:30`, `07.30` or `07:30:00`.
fn is_time(text: &str) -> bool {
    let parts: Vec<_> = text.split([':', '.']).map(str::parse::<u8>).collect();
    match parts[..] {
        [Ok(hour), Ok(minute)] => hour < 24 && minute < 60,
        [Ok(hour), Ok(minute), Ok(second)] => hour < 24 && minute < 60 && second < 60,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_time;

    #[test]
    fn time_of_day_is_recognised() {
        assert!(["7:30", "07.30", "23:59:59"].into_iter().all(is_time));
        assert!(!["24:00", "pagi", "0.3125", "7", "07:30-10:00"].into_iter().any(is_time));
    }
}
