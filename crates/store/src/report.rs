//! The account of a job, row by row.
//!
//! Most lines stand in `job_row`. The row that a sync has made is its own line, and so is the version of a row that a delete
//! took away: a hundred thousand of them cost no further write.

use crate::{
    Page, Result, Store,
    jobs::{Counts, Job, Outcome, RowKey},
    rows::{all, holds, number},
    selection::joined_key,
    undo::{is_line, versions_of},
};
use futures::{Stream, StreamExt};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, QueryResult, TransactionTrait,
    sea_query::{Condition, Expr, ExprTrait, Func, Query, SelectStatement},
};
use selaras_kinds::{Kind, key, object_name};
use serde::Serialize;
use std::collections::HashSet;

/// What became of one row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What became of it.
    pub outcome: Outcome,
    /// Which row it is; `None` where it could not be read, or is no row.
    #[serde(skip)]
    pub row: Option<RowKey>,
    /// The row's key, to be read by people.
    pub key: String,
    /// What people call the row.
    pub label: Option<String>,
    /// Why, and what to do.
    pub reason: Option<String>,
}

impl Line {
    /// A line on a row that people call `key`.
    pub fn on(row: RowKey, outcome: Outcome, key: String) -> Self {
        Self {
            row: Some(row),
            ..Self::on_no_row(outcome, key)
        }
    }

    /// A line on a row of a kind.
    pub fn on_row<K: Kind>(row: &K, outcome: Outcome) -> Self {
        Self::on(RowKey::of(row), outcome, key(row)).label(row.label())
    }

    /// A line on the object of a row: of a place, its person.
    pub fn on_object<K: Kind>(row: &K, outcome: Outcome) -> Self {
        Self::on(RowKey::of_object(row), outcome, object_name(row)).label(row.label())
    }

    /// A line on what is no row, or cannot be read as one: `key` says what it is.
    pub fn on_no_row(outcome: Outcome, key: String) -> Self {
        Self {
            outcome,
            row: None,
            key,
            label: None,
            reason: None,
        }
    }

    /// Names the row for people.
    pub fn label(mut self, label: String) -> Self {
        self.label = Some(label);
        self
    }

    /// Says why.
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    pub(crate) async fn write(connection: &impl ConnectionTrait, job: i64, lines: &[Self]) -> Result<()> {
        for lines in lines.chunks(1000) {
            let mut insert = Query::insert();
            insert
                .into_table("job_row")
                .columns(["job_id", "outcome", "kind", "key_hash", "key", "label", "reason"]);
            for line in lines {
                insert.values_panic([
                    job.into(),
                    line.outcome.into(),
                    line.row.as_ref().map(|row| row.kind.as_ref()).into(),
                    line.row.as_ref().map(|row| row.hash).into(),
                    line.key.as_str().into(),
                    line.label.as_deref().into(),
                    line.reason.as_deref().into(),
                ]);
            }
            connection.execute(&insert).await?;
        }
        Ok(())
    }
}

/// Writes the lines and counters of what a transaction has done with rows of a kind, and ends it.
pub(crate) async fn commit(
    transaction: DatabaseTransaction,
    job: i64,
    kind: &str,
    lines: &[Line],
    counts: &Counts,
) -> Result<()> {
    Line::write(&transaction, job, lines).await?;
    counts.write(&transaction, job, kind).await?;
    Ok(transaction.commit().await?)
}

/// Which lines of a report are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines<'a> {
    /// Those of this outcome.
    pub outcome: Option<Outcome>,
    /// Those that hold this text.
    pub search: &'a str,
}

fn read(row: &QueryResult) -> std::result::Result<Line, sea_orm::DbErr> {
    let kind: Option<String> = row.try_get("", "kind")?;
    let hash: Option<i64> = row.try_get("", "key_hash")?;
    let row_key = kind.zip(hash).map(|(kind, hash)| RowKey {
        kind: kind.into(),
        hash,
    });
    Ok(Line {
        outcome: row.try_get("", "outcome")?,
        row: row_key,
        key: row.try_get("", "key")?,
        label: row.try_get("", "label")?,
        reason: row.try_get("", "reason")?,
    })
}

fn written(job: i64, asked: &Lines) -> SelectStatement {
    let mut condition = Condition::all().add(Expr::col("job_id").eq(job));
    if let Some(outcome) = asked.outcome {
        condition = condition.add(Expr::col("outcome").eq(outcome));
    }
    if !asked.search.trim().is_empty() {
        let any = ["key", "label", "reason"].map(|column| holds(Func::lower(Expr::col(column)).into(), asked.search));
        condition = condition.add(any.into_iter().fold(Condition::any(), Condition::add));
    }
    Query::select()
        .columns(["outcome", "kind", "key_hash", "key", "label", "reason"])
        .from("job_row")
        .cond_where(condition)
        .take()
}

