//! People with a new number: the pairs that are proposed, and what a new number changes.

use crate::{
    Change, EngineError, PersonVerbs, Plan, PlanRow, Result,
    jobs::Engine,
    undecided_numbers::{self, NumberVerbs, numbers},
};
use selaras_kinds::{KindName, hash};
use selaras_reasons::Reason;
use selaras_store::{
    log::By,
    renumbering::{Numbered, Renumbered, Same},
};

/// A person with their number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithNumber {
    /// The number.
    pub number: String,
    /// The person.
    pub person: Numbered,
}

/// Two people who may be one with a new number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedRenumbering {
    /// The kind of people.
    pub kind: KindName,
    /// The person that the source no longer lists.
    pub from: WithNumber,
    /// The person that it lists since.
    pub to: WithNumber,
    /// What the two have in common.
    pub same: Same,
}

impl Engine {
    /// The pairs that wait for a decision, of all kinds of people.
    pub async fn renumberings(&self) -> Result<Vec<ProposedRenumbering>> {
        let mut found = Vec::new();
        for verbs in numbers() {
            let pairs = (verbs.waiting)(self.store().clone()).await?;
            let numbers = pairs
                .iter()
                .flat_map(|pair| [pair.from.clone(), pair.to.clone()])
                .collect();
            let people = (verbs.numbered)(self.store().clone(), numbers).await?;
            let with = |number: String| WithNumber {
                person: people.get(&number).cloned().unwrap_or_default(),
                number,
            };
            found.extend(pairs.into_iter().map(|pair| ProposedRenumbering {
                kind: verbs.kind,
                from: with(pair.from),
                to: with(pair.to),
                same: pair.same,
            }));
        }
        Ok(found)
    }

    /// How many pairs wait for a decision.
    pub async fn count_renumberings(&self) -> Result<i64> {
        let mut count = 0;
        for verbs in numbers() {
            count += (verbs.waiting)(self.store().clone()).await?.len();
        }
        Ok(count as i64)
    }

    /// What a new number would change: the person, and the account if the number has one of its own.
    ///
    /// # Errors
    /// [`EngineError::NotFound`]: no person has the old number. [`EngineError::Refused`]: the numbers are the same, or the source
    /// lists both.
    pub async fn plan_renumbering(&self, verbs: &PersonVerbs, from: &str, to: &str) -> Result<Plan> {
        let (was, known) = self.two(verbs, from, to).await?;
        let field = |field: &str, from: &str, to: &str| Change {
            field: field.to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
        };
        let numbers = numbers_of(verbs)?;
        let mut row = PlanRow::named(from.to_owned(), was.name.clone());
        row.changes.push(field(numbers.number, from, to));
        let mut plan = Plan::default();
        plan.digest.add([hash([from, to].into_iter()), known.is_some().into()]);
        if let Some(known) = &known {
            for (name, was, is) in [
                (numbers.name, &was.name, &known.name),
                (numbers.email, &was.email, &known.email),
            ] {
                if was != is {
                    row.changes.push(field(name, was, is));
                }
            }
            plan.notes.push(Reason::RenumberJoins {
                to: to.to_owned(),
                label: known.name.clone(),
            });
            if was.has_account && known.has_account {
                plan.notes.push(Reason::RenumberLeavesAccount {
                    to: to.to_owned(),
                    platform: self.platform().name().to_owned(),
                });
            }
        }
        plan.counts.update = 1;
        plan.rows.update.push(row);
        plan.token = plan.token();
        Ok(plan)
    }

    /// Gives a person a new number. Returns the result as one sentence.
    ///
    /// # Errors
    /// Those of [`Self::plan_renumbering`]; [`EngineError::Refused`] if a job on such people is running.
    pub async fn renumber(&self, verbs: &PersonVerbs, (from, to): (&str, &str), by: By<'_>) -> Result<Reason> {
        let (was, _) = self.two(verbs, from, to).await?;
        let label = was.name;
        let (number, to) = (from.to_owned(), to.to_owned());
        let log = Reason::DidRenumber {
            kind: verbs.label.to_owned(),
            label: label.clone(),
            number: number.clone(),
            to: to.clone(),
        };
        match self.store().renumber(verbs.name, (from, &to), &log, by).await? {
            Renumbered::Done => Ok(Reason::WasRenumbered { label, number, to }),
            Renumbered::Busy => Err(EngineError::Refused(Reason::RenumberWaits {
                kind: verbs.label.to_owned(),
            })),
            Renumbered::Unknown => Err(unknown(verbs, from)),
        }
    }

    /// The person with the old number, and the one with the new number if there is one.
    async fn two(&self, verbs: &PersonVerbs, from: &str, to: &str) -> Result<(Numbered, Option<Numbered>)> {
        if from == to {
            return Err(EngineError::Refused(Reason::RenumberSame { number: to.to_owned() }));
        }
        let numbers = vec![from.to_owned(), to.to_owned()];
        let mut people = (numbers_of(verbs)?.numbered)(self.store().clone(), numbers).await?;
        let was = people.remove(from).ok_or_else(|| unknown(verbs, from))?;
        let known = people.remove(to);
        // If the source lists both, they are two people: one of them would lose the account.
        if was.is_listed && known.as_ref().is_some_and(|known| known.is_listed) {
            return Err(EngineError::Refused(Reason::RenumberBothListed {
                number: from.to_owned(),
                to: to.to_owned(),
                source: self.source().name().to_owned(),
            }));
        }
        Ok((was, known))
    }
}

/// Why a value cannot be the number of such a person.
pub fn refused_number(verbs: &PersonVerbs, value: &str) -> Option<Reason> {
    (undecided_numbers::numbers_of(verbs.kind)?.refused)(value)
}

fn numbers_of(verbs: &PersonVerbs) -> Result<&'static NumberVerbs> {
    let lacks = || EngineError::Damaged(format!("{} has no numbers", verbs.kind));
    undecided_numbers::numbers_of(verbs.kind).ok_or_else(lacks)
}

fn unknown(verbs: &PersonVerbs, number: &str) -> EngineError {
    EngineError::NotFound(Reason::NoSuchPerson {
        kind: verbs.label.to_owned(),
        number: number.to_owned(),
    })
}
