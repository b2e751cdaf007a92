//! The dashboard is the same for every way of reading the lists.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, NAME, Reply, Server, column},
};
use reqwest::Method;
use rstest::rstest;
use sea_orm::ConnectionTrait;
use selaras_campus::Campus;
use selaras_source::{FilesSettings, SourceSettings, Ways};
use selaras_tests::{
    numbers,
    sources::{
        Way,
        campus::{Table, awkward_campus, by_http, tables},
        databases::{Fresh, Server as Dbms},
        roster,
    },
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    io::{Cursor, Write},
};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use zip::{ZipWriter, write::SimpleFileOptions};

/// All kinds as the calls name them, parents first.
const KINDS: [&str; 10] = [
    "tahun_ajaran",
    "semester",
    "prodi",
    "jurusan",
    "matakuliah",
    "kelas",
    "dosen",
    "mahasiswa",
    "mahasiswa_mbkm",
    "mengajar",
];

/// Syncs all kinds. Returns each kind's dashboard rows as sent, without ids and times.
async fn synced(server: &Server) -> Vec<(&'static str, Vec<String>)> {
    let admin = server.sign_in().await;
    let mut dashboard = Vec::new();
    for kind in KINDS {
        admin.sync(kind).await;
        let rows = admin.rows(kind).await.into_iter().map(|mut row| {
            for own in ["id", "created_at", "synced_at"] {
                row.as_object_mut().unwrap().remove(own);
            }
            row.to_string()
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort();
        dashboard.push((kind, rows));
    }
    dashboard
}

/// A dashboard's contents: each kind's rows as sent, and each table byte by byte.
#[derive(Clone, PartialEq)]
struct Dashboard {
    sent: Vec<(&'static str, Vec<String>)>,
    tables: BTreeMap<String, Vec<String>>,
}

async fn of_two_thousand(on: Database, way: Option<Way>) -> Dashboard {
    let campus = awkward_campus(2000).await;
    let server = Server::with(on).campus(campus).way(way).start().await;
    let sent = synced(&server).await;
    let tables = server.database().campus().await;
    Dashboard { sent, tables }
}

async fn over_http(on: Database) -> &'static Dashboard {
    static ON_SQLITE: OnceCell<Dashboard> = OnceCell::const_new();
    static ON_POSTGRES: OnceCell<Dashboard> = OnceCell::const_new();
    let known = if on == Sqlite { &ON_SQLITE } else { &ON_POSTGRES };
    known.get_or_init(|| of_two_thousand(on, None)).await
}

/// Names the first row that differs.
fn assert_same(list: &str, expected: &[String], found: &[String]) {
    assert!(!expected.is_empty(), "{list} is empty");
    for (expected, found) in expected.iter().zip(found) {
        assert_eq!(expected, found, "{list}");
    }
    assert_eq!(expected.len(), found.len(), "{list}");
}

#[rstest]
#[case::postgresql(Way::Sql(Dbms::Postgres))]
#[case::mariadb(Way::Sql(Dbms::MariaDb))]
#[case::sqlite(Way::Sql(Dbms::Sqlite))]
#[case::csv(Way::Csv)]
#[case::excel(Way::Workbook)]
// OneRoster carries unknown columns as metadata. A roster without them lacks the columns that the guide lists.
#[case::oneroster(Way::OneRoster)]
#[tokio::test]
async fn every_reader_makes_the_same_dashboard_as_http(#[case] way: Way, #[values(Sqlite, Postgres)] on: Database) {
    let expected = over_http(on).await;
    let dashboard = of_two_thousand(on, Some(way)).await;
    for ((kind, expected), (_, sent)) in expected.sent.iter().zip(&dashboard.sent) {
        assert_same(kind, expected, sent);
    }
    for (table, expected) in &expected.tables {
        assert_same(table, expected, &dashboard.tables[table]);
    }
}

/// A list of students in a file that the test rewrites, beside the campus's web service.
struct Students {
    table: Table,
    folder: TempDir,
}

impl Students {
    async fn of(campus: &Campus) -> Self {
        let tables = tables(&by_http(campus)).await;
        let table = Table::named(&tables, "class_students").clone();
        let folder = TempDir::new().unwrap();
        Self { table, folder }.written(|_| true, "")
    }

    fn ways(&self, campus: &Campus) -> Ways {
        Ways {
            name: "OCAS".to_owned(),
            sql: None,
            files: FilesSettings::new(self.folder.path().to_owned()),
            http: Some(SourceSettings::new(campus.source_url().parse().unwrap())),
        }
    }

    /// Writes the rows that stay, and extra lines below them.
    fn written(self, stays: impl Fn(&[String]) -> bool, more: &str) -> Self {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.table.columns).unwrap();
        for row in self.table.rows.iter().filter(|row| stays(row)) {
            writer.write_record(row).unwrap();
        }
        let mut text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        text.push_str(more);
        fs::write(self.folder.path().join("class_students.csv"), text).unwrap();
        self
    }

    /// A line with only these cells.
    fn line(&self, cells: &[(&str, &str)]) -> String {
        let cell = |column: &&str| {
            cells
                .iter()
                .find(|(name, _)| name == column)
                .map_or("", |(_, text)| *text)
        };
        self.table.columns.iter().map(cell).collect::<Vec<_>>().join(",") + "\n"
    }

    /// The columns that name a row's class, then the student's number.
    fn place<'a>(&self, row: &'a [String]) -> [&'a str; 4] {
        ["nama_mk", "nama_kelas", "program_id", "NPK"].map(|column| self.table.get(row, column))
    }

    /// The classes, with their students' numbers.
    fn classes(&self) -> Vec<([String; 3], Vec<String>)> {
        let mut classes: Vec<([String; 3], Vec<String>)> = Vec::new();
        for row in &self.table.rows {
            let [course, class, program, number] = self.place(row).map(str::to_owned);
            let named = [course, class, program];
            match classes.iter_mut().find(|(other, _)| *other == named) {
                Some((_, numbers)) => numbers.push(number),
                None => classes.push((named, vec![number])),
            }
        }
        classes
    }
}

