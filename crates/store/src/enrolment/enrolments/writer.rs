//! Writes the enrolments that one job reads from the source, in batches.

use super::{
    classes::find_or_make_classes,
    known::people_of_numbers,
    ready::{Enrolment, Person, ReadyEnrolments},
};
use crate::{
    Result, Store,
    connection::Transaction,
    first_load::counts_itself,
    jobs::{Counts, Outcome},
    recreated::listed_again,
    report::{self, Line},
    statement::{overwrite, text_of},
    tables::{READ_AGAIN, enrolment_table, person_table},
    tally::add_made_enrolments,
    undo::{VersionedTable, keep_versions},
};
use hashbrown::HashMap;
use sea_orm::{
    ConnectionTrait, DatabaseBackend, DbErr, Statement, Value,
    sea_query::{CaseStatement, Condition, Expr, ExprTrait, LockType, OnConflict, Query},
};
use selaras_kinds::{Field, Kind, own_fields, value};
use std::{collections::BTreeMap, marker::PhantomData};

/// The changes of one batch of a sync.
#[derive(Debug)]
pub struct EnrolmentBatch<K> {
    /// New enrolments. A new person comes with the first of theirs; an existing one is left unchanged.
    pub new: ReadyEnrolments<K>,
    /// People that changed at the source: id and new row.
    pub changed: Vec<(i64, K)>,
    /// Enrolments with a new source text of the same meaning: id and the hash of the text.
    pub reworded: Vec<(i64, i64)>,
    /// Enrolments that the source lists again.
    pub returned: Vec<i64>,
}

impl<K> Default for EnrolmentBatch<K> {
    fn default() -> Self {
        Self {
            new: ReadyEnrolments::default(),
            changed: Vec::new(),
            reworded: Vec::new(),
            returned: Vec::new(),
        }
    }
}

impl<K> EnrolmentBatch<K> {
    /// True if there are no changes other than new enrolments.
    fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.reworded.is_empty() && self.returned.is_empty()
    }
}

/// Columns of a person that are bound after the kind's own.
pub(super) const PERSON_HASHES: [&str; 4] = ["key_hash", "fingerprint", "search_text", "source_fingerprint"];
/// Columns of a person that have the same value for all rows of a job.
pub(super) const PERSON_STAMP: [&str; 4] = ["migration", "synced_at", "created_in", "written_in"];
/// Columns of an enrolment that a sync creates.
pub(super) const ENROLMENT_COLUMNS: [&str; 7] = [
    "person_id",
    "class_id",
    "key_hash",
    "source_hash",
    "enroll",
    "created_in",
    "written_in",
];

/// The texts of one statement for several numbers of rows. Three fixed sizes keep the database's cache of prepared
/// statements small, and it finds each again.
#[derive(Debug)]
struct Statements([(usize, String); 3]);

impl Statements {
    fn new(sizes: [usize; 3], of_rows: impl Fn(usize) -> String) -> Self {
        Self(sizes.map(|rows| (rows, of_rows(rows))))
    }

    /// Splits the rows into the sizes for which there is a text, and builds the statements.
    fn of<'a, T>(
        &'a self,
        backend: DatabaseBackend,
        mut rows: &'a [T],
        values: impl Fn(&[T]) -> Vec<Value> + 'a,
    ) -> impl Iterator<Item = Statement> + 'a {
        std::iter::from_fn(move || {
            let portion = |(size, sql): &'a (usize, String)| Some((sql, rows.split_at_checked(*size)?));
            let (sql, (portion, rest)) = self.0.iter().find_map(portion)?;
            rows = rest;
            Some(Statement::from_sql_and_values(backend, sql, values(portion)))
        })
    }
}

/// Writes the enrolments that one job reads from the source, in batches. It caches the ids of the people and classes that it
/// has seen.
#[derive(Debug)]
pub struct EnrolmentWriter<K> {
    pub(super) store: Store,
    pub(super) job: i64,
    pub(super) at: i64,
    /// Ids of people, by the caller's numbers; 0 for those not seen.
    people: Vec<i64>,
    /// Ids of classes, in the order in which the job has seen them.
    pub(super) classes: Vec<i64>,
    new_people: Statements,
    new_enrolments: Statements,
    kind: PhantomData<fn(K)>,
}

