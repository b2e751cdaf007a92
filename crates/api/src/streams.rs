//! Event streams: their number and their end.
//!
//! A stream keeps its connection for as long as its client likes, so streams get a quarter of the connections. Each account
//! has a limit over all its sessions. At the limit, the oldest stream of the account with the most streams ends. Its client
//! polls the job, and opens a stream again later.

use crate::{
    ApiError, App,
    server::{CONNECTIONS, Turn},
    session::{self, Actor},
};
use futures::{Stream, StreamExt};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// Maximum number of streams.
const OF_ALL: usize = CONNECTIONS / 4;
/// Maximum number of streams per account. A page has three at most.
const OF_ONE: usize = 24;
/// Delay of a new stream that replaces another of its account.
const PAUSE: Duration = Duration::from_secs(1);
/// How often a stream checks its session.
const LOOK: Duration = Duration::from_millis(500);

/// The open streams.
#[derive(Debug, Clone, Default)]
pub(crate) struct Streams(Arc<Mutex<Open>>);

#[derive(Debug, Default)]
struct Open {
    next: u64,
    /// By number, oldest first: the account, and the token that ends the stream.
    streams: BTreeMap<u64, (i64, CancellationToken)>,
}

impl Open {
    fn of(&self, account: i64) -> usize {
        self.streams.values().filter(|(owner, _)| *owner == account).count()
    }

    /// The account with the most streams; among equals, the one with the oldest stream.
    fn greatest(&self) -> Option<i64> {
        let mut counts = HashMap::<i64, usize>::new();
        for (account, _) in self.streams.values() {
            *counts.entry(*account).or_default() += 1;
        }
        let accounts = self.streams.values().rev().map(|(account, _)| *account);
        accounts.max_by_key(|account| counts[account])
    }

    /// Ends the oldest stream of an account.
    fn end_oldest(&mut self, account: i64) {
        let oldest = self.streams.iter().find(|(_, (owner, _))| *owner == account);
        if let Some((_, end)) = oldest
            .map(|(number, _)| *number)
            .and_then(|number| self.streams.remove(&number))
        {
            end.cancel();
        }
    }
}

/// An open stream, registered until this is dropped.
#[derive(Debug)]
struct Slot {
    streams: Streams,
    number: u64,
    end: CancellationToken,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.streams.lock().streams.remove(&self.number);
    }
}

impl Streams {
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a stream of an account. At a limit, another stream ends.
    fn slot(&self, account: i64) -> Slot {
        let mut open = self.lock();
        if open.of(account) >= OF_ONE {
            open.end_oldest(account);
        } else if open.streams.len() >= OF_ALL
            && let Some(greatest) = open.greatest()
        {
            open.end_oldest(greatest);
        }
        let (number, end) = (open.next, CancellationToken::new());
        open.next += 1;
        open.streams.insert(number, (account, end.clone()));
        Slot {
            streams: self.clone(),
            number,
            end,
        }
    }
}

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
    let is_full = app.streams.lock().of(actor.id) >= OF_ONE;
    if is_full {
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

#[cfg(test)]
mod tests {
    use super::{OF_ALL, OF_ONE, Slot, Streams};

    fn ended(slots: &[Slot]) -> Vec<usize> {
        let numbered = slots.iter().enumerate();
        numbered
            .filter(|(_, slot)| slot.end.is_cancelled())
            .map(|(at, _)| at)
            .collect()
    }

    #[test]
    fn account_at_its_limit_loses_its_oldest_stream() {
        let streams = Streams::default();
        let of_another = streams.slot(2);
        let slots: Vec<_> = (0..OF_ONE + 3).map(|_| streams.slot(1)).collect();
        assert_eq!(ended(&slots), [0, 1, 2]);
        assert!(!of_another.end.is_cancelled());
        drop(slots);
        assert_eq!(streams.lock().streams.len(), 1);
    }

    #[test]
    fn account_with_most_streams_loses_one_to_another() {
        let streams = Streams::default();
        let alone = streams.slot(0);
        let greatest: Vec<_> = (0..OF_ONE).map(|_| streams.slot(1)).collect();
        let mut accounts = 2..;
        let mut others = Vec::new();
        while streams.lock().streams.len() < OF_ALL {
            others.push(streams.slot(accounts.next().unwrap()));
        }
        let newcomers = [(); 3].map(|()| streams.slot(accounts.next().unwrap()));
        assert_eq!(ended(&greatest), [0, 1, 2]);
        assert_eq!((ended(&newcomers), ended(&others)), (vec![], vec![]));
        assert!(!alone.end.is_cancelled());
        assert_eq!(streams.lock().streams.len(), OF_ALL);
    }
}
