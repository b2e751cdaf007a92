//! The order in which waiting enrolments are read.

use crate::{
    create,
    database::Database::{self, Postgres, Sqlite},
    open,
};
use rstest::rstest;
use selaras_kinds::{Kind, mahasiswa::Mahasiswa, mengajar::Mengajar};
use selaras_store::{Selection, Store, enrol::Waiting};

/// Reads all waiting enrolments, `limit` at a time. Returns the person of each row, read by read.
async fn reads<K: Kind>(store: &Store, limit: u64) -> Vec<Vec<String>> {
    let of = K::MEMBERSHIP.unwrap();
    let (mut reads, mut last) = (Vec::new(), None);
    loop {
        let read = store
            .next_enrolments::<K>(&of, &Selection::default(), Waiting::ToEnrol, last.as_ref(), limit)
            .await
            .unwrap();
        let Some((stopped_at, rows)) = read else { return reads };
        last = Some(stopped_at);
        reads.push(
            rows.iter()
                .map(|(stored, _)| selaras_kinds::value(&stored.row, of.person_column).to_owned())
                .collect(),
        );
    }
}

#[rstest]
#[tokio::test]
async fn a_read_ends_between_people(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    // In the order of classes, as a sync writes them.
    for class in ["A", "B", "C"] {
        for person in ["260003", "260001", "260002"] {
            let student = Mahasiswa {
                nama_mk: "Algoritma".into(),
                nama_kelas: class.into(),
                program_id: "11".into(),
                NPK: person.into(),
                nama_lengkap: "Siti Aminah".into(),
                ..Mahasiswa::default()
            };
            create(&store, &student).await.unwrap();
            let teaching = Mengajar {
                nik: person.into(),
                kelas_id: class.into(),
                nama_mata_kuliah: "Algoritma".into(),
                ..Mengajar::default()
            };
            create(&store, &teaching).await.unwrap();
        }
    }
    // Students in the order in which they came, teachers in the order of their numbers.
    let of = |person: &str, rows: usize| vec![person.to_owned(); rows];
    let both = |one: &str, other: &str| [of(one, 3), of(other, 3)].concat();
    assert_eq!(
        reads::<Mahasiswa>(&store, 8).await,
        [both("260003", "260001"), of("260002", 3)]
    );
    assert_eq!(
        reads::<Mengajar>(&store, 8).await,
        [both("260001", "260002"), of("260003", 3)]
    );
    // Only people with more rows than a read are divided.
    assert_eq!(
        reads::<Mahasiswa>(&store, 2).await,
        ["260003", "260001", "260002"]
            .map(|person| [of(person, 2), of(person, 1)])
            .concat()
    );
}
