//! Lists of enrolments of which the dashboard has no rows yet: all rows are new, and there is nothing to lose. The lists are read
//! a few at once, staged in order, and written when all are known.

use super::{
    ahead::{Ahead, OpenList},
    held::disagreement,
    ingest::Issues,
    progress::Progress,
    reading::{ParsedRow, Reading},
    totals::{Totals, add_impacts},
};
use crate::{
    EngineError, Plan, PlanRow, Result, Run,
    key_interner::KeyInterner,
    plan::{SAMPLE, add_sample},
};
use selaras_kinds::{Kind, key};
use selaras_store::{
    enrolments::{Hashes, READ_AGAIN},
    jobs::{Counts, Line, Outcome},
    staging::{StagedEnrolment, Staging},
};
use std::{collections::BTreeSet, sync::Arc};

/// People staged in one call.
const PEOPLE: usize = 2000;
/// Enrolments staged in one call, in the order in which they are written.
const ENROLMENTS: usize = 65_536;
/// Report lines of one transaction.
const LINES: usize = 1000;

/// Staged lists of enrolments.
pub(super) struct FirstLists<K> {
    staging: Staging<K>,
    issues: Issues,
    pub(super) totals: Totals,
    left_out: BTreeSet<i64>,
    people: KeyInterner,
    /// The fingerprint of each person, as described first.
    fingerprints: Vec<i64>,
    classes: KeyInterner,
    /// The number of rows of each class.
    of_classes: Vec<u32>,
    new_people: Vec<K>,
    new_classes: Vec<K>,
    enrolments: Vec<StagedEnrolment>,
    /// Rows that describe a person otherwise than an earlier one, with the person's number.
    others: Vec<(u32, K)>,
    /// The number of rows that agree with those before them; of those that the order leaves out; and of `others`.
    plain: i64,
    unwanted: i64,
    differing: i64,
    /// The number of different enrolments among the plain rows.
    plain_different: i64,
    /// The first rows left out, as a plan shows them.
    unchanged: Vec<PlanRow>,
}

impl<K: Kind> FirstLists<K> {
    /// Reads and stages lists.
    ///
    /// # Errors
    /// No list can be read, or they do not have the rows that the order names.
    pub(super) async fn of(run: &Arc<Run>, readings: Vec<Arc<Reading>>) -> Result<Self> {
        let mut lists = Self {
            staging: run.store.stage().await?,
            issues: Issues::of(run),
            totals: Totals::default(),
            left_out: run.left_out(),
            people: KeyInterner::default(),
            fingerprints: Vec::new(),
            classes: KeyInterner::default(),
            of_classes: Vec::new(),
            new_people: Vec::new(),
            new_classes: Vec::new(),
            enrolments: Vec::with_capacity(ENROLMENTS),
            others: Vec::new(),
            plain: 0,
            unwanted: 0,
            differing: 0,
            plain_different: 0,
            unchanged: Vec::new(),
        };
        lists.read(run, readings).await?;
        Ok(lists)
    }

    async fn read(&mut self, run: &Arc<Run>, readings: Vec<Arc<Reading>>) -> Result<()> {
        let alone = readings.len() == 1;
        let chosen = readings.first().is_some_and(|reading| !reading.takes_all());
        let mut progress = Progress::new(run);
        let mut ahead = Ahead::<K>::new(run, readings, true);
        while let Some(begun) = ahead.next().await? {
            let reading = Arc::clone(&begun.reading);
            self.totals.lists += 1;
            match self.read_list(run, begun, &mut progress).await {
                Ok(()) => {}
                // The class has left the timetable and the list of students, so it has no people.
                Err((EngineError::Source(error), false))
                    if error.is_absence() && !alone && reading.is_of_class_that_left() =>
                {
                    self.totals.unknown_lists += 1;
                }
                Err((error @ (EngineError::Source(_) | EngineError::Refused(_)), _)) if !alone => {
                    self.totals.failed_lists += 1;
                    self.issues.fail(reading.named(), error.reason());
                }
                Err((error, _)) => return Err(error),
            }
            self.issues.end_list(run, &self.staging).await?;
        }
        self.stage_people().await?;
        self.stage_enrolments().await?;
        self.totals.seen = self.staging.different_enrolments(false).await?;
        self.plain_different = match self.differing {
            0 => self.totals.seen,
            _ => self.staging.different_enrolments(true).await?,
        };
        self.totals.refuse_nothing::<K>(run, chosen)
    }

    /// Stages one list. After an error it also says whether rows came before.
    async fn read_list(
        &mut self,
        run: &Run,
        mut begun: OpenList<K>,
        progress: &mut Progress,
    ) -> std::result::Result<(), (EngineError, bool)> {
        let mut rows_came = false;
        while let Some(parsed) = begun.said.recv().await {
            let parsed = parsed.map_err(|error| (error, rows_came))?;
            rows_came = true;
            let staged = async {
                run.checkpoint()?;
                progress.add(parsed.len()).await?;
                for parsed in parsed {
                    match parsed {
                        ParsedRow::Row { row, hashes, .. } => self.add(row, hashes),
                        ParsedRow::Issue(issue) => self.issues.take(issue, run),
                        // Only a list with stored enrolments has such rows.
                        ParsedRow::Same(..) => {}
                    }
                }
                if self.new_people.len() + self.new_classes.len() + self.others.len() >= PEOPLE {
                    self.stage_people().await?;
                }
                if self.enrolments.len() >= ENROLMENTS {
                    self.stage_enrolments().await?;
                }
                Ok(())
            };
            staged.await.map_err(|error| (error, rows_came))?;
        }
        Ok(())
    }

