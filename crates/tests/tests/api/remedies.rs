//! Each sentence that says what to do about a row is followed once, to the letter. Afterwards the row is in step.

use crate::{
    database::Database::Sqlite,
    harness::{A, B, Client, NAME, Server, with},
    small::{Files, Small, class, course, student, teaching},
};
use futures::{FutureExt, StreamExt, future::BoxFuture, stream};
use reqwest::Method;
use selaras_campus::moodle::{Fault, Method as EnrolledBy};
use selaras_platform::moodle::Username;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The role of students on Moodle.
const STUDENT: u8 = 5;

/// What the token's user may do if one line of the role was left out.
const WITHOUT_HIDDEN_CATEGORIES: [&str; 16] = [
    "enrol/manual:enrol",
    "enrol/manual:unenrol",
    "moodle/category:manage",
    "moodle/course:create",
    "moodle/course:enrolreview",
    "moodle/course:managegroups",
    "moodle/course:update",
    "moodle/course:useremail",
    "moodle/course:viewparticipants",
    "moodle/site:accessallgroups",
    "moodle/site:viewuseridentity",
    "moodle/user:create",
    "moodle/user:update",
    "moodle/user:viewalldetails",
    "moodle/user:viewdetails",
    "webservice/rest:use",
];

type Step = for<'a> fn(&'a Small) -> BoxFuture<'a, ()>;

/// A sentence with a remedy.
struct Walk {
    code: &'static str,
    /// Brings it about. The last action reports it.
    breaks: Step,
    /// What it says, once.
    remedy: Step,
}

/// The lists of a campus with two classes of one course. Student 31 is in the second class, the others are in the first.
fn students() -> Vec<Value> {
    let first = (21..31).map(|npk| student(&npk.to_string(), "A"));
    first.chain([student("31", "B")]).collect()
}

fn classes() -> [Value; 2] {
    [class("1", "A"), class("2", "B")]
}

/// The campus, all in step.
async fn campus() -> Small {
    let small = Small::start(Sqlite, Files, &classes(), &students(), &[teaching("A")]).await;
    small.sync().await;
    small.send().await;
    small
}

/// The students with others in addition, synced.
async fn join(small: &Small, more: &[Value]) {
    let all: Vec<_> = students().into_iter().chain(more.iter().cloned()).collect();
    small.set("class_students", &all);
    small.admin.sync("mahasiswa").await;
}

/// Student 99 joins the first class.
async fn newcomer(small: &Small) {
    join(small, &[student("99", "A")]).await;
}

/// The students without the first, synced.
async fn drop_first(small: &Small) {
    small.set("class_students", &students()[1..]);
    small.admin.sync("mahasiswa").await;
}

/// Student 99 joins the first class with another value in a field, and is sent.
async fn newcomer_with(small: &Small, field: &str, value: &str) {
    join(small, &[with(&student("99", "A"), json!({ field: value }))]).await;
    export(small, &["mahasiswa"]).await;
}

/// The classes, with another one in addition, synced.
async fn open_class(small: &Small, more: Value) {
    let [a, b] = classes();
    small.set("classes", &[a, b, more]);
    small.admin.sync("kelas").await;
}

/// The classes, with others that are taught in one of them each, synced. Each is an id, a name and the id of the other.
async fn combine(small: &Small, more: &[(&str, &str, &str)]) {
    let more = more
        .iter()
        .map(|(id, name, host)| with(&class(id, name), json!({ "kelas_induk": host })));
    let all: Vec<_> = classes().into_iter().chain(more).collect();
    small.set("classes", &all);
    small.admin.sync("kelas").await;
}

/// The course of the campus and others, synced.
async fn offer(small: &Small, courses: &[Value]) {
    small.set("courses", courses);
    small.admin.sync("matakuliah").await;
}

/// The course of the campus and a second one with this code, synced.
async fn offer_second(small: &Small, code: &str) {
    offer(small, &[course("4711", "IF101"), second_course("4712", code)]).await;
}

async fn export(small: &Small, kinds: &[&str]) {
    for kind in kinds {
        small.admin.export(kind, json!({})).await;
    }
}

/// The mark of what differs, in the report of differences.
async fn send_again(small: &Small) {
    small.admin.act("comparison/wait_again", json!({})).await.ok();
}

async fn enroll(small: &Small) {
    small.admin.act("mahasiswa/enroll", json!({})).await;
}

async fn unenroll_missing(small: &Small) {
    small.admin.act("mahasiswa/unenroll", json!({ "missing": true })).await;
}

/// Takes those who left out of the course. They have no grades in it.
async fn remove_missing(small: &Small) {
    let order = json!({ "missing": true, "leaving": "unenrol" });
    small.admin.act("mahasiswa/unenroll", order).await;
}

/// Switches the manual enrolment method of the course on or off.
fn manual_enrolment(small: &Small, on: bool) {
    small.server.moodle().manual_enrolment(course_id(small), on);
}

/// The category of others that has the idnumber of the program.
fn hidden_category(small: &Small) -> u64 {
    small.server.moodle().category_by_idnumber("selaras:prodi:11").unwrap()
}

/// Enrols a student in the course by hand, with these fields.
fn enrol_by_hand(small: &Small, npk: &str, fields: &[(&str, &str)]) {
    let (course, user) = (course_id(small).to_string(), user(small, npk).to_string());
    let who = [("roleid", "5"), ("userid", &*user), ("courseid", &*course)];
    let fields: Vec<_> = who.into_iter().chain(fields.iter().copied()).collect();
    small.server.by_hand("enrol_manual_enrol_users", "enrolments", &fields);
}

/// Puts a student into the group of a class, or takes one out of it, by hand.
fn change_group_by_hand(small: &Small, function: &str, npk: &str, class: &str) {
    let (group, user) = (group_id(small, class).to_string(), user(small, npk).to_string());
    let fields = [("groupid", &*group), ("userid", &*user)];
    small.server.by_hand(function, "members", &fields);
}

/// Renames the first student at the source, and syncs.
async fn rename_first(small: &Small) {
    let renamed = with(&student("21", "A"), json!({ "nama_lengkap": "Nama Baru" }));
    small.set("class_students", &[&[renamed], &students()[1..]].concat());
    small.admin.sync("mahasiswa").await;
}

/// Renames the first student on Moodle by hand.
fn rename_first_there(small: &Small) {
    let first = user(small, "21");
    set_by_hand(
        small,
        "core_user_update_users",
        "users",
        first,
        "lastname",
        "Disalin Tangan",
    );
}

/// Changes the kind of class of the first class by its form.
async fn edit_class(small: &Small) {
    let id = &small.admin.row("kelas", "jadwal_kuliah_detail_id", "1").await["id"];
    let edit = json!({ "id": id, "kode_kelas": "X1", "nama_kelas": "A", "name": NAME });
    small.admin.post(&format!("{B}/update/kelas"), edit).await.ok();
}

/// The classes, the first with another code than before.
fn set_code_of_class(small: &Small, code: &str) {
    let [a, b] = classes();
    small.set("classes", &[with(&a, json!({ "kode_kelas": code })), b]);
}

