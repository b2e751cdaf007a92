//! What a sync reads and writes.

use crate::{
    Result, Selection, Store, StoreError,
    connection::Transaction,
    jobs::Counts,
    log::{self, About, By},
    recreated::{enrolled_still, in_role_again, listed_again},
    renamed_classes::ClassesBefore,
    renaming::rename_link,
    report::{self, Line},
    rows::set_typed,
    statement::{all, among, count_by, overwrite, rows_per_statement, taken, text_of},
    summary::say_changed,
    tables::membership_table,
    undo::{VersionedTable, keep_versions},
};
use futures::{Stream, TryStreamExt};
use sea_orm::{
    ConnectionTrait, Statement, Value,
    sea_query::{Condition, Expr, ExprTrait, OnConflict, Query},
};
use selaras_kinds::{Kind, fingerprint, identity, key_hash, search_text, value};
use selaras_reasons::Reason;
use std::collections::{HashMap, HashSet};

/// The stored values of a row before a sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The row's id.
    pub id: i64,
    /// Its key, hashed.
    pub key_hash: i64,
    /// Fingerprint of its stored fields.
    pub fingerprint: i64,
    /// Fingerprint of what the source last sent; `None` for a row created by form.
    pub source_fingerprint: Option<i64>,
    /// True if it is flagged as gone from the source.
    pub missing: bool,
    /// The job that last wrote it; `None` if a form did.
    pub written_in: Option<i64>,
}

/// Columns that [`bind`] fills after the kind's own.
const STATE: [&str; 3] = ["key_hash", "fingerprint", "search_text"];

/// The columns of a row from the source after those: what the source sent, and how the row stands.
pub(crate) const WRITTEN: [&str; 6] = [
    "source_fingerprint",
    "migration",
    "enroll",
    "synced_at",
    "created_in",
    "written_in",
];

fn bind<K: Kind>(row: &K, values: &mut Vec<Value>) {
    for field in K::FIELDS {
        values.push((field.get)(row).as_str().into());
    }
    values.extend([key_hash(row).into(), fingerprint(row).into(), search_text(row).into()]);
}

/// How an insert from the source treats existing rows: its values overwrite theirs.
pub(crate) fn on_existing<K: Kind>() -> OnConflict {
    let mut conflict = OnConflict::columns(identity::<K>());
    let is_identity = |name: &&str| identity::<K>().any(|column| column == *name);
    let names = K::FIELDS.iter().map(|field| field.name);
    overwrite(&mut conflict, K::NAME, names.filter(|name| !is_identity(name)));
    conflict.value("missing_since", Expr::cust("NULL"));
    if let Some(of) = K::MEMBERSHIP {
        let (column, state) = listed_again(K::NAME);
        match of.role_column {
            None => conflict.value(column, state),
            Some(role) => conflict.values(in_role_again(K::NAME, role, state)),
        };
    }
    conflict
}

/// Writes the rows that one job reads from the source, in batches.
pub struct Upsert<K> {
    store: Store,
    job: i64,
    at: i64,
    full: usize,
    full_sql: String,
    kind: std::marker::PhantomData<fn(K)>,
}

impl<K: Kind> Upsert<K> {
    /// Prepares to write to `store` in the name of `job`.
    pub fn new(store: &Store, job: i64) -> Self {
        let full = rows_per_statement(store.backend(), K::FIELDS.len() + STATE.len() + 1);
        let mut upsert = Self {
            store: store.clone(),
            job,
            at: store.writer.now(),
            full,
            full_sql: String::new(),
            kind: std::marker::PhantomData,
        };
        upsert.full_sql = upsert.sql(full);
        upsert
    }

    /// Rows that one statement takes: the best size of a batch.
    pub fn batch(&self) -> usize {
        self.full
    }

    /// The insert of `rows` rows that also updates existing ones. It is built once and sent for each batch, so that the
    /// database's statement cache finds it again. Values that all rows share are literals.
    fn sql(&self, rows: usize) -> String {
        let names = || K::FIELDS.iter().map(|field| field.name);
        let said = |text: String| Expr::cust(text);
        let mut insert = Query::insert();
        insert.into_table(K::NAME).columns(names().chain(STATE).chain(WRITTEN));
        for _ in 0..rows {
            let bound = (0..=K::FIELDS.len() + STATE.len()).map(|_| Expr::val(0));
            let same = ["'belum'".to_owned(), "'belum'".to_owned(), self.at.to_string()]
                .into_iter()
                .chain([self.job.to_string(), self.job.to_string()]);
            insert.values_panic(bound.chain(same.map(said)));
        }
        insert.on_conflict(on_existing::<K>());
        text_of(self.store.backend(), &insert)
    }

