//! Faulty files: each is reported with its list, row, column and remedy.

use encoding_rs::WINDOWS_1252;
use rust_xlsxwriter::{Format, Formula, Workbook, Worksheet};
use selaras_kinds::{
    Kind, kelas::Kelas, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, pengajar::Pengajar, prodi::Prodi,
    semester::Semester,
};
use selaras_source::{Call, Fault, List, Source, SourceError, TableFault, TrialFailure, TrialLimits};
use selaras_tests::sources::files::{source, source_with};
use std::{
    fs::{self, File},
    io::{Read, Write},
    path::Path,
    process::Command,
    time::Duration,
};
use tempfile::TempDir;
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

type Read_ = Result<Vec<Result<serde_json::Value, String>>, SourceError>;

async fn read(source: &Source, call: Call) -> Read_ {
    let mut rows = source.rows(call);
    let mut seen = Vec::new();
    while let Some(chunk) = rows.next().await? {
        seen.extend(chunk.into_iter().map(|row| {
            row.map(|row| serde_json::from_str(&row.json).unwrap())
                .map_err(|error| error.to_string())
        }));
    }
    Ok(seen)
}

async fn teachers(folder: &Path) -> Read_ {
    read(&source(folder), Call::whole(&Pengajar::FEED)).await
}

fn with(name: &str, bytes: impl AsRef<[u8]>) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    folder
}

fn workbook(name: &str, write: impl FnOnce(&mut Worksheet)) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut workbook = Workbook::new();
    write(workbook.add_worksheet());
    workbook.save(folder.path().join(name)).unwrap();
    folder
}

#[tokio::test]
async fn old_code_page_is_read() {
    let text = "nik;nama_lengkap\r\n1;José Nuñez\r\n2;D’Angelo – Müller\r\n";
    let folder = with("teachers.csv", WINDOWS_1252.encode(text).0);
    let rows = teachers(folder.path()).await.unwrap();
    assert_eq!(rows[0].as_ref().unwrap()["nama_lengkap"], "José Nuñez");
    assert_eq!(rows[1].as_ref().unwrap()["nama_lengkap"], "D’Angelo – Müller");
}

#[tokio::test]
async fn cell_cut_within_a_letter_does_not_change_the_encoding() {
    let mut bytes = b"nik,nama_lengkap\n1,Andr\xC3\n2,Ni\xF1o\n".to_vec();
    for row in 3..10_000 {
        bytes.extend(format!("{row},José Ñ\n").bytes());
    }
    let folder = with("teachers.csv", &bytes);
    let rows = teachers(folder.path()).await.unwrap();
    let told: Vec<_> = rows[..2].iter().map(|row| row.as_ref().unwrap_err()).collect();
    for (told, row) in told.into_iter().zip([2, 3]) {
        assert!(
            told.starts_with(&format!(
                "Baris ke-{row} kolom nama_lengkap berisi karakter yang tidak terbaca; simpan"
            )),
            "{told}"
        );
    }
    let name = |row: &Result<serde_json::Value, String>| row.as_ref().unwrap()["nama_lengkap"] == "José Ñ";
    assert!(rows.len() == 9999 && rows[2..].iter().all(name));
}

#[tokio::test]
async fn excels_unicode_text_is_read_below_title_and_separator_line() {
    let text =
        "sep=;\r\nDAFTAR DOSEN;;\r\n;;\r\nNIK;Nama Lengkap;E-mail\r\n007;\"Siti; Rahayu S.Kom.\";a@b.id\r\n;;\r\n";
    let bytes: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let folder = with("Teachers.CSV", bytes);
    let rows = teachers(folder.path()).await.unwrap();
    assert_eq!(rows.len(), 1);
    let row = rows[0].as_ref().unwrap();
    assert_eq!((&row["nik"], &row["email"]), (&"007".into(), &"a@b.id".into()));
}

#[tokio::test]
async fn missing_and_duplicate_headings_are_reported() {
    let folder = with("teachers.csv", "NIP,Nama Lengkap\n1,Siti\n");
    let text = teachers(folder.path()).await.unwrap_err().to_string();
    assert_eq!(
        text,
        "Daftar teachers, berkas teachers.csv, tidak punya kolom nik (yang ada: NIP, Nama Lengkap). Tambahkan kolomnya, \
         beri alias (AS) pada kueri, atau sesuaikan judulnya."
    );
    let folder = with("teachers.csv", "NIK,Nama Lengkap,nik\n1,Siti,2\n");
    let text = teachers(folder.path()).await.unwrap_err().to_string();
    assert!(
        text.contains("berkas teachers.csv") && text.contains("(kolom ke-1 dan ke-3). Hapus"),
        "{text}"
    );
    let folder = with("teachers.csv", "");
    let error = teachers(folder.path()).await.unwrap_err();
    assert!(
        matches!(
            error.fault,
            Fault::Table {
                what: TableFault::Blank,
                ..
            }
        ),
        "{error:?}"
    );
}

