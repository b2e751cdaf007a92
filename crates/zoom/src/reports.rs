//! Calls for the users of the account, their past meetings, and the participants.

use crate::{
    Result, ZoomError, ZoomSettings,
    text::{text, time},
    wire::Wire,
};
use jiff::{Span, Timestamp, civil::Date};
use selaras_reasons::{Reason, Word};
use serde_json::{Map, Value};
use url::form_urlencoded;

/// Rows per page: Zoom's maximum.
const PAGE_SIZE: &str = "300";
/// Days of one report, both ends included. Zoom allows a month, and the shortest month decides.
const DAYS_OF_A_REPORT: i32 = 28;
/// Characters of an unreadable value that are shown.
const LONGEST_SHOWN: usize = 60;

/// A list of Zoom: the entries that were read, and those that were not, each of which costs itself alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List<T> {
    /// The entries.
    pub read: Vec<T>,
    /// The entries that lack something, or have something unreadable.
    pub odd: Vec<OddEntry>,
}

/// An entry of a list that cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OddEntry {
    /// Zoom's id of it; may be empty.
    pub id: String,
    /// What people call it; may be empty.
    pub label: String,
    /// What is missing or unreadable, as the part of a sentence.
    pub reason: Reason,
}

/// A user of the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Zoom's id.
    pub id: String,
    /// The e-mail address; may be empty.
    pub email: String,
}

/// A past meeting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// The UUID of this one meeting.
    pub uuid: String,
    /// Its number.
    pub id: String,
    /// Its topic.
    pub topic: String,
    /// When it began.
    pub start_time: Timestamp,
    /// When it ended.
    pub end_time: Option<Timestamp>,
}

/// A participant of a past meeting, from joining to leaving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Participant {
    /// Zoom's id of the participant in this meeting.
    pub participant: String,
    /// The name shown in the meeting.
    pub name: String,
    /// Their e-mail address; empty if Zoom does not report it.
    pub email: String,
    /// When they joined.
    pub join_time: Timestamp,
    /// When they left.
    pub leave_time: Option<Timestamp>,
}

