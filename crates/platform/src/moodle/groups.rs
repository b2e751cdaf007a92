//! Groups of a course: its classes.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use selaras_kinds::object::{Group, PlatformId};
use selaras_reasons::Reason;
use serde::Deserialize;

use super::bisect::{Batch, Bisection, Position, bisect};
use super::change;
use super::client::Moodle;
use super::create::{CreateBatch, Ledger};
use super::form::Form;
use super::found::FoundGroup;
use super::name::platform;
use super::protocol::{decoded, nothing};
use super::rejection::{Rejection, own};
use crate::{Outcome, PlatformError, Refusal};

/// Fields of one group in a call.
pub(crate) const FIELDS: usize = 4;

/// Groups to create.
pub(crate) struct Groups<'a> {
    moodle: &'a Moodle,
    rows: Vec<&'a Group>,
    /// The row's first name is taken, so it uses the other.
    renamed: Vec<bool>,
    /// The row was refused under its other name too.
    tried: Vec<bool>,
    ledger: Ledger,
    idnumbers: HashMap<&'a str, Position>,
    names: HashSet<(PlatformId, &'a str)>,
}

impl<'a> Groups<'a> {
    pub(crate) fn new(moodle: &'a Moodle, rows: Vec<&'a Group>) -> Self {
        let count = rows.len();
        Self {
            moodle,
            rows,
            renamed: vec![false; count],
            tried: vec![false; count],
            ledger: Ledger::new(count),
            idnumbers: HashMap::new(),
            names: HashSet::new(),
        }
    }

    fn name(&self, row: Position) -> &'a str {
        let group = self.rows[row];
        if self.renamed[row] {
            &group.name_if_taken
        } else {
            &group.name
        }
    }

    /// Lists the groups of each course once. Returns the rows left to send; some under their other name.
    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        let mut courses: HashMap<PlatformId, Arc<Result<Vec<FoundGroup>, Rejection>>> = HashMap::new();
        let mut left = Vec::new();
        for row in rows {
            let group = self.rows[*row];
            let of_course = match courses.entry(group.course) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    let ask = of_course(self.moodle, group.course);
                    unknown.insert(
                        self.moodle
                            .remembered(|memory| &memory.groups, group.course, ask)
                            .await?,
                    )
                }
            };
            let found = match &**of_course {
                Ok(found) => found,
                Err(rejection) => {
                    self.ledger.refuse(*row, course_gone(rejection));
                    continue;
                }
            };
            if let Some(found) = found
                .iter()
                .find(|found| found.idnumber.as_deref() == Some(&group.idnumber))
            {
                let same = group.named_once || found.name == group.name || found.name == group.name_if_taken;
                self.ledger.found(*row, found.id, same);
                continue;
            }
            let is_taken = |name: &str| found.iter().any(|found| found.name == name);
            if !self.renamed[*row] && is_taken(&group.name) {
                self.renamed[*row] = true;
            }
            if self.renamed[*row] && is_taken(&group.name_if_taken) {
                self.ledger.refuse(*row, name_taken(group));
                continue;
            }
            left.push(*row);
        }
        Ok(left)
    }
}

