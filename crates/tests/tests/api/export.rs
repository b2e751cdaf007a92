//! Export: from the dashboard to the platform.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, NAME, Server, column, with},
};
use rstest::rstest;
use selaras_campus::moodle::WelcomeMessage;
use selaras_platform::moodle::Username;
use serde_json::{Value, json};

#[rstest]
#[tokio::test]
async fn categories_are_nested_in_their_parents(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["tahun_ajaran", "semester", "prodi"]).await;
    let program = server.campus.university().programs().remove(0);
    let moodle = server.moodle();
    let semester = moodle
        .category_by_idnumber(&format!("selaras:semester:{}", program.kode_semester))
        .unwrap();
    let year = moodle
        .category_by_idnumber(&format!("selaras:tahun_ajaran:{}", &program.kode_semester[..4]))
        .unwrap();
    let prodi = moodle
        .category_by_idnumber(&format!("selaras:prodi:{}", program.program_id))
        .unwrap();
    let above = |category| moodle.parent_of(category).unwrap();
    assert_eq!(
        [above(prodi), above(semester), above(year)],
        [semester, year, 1],
        "1 is the configured root"
    );
    let row = admin.row("prodi", "program_id", program.program_id).await;
    assert_eq!(
        (&row["migration"], &row["migration_reason"]),
        (&json!("sudah"), &Value::Null)
    );
    assert!(row["exported_at"].is_string());
}

#[rstest]
#[tokio::test]
async fn second_export_sends_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["prodi", "matakuliah"]).await;
    let (there, calls) = (server.on_moodle(), server.moodle().all_calls());
    let again = admin.export("matakuliah", json!({})).await.ok();
    assert_eq!(
        again.sentence(),
        "Export data Mata Kuliah: tidak ada yang perlu dikerjakan."
    );
    assert_eq!((server.on_moodle(), server.moodle().all_calls()), (there, calls));
}

#[rstest]
#[tokio::test]
async fn changed_row_is_resent_and_updates_its_object(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["dosen"]).await;
    let there = server.on_moodle();
    let nik = server.campus.university().nik(0);
    server
        .campus
        .changes()
        .set("/teachers", &nik, "email", "baru@kampus.example");
    admin.sync("dosen").await;
    assert_eq!(admin.row("dosen", "nik", &nik).await["migration"], "berubah");

    assert_eq!(admin.export("dosen", json!({})).await.ok().counts(), [0, 1, 0, 0, 0, 0]);
    assert_eq!(
        server.moodle().user_by_username(&nik).unwrap().email,
        "baru@kampus.example"
    );
    assert_eq!(admin.row("dosen", "nik", &nik).await["migration"], "sudah");
    assert_eq!(server.on_moodle(), there);
}

#[rstest]
#[tokio::test]
async fn semester_with_changed_code_stays_its_category(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["tahun_ajaran", "semester"]).await;
    let (there, moodle) = (server.on_moodle(), server.moodle());
    let row = admin.rows("semester").await.remove(0);
    let category = |code: &str| moodle.category_by_idnumber(&format!("selaras:semester:{code}"));
    let before = category(row["kode_semester"].as_str().unwrap());
    let changed = json!({
        "id": row["id"], "kode_tahun_ajaran": row["kode_tahun_ajaran"], "kode_semester": "20999",
        "nama_semester": row["nama_semester"], "name": NAME,
    });
    admin.post(&format!("{B}/update/semester"), changed).await.ok();
    let sent = admin.export("semester", json!({})).await.ok();
    assert_eq!(sent.counts(), [0, 1, 0, 0, 0, 0]);
    assert_eq!(server.on_moodle(), there);
    assert!(before.is_some());
    assert_eq!(category("20999"), before);
    assert_eq!(category(row["kode_semester"].as_str().unwrap()), None);
}

