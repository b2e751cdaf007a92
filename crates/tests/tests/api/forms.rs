//! Create, detail and update by form.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, NAME, Server, with},
};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Map, Value, json};

/// A kind's form: its path segments under both prefixes, valid input, and the texts for empty fields (specification, section
/// 5).
struct Form {
    react: &'static str,
    main: &'static str,
    typed: Value,
    /// The members of the input that make it another row of the kind.
    another: Value,
    empty: Value,
    /// Members that only the update form requires.
    on_update: Value,
    empty_on_update: Value,
    /// The row's name in replies.
    named: &'static str,
}

fn forms() -> Vec<Form> {
    let form = |react, main, typed, another, empty, named| Form {
        react,
        main,
        typed,
        another,
        empty,
        on_update: json!({}),
        empty_on_update: json!({}),
        named,
    };
    let kelas = |react, code: &str| {
        form(
            react,
            "kelas",
            json!({ "kode_jurusan": "TI", "kode_kelas": code, "nama_kelas": "Zeta" }),
            json!({ "kode_kelas": format!("{code}-lain") }),
            json!({
                "kode_jurusan": "Kode jurusan tidak boleh kosong",
                "kode_kelas": "Kode kelas tidak boleh kosong",
                "nama_kelas": "Nama kelas tidak boleh kosong",
            }),
            "Kelas Zeta",
        )
    };
    vec![
        form(
            "tahun_ajaran",
            "tahun_ajaran",
            json!({ "kode_tahun_ajaran": "2040", "nama_tahun_ajaran": "2040/2041" }),
            json!({ "kode_tahun_ajaran": "2041" }),
            json!({
                "kode_tahun_ajaran": "Kode tahun ajaran tidak boleh kosong",
                "nama_tahun_ajaran": "Nama tahun ajaran tidak boleh kosong",
            }),
            "Tahun Ajaran 2040/2041",
        ),
        form(
            "semester",
            "semester",
            json!({ "kode_tahun_ajaran": "2030", "kode_semester": "20401", "nama_semester": "Gasal 2040" }),
            json!({ "kode_semester": "20402" }),
            json!({
                "kode_tahun_ajaran": "Kode tahun ajar tidak boleh kosong",
                "kode_semester": "Kode semester tidak boleh kosong",
                "nama_semester": "Nama semester tidak boleh kosong",
            }),
            "Semester Gasal 2040",
        ),
        form(
            "prodi",
            "prodi",
            json!({ "kode_semester": "20301", "kode_prodi": "AST", "nama_prodi": "Astronomi" }),
            json!({ "kode_prodi": "FIS" }),
            json!({
                "kode_semester": "Kode semester tidak boleh kosong",
                "kode_prodi": "Kode prodi tidak boleh kosong",
                "nama_prodi": "Nama prodi tidak boleh kosong",
            }),
            "Prodi Astronomi",
        ),
        form(
            "jurusan",
            "jurusan",
            json!({ "kode_prodi": "KIM", "kode_jurusan": "FMIPA", "nama_jurusan": "Ilmu Alam" }),
            json!({ "kode_jurusan": "FT" }),
            json!({
                "kode_prodi": "Kode prodi tidak boleh kosong",
                "kode_jurusan": "Kode jurusan tidak boleh kosong",
                "nama_jurusan": "Nama jurusan tidak boleh kosong",
            }),
            "Jurusan Ilmu Alam",
        ),
        kelas("kelas", "IF-Y"),
        kelas("group", "IF-Z"),
        form(
            "mahasiswa",
            "mahasiswa",
            json!({
                "kode_kelas": "KELAS-ADA", "nama_depan": "Budi", "nama_belakang": "Santoso", "nim": "990001",
                "email": "budi@kampus.example",
            }),
            json!({ "nim": "990002", "email": "lain@kampus.example" }),
            json!({
                "kode_kelas": "Kode kelas tidak boleh kosong",
                "nama_depan": "Nama depan tidak boleh kosong",
                "nama_belakang": "Nama belakang tidak boleh kosong",
                "nim": "NIM tidak boleh kosong",
                "email": "Email tidak boleh kosong",
            }),
            "Mahasiswa Budi Santoso",
        ),
        Form {
            on_update: json!({ "migration": ["sudah", "belum"] }),
            empty_on_update: json!({ "migration": "Migration tidak boleh kosong" }),
            ..form(
                "pengajar",
                "dosen",
                json!({
                    "nama_depan": "Rina", "nama_belakang": "Lestari", "nip": "900", "email": "rina@kampus.example",
                    "kode_kelas": ["KELAS-ADA", "KELAS-DUA"],
                }),
                json!({ "nip": "901", "email": "lain@kampus.example" }),
                json!({
                    "nama_depan": "Nama depan tidak boleh kosong",
                    "nama_belakang": "Nama belakang tidak boleh kosong",
                    "nip": "NIP tidak boleh kosong",
                    "email": "Email tidak boleh kosong",
                    "kode_kelas": "Kode kelas tidak boleh kosong",
                }),
                "Pengajar Rina Lestari",
            )
        },
    ]
}

