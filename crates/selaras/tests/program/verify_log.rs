//! `selaras verify-log` by the real binary: what it says of a log that is as it was written and of one that is not.

use sea_orm::ConnectionTrait;
use selaras_reasons::Reason;
use selaras_store::Store;
use std::{path::Path, process::Command};

/// What it says, and the status that it ends with.
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
async fn a_log_is_verified_entry_by_entry_and_the_first_that_was_altered_is_named() {
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
