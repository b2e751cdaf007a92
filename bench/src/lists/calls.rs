//! The measured calls: pages, orders, filters and searches of the lists, the search over everything, and single pages.

use super::{
    fill::{ENROLMENTS_OF_100, IN_A_CLASS, REASON, number},
    names::{address, course, name, telephone},
};
use reqwest::Method;
use serde_json::{Value, json};

/// A measured call.
pub(crate) struct Call {
    /// Its description.
    pub(crate) label: String,
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) body: Option<Value>,
    /// True if only the first request is measured, with nothing cached.
    pub(crate) first_only: bool,
}

/// A list: its call, its name, and its sort columns.
struct List {
    label: &'static str,
    path: &'static str,
    method: Method,
    columns: &'static [&'static str],
}

const STUDENTS: List = List {
    label: "students",
    path: "mahasiswa/get",
    method: Method::POST,
    columns: &[
        "nama_mk",
        "nama_kelas",
        "program_id",
        "NPK",
        "nama_lengkap",
        "angkatan",
        "jenis_kelamin",
        "HP",
        "email",
        "nama_depan",
        "nama_belakang",
        "kode_kelas",
        "migration",
        "enroll",
        "missing_since",
        "synced_at",
        "exported_at",
    ],
};
const PEOPLE: List = List {
    label: "people",
    path: "people/mahasiswa",
    method: Method::GET,
    columns: &[
        "NPK",
        "nama_lengkap",
        "angkatan",
        "email",
        "migration",
        "synced_at",
        "exported_at",
    ],
};
const OTHERS: [List; 4] = [
    List {
        label: "classes",
        path: "kelas/get",
        method: Method::GET,
        columns: &[
            "jadwal_kuliah_detail_id",
            "kelas_id",
            "nama_kelas",
            "nama_mata_kuliah",
            "semester",
            "program_id",
            "jam_mulai",
            "status_matakuliah",
            "jumlah_sks",
            "hari",
            "kode_kelas",
            "migration",
            "synced_at",
        ],
    },
    List {
        label: "courses",
        path: "matakuliah/get",
        method: Method::GET,
        columns: &[
            "kode_matakuliah",
            "nama_matakuliah",
            "kurikulum",
            "program_id",
            "migration",
        ],
    },
    List {
        label: "teachers",
        path: "dosen/get",
        method: Method::GET,
        columns: &[
            "nik",
            "nama_lengkap",
            "gelar_awal",
            "nama_depan",
            "nip",
            "email",
            "hp",
            "migration",
            "exported_at",
        ],
    },
    List {
        label: "teachings",
        path: "mengajar/get",
        method: Method::POST,
        columns: &[
            "nik",
            "kelas_id",
            "nama_mata_kuliah",
            "program_id",
            "nama_kelas",
            "enroll",
            "missing_since",
        ],
    },
];

impl List {
    fn call(&self, what: &str, query: &str) -> Call {
        Call {
            label: format!("{}: {what}", self.label),
            method: self.method.clone(),
            path: format!("{}?per_page=10&{query}", self.path),
            body: (self.method == Method::POST).then(|| json!({})),
            first_only: false,
        }
    }
}

fn encoded(typed: &str) -> String {
    typed.replace(' ', "%20").replace('@', "%40")
}

/// The searches: their type, and the text.
fn searches(students: usize) -> Vec<(&'static str, String)> {
    let middle = students / 2 + 1;
    let phone = telephone(middle);
    let (_, topic) = course(students / 100);
    vec![
        ("a rare name", "oetoyo".to_owned()),
        ("a common name", "siti".to_owned()),
        ("part of a common name", "santos".to_owned()),
        ("a full name", name(middle)),
        ("two common letters", "an".to_owned()),
        ("a number", number(middle)),
        ("the tail of a number", number(middle)[4..].to_owned()),
        ("the tail of a telephone number", phone[phone.len() - 6..].to_owned()),
        ("an address", address(middle, &name(middle))),
        ("a part of all addresses", "nusantara".to_owned()),
        ("a course", topic),
        ("a topic", "algoritma".to_owned()),
        ("nothing that is there", "tidak-ada-xyz".to_owned()),
        ("nothing, of common parts", "sitian".to_owned()),
    ]
}

