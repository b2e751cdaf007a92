//! Lists: pages, order, search and filters, and the two tabs.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, NAME, Reply, Server, column, reversed},
};
use calamine::{Data, Reader, Xlsx};
use rstest::rstest;
use serde_json::{Value, json};
use std::{collections::BTreeSet, io::Cursor};

/// A campus with synced classes.
async fn with_classes(on: Database) -> (Server, Client, Vec<Value>) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let rows = admin.rows("kelas").await;
    assert!(rows.len() > 25, "enough for several pages");
    (server, admin, rows)
}

async fn classes(admin: &Client, query: &str) -> Reply {
    admin.get(&format!("{A}/kelas/get?{query}")).await
}

#[rstest]
#[tokio::test]
async fn unpaged_list_is_whole_ordered_by_id_and_without_total(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, rows) = with_classes(on).await;
    assert_eq!(rows.len(), server.campus.university().classes());
    let ids: Vec<_> = rows.iter().map(|row| row["id"].as_i64().unwrap()).collect();
    assert!(ids.is_sorted());
    assert!(
        admin
            .get(&format!("{A}/kelas/get"))
            .await
            .ok()
            .body
            .get("total")
            .is_none()
    );
}

#[rstest]
#[tokio::test]
async fn unpaged_log_and_users_keep_the_page_order(#[values(Sqlite, Postgres)] on: Database) {
    const MANY: i64 = 10_500;
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let counted =
        format!("WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < {MANY}) SELECT");
    for sql in [
        format!(
            "INSERT INTO activity_log (action, actor, search_text, created_at) \
             {counted} 'entri ' || n, 'Budi', 'entri ' || n || ' budi', n FROM counted"
        ),
        format!(
            "INSERT INTO administrator (name, username, password_hash, active, created_at) \
             {counted} 'Budi ' || n, 'budi' || n, '', true, n FROM counted"
        ),
    ] {
        server.alter(&sql).await;
    }
    for (list, rows) in [
        ("react/log", MANY + 2),
        ("react/log?order=asc", MANY + 2),
        ("react/log?actor=Budi&sort=action", MANY),
        ("react/log?q=BUDI", MANY),
        ("user/get", MANY + 1),
        ("user/get?q=budi&sort=username&order=desc", MANY),
    ] {
        let whole = admin.get(&format!("{A}/{list}")).await.ok();
        assert_eq!(whole.rows().len() as i64, rows, "{list}");
        assert!(whole.body.get("total").is_none(), "{list}");
        let with = if list.contains('?') { '&' } else { '?' };
        for at in [0, 10] {
            let page = admin
                .get(&format!("{A}/{list}{with}page={at}&per_page=1000"))
                .await
                .ok();
            let first = at * 1000;
            assert_eq!(page.total(), rows, "{list}");
            assert_eq!(page.rows(), &whole.rows()[first..first + page.rows().len()], "{list}");
        }
    }
}

#[rstest]
#[tokio::test]
async fn pages_cover_the_list_and_each_has_the_total(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, rows) = with_classes(on).await;
    for per_page in [7, 10, 25, 100, 1000] {
        let mut seen = Vec::new();
        for page in 0..=rows.len() / per_page {
            let reply = classes(&admin, &format!("page={page}&per_page={per_page}")).await.ok();
            assert_eq!(reply.total(), rows.len() as i64);
            assert!(reply.rows().len() <= per_page);
            seen.extend(reply.rows().to_vec());
        }
        assert_eq!(seen, rows);
    }
}

#[rstest]
#[tokio::test]
async fn default_page_is_the_first_with_ten_rows(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, rows) = with_classes(on).await;
    assert_eq!(classes(&admin, "page=0").await.ok().rows(), &rows[..10]);
    assert_eq!(classes(&admin, "per_page=25").await.ok().rows(), &rows[..25]);
    let beyond = classes(&admin, "page=4000000000&per_page=100").await.ok();
    assert_eq!((beyond.rows().len(), beyond.total()), (0, rows.len() as i64));
}

