//! A campus run: one plan, one confirmation, one job of stages. The run matches its plan row by row.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, NAME, Reply, Server, with},
    small::{Files, Small, class, student, teaching},
};
use proptest::{collection::vec, prelude::*, sample::select, test_runner::TestRunner};
use rstest::rstest;
use selaras_campus::source::Fault;
use selaras_tests::numbers;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

const STUDENTS: &str = "/class/students";

async fn align(admin: &Client, body: Value) -> Reply {
    admin.act("campus/align", body).await
}

/// Plans a campus run.
async fn plan(admin: &Client, body: Value) -> Value {
    let body = with(&body, json!({ "dry_run": true }));
    align(admin, body).await.ok().data().clone()
}

/// Confirms a plan as a user does after reading it.
async fn agree(admin: &Client, plan: &Value, body: Value) -> Value {
    let mut body = with(&body, json!({ "plan": plan["token"] }));
    if let Some(name) = plan["guard"]["name"].as_str() {
        body["typed"] = json!(name);
    }
    align(admin, body).await.ok().job().clone()
}

fn stage<'a>(of: &'a Value, verb: &str, kind: &str) -> &'a Value {
    let stages = of["stages"].as_array().unwrap();
    let same = |stage: &&Value| stage["verb"] == verb && stage["kind"] == kind;
    stages
        .iter()
        .find(same)
        .unwrap_or_else(|| panic!("no {verb} {kind}: {of}"))
}

/// The plan's group for an outcome.
fn group_of(outcome: &str) -> &'static str {
    match outcome {
        "created" | "enrolled" => "create",
        "updated" => "update",
        "missing" => "missing",
        "moved" => "moved",
        // A plan does not look at Moodle, so it cannot know who has left already.
        "suspended" | "unenrolled" | "not_enrolled" => "leaving",
        "failed" | "conflict" | "untried" => "conflicts",
        other => panic!("{other}"),
    }
}

const GROUPS: [&str; 7] = [
    "create",
    "update",
    "moved",
    "leaving",
    "missing",
    "waiting",
    "conflicts",
];

/// The groups of the rows with each name. Classes of one name in two programs give two rows of students one name.
type Groups = BTreeMap<String, BTreeSet<String>>;

/// The rows of a stage in the plan, with their group.
fn planned(stage: &Value) -> Groups {
    let rows = |group: &'static str| {
        let rows = stage["plan"]["rows"][group].as_array().unwrap().clone();
        let count = stage["plan"]["counts"][group].as_i64().unwrap();
        assert_eq!(rows.len() as i64, count, "all rows of {group} are shown: {stage}");
        rows.into_iter()
            .map(move |row| (row["key"].as_str().unwrap().to_owned(), group.to_owned()))
    };
    let mut groups = Groups::new();
    for (key, group) in GROUPS.into_iter().flat_map(rows) {
        groups.entry(key).or_default().insert(group);
    }
    groups
}

/// The job rows of a stage: outcome and code of the reason.
async fn lines(admin: &Client, stage: &Value) -> Groups {
    let mut lines = Groups::new();
    for page in 0.. {
        let path = format!("{A}/jobs/{}/rows?page={page}&per_page=1000", stage["job"]);
        let rows = admin.get(&path).await.ok().rows().to_vec();
        for line in &rows {
            let group = group_of(line["outcome"].as_str().unwrap());
            let key = line["key"].as_str().unwrap().to_owned();
            lines.entry(key).or_default().insert(group.to_owned());
        }
        if rows.len() < 1000 {
            break;
        }
    }
    lines
}

