//! Checks everything that an export needs. Changes nothing.

use std::collections::BTreeSet;

use selaras_kinds::object::PlatformId;
use selaras_reasons::{Reason, Word};
use serde::Deserialize;

use super::capabilities::{Capability, REVIEW_ENROLMENTS, SEE_GRADE_REPORT, SEE_GRADES};
use super::client::{FIXED_FIELDS, Moodle};
use super::form::Form;
use super::name::platform;
use super::protocol::{Answer, decoded};
use super::required_functions::{self, OLDEST};
use super::settings::MoodleSettings;
use super::site_info::Info;
use super::visibility;
use crate::{Finding, Need, PlatformError, Uses};

/// The front page, a course that every Moodle has and that accepts no enrolments.
const FRONT_PAGE: i64 = 1;
/// No account has this username; Moodle accepts it as one.
const NO_USERNAME: &str = "selaras.probe";
/// No account has this id.
const NO_ACCOUNT: i64 = 0;

pub(crate) async fn inspect(moodle: &Moodle, uses: &Uses) -> Vec<Finding> {
    let info = match Info::ask(moodle).await {
        Ok(info) => info,
        Err(error) => return vec![failed(&error)],
    };
    let allowed = info.functions();
    let mut found = vec![release(&info), user(&info)];
    found.extend(functions(&allowed, uses));
    let may = |function: &str| allowed.iter().any(|name| name == function);
    if may("core_course_get_categories") {
        found.push(category(moodle).await);
    }
    if may("core_user_get_users_by_field") {
        found.extend(others(moodle, &info, may).await);
        found.extend(input_vars(moodle, &info).await);
    }
    if may("enrol_manual_enrol_users") {
        let MoodleSettings {
            student_role,
            teacher_role,
            ..
        } = moodle.settings;
        let students = RoleSetting::named("platform.student_role");
        found.push(role(moodle, Word::Students, students, student_role).await);
        let teachers = RoleSetting::named("platform.teacher_role");
        found.push(role(moodle, Word::Teachers, teachers, teacher_role).await);
        let others: BTreeSet<i64> = uses.roles.iter().map(|role| moodle.role_id(*role)).collect();
        for number in others {
            found.push(role(moodle, Word::OtherTeachers, RoleSetting::of_shape(), number).await);
        }
    }
    found
}

fn failed(error: &PlatformError) -> Finding {
    Finding::failed(Reason::from(error))
}

fn release(info: &Info) -> Finding {
    let (platform, release, site) = (platform(), info.release.clone(), info.sitename.clone());
    match required_functions::version(&release) {
        Some(version) if version < OLDEST => Finding::wrong(
            Reason::PlatformOutdated {
                platform: platform.clone(),
                release,
                site,
            },
            Reason::UpdatePlatform {
                platform,
                least: required_functions::oldest(),
            },
        ),
        Some(_) => Finding::ok(Reason::PlatformAnswers {
            platform,
            release,
            site,
        }),
        None => Finding::warning(
            Reason::ReleaseUnknown { platform, release },
            Reason::CheckRelease {
                least: required_functions::oldest(),
            },
        ),
    }
}

/// A user's write permissions show only by writing; a site administrator has all of them.
fn user(info: &Info) -> Finding {
    let username = info.username.clone();
    Finding::ok(match info.userissiteadmin {
        true => Reason::TokenOfAdministrator { username },
        false => Reason::TokenOfUser { username },
    })
}

