//! Looks at each connection: whether it is there, and whether it lets Selaras do what it is for.
//!
//! `selaras doctor` prints what is found, and the screen Koneksi shows it. Looking changes nothing.

use crate::{
    KindVerbs, kinds,
    sync::{Scope, read_row},
    trials::try_lists,
    uploads::with_uploads,
    words::number,
};
use futures::{FutureExt, StreamExt, stream};
use jiff::Timestamp;
use sea_orm::DatabaseBackend;
use selaras_kinds::{Kind, kelas::Kelas, value};
use selaras_platform::LearningPlatform;
pub use selaras_platform::{Finding, Standing};
use selaras_reasons::Reason;
use selaras_source::{Call, Fault, List, Origin, Source};
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

/// How long looking at one part may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// Lists asked of the source at once.
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
}

impl Part {
    /// All of them, in the order in which they are looked at.
    pub const ALL: [Self; 4] = [Self::Database, Self::Source, Self::Platform, Self::Zoom];

    /// As the browser spells it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Database => "database",
            Self::Source => "source",
            Self::Platform => "platform",
            Self::Zoom => "zoom",
        }
    }

    /// The part of that spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.as_str() == text)
    }
}

/// What was found at one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Inspection {
    /// The worst of what was found.
    pub standing: Standing,
    /// What was found, one line each.
    pub findings: Vec<Finding>,
    /// When.
    #[schema(value_type = String)]
    pub at: Timestamp,
}

impl Inspection {
    /// What was found now.
    pub fn of(findings: Vec<Finding>) -> Self {
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
            at: Timestamp::now(),
        }
    }
}

/// All connections, and what was found when they were last looked at. Clones share it.
#[derive(Clone)]
pub struct Connections {
    store: Store,
    source: Source,
    platform: Arc<dyn LearningPlatform>,
    zoom: Option<Zoom>,
    unused: Vec<&'static str>,
    last: Arc<Mutex<HashMap<Part, Inspection>>>,
}

impl Connections {
    /// Connections that nobody has looked at yet.
    pub fn new(store: Store, source: Source, platform: Arc<dyn LearningPlatform>, zoom: Option<Zoom>) -> Self {
        Self {
            store,
            source,
            platform,
            zoom,
            unused: Vec::new(),
            last: Arc::default(),
        }
    }

    /// The same connections, of which one list of the source is not in use.
    pub fn without_list(mut self, feed: &'static str) -> Self {
        self.unused.push(feed);
        self
    }

    /// The settings of a part by name, without secrets.
    pub fn settings(&self, part: Part) -> Vec<(&'static str, String)> {
        match part {
            Part::Database => vec![("database.url", database_kind(&self.store).to_owned())],
            Part::Source => self.source.described(),
            Part::Platform => self.platform.settings(),
            Part::Zoom => self.zoom.as_ref().map(Zoom::described).unwrap_or_default(),
        }
    }

