//! The pages of a person and of a class: the data of each system, the cause of a missing enrolment, the history, and fixing
//! one person.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Class, Client, Reply, Server, column, reversed, with},
};
use calamine::{Data, Reader, Xlsx};
use rstest::rstest;
use selaras_campus::source::Fault;
use serde_json::{Value, json};
use std::{io::Cursor, time::Duration};

const STUDENTS: &str = "/class/students";

/// A small campus, and one student of one of its classes.
struct Campus {
    server: Server,
    admin: Client,
    class: Class,
    npk: String,
}

/// How far the class has come before the student goes missing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    Synced,
    Courses,
    Groups,
    Accounts,
    Enrolled,
}

impl Campus {
    async fn start(on: Database) -> Self {
        let server = Server::start(on).await;
        let admin = server.sign_in().await;
        let class = server.a_class();
        let npk = class.students[0].clone();
        Self {
            server,
            admin,
            class,
            npk,
        }
    }

    /// Brings the class to this stage.
    async fn bring(&self, progress: Progress) {
        let Self { admin, class, .. } = self;
        for kind in ["matakuliah", "kelas"] {
            admin.sync(kind).await;
        }
        admin.act("mahasiswa/sync", class.body.clone()).await.ok();
        if progress >= Progress::Courses {
            admin.export("matakuliah", json!({})).await.ok();
        }
        if progress >= Progress::Groups {
            admin.export("kelas", json!({})).await.ok();
        }
        if progress >= Progress::Accounts {
            self.export_accounts().await;
        }
        if progress >= Progress::Enrolled {
            admin.act("mahasiswa/enroll", json!({})).await.ok();
        }
    }

    async fn export_accounts(&self) {
        self.admin.export("mahasiswa", json!({})).await;
    }

    fn in_class(&self) -> String {
        let of = |name: &str| self.class.body[name].as_str().unwrap();
        format!(
            "{}/{}/{}/{}",
            of("program_id"),
            of("nama_mk"),
            of("nama_kelas"),
            self.npk
        )
    }

    fn user(&self) -> u64 {
        let account = self.server.moodle().user_by_username(&self.npk.to_lowercase());
        account.unwrap().id
    }

    fn group(&self) -> u64 {
        let idnumber = format!("selaras:kelas:{}", self.class.jadwal);
        self.server.moodle().group_by_idnumber(&idnumber).unwrap()
    }

    fn course(&self) -> u64 {
        self.server.moodle().course_of_group(self.group()).unwrap()
    }

    /// Calls Moodle as a user there would.
    fn by_hand(&self, function: &str, fields: &[(&str, String)]) {
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let done = self.server.moodle().call(function, &fields);
        assert!(done.get("exception").is_none(), "{function}: {done}");
    }

    async fn person(&self) -> Value {
        let path = format!("{A}/people/mahasiswa/{}?class={}", self.npk, self.class.jadwal);
        self.admin.get(&path).await.ok().data().clone()
    }

    /// The person's enrolment in the class.
    async fn enrolment(&self) -> Value {
        let person = self.person().await;
        let enrolments = person["enrolments"].as_array().unwrap();
        let of_class = |enrolment: &&Value| enrolment["class"]["number"] == self.class.jadwal.as_str();
        enrolments
            .iter()
            .find(of_class)
            .unwrap_or_else(|| panic!("{person:#}"))
            .clone()
    }

    async fn member(&self) -> Value {
        let class = self.admin.get(&format!("{A}/classes/{}", self.class.jadwal)).await.ok();
        let members = class.data()["members"].as_array().unwrap();
        let is = |member: &&Value| member["person"]["number"] == self.npk.as_str();
        members.iter().find(is).unwrap_or_else(|| panic!("{class:#?}")).clone()
    }

    async fn align(&self, body: Value) -> Reply {
        let path = format!("{A}/people/mahasiswa/{}/align", self.npk);
        let body = with(&body, json!({ "class": self.class.jadwal }));
        self.admin.post(&path, body).await
    }
}