fn functions(allowed: &[String], uses: &Uses) -> Vec<Finding> {
    let lacking = |(need, purpose): (Need, Word)| {
        let missing = required_functions::missing(&[need], allowed);
        (!missing.is_empty()).then(|| {
            let text = Reason::FunctionsLackingFor {
                purpose,
                names: missing.join(", "),
            };
            let mend = Reason::AddFunctions { platform: platform() };
            match need {
                // Everything else works without these.
                Need::LookingTogether | Need::Grading | Need::Templates | Need::Cohorts => Finding::warning(text, mend),
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
        (Need::LookingTogether, Word::LookingTogether),
        (Need::Unenrolling, Word::Unenrolling),
        (Need::Suspending, Word::Suspending),
        (Need::Regrouping, Word::ChangingClass),
        (Need::Grading, Word::SeeingGrades),
        (Need::Comparing, Word::Comparing),
        (Need::Templates, Word::FillingCourses),
        (Need::Cohorts, Word::KeepingCohorts),
    ];
    let used = purposes
        .into_iter()
        .filter(|(need, _)| uses.cohorts || *need != Need::Cohorts);
    let found: Vec<Finding> = used.filter_map(lacking).collect();
    if found.is_empty() {
        let functions = required_functions::all_functions(uses).len() as u64;
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

/// Checks with people other than the token's user: whether they can be found, and which of their fields are visible.
async fn others(moodle: &Moodle, info: &Info, may: impl Fn(&str) -> bool) -> Vec<Finding> {
    let looked = async {
        let mut visibility = visibility::people(moodle, info.user().id).await?;
        if may("gradereport_overview_get_course_grades") {
            visibility::grades(moodle, &mut visibility).await?;
        }
        if may("core_enrol_get_enrolled_users") && may("core_course_get_courses_by_field") {
            visibility::enrolments(moodle, &mut visibility).await?;
        }
        Ok::<_, PlatformError>(visibility.missing)
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
            // Everything else works without these.
            SEE_GRADES | SEE_GRADE_REPORT | REVIEW_ENROLMENTS => Finding::warning(text, Reason::GiveCapability),
            _ => Finding::wrong(text, Reason::GiveCapability),
        }
    };
    missing.into_iter().map(lacks).collect()
}

/// Looks up as many usernames as a call may have fields, the token's own last. If PHP takes fewer fields, it drops that one
/// without an error.
async fn input_vars(moodle: &Moodle, info: &Info) -> Option<Finding> {
    #[derive(Deserialize)]
    struct UserReply {
        id: PlatformId,
    }
    let fields = moodle.settings.max_input_vars;
    let mut usernames = vec![NO_USERNAME; fields.saturating_sub(FIXED_FIELDS + 2)];
    usernames.push(&info.username);
    let mut form = Form::default();
    form.field("field", "username").values("values", usernames);
    let function = "core_user_get_users_by_field";
    match moodle.wire.ask::<Vec<UserReply>>(function, &form).await {
        Ok(users) if users.iter().any(|user| user.id == info.user().id) => None,
        Ok(_) => Some(Finding::wrong(
            Reason::InputVarsDropped {
                platform: platform(),
                fields: fields as u64,
            },
            Reason::SetInputVars {
                platform: platform(),
                fields: fields as u64,
            },
        )),
        // Jobs make their calls smaller by themselves.
        Err(PlatformError::TooLarge(_)) => Some(Finding::warning(
            Reason::LongCallsRefused {
                platform: platform(),
                fields: fields as u64,
            },
            Reason::RaiseProxyLimit { platform: platform() },
        )),
        Err(error) => Some(failed(&error)),
    }
}

/// What to do where the number of a role is set.
struct RoleSetting {
    set: Reason,
    compare: Reason,
}

impl RoleSetting {
    fn named(setting: &str) -> Self {
        let (setting, platform) = (setting.to_owned(), platform());
        Self {
            set: Reason::SetRole {
                setting: setting.clone(),
            },
            compare: Reason::CompareRole { platform, setting },
        }
    }

    fn of_shape() -> Self {
        Self {
            set: Reason::SetRoleOfShape { platform: platform() },
            compare: Reason::CompareRoleOfShape { platform: platform() },
        }
    }
}

/// Asks to assign the role on the front page to an account that does not exist. Moodle checks the role first, and refuses in
/// either case.
async fn role(moodle: &Moodle, role: Word, setting: RoleSetting, number: i64) -> Finding {
    let mut form = Form::default();
    form.row("enrolments", 0, "roleid", number)
        .row("enrolments", 0, "userid", NO_ACCOUNT)
        .row("enrolments", 0, "courseid", FRONT_PAGE);
    let id = number.to_string();
    let answer: Result<Answer, PlatformError> = moodle.wire.call("enrol_manual_enrol_users", &form).await;
    let code = match answer {
        Ok(Ok(nothing)) if nothing.get() == "null" => return Finding::ok(Reason::RoleAssignable { role, id }),
        Ok(Ok(_)) => "unknown".to_owned(),
        Ok(Err(rejection)) => rejection.code,
        Err(error) => return failed(&error),
    };
    match code.as_str() {
        "wsusercannotassign" => Finding::wrong(Reason::RoleNotAllowed { role, id }, setting.set),
        // Moodle accepted the role; the rest of the refusal is expected.
        "wsnoinstance" | "invalidrecordunknown" | "wscannotenrol" => Finding::ok(Reason::RoleAssignable { role, id }),
        _ => Finding::warning(Reason::RoleUnsure { role, id, error: code }, setting.compare),
    }
}
