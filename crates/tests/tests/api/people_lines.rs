//! Lists of people: one line a person, whatever the number of classes.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, Server, column, reversed},
};
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A campus with students in classes.
async fn with_students(on: Database) -> (Server, Client) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for kind in ["prodi", "matakuliah", "kelas", "mahasiswa"] {
        admin.sync(kind).await;
    }
    (server, admin)
}

async fn people(admin: &Client, query: &str) -> Vec<Value> {
    admin
        .get(&format!("{A}/people/mahasiswa?{query}"))
        .await
        .ok()
        .rows()
        .to_vec()
}

/// The rows of the specification's list that match a query.
async fn rows(admin: &Client, query: &str) -> Vec<Value> {
    let path = format!("{A}/mahasiswa/get?{query}");
    admin.post(&path, json!({})).await.ok().rows().to_vec()
}

fn by_number(rows: &[Value]) -> BTreeMap<&str, Vec<&Value>> {
    let mut people: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for row in rows {
        people.entry(row["NPK"].as_str().unwrap()).or_default().push(row);
    }
    people
}

fn class_of(row: &Value) -> String {
    format!(
        "{} {}",
        row["nama_mk"].as_str().unwrap(),
        row["nama_kelas"].as_str().unwrap()
    )
}

fn ids(rows: &[&Value]) -> Vec<i64> {
    rows.iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

#[rstest]
#[tokio::test]
async fn person_is_one_line_with_all_rows_and_the_first_classes(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin) = with_students(on).await;
    let listed = rows(&admin, "").await;
    let of = by_number(&listed);
    let lines = people(&admin, "").await;
    let numbers: Vec<_> = column(&lines, "number");
    assert_eq!(
        numbers.iter().copied().collect::<BTreeSet<_>>(),
        of.keys().copied().collect()
    );
    assert_eq!(numbers.len(), of.len(), "each once");
    for line in &lines {
        let theirs = &of[line["NPK"].as_str().unwrap()];
        assert_eq!(line["rows"], json!(ids(theirs)), "{line}");
        assert_eq!(line["enrolments"], theirs.len());
        let first: Vec<_> = theirs.iter().take(6).map(|row| class_of(row)).collect();
        let classes = line["classes"].as_array().unwrap();
        assert_eq!(column(classes, "label"), first);
        assert!(classes.iter().all(|class| class["enroll"] == "belum"));
        for shared in ["nama_lengkap", "angkatan", "email", "migration", "password"] {
            assert_eq!(line[shared], theirs[0][shared], "{shared}");
        }
        assert_eq!((&line["enroll"], &line["attention"]), (&json!("belum"), &json!([])));
        assert!(line.get("nama_mk").is_none(), "a class is no field of a person");
    }
}

#[rstest]
#[tokio::test]
async fn pages_of_people_cover_the_list_in_each_order(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin) = with_students(on).await;
    let whole = people(&admin, "").await;
    for order in [
        "",
        "sort=nama_lengkap",
        "sort=NPK&order=desc",
        "sort=angkatan",
        "sort=exported_at&order=desc",
    ] {
        let mut seen = Vec::new();
        for page in 0..=whole.len() / 100 {
            let path = format!("{A}/people/mahasiswa?{order}&page={page}&per_page=100");
            let reply = admin.get(&path).await.ok();
            assert_eq!(reply.total(), whole.len() as i64, "{order}");
            seen.extend(reply.rows().to_vec());
        }
        assert_eq!(seen, people(&admin, order).await, "{order}");
        assert_eq!(seen.len(), whole.len());
    }
    let names = people(&admin, "sort=nama_lengkap").await;
    let names = column(&names, "nama_lengkap");
    assert!(names.first() <= names.last(), "{names:?}");
    let path = format!("{A}/people/mahasiswa?sort=nama_mk");
    admin.get(&path).await.refused(400);
    admin.get(&format!("{A}/people/karyawan")).await.refused(404);
}

