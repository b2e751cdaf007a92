//! What a comparison of source, dashboard and platform reads, and what it finds.

use crate::{
    Result, Store,
    account::{self, Line},
    export::{LINK_COLUMNS, Link, among, join_link, read_link},
    jobs::Counts,
    places::{membership_table, object_table},
    rows::{Stored, all, read, select, width},
    selection::joined_key,
};
use sea_orm::{
    ConnectionTrait, TransactionTrait,
    sea_query::{BinOper, Condition, Expr, ExprTrait, OnConflict, Query, SelectStatement},
};
use selaras_kinds::{Kind, MembershipOf, idnumber_prefix, kelas::Kelas, object::PlatformId};
use std::collections::BTreeMap;

/// Outcome of a row that all sides have alike. It has no line, it is only counted.
pub const IN_STEP: &str = "in_step";
/// Outcome of a row that the platform does not have.
pub const MISSING_THERE: &str = "missing_there";
/// Outcome of a row that was changed on the platform.
pub const CHANGED_THERE: &str = "changed_there";
/// Outcome of a membership that the platform does not have.
pub const NOT_ENROLLED: &str = "not_enrolled";

/// What begins the key of a finding: the kind's name, so that one account holds the findings of all kinds.
pub fn finding_prefix(label: &str) -> String {
    format!("{label} · ")
}

/// Adds rows to that count of a job where they belong.
fn count(counts: &mut Counts, outcome: &str, number: i64) {
    *match outcome {
        IN_STEP => &mut counts.unchanged,
        "failed" => &mut counts.failed,
        "by_hand" => &mut counts.created,
        _ if outcome.starts_with("changed") => &mut counts.updated,
        _ => &mut counts.missing,
    } += number;
}

/// The course that a class is in on the platform, or that it is. It holds no bound values: PostgreSQL would not know it
/// again in the order of a list of distinct ones.
fn course_of_class() -> Expr {
    Expr::cust(
        r#"CASE WHEN "platform_link"."is_group" THEN "platform_link"."container_id" ELSE "platform_link"."platform_id" END"#,
    )
}

impl Store {
    /// Begins the report of a job, anew where an earlier try of it broke off.
    pub async fn begin_drift(&self, job: i64) -> Result<()> {
        let transaction = self.writer.begin().await?;
        for table in ["job_row", "drift_count"] {
            let delete = Query::delete()
                .from_table(table)
                .cond_where(Expr::col("job_id").eq(job))
                .take();
            transaction.execute(&delete).await?;
        }
        let mut update = Query::update();
        update.table("job").cond_where(Expr::col("id").eq(job));
        for (column, _) in Counts::default().named() {
            update.value(column, 0_i64);
        }
        transaction.execute(&update).await?;
        Ok(transaction.commit().await?)
    }

    /// Writes findings on a kind's rows, and how many rows there was nothing to say of, in one transaction.
    pub async fn record_drift(&self, job: i64, kind: &str, lines: &[Line], in_step: i64) -> Result<()> {
        let mut numbers: BTreeMap<&str, i64> = BTreeMap::new();
        for line in lines {
            *numbers.entry(&line.outcome).or_default() += 1;
        }
        if in_step > 0 {
            numbers.insert(IN_STEP, in_step);
        }
        if numbers.is_empty() {
            return Ok(());
        }
        let transaction = self.writer.begin().await?;
        Line::write(&transaction, job, lines).await?;
        // Several of these transactions run at once. Each takes the rows of the numbers in one order, and the job's last, so
        // that none waits for another in a circle.
        let mut counts = Counts::default();
        for (outcome, number) in numbers {
            let insert = Query::insert()
                .into_table("drift_count")
                .columns(["job_id", "kind", "outcome", "number"])
                .values_panic([job.into(), kind.into(), outcome.into(), number.into()])
                .on_conflict(
                    OnConflict::columns(["job_id", "kind", "outcome"])
                        .value(
                            "number",
                            Expr::col(("drift_count", "number")).add(Expr::col(("excluded", "number"))),
                        )
                        .to_owned(),
                )
                .take();
            transaction.execute(&insert).await?;
            count(&mut counts, outcome, number);
        }
        counts.add(&transaction, job).await?;
        Ok(transaction.commit().await?)
    }

    /// The numbers of a report: kind, outcome, rows.
    pub async fn drift_counts(&self, job: i64) -> Result<Vec<(String, String, i64)>> {
        let select = Query::select()
            .columns(["kind", "outcome", "number"])
            .from("drift_count")
            .cond_where(Expr::col("job_id").eq(job))
            .order_by("kind", sea_orm::Order::Asc)
            .order_by("outcome", sea_orm::Order::Asc)
            .take();
        all(&self.reader, &select, |row| {
            Ok((
                row.try_get_by_index(0)?,
                row.try_get_by_index(1)?,
                row.try_get_by_index(2)?,
            ))
        })
        .await
    }

