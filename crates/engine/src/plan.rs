//! What an action would do, shown before it does it.

use crate::{
    EngineError, Result, RowsVerb,
    expected::Expected,
    impact::{Asked, Digest, Impact},
};
use selaras_kinds::{
    Key, KindName,
    object::{Leaving, Membership},
};
use selaras_reasons::{Language, Reason};
use selaras_store::jobs::{NewPlannedRow, PlannedSort, RowKey};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Rows shown per outcome.
pub(crate) const SAMPLE: usize = 10;
/// Rows stored per outcome in a stage of the whole campus, so that they can be found and left out.
const WIDE: usize = 50_000;
/// Rows per outcome inside such a stage's plan.
const WIDE_SAMPLE: usize = 500;

/// What an action would do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(bound = "")]
pub struct Plan<R = Reason> {
    /// How many rows of each sort.
    pub counts: PlanCounts,
    /// The first rows of each sort.
    #[schema(value_type = PlanRows)]
    pub rows: PlanRows<R>,
    /// What stands in the way of the whole action.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    pub warning: Option<R>,
    /// What to know before confirming the plan; it blocks nothing.
    #[schema(value_type = Vec<String>)]
    pub notes: Vec<R>,
    /// Changes that are no rows: cohorts, and people in them.
    #[serde(default)]
    #[schema(required)]
    pub besides: i64,
    /// How those who leave would leave.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub leaving: Option<Leaving>,
    /// How many people would leave: one may have several enrolments.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub people: Option<i64>,
    /// What has to be done first, for the rows that wait for it.
    #[serde(default)]
    #[schema(required)]
    pub first: Vec<First>,
    /// What the guard wants typed before this is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Asked>)]
    pub guard: Option<Asked<R>>,
    /// How long it will probably take; nothing if no earlier job was similar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub expected: Option<Expected>,
    /// Names this plan: it is sent along when the plan is confirmed.
    pub token: String,
    /// The digest of all that would be done.
    #[serde(skip)]
    pub(crate) digest: Digest,
    /// Shares of the kind that would be touched.
    #[serde(skip)]
    pub(crate) impacts: Vec<Impact>,
    /// People who have grades that would be lost, or may have some.
    #[serde(skip)]
    pub(crate) people_with_grades: i64,
    /// Enrolments of those people, each with the person's number.
    #[serde(skip)]
    pub(crate) graded: HashMap<i64, String>,
    /// The share of rows that are gone from a list of the source.
    #[serde(skip)]
    pub(crate) shrunk: Option<Impact>,
    /// True if a list of the source could not be read, so that a later plan may have more rows.
    #[serde(skip)]
    pub(crate) unread: bool,
    /// True if many rows are kept per outcome.
    #[serde(skip)]
    pub(crate) wide: bool,
}

impl Plan {
    /// The plan of deleting one row without a job.
    pub fn deleting(row: PlanRow) -> Self {
        let mut plan = Self::default();
        plan.counts.missing = 1;
        plan.rows.missing.push(row);
        plan
    }

    /// The plan in a language.
    pub fn in_words(self, language: Language) -> Plan<String> {
        let said = |reason: Reason| reason.sentence(language);
        let rows = |rows: Vec<PlanRow>| rows.into_iter().map(|row| row.in_words(language)).collect();
        Plan {
            counts: self.counts,
            rows: PlanRows {
                create: rows(self.rows.create),
                update: rows(self.rows.update),
                leaving: rows(self.rows.leaving),
                moved: rows(self.rows.moved),
                missing: rows(self.rows.missing),
                waiting: rows(self.rows.waiting),
                conflicts: rows(self.rows.conflicts),
                unchanged: rows(self.rows.unchanged),
            },
            warning: self.warning.map(said),
            notes: self.notes.into_iter().map(said).collect(),
            besides: self.besides,
            leaving: self.leaving,
            people: self.people,
            first: self.first,
            guard: self.guard.map(|asked| asked.in_words(language)),
            expected: self.expected,
            token: self.token,
            digest: self.digest,
            impacts: self.impacts,
            people_with_grades: self.people_with_grades,
            graded: self.graded,
            shrunk: self.shrunk,
            unread: self.unread,
            wide: self.wide,
        }
    }

