//! Leaving a class: suspending instead of removing, moving within a course, returning. No grade is lost without
//! confirmation.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Class, Client, NAME, Server, column, with},
};
use jiff::{SignedDuration, Timestamp};
use proptest::{collection::vec, prelude::*, test_runner::TestRunner};
use rstest::rstest;
use selaras_campus::{moodle, source::Fault};
use selaras_engine::Kept;
use selaras_kinds::object::Leaving;
use selaras_store::jobs::Outcome;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const STUDENTS: &str = "/class/students";

/// Adds a class `KEDUA` at the source, in the course of the first class with students.
fn add_a_class(server: &Server) {
    let class = server.a_class();
    let class = server.campus.university().class(class.index);
    let second = json!({
        "jadwal_kuliah_detail_id": "880001", "kelas_id": "KEDUA", "nama_kelas": "KEDUA",
        "nama_mata_kuliah": class.nama_mata_kuliah, "semester": class.semester, "program_id": class.program_id,
        "jam_mulai": "07:00", "jam_selesai": "09:00", "status_matakuliah": "Wajib", "jumlah_sks": 2, "hari": "Rabu",
    });
    server.campus.changes().add("/classes", second);
}

/// A class with all its students enrolled.
struct Term {
    server: Server,
    admin: Client,
    class: Class,
    course: u64,
    group: u64,
}

impl Term {
    async fn start(on: Database) -> Self {
        Self::of(Server::start(on).await).await
    }

    async fn of(server: Server) -> Self {
        let admin = server.sign_in().await;
        admin.bring(&["matakuliah", "kelas"]).await;
        let class = server.a_class();
        admin.act("mahasiswa/sync", class.body.clone()).await.ok();
        admin.export("mahasiswa", json!({})).await.ok();
        admin.act("mahasiswa/enroll", json!({})).await.ok();
        let group = group(&server, &class.jadwal);
        let course = server.moodle().course_of_group(group).unwrap();
        Self {
            server,
            admin,
            class,
            course,
            group,
        }
    }

    /// The person's Moodle id.
    fn user(&self, npk: &str) -> u64 {
        user(&self.server, npk)
    }

    /// Removes a student from the class at the source.
    fn drop_student(&self, npk: &str) {
        self.server
            .campus
            .changes()
            .remove(STUDENTS, &in_class(&self.class.body, npk));
    }

    async fn sync(&self) {
        self.admin.act("mahasiswa/sync", self.class.body.clone()).await.ok();
    }

    async fn enrolment(&self, npk: &str) -> Value {
        self.admin.row("mahasiswa", "NPK", npk).await["enroll"].clone()
    }

    /// Moves a student into the class with this code, through the form of one of the student's rows.
    async fn put_into(&self, enrolment: &Value, code: &str) {
        let path = format!("{B}/detail/mahasiswa");
        let form = self.admin.post(&path, json!({ "id": enrolment["id"] })).await.ok();
        let typed = with(form.data(), json!({ "kode_kelas": code, "name": NAME }));
        self.admin.post(&format!("{B}/update/mahasiswa"), typed).await.ok();
    }

    /// A student's enrolments: class, state, and whether the source lists it.
    async fn enrolments(&self, npk: &str) -> Vec<(String, String, bool)> {
        let rows = self.admin.rows("mahasiswa").await;
        let theirs = rows.iter().filter(|row| row["NPK"] == npk);
        let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
        theirs
            .map(|row| {
                (
                    text(row, "nama_kelas"),
                    text(row, "enroll"),
                    row["missing_since"].is_null(),
                )
            })
            .collect()
    }

    /// Submits leaving behind another action on students, which runs until the source's faults are cleared.
    async fn leave_later(&self, body: Value) -> i64 {
        self.server.campus.faults().always(STUDENTS, Fault::Held);
        let begin = async |call: &str, body| self.admin.begin(&format!("{A}/mahasiswa/{call}"), body).await;
        begin("sync", self.class.body.clone()).await;
        begin("unenroll", body).await
    }

    async fn undo(&self, job: &Value) -> Value {
        let path = format!("{A}/jobs/{}/undo", job["id"]);
        self.admin.post(&path, json!({})).await.ok().job().clone()
    }
}

fn user(server: &Server, npk: &str) -> u64 {
    server.account(npk).unwrap()
}

fn group(server: &Server, jadwal: &str) -> u64 {
    server.group(jadwal)
}

fn in_class(class: &Value, npk: &str) -> String {
    let of = |name: &str| class[name].as_str().unwrap();
    format!("{}/{}/{}/{npk}", of("program_id"), of("nama_mk"), of("nama_kelas"))
}

#[rstest]
#[tokio::test]
async fn dropped_students_are_suspended_and_undo_reactivates_exactly_those(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    let [gone, suspended_before] = [&term.class.students[0], &term.class.students[1]];
    let moodle = term.server.moodle();
    for npk in [gone, suspended_before] {
        moodle.grade(term.course, term.user(npk), "Tugas 1", 80.0);
    }
    let grades = moodle.grades(term.course, term.user(gone));
    // Another student was suspended by another job.
    term.admin
        .act("mahasiswa/unenroll_one", json!({ "NPK": suspended_before }))
        .await
        .ok();
    term.drop_student(gone);
    term.sync().await;

    let plan = term
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true, "dry_run": true }))
        .await
        .ok();
    assert_eq!(
        (
            &plan.data()["counts"]["leaving"],
            &plan.data()["leaving"],
            &plan.data()["people"]
        ),
        (&json!(1), &json!("suspend"), &json!(1))
    );
    let left = term
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": 1 }));
    assert_eq!(
        left.sentence(),
        "Unenroll data Mahasiswa: 1 peserta kelas ditangguhkan."
    );
    assert_eq!(term.enrolment(gone).await, "ditangguhkan");
    let both: BTreeSet<_> = [term.user(gone), term.user(suspended_before)].into();
    assert_eq!(moodle.suspended(term.course).into_iter().collect::<BTreeSet<_>>(), both);
    assert_eq!(moodle.grades(term.course, term.user(gone)), grades);
    assert!(moodle.members(term.group).contains(&term.user(gone)));

    // Enrolling all does not enrol students that the source no longer lists.
    term.admin
        .act("mahasiswa/enroll", json!({ "enroll": "ditangguhkan", "missing": true }))
        .await
        .ok();
    assert_eq!(term.enrolment(gone).await, "ditangguhkan");

    let back = term.undo(left.job()).await;
    assert_eq!(back["counts"], json!({ "reactivated": 1 }));
    assert_eq!(term.enrolment(gone).await, "sudah");
    assert_eq!(moodle.suspended(term.course), [term.user(suspended_before)]);
    assert_eq!(moodle.grades(term.course, term.user(gone)), grades);
}