async fn sync_class_alone(small: &Small) {
    let class = json!({ "jadwal_kuliah_detail_id": "1" });
    small.admin.act("kelas/sync_one", class).await.ok();
}

async fn shape(small: &Small, shape: Value) {
    let body = with(&shape, json!({ "name": NAME })).to_string();
    let path = format!("{A}/platform/shape");
    small.admin.send(Method::PUT, &path, &[], Some(body)).await.ok();
}

fn usual_shape() -> Value {
    json!({ "course": "mata_kuliah", "categories": ["tahun_ajaran", "semester", "prodi", "jurusan"] })
}

/// Another course of the campus.
fn second_course(id: &str, code: &str) -> Value {
    with(&course(id, code), json!({ "nama_matakuliah": "Basis Data" }))
}

/// A class of it.
fn class_of_second(id: &str) -> Value {
    with(
        &class(id, "C"),
        json!({ "kelas_id": "IF102-C", "nama_mata_kuliah": "Basis Data" }),
    )
}

/// Sets a field of an object on Moodle by hand.
fn set_by_hand(small: &Small, function: &str, list: &str, id: u64, field: &str, value: &str) {
    let id = id.to_string();
    small.server.by_hand(function, list, &[("id", &id), (field, value)]);
}

/// A course of others gets another short name, by hand.
fn rename_course(small: &Small, idnumber: &str) {
    let theirs = small.server.moodle().course_by_idnumber(idnumber).unwrap();
    set_by_hand(
        small,
        "core_course_update_courses",
        "courses",
        theirs,
        "shortname",
        "LAMA",
    );
}

/// An account gets another idnumber, by hand.
fn set_idnumber(small: &Small, username: &str, idnumber: &str) {
    let theirs = found(small, username);
    set_by_hand(small, "core_user_update_users", "users", theirs, "idnumber", idnumber);
}

/// The account of a student on Moodle.
fn user(small: &Small, npk: &str) -> u64 {
    small.server.account(npk).unwrap()
}

fn course_id(small: &Small) -> u64 {
    let moodle = small.server.moodle();
    moodle.course_by_idnumber("selaras:mata_kuliah:4711").unwrap()
}

fn group_id(small: &Small, class: &str) -> u64 {
    small.server.group(class)
}

/// Moodle refuses calls of a function, until its fault is mended.
fn refuses(small: &Small, function: &str, errorcode: &str) {
    let fault = Fault::Refuse {
        errorcode: errorcode.to_owned(),
        message: "Invalid parameter value detected".to_owned(),
    };
    small.server.moodle().faults().next_of(function, 1000, fault);
}

fn mended(small: &Small) {
    small.server.moodle().faults().clear();
}

/// Chooses the account of student 99 on the page *Cocokkan*.
async fn choose(small: &Small, account: u64) {
    let pair = json!({ "pairs": [{ "kind": "mahasiswa", "key": "99", "platform_id": account }] });
    small.admin.post(&format!("{A}/platform/matches"), pair).await.ok();
}

fn found(small: &Small, username: &str) -> u64 {
    small.server.moodle().user_by_username(username).unwrap().id
}

/// Student 99 joins the first class, and is sent. For a student who was there with a mistake, it is corrected at the source.
async fn exported_newcomer(small: &Small) {
    newcomer(small).await;
    export(small, &["mahasiswa"]).await;
}

/// Moodle refuses the enrolment of a newcomer in one of its functions.
async fn newcomer_refused(small: &Small, function: &str, errorcode: &str) {
    exported_newcomer(small).await;
    refuses(small, function, errorcode);
    enroll(small).await;
}

/// The fault is mended, and the people are enrolled again.
async fn enroll_mended(small: &Small) {
    mended(small);
    enroll(small).await;
}

/// What differs is sent again, and the people are enrolled.
async fn enroll_again(small: &Small) {
    send_again(small).await;
    enroll(small).await;
}

/// The fault is mended, and the rows are exported again.
async fn export_mended(small: &Small, kind: &str) {
    mended(small);
    export(small, &[kind]).await;
}

/// The programs of the campus, synced: the first alone, or with another.
async fn offer_program(small: &Small, newest: &str) {
    let all = ["11", "12"].into_iter().filter(|id| *id <= newest);
    let program =
        |id: &str| json!({ "program_id": id, "kode_prodi": format!("P{id}"), "nama_prodi": format!("Prodi {id}") });
    small.set("programs", &all.map(program).collect::<Vec<_>>());
    small.admin.sync("prodi").await;
}

/// Creates or updates a study year by its form.
async fn year(small: &Small, call: &str, fields: Value) {
    let path = format!("{B}/{call}/tahun_ajaran");
    small
        .admin
        .post(&path, with(&fields, json!({ "name": NAME })))
        .await
        .ok();
}

async fn export_year(small: &Small, code: &str) {
    let key = json!({ "kode_tahun_ajaran": code });
    small.admin.act("tahun_ajaran/export_one", key).await;
}

