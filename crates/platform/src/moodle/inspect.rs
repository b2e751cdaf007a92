//! Looks at everything that an export needs, and changes nothing.

use selaras_kinds::object::PlatformId;
use serde::Deserialize;
use serde_json::Value;

use super::Moodle;
use super::capabilities::{Capability, REVIEW_ENROLMENTS, SEE_GRADE_REPORT, SEE_GRADES};
use super::form::Form;
use super::needs::{self, OLDEST, SITE_INFO};
use super::protocol::{Answer, decoded};
use super::sight;
use crate::{Finding, Need, PlatformError, Site};

const SERVICE: &str = "Tambahkan ke layanan web Selaras di Moodle: Administrasi situs > Server > Layanan web > Layanan eksternal > Fungsi.";
const ROLE: &str = "Beri hak itu pada peran pengguna token (Administrasi situs > Pengguna > Perizinan > Tentukan peran), lalu periksa lagi.";
/// Every Moodle has this course, its front page, and nobody can be enrolled in it.
const FRONT_PAGE: i64 = 1;
/// No account has this id.
const NOBODY: i64 = 0;

#[derive(Deserialize)]
struct Function {
    name: String,
}

/// What a site says of itself and of the token's user.
#[derive(Deserialize)]
pub(super) struct Info {
    sitename: String,
    release: String,
    functions: Vec<Function>,
    #[serde(default)]
    username: String,
    #[serde(default)]
    userid: PlatformId,
    #[serde(default)]
    userissiteadmin: bool,
}

impl Info {
    pub(super) async fn ask(moodle: &Moodle) -> Result<Self, PlatformError> {
        moodle.wire.ask(SITE_INFO, &Form::default()).await
    }

    fn functions(&self) -> Vec<String> {
        self.functions.iter().map(|function| function.name.clone()).collect()
    }

    /// The token's user.
    pub(super) const fn user(&self) -> PlatformId {
        self.userid
    }

    /// Whether the token's user is an administrator of the site, who may everything.
    pub(super) const fn is_administrator(&self) -> bool {
        self.userissiteadmin
    }

    pub(super) fn site(&self) -> Site {
        Site {
            functions: self.functions(),
            name: self.sitename.clone(),
            release: self.release.clone(),
        }
    }
}

pub(crate) async fn inspect(moodle: &Moodle) -> Vec<Finding> {
    let info = match Info::ask(moodle).await {
        Ok(info) => info,
        Err(error) => return vec![Finding::failed(error.to_string())],
    };
    let allowed = info.functions();
    let mut found = vec![release(&info), user(&info)];
    found.extend(functions(&allowed));
    let may = |function: &str| allowed.iter().any(|name| name == function);
    if may("core_course_get_categories") {
        found.push(category(moodle).await);
    }
    if may("core_user_get_users_by_field") {
        found.extend(others(moodle, &info, may).await);
    }
    if may("enrol_manual_enrol_users") {
        found.push(
            role(
                moodle,
                "mahasiswa",
                "platform.student_role",
                moodle.settings.student_role,
            )
            .await,
        );
        found.push(
            role(
                moodle,
                "pengajar",
                "platform.teacher_role",
                moodle.settings.teacher_role,
            )
            .await,
        );
    }
    found
}

fn release(info: &Info) -> Finding {
    let Info { sitename, release, .. } = info;
    match needs::version(release) {
        Some(version) if version < OLDEST => Finding::wrong(
            format!("Moodle {release} ({sitename}) terlalu lama."),
            format!("Perbarui Moodle ke {}.{} atau lebih baru.", OLDEST.0, OLDEST.1),
        ),
        Some(_) => Finding::ok(format!("Moodle {release} ({sitename}) menjawab.")),
        None => Finding::warning(
            format!("Moodle menjawab, tetapi versinya tidak dikenali: {release}."),
            format!("Pastikan versinya {}.{} atau lebih baru.", OLDEST.0, OLDEST.1),
        ),
    }
}

/// What a user may write shows only by writing; an administrator of the site may do all.
fn user(info: &Info) -> Finding {
    let Info { username, .. } = info;
    if info.userissiteadmin {
        Finding::ok(format!(
            "Token milik {username}, administrator situs: semua hak ada. Pengguna khusus dengan peran terbatas lebih aman."
        ))
    } else {
        Finding::ok(format!(
            "Token milik {username}. Hak menulisnya baru terlihat saat export; daftarnya ada di docs/guides/moodle.md."
        ))
    }
}