/// Compares a run with its plan. Each stage's job has exactly one line per planned row, and its outcome is in the planned
/// group. Exceptions: rows that the platform refused, and rows that wait for those.
async fn holds(admin: &Client, plan: &Value, job: &Value) -> Result<(), String> {
    let stages = plan["stages"].as_array().unwrap();
    for planned_stage in stages.iter().filter(|stage| stage["state"] != "left_out") {
        let (verb, kind) = (
            planned_stage["verb"].as_str().unwrap(),
            planned_stage["kind"].as_str().unwrap(),
        );
        let (was_planned, became) = (planned(planned_stage), lines(admin, stage(job, verb, kind)).await);
        let keys = |rows: &Groups| rows.keys().cloned().collect::<BTreeSet<_>>();
        if keys(&was_planned) != keys(&became) {
            return Err(format!("{verb} {kind}: planned {was_planned:?}, became {became:?}"));
        }
        for (key, groups) in &became {
            let refused = verb != "sync" && groups.contains("conflicts");
            if !refused && was_planned[key] != *groups {
                return Err(format!(
                    "{verb} {kind} {key}: planned {:?}, became {groups:?}",
                    was_planned[key]
                ));
            }
        }
    }
    Ok(())
}

#[rstest]
#[tokio::test]
async fn campus_run_fills_an_empty_dashboard_and_repeating_does_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(60).start().await;
    let admin = server.sign_in().await;

    let first = plan(&admin, json!({})).await;
    let of = |verb: &str, kind: &str| stage(&first, verb, kind)["plan"]["counts"]["create"].as_i64().unwrap();
    assert!(of("sync", "kelas") > 0 && of("sync", "mahasiswa") > 60, "{first}");
    // A later stage is planned on the results of the earlier ones.
    assert_eq!(of("export", "kelas"), of("sync", "kelas"));
    assert!(of("enroll", "mahasiswa") > 60, "{first}");
    // Planning writes nothing.
    assert_eq!(admin.rows("kelas").await, Vec::<Value>::new());
    assert_eq!(server.writing_calls(), 0);

    let job = agree(&admin, &first, json!({})).await;
    assert_eq!((&job["state"], &job["kind"]), (&json!("done"), &json!("campus")));
    for stage in job["stages"].as_array().unwrap() {
        assert_eq!(stage["state"], "done", "{stage}");
    }
    assert!(admin.rows("mahasiswa").await.len() > 60);
    assert!(server.on_moodle().enrolments > 60, "{:?}", server.on_moodle());

    let again = plan(&admin, json!({})).await;
    for verb in ["sync", "enroll", "unenroll"] {
        for stage in again["stages"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|stage| stage["verb"] == verb)
        {
            let counts = &stage["plan"]["counts"];
            for sort in ["create", "update", "moved", "leaving", "missing"] {
                assert_eq!(counts[sort], 0, "{stage}");
            }
        }
    }
}

#[rstest]
#[tokio::test]
async fn campus_run_does_only_the_planned_source_changes(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(160).start().await;
    let admin = server.sign_in().await;
    let first = plan(&admin, json!({})).await;
    agree(&admin, &first, json!({})).await;

    let class = server.a_class();
    let name = |name: &str| class.body[name].as_str().unwrap().to_owned();
    let in_class = format!("{}/{}/{}", name("program_id"), name("nama_mk"), name("nama_kelas"));
    let changes = server.campus.changes();
    changes.set("/classes", &class.jadwal, "hari", "Minggu");
    changes.set(STUDENTS, &class.students[0], "nama_lengkap", "Nama Yang Baru");
    changes.remove(STUDENTS, &format!("{in_class}/{}", class.students[1]));

    let second = plan(&admin, json!({})).await;
    let counts = |verb: &str, kind: &str| stage(&second, verb, kind)["plan"]["counts"].clone();
    assert_eq!(counts("sync", "kelas")["update"], 1);
    assert_eq!(counts("sync", "mahasiswa")["update"], 1);
    assert_eq!(counts("sync", "mahasiswa")["missing"], 1);
    assert_eq!(counts("export", "mahasiswa")["update"], 1);
    assert_eq!(counts("unenroll", "mahasiswa")["leaving"], 1);
    let renamed = &stage(&second, "sync", "mahasiswa")["plan"]["rows"]["update"][0];
    assert_eq!(renamed["changes"][0]["to"], "Nama Yang Baru");

    let job = agree(&admin, &second, json!({})).await;
    holds(&admin, &second, &job).await.unwrap();
    let gone = admin.rows("mahasiswa").await;
    let gone: Vec<_> = gone.iter().filter(|row| row["enroll"] == "ditangguhkan").collect();
    assert_eq!(gone.len(), 1);
    assert_eq!(gone[0]["NPK"], class.students[1].as_str());

    // A plan cannot be undone.
    let planning = admin.get(&format!("{A}/jobs/{}", second["job"])).await.ok();
    assert_eq!(planning.data()["undoable"], false, "{}", planning.data());

    // After the undo the dashboard is as before, and suspended people are active.
    let path = format!("{A}/jobs/{}/undo", job["id"]);
    let would = admin.post(&path, json!({ "dry_run": true })).await.ok();
    assert!(
        would.data()["counts"]["update"].as_i64().unwrap() >= 4,
        "{}",
        would.data()
    );
    assert_eq!(
        admin.row("kelas", "jadwal_kuliah_detail_id", &class.jadwal).await["hari"],
        "Minggu"
    );
    let undone = admin.post(&path, json!({})).await.ok().job().clone();
    assert_eq!(undone["state"], "done", "{undone}");
    let left = &stage(&job, "unenroll", "mahasiswa")["job"];
    let again = admin
        .post(&format!("{A}/jobs/{left}/undo"), json!({}))
        .await
        .refused(409);
    assert_eq!(again.sentence(), "Pekerjaan ini sudah diurungkan.");
    let row = admin.row("kelas", "jadwal_kuliah_detail_id", &class.jadwal).await;
    assert_ne!(row["hari"], "Minggu");
    assert!(
        admin
            .rows("mahasiswa")
            .await
            .iter()
            .all(|row| row["enroll"] != "ditangguhkan")
    );
}