/// All calls for a campus of this many students.
pub(crate) fn calls(students: usize) -> Vec<Call> {
    let mut calls = Vec::new();
    let enrolments = students * ENROLMENTS_OF_100 / 100;
    let (last, middle) = (enrolments.div_ceil(10) - 1, enrolments / 20);
    calls.push(STUDENTS.call("first page", "page=0"));
    calls.push(STUDENTS.call("second page", "page=1"));
    for (order, query) in [
        ("", ""),
        (" by name", "&sort=nama_lengkap"),
        (" by course", "&sort=nama_mk"),
    ] {
        let mut first = STUDENTS.call(
            &format!("first look into the middle{order}"),
            &format!("page={middle}{query}"),
        );
        first.first_only = true;
        calls.push(first);
        calls.push(STUDENTS.call(
            &format!("a page in the middle{order}"),
            &format!("page={}{query}", middle + 7),
        ));
        calls.push(STUDENTS.call(&format!("last page{order}"), &format!("page={last}{query}")));
    }
    for column in STUDENTS.columns {
        for order in ["asc", "desc"] {
            let what = format!("by {column}, {order}");
            calls.push(STUDENTS.call(&what, &format!("page=0&sort={column}&order={order}")));
        }
    }
    let failed_for = format!("reason={REASON}");
    for filter in [
        "migration=sudah",
        "migration=belum",
        "migration=gagal",
        "enroll=sudah",
        "enroll=gagal",
        "enroll=ditangguhkan",
        "missing=true",
        "missing=false",
        "missing=true&enroll=sudah",
        "migration=gagal&enroll=gagal",
        &failed_for,
        "program_id=11",
        "angkatan=2024",
        "jenis_kelamin=P",
        "nama_mk=Algoritma%20I",
        "migration=sudah&sort=nama_lengkap",
        "enroll=gagal&sort=nama_lengkap&order=desc",
        "angkatan=2024&migration=belum&sort=email",
        "nama_mk=Algoritma%20I&nama_kelas=A&program_id=11",
    ] {
        calls.push(STUDENTS.call(filter, &format!("page=0&{filter}")));
    }
    calls.push(STUDENTS.call("migration=gagal, fourth page", "page=3&migration=gagal"));
    for (what, typed) in searches(students) {
        let typed = encoded(&typed);
        calls.push(STUDENTS.call(&format!("search for {what}"), &format!("page=0&q={typed}")));
        let everywhere = format!("search over everything for {what}");
        calls.push(page(&everywhere, format!("search?q={typed}")));
    }
    for query in [
        "q=siti&sort=nama_lengkap",
        "q=siti&migration=gagal",
        "q=siti&angkatan=2024&sort=email",
    ] {
        calls.push(STUDENTS.call(query, &format!("page=0&{query}")));
    }
    calls.push(STUDENTS.call("q=siti, sixth page", "page=5&q=siti"));
    calls.extend(people(students));
    for list in &OTHERS {
        calls.push(list.call("first page", "page=0"));
        calls.push(list.call("a page inside", &format!("page={}", students / 1000)));
        if list.label == "classes" {
            // A number stored as text is sorted by its length first.
            let middle = enrolments / IN_A_CLASS / 20;
            calls.push(list.call(
                "a page in the middle by jumlah_sks",
                &format!("page={middle}&sort=jumlah_sks"),
            ));
        }
        for column in list.columns {
            calls.push(list.call(&format!("by {column}"), &format!("page=0&sort={column}")));
        }
        for (what, typed) in [
            ("a common name", "siti"),
            ("a course", "algoritma"),
            ("nothing", "tidak-ada-xyz"),
        ] {
            calls.push(list.call(&format!("search for {what}"), &format!("page=0&q={typed}")));
        }
    }
    calls.push(summary());
    calls.push(page(
        "a person's page",
        format!("people/mahasiswa/{}", number(students / 2)),
    ));
    calls
}

/// The calls of the list of people.
fn people(students: usize) -> Vec<Call> {
    let (middle, last) = (students / 20, students.div_ceil(10) - 1);
    let mut calls = vec![
        PEOPLE.call("first page", "page=0"),
        PEOPLE.call("last page", &format!("page={last}")),
        PEOPLE.call("a page in the middle", &format!("page={middle}")),
    ];
    for column in PEOPLE.columns {
        calls.push(PEOPLE.call(&format!("by {column}"), &format!("page=0&sort={column}")));
    }
    let failed_for = format!("reason={REASON}");
    for filter in [
        "migration=sudah",
        "migration=gagal",
        "enroll=sudah",
        "enroll=gagal",
        "enroll=ditangguhkan",
        "missing=true",
        "missing=false",
        "missing=true&enroll=sudah",
        "migration=gagal&enroll=gagal",
        &failed_for,
        "angkatan=2024",
        "enroll=gagal&sort=nama_lengkap&order=desc",
        "q=siti&migration=gagal",
        "q=siti&enroll=gagal",
        "q=algoritma&enroll=gagal",
    ] {
        calls.push(PEOPLE.call(filter, &format!("page=0&{filter}")));
    }
    for (what, typed) in searches(students) {
        let typed = encoded(&typed);
        calls.push(PEOPLE.call(&format!("search for {what}"), &format!("page=0&q={typed}")));
    }
    calls
}

/// The main page's numbers.
pub(crate) fn summary() -> Call {
    page("summary", "summary".to_owned())
}

fn page(label: &str, path: String) -> Call {
    Call {
        label: label.to_owned(),
        method: Method::GET,
        path,
        body: None,
        first_only: false,
    }
}
