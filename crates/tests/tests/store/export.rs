//! What waits for an export, and what is known of the platform.

use crate::{
    change, create,
    database::Database::{self, Postgres, Sqlite},
    job, open, semester, semesters,
};
use rstest::rstest;
use selaras_kinds::semester::Semester;
use selaras_reasons::Reason;
use selaras_store::{
    Selection, Store,
    export::{Exported, Link},
    jobs::Counts,
};

const LINK: Link = Link {
    platform_id: 7,
    container_id: Some(1),
    is_group: false,
    provisional: false,
    sent_hash: 1,
};

fn sent(code: &str, result: Result<Link, Reason>) -> Exported {
    Exported {
        object_key: code.to_owned(),
        idnumber: format!("selaras:semester:{code}"),
        result,
    }
}

async fn record(store: &Store, read_at: i64, exports: &[Exported]) {
    let job = job(store).await;
    store
        .record_exports::<Semester>(job, read_at, exports, &[], &Counts::default())
        .await
        .unwrap();
}

/// Codes that wait for an export.
async fn waiting(store: &Store) -> Vec<String> {
    let next = store
        .next_exports::<Semester>(&Selection::default(), None, 100)
        .await
        .unwrap();
    assert_eq!(
        next.len() as i64,
        store.count_exports::<Semester>(&Selection::default()).await.unwrap()
    );
    next.into_iter()
        .map(|(stored, _)| stored.row.kode_semester.to_string())
        .collect()
}

fn gone_group() -> Reason {
    Reason::GroupGone {
        platform: "Moodle".to_owned(),
    }
}

#[rstest]
#[tokio::test]
async fn what_was_sent_waits_no_more_and_what_was_refused_does_with_its_reason(
    #[values(Sqlite, Postgres)] on: Database,
) {
    let (store, _fresh) = open(on).await;
    for code in ["1", "2", "3"] {
        create(&store, &semester(code, "x")).await.unwrap();
    }
    record(&store, i64::MAX, &[sent("1", Ok(LINK)), sent("2", Err(gone_group()))]).await;
    assert_eq!(waiting(&store).await, ["2", "3"]);
    let refused = semesters(&store).await.remove(1).state;
    assert_eq!(
        (refused.migration.as_str(), refused.migration_reason),
        ("gagal", Some(gone_group()))
    );
    record(&store, i64::MAX, &[sent("2", Ok(LINK))]).await;
    assert_eq!(semesters(&store).await.remove(1).state.migration_reason, None);
}

#[rstest]
#[tokio::test]
async fn a_row_that_was_edited_while_it_was_sent_keeps_waiting(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let id = create(&store, &semester("1", "lama")).await.unwrap();
    change(&store, id, &semester("1", "baru")).await.unwrap();
    let long_before_the_edit = 1;
    record(&store, long_before_the_edit, &[sent("1", Ok(LINK))]).await;
    assert_eq!(waiting(&store).await, ["1"]);
}

#[rstest]
#[tokio::test]
async fn what_stands_under_the_root_for_now_waits_to_be_moved(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    create(&store, &semester("1", "x")).await.unwrap();
    record(
        &store,
        i64::MAX,
        &[sent(
            "1",
            Ok(Link {
                provisional: true,
                ..LINK
            }),
        )],
    )
    .await;
    assert_eq!(waiting(&store).await, ["1"]);
}

#[rstest]
#[tokio::test]
async fn a_link_outlives_its_row(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let again = async || {
        create(&store, &semester("1", "x")).await.unwrap();
        let wanted = [vec!["1".to_owned()]];
        let links = store
            .links("semester", "kode_semester", &["kode_semester"], &wanted)
            .await
            .unwrap();
        links.get(&wanted[0]).cloned()
    };
    assert_eq!(again().await, Some(None), "a row without a link");
    record(&store, i64::MAX, &[sent("1", Ok(LINK))]).await;
    store
        .delete::<Semester>(job(&store).await, &Selection::default(), 10)
        .await
        .unwrap();
    assert_eq!(again().await, Some(Some(LINK)));
}

#[rstest]
#[tokio::test]
async fn a_link_follows_the_key_that_a_form_changes_and_is_sent_again(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let id = create(&store, &semester("1", "x")).await.unwrap();
    record(&store, i64::MAX, &[sent("1", Ok(LINK))]).await;
    assert!(change(&store, id, &semester("2", "x")).await.unwrap());
    let next = async || {
        let next = store
            .next_exports::<Semester>(&Selection::default(), None, 100)
            .await
            .unwrap();
        let known = next
            .into_iter()
            .map(|(stored, link)| (stored.row.kode_semester.to_string(), link));
        known.collect::<Vec<_>>()
    };
    let unsent = Link { sent_hash: 0, ..LINK };
    assert_eq!(next().await, [("2".to_owned(), Some(unsent.clone()))]);
    // On the platform it goes by its former name, which is no other row's meanwhile.
    let renamed = async || {
        let found = store
            .renamed(&["selaras:semester:1", "selaras:semester:2"])
            .await
            .unwrap();
        found.into_iter().collect::<Vec<_>>()
    };
    let former = ("selaras:semester:1".to_owned(), "selaras:semester:2".to_owned());
    assert_eq!(renamed().await, [former]);
    create(&store, &semester("1", "y")).await.unwrap();
    // What was under way by the former name is not known by it.
    record(&store, 0, &[sent("1", Ok(LINK))]).await;
    assert_eq!(next().await[0], ("1".to_owned(), None));
    record(&store, i64::MAX, &[sent("2", Ok(LINK))]).await;
    assert_eq!(renamed().await, []);
    // There and back again it bears the name that it had.
    assert!(change(&store, id, &semester("3", "x")).await.unwrap());
    assert!(change(&store, id, &semester("2", "x")).await.unwrap());
    assert_eq!(renamed().await, []);
    assert_eq!(next().await[1], ("2".to_owned(), Some(unsent)));
}