#[rstest]
#[tokio::test]
async fn recreated_course_is_filled_again_as_planned(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(160).start().await;
    let admin = server.sign_in().await;
    let first = plan(&admin, json!({})).await;
    agree(&admin, &first, json!({})).await;
    let (class, moodle) = (server.a_class(), server.moodle());
    let group = || {
        let group = moodle.group_by_idnumber(&format!("selaras:kelas:{}", class.jadwal));
        group.unwrap()
    };
    let course = moodle.course_of_group(group()).unwrap();
    let people = moodle.enrolled(course);
    assert!(moodle.delete_course(course));
    // Sends only the course's own row.
    let of =
        |row: &&Value| row["nama_matakuliah"] == class.body["nama_mk"] && row["program_id"] == class.body["program_id"];
    let row = admin.rows("matakuliah").await.iter().find(of).unwrap().clone();
    let changes = server.campus.changes();
    changes.set(
        "/courses",
        row["matakuliah_id"].as_str().unwrap(),
        "kode_matakuliah",
        "BARU101",
    );
    admin.bring(&["matakuliah"]).await;

    let second = plan(&admin, json!({})).await;
    let create = |verb: &str, kind: &str| {
        let counts = &stage(&second, verb, kind)["plan"]["counts"];
        counts["create"].as_i64().unwrap()
    };
    assert!(create("export", "kelas") > 0, "{second}");
    assert!(create("enroll", "mahasiswa") >= class.students.len() as i64, "{second}");
    assert!(create("enroll", "mengajar") > 0, "{second}");
    let job = agree(&admin, &second, json!({})).await;
    holds(&admin, &second, &job).await.unwrap();
    let course = moodle.course_of_group(group()).unwrap();
    assert_eq!(moodle.enrolled(course), people);
    server.on_moodle();
    numbers::assert_true(&server.another_store().await).await;

    let third = plan(&admin, json!({})).await;
    for stage in third["stages"].as_array().unwrap() {
        let counts = &stage["plan"]["counts"];
        for sort in ["create", "moved", "leaving", "missing"] {
            assert_eq!(counts[sort], 0, "{stage}");
        }
    }
}