/// A server with all students synced from a file of all classes.
async fn with_students_in_a_file(on: Database) -> (Server, Client, Students) {
    let campus = Campus::builder().students(160).start().await.unwrap();
    let students = Students::of(&campus).await;
    let ways = students.ways(&campus);
    let server = Server::with(on).campus(campus).sources(ways).start().await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let first = admin.sync("mahasiswa").await;
    assert_eq!(first.counts(), [students.table.rows.len() as i64, 0, 0, 0, 0, 0]);
    (server, admin, students)
}

/// The flagged enrolments: class and number.
async fn gone(admin: &Client) -> Vec<String> {
    let rows = admin.post(&format!("{A}/mahasiswa/get?missing=true"), json!({})).await;
    let of = |row: &Value| {
        ["nama_mk", "nama_kelas", "program_id", "NPK"].map(|column| row[column].as_str().unwrap().to_owned())
    };
    rows.ok().rows().iter().map(|row| of(row).join(" · ")).collect()
}

/// The main page's notes on changed files.
async fn changed_files(admin: &Client) -> Vec<(String, String)> {
    attention(admin, "attention_file_changed").await
}

/// The main page's notes on what was not read.
async fn unread(admin: &Client) -> Vec<(String, String)> {
    attention(admin, "attention_unread").await
}

async fn attention(admin: &Client, code: &str) -> Vec<(String, String)> {
    let summary = admin.get(&format!("{A}/summary")).await.ok();
    let notes = summary.body["attention"].as_array().unwrap().iter();
    let notes = notes.filter(|one| one["code"] == code);
    notes
        .map(|one| {
            (
                one["text"].as_str().unwrap().to_owned(),
                one["link"].as_str().unwrap().to_owned(),
            )
        })
        .collect()
}

#[rstest]
#[tokio::test]
async fn new_file_in_the_folder_is_shown_until_synced(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, students) = with_students_in_a_file(on).await;
    assert_eq!(changed_files(&admin).await, []);
    let students = students.written(|_| true, "");
    let text = "Berkas class_students.csv (mahasiswa) berubah sejak sinkronisasi terakhir";
    assert_eq!(
        changed_files(&admin).await,
        [(text.to_owned(), "/mahasiswa".to_owned())]
    );
    admin.sync("mahasiswa").await;
    assert_eq!(changed_files(&admin).await, []);
    drop(students);
}

#[rstest]
#[tokio::test]
async fn file_missing_a_few_of_every_class_needs_confirmation(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, students) = with_students_in_a_file(on).await;
    let total = students.table.rows.len() as i64;
    let lost: Vec<String> = students
        .classes()
        .into_iter()
        .filter_map(|(_, mut numbers)| numbers.pop())
        .collect();
    assert!(
        students.classes().iter().all(|(_, numbers)| numbers.len() < 200),
        "no class has lost many"
    );
    let number = students
        .table
        .columns
        .iter()
        .position(|column| *column == "NPK")
        .unwrap();
    let students = students.written(
        move |row| row[number].as_str() < "A" && !lost.contains(&row[number]),
        "",
    );
    let left = fs::read_to_string(students.folder.path().join("class_students.csv")).unwrap();
    let gone_now = total - (left.lines().count() as i64 - 1);
    assert!(gone_now * 10 > total, "{gone_now} of {total}");

    let refused = admin.act("mahasiswa/sync", json!({})).await.refused(409);
    assert!(refused.sentence().contains("jauh lebih kecil"), "{refused:?}");
    assert_eq!(gone(&admin).await, [""; 0]);
}

#[rstest]
#[tokio::test]
async fn file_without_most_classes_needs_confirmation_and_empty_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, students) = with_students_in_a_file(on).await;
    let total = students.table.rows.len() as i64;
    let (class, numbers) = students.classes().remove(0);
    let columns = students.table.columns.clone();
    // A row of an unknown class does not count as one of the expected rows.
    let of_nobody = columns.iter().map(|column| match *column {
        "nama_mk" => "Alkimia",
        "nama_kelas" => "Z",
        "program_id" => "11",
        "NPK" => "990001",
        _ => "",
    });
    let of_nobody = of_nobody.collect::<Vec<_>>().join(",");
    let one_stays = move |row: &[String]| {
        let of = |name: &str| columns.iter().position(|column| *column == name).map(|at| &row[at]);
        let named = ["nama_mk", "nama_kelas", "program_id"].map(of);
        named.into_iter().eq(class.iter().map(Some))
    };
    let students = students.written(one_stays.clone(), "");
    let refused = admin.act("mahasiswa/sync", json!({})).await.refused(409);
    assert!(refused.sentence().contains("jauh lebih kecil"), "{refused:?}");
    assert_eq!(gone(&admin).await, [""; 0]);

    let typed = json!({ "confirm": "Mahasiswa" });
    let students = students.written(|_| false, &of_nobody);
    let refused = admin.act("mahasiswa/sync", typed.clone()).await.refused(409);
    assert!(
        refused.sentence().contains("tidak satu pun dari 1 barisnya terbaca"),
        "{refused:?}"
    );
    assert_eq!(gone(&admin).await, [""; 0]);

    // An administrator who knows better types the name.
    let _students = students.written(one_stays, "");
    let stay = numbers.len() as i64;
    let synced = admin.act("mahasiswa/sync", typed).await.ok();
    assert_eq!(synced.counts(), [0, 0, stay, total - stay, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn file_of_all_classes_is_checked_per_class(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, students) = with_students_in_a_file(on).await;
    let classes: Vec<_> = students
        .classes()
        .into_iter()
        .filter(|(_, numbers)| numbers.len() > 2)
        .collect();
    let [(lost_one, ones), (emptied, emptied_numbers), (spoiled, others), ..] = &classes[..] else {
        panic!("too small a campus");
    };
    let total = students.table.rows.len() as i64;
    let emptied_rows = emptied_numbers.len() as i64;
    let (named, lost, unread) = (spoiled.join(" · "), ones[0].clone(), others[0].clone());
    let stays = {
        let classes = [lost_one.clone(), emptied.clone(), spoiled.clone()];
        let columns = students.table.columns.clone();
        move |row: &[String]| {
            let of = |name: &str| row[columns.iter().position(|column| *column == name).unwrap()].clone();
            let class = [of("nama_mk"), of("nama_kelas"), of("program_id")];
            let number = of("NPK");
            !(class == classes[1]
                || (class == classes[0] && number == lost)
                || (class == classes[2] && number == unread))
        }
    };
    // A row without a number in one class, and two rows of an unknown class.
    let cells = |class: &[String; 3], number: &str| {
        let of = |column: &&str| match *column {
            "nama_mk" => class[0].clone(),
            "nama_kelas" => class[1].clone(),
            "program_id" => class[2].clone(),
            "NPK" => number.to_owned(),
            "nama_lengkap" => "Sri Wahyuni".to_owned(),
            _ => String::new(),
        };
        students.table.columns.iter().map(of).collect::<Vec<_>>().join(",")
    };
    let unknown = ["Alkimia", "Z", "11"].map(str::to_owned);
    let more = [cells(spoiled, ""), cells(&unknown, "990001"), cells(&unknown, "990002")].join("\n");
    let students = students.written(stays, &more);

    let synced = admin.sync("mahasiswa").await;
    assert_eq!(synced.counts(), [0, 0, total - emptied_rows - 2, 1, 0, 3]);
    let place = |class: &[String; 3], number: &String| format!("{} · {number}", class.join(" · "));
    assert_eq!(
        gone(&admin).await,
        [place(lost_one, &ones[0])],
        "one class lost one; the one that lost all may be the unknown one, and the third's list is not believed"
    );
    let failed = admin.job_rows(synced.job(), "failed").await;
    let reason = |key: &str| {
        let of_key = |line: &&Value| line["key"].as_str().unwrap().starts_with(key);
        failed
            .iter()
            .find(of_key)
            .unwrap_or_else(|| panic!("{key}: {failed:?}"))["reason"]
            .clone()
    };
    let last = students.table.rows.len() as i64 - emptied_rows - 2 + 2;
    assert!(
        reason(&format!("{named} · baris {last}"))
            .as_str()
            .unwrap()
            .contains("NPK")
    );
    assert_eq!(
        reason("Alkimia · Z · 11"),
        "kelas ini tidak ada di dashboard, jadi 2 barisnya dari OCAS dilewati. Sync data Kelas dahulu; bila kelasnya memang ada, samakan penulisan namanya."
    );

    // The original file brings everything back.
    let _students = students.written(|_| true, "");
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, total, 0, 0, 0]);
    assert_eq!(gone(&admin).await, [""; 0]);
}

