//! Opening the database.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    open, semester, semesters,
};
use rstest::rstest;
use selaras_store::Store;

#[rstest]
#[tokio::test]
async fn a_database_that_is_opened_again_keeps_what_is_in_it(#[values(Sqlite, Postgres)] on: Database) {
    let (store, fresh) = open(on).await;
    store.create(&semester("20261", "Gasal")).await.unwrap();
    store.close().await.unwrap();
    let again = Store::open(&fresh.url).await.unwrap();
    assert_eq!(semesters(&again).await[0].row, semester("20261", "Gasal"));
    let beside = Store::open(&fresh.url).await.unwrap();
    beside.ping().await.unwrap();
}

#[tokio::test]
async fn an_address_of_no_known_database_is_refused_in_words() {
    let error = Store::open("mysql://localhost/selaras").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the address begins with neither sqlite: nor postgres://"
    );
}
