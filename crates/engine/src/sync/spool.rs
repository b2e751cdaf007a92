//! The rows of a list, those of a long one in an unnamed temporary file, so that memory stays small.

use super::issue::RowIssue;
use crate::{EngineError, Result};
use selaras_source::RawRow;
use std::io::{self, SeekFrom};
use tokio::{
    fs::File,
    io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt},
};

/// Rows read at once.
const TOGETHER: usize = 500;
/// Bytes buffered before writing.
const ENOUGH: usize = 1 << 18;
/// Bytes read at once.
const AHEAD: usize = 1 << 16;

/// A list that is being kept.
#[derive(Default)]
pub(super) struct Spool {
    /// Where the rows before `gathered` are; none while all are in memory.
    file: Option<File>,
    gathered: Vec<u8>,
}

fn failed(error: impl Into<io::Error>) -> EngineError {
    EngineError::Spool(error.into())
}

impl Spool {
    /// Appends a row after its length, because texts of the source may have line breaks. The buffer must be
    /// [relieved](Self::relieve) from time to time.
    pub(super) fn add(&mut self, row: &KeptRow) -> Result<()> {
        let start = self.gathered.len();
        self.gathered.extend([0; size_of::<u32>()]);
        row.put(&mut self.gathered).map_err(failed)?;
        let length = self.gathered.len() - start - size_of::<u32>();
        let length = u32::try_from(length).map_err(|_| failed(io::ErrorKind::FileTooLarge))?;
        self.gathered[start..start + size_of::<u32>()].copy_from_slice(&length.to_le_bytes());
        Ok(())
    }

    /// Writes the buffer if it is large enough.
    pub(super) async fn relieve(&mut self) -> Result<()> {
        if self.gathered.len() < ENOUGH {
            return Ok(());
        }
        let mut file = match self.file.take() {
            Some(file) => file,
            None => File::from_std(tempfile::tempfile().map_err(failed)?),
        };
        file.write_all(&self.gathered).await.map_err(failed)?;
        self.gathered.clear();
        self.file = Some(file);
        Ok(())
    }

    /// Goes back to the first row.
    pub(super) async fn turn(self) -> Result<Spooled> {
        let Some(mut file) = self.file else {
            return Ok(Spooled {
                file: None,
                ahead: self.gathered,
                at: 0,
            });
        };
        file.write_all(&self.gathered).await.map_err(failed)?;
        file.flush().await.map_err(failed)?;
        file.seek(SeekFrom::Start(0)).await.map_err(failed)?;
        Ok(Spooled {
            file: Some(file),
            ahead: Vec::new(),
            at: 0,
        })
    }
}

/// A list that is being read again.
pub(super) struct Spooled {
    file: Option<File>,
    /// The bytes in memory: those read so far of a file, or all.
    ahead: Vec<u8>,
    /// The start of the next row in `ahead`.
    at: usize,
}

impl Spooled {
    /// The next rows in their order; none at the end.
    pub(super) async fn next(&mut self) -> Result<Vec<KeptRow>> {
        let mut rows = Vec::with_capacity(TOGETHER);
        while rows.len() < TOGETHER {
            if let Some(bytes) = self.following() {
                rows.push(KeptRow::get(bytes).map_err(failed)?);
            } else if !self.read_on().await? {
                break;
            }
        }
        Ok(rows)
    }

    /// The bytes of the next row, if all of them have been read.
    fn following(&mut self) -> Option<&[u8]> {
        let (length, rest) = self.ahead[self.at..].split_first_chunk()?;
        let bytes = rest.get(..u32::from_le_bytes(*length) as usize)?;
        self.at += length.len() + bytes.len();
        Some(bytes)
    }

    /// Reads more of the file. `false` at the end.
    async fn read_on(&mut self) -> Result<bool> {
        self.ahead.drain(..self.at);
        self.at = 0;
        let read = match &mut self.file {
            Some(file) => {
                self.ahead.reserve(AHEAD);
                file.read_buf(&mut self.ahead).await.map_err(failed)?
            }
            None => 0,
        };
        if read == 0 && !self.ahead.is_empty() {
            return Err(failed(io::ErrorKind::UnexpectedEof));
        }
        Ok(read > 0)
    }
}

/// A row of a list that is kept. The group is not: a list that groups its rows is not kept.
pub(super) enum KeptRow {
    Row(RawRow),
    Issue(RowIssue),
}

/// The first byte of a kept row.
const ISSUE: u8 = 0;
const ROW: u8 = 1;

impl KeptRow {
    /// Appends its bytes.
    fn put(&self, bytes: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Self::Issue(issue) => {
                bytes.push(ISSUE);
                serde_json::to_writer(bytes, issue)?;
            }
            Self::Row(row) => {
                bytes.push(ROW);
                bytes.extend(row.position.to_le_bytes());
                bytes.extend_from_slice(row.json.as_bytes());
            }
        }
        Ok(())
    }

    /// Parses the bytes that [`Self::put`] appended.
    fn get(bytes: &[u8]) -> io::Result<Self> {
        let (begins, rest) = bytes.split_first().ok_or(io::ErrorKind::InvalidData)?;
        if *begins == ISSUE {
            return Ok(Self::Issue(serde_json::from_slice(rest)?));
        }
        let (position, json) = rest.split_first_chunk().ok_or(io::ErrorKind::InvalidData)?;
        let json = std::str::from_utf8(json).map_err(|_| io::ErrorKind::InvalidData)?;
        Ok(Self::Row(RawRow {
            position: u64::from_le_bytes(*position),
            json: json.into(),
            group: None,
        }))
    }
}
