//! The diff of a list: it is staged and compared with the dashboard's rows, and shown as a plan.

use super::{
    held::stored,
    ingest::{Issues, ingest},
    issue::UnreadRows,
    source_lists::{Reading, readings},
    spellings::{Spelling, Spellings, respelled},
    ties::find_ties,
    totals::{ListResult, Totals, add_impacts},
};
use crate::{EngineError, Plan, PlanRow, Result, Run, plan::SAMPLE};
use futures::TryStreamExt;
use selaras_kinds::{Kind, key, number_column, value};
use selaras_reasons::Reason;
use selaras_source::Origin;
use selaras_store::{
    Selection,
    staging::{StagedRow, Staging, Verdict},
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// Staged rows read at once.
pub(super) const TOGETHER: usize = 1000;

/// A staged list, and what would become of its rows.
pub(super) struct Diff<K> {
    pub(super) staging: Staging<K>,
    pub(super) counts: HashMap<Verdict, i64>,
    /// Stored rows that the list no longer has.
    pub(super) missing: Vec<i64>,
    /// Stored rows that get the id of their class, each as it is with it.
    pub(super) ties: Vec<(i64, K)>,
    /// Stored rows that stay although they are not listed: the list spells their people's numbers otherwise.
    stay: BTreeSet<i64>,
    pub(super) issues: Issues,
    pub(super) totals: Totals,
}

/// Verdicts on rows that a person must decide on.
pub(super) const CONFLICTS: [Verdict; 3] = [Verdict::Twice, Verdict::BothSides, Verdict::EnteredHere];

impl<K: Kind> Diff<K> {
    /// Stages the list that an order reads, and compares it. `kind_is_empty` means that the dashboard has no rows of the kind.
    ///
    /// # Errors
    /// The list cannot be read to its end, is suddenly empty, or does not have the rows that the order names.
    pub(super) async fn of(run: &Arc<Run>, kind_is_empty: bool) -> Result<Self> {
        let readings = readings::<K>(run).await?;
        let [reading] = &readings[..] else {
            return Err(EngineError::Queue("a list of rows is one list".to_owned()));
        };
        let mut staging = run.store.stage::<K>().await?;
        staging.leave_out(&run.left_out()).await?;
        let issues = ingest(reading, &mut staging).await?;
        staging.compare(!reading.takes_all(), run.job).await?;
        let mut diff = Self {
            staging,
            counts: HashMap::new(),
            missing: Vec::new(),
            ties: Vec::new(),
            stay: BTreeSet::new(),
            issues,
            totals: Totals::default(),
        };
        diff.settle(run, reading, kind_is_empty).await?;
        diff.end(run, reading, kind_is_empty).await?;
        Ok(diff)
    }

    /// Finds out which rows that seem new are known under another spelling or without the id of their class.
    async fn settle(&mut self, run: &Run, reading: &Reading, kind_is_empty: bool) -> Result<()> {
        // Again after a change: the next of several equal rows is now the first.
        while self.compare_spellings(run, Verdict::Twice).await?
            || !(kind_is_empty && K::IS_PERSON) && self.compare_spellings(run, Verdict::Create).await?
        {
            self.staging.compare(!reading.takes_all(), run.job).await?;
        }
        self.staging.stay(&self.stay).await?;
        if K::MEMBERSHIP.is_some() && !kind_is_empty {
            let (ties, is_tied) = find_ties(run, &self.staging, &mut self.totals.digest).await?;
            self.ties = ties;
            if is_tied {
                self.staging.compare(!reading.takes_all(), run.job).await?;
            }
        }
        Ok(())
    }

    /// Compares the numbers of rows of a verdict with those that the dashboard has in another spelling. Capitals make no difference:
    /// the row takes the spelling that is known, or else that of the first such row. Zeros at the beginning may: a new row is not
    /// used, and what is stored of that person stays. Returns whether a row has changed.
    async fn compare_spellings(&mut self, run: &Run, verdict: Verdict) -> Result<bool> {
        let Some(column) = number_column::<K>() else {
            return Ok(false);
        };
        let (mut after, mut changed) = (0, false);
        let (mut first, mut stay) = (HashMap::new(), Vec::new());
        loop {
            let rows = self.staging.next(verdict, after, TOGETHER).await?;
            let Some(last) = rows.last() else { break };
            after = last.number;
            let known = Spellings::of_rows(&run.store, rows.iter().map(|staged| &staged.row)).await?;
            let is_known = |staged: &StagedRow<K>| staged.id > 0 || known.has(value(&staged.row, column));
            let (as_known, otherwise): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_known);
            for staged in as_known {
                let own = value(&staged.row, column);
                first.insert(own.to_lowercase(), own.to_owned());
            }
            let mut refused = Vec::new();
            for StagedRow { number, row, .. } in otherwise {
                let own = value(&row, column);
                let spelling = match verdict {
                    // Zeros count only for a person of the same name.
                    Verdict::Create if K::IS_PERSON => known.of_person(&row),
                    _ => known.of_number(own),
                };
                let spelled = match spelling {
                    Spelling::InCapitals(other) => other,
                    Spelling::InZeros(other) => {
                        stay.extend(known.others(own).iter().map(|(other, _)| other.clone()));
                        if verdict == Verdict::Create {
                            self.refuse_spelling(run, &row, column, other);
                            refused.push(number);
                        }
                        own.to_owned()
                    }
                    Spelling::Unknown => own.to_owned(),
                };
                let spelled = first.entry(own.to_lowercase()).or_insert(spelled);
                if spelled != own {
                    self.staging.replace(number, &respelled(&row, column, spelled)).await?;
                    changed = true;
                }
            }
            changed |= !refused.is_empty();
            self.staging.remove(&refused).await?;
        }
        if !stay.is_empty() {
            let theirs = Selection {
                any_of: Some((column.to_owned(), stay)),
                ..Selection::default()
            };
            let stored = run.store.known::<K>(&theirs).await?;
            self.stay.extend(stored.iter().map(|known| known.id));
        }
        self.issues.stage(run, &self.staging).await?;
        Ok(changed)
    }

    /// Reports a new row with a number that the dashboard has with other zeros. If it is a person, it may be any of the list's, so none is
    /// gone; of a row about a person, only that person's rows stay.
    fn refuse_spelling(&mut self, run: &Run, row: &K, column: &str, other: String) {
        let (field, source) = (column.to_owned(), run.source.name().to_owned());
        let value = value(row, column).to_owned();
        if K::IS_PERSON {
            let reason = Reason::NumberSpelledOtherwise {
                field,
                value,
                other,
                source,
            };
            self.issues.doubt(key(row).text, reason);
        } else {
            let position = format!("{value} · {}", row.label());
            let reason = Reason::PersonSpelledOtherwise {
                field,
                value,
                other,
                source,
            };
            self.issues.refuse(position, reason);
        }
    }

    /// Finds the missing rows and sums up.
    async fn end(&mut self, run: &Run, reading: &Reading, kind_is_empty: bool) -> Result<()> {
        let unread = std::mem::take(&mut self.issues.unread);
        let (seen, held) = (self.staging.different().await?, self.staging.held().await?);
        let origin = origin::<K>(run).await?;
        if reading.takes_all() {
            refuse_empty_list(run, seen, held, &unread.rows, origin.as_ref())?;
        }
        // A row that cannot be read may be any row, so then none is missing.
        let all_read = reading.takes_all() && !unread.of_list && unread.in_doubt.rows == 0;
        let missing = match all_read {
            true => self.staging.missing(run.compares()).await?,
            false => Vec::new(),
        };
        self.totals.lists += 1;
        self.totals.seen = seen;
        let listed = ListResult {
            held,
            left: false,
            missing,
            stay: 0,
        };
        self.missing = self.totals.add::<K>(run.guard, listed);
        self.totals.refuse_nothing::<K>(run, !reading.takes_all())?;
        self.totals.add_unread(unread);
        self.counts = self.staging.counts().await?;
        // An order of some rows flags none, and a first sync has none to flag.
        if reading.takes_all() && !kind_is_empty {
            self.issues.notices.extend(self.totals.none_gone(origin.as_ref()));
        }
        Ok(())
    }

    pub(super) fn count(&self, verdict: Verdict) -> i64 {
        self.counts.get(&verdict).copied().unwrap_or_default()
    }

    /// The rows that stay as they are.
    pub(super) fn unchanged(&self) -> i64 {
        let verdicts = [Verdict::Unchanged, Verdict::EditedHere, Verdict::Returned];
        verdicts.iter().map(|verdict| self.count(*verdict)).sum()
    }

    /// The rows that are left to a person.
    pub(super) fn conflicts(&self) -> i64 {
        CONFLICTS.iter().map(|verdict| self.count(*verdict)).sum()
    }

    /// The diff as a plan.
    pub(super) async fn plan(&self, run: &Run) -> Result<Plan> {
        let mut plan = run.empty_plan();
        plan.counts.create = self.count(Verdict::Create);
        plan.counts.update = self.count(Verdict::Update);
        plan.counts.unchanged = self.unchanged();
        plan.counts.missing = self.missing.len() as i64;
        plan.counts.conflicts = self.issues.failed + self.conflicts();
        plan.notes.clone_from(&self.issues.notices);
        add_changes(&mut plan, &self.staging).await?;
        let most = plan.sample();
        for staged in self.first(Verdict::Create, most).await? {
            plan.rows.create.push(PlanRow::of(&staged.row));
        }
        add_updates(run, &mut plan, &self.staging).await?;
        plan.rows.conflicts.clone_from(&self.issues.shown);
        add_conflicts(run, &mut plan, &self.staging).await?;
        for verdict in [Verdict::Unchanged, Verdict::EditedHere] {
            for staged in self.first(verdict, SAMPLE - plan.rows.unchanged.len()).await? {
                let shown = PlanRow::named(key(&staged.row), staged.row.label());
                plan.rows.unchanged.push(shown);
            }
        }
        add_missing::<K>(run, &mut plan, &self.missing).await?;
        add_impacts::<K>(run, &mut plan, &self.totals).await?;
        Ok(plan)
    }

    /// The first rows of a verdict.
    async fn first(&self, verdict: Verdict, most: usize) -> Result<Vec<StagedRow<K>>> {
        Ok(self.staging.next(verdict, 0, most).await?)
    }
}

