//! Compares the dashboard's enrolments with the members of each course on the platform.

use super::findings::Report;
use crate::{
    Result, Run,
    enrol::{ClassOf, class_named, classes_of, in_course},
    in_flight::InFlight,
};
use futures::future::BoxFuture;
use selaras_kinds::{
    Key, Kind, OfKind, class_columns,
    kelas::Kelas,
    key,
    mahasiswa::Mahasiswa,
    mengajar::Mengajar,
    object::{PlatformId, Role},
    of_all_kinds, value,
};
use selaras_platform::{CourseMember, MemberState};
use selaras_reasons::Reason;
use selaras_store::{
    export::Link,
    jobs::{Outcome, RowKey},
    rows::{EnrolmentState as Standing, Stored},
};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

/// Courses compared at once.
const COURSES: u64 = 10;

type Classes = BTreeMap<PlatformId, Vec<(Stored<Kelas>, Link)>>;

/// Courses that are compared at once: their classes and members.
struct Courses {
    classes: Classes,
    people: People,
}

/// Enrolments of any kind, as pairs of course and account: these people were not enrolled by hand.
type Placed = HashSet<(PlatformId, PlatformId)>;

/// The members of each course on the platform; `None` if the course is gone.
type People = HashMap<PlatformId, Option<BTreeMap<PlatformId, CourseMember>>>;

/// The function that compares the enrolments of a kind with the members of courses, and adds them to [`Placed`].
struct Members(for<'a> fn(&'a Arc<Run>, &'a Courses, &'a mut Placed) -> BoxFuture<'a, Result<()>>);

impl OfKind for Members {
    fn of<K: Kind>() -> Self {
        Self(|run, courses, placed| Box::pin(of_kind::<K>(run, courses, placed)))
    }
}

/// Compares the members of all courses that hold classes.
pub(super) async fn compare(run: &Arc<Run>) -> Result<()> {
    let mut after = 0;
    loop {
        run.checkpoint()?;
        let classes = run.store.next_courses(after, COURSES).await?;
        let Some((last, _)) = classes.last_key_value() else {
            return Ok(());
        };
        after = *last;
        let people = people(run, &classes).await?;
        let courses = Courses { classes, people };
        let mut placed = Placed::new();
        for Members(compare) in of_all_kinds() {
            compare(run, &courses, &mut placed).await?;
        }
        report_unmatched(run, &courses, &placed).await?;
    }
}

async fn people(run: &Arc<Run>, classes: &Classes) -> Result<People> {
    let mut people = HashMap::with_capacity(classes.len());
    let mut in_flight = InFlight::new(run.platform_requests);
    for course in classes.keys().copied() {
        if let Some(ended) = in_flight.room().await {
            people.extend([ended?]);
        }
        let run = Arc::clone(run);
        in_flight.begin(async move {
            let there = run.platform.enrolled(course).await?;
            let by_user = |people: Vec<CourseMember>| people.into_iter().map(|person| (person.user, person)).collect();
            Ok((course, there.map(by_user)))
        });
    }
    while let Some(ended) = in_flight.next().await {
        people.extend([ended?]);
    }
    Ok(people)
}

