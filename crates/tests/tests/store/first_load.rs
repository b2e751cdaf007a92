//! A large first load postpones search indexes: searches work meanwhile, and every index exists at the end.

use crate::{
    change, create,
    database::Database::{self, Postgres, Sqlite},
    job, open, searching, write_students,
};
use rstest::rstest;
use sea_orm::{ConnectionTrait, DatabaseBackend, Statement};
use selaras_kinds::{Kind, kelas::Kelas, key_hash, mahasiswa::Mahasiswa};
use selaras_store::{
    Store, StoreError,
    staging::{Says, StagedEnrolment, Staging},
};
use selaras_tests::numbers;

fn students(from: usize, number: usize) -> Vec<Mahasiswa> {
    let student = |at: usize| Mahasiswa {
        nama_mk: "Algoritma".into(),
        nama_kelas: "A".into(),
        program_id: "11".into(),
        NPK: (260_000 + at).to_string().into(),
        nama_lengkap: format!("Mahasiswa {:05}", at * 7919 % 100_003).into(),
        ..Mahasiswa::default()
    };
    (from..from + number).map(student).collect()
}

/// Writes `number` students as a job on an empty kind does.
async fn load(store: &Store, number: usize) {
    load_as(store, job(store).await, number).await;
}

async fn load_as(store: &Store, job: i64, number: usize) {
    let rows: Vec<_> = students(0, number).into_iter().map(|row| (1, row)).collect();
    let mut staging: Staging<Mahasiswa> = store.stage().await.unwrap();
    staging.add_people(&rows).await.unwrap();
    staging.add_classes(&[rows[0].1.clone()]).await.unwrap();
    let enrolments: Vec<_> = rows
        .iter()
        .zip(1..)
        .map(|((_, row), person)| StagedEnrolment {
            class: 1,
            person,
            key_hash: key_hash(row),
            source_hash: 1,
            says: Says::First,
        })
        .collect();
    staging.add_enrolments(&enrolments).await.unwrap();
    staging.order_enrolments(false).await.unwrap();
    staging.begin_first_load(job, number as i64).await.unwrap();
    let ids = staging.create_people(job, || Ok::<_, StoreError>(())).await.unwrap();
    for range in staging.ranges(&[number as u32]) {
        staging.create_enrolments(job, ids, range).await.unwrap();
    }
}

/// All indexes and triggers in the database.
async fn finders(store: &Store) -> Vec<String> {
    let backend = store.backend();
    let sql = match backend {
        DatabaseBackend::Sqlite => {
            "SELECT sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
        }
        _ => "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()",
    };
    let rows = store
        .writer()
        .query_all_raw(Statement::from_string(backend, sql))
        .await
        .unwrap();
    let mut finders: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    finders.sort();
    finders
}

/// The numbers of the people that a search by name finds.
async fn found(store: &Store, typed: &str) -> Vec<String> {
    let page = store.page::<Mahasiswa>(&searching(typed), 0, 10).await.unwrap();
    page.rows.into_iter().map(|row| row.row.NPK.to_string()).collect()
}

#[rstest]
#[tokio::test]
async fn large_first_load_is_searchable_and_ends_with_every_index(#[values(Sqlite, Postgres)] on: Database) {
    let (store, fresh) = open(on).await;
    let before = finders(&store).await;
    load(&store, 6000).await;
    assert!(finders(&store).await.len() < before.len());
    // The job has not ended: its counters are those of its written rows.
    assert_eq!(store.standing(Mahasiswa::NAME).await.unwrap().rows, 6000);
    numbers::assert_true(&store).await;
    // The last student was written after the indexes were dropped.
    let last = students(5999, 1).remove(0);
    assert_eq!(found(&store, &last.nama_lengkap).await, [last.NPK.as_str()]);

    // Opening the database then, as after a crash, works too.
    let later = Store::open(&fresh.url).await.unwrap();
    assert_eq!(found(&later, &last.nama_lengkap).await, [last.NPK.as_str()]);

    later.make_postponed_indexes(Mahasiswa::NAME).await.unwrap();
    assert_eq!(finders(&later).await, before);
    assert_eq!(found(&later, &last.nama_lengkap).await, [last.NPK.as_str()]);
    assert_eq!(found(&later, "Mahasiswa").await.len(), 10);
    if on == Postgres {
        assert!(has_statistics(&later).await);
    }
}

