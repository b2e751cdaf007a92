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
    enrol::EnrolmentResult,
    jobs::Counts,
    rows::{EnrolmentState, ListQuery},
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
async fn enrolments(store: &Store) -> Vec<(i64, String, EnrolmentState, bool)> {
    let rows = store.stream::<Mahasiswa>(ListQuery::default());
    rows.map_ok(|enrolment| {
        (
            enrolment.id,
            enrolment.row.nama_kelas.to_string(),
            enrolment.state.enrolment,
            enrolment.state.missing_since.is_none(),
        )
    })
    .try_collect()
    .await
    .unwrap()
}

/// Records a job's success for an enrolment.
async fn enrolled(store: &Store, job: i64, enrolment: i64) {
    let placed = EnrolmentResult {
        id: enrolment,
        state: Some(EnrolmentState::Sudah),
        reason: None,
    };
    store
        .record_enrolments::<Mahasiswa>(job, &[placed], &[], &Counts::default())
        .await
        .unwrap();
}

#[rstest]
#[tokio::test]
async fn enrolment_not_on_the_platform_is_moved(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let enrolment = create(&store, &student("A")).await.unwrap();
    assert!(change(&store, enrolment, &student("B")).await.unwrap());
    assert_eq!(
        enrolments(&store).await,
        [(enrolment, "B".to_owned(), EnrolmentState::Belum, true)]
    );
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
    let enrolment = create(&store, &student("A")).await.unwrap();
    let job = store.create_job(new_job(Mahasiswa::NAME)).await.unwrap();
    enrolled(&store, job, enrolment).await;
    assert!(change(&store, enrolment, &student("B")).await.unwrap());
    let [left, entered] = &enrolments(&store).await[..] else {
        panic!("not two enrolments")
    };
    assert_eq!(*left, (enrolment, "A".to_owned(), EnrolmentState::Sudah, false));
    assert_eq!(*entered, (entered.0, "B".to_owned(), EnrolmentState::Belum, true));
    numbers::assert_true(&store).await;
    assert!(change(&store, entered.0, &student("A")).await.unwrap());
    assert_eq!(
        enrolments(&store).await,
        [(enrolment, "A".to_owned(), EnrolmentState::Sudah, true)]
    );
    numbers::assert_true(&store).await;
}

#[rstest]
#[tokio::test]
async fn enrolment_being_sent_is_left_behind_too(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let enrolment = create(&store, &student("A")).await.unwrap();
    let job = store.create_job(new_job(Mahasiswa::NAME)).await.unwrap();
    assert_eq!(store.take_job("a", &[]).await.unwrap(), Some(job));
    assert!(change(&store, enrolment, &student("B")).await.unwrap());
    // The platform answers after the form, for the first class.
    enrolled(&store, job, enrolment).await;
    let enrolments: Vec<_> = enrolments(&store)
        .await
        .into_iter()
        .map(|enrolment| (enrolment.1, enrolment.2, enrolment.3))
        .collect();
    assert_eq!(
        enrolments,
        [
            ("A".to_owned(), EnrolmentState::Sudah, false),
            ("B".to_owned(), EnrolmentState::Belum, true)
        ]
    );
}
