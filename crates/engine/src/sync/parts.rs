//! The parts of a list that has the rows of very many classes, each in a nameless file: what is known of a class's places is
//! then in memory for one part's classes at a time, however large the campus (`parting`).

use crate::{EngineError, Result};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::io::{self, SeekFrom};
use tokio::{
    fs::File,
    io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt, BufReader, BufWriter},
};

/// Rows read at once.
const TOGETHER: usize = 500;
/// Bytes that are gathered for a file before they are written.
const BUFFER: usize = 1 << 16;

/// What a list said, as far as a part has to know it.
#[derive(Serialize, Deserialize)]
pub(super) enum Kept {
    /// A row of one of the part's classes, as the source spelled it.
    Row { position: u64, json: Box<RawValue> },
    /// A row that cannot be read; its class among the part's, or `None` where it may be in any.
    Unreadable {
        place: String,
        reason: Reason,
        class: Option<usize>,
    },
    /// A row that cannot be read and may be in any class; another part tells it.
    UnreadableElsewhere,
    /// A row of a class that the dashboard does not have.
    Stranger(String),
}

/// The file of one part, written from its beginning and then read once.
pub(super) struct Part(std::fs::File);

fn failed(error: impl Into<io::Error>) -> EngineError {
    EngineError::Spool(error.into())
}

/// The file of one part while the list is read.
pub(super) struct Filling {
    file: BufWriter<File>,
    /// What is to be written next.
    text: Vec<u8>,
}

impl Filling {
    pub(super) fn new() -> Result<Self> {
        let file = tempfile::tempfile().map_err(failed)?;
        Ok(Self {
            file: BufWriter::with_capacity(BUFFER, File::from_std(file)),
            text: Vec::new(),
        })
    }

    /// Adds what was said: its length, and then itself.
    pub(super) fn keep(&mut self, kept: &Kept) -> Result<()> {
        let start = self.text.len();
        self.text.extend([0; size_of::<u32>()]);
        serde_json::to_writer(&mut self.text, kept).map_err(failed)?;
        let length = self.text.len() - start - size_of::<u32>();
        let length = u32::try_from(length).map_err(|_| failed(io::ErrorKind::FileTooLarge))?;
        self.text[start..start + size_of::<u32>()].copy_from_slice(&length.to_le_bytes());
        Ok(())
    }

    /// Writes what has been gathered, where it is enough.
    pub(super) async fn write_if_full(&mut self) -> Result<()> {
        match self.text.len() < BUFFER {
            true => Ok(()),
            false => self.write().await,
        }
    }

    async fn write(&mut self) -> Result<()> {
        self.file.write_all(&self.text).await.map_err(failed)?;
        self.text.clear();
        Ok(())
    }

    pub(super) async fn end(mut self) -> Result<Part> {
        self.write().await?;
        self.file.flush().await.map_err(failed)?;
        let mut file = self.file.into_inner();
        file.seek(SeekFrom::Start(0)).await.map_err(failed)?;
        Ok(Part(file.into_std().await))
    }
}

/// The rows of a part, as they are read.
pub(super) struct PartRows(BufReader<File>);

impl Part {
    /// Begins to read. It is read once.
    pub(super) fn rows(&self) -> Result<PartRows> {
        let file = self.0.try_clone().map_err(failed)?;
        Ok(PartRows(BufReader::with_capacity(BUFFER, File::from_std(file))))
    }
}

impl PartRows {
    /// What the next rows said; `None` at the end.
    pub(super) async fn next(&mut self) -> Result<Option<Vec<Kept>>> {
        let mut said = Vec::with_capacity(TOGETHER);
        let mut text = Vec::new();
        while said.len() < TOGETHER {
            let length = match self.0.read_u32_le().await {
                Ok(length) => length as usize,
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
                Err(error) => return Err(failed(error)),
            };
            text.resize(length, 0);
            self.0.read_exact(&mut text).await.map_err(failed)?;
            said.push(serde_json::from_slice(&text).map_err(failed)?);
        }
        Ok((!said.is_empty()).then_some(said))
    }
}