/// More classes than are diffed in one pass, in two files; each class has two students.
const MANY_CLASSES: usize = 4200;

fn of_class(class: usize, number: &str) -> String {
    format!("Kuliah {class},A,11,{number},Mahasiswa {number}\n")
}

fn students_of(classes: impl Iterator<Item = usize>) -> String {
    let rows = classes.map(|class| of_class(class, &format!("{class}1")) + &of_class(class, &format!("{class}2")));
    rows.collect()
}

/// The headings of a list of students.
const HEADINGS: &str = "nama_mk,nama_kelas,program_id,NPK,nama_lengkap\n";

/// A server with that many classes and students from a file.
async fn with_very_many_classes(on: Database, students: &str) -> (Server, Client) {
    let classes = (1..=MANY_CLASSES).map(|class| format!("{class},Kuliah {class},A,11\n"));
    let classes = format!(
        "jadwal_kuliah_detail_id,nama_mata_kuliah,nama_kelas,program_id\n{}",
        classes.collect::<String>()
    );
    let server = Server::with(on)
        .file("classes.csv", &classes)
        .file("class_students.csv", &format!("{HEADINGS}{students}"))
        .start()
        .await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    (server, admin)
}

/// The same, with the students synced.
async fn of_very_many_classes(on: Database) -> (Server, Client) {
    let (server, admin) = with_very_many_classes(on, &students_of(1..=MANY_CLASSES)).await;
    let places = 2 * MANY_CLASSES as i64;
    assert_eq!(admin.sync("mahasiswa").await.counts(), [places, 0, 0, 0, 0, 0]);
    (server, admin)
}

#[rstest]
#[tokio::test]
async fn unchanged_partitioned_list_changes_nothing_and_any_other_does(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = of_very_many_classes(on).await;
    let places = 2 * MANY_CLASSES as i64;
    let say = |list: &str| server.write_file("class_students.csv", &format!("{HEADINGS}{list}"));

    // Another order of the rows changes nothing either, and the plan shows it.
    say(&students_of((1..=MANY_CLASSES).rev()));
    let plan = admin.act("mahasiswa/sync", json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["counts"]["unchanged"], places);
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, places, 0, 0, 0]);

    // The same number of rows, but one twice: the other one is missing.
    let rest = students_of(2..=MANY_CLASSES);
    say(&(of_class(1, "11").repeat(2) + &rest));
    let synced = admin.sync("mahasiswa").await;
    assert_eq!(synced.counts()[..5], [0, 0, places, 1, 0]);
    assert_eq!(gone(&admin).await, ["Kuliah 1 · A · 11 · 12"]);

    // The missing row stays flagged while the list says nothing else.
    say(&(of_class(1, "11") + &rest));
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, places - 1, 0, 0, 0]);
    assert_eq!(gone(&admin).await, ["Kuliah 1 · A · 11 · 12"]);

    // Another name, and nothing else.
    let renamed = "Kuliah 1,A,11,11,Nama Baru\n";
    say(&(renamed.to_owned() + &rest));
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 1, places - 2, 0, 0, 0]);
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, places - 1, 0, 0, 0]);

    // A class that was deleted from the dashboard is reported, although its list is known.
    let class = json!({ "jadwal_kuliah_detail_id": MANY_CLASSES.to_string(), "name": NAME });
    admin.delete(&format!("{A}/kelas/delete"), class).await.ok();
    let synced = admin.sync("mahasiswa").await;
    assert_eq!(synced.counts(), [0, 0, places - 3, 0, 0, 1]);
    let line = &admin.job_rows(synced.job(), "failed").await[0];
    assert_eq!(line["key"], format!("Kuliah {MANY_CLASSES} · A · 11"));
}

