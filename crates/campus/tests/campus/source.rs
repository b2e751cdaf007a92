//! The academic system follows the contract, and injects faults on request.

use std::collections::HashSet;
use std::time::Duration;

use selaras_campus::Campus;
use selaras_campus::source::Fault;
use serde_json::{Value, json};

const LISTS: [(&str, &[&str]); 7] = [
    ("/academic-years", &["kode_tahun_ajaran", "nama_tahun_ajaran"]),
    (
        "/semesters",
        &[
            "kode_semester",
            "nama_semester",
            "kode_tahun_ajaran",
            "nama_tahun_ajaran",
            "tanggal_mulai",
            "tanggal_selesai",
        ],
    ),
    (
        "/programs",
        &[
            "program_id",
            "nama_program",
            "kode_prodi",
            "nama_prodi",
            "kode_jurusan",
            "nama_jurusan",
            "kode_semester",
        ],
    ),
    (
        "/departments",
        &["kode_jurusan", "nama_jurusan", "kode_prodi", "nama_prodi"],
    ),
    (
        "/courses",
        &[
            "matakuliah_id",
            "kode_matakuliah",
            "kurikulum",
            "program_id",
            "nama_mata_kuliah",
        ],
    ),
    (
        "/classes",
        &[
            "jadwal_kuliah_detail_id",
            "kelas_id",
            "nama_kelas",
            "nama_mata_kuliah",
            "semester",
            "program_id",
            "jam_mulai",
            "jam_selesai",
            "status_matakuliah",
            "jumlah_sks",
            "hari",
        ],
    ),
    (
        "/teachers",
        &[
            "nik",
            "nama_lengkap",
            "gelar_awal",
            "gelar_akhir",
            "nama_depan",
            "nama_belakang",
            "nip",
            "email",
            "hp",
        ],
    ),
];
const STUDENT: [&str; 9] = [
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
const GUEST: [&str; 9] = [
    "NPK",
    "NamaLengkap",
    "JenisKelamin",
    "Email",
    "HP",
    "angkatan",
    "nama_mk",
    "nama_kelas",
    "jadwal_kuliah_detail_id",
];

async fn campus() -> Campus {
    Campus::builder().seed(7).students(2000).start().await.unwrap()
}

async fn try_get(campus: &Campus, path: &str) -> Result<reqwest::Response, reqwest::Error> {
    reqwest::get(format!("{}{path}", campus.source_url())).await
}

async fn get(campus: &Campus, path: &str) -> Value {
    let reply: Value = try_get(campus, path).await.unwrap().json().await.unwrap();
    assert_eq!(reply["msg"], "Success");
    reply["data"].clone()
}

async fn post(campus: &Campus, path: &str, body: Value) -> Vec<Value> {
    let request = reqwest::Client::new()
        .post(format!("{}{path}", campus.source_url()))
        .json(&body);
    let reply: Value = request.send().await.unwrap().json().await.unwrap();
    assert_eq!(reply["msg"], "Success");
    reply["data"].as_array().unwrap().clone()
}

/// The body that names a class.
fn class_body(campus: &Campus, class: usize) -> Value {
    let class = campus.university().class(class);
    json!({"nama_mk": class.nama_mata_kuliah, "nama_kelas": class.nama_kelas, "program_id": class.program_id})
}

fn fields(row: &Value) -> HashSet<&str> {
    row.as_object().unwrap().keys().map(String::as_str).collect()
}

#[tokio::test]
async fn lists_have_the_contracts_fields() {
    let campus = campus().await;
    for (path, wanted) in LISTS {
        let data = get(&campus, path).await;
        let rows = data.as_array().unwrap();
        assert!(!rows.is_empty(), "{path}");
        for row in rows {
            assert_eq!(fields(row), wanted.iter().copied().collect(), "{path}");
        }
        assert_eq!(campus.requests(path), 1);
    }
    assert_eq!(
        get(&campus, "/classes").await.as_array().unwrap().len(),
        campus.university().classes()
    );
}

#[tokio::test]
async fn teachings_are_keyed_by_nik() {
    let campus = campus().await;
    let data = get(&campus, "/teachings").await;
    let teachers = get(&campus, "/teachers").await;
    let known: HashSet<&str> = teachers
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["nik"].as_str().unwrap())
        .collect();
    for (nik, teachings) in data.as_object().unwrap() {
        assert!(known.contains(nik.as_str()));
        for teaching in teachings.as_array().unwrap() {
            assert_eq!(teaching["nik"], *nik);
            assert_eq!(
                fields(teaching),
                HashSet::from(["nama_mata_kuliah", "kelas_id", "program_id", "nik", "nama_kelas"])
            );
        }
    }
}

