//! One campus through every reader: databases, files, and HTTP.

pub mod campus;
pub mod databases;
pub mod files;
pub mod roster;

use campus::Table;
use databases::{Fresh, Server};
use selaras_source::Ways;
use tempfile::TempDir;

/// A way of reading lists other than the campus's web service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Sql(Server),
    Csv,
    Workbook,
    OneRoster,
}

/// The resources of a served source, which must outlive it.
#[derive(Debug)]
pub enum Served {
    Database(Fresh),
    Folder(TempDir),
}

impl Way {
    /// Serves these tables. Returns the readers of exactly these lists.
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
