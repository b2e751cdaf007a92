//! An enrolment, as actions use it: its person, and its course and group on the platform.

use super::class::{ClassOf, classes_of, courses_of, courses_of_hosts, in_course, named as class_named};
use crate::{
    EngineError, Result, RowsVerb, Run, driver,
    places::of_other_shape,
    plan::{Obstacle, RowName},
};
use futures::future::BoxFuture;
use selaras_kinds::{
    Kind, KindName, MembershipOf, OfPerson, PROGRAM, Person, class_id,
    kelas::Kelas,
    key,
    object::{Membership, PlatformId, Role},
    of_all_people, value,
};
use selaras_platform::{OpenBy, PersonInCourse};
use selaras_reasons::Reason;
use selaras_shape::CoursePer;
use selaras_store::{
    Selection,
    enrol::{Beside, EnrolmentResult, LastEnrolment, Waiting, WithPerson},
    export::Link,
    jobs::{Counts, Line, RowKey},
    rows::{EnrolmentState, Stored},
};
use std::collections::{HashMap, HashSet};

/// The least number of enrolments to read at once; a batch may be larger.
const READ: u64 = 1000;

/// One enrolment.
#[derive(Debug, Clone)]
pub(crate) struct Enrolment {
    pub(crate) id: i64,
    pub(crate) named: RowName,
    /// The person's number.
    pub(crate) person: String,
    /// The study program; empty if the row has none.
    pub(crate) program: String,
    /// The enrolment's state.
    pub(crate) state: EnrolmentState,
    /// True if the source no longer lists it.
    pub(crate) missing: bool,
    /// True if the platform did not answer the last call about it.
    pub(crate) unanswered: bool,
    /// True if it was never sent: its class's name does not say which class is meant.
    pub(crate) never_sent: bool,
    /// True if it was suspended already, and the person may enter the course by another method.
    pub(crate) still_open: bool,
    /// Why it has no role, if the shape does not say which. Its person is not enrolled then, but leaves.
    pub(crate) without_role: Option<Reason>,
    /// The membership on the platform, or why there is none.
    pub(crate) at: std::result::Result<Membership, Obstacle>,
}

impl Enrolment {
    /// The course, if it is on the platform.
    fn course(&self) -> Option<PlatformId> {
        self.at.as_ref().ok().map(|membership| membership.course)
    }

    /// True if both give their person the same role.
    pub(crate) fn has_role_of(&self, other: &Self) -> bool {
        let role =
            |enrolment: &Self| Some(enrolment.at.as_ref().ok()?.role).filter(|_| enrolment.without_role.is_none());
        role(self).is_some() && role(self) == role(other)
    }

    /// True if both are enrolments of the same person in the same course.
    fn is_beside(&self, other: &Self) -> bool {
        self.id != other.id && self.person == other.person && self.course().is_some() && self.course() == other.course()
    }
}

/// Other enrolments, by person.
pub(crate) struct Others(HashMap<String, Vec<Enrolment>>);

impl Others {
    /// The same person's enrolments, this one too.
    pub(crate) fn of_person(&self, enrolment: &Enrolment) -> impl Iterator<Item = &Enrolment> {
        self.0.get(&enrolment.person).into_iter().flatten()
    }

    /// The same person's enrolments in the same course.
    pub(crate) fn beside(&self, enrolment: &Enrolment) -> impl Iterator<Item = &Enrolment> {
        self.of_person(enrolment)
            .filter(move |other| enrolment.is_beside(other))
    }
}

/// People in courses and the groups that they are in there, by enrolments of the other lists: a student of the campus may take
/// part in MBKM or teach, with one account.
pub(crate) type Elsewhere = HashMap<PersonInCourse, HashSet<Option<PlatformId>>>;

/// The enrolments of a kind that people of some enrolments have.
struct OfList {
    kind: &'static str,
    find: for<'a> fn(&'a Run, &'a [Enrolment]) -> BoxFuture<'a, Result<Others>>,
}

