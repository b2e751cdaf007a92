//! Undoes a sync or a delete.
//!
//! Before a row is changed, flagged or deleted, its version is stored in its table's `…_before` table, in the same
//! transaction. Rows that a job created hold its id. Undoing goes through both, batch by batch. Each batch is one
//! transaction with its lines and counters, so a killed undo continues where it was. A row that was written again since is
//! left alone and reported.

pub use crate::versions::KEPT_MILLISECONDS;
use crate::{
    Result, Store,
    connection::Transaction,
    jobs::{Counts, Outcome},
    recreated,
    renamed_classes::ClassesBefore,
    report::{REASON_COLUMNS, reason_columns},
    selection::joined_key,
    statement::{alone, count, cut},
    tables::{READ_AGAIN, enrolment_table, person_table},
    versions::{is_line, versions_of},
};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, Order,
    sea_query::{
        Alias, BinOper, Condition, Expr, ExprTrait, Func, InsertStatement, IntoIden, LockType, Query, SelectStatement,
    },
};
use selaras_kinds::{Kind, own_fields};
use selaras_reasons::Reason;

/// The lock under which versions are deleted on PostgreSQL: two processes at once would keep their lines twice.
const LOCK: u32 = 7007;

/// A table with a table of versions, from which its rows can be restored.
pub(crate) struct VersionedTable {
    table: String,
    /// Its columns without the id.
    columns: Vec<&'static str>,
    /// The columns that are restored if a row was changed.
    restored: Vec<&'static str>,
    /// The columns that identify a row permanently.
    key: &'static [&'static str],
    part: Part,
}

/// Which part of a list's row the table holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Row,
    Person,
    Enrolment,
}

/// Columns with a row's hashes and its state between source and dashboard.
const STANDING: [&str; 7] = [
    "key_hash",
    "fingerprint",
    "source_fingerprint",
    "synced_at",
    "edited_at",
    "search_text",
    "written_in",
];
/// Columns with a row's state on the platform, and the job that created it.
const SENT: [&str; 4] = ["migration", "migration_reason", "exported_at", "created_in"];
/// The number of an enrolment's person, in its version: when the enrolment is restored, the person may be another row.
const NUMBER: &str = "number";

impl VersionedTable {
    /// The table of a kind that has only one.
    pub(crate) fn row<K: Kind>() -> Self {
        let own = || K::FIELDS.iter().map(|field| field.name).chain(STANDING);
        let reason = K::MEMBERSHIP.map(|_| "enroll_reason");
        Self {
            table: K::NAME.to_owned(),
            columns: own()
                .chain(SENT)
                .chain(["enroll", "missing_since"])
                .chain(reason)
                .collect(),
            restored: own().chain(["missing_since"]).collect(),
            key: K::KEY,
            part: Part::Row,
        }
    }

    /// The table of a kind's people.
    pub(crate) fn person<K: Kind>() -> Self {
        let own = || own_fields::<K>().map(|field| field.name).chain(STANDING);
        Self {
            table: person_table(K::NAME),
            columns: own().chain(SENT).collect(),
            restored: own().collect(),
            key: const { &[K::OBJECT_KEY] },
            part: Part::Person,
        }
    }

    /// The table of a kind's enrolments.
    pub(crate) fn enrolment<K: Kind>() -> Self {
        Self {
            table: enrolment_table(K::NAME),
            columns: vec![
                "person_id",
                "class_id",
                "enroll",
                "enroll_reason",
                "key_hash",
                "source_hash",
                "missing_since",
                "created_in",
                "written_in",
            ],
            restored: vec!["missing_since", "written_in"],
            key: &["class_id"],
            part: Part::Enrolment,
        }
    }

    /// The tables of a kind, in the order in which rows are restored.
    pub(crate) fn of<K: Kind>() -> Vec<Self> {
        if K::PERSON_AND_ENROLMENT {
            vec![Self::person::<K>(), Self::enrolment::<K>()]
        } else {
            vec![Self::row::<K>()]
        }
    }