    /// Adds a row that stays as it is. Such rows are never searched or left out, so a wide plan keeps no more of them.
    pub(crate) fn unchanged(&mut self, row: impl FnOnce() -> PlanRow) {
        self.counts.unchanged += 1;
        add_sample(SAMPLE, &mut self.rows.unchanged, row);
    }

    /// Adds a row that cannot be done: it waits for the export of its parent, or is in conflict.
    pub(crate) fn refuse(&mut self, row: PlanRow, Obstacle { reason, first }: Obstacle) {
        let most = self.sample();
        let Some(Prerequisite { kind, verb }) = first.map(|first| *first) else {
            self.counts.conflicts += 1;
            return add_sample(most, &mut self.rows.conflicts, || row.because(reason));
        };
        self.counts.waiting += 1;
        add_sample(most, &mut self.rows.waiting, || row.because(reason));
        match self
            .first
            .iter_mut()
            .find(|first| first.kind == kind.as_str() && first.verb == verb)
        {
            Some(first) => first.rows += 1,
            None => self.first.push(First {
                kind: kind.as_str().to_owned(),
                label: kind.label().to_owned(),
                verb,
                rows: 1,
            }),
        }
    }

    /// Takes all rows out, to be stored beside the plan; the first of each outcome stay in it.
    pub(crate) fn take_rows(&mut self) -> Result<Vec<(PlannedSort, Vec<NewPlannedRow>)>> {
        let rows = &mut self.rows;
        let sorts = [
            (PlannedSort::Create, &mut rows.create),
            (PlannedSort::Update, &mut rows.update),
            (PlannedSort::Leaving, &mut rows.leaving),
            (PlannedSort::Moved, &mut rows.moved),
            (PlannedSort::Missing, &mut rows.missing),
            (PlannedSort::Waiting, &mut rows.waiting),
            (PlannedSort::Conflict, &mut rows.conflicts),
        ];
        sorts
            .into_iter()
            .map(|(sort, rows)| {
                let stored = rows.iter().map(PlanRow::to_stored).collect::<Result<_>>()?;
                rows.truncate(WIDE_SAMPLE);
                Ok((sort, stored))
            })
            .collect()
    }

    /// How many rows are shown per outcome.
    pub(crate) const fn sample(&self) -> usize {
        match self.wide {
            true => WIDE,
            false => SAMPLE,
        }
    }

    /// Names the plan by its digest.
    pub(crate) fn token(&self) -> String {
        self.digest.text()
    }
}

/// What has to be done to a kind before rows of another can be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct First {
    /// The kind.
    pub kind: String,
    /// What people call it.
    pub label: String,
    /// What has to be done: the kind is exported, or, where the dashboard does not have it yet, synced.
    pub verb: RowsVerb,
    /// Rows that wait for it.
    pub rows: i64,
}

/// Why a row cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Obstacle {
    pub(crate) reason: Reason,
    /// What has to be done first, if the row waits for it. Boxed because results hold obstacles.
    pub(crate) first: Option<Box<Prerequisite>>,
}

/// A verb on a kind that another row waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prerequisite {
    pub(crate) kind: KindName,
    pub(crate) verb: RowsVerb,
}

impl Obstacle {
    /// An obstacle that `verb` on the kind of that name removes.
    pub(crate) fn waiting(reason: Reason, kind: &str, verb: RowsVerb) -> Self {
        let first = KindName::parse(kind).map(|kind| Box::new(Prerequisite { kind, verb }));
        Self { reason, first }
    }

    /// True if the row waits for an export.
    pub(crate) fn waits_for_export(&self) -> bool {
        self.first.as_ref().is_some_and(|first| first.verb == RowsVerb::Export)
    }
}

impl From<Reason> for Obstacle {
    fn from(reason: Reason) -> Self {
        Self { reason, first: None }
    }
}

/// Rows by what would become of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlanCounts {
    /// New there; or enrolled.
    pub create: i64,
    /// Changed there.
    pub update: i64,
    /// Out of their class.
    pub leaving: i64,
    /// Into the group of another class of the same course, and nothing else.
    pub moved: i64,
    /// Left as they are.
    pub unchanged: i64,
    /// Gone from the source; or deleted.
    pub missing: i64,
    /// Not possible before what they belong to has been exported.
    #[serde(default)]
    #[schema(required)]
    pub waiting: i64,
    /// Not to be done without a person's word, or not possible.
    // An earlier version stored this name.
    #[serde(alias = "conflict")]
    pub conflicts: i64,
}