/// The ways in which a student goes missing.
#[derive(Debug, Clone, Copy)]
enum Way {
    DroppedAtSource,
    UnreadableRow,
    NeverExported,
    RefusedAccount,
    CourseNeverExported,
    ClassNeverExported,
    NeverEnrolled,
    FailedEnrolment,
    SuspendedByHand,
    SuspendedFromHere,
    RemovedByHand,
    InAnotherGroup,
    AccountDeletedThere,
    CourseDeletedThere,
    GroupDeletedThere,
    GroupDeletedAndMet,
    NewInTheClass,
}

async fn go_missing(campus: &Campus, way: Way) {
    let (changes, moodle) = (campus.server.campus.changes(), campus.server.moodle());
    match way {
        Way::DroppedAtSource => {
            campus.bring(Progress::Enrolled).await;
            changes.remove(STUDENTS, &campus.in_class());
        }
        Way::UnreadableRow => {
            changes.set(STUDENTS, &campus.in_class(), "nama_lengkap", "x".repeat(300));
            campus.bring(Progress::Enrolled).await;
        }
        Way::NeverExported => campus.bring(Progress::Groups).await,
        Way::RefusedAccount => {
            changes.set(STUDENTS, &campus.npk, "nama_lengkap", "Siti <b>Ayu</b>");
            campus.bring(Progress::Enrolled).await;
        }
        Way::CourseNeverExported => {
            campus.bring(Progress::Synced).await;
            campus.export_accounts().await;
        }
        Way::ClassNeverExported => {
            campus.bring(Progress::Courses).await;
            campus.export_accounts().await;
        }
        Way::NeverEnrolled => campus.bring(Progress::Accounts).await,
        Way::FailedEnrolment => {
            campus.bring(Progress::Accounts).await;
            let refusal = selaras_campus::moodle::Fault::Refuse {
                errorcode: "wsnoinstance".to_owned(),
                message: String::new(),
            };
            moodle.faults().next_of("enrol_manual_enrol_users", usize::MAX, refusal);
            campus.admin.act("mahasiswa/enroll", json!({})).await;
        }
        Way::SuspendedByHand => {
            campus.bring(Progress::Enrolled).await;
            let fields = [
                ("enrolments[0][roleid]", "5".to_owned()),
                ("enrolments[0][userid]", campus.user().to_string()),
                ("enrolments[0][courseid]", campus.course().to_string()),
                ("enrolments[0][suspend]", "1".to_owned()),
            ];
            campus.by_hand("enrol_manual_enrol_users", &fields);
        }
        Way::SuspendedFromHere => {
            campus.bring(Progress::Enrolled).await;
            let one = json!({ "NPK": campus.npk });
            campus.admin.act("mahasiswa/unenroll_one", one).await.ok();
        }
        Way::RemovedByHand => {
            campus.bring(Progress::Enrolled).await;
            let fields = [
                ("enrolments[0][userid]", campus.user().to_string()),
                ("enrolments[0][courseid]", campus.course().to_string()),
            ];
            campus.by_hand("enrol_manual_unenrol_users", &fields);
        }
        Way::InAnotherGroup => {
            campus.bring(Progress::Enrolled).await;
            let fields = [
                ("members[0][groupid]", campus.group().to_string()),
                ("members[0][userid]", campus.user().to_string()),
            ];
            campus.by_hand("core_group_delete_group_members", &fields);
        }
        Way::AccountDeletedThere => {
            campus.bring(Progress::Enrolled).await;
            moodle.delete_user(campus.user());
        }
        Way::CourseDeletedThere => {
            campus.bring(Progress::Enrolled).await;
            moodle.delete_course(campus.course());
        }
        Way::GroupDeletedThere => {
            campus.bring(Progress::Enrolled).await;
            moodle.delete_group(campus.group());
        }
        Way::GroupDeletedAndMet => {
            campus.bring(Progress::Accounts).await;
            moodle.delete_group(campus.group());
            campus.admin.act("mahasiswa/enroll", json!({})).await.refused(409);
        }
        Way::NewInTheClass => {
            changes.remove(STUDENTS, &campus.in_class());
            campus.bring(Progress::Enrolled).await;
            changes.restore(STUDENTS, &campus.in_class());
        }
    }
}

