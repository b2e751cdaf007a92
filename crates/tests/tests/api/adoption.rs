//! What a campus has on Moodle already is adopted, and keeps its own idnumbers.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Class, Client, Reply, Server, with},
    small::{Files, Small, class, student, teaching},
};
use rstest::rstest;
use serde_json::{Value, json};

const STUDENTS: &str = "/class/students";

/// A campus with courses and classes on Moodle, and the students of one class here.
async fn with_class(on: Database) -> (Server, Client, Class) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas"]).await;
    let class = server.a_class();
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    (server, admin, class)
}

async fn email(admin: &Client, npk: &str) -> String {
    let row = admin.row("mahasiswa", "NPK", npk).await;
    row["email"].as_str().unwrap().to_owned()
}

/// The rows of a kind that a comparison finds changed on any side, by outcome.
async fn differences(admin: &Client, kind: &str) -> Value {
    admin.act("comparison/compare", json!({})).await.ok();
    let report = admin.get(&format!("{A}/comparison")).await.ok();
    let kinds = report.data()["kinds"].as_array().unwrap();
    let mut counts = kinds.iter().find(|found| found["kind"] == kind).unwrap()["counts"].clone();
    let counts_of = counts.as_object_mut().unwrap();
    counts_of.retain(|outcome, _| outcome.starts_with("changed"));
    counts
}

#[rstest]
#[tokio::test]
async fn accounts_are_adopted_by_number_and_keep_idnumber_and_username(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let moodle = server.moodle();
    // As "upload users" makes them, and as a teacher of the campus signs in: by a name of one's own.
    let first = &class.students[0];
    let own_name = server.account_by_hand("siti.lama", &email(&admin, first).await, first);
    for npk in &class.students[1..] {
        server.account_by_hand(&npk.to_lowercase(), &email(&admin, npk).await, npk);
    }
    let before = moodle.counts().users;
    let sent = admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(sent.counts()[1], class.students.len() as i64, "{sent:?}");
    assert_eq!(moodle.counts().users, before, "no second account");
    admin.act("mahasiswa/enroll", json!({})).await.ok();

    let changes = server.campus.changes();
    for npk in &class.students[..2] {
        changes.set(STUDENTS, npk, "email", format!("baru.{npk}@kampus.example"));
    }
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    for npk in &class.students {
        let [found] = &moodle.users_by_idnumber(npk)[..] else {
            panic!("{npk} has lost its idnumber")
        };
        assert_ne!(found.firstname, "Lama", "it gets our updates");
    }
    let found = moodle.user(own_name).unwrap();
    assert_eq!(
        (found.username, found.email),
        ("siti.lama".to_owned(), format!("baru.{first}@kampus.example"))
    );
    assert_eq!(differences(&admin, "mahasiswa").await, json!({}));
}

#[rstest]
#[tokio::test]
async fn courses_are_adopted_by_short_name_and_keep_their_idnumber(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(false, true)] other_capitals: bool,
    #[values(false, true)] capitals_are_ignored: bool,
) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let moodle = server.moodle();
    if capitals_are_ignored {
        moodle.ignore_capitals();
    }
    admin.bring(&["prodi"]).await;
    admin.sync("matakuliah").await;
    let row = admin.rows("matakuliah").await.remove(0);
    let of = |name: &str| row[name].as_str().unwrap().to_owned();
    let mut shortname = format!("{}-{}", of("kode_matakuliah"), of("program_id"));
    if other_capitals {
        shortname = shortname.to_lowercase();
    }
    let course = server.course_by_hand(shortname.as_str(), "KODE-KAMPUS");
    admin.export("matakuliah", json!({})).await.ok();
    assert_eq!(moodle.course_by_idnumber("KODE-KAMPUS"), Some(course));
    assert_ne!(moodle.category_of(course), Some(1), "it gets our updates");
    let ours = format!("selaras:mata_kuliah:{}", of("matakuliah_id"));
    assert_eq!(moodle.course_by_idnumber(&ours), None);
    assert_eq!(differences(&admin, "mata_kuliah").await, json!({}));
}

