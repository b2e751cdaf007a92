//! What a sync reads and writes.

use crate::{
    Result, Selection, Store,
    jobs::{Counts, Line},
    now, rows,
};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, Statement, TransactionTrait, Value,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};
use selaras_kinds::{Kind, fingerprint, key_hash, search_text};

/// What the dashboard knows of a row before a sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The row.
    pub id: i64,
    /// Its key, hashed.
    pub key_hash: i64,
    /// Fingerprint of its fields now.
    pub fingerprint: i64,
    /// Fingerprint of what the source last sent; `None` for a row made by form.
    pub source_fingerprint: Option<i64>,
    /// Whether it is flagged as gone from the source.
    pub missing: bool,
}

/// Columns that [`bind`] fills after the kind's own.
const STATE: [&str; 7] = [
    "migration",
    "enroll",
    "key_hash",
    "fingerprint",
    "source_fingerprint",
    "synced_at",
    "search_text",
];

/// The insert of `rows` rows that also updates those whose key is there. Made once and sent for each batch, so that the
/// database's statement cache finds it again.
fn upsert_sql<K: Kind>(store: &Store, rows: usize) -> String {
    let names = || K::FIELDS.iter().map(|field| field.name);
    let mut insert = Query::insert();
    insert.into_table(K::NAME).columns(names().chain(STATE));
    for _ in 0..rows {
        insert.values_panic((0..K::FIELDS.len() + STATE.len()).map(|_| Expr::val(0)));
    }
    let mut conflict = OnConflict::columns(K::KEY.iter().copied());
    conflict
        .update_columns(names().filter(|name| !K::KEY.contains(name)))
        .update_columns(["fingerprint", "source_fingerprint", "synced_at", "search_text"])
        .value("missing_since", Expr::cust("NULL"))
        // What was on the platform is not, now, what stands here. The words stand in the statement itself: only the
        // rows' values are bound to it.
        .value(
            "migration",
            Expr::case(
                Expr::col((K::NAME, "migration")).eq(Expr::cust("'sudah'")),
                Expr::cust("'berubah'"),
            )
            .finally(Expr::col((K::NAME, "migration"))),
        );
    insert.on_conflict(conflict);
    match store.backend() {
        sea_orm::DatabaseBackend::Sqlite => insert.build(sea_orm::sea_query::SqliteQueryBuilder).0,
        _ => insert.build(sea_orm::sea_query::PostgresQueryBuilder).0,
    }
}

fn bind<K: Kind>(row: &K, from_source: bool, at: i64, values: &mut Vec<Value>) {
    for field in K::FIELDS {
        values.push((field.get)(row).as_str().into());
    }
    let fingerprint = fingerprint(row);
    values.extend([
        "belum".into(),
        "belum".into(),
        key_hash(row).into(),
        fingerprint.into(),
        from_source.then_some(fingerprint).into(),
        from_source.then_some(at).into(),
        search_text(row).into(),
    ]);
}

/// Writes the rows of one kind, batch after batch.
pub struct Upsert<K> {
    store: Store,
    full: usize,
    full_sql: String,
    kind: std::marker::PhantomData<fn(K)>,
}

impl<K: Kind> Upsert<K> {
    /// Prepares to write to `store`.
    pub fn new(store: &Store) -> Self {
        let full = rows::rows_per_statement(store.backend(), K::FIELDS.len() + STATE.len());
        Self {
            store: store.clone(),
            full,
            full_sql: upsert_sql::<K>(store, full),
            kind: std::marker::PhantomData,
        }
    }

    /// Rows that one statement takes: the best size of a batch.
    pub fn batch(&self) -> usize {
        self.full
    }

    /// Writes rows that the source sent, their lines in the account of `job` and its counters, in one transaction.
    pub async fn write(&self, job: i64, rows: &[K], lines: &[Line], counts: Counts) -> Result<()> {
        let transaction = self.store.writer.begin().await?;
        self.rows(&transaction, rows, true).await?;
        Line::write(&transaction, job, lines).await?;
        counts.add(&transaction, job).await?;
        Ok(transaction.commit().await?)
    }

    async fn rows(&self, transaction: &DatabaseTransaction, rows: &[K], from_source: bool) -> Result<()> {
        let at = now();
        for chunk in rows.chunks(self.full) {
            let mut values = Vec::with_capacity(chunk.len() * (K::FIELDS.len() + STATE.len()));
            for row in chunk {
                bind(row, from_source, at, &mut values);
            }
            let sql = if chunk.len() == self.full {
                self.full_sql.clone()
            } else {
                upsert_sql::<K>(&self.store, chunk.len())
            };
            transaction
                .execute_raw(Statement::from_sql_and_values(self.store.backend(), sql, values))
                .await?;
        }
        Ok(())
    }
}

