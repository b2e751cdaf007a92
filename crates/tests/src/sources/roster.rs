//! The campus as OneRoster 1.2 files in a zip.

use super::campus::Table;
use std::{
    collections::{BTreeMap, HashMap},
    fs::File,
    io::Write,
};
use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

/// One file of the zip.
struct Member {
    name: &'static str,
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Member {
    fn new(name: &'static str, headings: &[&str]) -> Self {
        Self {
            name,
            headings: headings.iter().map(|heading| (*heading).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    fn row(&mut self, cells: &[&str]) {
        assert_eq!(cells.len(), self.headings.len());
        self.rows.push(cells.iter().map(|cell| (*cell).to_owned()).collect());
    }
}

pub fn roster_folder(tables: &[Table]) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut zip = ZipWriter::new(File::create(folder.path().join("oneroster.zip")).unwrap());
    for member in members(tables) {
        zip.start_file(member.name, SimpleFileOptions::default()).unwrap();
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&member.headings).unwrap();
        for row in &member.rows {
            writer.write_record(row).unwrap();
        }
        zip.write_all(&writer.into_inner().unwrap()).unwrap();
    }
    zip.finish().unwrap();
    folder
}

fn members(tables: &[Table]) -> Vec<Member> {
    let list = |name: &str| Table::named(tables, name);
    let mut sessions = Member::new(
        "academicSessions.csv",
        &[
            "sourcedId",
            "status",
            "title",
            "type",
            "parentSourcedId",
            "startDate",
            "endDate",
        ],
    );
    let (years, semesters) = (list("academic_years"), list("semesters"));
    for row in &years.rows {
        let of = |field| years.get(row, field);
        sessions.row(&[
            of("kode_tahun_ajaran"),
            "active",
            of("nama_tahun_ajaran"),
            "schoolYear",
            "",
            "",
            "",
        ]);
    }
    for row in &semesters.rows {
        let of = |field| semesters.get(row, field);
        let cells = [
            of("kode_semester"),
            "active",
            of("nama_semester"),
            "semester",
            of("kode_tahun_ajaran"),
            of("tanggal_mulai"),
            of("tanggal_selesai"),
        ];
        sessions.row(&cells);
    }

    let mut orgs = Member::new(
        "orgs.csv",
        &[
            "sourcedId",
            "name",
            "type",
            "identifier",
            "parentSourcedId",
            "metadata.kampus.nama_program",
            "metadata.kampus.kode_semester",
            "metadata.kampus.kode_prodi",
            "metadata.kampus.nama_prodi",
        ],
    );
    let (departments, programs) = (list("departments"), list("programs"));
    for row in &departments.rows {
        let of = |field| departments.get(row, field);
        let id = format!("d-{}", of("kode_jurusan"));
        let (prodi, name) = (of("kode_prodi"), of("nama_prodi"));
        orgs.row(&[
            &id,
            of("nama_jurusan"),
            "department",
            of("kode_jurusan"),
            "",
            "",
            "",
            prodi,
            name,
        ]);
    }
    for row in &programs.rows {
        let of = |field| programs.get(row, field);
        let parent = format!("d-{}", of("kode_jurusan"));
        let (program, semester) = (of("nama_program"), of("kode_semester"));
        orgs.row(&[
            of("program_id"),
            of("nama_prodi"),
            "school",
            of("kode_prodi"),
            &parent,
            program,
            semester,
            "",
            "",
        ]);
    }

    let mut courses = Member::new(
        "courses.csv",
        &[
            "sourcedId",
            "title",
            "courseCode",
            "orgSourcedId",
            "metadata.kurikulum",
            "metadata.nama_matakuliah_id",
        ],
    );
    let of_courses = list("courses");
    let mut course_ids = HashMap::new();
    for row in &of_courses.rows {
        let of = |field| of_courses.get(row, field);
        let (id, title, org) = (of("matakuliah_id"), of("nama_matakuliah"), of("program_id"));
        courses.row(&[
            id,
            title,
            of("kode_matakuliah"),
            org,
            of("kurikulum"),
            of("nama_matakuliah_id"),
        ]);
        course_ids.insert((title, org), id);
    }

    let beside = ["jam_mulai", "jam_selesai", "status_matakuliah", "jumlah_sks", "hari"];
    let mut headings = vec![
        "sourcedId",
        "title",
        "classCode",
        "courseSourcedId",
        "termSourcedIds",
        "schoolSourcedId",
    ];
    let names: Vec<String> = beside.iter().map(|field| format!("metadata.x.{field}")).collect();
    headings.extend(names.iter().map(String::as_str));
    let mut classes = Member::new("classes.csv", &headings);
    let of_classes = list("classes");
    let (mut class_ids, mut class_of_code) = (HashMap::new(), HashMap::new());
    for row in &of_classes.rows {
        let of = |field| of_classes.get(row, field);
        let (id, course, org) = (of("jadwal_kuliah_detail_id"), of("nama_mata_kuliah"), of("program_id"));
        let mut cells = vec![
            id,
            of("nama_kelas"),
            of("kelas_id"),
            course_ids[&(course, org)],
            of("semester"),
            org,
        ];
        cells.extend(beside.iter().map(|field| of(field)));
        classes.row(&cells);
        class_ids.insert((course, of("nama_kelas"), org), id);
        class_ids.insert((course, of("nama_kelas"), ""), id);
        class_of_code.insert((of("kelas_id"), course), id);
    }
    vec![
        vec![sessions, orgs, courses, classes],
        people(tables, &class_ids, &class_of_code),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn people(
    tables: &[Table],
    class_ids: &HashMap<(&str, &str, &str), &str>,
    class_of_code: &HashMap<(&str, &str), &str>,
) -> Vec<Member> {
    let mut users = Member::new(
        "users.csv",
        &[
            "sourcedId",
            "username",
            "identifier",
            "givenName",
            "familyName",
            "email",
            "phone",
            "metadata.angkatan",
            "metadata.mbkm",
            "metadata.nama_lengkap",
            "metadata.gelar_awal",
            "metadata.gelar_akhir",
            "metadata.nip",
        ],
    );
    let mut roles = Member::new("roles.csv", &["sourcedId", "userSourcedId", "roleType", "role"]);
    let mut enrolments = Member::new(
        "enrollments.csv",
        &["sourcedId", "classSourcedId", "userSourcedId", "role"],
    );
    let mut demographics = Member::new("demographics.csv", &["sourcedId", "sex"]);

    let teachers = Table::named(tables, "teachers");
    for row in &teachers.rows {
        let of = |field| teachers.get(row, field);
        let id = format!("t-{}", of("nik"));
        users.row(&[
            &id,
            of("nik"),
            of("nik"),
            of("nama_depan"),
            of("nama_belakang"),
            of("email"),
            of("hp"),
            "",
            "",
            of("nama_lengkap"),
            of("gelar_awal"),
            of("gelar_akhir"),
            of("nip"),
        ]);
        roles.row(&[&format!("r-{id}"), &id, "primary", "teacher"]);
        // Heads of a program have the office's role as well.
        if roles.rows.len() % 5 == 1 {
            roles.row(&[&format!("a-{id}"), &id, "secondary", "administrator"]);
        }
    }
    let teachings = Table::named(tables, "teachings");
    for row in &teachings.rows {
        let of = |field| teachings.get(row, field);
        let class = class_of_code[&(of("kelas_id"), of("nama_mata_kuliah"))];
        let number = enrolments.rows.len().to_string();
        enrolments.row(&[&number, class, &format!("t-{}", of("nik")), "teacher"]);
    }

    let mut known = BTreeMap::new();
    let spellings = [
        ("class_students", "nama_lengkap", "jenis_kelamin", "email", "false"),
        ("mbkm_students", "NamaLengkap", "JenisKelamin", "Email", "true"),
    ];
    for (list, name, sex, email, guest) in spellings {
        let students = Table::named(tables, list);
        for row in &students.rows {
            let of = |field| students.get(row, field);
            let id = format!("s-{}", of("NPK"));
            if known.insert(id.clone(), ()).is_none() {
                let (given, family) = of(name).rsplit_once(' ').unwrap_or((of(name), "-"));
                users.row(&[
                    &id,
                    &id,
                    of("NPK"),
                    given,
                    family,
                    of(email),
                    of("HP"),
                    of("angkatan"),
                    guest,
                    "",
                    "",
                    "",
                    "",
                ]);
                roles.row(&[&format!("r-{id}"), &id, "primary", "student"]);
                demographics.row(&[&id, if of(sex) == "L" { "male" } else { "female" }]);
            }
            let class = match of("jadwal_kuliah_detail_id") {
                "" => class_ids[&(of("nama_mk"), of("nama_kelas"), of("program_id"))],
                id => id,
            };
            let number = enrolments.rows.len().to_string();
            enrolments.row(&[&number, class, &id, "student"]);
        }
    }
    vec![users, roles, enrolments, demographics]
}