impl OfPerson for OfList {
    fn of<P: Person>() -> Self {
        Self {
            kind: P::Enrolment::NAME,
            find: |run, enrolments| {
                Box::pin(async move {
                    let of = membership_of::<P::Enrolment>()?;
                    others::<P::Enrolment>(run, &of, enrolments, Beside::All).await
                })
            },
        }
    }
}

/// Where the people in `enrolments` stay by the other lists.
pub(crate) async fn elsewhere<K: Kind>(run: &Run, enrolments: &[Enrolment]) -> Result<Elsewhere> {
    let mut elsewhere = Elsewhere::new();
    for list in of_all_people::<OfList>() {
        if list.kind == K::NAME {
            continue;
        }
        for other in (list.find)(run, enrolments).await?.0.into_values().flatten() {
            if let (false, EnrolmentState::Sudah, Ok(at)) = (other.missing, other.state, other.at) {
                let person = PersonInCourse {
                    user: at.user,
                    course: at.course,
                };
                elsewhere.entry(person).or_default().insert(at.group);
            }
        }
    }
    Ok(elsewhere)
}

/// How the rows of a kind are enrolments; an error if they are none.
pub(crate) fn membership_of<K: Kind>() -> Result<MembershipOf> {
    K::MEMBERSHIP.ok_or_else(|| {
        EngineError::Refused(Reason::NotEnrollable {
            kind: K::LABEL.to_owned(),
        })
    })
}

/// The next waiting enrolments of an order, person by person, with the last one.
pub(crate) async fn next<K: Kind>(
    run: &Run,
    of: &MembershipOf,
    which: Waiting,
    after: Option<LastEnrolment>,
) -> Result<Option<(LastEnrolment, Vec<Enrolment>)>> {
    let selection = &run.order.selection;
    let limit = READ.max(run.platform.membership_limits().rows as u64);
    let rows = run
        .store
        .next_enrolments::<K>(of, selection, which, after.as_ref(), limit)
        .await?;
    let Some((last, rows)) = rows else { return Ok(None) };
    Ok(Some((last, locate(run, of, rows).await?)))
}

/// The number of waiting enrolments in an order.
pub(crate) async fn count<K: Kind>(run: &Run, which: Waiting) -> Result<i64> {
    Ok(run.store.count_enrolments::<K>(&run.order.selection, which).await?)
}

/// Records the results of a batch: each row's own enrolment, and others that changed with it.
pub(crate) async fn record<K: Kind>(
    run: &Run,
    records: Vec<Vec<EnrolmentResult>>,
    lines: &[Line],
    counts: &Counts,
) -> Result<()> {
    let enrolments: Vec<_> = records.into_iter().flatten().collect();
    Ok(run
        .store
        .record_enrolments::<K>(run.job()?, &enrolments, lines, counts)
        .await?)
}

/// Reports the enrolments of an order that still wait.
pub(crate) async fn untried<K: Kind>(run: &Run, which: Waiting, reason: &Reason) -> Result<()> {
    let selection = &run.order.selection;
    Ok(run
        .store
        .report_unasked::<K>(run.job()?, selection, which, reason)
        .await?)
}

/// Other enrolments of the people in `enrolments`.
pub(crate) async fn others<K: Kind>(
    run: &Run,
    of: &MembershipOf,
    enrolments: &[Enrolment],
    which: Beside,
) -> Result<Others> {
    let rows = run.store.enrolments_beside::<K>(of, &people(enrolments), which).await?;
    let mut others: HashMap<String, Vec<Enrolment>> = HashMap::new();
    for enrolment in locate(run, of, rows).await? {
        others.entry(enrolment.person.clone()).or_default().push(enrolment);
    }
    Ok(Others(others))
}

/// The enrolments of the people in `enrolments` that an order covers.
pub(crate) async fn chosen<K: Kind>(
    run: &Run,
    of: &MembershipOf,
    enrolments: &[Enrolment],
    (selection, which): (&Selection, Waiting),
) -> Result<HashSet<i64>> {
    let ids = run
        .store
        .chosen_enrolments::<K>(of, &people(enrolments), selection, which)
        .await?;
    Ok(ids.into_iter().collect())
}

