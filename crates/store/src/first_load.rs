//! A first load puts off what finds rows fast: to write every new row into a dozen indexes takes several times as long as to make
//! the indexes of all rows at the end (decision 6).
//!
//! What is taken away is kept as SQL in `postponed_index`, from where the end of the job makes it again, whatever became of
//! the job: a process that is killed before leaves the job to another, which comes to that end. Until then lists and searches
//! look through the tables.
//!
//! SQLite's trigger that adds each place to the numbers (`crate::tally`) stays, but leaves out those of the job that loads: it
//! adds up its own, batch by batch, in the transaction of the batch.

use crate::{
    Result, Store,
    connection::Transaction,
    statement::all,
    tables::{place_table, tables_of},
    tally::made_trigger,
    trigrams::made_anew,
};
use futures::{StreamExt, TryStreamExt, stream};
use sea_orm::{
    ConnectionTrait, DatabaseBackend, Statement,
    sea_query::{Expr, ExprTrait, Query},
};
use std::collections::BTreeMap;

/// Rows that a job makes before it puts off what finds them. Of fewer the indexes are written sooner than made anew.
const LARGE: usize = 2_000;
/// Indexes that PostgreSQL makes at the same time.
const TOGETHER: usize = 2;
/// How long PostgreSQL may wait for whoever reads a table before it takes an index away: others wait behind it.
const PATIENCE: &str = "SET LOCAL lock_timeout = '1s'";

/// Whether a job is a first load, and how large it is so far.
#[derive(Debug)]
pub(crate) struct FirstLoad {
    nothing_known: bool,
    made: usize,
}

impl FirstLoad {
    /// A job that has made nothing yet; it is a first load where nothing was known before it.
    pub(crate) const fn of(nothing_known: bool) -> Self {
        Self { nothing_known, made: 0 }
    }

    /// Adds rows that are about to be made. Says whether it is with them that the first load becomes a large one.
    pub(crate) const fn becomes_large(&mut self, rows: usize) -> bool {
        let before = self.made;
        self.made += rows;
        self.nothing_known && before < LARGE && self.made >= LARGE
    }
}

/// Something that finds rows: what takes it away, and what makes it again.
struct Finder {
    drop: String,
    make: String,
}

impl Store {
    /// Takes away what finds the rows of a kind, but for their keys, while `job` loads them. Where PostgreSQL has to
    /// wait for whoever reads, all stays as it is.
    pub(crate) async fn postpone_indexes(&self, kind: &str, job: i64) -> Result<()> {
        let transaction = self.writer.begin().await?;
        if self.backend() == DatabaseBackend::Postgres {
            transaction.execute_unprepared(PATIENCE).await?;
        }
        // Nobody may ask the trigrams from the moment when they are behind.
        self.trigrams.set_in_step(false);
        match postpone(&transaction, kind, job).await {
            Ok(()) => transaction.commit().await?,
            Err(error) => {
                tracing::debug!(kind, %error, "indexes are written with the rows");
                transaction.rollback().await?;
            }
        }
        self.look_at_trigrams().await
    }