const WALKS: &[Walk] = &[
    Walk {
        code: "parent_not_there",
        breaks: |small| {
            Box::pin(async move {
                open_class(small, class_of_second("3")).await;
                offer_second(small, "IF102").await;
                export(small, &["kelas"]).await;
            })
        },
        remedy: |small| Box::pin(export(small, &["matakuliah", "kelas"])),
    },
    Walk {
        code: "parent_not_here",
        breaks: |small| {
            Box::pin(async move {
                small.set("courses", &[course("4711", "IF101"), second_course("4712", "IF102")]);
                open_class(small, class_of_second("3")).await;
                export(small, &["kelas"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                small.admin.sync("matakuliah").await;
                export(small, &["matakuliah", "kelas"]).await;
            })
        },
    },
    Walk {
        code: "leavers_first",
        breaks: |small| {
            Box::pin(async move {
                drop_first(small).await;
                shape(small, json!({ "course": "kelas", "categories": [] })).await;
                export(small, &["kelas"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                unenroll_missing(small).await;
                export(small, &["kelas"]).await;
            })
        },
    },
    Walk {
        code: "made_course_taken",
        breaks: |small| {
            Box::pin(async move {
                small.server.course_by_hand("IF101-11-20261", "KODE-KAMPUS");
                shape(small, json!({ "course": "mata_kuliah_semester", "categories": [] })).await;
                export(small, &["kelas"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                rename_course(small, "KODE-KAMPUS");
                export(small, &["kelas"]).await;
            })
        },
    },
    Walk {
        code: "pattern_failed",
        breaks: |small| {
            Box::pin(async move {
                shape(
                    small,
                    json!({ "course": "mata_kuliah", "categories": [], "fullname": "{{ kode_matakuliah[14] }}" }),
                )
                .await;
                offer_second(small, "IF102").await;
                export(small, &["matakuliah"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                shape(small, json!({ "course": "mata_kuliah", "categories": [] })).await;
                export(small, &["matakuliah"]).await;
            })
        },
    },
    Walk {
        code: "named_before_there",
        breaks: |small| {
            Box::pin(async move {
                year(
                    small,
                    "create",
                    json!({ "kode_tahun_ajaran": "2030", "nama_tahun_ajaran": "2030/2031" }),
                )
                .await;
                export(small, &["tahun_ajaran"]).await;
                let id = &small.admin.row("tahun_ajaran", "kode_tahun_ajaran", "2030").await["id"];
                let renamed = json!({ "id": id, "kode_tahun_ajaran": "2031", "nama_tahun_ajaran": "2031/2032" });
                year(small, "update", renamed).await;
                year(
                    small,
                    "create",
                    json!({ "kode_tahun_ajaran": "2030", "nama_tahun_ajaran": "2030/2031" }),
                )
                .await;
                export_year(small, "2030").await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                export_year(small, "2031").await;
                export_year(small, "2030").await;
            })
        },
    },
    Walk {
        code: "class_in_other_course",
        breaks: |small| {
            Box::pin(async move {
                offer_second(small, "IF102").await;
                export(small, &["matakuliah"]).await;
                let b = with(&class("2", "B"), json!({ "nama_mata_kuliah": "Basis Data" }));
                small.set("classes", &[class("1", "A"), b]);
                let moved = with(&student("31", "B"), json!({ "nama_mk": "Basis Data" }));
                small.set("class_students", &[&students()[..10], &[moved]].concat());
                small.admin.sync("kelas").await;
                small.admin.sync("mahasiswa").await;
                export(small, &["kelas"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                let id = &small.admin.row("mahasiswa", "NPK", "31").await["id"];
                small.admin.act("mahasiswa/unenroll", json!({ "ids": [id] })).await.ok();
                small.server.moodle().delete_group(group_id(small, "2"));
                export(small, &["kelas"]).await;
            })
        },
    },
    Walk {
        code: "host_class_combined",
        breaks: |small| {
            Box::pin(async move {
                combine(small, &[("3", "C", "1"), ("4", "D", "3")]).await;
                export(small, &["kelas"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                combine(small, &[("3", "C", "1"), ("4", "D", "1")]).await;
                export(small, &["kelas"]).await;
            })
        },
    },
    Walk {
        code: "host_class_gone",
        breaks: |small| {
            Box::pin(async move {
                combine(small, &[("3", "C", "4"), ("4", "D", "")]).await;
                combine(small, &[("3", "C", "4")]).await;
                export(small, &["kelas"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                combine(small, &[("3", "C", "1")]).await;
                export(small, &["kelas"]).await;
            })
        },
    },
    Walk {
        code: "teaching_role_unknown",
        breaks: |small| {
            Box::pin(async move {
                let assists = with(&teaching("B"), json!({ "peran": "asisten" }));
                small.set("teachings", &[teaching("A"), assists]);
                small.admin.sync("mengajar").await;
                small.admin.act("mengajar/enroll", json!({})).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                shape(small, with(&usual_shape(), json!({ "roles": { "asisten": 4 } }))).await;
                small.admin.act("mengajar/enroll", json!({})).await;
            })
        },
    },
    Walk {
        code: "class_not_there",
        breaks: |small| {
            Box::pin(async move {
                open_class(small, class("3", "C")).await;
                join(small, &[student("99", "C")]).await;
                export(small, &["mahasiswa"]).await;
                enroll(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                export(small, &["kelas"]).await;
                enroll(small).await;
            })
        },
    },
    Walk {
        code: "class_not_here",
        breaks: |small| {
            Box::pin(async move {
                let [a, b] = classes();
                small.set("classes", &[a, b, class("3", "C")]);
                small.set("teachings", &[teaching("A"), teaching("C")]);
                small.admin.sync("mengajar").await;
                small.admin.act("mengajar/enroll", json!({})).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                small.admin.sync("kelas").await;
                export(small, &["kelas"]).await;
                small.admin.act("mengajar/enroll", json!({})).await;
            })
        },
    },
    Walk {
        code: "name_shared",
        breaks: |small| {
            Box::pin(async move {
                let next = with(&class("3", "A"), json!({ "semester": "20262" }));
                open_class(small, next).await;
                export(small, &["kelas"]).await;
                exported_newcomer(small).await;
                enroll(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                let id = |student: &Value| {
                    let class = if student["nama_kelas"] == "A" { "1" } else { "2" };
                    with(student, json!({ "jadwal_kuliah_detail_id": class }))
                };
                let all: Vec<_> = students().iter().chain([&student("99", "A")]).map(id).collect();
                small.set("class_students", &all);
                small.set(
                    "teachings",
                    &[with(&teaching("A"), json!({ "jadwal_kuliah_detail_id": "1" }))],
                );
                small.admin.sync("mahasiswa").await;
                small.admin.sync("mengajar").await;
                enroll(small).await;
            })
        },
    },
    Walk {
        code: "account_not_there",
        breaks: |small| {
            Box::pin(async move {
                newcomer(small).await;
                enroll(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                export(small, &["mahasiswa"]).await;
                enroll(small).await;
            })
        },
    },
    Walk {
        code: "broke_off",
        breaks: |small| {
            Box::pin(async move {
                newcomer(small).await;
                small
                    .server
                    .moodle()
                    .faults()
                    .next_of("core_user_create_users", 1000, Fault::HangUp);
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| Box::pin(export_mended(small, "mahasiswa")),
    },
    Walk {
        code: "not_in_class_any_more",
        breaks: |small| {
            Box::pin(async move {
                exported_newcomer(small).await;
                small.set("class_students", &students());
                small.admin.sync("mahasiswa").await;
                let id = &small.admin.row("mahasiswa", "NPK", "99").await["id"];
                small.admin.act("mahasiswa/enroll", json!({ "ids": [id] })).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                newcomer(small).await;
                enroll(small).await;
            })
        },
    },
    Walk {
        code: "not_listed_any_more",
        breaks: |small| {
            Box::pin(async move {
                newcomer(small).await;
                small.set("class_students", &students());
                small.admin.sync("mahasiswa").await;
                let id = &small.admin.row("mahasiswa", "NPK", "99").await["id"];
                small.admin.export("mahasiswa", json!({ "ids": [id] })).await;
            })
        },
        remedy: |small| Box::pin(exported_newcomer(small)),
    },
    Walk {
        code: "perhaps_in_unknown_class",
        breaks: |small| {
            Box::pin(async move {
                let otherwise = with(&teaching("A"), json!({ "kelas_id": "if101-a" }));
                small.set("teachings", &[otherwise]);
                small.admin.sync("mengajar").await;
                small.admin.act("mengajar/unenroll", json!({ "missing": true })).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                small.set("teachings", &[teaching("A")]);
                small.admin.sync("mengajar").await;
                small.admin.act("mengajar/unenroll", json!({ "missing": true })).await;
            })
        },
    },
    Walk {
        code: "perhaps_renumbered",
        breaks: |small| {
            Box::pin(async move {
                let again = with(
                    &student("99", "A"),
                    json!({ "nama_lengkap": "Mahasiswa 21", "email": "21@mhs.example" }),
                );
                small.set("class_students", &[&students()[1..], &[again]].concat());
                small.admin.sync("mahasiswa").await;
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                let path = format!("{A}/people/mahasiswa/21/renumber");
                small.admin.post(&path, json!({ "to": "99", "name": NAME })).await.ok();
                export(small, &["mahasiswa"]).await;
            })
        },
    },
    Walk {
        code: "match_undecided",
        breaks: |small| {
            Box::pin(async move {
                small.server.account_by_hand("siti", "siti@lain.example", "99");
                small.server.course_by_hand("LAMA", "KODE-KAMPUS");
                newcomer(small).await;
                let path = format!("{A}/platform/matches/scan");
                small.admin.post(&path, json!({ "name": NAME })).await.ok();
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                let all = json!({ "all": true, "state": "proposed" });
                small.admin.post(&format!("{A}/platform/matches"), all).await.ok();
                export(small, &["mahasiswa"]).await;
            })
        },
    },
    Walk {
        code: "value_empty",
        breaks: |small| Box::pin(newcomer_with(small, "email", "")),
        remedy: |small| Box::pin(exported_newcomer(small)),
    },
    Walk {
        code: "value_markup",
        breaks: |small| Box::pin(newcomer_with(small, "nama_lengkap", "Siti <b>Rahayu")),
        remedy: |small| Box::pin(exported_newcomer(small)),
    },
    Walk {
        code: "email_refused",
        breaks: |small| Box::pin(newcomer_with(small, "email", "bukan alamat")),
        remedy: |small| Box::pin(exported_newcomer(small)),
    },
    Walk {
        code: "value_too_long",
        breaks: |small| {
            Box::pin(async move {
                newcomer_with(small, "nama_lengkap", &format!("{} Panjang", "x".repeat(101))).await;
            })
        },
        remedy: |small| Box::pin(exported_newcomer(small)),
    },
    Walk {
        code: "username_invalid",
        breaks: |small| {
            Box::pin(async move {
                join(small, &[student("9 9", "A")]).await;
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| Box::pin(exported_newcomer(small)),
    },
    Walk {
        code: "username_reserved",
        breaks: |small| {
            Box::pin(async move {
                join(small, &[student("guest", "A")]).await;
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| Box::pin(exported_newcomer(small)),
    },
    Walk {
        code: "name_of_other_row",
        breaks: |small| {
            Box::pin(async move {
                offer_second(small, "IF101").await;
                export(small, &["matakuliah"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                offer_second(small, "IF102").await;
                export(small, &["matakuliah"]).await;
            })
        },
    },
    Walk {
        code: "no_id_given",
        breaks: |small| {
            Box::pin(async move {
                newcomer(small).await;
                small
                    .server
                    .moodle()
                    .faults()
                    .next_of("core_user_create_users", 20, Fault::Body("[]".to_owned()));
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| Box::pin(export_mended(small, "mahasiswa")),
    },
    Walk {
        code: "account_refused",
        breaks: |small| {
            Box::pin(async move {
                newcomer(small).await;
                refuses(small, "core_user_create_users", "invalidparameter");
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| Box::pin(export_mended(small, "mahasiswa")),
    },
    Walk {
        code: "language_refused",
        breaks: |small| {
            Box::pin(async move {
                shape(small, with(&usual_shape(), json!({ "profile": { "lang": "id" } }))).await;
                newcomer(small).await;
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                shape(small, with(&usual_shape(), json!({ "profile": { "lang": "en" } }))).await;
                export(small, &["mahasiswa"]).await;
            })
        },
    },
    Walk {
        code: "profile_field_not_kept",
        breaks: |small| {
            Box::pin(async move {
                let profile = json!({ "profile_field_nomor": "{{ NPK }}" });
                shape(small, with(&usual_shape(), json!({ "profile": profile }))).await;
                newcomer(small).await;
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                small.server.moodle().add_profile_field("nomor", "Nomor");
                export(small, &["mahasiswa"]).await;
            })
        },
    },
    Walk {
        code: "account_of_other_row",
        breaks: |small| {
            Box::pin(async move {
                newcomer(small).await;
                small
                    .server
                    .account_by_hand("99", "lama@lain.example", "selaras:pengajar:1");
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                set_idnumber(small, "99", "");
                export(small, &["mahasiswa"]).await;
            })
        },
    },
    Walk {
        code: "account_ambiguous",
        breaks: |small| {
            Box::pin(async move {
                newcomer(small).await;
                small.server.account_by_hand("siti", "siti@lain.example", "99");
                small.server.account_by_hand("rahayu", "rahayu@lain.example", "99");
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                choose(small, found(small, "siti")).await;
                export(small, &["mahasiswa"]).await;
            })
        },
    },
    Walk {
        code: "email_taken",
        breaks: |small| {
            Box::pin(async move {
                newcomer(small).await;
                small.server.account_by_hand("siti", "99@mhs.example", "");
                export(small, &["mahasiswa"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                choose(small, found(small, "siti")).await;
                export(small, &["mahasiswa"]).await;
            })
        },
    },
    Walk {
        code: "linked_to_other_row",
        breaks: |small| {
            Box::pin(async move {
                small.server.account_by_hand("1971", "lama@lain.example", "HR-7");
                let teachers = [("1970", "siti"), ("1971", "budi")].map(|(nik, name)| {
    json!({ "nik": nik, "nama_lengkap": name, "email": format!("{name}@kampus.example") })
});
                small.set("teachers", &teachers);
                small.admin.sync("dosen").await;
                export(small, &["dosen"]).await;
                set_idnumber(small, "1971", "99");
                exported_newcomer(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                set_idnumber(small, "1971", "HR-7");
                export(small, &["mahasiswa"]).await;
            })
        },
    },
    Walk {
        code: "short_name_taken_by",
        breaks: |small| {
            Box::pin(async move {
                small.server.course_by_hand("IF102-11", "selaras:mata_kuliah:77");
                offer_second(small, "IF102").await;
                export(small, &["matakuliah"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                rename_course(small, "selaras:mata_kuliah:77");
                export(small, &["matakuliah"]).await;
            })
        },
    },
    Walk {
        code: "course_ambiguous",
        breaks: |small| {
            Box::pin(async move {
                for (shortname, idnumber) in [("if102-11", "SATU"), ("If102-11", "DUA")] {
                    small.server.course_by_hand(shortname, idnumber);
                }
                // For few rows the courses of Moodle are not listed.
                let many = (1..15).map(|at| {
                    with(
                        &second_course(&format!("48{at}"), &format!("IF1{at:02}")),
                        json!({ "nama_matakuliah": format!("Basis Data {at}") }),
                    )
                });
                let mut many: Vec<_> = many.collect();
                many[0] = course("4711", "IF101");
                offer(small, &many).await;
                export(small, &["matakuliah"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                rename_course(small, "DUA");
                export(small, &["matakuliah"]).await;
            })
        },
    },
    Walk {
        code: "short_name_taken",
        breaks: |small| {
            Box::pin(async move {
                offer_second(small, "IF102").await;
                export(small, &["matakuliah"]).await;
                small.server.course_by_hand("IF105-11", "KODE-KAMPUS");
                offer_second(small, "IF105").await;
                export(small, &["matakuliah"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                rename_course(small, "KODE-KAMPUS");
                export(small, &["matakuliah"]).await;
            })
        },
    },
    Walk {
        code: "course_refused",
        breaks: |small| {
            Box::pin(async move {
                small.server.moodle().refuse_in_names("Data");
                offer_second(small, "IF102").await;
                export(small, &["matakuliah"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                let renamed = with(
                    &second_course("4712", "IF102"),
                    json!({ "nama_matakuliah": "Algoritma Lanjut" }),
                );
                offer(small, &[course("4711", "IF101"), renamed]).await;
                export(small, &["matakuliah"]).await;
            })
        },
    },
    Walk {
        code: "class_refused",
        breaks: |small| {
            Box::pin(async move {
                small.server.moodle().refuse_in_names("#");
                open_class(small, class("3", "C#")).await;
                export(small, &["kelas"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                open_class(small, class("3", "C")).await;
                export(small, &["kelas"]).await;
            })
        },
    },
    Walk {
        code: "class_name_taken",
        breaks: |small| {
            Box::pin(async move {
                let course = course_id(small).to_string();
                for name in ["C", "C (20261)"] {
                    let fields = [("courseid", &*course), ("name", name), ("description", "")];
                    small.server.by_hand("core_group_create_groups", "groups", &fields);
                }
                open_class(small, class("3", "C")).await;
                export(small, &["kelas"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                let fields = [("courseid", &*course_id(small).to_string())];
                let groups = small.server.moodle().call("core_group_get_course_groups", &fields);
                let old = groups
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|group| group["name"] == "C")
                    .unwrap();
                set_by_hand(
                    small,
                    "core_group_update_groups",
                    "groups",
                    old["id"].as_u64().unwrap(),
                    "name",
                    "Lama",
                );
                export(small, &["kelas"]).await;
            })
        },
    },
    Walk {
        code: "class_course_gone",
        breaks: |small| {
            Box::pin(async move {
                open_class(small, class("3", "C")).await;
                small.server.moodle().delete_course(course_id(small));
                export(small, &["kelas"]).await;
            })
        },
        remedy: |small| Box::pin(export(small, &["matakuliah", "kelas"])),
    },
    Walk {
        code: "category_refused",
        breaks: |small| {
            Box::pin(async move {
                small.server.moodle().refuse_in_names("Prodi");
                offer_program(small, "11").await;
                export(small, &["prodi"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                let renamed = json!({ "program_id": "11", "kode_prodi": "P11", "nama_prodi": "Informatika" });
                small.set("programs", &[renamed]);
                small.admin.sync("prodi").await;
                export(small, &["prodi"]).await;
            })
        },
    },
    Walk {
        code: "category_idnumber_taken",
        breaks: |small| {
            Box::pin(async move {
                let fields = [("name", "Lama"), ("idnumber", "selaras:prodi:11")];
                small
                    .server
                    .by_hand("core_course_create_categories", "categories", &fields);
                let moodle = small.server.moodle();
                moodle.hide_category(hidden_category(small));
                moodle.token_of_user_with(&WITHOUT_HIDDEN_CATEGORIES);
                offer_program(small, "11").await;
                export(small, &["prodi"]).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                let hidden = hidden_category(small);
                set_by_hand(
                    small,
                    "core_course_update_categories",
                    "categories",
                    hidden,
                    "idnumber",
                    "",
                );
                export(small, &["prodi"]).await;
            })
        },
    },
    Walk {
        code: "course_category_gone",
        breaks: |small| {
            Box::pin(async move {
                offer_program(small, "11").await;
                export(small, &["prodi", "matakuliah"]).await;
                let moodle = small.server.moodle();
                moodle.delete_category(moodle.category_by_idnumber("selaras:prodi:11").unwrap(), Some(1));
                offer_second(small, "IF102").await;
                export(small, &["matakuliah"]).await;
            })
        },
        remedy: |small| Box::pin(export(small, &["prodi", "matakuliah"])),
    },
    Walk {
        code: "parent_category_gone",
        breaks: |small| {
            Box::pin(async move {
                offer_program(small, "11").await;
                export(small, &["prodi"]).await;
                let moodle = small.server.moodle();
                moodle.delete_category(moodle.category_by_idnumber("selaras:prodi:11").unwrap(), Some(1));
                small.set(
                    "departments",
                    &[json!({ "kode_prodi": "P11", "kode_jurusan": "TI", "nama_jurusan": "Teknik Informatika" })],
                );
                small.admin.sync("jurusan").await;
                export(small, &["jurusan"]).await;
            })
        },
        remedy: |small| Box::pin(export(small, &["prodi", "jurusan"])),
    },
    Walk {
        code: "persons_account_gone",
        breaks: |small| {
            Box::pin(async move {
                exported_newcomer(small).await;
                small.server.moodle().delete_user(user(small, "99"));
                enroll(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                export(small, &["mahasiswa"]).await;
                enroll(small).await;
            })
        },
    },
    Walk {
        code: "persons_course_gone",
        breaks: |small| {
            Box::pin(async move {
                exported_newcomer(small).await;
                small.server.moodle().delete_course(course_id(small));
                enroll(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                export(small, &["matakuliah", "kelas"]).await;
                enroll(small).await;
            })
        },
    },
    Walk {
        code: "role_not_assignable",
        breaks: |small| {
            Box::pin(async move {
                exported_newcomer(small).await;
                small.server.moodle().assignable(STUDENT, false);
                enroll(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                small.server.moodle().assignable(STUDENT, true);
                enroll(small).await;
            })
        },
    },
    Walk {
        code: "manual_enrolment_off",
        breaks: |small| {
            Box::pin(async move {
                exported_newcomer(small).await;
                manual_enrolment(small, false);
                enroll(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                manual_enrolment(small, true);
                enroll(small).await;
            })
        },
    },
    Walk {
        code: "not_enrolled",
        breaks: |small| Box::pin(newcomer_refused(small, "enrol_manual_enrol_users", "invalidparameter")),
        remedy: |small| Box::pin(enroll_mended(small)),
    },
    Walk {
        code: "not_grouped",
        breaks: |small| {
            Box::pin(newcomer_refused(
                small,
                "core_group_add_group_members",
                "invalidparameter",
            ))
        },
        remedy: |small| {
            Box::pin(async move {
                export_mended(small, "kelas").await;
                enroll(small).await;
            })
        },
    },
    Walk {
        code: "welcome_message_unsent",
        breaks: |small| {
            Box::pin(newcomer_refused(
                small,
                "enrol_manual_enrol_users",
                "Message was not sent.",
            ))
        },
        remedy: |small| Box::pin(enroll_mended(small)),
    },
    Walk {
        code: "group_gone",
        breaks: |small| {
            Box::pin(async move {
                exported_newcomer(small).await;
                small.server.moodle().delete_group(group_id(small, "1"));
                enroll(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                export(small, &["kelas"]).await;
                enroll(small).await;
            })
        },
    },
    Walk {
        code: "group_not_left",
        breaks: |small| {
            Box::pin(async move {
                small.set("class_students", &[&students()[1..], &[student("21", "B")]].concat());
                small.admin.sync("mahasiswa").await;
                refuses(small, "core_group_delete_group_members", "invalidparameter");
                enroll(small).await;
            })
        },
        remedy: |small| Box::pin(enroll_mended(small)),
    },
    Walk {
        code: "not_unenrolled",
        breaks: |small| {
            Box::pin(async move {
                drop_first(small).await;
                refuses(small, "enrol_manual_enrol_users", "invalidparameter");
                unenroll_missing(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                mended(small);
                unenroll_missing(small).await;
            })
        },
    },
    Walk {
        code: "manual_enrolment_off_at_leaving",
        breaks: |small| {
            Box::pin(async move {
                drop_first(small).await;
                manual_enrolment(small, false);
                remove_missing(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                manual_enrolment(small, true);
                remove_missing(small).await;
            })
        },
    },
    Walk {
        code: "still_open",
        breaks: |small| {
            Box::pin(async move {
                drop_first(small).await;
                small
                    .server
                    .moodle()
                    .enrol_by(course_id(small), user(small, "21"), EnrolledBy::SelfEnrolment);
                unenroll_missing(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                small
                    .server
                    .moodle()
                    .end_other_method(course_id(small), user(small, "21"));
                unenroll_missing(small).await;
            })
        },
    },
    Walk {
        code: "still_open_in_role",
        breaks: |small| {
            Box::pin(async move {
                drop_first(small).await;
                small.server.moodle().give_role(course_id(small), user(small, "21"), 4);
                unenroll_missing(small).await;
            })
        },
        remedy: |small| {
            Box::pin(async move {
                small.server.moodle().take_role(course_id(small), user(small, "21"), 4);
                unenroll_missing(small).await;
            })
        },
    },
];

/// Sentences of the same parts of the catalogue that no walk follows, and why.
const OTHERS: &[(&str, &str)] = &[
    // No call of the dashboard brings them about: another refusal comes before, or Moodle keeps what they tell from happening.
    ("nothing_to_export", "such a kind has no button for it"),
    (
        "username_empty",
        "a row without number is unreadable, and one without address has an empty value",
    ),
    ("username_twice", "name_of_other_row comes before"),
    ("category_code_twice", "rows have one key each"),
    ("course_code_twice", "name_of_other_row comes before"),
    ("class_twice", "rows have one key each"),
    ("category_twice_there", "Moodle refuses the second idnumber"),
    ("course_twice_there", "Moodle refuses the second idnumber"),
    (
        "account_twice_there",
        "Moodle refuses the second address, unless it is set up to take it",
    ),
    ("gone_there", "the object is made again in the same run"),
    ("made_not_there", "the refusal of the category comes before"),
    ("being_changed_there", "an object is deleted within a call"),
    ("id_not_told", "an update without a known object"),
    ("no_answer_given", "a row without any outcome"),
    (
        "email_taken_somewhere",
        "only where another role hides the accounts that the inspection finds",
    ),
    // Walked elsewhere, where they have more of their kind around them.
    ("recreated", "gone.rs: group and course are made again"),
    ("persons_account_dropped", "below: no job reports it"),
    ("username_taken_there", "below: usernames are addresses"),
    ("not_answered", "leaving.rs: a call without an answer"),
    ("people_hidden", "leaving.rs: separate groups"),
    (
        "class_unchanged",
        "the connector's bisecting.rs: a right that a course takes away",
    ),
    // They tell a result, and ask for nothing.
    ("out_already", ""),
    ("grades_lost", ""),
    ("grades_perhaps_lost", ""),
    ("grades_there", ""),
    // What they say is done on Moodle or by typing a number.
    ("grades_since_agreed", "leaving.rs: the plan is looked at again"),
    ("grades_not_there", "leaving.rs: grades are recovered"),
    ("grades_not_seen", "leaving.rs: they are looked for on Moodle"),
];

/// Sentences of a comparison.
const COMPARED: &[Walk] = &[
    Walk {
        code: "not_synced",
        breaks: |small| {
            Box::pin(async move { small.set("class_students", &[students(), vec![student("99", "A")]].concat()) })
        },
        remedy: |small| Box::pin(async move { drop(small.admin.sync("mahasiswa").await) }),
    },
    Walk {
        code: "changed_here_since_sync",
        breaks: |small| Box::pin(edit_class(small)),
        remedy: |small| Box::pin(sync_class_alone(small)),
    },
    Walk {
        code: "changed_at_source",
        breaks: |small| Box::pin(async move { set_code_of_class(small, "X2") }),
        remedy: |small| Box::pin(async move { drop(small.admin.sync("kelas").await) }),
    },
    Walk {
        code: "changed_here_and_at_source",
        breaks: |small| {
            Box::pin(async move {
                edit_class(small).await;
                set_code_of_class(small, "X2");
            })
        },
        remedy: |small| Box::pin(sync_class_alone(small)),
    },
    Walk {
        code: "not_at_source",
        breaks: |small| {
            Box::pin(async move {
                offer_second(small, "IF102").await;
                small.set("courses", &[course("4711", "IF101")]);
            })
        },
        remedy: |small| {
            Box::pin(async move {
                let gone = json!({ "matakuliah_id": "4712", "name": NAME });
                small.admin.delete(&format!("{A}/matakuliah/delete"), gone).await.ok();
            })
        },
    },
    Walk {
        code: "list_empty",
        breaks: |small| {
            Box::pin(async move {
                let empty = "nik,nama_lengkap,email\n";
                std::fs::write(small.folder.path().join("teachers.csv"), empty).unwrap();
            })
        },
        remedy: |small| Box::pin(async move { small.set("class_students", &students()) }),
    },
    Walk {
        code: "not_exported",
        breaks: |small| Box::pin(newcomer(small)),
        remedy: |small| Box::pin(export(small, &["mahasiswa"])),
    },
    Walk {
        code: "gone_since_export",
        breaks: |small| {
            Box::pin(async move {
                small.server.moodle().delete_user(user(small, "21"));
            })
        },
        remedy: |small| {
            Box::pin(async move {
                send_again(small).await;
                export(small, &["mahasiswa"]).await;
            })
        },
    },
    Walk {
        code: "changed_there",
        breaks: |small| Box::pin(async move { rename_first_there(small) }),
        remedy: |small| {
            Box::pin(async move {
                send_again(small).await;
                export(small, &["mahasiswa"]).await;
            })
        },
    },
    Walk {
        code: "changed_here_since_export",
        breaks: |small| Box::pin(rename_first(small)),
        remedy: |small| Box::pin(export(small, &["mahasiswa"])),
    },
    Walk {
        code: "changed_here_and_there",
        breaks: |small| {
            Box::pin(async move {
                rename_first(small).await;
                rename_first_there(small);
            })
        },
        remedy: |small| Box::pin(export(small, &["mahasiswa"])),
    },
    Walk {
        code: "enrolled_by_hand",
        breaks: |small| {
            Box::pin(async move {
                exported_newcomer(small).await;
                enrol_by_hand(small, "99", &[]);
                change_group_by_hand(small, "core_group_add_group_members", "99", "1");
            })
        },
        remedy: |small| Box::pin(enroll(small)),
    },
    Walk {
        code: "enrolled_by_hand_unknown",
        breaks: |small| {
            Box::pin(async move {
                small.server.account_by_hand("tamu", "tamu@luar.example", "");
                enrol_by_hand(small, "tamu", &[]);
            })
        },
        remedy: |small| {
            Box::pin(async move { small.server.moodle().end_manual(course_id(small), user(small, "tamu")) })
        },
    },
    Walk {
        code: "not_yet_enrolled",
        breaks: |small| Box::pin(exported_newcomer(small)),
        remedy: |small| Box::pin(enroll(small)),
    },
    Walk {
        code: "not_in_group",
        breaks: |small| {
            Box::pin(async move { change_group_by_hand(small, "core_group_delete_group_members", "21", "1") })
        },
        remedy: |small| Box::pin(enroll_again(small)),
    },
    Walk {
        code: "role_changed",
        breaks: |small| {
            Box::pin(async move {
                let (moodle, course, first) = (small.server.moodle(), course_id(small), user(small, "21"));
                moodle.give_role(course, first, 4);
                moodle.take_role(course, first, 5);
            })
        },
        remedy: |small| Box::pin(enroll_again(small)),
    },
    Walk {
        code: "course_gone",
        breaks: |small| {
            Box::pin(async move {
                small.server.moodle().delete_course(course_id(small));
            })
        },
        remedy: |small| {
            Box::pin(async move {
                send_again(small).await;
                export(small, &["matakuliah", "kelas"]).await;
                enroll(small).await;
                small.admin.act("mengajar/enroll", json!({})).await;
            })
        },
    },
    Walk {
        code: "not_in_course",
        breaks: |small| {
            Box::pin(async move {
                let (course, user) = (course_id(small).to_string(), user(small, "21").to_string());
                let fields = [("courseid", &*course), ("userid", &*user)];
                small
                    .server
                    .by_hand("enrol_manual_unenrol_users", "enrolments", &fields);
            })
        },
        remedy: |small| Box::pin(enroll_again(small)),
    },
    Walk {
        code: "suspended_there",
        breaks: |small| Box::pin(async move { enrol_by_hand(small, "21", &[("suspend", "1")]) }),
        remedy: |small| Box::pin(enroll_again(small)),
    },
    Walk {
        code: "active_there_again",
        breaks: |small| {
            Box::pin(async move {
                let id = &small.admin.row("mahasiswa", "NPK", "21").await["id"];
                small.admin.act("mahasiswa/unenroll", json!({ "ids": [id] })).await.ok();
                enrol_by_hand(small, "21", &[]);
            })
        },
        remedy: |small| Box::pin(enroll(small)),
    },
    Walk {
        code: "active_there_after_leaving",
        breaks: |small| {
            Box::pin(async move {
                drop_first(small).await;
                unenroll_missing(small).await;
                enrol_by_hand(small, "21", &[]);
            })
        },
        remedy: |small| {
            Box::pin(async move {
                send_again(small).await;
                unenroll_missing(small).await;
            })
        },
    },
];

/// Parts of the sentences of a comparison.
const PARTS: [&str; 2] = ["differs", "differs_there"];

/// What the newest job reports of its rows, by code.
async fn reasons(admin: &Client, query: &str) -> BTreeMap<String, String> {
    let jobs = admin.get(&format!("{A}/jobs")).await.ok();
    let job = &jobs.rows()[0];
    let reasons = admin.get(&format!("{A}/jobs/{}/reasons{query}", job["id"])).await.ok();
    let text = |reason: &Value, name: &str| reason[name].as_str().unwrap().to_owned();
    reasons
        .rows()
        .iter()
        .map(|reason| (text(reason, "code"), text(reason, "text")))
        .collect()
}

/// The rows of a list that the source lists and that are not as they should be on Moodle.
async fn behind(small: &Small, kind: &str, column: &str) -> Vec<Value> {
    let rows = small.admin.rows(kind).await.into_iter();
    rows.filter(|row| row["missing_since"].is_null() && row[column] != "sudah")
        .collect()
}

/// What a comparison tells, by code.
async fn compared(small: &Small) -> BTreeMap<String, String> {
    small.admin.act("comparison/compare", json!({})).await.ok();
    let mut told = reasons(&small.admin, "").await;
    // The source does not have all lists.
    told.remove("source_list_unset");
    told
}

async fn walk_compared(Walk { code, breaks, remedy }: &Walk) {
    let small = campus().await;
    breaks(&small).await;
    let told = compared(&small).await;
    assert!(told.contains_key(*code), "{code}: {told:?}");
    remedy(&small).await;
    let told = compared(&small).await;
    assert!(!told.contains_key(*code), "{code}: after its remedy {told:?}");
    // What waits for the next step of the usual way is not the sentence's.
    small.send().await;
    unenroll_missing(&small).await;
    assert_eq!(compared(&small).await, BTreeMap::new(), "{code}");
    assert_eq!(open_to_leavers(&small).await, BTreeSet::new(), "{code}");
}

/// Students that the source lists nowhere and who may enter the course.
async fn open_to_leavers(small: &Small) -> BTreeSet<String> {
    let rows = small.admin.rows("mahasiswa").await;
    let (listed, gone): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row["missing_since"].is_null());
    let gone = gone
        .iter()
        .filter(|row| listed.iter().all(|other| other["NPK"] != row["NPK"]));
    let numbers = gone.map(|row| row["NPK"].as_str().unwrap().to_owned());
    let (course, moodle) = (course_id(small), small.server.moodle());
    let (enrolled, suspended) = (moodle.enrolled(course), moodle.suspended(course));
    let may_enter = |user: u64| enrolled.iter().any(|(of, _)| *of == user) && !suspended.contains(&user);
    numbers
        .filter(|npk| small.server.account(npk).is_some_and(may_enter))
        .collect()
}

/// The rows that a job told something about and that are not in step now.
async fn still_behind(small: &Small, job: &Value, about: &[Value]) -> Vec<Value> {
    let verb = job["verb"].as_str().unwrap_or_else(|| panic!("{job:#}"));
    let column = if verb.contains("enrol") { "enroll" } else { "migration" };
    let mut behind = Vec::new();
    for line in about {
        let parts = line["parts"].as_array().unwrap();
        let list = match line["kind"].as_str().unwrap() {
            "mata_kuliah" => "matakuliah",
            "pengajar" => "dosen",
            kind => kind,
        };
        let mut rows = small.admin.rows(list).await;
        rows.retain(|row| {
            let values: Vec<_> = row.as_object().unwrap().values().collect();
            parts.iter().all(|part| values.contains(&part))
        });
        assert!(!rows.is_empty(), "no row is {parts:?}");
        for row in rows {
            let in_step = match row["missing_since"].is_null() {
                true => row[column] == "sudah",
                false => row[column] != "sudah",
            };
            if !in_step {
                behind.push(row);
            }
        }
    }
    behind
}

async fn walk(Walk { code, breaks, remedy }: &Walk) {
    let small = campus().await;
    breaks(&small).await;
    let told = reasons(&small.admin, "").await;
    let job = &small.admin.get(&format!("{A}/jobs")).await.rows()[0].clone();
    let mut about = Vec::new();
    for outcome in job["counts"].as_object().unwrap().keys() {
        let rows = small.admin.job_rows(job, outcome).await.into_iter();
        about.extend(rows.filter(|row| !row["reason"].is_null()));
    }
    assert!(
        told.contains_key(*code),
        "{code}: {told:?} {} {}",
        job["failure"],
        job["counts"]
    );
    remedy(&small).await;
    for status in ["failed", "still_open"] {
        let told = reasons(&small.admin, &format!("?status={status}")).await;
        assert_eq!(told, BTreeMap::new(), "{code}: after its remedy");
    }
    assert!(!about.is_empty(), "{code}");
    assert_eq!(
        still_behind(&small, job, &about).await,
        Vec::<Value>::new(),
        "{code}: after its remedy {about:?}"
    );
    // What waits for the next step of the usual way is not the sentence's.
    small.send().await;
    unenroll_missing(&small).await;
    for (kind, column) in [
        ("prodi", "migration"),
        ("matakuliah", "migration"),
        ("kelas", "migration"),
        ("dosen", "migration"),
        ("mahasiswa", "migration"),
        ("mahasiswa", "enroll"),
        ("mengajar", "enroll"),
    ] {
        assert_eq!(
            behind(&small, kind, column).await,
            Vec::<Value>::new(),
            "{code}: {kind}"
        );
    }
    assert_eq!(compared(&small).await, BTreeMap::new(), "{code}");
    assert_eq!(open_to_leavers(&small).await, BTreeSet::new(), "{code}");
}

/// Takes each walk to its end, also if another one fails.
async fn each(walks: &'static [Walk], walk: fn(&'static Walk) -> BoxFuture<'static, ()>) {
    let walking = stream::iter(walks).map(|of| tokio::spawn(walk(of)));
    let walked: Vec<_> = walking.buffer_unordered(4).collect().await;
    let failed = walked.iter().filter(|walked| walked.is_err()).count();
    assert_eq!(failed, 0, "each of them says above what was wrong");
}

#[tokio::test(flavor = "multi_thread")]
async fn remedy_of_each_sentence_works_when_followed_once() {
    each(WALKS, |of| walk(of).boxed()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn remedy_of_each_sentence_of_a_comparison_works_when_followed_once() {
    each(COMPARED, |of| walk_compared(of).boxed()).await;
}

#[test]
fn every_sentence_about_a_row_is_walked_or_says_why_not() {
    let catalogue = include_str!("../../../reasons/sentences/en.ftl");
    let codes = |from: &str, until: &str| -> BTreeSet<&str> {
        let [begin, end] = [from, until].map(|heading| catalogue.find(heading).unwrap());
        let lines = catalogue[begin..end].lines();
        lines
            .filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))
            .filter_map(|line| Some(line.split_once(" = ")?.0))
            .collect()
    };
    let dashed = |codes: Vec<&str>| codes.iter().map(|code| code.replace('_', "-")).collect::<BTreeSet<_>>();
    let (about_rows, compared) = (
        "## What stands in the way of sending a row",
        "## What a comparison finds",
    );
    let walked = |walks: &'static [Walk]| walks.iter().map(|walk| walk.code);
    let others = OTHERS.iter().map(|(code, _)| *code);
    let owned = |codes: BTreeSet<&str>| codes.into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(
        dashed(walked(WALKS).chain(others).collect()),
        owned(codes(about_rows, compared))
    );
    let of_comparison = codes(compared, "## Why a person's enrolment differs from the source");
    assert_eq!(dashed(walked(COMPARED).chain(PARTS).collect()), owned(of_comparison));
}

#[tokio::test]
async fn account_with_the_persons_address_as_username_is_chosen() {
    let server = Server::with(Sqlite).username(Username::Email).start().await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    let npk = &class.students[0];
    let address = admin.row("mahasiswa", "NPK", npk).await["email"]
        .as_str()
        .unwrap()
        .to_lowercase();
    let fields = [
        ("username", &*address),
        ("firstname", "Lama"),
        ("lastname", "Lama"),
        ("email", "lama@lain.example"),
        ("idnumber", "HR-9"),
        ("createpassword", "1"),
    ];
    let theirs = server.by_hand("core_user_create_users", "users", &fields)[0]["id"].clone();
    admin.export("mahasiswa", json!({})).await.ok();
    assert!(reasons(&admin, "").await.contains_key("username_taken_there"));

    let pair = json!({ "pairs": [{ "kind": "mahasiswa", "key": npk, "platform_id": theirs }] });
    admin.post(&format!("{A}/platform/matches"), pair).await.ok();
    admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(reasons(&admin, "?status=failed").await, BTreeMap::new());
    let found = server.moodle().user(theirs.as_u64().unwrap()).unwrap();
    assert_eq!((found.email, found.idnumber), (address, "HR-9".to_owned()));
}

#[tokio::test]
async fn person_without_the_dropped_account_gets_another() {
    let small = campus().await;
    small.server.account_by_hand("siti", "99@mhs.example", "HR-9");
    newcomer(&small).await;
    export(&small, &["mahasiswa"]).await;
    let theirs = found(&small, "siti");
    choose(&small, theirs).await;
    export(&small, &["mahasiswa"]).await;
    enroll(&small).await;
    let wrong = json!({ "pairs": [{ "kind": "mahasiswa", "key": "99" }] });
    small.admin.delete(&format!("{A}/platform/matches"), wrong).await.ok();
    let row = small.admin.row("mahasiswa", "NPK", "99").await;
    assert_eq!(
        row["enroll_reason"],
        "Akun yang dipilih untuk orang ini di Moodle sudah dilepas. Kembalikan alamat e-mail akun itu di Moodle, lalu export \
         lagi data orang ini dan enroll lagi."
    );
    set_by_hand(
        &small,
        "core_user_update_users",
        "users",
        theirs,
        "email",
        "siti@lain.example",
    );
    export(&small, &["mahasiswa"]).await;
    enroll(&small).await;
    let row = small.admin.row("mahasiswa", "NPK", "99").await;
    assert_eq!((&row["migration"], &row["enroll"]), (&json!("sudah"), &json!("sudah")));
    assert_ne!(user(&small, "99"), theirs);
}
