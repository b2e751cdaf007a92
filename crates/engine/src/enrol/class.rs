//! Which class a place is in, by what the place says of it.

use crate::Result;
use selaras_kinds::{Kind, PROGRAM, class_columns, kelas::Kelas, says_program, value};
use selaras_store::{Store, export::Link};
use std::collections::HashSet;

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
    class_columns::<K>().into_iter().map(|(column, _)| column).collect()
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
    if !says_program::<K>() {
        return Ok(names
            .iter()
            .map(|name| {
                links
                    .get(name)
                    .map_or(ClassOf::Nowhere, |link| ClassOf::Here(link.clone()))
            })
            .collect());
    }
    // A name may be that of classes of several programs: the place's own is meant, and of one that says none, the only one.
    let several = store.classes_of_several(PROGRAM, &columns, &distinct).await?;
    let in_programs: Vec<_> = rows
        .iter()
        .zip(&names)
        .map(|(row, name)| in_program(*row, name))
        .collect();
    let wanted: HashSet<_> = in_programs.iter().cloned().collect();
    let wanted: Vec<_> = wanted.into_iter().collect();
    columns.push(PROGRAM);
    let narrowed = store.links(Kelas::NAME, Kelas::OBJECT_KEY, &columns, &wanted).await?;
    Ok(names
        .iter()
        .zip(&in_programs)
        .map(|(name, in_program)| match (narrowed.get(in_program), links.get(name)) {
            (Some(link), _) => ClassOf::Here(link.clone()),
            (None, _) if several.contains(name) => ClassOf::Several,
            (None, Some(link)) => ClassOf::Here(link.clone()),
            (None, None) => ClassOf::Nowhere,
        })
        .collect())
}

/// The class of this name in the place's own program.
fn in_program<K: Kind>(row: &K, name: &[String]) -> Vec<String> {
    let mut name = name.to_vec();
    name.push(value(row, PROGRAM).to_owned());
    name
}
