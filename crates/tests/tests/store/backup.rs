//! The whole database in one file, and back onto either database.

use crate::{
    database::{
        self,
        Database::{self, Postgres, Sqlite},
        Fresh, with_step,
    },
    new_job, open,
};
use jiff::Timestamp;
use rstest::rstest;
use sea_orm::ConnectionTrait;
use selaras_reasons::Reason;
use selaras_store::{
    Store,
    administrators::{Admission, NewAdministrator},
    backup::{BackupError, read_backup},
    jobs::{JobState, NewJob, NewStage, StageState, Subject, Verb},
    outbox::Notice,
    schema::{STEPS, Step},
    sessions::Location,
};
use selaras_tests::numbers;
use sha2::Digest;
use std::{
    collections::BTreeMap,
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    sync::LazyLock,
};
use tempfile::TempDir;

/// A database as version 1.0.0 left it, brought up to date.
async fn after_a_term(on: Database) -> (Store, Fresh) {
    let fresh = database::after_a_term(on).await;
    (Store::open(&fresh.url).await.unwrap(), fresh)
}

fn unpacked(file: &Path) -> String {
    let mut text = String::new();
    let packed = fs::File::open(file).unwrap();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    text
}

fn packed(text: &str) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("selaras.backup");
    (folder, file)
}

/// The rows of each table of a backup, in an order that does not depend on the database, with what each database calls yes
/// and no called the same.
fn tables(file: &Path) -> BTreeMap<String, Vec<String>> {
    let text = unpacked(file);
    let mut tables = BTreeMap::new();
    let mut booleans = Vec::new();
    let mut name = String::new();
    for line in text.lines() {
        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(table) = value.get("table") {
            name = table["name"].as_str().unwrap().to_owned();
            let columns = table["columns"].as_array().unwrap();
            booleans = columns.iter().map(|column| column["form"] == "boolean").collect();
            tables.insert(name.clone(), Vec::new());
        } else if let Some(row) = value.as_array_mut() {
            for (value, is_boolean) in row.iter_mut().zip(&booleans) {
                if *is_boolean && value.is_number() {
                    *value = (value == &serde_json::json!(1)).into();
                }
            }
            tables.get_mut(&name).unwrap().push(value.to_string());
        }
    }
    for rows in tables.values_mut() {
        rows.sort_unstable();
    }
    tables
}

#[rstest]
#[tokio::test]
async fn backup_restores_every_table_on_either_database(
    #[values(Sqlite, Postgres)] from: Database,
    #[values(Sqlite, Postgres)] onto: Database,
) {
    let (store, _kept) = after_a_term(from).await;
    let (_folder, file) = folder();
    let contents = store.back_up(&file).await.unwrap();
    assert_eq!(read_backup(&file).unwrap(), contents);
    assert!(contents.rows() > 3000, "{contents:?}");

    let target = onto.fresh().await;
    let restored = Store::open(&target.url).await.unwrap();
    restored.restore(&file).await.unwrap();
    let again = file.with_file_name("again.backup");
    restored.back_up(&again).await.unwrap();
    let [mut brought_back, mut kept] = [&again, &file].map(|file| tables(file));
    // All sessions are ended, the people of meetings are found again, and the queued notice is not sent.
    for emptied in ["api_key", "zoom_person", "zoom_tied"] {
        assert_eq!(brought_back.remove(emptied), Some(Vec::new()));
        kept.remove(emptied);
    }
    let notices = [&mut brought_back, &mut kept].map(|tables| tables.remove("outbox").unwrap().len());
    assert_eq!(notices, [1, 1]);
    assert_eq!(brought_back, kept);
    numbers::assert_true(&restored).await;
    assert_eq!(restored.pending_steps().await.unwrap(), 0);
    // Numbers go on where they were: a job's is never given to another.
    restored.log(&Reason::DidLogOut, "ani").await.unwrap();
    let newest = &restored
        .log_page(&Default::default(), &Default::default(), 0, 1)
        .await
        .unwrap()
        .rows[0];
    let before = &store
        .log_page(&Default::default(), &Default::default(), 0, 1)
        .await
        .unwrap()
        .rows[0];
    assert_eq!((&newest.action, newest.id), (&Reason::DidLogOut, before.id + 1));
}

