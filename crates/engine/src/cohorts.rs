//! Cohorts of students, made and kept in step at the end of an export of all students.
//!
//! The platform says which cohorts there are and who is in them, so nothing is stored: an interrupted run does the rest next time.

use crate::{
    EngineError, Plan, Result, Run, gone,
    impact::{Counted, Impact},
    places::{Programs, id_of},
};
use selaras_kinds::{
    Kind, hash,
    mahasiswa::Mahasiswa,
    object::{Cohort, PlatformId},
};
use selaras_platform::{CohortMember, Need};
use selaras_reasons::Reason;
use selaras_shape::{Shape, Values};
use selaras_store::{Selection, export::ToSend, jobs::Warning};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

/// Students read at once.
const READ: u64 = 800;
/// Names in a sentence.
const NAMED: usize = 5;
/// Members changed between two looks at whether the job must stop.
const CHANGED: usize = 1000;

/// True if an export of kind `K` keeps cohorts: it is of all students, and the campus has cohorts.
pub(crate) fn are_kept<K: Kind>(run: &Run, shape: &Shape) -> bool {
    K::NAME == Mahasiswa::NAME && run.order.selection == Selection::default() && !shape.cohorts.is_empty()
}

/// A student, and the cohorts to be in.
pub(crate) struct InCohorts {
    pub(crate) student: ToSend<Mahasiswa>,
    /// None for a student that the source no longer lists.
    pub(crate) cohorts: Vec<Cohort>,
}

/// Looks at all students with their cohorts.
pub(crate) async fn each_student(run: &Run, shape: &Shape, mut look: impl FnMut(InCohorts) + Send) -> Result<()> {
    let mut after = None::<String>;
    loop {
        run.checkpoint()?;
        let students = run.store.next_students(after.as_deref(), READ).await?;
        let Some((last, _)) = students.last() else {
            return Ok(());
        };
        after = Some(last.stored.row.NPK.to_string());
        let programs = Programs::of(
            run,
            students.iter().map(|(_, program)| program.clone()),
            std::iter::empty(),
        )
        .await?;
        for (student, program) in students {
            let cohorts = match student.stored.state.missing_since {
                Some(_) => Vec::new(),
                None => {
                    let mut values = Values::default();
                    values.add_person(&student.stored.row);
                    programs.add(&program, &mut values);
                    shape.cohorts_of(&values).map_err(EngineError::Refused)?
                }
            };
            look(InCohorts { student, cohorts });
        }
    }
}

/// A cohort that students are to be in.
struct Wanted {
    name: String,
    /// The accounts, with the students' numbers.
    members: HashMap<PlatformId, String>,
    /// The numbers of students that get an account first.
    later: Vec<String>,
}

/// What keeps the cohorts in step.
#[derive(Default)]
struct Changes {
    lacking: Vec<Cohort>,
    /// The accounts to add, by the idnumber of their cohort.
    added: Vec<(String, PlatformId)>,
    removed: Vec<CohortMember>,
    /// The ids of the cohorts that are there.
    ids: HashMap<String, PlatformId>,
    /// Students who are in the cohorts now; one in two cohorts counts twice.
    members: usize,
    /// The first people to add and to remove, for sentences, and all changes, for the plan's digest.
    names_added: Vec<String>,
    names_removed: Vec<String>,
    digest: Vec<[i64; 2]>,
    /// People to add, with those that get an account first.
    count_added: usize,
}

impl Changes {
    /// The changes if the students with numbers in `created` get an account first.
    async fn of(run: &Run, shape: &Shape, created: &HashSet<String>) -> Result<Self> {
        let mut wanted: BTreeMap<String, Wanted> = BTreeMap::new();
        let mut students: HashMap<PlatformId, (String, String)> = HashMap::new();
        let mut labels: HashMap<String, String> = HashMap::new();
        each_student(run, shape, |InCohorts { student, cohorts }| {
            let row = &student.stored.row;
            let (number, account) = (row.NPK.to_string(), student.known.map(|link| link.platform_id));
            if account.is_none() && !created.contains(&number) {
                return;
            }
            let label = format!("{} ({number})", row.nama_lengkap);
            if let Some(account) = account {
                students.insert(account, (number.clone(), label.clone()));
            }
            for Cohort { idnumber, name } in cohorts {
                let wanted = wanted.entry(idnumber).or_insert_with(|| Wanted {
                    name,
                    members: HashMap::new(),
                    later: Vec::new(),
                });
                match account {
                    Some(account) => drop(wanted.members.insert(account, number.clone())),
                    None => wanted.later.push(number.clone()),
                }
            }
            if account.is_none() {
                labels.insert(number, label);
            }
        })
        .await?;
        let mut changes = Self::default();
        let mut there = HashMap::new();
        for cohort in run.platform.cohorts(&shape.cohort_prefixes()).await? {
            changes.ids.insert(cohort.idnumber.clone(), cohort.id);
            there.insert(cohort.idnumber, (cohort.id, cohort.members));
        }
        let stands = |idnumber: &str, number: &str| hash([idnumber, number].into_iter());
        for (idnumber, (cohort, members)) in &there {
            let wanted = wanted.get(idnumber);
            for user in members {
                // A person added by hand who is no student of ours stays.
                let Some((number, label)) = students.get(user) else {
                    continue;
                };
                changes.members += 1;
                if !wanted.is_some_and(|wanted| wanted.members.contains_key(user)) {
                    changes.digest.push([stands(idnumber, number), REMOVED]);
                    changes.names_removed.push(label.clone());
                    changes.removed.push(CohortMember {
                        cohort: *cohort,
                        user: *user,
                    });
                }
            }
        }
        for (idnumber, Wanted { name, members, later }) in wanted {
            let now: HashSet<_> = there.get(&idnumber).into_iter().flat_map(|(_, now)| now).collect();
            for number in later {
                changes.digest.push([stands(&idnumber, &number), ADDED]);
                changes.count_added += 1;
                changes.names_added.extend(labels.get(&number).cloned());
            }
            for (user, number) in members {
                if now.contains(&user) {
                    continue;
                }
                changes.digest.push([stands(&idnumber, &number), ADDED]);
                changes.count_added += 1;
                changes
                    .names_added
                    .extend(students.get(&user).map(|(_, label)| label.clone()));
                changes.added.push((idnumber.clone(), user));
            }
            if !there.contains_key(&idnumber) {
                changes.digest.push([stands(&idnumber, ""), ADDED]);
                changes.lacking.push(Cohort { idnumber, name });
            }
        }
        changes.lacking.sort_by(|one, other| one.name.cmp(&other.name));
        changes.names_added.sort();
        changes.names_removed.sort();
        Ok(changes)
    }
}

