//! One person, or one class, on all three sides: what the source says now, what the dashboard has, what the platform has, and
//! why they differ. Nothing is changed by looking; `mend` brings one person in step with the verbs that there are.
//!
//! `source` and `platform` ask, each within one time and no more than a person's own lists and courses; a system that does
//! not answer is told in its own part. `look` puts the answers together, `class` does the same for everybody of a class, and
//! `cause` judges.

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
use selaras_store::{Store, history::About, jobs::Line};
use std::sync::{Arc, LazyLock};

pub(crate) use attendance::attended;
pub use attendance::{Attendee, ClassAttendance};
pub use class::MemberSeen;
pub use naming::{name_classes, name_people};
pub use whole_class::ClassSeen;
pub(crate) use whole_class::look as look_at_class;

/// What comes of looking at a person; nothing where no system knows them.
type Looked = BoxFuture<'static, Result<Option<PersonSeen>>>;
type Named = BoxFuture<'static, Result<Vec<Line>>>;

/// A kind of people, and what is done with one of them.
pub struct PersonVerbs {
    /// Its name.
    pub kind: &'static str,
    /// What people read.
    pub label: &'static str,
    /// The same as a value.
    pub name: KindName,
    /// The kind of their places, which their jobs are about.
    pub places: KindName,
    pub(crate) look: fn(Arc<Run>, Target) -> Looked,
    pub(crate) history: fn(Store, String) -> BoxFuture<'static, Result<About>>,
    name_lines: fn(Store, Vec<Line>) -> Named,
    placed: fn(Store, Kelas) -> BoxFuture<'static, Result<Vec<Who>>>,
    members: fn(Arc<Run>, class::Asked) -> BoxFuture<'static, Result<class::Members>>,
    pub(crate) run: fn(Arc<Run>) -> BoxFuture<'static, Result<Reason>>,
    pub(crate) plan: fn(Arc<Run>) -> BoxFuture<'static, Result<Plan>>,
    /// How their places are memberships.
    of: Option<MembershipOf>,
}

impl PersonVerbs {
    /// Whether these parts in a course are such people's.
    fn takes(&self, roles: &[Role]) -> bool {
        self.of.is_some_and(|of| roles.contains(&of.role))
    }
}

impl OfPerson for PersonVerbs {
    fn of<P: Person>() -> Self {
        Self {
            kind: P::NAME,
            label: P::LABEL,
            name: <KindName as OfKind>::of::<P>(),
            places: <KindName as OfKind>::of::<P::Place>(),
            look: |run, target| Box::pin(async move { look::look::<P>(&run, &target).await }),
            history: |store, number| {
                Box::pin(async move {
                    let of = crate::enrol::membership_of::<P::Place>()?;
                    Ok(store.about_person::<P, P::Place>(&of, &number).await?)
                })
            },
            name_lines: |store, lines| Box::pin(lines::of_people::<P>(store, lines)),
            placed: |store, class| Box::pin(async move { placed::placed::<P>(&store, &class).await }),
            members: |run, asked| Box::pin(async move { class::members::<P>(&run, &asked).await }),
            run: |run| Box::pin(mend::run::<P>(run)),
            plan: |run| Box::pin(mend::plan::<P>(run)),
            of: P::Place::MEMBERSHIP,
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