/// The size of a good batch. The more enrolments come in the order of their classes, the closer together they are in the index
/// that names them. An enrolment takes 24 bytes here, a person about 500.
pub const BATCH: Batch = Batch {
    enrolments: 16_000,
    people: 2000,
};

/// The size of a good batch: a number of enrolments, or a number of new people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// Enrolments.
    pub enrolments: usize,
    /// People.
    pub people: usize,
}

/// People of one statement, with about a dozen values each.
const PEOPLE_OF_STATEMENTS: [usize; 3] = [100, 10, 1];
/// Enrolments of one statement. Waking the task that waits for its end takes as long as writing dozens of them.
const ENROLMENTS_OF_STATEMENTS: [usize; 3] = [2000, 100, 1];

impl<K: Kind> EnrolmentWriter<K> {
    /// Prepares to write to `store` in the name of `job`.
    pub fn new(store: &Store, job: i64) -> Self {
        let (backend, at) = (store.backend(), store.writer.now());
        Self {
            store: store.clone(),
            job,
            at,
            people: Vec::new(),
            classes: Vec::new(),
            new_people: Statements::new(PEOPLE_OF_STATEMENTS, |people| {
                insert_people::<K>(backend, people, job, at, &OnExisting::Stays)
            }),
            new_enrolments: Statements::new(ENROLMENTS_OF_STATEMENTS, |enrolments| {
                insert_enrolments::<K>(backend, enrolments, job)
            }),
            kind: PhantomData,
        }
    }

    /// Writes a batch, its report lines and the job's counters. Changed or flagged rows keep their previous version. All
    /// batches must be prepared by one [`super::Met`], in this order.
    ///
    /// It is one transaction; on PostgreSQL new enrolments, with their counter, are another one after it.
    pub async fn write(&mut self, mut batch: EnrolmentBatch<K>, lines: &[Line], counts: &Counts) -> Result<()> {
        if self.store.backend() == DatabaseBackend::Sqlite || batch.new.enrolments.is_empty() {
            return self.write_all(batch, lines, counts).await;
        }
        let (created, rest) = counts.apart(Outcome::Created);
        let mut new = std::mem::take(&mut batch.new);
        if !(batch.is_empty() && lines.is_empty() && rest.is_empty()) {
            self.write_all(batch, lines, &rest).await?;
        }
        let classes = std::mem::take(&mut new.classes);
        self.meet_classes(&self.store.writer.clone(), &classes).await?;
        if !self.copy(&new).await? {
            let batch = EnrolmentBatch {
                new,
                ..EnrolmentBatch::default()
            };
            self.write_all(batch, &[], &created).await?;
        }
        Ok(())
    }

    async fn write_all(&mut self, batch: EnrolmentBatch<K>, lines: &[Line], counts: &Counts) -> Result<()> {
        let transaction = self.store.writer.begin().await?;
        self.change_people(&transaction, batch.changed).await?;
        self.meet_classes(&transaction, &batch.new.classes).await?;
        self.make_people(&transaction, &batch.new.people).await?;
        self.make_enrolments(&transaction, &batch.new.enrolments).await?;
        self.reword(&transaction, &batch.reworded).await?;
        if !batch.returned.is_empty() {
            let table = enrolment_table(K::NAME);
            let update = Query::update()
                .table(table.clone())
                .value("missing_since", None::<i64>)
                .values([listed_again(&table), no_longer_leaving()])
                .cond_where(Expr::col("id").is_in(batch.returned.iter().copied()))
                .take();
            transaction.execute(&update).await?;
        }
        report::commit(transaction, self.job, K::NAME, lines, counts).await
    }

    /// Finds these classes, and creates those without enrolments so far.
    async fn meet_classes(&mut self, connection: &impl ConnectionTrait, classes: &[K]) -> Result<()> {
        let classes: Vec<&K> = classes.iter().collect();
        self.classes.extend(find_or_make_classes(connection, &classes).await?);
        Ok(())
    }

