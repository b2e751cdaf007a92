//! A form that moves a student into another class.

use crate::{
    change, create,
    database::Database::{self, Postgres, Sqlite},
    new_job, open,
};
use futures::TryStreamExt;
use rstest::rstest;
use selaras_kinds::{Kind, mahasiswa::Mahasiswa};
use selaras_store::{
    Store, StoreError,
    enrol::Placed,
    jobs::Counts,
    rows::{Enrolment, ListQuery},
};
use selaras_tests::numbers;

fn student(class: &str) -> Mahasiswa {
    Mahasiswa {
        nama_mk: "Algoritma".into(),
        nama_kelas: class.into(),
        program_id: "11".into(),
        NPK: "260001".into(),
        nama_lengkap: "Siti Aminah".into(),
        ..Mahasiswa::default()
    }
}

/// The enrolments: id, class, state, and whether the source lists them.
async fn places(store: &Store) -> Vec<(i64, String, Enrolment, bool)> {
    let rows = store.stream::<Mahasiswa>(ListQuery::default());
    rows.map_ok(|place| {
        (
            place.id,
            place.row.nama_kelas.to_string(),
            place.state.enrolment,
            place.state.missing_since.is_none(),
        )
    })
    .try_collect()
    .await
    .unwrap()
}

/// Records a job's success for an enrolment.
async fn enrolled(store: &Store, job: i64, place: i64) {
    let placed = Placed {
        id: place,
        enrolment: Some(Enrolment::Sudah),
        reason: None,
    };
    store
        .record_places::<Mahasiswa>(job, &[placed], &[], &Counts::default())
        .await
        .unwrap();
}

#[rstest]
#[tokio::test]
async fn enrolment_not_on_the_platform_is_moved(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let place = create(&store, &student("A")).await.unwrap();
    assert!(change(&store, place, &student("B")).await.unwrap());
    assert_eq!(places(&store).await, [(place, "B".to_owned(), Enrolment::Belum, true)]);
    let other = create(&store, &student("C")).await.unwrap();
    // No student is twice in one class.
    assert!(matches!(
        change(&store, other, &student("B")).await,
        Err(StoreError::Taken(_))
    ));
    numbers::assert_true(&store).await;
}

#[rstest]
#[tokio::test]
async fn enrolment_on_the_platform_is_left_behind_and_a_new_one_added(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let place = create(&store, &student("A")).await.unwrap();
    let job = store.create_job(new_job(Mahasiswa::NAME)).await.unwrap();
    enrolled(&store, job, place).await;
    assert!(change(&store, place, &student("B")).await.unwrap());
    let [left, entered] = &places(&store).await[..] else {
        panic!("not two enrolments")
    };
    assert_eq!(*left, (place, "A".to_owned(), Enrolment::Sudah, false));
    assert_eq!(*entered, (entered.0, "B".to_owned(), Enrolment::Belum, true));
    numbers::assert_true(&store).await;
    assert!(change(&store, entered.0, &student("A")).await.unwrap());
    assert_eq!(places(&store).await, [(place, "A".to_owned(), Enrolment::Sudah, true)]);
    numbers::assert_true(&store).await;
}

#[rstest]
#[tokio::test]
async fn enrolment_being_sent_is_left_behind_too(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let place = create(&store, &student("A")).await.unwrap();
    let job = store.create_job(new_job(Mahasiswa::NAME)).await.unwrap();
    assert_eq!(store.take_job("a", &[]).await.unwrap(), Some(job));
    assert!(change(&store, place, &student("B")).await.unwrap());
    // The platform answers after the form, for the first class.
    enrolled(&store, job, place).await;
    let places: Vec<_> = places(&store)
        .await
        .into_iter()
        .map(|place| (place.1, place.2, place.3))
        .collect();
    assert_eq!(
        places,
        [
            ("A".to_owned(), Enrolment::Sudah, false),
            ("B".to_owned(), Enrolment::Belum, true)
        ]
    );
}