impl Form {
    fn path(&self, verb: &str) -> String {
        format!("{B}/{verb}/{}", self.react)
    }

    /// Creates the row and returns its id.
    async fn create(&self, admin: &Client) -> i64 {
        admin
            .post(&self.path("create"), with(&self.typed, json!({ "name": NAME })))
            .await
            .ok();
        admin.rows(self.main).await.pop().unwrap()["id"].as_i64().unwrap()
    }
}

/// A signed-in administrator; the parents that the forms name exist.
async fn signed_in(server: &Server) -> Client {
    let admin = server.sign_in().await;
    for (kind, body) in [
        (
            "tahun_ajaran",
            json!({ "kode_tahun_ajaran": "2030", "nama_tahun_ajaran": "2030/2031" }),
        ),
        (
            "semester",
            json!({ "kode_tahun_ajaran": "2030", "kode_semester": "20301", "nama_semester": "Gasal 2030" }),
        ),
        (
            "prodi",
            json!({ "kode_semester": "20301", "kode_prodi": "KIM", "nama_prodi": "Kimia" }),
        ),
        (
            "jurusan",
            json!({ "kode_prodi": "KIM", "kode_jurusan": "TI", "nama_jurusan": "Teknologi" }),
        ),
        (
            "kelas",
            json!({ "kode_jurusan": "TI", "kode_kelas": "KELAS-ADA", "nama_kelas": "Ada" }),
        ),
        (
            "kelas",
            json!({ "kode_jurusan": "TI", "kode_kelas": "KELAS-DUA", "nama_kelas": "Dua" }),
        ),
    ] {
        admin.post(&format!("{B}/create/{kind}"), body).await.ok();
    }
    admin
}

fn fields(object: &Value) -> &Map<String, Value> {
    object.as_object().unwrap()
}

#[rstest]
#[tokio::test]
async fn every_missing_field_is_named_with_its_text(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    for form in forms() {
        let none = admin
            .post(&form.path("create"), json!({ "name": NAME }))
            .await
            .refused(422);
        assert_eq!(none.body["fields"], form.empty, "{}", form.react);
        let id = form.create(&admin).await;
        let none = admin
            .post(&form.path("update"), json!({ "id": id, "name": NAME }))
            .await
            .refused(422);
        assert_eq!(
            none.body["fields"],
            with(&form.empty, form.empty_on_update.clone()),
            "{}",
            form.react
        );
    }
}

#[rstest]
#[tokio::test]
async fn a_field_of_spaces_or_null_is_empty(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    for form in forms() {
        for (field, text) in fields(&form.empty) {
            let blank = if form.typed[field].is_array() {
                json!([" "])
            } else {
                json!("  ")
            };
            for nothing in [blank, Value::Null] {
                let body = with(&form.typed, json!({ field: nothing }));
                let refused = admin.post(&form.path("create"), body).await.refused(422);
                assert_eq!(refused.body["fields"], json!({ field: text }), "{}", form.react);
                assert_eq!(refused.sentence(), text.as_str().unwrap());
            }
        }
    }
}

