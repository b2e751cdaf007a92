//! Writes the diff: each batch is one transaction of rows, versions, report lines and counters.

use super::{
    behind::Behind,
    held::{before, disagreement},
    reading::Record,
};
use crate::{EngineError, PlanRow, Result, Run};
use hashbrown::HashMap;
use selaras_kinds::{
    Kind,
    kelas::{Kelas, NAMED_BY},
    object_hash, value,
};
use selaras_reasons::Reason;
use selaras_store::{
    enrolments::{Batch, EnrolmentBatch, EnrolmentOfMet, EnrolmentWriter, Met, NewEnrolment, ReadyEnrolments},
    jobs::{Counts, Line, Outcome, RowKey, Warning},
    sync::Upsert,
};
use std::sync::Arc;

/// Rows flagged or unflagged in one transaction: one statement names them all, and its length is limited.
const FLAGGED: usize = 1000;
/// Rows of one transaction with a report line: a changed row is read first and stored as a version.
const LINES: usize = 2000;

/// A changed row of the batch; for an enrolment, its person.
struct Changed<K> {
    id: i64,
    row: K,
    line: Line,
}

impl<K: Kind> Changed<K> {
    /// True for a class that gets another name.
    fn is_renamed(&self) -> bool {
        let is_name =
            |change: &Reason| matches!(change, Reason::Change { field, .. } if NAMED_BY.contains(&field.as_str()));
        match &self.line.reason {
            Some(Reason::Changed { changes }) if K::NAME == Kelas::NAME => changes.iter().any(is_name),
            _ => false,
        }
    }
}

/// Writes the rows of a kind, and collects the new ones.
enum Writer<K> {
    Rows {
        upsert: Upsert<K>,
        new: Vec<K>,
    },
    Enrolments {
        met: Met<K>,
        behind: Behind<K>,
        new: ReadyEnrolments<K>,
    },
}

impl<K: Kind> Writer<K> {
    /// Adds a new row.
    fn add(&mut self, enrolment: NewEnrolment<K>) {
        match self {
            Self::Rows { new, .. } => new.push(enrolment.row),
            Self::Enrolments { met, new, .. } => met.add(enrolment, new),
        }
    }

    /// Adds a new enrolment of a person and a class that came before.
    fn add_of_met(&mut self, enrolment: EnrolmentOfMet) -> Result<()> {
        let made = match self {
            Self::Enrolments { met, new, .. } => met.add_of_met(enrolment, new),
            Self::Rows { .. } => false,
        };
        let failed = || EngineError::Queue("an enrolment of a class without a person or class row".to_owned());
        made.then_some(()).ok_or_else(failed)
    }

    /// The number of new rows, and of new people among them.
    fn waiting(&self) -> Batch {
        match self {
            Self::Rows { new, .. } => Batch {
                enrolments: new.len(),
                people: 0,
            },
            Self::Enrolments { new, .. } => Batch {
                enrolments: new.len(),
                people: new.people().len(),
            },
        }
    }
}

/// Collects records into batches and writes them.
pub(super) struct Batches<K> {
    run: Arc<Run>,
    writer: Writer<K>,
    full: Batch,
    changed: Vec<Changed<K>>,
    /// Classes that get another name. They are written together, since they may have exchanged their names.
    renamed: Vec<Changed<K>>,
    reworded: Vec<(i64, i64)>,
    tied: Vec<(i64, K)>,
    /// People that an earlier list describes differently, each with its line's index.
    disagreeing: Vec<(K, usize)>,
    lines: Vec<Line>,
    returned: Vec<i64>,
    /// True once it was announced that rows returned.
    said_returned: bool,
    counts: Counts,
}

impl<K: Kind> Batches<K> {
    /// `kind_is_empty` means that the dashboard had no row of the kind before; `all_read` that the source was read
    /// completely.
    pub(super) fn new(run: &Arc<Run>, kind_is_empty: bool, all_read: bool) -> Result<Self> {
        let job = run.job()?;
        let (writer, full) = if K::PERSON_AND_ENROLMENT {
            let writer = EnrolmentWriter::new(&run.store, job, kind_is_empty);
            let full = writer.batch(all_read);
            let writer = Writer::Enrolments {
                met: Met::default(),
                behind: Behind::new(writer),
                new: ReadyEnrolments::default(),
            };
            (writer, full)
        } else {
            let upsert = Upsert::new(&run.store, job, kind_is_empty);
            let full = Batch {
                enrolments: upsert.batch(),
                people: usize::MAX,
            };
            (
                Writer::Rows {
                    upsert,
                    new: Vec::new(),
                },
                full,
            )
        };
        Ok(Self {
            run: Arc::clone(run),
            writer,
            full,
            changed: Vec::new(),
            renamed: Vec::new(),
            reworded: Vec::new(),
            tied: Vec::new(),
            disagreeing: Vec::new(),
            lines: Vec::new(),
            returned: Vec::new(),
            said_returned: false,
            counts: Counts::default(),
        })
    }

