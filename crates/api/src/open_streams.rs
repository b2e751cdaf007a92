//! The open event streams and the limits on their number.
//!
//! A stream keeps its connection for as long as its client likes, so streams get a quarter of the connections. Each account
//! has a limit over all its sessions. At the limit, the oldest stream of the account with the most streams ends.

use crate::server::CONNECTIONS;
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio_util::sync::CancellationToken;

/// Maximum number of streams.
const OF_ALL: usize = CONNECTIONS / 4;
/// Maximum number of streams per account. A page has three at most.
const OF_ONE: usize = 24;

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
pub(crate) struct Slot {
    streams: Streams,
    number: u64,
    /// Cancelled when the stream must end.
    pub(crate) end: CancellationToken,
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

    /// True if an account is at its limit.
    pub(crate) fn is_full(&self, account: i64) -> bool {
        self.lock().of(account) >= OF_ONE
    }

    /// Registers a stream of an account. At a limit, another stream ends.
    pub(crate) fn slot(&self, account: i64) -> Slot {
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
