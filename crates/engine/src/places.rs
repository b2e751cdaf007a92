//! What a row's object belongs to under the shape of the campus: the fields that its names are made of, and the objects around
//! it for which there is no row.

use crate::{Result, RowsVerb, Run, plan::Obstacle};
use selaras_kinds::{
    Kind, Parent,
    jurusan::Jurusan,
    kelas::{Kelas, TAUGHT_IN},
    mata_kuliah::MataKuliah,
    object::{MADE_COURSE, Object, PlatformId, Sort},
    prodi::Prodi,
    semester::Semester,
    tahun_ajaran::TahunAjaran,
    value,
};
use selaras_platform::Outcome;
use selaras_reasons::Reason;
use selaras_shape::{CoursePer, Made, Place, Shape, Values, is_combined};
use selaras_store::{export::Link, person::Linked};
use std::collections::{BTreeMap, HashMap, HashSet};

type Judged<T> = std::result::Result<T, Reason>;

/// The surroundings of a row.
#[derive(Default)]
pub(crate) struct Surroundings {
    /// The fields that the object's names are made of.
    pub(crate) values: Values,
    /// The fields of the course that a class belongs to.
    pub(crate) of_course: Values,
    /// The objects around it for which there is no row; `None` if the object is inside its parent row's.
    pub(crate) place: Option<Place>,
}

/// Rows of a kind, by their keys.
type By<K> = HashMap<String, K>;

/// The surroundings of each row, or why it has none.
pub(crate) async fn surroundings<K: Kind>(
    run: &Run,
    shape: &Shape,
    rows: &[&K],
) -> Result<Vec<std::result::Result<Surroundings, Obstacle>>> {
    let is_named = [Kelas::NAME, MataKuliah::NAME].contains(&K::NAME);
    match !is_named || (shape.is_by_rows() && !shape.renames::<K>()) {
        // The kinds name these by themselves.
        true => Ok(rows.iter().map(|_| Ok(Surroundings::default())).collect()),
        false => surroundings_under(run, shape, rows).await,
    }
}

/// [`surroundings`], of classes and courses under any shape.
pub(crate) async fn surroundings_under<K: Kind>(
    run: &Run,
    shape: &Shape,
    rows: &[&K],
) -> Result<Vec<std::result::Result<Surroundings, Obstacle>>> {
    let courses = courses_of(run, rows).await?;
    let course = |at: usize| courses[at].as_ref().ok().and_then(Option::as_ref);
    let programs = (0..rows.len()).flat_map(|at| {
        let of_course = course(at).map(|course| course.program_id.to_string());
        [Some(value(rows[at], "program_id").to_owned()), of_course]
    });
    let of_rows = rows.iter().map(|row| value(*row, "kode_jurusan").to_owned());
    let programs = Programs::of(run, programs.flatten(), of_rows).await?;
    let of_classes = rows.iter().map(|row| value(*row, "semester").to_owned());
    let of_programs = programs
        .programs
        .values()
        .map(|program| program.kode_semester.to_string());
    let semesters: By<Semester> = by_key(run, of_classes.chain(of_programs)).await?;
    let years = semesters
        .values()
        .map(|semester| semester.kode_tahun_ajaran.to_string());
    let years: By<TahunAjaran> = by_key(run, years).await?;
    let around = |values: &mut Values| {
        let program = values.get("program_id").to_owned();
        programs.add(&program, values);
        if let Some(semester) = semesters.get(values.get("kode_semester")) {
            values.add(semester);
        }
        if let Some(year) = years.get(values.get("kode_tahun_ajaran")) {
            values.add(year);
        }
    };
    let surroundings = |(at, row): (usize, &&K)| {
        if let Err(reason) = &courses[at] {
            return Err(reason.clone().into());
        }
        let mut values = Values::default();
        values.add(*row);
        let mut of_course = Values::default();
        if let Some(course) = course(at) {
            values.add(course);
            of_course.add(course);
        } else if let Some(parent) =
            named_course(*row).filter(|_| shape.course == CoursePer::MataKuliahSemester && !is_combined(*row))
        {
            return Err(not_here(&parent));
        }
        if shape.course == CoursePer::MataKuliahSemester {
            of_course.put_semester(values.get("semester"));
        }
        around(&mut values);
        around(&mut of_course);
        let is_in_course =
            K::NAME == Kelas::NAME && shape.course == CoursePer::MataKuliahSemester && course(at).is_some();
        let place = shape.place(*row, if is_in_course { &of_course } else { &values })?;
        Ok(Surroundings {
            values,
            of_course,
            place,
        })
    };
    Ok(rows.iter().enumerate().map(surroundings).collect())
}