#[rstest]
#[case(Way::DroppedAtSource, "not_at_source", "suspend", "not_at_source")]
#[case(Way::UnreadableRow, "row_unreadable", "", "row_unreadable")]
#[case(Way::NeverExported, "account_missing", "export_account", "")]
#[case(Way::RefusedAccount, "account_refused", "export_account", "account_refused")]
#[case(Way::CourseNeverExported, "course_missing", "export_class", "")]
#[case(Way::ClassNeverExported, "group_missing", "export_class", "")]
#[case(Way::NeverEnrolled, "not_enrolled", "enroll", "")]
#[case(Way::FailedEnrolment, "enrolment_failed", "enroll", "enrolment_failed")]
#[case(Way::SuspendedByHand, "suspended_there", "enroll", "")]
#[case(Way::SuspendedFromHere, "suspended_here", "enroll", "")]
#[case(Way::RemovedByHand, "removed_there", "enroll", "")]
#[case(Way::InAnotherGroup, "other_group", "enroll", "")]
#[case(Way::AccountDeletedThere, "account_missing", "export_account", "")]
#[case(Way::CourseDeletedThere, "course_missing", "export_class", "")]
#[case(Way::GroupDeletedThere, "group_missing", "export_class", "")]
#[case(Way::GroupDeletedAndMet, "group_missing", "export_class", "")]
#[case(Way::NewInTheClass, "not_synced", "sync", "")]
#[tokio::test]
async fn cause_of_a_missing_student_is_shown_and_fixed_if_possible(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] way: Way,
    #[case] cause: &str,
    #[case] mend: &str,
    #[case] afterwards: &str,
) {
    let campus = Campus::start(on).await;
    go_missing(&campus, way).await;
    let enrolment = campus.enrolment().await;
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    assert_eq!(word(&enrolment["cause"]["code"]), cause, "{enrolment:#}");
    assert_eq!(word(&enrolment["cause"]["mend"]), mend, "{enrolment:#}");
    assert!(word(&enrolment["cause"]["text"]).len() > 10, "{enrolment:#}");
    let member = campus.member().await;
    assert_eq!(member["cause"]["code"], cause, "{member:#}");

    let plan = campus.align(json!({ "dry_run": true })).await.ok();
    let shown = plan.data()["counts"].clone();
    let sort = match mend {
        "export_account" if cause == "account_refused" => "waiting",
        "" => "conflicts",
        "suspend" => "leaving",
        _ => "create",
    };
    assert!(shown[sort].as_i64().unwrap() > 0, "{plan:#?}");
    // The account itself.
    assert_eq!(
        shown["conflicts"] == 1,
        matches!(way, Way::RefusedAccount | Way::UnreadableRow),
        "{plan:#?}"
    );
    assert_eq!(
        campus.enrolment().await["cause"],
        enrolment["cause"],
        "a plan changes nothing"
    );
    let agreed = json!({ "plan": plan.data()["token"] });
    let mended = campus.align(agreed).await;
    let enrolment = campus.enrolment().await;
    assert_eq!(
        word(&enrolment["cause"]["code"]),
        afterwards,
        "{mended:#?}\n{enrolment:#}"
    );
    if afterwards.is_empty() {
        mended.ok();
        assert_eq!(enrolment["dashboard"]["enroll"], "sudah");
        let there = &enrolment["platform"];
        assert_eq!((&there["state"], &there["in_group"]), (&json!("active"), &json!(true)));
        let users: Vec<_> = campus.server.moodle().members(campus.group());
        assert!(users.contains(&campus.user()), "{enrolment:#}");
        campus.server.on_moodle();
        let again = campus.align(json!({})).await.ok();
        assert!(
            again.sentence().ends_with("tidak ada yang perlu dikerjakan."),
            "{again:#?}"
        );
    }
    if let Way::DroppedAtSource = way {
        assert_eq!(enrolment["dashboard"]["enroll"], "ditangguhkan");
        assert_eq!(campus.server.moodle().suspended(campus.course()), [campus.user()]);
    }
}