#[rstest]
#[tokio::test]
async fn student_with_corrected_number_keeps_account_and_course(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas"]).await;
    let class = server.a_class();
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    let (there, moodle) = (server.on_moodle(), server.moodle());
    let npk = &class.students[0];
    let account = moodle.user_by_username(&npk.to_lowercase()).unwrap().id;
    let row = admin.row("mahasiswa", "NPK", npk).await;
    let form = admin
        .post(&format!("{B}/detail/mahasiswa"), json!({ "id": row["id"] }))
        .await
        .ok();
    let corrected = with(
        form.data(),
        json!({ "nim": "999001", "email": "benar@kampus.example", "name": NAME }),
    );
    admin.post(&format!("{B}/update/mahasiswa"), corrected).await.ok();

    // The source still lists the old number for this student.
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    let sent = admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(sent.outcomes(), &json!({ "updated": 1 }));
    assert_eq!(server.on_moodle(), there);
    assert_eq!(moodle.user_by_username("999001").unwrap().id, account);
    let [renamed] = &moodle.users_by_idnumber("selaras:mahasiswa:999001")[..] else {
        panic!("no account with the new name")
    };
    assert_eq!(renamed.id, account);
    let left = admin
        .act("mahasiswa/unenroll_one", json!({ "NPK": "999001" }))
        .await
        .ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": 1 }));
}

#[rstest]
#[tokio::test]
async fn one_row_or_chosen_rows_are_sent_and_no_others(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    let rows = admin.rows("dosen").await;
    admin
        .act("dosen/export_one", json!({ "nik": rows[0]["nik"] }))
        .await
        .ok();
    assert_eq!(server.on_moodle().users, 1);
    admin
        .export("dosen", json!({ "ids": [rows[1]["id"], rows[2]["id"]] }))
        .await
        .ok();
    assert_eq!(server.on_moodle().users, 3);
    let states: Vec<_> = admin
        .rows("dosen")
        .await
        .iter()
        .map(|row| row["migration"] == "sudah")
        .take(4)
        .collect();
    assert_eq!(states, [true, true, true, false]);
}

#[rstest]
#[tokio::test]
async fn course_without_its_prodi_waits_under_the_root_category(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("prodi").await;
    admin.bring(&["matakuliah"]).await;
    let course = server.campus.university().course(0);
    let enrolment = || {
        let course = server
            .moodle()
            .course_by_idnumber(&format!("selaras:mata_kuliah:{}", course.matakuliah_id));
        server.moodle().category_of(course.unwrap()).unwrap()
    };
    assert_eq!(enrolment(), 1, "the configured root");
    admin.export("prodi", json!({})).await.ok();
    let moved = admin.export("matakuliah", json!({})).await.ok();
    assert_eq!(moved.counts()[5], 0);
    let prodi = server
        .moodle()
        .category_by_idnumber(&format!("selaras:prodi:{}", course.program_id));
    assert_eq!(Some(enrolment()), prodi);
    assert_eq!(server.on_moodle().courses, server.campus.university().courses());
}

#[rstest]
#[tokio::test]
async fn class_without_its_course_is_refused_until_the_course_exists(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    admin.sync("kelas").await;
    let one = json!({ "jadwal_kuliah_detail_id": class.jadwal });
    let named = format!(
        "{} · {}",
        class.body["nama_mk"].as_str().unwrap(),
        class.body["program_id"].as_str().unwrap()
    );

    let refused = admin.act("kelas/export_one", one.clone()).await.refused(409);
    let advice = "tidak ada di dashboard. Sync lalu export data Mata Kuliah dahulu, lalu ulangi.";
    assert_eq!(refused.sentence(), format!("Mata Kuliah {named} {advice}"));
    admin.sync("matakuliah").await;
    let refused = admin.act("kelas/export_one", one.clone()).await.refused(409);
    let advice = "belum ada di Moodle. Export data Mata Kuliah dahulu, lalu ulangi.";
    assert_eq!(refused.sentence(), format!("Mata Kuliah {named} {advice}"));
    let row = admin.row("kelas", "jadwal_kuliah_detail_id", &class.jadwal).await;
    assert_eq!(
        (row["migration"].as_str(), row["migration_reason"].as_str()),
        (Some("gagal"), Some(refused.sentence()))
    );

    admin.export("matakuliah", json!({})).await.ok();
    admin.act("kelas/export_one", one).await.ok();
    let row = admin.row("kelas", "jadwal_kuliah_detail_id", &class.jadwal).await;
    assert_eq!(
        (&row["migration"], &row["migration_reason"]),
        (&json!("sudah"), &Value::Null)
    );
    let group = server
        .moodle()
        .group_by_idnumber(&format!("selaras:kelas:{}", class.jadwal))
        .unwrap();
    assert_eq!(
        server.moodle().group_name(group).unwrap(),
        class.body["nama_kelas"].as_str().unwrap()
    );
}

