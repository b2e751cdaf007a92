//! Attendance at Zoom meetings (contract, section 5): one row per participation of a participant.

pub mod choices;
pub mod meetings;
pub mod observations;
pub(crate) mod participation;
pub mod people;
mod stay;

pub use stay::TimeThere;

use crate::{
    Page, Result, Selection, Store,
    rows::ListQuery,
    statement::{all, contains, cut},
    stream_by_id::stream_by_id,
};
use futures::{Stream, TryStreamExt};
use sea_orm::{
    QueryResult,
    sea_query::{Condition, Expr, ExprTrait, Func, Query, SelectStatement},
};
use serde::{Deserialize, Serialize};
use stay::{MeetingKey, Stay};
use std::{collections::HashMap, ops::Range};
use utoipa::ToSchema;

/// A person of the campus.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
pub struct PersonRef {
    /// The kind of people.
    pub kind: String,
    /// The person's number: NPK or nik.
    pub number: String,
}

impl PersonRef {
    /// Reads kind and number from two adjacent columns, beginning at `at`.
    pub(crate) fn read(row: &QueryResult, at: usize) -> std::result::Result<Self, sea_orm::DbErr> {
        Ok(Self {
            kind: row.try_get_by_index(at)?,
            number: row.try_get_by_index(at + 1)?,
        })
    }

    /// The user name on the platform, which attendance shows: the number in lower case.
    pub fn username(&self) -> String {
        self.number.to_lowercase()
    }
}

/// One participation of one participant in one meeting. Times are milliseconds since 1970.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Participation {
    /// Zoom's number of the meeting.
    pub meeting_id: String,
    /// The meeting's topic.
    pub topic: String,
    /// When the meeting began.
    pub meeting_start: i64,
    /// When it ended; `None` while it goes on.
    pub meeting_end: Option<i64>,
    /// The campus's user name, or the name shown in the meeting.
    pub username: String,
    /// The person of the campus; `None` if no person, or more than one, matches.
    pub person: Option<PersonRef>,
    /// The mail address; empty if Zoom does not report it.
    pub email: String,
    /// When the participant came.
    pub join_time: i64,
    /// When the participant left; `None` while they are there.
    pub leave_time: Option<i64>,
    /// Why the participant left, in Zoom's words.
    pub leave_reason: String,
    /// True if the coming was not reported: `join_time` then is the time of leaving.
    pub join_guessed: bool,
}

impl Participation {
    /// When the participant came and left; `None` if one of them is unknown.
    pub(crate) fn known_time(&self) -> Option<(i64, i64)> {
        let left = self.leave_time.filter(|_| !self.join_guessed)?;
        Some((self.join_time, left))
    }
}

/// Columns by which attendance may be sorted, and their database columns (specification, section 3).
const SORTED_BY: [(&str, &str); 10] = [
    ("username", "username"),
    ("email", "email"),
    ("meeting_id", "meeting_id"),
    ("topic", "topic"),
    ("date_meeting", "meeting_start"),
    ("start_meeting", "meeting_start"),
    ("end_meeting", "meeting_end"),
    ("join_time", "join_time"),
    ("leave_time", "leave_time"),
    ("leave_reason", "leave_reason"),
];

/// Names of the sortable columns, including `duration_join`.
pub fn attendance_columns() -> impl Iterator<Item = &'static str> {
    SORTED_BY.into_iter().map(|(name, _)| name).chain(["duration_join"])
}

pub(crate) const COLUMNS: [&str; 12] = [
    "meeting_id",
    "topic",
    "meeting_start",
    "meeting_end",
    "username",
    "email",
    "join_time",
    "leave_time",
    "leave_reason",
    "join_guessed",
    "person_kind",
    "person_number",
];

pub(crate) fn read(row: &QueryResult) -> std::result::Result<Participation, sea_orm::DbErr> {
    let kind: Option<String> = row.try_get_by_index(10)?;
    let number: Option<String> = row.try_get_by_index(11)?;
    Ok(Participation {
        person: kind.zip(number).map(|(kind, number)| PersonRef { kind, number }),
        meeting_id: row.try_get_by_index(0)?,
        topic: row.try_get_by_index(1)?,
        meeting_start: row.try_get_by_index(2)?,
        meeting_end: row.try_get_by_index(3)?,
        username: row.try_get_by_index(4)?,
        email: row.try_get_by_index(5)?,
        join_time: row.try_get_by_index(6)?,
        leave_time: row.try_get_by_index(7)?,
        leave_reason: row.try_get_by_index(8)?,
        join_guessed: row.try_get_by_index(9)?,
    })
}

