//! Enrol and unenrol: membership on the platform.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Class, Client, Server, with},
};
use rstest::rstest;
use selaras_campus::{Campus, moodle::CostModel};
use serde_json::{Value, json};
use std::time::Duration;

/// Moodle's ids of the roles.
const EDITING_TEACHER: u8 = 3;
const STUDENT: u8 = 5;

/// A campus with exported courses and classes, and one class's students.
async fn with_a_class(server: &Server) -> (Client, Class) {
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas"]).await;
    let class = server.a_class();
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    (admin, class)
}

/// The members of a class's group.
fn in_group(server: &Server, jadwal: &str) -> Vec<u64> {
    server.moodle().members(
        server
            .moodle()
            .group_by_idnumber(&format!("selaras:kelas:{jadwal}"))
            .unwrap(),
    )
}

/// A body that removes the enrolment instead of suspending it.
fn really() -> Value {
    json!({ "leaving": "unenrol" })
}

/// A person's roles in the course of a class; empty if not enrolled.
fn roles(server: &Server, jadwal: &str, username: &str) -> Vec<u8> {
    let group = server
        .moodle()
        .group_by_idnumber(&format!("selaras:kelas:{jadwal}"))
        .unwrap();
    let course = server.moodle().course_of_group(group).unwrap();
    let user = server.moodle().user_by_username(&username.to_lowercase()).unwrap().id;
    let enrolled = server.moodle().enrolled(course);
    enrolled
        .into_iter()
        .find(|(id, _)| *id == user)
        .map(|(_, roles)| roles)
        .unwrap_or_default()
}

#[rstest]
#[tokio::test]
async fn enrolled_student_is_in_course_and_group(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let (admin, class) = with_a_class(&server).await;
    admin.export("mahasiswa", json!({})).await.ok();
    let npk = &class.students[0];
    let enrolled = admin.act("mahasiswa/enroll_one", json!({ "NPK": npk })).await.ok();
    assert_eq!(enrolled.sentence(), "Enroll data Mahasiswa: 1 peserta kelas berhasil.");
    assert_eq!(roles(&server, &class.jadwal, npk), [STUDENT]);
    let user = server.moodle().user_by_username(&npk.to_lowercase()).unwrap().id;
    assert_eq!(in_group(&server, &class.jadwal), [user]);
    assert_eq!(admin.row("mahasiswa", "NPK", npk).await["enroll"], "sudah");
    assert_eq!(
        admin.row("mahasiswa", "NPK", &class.students[1]).await["enroll"],
        "belum"
    );
}

#[rstest]
#[tokio::test]
async fn an_unenrolled_student_leaves_the_course_and_keeps_the_account(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let (admin, class) = with_a_class(&server).await;
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    let all = server.on_moodle();
    let left = admin
        .act(
            "mahasiswa/unenroll_one",
            json!({ "NPK": class.students[0], "leaving": "unenrol" }),
        )
        .await
        .ok();
    assert_eq!(left.sentence(), "Unenroll data Mahasiswa: 1 peserta kelas berhasil.");
    assert_eq!(roles(&server, &class.jadwal, &class.students[0]), [0_u8; 0]);
    assert_eq!(
        admin.row("mahasiswa", "NPK", &class.students[0]).await["enroll"],
        "belum"
    );
    let now = server.on_moodle();
    assert_eq!(
        (now.users, now.enrolments, now.memberships),
        (all.users, all.enrolments - 1, all.memberships - 1)
    );

    admin
        .act("mahasiswa/unenroll", json!({ "leaving": "unenrol" }))
        .await
        .ok();
    let now = server.on_moodle();
    assert_eq!((now.users, now.enrolments, now.memberships), (all.users, 0, 0));
}

/// A Moodle on MariaDB, fast, in which each call takes long enough that calls meet.
fn on_mariadb() -> CostModel {
    CostModel {
        call: Duration::from_millis(20),
        ..CostModel::mariadb().faster(400.0)
    }
}