    /// Writes rows from the source, their report lines and the job's counters, in one transaction. `changed` are the ids of
    /// existing rows among them: their versions are kept. Classes that get another name must come in one call.
    pub async fn write(&mut self, rows: &[K], changed: &[i64], lines: &[Line], counts: &Counts) -> Result<()> {
        let transaction = self.store.writer.begin().await?;
        for changed in changed.chunks(10_000) {
            let changed = Condition::all().add(Expr::col("id").is_in(changed.iter().copied()));
            keep_versions::<K>(&transaction, &VersionedTable::row::<K>(), self.job, "updated", changed).await?;
        }
        let classes = ClassesBefore::of::<K>(&transaction, changed).await?;
        for chunk in rows.chunks(self.full) {
            let mut values = Vec::with_capacity(chunk.len() * (K::FIELDS.len() + STATE.len() + 1));
            for row in chunk {
                bind(row, &mut values);
                values.push(fingerprint(row).into());
            }
            let sql = if chunk.len() == self.full {
                self.full_sql.clone()
            } else {
                self.sql(chunk.len())
            };
            transaction
                .execute_raw(Statement::from_sql_and_values(self.store.backend(), sql, values))
                .await?;
        }
        classes.follow(&transaction, self.job).await?;
        report::commit(transaction, self.job, K::NAME, lines, counts).await
    }
}

impl Store {
    /// The stored values of a selection's rows.
    pub async fn known<K: Kind>(&self, selection: &Selection) -> Result<Vec<Known>> {
        self.known_rows::<K>(selection).await?.try_collect().await
    }

    /// The same, as a stream.
    pub async fn known_rows<K: Kind>(&self, selection: &Selection) -> Result<impl Stream<Item = Result<Known>>> {
        let select = Query::select()
            .columns([
                "id",
                "key_hash",
                "fingerprint",
                "source_fingerprint",
                "missing_since",
                "written_in",
            ])
            .from(K::NAME)
            .cond_where(selection.condition(K::NAME))
            .take();
        let rows = self.reader.stream(&select).await?;
        Ok(rows.map_err(StoreError::from).and_then(|row| async move {
            Ok(Known {
                id: row.try_get_by_index(0)?,
                key_hash: row.try_get_by_index(1)?,
                fingerprint: row.try_get_by_index(2)?,
                source_fingerprint: row.try_get_by_index(3)?,
                missing: row.try_get_by_index::<Option<i64>>(4)?.is_some(),
                written_in: row.try_get_by_index(5)?,
            })
        }))
    }

