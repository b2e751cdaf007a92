//! Confirmation of large actions, and the limits that stop them.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, NAME, Reply, Server, with},
};
use reqwest::Method;
use rstest::rstest;
use selaras_campus::source::Fault;
use selaras_engine::{Consent, Order, RowsVerb, Task};
use selaras_store::Selection;
use serde_json::{Value, json};
use std::collections::BTreeMap;

async fn plan(admin: &Client, call: &str, body: Value) -> Value {
    let reply = admin.act(call, with(&body, json!({ "dry_run": true }))).await.ok();
    reply.data().clone()
}

async fn delete(admin: &Client, more: Value) -> Reply {
    let body = with(&json!({ "name": NAME }), more).to_string();
    let path = format!("{A}/dosen/delete_all");
    admin.send(Method::DELETE, &path, &[], Some(body)).await
}

#[rstest]
#[tokio::test]
async fn confirmed_plan_is_the_plan_that_runs(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let seen = plan(&admin, "dosen/sync", json!({})).await;
    let synced = admin.act("dosen/sync", json!({ "plan": seen["token"] })).await.ok();
    assert_eq!(synced.counts()[0], seen["counts"]["create"].as_i64().unwrap());
    let nik = server.campus.university().nik(0);
    server
        .campus
        .changes()
        .set("/teachers", &nik, "nama_lengkap", "Nama Baru");
    let seen = plan(&admin, "dosen/sync", json!({})).await;
    let synced = admin.act("dosen/sync", json!({ "plan": seen["token"] })).await.ok();
    assert_eq!(synced.counts()[1], 1);
}

#[rstest]
#[case::sync("sync")]
#[case::export("export")]
#[tokio::test]
async fn changed_data_since_the_plan_is_not_overwritten(#[values(Sqlite, Postgres)] on: Database, #[case] verb: &str) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    let call = format!("dosen/{verb}");
    let university = server.campus.university();
    let move_on = async |index: usize, email: &str| {
        let nik = university.nik(index);
        server.campus.changes().set("/teachers", &nik, "email", email);
        if verb == "export" {
            admin.act("dosen/sync_one", json!({ "nik": nik })).await.ok();
        }
    };
    move_on(0, "baru@kampus.ac.id").await;
    let seen = plan(&admin, &call, json!({})).await;
    move_on(1, "lain@kampus.ac.id").await;
    let before = admin.rows("dosen").await;
    let refused = admin.act(&call, json!({ "plan": seen["token"] })).await.refused(409);
    assert!(refused.sentence().contains("sudah berubah"), "{refused:?}");
    assert_eq!(admin.rows("dosen").await, before);
    let seen = plan(&admin, &call, json!({})).await;
    admin.act(&call, json!({ "plan": seen["token"] })).await.ok();
}

#[rstest]
#[tokio::test]
async fn deleting_a_large_share_needs_the_kind_name_typed(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(1200).start().await;
    let admin = server.sign_in().await;
    let all = admin.sync("dosen").await.counts()[0];
    assert!(all > 20, "{all}");
    let seen = delete(&admin, json!({ "dry_run": true })).await.ok().data().clone();
    assert_eq!(seen["guard"]["name"], "Pengajar");
    let reason = seen["guard"]["reason"].as_str().unwrap();
    assert!(
        reason.contains("menghapus") && reason.contains("100 persen"),
        "{reason}"
    );
    let english = server.anonymous().with_key(admin.key());
    let body = json!({ "name": NAME, "dry_run": true }).to_string();
    let (path, headers) = (format!("{A}/dosen/delete_all"), [("Accept-Language", "en")]);
    let reply = english.send(Method::DELETE, &path, &headers, Some(body)).await.ok();
    assert_eq!(reply.data()["guard"]["name"], "Teachers");
    let untyped = json!({ "name": NAME, "plan": seen["token"] }).to_string();
    let refused = english
        .send(Method::DELETE, &path, &headers, Some(untyped))
        .await
        .refused(409);
    assert!(refused.sentence().contains("Type Teachers"), "{refused:?}");
    for typed in [json!({}), json!({ "confirm": "pengajar" })] {
        let refused = delete(&admin, with(&json!({ "plan": seen["token"] }), typed))
            .await
            .refused(409);
        assert!(refused.sentence().contains("Ketik Pengajar"), "{refused:?}");
        assert_eq!(admin.rows("dosen").await.len() as i64, all);
    }
    delete(&admin, json!({ "plan": seen["token"], "confirm": "Pengajar" }))
        .await
        .ok();
    assert_eq!(admin.rows("dosen").await, [Value::Null; 0]);
}

