//! An export that recreates an object on the platform resets the state of its dependants, and of nothing else.

use crate::{
    create,
    database::Database::{self, Postgres, Sqlite},
    job, make_students, open,
};
use rstest::rstest;
use selaras_kinds::{
    Kind, idnumber, kelas::Kelas, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mata_kuliah::MataKuliah,
    mengajar::Mengajar, pengajar::Pengajar, value,
};
use selaras_reasons::Reason;
use selaras_store::{
    Selection, Store,
    enrol::EnrolmentResult,
    export::{Exported, Link},
    jobs::Counts,
    rows::{EnrolmentState, Stored},
    sync::Upsert,
};
use selaras_tests::numbers;

fn class(number: &str, program: &str) -> Kelas {
    Kelas {
        jadwal_kuliah_detail_id: number.into(),
        kelas_id: "IF101-A".into(),
        nama_kelas: "A".into(),
        nama_mata_kuliah: "Algoritma".into(),
        program_id: program.into(),
        ..Kelas::default()
    }
}

fn student(npk: &str) -> Mahasiswa {
    Mahasiswa {
        nama_mk: "Algoritma".into(),
        nama_kelas: "A".into(),
        program_id: "11".into(),
        NPK: npk.into(),
        ..Mahasiswa::default()
    }
}

fn guest() -> MahasiswaMbkm {
    MahasiswaMbkm {
        nama_mk: "Algoritma".into(),
        nama_kelas: "A".into(),
        NPK: "M1".into(),
        ..MahasiswaMbkm::default()
    }
}

fn teaching(nik: &str, program: &str) -> Mengajar {
    Mengajar {
        nik: nik.into(),
        kelas_id: "IF101-A".into(),
        nama_mata_kuliah: "Algoritma".into(),
        program_id: program.into(),
        ..Mengajar::default()
    }
}

fn object(platform_id: i64) -> Link {
    Link {
        platform_id,
        container_id: Some(1),
        is_group: false,
        provisional: false,
        sent_hash: 1,
        keeps_username: false,
        tied: false,
    }
}

fn group(platform_id: i64, course: i64) -> Link {
    Link {
        container_id: Some(course),
        is_group: true,
        ..object(platform_id)
    }
}

/// Records an export of a row to this object.
async fn sent<K: Kind>(store: &Store, row: &K, link: Link) {
    let key = value(row, K::OBJECT_KEY);
    let read = store
        .known::<K>(&Selection::equal([(K::OBJECT_KEY, key)]))
        .await
        .unwrap();
    let export = Exported {
        object_key: key.to_owned(),
        fingerprint: read[0].fingerprint,
        idnumber: idnumber(row),
        result: Ok(link),
    };
    store
        .record_exports::<K>(job(store).await, &[export], &[], &Counts::default())
        .await
        .unwrap();
}

async fn rows<K: Kind>(store: &Store) -> Vec<Stored<K>> {
    store.first::<K>(&Selection::default(), 100).await.unwrap()
}

/// Marks all enrolments of a kind as enrolled.
async fn enrol<K: Kind>(store: &Store) {
    let enrolled = |row: Stored<K>| EnrolmentResult {
        id: row.id,
        state: Some(EnrolmentState::Sudah),
        reason: None,
    };
    let enrolments: Vec<_> = rows::<K>(store).await.into_iter().map(enrolled).collect();
    store
        .record_enrolments::<K>(job(store).await, &enrolments, &[], &Counts::default())
        .await
        .unwrap();
}

async fn enrol_everybody(store: &Store) {
    enrol::<Mahasiswa>(store).await;
    enrol::<MahasiswaMbkm>(store).await;
    enrol::<Mengajar>(store).await;
}

/// Flags a row as missing at the source.
async fn gone<K: Kind>(store: &Store, at: usize) {
    let id = rows::<K>(store).await[at].id;
    store
        .flag_missing::<K>(job(store).await, &[id], &[], &Counts::default())
        .await
        .unwrap();
}

