//! Sync: from the source to the dashboard.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Class, Client, NAME, Server, column, with},
};
use rstest::rstest;
use selaras_source::{FilesSettings, SourceSettings, Ways};
use serde_json::{Value, json};
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{body_partial_json, path},
};

#[rstest]
#[tokio::test]
async fn a_first_sync_brings_every_class_of_the_source(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let synced = admin
        .post(&format!("{A}/kelas/sync"), json!({ "name": NAME }))
        .await
        .ok();
    let classes = server.campus.university().classes() as i64;
    assert_eq!(synced.counts(), [classes, 0, 0, 0, 0, 0]);
    assert_eq!(synced.sentence(), format!("Sinkronisasi data Kelas: {classes} baru."));
    let rows = admin.rows("kelas").await;
    assert_eq!(rows.len() as i64, classes);
    assert!(column(&rows, "migration").iter().all(|migration| *migration == "belum"));
}

#[rstest]
#[tokio::test]
async fn list_in_a_file_is_synced_like_the_web_service(#[values(Sqlite, Postgres)] on: Database) {
    let years = "kode_tahun_ajaran,nama_tahun_ajaran\n2031,2031/2032\n";
    let server = Server::with(on).file("academic_years.csv", years).start().await;
    let admin = server.sign_in().await;
    admin.sync("tahun_ajaran").await;
    assert_eq!(
        column(&admin.rows("tahun_ajaran").await, "nama_tahun_ajaran"),
        ["2031/2032"]
    );
    assert!(admin.sync("semester").await.counts()[0] > 0);
}

#[rstest]
#[tokio::test]
async fn a_second_sync_finds_all_unchanged(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let first = admin.sync("dosen").await.counts()[0];
    let before = admin.rows("dosen").await;
    let again = admin.sync("dosen").await;
    assert_eq!(again.counts(), [0, 0, first, 0, 0, 0]);
    assert_eq!(again.sentence(), format!("Sinkronisasi data Pengajar: {first} tetap."));
    assert_eq!(admin.rows("dosen").await, before);
}

#[rstest]
#[tokio::test]
async fn row_changed_at_the_source_is_updated_and_reported(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let class = server.a_class();
    let before = admin.row("kelas", "jadwal_kuliah_detail_id", &class.jadwal).await;
    server
        .campus
        .changes()
        .set("/classes", &class.jadwal, "jam_mulai", "06:15");
    let synced = admin.sync("kelas").await;
    assert_eq!(synced.counts()[1], 1);
    let lines = admin.job_rows(synced.job(), "updated").await;
    assert_eq!(column(&lines, "key"), [class.jadwal.as_str()]);
    let change = format!("jam_mulai: {} → 06:15", before["jam_mulai"].as_str().unwrap());
    assert_eq!(column(&lines, "reason"), [change.as_str()]);
    let after = admin.row("kelas", "jadwal_kuliah_detail_id", &class.jadwal).await;
    assert_eq!((&after["id"], &after["jam_mulai"]), (&before["id"], &json!("06:15")));
}

#[rstest]
#[tokio::test]
async fn unlisted_row_is_flagged_and_kept_until_listed_again(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let all = admin.sync("dosen").await.counts()[0];
    let nik = server.campus.university().nik(0);
    let missing_since = async || admin.row("dosen", "nik", &nik).await["missing_since"].clone();

    server.campus.changes().remove("/teachers", &nik);
    let synced = admin.sync("dosen").await;
    assert_eq!(synced.counts(), [0, 0, all - 1, 1, 0, 0]);
    assert_eq!(
        column(&admin.job_rows(synced.job(), "missing").await, "key"),
        [nik.as_str()]
    );
    assert!(missing_since().await.is_string());
    assert_eq!(admin.sync("dosen").await.counts()[3], 0, "it is reported once");

    server.campus.changes().restore("/teachers", &nik);
    assert_eq!(admin.sync("dosen").await.counts(), [0, 0, all, 0, 0, 0]);
    assert_eq!(missing_since().await, Value::Null);
}

