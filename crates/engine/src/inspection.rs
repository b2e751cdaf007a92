//! Tests each connection: whether it is there, and whether it allows what Selaras needs.
//!
//! `selaras doctor` prints the findings, and the screen Koneksi shows them. Testing changes nothing.

use crate::{
    run::{stored_shape, uses_of},
    sync::{Scope, read_row},
    trials::{setting_of, try_lists},
    uploads::with_uploads,
};
use futures::{FutureExt, StreamExt, future::BoxFuture, stream};
use jiff::Timestamp;
use sea_orm::DatabaseBackend;
use selaras_ambient::Clock;
use selaras_kinds::{Kind, OfKind, kelas::Kelas, of_all_kinds, value};
pub use selaras_platform::{Finding, Standing};
use selaras_platform::{LearningPlatform, Uses};
use selaras_reasons::{Language, Reason};
use selaras_source::{Call, Fault, List, Source};
use selaras_store::{Store, StoreError};
use selaras_zoom::Zoom;
use serde::Serialize;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::timeout;
use utoipa::ToSchema;

/// Longest time for testing one part.
const PATIENCE: Duration = Duration::from_secs(60);
/// Lists tested at once.
const LISTS_AT_ONCE: usize = 4;

/// What Selaras is connected with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The dashboard's own database.
    Database,
    /// The academic system.
    Source,
    /// The learning platform.
    Platform,
    /// Zoom.
    Zoom,
    /// The settings themselves.
    Settings,
}

impl Part {
    /// All parts, in the order in which they are tested.
    pub const ALL: [Self; 5] = [Self::Database, Self::Source, Self::Platform, Self::Zoom, Self::Settings];

    /// The spelling in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Database => "database",
            Self::Source => "source",
            Self::Platform => "platform",
            Self::Zoom => "zoom",
            Self::Settings => "settings",
        }
    }

    /// The part of that spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.as_str() == text)
    }
}

/// What was found at one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(bound = "")]
pub struct Inspection<R = Reason> {
    /// The worst of what was found.
    pub standing: Standing,
    /// What was found, one line each.
    #[schema(value_type = Vec<Finding>)]
    pub findings: Vec<Finding<R>>,
    /// When.
    #[schema(value_type = String)]
    pub at: Timestamp,
}

impl Inspection {
    /// An inspection with these findings.
    pub fn of(findings: Vec<Finding>, at: Timestamp) -> Self {
        let any = |standing| findings.iter().any(|finding| finding.standing == standing);
        Self {
            standing: if any(Standing::Wrong) {
                Standing::Wrong
            } else if any(Standing::Warning) {
                Standing::Warning
            } else {
                Standing::Ok
            },
            findings,
            at,
        }
    }

    /// The findings of `looking`, or one finding if it takes too long.
    pub async fn within_patience(clock: &Clock, looking: impl Future<Output = Vec<Finding>>) -> Self {
        let found = timeout(PATIENCE, looking).await.unwrap_or_else(|_| {
            let seconds = PATIENCE.as_secs();
            vec![Finding::wrong(Reason::NotInspected { seconds }, Reason::InspectAgain)]
        });
        Self::of(found, clock.now())
    }

    /// The inspection in a language.
    pub fn in_words(self, language: Language) -> Inspection<String> {
        Inspection {
            standing: self.standing,
            findings: self
                .findings
                .into_iter()
                .map(|found| found.in_words(language))
                .collect(),
            at: self.at,
        }
    }
}

/// All connections, and the findings of their last tests. Clones share them.
#[derive(Clone)]
pub struct Connections {
    store: Store,
    source: Source,
    platform: Arc<dyn LearningPlatform>,
    zoom: Option<Zoom>,
    unused: Vec<&'static str>,
    cautions: Vec<Finding>,
    last: Arc<Mutex<HashMap<Part, Inspection>>>,
}

impl Connections {
    /// Connections that have not been tested yet.
    pub fn new(store: Store, source: Source, platform: Arc<dyn LearningPlatform>, zoom: Option<Zoom>) -> Self {
        Self {
            store,
            source,
            platform,
            zoom,
            unused: Vec::new(),
            cautions: Vec::new(),
            last: Arc::default(),
        }
    }

    /// The same connections with one list of the source marked as unused.
    pub fn without_list(mut self, feed: &'static str) -> Self {
        self.unused.push(feed);
        self
    }

    /// The same connections with warnings about the settings. Settings do not change while the process runs, so they count
    /// as tested.
    pub fn with_cautions(mut self, cautions: Vec<Finding>) -> Self {
        self.cautions = cautions;
        let looked = Inspection::of(self.settings_found(), self.store.now());
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.insert(Part::Settings, looked);
        drop(last);
        self
    }

    fn settings_found(&self) -> Vec<Finding> {
        match self.cautions.as_slice() {
            [] => vec![Finding::ok(Reason::SecretsEncrypted)],
            cautions => cautions.to_vec(),
        }
    }

