//! The meetings of a class, and their participants.

use crate::{Result, Store, attendance::PersonRef};
use futures::TryStreamExt;
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// One meeting.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Held {
    /// Zoom's number of it.
    pub meeting_id: String,
    /// The topic.
    pub topic: String,
    /// When it began; milliseconds since 1970.
    pub start: i64,
    /// When it ended, if known.
    pub end: Option<i64>,
    /// The number of unmatched participants.
    pub strangers: usize,
}

/// The attendance at the meetings of a class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attended {
    /// The latest meetings, in chronological order.
    pub meetings: Vec<Held>,
    /// True if there were earlier ones.
    pub more: bool,
    /// The matched participants by user name. For each: the meetings attended, by index in `meetings`, and the time there in
    /// milliseconds.
    pub people: BTreeMap<String, (PersonRef, BTreeMap<usize, i64>)>,
}

fn select(class: &str) -> SelectStatement {
    let column = |name: &'static str| Expr::col(("attendance", name));
    Query::select()
        .columns([
            ("attendance", "meeting_uuid"),
            ("attendance", "meeting_id"),
            ("attendance", "topic"),
            ("attendance", "meeting_start"),
            ("attendance", "meeting_end"),
            ("attendance", "person_kind"),
            ("attendance", "person_number"),
            ("attendance", "identity"),
            ("attendance", "join_time"),
            ("attendance", "leave_time"),
            ("attendance", "join_guessed"),
        ])
        .from("attendance")
        .inner_join(
            "zoom_series",
            Expr::col(("zoom_series", "meeting_id"))
                .equals(("attendance", "meeting_id"))
                .and(Expr::col(("zoom_series", "topic")).equals(("attendance", "topic"))),
        )
        .and_where(Expr::col(("zoom_series", "class")).eq(class))
        .order_by_expr(column("meeting_start"), sea_orm::Order::Desc)
        .order_by_expr(column("id"), sea_orm::Order::Desc)
        .take()
}

impl Store {
    /// The attendance at the latest meetings of a class, at most `most`.
    pub async fn attended(&self, class: &str, most: usize) -> Result<Attended> {
        self.tie_meetings().await?;
        let mut attended = Attended::default();
        let mut places = HashMap::<(String, i64), usize>::new();
        let mut strangers: Vec<BTreeSet<String>> = Vec::new();
        let mut rows = self.reader.stream(&select(class)).await?;
        while let Some(row) = rows.try_next().await? {
            let uuid: String = row.try_get_by_index(0)?;
            let held = Held {
                meeting_id: row.try_get_by_index(1)?,
                topic: row.try_get_by_index(2)?,
                start: row.try_get_by_index(3)?,
                end: row.try_get_by_index(4)?,
                strangers: 0,
            };
            // A meeting is identified by its UUID. If that is unknown, by its number and its beginning.
            let mark = match uuid.is_empty() {
                true => (held.meeting_id.clone(), held.start),
                false => (uuid, 0),
            };
            let known = places.get(&mark).copied();
            if known.is_none() && attended.meetings.len() == most {
                attended.more = true;
                break;
            }
            let at = known.unwrap_or(attended.meetings.len());
            if known.is_none() {
                places.insert(mark, at);
                strangers.push(BTreeSet::new());
                attended.meetings.push(held);
            } else if let Some(end) = held.end {
                attended.meetings[at].end.get_or_insert(end);
            }
            let (kind, number): (Option<String>, Option<String>) = (row.try_get_by_index(5)?, row.try_get_by_index(6)?);
            let Some((kind, number)) = kind.zip(number) else {
                strangers[at].insert(row.try_get_by_index(7)?);
                continue;
            };
            let (join, guessed): (i64, bool) = (row.try_get_by_index(8)?, row.try_get_by_index(10)?);
            let leave: Option<i64> = row.try_get_by_index(9)?;
            let stayed = leave.filter(|_| !guessed).map_or(0, |leave| Ord::max(leave - join, 0));
            let person = PersonRef { kind, number };
            let (_, meetings) = attended
                .people
                .entry(person.username())
                .or_insert_with(|| (person, BTreeMap::new()));
            *meetings.entry(at).or_default() += stayed;
        }
        for (held, strangers) in attended.meetings.iter_mut().zip(strangers) {
            held.strangers = strangers.len();
        }
        attended.meetings.reverse();
        let last = attended.meetings.len();
        for (_, meetings) in attended.people.values_mut() {
            *meetings = std::mem::take(meetings)
                .into_iter()
                .map(|(at, stayed)| (last - 1 - at, stayed))
                .collect();
        }
        Ok(attended)
    }
}