#[rstest]
#[tokio::test]
async fn detail_shows_the_typed_values_before_and_after_an_update(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    for form in forms() {
        let created = admin.post(&form.path("create"), form.typed.clone()).await.ok();
        assert_eq!(created.sentence(), format!("{} dibuat.", form.named));
        let id = admin.rows(form.main).await.pop().unwrap()["id"].clone();
        let detail = async || {
            admin
                .post(&form.path("detail"), json!({ "id": id }))
                .await
                .ok()
                .data()
                .clone()
        };
        assert_shows(&detail().await, &form.typed);

        let changed = with(&with(&form.typed, form.another.clone()), form.on_update.clone());
        let saved = admin
            .post(&form.path("update"), with(&changed, json!({ "id": id, "name": NAME })))
            .await
            .ok();
        assert_eq!(saved.sentence(), format!("{} disimpan.", form.named));
        assert_shows(&detail().await, &changed);
    }
}

/// Compares a detail with the input. Lists are JSON in a text (specification, section 3).
#[track_caller]
fn assert_shows(detail: &Value, typed: &Value) {
    for (field, value) in fields(typed) {
        match value {
            Value::Array(_) => assert_eq!(detail[field], value.to_string(), "{field} of {detail}"),
            _ => assert_eq!(&detail[field], value, "{field} of {detail}"),
        }
    }
}

#[rstest]
#[tokio::test]
async fn the_same_row_twice_is_a_conflict(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    for form in forms() {
        form.create(&admin).await;
        let before = admin.rows(form.main).await;
        let again = admin.post(&form.path("create"), form.typed.clone()).await.refused(409);
        let (kind, label) = form.named.split_at(again.sentence().find(" ini sudah").unwrap());
        assert_eq!(
            again.sentence(),
            format!("{kind} ini sudah ada di dashboard, bernama{label}.")
        );
        assert_eq!(admin.rows(form.main).await, before);
    }
}

#[rstest]
#[tokio::test]
async fn row_cannot_take_the_key_of_another(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    // The keys of classes, programs and teachers are generated at creation and do not change.
    for form in forms()
        .into_iter()
        .filter(|form| ["tahun_ajaran", "semester", "jurusan", "mahasiswa"].contains(&form.react))
    {
        form.create(&admin).await;
        let another = with(&form.typed, form.another.clone());
        admin.post(&form.path("create"), another).await.ok();
        let id = admin.rows(form.main).await.pop().unwrap()["id"].clone();
        let before = admin.rows(form.main).await;
        admin
            .post(&form.path("update"), with(&form.typed, json!({ "id": id })))
            .await
            .refused(409);
        assert_eq!(admin.rows(form.main).await, before);
    }
}

#[rstest]
#[tokio::test]
async fn unknown_row_is_not_found_and_missing_id_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    for form in forms() {
        let update = with(&form.typed, form.on_update.clone());
        for (verb, body) in [("detail", json!({})), ("update", update), ("delete", json!({}))] {
            let call = async |id: Value| admin.post(&form.path(verb), with(&body, json!({ "id": id }))).await;
            call(json!(4711)).await.refused(404);
            call(json!("4711")).await.refused(404);
            assert_eq!(
                call(Value::Null).await.refused(422).body["fields"],
                json!({ "id": "id tidak boleh kosong" })
            );
            for wrong in [json!("satu"), json!(1.5), json!("9".repeat(40))] {
                let refused = call(wrong).await.refused(422);
                assert_eq!(refused.body["fields"], json!({ "id": "id harus berupa angka" }));
            }
        }
    }
}

#[rstest]
#[tokio::test]
async fn non_object_body_is_refused_by_every_method(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let calls = [
        (Method::POST, format!("{B}/create/prodi")),
        (Method::POST, format!("{A}/prodi/sync")),
        (Method::PUT, format!("{A}/user/update")),
        (Method::DELETE, format!("{A}/prodi/delete")),
        (Method::POST, format!("{B}/login")),
        (Method::POST, format!("{B}/signup")),
    ];
    let bodies = [
        ("{", "Isi permintaan bukan JSON yang benar."),
        ("nama=Budi", "Isi permintaan bukan JSON yang benar."),
        ("{\"a\":1}}", "Isi permintaan bukan JSON yang benar."),
        ("{\"kode_prodi\":\"\u{1}\"}", "Isi permintaan bukan JSON yang benar."),
        ("[]", "Isi permintaan harus berupa objek JSON."),
        ("null", "Isi permintaan harus berupa objek JSON."),
        ("\"x\"", "Isi permintaan harus berupa objek JSON."),
    ];
    for (method, path) in calls {
        for (body, text) in bodies {
            let refused = admin
                .send(method.clone(), &path, &[], Some(body.to_owned()))
                .await
                .refused(400);
            assert_eq!(refused.sentence(), text);
        }
    }
}