#[tokio::test]
async fn a_class_lists_its_students() {
    let campus = campus().await;
    for class in [0, 5, campus.university().classes() - 1] {
        let body = class_body(&campus, class);
        let rows = post(&campus, "/class/students", body.clone()).await;
        let members = campus.university().members(class);
        assert_eq!(rows.len(), members.len());
        for (row, member) in rows.iter().zip(members) {
            let student = campus.university().student(member);
            assert_eq!(fields(row), HashSet::from(STUDENT));
            assert_eq!(row["NPK"], student.npk());
            assert_eq!(row["nama_lengkap"], student.name.to_string());
            assert_eq!(row["email"], student.email());
            assert_eq!(row["HP"], student.hp());
            assert_eq!(row["jenis_kelamin"], student.gender.letter().to_string());
            assert_eq!(
                (&row["nama_mk"], &row["program_id"]),
                (&body["nama_mk"], &body["program_id"])
            );
        }
    }
    assert!(
        post(
            &campus,
            "/class/students",
            json!({"nama_mk": "x", "nama_kelas": "A", "program_id": 11})
        )
        .await
        .is_empty()
    );
}

#[tokio::test]
async fn a_class_lists_its_guests_without_a_program() {
    let campus = campus().await;
    let university = campus.university();
    let class = (0..university.classes())
        .find(|class| !university.mbkm_members(*class).is_empty())
        .unwrap();
    let mut body = class_body(&campus, class);
    body.as_object_mut().unwrap().remove("program_id");
    let rows = post(&campus, "/class/students/mbkm", body).await;
    assert!(rows.iter().all(|row| fields(row) == HashSet::from(GUEST)));
    let id = university.class(class).jadwal_kuliah_detail_id;
    let of_class = rows.iter().filter(|row| row["jadwal_kuliah_detail_id"] == id.as_str());
    let mut listed: Vec<&str> = of_class.map(|row| row["NPK"].as_str().unwrap()).collect();
    listed.sort_unstable();
    let mut members: Vec<_> = university.mbkm_members(class).iter().map(|guest| guest.npk()).collect();
    members.sort_unstable();
    assert_eq!(listed, members);
}

#[tokio::test]
async fn a_large_class_streams() {
    let campus = Campus::builder()
        .students(100)
        .with_large_class("Kuliah Umum", "A", "11", 50_000)
        .start()
        .await
        .unwrap();
    let rows = post(
        &campus,
        "/class/students",
        json!({"nama_mk": "Kuliah Umum", "nama_kelas": "A", "program_id": 11}),
    )
    .await;
    assert_eq!(rows.len(), 50_000);
    let numbers: HashSet<&str> = rows.iter().map(|row| row["NPK"].as_str().unwrap()).collect();
    assert_eq!(numbers.len(), 50_000);
}

#[tokio::test]
async fn unknown_paths_and_invalid_requests_are_errors() {
    let campus = campus().await;
    assert_eq!(try_get(&campus, "/nothing").await.unwrap().status(), 404);
    assert_eq!(try_get(&campus, "/class/students").await.unwrap().status(), 405);
    let bad = reqwest::Client::new()
        .post(format!("{}/class/students", campus.source_url()))
        .body("{");
    let reply = bad.send().await.unwrap();
    assert_eq!(reply.status(), 400);
    assert_eq!(reply.json::<Value>().await.unwrap()["msg"], "Error");
}

#[tokio::test]
async fn status_fault_lasts_as_long_as_queued() {
    let campus = campus().await;
    campus.faults().next(
        "/classes",
        1,
        Fault::Status {
            status: 429,
            retry_after: Some(3),
        },
    );
    campus.faults().next(
        "/classes",
        1,
        Fault::Status {
            status: 503,
            retry_after: None,
        },
    );
    let busy = try_get(&campus, "/classes").await.unwrap();
    assert_eq!(
        (busy.status().as_u16(), busy.headers()["retry-after"].to_str().unwrap()),
        (429, "3")
    );
    assert_eq!(try_get(&campus, "/classes").await.unwrap().status(), 503);
    assert_eq!(try_get(&campus, "/courses").await.unwrap().status(), 200);
    assert_eq!(try_get(&campus, "/classes").await.unwrap().status(), 200);
    assert_eq!(campus.requests("/classes"), 3);
}

#[tokio::test]
async fn connections_break_as_queued() {
    let campus = campus().await;
    campus.faults().next("/teachers", 1, Fault::NoAnswer);
    assert!(try_get(&campus, "/teachers").await.is_err());
    campus.faults().next("/teachers", 1, Fault::CloseHalfway);
    let begun = try_get(&campus, "/teachers").await.unwrap();
    assert_eq!(begun.status(), 200);
    assert!(begun.bytes().await.is_err());
    campus.faults().next("/teachers", 1, Fault::Truncated);
    let cut = try_get(&campus, "/teachers").await.unwrap().text().await.unwrap();
    assert!(cut.starts_with("{\"msg\":\"Success\"") && serde_json::from_str::<Value>(&cut).is_err());
}