#[rstest]
#[tokio::test]
async fn excluded_kinds_exclude_their_dependants_and_are_reported(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(60).start().await;
    let admin = server.sign_in().await;
    let first = plan(&admin, json!({})).await;
    let row = &stage(&first, "export", "mata_kuliah")["plan"]["rows"]["create"][0];
    let leave_out = json!({ "leave_out": [
        { "verb": "export", "kind": "mata_kuliah", "rows": [row["row"]] },
        { "verb": "enroll", "kind": "mengajar" },
    ] });

    let without = plan(&admin, leave_out.clone()).await;
    let waiting = stage(&without, "export", "kelas")["plan"]["rows"]["waiting"]
        .as_array()
        .unwrap();
    assert!(!waiting.is_empty(), "{without}");
    assert!(
        waiting[0]["reason"].as_str().unwrap().contains("Mata Kuliah"),
        "{waiting:?}"
    );
    assert_eq!(stage(&without, "enroll", "mengajar")["state"], "left_out");

    // The confirmed plan keeps its exclusions.
    assert_eq!(
        without["leave_out"],
        leave_out["leave_out"]
            .as_array()
            .map(|out| {
                let mut out = out.clone();
                out[1]["rows"] = Value::Null;
                Value::Array(out)
            })
            .unwrap()
    );
    let kinds = json!({ "plan": without["token"], "kinds": ["kelas"] });
    let other = align(&admin, kinds).await.refused(409);
    assert_eq!(other.body["code"], "plan_moved");

    let job = agree(&admin, &without, json!({})).await;
    holds(&admin, &without, &job).await.unwrap();
    let courses = admin.rows("matakuliah").await;
    let unsent: Vec<_> = courses.iter().filter(|course| course["migration"] == "belum").collect();
    assert_eq!(unsent.len(), 1);
    assert_eq!(stage(&job, "enroll", "mengajar")["state"], "left_out");
    let teachings = admin.rows("mengajar").await;
    assert!(teachings.iter().all(|row| row["enroll"] != "sudah"));
}

#[rstest]
#[tokio::test]
async fn every_plan_row_is_found_by_page_and_search(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(700).start().await;
    let admin = server.sign_in().await;
    let first = plan(&admin, json!({})).await;
    let students = stage(&first, "enroll", "mahasiswa")["plan"].clone();
    let count = students["counts"]["create"].as_i64().unwrap();
    let shown = students["rows"]["create"].as_array().unwrap().len();
    assert!(shown < count as usize, "the plan itself has the first rows alone");
    let path = format!(
        "{A}/campus/plan/{}/rows?verb=enroll&kind=mahasiswa&group=create",
        first["job"]
    );

    let mut all = BTreeSet::new();
    for page in 0.. {
        let rows = admin.get(&format!("{path}&page={page}&per_page=1000")).await.ok();
        assert_eq!(rows.total(), count);
        let names = rows.rows().iter().map(|row| row["row"].as_str().unwrap().to_owned());
        let before = all.len();
        all.extend(names);
        if all.len() == before {
            break;
        }
    }
    assert_eq!(all.len() as i64, count);

    // A row beyond the first page.
    let late = admin.get(&format!("{path}&page=600&per_page=1")).await.ok().rows()[0].clone();
    let number = late["key"].as_str().unwrap().split(" · ").last().unwrap().to_owned();
    let found = admin.get(&format!("{path}&q={}", number.to_lowercase())).await.ok();
    assert!(found.rows().contains(&late), "{number}");
    assert!(found.total() < count);
    let none = admin.get(&format!("{path}&q=tidak-ada-di-mana-pun")).await.ok();
    assert_eq!((none.rows().len(), none.total()), (0, 0));

    let leave_out = json!({ "leave_out": [{ "verb": "enroll", "kind": "mahasiswa", "rows": [late["row"]] }] });
    let without = plan(&admin, leave_out).await;
    let left = &stage(&without, "enroll", "mahasiswa")["plan"]["counts"]["create"];
    assert_eq!(left.as_i64().unwrap(), count - 1);
}

#[tokio::test]
async fn plan_rows_need_a_plan_and_known_words() {
    let server = Server::with(Sqlite).students(60).start().await;
    let admin = server.sign_in().await;
    let sync = admin.act("tahun_ajaran/sync", json!({})).await.ok().job()["id"].clone();
    let rows = |job: &Value, query: &str| format!("{A}/campus/plan/{job}/rows?{query}");
    let right = "verb=sync&kind=prodi&group=create";
    admin.get(&rows(&sync, right)).await.refused(404);
    let job = plan(&admin, json!({ "kinds": ["prodi"] })).await["job"].clone();
    assert!(!admin.get(&rows(&job, right)).await.ok().rows().is_empty());
    let conflicts = "verb=sync&kind=prodi&group=conflicts";
    assert!(admin.get(&rows(&job, conflicts)).await.ok().rows().is_empty());
    admin.get(&rows(&job, "kind=prodi&group=create")).await.refused(422);
    for wrong in [
        "verb=sync&kind=prody&group=create",
        "verb=sync&kind=prodi&group=creates",
        "verb=sync&kind=prodi&group=conflict",
        "verb=sync&kind=prodi&group=create&sort=key",
    ] {
        admin.get(&rows(&job, wrong)).await.refused(400);
    }
}