/// One more value than SQLite takes in a statement.
const MORE_THAN_A_STATEMENT_NAMES: i64 = 32_767;

#[tokio::test]
async fn any_number_of_returned_rows_is_unflagged() {
    let students = 1..=MORE_THAN_A_STATEMENT_NAMES;
    let students: String = students.map(|number| of_class(1, &number.to_string())).collect();
    let classes = "jadwal_kuliah_detail_id,nama_mata_kuliah,nama_kelas,program_id\n1,Kuliah 1,A,11\n";
    let server = Server::with(Sqlite)
        .file("classes.csv", classes)
        .file("class_students.csv", &format!("{HEADINGS}{students}"))
        .start()
        .await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    admin.sync("mahasiswa").await;
    let lost = "UPDATE mahasiswa_enrolment SET missing_since = 1";
    server.engine.store().writer().execute_unprepared(lost).await.unwrap();
    let synced = admin.sync("mahasiswa").await;
    assert_eq!(synced.counts(), [0, 0, MORE_THAN_A_STATEMENT_NAMES, 0, 0, 0]);
    assert_eq!(gone(&admin).await, [""; 0]);
}

#[rstest]
#[tokio::test]
async fn first_partitioned_list_creates_each_person_once(#[values(Sqlite, Postgres)] on: Database) {
    // Each student is in two classes, which may be in two partitions. One row comes twice, and another class has another
    // name for one student.
    let rows = (1..=MANY_CLASSES).map(|class| {
        let other = class % MANY_CLASSES + 1;
        of_class(class, &format!("{class}1")) + &of_class(class, &format!("{other}1"))
    });
    let rows = rows.collect::<String>() + &of_class(1, "11") + "Kuliah 3,A,11,11,Nama Lain\n";
    let (server, admin) = with_very_many_classes(on, &rows).await;
    let places = 2 * MANY_CLASSES as i64;
    let synced = admin.sync("mahasiswa").await;
    assert_eq!(synced.counts(), [places + 1, 0, 1, 0, 1, 0]);
    let line = &admin.job_rows(synced.job(), "conflict").await[0];
    assert!(line.to_string().contains("Nama Lain"), "{line}");
    assert!(line.to_string().contains("Mahasiswa 11"), "{line}");
    let store = server.another_store().await;
    numbers::assert_true(&store).await;
    let standing = store.standing("mahasiswa").await.unwrap();
    assert_eq!((standing.rows, standing.objects), (places + 1, MANY_CLASSES as i64));
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, places + 1, 0, 1, 0]);
}

#[rstest]
#[tokio::test]
async fn partitioned_list_is_checked_per_class(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = of_very_many_classes(on).await;
    let places = 2 * MANY_CLASSES as i64;
    let all = students_of(1..=MANY_CLASSES);
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, places, 0, 0, 0]);

    // The first class lost one student, the last lost all, and a third has only an unreadable row. That row is reported, so
    // no student is flagged there. There is also an unknown class, which may be the last one under another name.
    let spoiled = MANY_CLASSES - 1;
    let rest = students_of(2..spoiled);
    let said = [
        of_class(1, "11"),
        rest.clone(),
        of_class(spoiled, ""),
        of_class(spoiled + 1000, "990001"),
    ];
    server.write_file("class_students.csv", &format!("{HEADINGS}{}", said.concat()));
    let synced = admin.sync("mahasiswa").await;
    assert_eq!(synced.counts(), [0, 0, places - 5, 1, 0, 3]);
    let all_gone = ["Kuliah 1 · A · 11 · 12"];
    assert_eq!(gone(&admin).await, all_gone);

    // A row that may belong to any class prevents flags in all classes, in whichever partition it stands.
    server.write_file(
        "class_students.csv",
        &format!("{HEADINGS}\"x\",,,,Budi\n{}", of_class(1, "11") + &rest),
    );
    admin.sync("mahasiswa").await;
    assert_eq!(gone(&admin).await, all_gone);

    // A list without a row of any known class is more likely a fault than the truth.
    for rows in [String::new(), of_class(spoiled + 1000, "990001")] {
        server.write_file("class_students.csv", &format!("{HEADINGS}{rows}"));
        let refused = admin.act("mahasiswa/sync", json!({})).await.refused(409);
        assert!(refused.sentence().contains("idak ada yang diubah"), "{refused:?}");
    }
    // Without an unknown class, the last class has lost its students. No row is flagged twice.
    let known = of_class(1, "11") + &students_of(2..MANY_CLASSES);
    server.write_file("class_students.csv", &format!("{HEADINGS}{known}"));
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, places - 3, 2, 0, 0]);
    server.write_file("class_students.csv", &format!("{HEADINGS}{all}"));
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, places, 0, 0, 0]);
    assert_eq!(gone(&admin).await, [""; 0]);
}

#[rstest]
#[tokio::test]
async fn row_without_class_prevents_all_flags(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, students) = with_students_in_a_file(on).await;
    let lost = students.table.rows.iter().next().unwrap().clone();
    let named = students.line(&[("nama_lengkap", "Sri Wahyuni")]);
    let lines = students.table.rows.len() + 1;
    let students = students.written(|row| row != lost.as_slice(), &named);
    let (position, file) = (
        format!("baris {lines}"),
        "Daftar class_students, berkas class_students.csv",
    );
    let told = format!(
        "Tidak ada yang dianggap hilang dari daftar ini ({file}), karena 1 barisnya tidak terbaca. Perbaiki, lalu sync lagi. \
         Contohnya {position}: kolom nama_kelas kosong, padahal wajib ada; isi di sumbernya, lalu coba lagi ({file})."
    );
    let plan = admin.act("mahasiswa/sync", json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["notes"], json!([told]));
    let synced = admin.sync("mahasiswa").await;
    assert_eq!(synced.counts()[3..], [0, 0, 1]);
    assert_eq!(synced.job()["warnings"], json!([{ "text": told, "mend": null }]));
    assert_eq!(gone(&admin).await, [""; 0]);
    assert_eq!(
        unread(&admin).await,
        [(
            format!("Sinkronisasi terakhir (mahasiswa): {told}"),
            format!("/tugas/{}", synced.job()["id"])
        )]
    );
    let _students = students.written(|row| row != lost.as_slice(), "");
    assert_eq!(admin.sync("mahasiswa").await.counts()[3], 1);
    assert_eq!(unread(&admin).await, []);
}

