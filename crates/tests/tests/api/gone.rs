//! Objects deleted by hand on the platform are made again: by the remedy of each sentence, by the whole campus, and from the
//! report of differences.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{Class, Client, Reply, Server, column, with},
};
use rstest::rstest;
use selaras_campus::moodle::Counts;
use selaras_tests::numbers;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const STUDENTS: &str = "/class/students";

/// Deleted by hand on Moodle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deleted {
    Course,
    Group,
    Account,
    /// The category of a study program, after its courses were moved.
    Category,
    /// The category of a study year with all that is inside.
    Tree,
}

/// A campus in step, with grades.
struct Campus {
    server: Server,
    admin: Client,
    class: Class,
    /// A class of another course, without the first student of `class`.
    other: Class,
    before: Counts,
}

impl Campus {
    async fn start(on: Database) -> Self {
        let server = Server::with(on).students(300).start().await;
        let admin = server.sign_in().await;
        admin.act("campus/align", json!({})).await.ok();
        let class = server.a_class();
        let mut other = server.class_from(class.index + 1);
        while other.body["nama_mk"] == class.body["nama_mk"] || other.students.contains(&class.students[0]) {
            other = server.class_from(other.index + 1);
        }
        let before = server.on_moodle();
        let campus = Self {
            server,
            admin,
            class,
            other,
            before,
        };
        let (course, user) = campus.graded();
        campus.server.moodle().grade(course, user, "Tugas 1", 80.0);
        campus
    }

    fn group(&self, class: &Class) -> u64 {
        self.server.group(&class.jadwal)
    }

    fn course(&self, class: &Class) -> u64 {
        self.server.moodle().course_of_group(self.group(class)).unwrap()
    }

    fn user(&self, npk: &str) -> u64 {
        self.server.account(npk).unwrap()
    }

    /// A person with grades in a course that is not deleted alone.
    fn graded(&self) -> (u64, u64) {
        (self.course(&self.other), self.user(&self.other.students[0]))
    }

    fn category(&self, kind: &str, key: &Value) -> u64 {
        let idnumber = format!("selaras:{kind}:{}", key.as_str().unwrap());
        self.server.moodle().category_by_idnumber(&idnumber).unwrap()
    }

    async fn delete(&self, deleted: Deleted) {
        let moodle = self.server.moodle();
        assert!(match deleted {
            Deleted::Course => moodle.delete_course(self.course(&self.class)),
            Deleted::Group => moodle.delete_group(self.group(&self.class)),
            Deleted::Account => moodle.delete_user(self.user(&self.class.students[0])),
            Deleted::Category => {
                let program = self.category("prodi", &self.class.body["program_id"]);
                moodle.delete_category(program, Some(1))
            }
            Deleted::Tree => {
                let course = self.course(&self.class);
                let mut top = moodle.category_of(course).unwrap();
                while let Some(parent) = moodle.parent_of(top).filter(|parent| *parent > 1) {
                    top = parent;
                }
                moodle.delete_category(top, None)
            }
        });
    }

    /// Adds a row to the source that needs the deleted object.
    async fn touch(&self, deleted: Deleted) {
        let changes = self.server.campus.changes();
        match deleted {
            Deleted::Course | Deleted::Group => {
                let new = json!({
                    "NPK": "990001", "nama_lengkap": "Dewi Lestari", "angkatan": "2026", "jenis_kelamin": "P",
                    "HP": "0812", "email": "990001@mhs.example",
                });
                changes.add(STUDENTS, with(&new, self.class.body.clone()));
            }
            Deleted::Account => {
                let known = self.admin.row("mahasiswa", "NPK", &self.class.students[0]).await;
                changes.add(STUDENTS, with(&known, self.other.body.clone()));
            }
            Deleted::Category | Deleted::Tree => changes.add(
                "/courses",
                json!({
                    "matakuliah_id": "990001", "kode_matakuliah": "BARU101", "kurikulum": "2026",
                    "nama_mata_kuliah": "Mata Kuliah Baru", "program_id": self.class.body["program_id"],
                }),
            ),
        }
    }