#[rstest]
#[tokio::test]
async fn invalid_list_query_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let too_long = format!("q={}", "x".repeat(201));
    for (query, text) in [
        ("per_page=0", "per_page harus dari 1 sampai 1000."),
        ("per_page=1001", "per_page harus dari 1 sampai 1000."),
        ("per_page=sepuluh", "per_page harus berupa angka."),
        (
            "active=true",
            "Parameter alamat ini tidak dikenal: active. Tidak ada yang dikerjakan.",
        ),
        ("page=satu", "page harus berupa angka."),
        ("page=-1", "page harus berupa angka."),
        ("page=99999999999", "page harus berupa angka."),
        ("sort=password", "Tidak dapat diurutkan menurut password."),
        ("sort=id;--", "Tidak dapat diurutkan menurut id;--."),
        ("order=naik", "order harus asc atau desc."),
        (too_long.as_str(), "Pencarian terlalu panjang."),
    ] {
        for list in ["kelas/get", "source/classes", "user/get", "react/log"] {
            assert_eq!(
                admin.get(&format!("{A}/{list}?{query}")).await.refused(400).sentence(),
                text,
                "{list}"
            );
        }
    }
}

#[rstest]
#[tokio::test]
async fn list_is_sorted_by_any_column_both_ways(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, rows) = with_classes(on).await;
    for (name, value) in rows[0].as_object().unwrap() {
        if ["id", "jumlah_sks", "migration_reason"].contains(&name.as_str()) || !value.is_string() {
            continue;
        }
        let ascending = classes(&admin, &format!("sort={name}")).await.ok();
        assert!(
            column(ascending.rows(), name).is_sorted(),
            "{name}: {:?}",
            column(ascending.rows(), name)
        );
        let descending = classes(&admin, &format!("sort={name}&order=desc")).await.ok();
        let mut reversed = descending.rows().to_vec();
        reversed.reverse();
        assert_eq!(reversed, ascending.rows(), "{name}");
    }
    let newest = classes(&admin, "sort=id&order=desc&page=0").await.ok();
    assert_eq!(newest.rows()[0], rows[rows.len() - 1]);
}

#[rstest]
#[tokio::test]
async fn credits_are_sorted_as_numbers_and_none_come_first(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let changes = server.campus.changes();
    for (index, credits) in ["10", "9", ""].into_iter().enumerate() {
        let jadwal = server.campus.university().class(index).jadwal_kuliah_detail_id;
        changes.set("/classes", &jadwal, "jumlah_sks", credits);
    }
    admin.sync("kelas").await;
    for list in ["kelas/get", "source/classes"] {
        let sorted = admin.get(&format!("{A}/{list}?sort=jumlah_sks")).await.ok();
        let credits = column(sorted.rows(), "jumlah_sks");
        assert_eq!(
            (credits[0], credits[credits.len() - 2], credits[credits.len() - 1]),
            ("", "9", "10"),
            "{list}"
        );
    }
}

#[rstest]
#[tokio::test]
async fn a_search_finds_any_field_in_any_case(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, rows) = with_classes(on).await;
    let row = &rows[3];
    for name in [
        "kelas_id",
        "nama_mata_kuliah",
        "jadwal_kuliah_detail_id",
        "hari",
        "jam_mulai",
    ] {
        let value = row[name].as_str().unwrap();
        for typed in [value.to_uppercase(), value.to_lowercase(), format!("%20{value}%20")] {
            let found = classes(&admin, &format!("q={}", typed.replace(' ', "%20"))).await.ok();
            assert!(found.rows().contains(row), "{name} {typed}");
        }
    }
    assert_eq!(classes(&admin, "q=tidak-ada-di-mana-pun&page=0").await.ok().total(), 0);
}

