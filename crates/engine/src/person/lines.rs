//! Adds names of people and classes to the lines of a job's report, which only have numbers.

use crate::{
    Result,
    enrol::{class_named, name_of_class},
};
use selaras_kinds::{Key, Kind, Person, class_columns, kelas::Kelas, value};
use selaras_store::{Store, jobs::Line, person::Linked, report::ClassOfLine};
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

/// The class of a line, of those with its name. The hash of an enrolment's key includes the id of its class, if it has one.
fn class_of_line<'a>(line: &Line, bearers: &'a [Linked<Kelas>]) -> Option<&'a Kelas> {
    let hash = line.row.as_ref()?.hash;
    let is_meant = |(class, _): &&Linked<Kelas>| {
        let id = class.row.jadwal_kuliah_detail_id.as_str();
        selaras_kinds::hash(line.key.values.iter().map(String::as_str).chain([id])) == hash
    };
    let tied = bearers.iter().find(is_meant);
    let listed = || bearers.iter().filter(|(class, _)| class.state.missing_since.is_none());
    // Without an id, a name that several listed classes bear does not say which one.
    let named = || match listed().count() {
        0 => bearers.last(),
        1 => listed().next(),
        _ => None,
    };
    tied.or_else(named).map(|(class, _)| &class.row)
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
    let mut bearers: HashMap<Vec<String>, Vec<Linked<Kelas>>> = HashMap::new();
    for class in store.classes_by(&columns, &classes).await? {
        let name = name_of_class::<P::Enrolment>(&class.0.row);
        bearers.entry(name).or_default().push(class);
    }
    for (line, key) in lines.iter_mut().zip(keys) {
        let Some(key) = key else { continue };
        if let Some(name) = names.get(&key.number) {
            line.label = Some(name.clone());
        }
        let bearers = key.class.as_ref().and_then(|class| bearers.get(class));
        let class = bearers.and_then(|bearers| class_of_line(line, bearers));
        line.class = class.map(|class| ClassOfLine {
            number: value(class, Kelas::OBJECT_KEY).to_owned(),
            label: class.label(),
        });
        line.number = Some(key.number);
    }
    Ok(lines)
}
