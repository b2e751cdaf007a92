//! Event streams and their end.
//!
//! If `open_streams` ends a stream at a limit, its client polls the job, and opens a stream again later.

use crate::{
    ApiError, App,
    server::Turn,
    session::{self, Actor},
};
use futures::{Stream, StreamExt};
use std::time::Duration;
use tokio::time::sleep;

/// Delay of a new stream that replaces another of its account.
const PAUSE: Duration = Duration::from_secs(1);
/// How often a stream checks its session.
const LOOK: Duration = Duration::from_millis(500);

/// Passes the events on until the stream must end: the process stops, the session ends, the account changes, or another
/// stream replaces it. At the account's limit, a new stream waits first, and its connection can be evicted meanwhile.
///
/// # Errors
/// [`ApiError::Busy`]: the connection was evicted.
pub(crate) async fn hold<S: Stream>(
    app: App,
    actor: Actor,
    turn: &Turn,
    events: S,
) -> Result<impl Stream<Item = S::Item> + use<S>, ApiError> {
    if app.streams.is_full(actor.id) {
        turn.giving_way(sleep(PAUSE)).await?;
    }
    let slot = app.streams.slot(actor.id);
    Ok(events.take_until(async move {
        tokio::select! {
            () = app.engine.stopping() => {}
            () = slot.end.cancelled() => {}
            () = until_changed(&app, &actor) => {}
        }
    }))
}

/// Waits until the session has ended, or the account has changed since the stream was admitted.
async fn until_changed(app: &App, actor: &Actor) {
    loop {
        sleep(LOOK).await;
        match session::owner(app, &actor.key_hash).await {
            Ok(owner) if owner.administrator.role == actor.role && !owner.lacks_second_factor => {}
            // Retry: the database may be busy for a moment.
            Err(ApiError::Internal) => {}
            _ => return,
        }
    }
}
