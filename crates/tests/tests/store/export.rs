//! Rows that wait for an export, and their links to the platform.

use crate::{
    change, create,
    database::Database::{self, Postgres, Sqlite},
    job, open, semester, semesters,
};
use rstest::rstest;
use sea_orm::ConnectionTrait;
use selaras_kinds::{fingerprint, semester::Semester};
use selaras_reasons::Reason;
use selaras_store::{
    Selection, Store,
    export::{Exported, Link, ToSend},
    jobs::Counts,
    sync::Upsert,
};

const LINK: Link = Link {
    platform_id: 7,
    container_id: Some(1),
    is_group: false,
    provisional: false,
    sent_hash: 1,
    keeps_username: false,
    tied: false,
};

/// An export's result for a semester as it is now.
async fn sent(store: &Store, code: &str, result: Result<Link, Reason>) -> Exported {
    let read = store.next_objects::<Semester>(None, 100).await.unwrap();
    let object = read
        .iter()
        .find(|object| object.stored.row.kode_semester.as_str() == code);
    Exported {
        object_key: code.to_owned(),
        fingerprint: object.unwrap().fingerprint,
        idnumber: format!("selaras:semester:{code}"),
        result,
    }
}

async fn record(store: &Store, exports: &[Exported]) {
    let job = job(store).await;
    store
        .record_exports::<Semester>(job, exports, &[], &Counts::default())
        .await
        .unwrap();
}

/// The rows that wait for an export.
async fn next(store: &Store) -> Vec<ToSend<Semester>> {
    store
        .next_exports::<Semester>(&Selection::default(), false, None, 100)
        .await
        .unwrap()
}

/// The codes of the rows that wait for an export.
async fn waiting(store: &Store) -> Vec<String> {
    let next = next(store).await;
    assert_eq!(
        next.len() as i64,
        store.count_exports::<Semester>(&Selection::default()).await.unwrap()
    );
    next.into_iter()
        .map(|object| object.stored.row.kode_semester.to_string())
        .collect()
}

fn gone_group() -> Reason {
    Reason::GroupGone {
        platform: "Moodle".to_owned(),
    }
}

#[rstest]
#[tokio::test]
async fn sent_rows_stop_waiting_and_refused_rows_keep_their_reason(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    for code in ["1", "2", "3"] {
        create(&store, &semester(code, "x")).await.unwrap();
    }
    let refused = sent(&store, "2", Err(gone_group())).await;
    record(&store, &[sent(&store, "1", Ok(LINK)).await, refused]).await;
    assert_eq!(waiting(&store).await, ["2", "3"]);
    let refused = semesters(&store).await.remove(1).state;
    assert_eq!(
        (refused.migration.as_str(), refused.migration_reason),
        ("gagal", Some(gone_group()))
    );
    record(&store, &[sent(&store, "2", Ok(LINK)).await]).await;
    assert_eq!(semesters(&store).await.remove(1).state.migration_reason, None);
}

#[rstest]
#[tokio::test]
async fn row_changed_during_its_export_keeps_waiting(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("form", "sync")] by: &str,
    #[values(true, false)] taken: bool,
) {
    let (store, _fresh) = open(on).await;
    for code in ["1", "2"] {
        create(&store, &semester(code, "lama")).await.unwrap();
    }
    let result = || if taken { Ok(LINK) } else { Err(gone_group()) };
    let read = [sent(&store, "1", result()).await, sent(&store, "2", result()).await];
    let changed = semester("1", "baru");
    match by {
        "form" => assert!(change(&store, semesters(&store).await[0].id, &changed).await.unwrap()),
        _ => {
            let mut upsert = Upsert::new(&store, job(&store).await);
            upsert.write(&[changed], &[], &[], &Counts::default()).await.unwrap();
        }
    }
    record(&store, &read).await;
    let states: Vec<_> = semesters(&store)
        .await
        .into_iter()
        .map(|stored| stored.state.migration.as_str())
        .collect();
    assert_eq!(states, ["belum", if taken { "sudah" } else { "gagal" }]);
    // The link is stored, and the row is sent to the same object again.
    let known = next(&store).await.remove(0).known;
    assert_eq!(known, taken.then_some(LINK));
}

#[rstest]
#[tokio::test]
async fn fingerprint_of_an_earlier_version_still_matches(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    create(&store, &semester("1", "x")).await.unwrap();
    let of_earlier = "UPDATE semester SET fingerprint = 1";
    store.writer().execute_unprepared(of_earlier).await.unwrap();
    assert_ne!(fingerprint(&semester("1", "x")), 1);
    record(&store, &[sent(&store, "1", Ok(LINK)).await]).await;
    assert_eq!(waiting(&store).await, Vec::<String>::new());
}

#[rstest]
#[tokio::test]
async fn objects_under_the_root_category_wait_to_be_moved(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    create(&store, &semester("1", "x")).await.unwrap();
    let for_now = Link {
        provisional: true,
        ..LINK
    };
    record(&store, &[sent(&store, "1", Ok(for_now)).await]).await;
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
    record(&store, &[sent(&store, "1", Ok(LINK)).await]).await;
    store
        .delete::<Semester>(job(&store).await, &Selection::default(), 10)
        .await
        .unwrap();
    assert_eq!(again().await, Some(Some(LINK)));
}

#[rstest]
#[tokio::test]
async fn link_follows_a_changed_key_and_is_resent(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let id = create(&store, &semester("1", "x")).await.unwrap();
    let as_it_was = sent(&store, "1", Ok(LINK)).await;
    record(&store, std::slice::from_ref(&as_it_was)).await;
    assert!(change(&store, id, &semester("2", "x")).await.unwrap());
    let next = async || {
        let next = next(&store).await.into_iter();
        let known = next.map(|object| (object.stored.row.kode_semester.to_string(), object.known));
        known.collect::<Vec<_>>()
    };
    let unsent = Link { sent_hash: 0, ..LINK };
    assert_eq!(next().await, [("2".to_owned(), Some(unsent.clone()))]);
    // The platform still has the former name, which no other row has meanwhile.
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
    // A result under the former name does not reach the renamed row.
    record(&store, &[as_it_was]).await;
    assert_eq!(next().await[0], ("1".to_owned(), None));
    record(&store, &[sent(&store, "2", Ok(LINK)).await]).await;
    assert_eq!(renamed().await, []);
    // After the name is changed back, the old name matches.
    assert!(change(&store, id, &semester("3", "x")).await.unwrap());
    assert!(change(&store, id, &semester("2", "x")).await.unwrap());
    assert_eq!(renamed().await, []);
    assert_eq!(next().await[1], ("2".to_owned(), Some(unsent)));
}
