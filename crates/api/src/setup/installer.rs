//! What the setup needs from the program that it sets up.

use super::answers::{Answers, FirstAdministrator, Plain, PlatformAnswers, SourceAnswers};
use crate::ApiError;
use futures::future::BoxFuture;
use selaras_platform::LearningPlatform;
use selaras_reasons::Reason;
use selaras_source::Source;
use selaras_store::{Store, StoreError};
use std::{path::PathBuf, sync::Arc};

/// Where the settings will be written.
#[derive(Debug, Clone)]
pub struct Place {
    /// Path of the settings file.
    pub file: PathBuf,
    /// Why the file cannot be written, if that is known beforehand.
    pub problem: Option<Reason>,
    /// True if another layer of the settings names the database, so the page need not ask.
    pub database_given: bool,
}

/// Acts on the answers. No answer may come back in a reply or in a log.
pub trait Installer: Send + Sync + 'static {
    /// Prints a new code with the address of the page.
    fn say_code(&self, code: &str);

    /// Where the settings will be written.
    fn place(&self) -> Place;

    /// The source that the answers describe. Nothing is sent.
    ///
    /// # Errors
    /// The answers describe no valid source.
    fn source(&self, answers: &SourceAnswers, plain: Plain) -> Result<Source, ApiError>;

    /// The platform that the answers describe. Nothing is sent.
    ///
    /// # Errors
    /// The answers describe no valid platform.
    fn platform(&self, answers: &PlatformAnswers, plain: Plain) -> Result<Arc<dyn LearningPlatform>, ApiError>;

    /// Opens the given database, or the one that another layer names. Does not migrate it.
    ///
    /// # Errors
    /// The password would go unencrypted. Errors of the database itself are in the inner result.
    fn database<'a>(
        &'a self,
        url: Option<&'a secrecy::SecretString>,
        plain: Plain,
    ) -> BoxFuture<'a, Result<Result<Store, StoreError>, ApiError>>;

    /// Creates the tables and the first administrator, and writes the file. Returns the file's path.
    fn install<'a>(
        &'a self,
        answers: &'a Answers,
        first: Option<FirstAdministrator>,
    ) -> BoxFuture<'a, Result<PathBuf, ApiError>>;
}