#[rstest]
#[tokio::test]
async fn line_below_a_table_prevents_no_flags_and_is_told(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, students) = with_students_in_a_file(on).await;
    let lost = students.table.rows.first().unwrap().clone();
    let total = students.table.rows.len();
    let students = students.written(|row| row != lost.as_slice(), "Jumlah,4\r\n\u{1a}");
    let told = format!(
        "Daftar class_students, berkas class_students.csv: 1 baris bukan data, jadi dilewati (baris {}: Jumlah · 4).",
        total + 1
    );
    let tried = admin.act("sources/try", json!({ "list": "class_students" })).await.ok();
    assert_eq!(
        (&tried.data()["problems"], &tried.data()["notes"]),
        (&json!([]), &json!([told]))
    );
    let plan = admin.act("mahasiswa/sync", json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["notes"], json!([told]));
    let synced = admin.sync("mahasiswa").await;
    assert_eq!(synced.counts(), [0, 0, total as i64 - 1, 1, 0, 0]);
    assert_eq!(synced.job()["warnings"], json!([{ "text": told, "mend": null }]));
    assert_eq!(gone(&admin).await, [students.place(&lost).join(" · ")]);
    assert_eq!(unread(&admin).await.len(), 1);
}

#[rstest]
#[tokio::test]
async fn list_of_unreadable_rows_only_is_refused_by_file_row_and_reason(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, students) = with_students_in_a_file(on).await;
    let named = students.line(&[("nama_lengkap", "Sri Wahyuni")]);
    let students = students.written(|_| false, &named);
    let refused = admin.act("mahasiswa/sync", json!({})).await.refused(409);
    assert_eq!(
        refused.sentence(),
        "Daftar class_students, berkas class_students.csv: tidak satu pun dari 1 barisnya terbaca, jadi tidak ada yang diubah. \
         Perbaiki, lalu coba lagi. Contohnya baris 2: kolom nama_kelas kosong, padahal wajib ada; isi di sumbernya, lalu coba \
         lagi (Daftar class_students, berkas class_students.csv)."
    );
    let told = unread(&admin).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].0.contains("tidak satu pun dari 1 barisnya terbaca"), "{told:?}");
    let students = students.written(|_| false, "");
    let refused = admin.act("mahasiswa/sync", json!({})).await.refused(409);
    assert!(
        refused
            .sentence()
            .starts_with("Daftar class_students, berkas class_students.csv: tidak ada satu baris pun"),
        "{refused:?}"
    );
    drop(students);
}

#[rstest]
#[tokio::test]
async fn number_marked_as_text_is_the_same_number(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, students) = with_students_in_a_file(on).await;
    let total = students.table.rows.len() as i64;
    let marks = |number: &str| {
        [
            format!("'{number}"),
            format!("\"=\"\"{number}\"\"\""),
            format!("{number}\u{200b}"),
            format!("\u{a0}{number}"),
        ]
    };
    let marked: Vec<_> = students.table.rows.iter().take(4).cloned().collect();
    let lines = marked.iter().enumerate().map(|(at, row)| {
        let cells = students
            .table
            .columns
            .iter()
            .zip(row)
            .map(|(column, cell)| match *column {
                "NPK" => marks(cell)[at].clone(),
                _ => format!("\"{cell}\""),
            });
        cells.collect::<Vec<_>>().join(",") + "\n"
    });
    let lines: String = lines.collect();
    let _students = students.written(|row| !marked.iter().any(|other| other == row), &lines);
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, total, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn row_with_an_unstorable_class_fails_alone(#[values(Sqlite, Postgres)] on: Database) {
    let classes = "jadwal_kuliah_detail_id,nama_mata_kuliah,nama_kelas,program_id\n1,Kuliah 1,A,11\n";
    let long = "x".repeat(1000);
    let bad = format!("Kuliah\0 1,A,11,12,Mahasiswa 12\n{long},A,11,13,Mahasiswa 13\n");
    let students = format!("{HEADINGS}{}{bad}", of_class(1, "11"));
    let server = Server::with(on)
        .file("classes.csv", classes)
        .file("class_students.csv", &students)
        .start()
        .await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let synced = admin.sync("mahasiswa").await;
    assert_eq!(synced.counts(), [1, 0, 0, 0, 0, 2]);
    let compared = admin.act("comparison/compare", json!({})).await.ok();
    for job in [synced.job(), compared.job()] {
        let failed = admin.job_rows(job, "failed").await;
        let keys = column(&failed, "key").join("\n");
        let cut = format!("{}… · A · 11 · baris ", "x".repeat(255));
        for key in ["Kuliah 1 · A · 11 · baris ", cut.as_str()] {
            assert!(keys.contains(key), "{failed:?}");
        }
    }
}

#[rstest]
#[tokio::test]
async fn one_student_is_found_in_a_file_of_all_classes(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, students) = with_students_in_a_file(on).await;
    let number = students.place(students.table.rows.iter().next().unwrap())[3].to_owned();
    let of_number = students
        .table
        .rows
        .iter()
        .filter(|row| students.place(row)[3] == number);
    let places = of_number.count() as i64;
    let mut columns = students.table.columns.iter();
    let at = columns.position(|column| *column == "nama_lengkap").unwrap();
    let mut table = students.table.clone();
    table.rows = table
        .rows
        .into_iter()
        .map(|mut row| {
            if students.place(&row)[3] == number {
                row[at] = "Nama Baru".to_owned();
            }
            row
        })
        .collect();
    let _students = Students { table, ..students }.written(|_| true, "");
    let synced = admin.act("mahasiswa/sync_one", json!({ "NPK": number })).await.ok();
    assert_eq!(synced.counts()[1], 1, "the person is changed once: {synced:?}");
    let rows = admin.rows("mahasiswa").await;
    let named = rows.iter().filter(|row| row["nama_lengkap"] == "Nama Baru");
    assert_eq!(named.count() as i64, places);
}

