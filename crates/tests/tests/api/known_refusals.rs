//! What the platform is known to refuse is refused in the plan already: the numbers of a plan are those of its run.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, NAME, Server},
};
use rstest::rstest;
use selaras_platform::moodle::Username;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const TEACHERS: &str = "nik,nama_lengkap,email\n";
const COURSES: &str = "matakuliah_id,kode_matakuliah,nama_matakuliah,program_id\n";

/// Plans an export and runs it. Returns the plan, and the reasons of the rows that failed. They are those of the plan.
async fn export(admin: &Client, kind: &str) -> (Value, BTreeMap<String, String>) {
    let plan = admin.export(kind, json!({ "dry_run": true })).await.ok().data().clone();
    let run = admin.export(kind, json!({})).await;
    let [create, update, conflicts] =
        ["create", "update", "conflicts"].map(|sort| plan["counts"][sort].as_i64().unwrap());
    let [created, updated, .., failed] = run.counts();
    // An account that exists already is adopted: a plan does not look at Moodle, and calls it new.
    assert_eq!((create + update, conflicts), (created + updated, failed), "{plan:#}");
    let rows = |rows: &[Value]| -> BTreeMap<_, _> {
        let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
        rows.iter().map(|row| (text(row, "key"), text(row, "reason"))).collect()
    };
    let failed = rows(&admin.job_rows(run.job(), "failed").await);
    assert_eq!(rows(plan["rows"]["conflicts"].as_array().unwrap()), failed);
    (plan, failed)
}

#[rstest]
#[tokio::test]
async fn plan_of_accounts_counts_what_moodle_refuses(#[values(Sqlite, Postgres)] on: Database) {
    let rows = [
        "1,Siti Rahayu,siti@kampus.example".to_owned(),
        "2,Tanpa Alamat,".to_owned(),
        "3,Salah Alamat,bukan alamat".to_owned(),
        "4,Budi <b>Santoso,budi@kampus.example".to_owned(),
        format!("5,{} Panjang,panjang@kampus.example", "x".repeat(101)),
        "6 6,Nomor Berspasi,spasi@kampus.example".to_owned(),
        "guest,Tamu Situs,tamu@kampus.example".to_owned(),
    ];
    let teachers = format!("{TEACHERS}{}\n", rows.join("\n"));
    let server = Server::with(on).file("teachers.csv", &teachers).start().await;
    let admin = server.sign_in().await;
    assert_eq!(admin.sync("dosen").await.counts()[0], rows.len() as i64);
    let (plan, failed) = export(&admin, "dosen").await;
    assert_eq!(
        (&plan["counts"]["create"], &plan["counts"]["conflicts"]),
        (&json!(1), &json!(6))
    );
    for (key, words) in [
        ("2", "Alamat e-mail kosong"),
        ("3", "“bukan alamat” tidak benar"),
        ("4", "tanda HTML"),
        ("5", "lebih dari 100 karakter"),
        ("6 6", "tanpa spasi"),
        ("guest", "akun bawaan Moodle"),
    ] {
        assert!(failed[key].contains(words), "{failed:#?}");
    }
    assert_eq!(server.writing_calls(), 1, "only accounts that Moodle may take are sent");

    // The same rows are judged the same once the others are on Moodle.
    let (plan, failed_again) = export(&admin, "dosen").await;
    assert_eq!((&plan["counts"]["create"], failed_again), (&json!(0), failed));
    assert_eq!(server.writing_calls(), 1);
}

#[rstest]
#[tokio::test]
async fn account_that_loses_its_address_is_refused_without_a_call(#[values(Sqlite, Postgres)] on: Database) {
    let before = format!("{TEACHERS}1,Siti,siti@kampus.example\n2,Budi,budi@kampus.example\n");
    let server = Server::with(on).file("teachers.csv", &before).start().await;
    let admin = server.sign_in().await;
    admin.bring(&["dosen"]).await;
    server.write_file("teachers.csv", &before.replace("siti@kampus.example", ""));
    admin.sync("dosen").await;
    let (plan, failed) = export(&admin, "dosen").await;
    assert_eq!(
        (&plan["counts"]["update"], &plan["counts"]["conflicts"]),
        (&json!(0), &json!(1))
    );
    assert!(failed["1"].starts_with("Alamat e-mail kosong"), "{failed:#?}");
    assert_eq!(server.writing_calls(), 1);
    assert_eq!(
        server.moodle().user_by_username("1").unwrap().email,
        "siti@kampus.example"
    );
}

