//! What was decided, kept in a nameless file until the whole list is known and agreed to: so nothing is written before the
//! guard has seen the totals, and nothing of the list stays in memory.

use super::reading::Record;
use crate::{EngineError, Result};
use selaras_kinds::Kind;
use std::io::{self, SeekFrom};
use tokio::{
    fs::File,
    io::{AsyncBufReadExt, AsyncSeekExt, AsyncWriteExt, BufReader, BufWriter},
};

/// Records read at once.
const TOGETHER: usize = 500;

/// The file.
pub(super) struct Spool(BufWriter<File>);

fn failed(error: impl Into<io::Error>) -> EngineError {
    EngineError::Spool(error.into())
}

impl Spool {
    pub(super) fn new() -> Result<Self> {
        let file = tempfile::tempfile().map_err(failed)?;
        Ok(Self(BufWriter::with_capacity(1 << 16, File::from_std(file))))
    }

    /// Adds records at the end.
    pub(super) async fn write<K: Kind>(&mut self, records: &[Record<K>]) -> Result<()> {
        let mut text = Vec::with_capacity(records.len() * 256);
        for record in records {
            serde_json::to_writer(&mut text, record).map_err(failed)?;
            text.push(b'\n');
        }
        self.0.write_all(&text).await.map_err(failed)
    }

    /// Goes back to the beginning, to read.
    pub(super) async fn turn(mut self) -> Result<Spooled> {
        self.0.flush().await.map_err(failed)?;
        let mut file = self.0.into_inner();
        file.seek(SeekFrom::Start(0)).await.map_err(failed)?;
        Ok(Spooled(BufReader::with_capacity(1 << 16, file)))
    }
}

/// The file, being read.
pub(super) struct Spooled(BufReader<File>);

impl Spooled {
    /// The next records; none at the end.
    pub(super) async fn next<K: Kind>(&mut self) -> Result<Vec<Record<K>>> {
        let (mut records, mut line) = (Vec::with_capacity(TOGETHER), Vec::new());
        while records.len() < TOGETHER {
            line.clear();
            if self.0.read_until(b'\n', &mut line).await.map_err(failed)? == 0 {
                break;
            }
            records.push(serde_json::from_slice(&line).map_err(failed)?);
        }
        Ok(records)
    }
}