#[rstest]
#[tokio::test]
async fn student_who_may_still_enter_is_reported_and_not_called_suspended(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(moodle::Method::SelfEnrolment, moodle::Method::Cohort)] method: moodle::Method,
    #[values(moodle::WelcomeMessage::Fine, moodle::WelcomeMessage::CannotBeSent)] mail: moodle::WelcomeMessage,
) {
    let term = Term::start(on).await;
    let [npk, tutor, gone] = [0, 1, 2].map(|at| &term.class.students[at]);
    let moodle = term.server.moodle();
    let (user, tutors) = (term.user(npk), term.user(tutor));
    moodle.enrol_by(term.course, user, method);
    if method == moodle::Method::Cohort {
        moodle.end_manual(term.course, user);
    }
    moodle.give_role(term.course, tutors, 4);
    moodle.welcome_message(mail);
    for npk in [npk, tutor, gone] {
        term.drop_student(npk);
    }
    term.sync().await;
    let unenroll = async || term.admin.act("mahasiswa/unenroll", json!({ "missing": true })).await;
    let left = unenroll().await.ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": 1, "still_open": 2 }));
    assert_eq!(
        left.sentence(),
        "Unenroll data Mahasiswa: 1 peserta kelas ditangguhkan, 2 peserta kelas masih dapat masuk."
    );
    assert_eq!(moodle.suspended(term.course), [term.user(gone)]);
    let rows = term.admin.rows("mahasiswa").await;
    for (npk, reason) in [(npk, "terdaftar lewat cara lain"), (tutor, "memegang peran teacher")] {
        let row = rows.iter().find(|row| row["NPK"] == npk.as_str()).unwrap();
        assert_eq!(row["enroll"], "sudah");
        assert!(row["enroll_reason"].as_str().unwrap().contains(reason), "{row}");
    }

    let mails = moodle.welcome_messages();
    let again = unenroll().await.refused(409);
    assert!(again.sentence().contains("masih terbuka"), "{again:?}");
    assert_eq!(moodle.welcome_messages(), mails, "repeating it mails no one");

    // The remedies that the reasons name.
    moodle.end_other_method(term.course, user);
    moodle.take_role(term.course, tutors, 4);
    let left = unenroll().await.ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": 2 }));
    for npk in [npk, tutor] {
        assert_eq!(term.enrolment(npk).await, "ditangguhkan");
    }
    assert_eq!(moodle.suspended(term.course).len(), 3);
}

#[rstest]
#[tokio::test]
async fn returning_student_who_could_still_enter_has_no_reason_left(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    let npk = &term.class.students[0];
    let moodle = term.server.moodle();
    moodle.enrol_by(term.course, term.user(npk), moodle::Method::SelfEnrolment);
    term.drop_student(npk);
    term.sync().await;
    term.admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .refused(409);
    let changes = term.server.campus.changes();
    changes.restore(STUDENTS, &in_class(&term.class.body, npk));
    term.sync().await;
    let row = term.admin.row("mahasiswa", "NPK", npk).await;
    assert_eq!((&row["enroll"], &row["enroll_reason"]), (&json!("sudah"), &Value::Null));
}

#[rstest]
#[tokio::test]
async fn leaving_can_be_undone_after_its_job_rows_are_deleted(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    let npk = &term.class.students[0];
    term.drop_student(npk);
    term.sync().await;
    let gone = json!({ "missing": true });
    let left = term.admin.act("mahasiswa/unenroll", gone).await.ok();
    assert_eq!(term.enrolment(npk).await, "ditangguhkan");
    let kept = Kept {
        lines: 7,
        ..crate::retention::KEPT
    };
    let in_eight_days = Timestamp::now() + SignedDuration::from_hours(8 * 24);
    let thrown = term.server.engine.tidy(&kept, in_eight_days).await.unwrap();
    assert!(thrown.contains_key("lines"), "{thrown:?}");
    let back = term.undo(left.job()).await;
    assert_eq!(back["counts"], json!({ "reactivated": 1 }));
    assert_eq!(term.enrolment(npk).await, "sudah");
}

#[rstest]
#[tokio::test]
async fn student_who_left_before_enrolment_is_not_waiting(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas"]).await;
    let class = server.a_class();
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    let gone = in_class(&class.body, &class.students[0]);
    server.campus.changes().remove(STUDENTS, &gone);
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll", json!({})).await.ok();

    let summary = admin.get(&format!("{A}/summary")).await.ok();
    let students = summary.rows().iter().find(|row| row["kind"] == "mahasiswa").unwrap();
    let number = |name: &str| students[name].as_i64().unwrap();
    assert_eq!(number("enrolled") + 1, number("enrolments"));
    assert_eq!(number("accounts") + 1, number("people"), "who has left gets no account");
    let waiting = students["waiting"].as_object().unwrap();
    assert!(waiting.values().all(|rows| rows == 0), "{waiting:?}");
}

#[rstest]
#[tokio::test]
async fn returning_student_is_reactivated_by_enrolling(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    let npk = &term.class.students[0];
    term.drop_student(npk);
    term.sync().await;
    term.admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    term.server
        .campus
        .changes()
        .restore(STUDENTS, &in_class(&term.class.body, npk));
    term.sync().await;
    let back = term.admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert_eq!(back.outcomes(), &json!({ "enrolled": 1 }));
    assert_eq!(term.enrolment(npk).await, "sudah");
    assert!(term.server.moodle().suspended(term.course).is_empty());
}

