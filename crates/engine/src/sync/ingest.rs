//! Reads a list of the source into the staging tables; what is no usable row of it is gathered beside it.

use super::{
    issue::RowIssue,
    progress::Progress,
    source_lists::{ParsedRow, Reading},
    totals::Unread,
    unknown_classes::UnknownClasses,
};
use crate::{PlanRow, Result, Run, plan::add_sample};
use selaras_kinds::{Key, Kind};
use selaras_reasons::Reason;
use selaras_store::{
    enrolments::READ_AGAIN,
    jobs::{Line, Outcome, Warning},
    staging::Staging,
};

/// Lines staged in one call.
const LINES: usize = 1000;

/// What a list has besides usable rows.
#[derive(Default)]
pub(super) struct Issues {
    pub(super) unread: Unread,
    /// What the reader left out, and what follows from the issues.
    pub(super) notices: Vec<Reason>,
    /// The number of lines.
    pub(super) failed: i64,
    /// The first of them, as a plan shows them.
    pub(super) shown: Vec<PlanRow>,
    /// How many a plan shows.
    sample: usize,
    /// The kind, if the report is on all kinds.
    kind: Option<&'static str>,
    lines: Vec<Line>,
    unknown_classes: UnknownClasses,
}

/// Stages a list.
///
/// # Errors
/// The source broke off: nothing of the list is used.
pub(super) async fn ingest<K: Kind>(reading: &Reading, staging: &mut Staging<K>) -> Result<Issues> {
    let run = &*reading.run;
    let mut issues = Issues::of::<K>(run);
    let progress = Progress::new(&reading.run);
    let mut rows = run.source.rows(reading.call::<K>());
    while let Some(chunk) = rows.next().await? {
        run.checkpoint()?;
        progress.add(chunk.len()).await?;
        reading.class_ids.prepare::<K>(run, &chunk).await?;
        let mut usable = Vec::with_capacity(chunk.len());
        for raw in chunk {
            match reading.read_whole::<K>(raw, READ_AGAIN) {
                Some(ParsedRow::Row { row, .. }) => usable.push(row),
                Some(ParsedRow::Issue(issue)) => issues.take(issue, run),
                None => {}
            }
        }
        staging.add(&usable).await?;
        if issues.lines.len() >= LINES {
            issues.stage(run, staging).await?;
        }
    }
    for notice in reading.notices(&mut rows) {
        issues.take(notice, run);
    }
    issues.end_list(run, staging).await?;
    Ok(issues)
}

impl Issues {
    pub(super) fn of<K: Kind>(run: &Run) -> Self {
        Self {
            sample: run.empty_plan().sample(),
            kind: (run.compares()).then_some(K::LABEL),
            ..Self::default()
        }
    }

    /// Stages what is known only after the last row of a list.
    pub(super) async fn end_list<K: Kind>(&mut self, run: &Run, staging: &Staging<K>) -> Result<()> {
        for (class, reason) in self.unknown_classes.take(run.source.name()) {
            self.fail(class, reason);
        }
        self.stage(run, staging).await
    }

    /// Takes what is no usable row.
    pub(super) fn take(&mut self, issue: RowIssue, run: &Run) {
        match issue {
            RowIssue::Unreadable { position, reason, .. } => self.doubt(position, reason),
            // The row is one of the list's, so nothing of it is missing.
            RowIssue::UnknownClass { label, .. } => self.unknown_class(label, true, run),
            RowIssue::Notice(reason, may_have_rows) => self.notice(reason, may_have_rows),
        }
    }

    /// Adds what the reader left out.
    pub(super) fn notice(&mut self, reason: Reason, may_have_rows: bool) {
        self.unread.of_list |= may_have_rows;
        match self.kind {
            None => self.notices.push(reason),
            Some(_) if may_have_rows => self.fail("daftar".to_owned(), reason),
            // A report on all kinds says only what may hide a difference.
            Some(_) => {}
        }
    }

    /// Adds a row of a class that the dashboard does not have. `in_doubt` means that it may be one of a class that it has.
    pub(super) fn unknown_class(&mut self, label: String, in_doubt: bool, run: &Run) {
        let reason = Reason::ClassUnknownHere {
            source: run.source.name().to_owned(),
            count: 1,
        };
        match in_doubt {
            true => self.unread.of_any(&label, &reason),
            false => self.unread.rows.add(&label, &reason),
        }
        self.unknown_classes.add(label);
    }

    /// Adds a row that may be any row of the list.
    pub(super) fn doubt(&mut self, position: String, reason: Reason) {
        self.unread.of_any(&position, &reason);
        self.fail(position, reason);
    }

    /// Adds a row that is not used, and that stands for no other.
    pub(super) fn refuse(&mut self, position: String, reason: Reason) {
        self.unread.rows.add(&position, &reason);
        self.fail(position, reason);
    }

    pub(super) fn fail(&mut self, what: String, reason: Reason) {
        self.failed += 1;
        add_sample(self.sample, &mut self.shown, || {
            PlanRow::named(what.clone(), String::new()).because(reason.clone())
        });
        let key = match self.kind {
            Some(kind) => Key::from(what).under(kind),
            None => Key::from(what),
        };
        self.lines.push(Line::on_no_row(Outcome::Failed, key).because(reason));
    }

    /// Writes the notices and the staged lines into the report of the job.
    pub(super) async fn report<K: Kind>(&mut self, run: &Run, staging: &Staging<K>) -> Result<()> {
        let job = run.job()?;
        let warnings = self.notices.drain(..).map(|text| Warning { text, mend: None });
        run.store.warn(job, &warnings.collect::<Vec<_>>()).await?;
        let mut last = Some(0);
        while let Some(after) = last {
            run.checkpoint()?;
            last = staging.write_lines(job, after).await?;
        }
        Ok(())
    }

    /// Stages the lines so far. A plan writes no report.
    pub(super) async fn stage<K: Kind>(&mut self, run: &Run, staging: &Staging<K>) -> Result<()> {
        let lines = std::mem::take(&mut self.lines);
        if let Some(job) = run.job
            && !lines.is_empty()
        {
            staging.add_lines(job, &lines).await?;
        }
        Ok(())
    }
}
