//! People and their enrolments: how rows of a kind with [`Kind::PERSON_AND_ENROLMENT`] are stored.
//!
//! Three tables form the list of `mahasiswa`: `mahasiswa_person` holds each person once, with the state of the account;
//! `mahasiswa_class` holds each class once; `mahasiswa_enrolment` joins them, with the state of the enrolment. A view of the
//! three, called `mahasiswa`, serves reads like any table. What forms write is here; a sync writes from its staged list
//! (`staging`).

mod classes;

pub use crate::tables::READ_AGAIN;
pub(crate) use classes::{class_key, find_or_make_class};

use crate::{
    Result, Selection, Store, StoreError,
    connection::{Timed, Transaction},
    jobs::JobState,
    recreated,
    renaming::rename_link,
    rows::{EnrolmentState, read_own, set_typed},
    statement::{all, count},
    tables::{class_table, enrolment_table, object_table, person_table},
};
use futures::TryStreamExt;
use hashbrown::HashMap;
use sea_orm::{
    ConnectionTrait, DatabaseBackend, QueryResult,
    sea_query::{Expr, ExprTrait, Func, Query, SelectStatement},
};
use selaras_kinds::{
    Kind, class_fields, fingerprint, hash, kelas::Kelas, key_hash, object_hash, own_fields, search_text_of, value,
};
use std::collections::BTreeSet;

/// The hashes of a source row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hashes {
    /// The hash of its key.
    pub key: i64,
    /// The hash of the person's number.
    pub object: i64,
    /// The fingerprint of the person's fields.
    pub fingerprint: i64,
    /// The hash of all class fields.
    pub class: i64,
    /// The hash of the source's text, or [`READ_AGAIN`].
    pub source: i64,
}

impl Hashes {
    /// The hashes of a row; `source` is the hash of the source's text.
    pub fn of<K: Kind>(row: &K, source: i64) -> Self {
        Self {
            key: key_hash(row),
            object: object_hash(row),
            fingerprint: fingerprint(row),
            class: hash(class_fields::<K>().map(|field| (field.get)(row).as_str())),
            source,
        }
    }
}

/// The stored values of a person before a sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownPerson {
    /// The person's id.
    pub id: i64,
    /// Their number, hashed.
    pub hash: i64,
    /// Fingerprint of the stored fields.
    pub fingerprint: i64,
}

/// A digest of a list's texts, independent of their order: their number and the sum of their hashes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Texts {
    rows: i64,
    /// The sum of the hashes' lower halves. A million of them are far from overflowing.
    low: i64,
    high: i64,
}

/// The lower half of a hash.
const LOW: i64 = u32::MAX as i64;
/// Bits of half a hash.
const HALF: u32 = 32;

impl Texts {
    /// Adds a text by its hash.
    pub fn add(&mut self, hash: i64) {
        self.rows += 1;
        self.low += hash & LOW;
        self.high += hash >> HALF;
    }

    /// How many texts there are.
    pub fn rows(&self) -> i64 {
        self.rows
    }

    /// Reads [`sums_of_texts`] from this column on. `None` if a list with that digest could change something.
    pub(crate) fn read(row: &QueryResult, at: usize) -> Result<Option<Self>> {
        let texts = Self {
            rows: row.try_get_by_index(at)?,
            low: row.try_get_by_index(at + 1)?,
            high: row.try_get_by_index(at + 2)?,
        };
        let unsettled: i64 = row.try_get_by_index(at + 3)?;
        Ok((unsettled == 0).then_some(texts))
    }
}

/// The columns of a digest of stored texts. The last one is the number of enrolments that keep a list with that digest from being
/// the same: a text must be parsed again, or `job` has written the enrolment.
pub(crate) fn sums_of_texts(job: Option<i64>) -> [String; 4] {
    let written = job.map_or_else(|| "FALSE".to_owned(), |job| format!("written_in = {job}"));
    let sums = [
        "1".to_owned(),
        format!("source_hash & {LOW}"),
        format!("source_hash >> {HALF}"),
        format!("CASE WHEN {written} OR source_hash = {READ_AGAIN} THEN 1 ELSE 0 END"),
    ];
    sums.map(|sum| format!("CAST(COALESCE(SUM({sum}), 0) AS BIGINT)"))
}

