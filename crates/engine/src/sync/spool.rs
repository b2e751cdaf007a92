//! What was found out and waits to be read again, kept in a nameless file so that nothing of it stays in memory: what was
//! decided, until the whole list is known and agreed to, and the rows of the parts of a very long list.

use crate::{EngineError, Result};
use std::{
    io::{self, SeekFrom},
    marker::PhantomData,
};
use tokio::{
    fs::File,
    io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt},
};

/// Things read at once.
const TOGETHER: usize = 500;
/// Bytes that are gathered before they are written to a file that is the only one.
pub(super) const ALONE: usize = 1 << 18;
/// The same where there are dozens of files.
pub(super) const AMONG_MANY: usize = 1 << 15;
/// Bytes that are read ahead.
const AHEAD: usize = 1 << 16;

/// Something that can wait in a file.
pub(super) trait Spoolable: Sized {
    /// Adds it to bytes.
    fn put(&self, bytes: &mut Vec<u8>) -> io::Result<()>;

    /// Makes it again of the bytes that it added.
    fn get(bytes: &[u8]) -> io::Result<Self>;
}

/// The file.
pub(super) struct Spool<T> {
    file: File,
    gathered: Vec<u8>,
    /// Bytes that are enough to be written.
    enough: usize,
    things: PhantomData<fn(T)>,
}

fn failed(error: impl Into<io::Error>) -> EngineError {
    EngineError::Spool(error.into())
}

impl<T: Spoolable> Spool<T> {
    /// An empty one, to which so many bytes are written at once: [`ALONE`] or [`AMONG_MANY`].
    pub(super) fn new(enough: usize) -> Result<Self> {
        let file = tempfile::tempfile().map_err(failed)?;
        Ok(Self {
            file: File::from_std(file),
            gathered: Vec::new(),
            enough,
            things: PhantomData,
        })
    }

    /// Adds something at the end, behind its length: a text of the source may have lines of its own. What has been gathered is to
    /// be [relieved](Self::relieve) now and then.
    pub(super) fn add(&mut self, thing: &T) -> Result<()> {
        let start = self.gathered.len();
        self.gathered.extend([0; size_of::<u32>()]);
        thing.put(&mut self.gathered).map_err(failed)?;
        let length = self.gathered.len() - start - size_of::<u32>();
        let length = u32::try_from(length).map_err(|_| failed(io::ErrorKind::FileTooLarge))?;
        self.gathered[start..start + size_of::<u32>()].copy_from_slice(&length.to_le_bytes());
        Ok(())
    }

    /// Writes what has been gathered, where it is enough for that.
    pub(super) async fn relieve(&mut self) -> Result<()> {
        if self.gathered.len() < self.enough {
            return Ok(());
        }
        self.write().await
    }

    async fn write(&mut self) -> Result<()> {
        self.file.write_all(&self.gathered).await.map_err(failed)?;
        self.gathered.clear();
        Ok(())
    }

    /// Goes back to the beginning, to read.
    pub(super) async fn turn(mut self) -> Result<Spooled<T>> {
        self.write().await?;
        self.file.flush().await.map_err(failed)?;
        self.file.seek(SeekFrom::Start(0)).await.map_err(failed)?;
        Ok(Spooled {
            file: self.file,
            ahead: Vec::new(),
            at: 0,
            things: PhantomData,
        })
    }
}

/// The file, being read.
pub(super) struct Spooled<T> {
    file: File,
    /// What has been read of it; of a file that nobody reads yet, nothing.
    ahead: Vec<u8>,
    /// Where in that the next thing begins.
    at: usize,
    things: PhantomData<fn() -> T>,
}

impl<T: Spoolable> Spooled<T> {
    /// The next things, as they were written; none at the end.
    pub(super) async fn next(&mut self) -> Result<Vec<T>> {
        let mut things = Vec::with_capacity(TOGETHER);
        while things.len() < TOGETHER {
            if let Some(bytes) = self.following() {
                things.push(T::get(bytes).map_err(failed)?);
            } else if !self.read_on().await? {
                break;
            }
        }
        Ok(things)
    }

    /// The bytes of the next thing, where all of them have been read.
    fn following(&mut self) -> Option<&[u8]> {
        let (length, rest) = self.ahead[self.at..].split_first_chunk()?;
        let bytes = rest.get(..u32::from_le_bytes(*length) as usize)?;
        self.at += length.len() + bytes.len();
        Some(bytes)
    }

    /// Reads more of the file. `false`: there is no more.
    async fn read_on(&mut self) -> Result<bool> {
        self.ahead.drain(..self.at);
        self.at = 0;
        self.ahead.reserve(AHEAD);
        let read = self.file.read_buf(&mut self.ahead).await.map_err(failed)?;
        if read == 0 && !self.ahead.is_empty() {
            return Err(failed(io::ErrorKind::UnexpectedEof));
        }
        Ok(read > 0)
    }
}
