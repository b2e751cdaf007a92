//! The main page's data: the state of each kind, what needs attention, and the last days.

use super::{attendance::zone, prefix::MAIN};
use crate::{
    ApiError, App,
    document::{Call, Routes, route},
    language::Reader,
    reply::Msg,
};
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use jiff::civil::Date;
use selaras_engine::{KindVerbs, kinds};
use selaras_reasons::{Language, Reason};
use selaras_source::{List, Origin};
use selaras_store::{
    jobs::{Outcome, Subject},
    summary::{Day, LastSync, Shortfall, Standing, Waiting},
};
use serde::Serialize;
use std::{
    collections::{BTreeMap, HashMap},
    time::{Duration, UNIX_EPOCH},
};
use tokio::time::timeout;
use utoipa::ToSchema;

/// Days that the chart shows.
const DAYS: i64 = 30;
/// Maximum number of items that need attention.
const SHOWN: usize = 12;
/// Time-out for a folder of files.
const PATIENCE: Duration = Duration::from_secs(3);

/// State of one kind.
#[derive(Serialize, ToSchema)]
struct KindSummary {
    kind: &'static str,
    label: &'static str,
    /// Rows of the source's list at the last complete read.
    #[schema(required)]
    source_rows: Option<i64>,
    rows: i64,
    migrated: i64,
    failed: i64,
    /// For a kind with enrolments: how many of the failed rows are enrolments.
    #[schema(required)]
    failed_enrolments: Option<i64>,
    /// For a kind of people: their number.
    #[schema(required)]
    people: Option<i64>,
    /// For a kind of enrolments: their number.
    #[schema(required)]
    enrolments: Option<i64>,
    /// People with an account on the platform, unchanged since.
    #[schema(required)]
    accounts: Option<i64>,
    /// Enrolments that are active on the platform.
    #[schema(required)]
    enrolled: Option<i64>,
    /// Enrolments that are suspended.
    #[schema(required)]
    suspended: Option<i64>,
    missing: i64,
    waiting: Waiting,
    /// RFC 3339.
    #[schema(required)]
    last_synced_at: Option<String>,
}

/// An item that needs attention.
#[derive(Serialize, ToSchema)]
struct Attention {
    /// Its code.
    code: String,
    /// One sentence.
    text: String,
    /// Number of rows concerned.
    rows: i64,
    /// The page that shows exactly these rows.
    link: String,
}

/// Row counts of one day.
#[derive(Serialize, ToSchema)]
struct DayOfRows {
    /// Date in the campus's time zone: `2026-11-21`.
    date: String,
    /// Rows that were changed, here or on the platform.
    changed: i64,
    /// Rows that failed. Rows that a cancelled job left out are not among them.
    failed: i64,
}

/// The summary: kinds, items that need attention, and the last days.
#[derive(Serialize, ToSchema)]
struct Summary {
    #[schema(inline)]
    msg: Msg,
    data: Vec<KindSummary>,
    /// Most important first.
    attention: Vec<Attention>,
    /// The last 30 days, today last.
    days: Vec<DayOfRows>,
    /// When the platform was last compared with the dashboard; RFC 3339.
    #[schema(required)]
    compared_at: Option<String>,
}

pub(crate) fn routes() -> Routes<App> {
    let call = Call::get(format!("{MAIN}/summary"), "Ringkasan setiap jenis data")
        .tag("Ringkasan")
        .gives::<Summary>();
    Routes::new().with(route(call, summary))
}

