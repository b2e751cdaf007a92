//! Compares the dashboard's objects with those on the platform.

use super::findings::Report;
use crate::{
    Result, Run,
    export::{Item, Step, steps},
    in_flight::InFlight,
};
use selaras_kinds::{
    Kind, Term,
    object::{Object, ProfileField},
    value,
};
use selaras_reasons::{Reason, Word};
use selaras_store::{
    export::{Link, ToSend},
    jobs::Outcome,
};
use std::sync::Arc;

/// Objects read at once.
const READ: u64 = 400;

/// Compares all objects of a kind.
pub(super) async fn compare<K: Kind>(run: &Arc<Run>) -> Result<()> {
    each_batch(run, compare_batch::<K>).await
}

/// Does `work` on all objects of a kind, a few batches at a time. The shape of the campus may make none of the kind's rows one.
pub(crate) async fn each_batch<K: Kind, F>(run: &Arc<Run>, work: impl Fn(Arc<Run>, Vec<ToSend<K>>) -> F) -> Result<()>
where
    F: Future<Output = Result<()>> + Send + 'static,
{
    if !K::IS_OBJECT || !run.shape().await?.makes::<K>() {
        return Ok(());
    }
    let mut in_flight = InFlight::new(run.platform_requests);
    let mut after = None::<String>;
    loop {
        run.checkpoint()?;
        let objects = run.store.next_objects::<K>(after.as_deref(), READ).await?;
        let Some(last) = objects.last() else { break };
        after = Some(value(&last.stored.row, K::OBJECT_KEY).to_owned());
        if let Some(ended) = in_flight.room().await {
            ended?;
        }
        in_flight.begin(work(Arc::clone(run), objects));
    }
    while let Some(ended) = in_flight.next().await {
        ended?;
    }
    Ok(())
}

async fn compare_batch<K: Kind>(run: Arc<Run>, objects: Vec<ToSend<K>>) -> Result<()> {
    let mut report = Report::of::<K>(&run);
    let mut sent: Vec<(Item, Link)> = Vec::with_capacity(objects.len());
    for step in steps::<K>(&run, objects).await? {
        match step {
            Step::Unchanged(item, link) => sent.push((item, link)),
            Step::Update(item, _) => sent.extend(item.known.clone().map(|link| (item, link))),
            Step::Create(item) => report.add(
                Outcome::MissingThere,
                item.named.row.clone(),
                item.object_key.as_str(),
                &item.named.label,
                Reason::NotExported {
                    kind: K::LABEL.to_owned(),
                },
            ),
            Step::Refuse {
                object_key,
                named,
                obstacle,
                ..
            } => report.add(
                Outcome::MissingThere,
                named.row,
                object_key,
                &named.label,
                obstacle.reason,
            ),
        }
    }
    let expected: Vec<_> = sent
        .iter()
        .map(|(item, link)| (link.platform_id, item.object.clone()))
        .collect();
    if !expected.is_empty() {
        for ((item, link), found) in sent.iter().zip(run.platform.read_objects(&expected).await?) {
            compare_object::<K>(&run, item, link, found.as_ref(), &mut report);
        }
    }
    report.write().await
}

fn compare_object<K: Kind>(run: &Run, item: &Item, link: &Link, found: Option<&Object>, report: &mut Report) {
    let (platform, kind) = (run.platform.name().to_owned(), K::LABEL.to_owned());
    let (outcome, reason) = match found {
        None => (Outcome::MissingThere, Reason::GoneSinceExport { platform, kind }),
        // Name and place of a tied category belong to others.
        Some(_) if link.tied => return report.in_step(1),
        Some(found) => {
            let differs = |Difference { field, here, there }| Reason::DiffersThere {
                field,
                here,
                system: platform.clone(),
                there,
            };
            let changes: Vec<_> = differences(&item.object, found).into_iter().map(differs).collect();
            if changes.is_empty() {
                return report.in_step(1);
            }
            match side(&item.object, found, link.sent_hash) {
                Side::There => (
                    Outcome::ChangedThere,
                    Reason::ChangedThere {
                        platform,
                        kind,
                        source: run.source.name().to_owned(),
                        changes,
                    },
                ),
                Side::Here => (Outcome::ChangedHere, Reason::ChangedHereSinceExport { kind, changes }),
                Side::Both => (
                    Outcome::ChangedBoth,
                    Reason::ChangedHereAndThere {
                        platform,
                        kind,
                        changes,
                    },
                ),
            }
        }
    };
    report.add(
        outcome,
        item.named.row.clone(),
        item.object_key.as_str(),
        &item.named.label,
        reason,
    );
}

#[derive(Debug, PartialEq, Eq)]
enum Side {
    Here,
    There,
    Both,
}

