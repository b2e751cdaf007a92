//! How often a name is tried.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    open,
};
use rstest::rstest;
use sea_orm::ConnectionTrait;

#[rstest]
#[tokio::test]
async fn tries_that_a_clock_counted_that_was_ahead_keep_nobody_out(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let counted = async || store.count_try("ani", 2).await.unwrap();
    assert_eq!((counted().await, counted().await), (None, None));
    assert!(counted().await.is_some());
    let set_back = "UPDATE sign_in_try SET due_at = due_at + 86400000";
    store.writer().execute_unprepared(set_back).await.unwrap();
    assert_eq!((counted().await, counted().await), (None, None));
    assert!(counted().await.is_some(), "they are counted from there on");
}
