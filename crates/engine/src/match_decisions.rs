//! The pages of rows that the platform perhaps has already, and the decisions of administrators.

use crate::{
    Change, EngineError, Plan, PlanRow, Result, Run, Task,
    comparison::objects::Difference,
    jobs::Engine,
    matches::{Effect, MadeNew, MatchChoice, MatchLine, MatchedRow, READ, Weighed, verbs},
    plan::{SAMPLE, add_sample},
};
use selaras_kinds::KindName;
use selaras_platform::Need;
use selaras_reasons::{Reason, Word};
use selaras_store::{
    account_choices::ChosenMatch,
    log::By,
    matching::{MatchFilter, MatchState},
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// Decisions of a file written at once.
const WRITTEN: usize = 4000;

/// The row, the decision and what the next export does; or why the line cannot be taken.
type WeighedLine = std::result::Result<(PlanRow, MatchChoice, Effect), Reason>;

impl Engine {
    /// How many rows wait for a decision.
    pub async fn count_undecided_matches(&self) -> Result<i64> {
        let store = self.store();
        let mut count = 0;
        for verbs in verbs(None).filter(|verbs| verbs.is_person) {
            count += (verbs.count_refused)(store.clone()).await?;
        }
        if store.matches_hold().await? {
            count += store.count_undecided_matches().await?;
        }
        Ok(count)
    }

    /// How many rows are in each state, by kind.
    pub async fn count_matches(&self) -> Result<HashMap<(KindName, MatchState), i64>> {
        let stored = self.store().count_matches().await?;
        let mut counts = HashMap::new();
        for verbs in verbs(None) {
            for state in MatchState::all() {
                let key = (verbs.kind.as_str().to_owned(), state);
                let mut count = stored.get(&key).copied().unwrap_or_default();
                if verbs.is_person && state == MatchState::Ambiguous {
                    count += (verbs.count_refused)(self.store().clone()).await?;
                }
                counts.insert((verbs.kind, state), count);
            }
        }
        Ok(counts)
    }

    /// A page of the rows of a filter, and how many there are in all. People that the platform refused since the last scan come
    /// with the accounts that it has now.
    pub async fn matches(
        &self,
        MatchFilter { kind, state }: MatchFilter,
        mut skip: u64,
        most: u64,
    ) -> Result<(Vec<MatchedRow>, i64)> {
        let stored = self.store().count_matches().await?;
        let (mut found, mut total, mut run, mut session) = (Vec::new(), 0, None, None);
        for verbs in verbs(kind) {
            let of = |of: MatchState| {
                stored
                    .get(&(verbs.kind.as_str().to_owned(), of))
                    .copied()
                    .unwrap_or_default()
            };
            let scanned = match state {
                Some(state) => of(state),
                None => MatchState::all().map(of).sum(),
            };
            let waits = verbs.is_person && state.is_none_or(|state| state == MatchState::Ambiguous);
            let refused = match waits {
                true => (verbs.count_refused)(self.store().clone()).await?,
                false => 0,
            };
            for (count, is_refused) in [(refused, true), (scanned, false)] {
                total += count;
                let (skipped, room) = (skip.min(count.unsigned_abs()), most - found.len() as u64);
                skip -= skipped;
                if skipped == count.unsigned_abs() || room == 0 {
                    continue;
                }
                found.extend(if is_refused {
                    let run = match &session {
                        Some(run) => Arc::clone(run),
                        None => Arc::clone(session.insert(self.matching_run().await?)),
                    };
                    (verbs.refused)(run, skipped, room).await?
                } else {
                    let run = match &run {
                        Some(run) => Arc::clone(run),
                        None => Arc::clone(run.insert(self.read_only_run(Task::Scan).await?)),
                    };
                    (verbs.scanned)(run, state, skipped, room).await?
                });
            }
        }
        Ok((found, total))
    }

    /// What decisions would change on the platform at the next export. `said` words the fields.
    pub async fn plan_matches(&self, choices: Vec<MatchChoice>, said: impl Fn(Word) -> String) -> Result<Plan> {
        let mut plan = Plan::default();
        for Weighed { mut row, outcome, .. } in self.weighed(choices).await? {
            match outcome {
                Err(reason) => plan.refuse(row, reason.into()),
                Ok(Effect::Creates) => {
                    plan.counts.create += 1;
                    add_sample(plan.sample(), &mut plan.rows.create, || row);
                }
                Ok(Effect::Stays) => plan.unchanged(|| row),
                Ok(Effect::Links { changes, .. }) => {
                    row.changes = changes.into_iter().map(|change| said_change(change, &said)).collect();
                    plan.counts.update += 1;
                    plan.rows.update.push(row);
                }
            }
        }
        Ok(plan)
    }

    /// Decides about rows: links them to what is on the platform, or has new objects made. Returns the result as one sentence.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if one of the decisions is refused: then none is taken.
    pub async fn choose_matches(&self, choices: Vec<MatchChoice>, by: By<'_>) -> Result<Reason> {
        let weighed = self.weighed(choices).await?.into_iter();
        let allowed = |Weighed { choice, outcome, .. }| Ok((choice, outcome.map_err(EngineError::Refused)?));
        self.take_choices(weighed.map(allowed).collect::<Result<_>>()?, by)
            .await
    }

    async fn take_choices(&self, choices: Vec<(MatchChoice, Effect)>, by: By<'_>) -> Result<Reason> {
        let (mut links, mut new) = (Vec::new(), HashMap::<_, Vec<_>>::new());
        for (choice, effect) in choices {
            match (effect, choice.platform_id) {
                (Effect::Links { container, .. }, Some(platform_id)) => links.push(ChosenMatch {
                    kind: choice.kind,
                    key: choice.key,
                    platform_id,
                    container_id: container,
                }),
                _ => new.entry(choice.kind).or_default().push(choice.key),
            }
        }
        let (platform, store) = (self.platform().name(), self.store());
        let made: u64 = new.values().map(|keys| keys.len() as u64).sum();
        for (kind, keys) in new {
            store.make_new(kind, &keys).await?;
        }
        if made > 0 {
            store.log_matches(&made_new(made, platform), by).await?;
        }
        if links.is_empty() {
            return Ok(Reason::MatchesNew {
                rows: made,
                left: 0,
                platform: platform.to_owned(),
            });
        }
        let keeps_username = !self.campus_shape().await?.shape.username.is_empty();
        store.choose_matches(&links, keeps_username, platform, by).await?;
        Ok(Reason::MatchesChosen {
            rows: links.len() as u64 + made,
            platform: platform.to_owned(),
        })
    }

    /// What the decisions of a file would change at the next export. Lines that cannot be taken are conflicts. `said` words the
    /// fields.
    pub async fn plan_match_file(&self, lines: Vec<MatchLine>, said: impl Fn(Word) -> String) -> Result<Plan> {
        let mut plan = Plan::default();
        for (line, weighed) in self.weighed_lines(lines).await? {
            let show = |row| PlanRow::named(line.to_string(), row);
            match weighed {
                Err(why) => plan.refuse(show(String::new()), line_wrong(line, why).into()),
                Ok((row, _, Effect::Stays)) => plan.unchanged(|| row),
                Ok((row, _, Effect::Creates)) => {
                    plan.counts.create += 1;
                    add_sample(SAMPLE, &mut plan.rows.create, || row);
                }
                Ok((mut row, _, Effect::Links { changes, .. })) => {
                    plan.counts.update += 1;
                    row.changes = changes.into_iter().map(|change| said_change(change, &said)).collect();
                    add_sample(SAMPLE, &mut plan.rows.update, || row);
                }
            }
        }
        Ok(plan)
    }

    /// Takes the decisions of a file. Returns the result as one sentence.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if a line cannot be taken: then none is.
    pub async fn take_match_file(&self, lines: Vec<MatchLine>, by: By<'_>) -> Result<Reason> {
        let (mut wrong, mut first, mut same) = (0, Vec::new(), 0);
        let mut decided = Vec::with_capacity(lines.len());
        for (line, weighed) in self.weighed_lines(lines).await? {
            match weighed {
                Err(why) => {
                    wrong += 1;
                    if first.len() < SAMPLE {
                        first.push(line_wrong(line, why));
                    }
                }
                Ok((_, _, Effect::Stays)) => same += 1,
                Ok((_, choice, effect)) => decided.push((choice, effect)),
            }
        }
        if wrong > 0 {
            return Err(EngineError::Refused(Reason::MatchFileWrong { lines: wrong, first }));
        }
        let new = decided
            .iter()
            .filter(|(choice, _)| choice.platform_id.is_none())
            .count() as u64;
        let linked = decided.len() as u64 - new;
        let mut decided = decided.into_iter().peekable();
        while decided.peek().is_some() {
            self.take_choices(decided.by_ref().take(WRITTEN).collect(), by).await?;
        }
        Ok(Reason::MatchFileTaken {
            linked,
            new,
            same,
            platform: self.platform().name().to_owned(),
        })
    }

    /// Weighs the lines of a file, a few hundred at a time. Each row and each object may be named once.
    async fn weighed_lines(&self, lines: Vec<MatchLine>) -> Result<Vec<(u64, WeighedLine)>> {
        if lines.is_empty() {
            return Err(EngineError::Refused(Reason::MatchFileEmpty));
        }
        let platform = || self.platform().name().to_owned();
        let (mut rows, mut objects) = (HashSet::new(), HashMap::new());
        let (mut weighed, mut good) = (Vec::with_capacity(lines.len()), Vec::new());
        for MatchLine { line, choice } in lines {
            let unique = choice.and_then(|choice| {
                let key = choice.key.clone();
                if !rows.insert((choice.kind, key.clone())) {
                    return Err(Reason::MatchLineTwice { label: key });
                }
                let is_person = verbs(Some(choice.kind)).any(|verbs| verbs.is_person);
                let id = choice.platform_id.map(|id| (is_person, id));
                match id.and_then(|id| objects.insert(id, key.clone())) {
                    None => Ok(choice),
                    Some(other) => Err(Reason::LinkedToOtherRow {
                        value: key,
                        other,
                        platform: platform(),
                    }),
                }
            });
            match unique {
                Ok(choice) => good.push((line, choice)),
                Err(why) => weighed.push((line, Err(why))),
            }
        }
        let run = self.matching_run().await?;
        for good in good.chunks(READ as usize) {
            let lines: HashMap<_, _> = good
                .iter()
                .map(|(line, choice)| ((choice.kind, choice.key.as_str()), *line))
                .collect();
            let choices = good.iter().map(|(_, choice)| choice.clone()).collect();
            for Weighed {
                row,
                choice,
                stays,
                outcome,
            } in weighed_in(&run, choices).await?
            {
                let line = lines[&(choice.kind, choice.key.as_str())];
                let outcome = if stays { Ok(Effect::Stays) } else { outcome };
                weighed.push((line, outcome.map(|effect| (row, choice, effect))));
            }
        }
        weighed.sort_by_key(|(line, _)| *line);
        Ok(weighed)
    }

    /// What accepting all proposals of a kind, or of all kinds, would change at the next export.
    pub async fn plan_proposals(&self, kind: Option<KindName>, said: impl Fn(Word) -> String) -> Result<Plan> {
        let run = self.read_only_run(Task::Scan).await?;
        let (mut first, mut count) = (Vec::new(), 0);
        for verbs in verbs(kind) {
            count += self.store().count_free_proposals(verbs.kind).await?;
            let room = (SAMPLE - first.len()) as u64;
            if room == 0 {
                continue;
            }
            let rows = (verbs.scanned)(Arc::clone(&run), Some(MatchState::Proposed), 0, room).await?;
            first.extend(rows.into_iter().filter_map(|row| {
                let [one] = &row.candidates[..] else { return None };
                Some(MatchChoice {
                    kind: row.kind,
                    key: row.key,
                    platform_id: Some(one.candidate.id),
                })
            }));
        }
        let mut plan = match first.is_empty() {
            true => Plan::default(),
            false => self.plan_matches(first, said).await?,
        };
        plan.counts.update = count;
        Ok(plan)
    }

    /// Accepts all proposals of a kind, or of all kinds. Returns the result as one sentence.
    pub async fn accept_proposals(&self, kind: Option<KindName>, by: By<'_>) -> Result<Reason> {
        let platform = self.platform().name();
        let keeps_username = !self.campus_shape().await?.shape.username.is_empty();
        let rows = self
            .store()
            .accept_proposals(kind, keeps_username, platform, by)
            .await?;
        Ok(Reason::MatchesChosen {
            rows,
            platform: platform.to_owned(),
        })
    }

    /// What deciding that new objects are made for all rows of a filter would do.
    pub async fn plan_new(&self, kind: Option<KindName>, state: MatchState) -> Result<Plan> {
        let made = self.each_new(kind, state, true).await?;
        let mut plan = Plan::default();
        plan.counts.create = made.rows.cast_signed();
        plan.counts.conflicts = made.left.cast_signed();
        plan.rows.create = made.sample;
        Ok(plan)
    }

    /// Decides that new objects are made for all rows of a filter. Rows with a name or an address that is in use on the
    /// platform keep waiting. Returns the result as one sentence.
    pub async fn make_new(&self, kind: Option<KindName>, state: MatchState, by: By<'_>) -> Result<Reason> {
        let MadeNew { rows, left, .. } = self.each_new(kind, state, false).await?;
        let platform = self.platform().name();
        if rows > 0 {
            self.store().log_matches(&made_new(rows, platform), by).await?;
        }
        Ok(Reason::MatchesNew {
            rows,
            left,
            platform: platform.to_owned(),
        })
    }

    async fn each_new(&self, kind: Option<KindName>, state: MatchState, only_plan: bool) -> Result<MadeNew> {
        let run = self.read_only_run(Task::Scan).await?;
        let mut all = MadeNew::default();
        for verbs in verbs(kind) {
            let made = (verbs.make_new)(Arc::clone(&run), state, only_plan).await?;
            all.rows += made.rows;
            all.left += made.left;
            for row in made.sample {
                add_sample(SAMPLE, &mut all.sample, || row);
            }
        }
        Ok(all)
    }

    /// Unlinks rows, and withdraws the decisions that new objects are made. Returns the result as one sentence.
    pub async fn drop_matches(&self, rows: &[(KindName, String)], by: By<'_>) -> Result<Reason> {
        let platform = self.platform().name().to_owned();
        let rows = self.store().drop_matches(rows, &platform, by).await?;
        Ok(Reason::MatchesDropped { rows, platform })
    }

    /// True if an export makes nothing for rows that wait for a decision.
    pub async fn matches_hold(&self) -> Result<bool> {
        Ok(self.store().matches_hold().await?)
    }

    /// Sets whether an export makes nothing for rows that wait for a decision. Returns the result as one sentence.
    pub async fn hold_matches(&self, holds: bool, by: By<'_>) -> Result<Reason> {
        let platform = self.platform().name().to_owned();
        let done = match holds {
            true => Reason::DidHoldMatches {
                platform: platform.clone(),
            },
            false => Reason::DidReleaseMatches {
                platform: platform.clone(),
            },
        };
        self.store().hold_matches(holds, &done, by).await?;
        Ok(match holds {
            true => Reason::MatchesHold { platform },
            false => Reason::MatchesReleased { platform },
        })
    }

    async fn matching_run(&self) -> Result<Arc<Run>> {
        self.read_only_run(Task::Scan)
            .await?
            .in_session(&[Need::Comparing])
            .await
    }

    async fn weighed(&self, choices: Vec<MatchChoice>) -> Result<Vec<Weighed>> {
        weighed_in(&self.matching_run().await?, choices).await
    }
}

/// Weighs decisions, kind by kind.
async fn weighed_in(run: &Arc<Run>, choices: Vec<MatchChoice>) -> Result<Vec<Weighed>> {
    let mut weighed = Vec::with_capacity(choices.len());
    for verbs in verbs(None) {
        let of_kind: Vec<_> = choices.iter().filter(|one| one.kind == verbs.kind).cloned().collect();
        if !of_kind.is_empty() {
            weighed.extend((verbs.weigh)(Arc::clone(run), of_kind).await?);
        }
    }
    // Rows of other kinds are never matched.
    let matched: HashSet<_> = verbs(None).map(|verbs| verbs.kind).collect();
    let others = choices.into_iter().filter(|choice| !matched.contains(&choice.kind));
    weighed.extend(others.map(|choice| Weighed {
        row: PlanRow::named(choice.key.clone(), choice.key.clone()),
        outcome: Err(Reason::NotUndecided {
            label: choice.key.clone(),
        }),
        choice,
        stays: false,
    }));
    Ok(weighed)
}

/// A change of a field, in words.
fn said_change(Difference { field, here, there }: Difference, said: impl Fn(Word) -> String) -> Change {
    Change {
        field: said(field),
        from: there,
        to: here,
    }
}

fn line_wrong(line: u64, why: Reason) -> Reason {
    Reason::MatchLineWrong {
        line,
        why: Box::new(why),
    }
}

fn made_new(rows: u64, platform: &str) -> Reason {
    Reason::DidMakeMatchesNew {
        rows,
        platform: platform.to_owned(),
    }
}