/// The headings that the screen shows for a file, with `named` as the headings of its fields.
async fn shown(folder: &TempDir, named: &[(&str, &str)]) -> Vec<String> {
    let source = source_with(folder.path(), |settings| {
        let columns = named
            .iter()
            .map(|(field, heading)| ((*field).to_owned(), (*heading).to_owned()));
        settings.columns.insert("teachers".to_owned(), columns.collect());
    });
    let fit = source.fit(List::named("teachers").unwrap()).await.unwrap();
    fit.map_or_else(Vec::new, |fit| fit.headings)
}

#[tokio::test]
async fn shown_headings_are_those_by_which_the_file_is_read() {
    // A comma in every name is not a separator.
    let text = "nik;nama_lengkap\n0011;Dr. Siti Rahayu, S.Kom., M.Kom.\n0012;Budi, S.T., M.T.\n";
    let folder = with("teachers.csv", text);
    assert_eq!(shown(&folder, &[]).await, ["nik", "nama_lengkap"]);
    assert_eq!(teachers(folder.path()).await.unwrap().len(), 2);
    // The same if the headings are the campus's own, whether they are set or not.
    let folder = with("teachers.csv", text.replace("nik;nama_lengkap", "NIDN;Dosen"));
    assert_eq!(shown(&folder, &[]).await, ["NIDN", "Dosen"]);
    assert_eq!(shown(&folder, &[("nik", "NIDN")]).await, ["NIDN", "Dosen"]);
    let told = teachers(folder.path()).await.unwrap_err().to_string();
    assert!(told.contains("tidak punya kolom nik (yang ada: NIDN, Dosen)"), "{told}");

    for text in [
        // A column without a heading, as a program numbers its rows.
        ",NIDN,Dosen\n0,0011,Siti\n1,0012,Budi\n",
        // A title of one cell, and of several.
        "Dosen semester ini\nNIDN|Dosen\n0011|Siti\n",
        "Prodi,Informatika,\n,,\nNo,NIDN,Dosen\n1,0011,Siti\n",
        // One row has one comma too many.
        "NIDN,Dosen\n1,Siti\n2,Budi\n3,Rahayu, S.Kom.\n4,Tono\n",
    ] {
        let headings = shown(&with("teachers.csv", text), &[]).await;
        let headings: Vec<_> = headings.iter().filter(|heading| *heading != "No").collect();
        assert_eq!(headings, ["NIDN", "Dosen"], "{text}");
    }

    let folder = workbook("teachers.xlsx", |sheet| {
        sheet.write_string(0, 0, "DAFTAR DOSEN").unwrap();
        for (at, text) in ["NIDN", "Dosen"].into_iter().enumerate() {
            sheet.write_string(2, at as u16, text).unwrap();
        }
        for (at, text) in ["0011", "Siti", "lektor"].into_iter().enumerate() {
            sheet.write_string(3, at as u16, text).unwrap();
        }
    });
    assert_eq!(shown(&folder, &[]).await, ["NIDN", "Dosen"]);
    assert_eq!(shown(&folder, &[("nik", "NIDN")]).await, ["NIDN", "Dosen"]);
}

#[tokio::test]
async fn own_headings_of_a_campus_are_set_in_the_settings() {
    let folder = with("teachers.csv", "Nomor Induk,Nama\n1,Siti\n");
    let mapped = source_with(folder.path(), |settings| {
        let columns = [("nik", "Nomor induk"), ("nama_lengkap", "Nama")];
        let columns = columns.map(|(field, heading)| (field.to_owned(), heading.to_owned()));
        settings.columns.insert("teachers".to_owned(), columns.into());
    });
    let rows = read(&mapped, Call::whole(&Pengajar::FEED)).await.unwrap();
    assert_eq!(rows[0].as_ref().unwrap()["nama_lengkap"], "Siti");
}

#[tokio::test]
async fn wrong_row_is_reported_by_line_and_column_and_spoils_no_other() {
    let text = "nik,nama_lengkap,nip\n1,Siti,1\n,Tanpa Nomor,\n3,Rahayu, S.Kom.,3\n4,Budi,1.97001E+17\n\n5,Tono,5\n";
    let folder = with("teachers.csv", text);
    let rows = teachers(folder.path()).await.unwrap();
    let told = |at: usize| rows[at].as_ref().unwrap_err().as_str();
    assert!(rows[0].is_ok() && rows[4].is_ok());
    assert!(
        told(1).starts_with("Baris ke-3 kolom nik kosong, padahal wajib ada; isi di sumbernya"),
        "{}",
        told(1)
    );
    assert!(
        told(2).starts_with("Baris ke-4 ") && told(2).contains("punya 4 sel, judulnya 3"),
        "{}",
        told(2)
    );
    assert!(
        told(3).starts_with("Baris ke-5 kolom nip berisi angka 1.97001E+17"),
        "{}",
        told(3)
    );
    assert!(
        told(1).ends_with("(Daftar teachers, berkas teachers.csv)."),
        "{}",
        told(1)
    );
}