#[rstest]
#[tokio::test]
async fn returning_student_joins_the_recreated_group(
    #[values(Sqlite, Postgres)] on: Database,
    // Whether the student is flagged before the group is recreated.
    #[values(true, false)] gone: bool,
) {
    let term = Term::start(on).await;
    let (changes, npk) = (term.server.campus.changes(), &term.class.students[0]);
    if gone {
        term.drop_student(npk);
        term.sync().await;
    }
    assert!(term.server.moodle().delete_group(term.group));
    changes.set("/classes", &term.class.jadwal, "semester", "20262");
    term.admin.sync("kelas").await;
    term.admin.export("kelas", json!({})).await.ok();
    if !gone {
        term.drop_student(npk);
        term.sync().await;
    }
    assert_eq!(term.enrolment(npk).await, "sudah");
    changes.restore(STUDENTS, &in_class(&term.class.body, npk));
    term.sync().await;
    assert_eq!(term.enrolment(npk).await, "belum");
    term.admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert_eq!(term.enrolment(npk).await, "sudah");
    let members = term.server.moodle().members(group(&term.server, &term.class.jadwal));
    assert!(members.contains(&term.user(npk)));
}

#[rstest]
#[tokio::test]
async fn next_semester_class_regroups_staying_students_and_removes_gone_ones(
    #[values(Sqlite, Postgres)] on: Database,
    // Whether the gone student is flagged before the new class has its group.
    #[values(true, false)] known: bool,
) {
    let term = Term::start(on).await;
    let (changes, admin) = (term.server.campus.changes(), &term.admin);
    let class = term.server.campus.university().class(term.class.index);
    let next = json!({
        "jadwal_kuliah_detail_id": "990001", "kelas_id": class.kelas_id, "nama_kelas": class.nama_kelas,
        "nama_mata_kuliah": class.nama_mata_kuliah, "semester": "20262", "program_id": class.program_id,
    });
    changes.remove("/classes", &term.class.jadwal);
    changes.add("/classes", next);
    let (gone, stay) = (&term.class.students[0], &term.class.students[1..]);
    term.drop_student(gone);
    if known {
        term.sync().await;
    }
    admin.sync("kelas").await;
    assert_eq!(admin.export("kelas", json!({})).await.ok().counts(), [1, 0, 0, 0, 0, 0]);
    if !known {
        term.sync().await;
    }
    assert_eq!(term.enrolment(gone).await, "sudah");
    let row = admin.row("mahasiswa", "NPK", &stay[0]).await;
    assert_eq!(row["enroll"], "belum");
    assert!(row["enroll_reason"].as_str().unwrap().contains("dibuat baru"), "{row}");

    let entered = admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert_eq!(entered.outcomes(), &json!({ "enrolled": stay.len() }));
    let left = admin.act("mahasiswa/unenroll", json!({ "missing": true })).await.ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": 1 }));
    let moodle = term.server.moodle();
    let there: BTreeSet<_> = moodle.members(group(&term.server, "990001")).into_iter().collect();
    let expected: BTreeSet<_> = stay.iter().map(|npk| term.user(npk)).collect();
    assert_eq!(there, expected);
    assert_eq!(moodle.suspended(term.course), [term.user(gone)]);
    let nothing = admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert_eq!(nothing.outcomes(), &json!({}));
}

#[rstest]
#[tokio::test]
async fn student_moved_while_waiting_for_a_group_leaves_the_first(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    add_a_class(&server);
    let term = Term::of(server).await;
    let moodle = term.server.moodle();
    assert!(moodle.delete_group(term.group));
    let changes = term.server.campus.changes();
    changes.set("/classes", &term.class.jadwal, "semester", "20262");
    term.admin.sync("kelas").await;
    term.admin.export("kelas", json!({})).await.ok();
    let npk = &term.class.students[0];
    let enrolment = term.admin.row("mahasiswa", "NPK", npk).await;
    assert_eq!(enrolment["enroll"], "belum");
    term.put_into(&enrolment, "KEDUA").await;
    let first = term.class.body["nama_kelas"].as_str().unwrap().to_owned();
    let is = |class: &str, enrolment: &str, listed| (class.to_owned(), enrolment.to_owned(), listed);
    assert_eq!(
        term.enrolments(npk).await,
        [is(&first, "sudah", false), is("KEDUA", "belum", true)]
    );
}

#[rstest]
#[tokio::test]
async fn student_moved_by_form_leaves_the_first_group(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    add_a_class(&server);
    let term = Term::of(server).await;
    let npk = &term.class.students[0];
    let first = term.class.body["nama_kelas"].as_str().unwrap().to_owned();
    let enrolment = term.admin.row("mahasiswa", "NPK", npk).await;
    let there = term.server.on_moodle();
    term.put_into(&enrolment, "KEDUA").await;
    let is = |class: &str, enrolment: &str, listed| (class.to_owned(), enrolment.to_owned(), listed);
    assert_eq!(
        term.enrolments(npk).await,
        [is(&first, "sudah", false), is("KEDUA", "belum", true)]
    );
    let entered = term.admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert_eq!(entered.outcomes(), &json!({ "moved": 1 }));
    assert_eq!(
        term.enrolments(npk).await,
        [is(&first, "belum", false), is("KEDUA", "sudah", true)]
    );
    let (moodle, user) = (term.server.moodle(), term.user(npk));
    assert!(!moodle.members(term.group).contains(&user));
    assert_eq!(moodle.members(group(&term.server, "880001")), [user]);
    assert!(moodle.suspended(term.course).is_empty());
    assert_eq!(term.server.on_moodle(), there);
}

#[rstest]
#[tokio::test]
async fn student_moved_back_before_an_export_is_unchanged(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    add_a_class(&server);
    let term = Term::of(server).await;
    let npk = &term.class.students[0];
    let before = term.enrolments(npk).await;
    term.put_into(&term.admin.row("mahasiswa", "NPK", npk).await, "KEDUA")
        .await;
    let rows = term.admin.rows("mahasiswa").await;
    let second = rows.iter().find(|row| row["nama_kelas"] == "KEDUA").unwrap();
    term.put_into(second, &term.class.kelas_id).await;
    assert_eq!(term.enrolments(npk).await, before);
    let nothing = term.admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert_eq!(nothing.outcomes(), &json!({}));
}