#[rstest]
#[tokio::test]
async fn failed_rows_do_not_stop_others_and_are_counted(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let all = admin.sync("dosen").await.counts()[0];
    let nik = server.campus.university().nik(0);
    server.campus.changes().set("/teachers", &nik, "email", "bukan alamat");
    admin.sync("dosen").await;
    let exported = admin.export("dosen", json!({})).await.ok();
    assert_eq!(exported.counts(), [all - 1, 0, 0, 0, 0, 1]);
    assert_eq!(
        exported.sentence(),
        format!("Export data Pengajar: {} baru, 1 gagal.", all - 1)
    );
    let failed = admin.job_rows(exported.job(), "failed").await;
    let row = admin.row("dosen", "nik", &nik).await;
    assert_eq!(
        (&failed[0]["key"], &failed[0]["reason"]),
        (&json!(nik), &row["migration_reason"])
    );
    assert_eq!(row["migration"], "gagal");
}

#[rstest]
#[tokio::test]
async fn a_student_of_many_classes_is_one_account(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    admin.bring(&["mahasiswa"]).await;
    let rows = admin.rows("mahasiswa").await;
    let people: std::collections::HashSet<_> = column(&rows, "NPK").into_iter().collect();
    assert!(people.len() < rows.len());
    assert_eq!(server.on_moodle().users, people.len());
    assert!(rows.iter().all(|row| row["migration"] == "sudah"));
}

#[rstest]
#[tokio::test]
async fn manual_account_with_the_same_number_is_adopted(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let nik = server.campus.university().nik(0);
    make_by_hand(&server, &nik, "lama@kampus.example");
    admin.sync("dosen").await;
    let all = admin.rows("dosen").await.len() as i64;
    assert_eq!(
        admin.export("dosen", json!({})).await.ok().counts(),
        [all - 1, 1, 0, 0, 0, 0]
    );
    let account = server.moodle().user_by_username(&nik).unwrap();
    assert_eq!(account.idnumber, format!("selaras:pengajar:{nik}"));
    assert_eq!(server.on_moodle().users as i64, all);
}

#[rstest]
#[tokio::test]
async fn duplicate_e_mail_fails_its_row_and_changes_no_account(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let teacher = server.campus.university().teacher(0);
    make_by_hand(&server, "orang-lain", &teacher.email);
    admin.sync("dosen").await;
    admin.export("dosen", json!({})).await.ok();
    let row = admin.row("dosen", "nik", &teacher.nik).await;
    assert_eq!(row["migration"], "gagal");
    assert!(
        row["migration_reason"].as_str().unwrap().contains(&teacher.email),
        "{row}"
    );
    assert_eq!(server.moodle().user_by_username("orang-lain").unwrap().idnumber, "");
    assert_eq!(server.moodle().user_by_username(&teacher.nik), None);
}

/// An account that was created on the platform, not by Selaras.
fn make_by_hand(server: &Server, username: &str, email: &str) {
    let made = server.moodle().call(
        "core_user_create_users",
        &[
            ("users[0][username]", username),
            ("users[0][password]", "Rahasia-123!"),
            ("users[0][firstname]", "Dibuat"),
            ("users[0][lastname]", "Tangan"),
            ("users[0][email]", email),
        ],
    );
    assert!(made.is_array(), "{made}");
}

#[rstest]
#[tokio::test]
async fn setting_makes_the_e_mail_address_the_username(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).username(Username::Email).start().await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    let npk = &class.students[0];
    let changes = server.campus.changes();
    changes.set("/class/students", npk, "email", "Siti.Rahayu@kampus.example");
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    let named = |username: &str| server.moodle().user_by_username(username);
    let account = named("siti.rahayu@kampus.example").unwrap();
    assert!(named(&npk.to_lowercase()).is_none());

    // The person's page finds the account.
    let seen = admin.get(&format!("{A}/people/mahasiswa/{npk}")).await.ok();
    assert_eq!(seen.data()["platform"]["account"]["id"], account.id);

    // A changed address renames the same account.
    changes.set("/class/students", npk, "email", "siti@kampus.example");
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    let sent = admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(sent.outcomes(), &json!({ "updated": 1 }));
    assert_eq!(named("siti@kampus.example").unwrap().id, account.id);
}