#[tokio::test]
async fn rounded_number_is_refused_but_a_similar_code_is_not() {
    let text = "nik;nama_lengkap;nip\n1;2E5;1E3\n2;Siti;1.97001e+17\n3;Budi;1.97001012005011E17\n";
    let roster = roster(&[
        ("roles.csv", "sourcedId,userSourcedId,role\n1,t1,teacher\n"),
        (
            "users.csv",
            "sourcedId,identifier,givenName,familyName\nt1,1.97001E+17,Siti,-\n",
        ),
    ]);
    let table = with("teachers.csv", text);
    let rows = teachers(table.path()).await.unwrap();
    assert_eq!(rows[0].as_ref().unwrap()["nip"], "1E3");
    let told = |at: usize| rows[at].as_ref().unwrap_err().as_str();
    assert!(
        told(1).starts_with("Baris ke-3 kolom nip berisi angka 1.97001e+17 yang sudah"),
        "{}",
        told(1)
    );
    assert!(
        told(2).starts_with("Baris ke-4 kolom nip berisi angka 1.97001012005011E17 "),
        "{}",
        told(2)
    );
    let rows = teachers(roster.path()).await.unwrap();
    let told = rows[0].as_ref().unwrap_err();
    assert!(
        told.starts_with("Baris ke-2 kolom nik berisi angka 1.97001E+17 yang sudah"),
        "{told}"
    );
}

#[tokio::test]
async fn oversized_file_and_open_quote_are_bounded() {
    // A sparse file: large in size, but empty on the disk.
    let folder = with("teachers.csv", "nik,nama_lengkap\n1,Siti\n");
    let huge = File::options()
        .write(true)
        .open(folder.path().join("teachers.csv"))
        .unwrap();
    huge.set_len(2_000_000_000).unwrap();
    let text = teachers(folder.path()).await.unwrap_err().to_string();
    assert!(
        text.contains("berkas teachers.csv, lebih besar dari batas 1.073 MB") && text.contains("Bagi berkasnya"),
        "{text}"
    );

    for more in ["", "3,Budi", "3,Budi\n4,Tono\n", &"3,Budi\n".repeat(1_000_000)] {
        let folder = with("teachers.csv", format!("nik,nama_lengkap\n1,Siti\n2,\"Rahayu\n{more}"));
        let error = teachers(folder.path()).await.unwrap_err();
        assert!(
            error
                .to_string()
                .contains("punya tanda kutip yang tidak ditutup, mulai baris ke-3. Tutup"),
            "{error}"
        );
    }
    // A quote within a cell closes nothing and opens nothing.
    let folder = with("teachers.csv", "nik,nama_lengkap\n1,Siti \"Ita\n2,\"Rahayu\nS.Kom.\"");
    let rows = teachers(folder.path()).await.unwrap();
    let name = |at: usize| rows[at].as_ref().unwrap()["nama_lengkap"].clone();
    assert_eq!((name(0), rows.len()), ("Siti \"Ita".into(), 2));
    let broken = rows[1].as_ref().unwrap_err();
    assert!(
        broken.contains("Baris ke-3 kolom nama_lengkap berisi ganti baris"),
        "{broken}"
    );
}

#[tokio::test]
async fn quote_closed_by_a_later_row_is_refused() {
    let students = |lost: &str, closing: &str| {
        let between = (2..900).map(|row| format!("260{row:03},Ani,Jl. Anggrek,Kimia,C,11\n"));
        let between: String = between.collect();
        format!(
            "NPK,nama_lengkap,alamat,nama_mk,nama_kelas,program_id\n\
             260001,Siti,{lost},Algoritma,A,11\n{between}260900,Budi,{closing},Fisika,B,11\n"
        )
    };
    for closing in ["\"Jl. Melati\"", "\" Jl. Melati\"", "Jl. Melati\""] {
        let folder = with("class_students.csv", students("\"Jl. Mawar", closing));
        let error = read(&source(folder.path()), Call::whole(&Mahasiswa::FEED))
            .await
            .unwrap_err();
        assert!(
            error
                .to_string()
                .contains("punya tanda kutip yang tidak ditutup, mulai baris ke-2. Tutup"),
            "{closing}: {error}"
        );
    }
    // An address of several lines, with as many commas as people write.
    let address = "\"Jl. Mawar No. 5, RT 1, RW 2\nKel. A, Kec. B, Kab. C, Jawa Barat\n40151, Indonesia\"";
    let folder = with("class_students.csv", students(address, address));
    let rows = read(&source(folder.path()), Call::whole(&Mahasiswa::FEED))
        .await
        .unwrap();
    assert!(rows.len() == 900 && rows.iter().all(Result::is_ok));
    assert_eq!(rows[0].as_ref().unwrap()["nama_mk"], "Algoritma");
}

