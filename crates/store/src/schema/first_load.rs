//! A first load postpones indexes: writing every new row into a dozen indexes takes several times as long as building them
//! at the end (decision 6).
//!
//! The dropped indexes are kept as SQL in `postponed_index`. The end of the job builds them again, however the job ends; if
//! its process is killed, another process takes the job and reaches that end. Until then lists and searches scan the tables.
//!
//! SQLite's trigger that adds each enrolment to the tallies (`crate::tally`) stays, but skips the enrolments of the loading
//! job. That job adds its own, batch by batch, in the batch's transaction.

use crate::{
    Result, Store,
    connection::Transaction,
    statement::all,
    tables::{enrolment_table, tables_of},
    tally::made_trigger,
    trigrams::rebuild_sql,
};
use futures::{StreamExt, TryStreamExt, stream};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, Statement,
    sea_query::{Expr, ExprTrait, Query},
};
use std::collections::BTreeMap;

/// Rows that a job creates before it postpones indexes. With fewer rows, writing the indexes is faster than rebuilding them.
const LARGE: i64 = 2_000;
/// Indexes that PostgreSQL builds at the same time.
const PARALLEL_BUILDS: usize = 2;
/// How long PostgreSQL may wait for readers of a table before it drops an index: other queries queue behind it.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '1s'";

/// True if a first load of so many rows postpones indexes.
pub(crate) const fn is_large(rows: i64) -> bool {
    rows >= LARGE
}

/// An index or trigger: the statements that drop it and build it again.
struct IndexSql {
    drop: String,
    make: String,
}

impl Store {
    /// Drops the indexes of a kind, except for its keys, while `job` loads. If PostgreSQL would have to wait for readers,
    /// nothing changes.
    pub(crate) async fn postpone_indexes(&self, kind: &str, job: i64) -> Result<()> {
        let transaction = self.writer.begin().await?;
        if self.backend() == DatabaseBackend::Postgres {
            transaction.execute_unprepared(LOCK_TIMEOUT).await?;
        }
        // No search may use the trigrams from the moment when they are stale.
        self.trigrams.set_in_step(false);
        match postpone(&transaction, kind, job).await {
            Ok(()) => transaction.commit().await?,
            Err(error) => {
                tracing::debug!(kind, %error, "indexes are written with the rows");
                transaction.rollback().await?;
            }
        }
        self.check_trigrams().await
    }

    /// Builds the indexes again that a first load of a kind has postponed. Does nothing if there are none.
    pub async fn make_postponed_indexes(&self, kind: &str) -> Result<()> {
        let select = Query::select()
            .columns(["name", "make"])
            .from("postponed_index")
            .and_where(Expr::col("kind").eq(kind))
            .take();
        let mut postponed: Vec<(String, String)> = all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))
        })
        .await?;
        if postponed.is_empty() {
            return Ok(());
        }
        // The trigger for the tallies comes first, whether or not the others succeed. Then comes what takes longest, so that
        // the others are built beside it.
        postponed.sort_by_key(|(name, make)| {
            (
                *name != made_trigger(&enrolment_table(kind)),
                !make.contains(" USING gin "),
            )
        });
        let making = stream::iter(postponed).map(|(name, make)| self.make_postponed(name, make));
        if self.backend() == DatabaseBackend::Postgres {
            let () = making.buffer_unordered(PARALLEL_BUILDS).try_collect().await?;
            self.analyze(kind).await;
            return Ok(());
        }
        // Sorting for an index of millions of rows needs a temporary file.
        self.writer.execute_unprepared("PRAGMA temp_store = FILE").await?;
        let made = making.buffered(1).try_collect().await;
        self.writer.execute_unprepared("PRAGMA temp_store = MEMORY").await?;
        self.check_trigrams().await?;
        made
    }

    /// Makes PostgreSQL analyze the tables that a first load has filled. Autovacuum would do so within a minute, beside
    /// other users of the rows, and until then the planner takes the tables for empty.
    async fn analyze(&self, kind: &str) {
        for table in tables_of(kind) {
            let vacuum = format!("VACUUM (ANALYZE) {table}");
            if let Err(error) = self.writer.with_long_deadline().execute_unprepared(&vacuum).await {
                tracing::debug!(table, %error, "PostgreSQL looks through a table by itself");
            }
        }
    }

    async fn make_postponed(&self, name: String, make: String) -> Result<()> {
        let transaction = self.writer.with_long_deadline().begin().await?;
        transaction.execute_unprepared(&make).await?;
        let made = Query::delete()
            .from_table("postponed_index")
            .and_where(Expr::col("name").eq(name))
            .take();
        transaction.execute(&made).await?;
        Ok(transaction.commit().await?)
    }

    /// True while indexes are postponed.
    pub(crate) async fn has_postponed_indexes(&self) -> Result<bool> {
        let select = Query::select().column("name").from("postponed_index").limit(1).take();
        Ok(self.reader.query_one(&select).await?.is_some())
    }

    /// Checks whether SQLite's trigrams are in step: each of their tables has its triggers.
    pub(crate) async fn check_trigrams(&self) -> Result<()> {
        if self.backend() != DatabaseBackend::Sqlite {
            return Ok(());
        }
        let behind = "SELECT 1 FROM sqlite_schema t WHERE t.type = 'table' AND t.sql LIKE '%USING fts5%' AND NOT EXISTS \
                      (SELECT 1 FROM sqlite_schema g WHERE g.type = 'trigger' AND g.name = t.name || '_made') LIMIT 1";
        let behind = Statement::from_string(DatabaseBackend::Sqlite, behind);
        let in_step = self.writer.query_one_raw(behind).await?.is_none();
        self.trigrams.set_in_step(in_step);
        Ok(())
    }
}