#[rstest]
#[tokio::test]
async fn shrunken_list_needs_one_confirmation_for_the_whole_run(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(60).start().await;
    let admin = server.sign_in().await;
    let first = plan(&admin, json!({})).await;
    agree(&admin, &first, json!({})).await;
    let classes = admin.rows("kelas").await;
    for class in classes.iter().skip(classes.len() / 2) {
        let key = class["jadwal_kuliah_detail_id"].as_str().unwrap();
        server.campus.changes().remove("/classes", key);
    }

    let shrunken = plan(&admin, json!({})).await;
    assert_eq!(shrunken["guard"]["name"], "Seluruh Kampus", "{shrunken}");
    let untyped = align(&admin, json!({ "plan": shrunken["token"] })).await.refused(409);
    assert_eq!(untyped.body["code"], "confirmation_needed");
    assert!(
        admin
            .rows("kelas")
            .await
            .iter()
            .all(|row| row["missing_since"].is_null())
    );

    let job = agree(&admin, &shrunken, json!({})).await;
    assert_eq!(stage(&job, "sync", "kelas")["state"], "done", "{job}");
    assert!(
        !admin
            .rows("kelas")
            .await
            .iter()
            .all(|row| row["missing_since"].is_null())
    );
}

#[rstest]
#[tokio::test]
async fn failed_stage_does_not_stop_independent_stages(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(60).start().await;
    let admin = server.sign_in().await;
    server.campus.faults().always("/teachers", Fault::NoAnswer);
    let job = align(&admin, json!({})).await.ok().job().clone();
    assert_eq!(stage(&job, "sync", "pengajar")["state"], "failed", "{job}");
    assert_eq!(stage(&job, "export", "kelas")["state"], "done");
    assert_eq!(stage(&job, "enroll", "mahasiswa")["state"], "done");

    // A second run does the rest and repeats nothing.
    server.campus.faults().clear();
    let calls = server.writing_calls();
    let path = format!("{A}/jobs/{}/retry", job["id"]);
    let again = admin.post(&path, json!({})).await.ok().job().clone();
    assert_eq!(stage(&again, "sync", "pengajar")["state"], "done", "{again}");
    assert_eq!(
        stage(&again, "sync", "kelas")["job"],
        stage(&job, "sync", "kelas")["job"],
        "what was done is not done again"
    );
    // If both jobs are listed, each links the shared stage.
    let listed = admin.get(&format!("{A}/jobs")).await.ok().rows().to_vec();
    let of = |id: &Value| listed.iter().find(|job| job["id"] == *id).unwrap();
    assert_eq!(
        stage(of(&job["id"]), "sync", "kelas")["counts"],
        stage(of(&again["id"]), "sync", "kelas")["counts"]
    );
    assert!(server.writing_calls() > calls);
    server.on_moodle();
}

#[rstest]
#[tokio::test]
async fn continued_run_reports_and_undoes_only_its_own_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(60).start().await;
    let admin = server.sign_in().await;
    server.campus.faults().always("/teachers", Fault::NoAnswer);
    let job = align(&admin, json!({})).await.ok().job().clone();
    assert_eq!(job["undoable"], true, "{job}");

    // The same list fails again, so this run does nothing.
    let path = format!("{A}/jobs/{}/retry", job["id"]);
    let again = admin.post(&path, json!({})).await.failure().job().clone();
    assert_eq!(stage(&again, "sync", "kelas")["carried"], true, "{again}");
    assert_eq!(stage(&again, "sync", "pengajar")["carried"], false);
    assert_eq!(again["undoable"], false, "{again}");
    assert_eq!(again["counts"]["created"], Value::Null, "{again}");
    let message = again["message"].as_str().unwrap();
    assert!(
        message.starts_with("Dari OCAS: 0 baris baru atau berubah."),
        "{message}"
    );
}