    async fn make_people(&mut self, transaction: &Transaction, people: &[Person<K>]) -> Result<()> {
        let mut made = HashMap::with_capacity(people.len());
        for statement in self.new_people.of(self.store.backend(), people, bound) {
            for row in transaction.query_all_raw(statement).await? {
                made.insert(row.try_get_by_index::<i64>(1)?, row.try_get_by_index(0)?);
            }
        }
        Ok(self.remember(people, &made).ok_or(DbErr::RecordNotInserted)?)
    }

    /// Caches the ids of these people, by the hashes of their numbers at the university. `None` if one has no id.
    pub(super) fn remember(&mut self, people: &[Person<K>], ids: &HashMap<i64, i64>) -> Option<()> {
        for person in people {
            let number = person.number as usize;
            if self.people.len() <= number {
                self.people.resize(number + 1, 0);
            }
            self.people[number] = *ids.get(&person.hash)?;
        }
        Some(())
    }

    /// The columns of an enrolment that differ within a job.
    pub(super) fn values(&self, enrolment: &Enrolment) -> [i64; 4] {
        let id = |met: &[i64], number: u32| met.get(number as usize).copied().unwrap_or_default();
        [
            id(&self.people, enrolment.person),
            id(&self.classes, enrolment.class),
            enrolment.key_hash,
            enrolment.source_hash,
        ]
    }

    async fn make_enrolments(&self, transaction: &Transaction, enrolments: &[Enrolment]) -> Result<()> {
        let mut statements = self.new_enrolments.of(self.store.backend(), enrolments, |enrolments| {
            let values = enrolments.iter().flat_map(|enrolment| self.values(enrolment));
            values.map(Value::from).collect()
        });
        let mut made = 0;
        let mut next = statements.next();
        while let Some(statement) = next {
            // The next statement is built while the database executes this one.
            let (done, following) = futures::join!(transaction.execute_raw(statement), async { statements.next() });
            made += done?.rows_affected();
            next = following;
        }
        if made > 0 && counts_itself(transaction, K::NAME, self.job).await? {
            add_made_enrolments(transaction, K::NAME, made).await?;
        }
        Ok(())
    }

    async fn change_people(&self, transaction: &Transaction, changed: Vec<(i64, K)>) -> Result<()> {
        if changed.is_empty() {
            return Ok(());
        }
        let who: Vec<_> = changed.iter().map(|(id, _)| *id).collect();
        // People are locked before their enrolments, in the order of forms. The reverse order could deadlock with a form.
        let apart = by_changed_columns(transaction, changed).await?;
        let rows = Condition::all().add(Expr::col("id").is_in(who.iter().copied()));
        keep_versions::<K>(transaction, &VersionedTable::person::<K>(), self.job, "updated", rows).await?;
        // Their other lists may differ: those are parsed again.
        let update = Query::update()
            .table(enrolment_table(K::NAME))
            .value("source_hash", READ_AGAIN)
            .cond_where(
                Expr::col("person_id")
                    .is_in(who)
                    .and(Expr::col("source_hash").is_not_null()),
            )
            .take();
        transaction.execute(&update).await?;
        let backend = self.store.backend();
        for (columns, people) in apart {
            let changes = OnExisting::Changes(columns);
            let insert = |people| insert_people::<K>(backend, people, self.job, self.at, &changes);
            for statement in Statements::new(PEOPLE_OF_STATEMENTS, insert).of(backend, &people, bound) {
                transaction.execute_raw(statement).await?;
            }
        }
        Ok(())
    }

    async fn reword(&self, transaction: &Transaction, reworded: &[(i64, i64)]) -> Result<()> {
        for reworded in reworded.chunks(1000) {
            let hash = reworded.iter().fold(CaseStatement::new(), |case, (enrolment, hash)| {
                case.case(Expr::col("id").eq(*enrolment), *hash)
            });
            let update = Query::update()
                .table(enrolment_table(K::NAME))
                .value("source_hash", hash)
                .cond_where(Expr::col("id").is_in(reworded.iter().map(|(enrolment, _)| *enrolment)))
                .take();
            transaction.execute(&update).await?;
        }
        Ok(())
    }
}