/// Compares the enrolments of one kind, if it has any.
async fn of_kind<K: Kind>(run: &Arc<Run>, Courses { classes, people }: &Courses, placed: &mut Placed) -> Result<()> {
    let Some(of) = K::MEMBERSHIP else { return Ok(()) };
    let columns = class_columns::<K>();
    let of_class: Vec<_> = columns.iter().map(|(column, _)| *column).collect();
    let own: Vec<_> = columns.iter().map(|(_, own)| own.as_str()).collect();
    let mut named: Vec<Vec<String>> = classes
        .values()
        .flatten()
        .map(|(class, _)| {
            of_class
                .iter()
                .map(|column| value(&class.row, column).to_owned())
                .collect()
        })
        .collect();
    named.sort_unstable();
    named.dedup();
    let enrolments = run.store.memberships_of::<K>(&of, &own, &named).await?;
    let rows: Vec<_> = enrolments.iter().map(|(stored, _)| &stored.row).collect();
    // If several classes have one name, this picks the class that an enrolment would pick.
    let found = classes_of(&run.store, &rows).await?;
    let mut report = Report::of::<K>(run);
    let shape = run.shape().await?;
    let found: Vec<_> = enrolments
        .iter()
        .zip(found)
        .filter_map(|((stored, person), class)| {
            let ClassOf::Here { link: Some(link), .. } = class else {
                return None;
            };
            // Other courses are in another batch.
            let (course, group) = in_course(&link);
            people
                .get(&course)
                .map(|people| (stored, *person, (course, group), people))
        })
        .collect();
    let is_listed = |stored: &Stored<K>| stored.state.missing_since.is_none();
    let listed = found.iter().filter(|(stored, ..)| is_listed(stored));
    let listed: Placed = listed
        .filter_map(|(_, person, (course, _), _)| Some((*course, (*person)?)))
        .collect();
    for (stored, person, (course, group), people) in found {
        let row = &stored.row;
        let enrolment = Enrolment {
            role: shape.role(&of, row).ok(),
            group,
            enrolment: stored.state.enrolment,
            listing: match person {
                _ if is_listed(stored) => Listing::Here,
                Some(person) if listed.contains(&(course, person)) => Listing::Beside,
                _ => Listing::Gone,
            },
        };
        if !enrolment.is_over() {
            placed.extend(person.map(|person| (course, person)));
        }
        let there = person.and_then(|person| people.as_ref()?.get(&person));
        match enrolment.difference(
            there,
            people.is_none(),
            K::LABEL,
            (run.platform.name(), run.source.name()),
        ) {
            None => report.in_step(1),
            Some((outcome, reason)) => {
                let label = [row.label(), class_named(row).join(" ")].join(", ");
                report.add(outcome, RowKey::of(row), key(row), &label, reason);
            }
        }
        report.write_if_full().await?;
    }
    report.write().await
}

/// The enrolment that a row stands for.
struct Enrolment {
    /// `None`: the shape does not say which.
    role: Option<Role>,
    group: Option<PlatformId>,
    enrolment: Standing,
    listing: Listing,
}

/// Whether the source lists an enrolment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listing {
    Here,
    /// It lists another one of the person in the course.
    Beside,
    Gone,
}

impl Enrolment {
    /// True if neither the source lists it nor the platform was told of it. A person who may enter the course all the same was
    /// enrolled by hand, unless another enrolment says so.
    fn is_over(&self) -> bool {
        self.listing != Listing::Here && matches!(self.enrolment, Standing::Belum | Standing::Gagal)
    }

    /// How the enrolment differs from the platform, and what to do; `None` if it does not.
    fn difference(
        &self,
        there: Option<&CourseMember>,
        course_gone: bool,
        kind: &str,
        (platform, source): (&str, &str),
    ) -> Option<(Outcome, Reason)> {
        let (kind, platform) = (kind.to_owned(), platform.to_owned());
        let in_role = |there: &CourseMember| self.role.is_some_and(|role| there.roles.contains(&role));
        let in_group = |there: &CourseMember| self.group.is_none_or(|group| there.groups.contains(&group));
        let enrolled = self.enrolment == Standing::Sudah;
        if self.is_over() {
            return None;
        }
        let is_active = there.is_some_and(|there| there.state == MemberState::Active);
        let reason = match there {
            _ if self.enrolment == Standing::Ditangguhkan => {
                let found = match self.listing {
                    Listing::Here => (Outcome::ByHand, Reason::ActiveThereAgain { kind }),
                    // The other enrolment keeps the person in the course.
                    Listing::Beside => return None,
                    Listing::Gone => {
                        let source = source.to_owned();
                        let reason = Reason::ActiveThereAfterLeaving { platform, source, kind };
                        (Outcome::ChangedThere, reason)
                    }
                };
                return is_active.then_some(found);
            }
            // The next unenrolment ends it, whatever the platform says.
            _ if self.listing != Listing::Here => return None,
            Some(there) if enrolled && there.state == MemberState::Suspended => Reason::SuspendedThere { kind },
            Some(there) if in_group(there) && in_role(there) => {
                if enrolled {
                    return None;
                }
                return Some((Outcome::ByHand, Reason::EnrolledByHand { platform, kind }));
            }
            _ if !enrolled => Reason::NotYetEnrolled { kind },
            Some(there) if !in_group(there) => Reason::NotInGroup { platform, kind },
            Some(_) => Reason::RoleChanged { platform, kind },
            None if course_gone => Reason::CourseGone { platform, kind },
            None => Reason::NotInCourse { platform, kind },
        };
        Some((Outcome::NotEnrolled, reason))
    }
}

