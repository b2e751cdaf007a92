//! The meetings of a class, and their participants.

use crate::{
    Result, Store,
    attendance::{
        COLUMNS, PersonRef, TimeThere, read,
        stay::{MeetingKey, Stay},
    },
    choices::ignored,
    statement::all,
};
use futures::TryStreamExt;
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

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
    /// The number of unmatched participants that are not ignored.
    pub strangers: usize,
}

/// The attendance at the meetings of a class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attended {
    /// The latest meetings, in chronological order.
    pub meetings: Vec<Held>,
    /// True if there were earlier ones.
    pub more: bool,
    /// The matched participants by user name. For each: the meetings attended, by index in `meetings`, and the time
    /// there.
    pub people: BTreeMap<String, (PersonRef, BTreeMap<usize, TimeThere>)>,
}

fn select(class: &str) -> SelectStatement {
    let column = |name: &'static str| Expr::col(("attendance", name));
    Query::select()
        .columns(COLUMNS.map(|name| ("attendance", name)))
        .columns(["meeting_uuid", "identity"].map(|name| ("attendance", name)))
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
        let mut places = HashMap::<MeetingKey, usize>::new();
        let mut strangers: Vec<BTreeSet<String>> = Vec::new();
        let mut people = BTreeMap::<String, (PersonRef, BTreeMap<usize, Stay>)>::new();
        let ignored: HashSet<String> = all(&self.reader, &ignored(), |row| row.try_get_by_index(0)).await?;
        let mut rows = self.reader.stream(&select(class)).await?;
        while let Some(row) = rows.try_next().await? {
            let participation = read(&row)?;
            let uuid = row.try_get_by_index(COLUMNS.len())?;
            let key = MeetingKey::of(uuid, &participation.meeting_id, participation.meeting_start);
            let known = places.get(&key).copied();
            if known.is_none() && attended.meetings.len() == most {
                attended.more = true;
                break;
            }
            let at = known.unwrap_or(attended.meetings.len());
            if known.is_none() {
                places.insert(key, at);
                strangers.push(BTreeSet::new());
                attended.meetings.push(Held {
                    meeting_id: participation.meeting_id.clone(),
                    topic: participation.topic.clone(),
                    start: participation.meeting_start,
                    end: participation.meeting_end,
                    strangers: 0,
                });
            } else if let Some(end) = participation.meeting_end {
                attended.meetings[at].end.get_or_insert(end);
            }
            match &participation.person {
                None => {
                    let identity: String = row.try_get_by_index(COLUMNS.len() + 1)?;
                    if !ignored.contains(&identity) {
                        strangers[at].insert(identity);
                    }
                }
                Some(person) => {
                    let (_, meetings) = people
                        .entry(person.username())
                        .or_insert_with(|| (person.clone(), BTreeMap::new()));
                    meetings.entry(at).or_default().add(participation.known_time());
                }
            }
        }
        for (held, strangers) in attended.meetings.iter_mut().zip(strangers) {
            held.strangers = strangers.len();
        }
        attended.meetings.reverse();
        let last = attended.meetings.len();
        let in_order = |(at, stay): (usize, Stay)| (last - 1 - at, stay.time());
        attended.people = people
            .into_iter()
            .map(|(username, (person, stays))| (username, (person, stays.into_iter().map(in_order).collect())))
            .collect();
        Ok(attended)
    }
}
