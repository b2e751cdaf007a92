//! Lists that are read from files that somebody uploaded.
//!
//! Where the files are kept is their [`Shelf`]'s business. A file is laid out on this machine for as long as somebody reads it,
//! once for all who do, and without a name, so that it is read like any other and is never half of one.

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
    laid_out: LaidOut,
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
    let looking = tokio::task::spawn_blocking(move || contents(&laid_out.path(), format, &settings, (list, &origin)));
    looking.await.unwrap_or_else(|error| {
        tracing::error!(%error, "looking into a file failed in a way that nobody foresaw");
        Err(Fault::stopped())
    })
}

/// Reads the lists that have such a file.
#[derive(Debug)]
pub(crate) struct Uploaded {
    name: String,
    settings: Arc<FilesSettings>,
    shelf: Arc<dyn Shelf>,
    files: Vec<Arc<Shelved>>,
}

/// A file on the shelf.
#[derive(Debug)]
struct Shelved {
    upload: Upload,
    /// The file on this machine, as long as somebody reads it.
    laid_out: Mutex<Weak<LaidOut>>,
}

impl Uploaded {
    /// `settings` say how files are read, their folder aside.
    pub(crate) fn new(name: &str, settings: Arc<FilesSettings>, uploads: Uploads) -> Self {
        let shelved = |upload| Shelved {
            upload,
            laid_out: Mutex::default(),
        };
        Self {
            name: name.to_owned(),
            settings,
            shelf: uploads.shelf,
            files: uploads.files.into_iter().map(shelved).map(Arc::new).collect(),
        }
    }

    /// The list's own file, else that of several which has it.
    fn file_of(&self, list: &List) -> Option<&Arc<Shelved>> {
        let own = |file: &&Arc<Shelved>| file.upload.list == list.name();
        let has_it = |file: &&Arc<Shelved>| {
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
impl ListReader for Uploaded {
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
        Rows::begin(&self.name, |tell| async move {
            let origin = origin_of(&file.upload, list);
            let laid_out = file.laid_out(&*shelf, &origin).await?;
            let format = file.upload.format;
            let reading = tokio::task::spawn_blocking(move || {
                read_file((laid_out.path(), format), &settings, (list, origin), &call, tell)
            });
            reading.await.unwrap_or_else(|error| {
                tracing::error!(%error, list = list.name(), "reading an upload failed in a way that nobody foresaw");
                Err(Ended::from(Fault::stopped()))
            })
        })
    }

    async fn ping(&self) -> Result<(), Fault> {
        Ok(())
    }
}

impl Shelved {
    /// The file on this machine. Who asks while another lays it out waits for that.
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
    // Another file has taken its place meanwhile.
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
