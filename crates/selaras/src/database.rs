//! The database, for commands that need no other settings and no other secret.

use crate::{serve::announce, settings::DatabaseSettings};
use anyhow::{Context, Result, bail};
use secrecy::ExposeSecret;
use selaras_reasons::Reason;
use selaras_store::{Store, StoreError};
use std::path;
use url::Url;

/// Opens the database and prints which one: run by hand, with other secrets than the server's, it may be another.
///
/// # Errors
/// One sentence that names the setting.
async fn open(database: &DatabaseSettings) -> Result<Store> {
    let url = database.url.expose_secret();
    announce_opened(url, Store::connect(url).await)
}

/// Opens the database exclusively and prints which one.
///
/// # Errors
/// One sentence that names the setting, or says that the database is in use.
pub(crate) async fn open_alone(database: &DatabaseSettings) -> Result<Store> {
    let url = database.url.expose_secret();
    match Store::connect_alone(url).await {
        Err(StoreError::InUse) => bail!(Reason::BackupInUse),
        opened => announce_opened(url, opened),
    }
}

/// Prints which database was opened.
fn announce_opened(url: &str, opened: selaras_store::Result<Store>) -> Result<Store> {
    // The address may contain a password, so it is not repeated.
    let store = opened.context("the setting database.url (or SELARAS_DATABASE__URL) does not open a database")?;
    announce(&Reason::DatabaseOpened { database: place(url) });
    Ok(store)
}

/// [`open`], but only an existing database. Opening creates a missing file, and a copy of an empty database, or its sound
/// log, would mislead.
///
/// # Errors
/// One sentence that names the setting.
pub(crate) async fn open_there(database: &DatabaseSettings) -> Result<Store> {
    if let Some(file) = Store::missing_file(database.url.expose_secret()) {
        let file = file.display().to_string();
        bail!(Reason::DatabaseFileMissing { file });
    }
    open(database).await
}

/// The address of a database without user and password.
fn place(url: &str) -> String {
    if let Some(file) = Store::sqlite_file(url) {
        return path::absolute(&file).unwrap_or(file).display().to_string();
    }
    let Ok(mut address) = Url::parse(url) else {
        return "PostgreSQL".to_owned();
    };
    // Addresses that cannot have a user and a password contain none.
    let _ = address.set_username("");
    let _ = address.set_password(None);
    address.set_query(None);
    address.set_fragment(None);
    address.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_is_shown_without_user_and_password() {
        for (url, told) in [
            ("sqlite:/srv/selaras.sqlite", "/srv/selaras.sqlite"),
            ("sqlite:///srv/selaras.sqlite?mode=rwc", "/srv/selaras.sqlite"),
            (
                "postgres://selaras:rahasia@db.kampus.ac.id/selaras",
                "postgres://db.kampus.ac.id/selaras",
            ),
            (
                "postgresql://selaras:rahasia@[::1]:5433/selaras?password=rahasia&sslmode=require",
                "postgresql://[::1]:5433/selaras",
            ),
            (
                "postgres:///selaras?host=/run/postgresql&password=rahasia",
                "postgres:///selaras",
            ),
        ] {
            assert_eq!(place(url), told);
        }
        let here = std::env::current_dir().unwrap().join("selaras.sqlite");
        assert_eq!(place("sqlite:selaras.sqlite"), here.display().to_string());
    }
}