    /// Makes again what a first load of a kind has put off. Where nothing was, nothing happens.
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
        // What keeps the numbers comes first, whatever becomes of the others; then what takes longest: they are made beside it.
        postponed
            .sort_by_key(|(name, make)| (*name != made_trigger(&place_table(kind)), !make.contains(" USING gin ")));
        let making = stream::iter(postponed).map(|(name, make)| self.make_postponed(name, make));
        if self.backend() == DatabaseBackend::Postgres {
            let () = making.buffer_unordered(TOGETHER).try_collect().await?;
            self.tidy(kind).await;
            return Ok(());
        }
        // What is sorted for an index of millions of rows lies in a file.
        self.writer.execute_unprepared("PRAGMA temp_store = FILE").await?;
        let made = making.buffered(1).try_collect().await;
        self.writer.execute_unprepared("PRAGMA temp_store = MEMORY").await?;
        self.look_at_trigrams().await?;
        made
    }

    /// Has PostgreSQL look through what a first load has filled. By itself it would do so within a minute, beside whoever works with
    /// the rows then, and until it has, it plans as if the tables were empty.
    async fn tidy(&self, kind: &str) {
        for table in tables_of(kind) {
            let vacuum = format!("VACUUM (ANALYZE) {table}");
            if let Err(error) = self.writer.patient().execute_unprepared(&vacuum).await {
                tracing::debug!(table, %error, "PostgreSQL looks through a table by itself");
            }
        }
    }

    async fn make_postponed(&self, name: String, make: String) -> Result<()> {
        let transaction = self.writer.patient().begin().await?;
        transaction.execute_unprepared(&make).await?;
        let made = Query::delete()
            .from_table("postponed_index")
            .and_where(Expr::col("name").eq(name))
            .take();
        transaction.execute(&made).await?;
        Ok(transaction.commit().await?)
    }

    /// Whether indexes are put off just now.
    pub(crate) async fn has_postponed_indexes(&self) -> Result<bool> {
        let select = Query::select().column("name").from("postponed_index").limit(1).take();
        Ok(self.reader.query_one(&select).await?.is_some())
    }

    /// Sees whether SQLite's trigrams are in step: each of their tables has its triggers.
    pub(crate) async fn look_at_trigrams(&self) -> Result<()> {
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

/// Takes away what finds the rows of a kind, and keeps what makes it again.
async fn postpone(transaction: &Transaction, kind: &str, job: i64) -> Result<()> {
    let mut postponed = finders(transaction, kind).await?;
    postponed.extend(tally_of_others(transaction, kind, job).await?);
    for (name, finder) in postponed {
        let keep = Query::insert()
            .into_table("postponed_index")
            .columns(["name", "kind", "make"])
            .values_panic([name.into(), kind.into(), finder.make.into()])
            .take();
        transaction.execute(&keep).await?;
        transaction.execute_unprepared(&finder.drop).await?;
    }
    Ok(())
}

/// What finds the rows of a kind, by name: the orders of lists, the index of searches, and on places who they are of
/// and which job made them. A job that loads asks for places by their class alone.
async fn finders(transaction: &Transaction, kind: &str) -> Result<BTreeMap<String, Finder>> {
    let tables: Vec<_> = tables_of(kind).iter().map(|table| format!("'{table}'")).collect();
    let tables = tables.join(", ");
    let by = ["person_id", "created_in"].map(|column| format!("'{}_by_{column}'", place_table(kind)));
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
    let mut finders = BTreeMap::new();
    for row in transaction.query_all_raw(Statement::from_string(backend, sql)).await? {
        let (name, table, made): (String, String, String) = (
            row.try_get_by_index(0)?,
            row.try_get_by_index(1)?,
            row.try_get_by_index(2)?,
        );
        if row.try_get_by_index(3)? {
            // The trigrams stay where they are, behind; they are made anew together with what keeps them in step.
            let search = format!("{table}_search");
            let rebuild = || Finder {
                drop: String::new(),
                make: made_anew(&search),
            };
            let finder = finders.entry(search.clone()).or_insert_with(rebuild);
            finder.drop += &format!("DROP TRIGGER {name};\n");
            finder.make += &format!("{made};\n");
        } else {
            let (drop, make) = (format!("DROP INDEX {name}"), made);
            finders.insert(name, Finder { drop, make });
        }
    }
    Ok(finders)
}

/// The trigger by which SQLite counts the places that are made, and its text where there is one.
async fn tally_trigger(connection: &impl ConnectionTrait, kind: &str) -> Result<Option<(String, String)>> {
    if connection.get_database_backend() != DatabaseBackend::Sqlite {
        return Ok(None);
    }
    let name = made_trigger(&place_table(kind));
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

/// How a trigger says whose places it leaves out.
const BUT_FOR: &str = " WHEN new.created_in IS NOT ";

/// What a trigger is told that leaves out the places of a job.
fn but_for(job: i64) -> String {
    format!("{BUT_FOR}{job} BEGIN ")
}

/// Has SQLite's trigger count the places that others than the job make.
async fn tally_of_others(transaction: &Transaction, kind: &str, job: i64) -> Result<Option<(String, Finder)>> {
    let trigger = tally_trigger(transaction, kind).await?;
    // It may still leave out the places of a job whose end could not make it again.
    let whole = trigger.filter(|(_, made)| !made.contains(BUT_FOR));
    Ok(whole.map(|(name, made)| {
        let drop = format!("DROP TRIGGER {name};\n");
        let finder = Finder {
            make: format!("{drop}{made}"),
            drop: drop + &made.replacen(" BEGIN ", &but_for(job), 1),
        };
        (name, finder)
    }))
}

/// Whether a job has to add the places that it makes to the numbers, since the trigger leaves them out.
pub(crate) async fn counts_itself(transaction: &Transaction, kind: &str, job: i64) -> Result<bool> {
    let trigger = tally_trigger(transaction, kind).await?;
    Ok(trigger.is_some_and(|(_, sql)| sql.contains(&but_for(job))))
}
