//! Template courses: their content is imported into new courses, once.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, NAME},
    small::{Files, Small, class, student},
};
use reqwest::Method;
use rstest::rstest;
use selaras_campus::moodle::{ActivityType, Fault};
use selaras_platform::moodle::CAPABILITIES;
use serde_json::{Value, json};

const IMPORT: &str = "core_course_import_course";
const CONTENT: &str = "Kontrak kuliah";
const CLASSES: [&str; 2] = ["selaras:kelas:1", "selaras:kelas:2"];

/// A campus with two classes, which are courses with the content of `templates`. Nothing is sent yet.
async fn campus(on: Database, per: &str, templates: Value) -> Small {
    let students = [student("260001", "A")];
    let small = Small::start(on, Files, &[class("1", "A"), class("2", "B")], &students, &[]).await;
    set(&small, per, templates).await;
    small.sync().await;
    small
}

async fn set(small: &Small, per: &str, templates: Value) {
    let body = json!({ "course": per, "categories": ["semester"], "templates": templates, "name": NAME }).to_string();
    let path = format!("{A}/platform/shape");
    small.admin.send(Method::PUT, &path, &[], Some(body)).await.ok();
}

/// Makes a course on Moodle by hand.
fn make(small: &Small, shortname: &str, idnumber: &str) -> u64 {
    let fields = [
        ("courses[0][fullname]", shortname),
        ("courses[0][shortname]", shortname),
        ("courses[0][categoryid]", "1"),
        ("courses[0][idnumber]", idnumber),
    ];
    let made = small.server.moodle().call("core_course_create_courses", &fields);
    made[0]["id"].as_u64().unwrap()
}

fn make_template(small: &Small, shortname: &str) {
    let template = make(small, shortname, "");
    small
        .server
        .moodle()
        .add_activity(template, 1, ActivityType::Label, CONTENT);
}

/// How often a course has the content of the template.
fn contents(small: &Small, idnumber: &str) -> usize {
    let moodle = small.server.moodle();
    let course = moodle.course_by_idnumber(idnumber).unwrap().to_string();
    let sections = moodle.call("core_course_get_contents", &[("courseid", course.as_str())]);
    let sections = sections.as_array().unwrap().iter();
    let modules = sections.flat_map(|section| section["modules"].as_array().unwrap());
    modules.filter(|module| module["name"] == CONTENT).count()
}

/// Exports the classes, and returns the reason of the first one's failure.
async fn failure(small: &Small) -> String {
    small.admin.export("kelas", json!({})).await;
    let class = small.admin.row("kelas", "jadwal_kuliah_detail_id", "1").await;
    assert_eq!(class["migration"], "gagal");
    class["migration_reason"].as_str().unwrap().to_owned()
}

#[rstest]
#[tokio::test]
async fn new_courses_get_the_content_once(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("kelas", "mata_kuliah_semester", "mata_kuliah")] per: &str,
) {
    let small = campus(on, per, json!({ "*": "CONTOH" })).await;
    make_template(&small, "CONTOH");
    small.send().await;
    let courses = match per {
        "kelas" => CLASSES.to_vec(),
        "mata_kuliah_semester" => vec!["selaras:course:4711@20261"],
        _ => vec!["selaras:mata_kuliah:4711"],
    };
    for course in &courses {
        assert_eq!(contents(&small, course), 1, "{course}");
    }
    assert_eq!(small.server.moodle().calls(IMPORT), courses.len() as u64);
    assert!(small.all_students_are_enrolled().await);

    // A later export imports nothing, whatever it changes.
    let (calls, imports) = (small.server.writing_calls(), courses.len() as u64);
    small.send().await;
    assert_eq!(small.server.writing_calls(), calls);
    small.set("classes", &[class("1", "A2"), class("2", "B2")]);
    small.admin.sync("kelas").await;
    small.admin.export("kelas", json!({})).await.ok();
    assert_eq!(small.server.moodle().calls(IMPORT), imports);
}

