//! Acts on the setup's answers.

use super::file;
use crate::{
    serve,
    settings::{DatabaseSettings, FILE, Layers, PlatformSettings, SecuritySection, ServerSettings, SourceSection},
};
use anyhow::{Context, Result};
use futures::{FutureExt, future::BoxFuture};
use secrecy::{ExposeSecret, SecretString};
use selaras_api::{
    ApiError,
    setup::{self, Answers, FirstAdministrator, Installer, Place, Plain, PlatformAnswers, SourceAnswers},
};
use selaras_platform::{LearningPlatform, moodle};
use selaras_reasons::Reason;
use selaras_shape::Shape;
use selaras_source::Source;
use selaras_store::{
    Store, StoreError,
    administrators::{Admission, NewAdministrator},
    file_names::{link_for_good, remove_for_good},
    log::{By, Principal},
    shapes::{WaitingForShape, WaitingPeople},
};
use serde::de::DeserializeOwned;
use std::{
    env,
    io::{self, Write},
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tempfile::NamedTempFile;

/// Writes settings into this folder.
pub(super) struct Installing {
    layers: Layers,
    folder: PathBuf,
    address: SocketAddr,
    /// True once a code has been printed.
    code_printed: AtomicBool,
}

impl Installing {
    /// `address` is the page's.
    ///
    /// # Errors
    /// The working directory no longer exists.
    pub(super) fn new(layers: Layers, address: SocketAddr) -> Result<Self> {
        Ok(Self {
            layers,
            folder: env::current_dir().context("this folder is not known")?,
            address,
            code_printed: AtomicBool::new(false),
        })
    }

    fn file(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    fn read_only(&self, error: &io::Error) -> Reason {
        Reason::SetupFolderReadOnly {
            folder: self.folder.display().to_string(),
            said: error.to_string(),
        }
    }

    fn there(&self) -> Reason {
        let file = self.file().display().to_string();
        Reason::SetupFileThere { file }
    }

    /// Refuses settings that send secrets unencrypted, unless another layer allows them.
    fn refuse(&self, plain: &[String]) -> Result<(), ApiError> {
        let security: SecuritySection = section(&self.layers, "security")?;
        match security.refused(plain) {
            Some(name) => Err(ApiError::Conflict(Reason::SetupPlain { name: name.clone() })),
            None => Ok(()),
        }
    }

    fn draft(&self, text: &str) -> Result<NamedTempFile, ApiError> {
        if self.file().exists() {
            return Err(ApiError::Conflict(self.there()));
        }
        file::draft(&self.folder, text).map_err(|error| ApiError::Conflict(self.read_only(&error)))
    }

    async fn put(&self, answers: &Answers, first: Option<FirstAdministrator>) -> Result<PathBuf, ApiError> {
        let mut text = file::text(answers)?;
        let layers = self.layers.with_file(&text);
        let (source, platform): (SourceSection, PlatformSettings) =
            (section(&layers, "source")?, section(&layers, "platform")?);
        let database: DatabaseSettings = section(&layers, "database")?;
        let plain = [source.plain(), platform.plain(), database.plain()].concat();
        match answers.plain {
            Plain::Allowed => text = file::allowing(&text, &plain)?,
            Plain::Unsaid => self.refuse(&plain)?,
        }
        let settings = self.layers.with_file(&text).settings().map_err(|error| wrong(&error))?;
        let draft = self.draft(&text)?;
        let store = Store::open(settings.database.url.expose_secret()).await;
        let store = store.map_err(|error| {
            let said = error.to_string();
            ApiError::Conflict(Reason::DatabaseNotOpened { said })
        })?;
        let settled = self.settle(&draft, &store, first, answers.shape.as_ref()).await;
        // No transaction is open that closing could lose.
        let _ = store.close().await;
        settled
    }

    /// Links the draft as the settings file, then creates the first administrator if there is none, with the shape. If the
    /// file cannot be written, no administrator is created. If that creation fails, the file is removed, so that the same
    /// answers can be given again.
    async fn settle(
        &self,
        draft: &NamedTempFile,
        store: &Store,
        first: Option<FirstAdministrator>,
        shape: Option<&Shape>,
    ) -> Result<PathBuf, ApiError> {
        let first = wanted(store, first, shape).await?;
        let file = self.file();
        link_for_good(draft.path(), &file).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ApiError::Conflict(self.there()),
            _ => ApiError::Conflict(self.read_only(&error)),
        })?;
        if let Some(first) = first
            && let Err(error) = begin(store, first, shape).await
        {
            let _ = remove_for_good(&file);
            return Err(error);
        }
        Ok(file)
    }
}