#[rstest]
#[tokio::test]
async fn course_is_adopted_by_its_number_and_keeps_it(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let moodle = server.moodle();
    admin.bring(&["prodi"]).await;
    admin.sync("matakuliah").await;
    let rows = admin.rows("matakuliah").await;
    let number = rows[0]["matakuliah_id"].as_str().unwrap();
    let course = server.course_by_hand("ALG-LAMA", number);
    let before = moodle.counts().courses;
    let sent = admin.export("matakuliah", json!({})).await.ok();
    assert_eq!(sent.counts()[..2], [rows.len() as i64 - 1, 1], "{sent:?}");
    assert_eq!(moodle.counts().courses, before + rows.len() - 1);
    assert_eq!(moodle.course_by_idnumber(number), Some(course));
    assert_ne!(moodle.category_of(course), Some(1), "it gets our updates");
    assert_eq!(differences(&admin, "mata_kuliah").await, json!({}));
}

/// The dashboard is set up again: our own courses are there, and one of others that a row could mean too.
#[rstest]
#[case::by_number("ALG-LAMA", true)]
#[case::by_name("", false)]
#[tokio::test]
async fn own_course_comes_before_one_of_others(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(true, false)] all: bool,
    #[case] shortname: &str,
    #[case] has_number: bool,
) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let moodle = server.moodle();
    admin.bring(&["prodi"]).await;
    admin.sync("matakuliah").await;
    let row = admin.rows("matakuliah").await.remove(0);
    let of = |name: &str| row[name].as_str().unwrap().to_owned();
    let number = of("matakuliah_id");
    let ours = format!("{}-{}", of("kode_matakuliah"), of("program_id"));
    let other_capitals = ours.to_lowercase();
    let make = |shortname: &str, idnumber: &str| server.course_by_hand(shortname, idnumber);
    let own = make(&ours, &format!("selaras:mata_kuliah:{number}"));
    let others = match has_number {
        true => make(shortname, &number),
        false => make(&other_capitals, "KODE-KAMPUS"),
    };
    let sent = match all {
        true => admin.export("matakuliah", json!({})).await.ok(),
        false => {
            let one = json!({ "matakuliah_id": number });
            admin.act("matakuliah/export_one", one).await.ok()
        }
    };
    assert!(sent.outcomes()["failed"].is_null(), "{sent:#?}");
    assert_ne!(moodle.category_of(own), Some(1), "{sent:#?}");
    assert_eq!(moodle.category_of(others), Some(1));
}

#[rstest]
#[tokio::test]
async fn account_of_another_row_is_refused_and_named(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let moodle = server.moodle();
    let [ours, shared] = [0, 1].map(|at| &class.students[at]);
    // One account has an idnumber of ours; the other is linked to a teacher of the same number.
    let first = server.account_by_hand(&ours.to_lowercase(), "satu@kampus.example", "selaras:pengajar:1");
    server.account_by_hand(&shared.to_lowercase(), "dua@kampus.example", "HR-7");
    let teacher = json!({
        "nik": shared, "nama_lengkap": "Guru Tua", "nama_depan": "Guru", "nama_belakang": "Tua",
        "gelar_awal": "", "gelar_akhir": "", "nip": "", "email": "dua@kampus.example", "hp": "",
    });
    server.campus.changes().add("/teachers", teacher);
    admin.sync("dosen").await;
    admin.export("dosen", json!({})).await.ok();
    assert_eq!(moodle.users_by_idnumber("HR-7")[0].firstname, "Guru");

    let sent = admin.export("mahasiswa", json!({})).await.ok();
    let failed = admin.job_rows(sent.job(), "failed").await;
    let reason = |npk: &str| {
        let line = failed.iter().find(|line| line["key"] == npk);
        line.unwrap()["reason"].as_str().unwrap().to_owned()
    };
    assert_eq!(failed.len(), 2, "{failed:?}");
    assert!(reason(ours).contains("selaras:pengajar:1"), "{failed:?}");
    assert!(
        reason(shared).contains(shared.as_str()) && reason(shared).contains(&format!("Pengajar {shared}")),
        "{failed:?}"
    );
    assert_eq!(moodle.user(first).unwrap().firstname, "Lama");
    assert_eq!(moodle.users_by_idnumber("HR-7")[0].firstname, "Guru");
}

