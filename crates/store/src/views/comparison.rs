//! What a comparison of source, dashboard and platform reads, and its findings.

use crate::{
    Result, Store,
    connection::Transaction,
    export::ToSend,
    jobs::{Counts, Outcome, RowKey},
    link::{LINK_COLUMNS, Link, join_link, read_link},
    log::{self, About, By},
    report::{self, Line},
    rows::{Stored, read, select, width},
    selection::keys_with,
    statement::{all, among},
    summary::say_changed,
    tables::{membership_table, object_table},
    unlisted::gone_since,
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{BinOper, Condition, Expr, ExprTrait, Query, SelectStatement},
};
use selaras_kinds::{Kind, MembershipOf, OfKind, idnumber_prefix, kelas::Kelas, object::PlatformId, of_all_kinds};
use selaras_reasons::Reason;
use std::collections::BTreeMap;

/// The platform's course of a class: the course that contains it, or the class itself. The expression has no bound values,
/// because PostgreSQL would not recognize it in the ORDER BY of a DISTINCT list.
fn course_of_class() -> Expr {
    Expr::cust(
        r#"CASE WHEN "platform_link"."is_group" THEN "platform_link"."container_id" ELSE "platform_link"."platform_id" END"#,
    )
}

impl Store {
    /// Begins the report of a job. Discards the report of an earlier, interrupted try.
    pub async fn begin_comparison(&self, job: i64) -> Result<()> {
        let transaction = self.writer.begin().await?;
        for table in ["job_row", "job_count"] {
            let delete = Query::delete()
                .from_table(table)
                .cond_where(Expr::col("job_id").eq(job))
                .take();
            transaction.execute(&delete).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Writes findings on a kind's rows and the number of rows without a finding, in one transaction.
    pub async fn record_comparison(&self, job: i64, kind: &str, lines: &[Line], in_step: i64) -> Result<()> {
        let found = lines.iter().map(|line| (line.outcome, 1));
        let counts: Counts = found.chain([(Outcome::InStep, in_step)]).collect();
        if counts.is_empty() {
            return Ok(());
        }
        self.report(job, kind, lines, &counts).await
    }

    /// The next objects of a kind that the source lists, sent or not, after the object key `after`. What the source no longer
    /// lists is as it should be on the platform: nothing there is deleted.
    pub async fn next_objects<K: Kind>(&self, after: Option<&str>, limit: u64) -> Result<Vec<ToSend<K>>> {
        let listed = Condition::all().add(gone_since::<K>().is_null());
        self.next_of(listed, after, 0, limit).await
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

    /// The rows with one of these values in `columns`, each with the platform's id of its person, if it has one.
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

    /// Marks rows of all kinds for the next export or enrolment, with an entry in the activity log: those that a report
    /// found missing or changed on the platform though they count as sent; if some are chosen, those of them. Sends nothing.
    /// Returns the number of rows that wait only now.
    pub async fn wait_again(&self, report: i64, chosen: Option<&[RowKey]>, by: impl Into<By<'_>>) -> Result<u64> {
        let transaction = self.writer.begin().await?;
        let rows = mark(&transaction, report, chosen).await?;
        for kind in of_all_kinds::<ComparedKind>() {
            say_changed(&transaction, kind.name).await?;
        }
        if rows > 0 {
            log::write(&transaction, &Reason::WaitsAgain { rows }, by.into(), About::default()).await?;
        }
        transaction.commit().await?;
        Ok(rows)
    }

    /// What [`Self::wait_again`] would do: the number of rows, and the first lines of the report about them. Changes nothing.
    pub async fn would_wait_again(&self, report: i64, chosen: Option<&[RowKey]>) -> Result<(u64, Vec<Line>)> {
        let transaction = self.writer.begin().await?;
        let rows = mark(&transaction, report, chosen).await?;
        transaction.rollback().await?;
        let mut lines = Query::select();
        lines
            .columns(report::COLUMNS)
            .from("job_row")
            .and_where(Expr::col("job_id").eq(report))
            .and_where(Expr::col("outcome").is_in(SENT_AGAIN))
            .order_by("id", sea_orm::Order::Asc)
            .limit(SHOWN);
        if let Some(chosen) = chosen {
            let hashes = chosen.iter().map(|row| row.hash);
            lines.and_where(Expr::col("key_hash").is_in(hashes));
        }
        Ok((rows, all(&self.reader, &lines, report::read).await?))
    }
}

/// The differences that another export or enrolment settles.
const SENT_AGAIN: [Outcome; 3] = [Outcome::MissingThere, Outcome::ChangedThere, Outcome::NotEnrolled];

/// Lines shown before rows are sent again.
const SHOWN: u64 = 100;

async fn mark(transaction: &Transaction, report: i64, chosen: Option<&[RowKey]>) -> Result<u64> {
    let mut rows = 0;
    for kind in of_all_kinds::<ComparedKind>() {
        let of_kind = |chosen: &[RowKey]| {
            let of_kind = chosen.iter().filter(|row| row.kind == kind.name);
            of_kind.map(|row| row.hash).collect::<Vec<_>>()
        };
        rows += kind.wait_again(transaction, report, chosen.map(of_kind)).await?;
    }
    Ok(rows)
}

/// A kind of rows that a report may have found different on the platform.
struct ComparedKind {
    name: &'static str,
    object_key: &'static str,
    objects: String,
    memberships: String,
}

impl OfKind for ComparedKind {
    fn of<K: Kind>() -> Self {
        Self {
            name: K::NAME,
            object_key: K::OBJECT_KEY,
            objects: object_table::<K>(),
            memberships: membership_table::<K>(),
        }
    }
}

impl ComparedKind {
    async fn wait_again(&self, transaction: &Transaction, job: i64, chosen: Option<Vec<i64>>) -> Result<u64> {
        let found = |outcomes: &[Outcome]| {
            let mut keys = keys_with(job, self.name, outcomes);
            if let Some(chosen) = &chosen {
                keys.and_where(Expr::col("key_hash").is_in(chosen.iter().copied()));
            }
            Expr::col("key_hash").in_subquery(keys)
        };
        let objects = || found(&[Outcome::MissingThere, Outcome::ChangedThere]);
        let idnumbers = Query::select()
            .expr(Expr::val(idnumber_prefix(self.name)).binary(BinOper::Custom("||"), Expr::col(self.object_key)))
            .from(self.objects.clone())
            .cond_where(objects())
            .take();
        // The sent fingerprint counts as unknown, so that the next export sends the object although nothing has changed
        // here.
        let unsent = Query::update()
            .table("platform_link")
            .value("sent_hash", 0_i64)
            .cond_where(Expr::col("idnumber").in_subquery(idnumbers))
            .take();
        transaction.execute(&unsent).await?;
        let waiting = Query::update()
            .table(self.objects.clone())
            .value("migration", "berubah")
            .cond_where(objects().and(Expr::col("migration").eq("sudah")))
            .take();
        let mut rows = transaction.execute(&waiting).await?.rows_affected();
        let not_enrolled = found(&[Outcome::NotEnrolled]).and(Expr::col("enroll").eq("sudah"));
        let active_again = found(&[Outcome::ChangedThere])
            .and(Expr::col("enroll").eq("ditangguhkan"))
            .and(Expr::col("missing_since").is_not_null());
        // A person who left and is active again counts as enrolled, so that leaving suspends the enrolment once more.
        for (which, state) in [(not_enrolled, "belum"), (active_again, "sudah")] {
            let enrolments = Query::select().column("id").from(self.name).cond_where(which).take();
            let memberships = Query::update()
                .table(self.memberships.clone())
                .value("enroll", state)
                .cond_where(Expr::col("id").in_subquery(enrolments))
                .take();
            rows += transaction.execute(&memberships).await?.rows_affected();
        }
        Ok(rows)
    }
}