/// A session, and three jobs under way: one that is worked at, one that waits for it, and one over the whole campus
/// with a stage to come. Answers with the jobs.
async fn under_way(store: &Store) -> [i64; 3] {
    let ani = NewAdministrator {
        name: "Ani",
        username: "ani",
        password_hash: "hash",
        admission: Admission::ActiveIfFirst,
        identity: None,
    };
    let ani = store.add_administrator(ani, &Reason::DidSignUp, "Ani").await.unwrap();
    let tomorrow = Timestamp::now() + std::time::Duration::from_secs(86_400);
    store
        .add_key(&ani, "kunci", tomorrow, &Location::default(), &Reason::DidLogIn, &[])
        .await
        .unwrap();
    let notice = Notice {
        channel: "mail".to_owned(),
        name: "satu".to_owned(),
        subject: "Tugas gagal".to_owned(),
        text: "Tugas gagal".to_owned(),
        details: "{}".to_owned(),
        recipient: None,
    };
    store.keep_notices(&Reason::DidLogOut, "ani", &[notice]).await.unwrap();
    let worked_at = store.create_job(new_job("semester")).await.unwrap();
    let waiting = store.create_job(new_job("semester")).await.unwrap();
    assert_eq!(store.take_job("a", &[]).await.unwrap(), Some(worked_at));
    let campus = NewJob {
        kind: Subject::Campus,
        verb: Verb::Align,
        ..new_job("semester")
    };
    let campus = store.create_job(campus).await.unwrap();
    let stage = NewStage {
        kind: Subject::parse("prodi").unwrap(),
        verb: Verb::Sync,
        state: StageState::Waiting,
    };
    store.keep_stages(campus, &[stage]).await.unwrap();
    [worked_at, waiting, campus]
}

#[rstest]
#[tokio::test]
async fn restored_jobs_do_not_continue(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _kept) = open(on).await;
    let jobs = under_way(&store).await;
    let (_folder, file) = folder();
    store.back_up(&file).await.unwrap();
    let (restored, _fresh) = open(on).await;
    restored.restore(&file).await.unwrap();
    restored.release_all_jobs().await.unwrap();
    assert_eq!(restored.take_job("b", &[]).await.unwrap(), None);
    for id in jobs {
        let job = restored.job(id).await.unwrap().unwrap();
        assert_eq!(
            (job.state, job.message),
            (JobState::Cancelled, Reason::CancelledByRestore)
        );
        assert!(job.finished_at.is_some());
    }
    let stages = restored.stages(jobs[2]).await.unwrap();
    assert_eq!(
        stages.iter().map(|stage| stage.state).collect::<Vec<_>>(),
        [StageState::Cancelled]
    );
    assert_eq!(restored.waiting_notices(i64::MAX, 10).await.unwrap(), []);
    assert_eq!(restored.key_owner("kunci", None).await.unwrap(), None);
    assert!(store.key_owner("kunci", None).await.unwrap().is_some());
}

#[rstest]
#[tokio::test]
async fn backup_under_load_holds_one_instant(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _kept) = after_a_term(on).await;
    let (_folder, file) = folder();
    // Each entry is written twice in one transaction; a copy that saw the middle of one would have an odd number.
    let writing = {
        let store = store.clone();
        tokio::spawn(async move {
            for number in 0.. {
                let both = format!(
                    "INSERT INTO activity_log (action, actor, search_text, created_at) \
                     VALUES ('beban', '{number}', '', 1), ('beban', '{number}', '', 1)"
                );
                store.writer().execute_unprepared(&both).await.unwrap();
            }
        })
    };
    for round in 0..5 {
        let file = file.with_extension(round.to_string());
        store.back_up(&file).await.unwrap();
        let log = tables(&file).remove("activity_log").unwrap();
        assert_eq!(log.iter().filter(|row| row.contains("\"beban\"")).count() % 2, 0);
    }
    writing.abort();
}

#[rstest]
#[tokio::test]
async fn damaged_backup_changes_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _kept) = after_a_term(on).await;
    let (_folder, file) = folder();
    store.back_up(&file).await.unwrap();
    let whole = fs::read(&file).unwrap();
    let text = unpacked(&file);
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let lines: Vec<_> = text.lines().collect();
    let without_a_row = [&lines[..lines.len() - 2], &lines[lines.len() - 1..]]
        .concat()
        .join("\n")
        + "\n";
    let wrong = [
        whole[..whole.len() / 2].to_vec(),
        whole[..whole.len() - 1].to_vec(),
        flipped,
        [whole.clone(), b"more".to_vec()].concat(),
        packed(&text.replacen("Ani Wulandari", "Ana Wulandari", 1)),
        packed(&without_a_row),
        packed("something else\n"),
        b"something else".to_vec(),
        Vec::new(),
    ];
    let again = file.with_extension("again");
    for (at, bytes) in wrong.into_iter().enumerate() {
        fs::write(&file, bytes).unwrap();
        let refused = store.restore(&file).await.unwrap_err();
        assert!(matches!(refused, BackupError::Damaged { .. }), "{at}: {refused:?}");
    }
    fs::write(&file, &whole).unwrap();
    store.back_up(&again).await.unwrap();
    assert_eq!(tables(&again), tables(&file));
}