/// Puts the first student of a class, who is in their courses, into MBKM's list too, in this class and in the next.
async fn join_mbkm(server: &Server, admin: &Client, class: &Class) -> String {
    let npk = &class.students[0];
    let row = admin.row("mahasiswa", "NPK", npk).await;
    let (name, address) = (&row["nama_lengkap"], &row["email"]);
    let other = server.class_from(class.index + 1);
    for class in [class, &other] {
        let guest = json!({
            "NPK": npk, "NamaLengkap": name, "JenisKelamin": "P", "Email": address, "HP": "", "angkatan": "2026",
            "nama_mk": class.body["nama_mk"], "nama_kelas": class.body["nama_kelas"],
            "jadwal_kuliah_detail_id": class.jadwal,
        });
        server.campus.changes().add("/class/students/mbkm", guest);
        let body = json!({ "nama_mk": class.body["nama_mk"], "nama_kelas": class.body["nama_kelas"] });
        admin.act("mahasiswa_mbkm/sync", body).await.ok();
    }
    npk.clone()
}

#[rstest]
#[tokio::test]
async fn student_in_both_lists_has_one_account(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let moodle = server.moodle();
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    let npk = &join_mbkm(&server, &admin, &class).await;
    let before = moodle.counts().users;
    admin
        .act("mahasiswa_mbkm/export_as_user_one", json!({ "NPK": npk }))
        .await
        .ok();
    admin.act("mahasiswa_mbkm/enroll_one", json!({ "NPK": npk })).await.ok();
    assert_eq!(moodle.counts().users, before);
    let idnumber = format!("selaras:mahasiswa:{npk}");
    let kept = || moodle.user_by_username(&npk.to_lowercase()).unwrap().idnumber;
    assert_eq!(kept(), idnumber);
    assert_eq!(differences(&admin, "mahasiswa").await, json!({}));

    // Each list sends its changes, and neither takes the account from the other.
    server.campus.changes().set(STUDENTS, npk, "nama_lengkap", "Nama Baru");
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(
        (kept(), moodle.user_by_username(&npk.to_lowercase()).unwrap().firstname),
        (idnumber, "Nama".to_owned())
    );

    // Who leaves one list stays in the class by the other.
    server.campus.changes().remove(STUDENTS, &class.enrolment(npk));
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    let left = admin.act("mahasiswa/unenroll", json!({ "missing": true })).await.ok();
    assert_eq!(left.outcomes(), &json!({ "unchanged": 1 }));
    let user = moodle.user_by_username(&npk.to_lowercase()).unwrap().id;
    let group = moodle
        .group_by_idnumber(&format!("selaras:kelas:{}", class.jadwal))
        .unwrap();
    assert!(moodle.members(group).contains(&user));
    assert!(!moodle.suspended(moodle.course_of_group(group).unwrap()).contains(&user));
}

/// The rows that wait for a choice, and how many there are.
async fn undecided(admin: &Client) -> (Vec<Value>, i64) {
    let found = admin.get(&format!("{A}/platform/matches?state=ambiguous")).await.ok();
    (found.rows().to_vec(), found.total())
}

/// Asserts that a call is refused with these words.
#[track_caller]
fn refused(reply: Reply, status: u16, words: &str) {
    let reply = reply.refused(status);
    assert!(reply.sentence().contains(words), "{reply:?}");
}

fn pair(kind: &str, key: &str, platform_id: u64) -> Value {
    json!({ "pairs": [{ "kind": kind, "key": key, "platform_id": platform_id }] })
}

#[rstest]
#[tokio::test]
async fn account_with_the_number_alone_is_adopted(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let npk = &class.students[0];
    let theirs = server.account_by_hand("siti.lama", "siti@lain.example", npk);
    let before = server.moodle().counts().users;
    admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(server.moodle().counts().users, before + class.students.len() - 1);
    let found = server.moodle().user(theirs).unwrap();
    assert_eq!((found.username, found.idnumber), ("siti.lama".to_owned(), npk.clone()));
    assert_eq!(found.email, email(&admin, npk).await, "it gets our updates");
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert!(server.moodle().members(server.group(&class.jadwal)).contains(&theirs));
}