fn people(enrolments: &[Enrolment]) -> Vec<&str> {
    let mut people: Vec<_> = enrolments.iter().map(|enrolment| enrolment.person.as_str()).collect();
    people.sort_unstable();
    people.dedup();
    people
}

/// Finds the class of each row on the platform.
async fn locate<K: Kind>(run: &Run, of: &MembershipOf, rows: Vec<WithPerson<K>>) -> Result<Vec<Enrolment>> {
    let classes: Vec<_> = rows.iter().map(|(stored, _)| &stored.row).collect();
    let found = classes_of(&run.store, &classes).await?;
    // A person who left a class without a group on the platform is still in its course.
    let lost = |stored: &Stored<K>, class: &ClassOf| {
        let unknown = matches!(
            class,
            ClassOf::Nowhere | ClassOf::Several(_) | ClassOf::Here { link: None, .. }
        );
        unknown && stored.state.missing_since.is_some()
    };
    let enters = |stored: &Stored<K>| matches!(stored.state.enrolment, EnrolmentState::Belum | EnrolmentState::Gagal);
    let shape = run.shape().await?;
    let needs_course = |(stored, class): (&Stored<K>, &ClassOf)| lost(stored, class) || enters(stored);
    // Only there does a course of the catalogue have one course on the platform.
    let has_courses = shape.course == CoursePer::MataKuliah;
    let courses = match has_courses && rows.iter().map(|(stored, _)| stored).zip(&found).any(needs_course) {
        true => courses_of(&run.store, &classes).await?,
        false => vec![None; rows.len()],
    };
    // A class that is taught in another one is in that one's course.
    let hosts = courses_of_hosts(&run.store, &found).await?;
    let courses = courses.into_iter().zip(&found).zip(hosts);
    let courses: Vec<_> = courses
        .map(|((own, class), host)| if class.is_combined() { host } else { own })
        .collect();
    // A class may be in another course now, while its group is in the former one until it is deleted there. No person enters it.
    // This is the link of a class to enter, unless its group is in the course that the catalogue has for it.
    let elsewhere = |stored: &Stored<K>, class: &ClassOf, course: Option<PlatformId>| match class {
        ClassOf::Here { link: Some(link), .. } if enters(stored) && link.is_group => {
            Some(link.clone()).filter(|link| course.is_none() || course != link.container_id)
        }
        _ => None,
    };
    let all = rows.iter().zip(&found).zip(&courses);
    let outside: HashSet<_> = all
        .filter_map(|(((stored, _), class), course)| elsewhere(stored, class, *course)?.container_id)
        .collect();
    let outside: Vec<_> = outside.into_iter().collect();
    let of_other_shape = of_other_shape(run, &shape, &outside).await?;
    // The next export gives the class another course.
    let waits = |link: &Link| link.container_id.is_some_and(|course| of_other_shape.contains(&course));
    let in_other_course = Reason::ClassInOtherCourse {
        platform: run.platform.name().to_owned(),
    };
    let refused = match shape.course {
        CoursePer::MataKuliahSemester => run.store.classes_refused(&in_other_course.code()).await?,
        CoursePer::MataKuliah | CoursePer::Kelas => HashSet::new(),
    };
    let classes = found.into_iter().zip(courses);
    Ok(rows
        .into_iter()
        .zip(classes)
        .map(|((stored, person), (class, course))| (shape.role(of, &stored.row), stored, person, class, course))
        .map(|(role, stored, person, class, course)| Enrolment {
            id: stored.id,
            named: RowName {
                row: RowKey::of(&stored.row),
                key: key(&stored.row),
                label: stored.row.label(),
            },
            person: value(&stored.row, of.person_column).to_owned(),
            program: value(&stored.row, PROGRAM).to_owned(),
            state: stored.state.enrolment,
            missing: stored.state.missing_since.is_some(),
            never_sent: stored.state.enrolment == EnrolmentState::Gagal
                && matches!(stored.state.enrolment_reason, Some(Reason::NameShared { .. })),
            still_open: matches!(stored.state.enrolment_reason, Some(Reason::StillOpen { .. })),
            unanswered: matches!(stored.state.enrolment_reason, Some(Reason::NotAnswered { .. })),
            without_role: role.as_ref().err().cloned(),
            at: match (
                elsewhere(&stored, &class, course),
                course.filter(|_| lost(&stored, &class)),
            ) {
                (Some(link), _) if waits(&link) => {
                    let reason = Reason::ClassNotThere {
                        key: class_known_by(&stored.row),
                        platform: run.platform.name().to_owned(),
                    };
                    Err(Obstacle::waiting(reason, Kelas::NAME, RowsVerb::Export))
                }
                (Some(link), None) if course.is_some() || refused.contains(&link.platform_id) => {
                    Err(in_other_course.clone().into())
                }
                (_, Some(course)) => account(run, of, person).map(|user| Membership {
                    user,
                    course,
                    group: None,
                    role: role.unwrap_or(of.role),
                }),
                (_, None) => membership(
                    run,
                    of,
                    (person, role.unwrap_or(of.role)),
                    class_known_by(&stored.row),
                    class,
                ),
            },
        })
        .collect())
}

