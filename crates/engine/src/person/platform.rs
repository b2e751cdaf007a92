//! The platform's answers about one person or one class: the account, and the members of the classes' courses.

use super::{
    patience::{PATIENCE, late},
    seen::{Lacking, Presence, Said, There},
};
use crate::{EngineError, Run, enrol::in_course};
use futures::{StreamExt, stream};
use selaras_kinds::{
    Kind,
    kelas::Kelas,
    object::{Account, Group, Object, PlatformId, Role},
};
use selaras_platform::{AccountAsked, AccountStanding, CourseMember, LearningPlatform, Need};
use selaras_reasons::Reason;
use selaras_shape::{CoursePer, is_combined};
use selaras_store::{export::Link, rows::Stored};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};
use tokio::time::{Instant, timeout_at};

/// Most courses read for one person.
const MOST_COURSES: usize = 40;

/// A class of the dashboard, and its link to the platform.
pub(super) type Class = (Stored<Kelas>, Option<Link>);

/// The members of a course by account; `None` if the course is gone.
type Members = Option<BTreeMap<PlatformId, CourseMember>>;

/// The platform's answers about an account and about courses.
pub(super) struct Platform {
    pub(super) account: Said<Option<AccountStanding>>,
    courses: HashMap<PlatformId, Said<Members>>,
    /// Names of the groups that are classes of the dashboard.
    groups: HashMap<PlatformId, String>,
    /// Classes without a link and without a course on the platform.
    without_course: BTreeSet<String>,
    /// Groups of classes that are gone from their course.
    gone_groups: BTreeSet<PlatformId>,
}

impl Platform {
    /// Reads the account, and the members of the classes' courses. For one person, only their own memberships are kept.
    pub(super) async fn ask(
        run: &Run,
        asked: Option<(&Account, Option<PlatformId>)>,
        classes: &[&Class],
        beside: &[Class],
    ) -> crate::Result<Self> {
        let deadline = Instant::now() + PATIENCE;
        let name = run.platform.name();
        let mut platform = Self {
            account: Ok(None),
            courses: HashMap::new(),
            groups: groups(classes, beside),
            without_course: without_course(run, classes).await?,
            gone_groups: BTreeSet::new(),
        };
        let session = timeout_at(deadline, run.platform.session(&[Need::Comparing])).await;
        let session = match session {
            Ok(Ok(session)) => session,
            Ok(Err(error)) => return Ok(platform.silent(&EngineError::from(error).reason(), classes)),
            Err(_) => return Ok(platform.silent(&late(name), classes)),
        };
        let mut user = None;
        if let Some((account, id)) = asked {
            let asked = AccountAsked {
                id,
                username: account.username.clone(),
            };
            platform.account = match timeout_at(deadline, session.account(&asked)).await {
                Ok(Ok(account)) => Ok(account),
                Ok(Err(error)) => Err(EngineError::from(error).reason()),
                Err(_) => Err(late(name)),
            };
            match &platform.account {
                Ok(Some(account)) => user = Some(account.id),
                // A person without an account is in no course.
                Ok(None) => return Ok(platform),
                Err(reason) => {
                    let reason = reason.clone();
                    return Ok(platform.silent(&reason, classes));
                }
            }
        }
        platform.courses = members(run, &session, deadline, courses(classes), user).await;
        platform.gone_groups = platform.look_for_groups(&session, deadline, classes).await;
        Ok(platform)
    }

    /// The groups of classes that are gone from their course; none if the platform does not answer. A group with one of the
    /// members is there.
    async fn look_for_groups(
        &self,
        session: &Arc<dyn LearningPlatform>,
        deadline: Instant,
        classes: &[&Class],
    ) -> BTreeSet<PlatformId> {
        let doubted = |(_, link): &&Class| {
            let (course, group) = in_course(link.as_ref()?);
            let (group, Some(Ok(Some(members)))) = (group?, self.courses.get(&course)) else {
                return None;
            };
            let has_members = members.values().any(|member| member.groups.contains(&group));
            let expected = Object::Group(Group {
                course,
                ..Group::default()
            });
            (!has_members).then_some((group, expected))
        };
        let doubted: Vec<_> = classes.iter().filter_map(doubted).collect();
        match timeout_at(deadline, session.read_objects(&doubted)).await {
            Ok(Ok(found)) => gone_of(&doubted, found),
            Ok(Err(_)) | Err(_) => BTreeSet::new(),
        }
    }

    /// Marks all answers as missing.
    fn silent(mut self, reason: &Reason, classes: &[&Class]) -> Self {
        self.account = Err(reason.clone());
        let silent = |course| (course, Err(reason.clone()));
        self.courses = courses(classes).into_iter().map(silent).collect();
        self
    }