#[rstest]
#[tokio::test]
async fn ambiguous_account_is_shown_and_chosen(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let (moodle, npk) = (server.moodle(), &class.students[0]);
    let [first, second] =
        ["siti", "rahayu"].map(|name| server.account_by_hand(name, &format!("{name}@lain.example"), npk));
    admin.export("mahasiswa", json!({})).await;
    let users = moodle.counts().users;

    let (rows, total) = undecided(&admin).await;
    assert_eq!(
        (total, &rows[0]["kind"], &rows[0]["key"]),
        (1, &json!("mahasiswa"), &json!(npk))
    );
    let candidates = rows[0]["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), 2, "{candidates:?}");
    assert_eq!(
        candidates[1],
        json!({
            "platform_id": second, "name": "rahayu", "label": "Lama Lama", "email": "rahayu@lain.example",
            "idnumber": npk, "held_by": "",
        })
    );
    let attention = admin.get(&format!("{A}/summary")).await.ok().body["attention"].clone();
    let item = attention
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["link"] == "/cocokkan");
    assert_eq!(item.unwrap()["rows"], 1, "{attention}");

    // What the next export would overwrite, field by field. The account keeps its username and idnumber.
    let choice = pair("mahasiswa", npk, second);
    let mut dry = choice.clone();
    dry["dry_run"] = true.into();
    let plan = admin.post(&format!("{A}/platform/matches"), dry).await.ok();
    let changes = &plan.data()["rows"]["update"][0]["changes"];
    let row = admin.row("mahasiswa", "NPK", npk).await;
    let fields: Vec<_> = changes
        .as_array()
        .unwrap()
        .iter()
        .map(|change| &change["field"])
        .collect();
    assert_eq!(fields, ["Nama depan", "Nama belakang", "Alamat e-mail"], "{changes}");
    assert_eq!(changes[2]["from"], "rahayu@lain.example");
    assert_eq!(changes[2]["to"], row["email"]);
    assert_eq!(undecided(&admin).await.1, 1, "a dry run changes nothing");

    admin.post(&format!("{A}/platform/matches"), choice.clone()).await.ok();
    assert_eq!(undecided(&admin).await.1, 0);
    assert_eq!(admin.row("mahasiswa", "NPK", npk).await["migration"], "berubah");
    refused(
        admin.post(&format!("{A}/platform/matches"), choice).await,
        409,
        "tidak menunggu pilihan",
    );
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    assert_eq!(moodle.counts().users, users);
    let chosen = moodle.user(second).unwrap();
    assert_eq!((chosen.username, chosen.idnumber), ("rahayu".to_owned(), npk.clone()));
    assert_eq!(json!(chosen.email), row["email"]);
    assert_eq!(moodle.user(first).unwrap().email, "siti@lain.example");

    // It was the wrong one.
    let drop = json!({ "pairs": [{ "kind": "mahasiswa", "key": npk }] });
    admin.delete(&format!("{A}/platform/matches"), drop.clone()).await.ok();
    let row = admin.row("mahasiswa", "NPK", npk).await;
    assert_eq!((&row["migration"], &row["enroll"]), (&json!("belum"), &json!("belum")));
    let again = admin.delete(&format!("{A}/platform/matches"), drop).await.ok();
    assert!(again.sentence().starts_with("0 baris dilepas"), "{again:?}");
    // Moodle keeps what was sent, also the address.
    let (id, address) = (second.to_string(), "rahayu@lain.example");
    moodle.call(
        "core_user_update_users",
        &[("users[0][id]", &*id), ("users[0][email]", address)],
    );
    admin.export("mahasiswa", json!({})).await;
    assert_eq!(undecided(&admin).await.1, 1, "it waits for a choice again");
    admin
        .post(&format!("{A}/platform/matches"), pair("mahasiswa", npk, first))
        .await
        .ok();
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    let group = server.group(&class.jadwal);
    assert!(moodle.members(group).contains(&first));
}

