//! Finds the class of an enrolment by its id, or by the columns that name it.

use crate::Result;
use selaras_kinds::{
    CLASS_ID, Kind, PROGRAM, class_columns, class_id, has_program, kelas::Kelas, mata_kuliah::MataKuliah,
    object::PlatformId, says_program, value,
};
use selaras_reasons::Reason;
use selaras_store::{Store, export::Link, person::Linked};
use std::collections::{HashMap, HashSet};

/// The class of an enrolment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ClassOf {
    /// The dashboard has no such class.
    Nowhere,
    /// Several classes have that name, and the enrolment does not say which is meant. The reason names them all.
    Several(Reason),
    /// The class.
    Here {
        /// Its link to the platform.
        link: Option<Link>,
        /// The key of the class that it is taught in; empty if it is taught by itself.
        taught_in: String,
    },
}

/// The course of a class, and its group there if the class is a group.
pub(crate) fn in_course(class: &Link) -> (PlatformId, Option<PlatformId>) {
    match (class.is_group, class.container_id) {
        (true, Some(course)) => (course, Some(class.platform_id)),
        _ => (class.platform_id, None),
    }
}

impl ClassOf {
    /// True for a class that is taught in another one.
    pub(crate) fn is_combined(&self) -> bool {
        matches!(self, Self::Here { taught_in, .. } if !taught_in.is_empty())
    }
}

/// The columns of `kelas` by which enrolments of a kind name their class.
pub(crate) fn columns<K: Kind>() -> Vec<&'static str> {
    class_columns::<K>().into_iter().map(|(column, _)| column).collect()
}

/// The name of an enrolment's class: the values of those columns.
pub(crate) fn named<K: Kind>(row: &K) -> Vec<String> {
    row.class().into_iter().map(|(_, value)| value.to_owned()).collect()
}

/// The name of a class in the rows of a kind of enrolments.
pub(crate) fn name_of<K: Kind>(class: &Kelas) -> Vec<String> {
    let columns = columns::<K>().into_iter();
    columns.map(|column| value(class, column).to_owned()).collect()
}

/// What an enrolment says of its class: the name, and then the id, which is empty if the name says enough.
pub(crate) fn key_of_class<K: Kind>(row: &K) -> Vec<String> {
    let mut key = named(row);
    key.push(class_id(row).to_owned());
    key
}

/// What an enrolment says of its class beside the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SaidOfClass {
    /// The id; empty if it says none.
    id: String,
    /// The study program, if it says one that is no part of the name.
    program: Option<String>,
}

impl SaidOfClass {
    pub(crate) fn by<K: Kind>(row: &K) -> Self {
        Self {
            id: class_id(row).to_owned(),
            program: says_program::<K>().then(|| value(row, PROGRAM).to_owned()),
        }
    }

    /// What an id alone says.
    pub(crate) fn by_id(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            program: None,
        }
    }

    /// What the name of a class alone says.
    pub(crate) fn by_name_of<K: Kind>(class: &Kelas) -> Self {
        Self {
            id: String::new(),
            program: says_program::<K>().then(|| class.program_id.to_string()),
        }
    }

    /// The classes that are meant, of those that bear the name: none, one, or several if the name does not say which. The id
    /// decides; without one the name does, in the enrolment's own program if a class of it bears the name. A class that the
    /// source still lists comes before those of earlier.
    pub(crate) fn meant<'a>(&self, bearers: &[&'a Linked<Kelas>]) -> Vec<&'a Linked<Kelas>> {
        let of = |is_meant: &dyn Fn(&Kelas) -> bool| {
            let found = bearers.iter().filter(|(class, _)| is_meant(&class.row));
            found.copied().collect::<Vec<_>>()
        };
        if !self.id.is_empty() {
            return of(&|class| *class.jadwal_kuliah_detail_id == *self.id);
        }
        let own = self.program.as_ref().map(|own| of(&|class| *class.program_id == **own));
        let meant = own.filter(|own| !own.is_empty()).unwrap_or_else(|| bearers.to_vec());
        let is_listed = |found: &&&Linked<Kelas>| found.0.state.missing_since.is_none();
        let listed: Vec<_> = meant.iter().filter(is_listed).copied().collect();
        match listed.is_empty() {
            true => meant.last().copied().into_iter().collect(),
            false => listed,
        }
    }
}

/// The reason of an enrolment that means several classes; `said` is what it says of its class.
pub(crate) fn name_shared(said: &[String], classes: &[&Linked<Kelas>]) -> Reason {
    let label = |(class, _): &&Linked<Kelas>| match (&class.row.jadwal_kuliah_detail_id, &class.row.semester) {
        (id, semester) if semester.is_empty() => id.to_string(),
        (id, semester) => format!("{id} ({semester})"),
    };
    let said: Vec<_> = said.iter().filter(|part| !part.is_empty()).cloned().collect();
    Reason::NameShared {
        kind: Kelas::LABEL.to_owned(),
        key: said.join(" · "),
        found: classes.iter().map(label).collect::<Vec<_>>().join(", "),
        column: CLASS_ID.to_owned(),
    }
}

