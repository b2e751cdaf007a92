//! What the source's lists say of one person, or of one class: those lists are asked and no others, a few at a time, and all of
//! them within one time.

use super::{
    patience::{PATIENCE, late},
    seen::{Listed, Said},
};
use crate::{EngineError, Run, sync::Scope};
use futures::{StreamExt, stream};
use selaras_kinds::{Kind, MembershipOf, read_source_row, value};
use selaras_reasons::Reason;
use selaras_source::{Call, RawRow};
use serde_json::Value;
use std::collections::HashMap;
use tokio::time::{Instant, timeout_at};

/// Rows of one list that are looked at before it counts as endless.
const MOST_ROWS: usize = 200_000;

/// What one list says of those who were looked for in it.
#[derive(Debug)]
pub(super) struct List<K> {
    /// Their rows.
    pub(super) rows: Vec<K>,
    /// Rows that cannot be read: whose each is, where that can be told, and why.
    unreadable: Vec<(Option<String>, Reason)>,
}

impl<K: Kind> List<K> {
    /// Those whose rows cannot be read, as far as that can be told.
    pub(super) fn unreadable(&self) -> impl Iterator<Item = &str> {
        self.unreadable.iter().filter_map(|(whose, _)| whose.as_deref())
    }

    /// Whether the list has somebody. One whose row is not to be found may be behind a row of nobody that cannot be read.
    pub(super) fn lists(&self, of: &MembershipOf, number: &str, named: impl Fn(&K) -> bool) -> Listed {
        let theirs = |row: &&K| value(*row, of.person_column) == number && named(row);
        if self.rows.iter().any(|row| theirs(&row)) {
            return Listed::Yes;
        }
        let may_be = |whose: &Option<String>| whose.as_deref().is_none_or(|whose| whose == number);
        match self.unreadable.iter().find(|(whose, _)| may_be(whose)) {
            Some((_, why)) => Listed::Unreadable(why.clone()),
            None => Listed::No,
        }
    }
}

/// The scope of the list that has the class of this name.
pub(super) fn scope_of<K: Kind>(class: &[String]) -> Scope {
    K::FEED.scope.iter().copied().zip(class.iter().cloned()).collect()
}

/// Whose a row is, however little else of it can be read. Nobody has a number with a control character in it.
fn whose(raw: &RawRow, column: &str) -> Option<String> {
    let row: Value = serde_json::from_str(&raw.json).ok()?;
    let number = match (row.get(column), &raw.group) {
        (Some(Value::String(number)), _) if !number.trim().is_empty() => number.trim().to_owned(),
        (Some(Value::Number(number)), _) => number.to_string(),
        (_, Some(group)) => group.to_string(),
        _ => return None,
    };
    (!number.chars().any(char::is_control)).then_some(number)
}

/// Reads one list to its end, and keeps of it what `wanted` says.
async fn read<K: Kind>(
    run: &Run,
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
        for raw in chunk {
            match raw {
                Err(error) => list.unreadable.push((None, Reason::from(&*error.fault))),
                Ok(raw) => match read_source_row::<K>(&raw.json, &scope, raw.group.as_deref()) {
                    Ok(row) if wanted(&row) => list.rows.push(row),
                    Ok(_) => {}
                    Err(error) => list.unreadable.push((whose(&raw, column), Reason::from(&error))),
                },
            }
        }
    }
    Ok(list)
}

/// What a person's own list says of them, for a kind of people that has a list of its own.
pub(super) async fn own_row<P: Kind>(run: &Run, number: &str) -> Said<Option<P>> {
    let (column, deadline) = (P::OBJECT_KEY, Instant::now() + PATIENCE);
    let wanted = |row: &P| value(row, column) == number;
    let only = vec![(column, number.to_owned())];
    let list = timeout_at(deadline, read::<P>(run, (Vec::new(), column), only, wanted)).await;
    let list = list.unwrap_or_else(|_| Err(late(run.source.name())))?;
    Ok(list.rows.into_iter().next())
}

/// What the lists of these classes say of one person, by class. Of a kind that is had in one list, that is read once.
pub(super) async fn lists_of<K: Kind>(
    run: &Run,
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
        let list = timeout_at(deadline, read::<K>(run, (scope_of::<K>(&class), column), only, wanted)).await;
        (class, list.unwrap_or_else(|_| Err(late(run.source.name()))))
    });
    // Collected first: a stream of borrowing closures is no `Send` that the compiler can prove.
    let asked: Vec<_> = asked.collect();
    stream::iter(asked)
        .buffer_unordered(run.source_requests)
        .collect()
        .await
}

/// The whole list of one class.
pub(super) async fn list_of_class<K: Kind>(run: &Run, of: &MembershipOf, class: &[String]) -> Said<List<K>> {
    let wanted = |row: &K| {
        row.class()
            .iter()
            .map(|(_, value)| *value)
            .eq(class.iter().map(String::as_str))
    };
    let asked = read::<K>(run, (scope_of::<K>(class), of.person_column), Vec::new(), wanted);
    tokio::time::timeout(PATIENCE, asked)
        .await
        .unwrap_or_else(|_| Err(late(run.source.name())))
}