    /// The counts of Moodle once all is in step.
    fn expected(&self, deleted: Deleted) -> Counts {
        let mut counts = self.before;
        match deleted {
            Deleted::Course | Deleted::Group => {
                counts.users += 1;
                counts.enrolments += 1;
                counts.memberships += 1;
            }
            Deleted::Account => {
                counts.enrolments += 1;
                counts.memberships += 1;
            }
            Deleted::Category | Deleted::Tree => counts.courses += 1,
        }
        counts
    }

    /// The call that meets the deleted object.
    async fn meet(&self, deleted: Deleted) -> Reply {
        match deleted {
            Deleted::Course | Deleted::Group | Deleted::Account => {
                let class = if deleted == Deleted::Account {
                    &self.other
                } else {
                    &self.class
                };
                self.admin.act("mahasiswa/sync", class.body.clone()).await.ok();
                if deleted != Deleted::Account {
                    self.admin.export("mahasiswa", json!({})).await.ok();
                }
                self.admin.act("mahasiswa/enroll", json!({})).await
            }
            Deleted::Category | Deleted::Tree => {
                self.admin.sync("matakuliah").await;
                self.admin.export("matakuliah", json!({})).await
            }
        }
    }

    async fn export_all(&self, kinds: &[&str]) {
        for kind in kinds {
            self.admin.export(kind, json!({})).await.ok();
        }
    }

    /// The number of rows of each kind in a state on Moodle.
    async fn waiting(&self, kind: &str, state: &str) -> usize {
        let rows = self.admin.rows(kind).await;
        rows.iter().filter(|row| row["migration"] == state).count()
    }

    fn assert_grades_kept(&self, deleted: Deleted) {
        if deleted != Deleted::Tree {
            let (course, user) = self.graded();
            assert_eq!(self.server.moodle().grades(course, user), 2);
        }
    }
}

const CATEGORIES: [&str; 4] = ["tahun_ajaran", "semester", "prodi", "jurusan"];

#[rstest]
#[case(Deleted::Course, "Course ini tidak ada lagi di Moodle. Export lagi mata kuliah dan kelasnya, lalu enroll lagi.", &["matakuliah", "kelas"])]
#[case(Deleted::Group, "Kelompok kelas ini tidak ada lagi di Moodle. Export lagi kelasnya, lalu enroll lagi.", &["kelas"])]
#[case(Deleted::Account, "Akun orang ini tidak ada lagi di Moodle. Export lagi datanya, lalu enroll lagi.", &["mahasiswa"])]
#[case(Deleted::Category, "Kategori untuk course ini tidak ada lagi di Moodle. Export lagi tahun ajaran, semester, prodi dan jurusan, lalu data ini.", &CATEGORIES)]
#[case(Deleted::Tree, "Kategori untuk course ini tidak ada lagi di Moodle. Export lagi tahun ajaran, semester, prodi dan jurusan, lalu data ini.", &CATEGORIES)]
#[tokio::test]
async fn remedy_of_the_sentence_works_when_followed_once(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] deleted: Deleted,
    #[case] sentence: &str,
    #[case] remedy: &[&str],
) {
    let campus = Campus::start(on).await;
    campus.delete(deleted).await;
    campus.touch(deleted).await;
    let refused = campus.meet(deleted).await;
    let failed = campus.admin.job_rows(refused.job(), "failed").await;
    assert_eq!(column(&failed, "reason"), [sentence], "{refused:#?}");
    let object = match deleted {
        Deleted::Course => "matakuliah",
        Deleted::Group => "kelas",
        Deleted::Account => "mahasiswa",
        Deleted::Category | Deleted::Tree => "prodi",
    };
    assert!(campus.waiting(object, "belum").await > 0);
    numbers::assert_true(&campus.server.another_store().await).await;

    campus.export_all(remedy).await;
    match deleted {
        Deleted::Course | Deleted::Group | Deleted::Account => {
            let done = campus.admin.act("mahasiswa/enroll", json!({})).await.ok();
            assert_eq!(done.outcomes()["failed"], Value::Null, "{done:#?}");
        }
        Deleted::Category | Deleted::Tree => {
            let done = campus.admin.export("matakuliah", json!({})).await.ok();
            assert_eq!(done.outcomes()["failed"], Value::Null, "{done:#?}");
        }
    }
    // Other enrolments of the class are those of teachers and guests, and a tree held the classes too.
    campus.export_all(&["kelas"]).await;
    for kind in ["mahasiswa", "mahasiswa_mbkm", "mengajar"] {
        campus.admin.act(&format!("{kind}/enroll"), json!({})).await.ok();
    }
    assert_eq!(campus.server.on_moodle(), campus.expected(deleted));
    campus.assert_grades_kept(deleted);
    numbers::assert_true(&campus.server.another_store().await).await;
}