#[rstest]
#[tokio::test]
async fn too_deep_or_too_large_body_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let path = format!("{B}/create/prodi");
    let deep = format!("{{\"a\":{}", "[".repeat(100_000));
    admin.send(Method::POST, &path, &[], Some(deep)).await.refused(400);
    let large = json!({ "nama_prodi": "x".repeat(3 << 20) });
    assert_eq!(
        admin.post(&path, large).await.refused(413).sentence(),
        "Permintaan terlalu besar."
    );
}

#[rstest]
#[tokio::test]
async fn a_field_of_the_wrong_type_is_named(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    for form in forms() {
        for field in fields(&form.typed).keys() {
            let (wrong, text) = if form.typed[field].is_array() {
                (
                    vec![json!("IF-Z"), json!({}), json!([1]), json!([["a"]])],
                    format!("{field} harus berupa daftar teks"),
                )
            } else {
                (
                    vec![json!(true), json!({}), json!(["a"])],
                    format!("{field} harus berupa teks"),
                )
            };
            for value in wrong {
                let refused = admin
                    .post(&form.path("create"), with(&form.typed, json!({ field: value })))
                    .await;
                assert_eq!(
                    refused.refused(422).body["fields"],
                    json!({ field: text }),
                    "{}",
                    form.react
                );
            }
        }
    }
    let wrong = json!({ "dry_run": "ya", "name": NAME });
    let refused = admin.post(&format!("{A}/prodi/sync"), wrong).await.refused(422);
    assert_eq!(
        refused.body["fields"],
        json!({ "dry_run": "dry_run harus true atau false" })
    );
}

#[rstest]
#[tokio::test]
async fn numbers_become_digits_and_texts_are_trimmed(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let body = json!({ "kode_tahun_ajaran": 2040, "nama_tahun_ajaran": "  2040/2041 " });
    admin.post(&format!("{B}/create/tahun_ajaran"), body).await.ok();
    let row = admin.row("tahun_ajaran", "kode_tahun_ajaran", "2040").await;
    assert_eq!(row["nama_tahun_ajaran"], "2040/2041");
}

#[rstest]
#[tokio::test]
async fn too_long_text_or_control_characters_are_refused(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    for form in forms() {
        for field in fields(&form.typed)
            .keys()
            .filter(|field| form.typed[*field].is_string())
        {
            for wrong in [
                "x".repeat(256),
                "a\nb".to_owned(),
                "a\u{0}b".to_owned(),
                "a\u{7f}b".to_owned(),
            ] {
                let refused = admin
                    .post(&form.path("create"), with(&form.typed, json!({ field: wrong })))
                    .await;
                let refused = refused.refused(422);
                let text = refused.body["fields"][field]
                    .as_str()
                    .unwrap_or_else(|| panic!("{field}: {refused:#?}"));
                assert!(
                    text.ends_with("terlalu panjang, paling banyak 255 karakter")
                        || text.ends_with("memuat karakter yang tidak boleh dipakai"),
                    "{text}"
                );
            }
        }
    }
}

#[rstest]
#[tokio::test]
async fn nul_is_refused_in_every_text(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let nul = "a\u{0}b";
    let password = "rahasia-sekali";
    let replies = [
        admin
            .post(&format!("{B}/login"), json!({ "username": nul, "password": password }))
            .await,
        admin
            .post(&format!("{A}/prodi/sync_one"), json!({ "program_id": nul }))
            .await,
        admin.post(&format!("{A}/prodi/sync"), json!({ "keys": [nul] })).await,
        admin
            .post(&format!("{A}/mahasiswa/get"), json!({ "nama_mk": nul }))
            .await,
        admin.delete(&format!("{A}/dosen/delete"), json!({ "nik": nul })).await,
    ];
    for reply in replies {
        let refused = reply.refused(422);
        assert!(
            refused.sentence().ends_with("memuat karakter yang tidak boleh dipakai"),
            "{}",
            refused.sentence()
        );
    }
    for query in [
        "kelas/get?q=%00",
        "kelas/get?hari=%00",
        "react/log?page=0&q=%00",
        "user/get?q=%00",
        "user/username/%00",
    ] {
        admin.get(&format!("{A}/{query}")).await.refused(400);
    }
}

