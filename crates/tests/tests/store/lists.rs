//! Pages of long lists, and searches by the index: both equal the results of a full scan.

use crate::{
    change, create,
    database::Database::{self, Postgres, Sqlite},
    has_words, job, make_students, new_job, open, searching,
};
use futures::TryStreamExt;
use rstest::rstest;
use sea_orm::{ConnectionTrait, DatabaseBackend, Statement};
use selaras_kinds::{
    Kind, kelas::Kelas, mahasiswa::Mahasiswa, mengajar::Mengajar, pengajar::Pengajar, search_text, value,
};
use selaras_reasons::Reason;
use selaras_store::{
    Order, Selection, Store,
    attendance::Participation,
    jobs::{Counts, Line, Outcome},
    lists::MOST_COUNTED,
    report::Lines,
    rows::{ListQuery, Stored},
    search::MOST_FOUND,
};

fn student(number: &str, name: &str, email: &str, class: &str) -> Mahasiswa {
    Mahasiswa {
        nama_mk: "Algoritma".into(),
        nama_kelas: class.into(),
        program_id: "11".into(),
        NPK: number.into(),
        nama_lengkap: name.into(),
        email: email.into(),
        ..Mahasiswa::default()
    }
}

/// People with names, numbers and addresses that are hard to search for, some in two classes.
fn students() -> Vec<Mahasiswa> {
    vec![
        student("260001", "Siti Aminah", "siti.aminah@kampus.ac.id", "A"),
        student("260002", "SITI NUR'AINI", "nuraini@kampus.ac.id", "A"),
        student("260003", "Günther Müller", "guenther@kampus.ac.id", "A"),
        student("260004", "Budi 100% \"Jago\"", "budi_jago@kampus.ac.id", "B"),
        student("260005", "Éka Wati", "eka\\wati@kampus.ac.id", "B"),
        student("260001", "Siti Aminah", "siti.aminah@kampus.ac.id", "B"),
        student("260006", "Ni", "ni@kampus.ac.id", "C"),
    ]
}

const TYPED: [&str; 27] = [
    "siti",
    "aminah siti",
    "SITI",
    "Siti Am",
    "iti",
    "ti",
    "n",
    "ni",
    "260001",
    "0001",
    "nur'a",
    "'",
    "müll",
    "MÜLL",
    "ü",
    "é",
    "%",
    "0% ",
    "100%",
    "_jago",
    "_",
    "\"jago\"",
    "\"",
    "eka\\w",
    "kampus.ac.id",
    "algoritma",
    "tidak-ada",
];

async fn every<K: Kind>(store: &Store) -> Vec<Stored<K>> {
    store.stream::<K>(ListQuery::default()).try_collect().await.unwrap()
}

/// Announces the end of a job that wrote students.
async fn changed(store: &Store) {
    store.changed(Mahasiswa::NAME).await.unwrap();
}

/// Asserts that each search finds exactly the rows with the words, all in the person or all in the class, and that the index
/// matches the rows.
async fn assert_searches_agree(store: &Store) {
    changed(store).await;
    let rows = every::<Mahasiswa>(store).await;
    for typed in TYPED {
        let own = |row: &Mahasiswa| {
            search_text(&Mahasiswa {
                NPK: row.NPK.clone(),
                nama_lengkap: row.nama_lengkap.clone(),
                email: row.email.clone(),
                ..Mahasiswa::default()
            })
        };
        let of_class = |row: &Mahasiswa| {
            search_text(&Mahasiswa {
                nama_mk: row.nama_mk.clone(),
                nama_kelas: row.nama_kelas.clone(),
                program_id: row.program_id.clone(),
                ..Mahasiswa::default()
            })
        };
        let expected: Vec<_> = rows
            .iter()
            .filter(|row| has_words(&own(&row.row), typed) || has_words(&of_class(&row.row), typed))
            .map(|row| row.id)
            .collect();
        let page = store.page::<Mahasiswa>(&searching(typed), 0, 100).await.unwrap();
        let found: Vec<_> = page.rows.iter().map(|row| row.id).collect();
        assert_eq!(
            (found, page.total, page.more),
            (expected.clone(), expected.len() as i64, false),
            "{typed}"
        );
        let people = store.find::<Mahasiswa>(typed, 100).await.unwrap().0.into_iter();
        let mut people: Vec<_> = people.map(|found| found.row.NPK.to_string()).collect();
        people.sort();
        let mut expected: Vec<_> = rows
            .iter()
            .filter(|row| has_words(&own(&row.row), typed))
            .map(|row| row.row.NPK.to_string())
            .collect();
        expected.sort();
        expected.dedup();
        assert_eq!(people, expected, "{typed}");
    }
    assert_index_in_step(store).await;
}

