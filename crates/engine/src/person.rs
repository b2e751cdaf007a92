//! One person, or one class, on all three sides: the source, the dashboard and the platform, and why they differ. Looking
//! changes nothing; `mend` aligns one person with the existing verbs.
//!
//! `source` and `platform` read only the person's own lists and courses, each within a time limit. A system that does not
//! answer is reported in its own part. `look` combines the answers, `class` does so for everybody in a class, and `cause`
//! finds the cause of a difference.

mod attendance;
mod cause;
mod class;
mod lines;
mod look;
mod mend;
mod naming;
mod patience;
mod placed;
mod platform;
pub mod seen;
mod source;
mod whole_class;

use crate::{Plan, Result, Run, task::Target};
use futures::future::BoxFuture;
use selaras_kinds::{
    Kind, KindName, MembershipOf, OfKind, OfPerson, Person, kelas::Kelas, object::Role, of_all_people,
};

use seen::{PersonSeen, Who};
use selaras_reasons::Reason;
use selaras_shape::Shape;
use selaras_store::{Store, history::About, jobs::Line};
use std::sync::{Arc, LazyLock};

pub(crate) use attendance::attended;
pub use attendance::{Attendee, ClassAttendance};
pub use class::MemberSeen;
pub use naming::{name_classes, name_people};
pub use whole_class::ClassSeen;
pub(crate) use whole_class::look as look_at_class;

/// The view of a person; `None` if no system knows them.
type PersonFuture = BoxFuture<'static, Result<Option<PersonSeen>>>;
type LinesFuture = BoxFuture<'static, Result<Vec<Line>>>;

/// A kind of people, and what can be done with one of them.
pub struct PersonVerbs {
    /// Its name.
    pub kind: &'static str,
    /// Its label.
    pub label: &'static str,
    /// Its name as a value.
    pub name: KindName,
    /// The kind of their enrolments, which is the subject of their jobs.
    pub enrolments: KindName,
    pub(crate) look: fn(Arc<Run>, Target) -> PersonFuture,
    pub(crate) history: fn(Store, String) -> BoxFuture<'static, Result<About>>,
    name_lines: fn(Store, Vec<Line>) -> LinesFuture,
    placed: fn(Store, Kelas) -> BoxFuture<'static, Result<Vec<Who>>>,
    members: fn(Arc<Run>, class::ClassQuery) -> BoxFuture<'static, Result<class::Members>>,
    pub(crate) run: fn(Arc<Run>) -> BoxFuture<'static, Result<Reason>>,
    pub(crate) plan: fn(Arc<Run>) -> BoxFuture<'static, Result<Plan>>,
    /// How their enrolments are memberships.
    of: Option<MembershipOf>,
}

impl PersonVerbs {
    /// The role of such people among these roles in a course, if there is one.
    fn role_among(&self, shape: &Shape, roles: &[Role]) -> Option<Role> {
        let given = shape.roles_of(self.of.as_ref()?);
        given.into_iter().find(|role| roles.contains(role))
    }
}

impl OfPerson for PersonVerbs {
    fn of<P: Person>() -> Self {
        Self {
            kind: P::NAME,
            label: P::LABEL,
            name: <KindName as OfKind>::of::<P>(),
            enrolments: <KindName as OfKind>::of::<P::Enrolment>(),
            look: |run, target| Box::pin(async move { look::look::<P>(&run, &target).await }),
            history: |store, number| {
                Box::pin(async move {
                    let of = crate::enrol::membership_of::<P::Enrolment>()?;
                    Ok(store.about_person::<P, P::Enrolment>(&of, &number).await?)
                })
            },
            name_lines: |store, lines| Box::pin(lines::of_people::<P>(store, lines)),
            placed: |store, class| Box::pin(async move { placed::placed::<P>(&store, &class).await }),
            members: |run, asked| Box::pin(async move { class::members::<P>(&run, &asked).await }),
            run: |run| Box::pin(mend::run::<P>(run)),
            plan: |run| Box::pin(mend::plan::<P>(run)),
            of: P::Enrolment::MEMBERSHIP,
        }
    }
}

/// All kinds of people.
pub fn people() -> &'static [PersonVerbs] {
    static PEOPLE: LazyLock<Vec<PersonVerbs>> = LazyLock::new(of_all_people);
    &PEOPLE
}

/// The kind of people of that name.
pub fn people_of(kind: &str) -> Option<&'static PersonVerbs> {
    people().iter().find(|verbs| verbs.kind == kind)
}
