//! One person, or one class, on all three sides: what the source says now, what the dashboard has, what the platform has, and
//! why they differ. Nothing is changed by looking; `mend` brings one person in step with the verbs that there are.
//!
//! `source` and `platform` ask, each within one time and no more than a person's own lists and courses; a system that does
//! not answer is told in its own part. `look` puts the answers together, `class` does the same for everybody of a class, and
//! `cause` judges.

mod cause;
mod class;
mod look;
mod mend;
mod platform;
pub mod seen;
mod source;

use crate::{Engine, Plan, Result, Run, Task};
use futures::future::BoxFuture;
use selaras_kinds::{
    Kind, KindName, MembershipOf, OfKind, OfPerson, Person, kelas::Kelas, object::Role, of_all_people,
};

use seen::PersonSeen;
use selaras_reasons::Reason;
use selaras_store::{Store, history::About};
use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

pub use class::{ClassSeen, MemberSeen};
pub(crate) use mend::MendTask;

/// How long a system may take to answer all questions about a person or a class.
const PATIENCE: Duration = Duration::from_secs(10);

/// The system did not answer in that time.
fn late(system: &str) -> Reason {
    Reason::NotAnsweredInTime {
        system: system.to_owned(),
        seconds: PATIENCE.as_secs(),
    }
}

/// A kind of people, and what is done with one of them.
pub struct PersonVerbs {
    /// Its name.
    pub kind: &'static str,
    /// What people read.
    pub label: &'static str,
    /// The same as a value.
    pub(crate) name: KindName,
    /// The kind of their places, which their jobs are about.
    pub places: KindName,
    look: fn(Arc<Run>, Target) -> BoxFuture<'static, Result<Option<PersonSeen>>>,
    history: fn(Store, String) -> BoxFuture<'static, Result<About>>,
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

/// Who is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The person's number.
    pub number: String,
    /// A class to look into besides, by its number in the timetable: it may list somebody whom the dashboard does not have.
    pub class: Option<String>,
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
pub(crate) fn people_of(kind: &str) -> Option<&'static PersonVerbs> {
    people().iter().find(|verbs| verbs.kind == kind)
}

impl Engine {
    /// A person on all sides; nothing where no system knows them.
    pub async fn person(&self, verbs: &PersonVerbs, target: Target) -> Result<Option<PersonSeen>> {
        let run = self.looking(Task::mend(verbs, target.clone()));
        (verbs.look)(run, target).await
    }

    /// What the history of a person is made of.
    pub async fn about_person(&self, verbs: &PersonVerbs, number: &str) -> Result<About> {
        (verbs.history)(self.store().clone(), number.to_owned()).await
    }

    /// A class and everybody in it, on all sides; nothing where the dashboard has no such class.
    pub async fn class(&self, number: &str) -> Result<Option<ClassSeen>> {
        let value = vec![number.to_owned()];
        let found = self.store().classes_by(&[Kelas::OBJECT_KEY], &[value]).await?.pop();
        let Some(found) = found else { return Ok(None) };
        let Some(first) = people().first() else { return Ok(None) };
        let target = Target {
            number: number.to_owned(),
            class: None,
        };
        class::look(self.looking(Task::mend(first, target)), found)
            .await
            .map(Some)
    }
}
