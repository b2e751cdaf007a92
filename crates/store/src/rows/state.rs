//! The states of a row: of its object on the platform, and of an enrolment (contract, section 2).

use sea_orm::{
    ConnectionTrait, DbErr, QueryResult,
    sea_query::{Expr, ExprTrait, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How an account, a category, a course or a group stands on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Migration {
    /// Never sent.
    Belum,
    /// On the platform, unchanged since.
    Sudah,
    /// Changed here since it was sent.
    Berubah,
    /// The last export failed.
    Gagal,
}

/// How the enrolment of an enrolment stands on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EnrolmentState {
    /// Not enrolled, as far as is known here.
    Belum,
    /// Enrolled, and in the class's group.
    Sudah,
    /// Enrolled and suspended: grades and groups are kept.
    Ditangguhkan,
    /// The last enrolment failed.
    Gagal,
}

impl Migration {
    /// All states.
    pub const ALL: [Self; 4] = [Self::Belum, Self::Sudah, Self::Berubah, Self::Gagal];

    /// The word in the database and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Belum => "belum",
            Self::Sudah => "sudah",
            Self::Berubah => "berubah",
            Self::Gagal => "gagal",
        }
    }
}

impl EnrolmentState {
    /// All states.
    pub const ALL: [Self; 4] = [Self::Belum, Self::Sudah, Self::Ditangguhkan, Self::Gagal];

    /// The word in the database and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Belum => "belum",
            Self::Sudah => "sudah",
            Self::Ditangguhkan => "ditangguhkan",
            Self::Gagal => "gagal",
        }
    }
}

/// Reads a column that holds one of the words in `all`. Any other word is an error.
fn word<T: Copy>(row: &QueryResult, at: usize, all: &[T], spelled: fn(T) -> &'static str) -> Result<T, DbErr> {
    let text: String = row.try_get_by_index(at)?;
    all.iter()
        .copied()
        .find(|value| spelled(*value) == text)
        .ok_or_else(|| DbErr::Type(format!("{text} is no state that this version knows")))
}

pub(crate) fn migration(row: &QueryResult, at: usize) -> Result<Migration, DbErr> {
    word(row, at, &Migration::ALL, Migration::as_str)
}

pub(crate) fn enrolment(row: &QueryResult, at: usize) -> Result<EnrolmentState, DbErr> {
    word(row, at, &EnrolmentState::ALL, EnrolmentState::as_str)
}

/// Lets those objects of a table that meet a condition, and are on the platform as they stood, be sent again. Returns whether
/// there were any.
pub(crate) async fn send_again(connection: &impl ConnectionTrait, table: &str, which: Expr) -> crate::Result<bool> {
    let update = Query::update()
        .table(table.to_owned())
        .value("migration", Migration::Berubah.as_str())
        .and_where(Expr::col("migration").eq(Migration::Sudah.as_str()))
        .and_where(which)
        .take();
    Ok(connection.execute(&update).await?.rows_affected() > 0)
}