/// The hashed keys of the rows of a kind whose lines were written with one of these outcomes.
pub(crate) fn keys(job: i64, kind: &str, outcomes: &[Outcome]) -> SelectStatement {
    Query::select()
        .column("key_hash")
        .from("job_row")
        .cond_where(
            Condition::all()
                .add(Expr::col("job_id").eq(job))
                .add(Expr::col("outcome").is_in(outcomes.iter().copied()))
                .add(Expr::col("kind").eq(kind))
                .add(Expr::col("key_hash").is_not_null()),
        )
        .take()
}

/// Lines that stand as rows, or versions of rows, of the kind.
fn standing(
    outcome: Outcome,
    job: &Job,
    table: String,
    rows: Condition,
    key: &[&str],
    asked: &Lines,
) -> SelectStatement {
    let key = joined_key(key);
    let mut rows = rows;
    if !asked.search.trim().is_empty() {
        rows = rows.add(holds(Func::lower(key.clone()).into(), asked.search));
    }
    Query::select()
        .expr_as(Expr::val(outcome), "outcome")
        .expr_as(Expr::val(job.kind.as_str()), "kind")
        .column("key_hash")
        .expr_as(key, "key")
        .expr_as(Expr::val(None::<String>), "label")
        .expr_as(Expr::val(None::<String>), "reason")
        .from(table)
        .cond_where(rows)
        .take()
}

/// The parts of a report, in their order. `key` are the columns of the kind's key, none for a job about no kind.
fn parts(job: &Job, key: &[&str], asked: &Lines) -> Vec<SelectStatement> {
    let mut parts = vec![written(job.id, asked)];
    let wanted = |outcome: Outcome| !key.is_empty() && asked.outcome.is_none_or(|asked| asked == outcome);
    let of = |column: &'static str| Condition::all().add(Expr::col(column).eq(job.id));
    if wanted(Outcome::Created) {
        let versions = is_line("created_in").add(Expr::col("created_in").eq(job.id));
        parts.push(standing(
            Outcome::Created,
            job,
            job.kind.clone(),
            of("created_in"),
            key,
            asked,
        ));
        parts.push(standing(
            Outcome::Created,
            job,
            versions_of(&job.kind),
            versions,
            key,
            asked,
        ));
    }
    if wanted(Outcome::Deleted) {
        let versions = is_line("job_id").add(Expr::col("job_id").eq(job.id));
        parts.push(standing(
            Outcome::Deleted,
            job,
            versions_of(&job.kind),
            versions,
            key,
            asked,
        ));
    }
    for part in &mut parts {
        part.order_by("id", sea_orm::Order::Asc);
    }
    parts
}

impl Store {
    /// Writes lines on rows of a kind, and counters, that go with no other write.
    pub async fn report(&self, job: i64, kind: &str, lines: &[Line], counts: &Counts) -> Result<()> {
        let transaction = self.writer.begin().await?;
        commit(transaction, job, kind, lines, counts).await
    }

    /// A page of a job's report, counted from 0.
    pub async fn report_page(
        &self,
        job: &Job,
        key: &[&str],
        asked: &Lines<'_>,
        page: u64,
        per_page: u64,
    ) -> Result<Page<Line>> {
        let (mut skip, mut total, mut rows) = (page.saturating_mul(per_page), 0, Vec::new());
        for part in parts(job, key, asked) {
            let mut count = part.clone();
            count.clear_selects().clear_order_by().expr(Func::count(Expr::val(1)));
            let count = number(&self.reader, &count).await?;
            total += count;
            let room = per_page - rows.len() as u64;
            if room > 0 && skip < count.unsigned_abs() {
                let part = part.clone().limit(room).offset(skip).take();
                for row in self.reader.query_all(&part).await? {
                    rows.push(read(&row)?);
                }
                skip = 0;
            } else {
                skip = skip.saturating_sub(count.unsigned_abs());
            }
        }
        Ok(Page { rows, total })
    }

    /// The hashed keys of the rows of a kind whose lines in a job's report were written with one of these outcomes.
    pub async fn keys_with(&self, job: i64, kind: &str, outcomes: &[Outcome]) -> Result<HashSet<i64>> {
        all(&self.reader, &keys(job, kind, outcomes), |row| row.try_get_by_index(0)).await
    }

    /// A job's whole report, line after line.
    pub fn report_lines(
        &self,
        job: &Job,
        key: &[&str],
        asked: &Lines<'_>,
    ) -> impl Stream<Item = Result<Line>> + Send + 'static {
        let store = self.clone();
        futures::stream::iter(parts(job, key, asked))
            .flat_map(move |part| store.stream_of(part, |row| Ok(read(row)?)).boxed())
    }
}