#[rstest]
#[tokio::test]
async fn text_in_any_script_round_trips(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for (at, text) in [
        "O'Brien; DROP TABLE prodi;--",
        "ꦗꦮ 漢字 🎓",
        "< tebal > & \"kutip\" \\ %_",
    ]
    .iter()
    .enumerate()
    {
        let body = json!({ "kode_tahun_ajaran": at, "nama_tahun_ajaran": text });
        admin.post(&format!("{B}/create/tahun_ajaran"), body).await.ok();
        let row = admin.row("tahun_ajaran", "kode_tahun_ajaran", &at.to_string()).await;
        assert_eq!(row["nama_tahun_ajaran"], *text);
    }
}

#[rstest]
#[tokio::test]
async fn an_e_mail_address_must_look_like_one(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    for form in forms().into_iter().filter(|form| form.typed["email"].is_string()) {
        for wrong in [
            "budi",
            "budi@kampus",
            "@kampus.id",
            "b udi@kampus.id",
            ".budi@kampus.id",
            "budi@-kampus.id",
        ] {
            let refused = admin
                .post(&form.path("create"), with(&form.typed, json!({ "email": wrong })))
                .await;
            let text = json!({ "email": "Email tidak benar, contoh: nama@kampus.ac.id" });
            assert_eq!(refused.refused(422).body["fields"], text);
        }
    }
}

#[rstest]
#[tokio::test]
async fn markup_is_refused_field_by_field(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    for form in forms() {
        let texts = || fields(&form.typed).iter().filter(|(_, typed)| typed.is_string());
        let marked: Map<_, _> = texts().map(|(name, _)| (name.clone(), json!("Budi <b>"))).collect();
        let body = with(&form.typed, Value::Object(marked));
        let refused = admin.post(&form.path("create"), body).await.refused(422);
        for (name, _) in texts() {
            let label = form.empty[name].as_str().unwrap().replace(" tidak boleh kosong", "");
            let text = format!(
                "{label} memuat tanda < seperti pada HTML, yang ditolak Moodle. Hapus tanda itu, atau beri spasi sesudahnya"
            );
            assert_eq!(refused.body["fields"][name], text, "{refused:#?}");
        }
        let id = form.create(&admin).await;
        let (name, _) = texts().next_back().unwrap();
        let body = with(
            &with(&form.typed, form.on_update.clone()),
            json!({ "id": id, name: "<i>" }),
        );
        let refused = admin.post(&form.path("update"), body).await.refused(422);
        assert!(refused.body["fields"][name].is_string(), "{refused:#?}");
    }
}

#[rstest]
#[tokio::test]
async fn student_form_accepts_only_existing_classes(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let class = server.a_class();
    let student = json!({
        "kode_kelas": "TIDAK-ADA", "nama_depan": "Budi", "nama_belakang": "Santoso", "nim": "990001",
        "email": "budi@kampus.example",
    });
    let path = format!("{B}/create/mahasiswa");
    let refused = admin.post(&path, student.clone()).await.refused(422);
    let text =
        "Kode kelas TIDAK-ADA tidak ada di dashboard. Pilih dari daftarnya, atau sync atau buat data Kelas dahulu";
    assert_eq!(refused.body["fields"], json!({ "kode_kelas": text }));

    admin
        .post(&path, with(&student, json!({ "kode_kelas": class.kelas_id })))
        .await
        .ok();
    let row = admin.row("mahasiswa", "NPK", "990001").await;
    assert_eq!(row["nama_lengkap"], "Budi Santoso");
    for (name, value) in fields(&class.body) {
        assert_eq!(&row[name], value);
    }
}