fn functions(allowed: &[String]) -> Vec<Finding> {
    let lacking = |(need, purpose): (Need, &str)| {
        let missing = needs::missing(&[need], allowed);
        (!missing.is_empty()).then(|| {
            let text = format!("Untuk {purpose}, token belum boleh memanggil {}.", missing.join(", "));
            match need {
                // Without these, all else gets done.
                Need::Grading => Finding::warning(text, SERVICE),
                _ => Finding::wrong(text, SERVICE),
            }
        })
    };
    let purposes = [
        (Need::Categories, "export kategori"),
        (Need::Courses, "export mata kuliah"),
        (Need::Groups, "export kelas"),
        (Need::Accounts, "export akun pengajar dan mahasiswa"),
        (Need::Enrolling, "enroll"),
        (Need::Unenrolling, "unenroll"),
        (Need::Suspending, "penangguhan"),
        (Need::Regrouping, "pindah kelas"),
        (Need::Grading, "melihat nilai sebelum pendaftaran dihapus"),
        (Need::Comparing, "pemeriksaan selisih"),
    ];
    let found: Vec<Finding> = purposes.into_iter().filter_map(lacking).collect();
    if found.is_empty() {
        let all = needs::all_functions().len();
        vec![Finding::ok(format!(
            "Token boleh memanggil semua {all} fungsi yang diperlukan."
        ))]
    } else {
        found
    }
}

async fn category(moodle: &Moodle) -> Finding {
    #[derive(Deserialize)]
    struct Category {
        id: i64,
        name: String,
    }
    const SETTING: &str =
        "Isi platform.root_category dengan nomor kategori yang ada (angka di alamat halaman kategorinya di Moodle).";
    let root = moodle.settings.root_category;
    if root < 1 {
        return Finding::wrong("Kategori tempat bekerja belum ditentukan.", SETTING);
    }
    let mut form = Form::default();
    form.row("criteria", 0, "key", "id")
        .row("criteria", 0, "value", root)
        .field("addsubcategories", 0);
    let function = "core_course_get_categories";
    let categories = match moodle.wire.call(function, &form).await {
        Ok(Ok(reply)) => decoded::<Vec<Category>>(function, reply),
        Ok(Err(_)) => Ok(Vec::new()),
        Err(error) => Err(error),
    };
    match categories {
        Ok(found) => match found.into_iter().find(|category| category.id == root) {
            Some(category) => Finding::ok(format!(
                "Kategori tempat bekerja ada: {} (nomor {root}).",
                category.name
            )),
            None => Finding::wrong(
                format!("Kategori nomor {root} tidak ada di Moodle, atau tidak terlihat oleh pengguna token."),
                SETTING,
            ),
        },
        Err(error) => Finding::failed(error.to_string()),
    }
}

/// Looks at people who are not the token's own user: whether they can be found, and what of them can be seen.
async fn others(moodle: &Moodle, info: &Info, may: impl Fn(&str) -> bool) -> Vec<Finding> {
    let looked = async {
        let mut sight = sight::people(moodle, info.user()).await?;
        if may("gradereport_overview_get_course_grades") {
            sight::grades(moodle, &mut sight).await?;
        }
        if may("core_enrol_get_enrolled_users") && may("core_course_get_courses_by_field") {
            sight::enrolments(moodle, &mut sight).await?;
        }
        Ok::<_, PlatformError>(sight.missing)
    };
    let missing = match looked.await {
        Ok(missing) => missing,
        Err(error) => return vec![Finding::failed(error.to_string())],
    };
    if missing.is_empty() {
        return vec![Finding::ok("Akun di Moodle dapat dicari dan dikenali.")];
    }
    let lacks = |capability: &'static Capability| {
        let text = format!(
            "Pengguna token tidak punya hak {}: {}.",
            capability.name, capability.purpose
        );
        match capability.name {
            // Without these, all else gets done.
            SEE_GRADES | SEE_GRADE_REPORT | REVIEW_ENROLMENTS => Finding::warning(text, ROLE),
            _ => Finding::wrong(text, ROLE),
        }
    };
    missing.into_iter().map(lacks).collect()
}

/// Asks to give nobody the role on the front page. Moodle looks at the role first, and refuses in either case.
async fn role(moodle: &Moodle, whose: &str, setting: &str, role: i64) -> Finding {
    let mut form = Form::default();
    form.row("enrolments", 0, "roleid", role)
        .row("enrolments", 0, "userid", NOBODY)
        .row("enrolments", 0, "courseid", FRONT_PAGE);
    let answer: Result<Answer, PlatformError> = moodle.wire.call("enrol_manual_enrol_users", &form).await;
    let code = match answer {
        Ok(Ok(Value::Null)) => return Finding::ok(format!("Peran {whose} (nomor {role}) dapat diberikan.")),
        Ok(Ok(_)) => "unknown".to_owned(),
        Ok(Err(rejection)) => rejection.code,
        Err(error) => return Finding::failed(error.to_string()),
    };
    match code.as_str() {
        "wsusercannotassign" => Finding::wrong(
            format!("Peran {whose} (nomor {role}) tidak ada, atau tidak boleh diberikan oleh pengguna token."),
            format!(
                "Sesuaikan {setting} dengan nomor perannya, atau izinkan pemberian peran itu (Administrasi situs > Pengguna > Perizinan > Tentukan peran)."
            ),
        ),
        // The role was taken, and the rest is as it must be.
        "wsnoinstance" | "invalidrecordunknown" | "wscannotenrol" => {
            Finding::ok(format!("Peran {whose} (nomor {role}) dapat diberikan."))
        }
        code => Finding::warning(
            format!("Peran {whose} (nomor {role}) tidak dapat dipastikan ({code})."),
            format!("Bandingkan {setting} dengan nomor peran di Moodle."),
        ),
    }
}
