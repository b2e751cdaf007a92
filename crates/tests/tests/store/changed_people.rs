//! People changed at the source: all their differences are written, and nothing else.

use crate::{
    change,
    database::Database::{self, Postgres, Sqlite},
    has_words, job, make_students, open, searching, write_students,
};
use rstest::rstest;
use selaras_kinds::{Kind, fingerprint, mahasiswa::Mahasiswa, search_text};
use selaras_store::{Order, Store, rows::ListQuery};

/// More than one statement takes.
const STUDENTS: usize = 350;

fn student(at: usize) -> Mahasiswa {
    Mahasiswa {
        nama_mk: "Algoritma".into(),
        nama_kelas: "A".into(),
        program_id: "11".into(),
        NPK: (260_000 + at).to_string().into(),
        nama_lengkap: format!("Mahasiswa {at:03}").into(),
        email: format!("{at:03}@kampus.ac.id").into(),
        HP: format!("0811{at:03}").into(),
        ..Mahasiswa::default()
    }
}

/// A student in the second list: some have changes of various kinds, some none.
fn changed_student(at: usize) -> Mahasiswa {
    let mut row = student(at);
    if at.is_multiple_of(2) {
        row.nama_lengkap = format!("Baru {at:03}").into();
    }
    if at.is_multiple_of(3) {
        row.email = format!("baru-{at:03}@kampus.ac.id").into();
    }
    if at.is_multiple_of(5) {
        row.HP = "".into();
    }
    row
}

/// Writes the changed students as a sync does.
async fn sync_changes(store: &Store) {
    let changed: Vec<_> = (0..STUDENTS)
        .filter(|at| changed_student(*at) != student(*at))
        .collect();
    write_students(store, job(store).await, changed.into_iter().map(changed_student)).await;
    store.changed(Mahasiswa::NAME).await.unwrap();
}

/// All rows in the order of a column.
async fn in_order_of(store: &Store, column: &str) -> Vec<Mahasiswa> {
    let query = ListQuery {
        order: Order {
            column: Some(column.to_owned()),
            descending: false,
        },
        ..ListQuery::default()
    };
    let page = store.page::<Mahasiswa>(&query, 0, 1000).await.unwrap();
    page.rows.into_iter().map(|stored| stored.row).collect()
}

#[rstest]
#[tokio::test]
async fn changed_people_match_the_source_in_lists_and_searches(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    make_students(&store, (0..STUDENTS).map(student)).await;
    sync_changes(&store).await;

    let mut expected: Vec<_> = (0..STUDENTS).map(changed_student).collect();
    assert_eq!(in_order_of(&store, "NPK").await, expected);
    expected.sort_by(|a, b| a.nama_lengkap.cmp(&b.nama_lengkap));
    assert_eq!(in_order_of(&store, "nama_lengkap").await, expected);

    let found = async |typed: &str| store.page::<Mahasiswa>(&searching(typed), 0, 1000).await.unwrap().total;
    let count_matching = |text: &str| {
        let person = |row: &Mahasiswa| {
            search_text(&Mahasiswa {
                nama_mk: "".into(),
                nama_kelas: "".into(),
                program_id: "".into(),
                ..row.clone()
            })
        };
        expected.iter().filter(|row| has_words(&person(row), text)).count() as i64
    };
    for text in ["Baru 01", "Mahasiswa 0", "baru-0"] {
        assert_eq!(found(text).await, count_matching(text), "{text}");
    }
}

#[rstest]
#[tokio::test]
async fn sync_overwrites_form_edits_of_changed_people(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    make_students(&store, (0..STUDENTS).map(student)).await;
    let query = ListQuery::default();
    let rows = store.page::<Mahasiswa>(&query, 0, 3).await.unwrap().rows;
    // The source renames student 2 and repeats the telephone number.
    let typed = Mahasiswa {
        HP: "0899".into(),
        ..student(2)
    };
    let enrolment = rows.iter().find(|stored| stored.row.NPK == typed.NPK).unwrap().id;
    assert!(change(&store, enrolment, &typed).await.unwrap());

    sync_changes(&store).await;
    let number = changed_student(2).NPK.to_string();
    let known = store.known_people::<Mahasiswa>(&[number.as_str()]).await.unwrap();
    let people = store.described_people::<Mahasiswa>(&[known[0].id]).await.unwrap();
    let person = &people[&known[0].id];
    assert_eq!(
        (&person.nama_lengkap, &person.HP),
        (&changed_student(2).nama_lengkap, &student(2).HP)
    );
    assert_eq!(known[0].fingerprint, fingerprint(&changed_student(2)));
}