#[rstest]
#[tokio::test]
async fn forms_accept_only_existing_parents_if_there_are_any(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for kind in ["tahun_ajaran", "semester", "prodi", "jurusan", "kelas"] {
        admin.sync(kind).await;
    }
    let forms = forms();
    let parents = [
        (
            "semester",
            "kode_tahun_ajaran",
            json!("2040"),
            "Kode tahun ajar 2040",
            "Tahun Ajaran",
        ),
        (
            "prodi",
            "kode_semester",
            json!("20401"),
            "Kode semester 20401",
            "Semester",
        ),
        ("jurusan", "kode_prodi", json!("AST"), "Kode prodi AST", "Prodi"),
        ("kelas", "kode_jurusan", json!("TIDAK"), "Kode jurusan TIDAK", "Jurusan"),
        ("pengajar", "kode_kelas", json!(["TIDAK"]), "Kode kelas TIDAK", "Kelas"),
    ];
    for (react, field, code, named, parent) in parents {
        let form = forms.iter().find(|form| form.react == react).unwrap();
        let body = with(&form.typed, json!({ field: code }));
        let refused = admin.post(&form.path("create"), body).await.refused(422);
        let text =
            format!("{named} tidak ada di dashboard. Pilih dari daftarnya, atau sync atau buat data {parent} dahulu");
        assert_eq!(refused.body["fields"], json!({ field: text }));
    }
}

#[rstest]
#[tokio::test]
async fn semester_does_not_end_before_it_begins(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    let form = forms().into_iter().find(|form| form.react == "semester").unwrap();
    let reversed = json!({ "tanggal_selesai": "Tanggal selesai mendahului tanggal mulai" });
    let days = |first: &str, last: &str| json!({ "tanggal_mulai": first, "tanggal_selesai": last });
    let typed = with(&form.typed, days("2031-02-01", "2031-01-31"));
    let refused = admin.post(&form.path("create"), typed).await.refused(422);
    assert_eq!(refused.body["fields"], reversed);
    let typed = with(&form.typed, days("2031-02-01", "2031-02-01"));
    admin.post(&form.path("create"), typed).await.ok();
    // A client that does not know the last day keeps it.
    let row = admin.row("semester", "kode_semester", "20401").await;
    let mut typed = with(&form.typed, json!({ "id": row["id"], "tanggal_mulai": "2031-03-01" }));
    typed.as_object_mut().unwrap().remove("tanggal_selesai");
    let refused = admin.post(&form.path("update"), typed).await.refused(422);
    assert_eq!(refused.body["fields"], reversed);
}

#[rstest]
#[tokio::test]
async fn form_copies_the_parent_name(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    for kind in ["semester", "jurusan"] {
        let form = forms().into_iter().find(|form| form.react == kind).unwrap();
        form.create(&admin).await;
    }
    assert_eq!(
        admin.row("semester", "kode_semester", "20401").await["nama_tahun_ajaran"],
        "2030/2031"
    );
    assert_eq!(
        admin.row("jurusan", "kode_jurusan", "FMIPA").await["nama_prodi"],
        "Kimia"
    );
}

#[rstest]
#[tokio::test]
async fn full_name_follows_the_typed_names(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    for form in forms().into_iter().filter(|form| form.typed["nama_depan"].is_string()) {
        let id = form.create(&admin).await;
        let married = with(
            &with(&form.typed, form.on_update.clone()),
            json!({ "id": id, "nama_belakang": "Wijaya" }),
        );
        let saved = admin.post(&form.path("update"), married).await.ok();
        let name = format!("{} Wijaya", form.typed["nama_depan"].as_str().unwrap());
        assert_eq!(admin.rows(form.main).await.pop().unwrap()["nama_lengkap"], *name);
        assert!(
            saved.sentence().ends_with(&format!("{name} disimpan.")),
            "{}",
            saved.sentence()
        );
    }
}

#[rstest]
#[tokio::test]
async fn form_of_a_synced_student_is_filled_in(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let class = server.a_class();
    server
        .campus
        .changes()
        .set("/class/students", &class.students[0], "nama_lengkap", "Siti Nur Aini");
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    let row = admin.row("mahasiswa", "NPK", &class.students[0]).await;
    let detail = admin
        .post(&format!("{B}/detail/mahasiswa"), json!({ "id": row["id"] }))
        .await
        .ok();
    assert_eq!(
        detail.data(),
        &json!({
            "id": row["id"], "kode_kelas": class.kelas_id, "nama_depan": "Siti Nur", "nama_belakang": "Aini",
            "nim": class.students[0], "email": row["email"],
        })
    );
}

