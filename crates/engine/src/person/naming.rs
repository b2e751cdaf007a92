//! Adds names to a job's report lines and to the events of a history, for all kinds of people.

use super::people;
use crate::Result;
use selaras_store::{
    Store,
    history::{Event, Happened},
    jobs::Line,
};

/// Adds the names of people and classes to a page of lines, with a few queries per kind of people.
pub async fn name_people(store: &Store, mut lines: Vec<Line>) -> Result<Vec<Line>> {
    for verbs in people() {
        let is_theirs = |kind: &str| kind == verbs.kind || kind == verbs.enrolments.as_str();
        if lines
            .iter()
            .any(|line| line.row.as_ref().is_some_and(|row| is_theirs(&row.kind)))
        {
            lines = (verbs.name_lines)(store.clone(), lines).await?;
        }
    }
    Ok(lines)
}

/// Adds the names of classes to the events of a history.
pub async fn name_classes(store: &Store, mut happened: Vec<Happened>) -> Result<Vec<Happened>> {
    let line = |event: &Event| match event {
        Event::Row { row, key, outcome, .. } => Some(Line::on(row.clone(), *outcome, key.clone())),
        Event::Entry(_) => None,
    };
    let of_rows = happened.iter().enumerate();
    let (enrolments, lines): (Vec<_>, Vec<_>) =
        of_rows.filter_map(|(at, event)| Some((at, line(&event.what)?))).unzip();
    for (at, named) in enrolments.into_iter().zip(name_people(store, lines).await?) {
        if let Event::Row { class, .. } = &mut happened[at].what {
            *class = named.class;
        }
    }
    Ok(happened)
}
