//! The versions of rows that are gone or changed: where they are, and for how long.

use sea_orm::sea_query::{Condition, Expr, ExprTrait};

/// For how long versions are kept, in milliseconds: 30 days.
pub const KEPT_MILLISECONDS: i64 = 30 * 24 * 3_600_000;

/// The versions of a kind's rows, with the columns of the kind's key: a table, or a view where people and places are apart.
pub(crate) fn versions_of(kind: &str) -> String {
    format!("{kind}_before")
}

/// Which versions are lines of a report: of the job in the column `job_id`, which deleted the row, or of the one in
/// `created_in`, which made it.
pub(crate) fn is_line(job_column: &'static str) -> Condition {
    Condition::all()
        .add(Expr::col("was").eq("deleted"))
        .add(Expr::col(job_column).is_not_null())
}
