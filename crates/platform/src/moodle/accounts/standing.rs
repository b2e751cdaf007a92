//! The state of one account on Moodle.

use selaras_kinds::object::PlatformId;
use serde::Deserialize;

use crate::moodle::capabilities::names_hidden;
use crate::moodle::client::Moodle;
use crate::moodle::found::is_deleted;
use crate::moodle::read::unescaped;
use crate::moodle::validate::username_reason;
use crate::{AccountAsked, AccountStanding, LastAccess, PlatformError};

/// A user in Moodle's reply. Fields that the token may not see are missing.
#[derive(Deserialize)]
struct UserReply {
    id: PlatformId,
    username: Option<String>,
    #[serde(default)]
    fullname: String,
    email: Option<String>,
    suspended: Option<bool>,
    lastaccess: Option<i64>,
}

/// Looks one account up: by its id, or by its username if the id is unknown.
pub(crate) async fn standing(moodle: &Moodle, asked: &AccountAsked) -> Result<Option<AccountStanding>, PlatformError> {
    let (field, value) = match asked.id {
        Some(id) => ("id", id.to_string()),
        // Moodle refuses to look for a name that no account may have.
        None if username_reason(&asked.username).is_some() => return Ok(None),
        None => ("username", asked.username.clone()),
    };
    let users: Vec<UserReply> = moodle.users_by_field(field, &[value]).await?;
    let standing = |found: UserReply| {
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
    let living = |found: &UserReply| !is_deleted(found.username.as_deref(), found.email.as_deref());
    users.into_iter().find(living).map(standing).transpose()
}