/// The planned outcomes in a digest.
const ADDED: i64 = 1;
const REMOVED: i64 = 2;

/// The first names of a list.
fn first(names: &[String]) -> String {
    let more = if names.len() > NAMED { ", …" } else { "" };
    format!("{}{more}", names[..names.len().min(NAMED)].join(", "))
}

/// Adds to the plan of an export what it does to cohorts. `created` are the numbers of students that get an account.
pub(crate) async fn plan(run: Arc<Run>, shape: &Shape, created: &HashSet<String>, plan: &mut Plan) -> Result<()> {
    let run = run.in_session(&[Need::Cohorts]).await?;
    let changes = Changes::of(&run, shape, created).await?;
    let platform = || run.platform.name().to_owned();
    let cohorts: Vec<_> = changes.lacking.iter().map(|cohort| cohort.name.clone()).collect();
    if !cohorts.is_empty() {
        plan.notes.push(Reason::CohortsToMake {
            cohorts: cohorts.len() as u64,
            names: first(&cohorts),
            platform: platform(),
        });
    }
    if changes.count_added > 0 {
        plan.notes.push(Reason::CohortsGain {
            people: changes.count_added as u64,
            names: first(&changes.names_added),
            platform: platform(),
        });
    }
    if !changes.removed.is_empty() {
        plan.notes.push(Reason::CohortsLose {
            people: changes.removed.len() as u64,
            names: first(&changes.names_removed),
            platform: platform(),
        });
    }
    plan.impacts.push(Impact {
        touched: i64::try_from(changes.removed.len()).unwrap_or(i64::MAX),
        of: i64::try_from(changes.members).unwrap_or(i64::MAX),
        what: Counted::People,
        does: Reason::TakesOutOfCohorts,
        program: None,
    });
    plan.besides += i64::try_from(changes.digest.len()).unwrap_or(i64::MAX);
    changes.digest.into_iter().for_each(|row| plan.digest.add(row));
    Ok(())
}

fn warning(text: Reason) -> Warning {
    Warning {
        text,
        mend: Some(Reason::ExportStudentsAgain),
    }
}

/// Makes the cohorts that the platform lacks, and adds and removes people. Returns what was done, a part each.
pub(crate) async fn keep(run: Arc<Run>, shape: &Shape) -> Result<Vec<Reason>> {
    let run = run.in_session(&[Need::Cohorts]).await?;
    let Changes {
        lacking,
        added,
        removed,
        mut ids,
        ..
    } = Changes::of(&run, shape, &HashSet::new()).await?;
    run.checkpoint()?;
    let (mut made, mut refused, mut why, mut warnings) = (0, Vec::new(), None, Vec::new());
    if !lacking.is_empty() {
        let results = run.platform.create_cohorts(&lacking).await?;
        for (cohort, result) in lacking.into_iter().zip(results) {
            match id_of(&run, result) {
                Ok(id) => {
                    made += 1;
                    ids.insert(cohort.idnumber, id);
                }
                Err(reason) => {
                    refused.push(cohort.name);
                    why.get_or_insert(reason);
                }
            }
        }
    }
    if let Some(why) = why {
        let text = Reason::CohortsNotMade {
            cohorts: refused.len() as u64,
            names: first(&refused),
            why: Box::new(why),
        };
        warnings.push(warning(text));
    }
    let in_made = |(idnumber, user): (String, PlatformId)| {
        let cohort = *ids.get(&idnumber)?;
        Some(CohortMember { cohort, user })
    };
    let adding: Vec<_> = added.into_iter().filter_map(in_made).collect();
    let mut entered = 0;
    for some in adding.chunks(CHANGED) {
        run.checkpoint()?;
        entered += run.platform.add_to_cohorts(some).await?;
    }
    if entered < adding.len() {
        warnings.push(warning(Reason::CohortMembersGone {
            people: (adding.len() - entered) as u64,
            platform: run.platform.name().to_owned(),
        }));
    }
    for some in removed.chunks(CHANGED) {
        run.checkpoint()?;
        run.platform.take_out_of_cohorts(some).await?;
    }
    gone::mark(&run).await?;
    run.store.warn(run.job()?, &warnings).await?;
    let (cohorts, left) = (made, removed.len() as u64);
    let entered = entered as u64;
    let done = [
        (cohorts, Reason::CohortsMade { cohorts }),
        (entered, Reason::CohortsEntered { people: entered }),
        (left, Reason::CohortsLeft { people: left }),
    ];
    Ok(done
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(_, part)| part)
        .collect())
}