impl Store {
    /// The digest of the source's texts for all listed enrolments, if a list with the same digest would change nothing. For
    /// each class it calls `is_asked` with the values of the naming columns. `None` if such a list could change something: a
    /// text must be parsed again, `job` has written an enrolment, or an enrolment is of a class that is not asked for.
    pub async fn known_texts<K: Kind>(
        &self,
        job: Option<i64>,
        is_asked: impl Fn(&[String]) -> bool,
    ) -> Result<Option<Texts>> {
        let present = || {
            Expr::col("source_hash")
                .is_not_null()
                .and(Expr::col("missing_since").is_null())
        };
        let of_class = Expr::col("class_id").equals((class_table(K::NAME), "id"));
        let enrolments = Query::select()
            .column("id")
            .from(enrolment_table(K::NAME))
            .cond_where(of_class.and(present()))
            .take();
        let named = K::FEED.scope;
        // An empty class does not appear in the list.
        let classes = Query::select()
            .columns(named.iter().copied())
            .from(class_table(K::NAME))
            .cond_where(Expr::exists(enrolments))
            .take();
        let reading = self.reader.begin().await?;
        if self.backend() == DatabaseBackend::Postgres {
            // If the source is on the same machine, its query has the other core.
            reading
                .execute_unprepared("SET LOCAL max_parallel_workers_per_gather = 0")
                .await?;
        }
        let mut classes = reading.stream(&classes).await?;
        while let Some(row) = classes.try_next().await? {
            let class = (0..named.len()).map(|at| row.try_get_by_index(at));
            if !is_asked(&class.collect::<std::result::Result<Vec<String>, _>>()?) {
                return Ok(None);
            }
        }
        drop(classes);
        // A separate statement, not per class: SQLite would look up each enrolment in the index by class.
        let texts = Query::select()
            .exprs(sums_of_texts(job).map(Expr::cust))
            .from(enrolment_table(K::NAME))
            .cond_where(present())
            .take();
        match reading.query_one(&texts).await? {
            Some(row) => Texts::read(&row, 0),
            None => Ok(None),
        }
    }

    /// The enrolments of a class that the source had until now, by the hash of their text. `class` are the values of the columns that
    /// name it. Left out are texts that must be parsed again, that `job` has written, or that two enrolments have.
    pub async fn texts_of_class<K: Kind>(
        &self,
        class: impl Iterator<Item = &str>,
        job: Option<i64>,
    ) -> Result<HashMap<i64, i64>> {
        let mut classes = Query::select();
        classes.column("id").from(class_table(K::NAME));
        for (column, value) in K::FEED.scope.iter().zip(class) {
            classes.and_where(Expr::col(*column).eq(value));
        }
        let mut select = Query::select();
        select
            .expr(Expr::col("source_hash"))
            .expr(Expr::col("id").max())
            .from(enrolment_table(K::NAME))
            .and_where(Expr::col("class_id").in_subquery(classes))
            .and_where(Expr::col("source_hash").ne(READ_AGAIN))
            .and_where(Expr::col("missing_since").is_null())
            .group_by_col("source_hash")
            .and_having(Expr::col("id").count().eq(1));
        if let Some(job) = job {
            let written = Expr::col("written_in").eq(job);
            select.and_where(Expr::col("written_in").is_null().or(written.not()));
        }
        let texts: Vec<(i64, i64)> = all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        Ok(texts.into_iter().collect())
    }

