//! The lines of a job's report by name, of whatever kind of people they are.

use super::people;
use crate::Result;
use selaras_store::{Store, jobs::Line};

/// Names the people and classes of a page of lines, with a few queries for each kind of people.
pub async fn name_people(store: &Store, mut lines: Vec<Line>) -> Result<Vec<Line>> {
    for verbs in people() {
        let is_theirs = |kind: &str| kind == verbs.kind || kind == verbs.places.as_str();
        if lines
            .iter()
            .any(|line| line.row.as_ref().is_some_and(|row| is_theirs(&row.kind)))
        {
            lines = (verbs.name_lines)(store.clone(), lines).await?;
        }
    }
    Ok(lines)
}
