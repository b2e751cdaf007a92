//! What is on Moodle before the first export: the scan, and the decisions about it.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, NAME, Reply, with},
    small::{Files, Small, class, student},
};
use calamine::{Reader, Xlsx};
use reqwest::Method;
use rstest::rstest;
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};
use std::{collections::BTreeMap, io::Cursor};

const PATH: &str = "/api/v1/api/platform/matches";

/// A campus with two classes of one course and ten students, synced and never sent.
async fn never_sent(on: Database) -> Small {
    let students: Vec<_> = (0..10)
        .map(|at| student(&format!("26000{at}"), if at < 5 { "A" } else { "B" }))
        .collect();
    let small = Small::start(on, Files, &[class("1", "A"), class("2", "B")], &students, &[]).await;
    small.sync().await;
    small
}

async fn scan(admin: &Client) -> Reply {
    admin.post(&format!("{PATH}/scan"), json!({ "name": NAME })).await.ok()
}

/// The state and the ids of the candidates of each row of a kind, by key.
async fn found(admin: &Client, kind: &str) -> BTreeMap<String, (String, Vec<u64>)> {
    let rows = admin.get(&format!("{PATH}?kind={kind}&page=0&per_page=100")).await.ok();
    let ids = |row: &Value| {
        let candidates = row["candidates"].as_array().unwrap().iter();
        candidates.map(|one| one["platform_id"].as_u64().unwrap()).collect()
    };
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    let entry = |row| (text(row, "key"), (text(row, "state"), ids(row)));
    rows.rows().iter().map(entry).collect()
}

/// How many rows of a kind are in a state.
async fn total(admin: &Client, kind: &str, state: &str) -> i64 {
    admin
        .get(&format!("{PATH}?kind={kind}&state={state}"))
        .await
        .ok()
        .total()
}

fn pair(kind: &str, key: &str, decision: Value) -> Value {
    json!({ "pairs": [with(&json!({ "kind": kind, "key": key }), decision)] })
}

async fn hold(admin: &Client, holds: bool) {
    let body = json!({ "holds": holds, "name": NAME }).to_string();
    let path = format!("{PATH}/hold");
    admin.send(Method::PUT, &path, &[], Some(body)).await.ok();
}

