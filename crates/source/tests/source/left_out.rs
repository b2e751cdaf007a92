//! What is in a file but is no row of its list, and files that are not what their name says.

use encoding_rs::WINDOWS_1252;
use rstest::rstest;
use rust_xlsxwriter::{Workbook, Worksheet};
use selaras_kinds::{Kind, mahasiswa::Mahasiswa, mengajar::Mengajar, pengajar::Pengajar};
use selaras_reasons::Reason;
use selaras_source::{Call, List, Source, TrialLimits};
use selaras_tests::sources::files::source;
use serde_json::Value;
use std::{
    fs::{self, File},
    io::Write,
    path::Path,
};
use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

/// The rows of a list, the sentences of those that cannot be read, and of what was left out.
async fn read<K: Kind>(source: &Source) -> Result<(Vec<Value>, Vec<String>, Vec<String>), String> {
    let mut rows = source.rows(Call::whole(&K::FEED));
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    while let Some(chunk) = rows.next().await.map_err(|error| error.to_string())? {
        for row in chunk {
            match row {
                Ok(row) => good.push(serde_json::from_str(&row.json).unwrap()),
                Err(error) => bad.push(error.to_string()),
            }
        }
    }
    let notices = rows.take_notices();
    let told = notices.iter().map(|notice| Reason::from(notice).to_string());
    Ok((good, bad, told.collect()))
}

fn with(name: &str, bytes: impl AsRef<[u8]>) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    folder
}

fn numbers<'a>(rows: &'a [Value], column: &str) -> Vec<&'a str> {
    rows.iter()
        .map(|row| row[column].as_str().unwrap_or_default())
        .collect()
}

const STUDENTS: &str = "nama_mk;nama_kelas;program_id;NPK;nama_lengkap\r\nAlgoritma;A;11;260001;Siti\r\n";

#[rstest]
#[case("Jumlah;4", "Jumlah · 4")]
#[case("Jumlah;4;;;", "Jumlah · 4")]
#[case(";;;Total mahasiswa:;4", "Total mahasiswa: · 4")]
#[case("\"Dicetak 1/9/2026\"", "Dicetak 1/9/2026")]
#[case(";;;Dicetak 1/9/2026;", "Dicetak 1/9/2026")]
#[case("Universitas Contoh;;;;", "Universitas Contoh")]
#[case("-----;-----", "----- · -----")]
#[tokio::test]
async fn line_below_a_table_is_left_out_and_told(#[case] line: &str, #[case] said: &str) {
    let folder = with("class_students.csv", format!("{STUDENTS}{line}\r\n\x1a"));
    let (rows, bad, told) = read::<Mahasiswa>(&source(folder.path())).await.unwrap();
    assert_eq!((rows.len(), bad), (1, Vec::new()));
    assert_eq!(
        told,
        [format!(
            "Daftar class_students, berkas class_students.csv: 1 baris bukan data, jadi dilewati (baris 3: {said})."
        )]
    );
}

#[rstest]
// A person without a number, a number without a class, and a name that begins like a footer.
#[case(";;;;Budi")]
#[case(";;;260002;")]
#[case("Algoritma;;;260002;")]
#[case("Catatan;A;11;;Budi")]
#[tokio::test]
async fn row_that_may_be_a_person_is_not_left_out(#[case] line: &str) {
    let folder = with("class_students.csv", format!("{STUDENTS}{line}\r\n"));
    let (rows, bad, told) = read::<Mahasiswa>(&source(folder.path())).await.unwrap();
    assert_eq!((rows.len(), bad.len(), told), (1, 1, Vec::new()));
    assert!(bad[0].starts_with("Baris ke-3 kolom "), "{bad:?}");
}

#[tokio::test]
async fn short_row_of_a_small_table_is_a_row() {
    let folder = with(
        "departments.csv",
        "kode_jurusan,nama_jurusan\nTI,Teknologi Informasi\nSI,\nJumlah,2\n",
    );
    let (rows, bad, told) = read::<selaras_kinds::jurusan::Jurusan>(&source(folder.path()))
        .await
        .unwrap();
    assert_eq!(numbers(&rows, "kode_jurusan"), ["TI", "SI"]);
    assert_eq!((bad.len(), told.len()), (0, 1), "{told:?}");
}