/// Reports members of a course who may enter it without an enrolment in the dashboard.
async fn report_unmatched(run: &Arc<Run>, Courses { classes, people }: &Courses, placed: &Placed) -> Result<()> {
    let shape = run.shape().await?;
    let (mut students, mut teachers) = (Report::of::<Mahasiswa>(run), Report::of::<Mengajar>(run));
    for (course, classes) in classes {
        let named = classes
            .first()
            .map_or("", |(class, _)| class.row.nama_mata_kuliah.as_str());
        let there = people.get(course).into_iter().flatten().flat_map(BTreeMap::values);
        let there = there.filter(|person| person.state != MemberState::Suspended);
        for person in there.filter(|person| !placed.contains(&(*course, person.user))) {
            // Members with other roles are Moodle's own affair.
            let report = match person.roles.iter().find(|role| shape.gives(**role)) {
                Some(Role::Student) => &mut students,
                Some(Role::EditingTeacher | Role::Numbered(_)) => &mut teachers,
                None => continue,
            };
            report.add_without_row(
                Outcome::ByHand,
                Key::of([named, person.username.as_str()]),
                &person.name,
                Reason::EnrolledByHandUnknown {
                    platform: run.platform.name().to_owned(),
                    source: run.source.name().to_owned(),
                },
            );
        }
    }
    students.write().await?;
    teachers.write().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use selaras_kinds::mahasiswa_mbkm::MahasiswaMbkm;
    use selaras_platform::LastAccess;

    #[test]
    fn class_columns_map_to_the_kinds_own_columns() {
        let columns = |columns: Vec<(&'static str, String)>| {
            columns
                .into_iter()
                .map(|(column, own)| format!("{column}={own}"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(
            columns(class_columns::<Mahasiswa>()),
            "nama_mata_kuliah=nama_mk nama_kelas=nama_kelas program_id=program_id"
        );
        assert_eq!(
            columns(class_columns::<MahasiswaMbkm>()),
            "nama_mata_kuliah=nama_mk nama_kelas=nama_kelas"
        );
        assert_eq!(
            columns(class_columns::<Mengajar>()),
            "kelas_id=kelas_id nama_mata_kuliah=nama_mata_kuliah"
        );
    }

    #[test]
    fn enrolment_is_compared_by_course_group_and_role() {
        let there = |roles: &[Role], groups: &[PlatformId]| CourseMember {
            user: 1,
            username: "1".to_owned(),
            name: "Siti".to_owned(),
            roles: roles.to_vec(),
            groups: groups.to_vec(),
            state: MemberState::Active,
            last_access: LastAccess::Never,
        };
        let compared = |listed: bool, enrolled: bool, there: Option<CourseMember>| {
            let enrolment = Enrolment {
                role: Some(Role::Student),
                group: Some(9),
                enrolment: if enrolled { Standing::Sudah } else { Standing::Belum },
                listing: if listed { Listing::Here } else { Listing::Gone },
            };
            enrolment
                .difference(there.as_ref(), false, "Mahasiswa", ("Moodle", "OCAS"))
                .map_or(Outcome::InStep, |(outcome, _)| outcome)
        };
        let outcome = |enrolled, there| compared(true, enrolled, there);
        let here = || Some(there(&[Role::Student], &[9]));
        assert_eq!(outcome(true, here()), Outcome::InStep);
        assert_eq!(outcome(false, here()), Outcome::ByHand);
        assert_eq!(outcome(true, Some(there(&[Role::Student], &[]))), Outcome::NotEnrolled);
        assert_eq!(outcome(true, Some(there(&[], &[9]))), Outcome::NotEnrolled);
        assert_eq!(outcome(true, None), Outcome::NotEnrolled);
        assert_eq!(outcome(false, Some(there(&[Role::Student], &[]))), Outcome::NotEnrolled);
        assert_eq!(outcome(false, None), Outcome::NotEnrolled);
        // The source no longer lists it, and it was never sent.
        assert_eq!(compared(false, false, None), Outcome::InStep);
        assert_eq!(compared(false, false, here()), Outcome::InStep);
    }
}
