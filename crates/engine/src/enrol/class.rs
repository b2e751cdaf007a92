//! Finds the class of an enrolment by the columns that name it.

use crate::Result;
use selaras_kinds::{Kind, PROGRAM, class_columns, kelas::Kelas, says_program, value};
use selaras_store::{Store, export::Link};
use std::collections::HashSet;

/// The class of an enrolment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ClassOf {
    /// The dashboard has no class of that name.
    Nowhere,
    /// Several study programs have a class of that name, and the enrolment does not say which program.
    Several,
    /// The class, with its link to the platform. If a name was used again, or the kind knows no program (MBKM), the latest
    /// class.
    Here(Option<Link>),
}

/// The columns of `kelas` by which enrolments of a kind name their class.
pub(crate) fn columns<K: Kind>() -> Vec<&'static str> {
    class_columns::<K>().into_iter().map(|(column, _)| column).collect()
}

/// The name of an enrolment's class: the values of those columns.
pub(crate) fn named<K: Kind>(row: &K) -> Vec<String> {
    row.class().into_iter().map(|(_, value)| value.to_owned()).collect()
}

/// The classes of these enrolments, in their order.
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
    // Classes of several programs may share a name. The enrolment's own program decides; without one, only a unique name
    // counts.
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

/// The class's name together with the enrolment's own program.
fn in_program<K: Kind>(row: &K, name: &[String]) -> Vec<String> {
    let mut name = name.to_vec();
    name.push(value(row, PROGRAM).to_owned());
    name
}
