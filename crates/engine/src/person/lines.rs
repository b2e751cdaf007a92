//! Adds names of people and classes to the lines of a job's report, which only have numbers.

use crate::{Result, enrol::class_named};
use selaras_kinds::{Key, Kind, Person, class_columns, kelas::Kelas, value};
use selaras_store::{Store, jobs::Line, report::ClassOfLine};
use std::collections::{BTreeSet, HashMap};

/// A line's parsed key: the person's number, and for an enrolment the values that name the class.
struct ParsedKey {
    number: String,
    class: Option<Vec<String>>,
}

/// Parses a key as [`selaras_kinds::key`] makes it; for a person alone it is the number.
fn parse_key<P: Person>(kind: &str, key: &Key) -> Option<ParsedKey> {
    let parts = &key.values;
    let of = P::Enrolment::MEMBERSHIP?;
    if parts.len() == 1 && kind == P::NAME {
        return Some(ParsedKey {
            number: parts[0].clone(),
            class: None,
        });
    }
    if kind != P::Enrolment::NAME || parts.len() != P::Enrolment::KEY.len() {
        return None;
    }
    let mut row = P::Enrolment::default();
    for (name, part) in P::Enrolment::KEY.iter().zip(parts) {
        let field = P::Enrolment::FIELDS.iter().find(|field| field.name == *name)?;
        (field.set)(&mut row, part.as_str().into());
    }
    Some(ParsedKey {
        number: value(&row, of.person_column).to_owned(),
        class: Some(class_named(&row)),
    })
}

/// Adds the names to lines about people of one kind, or about their enrolments.
pub(super) async fn of_people<P: Person>(store: Store, mut lines: Vec<Line>) -> Result<Vec<Line>> {
    let keys: Vec<_> = lines
        .iter()
        .map(|line| parse_key::<P>(&line.row.as_ref()?.kind, &line.key))
        .collect();
    let numbers: BTreeSet<_> = keys.iter().flatten().map(|key| key.number.as_str()).collect();
    let names = store.names_of::<P>(&numbers.into_iter().collect::<Vec<_>>()).await?;
    let columns: Vec<_> = class_columns::<P::Enrolment>()
        .into_iter()
        .map(|(column, _)| column)
        .collect();
    let classes: BTreeSet<_> = keys.iter().flatten().filter_map(|key| key.class.clone()).collect();
    let classes: Vec<_> = classes.into_iter().collect();
    // If several classes have one name, the latest is meant.
    let classes: HashMap<Vec<String>, Kelas> = store
        .classes_by(&columns, &classes)
        .await?
        .into_iter()
        .map(|(stored, _)| {
            let key = columns
                .iter()
                .map(|column| value(&stored.row, column).to_owned())
                .collect();
            (key, stored.row)
        })
        .collect();
    for (line, key) in lines.iter_mut().zip(keys) {
        let Some(key) = key else { continue };
        if let Some(name) = names.get(&key.number) {
            line.label = Some(name.clone());
        }
        let class = key.class.as_ref().and_then(|class| classes.get(class));
        line.class = class.map(|class| ClassOfLine {
            number: value(class, Kelas::OBJECT_KEY).to_owned(),
            label: class.label(),
        });
        line.number = Some(key.number);
    }
    Ok(lines)
}