/// Adds to a plan's digest what would be written.
pub(super) async fn add_changes<K: Kind>(plan: &mut Plan, staging: &Staging<K>) -> Result<()> {
    let mut changes = std::pin::pin!(staging.changes().await?);
    while let Some(change) = changes.try_next().await? {
        plan.digest.add(change);
    }
    Ok(())
}

/// Shows in a plan the rows that change, with their changes.
pub(super) async fn add_updates<K: Kind>(run: &Run, plan: &mut Plan, staging: &Staging<K>) -> Result<()> {
    let updates = staging.next_objects(Verdict::Update, 0, plan.sample()).await?;
    for some in updates.chunks(TOGETHER) {
        let before = stored(run, some).await?;
        plan.rows.update.extend(some.iter().map(|staged| {
            let shown = PlanRow::of_object(&staged.row);
            match before.get(&staged.id) {
                Some(before) => shown.changing(before, &staged.row),
                None => shown,
            }
        }));
    }
    Ok(())
}

/// Shows in a plan the rows that a person must decide on.
pub(super) async fn add_conflicts<K: Kind>(run: &Run, plan: &mut Plan, staging: &Staging<K>) -> Result<()> {
    for verdict in CONFLICTS {
        let shown = plan.sample() - plan.rows.conflicts.len();
        for staged in staging.next_objects(verdict, 0, shown).await? {
            let reason = conflict(verdict, run.source.name());
            plan.rows.conflicts.push(PlanRow::of(&staged.row).because(reason));
        }
    }
    Ok(())
}