#[tokio::test]
async fn bad_row_is_reported_to_calls_for_its_class_and_for_all() {
    let students = "NPK,nama_lengkap,nama_mk,nama_kelas,program_id,hp\n\
                    260001,Siti,Algoritma,A,11,081\n\
                    260002,Budi,Fisika,B,11,6.28E+12\n\
                    260003,Ani,,B,11,6.28E+12\n\
                    260004,Tono,Algoritma,1.1E+17,11,081\n\
                    260005,Rina,Algoritma,A,11,081,082\n";
    let folder = with("class_students.csv", students);
    let bad = async |call: Call| {
        let rows = read(&source(folder.path()), call).await.unwrap();
        let told = rows.into_iter().filter_map(Result::err);
        told.map(|told| told.split(' ').nth(1).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let of = |course: &str, class: &str| {
        let class = [("nama_mk", course), ("nama_kelas", class), ("program_id", "11")];
        Call::scoped(
            &Mahasiswa::FEED,
            class.map(|(column, value)| (column, value.to_owned())).into(),
        )
    };
    let budi = of("Fisika", "B").only(vec![("NPK", "260002".to_owned())]);
    assert_eq!(
        bad(Call::whole(&Mahasiswa::FEED)).await,
        ["ke-3", "ke-4", "ke-5", "ke-6"]
    );
    assert_eq!(bad(of("Fisika", "B")).await, ["ke-3", "ke-4", "ke-6"]);
    assert_eq!(bad(of("Algoritma", "A")).await, ["ke-5", "ke-6"]);
    assert_eq!(bad(budi).await, ["ke-3", "ke-6"]);
}

/// A folder with OneRoster's files.
fn roster(members: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut zip = ZipWriter::new(File::create(folder.path().join("oneroster.zip")).unwrap());
    for (name, text) in members {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    folder
}

const USERS: &str = "sourcedId,identifier,givenName,familyName,email\nt1,007,Siti,Rahayu,siti@kampus.ac.id\n\
                     s1,260001,Budi,-,\n";

#[tokio::test]
async fn roster_teacher_may_have_other_roles() {
    let roles = "sourcedId,userSourcedId,role\n1,s1,student\n2,t1,teacher\n3,t1,administrator\n4,t1,student\n";
    let folder = roster(&[("users.csv", USERS), ("roles.csv", roles)]);
    let rows = teachers(folder.path()).await.unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].as_ref().unwrap()["nik"], "007");
}

#[tokio::test]
async fn metadata_columns_of_a_roster_are_read_from_users() {
    let users = "sourcedId,identifier,givenName,familyName,metadata.kampus.angkatan,metadata.kampus.jenis_kelamin\n\
                 s1,260001,Budi,-,2026,Laki-laki\ns2,260002,Siti,-,2025,\n";
    let folder = roster(&[
        ("users.csv", users),
        ("demographics.csv", "sourcedId,sex\ns1,female\ns2,female\n"),
        ("courses.csv", "sourcedId,title\nm1,Algoritma\n"),
        (
            "classes.csv",
            "sourcedId,title,classCode,courseSourcedId,schoolSourcedId\nk1,A,IF-A,m1,11\n",
        ),
        (
            "enrollments.csv",
            "sourcedId,classSourcedId,userSourcedId,role\n1,k1,s1,student\n2,k1,s2,student\n",
        ),
    ]);
    let rows = read(&source(folder.path()), Call::whole(&Mahasiswa::FEED))
        .await
        .unwrap();
    let of = |at: usize| {
        let row = rows[at].as_ref().unwrap();
        (row["angkatan"].clone(), row["jenis_kelamin"].clone())
    };
    assert_eq!(
        (of(0), of(1)),
        (("2026".into(), "Laki-laki".into()), ("2025".into(), "P".into()))
    );
}

#[tokio::test]
async fn rows_that_need_an_id_of_two_differing_rows_are_refused() {
    let folder = roster(&[
        (
            "academicSessions.csv",
            "sourcedId,title,type,parentSourcedId\n2026,2026/2027,schoolYear,\n2026,2026-2027,schoolYear,\n\
             20261,Gasal,semester,2026\n",
        ),
        (
            "orgs.csv",
            "sourcedId,name,type,parentSourcedId\nTI,Teknologi,department,\nTI,Teknik,department,\n\
             11,Informatika,school,TI\n12,Hukum,school,\n",
        ),
        ("courses.csv", "sourcedId,title\nm1,Algoritma\nm1,Aljabar\nm2,Fisika\n"),
        (
            "classes.csv",
            "sourcedId,title,classCode,courseSourcedId,schoolSourcedId\nk1,A,IF-A,m1,11\nk2,B,IF-B,m2,11\n\
             k3,C,IF-C,m2,11\nk3,D,IF-D,m2,11\n",
        ),
        (
            "users.csv",
            "sourcedId,identifier,givenName,familyName\ns1,260001,Budi,-\ns2,260002,Siti,-\ns2,260003,Siti,-\n\
             s3,260004,Tono,-\ns3,260004,Tono,-\n",
        ),
        ("demographics.csv", "sourcedId,sex\ns1,male\ns3,male\ns3,female\n"),
        (
            "enrollments.csv",
            "sourcedId,classSourcedId,userSourcedId,role\n1,k2,s1,student\n2,k1,s1,student\n3,k3,s1,student\n\
             4,k2,s2,student\n5,k2,s3,student\n",
        ),
    ]);
    let source = source(folder.path());
    let refused = async |call: Call| {
        let rows = read(&source, call).await.unwrap();
        let told = rows.into_iter().filter_map(Result::err);
        told.collect::<Vec<_>>()
    };
    let told = |row: u64, member: &str, id: &str, first: u64, list: &str, own: &str| {
        let second = first + 1;
        format!(
            "Baris ke-{row} memakai {id}, yang punya dua baris berbeda di {member} (baris {first}, {second}); hapus \
             salah satunya (Daftar {list}, berkas oneroster.zip ({own}))."
        )
    };
    let (sessions, orgs, courses) = ("academicSessions.csv", "orgs.csv", "courses.csv");
    assert_eq!(
        refused(Call::whole(&Semester::FEED)).await,
        [told(4, sessions, "2026", 2, "semesters", sessions)]
    );
    assert_eq!(
        refused(Call::whole(&Prodi::FEED)).await,
        [told(4, orgs, "TI", 2, "programs", orgs)]
    );
    assert_eq!(
        refused(Call::whole(&Kelas::FEED)).await,
        [told(2, courses, "m1", 2, "classes", "classes.csv")]
    );
    let enrolment = |row, member, id, first| told(row, member, id, first, "class_students", "enrollments.csv");
    assert_eq!(
        refused(Call::whole(&Mahasiswa::FEED)).await,
        [
            enrolment(3, courses, "m1", 2),
            enrolment(4, "classes.csv", "k3", 4),
            enrolment(5, "users.csv", "s2", 3),
            enrolment(6, "demographics.csv", "s3", 3),
        ]
    );
    // Whether that person is a guest is not known either.
    let guests = refused(Call::whole(&MahasiswaMbkm::FEED)).await;
    assert_eq!(guests.len(), 1);
    assert!(guests[0].starts_with("Baris ke-5 memakai s2,"), "{guests:?}");
}

#[tokio::test]
async fn headings_for_other_files_do_not_apply_to_a_roster() {
    let given = |folder: &TempDir| {
        source_with(folder.path(), |settings| {
            let columns = [("nik", "Nomor Induk"), ("email", "Surel")];
            let columns = columns.map(|(field, heading)| (field.to_owned(), heading.to_owned()));
            settings.columns.insert("teachers".to_owned(), columns.into());
        })
    };
    let roles = "sourcedId,userSourcedId,role\n2,t1,teacher\n";
    let packed = roster(&[("users.csv", USERS), ("roles.csv", roles)]);
    let table = with(
        "teachers.csv",
        "Nomor Induk,Nama Lengkap,E-mail\n007,Siti,siti@kampus.ac.id\n",
    );
    for folder in [packed, table] {
        let rows = read(&given(&folder), Call::whole(&Pengajar::FEED)).await.unwrap();
        let row = rows[0].as_ref().unwrap();
        assert_eq!(
            (&row["nik"], &row["email"]),
            (&"007".into(), &"siti@kampus.ac.id".into())
        );
    }
}

#[tokio::test]
async fn roster_saved_by_a_spreadsheet_is_read_but_needs_its_columns() {
    let roles = "sourcedId;userSourcedId;role\n1;s1;Student\n2;t1;TEACHER\n";
    let folder = roster(&[("users.csv", &USERS.replace(',', ";")), ("roles.csv", roles)]);
    let rows = teachers(folder.path()).await.unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].as_ref().unwrap()["nik"], "007");

    let refused = async |members: &[(&str, &str)]| teachers(roster(members).path()).await.unwrap_err().to_string();
    let roles = ("roles.csv", "sourcedId,user,role\n2,t1,teacher\n");
    assert_eq!(
        refused(&[("users.csv", USERS), roles]).await,
        "Daftar teachers, berkas oneroster.zip (roles.csv), tidak punya kolom userSourcedId (yang ada: sourcedId, user, \
         role). Tambahkan kolomnya, beri alias (AS) pada kueri, atau sesuaikan judulnya."
    );
    // Without a file of roles the users' own file names the teachers.
    let told = refused(&[("users.csv", USERS)]).await;
    assert!(told.contains("tidak memuat roles.csv. Tambahkan"), "{told}");
    let told = refused(&[("users.csv", "")]).await;
    assert!(
        told.contains("(users.csv), kosong, tidak ada judul kolomnya."),
        "{told}"
    );
}

