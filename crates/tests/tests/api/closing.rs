//! Closing a semester: its courses are hidden, and shown again when that is undone.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, NAME, Reply, with},
    small::{Files, Small, class, student},
};
use reqwest::Method;
use rstest::rstest;
use selaras_campus::moodle::Fault;
use serde_json::{Value, json};

const UPDATE: &str = "core_course_update_courses";

/// A class in a semester.
fn class_in(semester: &str, id: &str, name: &str) -> Value {
    with(&class(id, name), json!({ "semester": semester }))
}

fn semester(last: &str) -> Value {
    json!({ "kode_semester": "20261", "nama_semester": "Gasal", "kode_tahun_ajaran": "2026", "tanggal_selesai": last })
}

async fn set_shape(small: &Small, per: &str, ended: &str) {
    let body = json!({ "course": per, "categories": ["semester"], "ended": ended, "name": NAME }).to_string();
    let path = format!("{A}/platform/shape");
    small.admin.send(Method::PUT, &path, &[], Some(body)).await.ok();
}

async fn set_semester(small: &Small, last: &str) {
    small.set("semesters", &[semester(last)]);
    small.admin.sync("semester").await;
}

/// A campus on Moodle with two classes in a semester that ended, and one in the next.
async fn ended(on: Database, per: &str) -> Small {
    let students: Vec<_> = (0..10)
        .map(|at| student(&format!("26000{at}"), if at < 5 { "A" } else { "B" }))
        .collect();
    let classes = [
        class_in("20261", "1", "A"),
        class_in("20261", "2", "B"),
        class_in("20262", "3", "C"),
    ];
    let small = Small::start(on, Files, &classes, &students, &[]).await;
    set_shape(&small, per, "hide").await;
    small.sync().await;
    set_semester(&small, "2026-01-31").await;
    small.send().await;
    small
}

async fn close(small: &Small, body: Value) -> Reply {
    let body = with(&body, json!({ "kode_semester": "20261" }));
    small.admin.act("semester/close", body).await
}

async fn plan(small: &Small) -> Value {
    close(small, json!({ "dry_run": true })).await.ok().data().clone()
}

async fn undo(small: &Small, job: &Value) -> Value {
    let path = format!("jobs/{}/undo", job["id"]);
    small.admin.act(&path, json!({})).await.ok().job().clone()
}

/// The stable names of the courses of the semester that ended, and of the next.
fn courses(per: &str) -> (Vec<&'static str>, &'static str) {
    match per {
        "kelas" => (vec!["selaras:kelas:1", "selaras:kelas:2"], "selaras:kelas:3"),
        _ => (vec!["selaras:course:4711@20261"], "selaras:course:4711@20262"),
    }
}

fn on_moodle(small: &Small, idnumber: &str) -> Value {
    let fields = [("field", "idnumber"), ("value", idnumber)];
    let reply = small.server.moodle().call("core_course_get_courses_by_field", &fields);
    reply["courses"][0].clone()
}

fn is_visible(small: &Small, idnumber: &str) -> bool {
    on_moodle(small, idnumber)["visible"] == 1
}

/// Shows or hides a course, as a teacher does.
fn show(small: &Small, idnumber: &str, visible: bool) {
    let id = on_moodle(small, idnumber)["id"].to_string();
    let visible = if visible { "1" } else { "0" };
    let fields = [("courses[0][id]", id.as_str()), ("courses[0][visible]", visible)];
    small.server.moodle().call(UPDATE, &fields);
}

