//! Lists that are read from files that somebody uploaded.
//!
//! Where the files are kept is their [`Shelf`]'s business. A file is laid out on this machine for as long as it is read,
//! without a name, so that it is read like any other and is never half of one.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use futures::StreamExt;
use futures::stream::BoxStream;
use selaras_reasons::Reason;
use tempfile::NamedTempFile;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use crate::call::Call;
use crate::error::{Fault, Origin, TableFault};
use crate::files::beginning::{Contents, Format, contents};
use crate::files::{FilesSettings, read_file};
use crate::list::List;
use crate::reader::ListReader;
use crate::rows::{Ended, Rows};

/// What a file of several lists is uploaded for: OneRoster's zip.
pub const ROSTER: &str = "oneroster";

/// A file that was uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Its number on the shelf.
    pub id: i64,
    /// The list that it is for, or [`ROSTER`].
    pub list: String,
    /// Its name where it came from.
    pub file: String,
    /// How it is read.
    pub format: Format,
    /// Its bytes.
    pub bytes: u64,
    /// What was found in it when it came.
    pub contents: Contents,
}

/// Where files are kept that were uploaded.
pub trait Shelf: Debug + Send + Sync {
    /// The pieces of a file, in order. An error holds the technical reason.
    fn pieces(&self, id: i64) -> BoxStream<'static, Result<Vec<u8>, String>>;
}

/// The files that stand for lists at one moment.
#[derive(Debug, Clone)]
pub struct Uploads {
    /// The files, one for each list at most.
    pub files: Vec<Upload>,
    /// Headings that somebody gave, of lists' files wherever they are: by list, then by field.
    pub headings: BTreeMap<String, BTreeMap<String, String>>,
    /// Where the files are.
    pub shelf: Arc<dyn Shelf>,
}

/// Looks into a file that has just arrived for a list, or for several.
pub(crate) async fn look_into(
    settings: Arc<FilesSettings>,
    path: PathBuf,
    format: Format,
    list: &str,
    file: &str,
) -> Result<Contents, Fault> {
    // The reason tells the file, the row and what to do; which list it is for is known to whoever sent it.
    let origin = Origin::Upload {
        list: "",
        name: file.to_owned(),
    };
    let list = List::named(list);
    let looking = tokio::task::spawn_blocking(move || contents(&path, format, &settings, (list, &origin)));
    looking.await.unwrap_or_else(|error| {
        tracing::error!(%error, "looking into a file failed in a way that nobody foresaw");
        Err(stopped())
    })
}

fn stopped() -> Fault {
    Fault::Broken {
        rows: 0,
        reason: "its reader stopped".to_owned(),
    }
}

/// Reads the lists that have such a file.
#[derive(Debug)]
pub(crate) struct Uploaded {
    name: String,
    settings: Arc<FilesSettings>,
    uploads: Uploads,
}

impl Uploaded {
    /// `settings` say how files are read, their folder aside.
    pub(crate) fn new(name: &str, settings: Arc<FilesSettings>, uploads: Uploads) -> Self {
        Self {
            name: name.to_owned(),
            settings,
            uploads,
        }
    }

    /// The list's own file, else that of several which has it.
    fn find(&self, list: &List) -> Option<&Upload> {
        let own = |upload: &&Upload| upload.list == list.name();
        let has_it =
            |upload: &&Upload| upload.list == ROSTER && upload.contents.lists.iter().any(|other| other == list.name());
        let files = &self.uploads.files;
        files.iter().find(own).or_else(|| files.iter().find(has_it))
    }
}

fn origin_of(upload: &Upload, list: &'static List) -> Origin {
    Origin::Upload {
        list: list.name(),
        name: upload.file.clone(),
    }
}

#[async_trait]
impl ListReader for Uploaded {
    fn described(&self) -> Vec<(&'static str, Reason)> {
        Vec::new()
    }

    fn origin(&self, list: &'static List) -> Option<Origin> {
        self.find(list).map(|upload| origin_of(upload, list))
    }

    fn headings(&self, list: &'static List) -> Vec<String> {
        self.find(list)
            .map_or_else(Vec::new, |upload| upload.contents.headings.clone())
    }

    fn whole(&self, _list: &'static List) -> bool {
        true
    }

    fn rows(&self, call: Call) -> Rows {
        let unset = Fault::Unset { list: call.name() };
        let list = List::named(call.name());
        let Some((list, upload)) = list.and_then(|list| Some((list, self.find(list)?.clone()))) else {
            return Rows::failed(&self.name, unset);
        };
        let (settings, shelf) = (Arc::clone(&self.settings), Arc::clone(&self.uploads.shelf));
        Rows::begin(&self.name, |tell| async move {
            let origin = origin_of(&upload, list);
            let laid_out = lay_out(&*shelf, &upload, &origin).await?;
            let reading = tokio::task::spawn_blocking(move || {
                let file = (laid_out.path().to_owned(), upload.format);
                read_file(file, &settings, (list, origin), &call, tell)
            });
            reading.await.unwrap_or_else(|error| {
                tracing::error!(%error, list = list.name(), "reading an upload failed in a way that nobody foresaw");
                Err(Ended::from(stopped()))
            })
        })
    }

    async fn ping(&self) -> Result<(), Fault> {
        Ok(())
    }
}

/// Lays a file out on this machine; it is gone when it is dropped.
async fn lay_out(shelf: &dyn Shelf, upload: &Upload, origin: &Origin) -> Result<NamedTempFile, Fault> {
    let unreadable = |reason: String| Fault::Table {
        origin: origin.clone(),
        what: TableFault::Unreadable(reason),
    };
    let failed = |error: std::io::Error| unreadable(error.to_string());
    let file = NamedTempFile::new().map_err(failed)?;
    let bytes = write(shelf, upload.id, file.path()).await.map_err(unreadable)?;
    // Another file has taken its place meanwhile.
    if bytes != upload.bytes {
        return Err(Fault::Table {
            origin: origin.clone(),
            what: TableFault::Changed,
        });
    }
    Ok(file)
}

async fn write(shelf: &dyn Shelf, id: i64, path: &Path) -> Result<u64, String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut out = File::options().write(true).open(path).await.map_err(failed)?;
    let (mut pieces, mut bytes) = (shelf.pieces(id), 0);
    while let Some(piece) = pieces.next().await {
        let piece = piece?;
        bytes += piece.len() as u64;
        out.write_all(&piece).await.map_err(failed)?;
    }
    out.flush().await.map_err(failed)?;
    Ok(bytes)
}
