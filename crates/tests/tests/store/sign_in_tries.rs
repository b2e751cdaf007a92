//! Sign-in tries are counted, and failed ones delay the next one.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    open,
};
use jiff::SignedDuration;
use rstest::rstest;
use selaras_store::{Store, sign_in_tries::Allowance};
use std::time::Duration;

const TWO: Allowance = Allowance {
    per_minute: 2,
    longest_wait: Duration::from_secs(3600),
    memory: Duration::from_secs(3600),
};

async fn counted(store: &Store) -> Option<u64> {
    let wait = store.count_try("ani", TWO).await.unwrap();
    wait.map(|wait| wait.as_secs())
}

fn pass(store: &Store, seconds: u64) {
    store.clock().advance(SignedDuration::from_secs(seconds.cast_signed()));
}

#[rstest]
#[tokio::test]
async fn tries_counted_by_a_clock_ahead_lock_no_user_out(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    assert_eq!((counted(&store).await, counted(&store).await), (None, None));
    assert!(counted(&store).await.is_some());
    store.clock().advance(SignedDuration::from_hours(-24));
    assert_eq!((counted(&store).await, counted(&store).await), (None, None));
    assert!(counted(&store).await.is_some(), "tries are counted again from then on");
}

#[rstest]
#[tokio::test]
async fn failed_tries_wait_longer_until_one_succeeds(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    for longest in [0, 0, 30, 60, 120, 240] {
        let wait = counted(&store).await.unwrap_or_default();
        assert!((longest.max(20) - 20..=longest).contains(&wait), "{wait} of {longest}");
        if longest > 0 {
            pass(&store, longest);
            assert_eq!(counted(&store).await, None);
        }
    }
    store.forgive_tries(&["ani".to_owned()]).await.unwrap();
    pass(&store, 60);
    assert_eq!((counted(&store).await, counted(&store).await), (None, None));
    assert!(counted(&store).await.unwrap() <= 30);
}

#[rstest]
#[tokio::test]
async fn simultaneous_tries_share_one_allowance(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let tries = futures::future::join_all((0..20).map(|_| counted(&store))).await;
    assert_eq!(tries.iter().filter(|wait| wait.is_none()).count(), 2, "{tries:?}");
}
