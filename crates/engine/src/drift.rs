//! Where source, dashboard and platform differ: a report, and nothing else. Nothing is written but the account of its job.
//!
//! Each kind's rows are compared with the source's list (`listed`), and its objects with what the platform says it has
//! (`objects`); then the members of each course with those who are in it (`members`). What differs is a line of the
//! account: an outcome, which row, and what to do about it.

mod listed;
mod members;
mod objects;
mod report;

use crate::{Engine, EngineError, Result, Run, registry, words::number};
use selaras_kinds::Kind;
use selaras_platform::Need;
use selaras_store::drift::IN_STEP;
use std::{collections::BTreeMap, sync::Arc};

/// What the job of a comparison has in the place of a kind.
pub const KIND: &str = "drift";

/// What people call rows of each outcome, in the order in which they are told.
fn outcomes(source: &str) -> [(&'static str, String); 10] {
    [
        ("missing_here", "belum ada di dashboard".to_owned()),
        ("missing_source", format!("hilang dari {source}")),
        ("missing_there", "tidak ada di Moodle".to_owned()),
        ("changed_source", format!("berubah di {source}")),
        ("changed_here", "berubah di dashboard".to_owned()),
        ("changed_there", "berubah di Moodle".to_owned()),
        ("changed_both", "berubah di dua sisi".to_owned()),
        ("not_enrolled", "belum ter-enroll di Moodle".to_owned()),
        ("by_hand", "di-enroll langsung di Moodle".to_owned()),
        ("failed", "tidak terbaca".to_owned()),
    ]
}

/// Does a comparison. Answers with its outcome in one sentence.
pub(crate) async fn run(run: Arc<Run>) -> Result<String> {
    let run = run.in_session(&[Need::Comparing]).await?;
    run.store.begin_drift(run.job).await?;
    for kind in registry::kinds() {
        run.checkpoint()?;
        (kind.compare)(Arc::clone(&run)).await?;
    }
    members::compare(&run).await?;
    let mut found: BTreeMap<String, i64> = BTreeMap::new();
    for (_, outcome, rows) in run.store.drift_counts(run.job).await? {
        *found.entry(outcome).or_default() += rows;
    }
    let alike = found.get(IN_STEP).copied().unwrap_or_default();
    let told: Vec<_> = outcomes(run.source.name())
        .into_iter()
        .filter_map(|(outcome, words)| Some(format!("{} {words}", number(*found.get(outcome)?))))
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
        }
        Ok(rows)
    }
}
