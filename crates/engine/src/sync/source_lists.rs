//! Reads the source's lists: which lists an order reads, and how each row is parsed.

use super::{
    class_ids::ClassIds,
    classes::Classes,
    issue::RowIssue,
    scopes::{Scope, Scopes, named},
};
use crate::{EngineError, Result, Run, enrol::columns_of_kelas};
use futures::{StreamExt, TryStreamExt};
use selaras_kinds::{CLASS_ID, Kind, Text, bare_number, read_source_row, untied_key_hash, value};
use selaras_reasons::Reason;
use selaras_source::{Call, RawRow, RowError, Rows, Said, SourceError};
use selaras_store::{
    Selection,
    enrolments::{Hashes, READ_AGAIN},
};
use serde::Deserialize;
use std::{collections::HashSet, sync::Arc};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The rows of a list that the action covers.
pub(super) enum Wanted {
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
            // A chosen row may not have the id of its class yet.
            Self::Keys(keys) => keys.contains(&key_hash) || keys.contains(&untied_key_hash(row)),
            Self::Values(column, values) => values.contains(value(row, column)),
            Self::One(columns) => columns.iter().all(|(column, wanted)| value(row, column) == wanted),
        }
    }
}

/// All rows of one list of the source, as the dashboard would store them. Also returns the number of rows that cannot be
/// read.
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

/// Most characters shown of a value that is refused.
const SHOWN: usize = 255;

/// A row of the source that cannot be read.
pub(crate) struct Unreadable {
    /// The position as people read it: `baris 3`, after the class of the list.
    position: String,
    /// What it says of its class and its person.
    said: Said,
    /// Why.
    pub(crate) reason: Box<Reason>,
}