    /// The settings of a part by name, without secrets.
    pub fn settings(&self, part: Part) -> Vec<(&'static str, Reason)> {
        match part {
            Part::Database => vec![("database.url", Reason::verbatim(database_kind(&self.store)))],
            Part::Source => self.source.described(),
            Part::Platform => self.platform.settings(),
            Part::Zoom => self.zoom.as_ref().map(Zoom::described).unwrap_or_default(),
            Part::Settings => Vec::new(),
        }
    }

    /// This process's last findings.
    pub fn last(&self, part: Part) -> Option<Inspection> {
        self.last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&part)
            .cloned()
    }

    /// Tests a part.
    pub async fn inspect(&self, part: Part) -> Inspection {
        let looking = async {
            match part {
                Part::Database => Self::look_at_database(&self.store).await,
                Part::Source => Self::look_at_source(&self.source_now().await, &self.unused).await,
                Part::Platform => self.platform.inspect(&self.uses().await).await,
                Part::Zoom => Self::look_at_zoom(self.zoom.as_ref()).await,
                Part::Settings => self.settings_found(),
            }
        };
        let inspection = Inspection::within_patience(self.store.clock(), looking).await;
        self.last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(part, inspection.clone());
        inspection
    }

    /// What the campus uses of the platform. If the database fails, its own test reports that.
    async fn uses(&self) -> Uses {
        let shape = self.store.shape().await.ok().flatten();
        stored_shape(shape.as_ref()).map_or_else(|_| Uses::default(), |shape| uses_of(&shape))
    }

    /// The source with the uploaded files. If the database fails, its own test reports that.
    async fn source_now(&self) -> Source {
        let with_uploads = with_uploads(&self.source, &self.store).await;
        with_uploads.unwrap_or_else(|_| self.source.clone())
    }

    /// Tries the lists of the source that are in use, without writing anything.
    pub async fn try_lists(&self) -> Vec<Finding> {
        try_lists(&self.source_now().await, &self.unused).await
    }

    /// The same for a source without uploaded files, and so without a database.
    pub async fn try_lists_of(source: &Source, unused: &[&str]) -> Vec<Finding> {
        try_lists(source, unused).await
    }

    /// Tests the database: whether it answers, has this version's schema, and accepts writes.
    pub async fn look_at_database(store: &Store) -> Vec<Finding> {
        if let Err(error) = store.ping().await {
            return vec![not_opened(&error)];
        }
        let system = database_kind(store).to_owned();
        let mut found = vec![Finding::ok(Reason::SystemAnswers { system })];
        found.push(match store.pending_steps().await {
            Ok(0) => Finding::ok(Reason::TablesFit),
            Ok(pending) => Finding::warning(
                Reason::TablesBehind {
                    pending: pending as u64,
                },
                Reason::ServeFirst,
            ),
            Err(error) => Finding::wrong(
                Reason::TablesUnknown {
                    said: error.to_string(),
                },
                Reason::CheckDatabaseUrl,
            ),
        });
        // Tables that are behind are reported already.
        if let (Ok(0), Ok(false)) = (store.pending_steps().await, store.has_search_index().await) {
            found.push(Finding::warning(Reason::SearchScans, Reason::AddSearchExtension));
        }
        // The table for test writes came with the schema.
        if store.pending_steps().await.is_ok_and(|pending| pending > 0) {
            return found;
        }
        found.push(match store.try_writing().await {
            Ok(()) => Finding::ok(Reason::DatabaseWritable),
            Err(error) if error.is_disk_full() => Finding::wrong(Reason::DiskFull, Reason::MakeRoomOnDisk),
            Err(error) => Finding::wrong(
                Reason::DatabaseNotWritable {
                    said: error.to_string(),
                },
                Reason::CheckDatabaseRights,
            ),
        });
        found
    }

    /// Tests the source: whether each list answers, and whether its first row can be read. Lists named in `unused` are not
    /// requested.
    pub async fn look_at_source(source: &Source, unused: &[&str]) -> Vec<Finding> {
        // If the source is unreachable, one line says it for all lists.
        if let Err(error) = source.ping().await {
            let mend = match error.fault {
                Fault::Untrusted(_) => return vec![Finding::failed(Reason::from(&error))],
                Fault::Connect(_) | Fault::Timeout(_) => Some(Reason::CheckSourceAddress),
                Fault::FolderSilent => Some(Reason::CheckSetting {
                    setting: Box::new(Reason::SettingOfFile),
                }),
                _ => None,
            };
            if let Some(mend) = mend {
                return vec![Finding::wrong(Reason::from(&error), mend)];
            }
        }
        // Lists that are read class by class are tested with the first class.
        let class = first::<Kelas>(source, Vec::new())
            .await
            .ok()
            .and_then(Result::ok)
            .flatten();
        let look = |list: SourceList| match unused.contains(&list.feed) {
            true => {
                let kind = list.label.to_owned();
                async { Finding::ok(Reason::ListUnused { kind }) }.boxed()
            }
            false => (list.inspect)(source, class.as_ref()),
        };
        let lists: Vec<_> = of_all_kinds().into_iter().map(look).collect();
        stream::iter(lists).buffered(LISTS_AT_ONCE).collect().await
    }

    /// Tests Zoom, if it is connected: whether it accepts the credentials and lists the account's users.
    pub async fn look_at_zoom(zoom: Option<&Zoom>) -> Vec<Finding> {
        let Some(zoom) = zoom else {
            return vec![Finding::ok(Reason::ZoomOff)];
        };
        vec![match zoom.users().await {
            Ok(users) => Finding::ok(Reason::ZoomAnswers {
                people: users.read.len() as u64,
            }),
            Err(error) => Finding::wrong(Reason::from(&error), Reason::CheckZoomSettings),
        }]
    }
}