#[rstest]
#[tokio::test]
async fn search_finds_words_in_any_order(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for (kind, at_source, name, number) in [
        ("matakuliah", "courses", "nama_matakuliah", "matakuliah_id"),
        ("dosen", "teachers", "nama_lengkap", "nik"),
    ] {
        admin.sync(kind).await;
        let rows = admin.rows(kind).await;
        let of = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
        let row = rows.iter().find(|row| of(row, name).contains(' ')).unwrap();
        let reversed = reversed(&of(row, name)).to_uppercase();
        for typed in [reversed.clone(), format!("{}  {reversed}", of(row, number))] {
            for list in [format!("{kind}/get"), format!("source/{at_source}")] {
                let found = admin
                    .get(&format!("{A}/{list}?page=0&per_page=100&q={typed}"))
                    .await
                    .ok();
                let numbers = column(found.rows(), number);
                assert!(numbers.contains(&row[number].as_str().unwrap()), "{list} {typed}");
            }
        }
        let with_another = format!("{A}/{kind}/get?page=0&q={reversed} tidak-ada");
        assert_eq!(admin.get(&with_another).await.ok().total(), 0, "all words count");
    }
}

#[rstest]
#[tokio::test]
async fn search_takes_wildcards_and_foreign_letters_literally(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for (code, name) in [
        ("1", "seratus %"),
        ("2", "garis_bawah"),
        ("3", "É À"),
        ("4", "biasa\\saja"),
    ] {
        let body = json!({ "kode_tahun_ajaran": code, "nama_tahun_ajaran": name, "name": NAME });
        admin.post(&format!("{B}/create/tahun_ajaran"), body).await.ok();
    }
    for (typed, found) in [
        ("%25", "1"),
        ("r_s", ""),
        ("_", "2"),
        ("%C3%A9", "3"),
        ("%C3%80", "3"),
        ("%5C", "4"),
        ("'", ""),
    ] {
        let reply = admin.get(&format!("{A}/tahun_ajaran/get?q={typed}")).await.ok();
        assert_eq!(column(reply.rows(), "kode_tahun_ajaran").join(" "), found, "{typed}");
    }
}

#[rstest]
#[tokio::test]
async fn users_job_rows_and_log_are_searched_alike(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let body = json!({ "nama_user": "Désirée 100%", "username": "desiree_1", "password": "rahasia-sekali" });
    admin.post(&format!("{A}/user/insert"), body).await.ok();
    let job = admin.sync("prodi").await.job()["id"].clone();
    for (list, typed, total) in [
        ("user/get".to_owned(), "d%C3%A9SIR%C3%89E", 1),
        ("user/get".to_owned(), "%25", 1),
        ("user/get".to_owned(), "e_1", 1),
        ("user/get".to_owned(), "s_r", 0),
        ("react/log".to_owned(), "D%C3%89SIR", 1),
        ("react/log".to_owned(), "s_r", 0),
        (format!("jobs/{job}/rows"), "%25", 0),
        (format!("jobs/{job}/rows"), "_", 0),
    ] {
        let reply = admin.get(&format!("{A}/{list}?page=0&q={typed}")).await.ok();
        assert_eq!(reply.total(), total, "{list} {typed}");
    }
}

#[rstest]
#[tokio::test]
async fn filters_search_order_and_page_combine(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, rows) = with_classes(on).await;
    let day = rows[0]["hari"].as_str().unwrap();
    let program = rows[0]["program_id"].as_str().unwrap();
    let fits = |row: &&Value| row["hari"] == day && row["program_id"] == program;
    let expected: BTreeSet<_> = rows
        .iter()
        .filter(fits)
        .map(|row| row["id"].as_i64().unwrap())
        .collect();
    let query = format!("hari={day}&program_id={program}&migration=belum&sort=kelas_id&page=0&per_page=100");
    let found = classes(&admin, &query).await.ok();
    assert_eq!(
        found
            .rows()
            .iter()
            .map(|row| row["id"].as_i64().unwrap())
            .collect::<BTreeSet<_>>(),
        expected
    );
    assert_eq!(found.total(), expected.len() as i64);
    assert!(column(found.rows(), "kelas_id").is_sorted());
    assert_eq!(classes(&admin, &format!("{query}&q=tidak-ada")).await.ok().total(), 0);
    assert_eq!(classes(&admin, "migration=sudah&page=0").await.ok().total(), 0);
    assert_eq!(
        classes(&admin, "hari=&page=0").await.ok().total(),
        rows.len() as i64,
        "an empty filter is none"
    );
}

