//! The account of a job, row by row.
//!
//! Most lines stand in `job_row`. The row that a sync has made is its own line, and so is the image of a row that a delete
//! took away: a hundred thousand of them cost no further write.

use crate::{
    Page, Result, Store,
    jobs::{Counts, Job},
    rows::{holds, number},
    selection::joined_key,
    undo::{images_of, is_line},
};
use futures::{Stream, StreamExt, TryStreamExt};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, QueryResult, StreamTrait, TransactionTrait,
    sea_query::{Condition, Expr, ExprTrait, Func, Query, SelectStatement},
};
use serde::Serialize;
use std::collections::HashSet;

/// What became of one row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// `created`, `updated`, `missing`, `conflict`, `failed` and so on.
    pub outcome: String,
    /// The row's key.
    pub key: String,
    /// What people call the row.
    pub label: Option<String>,
    /// Why, and what to do.
    pub reason: Option<String>,
}

impl Line {
    /// A line without a reason.
    pub fn new(outcome: &str, key: String) -> Self {
        Self {
            outcome: outcome.to_owned(),
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
                .columns(["job_id", "outcome", "key", "label", "reason"]);
            for line in lines {
                insert.values_panic([
                    job.into(),
                    line.outcome.as_str().into(),
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

/// Writes the lines and counters of what a transaction has done, and ends it.
pub(crate) async fn commit(transaction: DatabaseTransaction, job: i64, lines: &[Line], counts: Counts) -> Result<()> {
    Line::write(&transaction, job, lines).await?;
    counts.add(&transaction, job).await?;
    Ok(transaction.commit().await?)
}

/// Which lines of an account are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines<'a> {
    /// Those of this outcome.
    pub outcome: Option<&'a str>,
    /// Those that hold this text.
    pub search: &'a str,
}

fn read(row: &QueryResult) -> std::result::Result<Line, sea_orm::DbErr> {
    Ok(Line {
        outcome: row.try_get_by_index(0)?,
        key: row.try_get_by_index(1)?,
        label: row.try_get_by_index(2)?,
        reason: row.try_get_by_index(3)?,
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
        .columns(["outcome", "key", "label", "reason"])
        .from("job_row")
        .cond_where(condition)
        .take()
}

/// Keys of the lines that were written with one of these outcomes.
pub(crate) fn keys(job: i64, outcomes: &[&str]) -> SelectStatement {
    Query::select()
        .column("key")
        .from("job_row")
        .cond_where(
            Expr::col("job_id")
                .eq(job)
                .and(Expr::col("outcome").is_in(outcomes.iter().copied())),
        )
        .take()
}

/// Lines that stand as rows, or images of rows, of the kind.
fn standing(outcome: &'static str, table: String, rows: Condition, key: &[&str], asked: &Lines) -> SelectStatement {
    let key = joined_key(key);
    let mut rows = rows;
    if !asked.search.trim().is_empty() {
        rows = rows.add(holds(Func::lower(key.clone()).into(), asked.search));
    }
    Query::select()
        .expr(Expr::val(outcome))
        .expr(key)
        .expr(Expr::val(None::<String>))
        .expr(Expr::val(None::<String>))
        .from(table)
        .cond_where(rows)
        .take()
}

/// The parts of an account, in their order. `key` are the columns of the kind's key, none for a job about no kind.
fn parts(job: &Job, key: &[&str], asked: &Lines) -> Vec<SelectStatement> {
    let mut parts = vec![written(job.id, asked)];
    let wanted = |outcome: &str| !key.is_empty() && asked.outcome.is_none_or(|asked| asked == outcome);
    let of = |column: &'static str| Condition::all().add(Expr::col(column).eq(job.id));
    if wanted("created") {
        let images = is_line("created_in").add(Expr::col("created_in").eq(job.id));
        parts.push(standing("created", job.kind.clone(), of("created_in"), key, asked));
        parts.push(standing("created", images_of(&job.kind), images, key, asked));
    }
    if wanted("deleted") {
        let images = is_line("job_id").add(Expr::col("job_id").eq(job.id));
        parts.push(standing("deleted", images_of(&job.kind), images, key, asked));
    }
    for part in &mut parts {
        part.order_by("id", sea_orm::Order::Asc);
    }
    parts
}

impl Store {
    /// Writes lines and counters that go with no other write.
    pub async fn account(&self, job: i64, lines: &[Line], counts: Counts) -> Result<()> {
        let transaction = self.writer.begin().await?;
        commit(transaction, job, lines, counts).await
    }

    /// A page of a job's account, counted from 0.
    pub async fn account_page(
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

    /// Keys of the lines of a job's account that were written with one of these outcomes.
    pub async fn keys_with(&self, job: i64, outcomes: &[&str]) -> Result<HashSet<String>> {
        let select = keys(job, outcomes);
        let mut rows = self.reader.stream(&select).await?;
        let mut keys = HashSet::new();
        while let Some(row) = rows.try_next().await? {
            keys.insert(row.try_get_by_index(0)?);
        }
        Ok(keys)
    }

    /// A job's whole account, line after line.
    pub fn account_lines(
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
