//! What is asked of Zoom: the people of the account, their past meetings, and who was in them.

use crate::{
    Result, ZoomError, ZoomSettings,
    text::{text, time},
    wire::Wire,
};
use jiff::{Span, Timestamp, civil::Date};
use selaras_reasons::Reason;
use serde::{Deserialize, de::DeserializeOwned};
use url::form_urlencoded;

/// Rows of a page: the most that Zoom gives.
const PAGE_SIZE: &str = "300";
/// Days of one report, both ends included. Zoom gives a month, and the shortest month rules.
const DAYS_OF_A_REPORT: i32 = 28;

/// A person of the account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct User {
    /// Zoom's id.
    pub id: String,
    /// Their address.
    #[serde(default, deserialize_with = "text")]
    pub email: String,
}

/// A past meeting.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Meeting {
    /// The mark of this one meeting.
    pub uuid: String,
    /// Its number.
    #[serde(deserialize_with = "text")]
    pub id: String,
    /// What it was about.
    #[serde(default, deserialize_with = "text")]
    pub topic: String,
    /// When it began.
    pub start_time: Timestamp,
    /// When it ended.
    #[serde(default, deserialize_with = "time")]
    pub end_time: Option<Timestamp>,
}

/// Somebody who was in a past meeting, from coming to leaving.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Participant {
    /// Zoom's number of the participant in this meeting.
    #[serde(default, rename = "user_id", deserialize_with = "text")]
    pub participant: String,
    /// The name shown in the meeting.
    #[serde(default, deserialize_with = "text")]
    pub name: String,
    /// Their address; empty where Zoom does not tell.
    #[serde(default, rename = "user_email", deserialize_with = "text")]
    pub email: String,
    /// When they came.
    pub join_time: Timestamp,
    /// When they left.
    #[serde(default, deserialize_with = "time")]
    pub leave_time: Option<Timestamp>,
    #[serde(default, deserialize_with = "text")]
    status: String,
}

#[derive(Deserialize)]
struct Users {
    users: Vec<User>,
}

#[derive(Deserialize)]
struct Meetings {
    meetings: Vec<Meeting>,
}

#[derive(Deserialize)]
struct Participants {
    participants: Vec<Participant>,
}

#[derive(Deserialize)]
struct Paged<T> {
    #[serde(flatten)]
    page: T,
    #[serde(default)]
    next_page_token: String,
}

/// An account at Zoom.
#[derive(Debug, Clone)]
pub struct Zoom {
    wire: Wire,
}

impl Zoom {
    /// Takes the settings. Nothing is asked yet.
    ///
    /// # Errors
    /// [`ZoomError::NotConfigured`]: an address is none.
    pub fn new(settings: ZoomSettings) -> Result<Self> {
        Ok(Self {
            wire: Wire::new(settings)?,
        })
    }

    /// Its settings by name, without secrets.
    pub fn described(&self) -> Vec<(&'static str, Reason)> {
        self.wire.described()
    }

    /// The people of the account, those too that have been switched off since.
    pub async fn users(&self) -> Result<Vec<User>> {
        let mut users = Vec::new();
        for status in ["active", "inactive"] {
            users.extend(
                self.pages(&["users"], &[("status", status)], |page: Users| page.users)
                    .await?,
            );
        }
        Ok(users)
    }

    /// The past meetings that a person held on these days, both included, which are Zoom's (UTC).
    pub async fn meetings(&self, user: &User, first: Date, last: Date) -> Result<Vec<Meeting>> {
        let mut meetings = Vec::new();
        for (from, to) in reports(first, last) {
            let (from, to) = (from.to_string(), to.to_string());
            let query = [("from", from.as_str()), ("to", to.as_str()), ("type", "past")];
            let path = ["report", "users", &user.id, "meetings"];
            meetings.extend(self.pages(&path, &query, |page: Meetings| page.meetings).await?);
        }
        Ok(meetings)
    }

    /// Who was in a past meeting. Whoever got no further than the waiting room was not.
    pub async fn participants(&self, uuid: &str) -> Result<Vec<Participant>> {
        let step = step_of(uuid);
        let path = ["report", "meetings", &step, "participants"];
        let mut all = self.pages(&path, &[], |page: Participants| page.participants).await?;
        all.retain(|participant| participant.status != "in_waiting_room");
        Ok(all)
    }

    /// All pages of a list.
    async fn pages<T: DeserializeOwned, R>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
        rows: impl Fn(T) -> Vec<R>,
    ) -> Result<Vec<R>> {
        let (mut all, mut bytes) = (Vec::new(), 0);
        let mut token = String::new();
        for _ in 0..self.wire.settings().max_pages {
            let mut address = self.wire.address(path);
            address
                .query_pairs_mut()
                .extend_pairs(query)
                .append_pair("page_size", PAGE_SIZE);
            if !token.is_empty() {
                address.query_pairs_mut().append_pair("next_page_token", &token);
            }
            let (Paged { page, next_page_token }, length) = self.wire.get::<Paged<T>>(&address).await?;
            bytes += length;
            if bytes > self.wire.settings().max_list_bytes {
                break;
            }
            all.extend(rows(page));
            if next_page_token.is_empty() {
                return Ok(all);
            }
            if next_page_token == token {
                return Err(ZoomError::Unreadable(Reason::ZoomListEndless));
            }
            token = next_page_token;
        }
        Err(ZoomError::Unreadable(Reason::ZoomListTooLong))
    }
}

/// A meeting's mark as a step of a path. One that begins with `/` or holds `//` is encoded once more, as Zoom wants it.
fn step_of(uuid: &str) -> String {
    if uuid.starts_with('/') || uuid.contains("//") {
        form_urlencoded::byte_serialize(uuid.as_bytes()).collect()
    } else {
        uuid.to_owned()
    }
}

/// Days cut into stretches of which Zoom makes one report each.
fn reports(first: Date, last: Date) -> Vec<(Date, Date)> {
    let mut stretches = Vec::new();
    let mut from = first;
    while from <= last {
        let to = from.saturating_add(Span::new().days(DAYS_OF_A_REPORT - 1)).min(last);
        stretches.push((from, to));
        match to.tomorrow() {
            Ok(next) => from = next,
            Err(_) => break,
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn every_day_is_in_one_report_and_no_report_is_longer_than_the_shortest_month() {
        assert_eq!(
            reports(date(2026, 1, 30), date(2026, 3, 1)),
            [
                (date(2026, 1, 30), date(2026, 2, 26)),
                (date(2026, 2, 27), date(2026, 3, 1))
            ]
        );
        assert_eq!(reports(date(2026, 9, 7), date(2026, 9, 7)).len(), 1);
        assert!(reports(date(2026, 9, 8), date(2026, 9, 7)).is_empty());
    }

    #[test]
    fn only_marks_that_a_path_would_break_are_encoded_twice() {
        assert_eq!(step_of("/abc+d=="), "%2Fabc%2Bd%3D%3D");
        assert_eq!(step_of("ab//c=="), "ab%2F%2Fc%3D%3D");
        assert_eq!(step_of("a/bc=="), "a/bc==");
    }
}