/// Lets SQLite check the index against the rows. PostgreSQL maintains its own.
async fn assert_index_in_step(store: &Store) {
    if store.backend() == DatabaseBackend::Sqlite {
        for index in ["mahasiswa_person_search", "mahasiswa_class_search", "kelas_search"] {
            let check = format!("INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)");
            store.writer().execute_unprepared(&check).await.unwrap();
        }
    }
}

#[rstest]
#[tokio::test]
async fn index_search_equals_a_full_scan(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    assert!(store.has_search_index().await.unwrap());
    make_students(&store, students()).await;
    assert_searches_agree(&store).await;
}

#[rstest]
#[tokio::test]
async fn search_index_follows_forms_deletes_and_undo(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let made = make_students(&store, students()).await;
    let rows = every::<Mahasiswa>(&store).await;
    let renamed = student("260001", "Siti Zulaikha", "zulaikha@kampus.ac.id", "A");
    assert!(change(&store, rows[0].id, &renamed).await.unwrap());
    create(&store, &student("260009", "Oetoyo", "oetoyo@kampus.ac.id", "D"))
        .await
        .unwrap();
    assert_searches_agree(&store).await;
    assert_eq!(
        store
            .page::<Mahasiswa>(&searching("oetoyo"), 0, 10)
            .await
            .unwrap()
            .total,
        1
    );

    let deleting = job(&store).await;
    while store
        .delete::<Mahasiswa>(deleting, &Selection::default(), 3)
        .await
        .unwrap()
        > 0
    {
        assert_searches_agree(&store).await;
    }
    let undoing = job(&store).await;
    // People are restored before their enrolments.
    while store.undo_versions::<Mahasiswa>(undoing, deleting, 3).await.unwrap() {
        assert_index_in_step(&store).await;
    }
    assert_searches_agree(&store).await;
    assert_eq!(
        store
            .page::<Mahasiswa>(&searching("zulaikha"), 0, 10)
            .await
            .unwrap()
            .total,
        2
    );
    let undoing = job(&store).await;
    assert!(
        store
            .undo_created::<Mahasiswa>(undoing, made, 0, 100)
            .await
            .unwrap()
            .is_some()
    );
    changed(&store).await;
    // A person changed by form since then stays, without an enrolment.
    assert_eq!(
        store.page::<Mahasiswa>(&searching("siti"), 0, 10).await.unwrap().total,
        0
    );
    assert_index_in_step(&store).await;
}

#[rstest]
#[tokio::test]
async fn search_index_survives_backup_onto_either_database(
    #[values(Sqlite, Postgres)] from: Database,
    #[values(Sqlite, Postgres)] to: Database,
) {
    let (store, _from) = open(from).await;
    make_students(&store, students()).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("selaras.backup");
    store.back_up(&file).await.unwrap();
    let (other, fresh) = open(to).await;
    make_students(&other, vec![student("1", "Siti Lain", "lain@kampus.ac.id", "Z")]).await;
    other.restore(&file).await.unwrap();
    other.close().await.unwrap();
    let other = Store::open(&fresh.url).await.unwrap();
    assert_eq!(every::<Mahasiswa>(&other).await.len(), students().len());
    assert_searches_agree(&other).await;
}

#[rstest]
#[tokio::test]
async fn postgresql_without_the_extension_searches_by_scanning(#[values(Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    make_students(&store, students()).await;
    store
        .writer()
        .execute_unprepared("DROP EXTENSION pg_trgm CASCADE")
        .await
        .unwrap();
    assert!(!store.has_search_index().await.unwrap());
    assert_searches_agree(&store).await;
}

/// A table of the numbers up to `most`.
fn numbers(store: &Store, most: usize) -> String {
    match store.backend() {
        DatabaseBackend::Sqlite => format!(
            "(WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < {most}) \
             SELECT n FROM counted)"
        ),
        _ => format!("(SELECT n::bigint FROM generate_series(1, {most}) AS n)"),
    }
}