    /// The next objects of a kind, sent or not, after the object key `after`: for each its first row and what is known of
    /// it.
    pub async fn next_objects<K: Kind>(
        &self,
        after: Option<&str>,
        limit: u64,
    ) -> Result<Vec<(Stored<K>, Option<Link>)>> {
        self.next_of(Condition::all(), after, limit).await
    }

    /// The next courses on the platform that hold classes, after the course `after`, each with its classes.
    pub async fn next_courses(
        &self,
        after: PlatformId,
        limit: u64,
    ) -> Result<BTreeMap<PlatformId, Vec<(Stored<Kelas>, Link)>>> {
        let linked = |select: &mut SelectStatement| {
            join_link(select, Kelas::NAME, Kelas::OBJECT_KEY, &idnumber_prefix(Kelas::NAME));
        };
        let mut courses = Query::select();
        courses.distinct().expr(course_of_class()).from(Kelas::NAME);
        linked(&mut courses);
        courses
            .and_where(course_of_class().gt(after))
            .order_by_expr(course_of_class(), sea_orm::Order::Asc)
            .limit(limit);
        let courses: Vec<PlatformId> = all(&self.reader, &courses, |row| row.try_get_by_index(0)).await?;
        let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
        if courses.is_empty() {
            return Ok(found);
        }
        let mut classes = select::<Kelas>();
        for column in LINK_COLUMNS {
            classes.column(("platform_link", column));
        }
        linked(&mut classes);
        classes.and_where(course_of_class().is_in(courses));
        for row in self.reader.query_all(&classes).await? {
            let Some(link) = read_link(&row, width::<Kelas>())? else {
                continue;
            };
            let course = if link.is_group {
                link.container_id
            } else {
                Some(link.platform_id)
            };
            if let Some(course) = course {
                found.entry(course).or_default().push((read::<Kelas>(&row)?, link));
            }
        }
        Ok(found)
    }

    /// The rows whose `columns` have one of these values, each with the platform's id of its person, if that person is
    /// there.
    pub async fn memberships_of<K: Kind>(
        &self,
        of: &MembershipOf,
        columns: &[&str],
        values: &[Vec<String>],
    ) -> Result<Vec<(Stored<K>, Option<PlatformId>)>> {
        let mut found = Vec::new();
        for values in values.chunks(1000) {
            let mut select = select::<K>();
            select.column(("platform_link", "platform_id"));
            join_link(&mut select, K::NAME, of.person_column, &idnumber_prefix(of.person_kind));
            select.and_where(among(K::NAME, columns, values));
            for row in self.reader.query_all(&select).await? {
                found.push((read::<K>(&row)?, row.try_get_by_index(width::<K>())?));
            }
        }
        Ok(found)
    }

    /// Makes the rows wait for the next export, or enrolment, that a report found missing or changed on the platform
    /// though they count as being there. Nothing is sent. Answers how many rows wait now.
    pub async fn wait_again<K: Kind>(&self, job: i64) -> Result<u64> {
        let found = |outcomes: &[&str], columns: &[&str]| {
            let key = Expr::val(finding_prefix(K::LABEL)).binary(BinOper::Custom("||"), joined_key(columns));
            key.in_subquery(account::keys(job, outcomes))
        };
        let objects = || found(&[MISSING_THERE, CHANGED_THERE], &[K::OBJECT_KEY]);
        let transaction = self.writer.begin().await?;
        let idnumbers = Query::select()
            .expr(Expr::val(idnumber_prefix(K::NAME)).binary(BinOper::Custom("||"), Expr::col(K::OBJECT_KEY)))
            .from(object_table::<K>())
            .cond_where(objects())
            .take();
        // What was sent counts as unknown, so that the next export sends it though nothing has changed here.
        let unsent = Query::update()
            .table("platform_link")
            .value("sent_hash", 0_i64)
            .cond_where(Expr::col("idnumber").in_subquery(idnumbers))
            .take();
        transaction.execute(&unsent).await?;
        let waiting = Query::update()
            .table(object_table::<K>())
            .value("migration", "berubah")
            .cond_where(objects().and(Expr::col("migration").eq("sudah")))
            .take();
        let mut rows = transaction.execute(&waiting).await?.rows_affected();
        let places = Query::select()
            .column("id")
            .from(K::NAME)
            .cond_where(found(&[NOT_ENROLLED], K::KEY).and(Expr::col("enroll").eq("sudah")))
            .take();
        let memberships = Query::update()
            .table(membership_table::<K>())
            .value("enroll", "belum")
            .cond_where(Expr::col("id").in_subquery(places))
            .take();
        rows += transaction.execute(&memberships).await?.rows_affected();
        transaction.commit().await?;
        Ok(rows)
    }
}