impl PlanCounts {
    /// All rows that are looked at.
    pub(crate) const fn all(&self) -> i64 {
        let Self {
            create,
            update,
            leaving,
            moved,
            unchanged,
            missing,
            waiting,
            conflicts,
        } = *self;
        create + update + leaving + moved + unchanged + missing + waiting + conflicts
    }
}

/// The first rows of each sort.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(bound = "")]
pub struct PlanRows<R = Reason> {
    /// New.
    #[schema(value_type = Vec<PlanRow>)]
    pub create: Vec<PlanRow<R>>,
    /// Changed.
    #[schema(value_type = Vec<PlanRow>)]
    pub update: Vec<PlanRow<R>>,
    /// Leaving: those who have grades to lose first.
    #[schema(value_type = Vec<PlanRow>)]
    pub leaving: Vec<PlanRow<R>>,
    /// Changing the group alone.
    #[schema(value_type = Vec<PlanRow>)]
    pub moved: Vec<PlanRow<R>>,
    /// Gone from the source.
    #[schema(value_type = Vec<PlanRow>)]
    pub missing: Vec<PlanRow<R>>,
    /// Not possible before what they belong to has been exported.
    #[serde(default = "Vec::new")]
    #[schema(value_type = Vec<PlanRow>, required)]
    pub waiting: Vec<PlanRow<R>>,
    /// In conflict.
    #[serde(alias = "conflict")]
    #[schema(value_type = Vec<PlanRow>)]
    pub conflicts: Vec<PlanRow<R>>,
    /// Left as they are. They are those that were at hand: none is read to be shown here.
    #[serde(default = "Vec::new")]
    #[schema(value_type = Vec<PlanRow>, required)]
    pub unchanged: Vec<PlanRow<R>>,
}

/// A row's name for people, and its name in a job's report.
#[derive(Debug, Clone)]
pub(crate) struct RowName {
    pub(crate) row: RowKey,
    pub(crate) key: Key,
    pub(crate) label: String,
}

/// One row of a plan.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(bound = "")]
pub struct PlanRow<R = Reason> {
    /// Names the row among its kind, so that it can be left out; nothing where it cannot be left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub row: Option<String>,
    /// The row's key.
    #[serde(flatten)]
    pub key: Key,
    /// What people call it.
    pub label: String,
    /// Fields that would change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Why it cannot be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false)]
    pub reason: Option<R>,
    /// What would be lost with the enrolment.
    #[serde(flatten)]
    #[schema(value_type = AtStake)]
    pub at_stake: Option<AtStake>,
}

/// What would be lost with an enrolment that is really removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AtStake {
    /// Whether the person has grades in the course; `None`: unknown.
    #[serde(deserialize_with = "Option::deserialize")]
    pub has_grades: Option<bool>,
    /// When the person last opened the course, where that is known; RFC 3339.
    pub last_access: Option<String>,
    /// The enrolment; `None` in a stored plan that was read again.
    #[serde(skip)]
    pub(crate) membership: Option<Membership>,
}

impl AtStake {
    /// People with grades come first, then people who may have some.
    pub(crate) const fn rank(&self) -> u8 {
        match self.has_grades {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        }
    }
}

/// One field that would change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Change {
    /// The field.
    pub field: String,
    /// Its value now.
    pub from: String,
    /// Its value then.
    pub to: String,
}

impl PlanRow {
    /// A row with its key and label.
    pub fn of<K: selaras_kinds::Kind>(row: &K) -> Self {
        Self::named(selaras_kinds::key(row), row.label()).about(&RowKey::of(row))
    }

    /// A row's object on the platform: for an enrolment, its person.
    pub fn of_object<K: selaras_kinds::Kind>(row: &K) -> Self {
        Self::named(selaras_kinds::object_name(row), row.label()).about(&RowKey::of_object(row))
    }

    /// A row that is to be sent.
    pub(crate) fn of_named(named: RowName) -> Self {
        Self::named(named.key, named.label).about(&named.row)
    }