/// Classes by their names, in the rows of a kind of enrolments.
fn by_name<K: Kind>(classes: &[Linked<Kelas>]) -> HashMap<Vec<String>, Vec<&Linked<Kelas>>> {
    let mut bearers: HashMap<_, Vec<_>> = HashMap::new();
    for class in classes {
        bearers.entry(name_of::<K>(&class.0.row)).or_default().push(class);
    }
    bearers
}

/// The classes of these enrolments, in their order, see [`SaidOfClass::meant`].
pub(crate) async fn classes_of<K: Kind>(store: &Store, rows: &[&K]) -> Result<Vec<ClassOf>> {
    let (tied, untied): (Vec<&K>, Vec<&K>) = rows.iter().copied().partition(|row| !class_id(*row).is_empty());
    let ids: HashSet<_> = tied.iter().map(|row| vec![class_id(*row).to_owned()]).collect();
    let ids: Vec<_> = ids.into_iter().collect();
    let names: HashSet<_> = untied.iter().map(|row| named(*row)).collect();
    let names: Vec<_> = names.into_iter().collect();
    let of_ids = store.classes_by(&[CLASS_ID], &ids).await?;
    let of_names = store.classes_by(&columns::<K>(), &names).await?;
    let of_ids: HashMap<_, _> = of_ids
        .iter()
        .map(|class| (class.0.row.jadwal_kuliah_detail_id.as_str(), class))
        .collect();
    let of_names = by_name::<K>(&of_names);
    Ok(rows
        .iter()
        .map(|row| {
            let bearers = match class_id(*row) {
                "" => of_names.get(&named(*row)).cloned().unwrap_or_default(),
                id => of_ids.get(id).copied().into_iter().collect(),
            };
            match &SaidOfClass::by(*row).meant(&bearers)[..] {
                [] => ClassOf::Nowhere,
                [(class, link)] => ClassOf::Here {
                    link: link.clone(),
                    taught_in: class.row.kelas_induk.to_string(),
                },
                several => ClassOf::Several(name_shared(&named(*row), several)),
            }
        })
        .collect())
}

/// The course of the class that each of these classes is taught in. `None`: it is taught by itself, or that course is not
/// known.
pub(crate) async fn courses_of_hosts(store: &Store, classes: &[ClassOf]) -> Result<Vec<Option<PlatformId>>> {
    let host = |class: &ClassOf| match class {
        ClassOf::Here { taught_in, .. } if !taught_in.is_empty() => Some(taught_in.clone()),
        _ => None,
    };
    let hosts: HashSet<_> = classes.iter().filter_map(host).map(|key| vec![key]).collect();
    let hosts: Vec<_> = hosts.into_iter().collect();
    let found = store.classes_by(&[CLASS_ID], &hosts).await?.into_iter();
    let course =
        |(class, link): Linked<Kelas>| Some((class.row.jadwal_kuliah_detail_id.to_string(), in_course(&link?).0));
    let courses: HashMap<_, _> = found.filter_map(course).collect();
    Ok(classes
        .iter()
        .map(|class| courses.get(&host(class)?).copied())
        .collect())
}

/// The id of the class that had the name of each of these enrolments first, of those that the enrolment may mean.
pub(crate) async fn first_bearers<K: Kind>(store: &Store, rows: &[&K]) -> Result<Vec<Option<String>>> {
    let names: HashSet<_> = rows.iter().map(|row| named(*row)).collect();
    let names: Vec<_> = names.into_iter().collect();
    let classes = store.classes_by(&columns::<K>(), &names).await?;
    let bearers = by_name::<K>(&classes);
    let first = |row: &&K| {
        let meant = SaidOfClass::by(*row).meant(bearers.get(&named(*row))?);
        meant
            .first()
            .map(|(class, _)| class.row.jadwal_kuliah_detail_id.to_string())
    };
    Ok(rows.iter().map(first).collect())
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
    let names: HashSet<_> = rows.iter().map(|row| name(row)).collect();
    let names: Vec<_> = names.into_iter().collect();
    let (kind, keys) = (MataKuliah::NAME, [MataKuliah::OBJECT_KEY, "kode_matakuliah"]);
    let links = store.links(kind, keys[0], columns, &names).await?;
    let shared = store.sharing(kind, keys, columns, &names).await?;
    let course = |name: Vec<String>| {
        let link = links.get(&name)?.as_ref()?;
        (!shared.contains_key(&name)).then_some(link.platform_id)
    };
    Ok(rows.iter().map(|row| course(name(row))).collect())
}
