//! The author of an action, as the activity log and jobs store it.

use sea_orm::{QueryResult, sea_query::Expr};
use serde::Serialize;
use utoipa::ToSchema;

/// Who does something. An account's id and user name are those of the moment: they stay when the account is renamed or deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Principal {
    /// An account.
    Account {
        /// Its number, which no other account ever has.
        id: i64,
        /// Its user name.
        username: String,
    },
    /// A schedule.
    Schedule {
        /// The number of the account that set it.
        id: i64,
        /// That account's user name.
        username: String,
    },
    /// Selaras itself.
    System,
    /// A visitor who has not signed in.
    Anonymous,
}

/// The columns of a principal, as [`Principal::read`] takes them.
pub(crate) const PRINCIPAL: [&str; 3] = ["principal", "account_id", "username"];

impl Principal {
    /// The account that did it, or that set the schedule.
    pub fn account(&self) -> Option<(i64, &str)> {
        match self {
            Self::Account { id, username } | Self::Schedule { id, username } => Some((*id, username)),
            Self::System | Self::Anonymous => None,
        }
    }

    /// The word in the database and in replies.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Account { .. } => "account",
            Self::Schedule { .. } => "schedule",
            Self::System => "system",
            Self::Anonymous => "anonymous",
        }
    }

    /// The values of [`PRINCIPAL`].
    pub(crate) fn values(principal: Option<&Self>) -> [Expr; 3] {
        let (id, username) = principal.and_then(Self::account).unzip();
        [Expr::val(principal.map(Self::kind)), Expr::val(id), Expr::val(username)]
    }

    /// `None` in rows of earlier versions.
    pub(crate) fn read(row: &QueryResult) -> std::result::Result<Option<Self>, sea_orm::DbErr> {
        let [kind, id, username] = PRINCIPAL;
        let kind: Option<String> = row.try_get("", kind)?;
        let account = || -> std::result::Result<(i64, String), sea_orm::DbErr> {
            Ok((row.try_get("", id)?, row.try_get("", username)?))
        };
        kind.map(|kind| {
            Ok(match kind.as_str() {
                "account" => account().map(|(id, username)| Self::Account { id, username })?,
                "schedule" => account().map(|(id, username)| Self::Schedule { id, username })?,
                "system" => Self::System,
                "anonymous" => Self::Anonymous,
                other => return Err(sea_orm::DbErr::Type(format!("{other} is no principal"))),
            })
        })
        .transpose()
    }
}