#[rstest]
#[tokio::test]
async fn plan_of_courses_counts_what_moodle_refuses(#[values(Sqlite, Postgres)] on: Database) {
    let courses = format!(
        "{COURSES}1,IF101,Algoritma,11\n2,IF101,Algoritma Baru,11\n3,IF101,Algoritma,12\n4,IF102,,11\n5,IF103,Jaringan \
         <LAN>,11\n"
    );
    let server = Server::with(on).file("courses.csv", &courses).start().await;
    let admin = server.sign_in().await;
    admin.sync("matakuliah").await;
    // Of two courses with one short name each may be sent alone.
    let second = admin.row("matakuliah", "matakuliah_id", "2").await;
    let alone = json!({ "ids": [second["id"]], "dry_run": true });
    let plan = admin.export("matakuliah", alone).await.ok();
    assert_eq!(plan.data()["counts"]["create"], 1, "{plan:#?}");

    let (plan, failed) = export(&admin, "matakuliah").await;
    assert_eq!(
        (&plan["counts"]["create"], &plan["counts"]["conflicts"]),
        (&json!(2), &json!(3))
    );
    assert!(
        failed["2"].starts_with("Nama pendek mata kuliah IF101-11 juga dipakai Mata Kuliah 1."),
        "{failed:#?}"
    );
    assert!(failed["4"].starts_with("Nama mata kuliah kosong"), "{failed:#?}");
    assert!(failed["5"].contains("tanda HTML"), "{failed:#?}");
    // Once the first is on Moodle, the second alone is refused too.
    let alone = json!({ "ids": [second["id"]], "dry_run": true });
    let plan = admin.export("matakuliah", alone).await.ok();
    assert_eq!(plan.data()["counts"]["conflicts"], 1, "{plan:#?}");
}

#[rstest]
#[tokio::test]
async fn two_classes_by_form_with_one_code_are_not_both_sent(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for department in ["TI", "MIPA"] {
        let class = json!({ "kode_jurusan": department, "kode_kelas": "X-1", "nama_kelas": "Statistika" });
        admin.post(&format!("{B}/create/kelas"), class).await.ok();
    }
    let (plan, failed) = export(&admin, "kelas").await;
    assert_eq!(
        (&plan["counts"]["create"], &plan["counts"]["conflicts"]),
        (&json!(1), &json!(1))
    );
    let told = "Nama pendek mata kuliah X-1 juga dipakai Kelas form-MIPA-X-1.";
    assert!(failed["form-TI-X-1"].starts_with(told), "{failed:#?}");
}

#[rstest]
#[tokio::test]
async fn teacher_with_the_number_of_a_student_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).file("teachers.csv", TEACHERS).start().await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    let npk = &class.students[0];
    server.write_file(
        "teachers.csv",
        &format!("{TEACHERS}{npk},Siti,siti@kampus.example\n1,Budi,budi@kampus.example\n"),
    );
    admin.sync("kelas").await;
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    admin.sync("dosen").await;
    let plan = admin.export("dosen", json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["counts"]["create"], 2, "the student is not on Moodle");
    admin.export("mahasiswa", json!({})).await.ok();
    let (plan, failed) = export(&admin, "dosen").await;
    assert_eq!(
        (&plan["counts"]["create"], &plan["counts"]["conflicts"]),
        (&json!(1), &json!(1))
    );
    let told = format!("Nama pengguna {} juga dipakai Mahasiswa {npk}.", npk.to_lowercase());
    assert!(failed[npk].starts_with(&told), "{failed:#?}");
}

/// Three teachers; two have one address.
fn of_one_address() -> String {
    format!("{TEACHERS}1,Siti,Prodi@kampus.example\n2,Budi,prodi@kampus.example\n3,Tono,tono@kampus.example\n")
}