#[rstest]
#[tokio::test]
async fn people_of_several_courses_are_enrolled_without_a_deadlock(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::builder().students(100).moodle_cost(on_mariadb());
    let server = Server::with(on).campus(campus.start().await.unwrap()).start().await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas", "mahasiswa"]).await;
    let enrolments = admin.rows("mahasiswa").await.len();
    let enrolled = admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert_eq!(
        enrolled.sentence(),
        format!("Enroll data Mahasiswa: {enrolments} peserta kelas berhasil.")
    );
    let moodle = server.moodle();
    assert_eq!(server.on_moodle().memberships, enrolments);
    assert_eq!(
        (moodle.deadlocks(), moodle.group_changes().0),
        (0, 0),
        "no call stood in another's way"
    );
    let calls = moodle.calls("enrol_manual_enrol_users") + moodle.calls("core_group_add_group_members");
    assert_eq!(
        moodle.welcome_messages(),
        server.on_moodle().enrolments as u64,
        "each person once in a course"
    );
    assert!(calls as usize <= enrolments / 8, "in {calls} calls, of up to 25 rows");
    // They leave without a deadlock, too.
    admin.act("mahasiswa/unenroll", json!({})).await.ok();
    assert_eq!((moodle.deadlocks(), moodle.group_changes().0), (0, 0));
}

#[rstest]
#[tokio::test]
async fn enrolling_all_twice_enrols_each_once(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let (admin, class) = with_a_class(&server).await;
    admin.export("mahasiswa", json!({})).await.ok();
    let students = class.students.len();
    let first = admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert_eq!(
        first.sentence(),
        format!("Enroll data Mahasiswa: {students} peserta kelas berhasil.")
    );
    let (there, calls) = (server.on_moodle(), server.moodle().all_calls());
    assert_eq!((there.enrolments, there.memberships), (students, students));
    let again = admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert_eq!(
        again.sentence(),
        "Enroll data Mahasiswa: tidak ada yang perlu dikerjakan."
    );
    assert_eq!((server.on_moodle(), server.moodle().all_calls()), (there, calls));
}

#[rstest]
#[tokio::test]
async fn student_without_account_is_not_enrolled_and_row_says_why(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let (admin, class) = with_a_class(&server).await;
    let npk = &class.students[0];
    let refused = admin
        .act("mahasiswa/enroll_one", json!({ "NPK": npk }))
        .await
        .refused(409);
    assert_eq!(
        refused.sentence(),
        "Akunnya belum ada di Moodle. Export data Mahasiswa dahulu."
    );
    let row = admin.row("mahasiswa", "NPK", npk).await;
    assert_eq!(
        (&row["enroll"], row["enroll_reason"].as_str()),
        (&json!("gagal"), Some(refused.sentence()))
    );

    admin
        .act("mahasiswa/export_as_user_one", json!({ "NPK": npk }))
        .await
        .ok();
    let some = admin.act("mahasiswa/enroll", json!({})).await.ok();
    let others = class.students.len() - 1;
    assert_eq!(
        some.sentence(),
        format!("Enroll data Mahasiswa: 1 peserta kelas berhasil, {others} peserta kelas gagal.")
    );
}

#[rstest]
#[tokio::test]
async fn class_missing_on_the_platform_takes_no_enrolments(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    let one = json!({ "NPK": class.students[0] });
    let unknown = admin.act("mahasiswa/enroll_one", one.clone()).await.refused(409);
    assert!(
        unknown
            .sentence()
            .ends_with("tidak ada di dashboard. Sync lalu export data Kelas dahulu."),
        "{unknown:?}"
    );
    admin.sync("kelas").await;
    let waiting = admin.act("mahasiswa/enroll_one", one).await.refused(409);
    assert!(
        waiting
            .sentence()
            .ends_with("belum ada di Moodle. Export data Kelas dahulu."),
        "{waiting:?}"
    );
}