#[rstest]
#[tokio::test]
async fn local_edit_holds_while_the_source_is_unchanged(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let all = admin.sync("semester").await.counts()[0];
    let edited = edit_a_semester(&admin).await;
    assert_eq!(admin.sync("semester").await.counts(), [0, 0, all, 0, 0, 0]);
    assert_eq!(
        admin.row("semester", "kode_semester", &edited).await["nama_semester"],
        "Diubah di sini"
    );
}

#[rstest]
#[tokio::test]
async fn row_changed_on_both_sides_is_a_conflict_until_synced_alone(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("semester").await;
    let edited = edit_a_semester(&admin).await;
    server
        .campus
        .changes()
        .set("/semesters", &edited, "nama_semester", "Diubah di sana");
    let name = async || admin.row("semester", "kode_semester", &edited).await["nama_semester"].clone();

    let synced = admin.sync("semester").await;
    assert_eq!(synced.counts()[4], 1);
    let lines = admin.job_rows(synced.job(), "conflict").await;
    assert_eq!(
        lines[0]["reason"],
        "Diubah di dashboard dan juga di OCAS. Sync baris ini sendiri untuk memakai isi OCAS."
    );
    assert_eq!(name().await, "Diubah di sini");

    let one = json!({ "kode_semester": edited, "name": NAME });
    let alone = admin.post(&format!("{A}/semester/sync_one"), one).await.ok();
    assert_eq!(alone.counts(), [0, 1, 0, 0, 0, 0]);
    assert_eq!(name().await, "Diubah di sana");
}

/// Edits one semester by form. Returns its code.
async fn edit_a_semester(admin: &Client) -> String {
    let row = admin.rows("semester").await.remove(0);
    let body = json!({
        "id": row["id"],
        "kode_tahun_ajaran": row["kode_tahun_ajaran"],
        "kode_semester": row["kode_semester"],
        "nama_semester": "Diubah di sini",
        "name": NAME,
    });
    admin.post(&format!("{B}/update/semester"), body).await.ok();
    row["kode_semester"].as_str().unwrap().to_owned()
}

#[rstest]
#[tokio::test]
async fn local_row_is_not_overwritten_by_a_row_of_its_key(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let year = server.campus.university().academic_years().remove(0).kode_tahun_ajaran;
    let body = json!({ "kode_tahun_ajaran": year, "nama_tahun_ajaran": "Dibuat di sini", "name": NAME });
    admin.post(&format!("{B}/create/tahun_ajaran"), body).await.ok();
    let synced = admin.sync("tahun_ajaran").await;
    assert_eq!(synced.counts()[4], 1);
    assert_eq!(
        admin.job_rows(synced.job(), "conflict").await[0]["reason"],
        "Dibuat lewat formulir di dashboard, dan OCAS mengirim isi yang berbeda. Sync baris ini sendiri untuk memakai isi OCAS."
    );
    let row = admin.row("tahun_ajaran", "kode_tahun_ajaran", &year).await;
    assert_eq!(row["nama_tahun_ajaran"], "Dibuat di sini");
}

#[rstest]
#[tokio::test]
async fn local_row_is_not_flagged_if_the_source_lacks_it(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let body = json!({ "kode_tahun_ajaran": "1999", "nama_tahun_ajaran": "1999/2000", "name": NAME });
    admin.post(&format!("{B}/create/tahun_ajaran"), body).await.ok();
    assert_eq!(admin.sync("tahun_ajaran").await.counts()[3], 0);
    assert_eq!(
        admin.row("tahun_ajaran", "kode_tahun_ajaran", "1999").await["missing_since"],
        Value::Null
    );
}

