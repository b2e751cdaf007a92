//! People and their enrolments: one row per student, independent of the number of classes.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, Server, column},
};
use rstest::rstest;
use serde_json::{Value, json};

/// A student with several enrolments, and those enrolments, after all classes' students are synced.
async fn in_several_classes(admin: &Client) -> (String, Vec<Value>) {
    admin
        .bring(&["tahun_ajaran", "semester", "prodi", "jurusan", "matakuliah", "kelas"])
        .await;
    admin.act("mahasiswa/sync", json!({})).await.ok();
    let rows = admin.rows("mahasiswa").await;
    let number = |row: &Value| row["NPK"].as_str().unwrap().to_owned();
    let of = |npk: &str| rows.iter().filter(|row| row["NPK"] == npk).cloned().collect::<Vec<_>>();
    let plain = |row: &&Value| {
        row["nama_lengkap"]
            .as_str()
            .is_some_and(|name| name.contains(' ') && !name.contains('<'))
    };
    let npk = rows
        .iter()
        .filter(plain)
        .map(number)
        .find(|npk| of(npk).len() > 2)
        .unwrap();
    let enrolments = of(&npk);
    (npk, enrolments)
}

async fn enrolments(admin: &Client, npk: &str) -> Vec<Value> {
    let rows = admin.rows("mahasiswa").await;
    rows.into_iter().filter(|row| row["NPK"] == npk).collect()
}

pub(crate) async fn edit(admin: &Client, enrolment: &Value, email: &str) {
    let id = enrolment["id"].clone();
    let form = admin
        .post(&format!("{B}/detail/mahasiswa"), json!({ "id": id }))
        .await
        .ok();
    let mut form = form.data().clone();
    form["email"] = json!(email);
    admin.post(&format!("{B}/update/mahasiswa"), form).await.ok();
}

#[rstest]
#[tokio::test]
async fn edited_student_changes_in_every_class_and_is_sent_once(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let (npk, before) = in_several_classes(&admin).await;
    admin.export("mahasiswa", json!({})).await;
    edit(&admin, &before[0], "baru@kampus.ac.id").await;

    let edited = enrolments(&admin, &npk).await;
    assert_eq!(edited.len(), before.len());
    for enrolment in &edited {
        assert_eq!(
            (&enrolment["email"], &enrolment["migration"]),
            (&json!("baru@kampus.ac.id"), &json!("berubah"))
        );
    }
    let one = json!({ "NPK": npk });
    let sent = admin.act("mahasiswa/export_as_user_one", one).await.ok();
    let lines = admin.job_rows(sent.job(), "updated").await;
    assert_eq!(column(&lines, "key"), [npk.as_str()]);
    let account = server.moodle().user_by_username(&npk.to_lowercase()).unwrap();
    assert_eq!(account.email, "baru@kampus.ac.id");
    let exported = enrolments(&admin, &npk).await;
    assert!(
        exported.iter().all(|enrolment| enrolment["migration"] == "sudah"),
        "{exported:?}"
    );
}

