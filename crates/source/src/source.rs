//! The academic system as one source, however each list is read.

use selaras_reasons::Reason;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures::future::BoxFuture;
use selaras_kinds::Feed;

use crate::call::Call;
use crate::error::{Fault, Origin, SourceError};
use crate::files::beginning::{Contents, Format};
use crate::files::{Files, FilesSettings};
use crate::fit::Fit;
use crate::http::Http;
use crate::laid_out::LaidOut;
use crate::list::{List, lists};
use crate::reader::ListReader;
use crate::retry::Pause;
use crate::rows::{Message, ReadError, Rows};
use crate::settings::SourceSettings;
use crate::sql::{Sql, SqlSettings};
use crate::uploads::{UploadReader, Uploads, look_into};

/// The readers of the lists. A list with a query is read by SQL, one with a file from the file, the others by HTTP.
#[derive(Debug, Clone)]
pub struct Ways {
    /// The source's display name.
    pub name: String,
    /// The database, and the query of each list to read from it.
    pub sql: Option<SqlSettings>,
    /// The folder of files, and how to read them and uploaded files.
    pub files: FilesSettings,
    /// The web service.
    pub http: Option<SourceSettings>,
}

/// The academic system. Clones share its connections.
#[derive(Debug, Clone)]
pub struct Source {
    name: Arc<str>,
    sql: Option<Arc<Sql>>,
    uploads: Option<Arc<UploadReader>>,
    files: Option<Arc<Files>>,
    of_files: Arc<FilesSettings>,
    http: Option<Http>,
}

impl Source {
    /// A source that reads all lists by HTTP. Sends nothing.
    ///
    /// # Errors
    /// The certificate cannot be read.
    pub fn new(settings: SourceSettings) -> Result<Self, SourceError> {
        Self::of(Ways {
            name: settings.name.clone(),
            sql: None,
            files: FilesSettings::default(),
            http: Some(settings),
        })
    }

    /// A source with these readers. Sends nothing.
    ///
    /// # Errors
    /// An address or a certificate cannot be read.
    pub fn of(ways: Ways) -> Result<Self, SourceError> {
        let (name, of_files) = (ways.name, Arc::new(ways.files));
        let fail = |fault| SourceError {
            name: name.clone(),
            fault,
        };
        Ok(Self {
            sql: ways
                .sql
                .map(|settings| Sql::new(&name, settings))
                .transpose()
                .map_err(fail)?
                .map(Arc::new),
            uploads: None,
            files: Files::of(&name, &of_files).map(Arc::new),
            of_files,
            http: ways.http.map(Http::new).transpose()?,
            name: name.into(),
        })
    }

    /// The same source with another wait between tries.
    pub fn with_pause(mut self, wait: impl Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        let pause = Pause::new(wait);
        self.http = self.http.map(|http| http.with_pause(pause.clone()));
        self.sql = self.sql.map(|sql| Arc::new(sql.with_pause(pause)));
        self
    }

    /// The same source with these uploaded files. A query takes precedence over an uploaded file, and that over a file in
    /// the folder.
    pub fn with_uploads(&self, uploads: Uploads) -> Self {
        let mut settings = FilesSettings::clone(&self.of_files);
        for (list, headings) in &uploads.headings {
            let of_list = settings.columns.entry(list.clone()).or_default();
            of_list.extend(headings.clone());
        }
        let settings = Arc::new(settings);
        Self {
            files: Files::of(&self.name, &settings).map(Arc::new),
            uploads: Some(Arc::new(UploadReader::new(&self.name, Arc::clone(&settings), uploads))),
            of_files: settings,
            ..self.clone()
        }
    }

    /// Looks into a new file for one list, or, for [`ROSTER`](crate::ROSTER), for several.
    ///
    /// # Errors
    /// It does not have that format, or is empty.
    pub async fn look_into(
        &self,
        laid_out: LaidOut,
        format: Format,
        list: &str,
        file: &str,
    ) -> Result<Contents, SourceError> {
        let settings = Arc::clone(&self.of_files);
        let looked = look_into(settings, laid_out, format, list, file).await;
        looked.map_err(|fault| self.failing(fault))
    }

    /// How the headings of a list's file match its fields; `None` if the list is not read from a table.
    ///
    /// # Errors
    /// The folder of files does not answer.
    pub async fn fit(&self, list: &'static List) -> Result<Option<Fit>, SourceError> {
        let Some((reader, _)) = self.reader(list).await? else {
            return Ok(None);
        };
        let headings = reader.headings(list).await.map_err(|fault| self.failing(fault))?;
        let given = self.of_files.columns.get(list.name());
        Ok((!headings.is_empty()).then(|| Fit::of(list, headings, given)))
    }