#[rstest]
#[tokio::test]
async fn account_with_the_username_and_another_with_the_number_are_ambiguous(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let (moodle, npk) = (server.moodle(), &class.students[0]);
    let named = server.account_by_hand(&npk.to_lowercase(), "nama@lain.example", "");
    let numbered = server.account_by_hand("zzz", "nomor@lain.example", npk);
    let before = moodle.counts().users;
    admin.export("mahasiswa", json!({})).await;
    assert_eq!(moodle.counts().users, before + class.students.len() - 1);
    let untouched = moodle.user(numbered).unwrap();
    assert_eq!(
        (untouched.username.as_str(), untouched.email.as_str()),
        ("zzz", "nomor@lain.example")
    );

    let (rows, total) = undecided(&admin).await;
    assert_eq!((total, &rows[0]["key"]), (1, &json!(npk)));
    let candidates = rows[0]["candidates"].as_array().unwrap().iter();
    let ids: Vec<_> = candidates.map(|found| found["platform_id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [named, numbered]);
    let choice = pair("mahasiswa", npk, named);
    admin.post(&format!("{A}/platform/matches"), choice).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(moodle.user(named).unwrap().email, email(&admin, npk).await);
}

#[rstest]
#[tokio::test]
async fn account_of_another_row_is_no_match_beside_the_number(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let npk = &class.students[0];
    server.account_by_hand(&npk.to_lowercase(), "nama@lain.example", "selaras:mahasiswa:9");
    let numbered = server.account_by_hand("zzz", "nomor@lain.example", npk);
    admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(server.moodle().user(numbered).unwrap().email, email(&admin, npk).await);
}

#[rstest]
#[tokio::test]
async fn account_with_the_address_can_be_chosen(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let (moodle, npk) = (server.moodle(), &class.students[0]);
    let theirs = server.account_by_hand("siti", &email(&admin, npk).await, "");
    admin.export("mahasiswa", json!({})).await;
    let (rows, _) = undecided(&admin).await;
    assert_eq!(rows[0]["candidates"][0]["platform_id"], theirs, "{rows:?}");
    admin
        .post(&format!("{A}/platform/matches"), pair("mahasiswa", npk, theirs))
        .await
        .ok();
    admin.export("mahasiswa", json!({})).await.ok();
    let found = moodle.user(theirs).unwrap();
    assert_eq!(
        (found.username, found.idnumber),
        (npk.to_lowercase(), format!("selaras:mahasiswa:{npk}"))
    );
}

#[rstest]
#[tokio::test]
async fn account_of_another_row_cannot_be_chosen(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let [npk, other] = [0, 1].map(|at| &class.students[at]);
    let theirs = server.account_by_hand("siti", &email(&admin, npk).await, "");
    admin.export("mahasiswa", json!({})).await;
    let others = server.account(other).unwrap();
    let path = format!("{A}/platform/matches");
    let held = admin.post(&path, pair("mahasiswa", npk, others)).await;
    refused(held, 409, &format!("sudah dipakai baris lain: Mahasiswa {other}"));
    let gone = admin.post(&path, pair("mahasiswa", npk, 999_999)).await;
    refused(gone, 409, "tidak ada di Moodle");
    let decided = admin.post(&path, pair("mahasiswa", other, theirs)).await;
    refused(decided, 409, "tidak menunggu pilihan");
    refused(admin.post(&path, pair("dosa", npk, theirs)).await, 422, "dosa");
    refused(admin.post(&path, json!({ "pairs": [] })).await, 422, "");
    refused(admin.get(&format!("{path}?state=lain")).await, 400, "lain");
    assert_eq!(undecided(&admin).await.1, 1, "nothing was chosen");
}

#[rstest]
#[tokio::test]
async fn student_in_both_lists_gets_the_new_number_in_both(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let moodle = server.moodle();
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    let npk = join_mbkm(&server, &admin, &class).await;
    admin.export("mahasiswa_mbkm", json!({})).await.ok();
    admin.act("mahasiswa_mbkm/enroll_one", json!({ "NPK": npk })).await.ok();
    let user = moodle.user_by_username(&npk.to_lowercase()).unwrap().id;
    let users = moodle.counts().users;

    let path = format!("{A}/people/mahasiswa/{npk}/renumber");
    admin.post(&path, json!({ "to": "990077" })).await.ok();
    for kind in ["mahasiswa", "mahasiswa_mbkm"] {
        let rows = admin.rows(kind).await;
        let of = |number: &str| rows.iter().filter(|row| row["NPK"] == number).count();
        assert_eq!(of(&npk), 0, "{kind}");
        assert!(of("990077") > 0, "{kind}");
        admin.export(kind, json!({})).await.ok();
        let enrolled = admin.act(&format!("{kind}/enroll"), json!({})).await.ok();
        assert_eq!(enrolled.outcomes()["failed"], Value::Null, "{enrolled:?}");
    }
    assert_eq!(moodle.counts().users, users);
    assert_eq!(moodle.user_by_username("990077").unwrap().id, user);
    assert!(moodle.members(server.group(&class.jadwal)).contains(&user));
    // The source still sends the old number.
    assert_eq!(differences(&admin, "mahasiswa").await, json!({ "changed_here": 1 }));
    let report = admin.act("comparison/compare", json!({})).await.ok();
    let rows = admin.job_rows(report.job(), "changed_here").await;
    let told = rows.iter().find(|row| row["kind"] == "mahasiswa").unwrap();
    assert_eq!(told["key"], "Mahasiswa · 990077");
    let reason = told["reason"].as_str().unwrap();
    assert!(reason.contains("990077") && reason.contains(&npk), "{reason}");
}

/// A student who assists in another class stands in the list of lecturers under the same number.
#[rstest]
#[case::one_name("Siti Rahayu", "siti@mhs.example", true)]
#[case::one_address("Siti R.", "SITI@kampus.example", true)]
#[case::two_people("Budi Santoso", "budi@mhs.example", false)]
#[tokio::test]
async fn student_who_teaches_has_one_account(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(true, false)] student_first: bool,
    #[case] name: &str,
    #[case] email: &str,
    #[case] is_one: bool,
) {
    let student = with(
        &self::student("1970", "A"),
        json!({ "nama_lengkap": name, "email": email }),
    );
    let classes = [class("90001", "A"), class("90002", "B")];
    let others: Vec<_> = (2..12).map(|npk| self::student(&npk.to_string(), "A")).collect();
    let students: Vec<_> = [student].into_iter().chain(others.clone()).collect();
    let small = Small::start(on, Files, &classes, &students, &[teaching("B")]).await;
    small.sync().await;
    let before = small.server.moodle().counts().users;
    let kinds = if student_first {
        ["mahasiswa", "dosen"]
    } else {
        ["dosen", "mahasiswa"]
    };
    for kind in ["matakuliah", "kelas", kinds[0]] {
        small.admin.export(kind, json!({})).await.ok();
    }
    let plan = small.admin.export(kinds[1], json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["counts"]["conflicts"], i64::from(!is_one), "{plan:#?}");
    let sent = small.admin.export(kinds[1], json!({})).await;
    assert_eq!(sent.outcomes()["failed"].is_null(), is_one, "{sent:#?}");
    assert_eq!(small.server.moodle().counts().users, before + students.len());
    if !is_one {
        return;
    }
    for kind in ["mahasiswa", "mengajar"] {
        small.admin.act(&format!("{kind}/enroll"), json!({})).await.ok();
    }
    let both = |class: &str| small.members(class).contains("1970");
    assert!(both("90001") && both("90002"));

    // Who drops the class still teaches in the course.
    small.set("class_students", &others);
    small.admin.sync("mahasiswa").await;
    small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    let moodle = small.server.moodle();
    let course = moodle.course_by_idnumber("selaras:mata_kuliah:4711").unwrap();
    assert_eq!(moodle.suspended(course), Vec::<u64>::new());
    assert!(!both("90001") && both("90002"));
}