    /// Sets the row that it names.
    pub(crate) fn about(mut self, row: &RowKey) -> Self {
        self.row = Some(row.hash.to_string());
        self
    }

    /// A row of that key and label.
    pub fn named(key: impl Into<Key>, label: String) -> Self {
        Self {
            key: key.into(),
            label,
            ..Self::default()
        }
    }

    /// Sets why it cannot be done.
    pub fn because(mut self, reason: Reason) -> Self {
        self.reason = Some(reason);
        self
    }

    /// Sets what would be lost.
    pub(crate) fn losing(mut self, stake: AtStake) -> Self {
        self.at_stake = Some(stake);
        self
    }

    /// The row as it is stored beside its plan.
    fn to_stored(&self) -> Result<NewPlannedRow> {
        Ok(NewPlannedRow {
            search: format!("{} {}", self.key.text, self.label),
            row: serde_json::to_string(self).map_err(|error| EngineError::Queue(error.to_string()))?,
        })
    }

    pub(crate) fn in_words(self, language: Language) -> PlanRow<String> {
        PlanRow {
            row: self.row,
            key: self.key,
            label: self.label,
            changes: self.changes,
            reason: self.reason.map(|reason| reason.sentence(language)),
            at_stake: self.at_stake,
        }
    }

    /// Adds the fields in which two rows differ; for an enrolment, its person's fields.
    pub fn changing<K: selaras_kinds::Kind>(mut self, from: &K, to: &K) -> Self {
        for field in selaras_kinds::own_fields::<K>() {
            let (before, after) = ((field.get)(from), (field.get)(to));
            if before != after {
                self.changes.push(Change {
                    field: field.name.to_owned(),
                    from: before.to_string(),
                    to: after.to_string(),
                });
            }
        }
        self
    }
}

/// Adds a row while there are fewer than `most`.
pub(crate) fn add_sample(most: usize, rows: &mut Vec<PlanRow>, row: impl FnOnce() -> PlanRow) {
    if rows.len() < most {
        rows.push(row());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn plan_of_an_earlier_version_is_read() {
        let counts = json!({
            "create": 1, "update": 0, "leaving": 0, "moved": 0, "unchanged": 2, "missing": 0, "waiting": 0,
            "conflict": 3,
        });
        let counts: PlanCounts = serde_json::from_value(counts).unwrap();
        assert_eq!((counts.unchanged, counts.conflicts), (2, 3));
        let rows = json!({
            "create": [], "update": [], "leaving": [], "moved": [], "missing": [], "waiting": [],
            "conflict": [{ "key": "20261", "label": "Gasal 2026/2027" }],
        });
        let rows: PlanRows = serde_json::from_value(rows).unwrap();
        assert_eq!((rows.conflicts.len(), rows.unchanged.len()), (1, 0));
        let guard = json!({ "reason": { "code": "broke_off" }, "name": "Kelas" });
        let guard: Asked = serde_json::from_value(guard).unwrap();
        assert!(guard.is_typed(Some("Kelas")) && !guard.is_typed(Some("Mahasiswa")));
    }

    #[test]
    fn rows_wait_for_a_kind_whatever_their_reason_says() {
        let mut plan = Plan::default();
        let (reason, row) = (Reason::BrokeOff, PlanRow::default);
        plan.refuse(
            row(),
            Obstacle::waiting(reason.clone(), "mata_kuliah", RowsVerb::Export),
        );
        plan.refuse(row(), reason.into());
        assert_eq!((plan.counts.waiting, plan.counts.conflicts), (1, 1));
        let first: Vec<_> = plan
            .first
            .iter()
            .map(|first| (first.kind.as_str(), first.rows))
            .collect();
        assert_eq!(first, [("mata_kuliah", 1)]);
    }

    #[test]
    fn unchanged_rows_are_counted_and_a_sample_is_shown() {
        let mut plan = Plan {
            wide: true,
            ..Plan::default()
        };
        for row in 0..=SAMPLE {
            plan.unchanged(|| PlanRow::named(row.to_string(), String::new()));
        }
        assert_eq!(plan.counts.unchanged, SAMPLE as i64 + 1);
        assert_eq!(plan.rows.unchanged.len(), SAMPLE);
        assert_eq!(plan.rows.unchanged[0].key.text, "0");
    }
}