#[rstest]
#[tokio::test]
async fn syncing_one_row_changes_only_that_row(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    let one = json!({ "jadwal_kuliah_detail_id": class.jadwal, "name": NAME });
    let synced = admin.post(&format!("{A}/kelas/sync_one"), one).await.ok();
    assert_eq!(synced.counts(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(
        column(&admin.rows("kelas").await, "jadwal_kuliah_detail_id"),
        [class.jadwal]
    );
}

#[rstest]
#[tokio::test]
async fn row_missing_at_the_source_cannot_be_synced_alone(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let missing = admin
        .post(&format!("{A}/dosen/sync_one"), json!({ "nik": "0", "name": NAME }))
        .await
        .refused(404);
    assert_eq!(missing.sentence(), "Pengajar ini tidak ada di OCAS.");
    let unnamed = admin
        .post(&format!("{A}/dosen/sync_one"), json!({ "name": NAME }))
        .await
        .refused(422);
    assert_eq!(unnamed.body["fields"], json!({ "nik": "nik tidak boleh kosong" }));
}

#[rstest]
#[tokio::test]
async fn only_chosen_rows_are_synced(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let university = server.campus.university();
    let chosen = [university.nik(0), university.nik(3)];
    let body = json!({ "keys": chosen, "name": NAME });
    assert_eq!(
        admin.post(&format!("{A}/dosen/sync"), body).await.ok().counts(),
        [2, 0, 0, 0, 0, 0]
    );
    let mut niks: Vec<_> = column(&admin.rows("dosen").await, "nik")
        .iter()
        .map(|nik| (*nik).to_owned())
        .collect();
    niks.sort();
    let mut chosen = chosen.to_vec();
    chosen.sort();
    assert_eq!(niks, chosen);
}

#[rstest]
#[tokio::test]
async fn a_choice_of_no_rows_never_means_all_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for nothing in [json!({ "keys": [] }), json!({ "ids": [] })] {
        let refused = admin.post(&format!("{A}/dosen/sync"), nothing).await.refused(422);
        assert_eq!(refused.sentence(), "Pilih sedikitnya satu baris");
    }
    assert_eq!(admin.rows("dosen").await, [Value::Null; 0]);
}

#[rstest]
#[tokio::test]
async fn syncing_one_class_leaves_other_classes_unchanged(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let first = server.a_class();
    let second = server.class_from(first.index + 1);
    for class in [&first, &second, &first] {
        admin
            .post(&format!("{A}/mahasiswa/sync"), class.and(json!({ "name": NAME })))
            .await
            .ok();
    }
    let rows = admin.rows("mahasiswa").await;
    assert_eq!(rows.len(), first.students.len() + second.students.len());
    assert!(rows.iter().all(|row| row["missing_since"].is_null()));
    let of_first = admin.post(&format!("{A}/mahasiswa/get"), first.body.clone()).await.ok();
    let mut numbers = column(of_first.rows(), "NPK");
    numbers.sort_unstable();
    let mut expected = first.students.clone();
    expected.sort_unstable();
    assert_eq!(numbers, expected);
}

/// A server with the campus's classes and students synced, and the number of enrolments.
async fn with_students(on: Database) -> (Server, Client, i64) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let enrolments = admin.sync("mahasiswa").await.counts()[0];
    (server, admin, enrolments)
}

/// Empties the class's list at the source.
fn empty(server: &Server, class: &Class) {
    for npk in &class.students {
        server.campus.changes().remove("/class/students", &class.enrolment(npk));
    }
}

#[rstest]
#[tokio::test]
async fn empty_list_of_a_timetabled_class_is_refused_alone(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, enrolments) = with_students(on).await;
    let class = server.a_class();
    empty(&server, &class);
    let synced = admin.sync("mahasiswa").await;
    let there = enrolments - class.students.len() as i64;
    assert_eq!(synced.counts(), [0, 0, there, 0, 0, 1]);
    let failed = admin.job_rows(synced.job(), "failed").await;
    assert!(
        failed[0]["reason"].as_str().unwrap().contains("daftar kosong"),
        "{failed:?}"
    );
    let alone = admin.act("mahasiswa/sync", class.body.clone()).await.refused(409);
    assert!(alone.sentence().contains("daftar kosong"), "{alone:?}");
    let rows = admin.rows("mahasiswa").await;
    assert!(rows.iter().all(|row| row["missing_since"].is_null()));
}

