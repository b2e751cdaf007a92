//! Looks at everything that an export needs, and changes nothing.

use selaras_kinds::object::PlatformId;
use selaras_reasons::{Reason, Word};
use serde::Deserialize;

use super::capabilities::{Capability, REVIEW_ENROLMENTS, SEE_GRADE_REPORT, SEE_GRADES};
use super::form::Form;
use super::needs::{self, OLDEST, SITE_INFO};
use super::protocol::{Answer, decoded};
use super::settings::MoodleSettings;
use super::sight;
use super::{Moodle, platform};
use crate::{Finding, Need, PlatformError, Site};

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
        Err(error) => return vec![failed(&error)],
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
        let MoodleSettings {
            student_role,
            teacher_role,
            ..
        } = moodle.settings;
        found.push(role(moodle, Word::Students, "platform.student_role", student_role).await);
        found.push(role(moodle, Word::Teachers, "platform.teacher_role", teacher_role).await);
    }
    found
}

fn failed(error: &PlatformError) -> Finding {
    Finding::failed(Reason::from(error))
}

fn release(info: &Info) -> Finding {
    let (platform, release, site) = (platform(), info.release.clone(), info.sitename.clone());
    match needs::version(&release) {
        Some(version) if version < OLDEST => Finding::wrong(
            Reason::PlatformOutdated {
                platform: platform.clone(),
                release,
                site,
            },
            Reason::UpdatePlatform {
                platform,
                least: needs::oldest(),
            },
        ),
        Some(_) => Finding::ok(Reason::PlatformAnswers {
            platform,
            release,
            site,
        }),
        None => Finding::warning(
            Reason::ReleaseUnknown { platform, release },
            Reason::CheckRelease { least: needs::oldest() },
        ),
    }
}

/// What a user may write shows only by writing; an administrator of the site may do all.
fn user(info: &Info) -> Finding {
    let username = info.username.clone();
    Finding::ok(match info.userissiteadmin {
        true => Reason::TokenOfAdministrator { username },
        false => Reason::TokenOfUser { username },
    })
}

fn functions(allowed: &[String]) -> Vec<Finding> {
    let lacking = |(need, purpose): (Need, Word)| {
        let missing = needs::missing(&[need], allowed);
        (!missing.is_empty()).then(|| {
            let text = Reason::FunctionsLackingFor {
                purpose,
                names: missing.join(", "),
            };
            let mend = Reason::AddFunctions { platform: platform() };
            match need {
                // Without these, all else gets done.
                Need::Grading => Finding::warning(text, mend),
                _ => Finding::wrong(text, mend),
            }
        })
    };
    let purposes = [
        (Need::Categories, Word::ExportCategories),
        (Need::Courses, Word::ExportCourses),
        (Need::Groups, Word::ExportClasses),
        (Need::Accounts, Word::ExportAccounts),
        (Need::Enrolling, Word::Enrolling),
        (Need::Unenrolling, Word::Unenrolling),
        (Need::Suspending, Word::Suspending),
        (Need::Regrouping, Word::ChangingClass),
        (Need::Grading, Word::SeeingGrades),
        (Need::Comparing, Word::Comparing),
    ];
    let found: Vec<Finding> = purposes.into_iter().filter_map(lacking).collect();
    if found.is_empty() {
        let functions = needs::all_functions().len() as u64;
        vec![Finding::ok(Reason::AllFunctionsAllowed { functions })]
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
    let setting = Reason::SetRootCategory { platform: platform() };
    let root = moodle.settings.root_category;
    if root < 1 {
        return Finding::wrong(Reason::RootCategoryUnset, setting);
    }
    let mut form = Form::default();
    form.row("criteria", 0, "key", "id")
        .row("criteria", 0, "value", root)
        .field("addsubcategories", 0);
    let function = "core_course_get_categories";
    let categories = match moodle.wire.call(function, &form).await {
        Ok(Ok(reply)) => decoded::<Vec<Category>>(function, &reply),
        Ok(Err(_)) => Ok(Vec::new()),
        Err(error) => Err(error),
    };
    let id = root.to_string();
    match categories {
        Ok(found) => match found.into_iter().find(|category| category.id == root) {
            Some(Category { name, .. }) => Finding::ok(Reason::RootCategoryThere { name, id }),
            None => {
                let platform = platform();
                Finding::wrong(Reason::RootCategoryGone { platform, id }, setting)
            }
        },
        Err(error) => failed(&error),
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
        Err(error) => return vec![failed(&error)],
    };
    if missing.is_empty() {
        return vec![Finding::ok(Reason::PeopleFound { platform: platform() })];
    }
    let lacks = |capability: &'static Capability| {
        let text = Reason::CapabilityLacking {
            capability: capability.name.to_owned(),
            purpose: capability.purpose,
        };
        match capability.name {
            // Without these, all else gets done.
            SEE_GRADES | SEE_GRADE_REPORT | REVIEW_ENROLMENTS => Finding::warning(text, Reason::GiveCapability),
            _ => Finding::wrong(text, Reason::GiveCapability),
        }
    };
    missing.into_iter().map(lacks).collect()
}

/// Asks to give nobody the role on the front page. Moodle looks at the role first, and refuses in either case.
async fn role(moodle: &Moodle, role: Word, setting: &str, number: i64) -> Finding {
    let mut form = Form::default();
    form.row("enrolments", 0, "roleid", number)
        .row("enrolments", 0, "userid", NOBODY)
        .row("enrolments", 0, "courseid", FRONT_PAGE);
    let (id, setting) = (number.to_string(), setting.to_owned());
    let answer: Result<Answer, PlatformError> = moodle.wire.call("enrol_manual_enrol_users", &form).await;
    let code = match answer {
        Ok(Ok(nothing)) if nothing.get() == "null" => return Finding::ok(Reason::RoleAssignable { role, id }),
        Ok(Ok(_)) => "unknown".to_owned(),
        Ok(Err(rejection)) => rejection.code,
        Err(error) => return failed(&error),
    };
    match code.as_str() {
        "wsusercannotassign" => Finding::wrong(Reason::RoleNotAllowed { role, id }, Reason::SetRole { setting }),
        // The role was taken, and the rest is as it must be.
        "wsnoinstance" | "invalidrecordunknown" | "wscannotenrol" => Finding::ok(Reason::RoleAssignable { role, id }),
        _ => Finding::warning(
            Reason::RoleUnsure { role, id, error: code },
            Reason::CompareRole {
                platform: platform(),
                setting,
            },
        ),
    }
}
