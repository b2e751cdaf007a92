//! The job queue, in the dashboard's own database. An entry holds the number of a job and nothing else: what the job is
//! about, and what came of it, is the store's.

use crate::{EngineError, Result};
use apalis::prelude::*;
use apalis_postgres::PostgresStorage;
use apalis_sqlite::SqliteStorage;
use futures::{FutureExt, future::BoxFuture};
use sea_orm::{DatabaseBackend, DatabaseConnection};
use serde::{Deserialize, Serialize};
use std::task::{Context, Poll};
use std::{sync::Arc, time::Duration};
use tokio::time::{Interval, MissedTickBehavior};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// One entry of the queue.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Entry {
    job: i64,
}

/// How often the queue is looked into. One cheap query; a person who presses a button does not feel it.
const POLL: Duration = Duration::from_millis(100);
/// How long to wait before a worker that ended is replaced.
const RESTART: Duration = Duration::from_secs(1);
const NAME: &str = "selaras";

/// The queue.
#[derive(Clone)]
pub(crate) enum Queue {
    Sqlite(SqliteStorage<Entry>),
    Postgres(PostgresStorage<Entry>),
}

fn failed(error: impl std::fmt::Display) -> EngineError {
    EngineError::Queue(error.to_string())
}

impl Queue {
    /// Opens the queue in the database, and brings its tables up to date.
    ///
    /// The libraries' own `setup` is not called: on SQLite it would turn `synchronous` off for the whole database.
    pub(crate) async fn open(database: &DatabaseConnection) -> Result<Self> {
        if database.get_database_backend() == DatabaseBackend::Sqlite {
            let pool = database.get_sqlite_connection_pool();
            SqliteStorage::migrations()
                .set_ignore_missing(true)
                .run(pool)
                .await
                .map_err(failed)?;
            let config = apalis_sqlite::Config::default().queue(NAME);
            Ok(Self::Sqlite(SqliteStorage::new(pool).with_config(config)))
        } else {
            let pool = database.get_postgres_connection_pool();
            PostgresStorage::migrations()
                .set_ignore_missing(true)
                .run(pool)
                .await
                .map_err(failed)?;
            let config = apalis_postgres::Config::default().queue(NAME);
            Ok(Self::Postgres(PostgresStorage::new(pool).with_config(config)))
        }
    }

    /// Puts a job at the end of the queue.
    pub(crate) async fn push(&self, job: i64) -> Result<()> {
        match self {
            Self::Sqlite(storage) => storage.clone().push(Entry { job }).await.map_err(failed),
            Self::Postgres(storage) => storage.clone().push(Entry { job }).await.map_err(failed),
        }
    }

    /// Hands jobs to `perform` until `stop` is cancelled.
    pub(crate) async fn work(
        self,
        worker: Arc<str>,
        stop: CancellationToken,
        perform: impl Fn(i64) -> BoxFuture<'static, ()> + Send + Sync + 'static,
    ) -> Result<()> {
        let perform = Arc::new(perform);
        // A task of its own for each job, so that a long one never keeps the worker from its heartbeat.
        let jobs = TaskTracker::new();
        let handler = {
            let jobs = jobs.clone();
            move |entry: Entry| {
                let running = jobs.spawn(perform(entry.job));
                async move {
                    if let Err(error) = running.await {
                        tracing::error!(job = entry.job, %error, "a job broke off");
                    }
                }
            }
        };
        // A worker ends when the database fails it once; a new one takes its place until the process is told to stop.
        for life in 0_u64.. {
            // A name is one worker's for good: the library refuses it to another while the first may be alive.
            let worker = format!("{worker}-{life}");
            let every = Every::new(POLL);
            let life = match self.clone() {
                Self::Sqlite(storage) => {
                    let backend = storage.poll_with_strategy(every);
                    WorkerBuilder::new(worker)
                        .backend(backend)
                        .build(handler.clone())
                        .run()
                        .boxed()
                }
                Self::Postgres(storage) => {
                    let backend = storage.poll_with_strategy(every);
                    WorkerBuilder::new(worker)
                        .backend(backend)
                        .build(handler.clone())
                        .run()
                        .boxed()
                }
            };
            // The library's own way to stop keeps what it holds of the pool, for which the jobs then wait in vain. So the
            // worker is dropped, and the jobs, which come to their next clean boundary by themselves, are waited for.
            let Some(ended) = stop.run_until_cancelled(life).await else {
                break;
            };
            if let Err(error) = ended {
                tracing::warn!(%error, "the queue's worker ended; another begins");
                tokio::time::sleep(RESTART).await;
            }
        }
        jobs.close();
        jobs.wait().await;
        Ok(())
    }
}

/// Looks into the queue at every tick.
///
/// The library's own interval does not ask to be woken for the tick after the one that has just come. When a look finds
/// nothing at once, no more looks follow until the next heartbeat, half a minute later.
struct Every(Interval);

impl Every {
    fn new(pause: Duration) -> Self {
        let mut ticks = tokio::time::interval(pause);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self(ticks)
    }
}

impl PollStrategy for Every {
    fn poll_drive(&mut self, cx: &mut Context<'_>, _: &PollSnapshot) -> Poll<Option<()>> {
        let mut ticked = false;
        while self.0.poll_tick(cx).is_ready() {
            ticked = true;
        }
        if ticked { Poll::Ready(Some(())) } else { Poll::Pending }
    }
}