#[tokio::test]
async fn name_may_be_typed_in_the_users_language() {
    let server = Server::with(Sqlite).students(1200).start().await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    let seen = delete(&admin, json!({ "dry_run": true })).await.ok().data().clone();
    delete(&admin, json!({ "plan": seen["token"], "confirm": "Teachers" }))
        .await
        .ok();
    assert_eq!(admin.rows("dosen").await, [Value::Null; 0]);
}

#[rstest]
#[tokio::test]
async fn only_unenrolling_a_large_share_needs_the_name(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["prodi", "matakuliah", "kelas"]).await;
    admin.act("mahasiswa/sync", json!({})).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    let enrolled = admin.act("mahasiswa/enroll", json!({})).await.ok();
    let enrolled = enrolled.outcomes()["enrolled"].as_i64().unwrap();
    assert!(enrolled > 20, "{enrolled}");
    let seen = plan(&admin, "mahasiswa/unenroll", json!({})).await;
    assert_eq!(seen["guard"]["name"], "Mahasiswa");
    let refused = admin.act("mahasiswa/unenroll", json!({ "plan": seen["token"] })).await;
    refused.refused(409);
    assert_eq!(server.on_moodle().enrolments as i64, enrolled);
    let one = admin.rows("mahasiswa").await[0]["id"].clone();
    let few = plan(&admin, "mahasiswa/unenroll", json!({ "ids": [one] })).await;
    assert_eq!(few["guard"], Value::Null);
    admin
        .act("mahasiswa/unenroll", json!({ "ids": [one], "plan": few["token"] }))
        .await
        .ok();
}

/// The study program with the most rows, and its rows.
fn largest_program(rows: &[Value]) -> (&str, Vec<&Value>) {
    let mut programs: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for row in rows {
        programs
            .entry(row["program_id"].as_str().unwrap())
            .or_default()
            .push(row);
    }
    programs.into_iter().max_by_key(|(_, rows)| rows.len()).unwrap()
}

#[rstest]
#[tokio::test]
async fn unenrolling_a_large_share_of_one_program_needs_the_name(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["prodi", "matakuliah", "kelas"]).await;
    admin.act("mahasiswa/sync", json!({})).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    let mut rows = admin.rows("mahasiswa").await;
    // Few people with all their rows, so that they are no large share of the people.
    rows.sort_by_key(|row| row["NPK"].as_str().unwrap().to_owned());
    let (program, theirs) = largest_program(&rows);
    let many = usize::max(20, theirs.len() / 10 + 1);
    assert!(many * 10 <= rows.len(), "{many} of {}", rows.len());
    let first = |many: usize| {
        let ids: Vec<_> = theirs.iter().take(many).map(|row| row["id"].clone()).collect();
        json!({ "ids": ids })
    };
    let few = plan(&admin, "mahasiswa/unenroll", first(many - 1)).await;
    assert_eq!(few["guard"], Value::Null);
    let seen = plan(&admin, "mahasiswa/unenroll", first(many)).await;
    assert_eq!(seen["counts"]["leaving"], many);
    assert_eq!(seen["guard"]["name"], "Mahasiswa");
    let reason = seen["guard"]["reason"].as_str().unwrap();
    let named = admin.row("prodi", "program_id", program).await;
    let named = named["nama_prodi"].as_str().unwrap();
    assert!(reason.contains(&format!("di prodi {named}")), "{reason}");

    let agreed = with(&first(many), json!({ "plan": seen["token"] }));
    admin.act("mahasiswa/unenroll", agreed.clone()).await.refused(409);
    let typed = with(&agreed, json!({ "confirm": "Mahasiswa" }));
    let left = admin.act("mahasiswa/unenroll", typed).await.ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": many }));
}

