//! Finds the class of an enrolment by its id, or by the columns that name it.

use crate::{
    Result, Run,
    export::{find_parents, parent_there},
};
use selaras_kinds::{
    CLASS_ID, Kind, PROGRAM, Parent, class_columns, class_id, has_program, kelas::Kelas, mata_kuliah::MataKuliah,
    object::PlatformId, says_program, value,
};
use selaras_store::{Store, export::Link};
use std::collections::{HashMap, HashSet};

/// The class of an enrolment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ClassOf {
    /// The dashboard has no such class.
    Nowhere,
    /// Several classes have that name, and the enrolment does not say which is meant. Names them all.
    Several(Vec<String>),
    /// The class, with its link to the platform.
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

/// The rows that may be meant by names of some columns.
#[derive(Default)]
struct Named {
    links: HashMap<Vec<String>, Option<Link>>,
    shared: HashMap<Vec<String>, Vec<String>>,
}

impl Named {
    async fn of(
        store: &Store,
        (kind, keys): (&str, [&str; 2]),
        columns: &[&str],
        names: impl Iterator<Item = Vec<String>>,
    ) -> Result<Self> {
        let names: HashSet<_> = names.collect();
        let names: Vec<_> = names.into_iter().collect();
        Ok(Self {
            links: store.links(kind, keys[0], columns, &names).await?,
            shared: store.sharing(kind, keys, columns, &names).await?,
        })
    }

    fn find(&self, name: &[String]) -> ClassOf {
        match (self.shared.get(name), self.links.get(name)) {
            (Some(all), _) => ClassOf::Several(all.clone()),
            (None, Some(link)) => ClassOf::Here(link.clone()),
            (None, None) => ClassOf::Nowhere,
        }
    }
}

/// The classes of these enrolments, in their order. The id says which class is meant; without one the name does, in the
/// enrolment's own program if it names one. A class that the source still lists comes before those of earlier.
pub(crate) async fn classes_of<K: Kind>(store: &Store, rows: &[&K]) -> Result<Vec<ClassOf>> {
    let kelas = (Kelas::NAME, [Kelas::OBJECT_KEY, "semester"]);
    let id = |row: &K| vec![class_id(row).to_owned()];
    let (tied, untied): (Vec<&K>, Vec<&K>) = rows.iter().copied().partition(|row| !class_id(*row).is_empty());
    let by_id = Named::of(store, kelas, &[CLASS_ID], tied.iter().map(|row| id(row))).await?;
    let mut columns = columns::<K>();
    let by_name = Named::of(store, kelas, &columns, untied.iter().map(|row| named(*row))).await?;
    let in_program = match says_program::<K>() {
        true => {
            columns.push(PROGRAM);
            Named::of(store, kelas, &columns, untied.iter().map(|row| named_in_program(*row))).await?
        }
        false => Named::default(),
    };
    Ok(rows
        .iter()
        .map(|row| match in_program.find(&named_in_program(*row)) {
            _ if !class_id(*row).is_empty() => by_id.find(&id(row)),
            ClassOf::Nowhere => by_name.find(&named(*row)),
            found => found,
        })
        .collect())
}

/// The courses of these enrolments on the platform, by the name of the course: for enrolments that the source no longer
/// lists, in classes that the dashboard no longer has. `None` if the name says not enough.
pub(crate) async fn courses_of<K: Kind>(store: &Store, rows: &[&K]) -> Result<Vec<Option<PlatformId>>> {
    let name = |row: &K| {
        let class = row.class().into_iter();
        let course = class.filter(|(column, _)| *column == "nama_mata_kuliah");
        let program = has_program::<K>().then(|| value(row, PROGRAM));
        let values = course.map(|(_, value)| value).chain(program);
        values.map(str::to_owned).collect::<Vec<_>>()
    };
    let columns = ["nama_matakuliah", PROGRAM];
    let columns = &columns[..1 + usize::from(has_program::<K>())];
    let courses = (MataKuliah::NAME, [MataKuliah::OBJECT_KEY, "kode_matakuliah"]);
    let found = Named::of(store, courses, columns, rows.iter().map(|row| name(row))).await?;
    Ok(rows
        .iter()
        .map(|row| match found.find(&name(row)) {
            ClassOf::Here(Some(link)) => Some(link.platform_id),
            ClassOf::Here(None) | ClassOf::Several(_) | ClassOf::Nowhere => None,
        })
        .collect())
}

/// The groups of these classes that are still in a course which their class has left. They stay there until they are deleted
/// on the platform and the class is exported again.
pub(crate) async fn groups_elsewhere(run: &Run, classes: &[ClassOf]) -> Result<HashSet<PlatformId>> {
    let group = |class: &ClassOf| match class {
        ClassOf::Here(Some(link)) if link.is_group => Some(link.platform_id),
        _ => None,
    };
    let groups: HashSet<_> = classes.iter().filter_map(group).collect();
    let groups: Vec<_> = groups.into_iter().collect();
    if groups.is_empty() {
        return Ok(HashSet::new());
    }
    let unsent = run.store.unsent_classes(&groups).await?;
    let courses: Vec<_> = unsent.iter().map(|(class, _)| class.parent()).collect();
    let found = find_parents(run, &courses).await?;
    let is_elsewhere = |course: Option<&Parent>, group: &Link| match parent_there(run, course, &found) {
        Ok((course, _)) => group.container_id != Some(course),
        // The other course is known here and not on the platform yet.
        Err(obstacle) => obstacle.waits_for_export(),
    };
    let classes = unsent.into_iter().zip(&courses);
    let elsewhere = classes.filter(|((_, group), course)| is_elsewhere(course.as_ref(), group));
    Ok(elsewhere.map(|((_, group), _)| group.platform_id).collect())
}

/// The class's name together with the enrolment's own program.
fn named_in_program<K: Kind>(row: &K) -> Vec<String> {
    let mut name = named(row);
    name.push(value(row, PROGRAM).to_owned());
    name
}
