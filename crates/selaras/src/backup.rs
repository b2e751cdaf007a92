//! `selaras backup` and `selaras restore`: the whole database to one file, and back.

use crate::{
    database,
    runtime::runtime,
    serve::announce,
    settings::{DatabaseSettings, Layers, ServerSettings},
};
use anyhow::{Result, bail};
use jiff::{Timestamp, tz::TimeZone};
use selaras_engine::moment;
use selaras_reasons::Reason;
use selaras_store::backup;
use std::{
    io::{BufRead, IsTerminal, Write},
    path::Path,
};

/// The word that confirms a restore.
const CONFIRMATION: &str = "ganti";

/// Copies the database to a new file.
pub(crate) fn back_up(config: Option<&Path>, file: &Path) -> Result<()> {
    let settings: DatabaseSettings = Layers::read(config)?.section("database")?;
    runtime()?.block_on(async {
        let store = database::open_there(&settings).await?;
        let contents = store.back_up(file).await?;
        store.close().await?;
        announce(&Reason::BackupMade {
            file: file.display().to_string(),
            tables: contents.tables.len() as u64,
            rows: contents.rows(),
            kilobytes: contents.bytes.div_ceil(1024),
        });
        Ok(())
    })
}

/// Replaces the database's content with the file's, after a confirmation.
pub(crate) fn restore(config: Option<&Path>, file: &Path, yes: bool) -> Result<()> {
    let layers = Layers::read(config)?;
    let (settings, server): (DatabaseSettings, ServerSettings) =
        (layers.section("database")?, layers.section("server")?);
    let contents = backup::read_backup(file)?;
    let zone = TimeZone::get(&server.time_zone)?;
    let made = Timestamp::from_millisecond(contents.made_at)?;
    announce(&Reason::BackupHolds {
        file: file.display().to_string(),
        moment: Box::new(moment(made, &zone)),
        rows: contents.rows(),
        version: contents.version,
    });
    runtime()?.block_on(async {
        let store = database::open_alone(&settings).await?;
        if store.holds_data().await? && !yes {
            ask()?;
        }
        let restored = store.restore(file).await?;
        store.close().await?;
        announce(&match restored.newer_steps {
            0 => Reason::Restored,
            steps => Reason::RestoredAndRaised { steps: steps as u64 },
        });
        Ok(())
    })
}

/// Asks at the terminal for confirmation.
fn ask() -> Result<()> {
    let input = std::io::stdin();
    if !input.is_terminal() {
        bail!(Reason::RestoreUnasked);
    }
    announce(&Reason::RestoreReplaces);
    announce(&Reason::TypeToGoOn {
        name: CONFIRMATION.to_owned(),
    });
    std::io::stdout().flush()?;
    let mut typed = String::new();
    input.lock().read_line(&mut typed)?;
    if typed.trim() != CONFIRMATION {
        bail!(Reason::RestoreCancelled);
    }
    Ok(())
}