async fn summary(State(app): State<App>, Reader(language): Reader) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let last_syncs = store.last_syncs().await?;
    let source_rows = store.source_rows().await?;
    let mut standings = store.standings().await?;
    let mut data = Vec::with_capacity(kinds().len());
    let mut attention = Vec::new();
    let names = Names {
        source: app.engine.source().name().to_owned(),
        platform: app.engine.platform().name().to_owned(),
        language,
    };
    for kind in kinds() {
        let work = &kind.work;
        let standing = standings.remove(work.name).unwrap_or_default();
        names.attention(kind, &standing, &mut attention);
        // A kind without objects on the platform counts by enrolment.
        let migrated = if kind.is_object {
            standing.migrated
        } else {
            standing.enrolled
        };
        let of_people = |number: i64| kind.is_person.then_some(number);
        let of_enrolments = |number: i64| kind.membership.map(|_| number);
        data.push(KindSummary {
            kind: work.name,
            label: work.label,
            source_rows: source_rows.get(work.name).copied(),
            rows: standing.rows,
            migrated,
            failed: standing.failed,
            failed_enrolments: of_enrolments(standing.failed_enrolments),
            people: of_people(standing.objects),
            accounts: of_people(standing.migrated),
            enrolments: of_enrolments(standing.rows),
            enrolled: of_enrolments(standing.enrolled),
            suspended: of_enrolments(standing.suspended),
            missing: standing.missing,
            waiting: standing.waiting,
            last_synced_at: last_syncs.get(work.name).map(|sync| sync.ended_at.clone()),
        });
    }
    let compared = store.latest_done(Subject::Differences).await?;
    if let Some(job) = &compared {
        let differ = job.counts.sum(Outcome::is_different_there);
        if differ > 0 {
            attention.push(names.one(differ, &format!("/tugas/{}", job.id), |rows, names| {
                Reason::AttentionDiffers {
                    rows,
                    platform: names.platform.clone(),
                }
            }));
        }
    }
    if let Some(failed) = store.failed_backup().await? {
        attention.push(names.one(1, "/log-activity", |_, _| failed.clone()));
    }
    let renumbered = app.engine.count_renumberings().await?;
    if renumbered > 0 {
        attention.push(
            names.one(renumbered, "/ganti-nomor", |rows, _| Reason::AttentionRenumbered {
                rows,
            }),
        );
    }
    let undecided = app.engine.count_undecided_matches().await?;
    if undecided > 0 {
        attention.push(
            names.one(undecided, "/cocokkan", |rows, names| Reason::AttentionMatches {
                rows,
                platform: names.platform.clone(),
            }),
        );
    }
    let (warnings, failed) = (store.warnings_of_last_reads().await?, store.failed_syncs().await?);
    for kind in kinds() {
        let unread = |why: &Reason| Reason::AttentionUnread {
            kind: within_a_sentence(kind.work.label),
            why: Box::new(why.clone()),
        };
        if let Some((job, why)) = failed.get(kind.work.name) {
            attention.push(names.one(1, &format!("/tugas/{job}"), |_, _| unread(why)));
            continue;
        }
        let Some((job, warnings)) = warnings.get(kind.work.name) else {
            continue;
        };
        let held_back = |why: &&Reason| {
            use Reason::{NoneGoneOfClasses, NoneGoneOfList, StayOfUnknownClasses};
            matches!(
                why,
                NoneGoneOfList { .. } | NoneGoneOfClasses { .. } | StayOfUnknownClasses { .. }
            )
        };
        let texts = || warnings.iter().map(|warning| &warning.text);
        let Some(why) = texts().find(held_back).or_else(|| texts().next()) else {
            continue;
        };
        let rows = i64::try_from(warnings.len()).unwrap_or(i64::MAX);
        attention.push(names.one(rows, &format!("/tugas/{job}"), |_, _| unread(why)));
    }
    for (kind, file) in changed_files(&app, &last_syncs).await? {
        attention.push(
            names.one(1, &screen(kind.work.name), |_, _| Reason::AttentionFileChanged {
                file: file.clone(),
                kind: within_a_sentence(kind.work.label),
            }),
        );
    }
    attention.sort_by_key(|one: &Ranked| (one.rank, std::cmp::Reverse(one.attention.rows)));
    let reply = Summary {
        msg: Msg::Success,
        data,
        attention: attention.into_iter().map(|one| one.attention).take(SHOWN).collect(),
        days: days(&app).await?,
        compared_at: compared.and_then(|job| job.finished_at),
    };
    Ok(Json(reply).into_response())
}

/// Kinds with a file in the folder that has changed since the last sync, each with the file's name.
async fn changed_files(
    app: &App,
    last_syncs: &HashMap<String, LastSync>,
) -> Result<Vec<(&'static KindVerbs, String)>, ApiError> {
    if !app.engine.source().has_folder() {
        return Ok(Vec::new());
    }
    let source = app.engine.source_now().await?;
    let looking = async {
        let mut changed = Vec::new();
        for kind in kinds() {
            let (Some(sync), Some(list)) = (last_syncs.get(kind.work.name), List::named(kind.feed)) else {
                continue;
            };
            let Ok(Some((Origin::File { name, .. }, changed_at))) = source.laid_out(list).await else {
                continue;
            };
            let changed_at = changed_at.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
            if changed_at > sync.started_at.unsigned_abs().into() {
                changed.push((kind, name));
            }
        }
        changed
    };
    // A folder that does not answer is not reported here: the lists themselves report it.
    Ok(timeout(PATIENCE, looking).await.unwrap_or_default())
}

/// An item with its rank; 0 is the most urgent.
struct Ranked {
    rank: u8,
    attention: Attention,
}

/// The systems' display names and the language of the sentences.
struct Names {
    source: String,
    platform: String,
    language: Language,
}

