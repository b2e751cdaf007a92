//! Reads lists from uploaded files.
//!
//! A [`Shelf`] stores the files. While a file is read, there is one temporary copy of it for all readers. The copy has no
//! name, and readers see it only when it is complete.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Weak};

use async_trait::async_trait;
use futures::StreamExt;
use futures::stream::BoxStream;
use selaras_reasons::Reason;
use tokio::sync::Mutex;

use crate::call::Call;
use crate::error::{Fault, Origin, TableFault};
use crate::files::beginning::{Contents, Format, contents};
use crate::files::{FilesSettings, read_file};
use crate::laid_out::LaidOut;
use crate::list::List;
use crate::reader::ListReader;
use crate::rows::{ReadError, Rows};

/// The list name of an upload with several lists: OneRoster's zip.
pub const ROSTER: &str = "oneroster";

/// An uploaded file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Its id on the shelf.
    pub id: i64,
    /// The list that it is for, or [`ROSTER`].
    pub list: String,
    /// Its original name.
    pub file: String,
    /// Its format.
    pub format: Format,
    /// Its size in bytes.
    pub bytes: u64,
    /// What was found in it on arrival.
    pub contents: Contents,
}

/// The storage of uploaded files.
pub trait Shelf: Debug + Send + Sync {
    /// The pieces of a file, in order. The error is the technical reason.
    fn pieces(&self, id: i64) -> BoxStream<'static, Result<Vec<u8>, String>>;
}

/// The uploaded files at one moment.
#[derive(Debug, Clone)]
pub struct Uploads {
    /// The files, at most one per list.
    pub files: Vec<Upload>,
    /// Headings from the settings, for files of any origin: by list, then by field.
    pub headings: BTreeMap<String, BTreeMap<String, String>>,
    /// The storage of the files.
    pub shelf: Arc<dyn Shelf>,
}

/// Looks into a new file for one list, or for several.
pub(crate) async fn look_into(
    settings: Arc<FilesSettings>,
    laid_out: LaidOut,
    format: Format,
    list: &str,
    file: &str,
) -> Result<Contents, Fault> {
    // The reason names the file, the row and the remedy. The uploader knows the list.
    let origin = Origin::Upload {
        list: "",
        name: file.to_owned(),
    };
    let list = List::named(list);
    let looking = tokio::task::spawn_blocking(move || contents(&laid_out.path(), format, &settings, (list, &origin)));
    looking.await.unwrap_or_else(|error| {
        tracing::error!(%error, "looking into a file failed unexpectedly");
        Err(Fault::stopped())
    })
}

/// Reads the lists that have an uploaded file.
#[derive(Debug)]
pub(crate) struct UploadReader {
    name: String,
    settings: Arc<FilesSettings>,
    shelf: Arc<dyn Shelf>,
    files: Vec<Arc<ShelfFile>>,
}

/// A file on the shelf.
#[derive(Debug)]
struct ShelfFile {
    upload: Upload,
    /// The temporary copy, while it is read.
    laid_out: Mutex<Weak<LaidOut>>,
}

impl UploadReader {
    /// `settings` say how to read files; their folder is ignored.
    pub(crate) fn new(name: &str, settings: Arc<FilesSettings>, uploads: Uploads) -> Self {
        let shelf_file = |upload| ShelfFile {
            upload,
            laid_out: Mutex::default(),
        };
        Self {
            name: name.to_owned(),
            settings,
            shelf: uploads.shelf,
            files: uploads.files.into_iter().map(shelf_file).map(Arc::new).collect(),
        }
    }

    /// The list's own file, else the file of several lists that contains it.
    fn file_of(&self, list: &List) -> Option<&Arc<ShelfFile>> {
        let own = |file: &&Arc<ShelfFile>| file.upload.list == list.name();
        let has_it = |file: &&Arc<ShelfFile>| {
            file.upload.list == ROSTER && file.upload.contents.lists.iter().any(|other| other == list.name())
        };
        self.files.iter().find(own).or_else(|| self.files.iter().find(has_it))
    }
}

fn origin_of(upload: &Upload, list: &'static List) -> Origin {
    Origin::Upload {
        list: list.name(),
        name: upload.file.clone(),
    }
}

#[async_trait]
impl ListReader for UploadReader {
    fn described(&self) -> Vec<(&'static str, Reason)> {
        Vec::new()
    }

    fn origin(&self, list: &'static List) -> Option<Origin> {
        self.file_of(list).map(|file| origin_of(&file.upload, list))
    }

    async fn headings(&self, list: &'static List) -> Result<Vec<String>, Fault> {
        let file = self.file_of(list);
        Ok(file.map_or_else(Vec::new, |file| file.upload.contents.headings.clone()))
    }

    fn whole(&self, _list: &'static List) -> bool {
        true
    }

    fn rows(&self, call: Call) -> Rows {
        let unset = Fault::Unset { list: call.name() };
        let list = List::named(call.name());
        let Some((list, file)) = list.and_then(|list| Some((list, Arc::clone(self.file_of(list)?)))) else {
            return Rows::failed(&self.name, unset);
        };
        let (settings, shelf) = (Arc::clone(&self.settings), Arc::clone(&self.shelf));
        Rows::begin(&self.name, |sender| async move {
            let origin = origin_of(&file.upload, list);
            let laid_out = file.laid_out(&*shelf, &origin).await?;
            let format = file.upload.format;
            let reading = tokio::task::spawn_blocking(move || {
                read_file((laid_out.path(), format), &settings, (list, origin), &call, sender)
            });
            reading.await.unwrap_or_else(|error| {
                tracing::error!(%error, list = list.name(), "reading an upload failed unexpectedly");
                Err(ReadError::from(Fault::stopped()))
            })
        })
    }

    async fn ping(&self) -> Result<(), Fault> {
        Ok(())
    }
}

impl ShelfFile {
    /// The temporary copy. If another reader is making it, this waits for that.
    async fn laid_out(&self, shelf: &dyn Shelf, origin: &Origin) -> Result<Arc<LaidOut>, Fault> {
        let mut held = self.laid_out.lock().await;
        if let Some(laid_out) = held.upgrade() {
            return Ok(laid_out);
        }
        let laid_out = Arc::new(lay_out(shelf, &self.upload, origin).await?);
        *held = Arc::downgrade(&laid_out);
        Ok(laid_out)
    }
}

async fn lay_out(shelf: &dyn Shelf, upload: &Upload, origin: &Origin) -> Result<LaidOut, Fault> {
    let fault = |what| Fault::Table {
        origin: origin.clone(),
        what,
    };
    let (laid_out, bytes) = copy(shelf, upload.id)
        .await
        .map_err(|reason| fault(TableFault::Unreadable(reason)))?;
    // Another upload has replaced the file meanwhile.
    match bytes == upload.bytes {
        true => Ok(laid_out),
        false => Err(fault(TableFault::Changed)),
    }
}

async fn copy(shelf: &dyn Shelf, id: i64) -> Result<(LaidOut, u64), String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut laid_out = LaidOut::new().map_err(failed)?;
    let (mut pieces, mut bytes) = (shelf.pieces(id), 0);
    while let Some(piece) = pieces.next().await {
        let piece = piece?;
        bytes += piece.len() as u64;
        laid_out.add(&piece).await.map_err(failed)?;
    }
    laid_out.end().await.map_err(failed)?;
    Ok((laid_out, bytes))
}