#[rstest]
#[tokio::test]
async fn teaching_list_missing_much_of_one_program_stops_sync(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("prodi").await;
    admin.sync("mengajar").await;
    let rows = admin.rows("mengajar").await;
    let (_, theirs) = largest_program(&rows);
    let many = usize::max(20, theirs.len() / 10 + 1);
    assert!(
        theirs.len() >= many && many * 10 <= rows.len(),
        "{many} of {}",
        rows.len()
    );
    for row in &theirs[..many] {
        let of = |name: &str| row[name].as_str().unwrap();
        let key = format!("{}/{}", of("nik"), of("kelas_id"));
        server.campus.changes().remove("/teachings", &key);
    }
    let refused = admin.act("mengajar/sync", json!({})).await.refused(409);
    assert!(
        refused.sentence().contains("jauh lebih kecil untuk prodi"),
        "{refused:?}"
    );
    let listed = admin.rows("mengajar").await;
    assert!(listed.iter().all(|row| row["missing_since"].is_null()));
    let seen = plan(&admin, "mengajar/sync", json!({})).await;
    let body = json!({ "plan": seen["token"], "confirm": seen["guard"]["name"] });
    let synced = admin.act("mengajar/sync", body).await.ok();
    assert_eq!(synced.counts()[3], many as i64);
}

#[rstest]
#[tokio::test]
async fn shrunken_list_stops_sync_before_any_write(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(1200).start().await;
    let admin = server.sign_in().await;
    let all = admin.sync("dosen").await.counts()[0];
    let before = admin.rows("dosen").await;
    let nik = server.campus.university().nik(0);
    server
        .campus
        .changes()
        .set("/teachers", &nik, "nama_lengkap", "Nama Baru");
    server
        .campus
        .faults()
        .next("/teachers", 3, Fault::DropLast(all as usize / 2));
    let refused = admin.act("dosen/sync", json!({})).await.refused(409);
    assert!(refused.sentence().contains("jauh lebih kecil"), "{refused:?}");
    assert_eq!(admin.rows("dosen").await, before);
    let seen = plan(&admin, "dosen/sync", json!({})).await;
    assert_eq!(seen["guard"]["name"], "Pengajar");
    // An administrator who knows better types the name.
    let body = json!({ "plan": seen["token"], "confirm": "Pengajar" });
    let synced = admin.act("dosen/sync", body).await.ok();
    assert_eq!(synced.counts()[3], all / 2);
    assert_eq!(admin.rows("dosen").await.len() as i64, all, "flagged, not deleted");
}

#[rstest]
#[tokio::test]
async fn students_of_a_past_semester_are_flagged_after_one_confirmation(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let enrolments = admin.sync("mahasiswa").await.counts()[0];
    let (university, changes) = (server.campus.university(), server.campus.changes());
    let mut over = 0;
    for at in 0..university.classes() / 2 {
        let class = university.class(at);
        changes.remove("/classes", &class.jadwal_kuliah_detail_id);
        for student in university.members(at) {
            let npk = university.student(student).npk();
            let (program, course, name) = (&class.program_id, &class.nama_mata_kuliah, &class.nama_kelas);
            changes.remove("/class/students", &format!("{program}/{course}/{name}/{npk}"));
            over += 1;
        }
    }
    admin.act("kelas/sync", json!({})).await.refused(409);
    admin.act("kelas/sync", json!({ "confirm": "Kelas" })).await.ok();

    let refused = admin.act("mahasiswa/sync", json!({})).await.refused(409);
    let share = format!("{over} dari {enrolments} baris");
    assert!(refused.sentence().replace('.', "").contains(&share), "{refused:?}");
    let rows = admin.rows("mahasiswa").await;
    assert!(rows.iter().all(|row| row["missing_since"].is_null()));

    let seen = plan(&admin, "mahasiswa/sync", json!({})).await;
    assert_eq!(seen["guard"]["name"], "Mahasiswa");
    let body = json!({ "plan": seen["token"], "confirm": "Mahasiswa" });
    let synced = admin.act("mahasiswa/sync", body).await.ok();
    assert_eq!(synced.counts(), [0, 0, enrolments - over, over, 0, 0]);
    assert_eq!(
        admin.sync("mahasiswa").await.counts(),
        [0, 0, enrolments - over, 0, 0, 0]
    );
}

#[rstest]
#[tokio::test]
async fn flagged_rows_do_not_count_as_listed(#[values(Sqlite, Postgres)] on: Database) {
    let teachers = |most: usize| {
        let rows = (1..=most).map(|nik| format!("{nik},Dosen {nik}\n"));
        format!("nik,nama_lengkap\n{}", rows.collect::<String>())
    };
    let server = Server::with(on).file("teachers.csv", &teachers(400)).start().await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    server.write_file("teachers.csv", &teachers(150));
    admin.act("dosen/sync", json!({ "confirm": "Pengajar" })).await.ok();
    // Thirty of 150 exceed the limit; thirty of 400 would not.
    server.write_file("teachers.csv", &teachers(120));
    let refused = admin.act("dosen/sync", json!({})).await.refused(409);
    assert!(refused.sentence().contains("30 dari 150 baris"), "{refused:?}");
}

