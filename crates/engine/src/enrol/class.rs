//! Which class a place is in, by what the place says of it.

use crate::Result;
use selaras_kinds::{Kind, kelas::Kelas, value};
use selaras_store::{Store, export::Link};
use std::collections::HashSet;

/// The study program of a class, and of places that say theirs.
pub(crate) const PROGRAM: &str = "program_id";

/// Whether rows of a kind say their study program.
pub(crate) fn says_program<K: Kind>() -> bool {
    K::FIELDS.iter().any(|field| field.name == PROGRAM)
}

/// The class of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ClassOf {
    /// The dashboard has none of that name.
    Nowhere,
    /// Classes of several study programs go by that name, and the place, which could, does not say which of them is meant.
    Several,
    /// The class, and what is known of it on the platform. Where one name was given anew, or the place's kind knows no program (MBKM),
    /// the latest class.
    Here(Option<Link>),
}

/// The columns of `kelas` by which places of a kind name their class.
pub(crate) fn columns<K: Kind>() -> Vec<&'static str> {
    K::default().class().into_iter().map(|(column, _)| column).collect()
}

/// What a place calls its class: values of those columns.
pub(crate) fn named<K: Kind>(row: &K) -> Vec<String> {
    row.class().into_iter().map(|(_, value)| value.to_owned()).collect()
}

/// The classes of places, in order.
pub(crate) async fn classes_of<K: Kind>(store: &Store, rows: &[&K]) -> Result<Vec<ClassOf>> {
    let mut columns = columns::<K>();
    let names: Vec<_> = rows.iter().map(|row| named(*row)).collect();
    let mut distinct = names.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let links = store.links(Kelas::NAME, Kelas::OBJECT_KEY, &columns, &distinct).await?;
    let several: HashSet<_> = match says_program::<K>() && !columns.contains(&PROGRAM) {
        true => store.classes_of_several(PROGRAM, &columns, &distinct).await?,
        false => HashSet::new(),
    };
    let in_program = |row: &K, name: &[String]| {
        let mut name = name.to_vec();
        name.push(value(row, PROGRAM).to_owned());
        name
    };
    let places = || rows.iter().zip(&names);
    let narrowed: HashSet<_> = places()
        .filter(|(_, name)| several.contains(*name))
        .map(|(row, name)| in_program(row, name))
        .collect();
    columns.push(PROGRAM);
    let narrowed: Vec<_> = narrowed.into_iter().collect();
    let narrowed = store.links(Kelas::NAME, Kelas::OBJECT_KEY, &columns, &narrowed).await?;
    Ok(places()
        .map(|(row, name)| match several.contains(name) {
            true => narrowed
                .get(&in_program(row, name))
                .map_or(ClassOf::Several, |link| ClassOf::Here(link.clone())),
            false => links
                .get(name)
                .map_or(ClassOf::Nowhere, |link| ClassOf::Here(link.clone())),
        })
        .collect())
}