#[rstest]
#[tokio::test]
async fn student_who_left_and_is_active_again_is_suspended_again(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    go_missing(&campus, Way::DroppedAtSource).await;
    campus.align(json!({})).await.ok();
    let in_step = campus.enrolment().await;
    assert_eq!(in_step["cause"]["mend"], Value::Null, "{in_step:#}");
    let fields = [
        ("enrolments[0][roleid]", "5".to_owned()),
        ("enrolments[0][userid]", campus.user().to_string()),
        ("enrolments[0][courseid]", campus.course().to_string()),
    ];
    campus.by_hand("enrol_manual_enrol_users", &fields);
    assert_eq!(campus.server.moodle().suspended(campus.course()), Vec::<u64>::new());

    let enrolment = campus.enrolment().await;
    assert_eq!(enrolment["cause"]["mend"], "suspend", "{enrolment:#}");
    let plan = campus.align(json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["counts"]["leaving"], 1, "{plan:#?}");
    campus.align(json!({ "plan": plan.data()["token"] })).await.ok();
    assert_eq!(campus.server.moodle().suspended(campus.course()), [campus.user()]);
    assert_eq!(campus.enrolment().await["dashboard"]["enroll"], "ditangguhkan");
}

#[rstest]
#[tokio::test]
async fn person_in_step_is_shown_in_all_systems_with_history(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    campus.bring(Progress::Enrolled).await;
    campus
        .server
        .moodle()
        .open_course(campus.course(), campus.user(), 1_790_000_000);
    let person = campus.person().await;
    assert_eq!(person["person"]["number"], campus.npk.as_str());
    assert_eq!(
        person["source"],
        json!({ "listed": true, "changes": [], "error": null })
    );
    assert_eq!(person["dashboard"]["migration"], "sudah");
    assert_eq!(person["platform"]["account"]["id"], campus.user());
    assert_eq!(person["platform"]["account"]["suspended"], false);
    let enrolment = campus.enrolment().await;
    assert_eq!(enrolment["cause"], Value::Null, "{enrolment:#}");
    assert_eq!(enrolment["source"]["listed"], true);
    assert_eq!(enrolment["platform"]["last_access"], "2026-09-21T14:13:20Z");
    let happened: Vec<_> = person["history"].as_array().unwrap().iter().collect();
    let entries: Vec<_> = happened
        .iter()
        .map(|event| (event["verb"].as_str().unwrap(), event["outcome"].as_str().unwrap()))
        .collect();
    assert_eq!(
        entries,
        [("enroll", "enrolled"), ("export", "created"), ("sync", "created")],
        "{person:#}"
    );
    assert!(happened.iter().all(|event| event["actor"] == crate::harness::NAME));
    assert_eq!(
        happened[0]["class"], enrolment["class"],
        "the class is written as in the enrolment, so that its page is found"
    );
}

#[rstest]
#[tokio::test]
async fn job_file_names_people_and_their_classes(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    campus.bring(Progress::Accounts).await;
    let admin = &campus.admin;
    let job = admin.act("mahasiswa/enroll", json!({})).await.ok().job()["id"].clone();
    let bytes = admin.bytes(&format!("{A}/jobs/{job}/rows.xlsx")).await;
    let mut book = Xlsx::new(Cursor::new(bytes)).unwrap();
    let sheet = book.worksheet_range("Hasil").unwrap();
    let text = |row: &[Data]| row.iter().map(ToString::to_string).collect::<Vec<_>>();
    let rows: Vec<_> = sheet.rows().map(text).collect();
    assert_eq!(
        rows[0],
        ["Hasil", "Kode", "Nomor", "Nama", "Nomor Kelas", "Kelas", "Keterangan"]
    );
    let person = campus.person().await;
    let enrolment = campus.enrolment().await;
    let theirs = rows.iter().find(|row| row[2] == campus.npk).unwrap();
    assert_eq!(theirs[0], "di-enroll");
    assert_eq!(theirs[3], person["person"]["label"].as_str().unwrap());
    assert_eq!(theirs[4], campus.class.jadwal);
    assert_eq!(theirs[5], enrolment["class"]["label"].as_str().unwrap());
}