impl Batch for Groups<'_> {
    // A look-up is one call per course, and a batch has many courses. So a few rows are bisected first, which is cheaper for
    // a single bad row. At the start of a semester most names belong to the last semester's classes, and every course has to
    // be listed.
    const PATIENCE: usize = 2;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        #[derive(Deserialize)]
        struct Created {
            id: PlatformId,
            #[serde(default)]
            idnumber: Option<String>,
        }
        let function = "core_group_create_groups";
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            let group = self.rows[*row];
            self.tried[*row] = self.renamed[*row];
            form.row("groups", at, "courseid", group.course)
                .row("groups", at, "idnumber", &group.idnumber)
                .row("groups", at, "name", self.name(*row))
                .row("groups", at, "description", "");
        }
        let made = self.moodle.wire.make(function, &form).await?;
        let reply = match self.ledger.reply(made, rows, self.moodle.settings.retries)? {
            Err(instead) => return Ok(instead),
            Ok(reply) => reply,
        };
        let made: Vec<Created> = decoded(function, &reply)?;
        let whole = made.len() == rows.len();
        let by_place: Vec<PlatformId> = made.iter().map(|made| made.id).collect();
        let mut made: HashMap<String, PlatformId> = made
            .into_iter()
            .filter_map(|made| Some((made.idnumber?, made.id)))
            .collect();
        let mut silent = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            match made.remove(&self.rows[*row].idnumber).or(whole.then(|| by_place[at])) {
                Some(id) => self.ledger.settle(*row, Outcome::Created(id)),
                None => silent.push(*row),
            }
        }
        self.moodle.made_something();
        Ok(Ok(silent))
    }

    fn named(&self, rejection: &Rejection, rows: &[Position]) -> Vec<Position> {
        let Some(course) = rejection
            .first_number()
            .filter(|_| rejection.code == "errorcoursecontextnotvalid")
        else {
            return Vec::new();
        };
        rows.iter()
            .copied()
            .filter(|row| self.rows[*row].course == course)
            .collect()
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        self.look_up(rows).await
    }
}

impl CreateBatch for Groups<'_> {
    fn ledger(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    fn limit(&self) -> usize {
        self.moodle.rows_of(FIELDS)
    }

    fn duplicate(&mut self, row: Position) -> Result<Option<Position>, Box<Refusal>> {
        let group = self.rows[row];
        if let Some(first) = self.idnumbers.get(group.idnumber.as_str()) {
            if self.rows[*first] == group {
                return Ok(Some(*first));
            }
            return Err(own(
                "idnumbertaken",
                Reason::ClassTwice {
                    value: group.name.clone(),
                },
            )
            .into());
        }
        if !self.names.insert((group.course, &group.name)) {
            self.renamed[row] = true;
            if !self.names.insert((group.course, &group.name_if_taken)) {
                return Err(name_taken(group).into());
            }
        }
        self.idnumbers.insert(&group.idnumber, row);
        Ok(None)
    }

    async fn explain(&mut self, rejected: Vec<(Position, Rejection)>) -> Result<Vec<Position>, PlatformError> {
        let rows: Vec<Position> = rejected
            .iter()
            .filter(|(_, rejection)| rejection.code != "errorcoursecontextnotvalid")
            .map(|(row, _)| *row)
            .collect();
        let left = self.look_up(&rows).await?;
        let mut again = Vec::new();
        for (row, rejection) in rejected {
            if rejection.code == "errorcoursecontextnotvalid" {
                self.ledger.refuse(row, course_gone(&rejection));
            } else if left.contains(&row) {
                // A row that was renamed after its refusal has not been sent under the new name.
                if self.renamed[row] && !self.tried[row] {
                    again.push(row);
                } else {
                    self.ledger.refuse(row, unexplained(self.rows[row], &rejection));
                }
            }
        }
        Ok(again)
    }

    async fn take_over(&mut self, found: &[(Position, PlatformId)]) -> Result<Vec<Outcome>, PlatformError> {
        update(
            self.moodle,
            found.iter().map(|(row, id)| (*id, self.rows[*row])).collect(),
        )
        .await
    }
}

/// The groups of a course, or Moodle's reason for not listing them.
async fn of_course(moodle: &Moodle, course: PlatformId) -> Result<Result<Vec<FoundGroup>, Rejection>, PlatformError> {
    let function = "core_group_get_course_groups";
    let mut form = Form::default();
    form.field("courseid", course);
    match moodle.wire.call(function, &form).await? {
        Ok(reply) => Ok(Ok(decoded(function, &reply)?)),
        Err(rejection) => Ok(Err(rejection)),
    }
}