    /// The names of the classes in which the source last had members and that no row of `kelas` has any more, by the columns
    /// that name a class in the kind's list. `of_kelas` are the corresponding columns of `kelas`.
    pub async fn classes_without_row<K: Kind>(&self, of_kelas: &[&'static str]) -> Result<Vec<Vec<String>>> {
        let (class, named) = (|| class_table(K::NAME), K::FEED.scope);
        let enrolments = Query::select()
            .column("id")
            .from(enrolment_table(K::NAME))
            .cond_where(
                Expr::col("class_id")
                    .equals((class(), "id"))
                    .and(Expr::col("source_hash").is_not_null())
                    .and(Expr::col("missing_since").is_null()),
            )
            .take();
        let mut rows = Query::select();
        rows.expr(Expr::val(1)).from(Kelas::NAME);
        for (own, of_kelas) in named.iter().zip(of_kelas) {
            rows.and_where(Expr::col((Kelas::NAME, *of_kelas)).equals((class(), *own)));
        }
        let mut classes = Query::select();
        classes
            .columns(named.iter().copied())
            .from(class())
            .and_where(Expr::exists(enrolments))
            .and_where(Expr::exists(rows.take()).not());
        for column in named {
            classes.order_by(*column, sea_orm::Order::Asc);
        }
        all(&self.reader, &classes, |row| {
            let class = (0..named.len()).map(|at| row.try_get_by_index::<String>(at));
            class.collect::<std::result::Result<Vec<String>, _>>()
        })
        .await
    }

    /// The stored values of the people with these numbers.
    pub async fn known_people<K: Kind>(&self, numbers: &[&str]) -> Result<Vec<KnownPerson>> {
        let mut found = Vec::with_capacity(numbers.len());
        for numbers in numbers.chunks(1000) {
            let select = Query::select()
                .columns(["id", "key_hash", "fingerprint"])
                .from(person_table(K::NAME))
                .cond_where(Expr::col(K::OBJECT_KEY).is_in(numbers.iter().copied()))
                .take();
            let people: Vec<_> = all(&self.reader, &select, |row| {
                Ok(KnownPerson {
                    id: row.try_get_by_index(0)?,
                    hash: row.try_get_by_index(1)?,
                    fingerprint: row.try_get_by_index(2)?,
                })
            })
            .await?;
            found.extend(people);
        }
        Ok(found)
    }

    /// The people with these ids of their own table, by id. The fields of their class are empty.
    pub async fn described_people<K: Kind>(&self, ids: &[i64]) -> Result<HashMap<i64, K>> {
        let mut found = HashMap::new();
        for ids in ids.chunks(1000) {
            let select = Query::select()
                .columns(own_fields::<K>().map(|field| field.name))
                .column("id")
                .from(person_table(K::NAME))
                .and_where(Expr::col("id").is_in(ids.iter().copied()))
                .take();
            let id = own_fields::<K>().count();
            let people: Vec<(i64, K)> = all(&self.reader, &select, |row| {
                Ok((row.try_get_by_index(id)?, read_own(row)?))
            })
            .await?;
            found.extend(people);
        }
        Ok(found)
    }

    /// The people with these numbers, of any kind of people.
    pub async fn people_called<K: Kind>(&self, numbers: &[String]) -> Result<Vec<K>> {
        let mut found = Vec::new();
        for numbers in numbers.chunks(1000) {
            let select = Query::select()
                .columns(own_fields::<K>().map(|field| field.name))
                .from(object_table::<K>())
                .and_where(Expr::col(K::OBJECT_KEY).is_in(numbers.iter().map(String::as_str)))
                .take();
            let people: Vec<K> = all(&self.reader, &select, read_own).await?;
            found.extend(people);
        }
        Ok(found)
    }

    /// The numbers, as stored, of people with one of these numbers in capitals and small letters mixed (`Dsn7`). Looked up are the people
    /// that rows of the kind are, or are about. Numbers without letters are not looked up.
    pub async fn numbers_in_mixed_capitals<K: Kind>(&self, numbers: &[&str]) -> Result<Vec<String>> {
        let (table, column) = match K::MEMBERSHIP {
            Some(of) if !K::IS_PERSON => (of.person_kind.to_owned(), of.person_column),
            _ => (object_table::<K>(), K::OBJECT_KEY),
        };
        let has_letters = |number: &&&str| number.bytes().any(|letter| letter.is_ascii_alphabetic());
        let small: BTreeSet<_> = numbers
            .iter()
            .filter(has_letters)
            .map(|number| number.to_ascii_lowercase())
            .collect();
        let small: Vec<_> = small.into_iter().collect();
        let mut found = Vec::new();
        for small in small.chunks(1000) {
            // The conditions are those of an index (step 14 of the schema).
            let number = || Expr::col(column);
            let lower = || Func::lower(number());
            let select = Query::select()
                .column(column)
                .from(table.clone())
                .and_where(Expr::from(lower()).is_in(small.iter().map(String::as_str)))
                .and_where(number().ne(lower()))
                .and_where(number().ne(Func::upper(number())))
                .take();
            let numbers: Vec<String> = all(&self.reader, &select, |row| row.try_get_by_index(0)).await?;
            found.extend(numbers);
        }
        Ok(found)
    }

    /// Creates an enrolment by form, and its person if no person has the number.
    pub(crate) async fn create_enrolment<K: Kind>(transaction: &Transaction, row: &K) -> Result<i64> {
        let person = match person_of(transaction, row).await? {
            Some(person) => {
                // An existing person takes the typed values.
                change_person(transaction, person, row).await?;
                person
            }
            None => {
                let mut columns: Vec<_> = own_fields::<K>().map(|field| field.name).collect();
                let mut values: Vec<Expr> = own_fields::<K>()
                    .map(|field| (field.get)(row).as_str().into())
                    .collect();
                columns.extend(["key_hash", "fingerprint", "search_text", "migration", "edited_at"]);
                values.extend([
                    object_hash(row).into(),
                    fingerprint(row).into(),
                    search_text_of(row, own_fields::<K>()).into(),
                    "belum".into(),
                    transaction.now().into(),
                ]);
                let insert = Query::insert()
                    .into_table(person_table(K::NAME))
                    .columns(columns)
                    .values_panic(values)
                    .returning_col("id")
                    .take();
                let row = transaction.query_one(&insert).await?;
                row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default()
            }
        };
        let class = find_or_make_class(transaction, row).await?;
        insert_enrolment(transaction, person, class, row).await
    }

    /// Changes the person of an enrolment by form, and moves the enrolment if its class differs now. An enrolment that is on
    /// the platform is left behind, flagged as gone from the source, next to a new one in the new class. So the person
    /// leaves the one and enters the other as after a sync (contract, section 7).
    pub(crate) async fn change_enrolment<K: Kind>(&self, transaction: &Transaction, id: i64, row: &K) -> Result<bool> {
        let of_enrolment = |columns: [&'static str; 2]| {
            Query::select()
                .columns(columns)
                .from(enrolment_table(K::NAME))
                .cond_where(Expr::col("id").eq(id))
                .take()
        };
        let Some(enrolment) = transaction.query_one(&of_enrolment(["person_id", "class_id"])).await? else {
            return Ok(false);
        };
        let (person, was): (i64, i64) = (enrolment.try_get_by_index(0)?, enrolment.try_get_by_index(1)?);
        change_person(transaction, person, row).await?;
        let class = find_or_make_class(transaction, row).await?;
        if class != was {
            let_no_job_start(transaction).await?;
            let Some(enrolment) = transaction
                .query_one(&of_enrolment(["enroll", "enroll_reason"]))
                .await?
            else {
                return Ok(false);
            };
            let reason: Option<String> = enrolment.try_get_by_index(1)?;
            let leaves = match crate::state::enrolment(&enrolment, 0)? {
                EnrolmentState::Sudah | EnrolmentState::Ditangguhkan => true,
                EnrolmentState::Belum if recreated::waits(reason.as_deref()) => true,
                // A running job may just be sending it.
                EnrolmentState::Belum | EnrolmentState::Gagal => is_worked_at::<K>(transaction).await?,
            };
            match enrolment_in(transaction, K::NAME, person, class).await? {
                None if !leaves => move_enrolment(transaction, K::NAME, id, class).await?,
                None => {
                    insert_enrolment(transaction, person, class, row).await?;
                    flag_enrolment(transaction, K::NAME, id).await?;
                }
                Some((_, false)) => return Err(StoreError::Taken(K::OBJECT_KEY)),
                Some((left_behind, true)) => {
                    come_back(transaction, K::NAME, left_behind).await?;
                    match leaves {
                        true => flag_enrolment(transaction, K::NAME, id).await?,
                        false => drop_enrolment(transaction, K::NAME, id).await?,
                    }
                }
            }
        }
        rehash_enrolments::<K>(transaction, person).await?;
        Ok(true)
    }
}

/// Hashes the keys of a person's enrolments again, because number or class may have changed.
pub(crate) async fn rehash_enrolments<K: Kind>(transaction: &Transaction, person: i64) -> Result<()> {
    let mut select = crate::rows::select::<K>();
    select.and_where(Expr::col((K::NAME, "person_id")).eq(person));
    let enrolments: Vec<crate::rows::Stored<K>> = all(transaction, &select, crate::rows::read).await?;
    for enrolment in enrolments {
        let update = Query::update()
            .table(enrolment_table(K::NAME))
            .value("key_hash", key_hash(&enrolment.row))
            .cond_where(Expr::col("id").eq(enrolment.id))
            .take();
        transaction.execute(&update).await?;
    }
    Ok(())
}

async fn person_of<K: Kind>(connection: &impl ConnectionTrait, row: &K) -> Result<Option<i64>> {
    let select = Query::select()
        .column("id")
        .from(person_table(K::NAME))
        .cond_where(Expr::col(K::OBJECT_KEY).eq(value(row, K::OBJECT_KEY)))
        .take();
    let found = connection.query_one(&select).await?;
    Ok(found.map(|row| row.try_get_by_index(0)).transpose()?)
}

/// Creates an enrolment in a class, by form.
async fn insert_enrolment<K: Kind>(connection: &impl ConnectionTrait, person: i64, class: i64, row: &K) -> Result<i64> {
    let insert = Query::insert()
        .into_table(enrolment_table(K::NAME))
        .columns(["person_id", "class_id", "key_hash", "enroll"])
        .values_panic([person.into(), class.into(), key_hash(row).into(), "belum".into()])
        .returning_col("id")
        .take();
    let made = connection
        .query_one(&insert)
        .await
        .map_err(crate::statement::taken::<K>)?;
    Ok(made.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default())
}

/// The enrolment of a person in a class, and whether it is flagged as gone from the source.
async fn enrolment_in(
    connection: &impl ConnectionTrait,
    kind: &str,
    person: i64,
    class: i64,
) -> Result<Option<(i64, bool)>> {
    let select = Query::select()
        .columns(["id", "missing_since"])
        .from(enrolment_table(kind))
        .and_where(Expr::col("class_id").eq(class))
        .and_where(Expr::col("person_id").eq(person))
        .take();
    let Some(found) = connection.query_one(&select).await? else {
        return Ok(None);
    };
    let missing = found.try_get_by_index::<Option<i64>>(1)?.is_some();
    Ok(Some((found.try_get_by_index(0)?, missing)))
}

/// Keeps jobs from starting while a transaction checks for running ones. Call it after the locks of rows, in the order of jobs: a
/// form that waited for a person with this lock would block all jobs.
pub(crate) async fn let_no_job_start(transaction: &Transaction) -> Result<()> {
    if transaction.get_database_backend() == DatabaseBackend::Postgres {
        transaction.execute_unprepared("LOCK TABLE job IN SHARE MODE").await?;
    }
    Ok(())
}

/// True if a job on the rows of a kind is running.
pub(crate) async fn is_worked_at<K: Kind>(connection: &impl ConnectionTrait) -> Result<bool> {
    let running = Expr::col("state").eq(JobState::Running);
    let jobs = count(connection, "job", running.and(Expr::col("kind").eq(K::NAME))).await?;
    Ok(jobs > 0)
}

/// Moves an enrolment into another class, by form.
async fn move_enrolment(connection: &impl ConnectionTrait, kind: &str, enrolment: i64, class: i64) -> Result<()> {
    let values = [
        ("class_id", class.into()),
        ("enroll", "belum".into()),
        ("enroll_reason", None::<String>.into()),
        ("source_hash", None::<i64>.into()),
        ("missing_since", None::<i64>.into()),
    ];
    set_enrolment(connection, kind, enrolment, values).await
}

/// Flags an enrolment as gone from the source, by form.
async fn flag_enrolment(connection: &impl Timed, kind: &str, enrolment: i64) -> Result<()> {
    let since = Func::coalesce([Expr::col("missing_since"), connection.now().into()]);
    let still = recreated::enrolled_still(&enrolment_table(kind));
    set_enrolment(connection, kind, enrolment, [("missing_since", since.into()), still]).await
}

/// Removes the flag from an enrolment that a form enters again.
async fn come_back(connection: &impl ConnectionTrait, kind: &str, enrolment: i64) -> Result<()> {
    let by_form = [
        ("missing_since", None::<i64>.into()),
        ("source_hash", None::<i64>.into()),
        recreated::listed_again(&enrolment_table(kind)),
    ];
    set_enrolment(connection, kind, enrolment, by_form).await
}

async fn set_enrolment<const N: usize>(
    connection: &impl ConnectionTrait,
    kind: &str,
    enrolment: i64,
    values: [(&'static str, Expr); N],
) -> Result<()> {
    let update = Query::update()
        .table(enrolment_table(kind))
        .values(values)
        .value("written_in", None::<i64>)
        .cond_where(Expr::col("id").eq(enrolment))
        .take();
    connection.execute(&update).await?;
    Ok(())
}

/// Deletes an enrolment that a form has moved to a class where its person already has one.
async fn drop_enrolment(connection: &impl ConnectionTrait, kind: &str, enrolment: i64) -> Result<()> {
    let delete = Query::delete()
        .from_table(enrolment_table(kind))
        .cond_where(Expr::col("id").eq(enrolment))
        .take();
    connection.execute(&delete).await?;
    Ok(())
}

/// Writes the typed fields of a person.
pub(crate) async fn change_person<K: Kind>(transaction: &Transaction, person: i64, row: &K) -> Result<()> {
    let select = Query::select()
        .column(K::OBJECT_KEY)
        .from(person_table(K::NAME))
        .cond_where(Expr::col("id").eq(person))
        .take();
    let before = transaction.query_one(&select).await?;
    let number: Option<String> = before.map(|row| row.try_get_by_index(0)).transpose()?;
    let mut update = Query::update();
    update
        .table(person_table(K::NAME))
        .cond_where(Expr::col("id").eq(person));
    set_typed(&mut update, row, transaction.now());
    transaction
        .execute(&update)
        .await
        .map_err(crate::statement::taken::<K>)?;
    match number {
        Some(number) => rename_link::<K>(transaction, &number, value(row, K::OBJECT_KEY)).await,
        None => Ok(()),
    }
}

/// The ids of the people with an enrolment in the selection; `None` if the selection takes all rows.
pub(crate) fn people_of<K: Kind>(selection: &Selection) -> Option<SelectStatement> {
    if *selection == Selection::default() {
        return None;
    }
    let mut select = Query::select();
    select
        .column("person_id")
        .from(K::NAME)
        .cond_where(selection.condition(K::NAME));
    Some(select)
}