#[rstest]
#[tokio::test]
async fn source_differences_are_shown_by_field_and_adopted_unless_edited(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    campus.bring(Progress::Enrolled).await;
    let changes = campus.server.campus.changes();
    changes.set(STUDENTS, &campus.npk, "email", "baru@kampus.ac.id");
    let person = campus.person().await;
    assert_eq!(person["source"]["changes"][0]["field"], "email", "{person:#}");
    assert_eq!(person["source"]["changes"][0]["to"], "baru@kampus.ac.id");
    campus.align(json!({})).await.ok();
    let person = campus.person().await;
    assert_eq!(person["source"]["changes"], json!([]));
    assert_eq!(person["platform"]["account"]["email"], "baru@kampus.ac.id");

    // The dashboard keeps an address that was edited here, and the history shows old and new.
    let row = campus.admin.row("mahasiswa", "NPK", &campus.npk).await;
    let detail = json!({ "id": row["id"] });
    let form = campus.admin.post("/api/react/detail/mahasiswa", detail).await.ok();
    let form = with(form.data(), json!({ "email": "tetap@kampus.ac.id" }));
    campus.admin.post("/api/react/update/mahasiswa", form).await.ok();
    let person = campus.person().await;
    assert_eq!(person["dashboard"]["edited"], true);
    let edit = &person["history"][0];
    assert_eq!(
        (&edit["verb"], &edit["kind"]),
        (&json!("update"), &json!("mahasiswa")),
        "{edit:#}"
    );
    let change = json!({ "field": "email", "old": "baru@kampus.ac.id", "new": "tetap@kampus.ac.id" });
    assert!(edit["changes"].as_array().unwrap().contains(&change), "{edit:#}");
    campus.align(json!({})).await.ok();
    let person = campus.person().await;
    assert_eq!(person["platform"]["account"]["email"], "tetap@kampus.ac.id");
}