#[tokio::test]
async fn roster_of_changes_only_is_no_list() {
    let roles = ("roles.csv", "sourcedId,userSourcedId,role\n2,t1,teacher\n");
    let of = |manifest| roster(&[("users.csv", USERS), roles, ("manifest.csv", manifest)]);
    let told = async |manifest| teachers(of(manifest).path()).await.map_err(|error| error.to_string());
    let whole = "propertyName,value\nfile.users,bulk\nfile.roles,bulk\nfile.classes,delta\n";
    assert_eq!(told(whole).await.unwrap().len(), 1);
    for (manifest, member) in [
        (
            "propertyName,value\nmanifest.version,1.0\nfile.users,delta\nfile.roles,bulk\n",
            "users.csv",
        ),
        ("propertyName;value\nfile.users;bulk\nfile.roles;Delta\n", "roles.csv"),
    ] {
        assert_eq!(
            told(manifest).await.unwrap_err(),
            format!(
                "Daftar teachers, berkas oneroster.zip ({member}), hanya berisi perubahan (delta menurut manifest.csv), \
                 jadi semua yang tidak berubah tidak ada di dalamnya. Ekspor ulang sebagai bulk, yaitu seluruh data, lalu \
                 coba lagi."
            )
        );
    }
}

#[tokio::test]
async fn bad_lookup_row_of_a_roster_is_reported_in_its_file() {
    let members = [
        ("courses.csv", "sourcedId,title\nm1,Aljabar, Linear\nm2,Fisika\n"),
        (
            "classes.csv",
            "sourcedId,title,classCode,courseSourcedId,schoolSourcedId\nk1,A,AL-A,m1,11\nk2,A,FI-A,m2,11\n",
        ),
        ("users.csv", USERS),
        (
            "enrollments.csv",
            "sourcedId,classSourcedId,userSourcedId,role\n1,k1,s1,student\n2,k2,s1,student\n",
        ),
    ];
    let folder = roster(&members);
    for (rows, course, member) in [
        (
            read(&source(folder.path()), Call::whole(&Kelas::FEED)).await.unwrap(),
            "nama_mata_kuliah",
            "classes.csv",
        ),
        (
            read(&source(folder.path()), Call::whole(&Mahasiswa::FEED))
                .await
                .unwrap(),
            "nama_mk",
            "enrollments.csv",
        ),
    ] {
        let [shifted, lacking, sound] = &rows[..] else {
            panic!("{rows:?}");
        };
        let told = shifted.as_ref().unwrap_err();
        assert!(
            told.starts_with("Baris ke-2 ") && told.contains("(courses.csv)"),
            "{told}"
        );
        let told = lacking.as_ref().unwrap_err();
        assert!(
            told.starts_with(&format!("Baris ke-2 kolom {course} kosong")) && told.contains(member),
            "{told}"
        );
        assert_eq!(sound.as_ref().unwrap()[course], "Fisika");
    }
    // An unreadable row of roles names no teacher.
    let roles = ("roles.csv", "sourcedId,userSourcedId,role\n2,t1,teacher,ketua\n");
    let rows = teachers(roster(&[("users.csv", USERS), roles]).path()).await.unwrap();
    let told = rows[0].as_ref().unwrap_err();
    assert!(told.contains("(roles.csv)") && rows.len() == 1, "{rows:?}");
}