/// Enrolments in classes of forty, as a sync would write them, but faster.
async fn fill(store: &Store, people: usize, classes: usize) {
    let numbers = |most| numbers(store, most);
    for sql in [
        format!(
            "INSERT INTO mahasiswa_person (\"NPK\", nama_lengkap, angkatan, jenis_kelamin, \"HP\", email, nama_depan, \
             nama_belakang, search_text, migration, key_hash, fingerprint, synced_at, exported_at) \
             SELECT n, 'Nama ' || (n % 700), 2020 + n % 5, 'L', '', '', '', '', n || ' nama ' || (n % 700), \
             CASE WHEN n % 2 = 0 THEN 'sudah' ELSE 'belum' END, n, n, n % 3, CASE WHEN n % 2 = 0 THEN n END \
             FROM {} AS numbers",
            numbers(people)
        ),
        format!(
            "INSERT INTO mahasiswa_class (nama_mk, nama_kelas, program_id, kode_kelas, search_text) \
             SELECT 'Kuliah ' || n, 'A', '11', '', 'kuliah ' || n FROM {} AS numbers",
            numbers(classes)
        ),
        format!(
            "INSERT INTO mahasiswa_enrolment (person_id, class_id, enroll, key_hash, missing_since) \
             SELECT n % {people} + 1, (n - 1) / 40 + 1, CASE WHEN n % 3 = 0 THEN 'sudah' ELSE 'belum' END, n, \
             CASE WHEN n % 4000 = 0 THEN n END FROM {} AS numbers",
            numbers(classes * 40)
        ),
    ] {
        store.writer().execute_unprepared(&sql).await.unwrap();
    }
    if store.backend() == DatabaseBackend::Postgres {
        // PostgreSQL would do so by itself, but later.
        store.writer().execute_unprepared("ANALYZE").await.unwrap();
    }
    store.changed(Mahasiswa::NAME).await.unwrap();
}

fn by(column: &str, descending: bool) -> ListQuery {
    ListQuery {
        order: Order {
            column: Some(column.to_owned()),
            descending,
        },
        ..ListQuery::default()
    }
}

#[rstest]
#[tokio::test]
async fn every_page_equals_its_part_of_a_long_list(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    fill(&store, 9_000, 1_500).await;
    for (column, descending) in [
        ("id", false),
        ("nama_lengkap", false),
        ("nama_lengkap", true),
        ("nama_mk", false),
        ("nama_mk", true),
        ("enroll", false),
        // Fifteen enrolments have it.
        ("missing_since", false),
        ("missing_since", true),
        // All have it, many the same.
        ("synced_at", false),
        ("synced_at", true),
        // Half of the people have it.
        ("exported_at", false),
        ("exported_at", true),
    ] {
        let query = by(column, descending);
        let whole = ids(&store, &query).await;
        assert_eq!(whole.len(), 60_000);
        assert_eq!(whole, scanned(&store, "true", Some(column), descending).await);
        // Repeated pages and their neighbours come from the cache.
        for page in [
            0, 1, 2, 2_000, 2_700, 2_701, 2_999, 2_700, 3_000, 3_400, 3_290, 2_990, 5_998, 5_999, 6_000, 4_000_000,
        ] {
            let found = store.page::<Mahasiswa>(&query, page, 10).await.unwrap();
            let first = usize::min(60_000, page as usize * 10);
            let last = usize::min(60_000, first + 10);
            let rows: Vec<_> = found.rows.iter().map(|row| row.id).collect();
            assert_eq!(rows, whole[first..last], "{column} {page}");
            assert_eq!((found.total, found.more), (60_000, false));
        }
        let last = store.page::<Mahasiswa>(&query, 8_571, 7).await.unwrap();
        assert_eq!(last.rows.iter().map(|row| row.id).collect::<Vec<_>>(), whole[59_997..]);
    }
}

