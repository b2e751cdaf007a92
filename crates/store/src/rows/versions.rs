//! The versions of deleted or changed rows: where they are, and how long.

use sea_orm::sea_query::{Condition, Expr, ExprTrait};

/// How long versions are kept, in milliseconds: 30 days.
pub const KEPT_MILLISECONDS: i64 = 30 * 24 * 3_600_000;

/// The versions of a kind's rows, with the columns of the kind's key: a table, or a view if people and enrolments are
/// separate.
pub(crate) fn versions_of(kind: &str) -> String {
    format!("{kind}_before")
}

/// The versions that serve as report lines: of the job in the column `job_id`, which deleted the row, or of the one in
/// `created_in`, which created it.
pub(crate) fn is_line(job_column: &'static str) -> Condition {
    Condition::all()
        .add(Expr::col("was").eq("deleted"))
        .add(Expr::col(job_column).is_not_null())
}
