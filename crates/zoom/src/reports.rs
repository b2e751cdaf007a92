//! Calls for the users of the account, their past meetings, and the participants.

use crate::{
    Result, ZoomError, ZoomSettings,
    text::{text, time},
    wire::Wire,
};
use jiff::{Span, Timestamp, civil::Date};
use selaras_reasons::Reason;
use serde::{Deserialize, de::DeserializeOwned};
use url::form_urlencoded;

/// Rows per page: Zoom's maximum.
const PAGE_SIZE: &str = "300";
/// Days of one report, both ends included. Zoom allows a month, and the shortest month decides.
const DAYS_OF_A_REPORT: i32 = 28;

/// A user of the account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct User {
    /// Zoom's id.
    pub id: String,
    /// The e-mail address.
    #[serde(default, deserialize_with = "text")]
    pub email: String,
}

/// A past meeting.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Meeting {
    /// The UUID of this one meeting.
    pub uuid: String,
    /// Its number.
    #[serde(deserialize_with = "text")]
    pub id: String,
    /// Its topic.
    #[serde(default, deserialize_with = "text")]
    pub topic: String,
    /// When it began.
    pub start_time: Timestamp,
    /// When it ended.
    #[serde(default, deserialize_with = "time")]
    pub end_time: Option<Timestamp>,
}

/// A participant of a past meeting, from joining to leaving.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Participant {
    /// Zoom's id of the participant in this meeting.
    #[serde(default, rename = "user_id", deserialize_with = "text")]
    pub participant: String,
    /// The name shown in the meeting.
    #[serde(default, deserialize_with = "text")]
    pub name: String,
    /// Their e-mail address; empty if Zoom does not report it.
    #[serde(default, rename = "user_email", deserialize_with = "text")]
    pub email: String,
    /// When they joined.
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

/// A Zoom account.
#[derive(Debug, Clone)]
pub struct Zoom {
    wire: Wire,
}

impl Zoom {
    /// Builds the client. Sends nothing.
    ///
    /// # Errors
    /// [`ZoomError::NotConfigured`]: an address is invalid.
    pub fn new(settings: ZoomSettings) -> Result<Self> {
        Ok(Self {
            wire: Wire::new(settings)?,
        })
    }

    /// The settings by name, without secrets.
    pub fn described(&self) -> Vec<(&'static str, Reason)> {
        self.wire.described()
    }

    /// The users of the account, including deactivated ones.
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

    /// The past meetings that a user hosted from `first` to `last`, both included. Zoom counts days in UTC.
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

    /// The participants of a past meeting. People who stayed in the waiting room are not included.
    pub async fn participants(&self, uuid: &str) -> Result<Vec<Participant>> {
        let step = step_of(uuid);
        let path = ["report", "meetings", &step, "participants"];
        let mut all = self.pages(&path, &[], |page: Participants| page.participants).await?;
        all.retain(|participant| participant.status != "in_waiting_room");
        Ok(all)
    }

    /// Reads all pages of a list.
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

/// A meeting's UUID as a path segment. Zoom wants a UUID that begins with `/` or contains `//` encoded twice.
fn step_of(uuid: &str) -> String {
    if uuid.starts_with('/') || uuid.contains("//") {
        form_urlencoded::byte_serialize(uuid.as_bytes()).collect()
    } else {
        uuid.to_owned()
    }
}

/// Splits a range of days into the ranges of single reports.
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
    fn reports_cover_each_day_once_within_the_shortest_month() {
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
    fn only_uuids_with_slashes_are_encoded_twice() {
        assert_eq!(step_of("/abc+d=="), "%2Fabc%2Bd%3D%3D");
        assert_eq!(step_of("ab//c=="), "ab%2F%2Fc%3D%3D");
        assert_eq!(step_of("a/bc=="), "a/bc==");
    }
}
