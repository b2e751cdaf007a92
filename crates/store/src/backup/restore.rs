//! Restore: a file's rows replace everything that the database holds.

use super::{
    catalogue::{Catalogue, LEFT_OUT, Table, continue_counter, quoted, rows_of},
    error::{BackupError, Result},
    file::{self, Contents, Line, Part},
};
use crate::{
    Store,
    connection::Transaction,
    jobs::{JobState, StageState},
    schema,
    tally::recount,
    trigrams::rebuild_sql,
};
use sea_orm::{
    ConnectionTrait, DatabaseBackend,
    sea_query::{Expr, ExprTrait, Query},
};
use selaras_reasons::Reason;
use std::path::Path;
use tokio::sync::mpsc;

/// The most rows that one statement writes, and their approximate bytes.
const ROWS_AT_ONCE: usize = 1000;
const BYTES_AT_ONCE: usize = 1 << 20;
/// Batches that are read ahead.
const WAITING: usize = 4;

/// The result of a restore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The file's contents.
    pub contents: Contents,
    /// Schema steps that are newer than the file.
    pub newer_steps: usize,
}

/// A part of a file, in file order.
enum Piece {
    Table(Table),
    /// A list of rows in JSON.
    Rows(String),
}

impl Store {
    /// True if the database holds data that a restore would replace: an administrator.
    pub async fn holds_data(&self) -> Result<bool> {
        let catalogue = Catalogue::read(&self.writer).await?;
        if catalogue.find("administrator").is_none() {
            return Ok(false);
        }
        let some = "SELECT 1 FROM administrator LIMIT 1".to_owned();
        Ok(!rows_of(&self.writer, some, |_| Ok(())).await?.is_empty())
    }

    /// Replaces everything that the database holds with a file's contents. The file is read to its end before anything is
    /// changed, and the change is atomic. Jobs that were running when the file was made are not resumed.
    ///
    /// # Errors
    /// [`BackupError::Damaged`], [`BackupError::Newer`], [`BackupError::InUse`]; or the database's own.
    pub async fn restore(&self, path: &Path) -> Result<Restored> {
        let from = path.to_owned();
        let contents = tokio::task::spawn_blocking(move || file::read(&from))
            .await
            .map_err(|error| failed(path, error))??;
        let known: Vec<_> = self.steps.iter().map(|step| step.name).collect();
        let unknown = contents.steps.iter().find(|step| !known.contains(&step.as_str()));
        if let Some(step) = unknown {
            return Err(BackupError::Newer {
                version: contents.version.clone(),
                step: step.clone(),
            });
        }
        if !contents.steps.iter().zip(&known).all(|(had, step)| had == step) || contents.steps.len() > known.len() {
            return Err(BackupError::Damaged {
                path: path.to_owned(),
                reason: Box::new(Reason::BackupSchemaUnknown),
            });
        }
        let replacing = self.writer.with_long_deadline().begin().await?;
        self.ensure_unused(&replacing).await?;
        empty(&replacing).await?;
        let (of_file, later) = self.steps.split_at(contents.steps.len());
        schema::apply(&replacing, of_file).await?;
        self.fill(&replacing, path).await?;
        schema::apply(&replacing, later).await?;
        recount(&replacing).await?;
        end_running_work(&replacing).await?;
        replacing.commit().await?;
        Ok(Restored {
            newer_steps: known.len() - contents.steps.len(),
            contents,
        })
    }

    /// Makes sure that no other process uses the database that is to be replaced.
    async fn ensure_unused(&self, replacing: &Transaction) -> Result<()> {
        match self.backend() {
            // Foreign keys are checked when all rows are in.
            DatabaseBackend::Sqlite => replacing.execute_unprepared("PRAGMA defer_foreign_keys = ON").await?,
            _ => replacing.execute_unprepared("SET LOCAL lock_timeout = '10s'").await?,
        };
        if Catalogue::read(replacing).await?.find("job").is_none() {
            return Ok(());
        }
        let at_work = format!(
            "SELECT 1 FROM job WHERE state = 'running' AND lease_until >= {} LIMIT 1",
            replacing.now()
        );
        match rows_of(replacing, at_work, |_| Ok(())).await?.is_empty() {
            true => Ok(()),
            false => Err(BackupError::InUse),
        }
    }