#[rstest]
#[tokio::test]
async fn leaving_can_delete_the_row_and_undo_restores_it(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    let rows = term.admin.rows("mahasiswa").await.len();
    let [npk, never_there] = [&term.class.students[0], &term.class.students[1]];
    term.admin
        .act(
            "mahasiswa/unenroll_one",
            json!({ "NPK": never_there, "leaving": "unenrol" }),
        )
        .await
        .ok();
    term.drop_student(npk);
    term.drop_student(never_there);
    term.sync().await;
    let refused = term
        .admin
        .act("mahasiswa/unenroll", json!({ "remove": true }))
        .await
        .refused(409);
    assert!(
        refused.sentence().contains("tidak ada lagi di sumber"),
        "{}",
        refused.sentence()
    );
    let seen = json!({ "missing": true, "remove": true, "dry_run": true });
    let plan = term.admin.act("mahasiswa/unenroll", seen).await.ok();
    let plan = plan.data();
    assert_eq!(plan["counts"]["leaving"], 1, "{plan}");
    let note = "Sesudahnya 2 baris dihapus dari dashboard, termasuk yang belum pernah terdaftar di course.";
    assert_eq!(plan["notes"], json!([note]));
    let left = term
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true, "remove": true }))
        .await
        .ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": 1, "deleted": 2 }));
    assert_eq!(term.admin.rows("mahasiswa").await.len(), rows - 2);
    assert_eq!(term.server.moodle().suspended(term.course), [term.user(npk)]);

    let back = term.undo(left.job()).await;
    assert_eq!(back["counts"], json!({ "restored": 2, "reactivated": 1 }));
    assert_eq!(term.enrolment(npk).await, "sudah");
    assert!(term.server.moodle().suspended(term.course).is_empty());
}

#[rstest]
#[tokio::test]
async fn removal_with_grades_needs_their_number_and_undo_reports_them(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::of(Server::with(on).leaving(Leaving::Unenrol).start().await).await;
    let moodle = term.server.moodle();
    let [graded, ungraded] = [&term.class.students[0], &term.class.students[1]];
    moodle.grade(term.course, term.user(graded), "Tugas 1", 80.0);
    moodle.open_course(term.course, term.user(graded), 1_790_000_000);
    for npk in [graded, ungraded] {
        term.drop_student(npk);
    }
    term.sync().await;
    let gone = json!({ "missing": true });
    let plan = term
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true, "dry_run": true }))
        .await
        .ok();
    let shown = &plan.data()["rows"]["leaving"];
    assert_eq!(
        (&shown[0]["has_grades"], &shown[0]["last_access"]),
        (&json!(true), &json!("2026-09-21T14:13:20Z"))
    );
    assert_eq!(
        (&shown[1]["has_grades"], &shown[1]["last_access"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(plan.data()["guard"]["name"], "1");
    let notes = plan.data()["notes"].to_string();
    assert!(notes.contains("Recover grades default"), "{notes}");

    // Neither one click nor another number confirms it.
    for body in [gone.clone(), json!({ "missing": true, "confirm": "2" })] {
        term.admin.act("mahasiswa/unenroll", body).await.refused(409);
    }
    assert_eq!(moodle.grades(term.course, term.user(graded)), 2);
    let left = term
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true, "confirm": "1" }))
        .await
        .ok();
    assert_eq!(left.outcomes(), &json!({ "unenrolled": 2 }));
    assert_eq!(moodle.grades(term.course, term.user(graded)), 0);
    let warned = left.job()["warnings"].to_string();
    assert!(
        warned.contains("1 orang") && warned.contains("Recover grades default"),
        "{warned}"
    );
    let enrolled: Vec<_> = moodle.enrolled(term.course).into_iter().map(|(user, _)| user).collect();
    assert!(!enrolled.contains(&term.user(graded)) && !enrolled.contains(&term.user(ungraded)));

    moodle.recover_grades(true);
    let back = term.undo(left.job()).await;
    assert_eq!(back["counts"], json!({ "enrolled": 2 }));
    assert_eq!(moodle.grades(term.course, term.user(graded)), 2);
    let lines = term.admin.job_rows(&back, "enrolled").await;
    let mut reasons: Vec<_> = column(&lines, "reason");
    reasons.sort_unstable();
    assert_eq!(reasons[0], "Ada nilainya di course ini.");
    assert!(reasons[1].starts_with("Tidak ada nilainya"), "{reasons:?}");
    assert_eq!(term.enrolment(graded).await, "sudah");
}

#[rstest]
#[tokio::test]
async fn resumed_removal_refuses_people_with_new_grades(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::of(Server::with(on).leaving(Leaving::Unenrol).start().await).await;
    let moodle = term.server.moodle();
    let [graded, ungraded] = [&term.class.students[0], &term.class.students[1]];
    for npk in [graded, ungraded] {
        term.drop_student(npk);
    }
    term.sync().await;
    // Only the share was confirmed, as no student had grades. Then the process was killed.
    let job = term
        .leave_later(json!({ "missing": true, "confirm": "Mahasiswa" }))
        .await;
    term.server
        .alter(&format!("UPDATE job SET consented = true WHERE id = {job}"))
        .await;
    moodle.grade(term.course, term.user(graded), "Tugas 1", 80.0);
    term.server.campus.faults().clear();

    let left = term.admin.ended(job).await;
    assert_eq!(left["counts"], json!({ "unenrolled": 1, "failed": 1 }), "{left}");
    let refused = term.admin.job_rows(&left, "failed").await;
    assert!(
        column(&refused, "reason")[0].contains("sejak tindakan ini disetujui"),
        "{refused:?}"
    );
    assert_eq!(moodle.grades(term.course, term.user(graded)), 2);
    assert_eq!(
        (term.enrolment(graded).await, term.enrolment(ungraded).await),
        (json!("sudah"), json!("belum"))
    );

    // As the sentence says.
    let missing = |more| with(&json!({ "missing": true }), more);
    let plan = term
        .admin
        .act("mahasiswa/unenroll", missing(json!({ "dry_run": true })))
        .await
        .ok();
    assert_eq!(plan.data()["guard"]["name"], "1");
    let typed = missing(json!({ "confirm": plan.data()["guard"]["name"] }));
    let left = term.admin.act("mahasiswa/unenroll", typed).await.ok();
    assert_eq!(left.outcomes(), &json!({ "unenrolled": 1 }));
    assert_eq!(term.enrolment(graded).await, "belum");
}