    fn versions(&self) -> String {
        versions_of(&self.table)
    }

    /// The relation from which report lines are made, with the columns of the kind's key.
    fn line_source<K: Kind>(&self) -> (String, &'static [&'static str]) {
        match self.part {
            Part::Row | Part::Enrolment => (versions_of(K::NAME), K::KEY),
            Part::Person => (self.versions(), self.key),
        }
    }
}

/// The tables of a kind's versions.
pub(crate) fn version_tables<K: Kind>() -> impl Iterator<Item = String> {
    VersionedTable::of::<K>().into_iter().map(|kept| kept.versions())
}

fn in_table(table: &str, column: &'static str) -> Expr {
    Expr::col((Alias::new(table), column.into_iden()))
}

/// Stores the versions of the rows that meet the condition. `was` is what happens to them: `updated` or `deleted`.
pub(crate) async fn keep_versions<K: Kind>(
    transaction: &Transaction,
    kept: &VersionedTable,
    job: i64,
    was: &str,
    rows: Condition,
) -> Result<()> {
    let mut select = Query::select();
    select.exprs([
        Expr::val(job),
        Expr::val(was),
        Expr::val(false),
        Expr::val(transaction.now()),
    ]);
    select
        .column("id")
        .columns(kept.columns.iter().copied())
        .from(kept.table.clone())
        .cond_where(rows);
    let mut columns = vec!["job_id", "was", "undone", "taken_at", "id"];
    columns.extend(&kept.columns);
    if kept.part == Part::Enrolment {
        columns.push(NUMBER);
        let people = person_table(K::NAME);
        let number = Query::select()
            .column(K::OBJECT_KEY)
            .from(people.clone())
            .and_where(in_table(&people, "id").equals((Alias::new(&kept.table), "person_id")))
            .take();
        select.expr(Expr::from(number));
    }
    let mut insert = Query::insert();
    insert.into_table(kept.versions()).columns(columns);
    transaction.execute(&filled(insert, select)?).await?;
    Ok(())
}

pub(crate) fn filled(mut insert: InsertStatement, select: SelectStatement) -> Result<InsertStatement> {
    match insert.select_from(select) {
        Ok(_) => Ok(insert),
        Err(error) => Err(sea_orm::DbErr::Custom(error.to_string()).into()),
    }
}

/// Writes a line in the report of `job` for each row that meets the condition. Returns how many there were.
async fn lines<K: Kind>(
    transaction: &Transaction,
    job: i64,
    outcome: Outcome,
    reason: Option<&Reason>,
    (table, key): (String, &[&str]),
    rows: Condition,
) -> Result<i64> {
    let mut select = Query::select();
    select.exprs([Expr::val(job), Expr::val(outcome), Expr::val(K::NAME)]);
    select
        .column("key_hash")
        .expr(joined_key(key))
        .exprs(reason_columns(reason))
        .from(table)
        .cond_where(rows)
        .order_by("id", Order::Asc);
    let mut insert = Query::insert();
    insert.into_table("job_row").columns(
        ["job_id", "outcome", "kind", "key_hash", "key"]
            .into_iter()
            .chain(REASON_COLUMNS),
    );
    let written = transaction.execute(&filled(insert, select)?).await?;
    Ok(written.rows_affected().cast_signed())
}