#[rstest]
#[tokio::test]
async fn body_selects_the_students_of_a_class(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    admin.sync("mahasiswa").await;
    let class = server.a_class();
    let page = admin
        .post(&format!("{A}/mahasiswa/get?page=0&sort=NPK"), class.body.clone())
        .await
        .ok();
    assert_eq!(page.total(), class.students.len() as i64);
    let mut expected = class.students.clone();
    expected.sort();
    assert_eq!(
        column(page.rows(), "NPK"),
        expected.iter().take(10).map(String::as_str).collect::<Vec<_>>()
    );
    let nowhere = json!({ "nama_mk": "Tidak Ada", "nama_kelas": "A", "program_id": "11" });
    assert_eq!(
        admin.post(&format!("{A}/mahasiswa/get"), nowhere).await.ok().rows(),
        [Value::Null; 0]
    );
}

#[rstest]
#[tokio::test]
async fn source_tab_is_paged_sorted_searched_and_filtered(#[values(Sqlite, Postgres)] on: Database) {
    let (_server, admin, rows) = with_classes(on).await;
    let day = rows[0]["hari"].as_str().unwrap();
    for query in [
        "page=1&per_page=10".to_owned(),
        "page=0&sort=nama_mata_kuliah&order=desc".to_owned(),
        format!("page=0&per_page=100&hari={day}"),
        format!("page=0&q={}", day.to_uppercase()),
    ] {
        let here = classes(&admin, &query).await.ok();
        let there = admin.get(&format!("{A}/source/classes?{query}")).await.ok();
        assert_eq!(there.total(), here.total(), "{query}");
        let key = "jadwal_kuliah_detail_id";
        assert_eq!(column(there.rows(), key), column(here.rows(), key), "{query}");
    }
}

#[rstest]
#[tokio::test]
async fn both_tabs_come_in_one_reply_and_dashboard_is_paged(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let all = admin.sync("semester").await.counts()[0];
    let path = format!("{B}/list/semester");
    let both = admin.post(&path, json!({})).await.ok();
    assert_eq!(
        (
            both.rows().len() as i64,
            both.body["ocas"].as_array().unwrap().len() as i64
        ),
        (all, all)
    );
    assert!(both.body.get("total").is_none());

    let page = admin.post(&format!("{path}?page=0&q=genap"), json!({})).await.ok();
    assert!(
        column(page.rows(), "nama_semester")
            .iter()
            .all(|name| name.contains("Genap"))
    );
    assert_eq!(page.total(), page.rows().len() as i64);
    assert!(page.total() < all);
    assert_eq!(page.body["ocas"].as_array().unwrap().len() as i64, all);
}

#[rstest]
#[tokio::test]
async fn source_is_read_once_per_view_of_its_tab_only(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.get(&format!("{A}/source/classes?page=0")).await.ok();
    admin.get(&format!("{A}/kelas/get?page=0")).await.ok();
    assert_eq!(server.campus.requests("/classes"), 1);
}

#[rstest]
#[tokio::test]
async fn source_students_need_a_fully_named_class(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let refused = admin
        .post(&format!("{A}/source/class/students"), json!({ "nama_mk": "Algoritma" }))
        .await
        .refused(422);
    assert_eq!(
        refused.body["fields"],
        json!({ "nama_kelas": "nama_kelas tidak boleh kosong" })
    );
}