#[rstest]
#[tokio::test]
async fn moodle_made_by_hand_is_matched_and_nothing_is_doubled(#[values(Sqlite, Postgres)] on: Database) {
    let small = never_sent(on).await;
    let (server, admin, moodle) = (&small.server, &small.admin, small.server.moodle());
    let usual = json!(["tahun_ajaran", "semester", "prodi", "jurusan"]);
    let shape = json!({ "course": "mata_kuliah", "categories": usual, "names": "create", "name": NAME }).to_string();
    let path = format!("{A}/platform/shape");
    admin.send(Method::PUT, &path, &[], Some(shape)).await.ok();

    let by_name = server.account_by_hand("260000", "nol@lain.example", "");
    let by_number = server.account_by_hand("siti", "satu@lain.example", "260001");
    let [one, other] =
        ["rahayu", "santoso"].map(|name| server.account_by_hand(name, &format!("{name}@lain.example"), "260002"));
    let by_address = server.account_by_hand("budi", "260003@mhs.example", "");
    let by_choice = server.account_by_hand("tanpa.nomor", "empat@lain.example", "");
    let course = server.course_by_hand("ALG-LAMA", "IF101");
    let before = moodle.counts();

    let told = scan(admin).await;
    assert_eq!(
        told.sentence(),
        "Pemindaian Moodle: 0 sudah terkait, 3 punya usulan, 2 perlu dipilih, 7 belum ada."
    );
    assert_eq!(told.job()["total"], told.job()["done"], "{told:?}");
    let expected = [
        ("260000", "proposed", vec![by_name]),
        ("260001", "proposed", vec![by_number]),
        ("260002", "ambiguous", vec![one, other]),
        ("260003", "ambiguous", vec![by_address]),
        ("260004", "none", vec![]),
    ];
    let people = found(admin, "mahasiswa").await;
    for (key, state, ids) in expected {
        assert_eq!(people[key], (state.to_owned(), ids), "{key}");
    }
    assert_eq!(
        found(admin, "mata_kuliah").await["4711"],
        ("proposed".to_owned(), vec![course])
    );
    let latest = admin.get(&format!("{PATH}/scan")).await.ok();
    assert_eq!(latest.data()["holds"], true, "this Moodle has courses of its own");
    let counts = latest.data()["counts"].as_array().unwrap().clone();
    assert!(
        counts.contains(&json!({ "kind": "mahasiswa", "state": "proposed", "rows": 2 })),
        "{counts:?}"
    );

    // Nothing is made before a decision; the plan says so.
    let plan = admin.export("mahasiswa", json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["counts"]["conflicts"], 4, "{plan:?}");
    let sent = admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(sent.outcomes(), &json!({ "created": 6, "failed": 4 }));
    let failed = admin.job_rows(sent.job(), "failed").await;
    assert!(
        failed[0]["reason"].as_str().unwrap().contains("Cocokkan dengan Moodle"),
        "{failed:?}"
    );
    admin.export("matakuliah", json!({})).await.refused(409);
    assert_eq!(moodle.counts().courses, before.courses);

    // All proposals, with their plan.
    let all = json!({ "all": true, "state": "proposed" });
    let plan = admin.post(PATH, with(&all, json!({ "dry_run": true }))).await.ok();
    assert_eq!(plan.data()["counts"]["update"], 3, "{plan:?}");
    assert_eq!(
        total(admin, "mahasiswa", "proposed").await,
        2,
        "a dry run changes nothing"
    );
    admin.post(PATH, all).await.ok();
    assert_eq!(total(admin, "mahasiswa", "proposed").await, 0);
    assert_eq!(total(admin, "mahasiswa", "linked").await, 8);

    // One by one: an account, a new one, and one that the scan did not find.
    let new = json!({ "make_new": true });
    let taken = admin
        .post(PATH, pair("mahasiswa", "260003", new.clone()))
        .await
        .refused(409);
    assert!(taken.sentence().contains("budi di Moodle sudah memakai"), "{taken:?}");
    let address = json!({ "platform_id": by_address });
    admin.post(PATH, pair("mahasiswa", "260003", address)).await.ok();
    admin.post(PATH, pair("mahasiswa", "260002", new)).await.ok();
    let rows = admin.get(&format!("{PATH}?kind=mahasiswa&state=none")).await.ok();
    assert_eq!((rows.total(), &rows.rows()[0]["make_new"]), (1, &json!(true)));
    assert_eq!(moodle.counts().users, before.users + 6);
    let _ = by_choice;

    small.send().await;
    let after = moodle.counts();
    assert_eq!(
        after.users,
        before.users + 8,
        "six new students, the one that was decided, and the teacher"
    );
    assert_eq!(after.courses, before.courses);
    for number in 0..10 {
        assert_eq!(
            admin.row("mahasiswa", "NPK", &format!("26000{number}")).await["migration"],
            "sudah"
        );
    }
    for (id, username) in [(one, "rahayu"), (other, "santoso")] {
        let found = moodle.user(id).unwrap();
        assert_eq!(
            (found.username.as_str(), found.firstname.as_str()),
            (username, "Lama"),
            "left alone"
        );
    }
    assert_eq!(
        moodle.user_by_username("260002").unwrap().idnumber,
        "selaras:mahasiswa:260002"
    );
    assert_eq!(moodle.user(by_number).unwrap().idnumber, "260001");
    let fields = [("field", "id"), ("value", &*course.to_string())];
    let kept = moodle.call("core_course_get_courses_by_field", &fields)["courses"][0].clone();
    assert_eq!(
        (&kept["shortname"], &kept["fullname"], &kept["idnumber"]),
        (&json!("ALG-LAMA"), &json!("Lama"), &json!("IF101"))
    );
    assert!(small.all_students_are_enrolled().await);
    assert!(moodle.members(server.group("1")).contains(&by_name));

    // A second scan finds all linked, and a second export sends nothing.
    let again = scan(admin).await;
    assert!(
        again.sentence().contains("12 sudah terkait, 0 punya usulan"),
        "{again:?}"
    );
    let nothing = admin.export("mahasiswa", json!({})).await.ok();
    assert!(
        nothing.sentence().contains("tidak ada yang perlu dikerjakan"),
        "{nothing:?}"
    );
}

