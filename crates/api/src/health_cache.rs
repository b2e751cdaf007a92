//! Checks database, source and platform, and caches the result.

use selaras_engine::Engine;
use serde::Serialize;
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};
use utoipa::ToSchema;

/// How long a health check is cached.
const MOMENT: Duration = Duration::from_secs(1);
/// How long a successful test write is cached: each writes and syncs some pages.
const WRITE_MOMENT: Duration = Duration::from_secs(5);
/// Time-out of each part's check.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct Parts {
    #[schema(inline)]
    pub(crate) database: Standing,
    #[schema(inline)]
    pub(crate) source: Standing,
    #[schema(inline)]
    pub(crate) platform: Standing,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Standing {
    Up,
    Down,
}

impl Standing {
    const fn of(answers: bool) -> Self {
        if answers { Self::Up } else { Self::Down }
    }
}

/// The last health check, shared by all clients: they may be anonymous, and source and platform have other work.
#[derive(Debug, Clone, Default)]
pub(crate) struct HealthCache(Arc<Mutex<CachedHealth>>);

#[derive(Debug, Default)]
struct CachedHealth {
    last: Option<(Instant, Parts)>,
    wrote: Option<Instant>,
}

impl HealthCache {
    /// The state of all parts, at most [`MOMENT`] old.
    pub(crate) async fn parts(&self, engine: &Engine) -> Parts {
        let mut cached = self.0.lock().await;
        if let Some((at, parts)) = &cached.last
            && at.elapsed() < MOMENT
        {
            return *parts;
        }
        let (database, source, platform) = tokio::join!(
            takes_writes(engine, &mut cached.wrote),
            timeout(PATIENCE, engine.source().ping()),
            timeout(PATIENCE, engine.platform().site()),
        );
        let parts = Parts {
            database: Standing::of(database),
            source: Standing::of(matches!(source, Ok(Ok(())))),
            platform: Standing::of(matches!(platform, Ok(Ok(_)))),
        };
        cached.last = Some((Instant::now(), parts));
        parts
    }
}

/// True if the database answers and accepts writes. `wrote` is the time of the last successful test write.
async fn takes_writes(engine: &Engine, wrote: &mut Option<Instant>) -> bool {
    let store = engine.store();
    if !matches!(timeout(PATIENCE, store.ping()).await, Ok(Ok(()))) {
        return false;
    }
    let lately = wrote.is_some_and(|at| at.elapsed() < WRITE_MOMENT);
    if lately && !store.disk_is_full() {
        return true;
    }
    match timeout(PATIENCE, store.try_writing()).await {
        Ok(Ok(())) => {
            *wrote = Some(Instant::now());
            true
        }
        Ok(Err(_)) => false,
        // SQLite's only writer is in a long transaction. That is no failure unless the disk was full before. On PostgreSQL commits
        // hang, for example because a synchronous standby is lost.
        Err(_) => store.has_one_writer() && !store.disk_is_full(),
    }
}
