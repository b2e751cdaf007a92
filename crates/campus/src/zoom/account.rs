//! The campus's Zoom account: its secrets, its issued tokens, and its faults.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jiff::civil::Date;
use serde_json::Value;

use super::faults::{Call, Fault, Faults};
use super::meetings::{DAYS, Meeting, Participant, past_meetings};
use crate::generator::University;

/// Rows per page: Zoom's maximum.
const LARGEST_PAGE: usize = 300;

/// The key of a participant in a meeting.
pub(crate) fn stay_key(meeting: &Meeting, who: &Participant) -> String {
    format!("{} {}", meeting.uuid, who.user_id)
}

/// A handle on Zoom for tests and the demo.
#[derive(Clone)]
pub struct Zoom {
    inner: Arc<Inner>,
}

struct Inner {
    university: Arc<University>,
    last_day: Date,
    faults: Faults,
    keys: Mutex<HashSet<String>>,
    keys_given: AtomicU64,
    largest_page: AtomicUsize,
    /// Changed members of entries in reports: the entry's key, the member, its value.
    odd: Mutex<Vec<(String, &'static str, Value)>>,
    /// Host and day of each meeting, by its UUID; filled on first use.
    marks: OnceLock<HashMap<String, (usize, Date)>>,
}

impl Zoom {
    /// An account with the last meetings on `last_day`.
    pub(crate) fn new(university: Arc<University>, last_day: Date) -> Self {
        Self {
            inner: Arc::new(Inner {
                university,
                last_day,
                faults: Faults::default(),
                keys: Mutex::default(),
                keys_given: AtomicU64::new(0),
                largest_page: AtomicUsize::new(LARGEST_PAGE),
                odd: Mutex::default(),
                marks: OnceLock::new(),
            }),
        }
    }

    /// The account's id.
    #[must_use]
    pub fn account_id(&self) -> &'static str {
        "kampusDemoAkun"
    }

    /// The application's id.
    #[must_use]
    pub fn client_id(&self) -> &'static str {
        "kampusDemoKlien"
    }

    /// The application's secret.
    #[must_use]
    pub fn client_secret(&self) -> &'static str {
        "kampusDemoRahasia"
    }

    /// The signing secret of webhooks.
    #[must_use]
    pub fn webhook_secret(&self) -> &'static str {
        "kampusDemoWebhook"
    }

    /// The first and the last day with meetings.
    #[must_use]
    pub fn days(&self) -> (Date, Date) {
        (
            self.inner.last_day.saturating_sub(jiff::Span::new().days(DAYS - 1)),
            self.inner.last_day,
        )
    }

    /// All past meetings, by host.
    pub fn meetings(&self) -> impl Iterator<Item = Meeting> + '_ {
        (0..self.university().teachers()).flat_map(|host| self.meetings_of(host))
    }

    /// The past meetings of a teacher.
    #[must_use]
    pub fn meetings_of(&self, teacher: usize) -> Vec<Meeting> {
        past_meetings(self.university(), teacher, self.days())
    }

    /// The participants of a meeting: one row per join.
    #[must_use]
    pub fn participants(&self, meeting: &Meeting) -> Vec<Participant> {
        meeting.participants(self.university())
    }

    /// Sends a meeting with this value of a member, or without the member if the value is null.
    pub fn spoil_meeting(&self, meeting: &Meeting, member: &'static str, value: Value) {
        self.odd().push((meeting.uuid.clone(), member, value));
    }

    /// Sends a participant with this value of a member, or without the member if the value is null.
    pub fn spoil_participant(&self, meeting: &Meeting, who: &Participant, member: &'static str, value: Value) {
        self.odd().push((stay_key(meeting, who), member, value));
    }

    /// Sends all entries as they are again.
    pub fn mend_entries(&self) {
        self.odd().clear();
    }

    /// Queues a fault for the next calls of this type.
    pub fn next(&self, call: Call, times: usize, fault: Fault) {
        self.inner.faults.order(call, times, &fault);
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.inner.faults.clear();
    }

    /// The number of calls of this type.
    #[must_use]
    pub fn requests(&self, call: Call) -> u64 {
        self.inner.faults.requests(call)
    }

    /// Limits pages to fewer rows than requested.
    pub fn largest_page(&self, rows: usize) {
        self.inner
            .largest_page
            .store(rows.clamp(1, LARGEST_PAGE), Ordering::Relaxed);
    }

    /// Expires all tokens.
    pub fn expire_tokens(&self) {
        self.keys().clear();
    }

    pub(crate) fn university(&self) -> &University {
        &self.inner.university
    }

    pub(crate) fn fault(&self, call: Call) -> Fault {
        self.inner.faults.take(call)
    }

    pub(crate) fn page(&self) -> usize {
        self.inner.largest_page.load(Ordering::Relaxed)
    }

    pub(crate) fn new_key(&self) -> String {
        let number = self.inner.keys_given.fetch_add(1, Ordering::Relaxed);
        let key = format!("kunci-{number}");
        self.keys().insert(key.clone());
        key
    }

    pub(crate) fn knows_key(&self, key: &str) -> bool {
        self.keys().contains(key)
    }

    pub(crate) fn forget_key(&self, key: &str) {
        self.keys().remove(key);
    }

    /// The meeting with this UUID.
    pub(crate) fn meeting(&self, uuid: &str) -> Option<Meeting> {
        let marks = self.inner.marks.get_or_init(|| {
            self.meetings()
                .map(|meeting| (meeting.uuid.clone(), (meeting.host, meeting.day)))
                .collect()
        });
        let (host, day) = *marks.get(uuid)?;
        past_meetings(self.university(), host, (day, day))
            .into_iter()
            .find(|meeting| meeting.uuid == uuid)
    }

    /// The entry as it is sent.
    pub(crate) fn as_sent(&self, key: &str, mut entry: Value) -> Value {
        for (_, member, value) in self.odd().iter().filter(|(of, ..)| of == key) {
            if let Some(members) = entry.as_object_mut() {
                members.remove(*member);
                if !value.is_null() {
                    members.insert((*member).to_owned(), value.clone());
                }
            }
        }
        entry
    }

    fn odd(&self) -> std::sync::MutexGuard<'_, Vec<(String, &'static str, Value)>> {
        self.inner.odd.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keys(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.inner.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