#[rstest]
#[tokio::test]
async fn closed_semester_is_hidden_and_shown_again(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("kelas", "mata_kuliah_semester")] per: &str,
) {
    let small = ended(on, per).await;
    let (own, next) = courses(per);
    let planned = plan(&small).await;
    assert_eq!(planned["counts"]["update"], own.len(), "{planned}");
    assert_eq!(
        planned["notes"],
        json!([
            "10 peserta kelas ada di course yang disembunyikan. Mereka tetap terdaftar, dan nilainya tetap ada di Moodle; \
             mahasiswa tidak dapat membukanya."
        ])
    );
    assert!(
        own.iter().all(|course| is_visible(&small, course)),
        "a plan hides nothing"
    );

    let before = small.server.moodle().counts();
    let closed = close(&small, json!({ "plan": planned["token"] })).await.ok();
    assert_eq!(
        closed.sentence(),
        format!("Tutup semester 20261: {} course disembunyikan.", own.len())
    );
    let job = closed.job().clone();
    assert_eq!(
        (&job["counts"], &job["undoable"]),
        (&json!({ "hidden": own.len() }), &json!(true))
    );
    assert!(own.iter().all(|course| !is_visible(&small, course)));
    assert!(is_visible(&small, next));
    assert_eq!(small.server.moodle().counts(), before, "all people stay");
    assert_eq!(small.admin.job_rows(&job, "hidden").await.len(), own.len());

    // Neither an export nor a comparison minds, and closing it again has nothing to do.
    let calls = small.server.writing_calls();
    small.send().await;
    assert_eq!(plan(&small).await["counts"]["unchanged"], own.len());
    let again = close(&small, json!({})).await.ok();
    assert_eq!(again.job()["undoable"], false);
    assert_eq!(small.server.writing_calls(), calls);
    let compared = small.admin.act("comparison/compare", json!({})).await.ok();
    assert_eq!(compared.outcomes()["changed_there"], Value::Null, "{compared:?}");

    // A renamed course keeps hidden, and a course of a new class is hidden from the start.
    let classes = [
        class_in("20261", "1", "A"),
        class_in("20261", "2", "B2"),
        class_in("20262", "3", "C"),
        class_in("20261", "4", "D"),
    ];
    small.set("classes", &classes);
    small.sync().await;
    small.send().await;
    assert!(own.iter().all(|course| !is_visible(&small, course)));
    if per == "kelas" {
        assert!(!is_visible(&small, "selaras:kelas:4"));
        assert!(
            on_moodle(&small, "selaras:kelas:2")["fullname"]
                .as_str()
                .unwrap()
                .contains("B2")
        );
    }

    let undone = undo(&small, &job).await;
    assert_eq!(undone["counts"], json!({ "shown": own.len() }));
    assert!(own.iter().all(|course| is_visible(&small, course)));
    let again = small.admin.act(&format!("jobs/{}/undo", job["id"]), json!({})).await;
    again.refused(409);
}

#[rstest]
#[tokio::test]
async fn undo_shows_only_what_the_job_hid_and_is_hidden_still(#[values(Sqlite, Postgres)] on: Database) {
    let small = ended(on, "kelas").await;
    show(&small, "selaras:kelas:1", false);
    let closed = close(&small, json!({})).await.ok();
    assert_eq!(closed.outcomes(), &json!({ "hidden": 1, "unchanged": 1 }));
    let undone = undo(&small, closed.job()).await;
    assert_eq!(undone["counts"], json!({ "shown": 1 }));
    assert!(!is_visible(&small, "selaras:kelas:1"), "a teacher hid it");

    let closed = close(&small, json!({})).await.ok();
    show(&small, "selaras:kelas:2", true);
    let undone = undo(&small, closed.job()).await;
    assert_eq!(undone["counts"], json!({ "unchanged": 1 }));
}

#[rstest]
#[tokio::test]
async fn plan_of_a_closing_binds_its_confirmation(#[values(Sqlite, Postgres)] on: Database) {
    let small = ended(on, "kelas").await;
    show(&small, "selaras:kelas:1", false);
    let planned = plan(&small).await;
    assert_eq!(
        (&planned["counts"]["update"], &planned["counts"]["unchanged"]),
        (&json!(1), &json!(1))
    );
    show(&small, "selaras:kelas:1", true);
    let refused = close(&small, json!({ "plan": planned["token"] })).await.refused(409);
    assert_eq!(refused.job()["failure"], "moved");
    assert!(is_visible(&small, "selaras:kelas:1") && is_visible(&small, "selaras:kelas:2"));
}

#[rstest]
#[tokio::test]
async fn semester_that_has_not_ended_stays(#[values(Sqlite, Postgres)] on: Database) {
    let small = ended(on, "kelas").await;
    set_semester(&small, "2999-01-31").await;
    let planned = plan(&small).await;
    assert_eq!(
        planned["warning"],
        "Semester 20261 belum selesai: tanggal selesainya 2999-01-31. Tutup sesudahnya, atau perbaiki tanggal itu."
    );
    let refused = close(&small, json!({})).await.refused(409);
    assert_eq!(refused.sentence(), planned["warning"]);
    // A semester without a last day is a person's decision, and one with an unreadable day is not.
    set_semester(&small, "").await;
    let planned = plan(&small).await;
    assert_eq!(
        planned["notes"][0],
        "Semester 20261 tidak punya tanggal selesai. Pastikan semester ini sudah selesai."
    );
    set_semester(&small, "akhir Januari").await;
    assert!(
        plan(&small).await["warning"]
            .as_str()
            .unwrap()
            .contains("tidak terbaca")
    );
    // The setting comes first.
    set_semester(&small, "2026-01-31").await;
    set_shape(&small, "kelas", "leave").await;
    let planned = plan(&small).await;
    assert!(
        planned["warning"]
            .as_str()
            .unwrap()
            .contains("Pengaturan > Bentuk di Moodle")
    );
    close(&small, json!({})).await.refused(409);
    assert!(is_visible(&small, "selaras:kelas:1"));
    let unknown = small
        .admin
        .act("semester/close", json!({ "kode_semester": "19991" }))
        .await;
    unknown.refused(404);
}