#[rstest]
#[tokio::test]
async fn empty_class_off_the_timetable_flags_its_students(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(true, false)] alone: bool,
) {
    let (server, admin, enrolments) = with_students(on).await;
    let class = server.a_class();
    let changes = server.campus.changes();
    changes.remove("/classes", &class.jadwal);
    assert_eq!(admin.sync("kelas").await.counts()[3], 1);
    // The list of students is still requested: the timetable may be wrong.
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, enrolments, 0, 0, 0]);

    empty(&server, &class);
    let (gone, there) = (class.students.len() as i64, enrolments - class.students.len() as i64);
    let (order, unchanged) = match alone {
        true => (class.body.clone(), 0),
        false => (json!({}), there),
    };
    let synced = admin.act("mahasiswa/sync", order.clone()).await.ok();
    assert_eq!(synced.counts(), [0, 0, unchanged, gone, 0, 0]);
    let path = format!("{A}/mahasiswa/get?missing=true");
    let rows = admin.post(&path, json!({})).await.ok();
    let mut missing = column(rows.rows(), "NPK");
    missing.sort_unstable();
    let mut expected = class.students.clone();
    expected.sort_unstable();
    assert_eq!(missing, expected);
    let again = admin.act("mahasiswa/sync", order).await.ok();
    assert_eq!(again.counts(), [0, 0, unchanged, 0, 0, 0], "it is reported once");

    // The class is back, and still empty, which is known.
    changes.restore("/classes", &class.jadwal);
    admin.sync("kelas").await;
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, there, 0, 0, 0]);
    for npk in &class.students {
        changes.restore("/class/students", &class.enrolment(npk));
    }
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, enrolments, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn empty_class_that_was_deleted_here_flags_its_students(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, enrolments) = with_students(on).await;
    let class = server.a_class();
    let body = json!({ "jadwal_kuliah_detail_id": class.jadwal, "name": NAME });
    admin.delete(&format!("{A}/kelas/delete"), body).await.ok();
    // The source still lists them, and that is reported.
    let (gone, there) = (class.students.len() as i64, enrolments - class.students.len() as i64);
    let synced = admin.sync("mahasiswa").await;
    assert_eq!(synced.counts(), [0, 0, there, 0, 0, 1]);
    let line = &admin.job_rows(synced.job(), "failed").await[0];
    assert!(
        line["reason"].as_str().unwrap().contains("tidak ada di dashboard"),
        "{line}"
    );

    empty(&server, &class);
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, there, gone, 0, 0]);
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, there, 0, 0, 0]);
}

/// The source answers with these classes, and with one student in some of them. It refuses unknown classes as services do.
async fn answer_with(source: &MockServer, classes: &[&str], students: &[&str]) {
    source.reset().await;
    let class = |name: &&str| {
        let named = json!({ "jadwal_kuliah_detail_id": name, "nama_kelas": name });
        with(&named, json!({ "nama_mata_kuliah": "Aljabar", "program_id": "11" }))
    };
    let classes: Vec<_> = classes.iter().map(class).collect();
    let response = ResponseTemplate::new(200).set_body_json(json!(classes));
    Mock::given(path("/classes")).respond_with(response).mount(source).await;
    for name in students {
        let response =
            ResponseTemplate::new(200).set_body_json(json!([{ "NPK": name, "nama_lengkap": "Siti Rahayu" }]));
        Mock::given(path("/class/students"))
            .and(body_partial_json(json!({ "nama_kelas": name })))
            .respond_with(response)
            .mount(source)
            .await;
    }
    let unknown = ResponseTemplate::new(404).set_body_json(json!({ "message": "No query results." }));
    let others = Mock::given(path("/class/students")).respond_with(unknown);
    others.with_priority(9).mount(source).await;
}