#[rstest]
#[tokio::test]
async fn large_class_load_is_searchable_and_ends_with_every_index(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let before = finders(&store).await;
    let class = |at: usize| Kelas {
        jadwal_kuliah_detail_id: at.to_string().into(),
        nama_mata_kuliah: format!("Mata Kuliah {:05}", at * 7919 % 100_003).into(),
        ..Kelas::default()
    };
    let classes: Vec<_> = (0..6000).map(class).collect();
    let (job, mut staging) = (job(&store).await, store.stage().await.unwrap());
    staging.add(&classes).await.unwrap();
    staging.compare(false, Some(job)).await.unwrap();
    staging.begin_first_load(job, classes.len() as i64).await.unwrap();
    let mut last = Some(0);
    while let Some(after) = last {
        last = staging.create_next(job, after).await.unwrap();
    }
    assert!(finders(&store).await.len() < before.len());
    numbers::assert_true(&store).await;
    let last = &classes[5999];
    let found = async || {
        let query = searching(&last.nama_mata_kuliah);
        let page = store.page::<Kelas>(&query, 0, 10).await.unwrap();
        page.rows.into_iter().map(|row| row.row).collect::<Vec<_>>()
    };
    assert_eq!(found().await, std::slice::from_ref(last));

    store.make_postponed_indexes(Kelas::NAME).await.unwrap();
    assert_eq!(finders(&store).await, before);
    assert_eq!(found().await, std::slice::from_ref(last));
    numbers::assert_true(&store).await;
}

/// True if PostgreSQL has analysed the enrolments.
async fn has_statistics(store: &Store) -> bool {
    let sql =
        "SELECT count(*) > 0 FROM pg_stats WHERE schemaname = current_schema() AND tablename = 'mahasiswa_enrolment'";
    let known = store
        .writer()
        .query_one_raw(Statement::from_string(store.backend(), sql));
    known.await.unwrap().unwrap().try_get_by_index(0).unwrap()
}

#[rstest]
#[tokio::test]
async fn person_renamed_after_a_first_load_is_found_by_the_new_name(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    load(&store, 6000).await;
    store.make_postponed_indexes(Mahasiswa::NAME).await.unwrap();
    let first = students(0, 1).remove(0);
    let id = {
        let query = searching(&first.NPK);
        store.page::<Mahasiswa>(&query, 0, 10).await.unwrap().rows[0].id
    };
    let renamed = Mahasiswa {
        nama_lengkap: "Rahmawati".into(),
        ..first.clone()
    };
    assert!(change(&store, id, &renamed).await.unwrap());
    assert_eq!(found(&store, "rahmawati").await, [first.NPK.as_str()]);
    assert_eq!(found(&store, "rahmawati mahasiswa").await, [""; 0]);
}

#[rstest]
#[tokio::test]
async fn counters_stay_exact_with_writers_during_a_first_load_and_retry(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    load_as(&store, job, 3000).await;
    let typed = |at: usize| students(at, 1).remove(0);
    create(&store, &typed(100_000)).await.unwrap();
    numbers::assert_true(&store).await;

    // The process was killed, and the retry finds some of its rows written.
    write_students(&store, job, students(2000, 3000)).await;
    assert_eq!(store.standing(Mahasiswa::NAME).await.unwrap().rows, 5001);
    numbers::assert_true(&store).await;

    store.make_postponed_indexes(Mahasiswa::NAME).await.unwrap();
    numbers::assert_true(&store).await;
    create(&store, &typed(100_001)).await.unwrap();
    write_students(&store, job, students(5000, 1000)).await;
    assert_eq!(store.standing(Mahasiswa::NAME).await.unwrap().rows, 6002);
    numbers::assert_true(&store).await;
}

#[rstest]
#[tokio::test]
async fn small_first_load_drops_no_index(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let before = finders(&store).await;
    load(&store, 1000).await;
    assert_eq!(finders(&store).await, before);
}
