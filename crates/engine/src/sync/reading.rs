//! Reading the source's lists, and deciding on each row as it arrives.

use crate::{Before, Conflict, EngineError, Planner, Result, Run, Verdict, guard::Digest, words::number};
use selaras_kinds::{Kind, fingerprint, key, key_hash, read_source_row, value};
use selaras_source::{Call, RawRow, RowError, SourceError};
use selaras_store::Selection;
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, sync::Arc};

/// Columns and values that one request to the source is limited to.
pub(crate) type Scope = Vec<(&'static str, String)>;

/// Which rows of a list the action is about.
enum Wanted {
    All,
    Keys(HashSet<i64>),
    Values(&'static str, HashSet<String>),
    /// One row, by all columns that name it.
    One(Vec<(&'static str, String)>),
}

impl Wanted {
    fn takes<K: Kind>(&self, row: &K, key_hash: i64) -> bool {
        match self {
            Self::All => true,
            Self::Keys(keys) => keys.contains(&key_hash),
            Self::Values(column, values) => values.contains(value(row, column)),
            Self::One(columns) => columns.iter().all(|(column, wanted)| value(row, column) == wanted),
        }
    }
}

/// All rows of one list of the source, as the dashboard would keep them. Rows that cannot be read are left out and
/// counted.
pub async fn source_rows<K: Kind>(
    source: &selaras_source::Source,
    scope: Scope,
) -> std::result::Result<(Vec<K>, u64), SourceError> {
    let mut rows = source.rows(Call::scoped(&K::FEED, scope.clone()));
    let (mut good, mut bad) = (Vec::new(), 0);
    while let Some(chunk) = rows.next().await? {
        for raw in chunk {
            match read_row::<K>(raw, &scope) {
                Ok(row) => good.push(row),
                Err(_) => bad += 1,
            }
        }
    }
    Ok((good, bad))
}

/// A row of the source that cannot be read.
pub(crate) struct Unreadable {
    /// What people call its place: `Algoritma · A · 11 · baris 3`.
    pub(crate) place: String,
    /// Why, for people.
    pub(crate) reason: String,
}

/// Reads one row of the list that was asked for with `scope`.
pub(crate) fn read_row<K: Kind>(
    raw: std::result::Result<RawRow, RowError>,
    scope: &[(&'static str, String)],
) -> std::result::Result<K, Unreadable> {
    let unreadable = |position: u64, reason: String| {
        let list = scope.iter().map(|(_, value)| format!("{value} · "));
        Unreadable {
            place: format!("{}baris {position}", list.collect::<String>()),
            reason,
        }
    };
    let raw = raw.map_err(|error| unreadable(error.position, error.fault.to_string()))?;
    read_source_row(raw.json.get(), scope, raw.group.as_deref())
        .map_err(|error| unreadable(raw.position, error.to_string()))
}

/// What is to be done with one row of the source, or was found out about it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Record<K> {
    Create(K),
    Update(i64, K),
    Unchanged,
    /// It is flagged as gone, and the source lists it again.
    Returned(i64),
    /// The row of this hashed key, key and label is left as it is, for a reason.
    Conflict(i64, String, String, String),
    /// A row that cannot be read, by its place; or a whole list, by its name; and why.
    Failed(String, String),
    /// Rows that the source does not list any more.
    Missing(Vec<i64>),
}

/// One list of the source that the action reads, and what it takes of it.
pub(super) struct Reading {
    pub(super) run: Arc<Run>,
    scope: Scope,
    wanted: Wanted,
}

/// A list of the source as it arrives, decided on.
pub(super) struct Decisions<'a> {
    reading: &'a Reading,
    rows: selaras_source::Rows,
    planner: Planner,
    unreadable: u64,
    digest: Digest,
}

impl Decisions<'_> {
    /// The next rows, each with the decision on it; `None` when the list has come to its end.
    pub(super) async fn next<K: Kind>(&mut self) -> Result<Option<Vec<Record<K>>>> {
        let Reading { run, scope, wanted } = self.reading;
        run.checkpoint()?;
        let Some(chunk) = self.rows.next().await? else {
            self.refuse_empty_list()?;
            return Ok(None);
        };
        let mut records = Vec::with_capacity(chunk.len());
        for raw in chunk {
            match read_row::<K>(raw, scope) {
                Ok(row) => {
                    let hash = key_hash(&row);
                    if wanted.takes(&row, hash) {
                        records.extend(self.decide(row, hash));
                    }
                }
                Err(Unreadable { place, reason }) => {
                    self.unreadable += 1;
                    records.push(Record::Failed(place, reason));
                }
            }
        }
        Ok(Some(records))
    }

    /// `None`: an earlier, interrupted try of this job wrote the row, and it is accounted for.
    fn decide<K: Kind>(&mut self, row: K, hash: i64) -> Option<Record<K>> {
        let fingerprint = fingerprint(&row);
        let verdict = self.planner.decide(hash, fingerprint);
        if verdict != Verdict::Unchanged {
            self.digest.add([hash, fingerprint]);
        }
        match verdict {
            Verdict::Create => Some(Record::Create(row)),
            Verdict::Update { id } => Some(Record::Update(id, row)),
            Verdict::Unchanged if self.planner.is_done(hash) => None,
            Verdict::Unchanged => Some(Record::Unchanged),
            Verdict::Returned { id } => Some(Record::Returned(id)),
            Verdict::Conflict(conflict) => {
                let reason = conflict.reason(self.reading.run.source.name());
                Some(Record::Conflict(hash, key(&row), row.label(), reason))
            }
        }
    }

    /// What the list came to. To be asked after its last row.
    pub(super) fn end(self) -> Listed {
        let missing = self.missing();
        let mut digest = self.digest;
        for id in &missing {
            digest.add([*id, -1]);
        }
        Listed {
            seen: self.planner.seen() as i64,
            held: self.planner.held() as i64,
            missing,
            digest,
        }
    }

    /// Rows that the source does not list any more. A row that cannot be read may be any of them, so then none is.
    fn missing(&self) -> Vec<i64> {
        match self.reading.wanted {
            Wanted::All if self.unreadable == 0 => self.planner.missing(),
            _ => Vec::new(),
        }
    }

    /// A list that is suddenly empty is a fault of the source more often than the truth.
    fn refuse_empty_list(&self) -> Result<()> {
        let source = self.reading.run.source.name();
        if matches!(self.reading.wanted, Wanted::All) && self.planner.seen() == 0 && self.planner.held() > 0 {
            return Err(EngineError::Refused(format!(
                "{source} mengirim daftar kosong, padahal dashboard memuat {} baris. Tidak ada yang diubah. Periksa {source} lalu coba lagi.",
                number(self.planner.held()),
            )));
        }
        Ok(())
    }
}

/// What a whole list came to.
pub(super) struct Listed {
    /// Different rows that the source sent.
    pub(super) seen: i64,
    /// Rows of the source that the dashboard held.
    pub(super) held: i64,
    /// Rows that the source does not list any more.
    pub(super) missing: Vec<i64>,
    /// Of all that is to be done.
    pub(super) digest: Digest,
}

impl Reading {
    pub(super) async fn open<K: Kind>(&self) -> Result<Decisions<'_>> {
        let planner = self.planner::<K>().await?;
        let rows = self.run.source.rows(Call::scoped(&K::FEED, self.scope.clone()));
        Ok(Decisions {
            reading: self,
            rows,
            planner,
            unreadable: 0,
            digest: Digest::default(),
        })
    }

    /// Whether the action is about all rows of the list.
    pub(super) fn takes_all(&self) -> bool {
        matches!(self.wanted, Wanted::All)
    }

    /// What people call the list.
    pub(super) fn named(&self) -> String {
        self.scope
            .iter()
            .map(|(_, value)| value.as_str())
            .collect::<Vec<_>>()
            .join(" · ")
    }

    async fn planner<K: Kind>(&self) -> Result<Planner> {
        let selection = match &self.wanted {
            Wanted::All => Selection::default(),
            Wanted::Keys(_) => Selection {
                ids: self.run.order.selection.ids.clone(),
                ..Selection::default()
            },
            Wanted::One(columns) => Selection::equal(columns.iter().map(|(column, value)| (*column, value.as_str()))),
            Wanted::Values(column, values) => Selection {
                any_of: Some(((*column).to_owned(), values.iter().cloned().collect())),
                ..Selection::default()
            },
        };
        let mut scoped = selection;
        scoped.equals.extend(
            self.scope
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone())),
        );
        let known = self.run.store.known::<K>(&scoped).await?.into_iter().map(|known| {
            let before = Before {
                id: known.id,
                fingerprint: known.fingerprint,
                source: known.source_fingerprint,
                missing: known.missing,
                done: known.written_in == Some(self.run.job),
            };
            (known.key_hash, before)
        });
        let planner = Planner::new(known);
        Ok(if matches!(self.wanted, Wanted::All) {
            planner
        } else {
            planner.insisting()
        })
    }
}

