//! A file that lies on this machine for a while and has no name there.

use std::io;
use std::os::fd::AsRawFd;
use std::path::PathBuf;

use tokio::fs::File;
use tokio::io::AsyncWriteExt;

/// A file without a name, which is written once and then read as often as one likes. When nobody holds it any more, nothing of it
/// is left, however the process ends.
#[derive(Debug)]
pub struct LaidOut(File);

impl LaidOut {
    /// An empty one.
    ///
    /// # Errors
    /// The machine has no place for it.
    pub fn new() -> io::Result<Self> {
        tempfile::tempfile().map(File::from_std).map(Self)
    }

    /// Writes more of it.
    ///
    /// # Errors
    /// The machine has no room left.
    pub async fn add(&mut self, piece: &[u8]) -> io::Result<()> {
        self.0.write_all(piece).await
    }

    /// Writes what is not written yet.
    ///
    /// # Errors
    /// The machine has no room left.
    pub async fn end(&mut self) -> io::Result<()> {
        self.0.flush().await
    }

    /// Where it can be opened for as long as it is held; each who opens it reads at a place of their own.
    pub(crate) fn path(&self) -> PathBuf {
        format!("/proc/self/fd/{}", self.0.as_raw_fd()).into()
    }
}