fn database_kind(store: &Store) -> &'static str {
    match store.backend() {
        DatabaseBackend::Sqlite => "SQLite",
        _ => "PostgreSQL",
    }
}

/// The finding that the database did not open. The address may hold a password, so it is not repeated.
pub fn not_opened(error: &StoreError) -> Finding {
    Finding::wrong(
        Reason::DatabaseNotOpened {
            said: error.to_string(),
        },
        Reason::CheckDatabaseOpens,
    )
}

/// A kind's list at the source.
struct SourceList {
    /// Its name in the settings.
    feed: &'static str,
    /// What people call its rows.
    label: &'static str,
    /// Tests whether the list answers, for the given class.
    inspect: for<'a> fn(&'a Source, Option<&'a Kelas>) -> BoxFuture<'a, Finding>,
}

impl OfKind for SourceList {
    fn of<K: Kind>() -> Self {
        Self {
            feed: K::FEED.name,
            label: K::LABEL,
            inspect: |source, class| Box::pin(list::<K>(source, class)),
        }
    }
}

/// Tests one list of the source.
async fn list<K: Kind>(source: &Source, class: Option<&Kelas>) -> Finding {
    let kind = K::LABEL.to_owned();
    // If a folder does not answer, reading the list reports it.
    let origin = match List::named(K::FEED.name) {
        Some(list) => source.origin(list).await.ok().flatten(),
        None => None,
    };
    let whole = source.whole(&K::FEED).await.unwrap_or(true);
    let (setting, from) = (
        Box::new(setting_of(K::FEED.name, origin.as_ref())),
        source.name().to_owned(),
    );
    let scope = match (K::FEED.scope, class) {
        ([], _) => Vec::new(),
        _ if whole => Vec::new(),
        // The columns of a class are in the order that the source expects.
        (columns, Some(class)) => columns
            .iter()
            .zip(K::default().class())
            .map(|(column, (of_class, _))| (*column, value(class, of_class).to_owned()))
            .collect(),
        (_, None) => {
            return Finding::warning(Reason::ListNotInspected { kind }, Reason::MendClassesFirst);
        }
    };
    match first::<K>(source, scope).await {
        Ok(Ok(Some(_))) => Finding::ok(match &origin {
            Some(origin) => Reason::ListAnswersFrom {
                kind,
                origin: Box::new(Reason::from(origin)),
            },
            None => Reason::ListAnswers { kind },
        }),
        // A single class without people is no fault.
        Ok(Ok(None)) if !K::FEED.scope.is_empty() => Finding::ok(Reason::ClassWithoutRows { kind }),
        Ok(Ok(None)) => Finding::warning(
            Reason::ListIsEmpty { kind },
            Reason::CheckEmptyList { setting, source: from },
        ),
        Ok(Err(reason)) => Finding::wrong(
            Reason::FirstRowUnreadable {
                kind,
                why: Box::new(reason),
            },
            Reason::AskToMendRows { setting, source: from },
        ),
        Err(error) => Finding::wrong(
            Reason::ListFailed {
                kind,
                why: Box::new(Reason::from(&error)),
            },
            Reason::CheckSetting { setting },
        ),
    }
}

/// The first row of a list, if it has one, or why that row cannot be read.
async fn first<K: Kind>(
    source: &Source,
    scope: Scope,
) -> Result<Result<Option<K>, Reason>, selaras_source::SourceError> {
    // Dropping `rows` after the first row ends the download.
    let mut rows = source.rows(Call::scoped(&K::FEED, scope.clone()));
    while let Some(chunk) = rows.next().await? {
        let Some(row) = chunk.into_iter().next() else { continue };
        return Ok(read_row(row, &scope).map(Some).map_err(|unreadable| *unreadable.reason));
    }
    Ok(Ok(None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inspection_has_the_standing_of_its_worst_finding() {
        let of = |findings: &[Finding]| Inspection::of(findings.to_vec(), Timestamp::UNIX_EPOCH).standing;
        let said = Reason::verbatim;
        let (ok, warning) = (Finding::ok(said("a")), Finding::warning(said("b"), said("c")));
        let wrong = Finding::wrong(said("d"), said("e"));
        assert_eq!(of(std::slice::from_ref(&ok)), Standing::Ok);
        assert_eq!(of(&[ok.clone(), warning.clone()]), Standing::Warning);
        assert_eq!(of(&[warning, wrong, ok]), Standing::Wrong);
    }

    #[test]
    fn every_part_parses_from_its_spelling() {
        assert_eq!(Part::ALL.map(|part| Part::parse(part.as_str())), Part::ALL.map(Some));
        assert_eq!(Part::parse("moodle"), None);
    }
}
