//! The file of a backup: lines of JSON, compressed. The first line names the version, then each table follows with its rows,
//! each row a list. The last line has the counts and the SHA-256 of everything before it. `zcat` is enough to read one.

use super::{
    catalogue::Table,
    error::{BackupError, Result},
};
use crate::file_names::link_for_good;
use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{BufRead, BufReader, BufWriter, Read, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
};
use tokio::sync::mpsc;

/// Bytes of rows in one part, approximately.
pub(super) const PART: usize = 256 * 1024;
/// The format's name in the first line.
const FORMAT: &str = "selaras-backup-1";
/// The longest line, in bytes. A row has some kilobytes at most; a longer line may be an attack.
const LONGEST_LINE: u64 = 64 << 20;

/// A line that is not a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Part {
    Begin(Begin),
    Table(Table),
    End(End),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Begin {
    format: String,
    /// The version of Selaras.
    pub(super) version: String,
    /// The steps that the database's schema had.
    pub(super) steps: Vec<String>,
    /// Milliseconds since 1970.
    made_at: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct End {
    tables: u64,
    rows: u64,
    /// In hexadecimal.
    sha256: String,
}

impl Part {
    pub(super) fn begin(steps: Vec<String>, made_at: i64) -> Self {
        Self::Begin(Begin {
            format: FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            steps,
            made_at,
        })
    }
}

/// The contents of a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// The version of Selaras that made it.
    pub version: String,
    /// The steps that the database's schema had.
    pub steps: Vec<String>,
    /// When it was made; milliseconds since 1970.
    pub made_at: i64,
    /// Tables and their numbers of rows.
    pub tables: Vec<(String, u64)>,
    /// The size of the file.
    pub bytes: u64,
}

impl Contents {
    /// Rows in all.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|(_, rows)| rows).sum()
    }
}

/// Sends lines to the thread that writes the file.
pub(super) struct Writer {
    parts: mpsc::Sender<Lines>,
    lines: Vec<u8>,
    rows: u64,
    tables: u64,
}

/// Lines for the file.
pub(super) enum Lines {
    Some(Vec<u8>),
    /// The last lines, with the counts of tables and rows. Without them the copy broke off.
    Last(Vec<u8>, u64, u64),
}

/// The writer is gone; it reports the cause itself.
fn broken_off() -> BackupError {
    BackupError::File {
        path: PathBuf::new(),
        source: std::io::ErrorKind::BrokenPipe.into(),
    }
}

fn line(part: &Part) -> Result<Vec<u8>> {
    let mut line = serde_json::to_vec(part).map_err(|error| BackupError::File {
        path: PathBuf::new(),
        source: error.into(),
    })?;
    line.push(b'\n');
    Ok(line)
}

impl Writer {
    pub(super) fn new(parts: mpsc::Sender<Lines>) -> Self {
        Self {
            parts,
            lines: Vec::with_capacity(PART),
            rows: 0,
            tables: 0,
        }
    }

    pub(super) async fn put(&mut self, part: Part) -> Result<()> {
        self.tables += u64::from(matches!(part, Part::Table(_)));
        self.lines.extend(line(&part)?);
        self.pass_on().await
    }

    /// Writes a row: a list in JSON.
    pub(super) async fn row(&mut self, row: String) -> Result<()> {
        self.rows += 1;
        // PostgreSQL writes text as it is, and JSON text contains no line breaks: each row is one line.
        self.lines.extend_from_slice(row.as_bytes());
        self.lines.push(b'\n');
        self.pass_on().await
    }

    async fn pass_on(&mut self) -> Result<()> {
        if self.lines.len() < PART {
            return Ok(());
        }
        let lines = std::mem::replace(&mut self.lines, Vec::with_capacity(PART));
        self.parts.send(Lines::Some(lines)).await.map_err(|_| broken_off())
    }

    pub(super) async fn end(self) -> Result<()> {
        let last = Lines::Last(self.lines, self.tables, self.rows);
        self.parts.send(last).await.map_err(|_| broken_off())
    }
}

fn at<T>(path: &Path, done: std::io::Result<T>) -> Result<T> {
    done.map_err(|source| BackupError::File {
        path: path.to_owned(),
        source,
    })
}

/// Writes the parts to a new file, reads it again, and only then gives it its name. Only its owner can read it: it holds the
/// hashes of passwords.
pub(super) fn write(path: &Path, mut parts: mpsc::Receiver<Lines>) -> Result<Contents> {
    if path.exists() {
        return Err(BackupError::Exists(path.to_owned()));
    }
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    let unfinished = PathBuf::from(unfinished);
    let mut file = at(&unfinished, open(&unfinished))?;
    // The lock is held until this process is done with the file or has died.
    let is_locked = |file: &File| matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    if is_locked(&file) {
        return Err(BackupError::BeingMade(path.to_owned()));
    }
    // A process that died right after it linked its backup left this name on a finished file.
    if at(&unfinished, file.metadata())?.nlink() > 1 {
        at(&unfinished, fs::remove_file(&unfinished))?;
        file = at(&unfinished, open(&unfinished))?;
        if is_locked(&file) {
            return Err(BackupError::BeingMade(path.to_owned()));
        }
    }
    let written = match path.exists() {
        // Another process finished it meanwhile, and the file opened here may be that very file.
        true => Err(BackupError::Exists(path.to_owned())),
        false => fill(&unfinished, &file, &mut parts).and_then(|()| {
            let contents = read(&unfinished)?;
            at(path, link_for_good(&unfinished, path))?;
            Ok(contents)
        }),
    };
    // The remains are of no use, and their name is free again.
    let _ = fs::remove_file(&unfinished);
    written
}

fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
}

fn fill(path: &Path, file: &File, parts: &mut mpsc::Receiver<Lines>) -> Result<()> {
    // Truncates the remains of a killed backup.
    at(path, file.set_len(0))?;
    let mut packed = GzEncoder::new(BufWriter::new(file), Compression::fast());
    let mut sum = Sha256::new();
    let mut put = |lines: &[u8], packed: &mut GzEncoder<BufWriter<&File>>| {
        sum.update(lines);
        at(path, packed.write_all(lines))
    };
    while let Some(lines) = parts.blocking_recv() {
        let (lines, tables, rows) = match lines {
            Lines::Some(lines) => {
                put(&lines, &mut packed)?;
                continue;
            }
            Lines::Last(lines, tables, rows) => (lines, tables, rows),
        };
        put(&lines, &mut packed)?;
        let end = Part::End(End {
            tables,
            rows,
            sha256: hex(sum),
        });
        at(path, packed.write_all(&line(&end)?))?;
        let file = at(path, packed.finish())?;
        let file = at(path, file.into_inner().map_err(std::io::IntoInnerError::into_error))?;
        return at(path, file.sync_all());
    }
    // The copy broke off and reports the cause itself.
    Err(broken_off())
}

fn hex(sum: Sha256) -> String {
    sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One line of a backup.
pub(super) enum Line<'a> {
    Part(Part),
    Row(&'a str),
}

/// Reads a backup from beginning to end.
///
/// # Errors
/// [`BackupError::Damaged`] if the file differs from what was written.
pub fn read(path: &Path) -> Result<Contents> {
    let mut contents = Contents {
        version: String::new(),
        steps: Vec::new(),
        made_at: 0,
        tables: Vec::new(),
        bytes: at(path, fs::metadata(path))?.len(),
    };
    each_line(path, |line| {
        match line {
            Line::Part(Part::Begin(begin)) => {
                contents.version = begin.version;
                contents.steps = begin.steps;
                contents.made_at = begin.made_at;
            }
            Line::Part(Part::Table(table)) => contents.tables.push((table.name, 0)),
            Line::Part(Part::End(_)) => {}
            Line::Row(_) => {
                if let Some((_, rows)) = contents.tables.last_mut() {
                    *rows += 1;
                }
            }
        }
        Ok(())
    })?;
    Ok(contents)
}

/// Hands each line to `take` and verifies the file's checksum. The lines are trustworthy only if this returns without error.
pub(super) fn each_line(path: &Path, mut take: impl FnMut(Line<'_>) -> Result<()>) -> Result<()> {
    let damaged = |reason: Reason| BackupError::Damaged {
        path: path.to_owned(),
        reason: Box::new(reason),
    };
    let file = at(path, File::open(path))?;
    let mut lines = BufReader::with_capacity(PART, MultiGzDecoder::new(BufReader::new(file)));
    let mut sum = Sha256::new();
    let (mut line, mut tables, mut rows) = (Vec::new(), 0, 0);
    let mut begun = false;
    loop {
        line.clear();
        let read = (&mut lines).take(LONGEST_LINE).read_until(b'\n', &mut line);
        match read {
            Ok(0) => return Err(damaged(Reason::BackupCutOff)),
            Ok(_) if line.last() != Some(&b'\n') => return Err(damaged(Reason::BackupCutOff)),
            Ok(_) => {}
            Err(error) if begun => {
                return Err(damaged(Reason::BackupUnreadable {
                    said: error.to_string(),
                }));
            }
            Err(_) => return Err(damaged(Reason::BackupForeign)),
        }
        let text = std::str::from_utf8(&line).map_err(|_| damaged(Reason::BackupNotText))?;
        if begun && text.starts_with('[') {
            if tables == 0 {
                return Err(damaged(Reason::BackupRowFirst));
            }
            rows += 1;
            take(Line::Row(text.trim_end()))?;
            sum.update(&line);
            continue;
        }
        let part = serde_json::from_str::<Part>(text);
        match part {
            Ok(Part::Begin(begin)) if !begun && begin.format == FORMAT => {
                begun = true;
                take(Line::Part(Part::Begin(begin)))?;
            }
            Ok(Part::Table(table)) if begun => {
                tables += 1;
                take(Line::Part(Part::Table(table)))?;
            }
            Ok(Part::End(end)) if begun => {
                let found = End {
                    tables,
                    rows,
                    sha256: hex(sum),
                };
                let mut more = [0];
                if end != found {
                    return Err(damaged(Reason::BackupAltered));
                }
                // The compressed stream ends with its own checksum, which is verified here.
                return match lines.read(&mut more) {
                    Ok(0) => take(Line::Part(Part::End(end))),
                    _ => Err(damaged(Reason::BackupTrailing)),
                };
            }
            _ if !begun => return Err(damaged(Reason::BackupForeign)),
            _ => return Err(damaged(Reason::BackupLineUnknown)),
        }
        sum.update(&line);
    }
}