#[rstest]
#[tokio::test]
async fn deep_page_is_right_with_gaps_in_the_ids(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    fill(&store, 9_000, 1_500).await;
    for gone in ["id < 5000", "id % 1000 = 7"] {
        let delete = format!("DELETE FROM mahasiswa_enrolment WHERE {gone}");
        store.writer().execute_unprepared(&delete).await.unwrap();
        changed(&store).await;
        for descending in [false, true] {
            let query = by("id", descending);
            let whole = ids(&store, &query).await;
            for page in [2_600, 2_601, 2_700] {
                let found = store.page::<Mahasiswa>(&query, page, 10).await.unwrap();
                let rows: Vec<_> = found.rows.iter().map(|row| row.id).collect();
                assert_eq!(rows, whole[page as usize * 10..][..10], "{gone} {descending} {page}");
            }
        }
    }
}

#[rstest]
#[tokio::test]
async fn deep_page_is_right_in_numeric_order(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let fields: Vec<_> = Kelas::FIELDS
        .iter()
        .map(|field| format!("\"{}\"", field.name))
        .collect();
    // The source sends numbers as text, and sometimes no number.
    let values = Kelas::FIELDS.iter().map(|field| match field.name {
        "jumlah_sks" => "CASE n % 5 WHEN 0 THEN '10' WHEN 1 THEN '2' WHEN 2 THEN '' WHEN 3 THEN 'dua' ELSE '3' END",
        "jadwal_kuliah_detail_id" => "CAST(n AS text)",
        _ => "''",
    });
    let sql = format!(
        "INSERT INTO kelas ({}, search_text, migration, enroll, key_hash, fingerprint, synced_at) \
         SELECT {}, '', 'belum', 'belum', n, n, 1 FROM {} AS numbers",
        fields.join(", "),
        values.collect::<Vec<_>>().join(", "),
        numbers(&store, 60_000)
    );
    store.writer().execute_unprepared(&sql).await.unwrap();
    store.changed(Kelas::NAME).await.unwrap();
    for descending in [false, true] {
        let query = by("jumlah_sks", descending);
        let whole: Vec<_> = store.stream::<Kelas>(query.clone()).try_collect().await.unwrap();
        let key = |row: &Stored<Kelas>| {
            let credits = value(&row.row, "jumlah_sks").to_owned();
            (credits.len(), credits, row.id)
        };
        let in_order = |pair: &[Stored<Kelas>]| (key(&pair[0]) < key(&pair[1])) != descending;
        assert!(whole.len() == 60_000 && whole.windows(2).all(in_order));
        for page in [2_600, 2_601, 2_700, 3_000, 5_999] {
            let found = store.page::<Kelas>(&query, page, 10).await.unwrap();
            let rows: Vec<_> = found.rows.iter().map(|row| row.id).collect();
            let wanted: Vec<_> = whole[page as usize * 10..][..10].iter().map(|row| row.id).collect();
            assert_eq!(rows, wanted, "{descending} {page}");
        }
    }
}