    fn add(&mut self, row: K, hashes: Hashes) {
        if self.left_out.contains(&hashes.key) || self.left_out.contains(&hashes.object) {
            self.unwanted += 1;
            return add_sample(SAMPLE, &mut self.unchanged, || PlanRow::named(key(&row), row.label()));
        }
        self.totals.digest.add([hashes.key, hashes.fingerprint]);
        let (class, person) = (self.classes.intern(hashes.class), self.people.intern(hashes.object));
        match self.of_classes.get_mut(class as usize) {
            Some(rows) => *rows += 1,
            None => {
                self.of_classes.push(1);
                self.new_classes.push(row.clone());
            }
        }
        let first = self.fingerprints.get(person as usize).copied();
        let agrees = first.is_none_or(|first| first == hashes.fingerprint);
        self.enrolments.push(StagedEnrolment {
            class: class + 1,
            person: person + 1,
            key_hash: hashes.key,
            // Compared again by the next sync.
            source_hash: if agrees { hashes.source } else { READ_AGAIN },
        });
        if first.is_none() {
            self.fingerprints.push(hashes.fingerprint);
            self.new_people.push(row);
            self.plain += 1;
        } else if agrees {
            self.plain += 1;
        } else {
            self.totals.digest.add([hashes.key, hashes.fingerprint]);
            self.differing += 1;
            self.others.push((person + 1, row));
        }
    }

    async fn stage_people(&mut self) -> Result<()> {
        self.staging.add(&std::mem::take(&mut self.new_people)).await?;
        self.staging.add_classes(&std::mem::take(&mut self.new_classes)).await?;
        self.staging.add_others(&std::mem::take(&mut self.others)).await?;
        Ok(())
    }

    async fn stage_enrolments(&mut self) -> Result<()> {
        self.enrolments.sort_unstable();
        self.staging.add_enrolments(&self.enrolments).await?;
        self.enrolments.clear();
        Ok(())
    }

    /// Rows that change nothing: the order leaves them out, or they are repeated.
    fn unchanged(&self) -> i64 {
        self.unwanted + self.plain - self.plain_different
    }

    /// The lists as a plan.
    pub(super) async fn plan(&self, run: &Run) -> Result<Plan> {
        let mut plan = run.empty_plan();
        plan.counts.create = self.totals.seen;
        plan.counts.unchanged = self.unchanged();
        plan.counts.conflicts = self.issues.failed + self.differing;
        plan.notes.clone_from(&self.issues.notices);
        let most = plan.sample();
        let new = self.staging.some_enrolments(most).await?;
        plan.rows.create.extend(new.iter().map(PlanRow::of));
        plan.rows.unchanged.clone_from(&self.unchanged);
        plan.rows.conflicts.clone_from(&self.issues.shown);
        let shown = most - plan.rows.conflicts.len();
        for (_, row, first) in self.staging.next_others(0, shown).await? {
            let reason = disagreement(Some(&first), &row, run.source.name());
            plan.rows.conflicts.push(PlanRow::of(&row).because(reason));
        }
        add_impacts::<K>(run, &mut plan, &self.totals).await?;
        Ok(plan)
    }

    /// Writes the lists.
    pub(super) async fn apply(&mut self, run: &Run) -> Result<()> {
        let job = run.job()?;
        self.issues.report(run, &self.staging).await?;
        if self.totals.seen > 0 {
            self.staging.begin_first_load(job, self.totals.seen).await?;
            let ids = self.staging.create_people(job, || run.checkpoint()).await?;
            for range in self.staging.ranges(&self.of_classes) {
                run.checkpoint()?;
                self.staging.create_enrolments(job, ids, range).await?;
            }
        }
        self.report_others(run, job).await?;
        let unchanged = Counts::of(Outcome::Unchanged, self.unchanged());
        Ok(run.store.add_counts(job, K::NAME, &unchanged).await?)
    }

    async fn report_others(&self, run: &Run, job: i64) -> Result<()> {
        let mut after = 0;
        loop {
            let others = self.staging.next_others(after, LINES).await?;
            let Some((last, ..)) = others.last() else { return Ok(()) };
            after = *last;
            run.checkpoint()?;
            let lines: Vec<_> = others
                .iter()
                .map(|(_, row, first)| {
                    Line::on_row(row, Outcome::Conflict).because(disagreement(Some(first), row, run.source.name()))
                })
                .collect();
            let counts = Counts::of(Outcome::Conflict, lines.len() as i64);
            run.store.report(job, K::NAME, &lines, &counts).await?;
        }
    }
}