#[tokio::test]
async fn roster_has_the_same_checks_as_a_table() {
    let roles = ("roles.csv", "sourcedId,userSourcedId,role\n2,t1,teacher\n");
    let shifted = format!("{USERS}t2,008,Rahayu, S.Kom.,-,r@kampus.ac.id\n");
    let folder = roster(&[("users.csv", &shifted), roles]);
    let rows = teachers(folder.path()).await.unwrap();
    assert!(rows[0].is_ok());
    let told = rows[1].as_ref().unwrap_err();
    assert!(
        told.starts_with("Baris ke-4 ") && told.contains("punya 6 sel, judulnya 5"),
        "{told}"
    );

    let unclosed = (
        "roles.csv",
        "sourcedId,userSourcedId,role\n2,t1,\"teacher\n3,t1,teacher\n",
    );
    let folder = roster(&[("users.csv", USERS), unclosed]);
    let text = teachers(folder.path()).await.unwrap_err().to_string();
    assert!(
        text.contains("oneroster.zip (roles.csv)") && text.contains("tidak ditutup, mulai baris ke-2"),
        "{text}"
    );
    // An unfinished copy is not a roster without teachers.
    let path = folder.path().join("oneroster.zip");
    let half = fs::read(&path).unwrap();
    fs::write(&path, &half[..half.len() / 2]).unwrap();
    let text = teachers(folder.path()).await.unwrap_err().to_string();
    assert!(
        text.contains("oneroster.zip") && text.contains("rusak, terpotong"),
        "{text}"
    );
}

#[tokio::test]
async fn zip_bomb_is_measured_instead_of_trusted() {
    for (name, blank) in [("teachers.xlsx", &b"\n<a/>"[..]), ("oneroster.zip", &b"\n"[..])] {
        let folder = TempDir::new().unwrap();
        let mut zip = ZipWriter::new(File::create(folder.path().join(name)).unwrap());
        for member in ["xl/sharedStrings.xml", "users.csv"] {
            zip.start_file(member, SimpleFileOptions::default()).unwrap();
            let blanks = blank.repeat((1 << 20) / blank.len());
            for _ in 0..300 {
                zip.write_all(&blanks).unwrap();
            }
        }
        zip.finish().unwrap();
        assert!(fs::metadata(folder.path().join(name)).unwrap().len() < 10_000_000);
        let bounded = source_with(folder.path(), |settings| settings.max_bytes = 100_000_000);
        let error = read(&bounded, Call::whole(&Pengajar::FEED)).await.unwrap_err();
        let text = error.to_string();
        assert!(text.contains("lebih besar dari batas 100 MB setelah dibuka"), "{text}");
    }
}