impl Store {
    /// Restores the next rows that the job `of` changed or deleted, in the name of `job`. Returns whether there may be more.
    pub async fn undo_versions<K: Kind>(&self, job: i64, of: i64, limit: u64) -> Result<bool> {
        for kept in VersionedTable::of::<K>() {
            if self.undo_versions_of::<K>(&kept, job, of, limit).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn undo_versions_of<K: Kind>(&self, kept: &VersionedTable, job: i64, of: i64, limit: u64) -> Result<bool> {
        let versions = kept.versions();
        let transaction = self.writer.begin().await?;
        let next = Query::select()
            .column("version")
            .from(versions.clone())
            .cond_where(Expr::col("job_id").eq(of).and(Expr::col("undone").eq(false)))
            .order_by("version", Order::Asc)
            .limit(limit)
            .take();
        let next = transaction.query_all(&next).await?;
        let (Some(first), Some(last)) = (next.first(), next.last()) else {
            return Ok(false);
        };
        let (first, last): (i64, i64) = (first.try_get_by_index(0)?, last.try_get_by_index(0)?);
        // The table of versions and the relation for the lines name the same rows.
        let batch = |table: &str, was: &'static str| {
            Condition::all()
                .add(in_table(table, "job_id").eq(of))
                .add(in_table(table, "version").between(first, last))
                .add(in_table(table, "was").eq(was))
        };
        let changed = |table: &str| batch(table, "updated").add(unchanged(kept, table, of));
        let changed_since = |table: &str| batch(table, "updated").add(unchanged(kept, table, of).not());
        let deleted = |table: &str| batch(table, "deleted").add(key_in_use::<K>(kept, table).not());
        let deleted_since = |table: &str| batch(table, "deleted").add(key_in_use::<K>(kept, table));

        let mut counts = Counts::default();
        let (line_source, key) = kept.line_source::<K>();
        let mut tell = async |outcome: Outcome, reason: Option<&Reason>, rows: Condition| {
            let rows = lines::<K>(&transaction, job, outcome, reason, (line_source.clone(), key), rows).await?;
            counts.add(outcome, rows);
            Result::Ok(())
        };
        tell(Outcome::Restored, None, changed(&line_source)).await?;
        tell(
            Outcome::Conflict,
            Some(&Reason::WrittenSince),
            changed_since(&line_source),
        )
        .await?;
        // A person comes back with their enrolments, which have the lines.
        if kept.part != Part::Person {
            tell(Outcome::Restored, None, deleted(&line_source)).await?;
            tell(
                Outcome::Conflict,
                Some(&Reason::WrittenSince),
                deleted_since(&line_source),
            )
            .await?;
        }
        let restored = Query::select()
            .column("id")
            .from(versions.clone())
            .cond_where(changed(&versions))
            .take();
        let restored: Vec<i64> = crate::statement::all(&transaction, &restored, |row| row.try_get_by_index(0)).await?;
        let classes = ClassesBefore::of::<K>(&transaction, &restored).await?;
        restore::<K>(&transaction, kept, changed(&versions), deleted(&versions)).await?;
        classes.follow(&transaction, of).await?;
        let settled = Query::update()
            .table(versions.clone())
            .value("undone", true)
            .cond_where(in_table(&versions, "version").between(first, last))
            .and_where(in_table(&versions, "job_id").eq(of))
            .take();
        transaction.execute(&settled).await?;
        // A restored row is again its own line in the report of the job that created it.
        let mut back = Query::select();
        back.expr(Expr::val(1)).from(kept.table.clone());
        back.and_where(in_table(&kept.table, "id").equals((Alias::new(&versions), "id")));
        let line = Query::update()
            .table(versions.clone())
            .value("created_in", None::<i64>)
            .cond_where(batch(&versions, "deleted").add(Expr::exists(back)))
            .take();
        transaction.execute(&line).await?;
        counts.write(&transaction, job, K::NAME).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Deletes the next rows that the job `of` created, after the row `after`, in the name of `job`. Returns the last row
    /// examined; `None` if there are no more.
    pub async fn undo_created<K: Kind>(&self, job: i64, of: i64, after: i64, limit: u64) -> Result<Option<i64>> {
        let transaction = self.writer.begin().await?;
        let table = if K::PERSON_AND_ENROLMENT {
            enrolment_table(K::NAME)
        } else {
            K::NAME.to_owned()
        };
        let next = Query::select()
            .column("id")
            .from(table.clone())
            .cond_where(Expr::col("created_in").eq(of).and(Expr::col("id").gt(after)))
            .order_by("id", Order::Asc)
            .limit(limit)
            .take();
        let next = transaction.query_all(&next).await?;
        let Some(last) = next.last() else { return Ok(None) };
        let last: i64 = last.try_get_by_index(0)?;
        let batch = Condition::all()
            .add(Expr::col("created_in").eq(of))
            .add(Expr::col("id").gt(after))
            .add(Expr::col("id").lte(last));
        let not_written_since = batch.clone().add(Expr::col("written_in").eq(of));
        let written_since = batch.add(
            Condition::any()
                .add(Expr::col("written_in").ne(of))
                .add(Expr::col("written_in").is_null()),
        );
        // Without the row its person could not be taken out of the platform any more.
        let outside = K::MEMBERSHIP.map(|_| recreated::is_outside());
        let entered_since = outside
            .clone()
            .map(|outside| not_written_since.clone().add(outside.not()));
        let ours = not_written_since.add_option(outside);
        let rows = || (K::NAME.to_owned(), K::KEY);
        // The row was its own line in the report of the job that created it; now the line is stored separately.
        lines::<K>(&transaction, of, Outcome::Created, None, rows(), ours.clone()).await?;
        let reason = Some(&Reason::WrittenSince);
        let removed = lines::<K>(&transaction, job, Outcome::Removed, None, rows(), ours.clone()).await?;
        let mut left = lines::<K>(&transaction, job, Outcome::Conflict, reason, rows(), written_since).await?;
        if let Some(entered) = entered_since {
            let reason = Some(&Reason::EnteredSince);
            left += lines::<K>(&transaction, job, Outcome::Conflict, reason, rows(), entered).await?;
        }
        let counts = Counts::from_iter([(Outcome::Removed, removed), (Outcome::Conflict, left)]);
        if K::PERSON_AND_ENROLMENT {
            let leaving = Query::select()
                .column("person_id")
                .from(table.clone())
                .cond_where(ours.clone())
                .take();
            let people: Vec<i64> = crate::statement::all(&transaction, &leaving, |row| row.try_get_by_index(0)).await?;
            lock_people::<K>(&transaction, &people).await?;
            let delete = Query::delete().from_table(table).cond_where(ours).take();
            transaction.execute(&delete).await?;
            let made_then = Condition::all()
                .add(Expr::col("created_in").eq(of))
                .add(Expr::col("written_in").eq(of));
            delete_people::<K>(&transaction, &people, made_then, None).await?;
        } else {
            let delete = Query::delete().from_table(table).cond_where(ours).take();
            transaction.execute(&delete).await?;
        }
        counts.write(&transaction, job, K::NAME).await?;
        transaction.commit().await?;
        Ok(Some(last))
    }

    /// The number of rows that an undo of the job would examine.
    pub async fn count_undo<K: Kind>(&self, of: i64) -> Result<i64> {
        let mut all = 0;
        for kept in VersionedTable::of::<K>() {
            let mut rows = Condition::all()
                .add(Expr::col("job_id").eq(of))
                .add(Expr::col("undone").eq(false));
            if kept.part == Part::Person {
                rows = rows.add(Expr::col("was").eq("updated"));
            }
            all += count(&self.reader, kept.versions(), rows).await?;
        }
        let made = if K::PERSON_AND_ENROLMENT {
            enrolment_table(K::NAME)
        } else {
            K::NAME.to_owned()
        };
        let created = Condition::all().add(Expr::col("created_in").eq(of));
        Ok(all + count(&self.reader, made, created).await?)
    }

    /// Deletes versions from before `time` (milliseconds since 1970), oldest first: at most `at_once` from each of the
    /// kind's tables, apart from versions of the same instant. Report lines that consist of them are stored separately if
    /// their job still exists. Returns whether there may be more.
    pub async fn forget_versions<K: Kind>(&self, time: i64, at_once: u64) -> Result<bool> {
        let oldest = self.oldest_version::<K>().await?;
        let Some(oldest) = oldest.filter(|oldest| *oldest < time) else {
            return Ok(false);
        };
        let transaction = self.writer.begin().await?;
        alone(&transaction, LOCK).await?;
        let mut until = time;
        for versions in version_tables::<K>() {
            let beyond = Query::select()
                .column("taken_at")
                .from(versions)
                .and_where(Expr::col("taken_at").lt(until))
                .order_by("taken_at", Order::Asc)
                .take();
            if let Some(row) = transaction.query_one(&cut(&beyond, at_once, 1)).await? {
                until = row.try_get_by_index(0)?;
            }
        }
        // Versions of the same instant go at once, so that each call makes progress.
        let until = Ord::max(until, oldest + 1);
        let old = || Expr::col("taken_at").lt(until);
        let versions = versions_of(K::NAME);
        for (job, outcome) in [("job_id", Outcome::Deleted), ("created_in", Outcome::Created)] {
            let its_job = Query::select()
                .expr(Expr::val(1))
                .from("job")
                .and_where(in_table("job", "id").equals((Alias::new(&versions), job)))
                .take();
            let select = Query::select()
                .column(job)
                .exprs([Expr::val(outcome), Expr::val(K::NAME)])
                .column("key_hash")
                .expr(joined_key(K::KEY))
                .from(versions.clone())
                .cond_where(is_line(job).add(old()).add(Expr::exists(its_job)))
                .take();
            let mut insert = Query::insert();
            insert
                .into_table("job_row")
                .columns(["job_id", "outcome", "kind", "key_hash", "key"]);
            transaction.execute(&filled(insert, select)?).await?;
        }
        for versions in version_tables::<K>() {
            let delete = Query::delete().from_table(versions).cond_where(old()).take();
            transaction.execute(&delete).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }
}

/// True for a changed row that was not written since: it may be restored.
fn unchanged(kept: &VersionedTable, versions: &str, of: i64) -> Expr {
    let mut row = Query::select();
    row.expr(Expr::val(1)).from(kept.table.clone());
    row.and_where(in_table(&kept.table, "id").equals((Alias::new(versions), "id")));
    row.and_where(in_table(&kept.table, "written_in").eq(of));
    Expr::exists(row)
}

/// True for a deleted row if another row has its key: it may not be restored.
fn key_in_use<K: Kind>(kept: &VersionedTable, versions: &str) -> Expr {
    let mut rival = Query::select();
    rival.expr(Expr::val(1));
    let rows = match kept.part {
        Part::Enrolment => K::NAME.to_owned(),
        Part::Row | Part::Person => kept.table.clone(),
    };
    rival.from(rows.clone());
    for column in kept.key {
        rival.and_where(in_table(&rows, column).equals((Alias::new(versions), *column)));
    }
    if kept.part == Part::Enrolment {
        rival.and_where(in_table(&rows, K::OBJECT_KEY).equals((Alias::new(versions), NUMBER)));
    }
    Expr::exists(rival)
}

async fn restore<K: Kind>(
    transaction: &Transaction,
    kept: &VersionedTable,
    changed: Condition,
    deleted: Condition,
) -> Result<()> {
    let (table, versions) = (kept.table.as_str(), kept.versions());
    if kept.part == Part::Person {
        // The source's text for them must be parsed again.
        let people = Query::select()
            .column("id")
            .from(versions.clone())
            .cond_where(changed.clone())
            .take();
        let ids: Vec<i64> = crate::statement::all(transaction, &people, |row| row.try_get_by_index(0)).await?;
        lock_people::<K>(transaction, &ids).await?;
        let update = Query::update()
            .table(enrolment_table(K::NAME))
            .value("source_hash", READ_AGAIN)
            .cond_where(
                Expr::col("person_id")
                    .in_subquery(people)
                    .and(Expr::col("source_hash").is_not_null()),
            )
            .take();
        transaction.execute(&update).await?;
    }
    let mut update = Query::update();
    update.table(table.to_owned()).from(versions.clone());
    for column in &kept.restored {
        update.value(*column, in_table(&versions, column));
    }
    if kept.part != Part::Person && K::MEMBERSHIP.is_some() {
        update.values([recreated::as_listed(
            table,
            in_table(&versions, "missing_since").is_null(),
        )]);
    }
    if kept.part == Part::Enrolment {
        update.value("source_hash", READ_AGAIN);
    } else {
        // If the row was sent meanwhile, the platform no longer has what is restored here.
        let sent_since = in_table(table, "exported_at")
            .binary(BinOper::Custom("IS DISTINCT FROM"), in_table(&versions, "exported_at"));
        let migration = Expr::case(sent_since.not(), in_table(&versions, "migration"))
            .case(in_table(table, "migration").eq("sudah"), "berubah")
            .finally(in_table(table, "migration"));
        update.value("migration", migration);
    }
    update
        .cond_where(in_table(table, "id").equals((Alias::new(&versions), "id")))
        .cond_where(changed);
    transaction.execute(&update).await?;

    let mut select = Query::select();
    select.column("id");
    for column in &kept.columns {
        match (kept.part, *column) {
            (Part::Enrolment, "person_id") => select.expr(person_again::<K>(&versions)),
            _ => select.column(*column),
        };
    }
    select.from(versions).cond_where(deleted);
    let mut insert = Query::insert();
    insert
        .into_table(table.to_owned())
        .columns(["id"].into_iter().chain(kept.columns.iter().copied()));
    transaction.execute(&filled(insert, select)?).await?;
    Ok(())
}

/// The person of a restored enrolment: the former row, or the person with that number now.
fn person_again<K: Kind>(versions: &str) -> Expr {
    let people = person_table(K::NAME);
    let who = |column: &'static str, version: &'static str| {
        let select = Query::select()
            .column("id")
            .from(people.clone())
            .and_where(in_table(&people, column).equals((Alias::new(versions), version)))
            .take();
        Expr::from(select)
    };
    Func::coalesce([who("id", "person_id"), who(K::OBJECT_KEY, NUMBER)]).into()
}

/// Locks these people until the transaction ends. A form writes a person first and then the enrolments, so the reverse order
/// could deadlock with it. SQLite has a single writer anyway.
pub(crate) async fn lock_people<K: Kind>(transaction: &Transaction, people: &[i64]) -> Result<()> {
    if transaction.get_database_backend() != DatabaseBackend::Postgres {
        return Ok(());
    }
    for people in people.chunks(10_000) {
        let hold = Query::select()
            .column("id")
            .from(person_table(K::NAME))
            .and_where(Expr::col("id").is_in(people.iter().copied()))
            .order_by("id", Order::Asc)
            .lock(LockType::Update)
            .take();
        transaction.query_all(&hold).await?;
    }
    Ok(())
}

/// Deletes those of the people who have no enrolments left and meet the condition. If `job` is given, their versions are
/// kept for it.
pub(crate) async fn delete_people<K: Kind>(
    transaction: &Transaction,
    people: &[i64],
    those: Condition,
    job: Option<i64>,
) -> Result<()> {
    let (table, enrolments) = (person_table(K::NAME), enrolment_table(K::NAME));
    for people in people.chunks(10_000) {
        let mut enrolment = Query::select();
        enrolment.expr(Expr::val(1)).from(enrolments.clone());
        enrolment.and_where(in_table(&enrolments, "person_id").equals((Alias::new(&table), "id")));
        let gone = Condition::all()
            .add(Expr::col("id").is_in(people.iter().copied()))
            .add(Expr::exists(enrolment).not())
            .add(those.clone());
        if let Some(job) = job {
            keep_versions::<K>(
                transaction,
                &VersionedTable::person::<K>(),
                job,
                "deleted",
                gone.clone(),
            )
            .await?;
        }
        let delete = Query::delete().from_table(table.clone()).cond_where(gone).take();
        transaction.execute(&delete).await?;
    }
    Ok(())
}