#[rstest]
#[tokio::test]
async fn filters_list_people_with_a_row_that_matches_all(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = with_students(on).await;
    let reason = r#"{"code":"nothing_chosen"}"#;
    for sql in [
        "UPDATE mahasiswa_enrolment SET enroll = 'sudah' WHERE id % 5 = 0".to_owned(),
        format!("UPDATE mahasiswa_enrolment SET enroll = 'gagal', enroll_reason = '{reason}' WHERE id % 7 = 0"),
        "UPDATE mahasiswa_enrolment SET missing_since = 1 WHERE id % 11 = 0".to_owned(),
        "UPDATE mahasiswa_person SET migration = 'sudah' WHERE id % 3 = 0".to_owned(),
        format!("UPDATE mahasiswa_person SET migration = 'gagal', migration_reason = '{reason}' WHERE id % 13 = 0"),
    ] {
        server.alter(&sql).await;
    }
    let all = rows(&admin, "").await;
    let one = &all[all.len() / 2];
    let (course, name) = (one["nama_mk"].as_str().unwrap(), one["nama_lengkap"].as_str().unwrap());
    let number = one["NPK"].as_str().unwrap();
    let year = one["angkatan"].as_str().unwrap();
    for query in [
        "enroll=sudah".to_owned(),
        "enroll=gagal".to_owned(),
        "missing=true".to_owned(),
        "missing=false".to_owned(),
        "missing=true&enroll=sudah".to_owned(),
        "missing=false&enroll=gagal".to_owned(),
        "migration=sudah".to_owned(),
        "migration=gagal".to_owned(),
        "reason=nothing_chosen".to_owned(),
        "reason=nothing_chosen&migration=sudah".to_owned(),
        "migration=sudah&enroll=gagal&missing=true".to_owned(),
        format!("angkatan={year}"),
        format!("q={course}"),
        format!("q={course}&enroll=gagal"),
        format!("q={name}"),
        format!("q={}", reversed(name)),
        format!("q={name}&enroll=sudah"),
        format!("q={number}"),
        format!("nama_mk={course}&enroll=sudah&migration=sudah"),
        "q=tidak-ada-yang-begini".to_owned(),
    ] {
        let matching = rows(&admin, &query).await;
        let expected: BTreeSet<_> = by_number(&matching).into_keys().collect();
        for order in ["", "&sort=nama_lengkap&order=desc"] {
            let found = people(&admin, &format!("{query}{order}")).await;
            let numbers = column(&found, "number");
            assert_eq!(numbers.iter().copied().collect::<BTreeSet<_>>(), expected, "{query}");
            assert_eq!(numbers.len(), expected.len(), "{query}: each once");
            let path = format!("{A}/people/mahasiswa?{query}{order}&page=0&per_page=10");
            let page = admin.get(&path).await.ok();
            assert_eq!(page.total(), expected.len() as i64, "{query}");
            assert_eq!(page.rows(), &found[..usize::min(10, found.len())], "{query}");
        }
    }
}

#[rstest]
#[tokio::test]
async fn line_says_state_programs_and_what_is_to_be_done(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = with_students(on).await;
    let all = rows(&admin, "").await;
    let people = by_number(&all);
    let (number, theirs) = people.iter().find(|(_, theirs)| theirs.len() > 4).unwrap();
    let of = ids(theirs);
    let programs: Vec<_> = admin.rows("prodi").await;
    let other = programs
        .iter()
        .find(|program| program["program_id"] != theirs[0]["program_id"])
        .unwrap();
    let class_of_first = format!("(SELECT class_id FROM mahasiswa_enrolment WHERE id = {})", of[0]);
    let person = format!("(SELECT person_id FROM mahasiswa_enrolment WHERE id = {})", of[0]);
    for sql in [
        format!(
            "UPDATE mahasiswa_class SET nama_kelas = 'Lain', program_id = '{}' WHERE id = {class_of_first}",
            other["program_id"].as_str().unwrap()
        ),
        format!("UPDATE mahasiswa_enrolment SET enroll = 'sudah' WHERE person_id = {person}"),
        format!(
            "UPDATE mahasiswa_enrolment SET enroll = 'gagal', enroll_reason = '{{\"code\":\"nothing_chosen\"}}' WHERE id = {}",
            of[1]
        ),
        format!(
            "UPDATE mahasiswa_enrolment SET enroll = 'ditangguhkan' WHERE id = {}",
            of[2]
        ),
        format!("UPDATE mahasiswa_enrolment SET missing_since = 1 WHERE id = {}", of[3]),
        format!(
            "UPDATE mahasiswa_person SET migration = 'gagal', \"NPK\" = '00{number}a', \
             migration_reason = '{{\"code\":\"email_invalid\"}}' WHERE id = {person}"
        ),
    ] {
        server.alter(&sql).await;
    }
    let path = format!("{A}/people/mahasiswa?q={number}&page=0");
    let reply = admin.get(&path).await.ok();
    let [line] = reply.rows() else { panic!("{reply:#?}") };
    assert_eq!(line["number"], format!("00{number}a"), "spelled as it is");
    let named = |program: &Value| program["name"].as_str().unwrap().to_owned();
    let names: Vec<_> = line["programs"].as_array().unwrap().iter().map(named).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names[0].starts_with(other["nama_prodi"].as_str().unwrap()), "{names:?}");
    assert_eq!(
        (&line["migration"], &line["enroll"]),
        (&json!("gagal"), &json!("gagal"))
    );
    let attention = line["attention"].as_array().unwrap();
    assert_eq!(
        column(attention, "code"),
        [
            "email_invalid",
            "nothing_chosen",
            "attention_left_behind",
            "attention_suspended"
        ]
    );
    let classes: Vec<_> = attention.iter().map(|one| one["rows"].as_i64().unwrap()).collect();
    assert_eq!(classes, [0, 1, 1, 1]);
    assert!(column(attention, "text").iter().all(|text| !text.is_empty()));
    // What needs attention is not behind the first classes.
    let first: Vec<_> = line["classes"].as_array().unwrap()[..3]
        .iter()
        .map(|class| class["id"].clone())
        .collect();
    assert_eq!(json!(first), json!(&of[1..4]));
    assert_eq!(line["classes"][2]["missing_since"], "1970-01-01T00:00:00.001Z");
}