#[rstest]
#[tokio::test]
async fn unanswering_system_fails_only_its_own_part_of_the_page(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    campus.bring(Progress::Enrolled).await;
    let broken = Fault::Status {
        status: 500,
        retry_after: None,
    };
    campus.server.campus.faults().always(STUDENTS, broken);
    let person = campus.person().await;
    assert_eq!(person["source"]["error"]["code"], "source_troubled", "{person:#}");
    assert_eq!(person["platform"]["account"]["id"], campus.user());
    let enrolment = campus.enrolment().await;
    assert_eq!(
        (&enrolment["source"]["listed"], &enrolment["cause"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(enrolment["platform"]["state"], "active");
    campus.server.campus.faults().clear();

    campus.server.moodle().faults().token_dies_after(0);
    let person = campus.person().await;
    assert_eq!(person["platform"]["error"]["code"], "platform_denied", "{person:#}");
    assert_eq!(person["source"]["listed"], true);
    assert_eq!(campus.enrolment().await["dashboard"]["enroll"], "sudah");
}

#[rstest]
#[tokio::test]
async fn student_who_changed_classes_is_moved_to_the_new_one(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    let class = campus.server.campus.university().class(campus.class.index);
    let other = json!({
        "jadwal_kuliah_detail_id": "880001", "kelas_id": "KEDUA", "nama_kelas": "KEDUA",
        "nama_mata_kuliah": class.nama_mata_kuliah, "semester": class.semester, "program_id": class.program_id,
    });
    let classes = campus.server.campus.changes();
    classes.add("/classes", other.clone());
    campus.bring(Progress::Enrolled).await;
    let changes = campus.server.campus.changes();
    changes.remove(STUDENTS, &campus.in_class());
    changes.add(
        STUDENTS,
        json!({
            "NPK": campus.npk, "nama_lengkap": "Siti Rahayu", "email": "siti@kampus.ac.id",
            "nama_mk": other["nama_mata_kuliah"], "nama_kelas": other["nama_kelas"], "program_id": other["program_id"],
        }),
    );
    let person = campus.person().await;
    let causes: Vec<_> = person["enrolments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|enrolment| enrolment["cause"]["code"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(causes.len(), 2, "{person:#}");
    assert!(causes.contains(&"not_at_source".to_owned()) && causes.contains(&"not_synced".to_owned()));
    let path = format!("{A}/people/mahasiswa/{}/align", campus.npk);
    let moved = campus.admin.post(&path, json!({})).await.ok();
    assert_eq!(moved.outcomes()["moved"], 1, "{moved:#?}");
    let group = campus
        .server
        .moodle()
        .group_by_idnumber("selaras:kelas:880001")
        .unwrap();
    assert!(campus.server.moodle().members(group).contains(&campus.user()));
    assert!(!campus.server.moodle().members(campus.group()).contains(&campus.user()));
}

#[rstest]
#[tokio::test]
async fn fix_waits_for_a_class_export_and_duplicates_no_group(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    campus.bring(Progress::Courses).await;
    campus.export_accounts().await;
    let (admin, faults) = (&campus.admin, campus.server.moodle().faults());
    faults.slow_down(Duration::from_millis(400));
    let export = admin.begin(&format!("{A}/kelas/export"), json!({})).await;
    let path = format!("{A}/people/mahasiswa/{}/align", campus.npk);
    let mending = admin.begin(&path, json!({ "class": campus.class.jadwal })).await;
    let job = admin.get(&format!("{A}/jobs/{mending}")).await.ok();
    assert_eq!(job.data()["waits_for"]["id"], export, "{job:#?}");
    faults.clear();
    assert_eq!(admin.ended(export).await["state"], "done");
    let ended = admin.ended(mending).await;
    assert_eq!(ended["counts"], json!({ "enrolled": 1 }), "{ended}");
    campus.server.on_moodle();
    assert!(campus.server.moodle().members(campus.group()).contains(&campus.user()));
}

#[rstest]
#[tokio::test]
async fn teacher_is_shown_with_teachings_and_fixed(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["matakuliah", "kelas"]).await;
    admin.sync("dosen").await;
    admin.sync("mengajar").await;
    let university = server.campus.university();
    let teacher = (0..university.teachers())
        .find(|teacher| !university.teachings(*teacher).is_empty())
        .unwrap();
    let nik = university.nik(teacher);
    let path = format!("{A}/people/pengajar/{nik}");
    let person = admin.get(&path).await.ok();
    let enrolments = person.data()["enrolments"].as_array().unwrap();
    assert_eq!(enrolments.len(), university.teachings(teacher).len());
    assert!(
        enrolments
            .iter()
            .all(|enrolment| enrolment["cause"]["code"] == "account_missing"),
        "{person:#?}"
    );
    admin.post(&format!("{path}/align"), json!({})).await.ok();
    let person = admin.get(&path).await.ok();
    let enrolments = person.data()["enrolments"].as_array().unwrap();
    assert!(
        enrolments.iter().all(|enrolment| enrolment["cause"].is_null()),
        "{person:#?}"
    );
}

#[rstest]
#[tokio::test]
async fn unknown_person_and_unknown_words_are_refused(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let code = |reply: Reply| reply.body["code"].as_str().unwrap().to_owned();
    let unknown = admin.get(&format!("{A}/people/mahasiswa/999999")).await.refused(404);
    assert_eq!(code(unknown), "no_such_person");
    let unknown = admin.get(&format!("{A}/people/karyawan/1")).await.refused(404);
    assert_eq!(code(unknown), "kind_unknown");
    let class = admin.get(&format!("{A}/classes/999999")).await.refused(404);
    assert_eq!(code(class), "no_such_class");
    let path = format!("{A}/people/mahasiswa/999999/align");
    admin.post(&path, json!({ "NPK": "1" })).await.refused(400);
    admin.post(&path, json!({})).await.refused(404);
}

#[rstest]
#[tokio::test]
async fn log_is_filtered_by_day_actor_kind_verb_and_person(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    campus.bring(Progress::Accounts).await;
    let admin = &campus.admin;
    let log = async |query: &str| admin.get(&format!("{A}/react/log?page=0&{query}")).await.ok();
    let all = log("").await.total();
    assert_eq!(log("from=2020-01-01&to=2099-12-31").await.total(), all);
    assert_eq!(log("to=2020-01-01").await.total(), 0);
    assert_eq!(log("from=2099-01-01").await.total(), 0);
    let exports = log("kind=mahasiswa&verb=export").await;
    assert_eq!(column(exports.rows(), "verb"), ["export"]);
    assert_eq!(log("actor=Orang lain").await.total(), 0);
    let about = log(&format!("person={}", campus.npk)).await;
    assert_eq!(column(about.rows(), "verb"), ["export", "sync"], "{about:#?}");
    let of_another = log("person=000000").await;
    assert_eq!(of_another.total(), 0);
    admin.get(&format!("{A}/react/log?from=kemarin")).await.refused(400);
    let beyond = admin.get(&format!("{A}/react/log?to=9999-12-31")).await.refused(422);
    assert!(beyond.body["fields"]["to"].is_string(), "{beyond:#?}");
}

/// The results of the search over everything.
async fn found(admin: &Client, typed: &str) -> Reply {
    let encoded: String = url::form_urlencoded::byte_serialize(typed.as_bytes()).collect();
    admin.get(&format!("{A}/search?q={encoded}")).await.ok()
}

/// The results of one kind.
fn of(reply: &Reply, kind: &str) -> Value {
    let found = reply.rows().iter().find(|found| found["kind"] == kind);
    found.cloned().unwrap_or_else(|| panic!("no {kind}: {reply:#?}"))
}

#[rstest]
#[tokio::test]
async fn people_classes_and_courses_are_found_by_substring(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    campus.bring(Progress::Synced).await;
    let admin = &campus.admin;
    let search = async |typed: &str| found(admin, typed).await;
    let row = admin.row("mahasiswa", "NPK", &campus.npk).await;
    let page = format!("/orang/mahasiswa/{}", campus.npk);
    for typed in [
        campus.npk.clone(),
        row["email"].as_str().unwrap().to_uppercase(),
        row["nama_lengkap"].as_str().unwrap()[1..].to_uppercase(),
        // The words in any order, beside a number.
        format!("{} {}", campus.npk, reversed(row["nama_lengkap"].as_str().unwrap())),
    ] {
        let found = of(&search(&typed).await, "mahasiswa");
        let rows = found["rows"].as_array().unwrap();
        assert!(
            rows.iter().any(|row| row["link"] == page.as_str()),
            "{typed}: {found:#}"
        );
        assert_eq!(found["total"], rows.len(), "{typed}: {found:#}");
    }
    // The owner of an exact number comes first, and each person appears once.
    let found = of(&search(&campus.npk).await, "mahasiswa");
    assert_eq!(found["rows"][0]["link"], page.as_str());
    let class = of(&search(&campus.class.kelas_id.to_lowercase()).await, "kelas");
    let page = format!("/kelas/{}", campus.class.jadwal);
    assert!(
        class["rows"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["link"] == page.as_str())
    );
    let course = campus.class.body["nama_mk"].as_str().unwrap();
    assert!(of(&search(course).await, "mata_kuliah")["total"].as_i64().unwrap() > 0);
    // Frequent results are bounded, and wildcard characters are literal.
    let many = of(&search("a").await, "mahasiswa");
    assert!(many["rows"].as_array().unwrap().len() <= 8 && many["total"].as_i64().unwrap() <= 100);
    assert_eq!(search("%").await.rows().len(), 0);
    assert_eq!(search("  ").await.rows().len(), 0);
}

#[rstest]
#[tokio::test]
async fn search_finds_every_kind_and_links_to_a_page_or_list(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for kind in [
        "tahun_ajaran",
        "semester",
        "prodi",
        "jurusan",
        "matakuliah",
        "kelas",
        "dosen",
        "mengajar",
    ] {
        admin.sync(kind).await;
    }
    let university = server.campus.university();
    let (programs, departments) = (university.programs(), university.departments());
    let (program, department) = (&programs[0], &departments[0]);
    let teacher = (0..university.teachers())
        .find(|teacher| !university.teachings(*teacher).is_empty())
        .unwrap();
    let teachings = university.teachings(teacher);
    let class = teachings[0].kelas_id.as_str();
    let list = |kind: &str, sought: &str| format!("/{kind}?tab=dashboard&q={sought}");
    for (typed, kind, link) in [
        ("2026/2027", "tahun_ajaran", list("tahun-ajaran", "2026")),
        ("gasal 2026", "semester", list("semester", "20261")),
        (program.nama_prodi, "prodi", list("prodi", program.program_id)),
        (
            department.nama_jurusan,
            "jurusan",
            list("jurusan", department.kode_jurusan),
        ),
        (class, "mengajar", list("mengajar", class)),
    ] {
        let group = of(&found(&admin, typed).await, kind);
        let rows = group["rows"].as_array().unwrap();
        assert!(
            rows.iter().any(|row| row["link"] == link.as_str()),
            "{typed}: {group:#}"
        );
    }
    // The number finds the teacher, not single teachings.
    let by_number = found(&admin, &university.nik(teacher)).await;
    assert_eq!(of(&by_number, "pengajar")["total"], 1);
    assert_eq!(of(&by_number, "mengajar")["total"], teachings.len());
    let all = found(&admin, "a").await;
    let kinds = [
        "pengajar",
        "kelas",
        "mata_kuliah",
        "semester",
        "prodi",
        "jurusan",
        "mengajar",
    ];
    assert_eq!(column(all.rows(), "kind"), kinds);
}

#[rstest]
#[tokio::test]
async fn period_report_counts_changes_by_program_and_kind(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    let changes = campus.server.campus.changes();
    changes.set(STUDENTS, &campus.npk, "nama_lengkap", "Siti <b>Ayu</b>");
    campus.bring(Progress::Enrolled).await;
    changes.set(STUDENTS, &campus.npk, "nama_lengkap", "Siti Ayu");
    let gone = &campus.class.students[1];
    changes.remove(STUDENTS, gone);
    campus.admin.act("mahasiswa/sync", campus.class.body.clone()).await.ok();
    campus.export_accounts().await;
    let report = async |days: &str| campus.admin.get(&format!("{A}/report?{days}")).await;
    let all = report("from=2020-01-01&to=2020-12-31").await.ok();
    assert_eq!(all.rows().len(), 0);
    // The day at the campus may differ from the day here.
    let today = jiff::Zoned::now();
    let day = |shift: i64| {
        today
            .checked_add(jiff::Span::new().days(shift))
            .unwrap()
            .strftime("%Y-%m-%d")
            .to_string()
    };
    let now = format!("from={}&to={}", day(-1), day(1));
    let period = report(&now).await.ok();
    let program = campus.class.body["program_id"].as_str().unwrap();
    let of_kind = |kind: &str| {
        let is = |row: &&Value| row["kind"] == kind && row["program_id"] == program;
        period
            .rows()
            .iter()
            .find(is)
            .unwrap_or_else(|| panic!("{period:#?}"))
            .clone()
    };
    let students = of_kind("mahasiswa");
    let number = |name: &str| students[name].as_i64().unwrap();
    assert_eq!(number("came"), campus.class.students.len() as i64, "{students:#}");
    assert_eq!((number("changed"), number("left")), (1, 1), "{students:#}");
    // The account was refused, so the enrolment failed. Then the account was created.
    assert_eq!((number("failed"), number("mended")), (2, 1), "{students:#}");
    assert!(of_kind("kelas")["came"].as_i64().unwrap() > 0);

    let file = campus.admin.bytes(&format!("{A}/report.xlsx?{now}")).await;
    assert_eq!(&file[..2], b"PK");
    report("from=2026-01-01").await.refused(400);
    for wrong in [
        "from=2026-02-01&to=2026-01-01",
        "from=2020-01-01&to=2026-01-01",
        "from=9999-12-01&to=9999-12-31",
    ] {
        let refused = report(wrong).await.refused(422);
        assert!(refused.body["fields"]["to"].is_string(), "{refused:#?}");
    }
}

#[rstest]
#[tokio::test]
async fn person_page_has_a_recap_of_meetings(#[values(Sqlite, Postgres)] on: Database) {
    let campus = Campus::start(on).await;
    campus.bring(Progress::Synced).await;
    let mut one = crate::harness::a_participation();
    let row = campus.admin.row("mahasiswa", "NPK", &campus.npk).await;
    one.email = row["email"].as_str().unwrap().to_owned();
    let mut other = one.clone();
    other.meeting_id = "99".to_owned();
    let store = campus.server.engine.store();
    store.keep_participations(&[one, other]).await.unwrap();
    let person = campus.person().await;
    let recap = &person["attendance"];
    assert_eq!(
        (&recap["meetings"], &recap["minutes"]),
        (&json!(2), &json!(40)),
        "{recap:#}"
    );
    assert_eq!(recap["latest"].as_array().unwrap().len(), 2);
    assert_eq!(recap["latest"][0]["topic"], "Algoritma A");
}
