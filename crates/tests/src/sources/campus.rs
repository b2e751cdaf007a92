//! One campus as tables: the rows of its web service, list by list.

use selaras_campus::Campus;
use selaras_kinds::{
    Field, Kind, jurusan::Jurusan, kelas::Kelas, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm,
    mata_kuliah::MataKuliah, mengajar::Mengajar, pengajar::Pengajar, prodi::Prodi, read_source_row, semester::Semester,
    tahun_ajaran::TahunAjaran,
};
use selaras_source::{Call, List, Source, SourceSettings};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// One list: its fields, and its rows with a text per field.
#[derive(Debug, Clone)]
pub struct Table {
    pub list: &'static List,
    pub columns: Vec<&'static str>,
    pub rows: BTreeSet<Vec<String>>,
}

impl Table {
    pub fn named<'a>(tables: &'a [Self], name: &str) -> &'a Self {
        tables.iter().find(|table| table.list.name() == name).unwrap()
    }

    /// The value of a field in a row.
    pub fn get<'a>(&self, row: &'a [String], field: &str) -> &'a str {
        let at = self.columns.iter().position(|column| *column == field);
        at.map_or("", |at| row[at].as_str())
    }
}

/// A campus with people that are hard to process.
pub async fn awkward_campus(students: usize) -> Campus {
    let campus = Campus::builder().students(students).start().await.unwrap();
    let class = campus.university().class(0);
    let at = |number: &str, name: &str| {
        json!({
            "NPK": number, "nama_lengkap": name, "nama_mk": class.nama_mata_kuliah, "nama_kelas": class.nama_kelas,
            "program_id": class.program_id, "angkatan": "2026", "jenis_kelamin": "P", "HP": "081200000000",
            "email": format!("{number}@mhs.nusantara.example"),
        })
    };
    for (number, name) in [
        ("000017", "Sukarno"),
        ("990001", "D'Angelo \"Dé\" Nuñez; dkk, S.Kom."),
        ("990002", "Aïsyah Müller"),
        ("990003", "R. Ng. Ronggowarsito\\II"),
        ("990004", "%s NULL -- 1=1"),
    ] {
        campus.changes().add("/class/students", at(number, name));
    }
    let university = campus.university();
    let courses = (0..university.courses()).map(|index| university.course(index));
    let courses: BTreeMap<_, _> = courses
        .map(|course| {
            let name = course.nama_mata_kuliah.nama_matakuliah.into_owned();
            ((name, course.program_id.into_owned()), course.matakuliah_id)
        })
        .collect();
    for class in (0..university.classes()).map(|index| university.class(index)) {
        let course = (class.nama_mata_kuliah.into_owned(), class.program_id.into_owned());
        let id = courses[&course].as_str();
        let key = &class.jadwal_kuliah_detail_id;
        campus.changes().set("/classes", key, "matakuliah_id", id);
    }
    campus
}

/// The campus's web service.
pub fn by_http(campus: &Campus) -> Source {
    Source::new(SourceSettings::new(campus.source_url().parse().unwrap())).unwrap()
}

/// All lists of `source`: whole if it sends them whole, otherwise class by class.
pub async fn tables(source: &Source) -> Vec<Table> {
    let classes = table::<Kelas>(source, &[Vec::new()]).await;
    let scopes = |fields: &[&'static str], of_class: &[&str]| -> Vec<Vec<(&'static str, String)>> {
        let values: BTreeSet<Vec<String>> = classes
            .rows
            .iter()
            .map(|row| {
                of_class
                    .iter()
                    .map(|field| classes.get(row, field).to_owned())
                    .collect()
            })
            .collect();
        values
            .into_iter()
            .map(|values| fields.iter().copied().zip(values).collect())
            .collect()
    };
    let scopes_of = |whole, fields: &[&'static str], of_class: &[&str]| match whole {
        true => vec![Vec::new()],
        false => scopes(fields, of_class),
    };
    let of_students = scopes_of(
        source.whole(&Mahasiswa::FEED).await.unwrap(),
        Mahasiswa::FEED.scope,
        &["nama_mata_kuliah", "nama_kelas", "program_id"],
    );
    let of_guests = scopes_of(
        source.whole(&MahasiswaMbkm::FEED).await.unwrap(),
        MahasiswaMbkm::FEED.scope,
        &["nama_mata_kuliah", "nama_kelas"],
    );
    let all = &[Vec::new()];
    vec![
        table::<TahunAjaran>(source, all).await,
        table::<Semester>(source, all).await,
        table::<Prodi>(source, all).await,
        table::<Jurusan>(source, all).await,
        table::<MataKuliah>(source, all).await,
        classes.clone(),
        table::<Pengajar>(source, all).await,
        table::<Mengajar>(source, all).await,
        table::<Mahasiswa>(source, &of_students).await,
        table::<MahasiswaMbkm>(source, &of_guests).await,
    ]
}

/// One list, requested with these scopes. Every row must be readable.
pub async fn table<K: Kind>(source: &Source, scopes: &[Vec<(&'static str, String)>]) -> Table {
    let list = List::named(K::FEED.name).unwrap();
    let mut rows = BTreeSet::new();
    for scope in scopes {
        let mut stream = source.rows(Call::scoped(&K::FEED, scope.clone()));
        while let Some(chunk) = stream.next().await.unwrap() {
            for raw in chunk {
                let raw = raw.unwrap();
                let row: K = read_source_row(&raw.json, scope, raw.group.as_deref()).unwrap();
                // A roster has the class's id in all lists, the web service only in that of guests.
                let has_ids = [Semester::NAME, Kelas::NAME, MahasiswaMbkm::NAME].contains(&K::NAME);
                let is_left_out = |field: &Field<K>| field.tie && !has_ids;
                let text = |field: &Field<K>| match is_left_out(field) {
                    true => String::new(),
                    false => (field.get)(&row).to_string(),
                };
                rows.insert(K::FIELDS.iter().map(text).collect());
            }
        }
    }
    Table {
        list,
        columns: list.columns(),
        rows,
    }
}