fn condition(meetings: &Range<i64>, selection: &Selection) -> Condition {
    Condition::all()
        .add(Expr::col("meeting_start").gte(meetings.start))
        .add(Expr::col("meeting_start").lt(meetings.end))
        .add_option(selection.searched().map(contains))
}

/// The participations' ids, filtered and ordered.
fn rows(meetings: &Range<i64>, query: &ListQuery) -> SelectStatement {
    let direction = if query.order.descending {
        sea_orm::Order::Desc
    } else {
        sea_orm::Order::Asc
    };
    let mut select = Query::select();
    select
        .from("attendance")
        .cond_where(condition(meetings, &query.selection));
    match query.order.column.as_deref() {
        None => {
            select.order_by("meeting_start", direction.clone());
        }
        Some("duration_join") => {
            let duration = Expr::col("leave_time").sub(Expr::col("join_time"));
            select.order_by_expr(Func::coalesce([duration, Expr::val(-1_i64)]).into(), direction.clone());
        }
        Some(name) => {
            let column = SORTED_BY.iter().find(|(shown, _)| *shown == name);
            select.order_by(column.map_or("meeting_start", |(_, column)| column), direction.clone());
        }
    }
    select.order_by("id", direction).take()
}

/// A person's attendance in total.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recap {
    /// The number of meetings.
    pub meetings: usize,
    /// The total time in milliseconds, as far as it is known. Time on two devices at once counts once.
    pub milliseconds: i64,
    /// The latest participations.
    pub latest: Vec<Participation>,
}

impl Store {
    /// The attendance of the person with this number, and their latest participations. Participants who merely use the
    /// number as their name do not count.
    pub async fn recap(&self, number: &str, limit: usize) -> Result<Recap> {
        let theirs = Expr::col("username")
            .eq(number.to_lowercase())
            .and(Expr::col("person_number").is_not_null());
        let select = Query::select()
            .columns(COLUMNS)
            .column("meeting_uuid")
            .from("attendance")
            .and_where(theirs)
            .order_by("meeting_start", sea_orm::Order::Desc)
            .order_by("id", sea_orm::Order::Desc)
            .take();
        let mut latest = Vec::new();
        let mut stays = HashMap::<MeetingKey, Stay>::new();
        let mut rows = self.reader.stream(&select).await?;
        while let Some(row) = rows.try_next().await? {
            let participation = read(&row)?;
            let uuid = row.try_get_by_index(COLUMNS.len())?;
            let meeting = MeetingKey::of(uuid, &participation.meeting_id, participation.meeting_start);
            stays.entry(meeting).or_default().add(participation.known_time());
            if latest.len() < limit {
                latest.push(participation);
            }
        }
        Ok(Recap {
            meetings: stays.len(),
            milliseconds: stays.into_values().map(|stay| stay.time().milliseconds).sum(),
            latest,
        })
    }

    /// A page of the participations in meetings that began within `meetings` (milliseconds since 1970).
    pub async fn participations_page(
        &self,
        meetings: Range<i64>,
        query: &ListQuery,
        page: u64,
        per_page: u64,
    ) -> Result<Page<Participation>> {
        let select = rows(&meetings, query).columns(COLUMNS).take();
        let page = cut(&select, page.saturating_mul(per_page), per_page);
        self.page_of(&page, &select, read).await
    }

    /// All participations in meetings that began within `meetings`, as a stream.
    pub fn participations(
        &self,
        meetings: Range<i64>,
        query: ListQuery,
    ) -> impl Stream<Item = Result<Participation>> + Send + 'static {
        let store = self.clone();
        let ids = rows(&meetings, &query).column("id").take();
        stream_by_id(self.reader.clone(), async { Ok(ids) }, move |ids| {
            let store = store.clone();
            async move { store.participations_of(&ids).await }
        })
    }

    /// The participations with these ids, in no order.
    async fn participations_of(&self, ids: &[i64]) -> Result<HashMap<i64, Participation>> {
        let select = Query::select()
            .columns(COLUMNS)
            .column("id")
            .from("attendance")
            .and_where(Expr::col("id").is_in(ids.iter().copied()))
            .take();
        all(&self.reader, &select, |row| {
            Ok((row.try_get_by_index(COLUMNS.len())?, read(row)?))
        })
        .await
    }
}