#[rstest]
#[tokio::test]
async fn sync_resumed_after_a_crash_checks_its_list_again(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(1200).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let path = format!("{A}/dosen/sync");
    let (first, second) = (admin.begin(&path, json!({})).await, admin.begin(&path, json!({})).await);
    // The second sync was confirmed before its process was killed.
    server
        .alter(&format!("UPDATE job SET consented = true WHERE id = {second}"))
        .await;
    let all = server.campus.university().teachers();
    let faults = server.campus.faults();
    faults.next("/teachers", 1, Fault::Pass);
    faults.always("/teachers", Fault::DropLast(all / 2));
    tokio::spawn(server.engine.clone().work(false));
    assert_eq!(admin.ended(first).await["state"], "done");
    let ended = admin.ended(second).await;
    assert_eq!(
        (&ended["state"], &ended["failure"]),
        (&json!("failed"), &json!("guard")),
        "{ended}"
    );
    let gone = admin.get(&format!("{A}/dosen/get?missing=true")).await.ok();
    assert_eq!(gone.rows().len(), 0);
}

#[rstest]
#[tokio::test]
async fn empty_list_is_refused_despite_confirmation(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    server.campus.faults().always("/teachers", Fault::Empty);
    let seen = plan(&admin, "dosen/sync", json!({})).await;
    assert!(seen["warning"].as_str().unwrap().contains("daftar kosong"), "{seen}");
    let body = json!({ "plan": seen["token"], "confirm": "Pengajar" });
    let refused = admin.act("dosen/sync", body).await.refused(409);
    assert!(refused.sentence().contains("daftar kosong"), "{refused:?}");
}

#[rstest]
#[tokio::test]
async fn unattended_run_never_does_what_needs_confirmation(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(1200).start().await;
    let admin = server.sign_in().await;
    let all = admin.sync("dosen").await.counts()[0];
    let task = Task::rows("pengajar", RowsVerb::Delete, Selection::default()).unwrap();
    let mut order = Order::new(task, "Jadwal");
    order.consent = Consent {
        typed: Some("Pengajar".to_owned()),
        by_itself: true,
        ..Consent::default()
    };
    let job = server.engine.submit(&order).await.unwrap();
    let ended = admin.ended(job).await;
    assert_eq!(
        (&ended["state"], &ended["failure"]),
        (&json!("failed"), &json!("guard")),
        "{ended}"
    );
    assert_eq!(admin.rows("dosen").await.len() as i64, all);
}

#[rstest]
#[tokio::test]
async fn aborted_export_names_the_untried_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    admin.sync("kelas").await;
    admin.act("mahasiswa/sync", json!({})).await.ok();
    // Two batches are in flight when the token expires.
    server.moodle().faults().token_dies_after(2);
    let broken = admin.begin(&format!("{A}/mahasiswa/export_as_user"), json!({})).await;
    let broken = admin.ended(broken).await;
    assert_eq!(
        (&broken["state"], &broken["failure"]),
        (&json!("failed"), &json!("platform")),
        "{broken}"
    );
    let mut named = Vec::new();
    for outcome in ["created", "failed", "untried"] {
        for page in 0..20 {
            let path = format!(
                "{A}/jobs/{}/rows?status={outcome}&per_page=100&page={page}",
                broken["id"]
            );
            let rows = admin.get(&path).await.ok().rows().to_vec();
            named.extend(rows.into_iter().map(|row| row["key"].as_str().unwrap().to_owned()));
        }
    }
    let students: std::collections::HashSet<_> = admin
        .rows("mahasiswa")
        .await
        .iter()
        .map(|row| row["NPK"].as_str().unwrap().to_owned())
        .collect();
    let unique: std::collections::HashSet<_> = named
        .iter()
        .map(|key| key.rsplit(" · ").next().unwrap().to_owned())
        .collect();
    assert_eq!((named.len(), &unique), (students.len(), &students), "each student once");
    assert!(class.students.iter().all(|npk| unique.contains(npk)));
}