    /// The hashed keys of these rows, as far as the dashboard has them.
    pub async fn keys_there<'a, K: Kind>(&self, rows: impl Iterator<Item = &'a K>) -> Result<HashSet<i64>> {
        let columns: Vec<_> = identity::<K>().collect();
        let key = |row: &K| columns.iter().map(|column| value(row, column).to_owned()).collect();
        let keys: Vec<Vec<String>> = rows.map(key).collect();
        let mut there = HashSet::new();
        for keys in keys.chunks(rows_per_statement(self.backend(), columns.len())) {
            let select = Query::select()
                .column("key_hash")
                .from(K::NAME)
                .and_where(among(K::NAME, &columns, keys))
                .take();
            let found: Vec<i64> = all(&self.reader, &select, |row| row.try_get_by_index(0)).await?;
            there.extend(found);
        }
        Ok(there)
    }

    /// The number of a kind's rows from the source, by the value of a column. If ids are given, only rows with these ids
    /// count.
    pub async fn source_rows_by<K: Kind>(
        &self,
        column: &'static str,
        ids: Option<&[i64]>,
    ) -> Result<HashMap<String, i64>> {
        let of_source = || Condition::all().add(Expr::col("source_fingerprint").is_not_null());
        let Some(ids) = ids else {
            return count_by(&self.reader, K::NAME, column, of_source()).await;
        };
        let mut found = HashMap::new();
        for ids in ids.chunks(10_000) {
            let some = of_source().add(Expr::col("id").is_in(ids.iter().copied()));
            for (value, rows) in count_by(&self.reader, K::NAME, column, some).await? {
                *found.entry(value).or_default() += rows;
            }
        }
        Ok(found)
    }

    /// Flags rows as gone from the source, with their lines and counters, in one transaction. Their versions are kept.
    pub async fn flag_missing<K: Kind>(&self, job: i64, ids: &[i64], lines: &[Line], counts: &Counts) -> Result<()> {
        let transaction = self.writer.begin().await?;
        for ids in ids.chunks(10_000) {
            let rows = Condition::all().add(Expr::col("id").is_in(ids.iter().copied()));
            let kept = if K::PERSON_AND_ENROLMENT {
                VersionedTable::enrolment::<K>()
            } else {
                VersionedTable::row::<K>()
            };
            keep_versions::<K>(&transaction, &kept, job, "updated", rows.clone()).await?;
            let table = membership_table::<K>();
            let mut update = Query::update();
            update
                .table(table.clone())
                .values([("missing_since", transaction.now().into()), ("written_in", job.into())])
                .cond_where(rows);
            if K::MEMBERSHIP.is_some() {
                update.values([enrolled_still(&table)]);
            }
            transaction.execute(&update).await?;
        }
        report::commit(transaction, job, K::NAME, lines, counts).await
    }

    /// Removes the flag from rows that the source lists again, unchanged.
    pub async fn unflag_missing<K: Kind>(&self, ids: &[i64]) -> Result<()> {
        for ids in ids.chunks(10_000) {
            let table = membership_table::<K>();
            let mut update = Query::update();
            update
                .table(table.clone())
                .value("missing_since", None::<i64>)
                .cond_where(Expr::col("id").is_in(ids.iter().copied()));
            if K::MEMBERSHIP.is_some() {
                update.values([listed_again(&table), no_longer_leaving()]);
            }
            self.writer.execute(&update).await?;
        }
        Ok(())
    }

    /// Creates a row that was entered by form, with an entry in the activity log.
    ///
    /// # Errors
    /// [`StoreError::Taken`](StoreError::Taken) if its key already exists.
    pub async fn create<K: Kind>(&self, row: &K, log: &Reason, by: impl Into<By<'_>>, about: About<'_>) -> Result<i64> {
        let transaction = self.writer.begin().await?;
        let made = match K::PERSON_AND_ENROLMENT {
            true => Self::create_enrolment(&transaction, row).await?,
            false => create_row(&transaction, row).await?,
        };
        say_changed(&transaction, K::NAME).await?;
        log::write(&transaction, log, by.into(), about).await?;
        transaction.commit().await?;
        Ok(made)
    }

    /// Writes a row that was changed by form, with an entry in the activity log. Returns whether a row has that id.
    ///
    /// # Errors
    /// [`StoreError::Taken`](StoreError::Taken) if its new key is another row's.
    pub async fn change<K: Kind>(
        &self,
        id: i64,
        row: &K,
        log: &Reason,
        by: impl Into<By<'_>>,
        about: About<'_>,
    ) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        let there = match K::PERSON_AND_ENROLMENT {
            true => self.change_enrolment(&transaction, id, row).await?,
            false => change_row(&transaction, id, row).await?,
        };
        if !there {
            return Ok(false);
        }
        say_changed(&transaction, K::NAME).await?;
        log::write(&transaction, log, by.into(), about).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

/// The reason of an enrolment that the source lists again: what was said about the leaving of its person no longer holds.
fn no_longer_leaving() -> (&'static str, Expr) {
    let is_about_leaving = Expr::col("enroll_reason").like(r#"{"code":"still_open%"#);
    let reason = Expr::case(is_about_leaving, Expr::cust("CAST(NULL AS text)")).finally(Expr::col("enroll_reason"));
    ("enroll_reason", reason.into())
}

async fn create_row<K: Kind>(transaction: &Transaction, row: &K) -> Result<i64> {
    let mut values = Vec::new();
    bind(row, &mut values);
    values.extend(["belum".into(), "belum".into()]);
    let columns = K::FIELDS.iter().map(|field| field.name).chain(STATE);
    let insert = Query::insert()
        .into_table(K::NAME)
        .columns(columns.chain(["migration", "enroll"]))
        .values_panic(values.into_iter().map(Expr::val))
        .returning_col("id")
        .take();
    let result = transaction.query_one(&insert).await.map_err(taken::<K>)?;
    Ok(result
        .map(|row| row.try_get_by_index(0))
        .transpose()?
        .unwrap_or_default())
}

/// Writes a row that was changed by form. Returns whether a row has that id.
pub(crate) async fn change_row<K: Kind>(transaction: &Transaction, id: i64, row: &K) -> Result<bool> {
    let select = Query::select()
        .column(K::OBJECT_KEY)
        .from(K::NAME)
        .cond_where(Expr::col("id").eq(id))
        .take();
    let Some(before) = transaction.query_one(&select).await? else {
        return Ok(false);
    };
    let key: String = before.try_get_by_index(0)?;
    let mut update = Query::update();
    update.table(K::NAME).cond_where(Expr::col("id").eq(id));
    set_typed(&mut update, row, transaction.now());
    transaction.execute(&update).await.map_err(taken::<K>)?;
    rename_link::<K>(transaction, &key, value(row, K::OBJECT_KEY)).await?;
    Ok(true)
}
