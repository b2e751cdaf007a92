//! `selaras verify-log`: checks whether the activity log was altered after it was written.

use crate::{
    database,
    runtime::runtime,
    serve::announce,
    settings::{DatabaseSettings, Layers},
};
use anyhow::{Result, bail};
use selaras_reasons::Reason;
use selaras_store::{
    chain::{Flaw, LoggedName, Verified},
    names,
};
use std::{collections::BTreeMap, path::Path};

/// Checks each entry and reports the first wrong one.
///
/// # Errors
/// The database does not open, or the log was altered.
pub(crate) fn verify(config: Option<&Path>) -> Result<()> {
    let settings: DatabaseSettings = Layers::read(config)?.section("database")?;
    runtime()?.block_on(async {
        let store = database::open_there(&settings).await?;
        let verified = store.verify_log().await?;
        store.close().await?;
        say(&verified)
    })
}

fn say(verified: &Verified) -> Result<()> {
    let Verified {
        before, thrown_away, ..
    } = *verified;
    if before > 0 {
        announce(&Reason::LogBefore {
            rows: before.unsigned_abs(),
        });
    }
    if thrown_away > 0 {
        announce(&Reason::LogThrownAway {
            rows: thrown_away.unsigned_abs(),
        });
    }
    let flaw = match verified.flaw.clone() {
        None => {
            announce(&Reason::LogSound {
                rows: verified.sound.unsigned_abs(),
                hash: verified.hash.clone(),
            });
            for ambiguous in ambiguous(&verified.names) {
                announce(&ambiguous);
            }
            return Ok(());
        }
        Some(flaw) => flaw,
    };
    bail!(match flaw {
        Flaw::Missing { position } => Reason::LogEntryMissing {
            position: position.to_string(),
        },
        Flaw::Altered { id, position } => Reason::LogEntryAltered {
            entry: id.to_string(),
            position: position.to_string(),
        },
        Flaw::Foreign { id } => Reason::LogEntryForeign { entry: id.to_string() },
        Flaw::End { position } => Reason::LogEndAltered {
            position: position.to_string(),
        },
    })
}

/// Accounts with several names, then names of several accounts. Look-alike names count as equal.
fn ambiguous(names: &[LoggedName]) -> Vec<Reason> {
    let mut accounts: BTreeMap<i64, Vec<&LoggedName>> = BTreeMap::new();
    let mut shared: BTreeMap<String, Vec<&LoggedName>> = BTreeMap::new();
    for name in names {
        accounts.entry(name.account).or_default().push(name);
        shared.entry(names::skeleton(&name.name)).or_default().push(name);
    }
    let renamed = accounts.into_iter().filter(|(_, names)| names.len() > 1);
    let renamed = renamed.map(|(account, names)| {
        let names: Vec<_> = names
            .iter()
            .map(|one| format!("{} ({})", one.name, one.username))
            .collect();
        Reason::LogAccountRenamed {
            account: account.to_string(),
            names: names.join(", "),
        }
    });
    let shared = shared.into_values().filter_map(|names| {
        let first = names.first()?;
        let mut accounts: Vec<_> = names
            .iter()
            .map(|one| format!("{} ({})", one.account, one.username))
            .collect();
        accounts.dedup();
        names
            .iter()
            .any(|one| one.account != first.account)
            .then(|| Reason::LogNameShared {
                name: first.name.clone(),
                accounts: accounts.join(", "),
            })
    });
    renamed.chain(shared).collect()
}