    /// What this process found when it last looked.
    pub fn last(&self, part: Part) -> Option<Inspection> {
        self.last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&part)
            .cloned()
    }

    /// Looks at a part.
    pub async fn inspect(&self, part: Part) -> Inspection {
        let looking = async {
            match part {
                Part::Database => Self::look_at_database(&self.store).await,
                Part::Source => Self::look_at_source(&self.source_now().await, &self.unused).await,
                Part::Platform => self.platform.inspect().await,
                Part::Zoom => Self::look_at_zoom(self.zoom.as_ref()).await,
            }
        };
        let found = timeout(PATIENCE, looking).await.unwrap_or_else(|_| {
            vec![Finding::wrong(
                format!("Tidak selesai diperiksa dalam {} detik.", PATIENCE.as_secs()),
                "Periksa apakah sistemnya sedang sibuk atau jaringannya lambat, lalu coba lagi.",
            )]
        });
        let inspection = Inspection::of(found);
        self.last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(part, inspection.clone());
        inspection
    }

    /// The source with the files that were uploaded. Where the database is away, that is told as its own fault.
    async fn source_now(&self) -> Source {
        let with_uploads = with_uploads(&self.source, &self.store).await;
        with_uploads.unwrap_or_else(|_| self.source.clone())
    }

    /// Tries the lists of the source that are in use, without writing anything.
    pub async fn try_lists(&self) -> Vec<Finding> {
        try_lists(&self.source_now().await, &self.unused).await
    }

    /// Looks at the database: does it answer, is the schema that of this version, can it be written to?
    pub async fn look_at_database(store: &Store) -> Vec<Finding> {
        let name = database_kind(store);
        if let Err(error) = store.ping().await {
            return vec![not_opened(&error)];
        }
        let mut found = vec![Finding::ok(format!("{name} menjawab."))];
        found.push(match store.pending_migrations().await {
            Ok(0) => Finding::ok("Susunan tabel sesuai dengan versi ini."),
            Ok(pending) => Finding::warning(
                format!("{pending} perubahan susunan tabel belum dijalankan."),
                "Jalankan selaras serve; perubahan itu dilakukan saat mulai. Buat cadangan dahulu.",
            ),
            Err(error) => Finding::wrong(
                format!("Susunan tabel tidak dikenali ({error})."),
                "Pastikan database.url menunjuk database Selaras, dan versinya tidak lebih baru dari program ini.",
            ),
        });
        found.push(match store.try_writing().await {
            Ok(()) => Finding::ok("Database dapat ditulisi."),
            Err(error) => Finding::wrong(
                format!("Database tidak dapat ditulisi ({error})."),
                "Periksa hak tulis pengguna database, atau hak tulis dan sisa ruang di folder berkas SQLite.",
            ),
        });
        found
    }

    /// Looks at the source: does each list answer, and can its first row be read?
    /// Lists by these names are not in use and are not asked for.
    pub async fn look_at_source(source: &Source, unused: &[&str]) -> Vec<Finding> {
        // Nobody there: ten lines would say the same.
        if let Err(error) = source.ping().await
            && matches!(error.fault, Fault::Connect(_) | Fault::Timeout(_))
        {
            return vec![Finding::wrong(
                error.to_string(),
                "Periksa source.base_url atau source.sql.url, dan pastikan sistem akademik menyala dan terjangkau dari server ini.",
            )];
        }
        // Lists that are had class by class are asked for the first class.
        let class = first::<Kelas>(source, Vec::new())
            .await
            .ok()
            .and_then(Result::ok)
            .flatten();
        let lists: Vec<_> = kinds()
            .iter()
            .map(|KindVerbs { work, list, .. }| {
                if unused.contains(&list.feed) {
                    let text = format!("{}: daftar ini tidak dipakai menurut setelan.", work.label);
                    async { Finding::ok(text) }.boxed()
                } else {
                    (list.inspect)(source, class.as_ref())
                }
            })
            .collect();
        stream::iter(lists).buffered(LISTS_AT_ONCE).collect().await
    }

    /// Looks at Zoom, where it is connected: does it let Selaras in, and tell the account's people?
    pub async fn look_at_zoom(zoom: Option<&Zoom>) -> Vec<Finding> {
        let Some(zoom) = zoom else {
            return vec![Finding::ok("Zoom tidak dihubungkan. Kehadiran rapat tidak diambil.")];
        };
        vec![match zoom.users().await {
            Ok(users) => Finding::ok(format!("Zoom menjawab; {} pengguna terbaca.", number(users.len()))),
            Err(error) => Finding::wrong(
                error.to_string(),
                "Periksa setelan zoom.account_id, zoom.client_id, zoom.client_secret dan izin aplikasinya (docs/guides/zoom.md).",
            ),
        }]
    }
}

fn database_kind(store: &Store) -> &'static str {
    match store.backend() {
        DatabaseBackend::Sqlite => "SQLite",
        _ => "PostgreSQL",
    }
}