#[rstest]
#[tokio::test]
async fn first_class_wins_if_lists_disagree_and_both_values_are_reported(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let (npk, mut of) = in_several_classes(&admin).await;
    let class = |enrolment: &Value| {
        ["nama_mk", "nama_kelas", "program_id"].map(|column| enrolment[column].as_str().unwrap().to_owned())
    };
    of.sort_by_key(class);
    let says = |enrolment: &Value, email: &str| {
        let [course, class, program] = class(enrolment);
        let key = format!("{program}/{course}/{class}/{npk}");
        server.campus.changes().set("/class/students", &key, "email", email);
    };
    says(&of[0], "pertama@kampus.ac.id");
    says(of.last().unwrap(), "lain@kampus.ac.id");
    // In one of the lists between, another row has changed: that of the person has not.
    let rows = admin.rows("mahasiswa").await;
    let of_another = |row: &&Value| row["NPK"] != npk.as_str() && class(row) == class(&of[1]);
    let another = rows.iter().find(of_another).unwrap()["NPK"].as_str().unwrap();
    let [course, name, program] = class(&of[1]);
    let key = format!("{program}/{course}/{name}/{another}");
    server.campus.changes().set("/class/students", &key, "kode_kelas", "X");
    let requests = || server.campus.requests("/class/students");
    let lists = admin.rows("kelas").await.len() as u64;
    // The classes in between repeat their values. They do not win, and are reported too. Only the first time this is found out
    // when all lists have been read.
    for times in [2, 1] {
        let before = requests();
        let synced = admin.act("mahasiswa/sync", json!({})).await.ok();
        assert_eq!(requests() - before, times * lists);
        for enrolment in enrolments(&admin, &npk).await {
            assert_eq!(enrolment["email"], "pertama@kampus.ac.id");
        }
        let lines = admin.job_rows(synced.job(), "conflict").await;
        let reasons = column(&lines, "reason");
        assert_eq!(reasons.len(), of.len() - 1, "{lines:?}");
        assert!(
            reasons.iter().any(|reason| reason
                .contains("email: dipakai \"pertama@kampus.ac.id\", daftar ini mengirim \"lain@kampus.ac.id\"")),
            "{reasons:?}"
        );
    }
    // If all lists agree again, there is nothing to report.
    for enrolment in &of {
        says(enrolment, "sama@kampus.ac.id");
    }
    for (conflicts, updated) in [(0, 1), (0, 0)] {
        let synced = admin.act("mahasiswa/sync", json!({})).await.ok();
        assert_eq!(admin.job_rows(synced.job(), "conflict").await.len(), conflicts);
        assert_eq!(admin.job_rows(synced.job(), "updated").await.len(), updated);
    }
}

#[rstest]
#[tokio::test]
async fn person_is_deleted_and_restored_with_the_last_enrolment(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let (npk, before) = in_several_classes(&admin).await;
    let all = admin.rows("mahasiswa").await;
    let deleted = admin
        .delete(&format!("{A}/mahasiswa/delete"), json!({ "NPK": npk }))
        .await
        .ok();
    assert!(enrolments(&admin, &npk).await.is_empty());
    let summary = admin.get(&format!("{A}/summary")).await.ok();
    let students = |rows: &[Value]| rows.iter().find(|row| row["kind"] == "mahasiswa").cloned().unwrap();
    let people = students(summary.rows())["people"].clone();
    let job = deleted.job()["id"].clone();
    admin.post(&format!("{A}/jobs/{job}/undo"), json!({})).await.ok();
    assert_eq!(enrolments(&admin, &npk).await.len(), before.len());
    assert_eq!(admin.rows("mahasiswa").await.len(), all.len());
    let summary = admin.get(&format!("{A}/summary")).await.ok();
    assert_eq!(
        students(summary.rows())["people"].as_i64(),
        people.as_i64().map(|people| people + 1)
    );
    // The source is unchanged, so there is nothing to do.
    let again = admin.act("mahasiswa/sync", json!({})).await.ok();
    assert_eq!(again.counts()[..2], [0, 0]);
}

#[rstest]
#[tokio::test]
async fn people_and_enrolments_are_counted_separately(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    in_several_classes(&admin).await;
    admin.export("mahasiswa", json!({})).await;
    let rows = admin.rows("mahasiswa").await;
    let mut people = column(&rows, "NPK");
    people.sort_unstable();
    people.dedup();
    let summary = admin.get(&format!("{A}/summary")).await.ok();
    let students = summary.rows().iter().find(|row| row["kind"] == "mahasiswa").unwrap();
    assert_eq!(students["people"], people.len());
    assert_eq!(students["enrolments"], rows.len());
    assert_eq!(students["enrolled"], 0);
    assert!(students["accounts"].as_i64() <= students["people"].as_i64());
}