#[tokio::test]
async fn repeated_headings_and_placeholders_are_no_rows() {
    let more = "NAMA_MK;nama_kelas;program_id;NPK;nama_lengkap\nAlgoritma;B;11;-;NULL\nAlgoritma;C;11;0;Budi\n";
    let folder = with("class_students.csv", format!("{STUDENTS}{more}"));
    let (rows, bad, told) = read::<Mahasiswa>(&source(folder.path())).await.unwrap();
    assert_eq!((rows.len(), bad.len()), (1, 1));
    assert!(bad[0].starts_with("Baris ke-5 kolom NPK kosong"), "{bad:?}");
    let of_file = "Daftar class_students, berkas class_students.csv: 1 baris hanya";
    assert_eq!(
        told,
        [
            format!("{of_file} mengulang judul kolom, jadi dilewati (baris 3)."),
            format!("{of_file} berisi tanda kosong seperti - atau NULL, jadi dilewati (baris 4)."),
        ]
    );
}

#[tokio::test]
async fn bad_letter_is_reported_by_file_row_column_and_remedy() {
    let text = "nik,nama_lengkap\n1,Siti\tRahayu\n2,\"Ani \"Nia\" W\"\n3,\"Budi\nS.\"\n4,Tono\x07\x07i\n5,\"Rina \"\"R\"\"\"\n";
    let folder = with("teachers.csv", text);
    let (rows, bad, _) = read::<Pengajar>(&source(folder.path())).await.unwrap();
    assert_eq!(numbers(&rows, "nik"), ["5"]);
    let of_file = "(Daftar teachers, berkas teachers.csv).";
    assert_eq!(
        bad,
        [
            format!(
                "Baris ke-2 kolom nama_lengkap berisi tabulasi (tombol Tab); ganti dengan spasi, lalu simpan lagi {of_file}"
            ),
            format!(
                "Baris ke-3 kolom nama_lengkap berisi tanda kutip \" di tengah isi yang diapit tanda kutip; tulis dua kali (\"\") \
                 atau hapus {of_file}"
            ),
            format!(
                "Baris ke-4 kolom nama_lengkap berisi ganti baris (Alt+Enter); jadikan satu baris, lalu simpan lagi {of_file}"
            ),
            format!(
                "Baris ke-6 kolom nama_lengkap berisi karakter U+0007 yang tidak tampak; hapus lalu ketik ulang isinya {of_file}"
            ),
        ]
    );
}

#[rstest]
#[case::csv("\n")]
#[case::dos("\r\n")]
#[case::mac("\r")]
#[tokio::test]
async fn row_has_the_number_that_people_see(#[case] end: &str) {
    let lines = [
        "DAFTAR DOSEN,",
        "",
        "nik,nama_lengkap",
        "1,Siti",
        ",Budi",
        "",
        "3,Ani",
        ",Tono",
    ];
    let folder = with("teachers.csv", lines.join(end));
    let (_, bad, _) = read::<Pengajar>(&source(folder.path())).await.unwrap();
    let told: Vec<_> = bad.iter().map(|told| told.split(" kolom").next().unwrap()).collect();
    assert_eq!(told, ["Baris ke-5", "Baris ke-8"]);
}

fn sheet(rows: &[&[&str]]) -> Worksheet {
    let mut sheet = Worksheet::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, text) in cells.iter().enumerate() {
            sheet.write_string(row as u32, column as u16, *text).unwrap();
        }
    }
    sheet
}

fn workbook(sheets: &[(&str, &[&[&str]])]) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut workbook = Workbook::new();
    for (name, rows) in sheets {
        let mut sheet = sheet(rows);
        sheet.set_name(*name).unwrap();
        workbook.push_worksheet(sheet);
    }
    workbook.save(folder.path().join("teachers.xlsx")).unwrap();
    folder
}

const INSTRUCTIONS: (&str, &[&[&str]]) = ("Petunjuk", &[&["Cara mengisi"], &["1. Isi nik", "nama_lengkap"]]);
const TABLE: &[&[&str]] = &[&["nik", "nama_lengkap"], &["1", "Siti"], &["", "Budi"]];

