//! `selaras doctor` by the real binary: a line for each finding, remedies, and the exit status.

use selaras_campus::Campus;
use std::{path::Path, process::Command};

/// Runs the doctor. Returns its output and exit status.
fn doctor(place: &Path, settings: &[(&str, &str)]) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selaras"));
    // The binary reads every SELARAS_ variable as a setting, also those of the test environment.
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SELARAS_")) {
        command.env_remove(name);
    }
    let output = command
        .arg("doctor")
        .envs(settings.iter().copied())
        .current_dir(place)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (text, output.status.code().unwrap())
}

fn of(campus: &Campus) -> Vec<(&'static str, &str)> {
    vec![
        ("SELARAS_DATABASE__URL", "sqlite:selaras.sqlite"),
        ("SELARAS_SOURCE__BASE_URL", campus.source_url()),
        ("SELARAS_PLATFORM__BASE_URL", campus.moodle_url()),
        ("SELARAS_PLATFORM__TOKEN", campus.moodle_token()),
    ]
}

fn lines<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.starts_with(word)).collect()
}

/// Runs the doctor in a blocking task, since the campus must answer meanwhile.
async fn run_doctor(settings: Vec<(&'static str, String)>) -> (String, i32) {
    let run = move || {
        let place = tempfile::tempdir().unwrap();
        let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let told = doctor(place.path(), &settings);
        // The doctor's user may differ from the service's, so it must create no files.
        assert_eq!(
            std::fs::read_dir(place.path()).unwrap().count(),
            0,
            "the doctor created a file"
        );
        told
    };
    tokio::task::spawn_blocking(run).await.unwrap()
}

async fn run_doctor_with(campus: &Campus, changes: &[(&'static str, &str)]) -> (String, i32) {
    let mut settings: Vec<_> = of(campus)
        .into_iter()
        .map(|(name, value)| (name, value.to_owned()))
        .collect();
    settings.extend(changes.iter().map(|(name, value)| (*name, (*value).to_owned())));
    run_doctor(settings).await
}

#[tokio::test]
async fn doctor_exits_0_for_sound_installation() {
    let campus = Campus::builder().students(60).start().await.unwrap();
    let (text, status) = run_doctor_with(&campus, &[]).await;
    assert_eq!(status, 0, "{text}");
    assert!(lines(&text, "SALAH").is_empty(), "{text}");
    for part in ["Setelan", "Sumber", "Moodle", "Zoom"] {
        let of_part = |line: &&str| line.split_whitespace().nth(1) == Some(part);
        assert!(
            lines(&text, "OK").into_iter().any(|line| of_part(&line)),
            "{part}: {text}"
        );
    }
    assert!(
        text.contains("Kelas: ") && text.contains("baris dicoba tanpa masalah"),
        "{text}"
    );
    // There is no database yet: serve creates it, doctor does not.
    let [waiting] = lines(&text, "PERHATIAN")[..] else {
        panic!("{text}")
    };
    assert!(
        waiting.contains("selaras.sqlite belum ada") && waiting.contains("selaras serve"),
        "{waiting}"
    );
    assert!(!text.contains(campus.moodle_token()), "{text}");
}

#[tokio::test]
async fn doctor_accepts_database_without_tables() {
    let campus = Campus::builder().students(60).start().await.unwrap();
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("kosong.sqlite");
    std::fs::write(&file, "").unwrap();
    let url = format!("sqlite:{}", file.display());
    let (text, status) = run_doctor_with(&campus, &[("SELARAS_DATABASE__URL", url.as_str())]).await;
    assert_eq!(status, 0, "{text}");
    assert!(
        lines(&text, "OK").iter().any(|line| line.contains("SQLite menjawab")),
        "{text}"
    );
    let [waiting] = lines(&text, "PERHATIAN")[..] else {
        panic!("{text}")
    };
    assert!(
        waiting.contains("Jalankan selaras serve; perubahan itu dilakukan saat mulai"),
        "{waiting}"
    );
}

#[tokio::test]
async fn doctor_exits_1_with_remedies() {
    let campus = Campus::builder().students(60).start().await.unwrap();
    campus.moodle().faults().leave_out("core_course_create_courses");
    let changes = [("SELARAS_PLATFORM__ROOT_CATEGORY", "4711")];
    let (text, status) = run_doctor_with(&campus, &changes).await;
    assert_eq!(status, 1, "{text}");
    let wrong = lines(&text, "SALAH");
    assert_eq!(wrong.len(), 2, "{text}");
    assert!(
        wrong[0].contains("core_course_create_courses") && wrong[0].contains("Layanan eksternal"),
        "{text}"
    );
    assert!(wrong[1].contains("platform.root_category"), "{text}");
}

#[tokio::test]
async fn doctor_names_first_unusable_row() {
    let campus = Campus::builder().students(60).start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let teachers = "nik,nama_lengkap\n0011,Siti Rahayu\n0011,Siti R.\n";
    std::fs::write(folder.path().join("teachers.csv"), teachers).unwrap();
    let files = folder.path().to_str().unwrap();
    let (text, status) = run_doctor_with(&campus, &[("SELARAS_SOURCE__FILES__FOLDER", files)]).await;
    assert_eq!(status, 0, "{text}");
    let told = "Pengajar: 1 masalah di antara 2 baris yang dicoba, misalnya di baris 3: 0011 sudah ada di baris ke-2";
    assert!(
        lines(&text, "PERHATIAN").iter().any(|line| line.contains(told)),
        "{text}"
    );
}

#[tokio::test]
async fn doctor_reports_list_that_breaks_off() {
    let campus = Campus::builder().students(60).start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let teachers: String = (1..=2_000).map(|row| format!("{row},Siti {row}\n")).collect();
    let teachers = format!("nik,nama_lengkap\n{teachers}2001,\"Budi\n");
    std::fs::write(folder.path().join("teachers.csv"), teachers).unwrap();
    let files = folder.path().to_str().unwrap();
    let (text, status) = run_doctor_with(&campus, &[("SELARAS_SOURCE__FILES__FOLDER", files)]).await;
    assert_eq!(status, 1, "{text}");
    let [wrong] = lines(&text, "SALAH")[..] else {
        panic!("{text}")
    };
    assert!(
        wrong.contains("Pengajar: ") && wrong.contains("tidak ditutup, mulai baris ke-2002"),
        "{wrong}"
    );
    assert!(wrong.ends_with("Periksa berkasnya di source.files.folder."), "{wrong}");
}

#[tokio::test]
async fn doctor_reports_broken_database_and_inspects_the_rest() {
    let campus = Campus::builder().students(60).start().await.unwrap();
    let changes = [("SELARAS_DATABASE__URL", "sqlite:/tidak/ada/selaras.sqlite")];
    let (text, status) = run_doctor_with(&campus, &changes).await;
    assert_eq!(status, 1, "{text}");
    let wrong = lines(&text, "SALAH");
    assert!(wrong.len() == 1 && wrong[0].contains("database.url"), "{text}");
    assert!(text.contains("Moodle 5.1+"), "{text}");
}

#[tokio::test]
async fn doctor_exits_2_for_unreadable_settings() {
    let (text, status) = run_doctor(vec![(
        "SELARAS_SOURCE__BASE_URL",
        "https://ocas.kampus.ac.id".to_owned(),
    )])
    .await;
    assert_eq!(status, 2, "{text}");
    assert!(lines(&text, "SALAH")[0].contains("platform.base_url"), "{text}");
}

#[tokio::test]
async fn numeric_secrets_work_from_variables_and_credentials() {
    let campus = Campus::builder().students(60).start().await.unwrap();
    let secrets = tempfile::tempdir().unwrap();
    std::fs::write(secrets.path().join("selaras_zoom.webhook_secret"), "12345678\n").unwrap();
    std::fs::write(secrets.path().join("selaras_platform.root_category"), "4711\n").unwrap();
    let changes = [
        ("CREDENTIALS_DIRECTORY", secrets.path().to_str().unwrap()),
        ("SELARAS_SOURCE__HTTP__PASSWORD", "12345678"),
        ("SELARAS_SOURCE__REQUESTS", "3"),
    ];
    let (text, status) = run_doctor_with(&campus, &changes).await;
    // A category id from a credential is parsed as a number: it is the only thing wrong.
    assert_eq!(status, 1, "{text}");
    let [wrong] = lines(&text, "SALAH")[..] else {
        panic!("{text}")
    };
    assert!(wrong.contains("platform.root_category"), "{text}");
    assert!(!text.contains("12345678"), "{text}");
}

#[tokio::test]
async fn doctor_refuses_or_warns_of_unencrypted_secrets() {
    let campus = Campus::builder().students(60).start().await.unwrap();
    let webhook = ("SELARAS_NOTIFY__WEBHOOK_URL", "http://chat.kampus.ac.id/hook/rahasia");
    let (text, status) = run_doctor_with(&campus, &[webhook]).await;
    assert_eq!(status, 2, "{text}");
    assert!(
        text.contains("notify.webhook_url") && text.contains("allow_plain") && !text.contains("rahasia"),
        "{text}"
    );
    let allowed = ("SELARAS_SECURITY__ALLOW_PLAIN", "[\"notify.webhook_url\"]");
    let (text, status) = run_doctor_with(&campus, &[webhook, allowed]).await;
    assert_eq!(status, 0, "{text}");
    let warned = lines(&text, "PERHATIAN");
    assert!(
        warned
            .iter()
            .any(|line| line.contains("Setelan") && line.contains("notify.webhook_url")),
        "{text}"
    );
}

#[tokio::test]
async fn doctor_warns_of_open_sign_up() {
    let campus = Campus::builder().students(60).start().await.unwrap();
    let (text, status) = run_doctor_with(&campus, &[("SELARAS_AUTH__SIGNUP", "open")]).await;
    assert_eq!(status, 0, "{text}");
    let warned = lines(&text, "PERHATIAN");
    assert!(warned.iter().any(|line| line.contains("auth.signup")), "{text}");
}
