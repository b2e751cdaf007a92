//! Numbers that probably changed: while it is undecided whether two people are one, the gone one stays in their courses and the
//! new one gets no second account.

use crate::Result;
use futures::future::BoxFuture;
use selaras_kinds::{KindName, OfKind, OfPerson, Person, of_all_people};
use selaras_reasons::Reason;
use selaras_store::{
    Store,
    renumbering::{Numbered, Renumbering},
};
use std::{collections::HashMap, sync::LazyLock};

/// People by their number.
type People = BoxFuture<'static, Result<HashMap<String, Numbered>>>;

/// What is done about the numbers of a kind of people.
pub(crate) struct NumberVerbs {
    /// The kind.
    pub(crate) kind: KindName,
    /// The kind of their enrolments.
    pub(crate) enrolments: KindName,
    /// The field of the number.
    pub(crate) number: &'static str,
    /// The field of the full name.
    pub(crate) name: &'static str,
    /// The field of the e-mail address.
    pub(crate) email: &'static str,
    /// Why a value cannot be a number.
    pub(crate) refused: fn(&str) -> Option<Reason>,
    /// Proposes pairs: after people were created or found gone.
    propose: fn(Store) -> BoxFuture<'static, Result<()>>,
    /// The pairs that wait for a decision.
    pub(crate) waiting: fn(Store) -> BoxFuture<'static, Result<Vec<Renumbering>>>,
    /// The people with these numbers.
    pub(crate) numbered: fn(Store, Vec<String>) -> People,
}

impl OfPerson for NumberVerbs {
    fn of<P: Person>() -> Self {
        Self {
            kind: <KindName as OfKind>::of::<P>(),
            enrolments: <KindName as OfKind>::of::<P::Enrolment>(),
            number: P::OBJECT_KEY,
            name: P::FULL_NAME,
            email: P::EMAIL.unwrap_or_default(),
            refused: |value| {
                let field = P::FIELDS.iter().find(|field| field.name == P::OBJECT_KEY)?;
                field.check(value).err().map(|error| Reason::from(&error))
            },
            propose: |store| Box::pin(async move { Ok(store.propose_renumberings::<P>().await?) }),
            waiting: |store| Box::pin(async move { Ok(store.renumberings::<P>().await?) }),
            numbered: |store, numbers| {
                Box::pin(async move {
                    let numbers: Vec<_> = numbers.iter().map(String::as_str).collect();
                    Ok(store.numbered::<P>(&numbers).await?)
                })
            },
        }
    }
}

/// The verbs of all kinds of people.
pub(crate) fn numbers() -> &'static [NumberVerbs] {
    static NUMBERS: LazyLock<Vec<NumberVerbs>> = LazyLock::new(of_all_people);
    &NUMBERS
}

/// The verbs of the kind of that name; `None` if it is no kind of people.
pub(crate) fn numbers_of(kind: &str) -> Option<&'static NumberVerbs> {
    numbers().iter().find(|verbs| verbs.kind.as_str() == kind)
}

/// Proposes pairs after a sync of a kind has created rows or found some gone.
pub(crate) async fn propose(store: &Store, kind: &str) -> Result<()> {
    let concerns = |verbs: &&NumberVerbs| [verbs.kind, verbs.enrolments].iter().any(|of| of.as_str() == kind);
    for verbs in numbers().iter().filter(concerns) {
        (verbs.propose)(store.clone()).await?;
    }
    Ok(())
}

/// Which people of a kind wait for a decision on their number, each with the reason.
#[derive(Default)]
pub(crate) struct Undecided {
    leaving: HashMap<String, Reason>,
    entering: HashMap<String, Reason>,
}

impl Undecided {
    /// Those of the kind of that name; none if it is no kind of people.
    pub(crate) async fn of(store: &Store, kind: &str) -> Result<Self> {
        let mut undecided = Self::default();
        let Some(verbs) = numbers_of(kind) else {
            return Ok(undecided);
        };
        for Renumbering { from, to, same } in (verbs.waiting)(store.clone()).await? {
            let reason = Reason::PerhapsRenumbered {
                value: from.clone(),
                other: to.clone(),
            };
            undecided.leaving.entry(from).or_insert_with(|| reason.clone());
            if same.is_strong() {
                undecided.entering.entry(to).or_insert(reason);
            }
        }
        Ok(undecided)
    }

    /// Why a gone person is not taken out of a course yet.
    pub(crate) fn leaving(&self, number: &str) -> Option<Reason> {
        self.leaving.get(number).cloned()
    }

    /// Why a new person gets no account yet. Only if the two are almost certainly one: a new student must not wait because a
    /// graduate had the same name.
    pub(crate) fn entering(&self, number: &str) -> Option<Reason> {
        self.entering.get(number).cloned()
    }
}
