//! A small campus: a test writes its lists row by row.

use crate::{
    database::Database,
    harness::{Client, Server},
};
use selaras_source::{FilesSettings, SourceSettings, Ways};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    sync::{Arc, Mutex},
};
use tempfile::TempDir;
use wiremock::{Mock, MockServer, Request, ResponseTemplate, matchers::any};

type Lists = BTreeMap<&'static str, Vec<Value>>;

/// How the source gives its lists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Students class by class, as the web service does.
    Http,
    /// One file for a list.
    Files,
}
pub use By::{Files, Http};

/// A small campus, one server that reads it, and a Moodle.
pub struct Small {
    pub server: Server,
    pub admin: Client,
    lists: Arc<Mutex<Lists>>,
    pub folder: TempDir,
    _http: MockServer,
}

/// A course called Algoritma.
pub fn course(id: &str, code: &str) -> Value {
    json!({ "matakuliah_id": id, "kode_matakuliah": code, "kurikulum": "2024", "program_id": "11",
        "nama_matakuliah": "Algoritma" })
}

/// A class of it.
pub fn class(id: &str, name: &str) -> Value {
    json!({ "jadwal_kuliah_detail_id": id, "kelas_id": format!("IF101-{name}"), "nama_kelas": name,
        "nama_mata_kuliah": "Algoritma", "semester": "20261", "program_id": "11" })
}

/// A student in a class.
pub fn student(npk: &str, class: &str) -> Value {
    json!({ "NPK": npk, "nama_lengkap": format!("Mahasiswa {npk}"), "email": format!("{npk}@mhs.example"),
        "nama_mk": "Algoritma", "nama_kelas": class, "program_id": "11" })
}

/// The teaching of the one teacher in a class.
pub fn teaching(class: &str) -> Value {
    json!({ "nik": "1970", "kelas_id": format!("IF101-{class}"), "nama_mata_kuliah": "Algoritma",
        "program_id": "11", "nama_kelas": class })
}

impl Small {
    /// The campus with one course, and these classes, students and teachings.
    pub async fn start(on: Database, by: By, classes: &[Value], students: &[Value], teachings: &[Value]) -> Self {
        let teacher = json!({ "nik": "1970", "nama_lengkap": "Siti Rahayu", "email": "siti@kampus.example" });
        let lists = Lists::from([
            ("courses", vec![course("4711", "IF101")]),
            ("classes", classes.to_vec()),
            ("class_students", students.to_vec()),
            ("teachers", vec![teacher]),
            ("teachings", teachings.to_vec()),
        ]);
        let (lists, folder, http) = (
            Arc::new(Mutex::new(lists)),
            TempDir::new().unwrap(),
            MockServer::start().await,
        );
        let served = Arc::clone(&lists);
        let answer = move |request: &Request| answer(&served.lock().unwrap(), request);
        Mock::given(any()).respond_with(answer).mount(&http).await;
        let ways = Ways {
            name: "OCAS".to_owned(),
            sql: None,
            files: match by {
                Files => FilesSettings::new(folder.path().to_owned()),
                Http => FilesSettings::default(),
            },
            http: (by == Http).then(|| SourceSettings::new(http.uri().parse().unwrap())),
        };
        let server = Server::with(on).sources(ways).start().await;
        let small = Self {
            admin: server.sign_in().await,
            server,
            lists,
            folder,
            _http: http,
        };
        small.write();
        small
    }

    /// Replaces a list at the source.
    pub fn set(&self, list: &'static str, rows: &[Value]) {
        self.lists.lock().unwrap().insert(list, rows.to_vec());
        self.write();
    }

    fn write(&self) {
        for (list, rows) in self.lists.lock().unwrap().iter() {
            fs::write(self.folder.path().join(format!("{list}.csv")), csv(rows)).unwrap();
        }
    }

    /// Syncs all lists that have rows.
    pub async fn sync(&self) {
        for (list, kind) in [
            ("courses", "matakuliah"),
            ("classes", "kelas"),
            ("teachers", "dosen"),
            ("class_students", "mahasiswa"),
            ("teachings", "mengajar"),
        ] {
            let is_empty = self.lists.lock().unwrap()[list].is_empty();
            if !is_empty {
                self.admin.sync(kind).await;
            }
        }
    }

    /// Sends all to Moodle and enrols.
    pub async fn send(&self) {
        for kind in ["matakuliah", "kelas", "dosen", "mahasiswa"] {
            self.admin.export(kind, json!({})).await.ok();
        }
        for kind in ["mahasiswa", "mengajar"] {
            self.admin.act(&format!("{kind}/enroll"), json!({})).await.ok();
        }
    }

    /// The enrolments of a kind: number, class, state, and whether the source lists it.
    pub async fn enrolments(&self, kind: &str) -> BTreeSet<(String, String, String, bool)> {
        let rows = self.admin.rows(kind).await;
        let number = if kind == "mengajar" { "nik" } else { "NPK" };
        let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
        rows.iter()
            .map(|row| {
                let listed = row["missing_since"].is_null();
                (text(row, number), text(row, "nama_kelas"), text(row, "enroll"), listed)
            })
            .collect()
    }

    /// True if all students are enrolled.
    pub async fn all_students_are_enrolled(&self) -> bool {
        let students = self.enrolments("mahasiswa").await;
        students.iter().all(|(.., state, _)| state == "sudah")
    }

    /// Usernames of the members of a class's group.
    pub fn members(&self, class: &str) -> BTreeSet<String> {
        let moodle = self.server.moodle();
        let group = moodle.group_by_idnumber(&format!("selaras:kelas:{class}")).unwrap();
        let members = moodle.members(group).into_iter();
        members.map(|user| moodle.user(user).unwrap().username).collect()
    }
}

/// The columns of all rows, in any order.
fn csv(rows: &[Value]) -> String {
    let columns: BTreeSet<_> = rows.iter().flat_map(|row| row.as_object().unwrap().keys()).collect();
    let columns: Vec<_> = columns.into_iter().map(String::as_str).collect();
    let line = |row: &Value| {
        let cells = columns.iter().map(|column| row[*column].as_str().unwrap_or_default());
        cells.collect::<Vec<_>>().join(",") + "\n"
    };
    columns.join(",") + "\n" + &rows.iter().map(line).collect::<String>()
}

fn answer(lists: &Lists, request: &Request) -> ResponseTemplate {
    let ok = |rows: Value| ResponseTemplate::new(200).set_body_json(rows);
    match request.url.path() {
        "/class/students" => {
            let class: Value = request.body_json().unwrap();
            let is_asked = |row: &&Value| {
                ["nama_mk", "nama_kelas", "program_id"]
                    .iter()
                    .all(|name| row[*name] == class[*name])
            };
            let rows: Vec<_> = lists["class_students"].iter().filter(is_asked).collect();
            match rows.is_empty() {
                true => ResponseTemplate::new(404).set_body_json(json!({ "message": "No query results." })),
                false => ok(json!(rows)),
            }
        }
        "/teachings" => {
            let mut of_teachers: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
            for row in &lists["teachings"] {
                of_teachers.entry(row["nik"].as_str().unwrap()).or_default().push(row);
            }
            ok(json!(of_teachers))
        }
        path => match lists.get(path.trim_start_matches('/')) {
            Some(rows) => ok(json!(rows)),
            None => ResponseTemplate::new(404),
        },
    }
}
