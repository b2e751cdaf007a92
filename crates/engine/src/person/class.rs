//! The people of one kind in a class, on all sides.

use super::{
    cause::{self, Systems},
    look::{self, email_of, enrolment_here, person_here},
    placed::{Bearers, MOST_MEMBERS, Standing, enrolments_in},
    platform::{Class, Platform, gone},
    seen::{Cause, EnrolmentHere, Listed, Said, There, Who},
    source::list_of_class,
};
use crate::{
    Result, Run,
    enrol::{membership_of, name_of_class},
};
use selaras_kinds::{Kind, Person, class_id, object::PlatformId, value};
use selaras_store::{enrol::WithPerson, rows::ListQuery};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

/// A person in a class.
pub struct MemberSeen {
    /// Who it is; for a person unknown to the dashboard, the account's name and username.
    pub who: Who,
    /// Whether the source lists them.
    pub source: Listed,
    /// What the dashboard has.
    pub here: Option<EnrolmentHere>,
    /// Where they are on the platform.
    pub there: There,
    /// Why the sides differ.
    pub cause: Option<Cause>,
}

/// The class, and the platform's answers on it.
#[derive(Clone)]
pub(super) struct ClassQuery {
    pub(super) class: Arc<Class>,
    pub(super) platform: Arc<Platform>,
}

/// The members of one kind of people.
pub(super) struct Members {
    pub(super) source: Said<()>,
    pub(super) members: Vec<MemberSeen>,
    pub(super) accounts: HashSet<PlatformId>,
}

pub(super) fn systems(run: &Run) -> Systems<'_> {
    Systems {
        source: run.source.name(),
        platform: run.platform.name(),
    }
}

/// A person's rows in the dashboard and in the source's list of the class.
type Sides<'a, K> = (Option<&'a (WithPerson<K>, Standing)>, Option<&'a K>);

/// The people of one kind that the source or the dashboard has in the class.
pub(super) async fn members<P: Person>(run: &Run, asked: &ClassQuery) -> Result<Members> {
    let of = membership_of::<P::Enrolment>()?;
    let (stored, _) = &*asked.class;
    let enrolments = enrolments_in::<P>(&run.store, &of, &stored.row).await?;
    // A kind that was never synced is not read from the source: it may have no such list.
    let list = match run.store.count::<P::Enrolment>(&ListQuery::default()).await? {
        0 => None,
        _ => Some(list_of_class::<P::Enrolment>(run, &of, &name_of_class::<P::Enrolment>(&stored.row)).await),
    };
    let bearers = Bearers::of::<P::Enrolment>(&run.store, &stored.row).await?;
    let ids: Vec<_> = enrolments.iter().map(|((enrolment, _), _)| enrolment.id).collect();
    let entered_here = run.store.entered_here::<P::Enrolment>(&ids).await?;
    let number = |row: &P::Enrolment| value(row, of.person_column).to_owned();
    let rows = || list.iter().flatten().flat_map(|list| &list.rows);
    // The source now says the class of these people, so the next sync ties their enrolments to it.
    let told: HashSet<_> = rows().filter(|row| !class_id(*row).is_empty()).map(number).collect();
    let mut found: BTreeMap<String, Sides<'_, P::Enrolment>> = BTreeMap::new();
    for enrolment in &enrolments {
        let ((stored, _), standing) = enrolment;
        let number = number(&stored.row);
        if *standing == Standing::Clear || !told.contains(&number) {
            let here = &mut found.entry(number).or_default().0;
            if here.is_none() || *standing == Standing::Clear {
                *here = Some(enrolment);
            }
        }
    }
    for list in list.iter().flatten() {
        for row in list
            .rows
            .iter()
            .filter(|row| bearers.standing(*row, &stored.row).is_some())
        {
            found.entry(number(row)).or_default().1 = Some(row);
        }
        for number in list.unreadable() {
            found.entry(number.to_owned()).or_default();
        }
    }
    let numbers: Vec<_> = found.keys().take(MOST_MEMBERS).map(String::as_str).collect();
    let known = run.store.objects::<P>(&numbers).await?;
    let known: HashMap<_, _> = known
        .iter()
        .map(|found| (value(&found.0.row, P::OBJECT_KEY), found))
        .collect();
    let shape = run.shape().await?;
    let there = |role, user| asked.platform.there(Some(&asked.class), role, user);
    let absent = known.values().filter_map(|(stored, link)| {
        let user = link.as_ref()?.platform_id;
        matches!(there(Some(of.role), Some(user)), There::Out)
            .then(|| Some((user, run.platform.named(stored.row.object(0).ok()?))))?
    });
    let gone = gone(run, absent.collect()).await;
    let mut members = Vec::with_capacity(numbers.len());
    for number in numbers {
        let (enrolment, row) = found[number];
        let person = known.get(number).copied();
        let here = enrolment.map(|(enrolment, _)| enrolment_here(enrolment, &entered_here));
        let source = match &list {
            None => Listed::No,
            Some(Err(reason)) => Listed::Unknown(reason.clone()),
            Some(Ok(_)) if row.is_some() => Listed::Yes,
            Some(Ok(list)) => list.lists(&of, number, |row| bearers.standing(row, &stored.row).is_some()),
        };
        let user = enrolment.and_then(|((_, user), _)| *user);
        let own = enrolment.map(|((stored, _), _)| &stored.row).or(row);
        let role = own.map_or(Some(of.role), |row| shape.role(&of, row).ok());
        let there = there(role, user.filter(|user| !gone.contains(user)));
        let standing = person.map(|person| person_here(person, false));
        let class = stored.row.label();
        let enrolment = cause::Enrolment {
            class: &class,
            ambiguous: enrolment.and_then(|(_, standing)| match standing {
                Standing::Clear => None,
                Standing::Ambiguous(reason) => Some(reason),
            }),
            listed: &source,
            here: here.as_ref(),
            there: &there,
            person: standing.as_ref(),
            account: None,
        };
        let described = person
            .map(|(stored, _)| stored.row.clone())
            .or_else(|| row.map(look::as_person::<P>));
        members.push(MemberSeen {
            cause: enrolment.cause(&systems(run)),
            who: Who {
                kind: P::NAME,
                number: number.to_owned(),
                label: described.as_ref().map(Kind::label).unwrap_or_default(),
                email: described.as_ref().map(email_of).unwrap_or_default(),
            },
            source,
            here,
            there,
        });
    }
    Ok(Members {
        source: match list {
            Some(Err(reason)) => Err(reason),
            _ => Ok(()),
        },
        members,
        accounts: enrolments.iter().filter_map(|((_, user), _)| *user).collect(),
    })
}