    async fn fill(&self, replacing: &Transaction, path: &Path) -> Result<()> {
        let backend = self.backend();
        let there = Catalogue::read(replacing).await?;
        let damaged = |table: &Table| BackupError::Damaged {
            path: path.to_owned(),
            reason: Box::new(Reason::BackupTableUnknown {
                table: table.name.clone(),
            }),
        };
        // Rows that a schema step wrote come from the file, too.
        for table in there.tables.iter().rev() {
            let delete = format!("DELETE FROM {}", quoted(&table.name));
            replacing.execute_unprepared(&delete).await?;
        }
        let idle = disable_triggers(replacing, &there).await?;
        let (pieces, mut waiting) = mpsc::channel(WAITING);
        let from = path.to_owned();
        let reading = tokio::task::spawn_blocking(move || pieces_of(&from, &pieces));
        let mut filled: Option<(Table, &Table)> = None;
        let mut counters = Vec::new();
        while let Some(piece) = waiting.recv().await {
            match (piece, &filled) {
                (Piece::Table(table), _) => {
                    let here = there.find(&table.name).ok_or_else(|| damaged(&table))?;
                    counters.extend(table.counter.clone().map(|counter| (table.name.clone(), counter)));
                    filled = Some((table, here));
                }
                (Piece::Rows(rows), Some((table, here))) => {
                    let insert = here.insert(backend, table, rows).ok_or_else(|| damaged(table))?;
                    replacing.execute_raw(insert).await?;
                }
                // Reading the file has already refused rows before a table.
                (Piece::Rows(_), None) => {}
            }
        }
        reading.await.map_err(|error| failed(path, error))??;
        for (table, counter) in &counters {
            continue_counter(replacing, table, counter).await?;
        }
        for statement in idle {
            replacing.execute_unprepared(&statement).await?;
        }
        Ok(())
    }
}

/// Ends everything that was under way when the file was made, so that nothing goes on by itself: jobs and their stages are
/// cancelled, waiting notices are not sent, and all sessions end. Data derived from people and classes is rebuilt, because
/// an interrupted job has not reported its changes.
async fn end_running_work(replacing: &Transaction) -> Result<()> {
    let at = replacing.now();
    let jobs = Query::update()
        .table("job")
        .values([
            ("state", JobState::Cancelled.into()),
            ("message", Reason::CancelledByRestore.kept().into()),
            ("finished_at", at.into()),
        ])
        .and_where(Expr::col("state").is_in([JobState::Queued, JobState::Running]))
        .take();
    let stages = Query::update()
        .table("job_stage")
        .value("state", StageState::Cancelled)
        .and_where(Expr::col("state").is_in([StageState::Waiting, StageState::Running]))
        .take();
    let notices = Query::update()
        .table("outbox")
        .value("ended_at", at)
        .and_where(Expr::col("ended_at").is_null())
        .take();
    for ended in [jobs, stages, notices] {
        replacing.execute(&ended).await?;
    }
    for table in ["api_key", "sign_in_flow", "zoom_person", "zoom_tied"] {
        replacing.execute(&Query::delete().from_table(table).take()).await?;
    }
    Ok(())
}

fn failed(path: &Path, error: tokio::task::JoinError) -> BackupError {
    BackupError::File {
        path: path.to_owned(),
        source: std::io::Error::other(error),
    }
}