/// The course of the catalogue that a class names.
fn named_course<K: Kind>(row: &K) -> Option<Parent> {
    row.parent().filter(|parent| parent.kind == MataKuliah::NAME)
}

fn not_here(parent: &Parent) -> Obstacle {
    let reason = Reason::ParentNotHere {
        kind: parent.label.to_owned(),
        key: key_of(parent),
    };
    Obstacle::waiting(reason, parent.kind, RowsVerb::Sync)
}

/// The values that identify a parent, for messages.
pub(crate) fn key_of(parent: &Parent) -> String {
    let values: Vec<_> = parent.columns.iter().map(|(_, value)| value.as_str()).collect();
    values.join(" · ")
}

/// The course of the catalogue of each row, if there is one; or why it is not known which is meant.
async fn courses_of<K: Kind>(run: &Run, rows: &[&K]) -> Result<Vec<Judged<Option<MataKuliah>>>> {
    let parents: Vec<_> = rows.iter().map(|row| named_course(*row)).collect();
    let mut asked: HashMap<Vec<&'static str>, HashSet<Vec<String>>> = HashMap::new();
    for parent in parents.iter().flatten() {
        let (columns, values) = parent.columns.iter().cloned().unzip();
        asked.entry(columns).or_default().insert(values);
    }
    let (mut found, mut shared) = (HashMap::new(), HashMap::new());
    for (columns, values) in asked {
        let values: Vec<_> = values.into_iter().collect();
        if !columns.contains(&MataKuliah::OBJECT_KEY) {
            let keys = [MataKuliah::OBJECT_KEY, "kode_matakuliah"];
            shared.extend(run.store.sharing(MataKuliah::NAME, keys, &columns, &values).await?);
        }
        for stored in run.store.rows_by::<MataKuliah>(&columns, &values).await? {
            let name: Vec<_> = columns
                .iter()
                .map(|column| value(&stored.row, column).to_owned())
                .collect();
            found.insert(name, stored.row);
        }
    }
    Ok(parents
        .iter()
        .map(|parent| {
            let Some(parent) = parent else { return Ok(None) };
            let name: Vec<_> = parent.columns.iter().map(|(_, value)| value.clone()).collect();
            match shared.get(&name) {
                Some(rows) => Err(shared_name(parent, rows)),
                None => Ok(found.get(&name).cloned()),
            }
        })
        .collect())
}

/// Why a name that several rows share names none of them.
pub(crate) fn shared_name(parent: &Parent, rows: &[String]) -> Reason {
    Reason::NameShared {
        kind: parent.label.to_owned(),
        key: key_of(parent),
        found: rows.join(", "),
        column: parent.object_key.to_owned(),
    }
}

/// The class that a row is taught in; or why it cannot be taught there. `None` for a row that names none.
pub(crate) type TaughtIn = Option<std::result::Result<Linked<Kelas>, Obstacle>>;

/// The class that each row is taught in.
pub(crate) async fn taught_in<K: Kind>(run: &Run, rows: &[&K]) -> Result<Vec<TaughtIn>> {
    let named = |row: &K| value(row, TAUGHT_IN).to_owned();
    let keys: HashSet<_> = rows
        .iter()
        .filter(|row| is_combined(**row))
        .map(|row| vec![named(row)])
        .collect();
    let keys: Vec<_> = keys.into_iter().collect();
    let classes = run.store.classes_by(&[Kelas::OBJECT_KEY], &keys).await?.into_iter();
    let by_key = |class: Linked<Kelas>| (class.0.row.jadwal_kuliah_detail_id.to_string(), class);
    let classes: HashMap<_, _> = classes.map(by_key).collect();
    let host = |key: String| {
        let Some((class, link)) = classes.get(&key) else {
            let kind = Kelas::LABEL.to_owned();
            return Err(Obstacle::waiting(
                Reason::ParentNotHere { kind, key },
                Kelas::NAME,
                RowsVerb::Sync,
            ));
        };
        if class.state.missing_since.is_some() {
            let source = run.source.name().to_owned();
            return Err(Reason::HostClassGone { key, source }.into());
        }
        if is_combined(&class.row) {
            let other = class.row.kelas_induk.to_string();
            return Err(Reason::HostClassCombined { key, other }.into());
        }
        Ok((class.clone(), link.clone()))
    };
    Ok(rows
        .iter()
        .map(|row| is_combined(*row).then(|| host(named(row))))
        .collect())
}

/// The surroundings of the classes that rows are taught in, by the classes' keys, as far as they have some.
pub(crate) async fn around_hosts(
    run: &Run,
    shape: &Shape,
    hosts: &[TaughtIn],
) -> Result<HashMap<String, Surroundings>> {
    let classes = hosts.iter().flatten().filter_map(|host| host.as_ref().ok());
    let classes: Vec<_> = classes.map(|(class, _)| &class.row).collect();
    if classes.is_empty() {
        return Ok(HashMap::new());
    }
    let around = surroundings_under(run, shape, &classes).await?.into_iter();
    let keys = classes.iter().map(|class| class.jadwal_kuliah_detail_id.to_string());
    Ok(keys
        .zip(around)
        .filter_map(|(key, around)| Some((key, around.ok()?)))
        .collect())
}