#[rstest]
#[tokio::test]
async fn query_failing_midway_flags_no_rows(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::builder().students(160).start().await.unwrap();
    let all = tables(&by_http(&campus)).await;
    let database = Dbms::Postgres.fresh().await;
    database.fill(&all).await;
    database
        .run("ALTER TABLE t_class_students ADD good int NOT NULL DEFAULT 1")
        .await;
    let mut queries = Fresh::queries(&all);
    let students = queries.get_mut("class_students").unwrap();
    // Divides by zero in the bad row.
    *students = students.replace(" -- class_students", " WHERE 1 / good = 1");
    let ways = database.ways(queries, |_| {});
    let server = Server::with(on).campus(campus).sources(ways).start().await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let [created, ..] = admin.sync("mahasiswa").await.counts();
    database
        .run(
            "DELETE FROM t_class_students WHERE ctid IN (SELECT min(ctid) FROM t_class_students \
             GROUP BY k0, k1, k2 HAVING count(*) > 2 ORDER BY 1 LIMIT 3)",
        )
        .await;
    database
        .run("UPDATE t_class_students SET good = 0 WHERE ctid = (SELECT max(ctid) FROM t_class_students)")
        .await;
    let failed = admin.act("mahasiswa/sync", json!({})).await.refused(502);
    assert!(failed.sentence().contains("class_students"), "{failed:?}");
    assert_eq!(gone(&admin).await, [""; 0]);
    // After the fix, the three missing rows are reported.
    database.run("UPDATE t_class_students SET good = 1").await;
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, created - 3, 3, 0, 0]);
}

/// A list of the source as the screen gets it.
async fn list(admin: &Client, name: &str) -> Value {
    let sources = admin.get(&format!("{A}/sources")).await.ok();
    let lists = sources.data()["lists"].as_array().unwrap();
    lists.iter().find(|list| list["list"] == name).unwrap().clone()
}

/// Maps the headings of the teachers' file to columns.
async fn give_headings(admin: &Client) {
    let headings = json!({ "nik": "NIDN", "nama_lengkap": "Nama Dosen", "email": "Surel" });
    let body = json!({ "list": "teachers", "headings": headings });
    let path = format!("{A}/sources/headings");
    admin.send(Method::PUT, &path, &[], Some(body.to_string())).await.ok();
}

const TEACHERS: &str = "NIDN;Nama Dosen;Surel\n0011;Siti Rahayu;siti@kampus.ac.id\n0012;Budi;budi@kampus.ac.id\n";

#[rstest]
#[tokio::test]
async fn uploaded_file_becomes_the_source_once_its_headings_are_mapped(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    assert_eq!(list(&admin, "teachers").await["way"], "http");
    let taken = admin
        .upload("teachers", "Dosen 2026.csv", TEACHERS.as_bytes().to_vec())
        .await
        .ok();
    assert_eq!(
        taken.sentence(),
        "Berkas Dosen 2026.csv diunggah untuk daftar Pengajar."
    );
    let of_teachers = list(&admin, "teachers").await;
    assert_eq!(
        (&of_teachers["way"], &of_teachers["detail"]),
        (&json!("upload"), &json!("Dosen 2026.csv"))
    );
    assert_eq!(of_teachers["headings"], json!(["NIDN", "Nama Dosen", "Surel"]));
    assert_eq!(of_teachers["missing"], json!(["nik"]));
    let refused = admin.act("dosen/sync", json!({})).await.refused(502);
    assert!(refused.sentence().contains("nik"), "{refused:?}");

    give_headings(&admin).await;
    assert_eq!(list(&admin, "teachers").await["missing"], json!([]));
    assert_eq!(admin.sync("dosen").await.counts()[0], 2);
    assert_eq!(
        column(&admin.rows("dosen").await, "nama_lengkap"),
        ["Siti Rahayu", "Budi"]
    );

    // Next month's file has the same headings and needs no mapping.
    let next = TEACHERS.replace("Budi;", "Budi Santoso;").into_bytes();
    admin.upload("teachers", "Dosen baru.csv", next).await.ok();
    assert_eq!(admin.sync("dosen").await.counts(), [0, 1, 1, 0, 0, 0]);

    admin
        .delete(&format!("{A}/sources/upload"), json!({ "list": "teachers" }))
        .await
        .ok();
    assert_eq!(list(&admin, "teachers").await["way"], "http");
    let log = admin.get(&format!("{A}/react/log")).await.ok();
    let actions = column(log.rows(), "action");
    assert!(
        actions.contains(&"Berkas Dosen baru.csv diunggah untuk daftar Pengajar."),
        "{actions:?}"
    );
}

/// The plan of a sync from the list's proposed file.
async fn compared(admin: &Client, list: &str) -> Reply {
    let body = json!({ "list": list, "dry_run": true });
    admin.post(&format!("{A}/sources/accept"), body).await
}

async fn accept(admin: &Client, list: &str, upload: &Value) -> Reply {
    let body = json!({ "list": list, "upload": upload });
    admin.post(&format!("{A}/sources/accept"), body).await
}

