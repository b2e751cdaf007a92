//! Courses that are hidden when their semester is closed, and shown again when that is undone.

use crate::{
    Result, Store,
    connection::Transaction,
    jobs::{Counts, Line, RowKey},
    link::{LINK_COLUMNS, Link, read_link},
    report::commit,
    statement::{all, escaped},
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Condition, Expr, ExprTrait, LikeExpr, OnConflict, Order, Query},
};
use selaras_kinds::{
    Key, Kind,
    object::{MADE_COURSE, PlatformId},
    semester::Semester,
};
use std::collections::{HashMap, HashSet};

/// Rows of one statement.
const ROWS: usize = 500;

/// A course on the platform, with the row that it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseOfSemester {
    /// The platform's id.
    pub id: PlatformId,
    /// The row.
    pub row: RowKey,
    /// The row's key.
    pub key: Key,
    /// What people call it.
    pub label: String,
}

/// A course that a job hid, or was about to hide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hiding {
    /// The platform's id.
    pub course: PlatformId,
    /// The job.
    pub job: i64,
    /// True if the platform is known to have hidden it.
    pub done: bool,
}

impl Store {
    /// The links of the courses of the catalogue in a semester, by stable name.
    pub async fn made_courses_of(&self, semester: &str) -> Result<Vec<(String, Link)>> {
        let pattern = LikeExpr::new(format!("{}%@{}", escaped(MADE_COURSE), escaped(semester))).escape('\\');
        let select = Query::select()
            .column("idnumber")
            .columns(LINK_COLUMNS)
            .from("platform_link")
            .and_where(Expr::col("idnumber").like(pattern))
            .order_by("idnumber", Order::Asc)
            .take();
        let found: Vec<(String, Option<Link>)> = all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, read_link(row, 1)?))
        })
        .await?;
        Ok(found
            .into_iter()
            .filter_map(|(name, link)| Some((name, link?)))
            .collect())
    }

    /// The stable names of the groups in these courses.
    pub async fn groups_in(&self, courses: &[PlatformId]) -> Result<HashMap<PlatformId, Vec<String>>> {
        let mut groups: HashMap<_, Vec<String>> = HashMap::new();
        for courses in courses.chunks(ROWS) {
            let select = Query::select()
                .columns(["container_id", "idnumber"])
                .from("platform_link")
                .and_where(Expr::col("is_group").eq(true))
                .and_where(Expr::col("container_id").is_in(courses.iter().copied()))
                .take();
            let found: Vec<(PlatformId, String)> = all(&self.reader, &select, |row| {
                Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
            })
            .await?;
            for (course, idnumber) in found {
                groups.entry(course).or_default().push(idnumber);
            }
        }
        Ok(groups)
    }

    /// Notes which courses `job` is about to hide, before the platform is asked to.
    pub async fn begin_hiding(&self, job: i64, semester: &str, courses: &[CourseOfSemester]) -> Result<()> {
        for courses in courses.chunks(ROWS) {
            let mut insert = Query::insert();
            insert.into_table("hidden_course").columns([
                "job_id",
                "platform_id",
                "semester",
                "kind",
                "key_hash",
                "key",
                "label",
                "hidden",
                "shown",
            ]);
            for course in courses {
                insert.values_panic([
                    job.into(),
                    course.id.into(),
                    semester.into(),
                    course.row.kind.as_ref().into(),
                    course.row.hash.into(),
                    course.key.stored().into(),
                    course.label.as_str().into(),
                    false.into(),
                    false.into(),
                ]);
            }
            let mut noted = OnConflict::columns(["job_id", "platform_id"]);
            noted.do_nothing();
            insert.on_conflict(noted);
            self.writer.execute(&insert).await?;
        }
        Ok(())
    }

    /// The courses of a semester that jobs hid, or were about to hide.
    pub async fn hiding(&self, semester: &str) -> Result<Vec<Hiding>> {
        let select = Query::select()
            .columns(["platform_id", "job_id", "hidden"])
            .from("hidden_course")
            .cond_where(is_hidden())
            .and_where(Expr::col("semester").eq(semester))
            .take();
        all(&self.reader, &select, |row| {
            Ok(Hiding {
                course: row.try_get_by_index(0)?,
                job: row.try_get_by_index(1)?,
                done: row.try_get_by_index(2)?,
            })
        })
        .await
    }

    /// Records which courses `job` has hidden, with lines and counters. They are no longer those of jobs that broke off.
    pub async fn record_hidden(&self, job: i64, ids: &[PlatformId], lines: &[Line], counts: &Counts) -> Result<()> {
        let transaction = self.writer.begin().await?;
        for ids in ids.chunks(ROWS) {
            let broken_off = Query::delete()
                .from_table("hidden_course")
                .and_where(Expr::col("job_id").ne(job))
                .and_where(Expr::col("hidden").eq(false))
                .and_where(Expr::col("platform_id").is_in(ids.iter().copied()))
                .take();
            transaction.execute(&broken_off).await?;
        }
        record_visibility(transaction, job, (job, "hidden", ids), lines, counts).await
    }

    /// Records which courses that the job `of` hid are visible again, in the name of `job`, with lines and counters.
    pub async fn record_shown(
        &self,
        job: i64,
        (of, ids): (i64, &[PlatformId]),
        lines: &[Line],
        counts: &Counts,
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        record_visibility(transaction, job, (of, "shown", ids), lines, counts).await
    }

    /// The courses that a job hid, or may have hidden, and that were not shown again.
    pub async fn hidden_courses(&self, job: i64) -> Result<Vec<CourseOfSemester>> {
        let select = Query::select()
            .columns(["platform_id", "kind", "key_hash", "key", "label"])
            .from("hidden_course")
            .cond_where(is_hidden())
            .and_where(Expr::col("job_id").eq(job))
            .order_by("platform_id", Order::Asc)
            .take();
        all(&self.reader, &select, |row| {
            Ok(CourseOfSemester {
                id: row.try_get_by_index(0)?,
                row: RowKey {
                    kind: row.try_get_by_index::<String>(1)?.into(),
                    hash: row.try_get_by_index(2)?,
                },
                key: Key::read(&row.try_get_by_index::<String>(3)?),
                label: row.try_get_by_index(4)?,
            })
        })
        .await
    }

    /// The codes of the semesters with courses that are hidden because it was closed.
    pub async fn closed_semesters(&self) -> Result<HashSet<String>> {
        let select = Query::select()
            .distinct()
            .column("semester")
            .from("hidden_course")
            .cond_where(is_hidden())
            .take();
        let found: Vec<_> = all(&self.reader, &select, |row| row.try_get_by_index(0)).await?;
        Ok(found.into_iter().collect())
    }

    /// The rows that have a line in a job's report.
    pub async fn reported(&self, job: i64) -> Result<HashSet<RowKey>> {
        let select = Query::select()
            .columns(["kind", "key_hash"])
            .from("job_row")
            .and_where(Expr::col("job_id").eq(job))
            .and_where(Expr::col("key_hash").is_not_null())
            .take();
        let found: Vec<_> = all(&self.reader, &select, |row| {
            Ok(RowKey {
                kind: row.try_get_by_index::<String>(0)?.into(),
                hash: row.try_get_by_index(1)?,
            })
        })
        .await?;
        Ok(found.into_iter().collect())
    }
}

fn is_hidden() -> Condition {
    Condition::all().add(Expr::col("shown").eq(false))
}

async fn record_visibility(
    transaction: Transaction,
    job: i64,
    (of, column, ids): (i64, &'static str, &[PlatformId]),
    lines: &[Line],
    counts: &Counts,
) -> Result<()> {
    for ids in ids.chunks(ROWS) {
        let update = Query::update()
            .table("hidden_course")
            .value(column, true)
            .and_where(Expr::col("job_id").eq(of))
            .and_where(Expr::col("platform_id").is_in(ids.iter().copied()))
            .take();
        transaction.execute(&update).await?;
    }
    commit(transaction, job, Semester::NAME, lines, counts).await
}