#[tokio::test]
async fn courses_of_the_catalogue_are_never_hidden() {
    let small = ended(Sqlite, "kelas").await;
    let body =
        json!({ "course": "mata_kuliah", "categories": ["semester"], "ended": "hide", "name": NAME }).to_string();
    let path = format!("{A}/platform/shape");
    let refused = small.admin.send(Method::PUT, &path, &[], Some(body)).await.refused(422);
    assert_eq!(
        refused.body["fields"]["ended"],
        "Course untuk setiap mata kuliah dipakai di semua semester, jadi tidak disembunyikan bersama satu semester."
    );
}

#[rstest]
#[tokio::test]
async fn shared_courses_stay_and_gone_ones_are_told(#[values(Sqlite, Postgres)] on: Database) {
    let small = ended(on, "mata_kuliah_semester").await;
    // A class moved to another semester, and its group is still where it was.
    let classes = [
        class_in("20261", "1", "A"),
        class_in("20262", "2", "B"),
        class_in("20262", "3", "C"),
    ];
    small.set("classes", &classes);
    small.admin.sync("kelas").await;
    let planned = plan(&small).await;
    assert_eq!(planned["counts"]["conflicts"], 1, "{planned}");
    assert_eq!(
        planned["rows"]["conflicts"][0]["reason"],
        "Course ini dipakai juga oleh Kelas 2, jadi tetap terlihat."
    );
    close(&small, json!({})).await;
    assert!(is_visible(&small, "selaras:course:4711@20261"));

    let small = ended(on, "kelas").await;
    let moodle = small.server.moodle();
    moodle.delete_course(moodle.course_by_idnumber("selaras:kelas:1").unwrap());
    let closed = close(&small, json!({})).await;
    assert_eq!(closed.outcomes(), &json!({ "hidden": 1, "failed": 1 }), "{closed:?}");
    let failed = small.admin.job_rows(closed.job(), "failed").await;
    assert_eq!(failed[0]["reason"], "Course ini tidak ada lagi di Moodle.");
    assert!(!is_visible(&small, "selaras:kelas:2"));
}

#[rstest]
#[tokio::test]
async fn closing_that_broke_off_is_finished_by_a_retry(#[values(Sqlite, Postgres)] on: Database) {
    let small = ended(on, "kelas").await;
    let planned = plan(&small).await;
    // Moodle hides the courses, and no answer comes.
    small
        .server
        .moodle()
        .faults()
        .next_of(UPDATE, 100, Fault::WorkThenHangUp);
    let body = json!({ "plan": planned["token"], "kode_semester": "20261", "name": NAME });
    let job = small.admin.begin(&format!("{A}/semester/close"), body).await;
    let broken = small.admin.ended(job).await;
    assert_eq!(
        (&broken["state"], &broken["counts"]),
        (&json!("failed"), &json!({ "untried": 2 })),
        "{broken}"
    );
    assert!(!is_visible(&small, "selaras:kelas:1"));
    small.server.moodle().faults().clear();
    let retried = small.admin.act(&format!("jobs/{job}/retry"), json!({})).await.ok();
    assert_eq!(retried.outcomes(), &json!({ "hidden": 2 }));
    let undone = undo(&small, retried.job()).await;
    assert_eq!(undone["counts"], json!({ "shown": 2 }));
    assert!(is_visible(&small, "selaras:kelas:1") && is_visible(&small, "selaras:kelas:2"));
}