/// Says that the database did not even open. The address may hold a password, so it is not repeated.
pub fn not_opened(error: &StoreError) -> Finding {
    Finding::wrong(
        format!("Database tidak dapat dibuka ({error})."),
        "Periksa database.url: servernya menyala, nama dan password benar, foldernya ada dan dapat ditulisi.",
    )
}

/// Looks at one list of the source.
pub(crate) async fn list<K: Kind>(source: &Source, class: Option<&Kelas>) -> Finding {
    let label = K::LABEL;
    let origin = List::named(K::FEED.name).and_then(|list| source.origin(list));
    let setting = match origin {
        Some(Origin::Query { list }) => format!("source.sql.queries.{list}"),
        Some(Origin::File { .. }) => "berkasnya di source.files.folder".to_owned(),
        Some(Origin::Upload { .. }) => "berkasnya di Pengaturan, Sumber".to_owned(),
        Some(Origin::Http { .. }) | None => format!("source.base_url dan source.paths.{}", K::FEED.name),
    };
    let from = origin.map(|origin| format!(" {origin}.")).unwrap_or_default();
    let scope = match (K::FEED.scope, class) {
        ([], _) => Vec::new(),
        _ if source.whole(&K::FEED) => Vec::new(),
        // The columns of a class stand in the order in which the source wants them named.
        (columns, Some(class)) => columns
            .iter()
            .zip(K::default().class())
            .map(|(column, (of_class, _))| (*column, value(class, of_class).to_owned()))
            .collect(),
        (_, None) => {
            return Finding::warning(
                format!("{label}: belum dapat diperiksa, karena dibaca per kelas dan tidak ada kelas yang terbaca."),
                "Perbaiki daftar kelas dahulu, lalu periksa lagi.",
            );
        }
    };
    match first::<K>(source, scope).await {
        Ok(Ok(Some(_))) => Finding::ok(format!("{label}: daftar menjawab dan baris pertamanya terbaca.{from}")),
        // One class without anybody is nothing to wonder about.
        Ok(Ok(None)) if !K::FEED.scope.is_empty() => {
            Finding::ok(format!("{label}: daftar menjawab; kelas yang ditanyakan tidak berisi."))
        }
        Ok(Ok(None)) => Finding::warning(
            format!("{label}: daftar menjawab, tetapi kosong."),
            format!(
                "Bila seharusnya ada isinya, periksa {setting} dan data di {}.",
                source.name()
            ),
        ),
        Ok(Err(reason)) => Finding::wrong(
            format!("{label}: baris pertama tidak terbaca: {reason}."),
            format!(
                "Minta pengelola {} memperbaiki isinya, atau periksa {setting}.",
                source.name()
            ),
        ),
        Err(error) => Finding::wrong(format!("{label}: {error}"), format!("Periksa {setting}.")),
    }
}

/// The first row of a list, if it has one, or why that row cannot be read.
async fn first<K: Kind>(
    source: &Source,
    scope: Scope,
) -> Result<Result<Option<K>, Reason>, selaras_source::SourceError> {
    // Dropped after the first rows, which ends the download.
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
    fn an_inspection_stands_as_its_worst_line() {
        let of = |findings: &[Finding]| Inspection::of(findings.to_vec()).standing;
        let (ok, warning, wrong) = (Finding::ok("a"), Finding::warning("b", "c"), Finding::wrong("d", "e"));
        assert_eq!(of(std::slice::from_ref(&ok)), Standing::Ok);
        assert_eq!(of(&[ok.clone(), warning.clone()]), Standing::Warning);
        assert_eq!(of(&[warning, wrong, ok]), Standing::Wrong);
    }

    #[test]
    fn every_part_is_spelled_as_it_is_read() {
        assert_eq!(Part::ALL.map(|part| Part::parse(part.as_str())), Part::ALL.map(Some));
        assert_eq!(Part::parse("moodle"), None);
    }
}
