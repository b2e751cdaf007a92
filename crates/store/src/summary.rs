//! How each kind stands, in numbers. They are counted when a job on the kind ends, or a form has written, and kept: whoever
//! looks reads a row for each kind, however large the campus.

use crate::{
    Result, Store,
    jobs::{JobState, Outcome, Verb},
    now, rfc3339,
    rows::{Enrolment, Migration},
    statement::{all, count},
    tables::{membership_table, object_table},
};
use sea_orm::{
    ConnectionTrait, DbErr,
    sea_query::{Expr, ExprTrait, Func, OnConflict, Query},
};
use selaras_kinds::Kind;
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// How a kind stands: its objects on the platform, and, where its rows are memberships, its places.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Standing {
    /// Rows of the list.
    pub rows: i64,
    /// Objects that rows are on the platform: people, where the rows are places; none where they are memberships alone.
    pub objects: i64,
    /// Objects that are on the platform, unchanged since.
    pub migrated: i64,
    /// Objects whose last export failed, and places whose last enrolment did.
    pub failed: i64,
    /// Places that are enrolled.
    pub enrolled: i64,
    /// Places that are suspended.
    pub suspended: i64,
    /// Rows that the source does not list any more.
    pub missing: i64,
    /// Places that the source does not list any more, and that are enrolled still.
    pub left_behind: i64,
    /// Why objects could not be sent, most first.
    pub not_sent: Vec<Shortfall>,
    /// Why places could not be enrolled, most first.
    pub not_enrolled: Vec<Shortfall>,
}

/// Rows that failed for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shortfall {
    /// The reason, as one of the rows has it.
    pub reason: Reason,
    /// How many rows.
    pub rows: i64,
}

/// What jobs did on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day {
    /// Days since 1 January 1970, by the campus's clock.
    pub day: i64,
    /// What a row came to.
    pub outcome: Outcome,
    /// How many rows.
    pub rows: i64,
}

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

impl Store {
    /// Counts the rows of a kind.
    pub async fn standing<K: Kind>(&self) -> Result<Standing> {
        let mut standing = Standing::default();
        if K::IS_OBJECT {
            for (migration, objects) in self.numbers(object_table::<K>(), "migration").await? {
                standing.objects += objects;
                match migration.as_str() {
                    word if word == Migration::Sudah.as_str() => standing.migrated += objects,
                    word if word == Migration::Gagal.as_str() => standing.failed += objects,
                    _ => {}
                }
            }
        }
        standing.rows = standing.objects;
        if K::MEMBERSHIP.is_some() {
            standing.rows = 0;
            for (enroll, places) in self.numbers(membership_table::<K>(), "enroll").await? {
                standing.rows += places;
                match enroll.as_str() {
                    word if word == Enrolment::Sudah.as_str() => standing.enrolled += places,
                    word if word == Enrolment::Ditangguhkan.as_str() => standing.suspended += places,
                    word if word == Enrolment::Gagal.as_str() => standing.failed += places,
                    _ => {}
                }
            }
        }
        let missing = Expr::col("missing_since").is_not_null();
        standing.missing = count(&self.reader, membership_table::<K>(), missing.clone()).await?;
        if K::IS_OBJECT && standing.failed > 0 {
            standing.not_sent = self
                .shortfalls(object_table::<K>(), "migration", "migration_reason")
                .await?;
        }
        if K::MEMBERSHIP.is_some() {
            let enrolled = Expr::col("enroll").eq(Enrolment::Sudah.as_str());
            standing.left_behind = match standing.missing {
                0 => 0,
                _ => count(&self.reader, membership_table::<K>(), missing.and(enrolled)).await?,
            };
            if standing.failed > 0 {
                standing.not_enrolled = self
                    .shortfalls(membership_table::<K>(), "enroll", "enroll_reason")
                    .await?;
            }
        }
        Ok(standing)
    }

    /// Why rows of a table failed, by the reasons' codes, most first.
    async fn shortfalls(&self, table: String, state: &'static str, reason: &'static str) -> Result<Vec<Shortfall>> {
        let select = Query::select()
            .column(reason)
            .expr(Func::count(Expr::val(1)))
            .from(table)
            .cond_where(Expr::col(state).eq("gagal").and(Expr::col(reason).is_not_null()))
            .group_by_col(reason)
            .take();
        let mut by_code: BTreeMap<String, Shortfall> = BTreeMap::new();
        for row in self.reader.query_all(&select).await? {
            let reason = Reason::read(row.try_get_by_index(0)?);
            let rows: i64 = row.try_get_by_index(1)?;
            let found = by_code
                .entry(reason.code())
                .or_insert_with(|| Shortfall { reason, rows: 0 });
            found.rows += rows;
        }
        let mut found: Vec<_> = by_code.into_values().collect();
        found.sort_by_key(|shortfall| std::cmp::Reverse(shortfall.rows));
        Ok(found)
    }