    /// Takes records, and writes when they fill a batch.
    pub(super) async fn take(&mut self, records: impl IntoIterator<Item = Record<K>>) -> Result<()> {
        for record in records {
            match record {
                // The row itself serves as the report line.
                Record::Create(new) => {
                    self.counts.add(Outcome::Created, 1);
                    self.writer.add(new);
                }
                Record::CreateOfMet(new) => {
                    self.counts.add(Outcome::Created, 1);
                    self.writer.add_of_met(new)?;
                }
                Record::Update(id, row) => {
                    let line = Line::on_object(&row, Outcome::Updated);
                    self.changed.push(Changed { id, row, line });
                }
                Record::Reworded(id, source_hash) => {
                    self.counts.add(Outcome::Unchanged, 1);
                    self.reworded.push((id, source_hash));
                }
                Record::Tied(id, row) => self.tied.push((id, row)),
                Record::Disagreement(row) => {
                    self.counts.add(Outcome::Conflict, 1);
                    let line = Line::on_row(&row, Outcome::Conflict);
                    self.disagreeing.push((row, self.lines.len()));
                    self.lines.push(line);
                }
                Record::Unchanged(rows) => self.counts.add(Outcome::Unchanged, rows),
                Record::UnchangedRow(..) => self.counts.add(Outcome::Unchanged, 1),
                Record::Returned(id) => {
                    self.counts.add(Outcome::Unchanged, 1);
                    self.returned.push(id);
                }
                Record::Conflict(hash, key, label, reason) => {
                    self.counts.add(Outcome::Conflict, 1);
                    let row = RowKey {
                        kind: K::NAME.into(),
                        hash,
                    };
                    self.lines
                        .push(Line::on(row, Outcome::Conflict, key).label(label).because(reason));
                }
                Record::Failed(what, reason) => {
                    self.counts.add(Outcome::Failed, 1);
                    self.lines.push(Line::on_no_row(Outcome::Failed, what).because(reason));
                }
                Record::Missing(ids) => {
                    self.tie().await?;
                    self.flag(&ids).await?;
                }
                Record::Notice(text) => {
                    self.run
                        .store
                        .warn(self.run.job()?, &[Warning { text, mend: None }])
                        .await?
                }
            }
            if self.is_full() {
                self.write().await?;
            }
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        let (changed, new) = (self.changed.len(), self.writer.waiting());
        new.enrolments + changed >= self.full.enrolments
            || new.people + changed >= self.full.people
            || self.lines.len() + changed >= LINES
            || self.reworded.len() >= FLAGGED
            || self.returned.len() >= FLAGGED
            || self.tied.len() >= FLAGGED
    }

    async fn tie(&mut self) -> Result<()> {
        match std::mem::take(&mut self.tied) {
            tied if tied.is_empty() => Ok(()),
            tied => Ok(self.run.store.tie_to_classes(tied).await?),
        }
    }

    /// Ends after the last record, or after the error `taken`: writes the rest, and waits until all started batches are
    /// written.
    pub(super) async fn end(mut self, taken: Result<()>) -> Result<()> {
        let written = match taken {
            Ok(()) => self.write_rest().await,
            Err(error) => Err(error),
        };
        self.settle().await.and(written)
    }

    async fn write_rest(&mut self) -> Result<()> {
        self.write().await?;
        let renamed = std::mem::take(&mut self.renamed);
        match renamed.is_empty() {
            true => Ok(()),
            false => self.write_with(renamed).await,
        }
    }

    /// Waits until all started batches are written.
    async fn settle(&mut self) -> Result<()> {
        match &mut self.writer {
            Writer::Rows { .. } => Ok(()),
            Writer::Enrolments { behind, .. } => behind.settle().await,
        }
    }

    async fn write(&mut self) -> Result<()> {
        self.report_changes().await?;
        self.report_disagreements().await?;
        self.tie().await?;
        let changed = std::mem::take(&mut self.changed);
        let (renamed, changed): (Vec<_>, Vec<_>) = changed.into_iter().partition(Changed::is_renamed);
        self.renamed.extend(renamed);
        self.write_with(changed).await
    }

    /// Writes the batch with these changed rows.
    async fn write_with(&mut self, changed: Vec<Changed<K>>) -> Result<()> {
        self.run.checkpoint()?;
        let (job, mut counts) = (self.run.job()?, std::mem::take(&mut self.counts));
        counts.add(Outcome::Updated, changed.len() as i64);
        let (mut lines, returned) = (std::mem::take(&mut self.lines), std::mem::take(&mut self.returned));
        let (changed, of_changed): (Vec<_>, Vec<_>) = changed
            .into_iter()
            .map(|changed| ((changed.id, changed.row), changed.line))
            .unzip();
        lines.extend(of_changed);
        let reworded = std::mem::take(&mut self.reworded);
        self.disagreeing.clear();
        // Returned rows have no counter, but lists show the missing flag.
        if !returned.is_empty() && !std::mem::replace(&mut self.said_returned, true) {
            self.run.store.changed(K::NAME).await?;
        }
        let written = self.writer.waiting().enrolments + changed.len() + reworded.len() + lines.len();
        match &mut self.writer {
            _ if written + returned.len() == 0 => self.run.store.add_counts(job, K::NAME, &counts).await?,
            Writer::Enrolments { behind, new, .. } => {
                let mut new = std::mem::take(new);
                new.sort();
                let batch = EnrolmentBatch {
                    new,
                    changed,
                    reworded,
                    returned,
                };
                behind.write(batch, lines, counts).await?;
            }
            Writer::Rows { upsert, new } => {
                let ids: Vec<_> = changed.iter().map(|(id, _)| *id).collect();
                let new = std::mem::take(new).into_iter();
                let rows: Vec<_> = new.chain(changed.into_iter().map(|(_, row)| row)).collect();
                upsert.write(&rows, &ids, &lines, &counts).await?;
                if !returned.is_empty() {
                    self.run.store.unflag_missing::<K>(&returned).await?;
                }
            }
        }
        Ok(())
    }

    /// Adds the changed fields to the lines of changed rows.
    async fn report_changes(&mut self) -> Result<()> {
        let rows: Vec<_> = self.changed.iter().map(|changed| (changed.id, &changed.row)).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let before = before(&self.run, &rows).await?;
        for (at, Changed { row, line, .. }) in self.changed.iter_mut().enumerate() {
            let Some(before) = before.get(&at) else { continue };
            let changes = PlanRow::default().changing(before, &*row).changes;
            let changes = changes.into_iter().map(|change| Reason::Change {
                field: change.field.to_owned(),
                from: change.from,
                to: change.to,
            });
            line.reason = Some(Reason::Changed {
                changes: changes.collect(),
            });
        }
        Ok(())
    }

    /// Adds both descriptions to the lines of people that two lists describe differently.
    async fn report_disagreements(&mut self) -> Result<()> {
        if self.disagreeing.is_empty() {
            return Ok(());
        }
        // The description that has precedence may still be in flight, or be part of this batch.
        self.settle().await?;
        let numbers: Vec<_> = self
            .disagreeing
            .iter()
            .map(|(row, _)| value(row, K::OBJECT_KEY))
            .collect();
        let mut held = self.run.store.people::<K>(&numbers).await?;
        if let Writer::Enrolments { new, .. } = &self.writer {
            let fresh = new.people().filter(|row| !held.contains_key(&object_hash(*row)));
            let fresh: HashMap<i64, K> = fresh.map(|row| (object_hash(row), row.clone())).collect();
            held.extend(fresh);
        }
        held.extend(
            self.changed
                .iter()
                .map(|changed| (object_hash(&changed.row), changed.row.clone())),
        );
        let source = self.run.source.name();
        for (row, line) in &self.disagreeing {
            let held = held.get(&object_hash(row));
            self.lines[*line].reason = Some(disagreement(held, row, source));
        }
        Ok(())
    }

    async fn flag(&mut self, ids: &[i64]) -> Result<()> {
        for ids in ids.chunks(FLAGGED) {
            self.run.checkpoint()?;
            let rows = self.run.store.by_ids::<K>(ids).await?;
            let lines: Vec<_> = rows
                .values()
                .map(|stored| Line::on_row(&stored.row, Outcome::Missing))
                .collect();
            let counts = Counts::of(Outcome::Missing, ids.len() as i64);
            self.run
                .store
                .flag_missing::<K>(self.run.job()?, ids, &lines, &counts)
                .await?;
        }
        Ok(())
    }
}