    /// The person's presence in the class. `None` for the role: the shape does not say which.
    pub(super) fn there(&self, class: Option<&Class>, role: Option<Role>, user: Option<PlatformId>) -> There {
        let Some((class, link)) = class else {
            return There::NoClass(Lacking::Class);
        };
        let Some(link) = link else {
            return There::NoClass(
                match self.without_course.contains(&*class.row.jadwal_kuliah_detail_id) {
                    true => Lacking::Course,
                    false => Lacking::Group,
                },
            );
        };
        let (course, group) = in_course(link);
        match (self.courses.get(&course), user) {
            (Some(Ok(None)), _) => There::NoClass(Lacking::CourseGone),
            _ if group.is_some_and(|group| self.gone_groups.contains(&group)) => There::NoClass(Lacking::GroupGone),
            (Some(Err(reason)), _) => There::Unknown(reason.clone()),
            (_, None) => There::NoAccount,
            (None, _) => There::Unknown(Reason::TooManyAtOnce {
                most: MOST_COURSES as u64,
            }),
            (Some(Ok(Some(members))), Some(user)) => match members.get(&user) {
                None => There::Out,
                Some(found) => There::In(Presence {
                    state: found.state,
                    in_group: group.is_none_or(|group| found.groups.contains(&group)),
                    in_role: role.is_some_and(|role| found.roles.contains(&role)),
                    groups: found
                        .groups
                        .iter()
                        .filter_map(|group| self.groups.get(group).cloned())
                        .collect(),
                    last_access: found.last_access,
                }),
            },
        }
    }

    /// The members of the class's group, or of its course if the class is a course.
    pub(super) fn members(&self, link: &Link) -> Said<Vec<&CourseMember>> {
        let (course, group) = in_course(link);
        match self.courses.get(&course) {
            None | Some(Ok(None)) => Ok(Vec::new()),
            Some(Err(reason)) => Err(reason.clone()),
            Some(Ok(Some(members))) => {
                let inside = |member: &&CourseMember| group.is_none_or(|group| member.groups.contains(&group));
                Ok(members.values().filter(inside).collect())
            }
        }
    }
}

/// The accounts that are gone from the platform; none if it does not answer.
pub(super) async fn gone(run: &Run, accounts: Vec<(PlatformId, Object)>) -> BTreeSet<PlatformId> {
    if accounts.is_empty() {
        return BTreeSet::new();
    }
    let asked = tokio::time::timeout(PATIENCE, run.platform.read_objects(&accounts)).await;
    let Ok(Ok(found)) = asked else {
        return BTreeSet::new();
    };
    gone_of(&accounts, found)
}

/// The ids of the objects that were not found.
fn gone_of(asked: &[(PlatformId, Object)], found: Vec<Option<Object>>) -> BTreeSet<PlatformId> {
    let gone = asked.iter().zip(found).filter(|(_, found)| found.is_none());
    gone.map(|((id, _), _)| *id).collect()
}

fn courses(classes: &[&Class]) -> BTreeSet<PlatformId> {
    let of = |class: &&Class| class.1.as_ref().map(|link| in_course(link).0);
    classes.iter().filter_map(of).take(MOST_COURSES).collect()
}

fn groups(classes: &[&Class], beside: &[Class]) -> HashMap<PlatformId, String> {
    let named = |(class, link): &Class| {
        let link = link.as_ref().filter(|link| link.is_group)?;
        Some((link.platform_id, class.row.nama_kelas.to_string()))
    };
    classes.iter().copied().chain(beside).filter_map(named).collect()
}

async fn members(
    run: &Run,
    session: &Arc<dyn LearningPlatform>,
    deadline: Instant,
    courses: BTreeSet<PlatformId>,
    user: Option<PlatformId>,
) -> HashMap<PlatformId, Said<Members>> {
    let asked: Vec<_> = courses
        .into_iter()
        .map(|course| async move {
            let wanted = |member: &CourseMember| user.is_none_or(|user| member.user == user);
            let by_user = |people: Vec<CourseMember>| {
                let wanted = people.into_iter().filter(|member| wanted(member));
                wanted.map(|member| (member.user, member)).collect()
            };
            let answer = match timeout_at(deadline, session.enrolled(course)).await {
                Ok(Ok(people)) => Ok(people.map(by_user)),
                Ok(Err(error)) => Err(EngineError::from(error).reason()),
                Err(_) => Err(late(run.platform.name())),
            };
            (course, answer)
        })
        .collect();
    stream::iter(asked)
        .buffer_unordered(run.platform_requests)
        .collect()
        .await
}

/// A kind's key, the columns that name its parents, and their values.
type AskedParents = (&'static str, Vec<&'static str>, Vec<Vec<String>>);

/// The classes without a link that also have no course on the platform.
async fn without_course(run: &Run, classes: &[&Class]) -> crate::Result<BTreeSet<String>> {
    // Otherwise the course is made with the class.
    if run.shape().await?.course != CoursePer::MataKuliah {
        return Ok(BTreeSet::new());
    }
    let mut asked: HashMap<&'static str, AskedParents> = HashMap::new();
    let mut waiting = Vec::new();
    for (class, link) in classes.iter().copied() {
        let Some(parent) = class
            .row
            .parent()
            .filter(|parent| link.is_none() && !parent.root_stands_in && !is_combined(&class.row))
        else {
            continue;
        };
        let (columns, values): (Vec<_>, Vec<_>) = parent.columns.into_iter().unzip();
        let of_kind = asked
            .entry(parent.kind)
            .or_insert_with(|| (parent.object_key, columns, Vec::new()));
        of_kind.2.push(values.clone());
        waiting.push((parent.kind, values, class.row.jadwal_kuliah_detail_id.to_string()));
    }
    let mut there = HashMap::new();
    for (kind, (object_key, columns, values)) in asked {
        there.insert(kind, run.store.links(kind, object_key, &columns, &values).await?);
    }
    let lacking = |(kind, values, number): (&str, Vec<String>, String)| {
        let link = there.get(kind).and_then(|links| links.get(&values));
        (!matches!(link, Some(Some(_)))).then_some(number)
    };
    Ok(waiting.into_iter().filter_map(lacking).collect())
}
