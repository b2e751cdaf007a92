//! A served campus for the lists.

use super::{calls, fill};
use crate::{
    campus::Campus,
    database::{Backend, Fresh},
    report::say,
    server::Server,
};
use anyhow::Result;
use std::{path::Path, time::Instant};
use tempfile::TempDir;

/// A server on a database with this many students.
pub(crate) struct Site {
    pub(crate) backend: Backend,
    pub(crate) students: usize,
    pub(crate) server: Server,
    pub(crate) database: Fresh,
    /// The folder for the server's other files.
    pub(crate) folder: TempDir,
    /// The source and platform in the server's settings. Nothing is synced.
    _campus: Campus,
}

impl Site {
    /// Fills a database and serves it.
    pub(crate) async fn open(binary: &Path, backend: Backend, students: usize) -> Result<Self> {
        let campus = Campus::start(40).await?;
        let (folder, database) = (tempfile::tempdir()?, Fresh::new(backend).await?);
        let server = Server::start(binary, &campus, database.url(), folder.path()).await?;
        let start = Instant::now();
        fill::fill(backend, database.url(), students).await?;
        say(&format!(
            "  {students} students written into {backend} in {:.0} s",
            start.elapsed().as_secs_f64()
        ));
        // Counts the numbers once, as jobs would have stored them.
        server.look(&calls::summary()).await?;
        Ok(Self {
            backend,
            students,
            server,
            database,
            folder,
            _campus: campus,
        })
    }

    /// Stops the server and deletes its database.
    pub(crate) async fn close(self) -> Result<()> {
        self.server.stop().await?;
        self.database.drop().await
    }
}