/// Parses one row of the list with this `scope`.
pub(crate) fn read_row<K: Kind>(
    raw: std::result::Result<RawRow, RowError>,
    scope: &[(&'static str, String)],
) -> std::result::Result<K, Unreadable> {
    read_text(&raw.map_err(|error| Unreadable::of(error, scope))?, scope)
}

/// Parses the text of one row.
fn read_text<K: Kind>(row: &RawRow, scope: &[(&'static str, String)]) -> std::result::Result<K, Unreadable> {
    let cannot = |error| Unreadable::at(row.position, said_in_text::<K>(row), Reason::from(&error), scope);
    read_source_row(&row.json, scope, row.group.as_deref()).map_err(cannot)
}

impl Unreadable {
    /// A row of the list with this `scope` that its reader could not read.
    fn of(error: RowError, scope: &[(&'static str, String)]) -> Self {
        Self::at(error.position, error.said, Reason::from(&*error.fault), scope)
    }

    /// An unreadable row at a position of the list with this `scope`.
    fn at(position: u64, mut said: Said, reason: Reason, scope: &[(&'static str, String)]) -> Self {
        let values: Vec<_> = match scope {
            [] => said.class.iter().map(String::as_str).collect(),
            scope => scope.iter().map(|(_, value)| value.as_str()).collect(),
        };
        let named = values.into_iter().filter(|value| !value.is_empty());
        let class_before: String = named.map(|value| shown(value) + " · ").collect();
        said.number = bare_number(&said.number).into_owned();
        said.class_id = said.class_id.map(|id| bare_number(&id).into_owned());
        Self {
            position: format!("{class_before}baris {position}"),
            said,
            reason: Box::new(reason),
        }
    }
}

/// The readable form of a refused value: shortened to the length of a valid value, and without control characters. These may
/// be the reason of the refusal, and PostgreSQL cannot store all of them.
fn shown(value: &str) -> String {
    let mut letters = value.chars().filter(|letter| !letter.is_control());
    let mut shown: String = letters.by_ref().take(SHOWN).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// What a row says of its class and its person. Column by column: one of them may be the unreadable one.
fn said_in_text<K: Kind>(row: &RawRow) -> Said {
    let row: serde_json::Value = serde_json::from_str(&row.json).unwrap_or_default();
    let said = |column: &str| {
        let text = row.get(column).and_then(|said| Text::deserialize(said).ok());
        text.unwrap_or_default().to_string()
    };
    let class: Vec<_> = K::FEED.scope.iter().map(|column| said(column)).collect();
    let id = row.get(CLASS_ID).filter(|id| K::MEMBERSHIP.is_some() && !id.is_null());
    let class_id = match id.map(Text::deserialize) {
        Some(Ok(id)) => Some(id.to_string()).filter(|id| !id.is_empty()),
        Some(Err(_)) => Some(String::new()),
        None => None,
    };
    Said {
        class: match class.iter().all(String::is_empty) {
            true => Vec::new(),
            false => class,
        },
        class_id,
        number: said(K::OBJECT_KEY),
    }
}

/// One list of the source that the action reads, and the rows that it covers.
pub(super) struct Reading {
    pub(super) run: Arc<Run>,
    /// The list's limits, and its classes.
    pub(super) classes: Classes,
    pub(super) wanted: Arc<Wanted>,
    pub(super) class_ids: Arc<ClassIds>,
}

/// One row of a list, parsed as far as deciding needs it.
pub(super) enum ParsedRow<K> {
    /// A parsed row.
    Row {
        row: K,
        /// Its class's index in the list.
        class: usize,
        hashes: Hashes,
    },
    /// A row that cannot be used; its class is an index in the list.
    Issue(RowIssue),
}

impl Reading {
    /// What the reader left out of the list, which has ended. An order of some rows does not report it.
    pub(super) fn notices(&self, rows: &mut Rows) -> Vec<RowIssue> {
        let notices = rows.take_notices();
        match self.takes_all() {
            true => notices.iter().map(RowIssue::from).collect(),
            false => Vec::new(),
        }
    }

    /// True for a list of one class that has left the timetable.
    pub(super) fn is_of_class_that_left(&self) -> bool {
        !self.classes.is_whole_list() && self.classes.has_left(0)
    }

    /// The request to the source.
    pub(super) fn call<K: Kind>(&self) -> Call {
        if !self.classes.is_whole_list() {
            return Call::scoped(&K::FEED, self.classes.limit().to_vec());
        }
        let one = match &*self.wanted {
            Wanted::One(columns) => columns.as_slice(),
            _ => &[],
        };
        Call::whole(&K::FEED).only(self.classes.limit().iter().chain(one).cloned().collect())
    }

    /// Parses a row. `None` if the action does not cover it.
    pub(super) fn read_whole<K: Kind>(
        &self,
        row: std::result::Result<RawRow, RowError>,
        source_hash: i64,
    ) -> Option<ParsedRow<K>> {
        match row {
            Ok(row) => self.read_text(&row, source_hash),
            Err(error) => self.unreadable(Unreadable::of(error, self.classes.fixed())),
        }
    }

    /// Parses the text of a row. `None` if the action does not cover it.
    pub(super) fn read_text<K: Kind>(&self, row: &RawRow, source_hash: i64) -> Option<ParsedRow<K>> {
        let mut row = match read_text::<K>(row, self.classes.fixed()) {
            Ok(row) => row,
            Err(unreadable) if *unreadable.reason == Reason::RowOfPlaceholders => return None,
            Err(unreadable) => return self.unreadable(unreadable),
        };
        if let Err(id) = self.class_ids.settle(&mut row, self.classes.fixed()) {
            let issue = RowIssue::UnknownClass {
                label: id,
                // The name beside the id says nothing, but a list of one class does.
                class: self.classes.of_row(&row).filter(|_| !self.classes.is_whole_list()),
                number: value(&row, K::OBJECT_KEY).to_owned(),
            };
            return self.takes_all().then_some(ParsedRow::Issue(issue));
        }
        let class = self.classes.of_row(&row);
        let Some(class) = class.filter(|class| !self.classes.is_unlisted(*class)) else {
            return self.unknown_class(&row, class);
        };
        let hashes = Hashes::of(&row, source_hash);
        self.wanted
            .takes(&row, hashes.key)
            .then(|| ParsedRow::Row { row, class, hashes })
    }

    /// True if the same text means the same enrolment as ever: one class has the name, and the dashboard has that class.
    pub(super) fn is_clear(&self, class: usize) -> bool {
        !self.classes.is_unlisted(class) && !self.class_ids.is_shared(self.classes.values(class))
    }

    /// The issue of an unreadable row. `None` if the action does not cover it.
    fn unreadable<K: Kind>(&self, unreadable: Unreadable) -> Option<ParsedRow<K>> {
        let Unreadable { position, said, reason } = unreadable;
        let class = match &said.class_id {
            None => self.classes.of_values(said.class.iter().map(String::as_str)),
            Some(id) => match self.class_ids.name(id) {
                Some(class) => Some(self.classes.of_values(class.iter().map(String::as_str))?),
                // It may be the id of any class, unless the list is that of one.
                None => self.classes.of_values(std::iter::empty()),
            },
        };
        // An order of some rows does not report other classes.
        (class.is_some() || self.takes_all()).then(|| {
            ParsedRow::Issue(RowIssue::Unreadable {
                position,
                reason: *reason,
                class,
                number: said.number,
            })
        })
    }

    /// The issue of a row of an unknown class, if the action covers all rows and the row fits the list's limits.
    fn unknown_class<K: Kind>(&self, row: &K, class: Option<usize>) -> Option<ParsedRow<K>> {
        let limit = self.classes.limit().iter();
        let limited = limit.clone().all(|(column, wanted)| value(row, column) == wanted);
        (self.takes_all() && limited).then(|| {
            let label: Vec<_> = K::FEED.scope.iter().map(|column| value(row, column)).collect();
            ParsedRow::Issue(RowIssue::UnknownClass {
                label: label.join(" · "),
                class,
                number: value(row, K::OBJECT_KEY).to_owned(),
            })
        })
    }

    /// True if the action covers all rows of the list.
    pub(super) fn takes_all(&self) -> bool {
        matches!(*self.wanted, Wanted::All)
    }

    /// The label of the list.
    pub(super) fn named(&self) -> String {
        named(self.classes.limit())
    }
}

/// The version of the row parser, as the seed of text hashes. Raise it when parsing changes: then all rows are parsed again
/// once.
const READING: u64 = 2;

/// The hash of a row's text. It is never [`READ_AGAIN`].
pub(super) fn hash_of_text(row: &str) -> i64 {
    match xxh3_64_with_seed(row.as_bytes(), READING).cast_signed() {
        READ_AGAIN => 1,
        hash => hash,
    }
}

/// The lists that an order reads: one, or one per class.
pub(super) async fn readings<K: Kind>(run: &Arc<Run>) -> Result<Vec<Arc<Reading>>> {
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
    let wanted = match &selection.any_of {
        Some((_, values)) => Wanted::Values(K::CALLS.one[0], values.iter().cloned().collect()),
        None if one.len() == K::CALLS.one.len() => Wanted::One(one),
        None if selection.ids.is_empty() => Wanted::All,
        None => Wanted::Keys(chosen),
    };
    let some = !matches!(wanted, Wanted::All);
    let mut scopes = scopes::<K>(run, some).await?;
    let limited = limited_to::<K>(run);
    // A query or a file is read once for all classes. For a single class it can select the rows.
    let whole = limited.len() < K::FEED.scope.len() && !(some && scopes.len() == 1);
    let whole = whole && run.source.whole(&K::FEED).await?;
    // Lists are also read for classes that were renamed or deleted here: the source may still have them.
    if K::PERSON_AND_ENROLMENT && !some && limited.is_empty() {
        for class in run.store.classes_without_row::<K>(&named_in_kelas::<K>()).await? {
            scopes.add_unlisted(&class);
        }
    }
    let scopes = Arc::new(scopes);
    let wanted = Arc::new(wanted);
    let class_ids = Arc::new(ClassIds::of::<K>(run).await?);
    let reading = |classes: Classes| {
        Arc::new(Reading {
            run: Arc::clone(run),
            classes,
            wanted: Arc::clone(&wanted),
            class_ids: Arc::clone(&class_ids),
        })
    };
    if whole {
        return Ok(vec![reading(Classes::all(limited, scopes))]);
    }
    Ok((0..scopes.len())
        .map(|class| reading(Classes::one(&scopes, class)))
        .collect())
}

/// The columns of `kelas` that match the scope columns of the kind's list.
fn named_in_kelas<K: Kind>() -> Vec<&'static str> {
    let mut columns = columns_of_kelas::<K>();
    columns.truncate(K::FEED.scope.len());
    columns
}

/// The columns that name a class, as far as the order says them.
fn limited_to<K: Kind>(run: &Run) -> Scope {
    let columns = K::FEED.scope.iter();
    columns
        .filter_map(|column| Some((*column, run.order.selection.value(column)?.to_owned())))
        .collect()
}

/// The requests that an order needs, as values of the columns that the source expects.
async fn scopes<K: Kind>(run: &Run, chosen_rows: bool) -> Result<Scopes> {
    let columns = K::FEED.scope;
    let mut scopes = Scopes::of(columns);
    if columns.is_empty() {
        scopes.add(&[], false);
        return Ok(scopes);
    }
    let named = limited_to::<K>(run);
    let is_one = named.len() == columns.len();
    let mut classes = if chosen_rows && !is_one {
        let classes = run.store.stream_distinct(K::NAME, columns, &run.order.selection);
        classes.map_ok(|class| (class, false)).boxed()
    } else {
        let class_columns = named_in_kelas::<K>();
        let narrowed = named.iter().filter_map(|(column, value)| {
            let at = columns.iter().position(|name| name == column)?;
            Some((class_columns[at], value.as_str()))
        });
        let narrowed = Selection::equal(narrowed);
        let classes = run.store.stream_distinct_or_gone("kelas", &class_columns, &narrowed);
        classes.boxed()
    };
    while let Some((class, left)) = classes.try_next().await? {
        scopes.add(&class, left);
    }
    // An order that names its class need not have it in the dashboard.
    if is_one && scopes.len() == 0 {
        let values: Vec<_> = named.into_iter().map(|(_, value)| value).collect();
        scopes.add(&values, false);
    }
    if scopes.len() == 0 {
        return Err(EngineError::NotFound(if chosen_rows {
            Reason::RowNotYetHere {
                kind: K::LABEL.to_owned(),
            }
        } else {
            Reason::NoClassesYet
        }));
    }
    Ok(scopes)
}