#[rstest]
#[tokio::test]
async fn action_on_two_people_takes_exactly_their_rows(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin) = with_students(on).await;
    let two = admin.get(&format!("{A}/people/mahasiswa?page=1&per_page=2")).await.ok();
    let chosen: Vec<i64> = two
        .rows()
        .iter()
        .flat_map(|line| line["rows"].as_array().unwrap().iter().map(|id| id.as_i64().unwrap()))
        .collect();
    let path = format!("{A}/mahasiswa/delete_all");
    let plan = admin
        .delete(&path, json!({ "ids": chosen, "dry_run": true }))
        .await
        .ok();
    assert_eq!(plan.data()["counts"]["missing"], chosen.len());
    let before = admin.rows("mahasiswa").await;
    admin.delete(&path, json!({ "ids": chosen })).await.ok();
    let left: Vec<_> = ids(&before.iter().collect::<Vec<_>>())
        .into_iter()
        .filter(|id| !chosen.contains(id))
        .collect();
    assert_eq!(ids(&admin.rows("mahasiswa").await.iter().collect::<Vec<_>>()), left);
    let numbers: Vec<_> = column(two.rows(), "number");
    let others = people(&admin, "").await;
    assert!(column(&others, "number").iter().all(|number| !numbers.contains(number)));
}

#[rstest]
#[tokio::test]
async fn teacher_is_one_line_with_the_teachings(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for kind in ["prodi", "dosen", "mengajar"] {
        admin.sync(kind).await;
    }
    let teachings = admin.rows("mengajar").await;
    let lines = admin.get(&format!("{A}/people/pengajar")).await.ok();
    let teachers = admin.rows("dosen").await;
    assert_eq!(lines.rows().len(), teachers.len());
    for (line, teacher) in lines.rows().iter().zip(&teachers) {
        assert_eq!((&line["id"], &line["nik"]), (&teacher["id"], &teacher["nik"]));
        assert_eq!(
            line["rows"],
            json!([teacher["id"]]),
            "actions on teachers take teachers"
        );
        let theirs: Vec<_> = teachings
            .iter()
            .filter(|teaching| teaching["nik"] == line["nik"])
            .collect();
        assert_eq!(line["enrolments"], theirs.len());
        let classes: Vec<_> = theirs
            .iter()
            .take(6)
            .map(|row| {
                format!(
                    "{} {}",
                    row["nama_mata_kuliah"].as_str().unwrap(),
                    row["nama_kelas"].as_str().unwrap()
                )
            })
            .collect();
        assert_eq!(column(line["classes"].as_array().unwrap(), "label"), classes);
    }
}

#[rstest]
#[tokio::test]
async fn values_to_filter_by_are_those_of_the_rows_with_names(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin) = with_students(on).await;
    let students = rows(&admin, "").await;
    let values = |path: String| {
        let admin = &admin;
        async move { admin.get(&format!("{A}/lists/{path}")).await.ok().rows().to_vec() }
    };
    for field in ["angkatan", "program_id", "jenis_kelamin"] {
        let found = values(format!("mahasiswa/values/{field}")).await;
        let of_rows: BTreeSet<_> = column(&students, field)
            .into_iter()
            .filter(|value| !value.is_empty())
            .collect();
        assert_eq!(
            column(&found, "value"),
            of_rows.into_iter().collect::<Vec<_>>(),
            "{field}"
        );
        // Each of them leaves rows.
        let first = found[0]["value"].as_str().unwrap();
        let left = people(&admin, &format!("{field}={first}")).await;
        let theirs = rows(&admin, &format!("{field}={first}")).await;
        let of = by_number(&theirs);
        assert_eq!(
            column(&left, "number").into_iter().collect::<BTreeSet<_>>(),
            of.keys().copied().collect()
        );
    }
    let programs = admin.rows("prodi").await;
    for found in values("kelas/values/program_id".to_owned()).await {
        let program = programs
            .iter()
            .find(|program| program["program_id"] == found["value"])
            .unwrap();
        let name = found["name"].as_str().unwrap();
        assert!(name.starts_with(program["nama_prodi"].as_str().unwrap()), "{name}");
    }
    // Semesters have not been synced: their codes stand for themselves.
    for found in values("kelas/values/semester".to_owned()).await {
        assert_eq!(found["name"], found["value"]);
    }
    for path in [
        "mahasiswa/values/password",
        "mahasiswa/values/nama_lengkap",
        "dosen/values/nik",
    ] {
        admin.get(&format!("{A}/lists/{path}")).await.refused(404);
    }
}