#[rstest]
#[tokio::test]
async fn a_password_is_a_dash_in_every_list_of_people(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    server
        .campus
        .changes()
        .set("/class/students", &class.students[0], "password", "bocor-dari-ocas");
    server.campus.changes().set(
        "/teachers",
        &server.campus.university().nik(0),
        "password",
        "bocor-dari-ocas",
    );
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    admin.sync("dosen").await;
    for kind in ["mahasiswa", "dosen"] {
        assert!(admin.rows(kind).await.iter().all(|row| row["password"] == "-"));
    }
    for list in ["source/teachers", "dosen/get", "user/get", "jobs", "react/log"] {
        assert!(
            !admin
                .get(&format!("{A}/{list}"))
                .await
                .ok()
                .text
                .contains("bocor-dari-ocas"),
            "{list}"
        );
    }
    let source = admin
        .post(&format!("{A}/source/class/students"), class.body.clone())
        .await
        .ok();
    assert!(!source.text.contains("bocor-dari-ocas"));
}

#[rstest]
#[tokio::test]
async fn source_page_marks_rows_that_are_known_missing_or_different(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let standing = async |key: &str| {
        let page = admin
            .get(&format!("{A}/source/teachers?page=0&per_page=100&q={key}"))
            .await
            .ok();
        column(page.rows(), "in_dashboard")[0].to_owned()
    };
    let (same, other) = (server.campus.university().nik(0), server.campus.university().nik(1));
    assert_eq!(standing(&same).await, "absent");
    admin.sync("dosen").await;
    server.campus.changes().set("/teachers", &other, "hp", "08110000000");
    assert_eq!(standing(&same).await, "same");
    assert_eq!(standing(&other).await, "different");
    let whole = admin.get(&format!("{A}/source/teachers")).await.ok();
    assert!(
        whole.rows()[0].get("in_dashboard").is_none(),
        "only the rows of the page are compared"
    );
}