#[tokio::test]
async fn formula_is_read_by_its_result_and_refused_without_one() {
    let folder = workbook("teachers.xlsx", |sheet| {
        for (at, heading) in ["nik", "nama_lengkap", "nip", "hp"].into_iter().enumerate() {
            sheet.write_string(0, at as u16, heading).unwrap();
        }
        sheet.write_string(1, 0, "1").unwrap();
        sheet
            .write_formula(1, 1, Formula::new("=\"Siti \"&\"Rahayu\"").set_result("Siti Rahayu"))
            .unwrap();
        sheet.write_string(2, 0, "2").unwrap();
        sheet
            .write_formula(2, 1, Formula::new("=A1&\"hilang\"").set_result("hilang"))
            .unwrap();
        sheet.write_string(3, 0, "3").unwrap();
        sheet.write_number(3, 2, 197_001_012_005_011_001.0).unwrap();
        sheet.write_string(4, 0, "4").unwrap();
        sheet
            .write_formula(4, 3, Formula::new("=1/0").set_result("#DIV/0!"))
            .unwrap();
    });
    let path = folder.path().join("teachers.xlsx");
    // As written by a program that does not compute.
    rewrite(&path, "xl/worksheets/sheet1.xml", |sheet| {
        sheet.replace("<v>hilang</v>", "")
    });
    let rows = teachers(folder.path()).await.unwrap();
    assert_eq!(rows[0].as_ref().unwrap()["nama_lengkap"], "Siti Rahayu");
    let told = |at: usize| rows[at].as_ref().unwrap_err().as_str();
    assert!(
        told(1).starts_with("Baris ke-3 kolom nama_lengkap berisi rumus tanpa hasil; buka berkasnya"),
        "{}",
        told(1)
    );
    assert!(
        told(2).starts_with("Baris ke-4 kolom nip berisi angka 197001012005011000 yang sudah dibulatkan Excel"),
        "{}",
        told(2)
    );
    assert!(
        told(3).starts_with("Baris ke-5 kolom hp berisi kesalahan Excel #DIV/0!"),
        "{}",
        told(3)
    );
}

#[tokio::test]
async fn excel_date_is_refused_and_a_time_of_day_read() {
    let (date, clock, both) = ("d-mmm", "hh:mm", "yyyy-mm-dd hh:mm");
    // The first of February 2026.
    let day = 46_054.0;
    let folder = workbook("classes.xlsx", |sheet| {
        for (at, heading) in ["jadwal_kuliah_detail_id", "nama_kelas", "jam_mulai", "hari"]
            .into_iter()
            .enumerate()
        {
            sheet.write_string(0, at as u16, heading).unwrap();
        }
        for row in 1..6 {
            sheet.write_number(row, 0, f64::from(row)).unwrap();
        }
        for (row, column, number, format) in [
            (1, 1, day, date),
            (2, 2, 7.5 / 24.0, clock),
            (3, 2, day + 7.5 / 24.0, both),
            (4, 2, day, both),
        ] {
            let format = Format::new().set_num_format(format);
            sheet.write_number_with_format(row, column, number, &format).unwrap();
        }
    });
    let path = folder.path().join("classes.xlsx");
    // A date as written in strict mode.
    rewrite(&path, "xl/worksheets/sheet1.xml", |sheet| {
        sheet.replace(
            "</row></sheetData>",
            r#"<c r="D6" t="d"><v>2026-02-01T00:00:00</v></c></row></sheetData>"#,
        )
    });
    let rows = read(&source(folder.path()), Call::whole(&Kelas::FEED)).await.unwrap();
    let told = |at: usize| rows[at].as_ref().unwrap_err().as_str();
    assert_eq!(
        told(0),
        "Baris ke-2 kolom nama_kelas berisi tanggal 2026-02-01, mungkin kode yang diubah Excel; format kolomnya sebagai \
         Teks, lalu ketik ulang isinya (Daftar classes, berkas classes.xlsx)."
    );
    for row in &rows[1..3] {
        assert_eq!(row.as_ref().unwrap()["jam_mulai"], "07:30");
    }
    for (at, begins) in [
        (3, "Baris ke-5 kolom jam_mulai berisi tanggal 2026-02-01, "),
        (4, "Baris ke-6 kolom hari berisi tanggal 2026-02-01 00:00:00, "),
    ] {
        assert!(told(at).starts_with(begins), "{}", told(at));
    }
}