#[rstest]
#[tokio::test]
async fn unknown_key_is_reported(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    for (call, key) in [
        ("dosen/export_one", "nik"),
        ("mahasiswa/export_as_user_one", "NPK"),
        ("mahasiswa/enroll_one", "NPK"),
        ("mahasiswa/unenroll_one", "NPK"),
    ] {
        admin.act(call, json!({ key: "tidak-ada" })).await.refused(404);
    }
    assert_eq!(server.writing_calls(), 0);
}

#[rstest]
#[tokio::test]
async fn single_name_has_a_dash_as_last_name(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    let changes = server.campus.changes();
    changes.set("/class/students", &class.students[0], "nama_lengkap", "Suharto");
    changes.set("/class/students", &class.students[1], "nama_lengkap", "Siti Nur Aini");
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    let name = |npk: &str| {
        let account = server.moodle().user_by_username(&npk.to_lowercase()).unwrap();
        [account.firstname, account.lastname]
    };
    assert_eq!(name(&class.students[0]), ["Suharto", "-"]);
    assert_eq!(name(&class.students[1]), ["Siti Nur", "Aini"]);
}

#[rstest]
#[tokio::test]
async fn class_from_a_form_is_its_own_course_in_its_jurusan(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["jurusan"]).await;
    let code = server.campus.university().departments()[0].kode_jurusan;
    create_class(&admin, code, "TI-KHUSUS").await;
    admin.export("kelas", json!({})).await.ok();
    let course = server
        .moodle()
        .course_by_idnumber(&format!("selaras:kelas:form-{code}-TI-KHUSUS"))
        .unwrap();
    let jurusan = server.moodle().category_by_idnumber(&format!("selaras:jurusan:{code}"));
    assert_eq!(server.moodle().category_of(course), jurusan);
}

async fn create_class(admin: &Client, kode_jurusan: &str, kode_kelas: &str) {
    let body = json!({ "kode_jurusan": kode_jurusan, "kode_kelas": kode_kelas, "nama_kelas": "Khusus", "name": NAME });
    admin.post(&format!("{B}/create/kelas"), body).await.ok();
}

#[rstest]
#[tokio::test]
async fn second_group_of_one_name_gets_its_semester_appended(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    let last_years = json!({
        "jadwal_kuliah_detail_id": "77", "kelas_id": "LAMA-A", "semester": "20252",
        "nama_kelas": class.body["nama_kelas"], "nama_mata_kuliah": class.body["nama_mk"],
        "program_id": class.body["program_id"],
    });
    server.campus.changes().add("/classes", last_years);
    admin.bring(&["matakuliah", "kelas"]).await;
    let name = |jadwal: &str| {
        let group = server
            .moodle()
            .group_by_idnumber(&format!("selaras:kelas:{jadwal}"))
            .unwrap();
        server.moodle().group_name(group).unwrap()
    };
    let plain = class.body["nama_kelas"].as_str().unwrap();
    let mut names = [name("77"), name(&class.jadwal)];
    names.sort();
    assert_eq!(names[0], plain);
    assert!(
        [format!("{plain} (20252)"), format!("{plain} (20261)")].contains(&names[1]),
        "{names:?}"
    );
}