/// The ids of the rows that meet a condition, in the order of a column, by a query without our own logic.
async fn scanned(store: &Store, condition: &str, column: Option<&str>, descending: bool) -> Vec<i64> {
    let keys: &[&str] = match column {
        None | Some("id") => &["id"],
        Some("nama_lengkap") => &["nama_lengkap", "person_id", "id"],
        Some("nama_mk") => &["nama_mk", "class_id", "person_id"],
        Some("enroll") => &["enroll", "id"],
        Some("missing_since") => &["missing_since", "id"],
        Some("synced_at") => &["synced_at", "person_id", "id"],
        Some("exported_at") => &["exported_at", "person_id", "id"],
        Some(other) => panic!("{other}"),
    };
    let direction = if descending { " DESC" } else { "" };
    let keys: Vec<_> = keys.iter().map(|key| format!("{key}{direction}")).collect();
    let sql = format!(
        "SELECT id FROM mahasiswa WHERE {condition} ORDER BY {}",
        keys.join(", ")
    );
    let rows = store
        .writer()
        .query_all_raw(Statement::from_string(store.backend(), sql));
    let rows = rows.await.unwrap();
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

/// The ids of a whole list.
async fn ids(store: &Store, query: &ListQuery) -> Vec<i64> {
    let rows = store.stream::<Mahasiswa>(query.clone());
    rows.map_ok(|row| row.id).try_collect().await.unwrap()
}

fn narrowed(equals: &[(&str, &str)], missing: Option<bool>, search: &str) -> ListQuery {
    ListQuery {
        selection: Selection {
            missing,
            search: Some(search.to_owned()).filter(|typed| !typed.is_empty()),
            ..Selection::equal(equals.iter().copied())
        },
        ..ListQuery::default()
    }
}

#[rstest]
#[tokio::test]
async fn filtered_long_list_equals_a_full_scan(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    fill(&store, 2_400, 400).await;
    for (query, condition) in [
        (narrowed(&[("enroll", "sudah")], None, ""), "enroll = 'sudah'"),
        (narrowed(&[("enroll", "belum")], None, ""), "enroll = 'belum'"),
        (narrowed(&[], Some(true), ""), "missing_since IS NOT NULL"),
        (narrowed(&[], Some(false), ""), "missing_since IS NULL"),
        (
            narrowed(&[("enroll", "sudah")], Some(true), ""),
            "enroll = 'sudah' AND missing_since IS NOT NULL",
        ),
        (narrowed(&[("migration", "sudah")], None, ""), "migration = 'sudah'"),
        (
            narrowed(&[("nama_mk", "Kuliah 7"), ("nama_kelas", "A")], None, ""),
            "nama_mk = 'Kuliah 7' AND nama_kelas = 'A'",
        ),
        (
            narrowed(&[("nama_mk", "Kuliah 7"), ("migration", "sudah")], None, ""),
            "nama_mk = 'Kuliah 7' AND migration = 'sudah'",
        ),
        (narrowed(&[], None, "nama"), "search_text LIKE '%nama%'"),
        (narrowed(&[], None, "40 kuliah"), "nama_mk LIKE '%40%'"),
        (
            narrowed(&[("enroll", "belum"), ("migration", "sudah")], None, "nama"),
            "enroll = 'belum' AND migration = 'sudah' AND search_text LIKE '%nama%'",
        ),
        (
            narrowed(&[("enroll", "belum"), ("migration", "gagal")], None, "nama"),
            "false",
        ),
        // Most are at the end.
        (narrowed(&[], None, "kuliah 39"), "nama_mk LIKE '%39%'"),
    ] {
        for column in [None, Some("nama_lengkap"), Some("nama_mk"), Some("missing_since")] {
            let mut query = query.clone();
            query.order.column = column.map(str::to_owned);
            let all = ids(&store, &query).await;
            assert_eq!(all, scanned(&store, condition, column, false).await, "{query:?}");
            let last = all.len().saturating_sub(1) / 10;
            // Repeated pages and their neighbours come from the cache.
            for page in [0, 0, 1, 2, last / 2, last / 2 + 1, last / 2, last, last + 1, last] {
                let found = store.page::<Mahasiswa>(&query, page as u64, 10).await.unwrap();
                let rows: Vec<_> = found.rows.iter().map(|row| row.id).collect();
                let expected: &[_] = all.chunks(10).nth(page).unwrap_or_default();
                assert_eq!(rows, expected, "{query:?} {page}");
                assert_eq!((found.total, found.more), (all.len() as i64, false), "{query:?}");
            }
        }
    }
}

#[rstest]
#[tokio::test]
async fn cached_search_is_repeated_after_a_change_of_the_kind(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    make_students(&store, students()).await;
    changed(&store).await;
    let siti = searching("siti");
    let found = async || {
        let page = store.page::<Mahasiswa>(&siti, 0, 10).await.unwrap();
        (page.rows.len() as i64, page.total)
    };
    assert_eq!(found().await, (3, 3));
    for number in 7..20 {
        create(
            &store,
            &student(&format!("2600{number:02}"), "Siti Lain", "lain@kampus.ac.id", "A"),
        )
        .await
        .unwrap();
        // Even if one change follows the other immediately.
        let expected = number - 7 + 4;
        assert_eq!(found().await, (i64::min(10, expected), expected), "{number}");
    }
}

#[rstest]
#[tokio::test]
async fn cached_teaching_search_is_repeated_after_a_teacher_rename(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("0", "86400000")] the_clock_was_ahead_by: &str,
) {
    let (store, _fresh) = open(on).await;
    let teacher = |name: &str| Pengajar {
        nik: "197001011".into(),
        nama_lengkap: name.into(),
        ..Pengajar::default()
    };
    let id = create(&store, &teacher("Siti Rahayu")).await.unwrap();
    let teaching = Mengajar {
        nik: "197001011".into(),
        kelas_id: "IF101-A".into(),
        nama_mata_kuliah: "Algoritma".into(),
        ..Mengajar::default()
    };
    create(&store, &teaching).await.unwrap();
    let ahead = format!("UPDATE kind_change SET changed_at = changed_at + {the_clock_was_ahead_by}");
    store.writer().execute_unprepared(&ahead).await.unwrap();
    let found = async |typed: &str| store.page::<Mengajar>(&searching(typed), 0, 10).await.unwrap().total;
    assert_eq!((found("rahayu").await, found("lestari").await), (1, 0));
    assert!(change(&store, id, &teacher("Siti Lestari")).await.unwrap());
    assert_eq!((found("rahayu").await, found("lestari").await), (0, 1));
}