#[rstest]
#[tokio::test]
async fn backup_of_a_newer_schema_names_the_version_to_install(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _kept) = open(on).await;
    let (_folder, file) = folder();
    store.back_up(&file).await.unwrap();
    let (text, _) = unpacked(&file)
        .rsplit_once("{\"end\"")
        .map(|(text, end)| (text.to_owned(), end.len()))
        .unwrap();
    let later = text.replacen("\"steps\":[", "\"steps\":[\"9999_later\",", 1);
    let rows = later.lines().filter(|line| line.starts_with('[')).count();
    let tables = later.lines().filter(|line| line.starts_with("{\"table\"")).count();
    let sum = hex(&sha2::Sha256::digest(later.as_bytes()));
    let end = serde_json::json!({ "end": { "tables": tables, "rows": rows, "sha256": sum } });
    fs::write(&file, packed(&format!("{later}{end}\n"))).unwrap();
    assert_eq!(
        read_backup(&file).unwrap().steps[0],
        "9999_later",
        "but for its schema it is whole"
    );
    let refused = store.restore(&file).await.unwrap_err();
    assert!(
        matches!(&refused, BackupError::Newer { step, .. } if step == "9999_later"),
        "{refused:?}"
    );
}

/// A version after this one, which has added to the schema.
static LATER: LazyLock<Vec<Step>> =
    LazyLock::new(|| with_step("ALTER TABLE schedule ADD COLUMN ruang text NOT NULL DEFAULT 'R1'"));

#[rstest]
#[tokio::test]
async fn file_of_an_older_schema_is_brought_up_to_date(#[values(Sqlite, Postgres)] on: Database) {
    let (older, _kept) = after_a_term(on).await;
    let (_folder, file) = folder();
    older.back_up(&file).await.unwrap();
    let fresh = on.fresh().await;
    let store = Store::open_with(&fresh.url, &LATER).await.unwrap();
    let restored = store.restore(&file).await.unwrap();
    let steps: Vec<_> = STEPS.iter().map(|step| step.name).collect();
    assert_eq!(restored.contents.steps, steps);
    assert_eq!((restored.newer_steps, store.pending_steps().await.unwrap()), (1, 0));
    assert!(store.holds_data().await.unwrap());
    numbers::assert_true(&store).await;
    let again = file.with_extension("again");
    store.back_up(&again).await.unwrap();
    let schedules = tables(&again).remove("schedule").unwrap();
    assert!(
        !schedules.is_empty() && schedules.iter().all(|row| row.contains("R1")),
        "{schedules:?}"
    );
}

#[tokio::test]
async fn backup_is_private_and_replaces_no_file() {
    use std::os::unix::fs::PermissionsExt;
    let fresh = Sqlite.fresh().await;
    let store = Store::open(&fresh.url).await.unwrap();
    let (folder, file) = folder();
    store.back_up(&file).await.unwrap();
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let refused = store.back_up(&file).await.unwrap_err();
    assert!(matches!(refused, BackupError::Exists(_)), "{refused:?}");
    // No half of one is left where the folder is not there, nor anything beside one that was made.
    let refused = store.back_up(&folder.path().join("no/such.backup")).await.unwrap_err();
    assert!(matches!(refused, BackupError::File { .. }), "{refused:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[tokio::test]
async fn backup_of_another_live_process_is_left_to_it() {
    let (store, _fresh) = open(Sqlite).await;
    let (folder, file) = folder();
    let unfinished = folder.path().join("selaras.backup.part");
    let others = fs::File::create(&unfinished).unwrap();
    others.lock().unwrap();
    (&others).write_all(b"half of one").unwrap();
    let refused = store.back_up(&file).await.unwrap_err();
    assert!(matches!(refused, BackupError::BeingMade(_)), "{refused:?}");
    assert_eq!(fs::read(&unfinished).unwrap(), b"half of one");
    drop(others);
    let contents = store.back_up(&file).await.unwrap();
    assert_eq!(read_backup(&file).unwrap(), contents);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[rstest]
#[tokio::test]
async fn database_in_use_is_not_replaced(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _kept) = after_a_term(on).await;
    let (_folder, file) = folder();
    store.back_up(&file).await.unwrap();
    assert!(store.holds_data().await.unwrap());
    let running = format!(
        "UPDATE job SET state = 'running', lease_until = {} WHERE id = 1",
        i64::MAX
    );
    store.writer().execute_unprepared(&running).await.unwrap();
    let refused = store.restore(&file).await.unwrap_err();
    assert!(matches!(refused, BackupError::InUse), "{refused:?}");
}

#[tokio::test]
async fn remains_of_a_backup_never_truncate_a_finished_one() {
    let (store, _fresh) = open(Sqlite).await;
    let (_folder, file) = folder();
    store.back_up(&file).await.unwrap();
    // A process that died right after it linked its backup left the name of the unfinished one on it.
    let (kept, remains) = (file.with_extension("kept"), format!("{}.part", file.display()));
    std::fs::hard_link(&file, &remains).unwrap();
    std::fs::rename(&file, &kept).unwrap();
    store.back_up(&file).await.unwrap();
    assert_eq!(read_backup(&kept).unwrap().rows(), read_backup(&file).unwrap().rows());
}
