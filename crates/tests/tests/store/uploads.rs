//! Uploaded files of the source's lists.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    open,
};
use rstest::rstest;
use selaras_reasons::Reason;

#[rstest]
#[tokio::test]
async fn one_of_many_concurrent_uploads_wins(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let mut arriving = Vec::new();
    for number in 0..4 {
        let file = format!("dosen-{number}.csv");
        arriving.push(store.begin_upload("teachers", &file, "csv", "Ani").await.unwrap());
    }
    let taken = Reason::UploadTaken {
        list: "Pengajar".to_owned(),
        file: "dosen.csv".to_owned(),
    };
    let ends = arriving
        .iter()
        .map(|id| store.end_upload(*id, (0, "{}"), false, &taken, "Ani"));
    for ended in futures::future::join_all(ends).await {
        ended.unwrap();
    }
    let kept = store.uploads().await.unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
}
