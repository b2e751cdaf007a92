//! The same university as a PDDikti Neo Feeder serves it: one address, an act in the body, a token that expires soon.
//!
//! Field names and the shape of replies are those of the public manual of Feeder's web service. It has the data reported to
//! the ministry: no e-mail address, no telephone, no day and hour of a class, no department.

use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use crate::generator::University;

/// Calls per token. A real one expires by time; with calls, a test needs no clock.
const CALLS: u32 = 20;
/// The most rows per call, whatever the request says.
const MOST: usize = 500;
/// The accepted user name.
const USERNAME: &str = "operator";
/// The accepted password.
const PASSWORD: &str = "rahasia-feeder";

/// The feeder's state.
#[derive(Default)]
pub(super) struct Feeder {
    /// How many tokens were issued, and the remaining calls of the last one.
    token: Mutex<(u64, u32)>,
}

impl Feeder {
    /// Answers one call.
    pub(super) fn answer(&self, university: &University, body: &[u8]) -> Value {
        let Ok(requested) = serde_json::from_slice::<Value>(body) else {
            return refusal(108, "Invalid JSON");
        };
        let text = |name: &str| requested.get(name).and_then(Value::as_str).unwrap_or_default();
        let mut token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        if text("act") == "GetToken" {
            if (text("username"), text("password")) != (USERNAME, PASSWORD) {
                return refusal(12, "Username atau password salah");
            }
            *token = (token.0 + 1, CALLS);
            return json!({"error_code": 0, "error_desc": "", "data": {"token": format!("feeder-{}", token.0)}});
        }
        if token.1 == 0 || text("token") != format!("feeder-{}", token.0) {
            return refusal(100, "Invalid Token. Token tidak ada atau token sudah expired.");
        }
        token.1 -= 1;
        let number = |name: &str| text(name).parse::<usize>().ok();
        let semester = semester_of(text("filter"));
        let rows = match rows(university, text("act"), semester) {
            Some(rows) => rows,
            None => return refusal(109, "Nama fungsi tidak ditemukan"),
        };
        let limit = number("limit").unwrap_or(MOST).min(MOST);
        let data: Vec<Value> = rows.skip(number("offset").unwrap_or_default()).take(limit).collect();
        json!({"error_code": 0, "error_desc": "", "jumlah": data.len(), "data": data})
    }
}

fn refusal(code: u32, text: &str) -> Value {
    json!({"error_code": code, "error_desc": text, "data": []})
}

/// The semester in a condition: `id_semester='20261'`; for study plans `id_periode='20261'`.
fn semester_of(filter: &str) -> Option<&str> {
    let (_, after) = filter.split_once("id_semester").or(filter.split_once("id_periode"))?;
    after
        .trim_start()
        .strip_prefix('=')?
        .trim_start()
        .strip_prefix('\'')?
        .split('\'')
        .next()
}

type Rows<'a> = Box<dyn Iterator<Item = Value> + 'a>;

fn rows<'a>(university: &'a University, act: &str, semester: Option<&'a str>) -> Option<Rows<'a>> {
    let classes = move || {
        (0..university.classes())
            .filter(move |at| semester.is_none_or(|wanted| university.class(*at).semester == wanted))
    };
    Some(match act {
        "GetTahunAjaran" => Box::new(university.academic_years().into_iter().map(move |year| {
            json!({"id_tahun_ajaran": year.kode_tahun_ajaran, "nama_tahun_ajaran": year.nama_tahun_ajaran, "a_periode_aktif": "1"})
        })),
        "GetSemester" => Box::new(university.semesters().into_iter().map(|semester| {
            json!({
                "id_semester": semester.kode_semester, "id_tahun_ajaran": semester.kode_tahun_ajaran,
                "nama_semester": semester.nama_semester, "a_periode_aktif": "1",
                "tanggal_mulai": semester.tanggal_mulai, "tanggal_selesai": semester.tanggal_selesai,
            })
        })),
        "GetProdi" => Box::new(university.programs().into_iter().map(|program| {
            json!({
                "id_prodi": program.program_id, "kode_program_studi": program.kode_prodi,
                "nama_program_studi": program.nama_prodi, "status": "A", "nama_jenjang_pendidikan": "S1",
            })
        })),
        "GetListMataKuliah" => Box::new((0..university.courses()).map(move |at| {
            let course = university.course(at);
            json!({
                "id_matkul": course.matakuliah_id, "kode_mata_kuliah": course.kode_matakuliah,
                "nama_mata_kuliah": course.nama_mata_kuliah.nama_matakuliah, "id_prodi": course.program_id,
            })
        })),
        "GetListKelasKuliah" => Box::new(classes().map(move |at| {
            let class = university.class(at);
            json!({
                "id_kelas_kuliah": class.jadwal_kuliah_detail_id, "id_prodi": class.program_id,
                "id_semester": class.semester, "nama_mata_kuliah": class.nama_mata_kuliah,
                "nama_kelas_kuliah": class.nama_kelas, "sks": format!("{}.00", class.jumlah_sks),
            })
        })),
        "GetListDosen" => Box::new((0..university.teachers()).map(move |at| {
            let teacher = university.teacher(at);
            json!({"id_dosen": format!("dosen-{at}"), "nama_dosen": teacher.nama_lengkap, "nidn": teacher.nik, "nip": teacher.nip})
        })),
        "GetKRSMahasiswa" => Box::new(classes().flat_map(move |at| {
            let class = university.class(at);
            university.members(at).into_iter().map(move |student| {
                let student = university.student(student);
                json!({
                    "id_kelas": class.jadwal_kuliah_detail_id, "id_periode": class.semester,
                    "nama_kelas_kuliah": class.nama_kelas, "nama_mata_kuliah": class.nama_mata_kuliah, "id_prodi": class.program_id, "nim": student.npk(),
                    "nama_mahasiswa": student.name.to_string(), "angkatan": student.angkatan.to_string(),
                })
            })
        })),
        _ => return None,
    })
}