#[rstest]
#[tokio::test]
async fn stage_ends_with_one_word_however_many_rows_failed(#[values(Sqlite, Postgres)] on: Database) {
    let mut students: Vec<_> = ["1", "2", "3"].map(|npk| student(npk, "A")).to_vec();
    students[0]["email"] = "bukan".into();
    let small = Small::start(on, Files, &[class("90001", "A")], &students, &[teaching("A")]).await;
    let teacher = json!({ "nik": "1970", "nama_lengkap": "Siti Rahayu", "email": "bukan" });
    small.set("teachers", &[teacher]);
    let job = align(&small.admin, json!({})).await.ok().job().clone();
    for (verb, kind) in [
        ("export", "pengajar"),
        ("export", "mahasiswa"),
        ("enroll", "mahasiswa"),
        ("enroll", "mengajar"),
    ] {
        let stage = stage(&job, verb, kind);
        assert_eq!(
            (&stage["state"], &stage["counts"]["failed"]),
            (&json!("done"), &json!(1)),
            "{stage}"
        );
    }
}

#[rstest]
#[tokio::test]
async fn independent_stages_do_not_wait_for_a_slow_list(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(60).start().await;
    let admin = server.sign_in().await;
    server.campus.faults().always(STUDENTS, Fault::Held);
    let job = admin.begin(&format!("{A}/campus/align"), json!({})).await;
    let is_done = |job: &Value| stage(job, "export", "kelas")["state"] == "done";
    let meanwhile = admin.until(job, is_done).await;
    let state = |verb, kind| stage(&meanwhile, verb, kind)["state"].as_str().unwrap();
    assert_eq!(state("sync", "mahasiswa"), "running");
    for (verb, kind) in [
        // The source is asked for one list at a time.
        ("sync", "mahasiswa_mbkm"),
        ("export", "mahasiswa"),
        ("enroll", "mahasiswa"),
        ("enroll", "mengajar"),
        ("unenroll", "mengajar"),
    ] {
        assert_eq!(state(verb, kind), "waiting", "{verb} {kind}");
    }
    server.campus.faults().clear();
    let ended = admin.ended(job).await;
    assert_eq!(ended["state"], "done", "{ended}");
    assert!(server.on_moodle().enrolments > 60, "{:?}", server.on_moodle());
}

#[rstest]
#[tokio::test]
async fn cancelling_a_campus_run_stops_its_running_stages(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(60).start().await;
    let admin = server.sign_in().await;
    server.campus.faults().always(STUDENTS, Fault::Held);
    server.moodle().faults().slow_down(Duration::from_secs(1));
    let job = admin.begin(&format!("{A}/campus/align"), json!({})).await;
    let is_sending = |stage: &Value| stage["verb"] == "export" && stage["state"] == "running";
    let both = |job: &Value| {
        let stages = job["stages"].as_array().unwrap();
        stage(job, "sync", "mahasiswa")["state"] == "running" && stages.iter().any(is_sending)
    };
    admin.until(job, both).await;
    admin
        .post(&format!("{A}/jobs/{job}/cancel"), json!({ "name": NAME }))
        .await
        .ok();
    server.campus.faults().clear();
    let ended = admin.ended(job).await;
    assert_eq!(ended["state"], "cancelled", "{ended}");
    let stages = ended["stages"].as_array().unwrap();
    assert!(stages.iter().all(|stage| stage["state"] != "running"), "{ended}");
    assert_eq!(stage(&ended, "enroll", "mahasiswa")["state"], "waiting");
}

