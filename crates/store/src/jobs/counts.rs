//! How many rows of a job came to which outcome.

use crate::{Result, Store};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Query},
};
use serde::Serialize;

/// Rows by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// New; or enrolled, unenrolled, deleted.
    pub created: i64,
    /// Changed.
    pub updated: i64,
    /// As they were.
    pub unchanged: i64,
    /// Gone from the source.
    pub missing: i64,
    /// Changed on both sides, or twice in the source.
    pub conflict: i64,
    /// Not done, for a reason of their own.
    pub failed: i64,
}

impl Counts {
    pub(super) const COLUMNS: [&'static str; 6] = ["created", "updated", "unchanged", "missing", "conflict", "failed"];

    pub(super) const fn values(self) -> [i64; 6] {
        [
            self.created,
            self.updated,
            self.unchanged,
            self.missing,
            self.conflict,
            self.failed,
        ]
    }

    /// The number of rows of each outcome.
    pub fn named(self) -> impl Iterator<Item = (&'static str, i64)> {
        Self::COLUMNS.into_iter().zip(self.values())
    }

    /// All rows dealt with. A row that is gone from the source was not sent, so it is not one of them.
    pub fn done(self) -> i64 {
        self.created + self.updated + self.unchanged + self.conflict + self.failed
    }

    pub(crate) async fn add(self, connection: &impl ConnectionTrait, job: i64) -> Result<()> {
        if self == Self::default() {
            return Ok(());
        }
        let mut update = Query::update();
        update.table("job").cond_where(Expr::col("id").eq(job));
        for (column, value) in self.named() {
            if value != 0 {
                update.value(column, Expr::col(column).add(value));
            }
        }
        connection.execute(&update).await?;
        Ok(())
    }
}

impl Store {
    /// Counts rows that needed no write.
    pub async fn add_counts(&self, job: i64, counts: Counts) -> Result<()> {
        counts.add(&self.writer, job).await
    }
}
