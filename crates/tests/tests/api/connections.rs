//! Pengaturan > Koneksi: the connected systems and their state.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, NAME, Server},
};
use rstest::rstest;
use selaras_campus::{moodle, source};
use selaras_engine::inspection::Finding;
use selaras_reasons::Reason;
use serde_json::{Value, json};

async fn test(admin: &Client, body: Value) -> Vec<Value> {
    admin
        .post(&format!("{A}/connections/test"), body)
        .await
        .ok()
        .rows()
        .to_vec()
}

/// State and lines of a connection.
async fn look(admin: &Client, part: &str) -> (String, String) {
    let found = test(admin, json!({ "part": part, "name": NAME })).await;
    assert_eq!((found.len(), &found[0]["part"]), (1, &json!(part)));
    let last = &found[0]["last"];
    (
        last["standing"].as_str().unwrap().to_owned(),
        last["findings"].to_string(),
    )
}

#[rstest]
#[tokio::test]
async fn every_connection_of_a_working_campus_is_ok(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let before = admin.get(&format!("{A}/connections")).await.ok();
    assert!(before.rows().iter().all(|connection| connection["last"].is_null()));

    // In the harness's settings, one origin is the file.
    let origins = |connection: &Value| {
        let settings = connection["settings"].as_array().unwrap().clone();
        settings
            .into_iter()
            .map(|setting| (setting["name"].clone(), setting["origin"].clone()))
    };
    for (name, origin) in before.rows().iter().flat_map(origins) {
        let expected = if name == "source.base_url" { "file" } else { "default" };
        assert_eq!(origin, expected, "{name}");
    }

    let found = test(&admin, json!({})).await;
    let standing = |connection: &Value| {
        let (part, last) = (&connection["part"], &connection["last"]);
        (
            part.as_str().unwrap().to_owned(),
            last["standing"].as_str().unwrap().to_owned(),
        )
    };
    let well = ["database", "source", "platform", "zoom", "settings"].map(|part| (part.to_owned(), "ok".to_owned()));
    assert_eq!(found.iter().map(standing).collect::<Vec<_>>(), well, "{found:#?}");
    let lines = |at: usize| found[at]["last"]["findings"].as_array().unwrap().len();
    assert_eq!(lines(1), 10, "one for each list: {:#?}", found[1]);
    assert!(found[2].to_string().contains("5.1+"), "{:#?}", found[2]);

    let after = admin.get(&format!("{A}/connections")).await.ok();
    assert_eq!(after.rows(), found, "the last state is stored");
    assert_eq!(
        server.writing_calls(),
        2,
        "no setting was offered both roles, and nothing else"
    );
    assert_eq!(server.on_moodle().memberships, 0);
}

#[rstest]
#[tokio::test]
async fn no_secret_is_among_the_settings(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let shown = admin.get(&format!("{A}/connections")).await.ok().text;
    assert!(!shown.contains(server.campus.moodle_token()), "{shown}");
    for known in [
        server.campus.source_url(),
        server.campus.moodle_url(),
        "platform.root_category",
    ] {
        assert!(shown.contains(known), "{known}: {shown}");
    }
}

#[rstest]
#[tokio::test]
async fn missing_token_functions_are_named_with_their_purpose(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let faults = server.moodle().faults();
    faults.leave_out("core_user_create_users");
    faults.leave_out("enrol_manual_unenrol_users");
    let (standing, lines) = look(&admin, "platform").await;
    assert_eq!(standing, "wrong");
    for words in [
        "export akun pengajar dan mahasiswa, token belum boleh memanggil core_user_create_users",
        "unenroll, token belum boleh memanggil enrol_manual_unenrol_users",
        "Layanan eksternal",
    ] {
        assert!(lines.contains(words), "{words}: {lines}");
    }
    faults.token_dies_after(0);
    let (standing, lines) = look(&admin, "platform").await;
    assert_eq!(standing, "wrong");
    assert!(lines.contains("token baru"), "{lines}");
}

#[rstest]
#[tokio::test]
async fn export_names_missing_token_functions_before_any_row(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    server.moodle().faults().leave_out("core_user_update_users");
    server.moodle().faults().leave_out("core_user_get_users_by_field");
    let refused = admin.export("dosen", json!({})).await.refused(502);
    let sentence = refused.sentence();
    assert!(
        sentence.contains("core_user_update_users, core_user_get_users_by_field") && sentence.contains("Fungsi"),
        "{sentence}"
    );
    assert_eq!(server.writing_calls(), 0);
    let rows = admin.rows("dosen").await;
    assert!(rows.iter().all(|row| row["migration"] == "belum"), "{:?}", rows[0]);
    // The permitted exports still run: categories use other functions.
    admin.bring(&["tahun_ajaran"]).await;
}

#[rstest]
#[tokio::test]
async fn export_asks_for_site_info_once_and_for_people_once_a_batch(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    admin.export("dosen", json!({})).await.ok();
    let calls = |function: &str| server.moodle().calls(function);
    assert!(calls("core_user_create_users") > 0);
    assert_eq!(calls("core_webservice_get_site_info"), 1);
    let batches = calls("core_user_create_users");
    assert_eq!(calls("core_user_get_users_by_field"), batches);
    assert_eq!(server.moodle().all_calls(), 1 + 2 * batches);
}

#[rstest]
#[tokio::test]
async fn failing_source_list_is_one_line(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let fault = source::Fault::Status {
        status: 404,
        retry_after: None,
    };
    server.campus.faults().always("/departments", fault);
    server.campus.faults().always(
        "/programs",
        source::Fault::RawRows(vec![(0, r#"{"nama_prodi":"Tanpa nomor"}"#.to_owned())]),
    );
    let found = test(&admin, json!({ "part": "source" })).await;
    let wrong: Vec<_> = found[0]["last"]["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["standing"] == "wrong")
        .map(|finding| finding["text"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(wrong.len(), 2, "{found:#?}");
    assert!(
        wrong[0].starts_with("Prodi: baris pertama tidak terbaca: program_id kosong"),
        "{wrong:?}"
    );
    assert!(wrong[1].starts_with("Jurusan: "), "{wrong:?}");
}

#[rstest]
#[tokio::test]
async fn unreachable_moodle_fails_alone(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    server.moodle().faults().next(usize::MAX, moodle::Fault::HangUp);
    let (standing, lines) = look(&admin, "platform").await;
    assert_eq!(standing, "wrong");
    assert!(lines.contains("Moodle tidak menjawab"), "{lines}");
    assert_eq!(look(&admin, "database").await.0, "ok");
    assert_eq!(look(&admin, "source").await.0, "ok");
}

#[tokio::test]
async fn unknown_connection_is_refused() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let refused = admin
        .post(&format!("{A}/connections/test"), json!({ "part": "ocas" }))
        .await
        .refused(422);
    assert!(
        refused.body["fields"]["part"]
            .as_str()
            .unwrap()
            .contains("database, source, platform, zoom")
    );
}

#[tokio::test]
async fn cautions_about_settings_are_shown_unasked() {
    let caution = Finding::warning(Reason::SignupIsOpen, Reason::CloseSignup);
    let server = Server::with(Sqlite).cautions(vec![caution]).start().await;
    let admin = server.sign_in().await;
    let shown = admin.get(&format!("{A}/connections")).await.ok();
    let settings = shown.rows().iter().find(|one| one["part"] == "settings").unwrap();
    assert_eq!(settings["last"]["standing"], "warning", "{settings}");
    let (standing, text) = look(&admin, "settings").await;
    assert_eq!(standing, "warning");
    assert!(text.contains("auth.signup"), "{text}");
}