/// The lists that an order reads: one, or one for each class.
pub(super) async fn readings<K: Kind>(run: &Arc<Run>) -> Result<Vec<Reading>> {
    let selection = &run.order.selection;
    let one: Vec<_> = K::CALLS
        .one
        .iter()
        .filter_map(|column| Some((*column, selection.value(column)?.to_owned())))
        .collect();
    let chosen = if selection.ids.is_empty() {
        HashSet::new()
    } else {
        run.store
            .known::<K>(selection)
            .await?
            .iter()
            .map(|known| known.key_hash)
            .collect()
    };
    let wanted = || match &selection.any_of {
        Some((_, values)) => Wanted::Values(K::CALLS.one[0], values.iter().cloned().collect()),
        None if one.len() == K::CALLS.one.len() => Wanted::One(one.clone()),
        None if selection.ids.is_empty() => Wanted::All,
        None => Wanted::Keys(chosen.clone()),
    };
    let some = !matches!(wanted(), Wanted::All);
    let mut readings = Vec::new();
    for scope in scopes::<K>(run, some).await? {
        readings.push(Reading {
            run: Arc::clone(run),
            scope,
            wanted: wanted(),
        });
    }
    Ok(readings)
}

/// The requests that an order needs, by the columns that the source wants named.
pub(crate) async fn scopes<K: Kind>(run: &Run, chosen_rows: bool) -> Result<Vec<Scope>> {
    let columns = K::FEED.scope;
    if columns.is_empty() {
        return Ok(vec![Vec::new()]);
    }
    let named: Scope = columns
        .iter()
        .filter_map(|column| Some((*column, run.order.selection.value(column)?.to_owned())))
        .collect();
    if named.len() == columns.len() {
        return Ok(vec![named]);
    }
    let classes = if chosen_rows {
        run.store.distinct(K::NAME, columns, &run.order.selection).await?
    } else {
        let row = K::default();
        let class_columns: Vec<_> = row
            .class()
            .into_iter()
            .map(|(column, _)| column)
            .take(columns.len())
            .collect();
        let narrowed = named.iter().filter_map(|(column, value)| {
            let at = columns.iter().position(|name| name == column)?;
            Some((class_columns[at], value.as_str()))
        });
        run.store
            .distinct("kelas", &class_columns, &Selection::equal(narrowed))
            .await?
    };
    if classes.is_empty() {
        return Err(EngineError::NotFound(if chosen_rows {
            format!(
                "{} ini belum ada di dashboard. Pilih kelasnya dahulu, lalu sync.",
                K::LABEL
            )
        } else {
            "Belum ada kelas di dashboard. Sync data Kelas dahulu.".to_owned()
        }));
    }
    Ok(classes
        .into_iter()
        .map(|class| columns.iter().copied().zip(class).collect())
        .collect())
}

impl Conflict {
    /// Why the row was left as it is, and what to do.
    pub fn reason(self, source: &str) -> String {
        match self {
            Self::Twice => format!(
                "Ada dua baris dengan kunci ini di {source}, isinya berbeda. Yang pertama dipakai; perbaiki di {source}."
            ),
            Self::BothSides { .. } => {
                format!("Diubah di dashboard dan juga di {source}. Sync baris ini sendiri untuk memakai isi {source}.")
            }
            Self::EnteredHere { .. } => {
                format!(
                    "Dibuat lewat formulir di dashboard, dan {source} mengirim isi yang berbeda. Sync baris ini sendiri untuk memakai isi {source}."
                )
            }
        }
    }
}
