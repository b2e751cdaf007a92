//! A spike: a sync of students by staging, to be measured beside today's sync (`selaras-bench --only stage`).
//!
//! Ingest reads the list with the product's reader, parses and hashes each row, and stages people, classes and enrolments
//! (`ingest`, `database`). The diff joins the staged rows with the product's tables (`diff`). Apply writes by ranges of the staged
//! order, each range one transaction with its counter and its progress, so that it could be resumed (`first`, `diff`). The
//! schema, the postponed indexes and the digest of an unchanged list are the product's own.

mod classes;
mod database;
mod diff;
mod first;
mod ingest;
mod spool;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use database::Database;
use ingest::{Ingest, Staged};
use secrecy::SecretString;
use selaras_kinds::{Kind, mahasiswa::Mahasiswa};
use selaras_source::{Call, FilesSettings, Source, SqlSettings, Ways};
use selaras_store::{Store, enrolments::Texts};
use serde_json::json;
use std::{collections::BTreeMap, io::Write, path::PathBuf, time::Instant};
use tikv_jemallocator::Jemalloc;
use tokio::sync::mpsc;

/// The product's allocator.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

/// Syncs the students of a source into a dashboard that has its classes.
#[derive(Parser)]
pub(crate) struct Arguments {
    /// The dashboard's database.
    database: String,
    /// The source's database.
    source: String,
    /// The query of the list.
    query: String,
    /// The folder of staging files.
    #[arg(long)]
    folder: PathBuf,
    /// Stages at once instead of comparing the digest of the list first.
    #[arg(long)]
    no_digest: bool,
    /// Connections that write the enrolments of a first sync on PostgreSQL.
    #[arg(long, default_value_t = 2)]
    connections: usize,
}

/// Times of the phases, in the order in which they end.
#[derive(Default)]
pub(crate) struct Phases(Vec<(&'static str, f64)>);

impl Phases {
    /// Records what has ended, and starts the next phase.
    pub(crate) fn end(&mut self, name: &'static str, since: &mut Instant) {
        self.0.push((name, since.elapsed().as_secs_f64()));
        *since = Instant::now();
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let store = Store::connect(&arguments.database).await?;
    let source = source(&arguments)?;
    let begin = Instant::now();
    let mut phases = Phases::default();
    let counts = sync(&arguments, &store, &source, &mut phases).await?;
    let done = json!({
        "total": begin.elapsed().as_secs_f64(),
        "memory": peak_memory()?,
        "phases": phases.0,
        "counts": counts,
    });
    writeln!(std::io::stdout(), "{done}")?;
    Ok(())
}

fn source(arguments: &Arguments) -> Result<Source> {
    let queries = BTreeMap::from([("class_students".to_owned(), arguments.query.clone())]);
    let settings = SqlSettings::new(SecretString::from(arguments.source.clone()), queries);
    Ok(Source::of(Ways {
        name: ingest::SOURCE.to_owned(),
        sql: Some(settings),
        files: FilesSettings::default(),
        http: None,
    })?)
}

async fn sync(
    arguments: &Arguments,
    store: &Store,
    source: &Source,
    phases: &mut Phases,
) -> Result<BTreeMap<String, i64>> {
    let mut since = Instant::now();
    let kind_is_empty = !store.has_rows(Mahasiswa::NAME).await?;
    let mut database = Database::open(&arguments.database, &arguments.folder).await?;
    let job = database.begin_job().await?;
    database.make_stage().await?;
    let classes = classes::Classes::of(store).await?;
    let mut rows = ingest::Rows::BySource(source.rows(Call::whole(&Mahasiswa::FEED)));
    phases.end("begin", &mut since);
    if !kind_is_empty && !arguments.no_digest {
        let known = async { anyhow::Ok(store.known_texts::<Mahasiswa>(Some(job), |_| true).await?) };
        let (known, (texts, spooled)) = tokio::try_join!(known, spool::spool(rows, &arguments.folder))?;
        phases.end("read", &mut since);
        if let Some(texts) = texts
            && known == Some(texts)
        {
            database.count(job, "unchanged", texts.rows()).await?;
            return database.end_job(job).await;
        }
        rows = ingest::Rows::Spooled(spooled);
    }
    // Parsing and staging run side by side.
    let (send, batches) = mpsc::channel(2);
    let writing = tokio::spawn(database.write(batches));
    let staged = Ingest::new(classes, send).run(rows).await;
    database = writing.await??;
    let staged: Staged = staged?;
    ensure!(staged.rows > 0, "the list is empty");
    phases.end("read and stage", &mut since);
    database.report_issues(job, &staged).await?;
    if kind_is_empty {
        first::apply(&mut database, store, job, &staged, arguments, phases).await?;
    } else {
        diff::apply(&mut database, job, &staged, phases).await?;
    }
    let mut since = Instant::now();
    // The end of the product's job.
    if kind_is_empty {
        store.propose_renumberings::<Mahasiswa>().await?;
    }
    store.give_back().await?;
    store.changed(Mahasiswa::NAME).await?;
    phases.end("end", &mut since);
    database.end_job(job).await
}

/// The peak memory of this process, in MB.
fn peak_memory() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: f64 = line.context("no VmHWM")?.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes * 1024.0 / 1e6)
}

/// A digest of a list that cannot be trusted once a row cannot be read.
pub(crate) type Digest = Option<Texts>;