/// Shows in a plan the rows that are gone.
pub(super) async fn add_missing<K: Kind>(run: &Run, plan: &mut Plan, missing: &[i64]) -> Result<()> {
    for some in missing[..missing.len().min(plan.sample())].chunks(TOGETHER) {
        let rows = run.store.by_ids::<K>(some).await?;
        let shown = rows.values().map(|stored| PlanRow::of(&stored.row));
        plan.rows.missing.extend(shown);
    }
    Ok(())
}

/// Why a row was left as it is, and what to do.
pub(super) fn conflict(verdict: Verdict, source: &str) -> Reason {
    let source = source.to_owned();
    match verdict {
        Verdict::EnteredHere => Reason::EnteredHere { source },
        Verdict::BothSides => Reason::ChangedBothSides { source },
        _ => Reason::KeyTwice { source },
    }
}

/// Where the list of a kind is read from.
pub(super) async fn origin<K: Kind>(run: &Run) -> Result<Option<Origin>> {
    match selaras_source::List::named(K::FEED.name) {
        Some(list) => Ok(run.source.origin(list).await?),
        None => Ok(None),
    }
}

/// Refuses a list that is suddenly empty: it is more often a fault of the source than the truth. A list with unreadable rows
/// only is not empty.
///
/// # Errors
/// The list has no usable row, and the source had some until now.
pub(super) fn refuse_empty_list(
    run: &Run,
    seen: i64,
    held: i64,
    unread: &UnreadRows,
    origin: Option<&Origin>,
) -> Result<()> {
    if seen > 0 || held == 0 {
        return Ok(());
    }
    let rows = held.unsigned_abs();
    let is_file = |origin: &&Origin| matches!(origin, Origin::File { .. } | Origin::Upload { .. });
    let reason = match (origin, &unread.first) {
        (Some(origin), Some((line, why))) => Reason::NoRowReadable {
            origin: Box::new(Reason::from(origin)),
            rows: unread.rows,
            line: line.clone(),
            why: Box::new(why.clone()),
        },
        _ if run.compares() => Reason::ListEmpty {
            source: run.source.name().to_owned(),
            rows,
        },
        _ => match origin.filter(is_file) {
            Some(origin) => Reason::EmptyFileRefused {
                origin: Box::new(Reason::from(origin)),
                rows,
            },
            None => Reason::EmptyListRefused {
                source: run.source.name().to_owned(),
                rows,
            },
        },
    };
    Err(EngineError::Refused(reason))
}