/// Study programs and their departments.
pub(crate) struct Programs {
    programs: By<Prodi>,
    departments: By<Jurusan>,
}

impl Programs {
    /// The programs with these ids with their departments, and `others` of these.
    pub(crate) async fn of(
        run: &Run,
        ids: impl Iterator<Item = String>,
        others: impl Iterator<Item = String>,
    ) -> Result<Self> {
        let programs: By<Prodi> = by_key(run, ids).await?;
        let departments = programs.values().map(|program| program.kode_jurusan.to_string());
        let departments = by_key(run, others.chain(departments)).await?;
        Ok(Self { programs, departments })
    }

    /// Adds the fields of a program and of its department.
    pub(crate) fn add(&self, program: &str, values: &mut Values) {
        if let Some(program) = self.programs.get(program) {
            values.add(program);
        }
        if let Some(department) = self.departments.get(values.get("kode_jurusan")) {
            values.set_department(&department.nama_jurusan);
        }
    }
}

/// The rows of a kind with these keys.
async fn by_key<K: Kind>(run: &Run, keys: impl Iterator<Item = String>) -> Result<By<K>> {
    let keys: HashSet<_> = keys.filter(|key| !key.is_empty()).map(|key| vec![key]).collect();
    let keys: Vec<_> = keys.into_iter().collect();
    let found = run.store.rows_by::<K>(&[K::OBJECT_KEY], &keys).await?;
    Ok(found
        .into_iter()
        .map(|stored| (value(&stored.row, K::OBJECT_KEY).to_owned(), stored.row))
        .collect())
}

/// The platform's ids of the objects for which there is no row, by stable name; or why the platform has none.
#[derive(Default)]
pub(crate) struct Containers(HashMap<String, Judged<PlatformId>>);

impl Containers {
    /// Those that the platform has, of all objects in some places.
    pub(crate) async fn known(run: &Run, shape: &Shape, places: &[&Place]) -> Result<Self> {
        let names: HashSet<_> = places
            .iter()
            .flat_map(|place| place.iter())
            .map(Made::idnumber)
            .collect();
        let names: Vec<_> = names.into_iter().collect();
        let mut known = HashMap::new();
        for names in names.chunks(NAMES) {
            let links = run.store.links_named(names).await?;
            known.extend(links.into_iter().map(|(name, link)| (name, Ok(link.platform_id))));
        }
        // The platform would refuse these, and with them what is inside.
        for place in places {
            let mut refused: Option<Reason> = None;
            for made in place.iter() {
                if let Some(reason) = &refused {
                    known.insert(made.idnumber().to_owned(), Err(reason.clone()));
                } else if !known.contains_key(made.idnumber())
                    && let Some(refusal) = run.platform.refusal_of(&shape.made(made, 0))
                {
                    refused = Some(refusal.reason.clone());
                    known.insert(made.idnumber().to_owned(), Err(refusal.reason));
                }
            }
        }
        Ok(Self(known))
    }

    /// The id of the innermost object of a place; `None` if the platform has none yet.
    pub(crate) fn find(&self, run: &Run, place: &Place) -> Judged<Option<PlatformId>> {
        match place.last() {
            None => Ok(Some(run.root_category)),
            Some(made) => self.0.get(made.idnumber()).cloned().transpose(),
        }
    }

    /// The objects of some places that the platform does not have.
    pub(crate) fn lacking(&self, places: &[&Place]) -> Vec<Made> {
        let all = places.iter().flat_map(|place| place.iter());
        all.filter(|made| !self.0.contains_key(made.idnumber()))
            .cloned()
            .collect()
    }

    /// Makes or changes all objects in some places, the outermost first.
    pub(crate) async fn make(run: &Run, shape: &Shape, places: &[&Place]) -> Result<Self> {
        let mut containers = Self::default();
        let depth = places.iter().map(|place| place.len()).max().unwrap_or_default();
        for depth in 0..depth {
            let mut wanted: BTreeMap<&str, (&Made, Option<&str>)> = BTreeMap::new();
            for place in places.iter().filter(|place| place.len() > depth) {
                let above = depth.checked_sub(1).map(|above| place[above].idnumber());
                wanted.insert(place[depth].idnumber(), (&place[depth], above));
            }
            // Courses stand beside categories of the same depth where a row names fewer levels.
            for sort in [Sort::Category, Sort::Course] {
                let of_sort = wanted.values().filter(|(made, _)| made.sort() == sort);
                let of_sort: Vec<_> = of_sort.copied().collect();
                // Filling courses takes long, so their links are stored after a few.
                let together = match shape.fills_courses() && sort == Sort::Course {
                    true => FILLED,
                    false => NAMES,
                };
                for some in of_sort.chunks(together) {
                    containers.make_some(run, shape, some).await?;
                }
            }
        }
        Ok(containers)
    }