impl Names {
    fn one(&self, rows: i64, link: &str, reason: impl Fn(u64, &Self) -> Reason) -> Ranked {
        let reason = reason(rows.unsigned_abs(), self);
        Ranked {
            rank: match reason {
                Reason::AttentionNotSent { .. } | Reason::BackupFailed { .. } => 0,
                Reason::AttentionNotEnrolled { .. } => 1,
                Reason::AttentionLeftBehind { .. }
                | Reason::AttentionSuspended { .. }
                | Reason::AttentionRenumbered { .. }
                | Reason::AttentionMatches { .. } => 2,
                Reason::AttentionGone { .. } => 3,
                _ => 4,
            },
            attention: Attention {
                code: reason.code(),
                text: reason.sentence(self.language),
                rows,
                link: link.to_owned(),
            },
        }
    }

    /// Adds the items of a kind that need attention.
    fn attention(&self, kind: &KindVerbs, standing: &Standing, found: &mut Vec<Ranked>) {
        let label = || within_a_sentence(kind.work.label);
        let list = |filter: &str| format!("{}?tab=dashboard&{filter}", screen(kind.work.name));
        let mut failed = |shortfall: &Shortfall, filter: &str, reason: &dyn Fn(u64, &Self) -> Reason| {
            let code = shortfall.reason.code();
            let mut one = self.one(shortfall.rows, &list(&format!("{filter}&reason={code}")), reason);
            let why = shortfall.reason.sentence_of_group(self.language);
            one.attention.text = format!("{}: {why}", one.attention.text);
            one.attention.code = code;
            found.push(one);
        };
        for shortfall in &standing.not_sent {
            failed(shortfall, "migration=gagal", &|rows, names| Reason::AttentionNotSent {
                rows,
                kind: label(),
                platform: names.platform.clone(),
            });
        }
        for shortfall in &standing.not_enrolled {
            failed(shortfall, "enroll=gagal", &|rows, names| Reason::AttentionNotEnrolled {
                rows,
                kind: label(),
                platform: names.platform.clone(),
            });
        }
        if standing.left_behind > 0 {
            let link = list("missing=true&enroll=sudah");
            found.push(
                self.one(standing.left_behind, &link, |rows, names| Reason::AttentionLeftBehind {
                    rows,
                    kind: label(),
                    platform: names.platform.clone(),
                }),
            );
        }
        if standing.waiting.suspended > 0 {
            let link = list("missing=false&enroll=ditangguhkan");
            let suspended = standing.waiting.suspended;
            found.push(self.one(suspended, &link, |rows, names| Reason::AttentionSuspended {
                rows,
                kind: label(),
                source: names.source.clone(),
                platform: names.platform.clone(),
            }));
        }
        // Enrolments are covered above; people who are suspended and gone from the source have left.
        if standing.missing > 0 && kind.membership.is_none() {
            found.push(self.one(standing.missing, &list("missing=true"), |rows, names| {
                Reason::AttentionGone {
                    rows,
                    kind: label(),
                    source: names.source.clone(),
                }
            }));
        }
    }
}

/// A kind's name within a sentence: `mata kuliah`, `mahasiswa MBKM`.
pub(super) fn within_a_sentence(label: &str) -> String {
    let word = |word: &str| match word.chars().all(char::is_uppercase) {
        true => word.to_owned(),
        false => word.to_lowercase(),
    };
    label.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The page that lists a kind.
pub(super) fn screen(kind: &str) -> String {
    match kind {
        "mahasiswa_mbkm" => "/mahasiswa/mbkm".to_owned(),
        "tahun_ajaran" => "/tahun-ajaran".to_owned(),
        other => format!("/{other}"),
    }
}

/// Row counts of the last days, today last.
async fn days(app: &App) -> Result<Vec<DayOfRows>, ApiError> {
    const MILLISECONDS: i64 = 86_400_000;
    let now = app.engine.store().now();
    let offset = i64::from(zone(app)?.to_offset(now).seconds()) * 1000;
    let today = (now.as_millisecond() + offset).div_euclid(MILLISECONDS);
    let first = today - (DAYS - 1);
    let mut by_day: BTreeMap<i64, (i64, i64)> = (first..=today).map(|day| (day, (0, 0))).collect();
    for Day { day, outcome, rows } in app.engine.store().days(first * MILLISECONDS - offset, offset).await? {
        let Some((changed, failed)) = by_day.get_mut(&day) else {
            continue;
        };
        if outcome.is_trouble() && outcome != Outcome::Untried {
            *failed += rows;
        } else if !matches!(outcome, Outcome::Unchanged | Outcome::Untried) {
            *changed += rows;
        }
    }
    let date = |day: i64| {
        let since = jiff::Span::new().days(day);
        Date::constant(1970, 1, 1)
            .checked_add(since)
            .map_err(|_| ApiError::Internal)
    };
    by_day
        .into_iter()
        .map(|(day, (changed, failed))| {
            Ok(DayOfRows {
                date: date(day)?.to_string(),
                changed,
                failed,
            })
        })
        .collect()
}
