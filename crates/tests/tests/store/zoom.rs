//! Ties of attendance. The directory of people and the classes of meetings are rebuilt if their inputs change, and only
//! then.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    job, make_students, open,
};
use rstest::rstest;
use sea_orm::ConnectionTrait;
use selaras_kinds::{kelas::Kelas, mahasiswa::Mahasiswa};
use selaras_reasons::Reason;
use selaras_store::{
    Store,
    attendance::Participation,
    jobs::Counts,
    meetings::{RuleEdit, RuleEdited, Tells},
    people::{Freshness, Identity},
    retention::Subject,
    sync::Upsert,
};

const ADDRESS: &str = "siti@kampus.ac.id";

/// Creates a student without announcing the change.
async fn make_siti(store: &Store) {
    let siti = Mahasiswa {
        nama_mk: "Algoritma".into(),
        nama_kelas: "A".into(),
        NPK: "11".into(),
        nama_lengkap: "Siti Rahayu".into(),
        email: ADDRESS.into(),
        ..Mahasiswa::default()
    };
    make_students(store, [siti]).await;
}

/// True if the student is found by her address.
async fn is_found(store: &Store) -> bool {
    let siti = Identity {
        email: ADDRESS.to_owned(),
        name: String::new(),
    };
    !store.meant([siti], Freshness::Now).await.unwrap().is_empty()
}

/// A participation in a meeting that began then.
fn there(meeting: &str, topic: &str, start: i64) -> Participation {
    Participation {
        meeting_id: meeting.to_owned(),
        topic: topic.to_owned(),
        meeting_start: start,
        username: format!("Peserta {topic}"),
        ..Participation::default()
    }
}

/// Meetings without a class.
async fn untied(store: &Store) -> Vec<String> {
    let page = store.untied("", 0, 10).await.unwrap();
    page.rows.into_iter().map(|series| series.topic).collect()
}

#[rstest]
#[tokio::test]
async fn directory_is_rebuilt_only_if_people_change(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    assert!(!is_found(&store).await);
    make_siti(&store).await;
    store.log(&Reason::DidLogOut, "ani").await.unwrap();
    store.changed("kelas").await.unwrap();
    assert!(!is_found(&store).await);
    for kind in ["mahasiswa", "mahasiswa_mbkm", "pengajar"] {
        store.changed(kind).await.unwrap();
        assert!(is_found(&store).await, "{kind}");
        let forget = "DELETE FROM zoom_person WHERE identity <> ''";
        store.writer().execute_unprepared(forget).await.unwrap();
        store.log(&Reason::DidLogOut, "ani").await.unwrap();
        assert!(!is_found(&store).await, "{kind}");
    }
}

#[rstest]
#[tokio::test]
async fn meetings_are_tied_again_only_if_classes_or_rules_change(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let meetings = [there("845", "Algoritma A", 0), there("900", "Rapat", 0)];
    store.keep_participations(&meetings).await.unwrap();
    assert_eq!(untied(&store).await, ["Algoritma A", "Rapat"]);
    let class = Kelas {
        jadwal_kuliah_detail_id: "1".into(),
        nama_mata_kuliah: "Algoritma".into(),
        nama_kelas: "A".into(),
        ..Kelas::default()
    };
    let mut upsert = Upsert::new(&store, job(&store).await);
    upsert.write(&[class], &[], &[], &Counts::default()).await.unwrap();
    store.log(&Reason::DidLogOut, "ani").await.unwrap();
    store.changed("mahasiswa").await.unwrap();
    assert_eq!(untied(&store).await, ["Algoritma A", "Rapat"]);
    store.changed("kelas").await.unwrap();
    assert_eq!(untied(&store).await, ["Rapat"]);

    let keep = async |id: Option<i64>, text: &str| {
        let rule = RuleEdit {
            tells: Tells::Topic,
            text,
            class: "1",
        };
        let edited = store.keep_rule(id, rule, "ani".into(), &Reason::DidLogOut).await;
        assert_eq!(edited.unwrap(), RuleEdited::Done);
    };
    keep(None, "rapat").await;
    assert_eq!(untied(&store).await, [""; 0]);
    let id = store.rules().await.unwrap()[0].id;
    keep(Some(id), "ujian").await;
    assert_eq!(untied(&store).await, ["Rapat"]);
    keep(Some(id), "rapat").await;
    assert_eq!(untied(&store).await, [""; 0]);
    assert!(store.delete_rule(id, "ani".into(), &Reason::DidLogOut).await.unwrap());
    assert_eq!(untied(&store).await, ["Rapat"]);
}

#[rstest]
#[tokio::test]
async fn restore_rebuilds_the_directory_of_people(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _kept) = open(on).await;
    assert!(!is_found(&store).await);
    make_siti(&store).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("selaras.backup");
    store.back_up(&file).await.unwrap();
    assert!(!is_found(&store).await);
    let (restored, _fresh) = open(on).await;
    restored.restore(&file).await.unwrap();
    assert!(is_found(&restored).await);
}

#[rstest]
#[tokio::test]
async fn meeting_series_is_deleted_with_its_last_attendance(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let meetings = [
        there("845", "Rapat", 20),
        there("845", "Rapat lama", 10),
        there("900", "Rapat", 10),
        there("901", "Ujian", 10),
    ];
    store.keep_participations(&meetings).await.unwrap();
    assert_eq!(untied(&store).await, ["Rapat", "Rapat", "Rapat lama", "Ujian"]);
    let throw_away = async |time: i64| {
        let mut thrown = 0;
        loop {
            match store.throw_away(Subject::Attendance, time, 1).await.unwrap() {
                0 => break thrown,
                rows => thrown += rows,
            }
        }
    };
    assert_eq!(throw_away(10).await, 0);
    assert_eq!(throw_away(15).await, 6, "three participations and their series");
    assert_eq!(untied(&store).await, ["Rapat"]);
    store.keep_participations(&[there("901", "Ujian", 30)]).await.unwrap();
    assert_eq!(untied(&store).await, ["Rapat", "Ujian"]);
}
