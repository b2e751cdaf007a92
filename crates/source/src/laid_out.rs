//! A temporary file without a name.

use std::io;
use std::os::fd::AsRawFd;
use std::path::PathBuf;

use tokio::fs::File;
use tokio::io::AsyncWriteExt;

/// A temporary file without a name, written once and read any number of times. The system frees it when the last handle is
/// closed, even if the process crashes.
#[derive(Debug)]
pub struct LaidOut(File);

impl LaidOut {
    /// Creates an empty file.
    ///
    /// # Errors
    /// The system cannot create one.
    pub fn new() -> io::Result<Self> {
        tempfile::tempfile().map(File::from_std).map(Self)
    }

    /// Appends a piece.
    ///
    /// # Errors
    /// The disk is full.
    pub async fn add(&mut self, piece: &[u8]) -> io::Result<()> {
        self.0.write_all(piece).await
    }

    /// Flushes what is not written yet.
    ///
    /// # Errors
    /// The disk is full.
    pub async fn end(&mut self) -> io::Result<()> {
        self.0.flush().await
    }

    /// A path by which it can be opened while it is held; each reader has its own position.
    pub(crate) fn path(&self) -> PathBuf {
        format!("/proc/self/fd/{}", self.0.as_raw_fd()).into()
    }
}