#[tokio::test]
async fn sheet_with_the_table_is_read_and_others_are_told() {
    let folder = workbook(&[INSTRUCTIONS, ("Data", TABLE)]);
    let (rows, bad, told) = read::<Pengajar>(&source(folder.path())).await.unwrap();
    assert_eq!(numbers(&rows, "nik"), ["1"]);
    assert_eq!(
        bad,
        [
            "Baris ke-3 kolom nik kosong, padahal wajib ada; isi di sumbernya, lalu coba lagi (Daftar teachers, berkas \
          teachers.xlsx lembar Data)."
        ]
    );
    assert_eq!(
        told,
        [
            "Daftar teachers, berkas teachers.xlsx: lembar Petunjuk tidak dibaca, karena tidak memuat judul kolom daftar ini."
        ]
    );
    let folder = workbook(&[("Prodi A", TABLE), ("Prodi B", TABLE)]);
    let (_, _, told) = read::<Pengajar>(&source(folder.path())).await.unwrap();
    assert_eq!(
        told,
        [
            "Daftar teachers, berkas teachers.xlsx: lembar Prodi B juga memuat daftar ini tetapi tidak dibaca, jadi tidak ada \
          yang dianggap hilang. Satukan semua baris di satu lembar."
        ]
    );
}

#[rstest]
#[case("teachers.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".as_slice(), "berformat Excel lama (.xls)")]
#[case(
    "teachers.xlsx",
    b"\xd0\xcf\x11\xe0E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0",
    "dikunci kata sandi"
)]
#[case(
    "teachers.xls",
    b"\xef\xbb\xbf\r\n<table><tr><td>nik</td></tr></table>",
    "berisi halaman web"
)]
#[case("teachers.csv", b"<table><tr><td>nik</td></tr></table>", "berisi halaman web")]
#[case("teachers.csv", b"PK\x03\x04\x14\0", "berformat Excel atau zip, bukan CSV")]
#[case("teachers.xlsx", b"nik,nama_lengkap\n", "rusak, terpotong, atau bukan Excel")]
#[tokio::test]
async fn file_under_a_wrong_name_is_named_for_what_it_is(#[case] name: &str, #[case] bytes: &[u8], #[case] said: &str) {
    let mut bytes = bytes.to_vec();
    bytes.extend([0; 600]);
    let folder = with(name, bytes);
    let told = read::<Pengajar>(&source(folder.path())).await.unwrap_err();
    assert!(
        told.starts_with(&format!("Daftar teachers, berkas {name}, {said}")) && !told.contains("hak bacanya"),
        "{told}"
    );
}