#[rstest]
#[tokio::test]
async fn grades_come_back_as_their_sentence_says(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::of(Server::with(on).leaving(Leaving::Unenrol).start().await).await;
    let (moodle, npk) = (term.server.moodle(), &term.class.students[0]);
    let user = term.user(npk);
    moodle.grade(term.course, user, "Tugas 1", 80.0);
    let row = term.admin.row("mahasiswa", "NPK", npk).await["id"].clone();
    let removal = json!({ "ids": [row], "confirm": "1" });
    let left = term.admin.act("mahasiswa/unenroll", removal).await.ok();
    assert_eq!(left.outcomes(), &json!({ "unenrolled": 1 }));
    let back = term.undo(left.job()).await;
    let told = term.admin.job_rows(&back, "enrolled").await[0]["reason"].clone();
    assert!(told.as_str().unwrap().starts_with("Tidak ada nilainya"), "{told}");
    assert_eq!(moodle.grades(term.course, user), 0);

    moodle.recover_grades(true);
    let again = json!({ "ids": [row] });
    term.admin.act("mahasiswa/unenroll", again.clone()).await.ok();
    term.admin.act("mahasiswa/enroll", again).await.ok();
    assert_eq!(moodle.grades(term.course, user), 2);
    assert_eq!(term.enrolment(npk).await, "sudah");
}

#[rstest]
#[tokio::test]
async fn typed_number_covers_only_people_graded_at_confirmation(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(true, false)] graded_since: bool,
) {
    let term = Term::of(Server::with(on).leaving(Leaving::Unenrol).start().await).await;
    let moodle = term.server.moodle();
    let both = [&term.class.students[0], &term.class.students[1]];
    for npk in both {
        term.drop_student(npk);
    }
    term.sync().await;
    let [graded, other] = both.map(|npk| term.user(npk));
    moodle.grade(term.course, graded, "Tugas 1", 80.0);
    let seen = async || {
        let plan = json!({ "missing": true, "dry_run": true });
        let plan = term.admin.act("mahasiswa/unenroll", plan).await.ok();
        plan.data()["token"].clone()
    };
    let first = seen().await;
    // The removal was confirmed, and the process was killed.
    let job = term.leave_later(json!({ "missing": true, "confirm": "1" })).await;
    term.server
        .alter(&format!("UPDATE job SET consented = true WHERE id = {job}"))
        .await;
    if graded_since {
        moodle.grade(term.course, other, "Tugas 1", 70.0);
    }
    assert_eq!(seen().await != first, graded_since);
    term.server.campus.faults().clear();

    let left = term.admin.ended(job).await;
    let (counts, grades) = match graded_since {
        true => (json!({ "failed": 2 }), [2, 2]),
        false => (json!({ "unenrolled": 2 }), [0, 0]),
    };
    assert_eq!(left["counts"], counts, "{left}");
    assert_eq!([graded, other].map(|user| moodle.grades(term.course, user)), grades);
}

#[rstest]
#[tokio::test]
async fn unanswered_removal_is_reported_as_possible_loss_of_grades(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::of(Server::with(on).leaving(Leaving::Unenrol).start().await).await;
    let (moodle, npk) = (term.server.moodle(), &term.class.students[0]);
    moodle.grade(term.course, term.user(npk), "Tugas 1", 80.0);
    term.drop_student(npk);
    term.sync().await;
    // Moodle does the work, but no retry gets an answer.
    let lost = moodle::Fault::WorkThenHangUp;
    moodle.faults().next_of("enrol_manual_unenrol_users", 3, lost);
    let path = format!("{A}/mahasiswa/unenroll");
    let broken = term
        .admin
        .begin(&path, json!({ "missing": true, "confirm": "1" }))
        .await;
    assert_eq!(term.admin.ended(broken).await["failure"], "platform");
    assert_eq!(moodle.grades(term.course, term.user(npk)), 0);
    assert_eq!(term.enrolment(npk).await, "sudah");

    let retry = format!("jobs/{broken}/retry");
    let again = term.admin.act(&retry, json!({})).await.ok();
    assert_eq!(again.outcomes(), &json!({ "unenrolled": 1 }));
    let lines = term.admin.job_rows(again.job(), "unenrolled").await;
    assert_eq!(
        column(&lines, "reason"),
        ["Nilainya di course ini, kalau ada, ikut terhapus."]
    );
    let warned = again.job()["warnings"].to_string();
    assert!(warned.contains("1 orang"), "{warned}");
    assert_eq!(term.enrolment(npk).await, "belum");
}

#[rstest]
#[tokio::test]
async fn ordered_suspension_survives_a_changed_setting(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    let npk = &term.class.students[0];
    term.drop_student(npk);
    term.sync().await;
    let job = term.leave_later(json!({ "missing": true })).await;
    let restarted = term.server.restarted(Leaving::Unenrol);
    term.server.campus.faults().clear();

    let left = restarted.ended(job).await.unwrap();
    assert_eq!(left.counts.get(Outcome::Suspended), 1, "{left:?}");
    assert_eq!(term.server.moodle().suspended(term.course), [term.user(npk)]);
}

#[rstest]
#[tokio::test]
async fn undo_skips_people_who_left_again(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    let one = json!({ "NPK": term.class.students[0] });
    let npk = &term.class.students[0];
    let first = term.admin.act("mahasiswa/unenroll_one", one.clone()).await.ok();
    term.admin.act("mahasiswa/enroll_one", one.clone()).await.ok();
    let second = term.admin.act("mahasiswa/unenroll_one", one).await.ok();

    let back = term.undo(first.job()).await;
    assert_eq!(back["counts"], json!({}), "{back}");
    assert_eq!(term.enrolment(npk).await, "ditangguhkan");
    let back = term.undo(second.job()).await;
    assert_eq!(back["counts"], json!({ "reactivated": 1 }), "{back}");
    assert_eq!(term.enrolment(npk).await, "sudah");
}

#[rstest]
#[tokio::test]
async fn undo_of_a_removal_restores_a_suspended_enrolment_as_suspended(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    let npk = &term.class.students[0];
    let one = json!({ "NPK": npk });
    term.admin.act("mahasiswa/unenroll_one", one.clone()).await.ok();
    let removal = with(&one, json!({ "leaving": "unenrol" }));
    let removed = term.admin.act("mahasiswa/unenroll_one", removal).await.ok();
    assert!(term.server.moodle().suspended(term.course).is_empty());

    let back = term.undo(removed.job()).await;
    assert_eq!(back["counts"], json!({ "suspended": 1 }), "{back}");
    assert_eq!(term.enrolment(npk).await, "ditangguhkan");
    assert_eq!(term.server.moodle().suspended(term.course), [term.user(npk)]);
}