#[tokio::test]
async fn faults_corrupt_lists() {
    let campus = campus().await;
    let whole = get(&campus, "/courses").await.as_array().unwrap().len();
    let rows = async |fault| {
        campus.faults().next("/courses", 1, fault);
        get(&campus, "/courses").await.as_array().unwrap().clone()
    };
    assert!(rows(Fault::Empty).await.is_empty());
    assert_eq!(rows(Fault::DropLast(3)).await.len(), whole - 3);
    let repeated = rows(Fault::RepeatFirst(2)).await;
    assert_eq!((repeated.len(), &repeated[whole]), (whole + 2, &repeated[0]));
    let raw = rows(Fault::RawRows(vec![
        (1, "17".to_owned()),
        (99_999, "null".to_owned()),
        (0, "{}".to_owned()),
    ]))
    .await;
    assert_eq!(
        (&raw[0], &raw[2], &raw[whole + 2]),
        (&json!({}), &json!(17), &Value::Null)
    );
    assert_eq!(rows(Fault::Delay(Duration::from_millis(1))).await.len(), whole);
    campus.faults().next("/courses", 1, Fault::Html);
    assert!(
        try_get(&campus, "/courses")
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
            .starts_with("<!doctype")
    );
    campus
        .faults()
        .next("/courses", 1, Fault::ErrorReply("tutup".to_owned()));
    let refused: Value = try_get(&campus, "/courses").await.unwrap().json().await.unwrap();
    assert_eq!(refused, json!({"msg": "Error", "data": "tutup"}));
    campus.faults().always("/courses", Fault::Empty);
    campus.faults().clear();
    assert_eq!(get(&campus, "/courses").await.as_array().unwrap().len(), whole);
}

#[tokio::test]
async fn rows_can_move() {
    let campus = campus().await;
    let before = get(&campus, "/teachers").await;
    let key = |place: usize| before[place]["nik"].as_str().unwrap().to_owned();
    campus.changes().set("/teachers", &key(0), "hp", "0800");
    campus.changes().remove("/teachers", &key(1));
    campus
        .changes()
        .add("/teachers", json!({"nik": "1", "nama_lengkap": "Baru"}));
    let after = get(&campus, "/teachers").await;
    let count = before.as_array().unwrap().len();
    assert_eq!(after.as_array().unwrap().len(), count);
    assert_eq!(
        (&after[0]["hp"], &after[0]["email"]),
        (&json!("0800"), &before[0]["email"])
    );
    assert_eq!((&after[1], &after[count - 1]["nik"]), (&before[2], &json!("1")));
    campus.changes().clear();
    assert_eq!(get(&campus, "/teachers").await, before);
}

#[tokio::test]
async fn students_move_in_one_class_or_in_all() {
    let campus = campus().await;
    let student = campus.university().student(0);
    let classes = campus.university().classes_of(0);
    let (one, other) = (class_body(&campus, classes[0]), class_body(&campus, classes[1]));
    let find = async |body: &Value| {
        let rows = post(&campus, "/class/students", body.clone()).await;
        rows.into_iter().find(|row| row["NPK"] == student.npk())
    };
    campus.changes().set("/class/students", &student.npk(), "HP", "0800");
    assert_eq!(find(&one).await.unwrap()["HP"], "0800");
    assert_eq!(find(&other).await.unwrap()["HP"], "0800");
    let text = |name: &str| one[name].as_str().unwrap();
    let here = format!(
        "{}/{}/{}/{}",
        text("program_id"),
        text("nama_mk"),
        text("nama_kelas"),
        student.npk()
    );
    campus.changes().remove("/class/students", &here);
    assert!(find(&one).await.is_none() && find(&other).await.is_some());
    let mut fresh = one.clone();
    fresh["NPK"] = json!("999999");
    campus.changes().add("/class/students", fresh);
    let has_fresh = async |body: &Value| {
        post(&campus, "/class/students", body.clone())
            .await
            .iter()
            .any(|row| row["NPK"] == "999999")
    };
    assert!(has_fresh(&one).await && !has_fresh(&other).await);
}

#[tokio::test]
async fn teachings_move() {
    let campus = campus().await;
    let before = get(&campus, "/teachings").await;
    let (nik, teachings) = before
        .as_object()
        .unwrap()
        .iter()
        .find(|(_, list)| list.as_array().unwrap().len() > 1)
        .unwrap();
    let kelas_id = teachings[0]["kelas_id"].as_str().unwrap();
    campus.changes().remove("/teachings", &format!("{nik}/{kelas_id}"));
    campus.changes().add("/teachings", json!({"nik": nik, "kelas_id": "X"}));
    campus.changes().add("/teachings", json!({"nik": "1", "kelas_id": "Y"}));
    let after = get(&campus, "/teachings").await;
    let now = after[nik].as_array().unwrap();
    assert_eq!(now.len(), teachings.as_array().unwrap().len());
    assert_eq!((&now[0], &now[now.len() - 1]["kelas_id"]), (&teachings[1], &json!("X")));
    assert_eq!(after["1"][0]["kelas_id"], "Y");
}

#[tokio::test]
async fn stopped_campus_answers_no_request() {
    let campus = campus().await;
    let url = format!("{}/classes", campus.source_url());
    campus.shutdown();
    // The listener is dropped with its task, at the runtime's next turn.
    tokio::task::yield_now().await;
    assert!(reqwest::get(url).await.is_err());
}
