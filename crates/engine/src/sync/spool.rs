//! A long list of items in an unnamed temporary file, so that memory stays small.

use crate::{EngineError, Result};
use std::{
    io::{self, SeekFrom},
    marker::PhantomData,
};
use tokio::{
    fs::File,
    io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt},
};

/// Items read at once.
const TOGETHER: usize = 500;
/// Bytes buffered before writing.
const ENOUGH: usize = 1 << 18;
/// Bytes read at once.
const AHEAD: usize = 1 << 16;

/// An item that can be kept in a file.
pub(super) trait Spoolable: Sized {
    /// Appends its bytes.
    fn put(&self, bytes: &mut Vec<u8>) -> io::Result<()>;

    /// Parses the bytes that [`Self::put`] appended.
    fn get(bytes: &[u8]) -> io::Result<Self>;
}

/// A file that is being written.
pub(super) struct Spool<T> {
    file: File,
    gathered: Vec<u8>,
    things: PhantomData<fn(T)>,
}

fn failed(error: impl Into<io::Error>) -> EngineError {
    EngineError::Spool(error.into())
}

impl<T: Spoolable> Spool<T> {
    /// An empty file.
    pub(super) fn new() -> Result<Self> {
        let file = tempfile::tempfile().map_err(failed)?;
        Ok(Self {
            file: File::from_std(file),
            gathered: Vec::new(),
            things: PhantomData,
        })
    }

    /// Appends an item after its length, because texts of the source may have line breaks. The buffer must be
    /// [relieved](Self::relieve) from time to time.
    pub(super) fn add(&mut self, thing: &T) -> Result<()> {
        let start = self.gathered.len();
        self.gathered.extend([0; size_of::<u32>()]);
        thing.put(&mut self.gathered).map_err(failed)?;
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
        self.write().await
    }

    async fn write(&mut self) -> Result<()> {
        self.file.write_all(&self.gathered).await.map_err(failed)?;
        self.gathered.clear();
        Ok(())
    }

    /// Rewinds the file for reading.
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

/// A file that is being read.
pub(super) struct Spooled<T> {
    file: File,
    /// The bytes read so far; empty until the first read.
    ahead: Vec<u8>,
    /// The start of the next item in `ahead`.
    at: usize,
    things: PhantomData<fn() -> T>,
}

impl<T: Spoolable> Spooled<T> {
    /// The next items in their order; none at the end.
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

    /// The bytes of the next item, if all of them have been read.
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
        self.ahead.reserve(AHEAD);
        let read = self.file.read_buf(&mut self.ahead).await.map_err(failed)?;
        if read == 0 && !self.ahead.is_empty() {
            return Err(failed(io::ErrorKind::UnexpectedEof));
        }
        Ok(read > 0)
    }
}