#[rstest]
#[tokio::test]
async fn account_that_two_rows_claim_or_another_row_has_is_ambiguous(#[values(Sqlite, Postgres)] on: Database) {
    let small = never_sent(on).await;
    let (server, admin) = (&small.server, &small.admin);
    // The username is one person's number, the idnumber another's.
    let both = server.account_by_hand("260000", "a@lain.example", "260001");
    let ours = server.account_by_hand("b", "260002@mhs.example", "selaras:mahasiswa:260003");
    let adopted = server.account_by_hand("260004", "empat@lain.example", "");
    scan(admin).await;
    let people = found(admin, "mahasiswa").await;
    for key in ["260000", "260001"] {
        assert_eq!(people[key], ("ambiguous".to_owned(), vec![both]), "{key}");
    }
    assert_eq!(people["260002"], ("ambiguous".to_owned(), vec![ours]));
    assert_eq!(
        people["260003"],
        ("proposed".to_owned(), vec![ours]),
        "it has our idnumber"
    );
    let held = admin.get(&format!("{PATH}?kind=mahasiswa&state=ambiguous")).await.ok();
    let held = held.rows().iter().find(|row| row["key"] == "260002").unwrap().clone();
    assert_eq!(held["candidates"][0]["held_by"], "Mahasiswa 260003");
    let choice = pair("mahasiswa", "260002", json!({ "platform_id": ours }));
    admin.post(PATH, choice).await.refused(409);

    // The choice of one row takes the account from the other.
    admin
        .post(PATH, pair("mahasiswa", "260000", json!({ "platform_id": both })))
        .await
        .ok();
    let choice = pair("mahasiswa", "260001", json!({ "platform_id": both }));
    admin.post(PATH, choice).await.refused(409);
    // So does accepting: a proposal for an account that was chosen meanwhile stays open.
    admin
        .post(PATH, pair("mahasiswa", "260005", json!({ "platform_id": adopted })))
        .await
        .ok();
    admin.post(PATH, json!({ "all": true, "state": "proposed" })).await.ok();
    let people = found(admin, "mahasiswa").await;
    assert_eq!(people["260004"].0, "proposed");
    assert_eq!(people["260003"].0, "linked");
}

#[rstest]
#[tokio::test]
async fn decisions_are_withdrawn_and_survive_a_scan(#[values(Sqlite, Postgres)] on: Database) {
    let small = never_sent(on).await;
    let (server, admin) = (&small.server, &small.admin);
    let theirs = server.account_by_hand("siti", "satu@lain.example", "260001");
    let course = server.course_by_hand("ALG-LAMA", "4711");
    scan(admin).await;
    let all = json!({ "all": true, "state": "proposed", "make_new": true });
    let plan = admin.post(PATH, with(&all, json!({ "dry_run": true }))).await.ok();
    assert_eq!(plan.data()["counts"]["create"], 2, "{plan:?}");
    let told = admin.post(PATH, all).await.ok();
    assert!(told.sentence().starts_with("2 baris akan dibuat baru"), "{told:?}");
    scan(admin).await;
    assert_eq!(
        found(admin, "mahasiswa").await["260001"].0,
        "none",
        "the decision holds"
    );
    // Another candidate asks again.
    server.account_by_hand("siti.dua", "dua@lain.example", "260001");
    scan(admin).await;
    assert_eq!(found(admin, "mahasiswa").await["260001"].0, "ambiguous");

    let drop = json!({ "pairs": [{ "kind": "mata_kuliah", "key": "4711" }] });
    admin.delete(PATH, drop.clone()).await.ok();
    assert_eq!(found(admin, "mata_kuliah").await["4711"].0, "proposed");
    admin
        .post(PATH, pair("mata_kuliah", "4711", json!({ "platform_id": course })))
        .await
        .ok();
    assert_eq!(found(admin, "mata_kuliah").await["4711"].0, "linked");
    admin.delete(PATH, drop).await.ok();
    assert_eq!(found(admin, "mata_kuliah").await["4711"].0, "proposed");
    let row = admin.row("matakuliah", "matakuliah_id", "4711").await;
    assert_eq!(row["migration"], "belum");

    // Without the setting an export adopts by itself.
    hold(admin, false).await;
    admin
        .post(PATH, pair("mahasiswa", "260001", json!({ "platform_id": theirs })))
        .await
        .ok();
    let sent = admin.export("matakuliah", json!({})).await.ok();
    assert_eq!(sent.outcomes(), &json!({ "updated": 1 }));
    assert_eq!(found(admin, "mata_kuliah").await["4711"].0, "linked");
    // What was sent has people in it.
    let drop = json!({ "pairs": [{ "kind": "mata_kuliah", "key": "4711" }] });
    let told = admin.delete(PATH, drop).await.ok();
    assert!(told.sentence().starts_with("0 baris dilepas"), "{told:?}");
}

