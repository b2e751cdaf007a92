//! The reasons that a job's rows share: counted, filtered, searched, and shown in both languages.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, Reply, Server, column},
};
use reqwest::Method;
use rstest::rstest;
use serde_json::json;

async fn get(admin: &Client, language: &str, path: &str) -> Reply {
    let headers = [("accept-language", language)];
    admin.send(Method::GET, path, &headers, None).await.ok()
}

fn summaries(reasons: &Reply) -> Vec<(&str, &str, i64)> {
    reasons
        .rows()
        .iter()
        .map(|row| {
            let text = |name: &str| row[name].as_str().unwrap();
            (text("code"), text("text"), row["rows"].as_i64().unwrap())
        })
        .collect()
}

/// Exports two teachers with a wrong address and one with markup in the name. Returns the path of the job.
async fn refused(server: &Server, admin: &Client) -> String {
    let niks = [0, 1, 2].map(|at| server.campus.university().nik(at));
    let changes = server.campus.changes();
    changes.set("/teachers", &niks[0], "email", "bukan alamat");
    changes.set("/teachers", &niks[1], "email", "juga bukan");
    changes.set("/teachers", &niks[2], "nama_depan", "<b>Siti</b>");
    changes.set("/teachers", &niks[2], "nama_belakang", "Rahayu");
    admin.sync("dosen").await;
    let exported = admin.export("dosen", json!({})).await.ok();
    format!("{A}/jobs/{}", exported.job()["id"])
}

#[rstest]
#[tokio::test]
async fn rows_failing_alike_share_one_localised_reason(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let job = refused(&server, &admin).await;
    let reasons = get(&admin, "id", &format!("{job}/reasons")).await;
    assert_eq!(
        summaries(&reasons),
        [
            (
                "email_refused",
                "Alamat e-mail tidak benar. Perbaiki di sumbernya, lalu export lagi.",
                2
            ),
            (
                "value_markup",
                "Nama depan mengandung tanda HTML (<…>). Hapus tanda itu, lalu export lagi.",
                1
            ),
        ]
    );
    let english = get(&admin, "en", &format!("{job}/reasons")).await;
    assert_eq!(
        summaries(&english)[0],
        (
            "email_refused",
            "The e-mail address is wrong. Correct it at the source, then export again.",
            2
        )
    );
    assert_eq!(
        column(english.rows(), "reason"),
        column(reasons.rows(), "reason"),
        "the filter is the same in all languages"
    );
    let none = get(&admin, "id", &format!("{job}/reasons?status=conflict")).await;
    assert_eq!(summaries(&none), []);
}

#[rstest]
#[tokio::test]
async fn job_rows_are_filtered_by_reason_group_and_code(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let job = refused(&server, &admin).await;
    let rows = async |query: &str| get(&admin, "id", &format!("{job}/rows?{query}")).await;
    for (query, found) in [
        ("reason=email_refused", 2),
        ("reason=value_markup", 1),
        ("reason=value_markup:first_name", 1),
        ("reason=value_markup:last_name", 0),
        ("reason=value", 0),
        ("reason=email_refused&status=failed", 2),
        ("reason=email_refused&status=conflict", 0),
    ] {
        assert_eq!(rows(query).await.rows().len(), found, "{query}");
    }
    let file = admin.bytes(&format!("{job}/rows.xlsx?reason=value_markup")).await;
    let whole = admin.bytes(&format!("{job}/rows.xlsx")).await;
    assert!(file.starts_with(b"PK") && file.len() < whole.len());
}

#[rstest]
#[tokio::test]
async fn reason_is_shown_and_searched_in_both_languages(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let job = refused(&server, &admin).await;
    for (language, words, sentence) in [
        (
            "id",
            "tanda%20HTML",
            "Nama depan “<b>Siti</b>” mengandung tanda HTML (<…>). Hapus tanda itu, lalu export lagi.",
        ),
        (
            "en",
            "html%20marks",
            "First name “<b>Siti</b>” has HTML marks (<…>). Remove them, then export again.",
        ),
    ] {
        let found = get(&admin, language, &format!("{job}/rows?q={words}")).await;
        assert_eq!(column(found.rows(), "reason"), [sentence]);
        let list = get(&admin, language, &format!("{A}/dosen/get?migration=gagal")).await;
        assert!(
            column(list.rows(), "migration_reason").contains(&sentence),
            "{language}"
        );
        let page = get(
            &admin,
            language,
            &format!("{A}/dosen/get?migration=gagal&page=0&per_page=100"),
        )
        .await;
        assert!(
            column(page.rows(), "migration_reason").contains(&sentence),
            "{language}"
        );
    }
}