#[rstest]
#[tokio::test]
async fn plan_refuses_the_second_new_account_of_one_address(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on)
        .file("teachers.csv", &of_one_address())
        .auth("manual")
        .start()
        .await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    let (plan, failed) = export(&admin, "dosen").await;
    assert_eq!((&plan["counts"]["create"], &plan["notes"]), (&json!(2), &json!([])));
    let told = "Alamat e-mail prodi@kampus.example juga dipakai Pengajar 1 dalam export ini.";
    assert!(failed["2"].starts_with(told), "{failed:#?}");

    // The row that is left is compared with accounts that are on Moodle, which may allow it.
    let plan = admin.export("dosen", json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["counts"]["create"], 1);
    let told = "1 baris memakai alamat e-mail yang juga dipakai baris lain, misalnya prodi@kampus.example (Pengajar 1 dan \
                Pengajar 2). Moodle menolak baris kedua dan seterusnya, kecuali bila alamat yang sama diizinkan di sana.";
    assert_eq!(plan.data()["notes"], json!([told]));
}

#[rstest]
#[tokio::test]
async fn shared_address_is_refused_if_it_is_the_username(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on)
        .file("teachers.csv", &of_one_address())
        .auth("manual")
        .username(Username::Email)
        .start()
        .await;
    let admin = server.sign_in().await;
    admin.sync("dosen").await;
    let (plan, failed) = export(&admin, "dosen").await;
    assert_eq!((&plan["counts"]["create"], &plan["notes"]), (&json!(2), &json!([])));
    let told = "Nama pengguna prodi@kampus.example juga dipakai Pengajar 1.";
    assert!(failed["2"].starts_with(told), "{failed:#?}");
}

#[rstest]
#[tokio::test]
async fn student_in_both_lists_shares_no_name_and_no_address(#[values(Sqlite, Postgres)] on: Database) {
    let classes = "jadwal_kuliah_detail_id,kelas_id,nama_kelas,nama_mata_kuliah,program_id\n1,K1,A,Aljabar,11\n";
    let students = "nama_mk,nama_kelas,program_id,NPK,nama_lengkap,email\nAljabar,A,11,26A,Siti,siti@kampus.example\n";
    let guests = "nama_mk,nama_kelas,NPK,NamaLengkap,Email\nAljabar,A,26A,Siti,siti@kampus.example\n";
    let server = Server::with(on)
        .file("classes.csv", classes)
        .file("class_students.csv", students)
        .file("mbkm_students.csv", guests)
        .auth("manual")
        .start()
        .await;
    let admin = server.sign_in().await;
    for kind in ["kelas", "mahasiswa", "mahasiswa_mbkm"] {
        admin.sync(kind).await;
    }
    for kind in ["mahasiswa", "mahasiswa_mbkm"] {
        let (plan, failed) = export(&admin, kind).await;
        assert_eq!((&plan["notes"], failed.len()), (&json!([]), 0), "{plan:#}");
    }
    assert_eq!(server.on_moodle().users, 1);
}

/// A list of the source in a file: its kind, headings, a complete row, and the columns of the key.
const KEYED: [(&str, &str, &str, &str, &[&str]); 8] = [
    (
        "academic_years",
        "tahun_ajaran",
        "kode_tahun_ajaran,nama_tahun_ajaran",
        "2026,2026/2027",
        &["kode_tahun_ajaran"],
    ),
    (
        "semesters",
        "semester",
        "kode_semester,kode_tahun_ajaran,nama_semester",
        "20261,2026,Gasal",
        &["kode_semester"],
    ),
    (
        "programs",
        "prodi",
        "program_id,kode_prodi,nama_prodi,kode_semester",
        "11,IF,Informatika,20261",
        &["program_id"],
    ),
    (
        "departments",
        "jurusan",
        "kode_jurusan,nama_jurusan,kode_prodi",
        "TI,Teknologi,IF",
        &["kode_jurusan"],
    ),
    (
        "courses",
        "matakuliah",
        "matakuliah_id,kode_matakuliah,nama_matakuliah,program_id",
        "1,IF1,Aljabar,11",
        &["matakuliah_id"],
    ),
    (
        "classes",
        "kelas",
        "jadwal_kuliah_detail_id,kelas_id,nama_kelas,nama_mata_kuliah,program_id,kode_jurusan,kode_kelas",
        "1,K1,A,Aljabar,11,TI,K1",
        &["jadwal_kuliah_detail_id"],
    ),
    (
        "teachers",
        "dosen",
        "nik,nama_lengkap,nip,email",
        "1,Siti,197001,siti@kampus.example",
        &["nik"],
    ),
    (
        "teachings",
        "mengajar",
        "nik,kelas_id,nama_mata_kuliah,program_id,nama_kelas",
        "1,K1,Aljabar,11,A",
        &["nik", "kelas_id", "nama_mata_kuliah"],
    ),
];