#[rstest]
#[tokio::test]
async fn proposed_file_is_compared_before_it_replaces_the_source(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.upload("teachers", "Dosen 2026.csv", TEACHERS.into()).await.ok();
    give_headings(&admin).await;
    admin.sync("dosen").await;

    // Other headings, one more teacher, one with another name, and one who is gone.
    let new = "Nomor,Nama,Surel\n0011,Siti Rahayu,siti@kampus.ac.id\n0013,Cahya,cahya@kampus.ac.id\n";
    let told = admin.propose("teachers", "Dosen 2027.csv", new.into()).await.ok();
    assert_eq!(
        told.sentence(),
        "Berkas Dosen 2027.csv diunggah untuk daftar Pengajar, dan belum dipakai."
    );
    let of_teachers = list(&admin, "teachers").await;
    assert_eq!(
        (&of_teachers["detail"], &of_teachers["missing"]),
        (&json!("Dosen 2026.csv"), &json!([]))
    );
    let proposed = &of_teachers["proposed"];
    assert_eq!(proposed["file"]["file"], "Dosen 2027.csv");
    assert_eq!(proposed["missing"], json!(["nik"]));
    assert!(
        compared(&admin, "teachers")
            .await
            .refused(502)
            .sentence()
            .contains("nik")
    );

    let headings = json!({ "nik": "Nomor", "nama_lengkap": "Nama", "email": "Surel" });
    let body = json!({ "list": "teachers", "headings": headings, "proposed": true });
    let path = format!("{A}/sources/headings");
    admin.send(Method::PUT, &path, &[], Some(body.to_string())).await.ok();
    let of_teachers = list(&admin, "teachers").await;
    assert_eq!(of_teachers["proposed"]["missing"], json!([]));
    assert_eq!(of_teachers["missing"], json!([]));
    let plan = compared(&admin, "teachers").await.ok();
    let counts = |name: &str| plan.data()["counts"][name].as_i64().unwrap();
    assert_eq!(["create", "missing", "unchanged"].map(counts), [1, 1, 1]);
    let tried = json!({ "list": "teachers", "proposed": true });
    let tried = admin.post(&format!("{A}/sources/try"), tried).await.ok();
    assert_eq!(
        (&tried.data()["read"], &tried.data()["problem_count"]),
        (&json!(2), &json!(0))
    );
    // Until it is accepted, the former file is read.
    assert_eq!(admin.sync("dosen").await.counts(), [0, 0, 2, 0, 0, 0]);

    let former = of_teachers["proposed"]["file"]["id"].clone();
    admin.propose("teachers", "Dosen 2027.csv", new.into()).await.ok();
    accept(&admin, "teachers", &former).await.refused(409);
    // The corrected file has the headings of the former.
    let proposed = list(&admin, "teachers").await["proposed"].clone();
    assert_eq!(proposed["missing"], json!([]));
    let now = &proposed["file"]["id"];
    accept(&admin, "teachers", now).await.ok();
    accept(&admin, "teachers", now).await.refused(409);
    let of_teachers = list(&admin, "teachers").await;
    assert_eq!(
        (&of_teachers["detail"], &of_teachers["proposed"]),
        (&json!("Dosen 2027.csv"), &Value::Null)
    );
    assert_eq!(admin.sync("dosen").await.counts()[..3], [1, 0, 1]);
}

#[rstest]
#[tokio::test]
async fn dropped_proposal_leaves_the_file_of_the_list(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.upload("teachers", "Dosen 2026.csv", TEACHERS.into()).await.ok();
    admin.propose("teachers", "Dosen 2027.csv", TEACHERS.into()).await.ok();
    let drop = json!({ "list": "teachers", "proposed": true });
    let path = format!("{A}/sources/upload");
    let dropped = admin.delete(&path, drop.clone()).await.ok();
    assert_eq!(dropped.sentence(), "Berkas baru untuk daftar Pengajar dibuang.");
    admin.delete(&path, drop).await.refused(404);
    let of_teachers = list(&admin, "teachers").await;
    assert_eq!(
        (&of_teachers["detail"], &of_teachers["proposed"]),
        (&json!("Dosen 2026.csv"), &Value::Null)
    );
    // A file that cannot be read proposes nothing.
    admin
        .propose("teachers", "Dosen.xlsx", b"no workbook".to_vec())
        .await
        .refused(409);
    assert_eq!(list(&admin, "teachers").await["proposed"], Value::Null);
}

#[rstest]
#[tokio::test]
async fn headings_of_folder_files_can_be_mapped_too(#[values(Sqlite, Postgres)] on: Database) {
    let title = format!("Dosen semester ini;;\n{TEACHERS}");
    let server = Server::with(on).file("teachers.csv", &title).start().await;
    let admin = server.sign_in().await;
    let of_teachers = list(&admin, "teachers").await;
    assert_eq!(
        (&of_teachers["way"], &of_teachers["upload"]),
        (&json!("file"), &Value::Null)
    );
    assert_eq!(of_teachers["headings"], json!(["NIDN", "Nama Dosen", "Surel"]));
    assert_eq!(of_teachers["missing"], json!(["nik"]));

    give_headings(&admin).await;
    let of_teachers = list(&admin, "teachers").await;
    assert_eq!(of_teachers["missing"], json!([]));
    let email = of_teachers["columns"].as_array().unwrap();
    let email = email.iter().find(|column| column["field"] == "email").unwrap();
    assert_eq!((&email["given"], &email["heading"]), (&json!("Surel"), &json!("Surel")));
    assert_eq!(admin.sync("dosen").await.counts()[0], 2);

    // A replaced file is inspected again.
    server.write_file("teachers.csv", "NIP,Nama Dosen\n0011,Siti Rahayu\n");
    let of_teachers = list(&admin, "teachers").await;
    assert_eq!(
        (&of_teachers["headings"], &of_teachers["missing"]),
        (&json!(["NIP", "Nama Dosen"]), &json!(["nik"]))
    );
    // With two files the choice is ambiguous, and trying the list says so.
    server.write_file("teachers.xlsx", "no workbook");
    assert_eq!(list(&admin, "teachers").await["headings"], json!([]));
}

#[rstest]
#[tokio::test]
async fn mapped_headings_carry_over_to_the_next_file(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.upload("teachers", "Dosen 2026.csv", TEACHERS.into()).await.ok();
    give_headings(&admin).await;
    // The title has as many cells as the headings, and the comma in each name separates nothing.
    let next = "Fakultas;Teknik;Semester ganjil\n".to_owned() + &TEACHERS.replace("Budi", "Budi, S.T.");
    admin.upload("teachers", "Dosen 2027.csv", next.into()).await.ok();
    let of_teachers = list(&admin, "teachers").await;
    assert_eq!(
        (&of_teachers["headings"], &of_teachers["missing"]),
        (&json!(["NIDN", "Nama Dosen", "Surel"]), &json!([]))
    );
    assert_eq!(admin.sync("dosen").await.counts()[0], 2);
}