/// Reads the file once more and sends its rows in batches.
fn pieces_of(path: &Path, pieces: &mpsc::Sender<Piece>) -> Result<()> {
    let gone = || BackupError::File {
        path: path.to_owned(),
        source: std::io::ErrorKind::BrokenPipe.into(),
    };
    let mut rows = String::new();
    let mut number = 0;
    let send = |rows: &mut String, number: &mut usize| {
        if *number == 0 {
            return Ok(());
        }
        rows.push(']');
        *number = 0;
        pieces
            .blocking_send(Piece::Rows(std::mem::take(rows)))
            .map_err(|_| gone())
    };
    file::each_line(path, |line| match line {
        Line::Row(row) => {
            rows.push(if number == 0 { '[' } else { ',' });
            rows.push_str(row);
            number += 1;
            match number >= ROWS_AT_ONCE || rows.len() >= BYTES_AT_ONCE {
                true => send(&mut rows, &mut number),
                false => Ok(()),
            }
        }
        Line::Part(Part::Table(table)) => {
            send(&mut rows, &mut number)?;
            pieces.blocking_send(Piece::Table(table)).map_err(|_| gone())
        }
        Line::Part(Part::Begin(_)) => Ok(()),
        Line::Part(Part::End(_)) => send(&mut rows, &mut number),
    })
}

/// Drops everything that the schema's steps have created.
async fn empty(replacing: &Transaction) -> Result<()> {
    let names = |sql: &str| {
        let sql = sql.to_owned();
        async move { rows_of(replacing, sql, |row| row.try_get_by_index::<String>(0)).await }
    };
    let there = Catalogue::read(replacing).await?;
    let tables = there.tables.iter().rev().map(|table| quoted(&table.name));
    let mut drops = Vec::new();
    if replacing.get_database_backend() == DatabaseBackend::Sqlite {
        for view in names("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'view'").await? {
            drops.push(format!("DROP VIEW {}", quoted(&view)));
        }
        for index in names("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'").await? {
            drops.push(format!("DROP TABLE {}", quoted(&index)));
        }
        drops.extend(tables.map(|table| format!("DROP TABLE {table}")));
        drops.extend(LEFT_OUT.map(|table| format!("DROP TABLE IF EXISTS {table}")));
    } else {
        drops.extend(tables.map(|table| format!("DROP TABLE {table} CASCADE")));
        drops.extend(LEFT_OUT.map(|table| format!("DROP TABLE IF EXISTS {table}")));
        let own = "NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')";
        let views = format!(
            "SELECT 'DROP VIEW IF EXISTS ' || o.oid::regclass || ' CASCADE' FROM pg_class o \
             WHERE o.relnamespace = current_schema()::regnamespace AND o.relkind = 'v' AND {own}"
        );
        let functions = format!(
            "SELECT 'DROP ROUTINE IF EXISTS ' || o.oid::regprocedure || ' CASCADE' FROM pg_proc o \
             WHERE o.pronamespace = current_schema()::regnamespace AND {own}"
        );
        for sql in [views, functions] {
            drops.extend(names(&sql).await?);
        }
    }
    for statement in drops {
        replacing.execute_unprepared(&statement).await?;
    }
    Ok(())
}

/// Disables triggers while rows are inserted: what they wrote before comes from the file, too. Returns the statements that
/// enable them again and fill the indexes that they maintain.
async fn disable_triggers(replacing: &Transaction, there: &Catalogue) -> Result<Vec<String>> {
    if replacing.get_database_backend() != DatabaseBackend::Sqlite {
        let mut wake = Vec::new();
        for table in &there.tables {
            let table = quoted(&table.name);
            replacing
                .execute_unprepared(&format!("ALTER TABLE {table} DISABLE TRIGGER USER"))
                .await?;
            wake.push(format!("ALTER TABLE {table} ENABLE TRIGGER USER"));
        }
        return Ok(wake);
    }
    let triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'".to_owned();
    let triggers = rows_of(replacing, triggers, |row| {
        Ok((row.try_get_by_index::<String>(0)?, row.try_get_by_index::<String>(1)?))
    });
    let mut wake = Vec::new();
    for (name, sql) in triggers.await? {
        replacing
            .execute_unprepared(&format!("DROP TRIGGER {}", quoted(&name)))
            .await?;
        wake.push(sql);
    }
    let indexes = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%using fts5%'".to_owned();
    for index in rows_of(replacing, indexes, |row| row.try_get_by_index::<String>(0)).await? {
        let index = quoted(&index);
        wake.push(rebuild_sql(&index));
    }
    Ok(wake)
}