#[rstest]
#[tokio::test]
async fn unreadable_grades_count_as_grades(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    term.server.moodle().token_of_user_with(&[
        "moodle/user:viewdetails",
        "moodle/user:viewalldetails",
        "moodle/site:viewuseridentity",
        "moodle/course:viewparticipants",
        "moodle/course:useremail",
        "enrol/manual:enrol",
        "enrol/manual:unenrol",
        "moodle/course:managegroups",
        "webservice/rest:use",
    ]);
    term.drop_student(&term.class.students[0]);
    term.sync().await;
    let plan = term
        .admin
        .act(
            "mahasiswa/unenroll",
            json!({ "missing": true, "leaving": "unenrol", "dry_run": true }),
        )
        .await
        .ok();
    assert_eq!(plan.data()["rows"]["leaving"][0]["has_grades"], Value::Null);
    assert_eq!(plan.data()["guard"]["name"], "1");
    assert!(plan.data()["notes"].to_string().contains("tidak boleh melihat nilai"));
}

#[rstest]
#[tokio::test]
async fn missing_capability_is_named_and_nothing_is_sent(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    let moodle = term.server.moodle();
    let all = [
        "moodle/user:create",
        "moodle/user:update",
        "moodle/user:viewdetails",
        "moodle/user:viewalldetails",
        "moodle/site:viewuseridentity",
        "moodle/course:useremail",
        "moodle/course:viewparticipants",
        "moodle/course:enrolreview",
        "moodle/course:managegroups",
        "enrol/manual:enrol",
        "enrol/manual:unenrol",
        "webservice/rest:use",
    ];
    for (call, lacking) in [
        ("mahasiswa/enroll", "moodle/user:viewalldetails"),
        ("mahasiswa/enroll", "moodle/site:viewuseridentity"),
        ("mahasiswa/unenroll", "moodle/course:viewparticipants"),
    ] {
        moodle.token_of_user_with(&all);
        term.admin
            .act("mahasiswa/unenroll_one", json!({ "NPK": term.class.students[0] }))
            .await
            .ok();
        let rights: Vec<_> = all.into_iter().filter(|capability| *capability != lacking).collect();
        moodle.token_of_user_with(&rights);
        let (writes, there) = (term.server.writing_calls(), term.server.on_moodle());
        let refused = term.admin.act(call, json!({})).await.refused(502);
        assert_eq!(refused.body["code"], "capability_missing", "{lacking}");
        assert!(refused.sentence().contains(lacking), "{}", refused.sentence());
        assert_eq!(
            (term.server.writing_calls(), term.server.on_moodle()),
            (writes, there),
            "{lacking}"
        );
    }
}

#[rstest]
#[tokio::test]
async fn empty_course_is_not_believed_and_absent_people_get_a_line(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    let moodle = term.server.moodle();
    let [here, taken_out] = [&term.class.students[0], &term.class.students[1]];
    for npk in [here, taken_out] {
        term.drop_student(npk);
    }
    term.sync().await;
    let all = [
        "moodle/user:viewdetails",
        "moodle/user:viewalldetails",
        "moodle/site:viewuseridentity",
        "moodle/site:accessallgroups",
        "moodle/course:viewparticipants",
        "moodle/course:enrolreview",
        "moodle/course:managegroups",
        "enrol/manual:enrol",
        "enrol/manual:unenrol",
        "webservice/rest:use",
    ];
    moodle.separate_groups(term.course);
    let few: Vec<_> = all.into_iter().filter(|name| !name.contains("allgroups")).collect();
    moodle.token_of_user_with(&few);
    let path = format!("{A}/mahasiswa/unenroll");
    let refused = term.admin.begin(&path, json!({ "missing": true })).await;
    let refused = term.admin.ended(refused).await;
    assert_eq!(refused["counts"], json!({ "failed": 2 }), "{refused}");
    for reason in column(&term.admin.job_rows(&refused, "failed").await, "reason") {
        assert!(reason.contains("moodle/site:accessallgroups"), "{reason}");
    }
    assert_eq!(term.enrolment(here).await, "sudah");

    moodle.token_of_user_with(&all);
    let by_hand = [
        ("enrolments[0][userid]", term.user(taken_out).to_string()),
        ("enrolments[0][courseid]", term.course.to_string()),
    ];
    let by_hand = by_hand.each_ref().map(|(name, value)| (*name, value.as_str()));
    moodle.call("enrol_manual_unenrol_users", &by_hand);
    let left = term
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": 1, "not_enrolled": 1 }));
    let out = term.admin.job_rows(left.job(), "not_enrolled").await;
    assert!(
        column(&out, "reason")[0].contains("Sudah tidak ada di course ini"),
        "{out:?}"
    );
    assert!(out[0]["key"].as_str().unwrap().ends_with(taken_out.as_str()), "{out:?}");
    assert_eq!(
        (term.enrolment(here).await, term.enrolment(taken_out).await),
        (json!("ditangguhkan"), json!("belum"))
    );
}

#[rstest]
#[tokio::test]
async fn half_enrolled_student_leaves_when_dropped(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::start(on).await;
    let (moodle, npk) = (term.server.moodle(), &term.class.students[0]);
    let one = json!({ "NPK": npk });
    let removal = with(&one, json!({ "leaving": "unenrol" }));
    term.admin.act("mahasiswa/unenroll_one", removal).await.ok();
    // The course accepts the student. The group was deleted, so joining it fails.
    moodle.delete_group(term.group);
    term.admin.act("mahasiswa/enroll_one", one).await.refused(409);
    assert_eq!(term.enrolment(npk).await, "belum");
    term.drop_student(npk);
    term.sync().await;

    let person = term.admin.get(&format!("{A}/people/mahasiswa/{npk}")).await.ok();
    let cause = &person.data()["enrolments"][0]["cause"];
    assert_eq!(
        (&cause["code"], &cause["mend"]),
        (&json!("not_at_source"), &json!("suspend"))
    );
    let left = term
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": 1 }));
    assert_eq!(moodle.suspended(term.course), [term.user(npk)]);
    assert_eq!(term.enrolment(npk).await, "ditangguhkan");
}