#[rstest]
#[case(Deleted::Course)]
#[case(Deleted::Group)]
#[case(Deleted::Account)]
#[case(Deleted::Category)]
#[case(Deleted::Tree)]
#[tokio::test]
async fn second_campus_run_heals_what_the_first_met(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] deleted: Deleted,
) {
    let campus = Campus::start(on).await;
    campus.delete(deleted).await;
    campus.touch(deleted).await;
    for _ in 0..2 {
        campus.admin.act("campus/align", json!({})).await.ok();
    }
    assert_eq!(campus.server.on_moodle(), campus.expected(deleted));
    campus.assert_grades_kept(deleted);
    numbers::assert_true(&campus.server.another_store().await).await;
    let writes = campus.server.writing_calls();
    let nothing = campus.admin.act("campus/align", json!({})).await.ok();
    assert_eq!(campus.server.writing_calls(), writes, "{nothing:#?}");
}

#[rstest]
#[case(Deleted::Course)]
#[case(Deleted::Group)]
#[case(Deleted::Account)]
#[case(Deleted::Category)]
#[case(Deleted::Tree)]
#[tokio::test]
async fn deleted_object_is_reported_and_healed_after_marking(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] deleted: Deleted,
) {
    let campus = Campus::start(on).await;
    campus.delete(deleted).await;
    let report = campus.admin.act("comparison/compare", json!({})).await.ok();
    assert!(report.outcomes()["missing_there"].as_i64() > Some(0), "{report:#?}");
    campus.admin.act("comparison/wait_again", json!({})).await.ok();
    campus.admin.act("campus/align", json!({})).await.ok();
    assert_eq!(campus.server.on_moodle(), campus.before);
    campus.assert_grades_kept(deleted);
    let report = campus.admin.act("comparison/compare", json!({})).await.ok();
    let in_step = report.outcomes()["in_step"].clone();
    assert_eq!(*report.outcomes(), json!({ "in_step": in_step }));
}