/// A type of entry.
trait Entry: Sized {
    /// The list's name in the reply.
    const LIST: &'static str;
    /// The fields with the entry's id, and with what people call it.
    const NAMED_BY: [&'static str; 2];

    /// Parses an entry. The error is what is missing or unreadable.
    fn read(sent: &Sent<'_>) -> std::result::Result<Self, Reason>;
}

impl Entry for User {
    const LIST: &'static str = "users";
    const NAMED_BY: [&'static str; 2] = ["id", "email"];

    fn read(sent: &Sent<'_>) -> std::result::Result<Self, Reason> {
        Ok(Self {
            id: sent.required_text("id", Word::ZoomId)?,
            email: sent.text("email", Word::EmailAddress)?,
        })
    }
}

impl Entry for Meeting {
    const LIST: &'static str = "meetings";
    const NAMED_BY: [&'static str; 2] = ["uuid", "topic"];

    fn read(sent: &Sent<'_>) -> std::result::Result<Self, Reason> {
        Ok(Self {
            uuid: sent.required_text("uuid", Word::MeetingUuid)?,
            id: sent.required_text("id", Word::MeetingNumber)?,
            topic: sent.text("topic", Word::MeetingTopic)?,
            start_time: sent.required_time("start_time", Word::MeetingStart)?,
            end_time: sent.time("end_time", Word::MeetingEnd)?,
        })
    }
}

impl Entry for Participant {
    const LIST: &'static str = "participants";
    const NAMED_BY: [&'static str; 2] = ["user_id", "name"];

    fn read(sent: &Sent<'_>) -> std::result::Result<Self, Reason> {
        Ok(Self {
            participant: sent.text("user_id", Word::ZoomId)?,
            name: sent.text("name", Word::Name)?,
            email: sent.text("user_email", Word::EmailAddress)?,
            join_time: sent.required_time("join_time", Word::JoinTime)?,
            leave_time: sent.time("leave_time", Word::LeaveTime)?,
        })
    }
}

/// The beginning of a value, for people.
fn shown(sent: &Value) -> String {
    let whole = text(sent).unwrap_or_else(|_| sent.to_string());
    whole.chars().take(LONGEST_SHOWN).collect()
}

/// An entry as Zoom sends it.
struct Sent<'a>(&'a Value);

impl<'a> Sent<'a> {
    fn text(&self, name: &str, what: Word) -> std::result::Result<String, Reason> {
        self.field(name, what, text)
    }

    fn time(&self, name: &str, what: Word) -> std::result::Result<Option<Timestamp>, Reason> {
        self.field(name, what, time)
    }

    fn required_text(&self, name: &str, what: Word) -> std::result::Result<String, Reason> {
        let text = self.text(name, what)?;
        Some(text)
            .filter(|text| !text.is_empty())
            .ok_or(Reason::ZoomFieldMissing { what })
    }

    fn required_time(&self, name: &str, what: Word) -> std::result::Result<Timestamp, Reason> {
        self.time(name, what)?.ok_or(Reason::ZoomFieldMissing { what })
    }

    fn field<T>(
        &self,
        name: &str,
        what: Word,
        read: impl FnOnce(&'a Value) -> serde_json::Result<T>,
    ) -> std::result::Result<T, Reason> {
        let sent = &self.0[name];
        read(sent).map_err(|_| Reason::ZoomFieldUnreadable {
            what,
            said: shown(sent),
        })
    }
}

// A derive would ask for `T: Default`.
impl<T> Default for List<T> {
    fn default() -> Self {
        Self {
            read: Vec::new(),
            odd: Vec::new(),
        }
    }
}

/// Adds an entry to its list.
fn add<T: Entry>(list: &mut List<T>, sent: &Value) {
    match T::read(&Sent(sent)) {
        Ok(entry) => list.read.push(entry),
        Err(reason) => {
            let [id, label] = T::NAMED_BY.map(|name| text(&sent[name]).unwrap_or_default());
            list.odd.push(OddEntry { id, label, reason });
        }
    }
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
    pub async fn users(&self) -> Result<List<User>> {
        let mut users = List::default();
        for status in ["active", "inactive"] {
            self.pages(&mut users, &["users"], &[("status", status)], |_| true)
                .await?;
        }
        Ok(users)
    }

    /// The past meetings that a user hosted from `first` to `last`, both included. Zoom counts days in UTC.
    pub async fn meetings(&self, user: &User, first: Date, last: Date) -> Result<List<Meeting>> {
        let mut meetings = List::default();
        for (from, to) in reports(first, last) {
            let (from, to) = (from.to_string(), to.to_string());
            let query = [("from", from.as_str()), ("to", to.as_str()), ("type", "past")];
            let path = ["report", "users", &user.id, "meetings"];
            let mut report = List::default();
            self.pages(&mut report, &path, &query, |_| true).await?;
            meetings.read.append(&mut report.read);
            // Zoom cannot sort a meeting without a valid start into a range of days, so several reports may have it.
            report.odd.retain(|odd| !meetings.odd.contains(odd));
            meetings.odd.append(&mut report.odd);
        }
        Ok(meetings)
    }

    /// The participants of a past meeting. People who stayed in the waiting room are not included.
    pub async fn participants(&self, uuid: &str) -> Result<List<Participant>> {
        let step = step_of(uuid);
        let path = ["report", "meetings", &step, "participants"];
        let mut participants = List::default();
        self.pages(&mut participants, &path, &[], |sent| {
            sent["status"] != "in_waiting_room"
        })
        .await?;
        Ok(participants)
    }

    /// Adds the entries of all pages to a list, if they are `wanted`.
    async fn pages<T: Entry>(
        &self,
        list: &mut List<T>,
        path: &[&str],
        query: &[(&str, &str)],
        wanted: impl Fn(&Value) -> bool,
    ) -> Result<()> {
        let mut bytes = 0;
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
            let (mut page, length) = self.wire.get::<Map<String, Value>>(&address).await?;
            bytes += length;
            if bytes > self.wire.settings().max_list_bytes {
                break;
            }
            let unreadable = |name: &str| {
                let said = format!("the list has no valid `{name}`.");
                Err(ZoomError::Unreadable(Reason::verbatim(said)))
            };
            let Some(Value::Array(entries)) = page.remove(T::LIST) else {
                return unreadable(T::LIST);
            };
            for sent in entries.iter().filter(|sent| wanted(sent)) {
                add(list, sent);
            }
            let next = match page.remove("next_page_token") {
                None | Some(Value::Null) => String::new(),
                Some(Value::String(next)) => next,
                Some(_) => return unreadable("next_page_token"),
            };
            if next.is_empty() {
                return Ok(());
            }
            if next == token {
                return Err(ZoomError::Unreadable(Reason::ZoomListEndless));
            }
            token = next;
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