#[rstest]
#[tokio::test]
async fn list_trial_writes_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let classes = "jadwal_kuliah_detail_id,nama_kelas,nama_mata_kuliah,program_id,jam_mulai\n\
                   1,A,Algoritma,11,07:30\n2,B,Algoritma,11,pagi\n1,C,Basis Data,11,10.00\n,D,Basis Data,11,\n";
    admin.upload("classes", "kelas.csv", classes.into()).await.ok();
    let students = "nama_mk,nama_kelas,program_id,NPK\nAlgoritma,A,11,260001\nAljabar,A,11,260002\n";
    admin
        .upload("class_students", "mahasiswa.csv", students.into())
        .await
        .ok();

    let tried = admin.act("sources/try", json!({ "list": "classes" })).await.ok();
    let data = tried.data();
    assert_eq!(
        (&data["read"], &data["complete"], &data["failed"]),
        (&json!(4), &json!(true), &Value::Null)
    );
    assert_eq!(data["rows"][0]["fields"][1], json!({ "field": "kelas_id", "text": "" }));
    let problems: Vec<_> = data["problems"].as_array().unwrap().iter().collect();
    let problem = |at: usize| {
        (
            problems[at]["row"].clone(),
            problems[at]["column"].clone(),
            problems[at]["code"].clone(),
        )
    };
    assert_eq!(problem(0), (json!(3), json!("jam_mulai"), json!("trial_no_time")));
    assert_eq!(
        problem(1),
        (json!(4), json!("jadwal_kuliah_detail_id"), json!("trial_twice"))
    );
    assert_eq!(
        problem(2),
        (json!(5), json!("jadwal_kuliah_detail_id"), json!("cell_empty"))
    );
    assert_eq!(data["expected_rows"], 4);
    assert!(data["rows_per_second"].as_f64().unwrap() > 0.0);

    let tried = admin.act("sources/try", json!({ "list": "class_students" })).await.ok();
    assert_eq!(
        tried.data()["problems"][0]["text"],
        "Kelas Aljabar · A · 11 tidak ada di daftar classes. Samakan penulisannya, atau tambahkan kelasnya."
    );
    assert_eq!(admin.rows("kelas").await, Vec::<Value>::new());
}

#[rstest]
#[tokio::test]
async fn invalid_upload_is_refused_and_changes_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let csv = TEACHERS.as_bytes().to_vec();
    let unknown = admin.upload("lecturers", "a.csv", csv.clone()).await.refused(422);
    assert!(unknown.body["fields"]["list"].is_string(), "{unknown:?}");
    admin.upload("teachers", "dosen.pdf", csv.clone()).await.refused(422);
    admin.upload("teachers", "dosen.zip", csv.clone()).await.refused(422);
    admin.upload("oneroster", "dosen.csv", csv.clone()).await.refused(422);
    // Not a workbook, and an empty body.
    admin.upload("teachers", "dosen.xlsx", csv.clone()).await.refused(409);
    admin
        .upload("teachers", "dosen.csv", b"  \n\n".to_vec())
        .await
        .refused(409);
    let large = admin
        .upload("teachers", "dosen.csv", vec![b'x'; 5_000_001])
        .await
        .refused(409);
    assert!(large.sentence().contains("5 MB"), "{large:?}");
    assert_eq!(list(&admin, "teachers").await["way"], "http");
    // Three million bytes exceed the limit of other bodies.
    let long = format!("{TEACHERS}{}", "0013;Ani;ani@kampus.ac.id\n".repeat(120_000));
    admin.upload("teachers", "dosen.csv", long.into_bytes()).await.ok();
    assert_eq!(list(&admin, "teachers").await["upload"]["file"], "dosen.csv");
}

#[rstest]
#[tokio::test]
async fn oneroster_zip_is_the_source_of_all_its_lists(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::builder().students(160).start().await.unwrap();
    let all = tables(&by_http(&campus)).await;
    let folder = roster::roster_folder(&all);
    let zip = fs::read(folder.path().join("oneroster.zip")).unwrap();
    let server = Server::with(on).campus(campus).start().await;
    let admin = server.sign_in().await;
    admin.propose("oneroster", "semester.zip", zip).await.ok();
    assert_eq!(list(&admin, "classes").await["way"], "http");
    let sources = admin.get(&format!("{A}/sources")).await.ok();
    let proposed = &sources.data()["proposed_roster"];
    let lists = proposed["lists"].as_array().unwrap();
    assert!(lists.contains(&json!("teachings")), "{lists:?}");
    let plan = compared(&admin, "classes").await.ok();
    let classes = Table::named(&all, "classes").rows.len();
    assert_eq!(plan.data()["counts"]["create"], classes);
    accept(&admin, "oneroster", &proposed["file"]["id"]).await.ok();
    for name in ["classes", "class_students", "teachings"] {
        let of_list = list(&admin, name).await;
        assert_eq!(
            (&of_list["way"], &of_list["detail"]),
            (&json!("upload"), &json!("semester.zip"))
        );
    }
    admin.sync("kelas").await;
    let students = Table::named(&all, "class_students").rows.len() as i64;
    assert_eq!(admin.sync("mahasiswa").await.counts(), [students, 0, 0, 0, 0, 0]);

    // A file with only changes replaces nothing.
    let mut changes = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [
        ("manifest.csv", "propertyName,value\nfile.users,delta\n"),
        ("users.csv", "sourcedId,givenName,familyName\nt1,Siti,Rahayu\n"),
    ] {
        changes.start_file(name, SimpleFileOptions::default()).unwrap();
        changes.write_all(text.as_bytes()).unwrap();
    }
    let changes = changes.finish().unwrap().into_inner();
    let refused = admin.upload("oneroster", "perubahan.zip", changes).await.refused(409);
    assert!(refused.sentence().contains("(users.csv)"), "{refused:?}");
    assert_eq!(list(&admin, "teachers").await["detail"], "semester.zip");
}

#[tokio::test]
async fn list_with_a_query_refuses_uploads() {
    let campus = Campus::builder().students(160).start().await.unwrap();
    let all = tables(&by_http(&campus)).await;
    let database = Dbms::Sqlite.fresh().await;
    database.fill(&all).await;
    let ways = database.ways(Fresh::queries(&all), |_| {});
    let server = Server::with(Sqlite).campus(campus).sources(ways).start().await;
    let admin = server.sign_in().await;
    let refused = admin
        .upload("teachers", "dosen.csv", TEACHERS.into())
        .await
        .refused(409);
    assert!(
        refused.sentence().contains("source.sql.queries.teachers"),
        "{refused:?}"
    );
}