/// Drops the indexes of a kind, and stores the statements that build them again.
async fn postpone(transaction: &Transaction, kind: &str, job: i64) -> Result<()> {
    let mut postponed = indexes(transaction, kind).await?;
    postponed.extend(skip_in_tally(transaction, kind, job).await?);
    for (name, index) in postponed {
        let keep = Query::insert()
            .into_table("postponed_index")
            .columns(["name", "kind", "make"])
            .values_panic([name.into(), kind.into(), index.make.into()])
            .take();
        transaction.execute(&keep).await?;
        transaction.execute_unprepared(&index.drop).await?;
    }
    Ok(())
}

/// The indexes of a kind, by name: the orders of lists, the index of searches, and on enrolments those by person and by
/// creating job. A loading job looks enrolments up by class alone.
async fn indexes(transaction: &Transaction, kind: &str) -> Result<BTreeMap<String, IndexSql>> {
    let tables: Vec<_> = tables_of(kind).iter().map(|table| format!("'{table}'")).collect();
    let tables = tables.join(", ");
    let by = ["person_id", "created_in"].map(|column| format!("'{}_by_{column}'", enrolment_table(kind)));
    let by = by.join(", ");
    let backend = transaction.get_database_backend();
    let sql = match backend {
        DatabaseBackend::Sqlite => format!(
            "SELECT name, tbl_name, sql, type = 'trigger' FROM sqlite_schema WHERE tbl_name IN ({tables}) AND \
             (type = 'index' AND (instr(name, '_sorted_by_') > 0 OR name IN ({by})) OR type = 'trigger' AND instr(name, '_search_') > 0) \
             ORDER BY name"
        ),
        _ => format!(
            "SELECT indexname::text, tablename::text, indexdef, false FROM pg_indexes WHERE schemaname = current_schema() \
             AND tablename IN ({tables}) AND (strpos(indexname, '_sorted_by_') > 0 OR indexname = tablename || '_search' OR \
             indexname IN ({by}))"
        ),
    };
    let mut indexes = BTreeMap::new();
    for row in transaction.query_all_raw(Statement::from_string(backend, sql)).await? {
        let (name, table, made): (String, String, String) = (
            row.try_get_by_index(0)?,
            row.try_get_by_index(1)?,
            row.try_get_by_index(2)?,
        );
        if row.try_get_by_index(3)? {
            // The trigrams stay where they are, stale. They are rebuilt together with the triggers that keep them in step.
            let search = format!("{table}_search");
            let rebuild = || IndexSql {
                drop: String::new(),
                make: rebuild_sql(&search),
            };
            let index = indexes.entry(search.clone()).or_insert_with(rebuild);
            index.drop += &format!("DROP TRIGGER {name};\n");
            index.make += &format!("{made};\n");
        } else {
            let (drop, make) = (format!("DROP INDEX {name}"), made);
            indexes.insert(name, IndexSql { drop, make });
        }
    }
    Ok(indexes)
}

/// The trigger by which SQLite counts new enrolments, and its text, if it exists.
async fn tally_trigger(connection: &impl ConnectionTrait, kind: &str) -> Result<Option<(String, String)>> {
    if connection.get_database_backend() != DatabaseBackend::Sqlite {
        return Ok(None);
    }
    let name = made_trigger(&enrolment_table(kind));
    let select = Query::select()
        .column("sql")
        .from("sqlite_schema")
        .and_where(Expr::col("type").eq("trigger"))
        .and_where(Expr::col("name").eq(&name))
        .take();
    let row = connection.query_one(&select).await?;
    Ok(row
        .map(|row| row.try_get_by_index(0))
        .transpose()?
        .map(|sql| (name, sql)))
}

/// How a trigger names the job with the enrolments that it skips.
const SKIPPING: &str = " WHEN new.created_in IS NOT ";

/// The condition of a trigger that skips the enrolments of a job.
fn skipping(job: i64) -> String {
    format!("{SKIPPING}{job} BEGIN ")
}

/// Makes SQLite's trigger skip the enrolments of the job.
async fn skip_in_tally(transaction: &Transaction, kind: &str, job: i64) -> Result<Option<(String, IndexSql)>> {
    let trigger = tally_trigger(transaction, kind).await?;
    // The trigger may still skip the enrolments of an earlier job that could not restore it.
    let whole = trigger.filter(|(_, made)| !made.contains(SKIPPING));
    Ok(whole.map(|(name, made)| {
        let drop = format!("DROP TRIGGER {name};\n");
        let index = IndexSql {
            make: format!("{drop}{made}"),
            drop: drop + &made.replacen(" BEGIN ", &skipping(job), 1),
        };
        (name, index)
    }))
}

/// True if a job must add its own enrolments to the tallies because the trigger skips them.
pub(crate) async fn counts_itself(transaction: &Transaction, kind: &str, job: i64) -> Result<bool> {
    let trigger = tally_trigger(transaction, kind).await?;
    Ok(trigger.is_some_and(|(_, sql)| sql.contains(&skipping(job))))
}
