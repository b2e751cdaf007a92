//! `selaras verify-log` by the real binary, on an intact and on an altered log.

use sea_orm::ConnectionTrait;
use selaras_reasons::Reason;
use selaras_store::{
    Store,
    log::{By, Principal},
};
use std::{path::Path, process::Command};

/// Runs the command. Returns its output and exit status.
fn verify(place: &Path) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selaras"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SELARAS_")) {
        command.env_remove(name);
    }
    let settings = [
        ("SELARAS_DATABASE__URL", "sqlite:selaras.sqlite"),
        ("SELARAS_SOURCE__BASE_URL", "https://ocas.kampus.example"),
        ("SELARAS_PLATFORM__BASE_URL", "https://moodle.kampus.example"),
        ("SELARAS_PLATFORM__TOKEN", "rahasia"),
    ];
    let output = command
        .arg("verify-log")
        .envs(settings)
        .current_dir(place)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (said.concat(), output.status.code().unwrap())
}

#[tokio::test]
async fn verify_log_names_first_altered_entry() {
    let place = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", place.path().join("selaras.sqlite").display());
    let store = Store::open(&url).await.unwrap();
    for _ in 0..3 {
        store.log(&Reason::DidLogIn, "Ani").await.unwrap();
    }
    let seal = store.verify_log().await.unwrap().hash;
    let (said, status) = verify(place.path());
    assert_eq!(status, 0, "{said}");
    assert!(
        said.contains("3 entri tetap seperti saat ditulis") && said.contains(&seal),
        "{said}"
    );

    let alter = "UPDATE activity_log SET actor = 'Budi' WHERE id = 2";
    store.writer().execute_unprepared(alter).await.unwrap();
    let (said, status) = verify(place.path());
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("entri 2, pada urutan 2, diubah"), "{said}");
}

#[tokio::test]
async fn both_accounts_behind_one_name_are_named() {
    let place = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", place.path().join("selaras.sqlite").display());
    let store = Store::open(&url).await.unwrap();
    // The last name has a Cyrillic letter.
    let entries = [
        (1, "ani", "Bu Ani"),
        (1, "ani", "Bu Ani"),
        (2, "eka", "Eka"),
        (2, "eka", "Bu Ani"),
        (3, "tono", "Bu \u{410}ni"),
        (4, "sari", "Sari"),
    ];
    for (id, username, name) in entries {
        let username = username.to_owned();
        let principal = Principal::Account { id, username };
        let by = By {
            name,
            principal: Some(&principal),
            origin: None,
        };
        store.log(&Reason::DidLogIn, by).await.unwrap();
    }
    store.log(&Reason::DidLogIn, "Sari").await.unwrap();
    let (said, status) = verify(place.path());
    assert_eq!(status, 0, "{said}");
    assert!(
        said.contains("Akun nomor 2 tercatat dengan beberapa nama: Eka (eka), Bu Ani (eka)."),
        "{said}"
    );
    assert!(
        said.contains("Nama Bu Ani dipakai beberapa akun: 1 (ani), 2 (eka), 3 (tono)."),
        "{said}"
    );
    assert!(!said.contains("Akun nomor 1 ") && !said.contains("Sari"), "{said}");
}