    /// The source's display name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The settings by name, without secrets.
    pub fn described(&self) -> Vec<(&'static str, Reason)> {
        self.readers().flat_map(ListReader::described).collect()
    }

    /// Where a list is read from; `None` if no setting says.
    ///
    /// # Errors
    /// The folder of files does not answer.
    pub async fn origin(&self, list: &'static List) -> Result<Option<Origin>, SourceError> {
        Ok(self.reader(list).await?.map(|(_, origin)| origin))
    }

    /// True if files are read from a folder.
    pub const fn has_folder(&self) -> bool {
        self.files.is_some()
    }

    /// The list's file in the folder, and its modification time.
    ///
    /// # Errors
    /// The folder of files does not answer.
    pub async fn laid_out(&self, list: &'static List) -> Result<Option<(Origin, SystemTime)>, SourceError> {
        match self.reader(list).await? {
            Some((reader, _)) => reader.laid_out(list).await.map_err(|fault| self.failing(fault)),
            None => Ok(None),
        }
    }

    /// True if a call of this list without a class returns the rows of all classes, each with its class in its own columns.
    /// Such a list need not be requested class by class.
    ///
    /// # Errors
    /// The folder of files does not answer.
    pub async fn whole(&self, feed: &Feed) -> Result<bool, SourceError> {
        let Some(list) = List::named(feed.name) else {
            return Ok(false);
        };
        let found = self.reader(list).await?;
        Ok(found.is_some_and(|(reader, _)| reader.whole(list)))
    }

    /// Starts to read a list. Must be called within a Tokio runtime.
    ///
    /// Retries a transient failure as long as no row was sent; a paged list is retried page by page.
    pub fn rows(&self, call: Call) -> Rows {
        let source = self.clone();
        Rows::begin(&self.name, |sender| async move {
            let unset = || Fault::Unset { list: call.name() };
            let list = List::named(call.name()).ok_or_else(unset)?;
            let found = source.reader(list).await.map_err(|error| error.fault)?;
            let (reader, _) = found.ok_or_else(unset)?;
            let rows = Message::Found(Box::new(reader.rows(call)));
            sender.send(rows).await.map_err(|_| ReadError::Cancelled)
        })
    }

    /// Checks once that everything from which lists are read answers. Reads no list.
    ///
    /// # Errors
    /// Something does not answer, or not with a success.
    pub async fn ping(&self) -> Result<(), SourceError> {
        let (of_sql, of_files) = (self.sql.as_deref(), self.files.as_deref());
        let fail = |fault| self.failing(fault);
        if let Some(sql) = of_sql {
            sql.ping().await.map_err(fail)?;
        }
        if let Some(files) = of_files {
            files.ping().await.map_err(fail)?;
        }
        let Some(http) = &self.http else {
            return Ok(());
        };
        for list in lists() {
            if let None | Some(Origin::Http { .. }) = self.origin(list).await? {
                return http.ping().await.map_err(fail);
            }
        }
        Ok(())
    }

    /// The readers, in order of precedence.
    fn readers(&self) -> impl Iterator<Item = &dyn ListReader> {
        let sql = self.sql.as_deref().map(|reader| reader as &dyn ListReader);
        let uploads = self.uploads.as_deref().map(|reader| reader as &dyn ListReader);
        let files = self.files.as_deref().map(|reader| reader as &dyn ListReader);
        let http = self.http.as_ref().map(|reader| reader as &dyn ListReader);
        sql.into_iter().chain(uploads).chain(files).chain(http)
    }

    /// The reader of a list, and its origin. The folder is searched only if no reader before it has the list.
    ///
    /// # Errors
    /// The folder of files does not answer.
    pub(crate) async fn reader(&self, list: &'static List) -> Result<Option<(&dyn ListReader, Origin)>, SourceError> {
        for reader in self.readers() {
            let found = reader.find(list).await.map_err(|fault| self.failing(fault))?;
            if let Some(origin) = found {
                return Ok(Some((reader, origin)));
            }
        }
        Ok(None)
    }

    fn failing(&self, fault: Fault) -> SourceError {
        SourceError {
            name: self.name().to_owned(),
            fault,
        }
    }
}
