//! A class and everybody in it, on all sides.

use super::{
    cause::{self, Systems},
    look::{self, account_of, key_of_class, person_here, place_here},
    people,
    platform::{Class, Platform, gone},
    seen::{Cause, Listed, PlaceHere, Said, There, Who},
    source::list_of_class,
};
use crate::{Result, Run, comparison::class_columns, enrol::membership_of};
use selaras_kinds::{Kind, Person, kelas::Kelas, object::PlatformId, value};
use selaras_store::{
    enrol::WithPerson,
    export::Link,
    rows::{ListQuery, Stored},
};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

/// People of one kind in a class that are shown.
const MOST_MEMBERS: usize = 1000;

/// A class on all sides.
pub struct ClassSeen {
    /// The class as the dashboard has it.
    pub class: Stored<Kelas>,
    /// What is known of it on the platform.
    pub link: Option<Link>,
    /// Whether the source gave its lists.
    pub source: Said<()>,
    /// Whether the platform said who is in it.
    pub platform: Said<()>,
    /// Everybody whom one of the systems has in it.
    pub members: Vec<MemberSeen>,
}

/// Somebody in a class.
pub struct MemberSeen {
    /// Who it is; without a number where the dashboard does not know them.
    pub who: Who,
    /// Whether the source lists them.
    pub source: Listed,
    /// What the dashboard has.
    pub here: Option<PlaceHere>,
    /// Where they are on the platform.
    pub there: There,
    /// Why the sides differ.
    pub cause: Option<Cause>,
}

/// What the members of a class are looked for with.
#[derive(Clone)]
pub(super) struct Asked {
    class: Arc<Class>,
    platform: Arc<Platform>,
}

/// The members of one kind of people.
pub(super) struct Members {
    source: Said<()>,
    members: Vec<MemberSeen>,
    accounts: HashSet<PlatformId>,
}

/// Looks at a class.
pub(super) async fn look(run: Arc<Run>, class: Class) -> Result<ClassSeen> {
    let course = vec![
        class.0.row.nama_mata_kuliah.to_string(),
        class.0.row.program_id.to_string(),
    ];
    let beside = run
        .store
        .classes_by(&["nama_mata_kuliah", "program_id"], &[course])
        .await?;
    let platform = Arc::new(Platform::ask(&run, None, &[&class], &beside).await?);
    let asked = Asked {
        class: Arc::new(class),
        platform: Arc::clone(&platform),
    };
    let (mut source, mut members, mut placed) = (Ok(()), Vec::new(), HashSet::new());
    for verbs in people() {
        let found = (verbs.members)(Arc::clone(&run), asked.clone()).await?;
        source = source.and(found.source);
        members.extend(found.members);
        placed.extend(found.accounts);
    }
    let (stored, link) = &*asked.class;
    let mut told = Ok(());
    if let Some(link) = link {
        match platform.members(link) {
            Err(reason) => told = Err(reason),
            Ok(there) => {
                let strangers = there.into_iter().filter(|member| {
                    let ours = !member.roles.is_empty();
                    ours && !placed.contains(&member.user)
                });
                for stranger in strangers.take(MOST_MEMBERS) {
                    members.push(by_hand(&run, &asked, stranger));
                }
            }
        }
    }
    Ok(ClassSeen {
        class: stored.clone(),
        link: link.clone(),
        source,
        platform: told,
        members,
    })
}

/// Somebody whom the platform alone has in the class.
fn by_hand(run: &Run, asked: &Asked, found: &selaras_platform::Enrolment) -> MemberSeen {
    let verbs = people().iter().find(|verbs| verbs.takes(&found.roles));
    let of = verbs.and_then(|verbs| verbs.of);
    let there = of.map_or(There::Out, |of| {
        asked.platform.there(Some(&asked.class), &of, Some(found.user))
    });
    let place = cause::Place {
        class: "",
        listed: &Listed::No,
        here: None,
        there: &there,
        person: None,
        account: None,
    };
    MemberSeen {
        cause: place.cause(&systems(run)),
        who: Who {
            kind: verbs.map_or("", |verbs| verbs.kind),
            number: found.username.clone(),
            label: found.name.clone(),
            email: String::new(),
        },
        source: Listed::No,
        here: None,
        there,
    }
}

fn systems(run: &Run) -> Systems<'_> {
    Systems {
        source: run.source.name(),
        platform: run.platform.name(),
    }
}

/// The people of one kind whom source or dashboard have in the class.
pub(super) async fn members<P: Person>(run: &Run, asked: &Asked) -> Result<Members> {
    let of = membership_of::<P::Place>()?;
    let (stored, _) = &*asked.class;
    let key = key_of_class::<P::Place>(&stored.row);
    let own = class_columns::<P::Place>();
    let own: Vec<_> = own.iter().map(|(_, own)| own.as_str()).collect();
    let places = run
        .store
        .memberships_of::<P::Place>(&of, &own, std::slice::from_ref(&key))
        .await?;
    // The source is not asked for a kind that nobody ever took over: it may have no such list.
    let list = match run.store.count::<P::Place>(&ListQuery::default()).await? {
        0 => None,
        _ => Some(list_of_class::<P::Place>(run, &of, &key).await),
    };
    let ids: Vec<_> = places.iter().map(|(place, _)| place.id).collect();
    let entered_here = run.store.entered_here::<P::Place>(&ids).await?;
    let number = |row: &P::Place| value(row, of.person_column).to_owned();
    let mut found: BTreeMap<String, (Option<&WithPerson<P::Place>>, Option<&P::Place>)> = BTreeMap::new();
    for place in &places {
        found.entry(number(&place.0.row)).or_default().0 = Some(place);
    }
    for list in list.iter().flatten() {
        for row in &list.rows {
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
    let there = |user| asked.platform.there(Some(&asked.class), &of, user);
    let absent = known.values().filter_map(|(stored, link)| {
        let user = link.as_ref()?.platform_id;
        matches!(there(Some(user)), There::Out).then(|| Some((user, stored.row.object(0).ok()?)))?
    });
    let gone = gone(run, absent.collect()).await;
    let mut members = Vec::with_capacity(numbers.len());
    for number in numbers {
        let (place, row) = found[number];
        let person = known.get(number).copied();
        let here = place.map(|place| place_here(place, &entered_here));
        let source = match &list {
            None => Listed::No,
            Some(Err(reason)) => Listed::Unknown(reason.clone()),
            Some(Ok(_)) if row.is_some() => Listed::Yes,
            Some(Ok(list)) => list.lists(&of, number, |_| true),
        };
        let user = place.and_then(|(_, user)| *user);
        let there = there(user.filter(|user| !gone.contains(user)));
        let standing = person.map(|person| person_here(person, false));
        let class = stored.row.label();
        let place = cause::Place {
            class: &class,
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
            cause: place.cause(&systems(run)),
            who: Who {
                kind: P::NAME,
                number: number.to_owned(),
                label: described.as_ref().map(Kind::label).unwrap_or_default(),
                email: described
                    .as_ref()
                    .and_then(account_of)
                    .map(|account| account.email)
                    .unwrap_or_default(),
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
        accounts: places.iter().filter_map(|(_, user)| *user).collect(),
    })
}