/// A folder with OneRoster's files, as bytes.
fn roster(members: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut zip = ZipWriter::new(File::create(folder.path().join("oneroster.zip")).unwrap());
    for (name, bytes) in members {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
    folder
}

const COURSES: (&str, &[u8]) = ("courses.csv", b"sourcedId,title\nm1,Algoritma\n");
const CLASSES: (&str, &[u8]) = (
    "classes.csv",
    b"sourcedId,title,classCode,courseSourcedId,schoolSourcedId\nk1,A,IF-A,m1,11\n",
);
const USERS: (&str, &[u8]) = (
    "users.csv",
    b"sourcedId,enabledUser,identifier,givenName,familyName,role\ns1,true,1,Ani,-,student\ns2,true,2,Budi,-,student\n\
      s3,true,3,Citra,-,student\ns4,false,4,Dodi,-,student\nt1,true,7,Siti,-,teacher\nt2,FALSE,8,Tono,-,teacher\n",
);

#[tokio::test]
async fn enrolment_outside_its_dates_is_left_out_and_told() {
    let zone = selaras_source::FilesSettings::default().time_zone;
    let today = selaras_ambient::Clock::default().now().to_zoned(zone).date();
    let day = |days: i64| today.checked_add(jiff::ToSpan::days(days)).unwrap();
    let enrollments = format!(
        "sourcedId,classSourcedId,userSourcedId,role,beginDate,endDate\n1,k1,s1,student,,\n2,k1,s2,student,{},{}\n\
         3,k1,s3,student,{},\n4,k1,s4,student,,\n5,k1,s1,student,{},{}\n6,k1,s2,student,{},{}\n7,k1,s3,student,besok,\n\
         8,k1,s9,student,,\n9,k9,s1,student,,\n10,k1,t1,teacher,,{}\n",
        day(-400),
        day(-366),
        day(2),
        day(-2),
        day(1),
        day(-400),
        day(-2),
        day(-2),
    );
    let folder = roster(&[USERS, COURSES, CLASSES, ("enrollments.csv", enrollments.as_bytes())]);
    let source = source(folder.path());
    let (rows, bad, told) = read::<Mahasiswa>(&source).await.unwrap();
    assert_eq!(numbers(&rows, "NPK"), ["1", "1"]);
    let zip = "(Daftar class_students, berkas oneroster.zip (enrollments.csv)).";
    assert_eq!(
        bad,
        [
            format!("Baris ke-8 kolom beginDate berisi besok, bukan tanggal; tulis seperti 2026-09-01 {zip}"),
            format!(
                "Baris ke-9 kolom userSourcedId berisi s9, yang tidak ada di users.csv; tambahkan di sana, atau hapus \
                 barisnya {zip}"
            ),
            format!(
                "Baris ke-10 kolom classSourcedId berisi k9, yang tidak ada di classes.csv; tambahkan di sana, atau hapus \
                 barisnya {zip}"
            ),
        ]
    );
    let zip = "Daftar class_students, berkas oneroster.zip (enrollments.csv)";
    assert_eq!(
        told,
        [
            format!(
                "{zip}: 2 baris sudah lewat endDate-nya, jadi tidak diikutsertakan (baris 3: {}).",
                day(-366)
            ),
            format!(
                "{zip}: 1 baris belum sampai beginDate-nya, jadi baru diikutsertakan sejak hari itu (baris 4: {}).",
                day(2)
            ),
            format!(
                "{zip}: 1 baris milik pengguna dengan enabledUser false, jadi tidak diikutsertakan (baris 5: Dodi)."
            ),
        ]
    );
    let (teachings, ..) = read::<Mengajar>(&source).await.unwrap();
    assert_eq!(teachings.len(), 0);
    let (teachers, _, told) = read::<Pengajar>(&source).await.unwrap();
    assert_eq!((numbers(&teachers, "nik"), told.len()), (vec!["7"], 1));
}

#[tokio::test]
async fn two_rows_of_one_id_are_both_named_and_not_used() {
    let users: (&str, &[u8]) = (
        "users.csv",
        b"sourcedId,identifier,givenName,familyName\ns1,1,Ani,-\ns2,2,Budi,-\ns1,9,Ani Lain,-\ns2,2,Budi,-\n",
    );
    let enrollments: (&str, &[u8]) = (
        "enrollments.csv",
        b"sourcedId,classSourcedId,userSourcedId,role\n1,k1,s1,student\n2,k1,s2,student\n",
    );
    let folder = roster(&[users, COURSES, CLASSES, enrollments]);
    let (rows, bad, _) = read::<Mahasiswa>(&source(folder.path())).await.unwrap();
    assert_eq!(numbers(&rows, "NPK"), ["2"]);
    let twice = |line: u64, other: u64| {
        format!(
            "Baris ke-{line} kolom sourcedId berisi s1, yang juga ada di baris {other} dengan isi lain; keduanya tidak \
             dipakai; hapus atau ubah salah satunya (Daftar class_students, berkas oneroster.zip (users.csv))."
        )
    };
    assert_eq!(bad[..2], [twice(2, 4), twice(4, 2)]);
    assert!(
        bad[2].starts_with("Baris ke-2 kolom userSourcedId berisi s1"),
        "{bad:?}"
    );
    assert_eq!(bad.len(), 3, "{bad:?}");
}

#[tokio::test]
async fn roster_in_an_old_code_page_is_read() {
    let users = WINDOWS_1252
        .encode("sourcedId,identifier,givenName,familyName,role\nt1,7,José,Nuñez,teacher\n")
        .0;
    let folder = roster(&[("users.csv", &users)]);
    let (rows, ..) = read::<Pengajar>(&source(folder.path())).await.unwrap();
    assert_eq!(rows[0]["nama_lengkap"], "José Nuñez");
}

async fn problem(folder: &Path) -> String {
    let list = List::named("class_students").unwrap();
    let trial = source(folder).trial(list, TrialLimits::default()).await;
    trial.problems[0].reason.to_string()
}

#[tokio::test]
async fn class_name_that_only_looks_alike_is_named_with_its_letter() {
    let folder = with(
        "classes.csv",
        "jadwal_kuliah_detail_id,nama_kelas,nama_mata_kuliah,program_id\n1,A,Basis Data,11\n",
    );
    for (course, letter) in [
        ("Basis\u{a0}Data", "U+00A0"),
        ("Ba\u{200b}sis Data", "U+200B"),
        ("Basis  Data", "U+0020"),
    ] {
        let students = format!("nama_mk,nama_kelas,program_id,NPK\n{course},A,11,1\n");
        fs::write(folder.path().join("class_students.csv"), students).unwrap();
        assert_eq!(
            problem(folder.path()).await,
            format!(
                "Kelas {course} · A · 11 tampak sama dengan kelas di daftar classes, tetapi nama_mk beda satu karakter yang \
                 tidak tampak atau spasi ganda ({letter}). Salin namanya dari sana."
            )
        );
    }
}