#[rstest]
#[tokio::test]
async fn unknown_kind_or_unreadable_list_does_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for (body, field) in [
        (json!({ "kinds": ["dosenn"] }), "kinds"),
        (
            json!({ "leave_out": [{ "verb": "export", "kind": "dosenn" }] }),
            "kinds",
        ),
        (
            json!({ "leave_out": [{ "verb": "exports", "kind": "kelas" }] }),
            "leave_out",
        ),
        (
            json!({ "leave_out": [{ "verb": "export", "kind": "kelas", "rows": ["x"] }] }),
            "leave_out",
        ),
        (
            json!({ "leave_out": [{ "verb": "export", "kind": "kelas", "row": [] }] }),
            "leave_out",
        ),
    ] {
        let refused = align(&admin, body.clone()).await.refused(422);
        assert!(refused.body["fields"][field].is_string(), "{body}: {refused:?}");
    }
    align(&admin, json!({ "kind": ["kelas"] })).await.refused(400);
    align(&admin, json!({ "plan": "17-00" })).await.refused(409);
    assert_eq!(admin.rows("kelas").await, Vec::<Value>::new());
}

/// A change at the source before a run.
#[derive(Debug, Clone)]
enum Event {
    Rename(usize),
    Drop(usize),
    Back(usize),
    Reschedule(usize),
    CloseClass(usize),
    Spoil(usize, &'static str, &'static str),
}

/// Values that Moodle refuses.
const SPOILED: [(&str, &str); 3] = [
    ("email", ""),
    ("email", "bukan alamat"),
    ("nama_lengkap", "Budi <b>Santoso</b>"),
];

fn events() -> impl Strategy<Value = Vec<Event>> {
    let one = prop_oneof![
        (0..40_usize).prop_map(Event::Rename),
        (0..40_usize).prop_map(Event::Drop),
        (0..40_usize).prop_map(Event::Back),
        (0..10_usize).prop_map(Event::Reschedule),
        (0..10_usize).prop_map(Event::CloseClass),
        (0..40_usize, select(&SPOILED)).prop_map(|(student, (field, text))| Event::Spoil(student, field, text)),
    ];
    vec(one, 0..8)
}

/// Random campuses, random changes.
#[test]
fn campus_run_matches_its_plan_row_by_row() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 4,
        max_shrink_iters: 8,
        ..ProptestConfig::default()
    });
    let terms = (15..30_usize, vec(events(), 1..4));
    runner
        .run(&terms, |(students, terms)| {
            runtime.block_on(async {
                let server = Server::with(Sqlite).students(students).start().await;
                let admin = server.sign_in().await;
                for (term, events) in terms.into_iter().enumerate() {
                    for event in &events {
                        happen(&server, event, term);
                    }
                    let plan = plan(&admin, json!({})).await;
                    let job = agree(&admin, &plan, json!({})).await;
                    let compared = holds(&admin, &plan, &job).await;
                    prop_assert!(compared.is_ok(), "{:?} after {:?}", compared, events);
                    for kind in ["mahasiswa", "mahasiswa_mbkm"] {
                        let foreseen = refused(planned(stage(&plan, "export", kind)));
                        let became = refused(lines(&admin, stage(&job, "export", kind)).await);
                        prop_assert_eq!(foreseen, became, "{} after {:?}", kind, events);
                    }
                    numbers::assert_true(&server.another_store().await).await;
                }
                Ok(())
            })
        })
        .unwrap();
}

fn refused(rows: Groups) -> Vec<String> {
    let refused = rows.into_iter().filter(|(_, groups)| groups.contains("conflicts"));
    refused.map(|(key, _)| key).collect()
}

fn happen(server: &Server, event: &Event, term: usize) {
    let university = server.campus.university();
    let changes = server.campus.changes();
    let npk = |student: usize| university.student(student % university.students()).npk();
    let class = |class: usize| university.class(class % university.classes());
    match event {
        Event::Rename(student) => changes.set(STUDENTS, &npk(*student), "nama_lengkap", format!("Nama Baru {term}")),
        Event::Spoil(student, field, text) => changes.set(STUDENTS, &npk(*student), field, *text),
        Event::Drop(student) => changes.remove(STUDENTS, &npk(*student)),
        Event::Back(student) => changes.restore(STUDENTS, &npk(*student)),
        Event::Reschedule(at) => changes.set(
            "/classes",
            &class(*at).jadwal_kuliah_detail_id,
            "jam_mulai",
            format!("1{term}:00"),
        ),
        Event::CloseClass(at) => changes.remove("/classes", &class(*at).jadwal_kuliah_detail_id),
    }
}