#[rstest]
#[tokio::test]
async fn person_without_an_account_has_nothing_to_leave(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas"]).await;
    let class = server.a_class();
    let npk = &class.students[0];
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    // No student has an account.
    admin.act("mahasiswa/enroll", json!({})).await.refused(409);
    server.campus.changes().remove(STUDENTS, &in_class(&class.body, npk));
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    let left = admin.act("mahasiswa/unenroll", json!({ "missing": true })).await.ok();
    assert_eq!(left.outcomes(), &json!({ "unchanged": 1 }));
    assert_eq!(admin.row("mahasiswa", "NPK", npk).await["enroll"], "belum");
}

#[rstest]
#[tokio::test]
async fn scheduled_leaving_only_suspends_and_only_below_the_limits(#[values(Sqlite, Postgres)] on: Database) {
    let term = Term::of(Server::with(on).leaving(Leaving::Unenrol).start().await).await;
    let npk = &term.class.students[0];
    term.server.moodle().grade(term.course, term.user(npk), "Tugas 1", 80.0);
    term.drop_student(npk);
    term.sync().await;
    let schedule = async |may_suspend: bool| {
        let body = json!({
            "kind": "mahasiswa", "verb": "unenroll", "cron": "0 5 * * *", "enabled": true, "may_suspend": may_suspend,
        });
        term.admin.post(&format!("{A}/schedules/update"), body).await.ok();
    };
    let zone = jiff::tz::TimeZone::get("Asia/Jakarta").unwrap();
    let days = |days: i64| jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24 * days);
    let at_five = |from: jiff::Timestamp| {
        let five = from.to_zoned(zone.clone()).date().at(5, 0, 30, 0);
        five.to_zoned(zone.clone()).unwrap().timestamp()
    };
    schedule(false).await;
    let none = term
        .server
        .engine
        .give_due_orders(at_five(days(1)), &zone)
        .await
        .unwrap();
    assert_eq!((none, term.enrolment(npk).await), (vec![], json!("sudah")));

    schedule(true).await;
    let jobs = term
        .server
        .engine
        .give_due_orders(at_five(days(2)), &zone)
        .await
        .unwrap();
    let job = term.admin.ended(jobs[0]).await;
    assert_eq!(job["counts"], json!({ "suspended": 1 }));
    assert_eq!(term.server.moodle().grades(term.course, term.user(npk)), 2);
    let of_teachers = json!({ "kind": "pengajar", "verb": "unenroll", "cron": "0 5 * * *", "enabled": true });
    term.admin
        .post(&format!("{A}/schedules/update"), of_teachers)
        .await
        .refused(422);
}

/// Two classes of one course, and the students in each.
struct Course {
    server: Server,
    admin: Client,
    classes: [Value; 2],
    groups: [u64; 2],
    course: u64,
    students: Vec<Value>,
    listed: BTreeMap<usize, BTreeSet<usize>>,
}

/// A change at the source for one student, between two syncs.
#[derive(Debug, Clone, Copy)]
struct Step {
    student: usize,
    /// Which of the two classes list the student from now on.
    listed: [bool; 2],
}

/// The number of students that change.
const MANY: usize = 4;

impl Course {
    async fn start() -> Self {
        let server = Server::start(Sqlite).await;
        let first = server.a_class();
        add_a_class(&server);
        let mut other = first.body.clone();
        other["nama_kelas"] = json!("KEDUA");
        let admin = server.sign_in().await;
        admin.bring(&["matakuliah", "kelas"]).await;
        admin.act("mahasiswa/sync", first.body.clone()).await.ok();
        admin.export("mahasiswa", json!({})).await.ok();
        let fields = [
            "NPK",
            "nama_lengkap",
            "nama_mk",
            "nama_kelas",
            "program_id",
            "angkatan",
            "jenis_kelamin",
            "HP",
            "email",
        ];
        let of_source = |row: &Value| {
            fields
                .map(|field| (field.to_owned(), row[field].clone()))
                .into_iter()
                .collect()
        };
        let rows = admin.rows("mahasiswa").await;
        let students: Vec<_> = rows
            .iter()
            .take(MANY + 1)
            .map(|row| Value::Object(of_source(row)))
            .collect();
        let groups = [group(&server, &first.jadwal), group(&server, "880001")];
        let course = server.moodle().course_of_group(groups[0]).unwrap();
        assert_eq!(server.moodle().course_of_group(groups[1]), Some(course));
        // One student stays in both classes, as an empty list is not believed.
        let listed = (0..=MANY)
            .map(|student| (student, if student == MANY { [0, 1].into() } else { [0].into() }))
            .collect();
        Self {
            server,
            admin,
            classes: [first.body.clone(), other],
            groups,
            course,
            students,
            listed,
        }
    }

    fn npk(&self, student: usize) -> &str {
        self.students[student]["NPK"].as_str().unwrap()
    }

    /// Applies the steps at the source.
    fn change(&mut self, steps: &[Step]) {
        for step in steps {
            let of = (0..2).filter(|class| step.listed[*class]).collect();
            self.listed.insert(step.student, of);
        }
        let changes = self.server.campus.changes();
        changes.clear();
        add_a_class(&self.server);
        for (student, of) in &self.listed {
            if !of.contains(&0) {
                changes.remove(STUDENTS, &in_class(&self.classes[0], self.npk(*student)));
            }
            if of.contains(&1) {
                let mut row = self.students[*student].clone();
                row["nama_kelas"] = json!("KEDUA");
                changes.add(STUDENTS, row);
            }
        }
    }

    async fn sync_and_act(&self, leaving_first: bool) {
        for class in &self.classes {
            self.admin.act("mahasiswa/sync", class.clone()).await.ok();
        }
        let leave = async || {
            self.admin
                .act("mahasiswa/unenroll", json!({ "missing": true }))
                .await
                .ok()
        };
        if leaving_first {
            leave().await;
        }
        self.admin.act("mahasiswa/enroll", json!({})).await.ok();
        if !leaving_first {
            leave().await;
        }
    }

    /// The active people in the course, with their groups.
    fn active(&self) -> BTreeMap<u64, BTreeSet<usize>> {
        let moodle = self.server.moodle();
        let suspended = moodle.suspended(self.course);
        let members = self.groups.map(|group| moodle.members(group));
        let enrolled = moodle.enrolled(self.course).into_iter().map(|(user, _)| user);
        let active = enrolled.filter(|user| !suspended.contains(user));
        let groups = |user: u64| (0..2).filter(|group| members[*group].contains(&user)).collect();
        active.map(|user| (user, groups(user))).collect()
    }
}