/// Gives a teacher a second class of one course. Returns both teachings and the classes' ids at the source.
fn two_classes_of_one_course(server: &Server) -> ([Value; 2], [String; 2]) {
    let university = server.campus.university();
    let first = &university.teachings(0)[0];
    let class = university
        .find_class(&first.nama_mata_kuliah, &first.nama_kelas, &first.program_id)
        .unwrap();
    let jadwal = university.class(class).jadwal_kuliah_detail_id;
    let second = json!({
        "nik": first.nik, "nama_mata_kuliah": first.nama_mata_kuliah, "kelas_id": "KEDUA", "nama_kelas": "Kedua",
        "program_id": first.program_id, "jadwal_kuliah_detail_id": "770001",
    });
    server.campus.changes().add("/classes", second.clone());
    server.campus.changes().add("/teachings", second);
    let named =
        |kelas_id: &str| json!({ "nik": first.nik, "nama_mata_kuliah": first.nama_mata_kuliah, "kelas_id": kelas_id });
    ([named(&first.kelas_id), named("KEDUA")], [jadwal, "770001".to_owned()])
}

#[rstest]
#[tokio::test]
async fn teaching_makes_an_editing_teacher_in_the_group(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas", "dosen"]).await;
    admin.sync("mengajar").await;
    let university = server.campus.university();
    let teaching = &university.teachings(0)[0];
    let one = json!({
        "nik": teaching.nik, "nama_mata_kuliah": teaching.nama_mata_kuliah, "kelas_id": teaching.kelas_id,
    });
    admin.act("mengajar/enroll_one", one.clone()).await.ok();
    let class = university
        .find_class(&teaching.nama_mata_kuliah, &teaching.nama_kelas, &teaching.program_id)
        .unwrap();
    let jadwal = university.class(class).jadwal_kuliah_detail_id;
    assert_eq!(roles(&server, &jadwal, &teaching.nik), [EDITING_TEACHER]);
    assert_eq!(in_group(&server, &jadwal).len(), 1);
    let enrolled = async || {
        let rows = admin.act("mengajar/get", json!({ "nik": teaching.nik })).await.ok();
        rows.rows().iter().filter(|row| row["enroll"] == "sudah").count()
    };
    assert_eq!(enrolled().await, 1);
    admin.act("mengajar/unenroll_one", with(&one, really())).await.ok();
    assert_eq!((enrolled().await, roles(&server, &jadwal, &teaching.nik)), (0, vec![]));
}

#[rstest]
#[tokio::test]
async fn teaching_of_an_ambiguous_class_name_uses_its_own_program(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let university = server.campus.university();
    let teaching = &university.teachings(0)[0];
    let class = university
        .find_class(&teaching.nama_mata_kuliah, &teaching.nama_kelas, &teaching.program_id)
        .unwrap();
    let jadwal = university.class(class).jadwal_kuliah_detail_id;
    let named = |nik: &str, program: &str| {
        json!({
            "nik": nik, "nama_mata_kuliah": teaching.nama_mata_kuliah, "kelas_id": teaching.kelas_id,
            "nama_kelas": teaching.nama_kelas, "program_id": program,
        })
    };
    let other = university.nik(1);
    server.campus.changes().add(
        "/classes",
        with(&named("", "99"), json!({ "jadwal_kuliah_detail_id": "770001" })),
    );
    server.campus.changes().add("/teachings", named(&other, ""));
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas", "dosen"]).await;
    admin.sync("mengajar").await;

    let one =
        |nik: &str| json!({ "nik": nik, "nama_mata_kuliah": teaching.nama_mata_kuliah, "kelas_id": teaching.kelas_id });
    admin.act("mengajar/enroll_one", one(&teaching.nik)).await.ok();
    assert_eq!(roles(&server, &jadwal, &teaching.nik), [EDITING_TEACHER]);
    let refused = admin.act("mengajar/enroll_one", one(&other)).await.refused(409);
    assert!(refused.sentence().contains("lebih dari satu Kelas: "), "{refused:?}");
    assert_eq!(roles(&server, &jadwal, &other), [0_u8; 0]);
}

