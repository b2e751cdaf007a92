//! Tries the lists of the source and reports a finding for each. Nothing is written.

use selaras_platform::Finding;
use selaras_reasons::Reason;
use selaras_source::{Origin, Source, Trial, TrialLimits, lists};
use std::time::Duration;

/// How far each list is read: enough to judge it, and ten lists in a minute.
const LIMITS: TrialLimits = TrialLimits {
    rows: 5_000,
    time: Duration::from_secs(5),
};

/// A finding for each list that can be read: how many rows, how fast, and the first problem; or why it breaks off. Lists
/// named in `unused` are skipped. Lists without a single row are left to the inspection.
pub(crate) async fn try_lists(source: &Source, unused: &[&str]) -> Vec<Finding> {
    let mut found = Vec::new();
    for list in lists().iter().filter(|list| !unused.contains(&list.name())) {
        let trial = source.trial(list, LIMITS).await;
        found.extend(line(&trial));
    }
    found
}

/// The setting that says where a list is read from.
pub(crate) fn setting_of(list: &str, origin: Option<&Origin>) -> Reason {
    match origin {
        Some(Origin::Query { list }) => Reason::SettingOfQuery {
            list: (*list).to_owned(),
        },
        Some(Origin::File { .. }) => Reason::SettingOfFile,
        Some(Origin::Upload { .. }) => Reason::SettingOfUpload,
        Some(Origin::Http { .. }) | None => Reason::SettingOfAddress { list: list.to_owned() },
    }
}

fn line(trial: &Trial) -> Option<Finding> {
    let speed = trial.rows_per_second()?.round() as u64;
    let (kind, rows) = (trial.label.to_owned(), trial.read);
    if let Some(failure) = &trial.failed {
        let why = Box::new(Reason::from(failure));
        let setting = Box::new(setting_of(trial.list, trial.origin.as_ref()));
        return Some(Finding::wrong(
            Reason::ListFailed { kind, why },
            Reason::CheckSetting { setting },
        ));
    }
    let Some(first) = trial.problems.first() else {
        return Some(Finding::ok(Reason::ListTried { kind, rows, speed }));
    };
    let reason = Reason::ListTriedWithFaults {
        kind,
        rows,
        faults: trial.problem_count,
        row: first.row,
        reason: Box::new(first.reason.clone()),
    };
    Some(Finding::warning(reason, Reason::ListTryMend))
}