/// A student who leaves both classes leaves the course, even if the first was handled before the second.
#[tokio::test]
async fn student_leaving_both_classes_is_not_moved_between_them() {
    let mut course = Course::start().await;
    let both = [Step {
        student: 0,
        listed: [true, true],
    }];
    course.change(&both);
    course.sync_and_act(false).await;
    course.change(&both.map(|step| Step {
        listed: [true, false],
        ..step
    }));
    for class in &course.classes {
        course.admin.act("mahasiswa/sync", class.clone()).await.ok();
    }
    let (moodle, npk) = (course.server.moodle(), course.npk(0).to_owned());
    let person = user(&course.server, &npk);
    let theirs = async || {
        let mut rows = course.admin.rows("mahasiswa").await;
        rows.retain(|row| row["NPK"] == npk);
        rows
    };
    // The first suspension was done and recorded, then the process was killed.
    let suspension = [
        ("enrolments[0][roleid]", "5".to_owned()),
        ("enrolments[0][userid]", person.to_string()),
        ("enrolments[0][courseid]", course.course.to_string()),
        ("enrolments[0][suspend]", "1".to_owned()),
    ];
    let suspension = suspension.each_ref().map(|(name, value)| (*name, value.as_str()));
    moodle.call("enrol_manual_enrol_users", &suspension);
    let rows = theirs().await;
    let first = rows.iter().find(|row| row["nama_kelas"] != "KEDUA").unwrap();
    course
        .server
        .alter(&format!(
            "UPDATE mahasiswa_enrolment SET enroll = 'ditangguhkan' WHERE id = {}",
            first["id"]
        ))
        .await;

    let left = course.admin.act("mahasiswa/unenroll", json!({})).await.ok();
    assert_eq!(left.outcomes()["moved"], Value::Null, "{left:?}");
    assert_eq!(column(&theirs().await, "enroll"), ["ditangguhkan"; 2]);
    assert!(moodle.suspended(course.course).contains(&person));
}

/// One student leaves only a group, another the course. The call for the first gets no answer.
#[tokio::test]
async fn answered_removal_is_reported_despite_an_unanswered_batch() {
    let mut course = Course::start().await;
    course.change(&[Step {
        student: 0,
        listed: [true, true],
    }]);
    course.sync_and_act(false).await;
    let (first, second) = ([true, false], [false, false]);
    course.change(&[(0, first), (1, second)].map(|(student, listed)| Step { student, listed }));
    for class in &course.classes {
        course.admin.act("mahasiswa/sync", class.clone()).await.ok();
    }
    let moodle = course.server.moodle();
    let graded = user(&course.server, course.npk(1));
    moodle.grade(course.course, graded, "Tugas 1", 70.0);
    // A person who leaves the course leaves the group first, by a separate call.
    let groups = "core_group_delete_group_members";
    moodle.faults().next_of(groups, 1, moodle::Fault::Pass);
    let body = moodle::Fault::Body("{}".to_owned());
    moodle.faults().next_of(groups, 1, body);

    let order = json!({ "missing": true, "leaving": "unenrol", "confirm": "1" });
    let left = course.admin.act("mahasiswa/unenroll", order).await.ok();
    assert_eq!(left.outcomes(), &json!({ "unenrolled": 1, "failed": 1 }));
    let removed = course.admin.job_rows(left.job(), "unenrolled").await;
    assert_eq!(column(&removed, "reason"), ["Nilainya di course ini ikut terhapus."]);
    let failed = course.admin.job_rows(left.job(), "failed").await;
    assert!(column(&failed, "reason")[0].contains("tidak menjawab"), "{failed:?}");
}

/// Random terms, with the two actions in either order. Afterwards the course has exactly the students that the source lists
/// as active, each in exactly the groups of their classes. Manual enrolments are unchanged, and every grade is kept.
#[test]
fn course_matches_the_source_after_any_term_and_keeps_grades() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let step = (0..MANY, any::<[bool; 2]>()).prop_map(|(student, listed)| Step { student, listed });
    let terms = vec((vec(step, 1..5), any::<bool>()), 1..7);
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 6,
        max_shrink_iters: 20,
        ..ProptestConfig::default()
    });
    runner
        .run(&terms, |terms| {
            runtime.block_on(async {
                let mut course = Course::start().await;
                course.change(&[]);
                course.sync_and_act(false).await;
                let moodle = course.server.moodle();
                // A teacher's guest, who is in no list.
                moodle.call(
                    "core_user_create_users",
                    &[
                        ("users[0][username]", "tamu"),
                        ("users[0][firstname]", "Tamu"),
                        ("users[0][lastname]", "-"),
                        ("users[0][email]", "tamu@example.org"),
                        ("users[0][createpassword]", "1"),
                    ],
                );
                let guest = user(&course.server, "tamu");
                moodle.call(
                    "enrol_manual_enrol_users",
                    &[
                        ("enrolments[0][roleid]", "5"),
                        ("enrolments[0][userid]", &guest.to_string()),
                        ("enrolments[0][courseid]", &course.course.to_string()),
                    ],
                );
                let graded: Vec<_> = moodle
                    .enrolled(course.course)
                    .into_iter()
                    .map(|(user, _)| user)
                    .collect();
                for user in &graded {
                    moodle.grade(course.course, *user, "Tugas 1", 70.0);
                }
                for (steps, leaving_first) in terms {
                    course.change(&steps);
                    course.sync_and_act(leaving_first).await;
                    let active = course.active();
                    for (student, of) in &course.listed {
                        let found = active.get(&user(&course.server, course.npk(*student)));
                        let expected = (!of.is_empty()).then_some(of);
                        prop_assert_eq!(found, expected, "{} after {:?}", course.npk(*student), steps);
                    }
                    prop_assert_eq!(active.get(&guest), Some(&BTreeSet::new()));
                    for user in &graded {
                        prop_assert_eq!(
                            course.server.moodle().grades(course.course, *user),
                            2,
                            "the grades of {}",
                            user
                        );
                    }
                }
                Ok(())
            })
        })
        .unwrap();
}
