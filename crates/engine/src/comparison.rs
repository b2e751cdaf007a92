//! Where source, dashboard and platform differ: a report, and nothing else. Nothing is written but the report of its job.
//!
//! Each kind's rows are compared with the source's list (`listed`), and its objects with what the platform says it has
//! (`objects`); then the members of each course with those who are in it (`members`). What differs is a line of the
//! account: an outcome, which row, and what to do about it.

mod findings;
mod listed;
mod members;
mod objects;

pub(crate) use members::{Courses, Placed, class_columns, of_kind as members_of_kind};

use crate::{Engine, EngineError, Result, Run, registry, words::number};
use selaras_kinds::Kind;
use selaras_platform::Need;
use selaras_store::jobs::Outcome;
use std::sync::Arc;

/// What the job of a comparison has in the place of a kind.
pub const KIND: &str = "comparison";

/// What people call rows of each outcome, in the order in which they are told.
fn outcomes(source: &str) -> [(Outcome, String); 10] {
    [
        (Outcome::MissingHere, "belum ada di dashboard".to_owned()),
        (Outcome::MissingSource, format!("hilang dari {source}")),
        (Outcome::MissingThere, "tidak ada di Moodle".to_owned()),
        (Outcome::ChangedSource, format!("berubah di {source}")),
        (Outcome::ChangedHere, "berubah di dashboard".to_owned()),
        (Outcome::ChangedThere, "berubah di Moodle".to_owned()),
        (Outcome::ChangedBoth, "berubah di dua sisi".to_owned()),
        (Outcome::NotEnrolled, "belum ter-enroll di Moodle".to_owned()),
        (Outcome::ByHand, "di-enroll langsung di Moodle".to_owned()),
        (Outcome::Failed, "tidak terbaca".to_owned()),
    ]
}

/// Does a comparison. Answers with its outcome in one sentence.
pub(crate) async fn run(run: Arc<Run>) -> Result<String> {
    let run = run.in_session(&[Need::Comparing]).await?;
    run.store.begin_comparison(run.job).await?;
    for kind in registry::kinds() {
        run.checkpoint()?;
        (kind.compare)(Arc::clone(&run)).await?;
    }
    members::compare(&run).await?;
    let found = run.counts().await?;
    let alike = found.get(Outcome::InStep);
    let told: Vec<_> = outcomes(run.source.name())
        .into_iter()
        .map(|(outcome, words)| (found.get(outcome), words))
        .filter(|(rows, _)| *rows > 0)
        .map(|(rows, words)| format!("{} {words}", number(rows)))
        .collect();
    Ok(if told.is_empty() {
        format!(
            "Pemeriksaan selisih: tidak ada selisih pada {} perbandingan.",
            number(alike)
        )
    } else {
        format!("Pemeriksaan selisih: {}.", told.join(", "))
    })
}

/// Compares one kind with the source's list and with the platform's objects.
pub(crate) async fn of_kind<K: Kind>(run: Arc<Run>) -> Result<()> {
    listed::compare::<K>(&run).await?;
    objects::compare::<K>(&run).await
}

/// Why one kind alone is not compared.
pub(crate) fn of_all_kinds() -> EngineError {
    EngineError::Refused("Selisih diperiksa untuk semua jenis data sekaligus.".to_owned())
}

impl Engine {
    /// Makes the rows of all kinds wait for the next export, or enrolment, that a report found missing or changed on the
    /// platform. Answers how many rows wait now that did not.
    pub async fn wait_again(&self, report: i64) -> Result<u64> {
        let mut rows = 0;
        for kind in registry::kinds() {
            rows += (kind.wait_again)(self.store().clone(), report).await?;
            (kind.count)(self.store().clone()).await?;
        }
        Ok(rows)
    }
}
