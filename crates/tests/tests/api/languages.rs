//! Every failure has a code, and a sentence in the requested language: Indonesian by default, or English.

use crate::{
    database::Database::Sqlite,
    harness::{A, B, Client, Reply, Server},
};
use reqwest::Method;
use serde_json::{Value, json};

async fn send(caller: &Client, language: &str, method: Method, path: &str, body: &Value) -> Reply {
    let headers = [("accept-language", language)];
    caller.send(method, path, &headers, Some(body.to_string())).await
}

#[tokio::test]
async fn failures_have_a_code_and_text_in_both_languages() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let anonymous = server.anonymous();
    let wrong = json!({ "username": "ani", "password": "bukan-ini" });
    for (caller, method, path, body, status, code, indonesian, english) in [
        (
            &anonymous,
            Method::GET,
            format!("{A}/user/get"),
            json!({}),
            401,
            "signed_out",
            "Sesi Anda sudah berakhir. Silakan login lagi.",
            "Your session has ended. Please log in again.",
        ),
        (
            &anonymous,
            Method::POST,
            format!("{B}/login"),
            wrong,
            401,
            "wrong_password",
            "Username atau password salah.",
            "The username or the password is wrong.",
        ),
        (
            &admin,
            Method::GET,
            format!("{A}/jobs/4711"),
            json!({}),
            404,
            "no_such_job",
            "Pekerjaan ini tidak ada.",
            "There is no such job.",
        ),
        (
            &admin,
            Method::PATCH,
            format!("{A}/user/get"),
            json!({}),
            405,
            "method_not_allowed",
            "Alamat ini tidak menerima metode tersebut.",
            "This address does not take that method.",
        ),
        (
            &admin,
            Method::GET,
            format!("{A}/tidak-ada"),
            json!({}),
            404,
            "no_such_address",
            "Alamat ini tidak ada.",
            "There is nothing at this address.",
        ),
        (
            &admin,
            Method::GET,
            format!("{A}/kelas/get?sort=umur"),
            json!({}),
            400,
            "sort_unknown",
            "Tidak dapat diurutkan menurut umur.",
            "The list cannot be sorted by umur.",
        ),
    ] {
        for (language, sentence) in [
            ("id", indonesian),
            ("", indonesian),
            ("de", indonesian),
            ("en-GB,en;q=0.9", english),
            ("de, en;q=0.3, id;q=0.1", english),
        ] {
            let reply = send(caller, language, method.clone(), &path, &body)
                .await
                .refused(status);
            assert_eq!(
                (reply.sentence(), &reply.body["code"]),
                (sentence, &json!(code)),
                "{path} {language}"
            );
        }
    }
}

#[tokio::test]
async fn field_errors_are_localised_and_match_the_specification() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let path = format!("{B}/create/prodi");
    let body = json!({ "kode_prodi": "IF", "nama_prodi": true });
    let errors = async |language| {
        let reply = send(&admin, language, Method::POST, &path, &body).await.refused(422);
        assert_eq!(reply.body["code"], "invalid_fields");
        assert_eq!(reply.headers["content-language"], language);
        reply.body
    };
    let indonesian = errors("id").await;
    assert_eq!(
        indonesian["fields"],
        json!({ "kode_semester": "Kode semester tidak boleh kosong", "nama_prodi": "nama_prodi harus berupa teks" })
    );
    let english = errors("en").await;
    assert_eq!(
        english["fields"],
        json!({ "kode_semester": "Semester code must not be empty", "nama_prodi": "nama_prodi must be text" })
    );
    assert_eq!(
        english["message"],
        "Semester code must not be empty. nama_prodi must be text"
    );
}

#[tokio::test]
async fn results_of_calls_are_localised() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let body = json!({ "kode_tahun_ajaran": "2040", "nama_tahun_ajaran": "2040/2041" });
    let made = send(&admin, "en", Method::POST, &format!("{B}/create/tahun_ajaran"), &body).await;
    assert_eq!(made.ok().sentence(), "The academic year 2040/2041 has been made.");
    let headers = [("accept-language", "en"), ("prefer", "respond-async")];
    let path = format!("{A}/prodi/sync");
    let taken = admin.send(Method::POST, &path, &headers, Some("{}".to_owned())).await;
    assert_eq!(taken.status, 202);
    assert_eq!(taken.sentence(), "Accepted. The work goes on in the background.");
    assert_eq!(taken.headers["preference-applied"], "respond-async");
    admin.ended(taken.job()["id"].as_i64().unwrap()).await;
}

#[tokio::test]
async fn compressed_replies_are_localised() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let names: Vec<_> = (0..40).map(|index| format!("x{index}")).collect();
    let body = json!(
        names
            .iter()
            .map(|name| (name.clone(), 1))
            .collect::<std::collections::BTreeMap<_, _>>()
    );
    let path = format!("{A}/kelas/sync");
    let reply = send(&admin, "en", Method::POST, &path, &body).await.refused(400);
    assert!(
        reply.sentence().starts_with("These fields are not known: x0, x1, "),
        "{reply:#?}"
    );
}