/// Which side has changed since the object was sent. The last sent hash is 0 if a report made the row wait again.
fn side(here: &Object, there: &Object, sent: i64) -> Side {
    if sent == 0 || here.fingerprint() == sent {
        Side::There
    } else if matches!(there, Object::Group(_)) || there.fingerprint() == sent {
        // A group is sent under one of two names; which one is not stored.
        Side::Here
    } else {
        Side::Both
    }
}

/// A field of an object that differs on the platform.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) field: Word,
    pub(crate) here: String,
    pub(crate) there: String,
}

/// The differences between an object here and on the platform.
pub(crate) fn differences(here: &Object, there: &Object) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut compare = |field, here: &str, there: &str| {
        if here != there {
            found.push(Difference {
                field,
                here: here.to_owned(),
                there: there.to_owned(),
            });
        }
    };
    compare(Word::Idnumber, here.idnumber(), there.idnumber());
    match (here, there) {
        (Object::Account(here), Object::Account(there)) => {
            if !here.keeps_username {
                compare(Word::Username, &here.username, &there.username);
            }
            compare(Word::FirstName, &here.firstname, &there.firstname);
            compare(Word::LastName, &here.lastname, &there.lastname);
            if !here.email.eq_ignore_ascii_case(&there.email) {
                compare(Word::EmailAddress, &here.email, &there.email);
            }
            for (field, value) in &here.profile {
                let there = there.profile.get(field).map_or("", String::as_str);
                let (field, name) = match field {
                    ProfileField::Department => (Word::Department, None),
                    ProfileField::Institution => (Word::Institution, None),
                    ProfileField::City => (Word::City, None),
                    ProfileField::Phone => (Word::Phone, None),
                    ProfileField::Language => (Word::Language, None),
                    ProfileField::Custom(name) => (Word::ProfileField, Some(name)),
                };
                let named = |value: &str| match name {
                    Some(name) => format!("{name}: {value}"),
                    None => value.to_owned(),
                };
                compare(field, &named(value), &named(there));
            }
        }
        (Object::Course(here), Object::Course(there)) => {
            if !here.named_once {
                compare(Word::ShortName, &here.shortname, &there.shortname);
                compare(Word::Name, &here.fullname, &there.fullname);
            }
            compare(Word::Category, &here.category.to_string(), &there.category.to_string());
            if here.term.is_some() {
                let first = |term: Option<Term>| term.map(|term| term.first.to_string()).unwrap_or_default();
                let last = |term: Option<Term>| term.and_then(|term| term.last).map(|day| day.to_string());
                compare(Word::CourseStart, &first(here.term), &first(there.term));
                compare(
                    Word::CourseEnd,
                    &last(here.term).unwrap_or_default(),
                    &last(there.term).unwrap_or_default(),
                );
            }
        }
        (Object::Category(here), Object::Category(there)) => {
            compare(Word::Name, &here.name, &there.name);
            compare(
                Word::ParentCategory,
                &here.parent.to_string(),
                &there.parent.to_string(),
            );
        }
        (Object::Group(here), Object::Group(there)) if !here.named_once && there.name != here.name_if_taken => {
            compare(Word::Name, &here.name, &there.name);
        }
        _ => {}
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use selaras_kinds::object::{Account, Group, Profile};

    fn account(lastname: &str, email: &str) -> Object {
        Object::Account(Account {
            idnumber: "selaras:mahasiswa:1".to_owned(),
            username: "1".to_owned(),
            firstname: "Siti".to_owned(),
            lastname: lastname.to_owned(),
            email: email.to_owned(),
            profile: Profile::new(),
            keeps_username: false,
        })
    }

    fn group(name: &str) -> Object {
        Object::Group(Group {
            idnumber: "selaras:kelas:1".to_owned(),
            name: name.to_owned(),
            name_if_taken: "A (20261)".to_owned(),
            course: 7,
            ..Group::default()
        })
    }

    #[test]
    fn changed_side_is_found_by_the_sent_hash() {
        let (old, new, other) = (account("A", "a@b"), account("B", "a@b"), account("C", "a@b"));
        assert_eq!(side(&old, &new, old.fingerprint()), Side::There);
        assert_eq!(side(&new, &old, old.fingerprint()), Side::Here);
        assert_eq!(side(&new, &other, old.fingerprint()), Side::Both);
        assert_eq!(side(&new, &other, 0), Side::There);
    }

    #[test]
    fn email_case_and_second_group_name_are_no_difference() {
        assert_eq!(differences(&account("A", "A@b"), &account("A", "a@B")), []);
        assert_eq!(differences(&group("A"), &group("A (20261)")), []);
        let name = Difference {
            field: Word::Name,
            here: "A".to_owned(),
            there: "B".to_owned(),
        };
        assert_eq!(differences(&group("A"), &group("B")), [name]);
    }
}