fn membership(
    run: &Run,
    of: &MembershipOf,
    (person, role): (Option<PlatformId>, Role),
    key: String,
    class: ClassOf,
) -> std::result::Result<Membership, Obstacle> {
    let platform = run.platform.name().to_owned();
    let link = match class {
        ClassOf::Nowhere => {
            return Err(Obstacle::waiting(
                Reason::ClassNotHere { key },
                Kelas::NAME,
                RowsVerb::Sync,
            ));
        }
        ClassOf::Several(reason) => return Err(reason.into()),
        ClassOf::Here { link: None, .. } => {
            let reason = Reason::ClassNotThere { key, platform };
            return Err(Obstacle::waiting(reason, Kelas::NAME, RowsVerb::Export));
        }
        ClassOf::Here { link: Some(link), .. } => link,
    };
    let user = account(run, of, person)?;
    let (course, group) = in_course(&link);
    Ok(Membership {
        user,
        course,
        group,
        role,
    })
}

fn account(run: &Run, of: &MembershipOf, person: Option<PlatformId>) -> std::result::Result<PlatformId, Obstacle> {
    person.ok_or_else(|| {
        let kind = KindName::parse(of.person_kind).map_or(of.person_kind, KindName::label);
        let reason = Reason::AccountNotThere {
            kind: kind.to_owned(),
            platform: run.platform.name().to_owned(),
        };
        Obstacle::waiting(reason, of.person_kind, RowsVerb::Export)
    })
}

/// What an enrolment says of its class: the name, and the id if it has one.
fn class_known_by<K: Kind>(row: &K) -> String {
    let mut known_by = class_named(row);
    known_by.extend(Some(class_id(row).to_owned()).filter(|id| !id.is_empty()));
    known_by.join(" · ")
}

/// The person and the course as one number, for the plan's digest.
pub(crate) const fn named(membership: &Membership) -> i64 {
    membership.course.wrapping_mul(31).wrapping_add(membership.user)
}

/// Cuts steps into batches of the platform's size, between people: only a person who has more is divided. Batches in flight
/// together are about different people, as the platform may not enrol a person twice at once.
pub(crate) fn in_batches<T>(run: &Run, steps: Vec<T>, enrolment: impl Fn(&T) -> &Enrolment) -> Vec<Vec<T>> {
    let person = |step: &T| enrolment(step).person.clone();
    driver::cut_between(steps, run.platform.membership_limits().rows, person)
}

/// The reason of a row that got no answer.
pub(crate) fn unanswered(run: &Run) -> Reason {
    Reason::NotAnswered {
        platform: run.platform.name().to_owned(),
    }
}

/// Why a course is still open to a person who should have left it.
pub(crate) fn still_open(run: &Run, by: OpenBy) -> Reason {
    let platform = run.platform.name().to_owned();
    match by {
        OpenBy::OtherMethod => Reason::StillOpen { platform },
        OpenBy::OtherRole(role) => Reason::StillOpenInRole { role, platform },
    }
}
