//! Trying out a list before anything is written.

use selaras_reasons::Reason;
use selaras_source::{List, TrialLimits, lists};
use selaras_tests::sources::campus::{awkward_campus, by_http};
use selaras_tests::sources::files::source;
use std::fs;
use tempfile::TempDir;

#[tokio::test]
async fn first_rows_are_shown_with_fields_and_problems_with_row_and_column() {
    let folder = TempDir::new().unwrap();
    let classes = "jadwal_kuliah_detail_id,nama_kelas,nama_mata_kuliah,program_id,jam_mulai\n\
                   1,A,Algoritma,11,07:30\n2,B,Algoritma,11,pagi\n1,C,Basis Data,11,10.00\n,D,Basis Data,11,\n";
    fs::write(folder.path().join("classes.csv"), classes).unwrap();
    let students =
        "nama_mk,nama_kelas,program_id,NPK,nama_lengkap\nAlgoritma,A,11,260001,Siti\nAljabar,A,11,260002,Budi\n";
    fs::write(folder.path().join("class_students.csv"), students).unwrap();
    let source = source(folder.path());

    let trial = source
        .trial(List::named("classes").unwrap(), TrialLimits::default())
        .await;
    assert_eq!(
        trial.origin.as_ref().map(ToString::to_string).as_deref(),
        Some("Daftar classes, berkas classes.csv")
    );
    assert_eq!((trial.read, trial.problem_count, trial.complete), (4, 3, true));
    assert_eq!(
        trial.rows[0].raw,
        r#"{"jadwal_kuliah_detail_id":"1","nama_kelas":"A","nama_mata_kuliah":"Algoritma","program_id":"11","jam_mulai":"07:30"}"#
    );
    assert!(trial.rows[0].fields.contains(&("jam_mulai", "07:30".to_owned())));
    let problems: Vec<_> = trial
        .problems
        .iter()
        .map(|problem| (problem.row, problem.column))
        .collect();
    let key = Some("jadwal_kuliah_detail_id");
    assert_eq!(problems, [(3, Some("jam_mulai")), (4, key), (5, key)]);
    assert_eq!(
        trial.problems[0].reason.to_string(),
        "pagi bukan jam. Tulis seperti 07:30."
    );
    assert_eq!(
        trial.problems[1].reason.to_string(),
        "1 sudah ada di baris ke-2. Hapus salah satunya di sumbernya."
    );
    assert!(trial.rows_per_second().is_some_and(|speed| speed > 0.0));

    let trial = source
        .trial(List::named("class_students").unwrap(), TrialLimits::default())
        .await;
    assert_eq!(trial.problem_count, 1);
    assert_eq!(
        trial.problems[0].reason.to_string(),
        "Kelas Aljabar · A · 11 tidak ada di daftar classes. Samakan penulisannya, atau tambahkan kelasnya."
    );

    let trial = source
        .trial(List::named("teachers").unwrap(), TrialLimits::default())
        .await;
    assert!(trial.failed.is_some_and(|failure| {
        Reason::from(&failure)
            .to_string()
            .contains("source.sql.queries.teachers")
    }));
}

#[tokio::test]
async fn unreadable_classes_cause_no_problems_of_students() {
    let folder = TempDir::new().unwrap();
    let classes =
        "jadwal_kuliah_detail_id,nama_kelas,nama_mata_kuliah,program_id\n1,A,Algoritma,11\n2,\"B,Basis Data,11\n";
    fs::write(folder.path().join("classes.csv"), classes).unwrap();
    let students = "nama_mk,nama_kelas,program_id,NPK\nAlgoritma,A,11,260001\nBasis Data,B,11,260002\n";
    fs::write(folder.path().join("class_students.csv"), students).unwrap();
    let trial = source(folder.path())
        .trial(List::named("class_students").unwrap(), TrialLimits::default())
        .await;
    assert_eq!((trial.read, trial.problems), (2, Vec::new()));
}

#[tokio::test]
async fn sound_campus_has_no_problems_in_its_first_rows() {
    let campus = awkward_campus(2000).await;
    let source = by_http(&campus);
    for list in lists() {
        let trial = source.trial(list, TrialLimits::default()).await;
        assert_eq!((trial.problems, trial.failed), (Vec::new(), None), "{}", list.name());
        // For students and MBKM guests only the first class was read.
        assert_eq!(
            trial.complete,
            !matches!(list.name(), "class_students" | "mbkm_students")
        );
        assert!(trial.rows.len() <= 10);
    }
    let short = TrialLimits {
        rows: 1,
        ..TrialLimits::default()
    };
    let trial = source.trial(List::named("courses").unwrap(), short).await;
    assert!(!trial.complete || trial.read <= 500);
}