/// The administrator to create; `None` if the database has some. Then it has a shape, too.
async fn wanted(
    store: &Store,
    first: Option<FirstAdministrator>,
    shape: Option<&Shape>,
) -> Result<Option<FirstAdministrator>, ApiError> {
    let there = store.administrators(&Default::default(), 0, 1).await?.total > 0;
    match (there, first) {
        (true, first) if first.is_some() || shape.is_some() => {
            Err(ApiError::Conflict(Reason::SetupAdministratorsThere))
        }
        (false, None) => Err(ApiError::field("username", Reason::SetupAdministratorMissing)),
        (_, first) => Ok(first),
    }
}

/// Keeps the shape, then creates the first administrator: a database without one is still being set up.
async fn begin(store: &Store, first: FirstAdministrator, shape: Option<&Shape>) -> Result<(), ApiError> {
    let new = NewAdministrator {
        name: &first.name,
        username: &first.username,
        password_hash: &first.password_hash,
        admission: Admission::ActiveIfFirst,
        identity: None,
    };
    let by = By {
        principal: Some(&Principal::Anonymous),
        ..By::from(first.name.as_str())
    };
    if let Some(shape) = shape {
        let json = serde_json::to_string(shape).map_err(|_| ApiError::Internal)?;
        let platform = moodle::NAME.to_owned();
        // There are no rows yet that could wait for their new objects.
        let log = Reason::DidChangeShape { platform };
        if !store
            .keep_shape(
                &json,
                WaitingForShape {
                    kinds: &[],
                    people: WaitingPeople::WithoutAddress,
                    roles: &[],
                },
                &log,
                by,
            )
            .await?
        {
            return Err(ApiError::Conflict(Reason::ShapeWhileJobs));
        }
    }
    store.add_administrator(new, &Reason::DidSignUp, by).await?;
    Ok(())
}

fn section<T: DeserializeOwned>(layers: &Layers, name: &str) -> Result<T, ApiError> {
    layers.section(name).map_err(|error| wrong(&error))
}

/// Why settings are invalid, without their values.
fn wrong(error: &anyhow::Error) -> ApiError {
    let said = format!("{error:#}");
    ApiError::Conflict(Reason::SettingsUnreadable { said })
}

impl Installer for Installing {
    fn say_code(&self, code: &str) {
        let address = format!("http://{}{}#{code}", self.address, setup::PAGE);
        let told = match self.code_printed.swap(true, Ordering::Relaxed) {
            false => Reason::SetupOpen { address },
            true => Reason::SetupOpenAgain { address },
        };
        // Not to the log, which may be stored and sent elsewhere.
        let _ = writeln!(io::stderr(), "selaras: {told}");
    }

    fn place(&self) -> Place {
        let problem = match self.file().exists() {
            true => Some(self.there()),
            false => NamedTempFile::new_in(&self.folder)
                .err()
                .map(|error| self.read_only(&error)),
        };
        Place {
            file: self.file(),
            problem,
            database_given: self.layers.is_set_elsewhere("database.url"),
        }
    }

    fn source(&self, answers: &SourceAnswers, plain: Plain) -> Result<Source, ApiError> {
        let layers = self.layers.with_file(&file::of_source(answers)?);
        let source: SourceSection = section(&layers, "source")?;
        if plain == Plain::Unsaid {
            self.refuse(&source.plain())?;
        }
        let server: ServerSettings = section(&self.layers, "server")?;
        let made = source.check().and_then(|()| serve::source(&source, &server.time_zone));
        made.map_err(|error| wrong(&error))
    }

    fn platform(&self, answers: &PlatformAnswers, plain: Plain) -> Result<Arc<dyn LearningPlatform>, ApiError> {
        let layers = self.layers.with_file(&file::of_platform(answers));
        let platform: PlatformSettings = section(&layers, "platform")?;
        if plain == Plain::Unsaid {
            self.refuse(&platform.plain())?;
        }
        let server: ServerSettings = section(&self.layers, "server")?;
        let made = serve::platform(&platform, &server.time_zone);
        Ok(Arc::new(made.map_err(|error| wrong(&error))?))
    }

    fn database<'a>(
        &'a self,
        url: Option<&'a SecretString>,
        plain: Plain,
    ) -> BoxFuture<'a, Result<Result<Store, StoreError>, ApiError>> {
        async move {
            let mut database: DatabaseSettings = section(&self.layers, "database")?;
            if let Some(url) = url {
                database.url = url.clone();
            }
            if plain == Plain::Unsaid {
                self.refuse(&database.plain())?;
            }
            Ok(Store::connect(database.url.expose_secret()).await)
        }
        .boxed()
    }

    fn install<'a>(
        &'a self,
        answers: &'a Answers,
        first: Option<FirstAdministrator>,
    ) -> BoxFuture<'a, Result<PathBuf, ApiError>> {
        self.put(answers, first).boxed()
    }
}