#[rstest]
#[tokio::test]
async fn classes_that_are_courses_are_matched_by_their_code(#[values(Sqlite, Postgres)] on: Database) {
    let small = never_sent(on).await;
    let (server, admin) = (&small.server, &small.admin);
    let shape = json!({ "course": "kelas", "categories": ["prodi"], "name": NAME }).to_string();
    admin
        .send(Method::PUT, &format!("{A}/platform/shape"), &[], Some(shape))
        .await
        .ok();
    let theirs = server.course_by_hand("kelas lama", "IF101-A");
    scan(admin).await;
    let classes = found(admin, "kelas").await;
    assert_eq!(classes["1"], ("proposed".to_owned(), vec![theirs]));
    assert_eq!(classes["2"], ("none".to_owned(), vec![]));
    assert_eq!(
        found(admin, "mata_kuliah").await,
        BTreeMap::new(),
        "they are no courses"
    );
    let courses = server.moodle().counts().courses;
    admin.post(PATH, json!({ "all": true, "state": "proposed" })).await.ok();
    admin.export("kelas", json!({})).await.ok();
    assert_eq!(server.moodle().counts().courses, courses + 1);
}

/// An Excel file with these lines below its headings.
fn workbook(lines: &[[&str; 3]]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (row, line) in (0..).zip([["kind", "key", "platform_id"]].iter().chain(lines)) {
        for (column, cell) in (0..).zip(line) {
            sheet.write_string(row, column, *cell).unwrap();
        }
    }
    workbook.save_to_buffer().unwrap()
}

#[rstest]
#[tokio::test]
async fn matches_are_edited_in_a_file(#[values(Sqlite, Postgres)] on: Database) {
    let small = never_sent(on).await;
    let (server, admin) = (&small.server, &small.admin);
    let proposed = server.account_by_hand("260000", "nol@lain.example", "").to_string();
    let unknown = server
        .account_by_hand("tanpa.nomor", "empat@lain.example", "")
        .to_string();
    let numbered = server
        .account_by_hand("siti", "satu@lain.example", "260001")
        .to_string();
    scan(admin).await;

    let file = admin.bytes(&format!("{PATH}.xlsx?kind=mahasiswa&state=proposed")).await;
    let mut read: Xlsx<_> = Xlsx::new(Cursor::new(file)).unwrap();
    let sheet = read.worksheet_range_at(0).unwrap().unwrap();
    let text = |row: &[calamine::Data]| row.iter().map(ToString::to_string).collect::<Vec<_>>();
    let lines: Vec<_> = sheet.rows().map(text).collect();
    assert_eq!(
        lines[0],
        [
            "kind",
            "key",
            "label",
            "state",
            "candidates",
            "candidate_names",
            "platform_id"
        ]
    );
    assert_eq!(
        lines[1],
        [
            "mahasiswa",
            "260000",
            "Mahasiswa 260000",
            "proposed",
            &proposed,
            "260000 (Lama Lama)",
            ""
        ]
    );
    assert_eq!(lines.len(), 3);

    let call = "platform/matches/file";
    let wrong = workbook(&[
        ["mahasiswa", "260000", &proposed],
        ["mahasiswa", "260004", "999999"],
        ["mahasiswa", "260005", "besok"],
        ["mahasiswa", "260006", &proposed],
    ]);
    let refused = admin.put_file(call, &[], wrong.clone()).await.refused(409);
    for told in ["3 baris tidak dapat dipakai", "Baris 3:", "Baris 4:", "Baris 5:"] {
        assert!(refused.sentence().contains(told), "{told}: {refused:?}");
    }
    let plan = admin.put_file(call, &[("dry_run", "true")], wrong).await.ok();
    assert_eq!(plan.data()["counts"]["conflicts"], 3, "{plan:?}");
    assert_eq!(total(admin, "mahasiswa", "linked").await, 0, "nothing was taken");

    let right = workbook(&[
        ["mahasiswa", "260000", &proposed],
        ["mahasiswa", "260001", "baru"],
        ["mahasiswa", "260002", ""],
        ["mahasiswa", "260004", &unknown],
    ]);
    let told = admin.put_file(call, &[], right.clone()).await.ok();
    assert_eq!(
        told.sentence(),
        "Dari berkas: 2 baris dikaitkan dengan yang sudah ada di Moodle, 1 dibuat baru oleh export berikutnya, 0 tetap."
    );
    let people = found(admin, "mahasiswa").await;
    assert_eq!((&*people["260000"].0, &*people["260004"].0), ("linked", "linked"));
    assert_eq!(people["260001"], ("none".to_owned(), vec![numbered.parse().unwrap()]));
    let again = admin.put_file(call, &[], right).await.ok();
    assert!(
        again.sentence().contains("0 baris dikaitkan") && again.sentence().contains("2 tetap"),
        "{again:?}"
    );
    admin.put_file(call, &[], b"bukan Excel".to_vec()).await.refused(409);
}