#[rstest]
#[tokio::test]
async fn leaving_one_class_keeps_the_enrolment_in_another(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let (teachings, [left, kept]) = two_classes_of_one_course(&server);
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas", "dosen"]).await;
    admin.sync("mengajar").await;
    for teaching in &teachings {
        admin.act("mengajar/enroll_one", teaching.clone()).await.ok();
    }
    admin
        .act("mengajar/unenroll_one", with(&teachings[0], really()))
        .await
        .ok();
    let nik = teachings[0]["nik"].as_str().unwrap();
    assert_eq!(roles(&server, &kept, nik), [EDITING_TEACHER]);
    assert_eq!((in_group(&server, &left).len(), in_group(&server, &kept).len()), (0, 1));

    // Leaving the last class leaves the course too.
    admin
        .act("mengajar/unenroll_one", with(&teachings[1], really()))
        .await
        .ok();
    assert_eq!(roles(&server, &kept, nik), [0_u8; 0]);
}

#[rstest]
#[tokio::test]
async fn leaving_all_classes_leaves_the_course(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    two_classes_of_one_course(&server);
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas", "dosen"]).await;
    admin.sync("mengajar").await;
    admin.act("mengajar/enroll", json!({})).await.ok();
    admin.act("mengajar/unenroll", really()).await.ok();
    let there = server.on_moodle();
    assert_eq!((there.enrolments, there.memberships), (0, 0));
}

#[rstest]
#[tokio::test]
async fn exporting_teachings_is_enrolling_them(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas", "dosen"]).await;
    admin.sync("mengajar").await;
    admin.export("mengajar", json!({})).await.ok();
    assert!(admin.rows("mengajar").await.iter().all(|row| row["enroll"] == "sudah"));
    let again = admin.act("mengajar/enroll", json!({})).await.ok();
    assert_eq!(
        again.sentence(),
        "Enroll data Mengajar: tidak ada yang perlu dikerjakan."
    );
}

#[rstest]
#[tokio::test]
async fn job_rows_of_every_verb_name_student_and_class(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["prodi", "matakuliah", "kelas"]).await;
    let class = server.a_class();
    let synced = admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    let exported = admin.export("mahasiswa", json!({})).await.ok();
    let enrolled = admin.act("mahasiswa/enroll", json!({})).await.ok();
    let left = admin
        .act("mahasiswa/unenroll", json!({ "leaving": "suspend" }))
        .await
        .ok();
    let name = admin.row("mahasiswa", "NPK", &class.students[0]).await["nama_lengkap"].clone();
    let deleted = admin.delete(&format!("{A}/mahasiswa/delete_all"), json!({})).await.ok();
    for (job, outcome, has_class) in [
        (&synced, "created", true),
        (&exported, "created", false),
        (&enrolled, "enrolled", true),
        (&left, "suspended", true),
        (&deleted, "deleted", true),
    ] {
        let lines = admin.job_rows(job.job(), outcome).await;
        let line = lines
            .iter()
            .find(|line| line["key"].as_str().unwrap().ends_with(&class.students[0]))
            .unwrap_or_else(|| panic!("{outcome}: {lines:#?}"));
        assert_eq!(line["label"], name, "{outcome}");
        if has_class {
            assert_eq!(line["class"]["number"], class.jadwal, "{outcome}");
        }
    }
}

#[rstest]
#[tokio::test]
async fn enrolment_plan_shows_who_can_and_cannot_be_enrolled(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let (admin, class) = with_a_class(&server).await;
    admin
        .act("mahasiswa/export_as_user_one", json!({ "NPK": class.students[0] }))
        .await
        .ok();
    let calls = server.moodle().all_calls();
    let plan = admin.act("mahasiswa/enroll", json!({ "dry_run": true })).await.ok();
    let others = class.students.len() - 1;
    let counts = json!({ "create": 1, "update": 0, "leaving": 0, "moved": 0, "unchanged": 0, "missing": 0, "waiting": others, "conflicts": 0 });
    assert_eq!(plan.data()["counts"], counts);
    let first = json!([{ "kind": "mahasiswa", "label": "Mahasiswa", "verb": "export", "rows": others }]);
    assert_eq!(plan.data()["first"], first, "the prerequisites");
    assert_eq!(server.moodle().all_calls(), calls);
    assert!(admin.rows("mahasiswa").await.iter().all(|row| row["enroll"] == "belum"));
}