    /// Counts how a kind stands, and keeps it.
    pub async fn keep_standing<K: Kind>(&self) -> Result<Standing> {
        let standing = self.standing::<K>().await?;
        let numbers = serde_json::to_string(&standing).map_err(|error| DbErr::Custom(error.to_string()))?;
        let insert = Query::insert()
            .into_table("standing")
            .columns(["kind", "numbers", "counted_at"])
            .values_panic([K::NAME.into(), numbers.into(), now().into()])
            .on_conflict(
                OnConflict::column("kind")
                    .update_columns(["numbers", "counted_at"])
                    .to_owned(),
            )
            .take();
        self.writer.execute(&insert).await?;
        Ok(standing)
    }

    /// How the kinds stood when they were last counted, by name. A kind that never was, or whose numbers another version
    /// kept, is not in it.
    pub async fn standings(&self) -> Result<HashMap<String, Standing>> {
        let select = Query::select().columns(["kind", "numbers"]).from("standing").take();
        let mut standings = HashMap::new();
        for row in self.reader.query_all(&select).await? {
            let numbers: String = row.try_get_by_index(1)?;
            if let Ok(standing) = serde_json::from_str(&numbers) {
                standings.insert(row.try_get_by_index(0)?, standing);
            }
        }
        Ok(standings)
    }

    /// How a kind stood when it was last counted, and when that was; 0 where it never was.
    pub(crate) async fn kept_standing(&self, kind: &str) -> Result<(i64, Option<Standing>)> {
        let select = Query::select()
            .columns(["counted_at", "numbers"])
            .from("standing")
            .and_where(Expr::col("kind").eq(kind))
            .take();
        let Some(row) = self.reader.query_one(&select).await? else {
            return Ok((0, None));
        };
        let numbers: String = row.try_get_by_index(1)?;
        Ok((row.try_get_by_index(0)?, serde_json::from_str(&numbers).ok()))
    }

    /// What jobs that changed something did each day since `from`; both times and the campus's `offset` from UTC in
    /// milliseconds.
    pub async fn days(&self, from: i64, offset: i64) -> Result<Vec<Day>> {
        // PostgreSQL takes two parameters for two expressions, and groups by neither.
        let day = || Expr::cust(format!("(job.finished_at + {offset}) / {DAY}"));
        let changing = [Verb::Sync, Verb::Export, Verb::Enrol, Verb::Unenrol, Verb::Delete];
        let select = Query::select()
            .expr(day())
            .column(("job_count", "outcome"))
            .expr(Func::sum(Expr::col(("job_count", "number"))).cast_as("bigint"))
            .from("job")
            .inner_join("job_count", Expr::col(("job_count", "job_id")).equals(("job", "id")))
            .cond_where(
                Expr::col(("job", "finished_at"))
                    .gte(from)
                    .and(Expr::col(("job", "verb")).is_in(changing)),
            )
            .add_group_by([day()])
            .group_by_col(("job_count", "outcome"))
            .take();
        all(&self.reader, &select, |row| {
            Ok(Day {
                day: row.try_get_by_index(0)?,
                outcome: row.try_get_by_index(1)?,
                rows: row.try_get_by_index(2)?,
            })
        })
        .await
    }

    /// How many rows of a table there are with each word of a column.
    async fn numbers(&self, table: String, column: &'static str) -> Result<Vec<(String, i64)>> {
        let select = Query::select()
            .column(column)
            .expr(Func::count(Expr::val(1)))
            .from(table)
            .group_by_col(column)
            .take();
        all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await
    }

    /// How many rows the source had of each kind when its list was last read whole, by the kind's name.
    pub async fn source_rows(&self) -> Result<HashMap<String, i64>> {
        let latest = Query::select()
            .expr(Func::max(Expr::col("id")))
            .from("job")
            .cond_where(Expr::col("source_rows").is_not_null())
            .group_by_col("kind")
            .take();
        let select = Query::select()
            .columns(["kind", "source_rows"])
            .from("job")
            .cond_where(Expr::col("id").in_subquery(latest))
            .take();
        let mut rows = HashMap::new();
        for row in self.reader.query_all(&select).await? {
            rows.insert(row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        }
        Ok(rows)
    }

    /// When the last sync of each kind ended, by the kind's name; RFC 3339. A kind that was never synced is not in it.
    pub async fn last_syncs(&self) -> Result<HashMap<String, String>> {
        let select = Query::select()
            .column("kind")
            .expr(Func::max(Expr::col("finished_at")))
            .from("job")
            .cond_where(
                Expr::col("verb")
                    .eq(Verb::Sync)
                    .and(Expr::col("state").eq(JobState::Done)),
            )
            .group_by_col("kind")
            .take();
        let mut last = HashMap::new();
        for row in self.reader.query_all(&select).await? {
            if let Some(time) = rfc3339(row.try_get_by_index(1)?) {
                last.insert(row.try_get_by_index(0)?, time);
            }
        }
        Ok(last)
    }
}
