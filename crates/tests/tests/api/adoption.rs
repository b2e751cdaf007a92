//! What a campus has on Moodle already is adopted, and keeps its own idnumbers.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Class, Client, Server},
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

/// Makes an object on Moodle by hand. Returns its id.
fn by_hand(server: &Server, function: &str, list: &str, fields: &[(&str, &str)]) -> u64 {
    let named: Vec<(String, &str)> = fields
        .iter()
        .map(|(name, value)| (format!("{list}[0][{name}]"), *value))
        .collect();
    let fields: Vec<(&str, &str)> = named.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let made = server.moodle().call(function, &fields);
    made[0]["id"].as_u64().unwrap_or_else(|| panic!("{made}"))
}

fn account(server: &Server, username: &str, email: &str, idnumber: &str) -> u64 {
    let fields = [
        ("username", username),
        ("firstname", "Lama"),
        ("lastname", "Lama"),
        ("email", email),
        ("idnumber", idnumber),
        ("createpassword", "1"),
    ];
    by_hand(server, "core_user_create_users", "users", &fields)
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
    let own_name = account(&server, "siti.lama", &email(&admin, first).await, first);
    for npk in &class.students[1..] {
        account(&server, &npk.to_lowercase(), &email(&admin, npk).await, npk);
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
) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let moodle = server.moodle();
    if other_capitals {
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
    let fields = [
        ("shortname", shortname.as_str()),
        ("fullname", "Lama"),
        ("categoryid", "1"),
        ("idnumber", "KODE-KAMPUS"),
    ];
    let course = by_hand(&server, "core_course_create_courses", "courses", &fields);
    admin.export("matakuliah", json!({})).await.ok();
    assert_eq!(moodle.course_by_idnumber("KODE-KAMPUS"), Some(course));
    assert_ne!(moodle.category_of(course), Some(1), "it gets our updates");
    let ours = format!("selaras:mata_kuliah:{}", of("matakuliah_id"));
    assert_eq!(moodle.course_by_idnumber(&ours), None);
    assert_eq!(differences(&admin, "mata_kuliah").await, json!({}));
}

#[rstest]
#[tokio::test]
async fn account_of_another_row_is_refused_and_named(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let moodle = server.moodle();
    let [ours, shared] = [0, 1].map(|at| &class.students[at]);
    // One account has an idnumber of ours; the other is linked to a teacher of the same number.
    let first = account(
        &server,
        &ours.to_lowercase(),
        "satu@kampus.example",
        "selaras:pengajar:1",
    );
    account(&server, &shared.to_lowercase(), "dua@kampus.example", "HR-7");
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

#[rstest]
#[tokio::test]
async fn student_in_both_lists_has_one_account(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_class(on).await;
    let (moodle, npk) = (server.moodle(), &class.students[0]);
    admin.export("mahasiswa", json!({})).await.ok();
    admin.act("mahasiswa/enroll", json!({})).await.ok();
    let row = admin.row("mahasiswa", "NPK", npk).await;
    let (name, address) = (&row["nama_lengkap"], &row["email"]);
    let other = server.class_from(class.index + 1);
    for class in [&class, &other] {
        let guest = json!({
            "NPK": npk, "NamaLengkap": name, "JenisKelamin": "P", "Email": address, "HP": "", "angkatan": "2026",
            "nama_mk": class.body["nama_mk"], "nama_kelas": class.body["nama_kelas"],
            "jadwal_kuliah_detail_id": class.jadwal,
        });
        server.campus.changes().add("/class/students/mbkm", guest);
        let body = json!({ "nama_mk": class.body["nama_mk"], "nama_kelas": class.body["nama_kelas"] });
        admin.act("mahasiswa_mbkm/sync", body).await.ok();
    }
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