#[rstest]
#[tokio::test]
async fn unknown_class_off_the_timetable_flags_its_students(#[values(Sqlite, Postgres)] on: Database) {
    let source = MockServer::start().await;
    let ways = Ways {
        name: "OCAS".to_owned(),
        sql: None,
        files: FilesSettings::default(),
        http: Some(SourceSettings::new(source.uri().parse().unwrap())),
    };
    let server = Server::with(on).sources(ways).start().await;
    let admin = server.sign_in().await;
    answer_with(&source, &["A", "B"], &["A", "B"]).await;
    admin.sync("kelas").await;
    assert_eq!(admin.sync("mahasiswa").await.counts(), [2, 0, 0, 0, 0, 0]);

    // For a class on the timetable that is no valid answer; nor for the other class, if the source knows none at all.
    answer_with(&source, &["A"], &[]).await;
    admin.sync("kelas").await;
    let refused = admin.act("mahasiswa/sync", json!({})).await.refused(409);
    assert!(refused.sentence().contains("Tidak satu pun kelas"), "{refused:?}");
    let rows = admin.rows("mahasiswa").await;
    assert!(rows.iter().all(|row| row["missing_since"].is_null()));

    answer_with(&source, &["A"], &["A"]).await;
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, 1, 1, 0, 0]);
    let path = format!("{A}/mahasiswa/get?missing=true");
    let gone = admin.post(&path, json!({})).await.ok();
    assert_eq!(column(gone.rows(), "NPK"), ["B"]);
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, 1, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn students_of_all_classes_need_the_classes_first(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let refused = admin
        .post(&format!("{A}/mahasiswa/sync"), json!({ "name": NAME }))
        .await
        .refused(404);
    assert_eq!(
        refused.sentence(),
        "Belum ada kelas di dashboard. Sync data Kelas dahulu."
    );

    admin.sync("kelas").await;
    let synced = admin.sync("mahasiswa").await;
    let university = server.campus.university();
    let enrolments: usize = (0..university.classes())
        .map(|class| university.members(class).len())
        .sum();
    assert_eq!(synced.counts(), [enrolments as i64, 0, 0, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn one_student_is_synced_in_every_known_class(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    let one = json!({ "NPK": class.students[0], "name": NAME });
    let unknown = admin
        .post(&format!("{A}/mahasiswa/sync_one"), one.clone())
        .await
        .refused(404);
    assert_eq!(
        unknown.sentence(),
        "Mahasiswa ini belum ada di dashboard. Pilih kelasnya dahulu, lalu sync."
    );

    admin.sync("kelas").await;
    admin.sync("mahasiswa").await;
    server
        .campus
        .changes()
        .set("/class/students", &class.students[0], "HP", "0800");
    let enrolments = admin
        .rows("mahasiswa")
        .await
        .iter()
        .filter(|row| row["NPK"] == class.students[0])
        .count() as i64;
    let synced = admin.post(&format!("{A}/mahasiswa/sync_one"), one).await.ok();
    // The student changed once; the enrolments are unchanged.
    assert_eq!(synced.counts(), [0, 1, enrolments - 1, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn one_student_of_a_named_class_may_be_new(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    let one = class.and(json!({ "NPK": class.students[1], "name": NAME }));
    assert_eq!(
        admin.post(&format!("{A}/mahasiswa/sync_one"), one).await.ok().counts(),
        [1, 0, 0, 0, 0, 0]
    );
    assert_eq!(
        column(&admin.rows("mahasiswa").await, "NPK"),
        [class.students[1].as_str()]
    );
}

#[rstest]
#[tokio::test]
async fn teachings_come_keyed_by_teacher(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let synced = admin.sync("mengajar").await;
    let university = server.campus.university();
    let all: usize = (0..university.teachers())
        .map(|teacher| university.teachings(teacher).len())
        .sum();
    assert_eq!(synced.counts(), [all as i64, 0, 0, 0, 0, 0]);
    let of_one = admin
        .post(
            &format!("{A}/mengajar/get"),
            json!({ "nik": university.nik(0), "name": NAME }),
        )
        .await
        .ok();
    assert_eq!(of_one.rows().len(), university.teachings(0).len());
}

#[rstest]
#[tokio::test]
async fn numbers_spaces_and_unknown_fields_of_the_source_do_no_harm(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let strange = json!({ "program_id": 990, "kode_prodi": "  AST ", "nama_prodi": "Astronomi", "lain": { "a": [1] } });
    server.campus.changes().add("/programs", strange);
    admin.sync("prodi").await;
    let row = admin.row("prodi", "program_id", "990").await;
    assert_eq!((&row["kode_prodi"], &row["nama_program"]), (&json!("AST"), &json!("")));
    assert!(row.get("lain").is_none());
}

#[rstest]
#[tokio::test]
async fn a_course_is_taken_with_its_name_nested_or_plain(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let course = json!({ "kode_matakuliah": "AST1", "kurikulum": "2024", "program_id": "11" });
    let nested = json!({ "nama_matakuliah": "Astronomi", "nama_matakuliah_id": "Ilmu Bintang" });
    let add = |id: &str, name: Value| {
        server.campus.changes().add(
            "/courses",
            with(&course, json!({ "matakuliah_id": id, "nama_mata_kuliah": name })),
        );
    };
    add("990", nested);
    add("991", json!("Kosmologi"));
    admin.sync("matakuliah").await;
    let names = async |id: &str| {
        let row = admin.row("matakuliah", "matakuliah_id", id).await;
        [row["nama_matakuliah"].clone(), row["nama_matakuliah_id"].clone()]
    };
    assert_eq!(names("990").await, ["Astronomi", "Ilmu Bintang"]);
    assert_eq!(names("991").await, ["Kosmologi", ""]);
}

#[rstest]
#[tokio::test]
async fn of_two_rows_with_one_key_neither_is_taken(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let year = |name: &str| json!({ "kode_tahun_ajaran": "2050", "nama_tahun_ajaran": name });
    for row in [year("pertama"), year("pertama"), year("kedua")] {
        server.campus.changes().add("/academic-years", row);
    }
    let synced = admin.sync("tahun_ajaran").await;
    let told = admin.job_rows(synced.job(), "conflict").await;
    assert_eq!(column(&told, "key"), ["2050"; 3]);
    let reason = told[0]["reason"].as_str().unwrap();
    assert!(reason.contains("Tidak satu pun dipakai"), "{reason}");
    let rows = admin.rows("tahun_ajaran").await;
    assert!(!column(&rows, "kode_tahun_ajaran").contains(&"2050"));

    // One of them is in the dashboard already: it stays as it is, and is not gone.
    let changes = server.campus.changes();
    changes.clear();
    changes.add("/academic-years", year("pertama"));
    assert_eq!(admin.sync("tahun_ajaran").await.counts()[0], 1);
    changes.add("/academic-years", year("kedua"));
    assert_eq!(admin.sync("tahun_ajaran").await.counts()[3..5], [0, 2]);
    let row = admin.row("tahun_ajaran", "kode_tahun_ajaran", "2050").await;
    assert_eq!(row["nama_tahun_ajaran"], "pertama");
    assert!(row["missing_since"].is_null());
}

#[rstest]
#[tokio::test]
async fn sync_plan_shows_the_changes_and_makes_none(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("tahun_ajaran").await;
    let changes = server.campus.changes();
    changes.add(
        "/academic-years",
        json!({ "kode_tahun_ajaran": "2050", "nama_tahun_ajaran": "2050/2051" }),
    );
    changes.set("/academic-years", "2024", "nama_tahun_ajaran", "Tahun 2024");
    changes.remove("/academic-years", "2023");
    let state = async || {
        let log = admin.get(&format!("{A}/react/log")).await.ok().body;
        (
            admin.rows("tahun_ajaran").await,
            admin.get(&format!("{A}/jobs")).await.ok().body,
            log,
        )
    };
    let before = state().await;
    let plan = admin
        .post(
            &format!("{A}/tahun_ajaran/sync"),
            json!({ "name": NAME, "dry_run": true }),
        )
        .await
        .ok();
    let mut shown = plan.body;
    shown["data"]["expected"]["seconds"] = json!("depends on the machine");
    insta::assert_json_snapshot!("plan_of_a_sync", shown);
    assert_eq!(state().await, before);

    let done = admin.sync("tahun_ajaran").await;
    assert_eq!(done.counts()[..4], [1, 1, 2, 1], "the plan was true");
}

#[rstest]
#[tokio::test]
async fn sync_plan_shows_the_first_unchanged_enrolments(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(200).start().await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let synced = admin.sync("mahasiswa").await;
    let plan = admin.act("mahasiswa/sync", json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["counts"]["unchanged"], synced.outcomes()["created"]);
    let shown = plan.data()["rows"]["unchanged"].as_array().unwrap();
    assert_eq!(shown.len(), 10);
    assert!(
        shown.iter().all(|row| row["row"].is_null() && row["label"] != ""),
        "none can be excluded, and each is named: {shown:?}"
    );
    let expected = &plan.data()["expected"];
    assert_eq!(
        (&expected["job"], &expected["rows"]),
        (&synced.job()["id"], &synced.job()["done"])
    );
    assert!(expected["seconds"].as_i64().is_some_and(|seconds| seconds > 0));
    // Showing them changes nothing of the sync.
    let again = admin.sync("mahasiswa").await;
    assert_eq!(again.outcomes()["unchanged"], synced.outcomes()["created"]);
}