#[rstest]
#[tokio::test]
async fn search_finds_the_same_rows_for_page_list_and_action(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    for (nik, name) in [("197001011", "Siti Rahayu"), ("197001012", "Budi Santoso")] {
        let teacher = Pengajar {
            nik: nik.into(),
            nama_lengkap: name.into(),
            ..Pengajar::default()
        };
        create(&store, &teacher).await.unwrap();
        let teaching = Mengajar {
            nik: nik.into(),
            kelas_id: "IF101-A".into(),
            nama_mata_kuliah: "Algoritma".into(),
            ..Mengajar::default()
        };
        create(&store, &teaching).await.unwrap();
    }
    make_students(&store, students()).await;
    store.changed(Mengajar::NAME).await.unwrap();
    changed(&store).await;
    // Teachings have only the teacher's number, and are found by the name.
    for (typed, teachings) in [("rahayu", 1), ("algo", 2), ("19700101", 2), ("budi s", 1), ("xyz", 0)] {
        assert_eq!(rows_found::<Mengajar>(&store, typed).await, teachings, "{typed}");
    }
    for typed in TYPED {
        rows_found::<Mahasiswa>(&store, typed).await;
    }
}

/// How many rows a search finds; page, list and action must agree.
async fn rows_found<K: Kind>(store: &Store, typed: &str) -> usize {
    let query = searching(typed);
    let ids = |rows: Vec<Stored<K>>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    let page = ids(store.page::<K>(&query, 0, 100).await.unwrap().rows);
    let whole = ids(store.stream::<K>(query.clone()).try_collect().await.unwrap());
    let chosen = ids(store.first::<K>(&query.selection, 100).await.unwrap());
    assert_eq!((&whole, &chosen), (&page, &page), "{typed}");
    page.len()
}

#[rstest]
#[tokio::test]
async fn slow_readers_of_a_list_block_no_other_query(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    fill(&store, 900, 150).await;
    let mut slow = Vec::new();
    // More readers than connections.
    for _ in 0..16 {
        let mut rows = Box::pin(store.stream::<Mahasiswa>(ListQuery::default()));
        assert!(rows.try_next().await.unwrap().is_some());
        slow.push(rows);
    }
    assert_eq!(
        store
            .page::<Mahasiswa>(&ListQuery::default(), 0, 10)
            .await
            .unwrap()
            .total,
        6000
    );
    // Rows deleted meanwhile are not in the rest.
    let delete = "DELETE FROM mahasiswa_enrolment WHERE id > 3000";
    store.writer().execute_unprepared(delete).await.unwrap();
    for rows in slow {
        let rest: Vec<_> = rows.try_collect().await.unwrap();
        assert!(rest.len() < 5999 && rest[..2999].iter().map(|row| row.id).eq(2..=3000));
    }
}

#[rstest]
#[tokio::test]
async fn slow_readers_of_a_report_block_no_other_query(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let id = store.create_job(new_job("semester")).await.unwrap();
    let line = |number: usize| Line {
        outcome: Outcome::Failed,
        row: None,
        key: number.to_string().into(),
        label: None,
        number: None,
        class: None,
        reason: Some(Reason::NothingToDo),
    };
    let lines: Vec<_> = (0..3000).map(line).collect();
    store.report(id, "semester", &lines, &Counts::default()).await.unwrap();
    let job = store.job(id).await.unwrap().unwrap();
    let mut slow = Vec::new();
    for _ in 0..16 {
        let mut rows = Box::pin(store.report_lines(&job, &["kode_semester"], &Lines::default()));
        assert_eq!(rows.try_next().await.unwrap(), Some(line(0)));
        slow.push(rows);
    }
    assert_eq!(store.count::<Kelas>(&ListQuery::default()).await.unwrap(), 0);
    for rows in slow {
        assert_eq!(rows.try_collect::<Vec<_>>().await.unwrap(), lines[1..]);
    }
}

