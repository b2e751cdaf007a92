//! What was found out and waits to be read again, kept in a nameless file so that nothing of it stays in memory: what was
//! decided, until the whole list is known and agreed to, and the rows of the parts of a very long list.

use crate::{EngineError, Result};
use serde::{Serialize, de::DeserializeOwned};
use std::io::{self, SeekFrom};
use tokio::{
    fs::File,
    io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt, BufReader, BufWriter},
};

/// Things read at once.
const TOGETHER: usize = 500;
/// Bytes that are gathered before they are written, and that are read ahead.
const BUFFER: usize = 1 << 16;

/// The file.
pub(super) struct Spool(BufWriter<File>);

fn failed(error: impl Into<io::Error>) -> EngineError {
    EngineError::Spool(error.into())
}

impl Spool {
    pub(super) fn new() -> Result<Self> {
        let file = tempfile::tempfile().map_err(failed)?;
        Ok(Self(BufWriter::with_capacity(BUFFER, File::from_std(file))))
    }

    /// Adds things at the end, each behind its length: a text of the source may have lines of its own.
    pub(super) async fn write<T: Serialize>(&mut self, things: &[T]) -> Result<()> {
        let mut text = Vec::with_capacity(things.len() * 256);
        for thing in things {
            let start = text.len();
            text.extend([0; size_of::<u32>()]);
            serde_json::to_writer(&mut text, thing).map_err(failed)?;
            let length = text.len() - start - size_of::<u32>();
            let length = u32::try_from(length).map_err(|_| failed(io::ErrorKind::FileTooLarge))?;
            text[start..start + size_of::<u32>()].copy_from_slice(&length.to_le_bytes());
        }
        self.0.write_all(&text).await.map_err(failed)
    }

    /// Goes back to the beginning, to read.
    pub(super) async fn turn(mut self) -> Result<Spooled> {
        self.0.flush().await.map_err(failed)?;
        let mut file = self.0.into_inner();
        file.seek(SeekFrom::Start(0)).await.map_err(failed)?;
        Ok(Spooled(BufReader::with_capacity(BUFFER, file)))
    }
}

/// The file, being read.
pub(super) struct Spooled(BufReader<File>);

impl Spooled {
    /// The next things, as they were written; none at the end.
    pub(super) async fn next<T: DeserializeOwned>(&mut self) -> Result<Vec<T>> {
        let (mut things, mut text) = (Vec::with_capacity(TOGETHER), Vec::new());
        while things.len() < TOGETHER {
            let length = match self.0.read_u32_le().await {
                Ok(length) => length as usize,
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
                Err(error) => return Err(failed(error)),
            };
            text.resize(length, 0);
            self.0.read_exact(&mut text).await.map_err(failed)?;
            things.push(serde_json::from_slice(&text).map_err(failed)?);
        }
        Ok(things)
    }
}
