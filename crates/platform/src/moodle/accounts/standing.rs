//! How one account stands on Moodle.

use selaras_kinds::object::PlatformId;
use serde::Deserialize;

use super::find::{ask, names_hidden};
use crate::moodle::Moodle;
use crate::moodle::read::unescaped;
use crate::{AccountAsked, AccountStanding, LastAccess, PlatformError};

/// An account as Moodle tells of it. What the token may not see of a person is left out.
#[derive(Deserialize)]
struct Told {
    id: PlatformId,
    username: Option<String>,
    #[serde(default)]
    fullname: String,
    email: Option<String>,
    suspended: Option<bool>,
    lastaccess: Option<i64>,
}

/// Looks one account up: by its id, or by its username where the id is not known.
pub(crate) async fn standing(moodle: &Moodle, asked: &AccountAsked) -> Result<Option<AccountStanding>, PlatformError> {
    let (field, value) = match asked.id {
        Some(id) => ("id", id.to_string()),
        None => ("username", asked.username.clone()),
    };
    let told: Vec<Told> = ask(moodle, field, vec![value]).await?;
    let standing = |found: Told| {
        Ok(AccountStanding {
            id: found.id,
            username: found.username.ok_or_else(names_hidden)?,
            name: unescaped(&found.fullname),
            email: found.email,
            suspended: found.suspended,
            last_access: match found.lastaccess {
                None => LastAccess::Unknown,
                Some(0) => LastAccess::Never,
                Some(at) => LastAccess::At(at),
            },
        })
    };
    told.into_iter().next().map(standing).transpose()
}
