//! A database that an earlier version left is brought up to date, and nothing that an administrator knows is lost.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    open, searching,
};
use flate2::read::GzDecoder;
use futures::TryStreamExt;
use rstest::rstest;
use sea_orm::{ConnectionTrait, Statement};
use selaras_kinds::{
    Kind, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mengajar::Mengajar, pengajar::Pengajar, search_text,
};
use selaras_reasons::{Language, Reason};
use selaras_store::{
    Selection, Store,
    administrators::Role,
    jobs::JobFilter,
    report::Lines,
    rows::{Enrolment, ListQuery, Migration, Stored},
};
use selaras_tests::{database::Fresh, numbers};
use std::{collections::BTreeMap, io::Read};

/// What version 0.1.0 left: see `fixtures/README.md`.
pub async fn left_by_0_1_0(on: Database) -> Fresh {
    let packed: &[u8] = match on {
        Sqlite => include_bytes!("../../fixtures/m0009.sqlite.sql.gz"),
        Postgres => include_bytes!("../../fixtures/m0009.postgres.sql.gz"),
    };
    let mut sql = String::new();
    GzDecoder::new(packed).read_to_string(&mut sql).unwrap();
    let fresh = on.fresh().await;
    let store = Store::connect(&fresh.url).await.unwrap();
    store.writer().execute_unprepared(&sql).await.unwrap();
    store.close().await.unwrap();
    fresh
}

async fn upgraded(on: Database) -> (Store, Fresh) {
    let fresh = left_by_0_1_0(on).await;
    (Store::open(&fresh.url).await.unwrap(), fresh)
}

async fn rows<K: Kind>(store: &Store) -> Vec<Stored<K>> {
    store.stream::<K>(ListQuery::default()).try_collect().await.unwrap()
}

