//! The source's lists of one person, or of one class. Only these lists are read, a few at a time, within one time limit.

use super::{
    patience::{PATIENCE, late},
    seen::{Listed, Said},
};
use crate::{
    EngineError, Run,
    enrol::class_named,
    sync::{ClassIds, Scope},
};
use futures::{StreamExt, stream};
use selaras_kinds::{Kind, MembershipOf, read_source_row, value};
use selaras_reasons::Reason;
use selaras_source::{Call, RawRow};
use serde_json::Value;
use std::collections::HashMap;
use tokio::time::{Instant, timeout_at};

/// Rows of one list after which it counts as endless.
const MOST_ROWS: usize = 200_000;

/// The wanted rows of one list.
#[derive(Debug)]
pub(super) struct List<K> {
    /// The readable rows.
    pub(super) rows: Vec<K>,
    /// Rows that cannot be read: the person's number, if it can be told, and the reason.
    unreadable: Vec<(Option<String>, Reason)>,
}

impl<K: Kind> List<K> {
    /// The numbers of people with unreadable rows, as far as they can be told.
    pub(super) fn unreadable(&self) -> impl Iterator<Item = &str> {
        self.unreadable.iter().filter_map(|(number, _)| number.as_deref())
    }

    /// Whether the list has a person. If an unreadable row has no number, it may be theirs.
    pub(super) fn lists(&self, of: &MembershipOf, number: &str, named: impl Fn(&K) -> bool) -> Listed {
        let theirs = |row: &&K| value(*row, of.person_column) == number && named(row);
        if self.rows.iter().any(|row| theirs(&row)) {
            return Listed::Yes;
        }
        let may_be = |found: &Option<String>| found.as_deref().is_none_or(|found| found == number);
        match self.unreadable.iter().find(|(found, _)| may_be(found)) {
            Some((_, why)) => Listed::Unreadable(why.clone()),
            None => Listed::No,
        }
    }
}

/// The scope of the list of a class.
pub(super) fn scope_of<K: Kind>(class: &[String]) -> Scope {
    K::FEED.scope.iter().copied().zip(class.iter().cloned()).collect()
}

/// The person's number in a row, even if nothing else of it can be read. Numbers have no control characters.
fn number_in(raw: &RawRow, column: &str) -> Option<String> {
    let row: Value = serde_json::from_str(&raw.json).ok()?;
    let number = match (row.get(column), &raw.group) {
        (Some(Value::String(number)), _) if !number.trim().is_empty() => number.trim().to_owned(),
        (Some(Value::Number(number)), _) => number.to_string(),
        (_, Some(group)) => group.to_string(),
        _ => return None,
    };
    (!number.chars().any(char::is_control)).then_some(number)
}

/// Reads one list to its end, and keeps the `wanted` rows. `ids` say which class a row means.
async fn read<K: Kind>(
    run: &Run,
    ids: &ClassIds,
    (scope, column): (Scope, &str),
    only: Vec<(&'static str, String)>,
    wanted: impl Fn(&K) -> bool + Send + Sync,
) -> Said<List<K>> {
    let mut rows = run.source.rows(Call::scoped(&K::FEED, scope.clone()).only(only));
    let (mut list, mut seen) = (
        List {
            rows: Vec::new(),
            unreadable: Vec::new(),
        },
        0,
    );
    while let Some(chunk) = rows.next().await.map_err(|error| EngineError::from(error).reason())? {
        seen += chunk.len();
        if seen > MOST_ROWS {
            return Err(late(run.source.name()));
        }
        ids.prepare::<K>(run, &chunk).await.map_err(|error| error.reason())?;
        for raw in chunk {
            let raw = match raw {
                Ok(raw) => raw,
                Err(error) => {
                    list.unreadable.push((None, Reason::from(&*error.fault)));
                    continue;
                }
            };
            match read_source_row::<K>(&raw.json, &scope, raw.group.as_deref()) {
                Ok(mut row) => {
                    let is_known = ids.settle(&mut row, &scope).is_ok();
                    match (wanted(&row), is_known) {
                        (true, true) => list.rows.push(row),
                        (true, false) => {
                            let source = run.source.name().to_owned();
                            let reason = Reason::ClassUnknownHere { source, count: 1 };
                            list.unreadable.push((number_in(&raw, column), reason));
                        }
                        (false, _) => {}
                    }
                }
                Err(error) => list.unreadable.push((number_in(&raw, column), Reason::from(&error))),
            }
        }
    }
    Ok(list)
}

/// The person's row in a list of people, for kinds that have one.
pub(super) async fn own_row<P: Kind>(run: &Run, number: &str) -> Said<Option<P>> {
    let (column, deadline) = (P::OBJECT_KEY, Instant::now() + PATIENCE);
    let wanted = |row: &P| value(row, column) == number;
    let only = vec![(column, number.to_owned())];
    let ids = ClassIds::default();
    let list = timeout_at(deadline, read::<P>(run, &ids, (Vec::new(), column), only, wanted)).await;
    let list = list.unwrap_or_else(|_| Err(late(run.source.name())))?;
    Ok(list.rows.into_iter().next())
}

/// A person's rows in the lists of these classes, by the class's name. A kind with one list for all classes is read once.
pub(super) async fn lists_of<K: Kind>(
    run: &Run,
    ids: &ClassIds,
    of: &MembershipOf,
    number: &str,
    classes: Vec<Vec<String>>,
) -> HashMap<Vec<String>, Said<List<K>>> {
    let deadline = Instant::now() + PATIENCE;
    let column = of.person_column;
    let asked = classes.into_iter().map(|class| async move {
        let wanted = |row: &K| value(row, column) == number;
        let only = K::FIELDS
            .iter()
            .filter(|field| field.name == column)
            .map(|field| (field.name, number.to_owned()))
            .collect();
        let list = timeout_at(
            deadline,
            read::<K>(run, ids, (scope_of::<K>(&class), column), only, wanted),
        )
        .await;
        (class, list.unwrap_or_else(|_| Err(late(run.source.name()))))
    });
    // Collected first: the compiler cannot prove that a stream of borrowing closures is `Send`.
    let asked: Vec<_> = asked.collect();
    stream::iter(asked)
        .buffer_unordered(run.source_requests)
        .collect()
        .await
}

/// The rows of the classes of one name.
pub(super) async fn list_of_class<K: Kind>(run: &Run, of: &MembershipOf, name: &[String]) -> Said<List<K>> {
    let wanted = |row: &K| class_named(row) == name;
    let ids = ClassIds::of::<K>(run).await.map_err(|error| error.reason())?;
    let asked = read::<K>(run, &ids, (scope_of::<K>(name), of.person_column), Vec::new(), wanted);
    tokio::time::timeout(PATIENCE, asked)
        .await
        .unwrap_or_else(|_| Err(late(run.source.name())))
}