#[rstest]
#[tokio::test]
async fn fields_that_the_source_omits_are_not_required_of_its_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    let detail = admin
        .post(&format!("{B}/detail/pengajar"), json!({ "id": 1 }))
        .await
        .ok();
    assert_eq!(
        (&detail.data()["kode_kelas"], &detail.data()["migration"]),
        (&json!(""), &json!(""))
    );
    let nothing = json!({ "kode_kelas": [], "migration": [], "email": "baru@kampus.example" });
    let path = format!("{B}/update/pengajar");
    admin.post(&path, with(detail.data(), nothing)).await.ok();
    assert_eq!(admin.rows("dosen").await[0]["email"], "baru@kampus.example");
    // Members that the row came with are still required. Of paired lists, both or neither may be empty.
    let emptied = json!({ "kode_kelas": [], "migration": [], "email": "" });
    let refused = admin.post(&path, with(detail.data(), emptied)).await.refused(422);
    assert_eq!(refused.body["fields"], json!({ "email": "Email tidak boleh kosong" }));
    let half = json!({ "kode_kelas": ["IF101-A"], "migration": [] });
    let refused = admin.post(&path, with(detail.data(), half)).await.refused(422);
    assert_eq!(
        refused.body["fields"],
        json!({ "migration": "Migration tidak boleh kosong" })
    );
}

#[rstest]
#[tokio::test]
async fn name_that_no_form_changed_stays_as_synced(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let changes = server.campus.changes();
    let [whole, alone] = [0, 1].map(|teacher| server.campus.university().teacher(teacher).nik);
    for (nik, first, last, full) in [
        (&whole, "Siti", "Rahayu", "Siti Nur Rahayu"),
        // As a source sends it that has only full names.
        (&alone, "", "", "Budi Eko Santoso"),
    ] {
        changes.set("/teachers", nik, "nama_depan", first);
        changes.set("/teachers", nik, "nama_belakang", last);
        changes.set("/teachers", nik, "nama_lengkap", full);
    }
    admin.sync("dosen").await;
    let path = format!("{B}/update/pengajar");
    let nothing = json!({ "kode_kelas": [], "migration": [] });
    for (nik, names, full) in [
        (&whole, ["Siti", "Rahayu"], "Siti Nur Rahayu"),
        (&alone, ["Budi Eko", "Santoso"], "Budi Eko Santoso"),
    ] {
        let id = admin.row("dosen", "nik", nik).await["id"].clone();
        let detail = admin
            .post(&format!("{B}/detail/pengajar"), json!({ "id": id }))
            .await
            .ok();
        let form = with(detail.data(), nothing.clone());
        assert_eq!([&form["nama_depan"], &form["nama_belakang"]], names);
        let address = with(&form, json!({ "email": "baru@kampus.example" }));
        admin.post(&path, address).await.ok();
        assert_eq!(admin.row("dosen", "nik", nik).await["nama_lengkap"], full);
        admin
            .post(&path, with(&form, json!({ "nama_depan": "" })))
            .await
            .refused(422);
    }
}

#[rstest]
#[tokio::test]
async fn class_from_a_form_is_referenced_by_its_code(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = signed_in(&server).await;
    let form = forms().into_iter().find(|form| form.react == "kelas").unwrap();
    let id = form.create(&admin).await;
    let renamed = with(&form.typed, json!({ "id": id, "kode_kelas": "Z-9" }));
    admin.post(&form.path("update"), renamed).await.ok();
    assert_eq!(admin.row("kelas", "kode_kelas", "Z-9").await["kelas_id"], "Z-9");
}

#[rstest]
#[tokio::test]
async fn update_makes_an_exported_row_wait_only_if_it_changed(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let form = forms().remove(0);
    let id = form.create(&admin).await;
    admin.export("tahun_ajaran", json!({})).await.ok();
    let migration = async || admin.rows("tahun_ajaran").await[0]["migration"].clone();
    let update = async |body: Value| {
        admin
            .post(&form.path("update"), with(&body, json!({ "id": id })))
            .await
            .ok()
    };
    update(form.typed.clone()).await;
    assert_eq!(migration().await, "sudah");
    update(with(&form.typed, json!({ "nama_tahun_ajaran": "lain" }))).await;
    assert_eq!(migration().await, "berubah");
}
