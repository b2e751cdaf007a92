//! The diff of lists of people in classes: they are staged and compared with the dashboard's rows, and shown as a plan. If the
//! dashboard has none, all rows are new, and nothing is compared.

use super::{
    diff::{CONFLICTS, add_changes, add_conflicts, add_missing, add_updates, origin, refuse_empty_list},
    held::disagreement,
    same_list::KnownTexts,
    source_lists::{Reading, readings},
    staged_lists::StagedLists,
    ties::find_ties,
    totals::{ListResult, add_impacts},
};
use crate::{
    Plan, PlanRow, Result, Run,
    plan::{SAMPLE, add_sample},
};
use selaras_kinds::{Kind, key};
use selaras_reasons::Reason;
use selaras_store::{
    Selection,
    staging::{Compared, Gone, Held, Verdict},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

/// Names of classes staged in one call.
const CLASSES: usize = 10_000;

/// Staged lists of enrolments, and what would become of their rows.
pub(super) struct EnrolmentDiff<K> {
    pub(super) lists: StagedLists<K>,
    /// The result of the comparison; `None` if the dashboard has no rows of the kind.
    pub(super) compared: Option<Compared>,
    /// Stored enrolments that the lists no longer have.
    pub(super) missing: Vec<i64>,
    /// Stored enrolments that get the id of their class, each as it is with it.
    pub(super) ties: Vec<(i64, K)>,
}

impl<K: Kind> EnrolmentDiff<K> {
    /// Stages the lists that an order reads, and compares them. `kind_is_empty` means that the dashboard has no rows of the kind.
    ///
    /// # Errors
    /// No list can be read, the only one is suddenly empty, or the lists do not have the rows that the order names.
    pub(super) async fn of(run: &Arc<Run>, kind_is_empty: bool) -> Result<Self> {
        let readings = readings::<K>(run).await?;
        let mut diff = Self {
            lists: StagedLists::new(run, !kind_is_empty).await?,
            compared: None,
            missing: Vec::new(),
            ties: Vec::new(),
        };
        match kind_is_empty {
            true => diff.read_first(run, &readings).await?,
            false => diff.read(run, &readings).await?,
        }
        Ok(diff)
    }

    /// Reads lists where the dashboard has no rows of the kind.
    async fn read_first(&mut self, run: &Arc<Run>, readings: &[Arc<Reading>]) -> Result<()> {
        self.lists.read(run, readings, KnownTexts::Nothing).await?;
        let staging = &self.lists.staging;
        staging.order_enrolments(false).await?;
        self.lists.totals.seen = staging.different_enrolments().await? + self.lists.left_out;
        self.lists.totals.refuse_nothing::<K>(run, !takes_all(readings))
    }

    async fn read(&mut self, run: &Arc<Run>, readings: &[Arc<Reading>]) -> Result<()> {
        let takes_all = takes_all(readings);
        let is_whole = is_whole(readings);
        let mut held = Vec::new();
        let mut disputed = BTreeSet::new();
        loop {
            if takes_all && !is_whole {
                held = self.held(run, readings).await?;
                if held.iter().any(|held| held.texts.is_none()) {
                    disputed.extend(self.lists.staging.with_people_in_dispute().await?);
                }
            }
            let known = self.known_texts(run, readings, &held, &disputed);
            self.lists.read(run, readings, known).await?;
            if is_whole && !self.lists.same.is_empty() {
                self.lists.totals.seen = self.lists.rows_of_same_lists();
                self.compared = Some(Compared::default());
                return Ok(());
            }
            let staging = &self.lists.staging;
            staging.compare_people(!takes_all, run.job).await?;
            if self.lists.all_staged() {
                break;
            }
            let changed = staging.with_changed_people().await?;
            if changed.is_empty() {
                break;
            }
            disputed.extend(changed);
            // The first list that describes a person has precedence, so all are read in their order.
            self.lists = StagedLists::new(run, true).await?;
        }
        let staging = &self.lists.staging;
        staging.order_enrolments(true).await?;
        staging.compare_enrolments(run.job).await?;
        let different = staging.different_enrolments().await? + staging.kept_alone().await?;
        self.lists.totals.seen = different + self.lists.left_out + self.lists.rows_of_same_lists();
        let (ties, is_tied) = find_ties(run, staging, &mut self.lists.totals.digest).await?;
        self.ties = ties;
        if is_tied {
            staging.compare_tied().await?;
        }
        if takes_all {
            if is_whole {
                held = self.held(run, readings).await?;
            }
            self.find_gone(run, readings, &held).await?;
        }
        self.lists.totals.refuse_nothing::<K>(run, !takes_all)?;
        self.compared = Some(self.lists.staging.compared().await?);
        Ok(())
    }

    /// The texts of lists that need not be parsed if they still have them. Lists of `disputed` classes are parsed.
    fn known_texts(&self, run: &Run, readings: &[Arc<Reading>], held: &[Held], disputed: &BTreeSet<i64>) -> KnownTexts {
        // A row that is kept loses the key of its object. A report also tells what was changed here, beside what the source says.
        let is_parsed = K::FEED.keyed.is_some() || run.compares();
        if !takes_all(readings) || is_parsed || self.lists.leaves_out() {
            return KnownTexts::Nothing;
        }
        if !is_whole(readings) {
            let undisputed = held.iter().filter(|held| !disputed.contains(&held.scope));
            let texts = undisputed.map(|held| (held.scope as usize, held.texts));
            return KnownTexts::OfClasses(texts.collect());
        }
        match run.order.selection == Selection::default() {
            true => KnownTexts::Whole,
            false => KnownTexts::Nothing,
        }
    }

    /// What the dashboard has of the classes of the lists.
    async fn held(&self, run: &Run, readings: &[Arc<Reading>]) -> Result<Vec<Held>> {
        let staging = &self.lists.staging;
        let mut names = classes(readings).map(|(reading, class)| {
            let name = reading.classes.values(class).map(str::to_owned).collect();
            (reading.classes.scope(class), name)
        });
        loop {
            let some: Vec<_> = names.by_ref().take(CLASSES).collect();
            if some.is_empty() {
                break;
            }
            staging.cover(some.into_iter()).await?;
        }
        staging.find_covered().await?;
        Ok(staging.held_by_scope(run.job).await?)
    }

    /// Finds out what is gone of each class, and refuses classes that are suddenly empty.
    async fn find_gone(&mut self, run: &Run, readings: &[Arc<Reading>], held: &[Held]) -> Result<()> {
        let origin = origin::<K>(run).await?;
        let staging = &self.lists.staging;
        staging.stay(self.lists.unplaced.ids()).await?;
        let held: HashMap<i64, i64> = held.iter().map(|held| (held.scope, held.rows)).collect();
        let mut gone: BTreeMap<i64, Vec<Gone>> = BTreeMap::new();
        for enrolment in staging.gone(run.compares()).await? {
            gone.entry(enrolment.scope).or_default().push(enrolment);
        }
        for (reading, class) in classes(readings) {
            let scope = reading.classes.scope(class);
            let of_class = self.lists.of_classes[scope];
            if of_class.failed {
                continue;
            }
            let held = held.get(&(scope as i64)).copied().unwrap_or_default();
            if self.lists.same.contains_key(&scope) {
                self.lists.totals.held += held;
                continue;
            }
            let has_left = reading.classes.has_left(class);
            let is_emptied = !of_class.listed && held > 0;
            if is_emptied && !reading.classes.is_whole_list() && !has_left {
                let unread = self.lists.unread.remove(&scope).unwrap_or_default();
                match refuse_empty_list(run, 0, held, &unread, origin.as_ref()) {
                    Err(error) if readings.len() > 1 => {
                        self.lists.fail(scope, reading.named(), error);
                        continue;
                    }
                    refused => refused?,
                }
            }
            // The class may be one that the list has under another name.
            let may_be_renamed = is_emptied && !of_class.in_doubt && !has_left && reading.classes.is_whole_list();
            let is_doubtful = may_be_renamed && self.lists.has_unknown_class;
            if is_doubtful {
                let reason = Reason::EmptyListRefused {
                    source: run.source.name().to_owned(),
                    rows: held.unsigned_abs(),
                };
                self.lists.issues.fail(reading.classes.named(class), reason);
            }
            let gone = match of_class.in_doubt || is_doubtful {
                true => Vec::new(),
                false => gone.remove(&(scope as i64)).unwrap_or_default(),
            };
            // A class that has left the timetable is not the one that is spelled otherwise.
            let (staying, gone): (Vec<_>, Vec<_>) = gone.into_iter().partition(|gone| gone.stays && !has_left);
            let listed = ListResult {
                held,
                left: !of_class.listed && has_left,
                missing: gone.into_iter().map(|gone| gone.id).collect(),
                stay: staying.len(),
            };
            self.missing.extend(self.lists.totals.add::<K>(run.guard, listed));
        }
        self.lists.issues.stage(run, &self.lists.staging).await?;
        let totals = &mut self.lists.totals;
        // A list of all classes without people is empty, whatever classes it has.
        if is_whole(readings) {
            refuse_empty_list(run, totals.seen, totals.held, &totals.unread, origin.as_ref())?;
        }
        totals.none_gone_classes = self.lists.of_classes.iter().filter(|class| class.in_doubt).count();
        let stay = (totals.stay > 0).then(|| Reason::StayOfUnknownClasses {
            rows: totals.stay as u64,
            source: run.source.name().to_owned(),
        });
        let none_gone = totals.none_gone(origin.as_ref());
        self.lists.issues.notices.extend(none_gone.into_iter().chain(stay));
        Ok(())
    }

    /// The number of new enrolments.
    fn created(&self) -> i64 {
        match &self.compared {
            Some(compared) => compared.enrolments(Verdict::Create),
            None => self.lists.totals.seen - self.lists.left_out,
        }
    }

    /// Rows that change nothing. Of each row one thing is counted: what it says of its person, or else of the enrolment; a new
    /// enrolment and a returned one are counted besides.
    pub(super) async fn unchanged(&self) -> Result<i64> {
        let lists = &self.lists;
        let silent = lists.rows + lists.rows_of_same_lists() + lists.known_rows - lists.differing + lists.left_out;
        let Some(compared) = &self.compared else {
            let new = match lists.differing {
                0 => self.created(),
                _ => lists.staging.new_by_silent_rows().await?,
            };
            return Ok(silent - new);
        };
        Ok(silent - compared.not_unchanged())
    }

    /// The lists as a plan.
    pub(super) async fn plan(&self, run: &Run) -> Result<Plan> {
        let (lists, staging) = (&self.lists, &self.lists.staging);
        let of_people = |verdict| self.compared.as_ref().map_or(0, |compared| compared.people(verdict));
        let mut plan = run.empty_plan();
        let most = plan.sample();
        plan.counts.create = self.created();
        plan.counts.update = of_people(Verdict::Update);
        plan.counts.unchanged = self.unchanged().await?;
        plan.counts.missing = self.missing.len() as i64;
        let conflicts: i64 = CONFLICTS.iter().map(|verdict| of_people(*verdict)).sum();
        plan.counts.conflicts = lists.issues.failed + conflicts + lists.differing;
        plan.notes.clone_from(&lists.issues.notices);
        plan.rows.unchanged.clone_from(&lists.unwanted);
        plan.rows.conflicts.clone_from(&lists.issues.shown);
        let new = match self.compared {
            None => staging.some_enrolments(most).await?,
            Some(_) => staging.next(Verdict::Create, 0, most).await?,
        };
        plan.rows
            .create
            .extend(new.iter().map(|staged| PlanRow::of(&staged.row)));
        if self.compared.is_some() {
            self.plan_changes(run, &mut plan).await?;
        }
        let shown = most - plan.rows.conflicts.len();
        for (_, row, first) in staging.next_others(0, shown).await? {
            let reason = disagreement(Some(&first), &row, run.source.name());
            plan.rows.conflicts.push(PlanRow::of(&row).because(reason));
        }
        add_missing::<K>(run, &mut plan, &self.missing).await?;
        add_impacts::<K>(run, &mut plan, &lists.totals).await?;
        Ok(plan)
    }

    /// Adds to a plan what differs from the stored rows.
    async fn plan_changes(&self, run: &Run, plan: &mut Plan) -> Result<()> {
        let staging = &self.lists.staging;
        add_changes(plan, staging).await?;
        add_updates(run, plan, staging).await?;
        add_conflicts(run, plan, staging).await?;
        let staged = staging.some_unchanged(SAMPLE).await?;
        let ids = staging.some_kept(SAMPLE).await?;
        let kept = run.store.by_ids::<K>(&ids).await?;
        let kept = ids.iter().filter_map(|id| Some(&kept.get(id)?.row));
        for row in staged.iter().map(|staged| &staged.row).chain(kept) {
            add_sample(SAMPLE, &mut plan.rows.unchanged, || {
                PlanRow::named(key(row), row.label())
            });
        }
        Ok(())
    }
}

fn takes_all(readings: &[Arc<Reading>]) -> bool {
    readings.iter().all(|reading| reading.takes_all())
}

/// True for the one list of all classes.
fn is_whole(readings: &[Arc<Reading>]) -> bool {
    readings.iter().all(|reading| reading.classes.is_whole_list())
}

/// The classes of the lists, each with its index in its list.
fn classes(readings: &[Arc<Reading>]) -> impl Iterator<Item = (&Arc<Reading>, usize)> {
    readings
        .iter()
        .flat_map(|reading| (0..reading.classes.len()).map(move |class| (reading, class)))
}