#[rstest]
#[tokio::test]
async fn a_study_program_has_a_template_of_its_own(#[values(Sqlite, Postgres)] on: Database) {
    let templates = json!({ "*": "CONTOH", "11": "" });
    let small = campus(on, "kelas", templates).await;
    let path = format!("{A}/platform/shape/preview");
    let preview = async |templates: Value| {
        let body = json!({ "course": "kelas", "categories": [], "templates": templates }).to_string();
        let shown = small.admin.send(Method::POST, &path, &[], Some(body)).await.ok();
        shown.data()["templates"].clone()
    };
    assert_eq!(preview(json!({ "*": "CONTOH", "11": "" })).await, json!([]));
    assert_eq!(
        preview(json!({ "*": "CONTOH", "11": "KHUSUS" })).await,
        json!([{ "template": "KHUSUS", "courses": 2 }])
    );
    small.send().await;
    assert_eq!(contents(&small, CLASSES[0]), 0, "the program has none");
}

#[rstest]
#[tokio::test]
async fn unknown_template_fails_as_a_row_and_a_retry_fills_the_course(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, "kelas", json!({ "*": "CONTOH" })).await;
    let reason = failure(&small).await;
    assert!(
        reason.starts_with("Course contoh \"CONTOH\" tidak ada di Moodle"),
        "{reason}"
    );
    assert_eq!(small.server.moodle().course_by_idnumber(CLASSES[0]), None);
    make_template(&small, "CONTOH");
    small.send().await;
    assert_eq!(CLASSES.map(|course| contents(&small, course)), [1, 1]);
}

#[rstest]
#[tokio::test]
async fn import_without_permission_is_made_up_for(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, "kelas", json!({ "*": "CONTOH" })).await;
    make_template(&small, "CONTOH");
    let all: Vec<_> = CAPABILITIES.iter().map(|capability| capability.name).collect();
    let without: Vec<_> = all
        .iter()
        .copied()
        .filter(|name| !name.contains("targetimport"))
        .collect();
    small.server.moodle().token_of_user_with(&without);
    let reason = failure(&small).await;
    assert!(reason.contains("moodle/backup:backuptargetimport"), "{reason}");
    assert_eq!(contents(&small, CLASSES[0]), 0);
    small.server.moodle().token_of_user_with(&all);
    small.send().await;
    assert_eq!(CLASSES.map(|course| contents(&small, course)), [1, 1]);
}

#[rstest]
#[tokio::test]
async fn unanswered_import_is_not_repeated_blindly(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, "kelas", json!({ "*": "CONTOH" })).await;
    make_template(&small, "CONTOH");
    let faults = small.server.moodle().faults();
    faults.next_of(IMPORT, 1, Fault::WorkThenHangUp);
    small.admin.export("kelas", json!({})).await.ok();
    assert_eq!(CLASSES.map(|course| contents(&small, course)), [1, 1]);

    let small = campus(on, "kelas", json!({ "*": "CONTOH" })).await;
    make_template(&small, "CONTOH");
    small.server.moodle().faults().next_of(IMPORT, 2, Fault::HangUp);
    let reason = failure(&small).await;
    assert!(reason.contains("tidak menjawab saat isi course contoh"), "{reason}");
    small.send().await;
    assert_eq!(CLASSES.map(|course| contents(&small, course)), [1, 1]);
}

#[rstest]
#[tokio::test]
async fn course_of_a_crash_is_filled_only_if_it_is_empty(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, "kelas", json!({ "*": "CONTOH" })).await;
    make_template(&small, "CONTOH");
    // One was made before a crash, another has been worked on since, and a third was made by hand.
    make(&small, "lama-1", CLASSES[0]);
    let worked_on = make(&small, "lama-2", CLASSES[1]);
    small
        .server
        .moodle()
        .add_activity(worked_on, 1, ActivityType::Label, "Tugas 1");
    small.set("classes", &[class("1", "A"), class("2", "B"), class("3", "C")]);
    small.admin.sync("kelas").await;
    make(&small, "IF101-11-C-20261", "");
    small.send().await;
    let contents = [CLASSES[0], CLASSES[1], "selaras:kelas:3"].map(|course| contents(&small, course));
    assert_eq!(contents, [1, 0, 0]);
    assert_eq!(small.server.moodle().calls(IMPORT), 1);
}