#[tokio::test]
async fn merged_rows_are_refused_but_a_merged_title_is_not() {
    let sheet_with = |merged: (u32, u32)| {
        workbook("classes.xlsx", |sheet| {
            let format = Format::new();
            sheet.merge_range(0, 0, 0, 2, "DAFTAR KELAS", &format).unwrap();
            for (at, heading) in ["jadwal_kuliah_detail_id", "nama_kelas", "jam_mulai"]
                .into_iter()
                .enumerate()
            {
                sheet.write_string(2, at as u16, heading).unwrap();
            }
            for row in 3..8 {
                sheet.write_number(row, 0, f64::from(row)).unwrap();
                let clock = Format::new().set_num_format("hh:mm");
                sheet.write_number_with_format(row, 2, 7.5 / 24.0, &clock).unwrap();
            }
            if merged.0 != merged.1 {
                sheet.merge_range(merged.0, 1, merged.1, 1, "A", &format).unwrap();
            }
        })
    };
    let call = || Call::whole(&Kelas::FEED);
    let folder = sheet_with((0, 0));
    let rows = read(&source(folder.path()), call()).await.unwrap();
    assert_eq!(rows.len(), 5);
    let row = rows[0].as_ref().unwrap();
    assert_eq!(
        (&row["jadwal_kuliah_detail_id"], &row["jam_mulai"]),
        (&"3".into(), &"07:30".into())
    );

    let folder = sheet_with((4, 6));
    let text = read(&source(folder.path()), call()).await.unwrap_err().to_string();
    assert_eq!(
        text,
        "Daftar classes, berkas classes.xlsx, punya sel gabungan B5:B7 (baris ke-5), jadi isi sel lainnya tidak \
         diketahui. Pisahkan dengan Unmerge Cells, isi setiap baris, lalu simpan."
    );
}

#[tokio::test]
async fn broken_workbook_and_two_files_for_one_list_are_reported() {
    let folder = with("teachers.xlsx", "<html>bukan Excel</html>");
    let text = teachers(folder.path()).await.unwrap_err().to_string();
    assert!(
        text.starts_with("Daftar teachers, berkas teachers.xlsx, berisi halaman web"),
        "{text}"
    );
    fs::write(folder.path().join("teachers.csv"), "nik\n1\n").unwrap();
    let text = teachers(folder.path()).await.unwrap_err().to_string();
    assert!(
        text.contains("punya berkas kedua, teachers.xlsx. Hapus salah satunya"),
        "{text}"
    );
}

#[tokio::test]
async fn missing_folder_is_reported() {
    let folder = TempDir::new().unwrap();
    let away = folder.path().join("tidak-ada");
    let error = source(&away).ping().await.unwrap_err();
    assert!(matches!(error.fault, Fault::NoFolder(_)), "{error:?}");
    assert_eq!(teachers(&away).await.unwrap_err().fault, error.fault);
    assert!(error.to_string().contains("Periksa source.files.folder"), "{error}");
}

#[tokio::test]
async fn silent_folder_is_reported_within_the_time_limit() {
    let folder = TempDir::new().unwrap();
    // Opening the pipe waits for a writer, as it waits for a network share that is away.
    let pipe = folder.path().join("lists.xlsx");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let source = source_with(folder.path(), |settings| settings.patience = Duration::from_millis(100));
    let list = List::named("classes").unwrap();
    let told = [
        source.origin(list).await.map(drop),
        source.whole(&Kelas::FEED).await.map(drop),
        source.fit(list).await.map(drop),
        source.laid_out(list).await.map(drop),
        read(&source, Call::whole(&Kelas::FEED)).await.map(drop),
    ];
    let tried = source.trial(list, TrialLimits::default()).await.failed;
    let writer = File::options().read(true).write(true).open(&pipe).unwrap();
    // Later readers do not wait on the pipe.
    fs::remove_file(&pipe).unwrap();
    drop(writer);
    for told in told {
        let error = told.unwrap_err();
        assert_eq!((&error.fault, error.is_timeout()), (&Fault::FolderSilent, true));
        let said = error.to_string();
        assert!(said.starts_with("Folder berkas Simak tidak menjawab."), "{said}");
        assert_eq!(tried, Some(TrialFailure::Source(error)));
    }
}

/// Changes one text of a zip.
fn rewrite(path: &Path, member: &str, change: impl Fn(String) -> String) {
    let mut archive = ZipArchive::new(File::open(path).unwrap()).unwrap();
    let mut members = Vec::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        let text = if name == member { change(text) } else { text };
        members.push((name, text));
    }
    let mut zip = ZipWriter::new(File::create(path).unwrap());
    for (name, text) in members {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

#[tokio::test]
async fn zip_of_too_many_members_is_refused() {
    for name in ["teachers.xlsx", "oneroster.zip"] {
        let folder = TempDir::new().unwrap();
        let mut zip = ZipWriter::new(File::create(folder.path().join(name)).unwrap());
        for member in 0..=2000 {
            zip.start_file(format!("{member}.csv"), SimpleFileOptions::default())
                .unwrap();
        }
        zip.finish().unwrap();
        let error = read(&source(folder.path()), Call::whole(&Pengajar::FEED))
            .await
            .unwrap_err();
        assert!(error.to_string().contains("lebih dari 2000 berkas"), "{error}");
    }
}
