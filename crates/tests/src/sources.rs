//! One campus by every way in which its lists can be read: on real servers, in files, and over HTTP.

pub mod campus;
pub mod databases;
pub mod files;
pub mod roster;

use campus::Table;
use databases::{Fresh, Server};
use selaras_source::Ways;
use tempfile::TempDir;

/// A way of reading lists that is not the campus's own web service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Sql(Server),
    Csv,
    Workbook,
    OneRoster,
}

/// What must live as long as the source that reads from it.
#[derive(Debug)]
pub enum Served {
    Database(Fresh),
    Folder(TempDir),
}

impl Way {
    /// Serves these tables; answers with how a source reads all of them and nothing else.
    pub async fn serve(self, tables: &[Table]) -> (Ways, Served) {
        let folder = match self {
            Self::Sql(server) => {
                let database = server.fresh().await;
                database.fill(tables).await;
                let ways = database.ways(Fresh::queries(tables), |_| {});
                return (ways, Served::Database(database));
            }
            Self::Csv => files::csv_folder(tables),
            Self::Workbook => files::workbook_folder(tables),
            Self::OneRoster => roster::roster_folder(tables),
        };
        (files::ways(folder.path(), |_| {}), Served::Folder(folder))
    }
}
