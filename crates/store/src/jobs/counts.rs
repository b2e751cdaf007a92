//! Counters of a job: rows by outcome.

use super::Outcome;
use crate::{Result, Store};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Func, InsertStatement, OnConflict, Query},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{AdditionalProperties, ObjectBuilder, Schema},
    },
};

/// The kind under which an import counts participations. The rows of its job are meetings, so they are counted apart.
pub(crate) const PARTICIPATIONS: &str = "attendance";

/// Rows by outcome. An outcome without rows is missing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counts(BTreeMap<Outcome, i64>);

impl Counts {
    /// A number of rows of one outcome.
    pub fn of(outcome: Outcome, rows: i64) -> Self {
        let mut counts = Self::default();
        counts.add(outcome, rows);
        counts
    }

    /// Adds rows of an outcome.
    pub fn add(&mut self, outcome: Outcome, rows: i64) {
        if rows != 0 {
            *self.0.entry(outcome).or_default() += rows;
        }
    }

    /// Rows of an outcome.
    pub fn get(&self, outcome: Outcome) -> i64 {
        self.0.get(&outcome).copied().unwrap_or_default()
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The outcomes that have rows, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (Outcome, i64)> {
        self.0.iter().map(|(outcome, rows)| (*outcome, *rows))
    }

    /// Rows of all outcomes that meet a condition.
    pub fn sum(&self, of: impl Fn(Outcome) -> bool) -> i64 {
        self.iter()
            .filter(|(outcome, _)| of(*outcome))
            .map(|(_, rows)| rows)
            .sum()
    }

    /// All processed rows.
    pub fn done(&self) -> i64 {
        self.sum(Outcome::is_done)
    }

    /// Adds them to the counters of a job, for rows of that kind.
    ///
    /// Outcomes are written in one fixed order, so that two transactions cannot deadlock.
    pub(crate) async fn write(&self, connection: &impl ConnectionTrait, job: i64, kind: &str) -> Result<()> {
        if let Some(insert) = self.insert(job, kind) {
            connection.execute(&insert).await?;
        }
        Ok(())
    }

    /// The statement that adds them; `None` if there is nothing to add.
    pub(crate) fn insert(&self, job: i64, kind: &str) -> Option<InsertStatement> {
        if self.is_empty() {
            return None;
        }
        let mut insert = Query::insert();
        insert
            .into_table("job_count")
            .columns(["job_id", "kind", "outcome", "number"]);
        for (outcome, rows) in self.iter() {
            insert.values_panic([job.into(), kind.into(), outcome.into(), rows.into()]);
        }
        insert.on_conflict(
            OnConflict::columns(["job_id", "kind", "outcome"])
                .value(
                    "number",
                    Expr::col(("job_count", "number")).add(Expr::col(("excluded", "number"))),
                )
                .to_owned(),
        );
        Some(insert)
    }

    /// The counters of these jobs, of all kinds together.
    pub(crate) async fn of_jobs(connection: &impl ConnectionTrait, jobs: Vec<i64>) -> Result<HashMap<i64, Self>> {
        let mut counts: HashMap<i64, Self> = HashMap::new();
        if jobs.is_empty() {
            return Ok(counts);
        }
        let select = Query::select()
            .columns(["job_id", "outcome"])
            // PostgreSQL returns the sum of whole numbers as a decimal.
            .expr(Func::sum(Expr::col("number")).cast_as("bigint"))
            .from("job_count")
            .cond_where(
                Expr::col("job_id")
                    .is_in(jobs)
                    .and(Expr::col("kind").ne(PARTICIPATIONS)),
            )
            .group_by_columns(["job_id", "outcome"])
            .take();
        for row in connection.query_all(&select).await? {
            let of_job = counts.entry(row.try_get_by_index(0)?).or_default();
            of_job.add(row.try_get_by_index(1)?, row.try_get_by_index(2)?);
        }
        Ok(counts)
    }
}

impl PartialSchema for Counts {
    /// One optional member for each outcome.
    fn schema() -> RefOr<Schema> {
        let none = ObjectBuilder::new().additional_properties(Some(AdditionalProperties::FreeForm(false)));
        Outcome::all()
            .fold(none, |counts, outcome| counts.property(outcome.word(), i64::schema()))
            .into()
    }
}

impl ToSchema for Counts {}

impl FromIterator<(Outcome, i64)> for Counts {
    fn from_iter<T: IntoIterator<Item = (Outcome, i64)>>(rows: T) -> Self {
        let mut counts = Self::default();
        for (outcome, rows) in rows {
            counts.add(outcome, rows);
        }
        counts
    }
}

impl Store {
    /// Counts rows of a kind that needed no write.
    pub async fn add_counts(&self, job: i64, kind: &str, counts: &Counts) -> Result<()> {
        counts.write(&self.writer, job, kind).await
    }

    /// The participations that an import stored or found, by outcome.
    pub async fn participations_of_job(&self, job: i64) -> Result<Counts> {
        Ok(self
            .counts_by_kind(job)
            .await?
            .remove(PARTICIPATIONS)
            .unwrap_or_default())
    }

    /// The counters of a job, by the kind of the rows.
    pub async fn counts_by_kind(&self, job: i64) -> Result<BTreeMap<String, Counts>> {
        let select = Query::select()
            .columns(["kind", "outcome", "number"])
            .from("job_count")
            .cond_where(Expr::col("job_id").eq(job))
            .take();
        let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
        for row in self.reader.query_all(&select).await? {
            let of_kind = counts.entry(row.try_get_by_index(0)?).or_default();
            of_kind.add(row.try_get_by_index(1)?, row.try_get_by_index(2)?);
        }
        Ok(counts)
    }
}