/// The enrolment states of a kind, by id.
async fn standing<K: Kind>(store: &Store) -> Vec<&'static str> {
    numbers::assert_true(store).await;
    let rows = rows::<K>(store).await;
    for row in &rows {
        let waits = row.state.enrolment == EnrolmentState::Belum;
        // A missing row may wait for the day on which it is listed again.
        let reason = row.state.enrolment_reason.as_ref();
        let reason = reason.filter(|_| row.state.missing_since.is_none());
        assert_eq!(reason, waits.then_some(&Reason::Recreated));
    }
    rows.iter().map(|row| row.state.enrolment.as_str()).collect()
}

/// Class 1 of last semester with two students, a guest and a teacher, all enrolled.
async fn last_semester(store: &Store) {
    create(store, &class("1", "11")).await.unwrap();
    for npk in ["260001", "260002"] {
        create(store, &student(npk)).await.unwrap();
    }
    create(store, &guest()).await.unwrap();
    create(store, &teaching("197001", "11")).await.unwrap();
    sent(store, &class("1", "11"), group(10, 100)).await;
    enrol_everybody(store).await;
}

#[rstest]
#[tokio::test]
async fn class_of_the_same_name_reenrols_listed_people_only(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    last_semester(&store).await;
    gone::<Mahasiswa>(&store, 1).await;
    gone::<Kelas>(&store, 0).await;
    let this_one = class("2", "11");
    create(&store, &this_one).await.unwrap();
    sent(&store, &this_one, group(11, 100)).await;
    assert_eq!(standing::<Mahasiswa>(&store).await, ["belum", "sudah"]);
    assert_eq!(standing::<MahasiswaMbkm>(&store).await, ["belum"]);
    assert_eq!(standing::<Mengajar>(&store).await, ["belum"]);

    // A list that arrives only now has dropped one student, who is still in the course.
    gone::<Mahasiswa>(&store, 0).await;
    gone::<Mengajar>(&store, 0).await;
    assert_eq!(standing::<Mahasiswa>(&store).await, ["sudah", "sudah"]);
    assert_eq!(standing::<Mengajar>(&store).await, ["sudah"]);

    // After they are enrolled, another export changes nothing.
    enrol_everybody(&store).await;
    sent(&store, &this_one, group(11, 100)).await;
    sent(&store, &class("1", "11"), group(12, 100)).await;
    assert_eq!(standing::<MahasiswaMbkm>(&store).await, ["sudah"]);
}

#[rstest]
#[tokio::test]
async fn relisted_person_is_enrolled_into_the_recreated_group(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    last_semester(&store).await;
    let class = class("1", "11");
    // One is flagged before the new group exists, one after.
    gone::<Mahasiswa>(&store, 0).await;
    gone::<Mengajar>(&store, 0).await;
    sent(&store, &class, group(11, 100)).await;
    let undone = job(&store).await;
    let last = rows::<Mahasiswa>(&store).await[1].id;
    store
        .flag_missing::<Mahasiswa>(undone, &[last], &[], &Counts::default())
        .await
        .unwrap();
    assert_eq!(standing::<Mahasiswa>(&store).await, ["sudah", "sudah"]);
    assert_eq!(standing::<Mengajar>(&store).await, ["sudah"]);

    // The source lists one as before and one with changes; the last one returns by undo.
    let first = rows::<Mahasiswa>(&store).await[0].id;
    store.unflag_missing::<Mahasiswa>(&[first]).await.unwrap();
    let mut upsert = Upsert::<Mengajar>::new(&store, job(&store).await);
    let teaching = teaching("197001", "11");
    upsert.write(&[teaching], &[], &[], &Counts::default()).await.unwrap();
    let undoing = job(&store).await;
    store.undo_versions::<Mahasiswa>(undoing, undone, 10).await.unwrap();
    assert_eq!(standing::<Mahasiswa>(&store).await, ["belum", "belum"]);
    assert_eq!(standing::<Mengajar>(&store).await, ["belum"]);
}

