//! Reads lists from files in a folder: CSV, Excel workbooks, and OneRoster's zip.
//!
//! A list's file is read on every call, so a file that is put into the folder takes effect at once. Files are streamed.
//! Parts that must be held in memory (an Excel file's texts, OneRoster's people) are bounded first.

mod archive;
pub(crate) mod beginning;
mod csv;
mod disguise;
mod encoding;
mod fault;
mod file_cache;
mod folder;
mod gauge;
mod heading;
mod lines;
mod oneroster;
mod quotes;
mod records;
mod row_sender;
mod settings;
mod xlsx;

pub use settings::FilesSettings;
pub use xlsx::sheet_rows;

use selaras_reasons::Reason;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use async_trait::async_trait;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;

use crate::call::Call;
use crate::error::{Fault, Origin, TableFault};
use crate::list::List;
use crate::reader::ListReader;
use crate::rows::{Message, ReadError, Rows};
use beginning::Format;
use fault::table;
use file_cache::stamp;
use folder::Found;
use row_sender::RowSender;

/// Limits the threads that look at the folder at a time. A look without an answer keeps its thread, so some must remain for
/// other work.
static LOOKS: Semaphore = Semaphore::const_new(16);

/// The reader of files in a folder.
#[derive(Debug, Clone)]
pub(crate) struct Files {
    name: String,
    folder: PathBuf,
    settings: Arc<FilesSettings>,
}

impl Files {
    /// `None` if the settings name no folder.
    pub(crate) fn of(name: &str, settings: &Arc<FilesSettings>) -> Option<Self> {
        Some(Self {
            name: name.to_owned(),
            folder: settings.folder.clone()?,
            settings: Arc::clone(settings),
        })
    }

    /// Accesses the disk in a separate thread, within the time limit.
    async fn look<T: Send + 'static>(&self, look: impl FnOnce(&Self) -> T + Send + 'static) -> Result<T, Fault> {
        let files = self.clone();
        let looking = async move {
            let place = LOOKS.acquire().await;
            let looking = tokio::task::spawn_blocking(move || {
                let found = look(&files);
                drop(place);
                found
            });
            looking.await
        };
        match timeout(self.settings.patience, looking).await {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(error)) => {
                tracing::error!(%error, "looking at the folder failed unexpectedly");
                Err(Fault::stopped())
            }
            Err(_) => Err(Fault::FolderSilent),
        }
    }
}

#[async_trait]
impl ListReader for Files {
    fn described(&self) -> Vec<(&'static str, Reason)> {
        vec![(
            "source.files.folder",
            Reason::verbatim(self.folder.display().to_string()),
        )]
    }

    fn origin(&self, list: &'static List) -> Option<Origin> {
        match folder::find(&self.folder, &self.settings, list) {
            Ok(found) => found.map(|found| found.origin(list)),
            // Reading the list will report the fault. Meanwhile the list must not be read from another source, even if the
            // folder is away.
            Err(Fault::Table { origin, .. }) => Some(origin),
            Err(_) => Some(Origin::File {
                list: list.name(),
                name: self.folder.display().to_string(),
            }),
        }
    }

    async fn find(&self, list: &'static List) -> Result<Option<Origin>, Fault> {
        self.look(move |files| files.origin(list)).await
    }

    async fn laid_out(&self, list: &'static List) -> Result<Option<(Origin, SystemTime)>, Fault> {
        self.look(move |files| -> Option<(Origin, SystemTime)> {
            let found = folder::find(&files.folder, &files.settings, list).ok()??;
            let changed_at = std::fs::metadata(found.path()).ok()?.modified().ok()?;
            Some((found.origin(list), changed_at))
        })
        .await
    }

    async fn headings(&self, list: &'static List) -> Result<Vec<String>, Fault> {
        self.look(move |files| {
            // Reading the list reports what is wrong with its file.
            let found = folder::find(&files.folder, &files.settings, list).ok().flatten();
            found.map_or_else(Vec::new, |found| found.headings(&files.settings, list))
        })
        .await
    }

    fn whole(&self, _list: &'static List) -> bool {
        true
    }

    fn rows(&self, call: Call) -> Rows {
        let (folder, settings) = (self.folder.clone(), Arc::clone(&self.settings));
        Rows::begin(&self.name, |sender| async move {
            let name = call.name();
            let reading = tokio::task::spawn_blocking(move || read(&folder, &settings, &call, sender));
            reading.await.unwrap_or_else(|error| {
                tracing::error!(%error, list = name, "reading a file failed unexpectedly");
                Err(Fault::stopped().into())
            })
        })
    }

    async fn ping(&self) -> Result<(), Fault> {
        let looked = self.look(|files| std::fs::read_dir(&files.folder).map(drop)).await?;
        looked.map_err(|error| Fault::NoFolder(error.to_string()))
    }
}

fn read(folder: &Path, settings: &FilesSettings, call: &Call, sender: mpsc::Sender<Message>) -> Result<(), ReadError> {
    let unset = || Fault::Unset { list: call.name() };
    let list = List::named(call.name()).ok_or_else(unset)?;
    let found = folder::find(folder, settings, list)?.ok_or_else(unset)?;
    let origin = found.origin(list);
    read_found(&found, settings, list, origin, call, sender)
}

/// Reads a list from a file that is no longer written to.
pub(crate) fn read_file(
    (path, format): (PathBuf, Format),
    settings: &FilesSettings,
    (list, origin): (&'static List, Origin),
    call: &Call,
    sender: mpsc::Sender<Message>,
) -> Result<(), ReadError> {
    let found = match format {
        Format::Csv => Found::Csv(path),
        Format::Workbook => Found::Workbook { path, sheet: None },
        Format::OneRoster => Found::OneRoster(path),
    };
    read_found(&found, settings, list, origin, call, sender)
}

fn read_found(
    found: &Found,
    settings: &FilesSettings,
    list: &'static List,
    origin: Origin,
    call: &Call,
    sender: mpsc::Sender<Message>,
) -> Result<(), ReadError> {
    let before = stamp(found.path(), &origin)?;
    if before.1 > settings.max_bytes {
        let limit = settings.max_bytes;
        return Err(table(&origin, TableFault::TooLarge { limit }).into());
    }
    let mut row_sender = RowSender::new(sender, origin.clone());
    let reading = heading::Reading {
        settings,
        list,
        call,
        origin: origin.clone(),
    };
    match found {
        Found::Csv(path) => csv::read(path, &reading, &mut row_sender)?,
        Found::Workbook { path, sheet } => xlsx::read(path, sheet.as_deref(), &reading, &mut row_sender)?,
        Found::OneRoster(path) => oneroster::read(path, &reading, &mut row_sender)?,
    }
    if stamp(found.path(), &origin)? != before {
        return Err(table(&origin, TableFault::Changed).into());
    }
    row_sender.end()
}