/// The bound values of people from the source.
fn bound<K: Kind>(people: &[Person<K>]) -> Vec<Value> {
    let mut values = Vec::with_capacity(people.len() * (K::FIELDS.len() + PERSON_HASHES.len()));
    for person in people {
        person.bind(Some(person.fingerprint), &mut values);
    }
    values
}

/// How an insert treats existing people.
enum OnExisting {
    /// They stay unchanged.
    Stays,
    /// The source's values overwrite these columns, in which they differ.
    Changes(Vec<&'static str>),
}

/// Groups people by the columns that changed at the source: each column has an index of its own, which is written only if
/// needed.
async fn by_changed_columns<K: Kind>(
    transaction: &Transaction,
    changed: Vec<(i64, K)>,
) -> Result<BTreeMap<Vec<&'static str>, Vec<Person<K>>>> {
    let numbers: Vec<_> = changed.iter().map(|(_, row)| value(row, K::OBJECT_KEY)).collect();
    // The lock keeps forms from writing between this read and the write.
    let held = people_of_numbers::<K>(transaction, &numbers, Some(LockType::Update)).await?;
    let mut apart = BTreeMap::<_, Vec<_>>::new();
    for (_, row) in changed {
        let person = Person::of(row);
        let held = held.get(&person.hash);
        let differs = |field: &&Field<K>| held.is_none_or(|held| (field.get)(held) != (field.get)(&person.row));
        let columns = own_fields::<K>().filter(differs).map(|field| field.name).collect();
        apart.entry(columns).or_default().push(person);
    }
    Ok(apart)
}

/// The insert of this number of people in the name of a job. It returns ids and hashes.
fn insert_people<K: Kind>(
    backend: DatabaseBackend,
    people: usize,
    job: i64,
    at: i64,
    on_existing: &OnExisting,
) -> String {
    let table = person_table(K::NAME);
    let names = || own_fields::<K>().map(|field| field.name);
    let mut insert = Query::insert();
    insert
        .into_table(table.clone())
        .columns(names().chain(PERSON_HASHES).chain(PERSON_STAMP));
    let width = names().count() + PERSON_HASHES.len();
    for _ in 0..people {
        let bound = (0..width).map(|_| Expr::val(0));
        // These are our own numbers, not input. As literals they keep the statement's text the same for the whole job.
        let stamp = ["'belum'".to_owned(), at.to_string(), job.to_string(), job.to_string()];
        insert.values_panic(bound.chain(stamp.map(Expr::cust)));
    }
    let mut conflict = OnConflict::column(K::OBJECT_KEY);
    match on_existing {
        // Writes the same value again, so that the row is returned.
        OnExisting::Stays => {
            conflict.value("key_hash", Expr::col(("excluded", "key_hash")));
        }
        OnExisting::Changes(columns) => {
            let columns = columns.iter().copied().filter(|name| *name != K::OBJECT_KEY);
            overwrite(&mut conflict, &table, columns);
        }
    }
    insert
        .on_conflict(conflict)
        .returning(Query::returning().columns(["id", "key_hash"]));
    text_of(backend, &insert)
}

/// The insert of this number of enrolments in the name of a job.
fn insert_enrolments<K: Kind>(backend: DatabaseBackend, enrolments: usize, job: i64) -> String {
    let mut insert = Query::insert();
    insert.into_table(enrolment_table(K::NAME)).columns(ENROLMENT_COLUMNS);
    for _ in 0..enrolments {
        let bound = (0..4).map(|_| Expr::val(0));
        let stamp = ["'belum'".to_owned(), job.to_string(), job.to_string()];
        insert.values_panic(bound.chain(stamp.map(Expr::cust)));
    }
    // A form may have created it since the lookup.
    insert.on_conflict(OnConflict::columns(["class_id", "person_id"]).do_nothing().to_owned());
    text_of(backend, &insert)
}

/// The reason of an enrolment that the source lists again: what was said about the leaving of its person no longer holds.
fn no_longer_leaving() -> (&'static str, Expr) {
    let is_about_leaving = Expr::col("enroll_reason").like(r#"{"code":"still_open%"#);
    let reason = Expr::case(is_about_leaving, Expr::cust("CAST(NULL AS text)")).finally(Expr::col("enroll_reason"));
    ("enroll_reason", reason.into())
}