#[rstest]
#[tokio::test]
async fn ambiguous_class_names_reset_only_matching_enrolments(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    last_semester(&store).await;
    create(&store, &teaching("197002", "12")).await.unwrap();
    create(&store, &teaching("197003", "")).await.unwrap();
    enrol_everybody(&store).await;
    let of_another_program = class("2", "12");
    create(&store, &of_another_program).await.unwrap();
    sent(&store, &of_another_program, group(11, 200)).await;
    assert_eq!(standing::<Mahasiswa>(&store).await, ["sudah", "sudah"]);
    // Guests' lists name no program.
    assert_eq!(standing::<MahasiswaMbkm>(&store).await, ["belum"]);
    // A teaching without a program matches neither class.
    assert_eq!(standing::<Mengajar>(&store).await, ["sudah", "belum", "sudah"]);

    // The first class is recreated, and the other is no longer listed.
    enrol_everybody(&store).await;
    gone::<Kelas>(&store, 1).await;
    sent(&store, &class("1", "11"), group(12, 100)).await;
    assert_eq!(standing::<Mahasiswa>(&store).await, ["belum", "belum"]);
    assert_eq!(standing::<MahasiswaMbkm>(&store).await, ["belum"]);
    assert_eq!(standing::<Mengajar>(&store).await, ["belum", "sudah", "belum"]);
}

#[rstest]
#[tokio::test]
async fn undo_keeps_rows_of_people_still_in_the_course(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    create(&store, &class("1", "11")).await.unwrap();
    let synced = make_students(&store, [student("260001")]).await;
    sent(&store, &class("1", "11"), group(10, 100)).await;
    enrol::<Mahasiswa>(&store).await;
    sent(&store, &class("1", "11"), group(11, 100)).await;
    assert_eq!(standing::<Mahasiswa>(&store).await, ["belum"]);
    let undoing = job(&store).await;
    store.undo_created::<Mahasiswa>(undoing, synced, 0, 10).await.unwrap();
    assert_eq!(standing::<Mahasiswa>(&store).await, ["belum"]);
}

#[rstest]
#[tokio::test]
async fn classes_of_a_recreated_course_are_sent_again(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let course = MataKuliah {
        matakuliah_id: "4711".into(),
        ..MataKuliah::default()
    };
    create(&store, &course).await.unwrap();
    for (number, group) in [("1", group(10, 100)), ("2", group(11, 200)), ("form-1", object(100))] {
        create(&store, &class(number, "11")).await.unwrap();
        sent(&store, &class(number, "11"), group).await;
    }
    let standing = async || {
        numbers::assert_true(&store).await;
        let rows = rows::<Kelas>(&store).await.into_iter();
        rows.map(|row| row.state.migration.as_str()).collect::<Vec<_>>()
    };
    // A first export and a move into another category recreate nothing.
    sent(&store, &course, object(100)).await;
    let moved = Link {
        container_id: Some(2),
        ..object(100)
    };
    sent(&store, &course, moved).await;
    assert_eq!(standing().await, ["sudah"; 3]);
    sent(&store, &course, object(101)).await;
    assert_eq!(standing().await, ["berubah", "sudah", "sudah"]);
}

#[rstest]
#[tokio::test]
async fn recreated_account_resets_only_its_own_enrolments(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    last_semester(&store).await;
    let teacher = Pengajar {
        nik: "197001".into(),
        ..Pengajar::default()
    };
    create(&store, &teacher).await.unwrap();
    sent(&store, &student("260001"), object(7)).await;
    sent(&store, &student("260002"), object(8)).await;
    sent(&store, &teacher, object(9)).await;
    assert_eq!(standing::<Mahasiswa>(&store).await, ["sudah", "sudah"]);
    assert_eq!(standing::<Mengajar>(&store).await, ["sudah"]);
    sent(&store, &student("260002"), object(18)).await;
    assert_eq!(standing::<Mahasiswa>(&store).await, ["sudah", "belum"]);
    assert_eq!(standing::<Mengajar>(&store).await, ["sudah"]);
    sent(&store, &teacher, object(19)).await;
    assert_eq!(standing::<Mengajar>(&store).await, ["belum"]);
    assert_eq!(standing::<MahasiswaMbkm>(&store).await, ["sudah"]);
}