impl Store {
    /// What the dashboard knows of a selection's rows.
    pub async fn known<K: Kind>(&self, selection: &Selection) -> Result<Vec<Known>> {
        use futures::TryStreamExt;
        use sea_orm::StreamTrait;
        let select = Query::select()
            .columns(["id", "key_hash", "fingerprint", "source_fingerprint", "missing_since"])
            .from(K::NAME)
            .cond_where(selection.condition())
            .take();
        let rows = self.reader.stream(&select).await?;
        let known = rows.and_then(|row| async move {
            Ok(Known {
                id: row.try_get_by_index(0)?,
                key_hash: row.try_get_by_index(1)?,
                fingerprint: row.try_get_by_index(2)?,
                source_fingerprint: row.try_get_by_index(3)?,
                missing: row.try_get_by_index::<Option<i64>>(4)?.is_some(),
            })
        });
        Ok(known.try_collect().await?)
    }

    /// Flags rows as gone from the source, with their lines and counters, in one transaction.
    pub async fn flag_missing<K: Kind>(&self, job: i64, ids: &[i64], lines: &[Line], counts: Counts) -> Result<()> {
        self.set_missing::<K>(job, ids, Some(now()), lines, counts).await
    }

    /// Takes the flag from rows that the source lists again, unchanged.
    pub async fn unflag_missing<K: Kind>(&self, job: i64, ids: &[i64]) -> Result<()> {
        self.set_missing::<K>(job, ids, None, &[], Counts::default()).await
    }

    async fn set_missing<K: Kind>(
        &self,
        job: i64,
        ids: &[i64],
        since: Option<i64>,
        lines: &[Line],
        counts: Counts,
    ) -> Result<()> {
        let transaction = self.writer.begin().await?;
        for ids in ids.chunks(10_000) {
            let update = Query::update()
                .table(K::NAME)
                .value("missing_since", since)
                .cond_where(Expr::col("id").is_in(ids.iter().copied()))
                .take();
            transaction.execute(&update).await?;
        }
        Line::write(&transaction, job, lines).await?;
        counts.add(&transaction, job).await?;
        Ok(transaction.commit().await?)
    }

    /// Creates a row that was entered by form.
    ///
    /// # Errors
    /// [`StoreError::Taken`](crate::StoreError::Taken) when its key is there already.
    pub async fn create<K: Kind>(&self, row: &K) -> Result<i64> {
        let mut values = Vec::new();
        bind(row, false, now(), &mut values);
        let insert = Query::insert()
            .into_table(K::NAME)
            .columns(K::FIELDS.iter().map(|field| field.name).chain(STATE))
            .values_panic(values.into_iter().map(Expr::val))
            .returning_col("id")
            .take();
        let result = self.writer.query_one(&insert).await.map_err(taken::<K>)?;
        Ok(result
            .map(|row| row.try_get_by_index(0))
            .transpose()?
            .unwrap_or_default())
    }

    /// Writes a row that was changed by form. Says whether there is a row of that id.
    ///
    /// # Errors
    /// [`StoreError::Taken`](crate::StoreError::Taken) when its new key is another row's.
    pub async fn change<K: Kind>(&self, id: i64, row: &K) -> Result<bool> {
        let mut update = Query::update();
        update.table(K::NAME).cond_where(Expr::col("id").eq(id));
        for field in K::FIELDS {
            update.value(field.name, (field.get)(row).as_str());
        }
        update
            .value("key_hash", key_hash(row))
            .value("fingerprint", fingerprint(row))
            .value("search_text", search_text(row))
            .value("edited_at", now())
            .value(
                "migration",
                Expr::case(
                    Expr::col("migration")
                        .eq("sudah")
                        .and(Expr::col("fingerprint").ne(fingerprint(row))),
                    "berubah",
                )
                .finally(Expr::col("migration")),
            );
        Ok(self.writer.execute(&update).await.map_err(taken::<K>)?.rows_affected() > 0)
    }
}

fn taken<K: Kind>(error: sea_orm::DbErr) -> crate::StoreError {
    match error.sql_err() {
        Some(sea_orm::SqlErr::UniqueConstraintViolation(_)) => crate::StoreError::Taken(K::OBJECT_KEY),
        _ => error.into(),
    }
}