/// True if the course shows the group. Moodle refuses a deleted group with the same words as a taken name.
pub(super) async fn is_there(moodle: &Moodle, group: PlatformId, course: PlatformId) -> Result<bool, PlatformError> {
    let ask = of_course(moodle, course);
    Ok(match &*moodle.remembered(|memory| &memory.groups, course, ask).await? {
        Ok(found) => found.iter().any(|found| found.id == group),
        Err(rejection) => !rejection.is_gone(),
    })
}

fn course_gone(rejection: &Rejection) -> Refusal {
    rejection.because(Reason::ClassCourseGone { platform: platform() })
}

fn name_taken(group: &Group) -> Refusal {
    own(
        "groupnameexists",
        Reason::ClassNameTaken {
            platform: platform(),
            value: group.name.clone(),
            other: group.name_if_taken.clone(),
        },
    )
}

fn unexplained(group: &Group, rejection: &Rejection) -> Refusal {
    rejection.because(Reason::ClassRefused {
        platform: platform(),
        value: group.name.clone(),
        message: rejection.message.clone(),
    })
}

/// Changes groups.
///
/// Creating a group does not need `core_group_update_groups`, so a token may lack it. Then the rows are refused, and the
/// reason says what to add to the service. Calling them changed would be untrue; giving up the whole export would keep the
/// members out of groups that exist.
pub(crate) async fn update(moodle: &Moodle, rows: Vec<(PlatformId, &Group)>) -> Result<Vec<Outcome>, PlatformError> {
    let mut outcomes = vec![Outcome::Updated; rows.len()];
    // Moodle changes no group without setting its name, so one that keeps its name is only looked for.
    let (kept, mut pending): (Vec<Position>, Vec<Position>) = (0..rows.len()).partition(|row| rows[*row].1.named_once);
    for row in kept {
        let (id, group) = rows[row];
        if !is_there(moodle, id, group.course).await? {
            outcomes[row] = Outcome::Gone;
        }
    }
    let mut updates = Updates {
        moodle,
        rows: &rows,
        renamed: vec![false; rows.len()],
        forbidden: None,
    };
    while !pending.is_empty() {
        let Bisection { rejected, .. } = bisect(&mut updates, &pending, moodle.rows_of(FIELDS)).await?;
        if let Some(rejection) = &updates.forbidden {
            for row in pending.drain(..) {
                outcomes[row] = Outcome::Refused(rejection.because(Reason::ClassUnchanged {
                    platform: platform(),
                    message: rejection.message.clone(),
                }));
            }
            break;
        }
        pending.clear();
        for (row, rejection) in rejected {
            let (id, group) = rows[row];
            if change::is_gone(&rejection.code) || !is_there(moodle, id, group.course).await? {
                outcomes[row] = Outcome::Gone;
            } else if !updates.renamed[row] && group.name_if_taken != group.name {
                updates.renamed[row] = true;
                pending.push(row);
            } else {
                outcomes[row] = Outcome::Refused(unexplained(group, &rejection));
            }
        }
    }
    Ok(outcomes)
}

struct Updates<'a> {
    moodle: &'a Moodle,
    rows: &'a [(PlatformId, &'a Group)],
    renamed: Vec<bool>,
    /// The token may not change groups.
    forbidden: Option<Rejection>,
}

impl Batch for Updates<'_> {
    const PATIENCE: usize = usize::MAX;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        if self.forbidden.is_some() {
            return Ok(Ok(Vec::new()));
        }
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            let (id, group) = self.rows[*row];
            let name = if self.renamed[*row] {
                &group.name_if_taken
            } else {
                &group.name
            };
            form.row("groups", at, "id", id)
                .row("groups", at, "idnumber", &group.idnumber)
                .row("groups", at, "name", name);
        }
        match self
            .moodle
            .wire
            .call_if_permitted("core_group_update_groups", &form)
            .await?
        {
            Err(rejection) if rejection.is_forbidden() => {
                self.forbidden = Some(rejection);
                Ok(Ok(Vec::new()))
            }
            answer => Ok(nothing("core_group_update_groups", answer)?.map(|()| Vec::new())),
        }
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        Ok(rows.to_vec())
    }
}