#[rstest]
#[tokio::test]
async fn row_without_its_key_is_unreadable_wherever_it_is_read(#[values(Sqlite, Postgres)] on: Database) {
    let mut server = Server::with(on);
    for (list, _, headings, row, _) in KEYED {
        server = server.file(&format!("{list}.csv"), &format!("{headings}\n{row}\n"));
    }
    let server = server.start().await;
    let admin = server.sign_in().await;
    for (list, kind, headings, row, keys) in KEYED {
        let file = format!("{list}.csv");
        for key in keys {
            let at = headings.split(',').position(|heading| heading == *key).unwrap();
            let mut cells: Vec<_> = row.split(',').collect();
            cells[at] = "";
            server.write_file(&file, &format!("{headings}\n{row}\n{}\n", cells.join(",")));
            let told = format!(
                "kolom {key} kosong, padahal wajib ada; isi di sumbernya, lalu coba lagi (Daftar {list}, berkas {file})."
            );

            let tried = admin.act("sources/try", json!({ "list": list })).await.ok();
            let problem = &tried.data()["problems"][0];
            assert_eq!(
                (&problem["row"], &problem["column"], &problem["text"]),
                (&json!(3), &json!(key), &json!(told)),
                "{tried:#?}"
            );
            let plan = admin
                .act(&format!("{kind}/sync"), json!({ "dry_run": true }))
                .await
                .ok();
            let conflicts = &plan.data()["rows"]["conflicts"];
            assert_eq!(
                (&conflicts[0]["key"], &conflicts[0]["reason"]),
                (&json!("baris 3"), &json!(told)),
                "{plan:#?}"
            );
            let synced = admin.sync(kind).await;
            let failed = admin.job_rows(synced.job(), "failed").await;
            assert_eq!(
                (failed.len(), &failed[0]["key"], &failed[0]["reason"]),
                (1, &json!("baris 3"), &json!(told)),
                "{kind}"
            );
            assert_eq!(admin.rows(kind).await.len(), 1, "{kind}");
        }
    }
}

#[rstest]
#[tokio::test]
async fn rows_of_students_without_their_key_are_unreadable(#[values(Sqlite, Postgres)] on: Database) {
    let classes = "jadwal_kuliah_detail_id,kelas_id,nama_kelas,nama_mata_kuliah,program_id\n1,K1,A,Aljabar,11\n";
    let students = "nama_mk,nama_kelas,program_id,NPK,nama_lengkap\nAljabar,A,11,26,Siti\nAljabar,,11,27,Budi\n\
                    Aljabar,A,11,,Tono\n";
    let server = Server::with(on)
        .file("classes.csv", classes)
        .file("class_students.csv", students)
        .start()
        .await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    let tried = admin.act("sources/try", json!({ "list": "class_students" })).await.ok();
    let columns: Vec<_> = tried.data()["problems"].as_array().unwrap().iter().collect();
    let columns: Vec<_> = columns
        .iter()
        .map(|problem| (&problem["row"], &problem["column"]))
        .collect();
    let (third, fourth) = ((json!(3), json!("nama_kelas")), (json!(4), json!("NPK")));
    assert_eq!(columns, [(&third.0, &third.1), (&fourth.0, &fourth.1)], "{tried:#?}");
    let body = json!({ "dry_run": true, "name": NAME });
    let plan = admin.post(&format!("{A}/mahasiswa/sync"), body).await.ok();
    assert_eq!(
        (&plan.data()["counts"]["create"], &plan.data()["counts"]["conflicts"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(admin.sync("mahasiswa").await.counts(), [1, 0, 0, 0, 0, 2]);
}