#[rstest]
#[tokio::test]
async fn refused_course_fails_as_a_row(#[values(Sqlite, Postgres)] on: Database) {
    let small = ended(on, "kelas").await;
    // Moodle keeps the other changes of a call, and names the course in a warning.
    let warning = |idnumber: &str| {
        json!({ "item": "course", "itemid": on_moodle(&small, idnumber)["id"], "warningcode": "nopermissions",
            "message": "no (Hide/show courses)" })
    };
    let warnings = ["selaras:kelas:1", "selaras:kelas:2"].map(warning);
    let warnings = json!({ "warnings": warnings });
    let refusal = Fault::Body(warnings.to_string());
    small.server.moodle().faults().next_of(UPDATE, 1, refusal);
    let closed = close(&small, json!({})).await;
    assert_eq!(closed.outcomes(), &json!({ "failed": 2 }), "{closed:?}");
    let failed = small.admin.job_rows(closed.job(), "failed").await;
    assert!(
        failed[0]["reason"]
            .as_str()
            .unwrap()
            .contains("moodle/course:visibility"),
        "{failed:?}"
    );
    assert_eq!(closed.job()["undoable"], false);
}

/// Two semesters one after the other, as a campus lives them.
#[rstest]
#[tokio::test]
async fn next_semester_leaves_the_former_one_alone(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("kelas", "mata_kuliah_semester", "mata_kuliah")] per: &str,
) {
    let students = [student("260001", "A"), student("260002", "A")];
    let small = Small::start(on, Files, &[class_in("20261", "1", "A")], &students, &[]).await;
    let semester = |code: &str, name: &str, first: &str, last: &str| {
        json!({ "kode_semester": code, "nama_semester": name, "kode_tahun_ajaran": "2026", "tanggal_mulai": first,
            "tanggal_selesai": last })
    };
    let semesters = [
        semester("20261", "Gasal", "2025-09-01", "2026-01-31"),
        semester("20262", "Genap", "2026-02-01", "2999-07-31"),
    ];
    small.set("semesters", &semesters);
    small.admin.sync("semester").await;
    let moodle = small.server.moodle();
    let template = [
        ("courses[0][fullname]", "CONTOH"),
        ("courses[0][shortname]", "CONTOH"),
        ("courses[0][categoryid]", "1"),
    ];
    moodle.call("core_course_create_courses", &template);
    let mut shape = json!({ "course": per, "categories": ["prodi", "semester"], "templates": { "*": "CONTOH" },
        "dates": "semester", "ended": "hide", "name": NAME });
    if per == "mata_kuliah" {
        (shape["dates"], shape["ended"]) = (json!("none"), json!("leave"));
    }
    let path = format!("{A}/platform/shape");
    small
        .admin
        .send(Method::PUT, &path, &[], Some(shape.to_string()))
        .await
        .ok();
    small.sync().await;
    small.send().await;
    let (first, second) = match per {
        "kelas" => ("selaras:kelas:1", "selaras:kelas:2"),
        "mata_kuliah_semester" => ("selaras:course:4711@20261", "selaras:course:4711@20262"),
        _ => ("selaras:mata_kuliah:4711", "selaras:mata_kuliah:4711"),
    };
    let course = on_moodle(&small, first);
    let id = course["id"].as_u64().unwrap();
    let people = moodle.enrolled(id);
    assert_eq!(people.len(), 2);
    for (user, _) in &people {
        moodle.grade(id, *user, "Tugas 1", 80.0);
    }
    let imports = moodle.calls("core_course_import_course");

    // The next semester has other students in a class of its own.
    let all = [students[0].clone(), students[1].clone(), student("260003", "B")];
    small.set("classes", &[class_in("20261", "1", "A"), class_in("20262", "2", "B")]);
    small.set("class_students", &all);
    small.sync().await;
    small.send().await;
    let next = on_moodle(&small, second);
    assert_eq!(on_moodle(&small, first)["fullname"], course["fullname"]);
    assert!(
        people.iter().all(|(user, _)| moodle.grades(id, *user) > 0),
        "grades stay"
    );
    let is_shared = first == second;
    let enrolled = moodle.enrolled(id);
    assert_eq!(enrolled.len(), if is_shared { 3 } else { 2 });
    assert!(people.iter().all(|person| enrolled.contains(person)));
    let made = if is_shared { 0 } else { 1 };
    assert_eq!(moodle.calls("core_course_import_course"), imports + made);
    if is_shared {
        return;
    }
    assert_eq!(moodle.enrolled(next["id"].as_u64().unwrap()).len(), 1);
    assert!(next["startdate"].as_i64() > course["enddate"].as_i64());
    let closed = close(&small, json!({})).await.ok();
    assert_eq!((is_visible(&small, first), is_visible(&small, second)), (false, true));
    assert!(
        people.iter().all(|(user, _)| moodle.grades(id, *user) > 0),
        "grades stay"
    );
    undo(&small, closed.job()).await;
    assert!(is_visible(&small, first));
}