/// The other course has the same name, so the source's lists of people stay as they are.
#[rstest]
#[tokio::test]
async fn remedy_for_a_moved_class_works_when_followed_once(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    let (server, admin, class) = (&campus.server, &campus.admin, &campus.class);
    let moodle = server.moodle();
    let (group, old) = (campus.group(class), campus.course(class));
    let first = campus.user(&class.students[0]);
    moodle.grade(old, first, "Tugas 1", 80.0);
    let grades = moodle.grades(old, first);
    let members = moodle.members(group);
    let changes = server.campus.changes();
    let second = json!({
        "matakuliah_id": "990001", "kode_matakuliah": "BARU101", "kurikulum": "2026",
        "nama_mata_kuliah": class.body["nama_mk"], "program_id": class.body["program_id"],
    });
    changes.add("/courses", second);
    changes.set("/classes", &class.jadwal, "matakuliah_id", "990001");
    campus.touch(Deleted::Group).await;
    admin.act("campus/align", json!({})).await.ok();
    let new = campus.user("990001");
    assert!(moodle.enrolled(old).iter().all(|(user, _)| *user != new));
    let why = admin.row("mahasiswa", "NPK", "990001").await["enroll_reason"].clone();
    assert_eq!(
        why,
        "Kelasnya sekarang milik course lain, sedangkan kelompoknya di Moodle masih di course lama. Export data Kelas dahulu."
    );

    for (kind, course) in [
        ("mahasiswa", "nama_mk"),
        ("mahasiswa_mbkm", "nama_mk"),
        ("mengajar", "nama_mata_kuliah"),
    ] {
        let rows = admin.rows(kind).await;
        let is_in = |row: &&Value| {
            let names = (&row[course], &row["nama_kelas"]);
            names == (&class.body["nama_mk"], &class.body["nama_kelas"]) && row["enroll"] == "sudah"
        };
        let its_people: Vec<_> = rows.iter().filter(is_in).map(|row| row["id"].clone()).collect();
        if !its_people.is_empty() {
            admin
                .act(&format!("{kind}/unenroll"), json!({ "ids": its_people }))
                .await
                .ok();
        }
    }
    assert!(moodle.delete_group(group));
    admin.act("campus/align", json!({})).await.ok();
    let course = moodle.course_by_idnumber("selaras:mata_kuliah:990001").unwrap();
    assert_eq!(campus.course(class), course);
    let now: BTreeSet<_> = moodle.members(campus.group(class)).into_iter().collect();
    assert_eq!(now, members.iter().copied().chain([new]).collect());
    let left = moodle.suspended(old);
    assert!(class.students.iter().all(|npk| left.contains(&campus.user(npk))));
    assert_eq!(moodle.suspended(course), [] as [u64; 0]);
    assert_eq!(moodle.grades(old, first), grades);
    numbers::assert_true(&server.another_store().await).await;
    let writes = server.writing_calls();
    let nothing = admin.act("campus/align", json!({})).await.ok();
    assert_eq!(server.writing_calls(), writes, "{nothing:#?}");
}

/// A lecturer resets the course: people and groups are gone. A token without access to all groups sees that too.
#[rstest]
#[tokio::test]
async fn people_of_a_reset_course_have_left(
    #[values(Sqlite, Postgres)] on: Database,
    // Whether the course has others by now.
    #[values(true, false)] others: bool,
) {
    let campus = Campus::start(on).await;
    let (moodle, class) = (campus.server.moodle(), &campus.class);
    let [stays, gone @ ..] = &class.students[..3] else {
        panic!("{:?}", class.students)
    };
    let (course, group) = (campus.course(class), campus.group(class));
    let stays = campus.user(stays);
    for (user, _) in moodle.enrolled(course) {
        let (user_id, course) = (user.to_string(), course.to_string());
        let fields = [
            ("enrolments[0][userid]", &*user_id),
            ("enrolments[0][courseid]", &*course),
        ];
        if !others || user != stays {
            moodle.call("enrol_manual_unenrol_users", &fields);
        }
    }
    assert!(moodle.delete_group(group));
    for npk in gone {
        campus.server.campus.changes().remove(STUDENTS, &class.enrolment(npk));
    }
    campus.admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    moodle.token_of_user_with(&[
        "moodle/user:viewdetails",
        "moodle/user:viewalldetails",
        "moodle/site:viewuseridentity",
        "moodle/course:viewparticipants",
        "moodle/course:managegroups",
        "moodle/course:enrolreview",
        "enrol/manual:enrol",
        "enrol/manual:unenrol",
        "webservice/rest:use",
    ]);
    let missing = json!({ "missing": true });
    let left = campus.admin.act("mahasiswa/unenroll", missing.clone()).await.ok();
    assert_eq!(left.outcomes(), &json!({ "not_enrolled": gone.len() }), "{left:#?}");
    let nothing = campus.admin.act("mahasiswa/unenroll", missing).await.ok();
    assert_eq!(nothing.outcomes(), &json!({}));
}