#[rstest]
#[tokio::test]
async fn slow_readers_of_attendance_block_no_other_query(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let there = |at: i64| Participation {
        meeting_id: "82000000000".to_owned(),
        meeting_start: 1_000,
        username: format!("orang {at}"),
        join_time: at,
        ..Participation::default()
    };
    let all: Vec<_> = (1_000..4_000).map(there).collect();
    store.keep_participations(&all).await.unwrap();
    let mut slow = Vec::new();
    for _ in 0..16 {
        let mut rows = Box::pin(store.participations(0..2_000, by("join_time", false)));
        assert_eq!(rows.try_next().await.unwrap().as_ref(), all.first());
        slow.push(rows);
    }
    let page = store.participations_page(0..2_000, &by("join_time", true), 0, 10).await;
    assert_eq!(page.unwrap().total, 3_000);
    for rows in slow {
        assert_eq!(rows.try_collect::<Vec<_>>().await.unwrap(), all[1..]);
    }
}

#[rstest]
#[tokio::test]
async fn totals_above_the_limit_are_reported_as_more(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    fill(&store, 9_000, 2_600).await;
    let found = async |query: ListQuery, page| {
        let page = store.page::<Mahasiswa>(&query, page, 10).await.unwrap();
        (page.rows.len(), page.total, page.more)
    };
    assert_eq!(found(ListQuery::default(), 0).await, (10, 104_000, false));
    assert_eq!(
        found(narrowed(&[], None, "nama"), 0).await,
        (10, MOST_COUNTED as i64, true)
    );
    // With two conditions that each leave too many rows, the total is a lower bound: the end of the page.
    let both = || narrowed(&[("jenis_kelamin", "L")], None, "nama");
    assert_eq!(found(both(), 0).await, (10, 10, true));
    assert_eq!(found(both(), 7).await, (10, 80, true));
    assert_eq!(found(both(), 10_399).await, (10, 104_000, false));
}

#[rstest]
#[tokio::test]
async fn search_finds_a_hundred_people_and_exact_numbers(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    fill(&store, 9_000, 1).await;
    let found = async |typed: &str| -> Vec<String> {
        let people = store.find::<Mahasiswa>(typed, 100).await.unwrap().0.into_iter();
        people.map(|person| person.row.NPK.to_string()).collect()
    };
    assert_eq!(found("nama").await.len() as u64, MOST_FOUND);
    // Some of them are far from the start.
    assert_eq!(found("nama 699").await.len(), 28);
    assert_eq!(found("8999").await, ["8999"]);
    let longer = student("1260001", "Nomor Panjang", "panjang@kampus.ac.id", "A");
    let shorter = student("260001", "Nomor Pendek", "pendek@kampus.ac.id", "A");
    make_students(&store, vec![longer, shorter]).await;
    assert_eq!(found("260001").await, ["260001"]);
    assert_eq!(found("60001").await, ["1260001", "260001"]);
    assert_eq!(found(" 1260001").await, ["1260001"]);
}

#[rstest]
#[tokio::test]
async fn classes_are_found_by_substring(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    for (code, course) in [("IF101-A", "Algoritma"), ("IF102-B", "Basis Data")] {
        let class = Kelas {
            jadwal_kuliah_detail_id: code.into(),
            kelas_id: code.into(),
            nama_mata_kuliah: course.into(),
            ..Kelas::default()
        };
        create(&store, &class).await.unwrap();
    }
    for (typed, expected) in [("if101", 1), ("IF10", 2), ("asis", 1), ("-b", 1), ("xyz", 0)] {
        assert_eq!(
            store.page::<Kelas>(&searching(typed), 0, 10).await.unwrap().total,
            expected,
            "{typed}"
        );
    }
    assert_index_in_step(&store).await;
}