#[rstest]
#[tokio::test]
async fn class_moved_to_another_course_waits_for_deletion_of_its_group(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("unenrol", "suspend")] leaving: &str,
) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas"]).await;
    let class = server.a_class();
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    let moodle = server.moodle();
    let group = || {
        moodle
            .group_by_idnumber(&format!("selaras:kelas:{}", class.jadwal))
            .unwrap()
    };
    let (old_group, old_course) = (group(), moodle.course_of_group(group()).unwrap());

    // The source gets a second course with this name and program, which the class now belongs to.
    let changes = server.campus.changes();
    let second = json!({
        "matakuliah_id": "990001", "kode_matakuliah": "BARU101", "kurikulum": "2026",
        "nama_mata_kuliah": class.body["nama_mk"], "program_id": class.body["program_id"],
    });
    changes.add("/courses", second);
    changes.set("/classes", &class.jadwal, "matakuliah_id", "990001");
    admin.bring(&["matakuliah"]).await;
    admin.sync("kelas").await;
    let one = json!({ "jadwal_kuliah_detail_id": class.jadwal });
    for _ in 0..2 {
        let plan = admin
            .act("kelas/export_one", with(&one, json!({ "dry_run": true })))
            .await
            .ok();
        assert_eq!(plan.data()["counts"]["conflicts"], 1, "{plan:?}");
        let refused = admin.act("kelas/export_one", one.clone()).await.refused(409);
        assert!(refused.sentence().contains("masih di course lama"), "{refused:?}");
    }
    assert_eq!(
        (group(), moodle.course_of_group(group())),
        (old_group, Some(old_course))
    );

    admin
        .act("mahasiswa/unenroll", json!({ "leaving": leaving }))
        .await
        .ok();
    let suspended = || moodle.suspended(old_course).len();
    match leaving {
        "unenrol" => assert!(moodle.enrolled(old_course).is_empty()),
        _ => assert_eq!(suspended(), class.students.len()),
    }
    assert!(moodle.delete_group(old_group));
    let made = admin.act("kelas/export_one", one).await.ok();
    assert_eq!(made.counts(), [1, 0, 0, 0, 0, 0]);
    let course = moodle.course_by_idnumber("selaras:mata_kuliah:990001");
    assert_eq!(moodle.course_of_group(group()), course);
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert_eq!(moodle.members(group()).len(), class.students.len());
    assert_eq!(moodle.enrolled(course.unwrap()).len(), class.students.len());
    assert!(moodle.suspended(course.unwrap()).is_empty());
    assert_eq!(suspended(), if leaving == "suspend" { class.students.len() } else { 0 });
}

#[rstest]
#[tokio::test]
async fn objects_deleted_on_the_platform_are_recreated(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["dosen"]).await;
    let nik = server.campus.university().nik(0);
    let before = server.moodle().user_by_username(&nik).unwrap();
    assert!(server.moodle().delete_user(before.id));
    server.campus.changes().set("/teachers", &nik, "hp", "0800");
    server
        .campus
        .changes()
        .set("/teachers", &nik, "email", "baru@kampus.example");
    admin.sync("dosen").await;
    assert_eq!(admin.export("dosen", json!({})).await.ok().counts(), [1, 0, 0, 0, 0, 0]);
    let after = server.moodle().user_by_username(&nik).unwrap();
    assert_eq!(after.email, "baru@kampus.example");
    assert_ne!(after.id, before.id);
}

#[rstest]
#[tokio::test]
async fn recreated_account_is_enrolled_again(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas", "dosen"]).await;
    admin.sync("mengajar").await;
    admin.act("mengajar/enroll", json!({})).await.ok();
    let there = server.on_moodle();
    let nik = server.campus.university().nik(0);
    let account = server.moodle().user_by_username(&nik).unwrap();
    assert!(server.moodle().delete_user(account.id));
    let changes = server.campus.changes();
    changes.set("/teachers", &nik, "email", "baru@kampus.example");
    admin.bring(&["dosen"]).await;
    let rows = admin.rows("mengajar").await;
    let waits = |row: &&Value| row["enroll"] == "belum";
    let waiting: Vec<_> = rows.iter().filter(waits).collect();
    assert_eq!(waiting.len(), server.campus.university().teachings(0).len());
    assert!(waiting.iter().all(|row| row["nik"] == nik.as_str()));

    let entered = admin.act("mengajar/enroll", json!({})).await.ok();
    assert_eq!(entered.outcomes(), &json!({ "enrolled": waiting.len() }));
    assert_eq!(server.on_moodle(), there);
}