#[rstest]
#[tokio::test]
async fn source_rows_are_matched_to_enrolments_per_class(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let class = server.a_class();
    let page = async || {
        let reply = admin
            .post(
                &format!("{A}/source/class/students?page=0&per_page=10"),
                class.body.clone(),
            )
            .await
            .ok();
        column(reply.rows(), "in_dashboard")
            .into_iter()
            .map(str::to_owned)
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(page().await, BTreeSet::from(["absent".to_owned()]));
    admin
        .post(&format!("{A}/mahasiswa/sync"), class.body.clone())
        .await
        .ok();
    assert_eq!(page().await, BTreeSet::from(["same".to_owned()]));
}

/// The rows of a list's file, with its headings.
async fn in_file(admin: &Client, kind: &str, body: Value) -> Vec<Vec<String>> {
    let path = format!("{A}/lists/{kind}/file");
    let content = admin.file(&path, body.clone()).await;
    if body["format"] == "csv" {
        let text = std::str::from_utf8(&content).unwrap().strip_prefix('\u{feff}').unwrap();
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(text.as_bytes());
        let rows = reader
            .records()
            .map(|row| row.unwrap().iter().map(str::to_owned).collect());
        return rows.collect();
    }
    let mut file = Xlsx::new(Cursor::new(content)).unwrap();
    let sheet = file.worksheet_range_at(0).unwrap().unwrap();
    let cells = |row: &[Data]| row.iter().map(ToString::to_string).collect();
    sheet.rows().map(cells).collect()
}

#[rstest]
#[tokio::test]
async fn list_is_a_file_with_its_filters_and_order(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("xlsx", "csv")] format: &str,
) {
    let (_server, admin, rows) = with_classes(on).await;
    let whole = in_file(&admin, "kelas", json!({ "format": format })).await;
    assert_eq!(whole.len(), rows.len() + 1);
    assert_eq!(
        (whole[0][0].as_str(), whole[0].last().unwrap().as_str()),
        ("jadwal_kuliah_detail_id", "Terakhir export")
    );
    let states = whole[0].iter().position(|name| name == "Export").unwrap();
    for (row, line) in rows.iter().zip(&whole[1..]) {
        assert_eq!(
            (&row["jadwal_kuliah_detail_id"], &row["migration"]),
            (&json!(line[0]), &json!(line[states]))
        );
        assert!(line[states + 5].starts_with("20"), "the last sync: {line:?}");
    }

    let program = rows[0]["program_id"].as_str().unwrap();
    let asked = json!({
        "format": format, "filters": { "migration": "belum", "program_id": program }, "sort": "nama_mata_kuliah",
        "order": "desc", "missing": false,
    });
    let page = format!("migration=belum&program_id={program}&sort=nama_mata_kuliah&order=desc&missing=false");
    let listed = classes(&admin, &page).await.ok();
    let filtered = in_file(&admin, "kelas", asked).await;
    let ids: Vec<_> = filtered[1..].iter().map(|line| line[0].as_str()).collect();
    assert_eq!(ids, column(listed.rows(), "jadwal_kuliah_detail_id"));
    assert!(ids.len() > 1 && ids.len() < rows.len());

    let chosen = json!({ "format": format, "ids": [rows[3]["id"], rows[1]["id"]] });
    let chosen = in_file(&admin, "kelas", chosen).await;
    let ids: Vec<_> = chosen[1..].iter().map(|line| json!(line[0])).collect();
    assert_eq!(ids, [1, 3].map(|at| rows[at]["jadwal_kuliah_detail_id"].clone()));
    let none = in_file(
        &admin,
        "kelas",
        json!({ "format": format, "q": "tidak ada yang begini" }),
    )
    .await;
    assert_eq!(none, whole[..1]);
}

#[rstest]
#[tokio::test]
async fn file_of_a_class_has_its_people_and_no_formula(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    let changes = server.campus.changes();
    changes.set("/class/students", &class.students[0], "nama_lengkap", "=1+1");
    for class in [&class, &server.class_from(class.index + 1)] {
        admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    }
    let of_class = ["nama_mk", "nama_kelas", "program_id"].map(|name| (name, class.body[name].clone()));
    let filters: serde_json::Map<_, _> = of_class
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect();
    let rows = in_file(&admin, "mahasiswa", json!({ "format": "csv", "filters": filters })).await;
    assert_eq!(rows.len(), class.students.len() + 1);
    let text: String = rows.concat().concat();
    assert!(text.contains("'=1+1") && !text.contains("password"), "{text}");
}

#[rstest]
#[case("kelas", json!({}), 422, "format")]
#[case("kelas", json!({ "format": "pdf" }), 422, "xlsx, csv")]
#[case("kelas", json!({ "format": "csv", "filters": { "rahasia": "1" } }), 400, "rahasia")]
#[case("kelas", json!({ "format": "csv", "filters": "belum" }), 422, "filters")]
#[case("kelas", json!({ "format": "csv", "sort": "password" }), 422, "password")]
#[case("kelas", json!({ "format": "csv", "order": "naik" }), 422, "asc")]
#[case("kelas", json!({ "format": "csv", "ids": [] }), 422, "ids")]
#[case("kelas", json!({ "format": "csv", "kelas": "A" }), 400, "kelas")]
#[case("ruang", json!({ "format": "csv" }), 404, "ruang")]
#[tokio::test]
async fn unclear_request_for_a_file_is_refused(
    #[case] kind: &str,
    #[case] body: Value,
    #[case] status: u16,
    #[case] words: &str,
) {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let refused = admin
        .post(&format!("{A}/lists/{kind}/file"), body)
        .await
        .refused(status);
    assert!(refused.text.contains(words), "{refused:?}");
}
