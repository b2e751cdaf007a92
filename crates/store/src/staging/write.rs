//! Writes staged rows into the tables of their kind, range by range. Each range is one transaction with its counters.

use super::{Staging, own_columns};
use crate::{
    Result,
    first_load::is_large,
    jobs::{Counts, Outcome},
    report::LINE_COLUMNS,
    rows::{EnrolmentState, Migration},
    sync::{WRITTEN, on_existing},
    undo::filled,
};
use sea_orm::{
    ConnectionTrait, Order,
    sea_query::{Condition, Expr, ExprTrait, Query},
};
use selaras_kinds::Kind;

/// Rows, and lines, of a range.
const TOGETHER: i64 = 2000;
/// New rows.
pub(super) const NEW: &str = "staged_verdict WHERE verdict = 'create'";

impl<K: Kind> Staging<K> {
    /// Prepares to create so many rows where the kind had none.
    pub async fn begin_first_load(&self, job: i64, rows: i64) -> Result<()> {
        match is_large(rows) {
            true => self.store.postpone_indexes(K::NAME, job).await,
            false => Ok(()),
        }
    }

    /// Writes the next new rows after the row with this number, in the name of a job. Returns the number of the last one, or
    /// `None` if there is none.
    pub async fn create_next(&self, job: i64, after: i64) -> Result<Option<i64>> {
        let Some(last) = self.last_of(NEW, after, TOGETHER).await? else {
            return Ok(None);
        };
        let range = || Expr::col("number").gt(after).and(Expr::col("number").lte(last));
        let new = Query::select()
            .column("number")
            .from("staged_verdict")
            .and_where(Expr::col("verdict").eq("create").and(range()))
            .take();
        let copied = || own_columns::<K>().chain(["key_hash", "fingerprint", "search_text"]);
        let _turn = self.store.writers_turn().await?;
        let transaction = self.connection.begin().await?;
        let at = transaction.now();
        let mut select = Query::select();
        select
            .columns(copied())
            .column("fingerprint")
            .exprs([
                Expr::val(Migration::Belum.as_str()),
                Expr::val(EnrolmentState::Belum.as_str()),
                Expr::val(at),
                Expr::val(job),
                Expr::val(job),
            ])
            .from("staged_row")
            .and_where(range().and(Expr::col("number").in_subquery(new)))
            .order_by("number", Order::Asc);
        let mut insert = Query::insert();
        insert.into_table(K::NAME).columns(copied().chain(WRITTEN));
        let mut insert = filled(insert, select)?;
        // A form may have created a row of that key meanwhile.
        insert.on_conflict(on_existing::<K>());
        let made = transaction.execute(&insert).await?.rows_affected().cast_signed();
        Counts::of(Outcome::Created, made)
            .write(&transaction, job, K::NAME)
            .await?;
        transaction.commit().await?;
        Ok(Some(last))
    }

    /// Writes the next staged lines after the one with this number into the report of a job. Returns as
    /// [`Self::create_next`].
    pub async fn write_lines(&self, job: i64, after: i64) -> Result<Option<i64>> {
        let Some(last) = self.last_of("staged_line WHERE TRUE", after, TOGETHER).await? else {
            return Ok(None);
        };
        let range = Condition::all()
            .add(Expr::col("number").gt(after))
            .add(Expr::col("number").lte(last));
        let select = Query::select()
            .columns(LINE_COLUMNS)
            .from("staged_line")
            .cond_where(range)
            .order_by("number", Order::Asc)
            .take();
        let mut insert = Query::insert();
        insert.into_table("job_row").columns(LINE_COLUMNS);
        let insert = filled(insert, select)?;
        let _turn = self.store.writers_turn().await?;
        let transaction = self.connection.begin().await?;
        let written = transaction.execute(&insert).await?.rows_affected().cast_signed();
        Counts::of(Outcome::Failed, written)
            .write(&transaction, job, K::NAME)
            .await?;
        transaction.commit().await?;
        Ok(Some(last))
    }

    /// The number of the last of the next rows, at most `limit`, after the one with this number.
    pub(super) async fn last_of(&self, rows: &str, after: i64, limit: i64) -> Result<Option<i64>> {
        self.number(format!(
            "SELECT MAX(number) FROM (SELECT number FROM {rows} AND number > {after} ORDER BY number LIMIT {limit}) AS next"
        ))
        .await
    }
}