async fn number(store: &Store, sql: &str) -> i64 {
    let statement = Statement::from_string(store.backend(), sql.to_owned());
    let row = store.writer().query_one_raw(statement).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

#[rstest]
#[tokio::test]
async fn every_place_is_kept_and_every_student_stands_once(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = upgraded(on).await;
    assert_eq!(rows::<Mahasiswa>(&store).await.len(), 402);
    assert_eq!(rows::<MahasiswaMbkm>(&store).await.len(), 111);
    numbers::assert_true(&store).await;
    assert_eq!(rows::<Mengajar>(&store).await.len(), 390);
    let students: std::collections::BTreeSet<_> = rows::<Mahasiswa>(&store)
        .await
        .into_iter()
        .map(|stored| stored.row.NPK.to_string())
        .collect();
    let people = store.count_objects::<Mahasiswa>(&Selection::default()).await.unwrap();
    assert_eq!(people, students.len() as i64);
    assert_eq!(number(&store, "SELECT COUNT(*) FROM mahasiswa_place").await, 402);
    let loose = "SELECT COUNT(*) FROM mahasiswa_place p WHERE NOT EXISTS (SELECT 1 FROM mahasiswa_person m WHERE \
                 m.id = p.person_id) OR NOT EXISTS (SELECT 1 FROM mahasiswa_class c WHERE c.id = p.class_id)";
    assert_eq!(number(&store, loose).await, 0);
}

#[rstest]
#[tokio::test]
async fn of_a_student_whose_rows_disagree_the_row_that_was_edited_last_is_right(
    #[values(Sqlite, Postgres)] on: Database,
) {
    let fresh = left_by_0_1_0(on).await;
    let before = Store::connect(&fresh.url).await.unwrap();
    let latest =
        "SELECT id FROM mahasiswa WHERE \"NPK\" = '250036' AND edited_at IS NOT NULL ORDER BY edited_at DESC LIMIT 1";
    let latest = number(&before, latest).await;
    let old = name_and_address(&before, latest).await;
    before.close().await.unwrap();
    let store = Store::open(&fresh.url).await.unwrap();
    let places = store
        .first::<Mahasiswa>(&Selection::equal([("NPK", "250036")]), 100)
        .await
        .unwrap();
    assert_eq!(places.len(), 8);
    for place in &places {
        assert_eq!(
            (place.row.nama_lengkap.as_str(), place.row.email.as_str()),
            (old.0.as_str(), old.1.as_str())
        );
        assert_eq!(place.state.migration, Migration::Berubah);
    }
    // The enrolment is each place's own.
    let enrolled = places
        .iter()
        .filter(|place| place.state.enrolment == Enrolment::Sudah)
        .count();
    assert_eq!(enrolled, 7);
}

/// Name and address of a row as the old schema had them.
async fn name_and_address(store: &Store, id: i64) -> (String, String) {
    let sql = format!("SELECT nama_lengkap, email FROM mahasiswa WHERE id = {id}");
    let statement = Statement::from_string(store.backend(), sql);
    let row = store.writer().query_one_raw(statement).await.unwrap().unwrap();
    (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap())
}

#[rstest]
#[tokio::test]
async fn states_links_log_people_schedules_and_attendance_are_kept(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = upgraded(on).await;
    for (table, rows) in [
        ("platform_link", 831),
        ("activity_log", 69),
        ("administrator", 3),
        ("administrator_before", 1),
        ("attendance", 74),
        ("schedule", 3),
        ("outbox", 1),
        ("job", 45),
    ] {
        assert_eq!(
            number(&store, &format!("SELECT COUNT(*) FROM {table}")).await,
            rows,
            "{table}"
        );
    }
    let missing = "SELECT COUNT(*) FROM mahasiswa_place WHERE missing_since IS NOT NULL";
    assert_eq!(number(&store, missing).await, 2);
    // Refused accounts say so with their reason, in every class; a failed enrolment is the place's.
    let refused = store
        .first::<Mahasiswa>(&Selection::equal([("NPK", "F0001")]), 10)
        .await
        .unwrap();
    assert_eq!(refused[0].state.migration, Migration::Gagal);
    assert!(refused[0].state.migration_reason.is_some());
    let teachers = rows::<Pengajar>(&store).await;
    assert!(!teachers.is_empty());
}

#[rstest]
#[tokio::test]
async fn jobs_keep_their_accounts_and_those_that_lost_their_versions_say_so(#[values(Sqlite, Postgres)] on: Database) {
    let fresh = left_by_0_1_0(on).await;
    let before = Store::connect(&fresh.url).await.unwrap();
    let versions = number(&before, "SELECT COUNT(*) FROM mahasiswa_before").await
        + number(&before, "SELECT COUNT(*) FROM mahasiswa_mbkm_before").await;
    assert_eq!(versions, 29);
    before.close().await.unwrap();
    let store = Store::open(&fresh.url).await.unwrap();
    let mut lines = BTreeMap::new();
    for job in store.jobs(JobFilter::default(), 100).await.unwrap() {
        let key: &[&str] = match job.kind.as_str() {
            "mahasiswa" => Mahasiswa::KEY,
            "mahasiswa_mbkm" => MahasiswaMbkm::KEY,
            _ => continue,
        };
        let page = store.report_page(&job, key, &Lines::default(), 0, 1).await.unwrap();
        lines.insert(job.id, (job.verb.to_string(), page.total));
        let lost = format!("SELECT COUNT(*) FROM job WHERE undo_lost AND id = {}", job.id);
        assert!(!(job.undoable && number(&store, &lost).await == 1), "{job:?}");
    }
    let deleted: i64 = lines
        .values()
        .filter(|(verb, _)| verb == "delete")
        .map(|(_, lines)| lines)
        .sum();
    assert!(deleted > 0, "{lines:?}");
}

#[rstest]
#[tokio::test]
async fn a_database_that_is_up_to_date_is_opened_as_it_is(#[values(Sqlite, Postgres)] on: Database) {
    let (store, fresh) = upgraded(on).await;
    let places = rows::<Mahasiswa>(&store).await;
    store.close().await.unwrap();
    let again = Store::open(&fresh.url).await.unwrap();
    assert_eq!(rows::<Mahasiswa>(&again).await, places);
    assert_eq!(open(on).await.0.pending_migrations().await.unwrap(), 0);
}

#[rstest]
#[tokio::test]
async fn what_an_earlier_version_said_in_sentences_is_read_as_it_stands(#[values(Sqlite, Postgres)] on: Database) {
    let fresh = left_by_0_1_0(on).await;
    let store = Store::open(&fresh.url).await.unwrap();
    let warnings = r#"[{"text":"Pesan tidak terkirim.","mend":null}]"#;
    store
        .writer()
        .execute_unprepared(&format!("UPDATE job SET warnings = '{warnings}'"))
        .await
        .unwrap();
    let jobs = store.jobs(JobFilter::default(), 100).await.unwrap();
    let earlier = |reason: &Reason| matches!(reason, Reason::Earlier { .. });
    assert!(jobs.iter().all(|job| earlier(&job.message)), "{jobs:#?}");
    let said: Vec<_> = jobs.into_iter().map(|job| job.in_words(Language::English)).collect();
    assert!(
        said.iter().any(|job| job.message.starts_with("Sinkronisasi data ")),
        "{said:#?}"
    );
    assert!(said.iter().all(|job| job.warnings[0].text == "Pesan tidak terkirim."));
    let log = store
        .log_page(&ListQuery::default(), &Default::default(), 0, 100)
        .await
        .unwrap();
    assert!(log.rows.len() == 69 && log.rows.iter().all(|entry| earlier(&entry.action)));
}

#[rstest]
#[tokio::test]
async fn whom_an_earlier_version_knew_is_found_by_a_part_of_the_name(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = upgraded(on).await;
    assert!(store.has_search_index().await.unwrap());
    let all = rows::<Mahasiswa>(&store).await;
    let name = all[17].row.nama_lengkap.to_string();
    let part: String = name.chars().skip(1).take(4).collect::<String>().to_uppercase();
    let found = store.page::<Mahasiswa>(&searching(&part), 0, 1000).await.unwrap();
    let holds = |row: &&Stored<Mahasiswa>| search_text(&row.row).contains(part.trim().to_lowercase().as_str());
    assert_eq!(
        found.rows,
        all.iter().filter(holds).cloned().collect::<Vec<_>>(),
        "{part}"
    );
}

#[rstest]
#[tokio::test]
async fn who_was_there_is_an_administrator_and_the_log_before_its_chain_is_told_as_such(
    #[values(Sqlite, Postgres)] on: Database,
) {
    let (store, _fresh) = upgraded(on).await;
    let users = store.administrators(&ListQuery::default(), 0, 10).await.unwrap().rows;
    assert_eq!(users.len(), 3);
    assert!(users.iter().all(|user| user.role == Role::Administrator), "{users:?}");
    store.log(&Reason::DidLogOut, "Ani").await.unwrap();
    let verified = store.verify_log().await.unwrap();
    assert_eq!((verified.flaw, verified.before, verified.sound), (None, 69, 1));
}