#[rstest]
#[tokio::test]
async fn deleted_and_resynced_row_finds_its_object(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["dosen"]).await;
    let (there, writes) = (server.on_moodle(), server.writing_calls());
    admin
        .delete("/api/v1/api/dosen/delete_all", json!({ "name": NAME }))
        .await
        .ok();
    let all = admin.sync("dosen").await.counts()[0];
    assert_eq!(
        admin.export("dosen", json!({})).await.ok().counts(),
        [0, 0, all, 0, 0, 0]
    );
    assert_eq!((server.on_moodle(), server.writing_calls()), (there, writes));
}

#[rstest]
#[tokio::test]
async fn export_plan_shows_what_can_and_cannot_be_sent(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["jurusan"]).await;
    admin.sync("kelas").await;
    create_class(
        &admin,
        server.campus.university().departments()[0].kode_jurusan,
        "TI-KHUSUS",
    )
    .await;
    let calls = server.moodle().all_calls();
    let plan = admin.export("kelas", json!({ "dry_run": true })).await.ok();
    let classes = server.campus.university().classes();
    let counts = json!({ "create": 1, "update": 0, "leaving": 0, "moved": 0, "unchanged": 0, "missing": 0, "waiting": classes, "conflicts": 0 });
    assert_eq!(plan.data()["counts"], counts);
    assert_eq!(plan.data()["rows"]["create"][0]["label"], "Khusus");
    let first = json!([{ "kind": "mata_kuliah", "label": "Mata Kuliah", "verb": "sync", "rows": classes }]);
    assert_eq!(plan.data()["first"], first, "the dashboard does not have them yet");
    assert!(
        plan.data()["rows"]["waiting"][0]["reason"]
            .as_str()
            .unwrap()
            .contains("Sync lalu export data Mata Kuliah")
    );
    assert_eq!(server.moodle().all_calls(), calls);
    assert!(admin.rows("kelas").await.iter().all(|row| row["migration"] == "belum"));
    admin.sync("matakuliah").await;
    let plan = admin.export("kelas", json!({ "dry_run": true })).await.ok();
    let first = json!([{ "kind": "mata_kuliah", "label": "Mata Kuliah", "verb": "export", "rows": classes }]);
    assert_eq!(plan.data()["first"], first, "the platform does not have them yet");
}

/// A server that has exported and enrolled the students of a class, while Moodle's mail did not work.
async fn after_mail_failed(server: &Server) -> Client {
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas"]).await;
    admin.act("mahasiswa/sync", server.a_class().body).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    server.moodle().welcome_message(WelcomeMessage::CannotBeSent);
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    admin.sync("dosen").await;
    admin
}

#[rstest]
#[tokio::test]
async fn accounts_wait_for_a_way_in_once_mail_failed(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = after_mail_failed(&server).await;
    let there = server.on_moodle();
    for body in [json!({ "dry_run": true }), json!({})] {
        let refused = admin.export("dosen", body).await.failure();
        let sentence = refused.sentence();
        assert!(
            sentence.starts_with("Belum ada akun yang dibuat: Moodle tidak dapat mengirim e-mail")
                && sentence.contains("platform.auth")
                && sentence.contains("\"manual\""),
            "{sentence}"
        );
    }
    assert_eq!(server.on_moodle(), there);
    // Accounts that are there already are changed as before.
    admin.export("mahasiswa", json!({})).await.ok();
}

#[rstest]
#[tokio::test]
async fn stated_way_in_lets_accounts_be_created(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).auth("manual").start().await;
    let admin = after_mail_failed(&server).await;
    let plan = admin.export("dosen", json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["notes"], json!([]));
    let teachers = server.campus.university().teachers() as i64;
    assert_eq!(admin.export("dosen", json!({})).await.ok().counts()[0], teachers);
}

#[rstest]
#[tokio::test]
async fn plan_of_new_accounts_tells_how_people_get_in(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    let plan = admin.export("dosen", json!({ "dry_run": true })).await.ok();
    let notes = plan.data()["notes"].to_string();
    assert!(
        notes.contains("mengirimnya lewat e-mail") && notes.contains("platform.auth"),
        "{notes}"
    );
    admin.export("dosen", json!({})).await.ok();
    let plan = admin.export("dosen", json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["notes"], json!([]), "no account is made any more");
}