    async fn make_some(&mut self, run: &Run, shape: &Shape, wanted: &[(&Made, Option<&str>)]) -> Result<()> {
        let names: Vec<_> = wanted.iter().map(|(made, _)| made.idnumber()).collect();
        let links = run.store.links_named(&names).await?;
        let closed = run.closed_semesters().await?;
        let (mut creates, mut updates) = (Vec::new(), Vec::new());
        for (made, above) in wanted {
            let container = match above.map(|above| self.0.get(above)) {
                None => run.root_category,
                Some(Some(Ok(id))) => *id,
                Some(Some(Err(reason))) => {
                    let reason = reason.clone();
                    self.0.insert(made.idnumber().to_owned(), Err(reason));
                    continue;
                }
                Some(None) => continue,
            };
            let mut object = run.platform.named(shape.made(made, container));
            if let (Object::Course(course), Made::Course { semester, .. }) = (&mut object, made) {
                course.hidden |= closed.contains(semester);
            }
            match links.get(made.idnumber()) {
                Some(link) if link.tied || object.was_sent_as(link.sent_hash) => {
                    self.0.insert(made.idnumber().to_owned(), Ok(link.platform_id));
                }
                known => match (run.platform.refusal_of(&object), known) {
                    (Some(refusal), _) => {
                        self.0.insert(made.idnumber().to_owned(), Err(refusal.reason));
                    }
                    (None, Some(link)) => updates.push((link.platform_id, object)),
                    (None, None) => creates.push(object),
                },
            }
        }
        let mut sent = Vec::new();
        if !updates.is_empty() {
            let outcomes = run.platform.update_objects(&updates).await?;
            for ((id, object), outcome) in updates.into_iter().zip(outcomes) {
                match outcome {
                    // It was deleted on the platform, so it is created again.
                    Outcome::Gone => creates.push(object),
                    Outcome::Updated => sent.push((object, Ok(id))),
                    outcome => sent.push((object, id_of(run, outcome))),
                }
            }
        }
        if !creates.is_empty() {
            let outcomes = run.platform.create_objects(&creates).await?;
            sent.extend(creates.into_iter().zip(outcomes).map(|(object, outcome)| {
                let id = id_of(run, outcome);
                (object, id)
            }));
        }
        let link = |(object, id): &(Object, Judged<PlatformId>)| {
            let link = Link {
                keeps_username: false,
                tied: false,
                platform_id: *id.as_ref().ok()?,
                container_id: object.container(),
                is_group: false,
                provisional: false,
                sent_hash: object.fingerprint(),
            };
            Some((object.idnumber().to_owned(), link))
        };
        let links: Vec<_> = sent.iter().filter_map(link).collect();
        run.store.keep_links(&links).await?;
        self.0
            .extend(sent.into_iter().map(|(object, id)| (object.idnumber().to_owned(), id)));
        Ok(())
    }
}

/// Courses with content made at once. An import takes about a second.
pub(crate) const FILLED: usize = 10;
/// Stable names in one statement, and objects made at once.
const NAMES: usize = 500;

/// The id of a created object, or why there is none.
pub(crate) fn id_of(run: &Run, outcome: Outcome) -> Judged<PlatformId> {
    let platform = run.platform.name().to_owned();
    match outcome {
        Outcome::Created(id) | Outcome::Adopted(id) => Ok(id),
        Outcome::Refused(refusal) => Err(refusal.reason),
        Outcome::Theirs(_) => Err(Reason::MadeCourseTaken { platform }),
        Outcome::Updated | Outcome::Gone => Err(Reason::GoneThere { platform }),
    }
}

/// Those of these courses on the platform that hold groups by another shape than the present one. A class leaves such a course
/// without waiting for its group to be deleted there.
pub(crate) async fn of_other_shape(run: &Run, shape: &Shape, courses: &[PlatformId]) -> Result<HashSet<PlatformId>> {
    if shape.course == CoursePer::Kelas {
        return Ok(courses.iter().copied().collect());
    }
    let made = run.store.containers_named(MADE_COURSE, courses).await?;
    let are_made = shape.course == CoursePer::MataKuliahSemester;
    let of_other = courses
        .iter()
        .copied()
        .filter(|course| made.contains(course) != are_made);
    Ok(of_other.collect())
}
