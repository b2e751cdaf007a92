//! Attendance at the Zoom meetings of a class. It is read from the database; no other system is called.

use super::{people, people_of, seen::Who};
use crate::Result;
use selaras_kinds::{Kind, kelas::Kelas, value};
use selaras_store::{
    Store,
    attendance::{PersonRef, TimeThere},
    meetings::Held,
    rows::Stored,
};
use std::collections::{BTreeMap, BTreeSet};

/// Most meetings of a class in the result; the latest ones are kept.
const MOST_MEETINGS: usize = 100;

/// The meetings of a class, and the people in them.
pub struct ClassAttendance {
    /// The class.
    pub class: Stored<Kelas>,
    /// Its latest meetings, in the order in which they took place.
    pub meetings: Vec<Held>,
    /// True if there were earlier ones.
    pub more: bool,
    /// The least minutes in a meeting that count as attendance.
    pub least_minutes: u64,
    /// The class's members, then other participants.
    pub people: Vec<Attendee>,
}

impl ClassAttendance {
    /// True if a person was in a meeting for long enough. Only known time counts: it is never guessed.
    pub fn counts(&self, there: TimeThere) -> bool {
        there.milliseconds.unsigned_abs() >= self.least_minutes * 60_000
    }
}

/// A member of a class or a participant of its meetings.
pub struct Attendee {
    /// Who it is.
    pub who: Who,
    /// True if they are enrolled in the class.
    pub is_member: bool,
    /// The meetings that they were in, for however long, by index in `meetings`, each with the time there.
    pub meetings: BTreeMap<usize, TimeThere>,
}

/// The attendance at the meetings of a class.
pub(crate) async fn attended(store: Store, class: Stored<Kelas>) -> Result<ClassAttendance> {
    let number = value(&class.row, Kelas::OBJECT_KEY);
    let least_minutes = store.least_minutes(number).await?;
    let mut attended = store.attended(number, MOST_MEETINGS).await?;
    let mut attendees = Vec::new();
    for verbs in people() {
        for who in (verbs.placed)(store.clone(), class.row.clone()).await? {
            let there = attended.people.remove(&who.number.to_lowercase());
            attendees.push(Attendee {
                who,
                is_member: true,
                meetings: there.map(|(_, meetings)| meetings).unwrap_or_default(),
            });
        }
    }
    let others: BTreeSet<_> = attended.people.keys().cloned().collect();
    let named = store.bearers(&others).await?;
    for (username, (person, meetings)) in attended.people {
        let bearers = named.get(&username).into_iter().flatten();
        let label = bearers
            .filter(|known| known.person == person)
            .map(|known| known.label.clone())
            .next();
        let PersonRef { number, kind } = person;
        let Some(verbs) = people_of(&kind) else {
            continue;
        };
        attendees.push(Attendee {
            who: Who {
                kind: verbs.kind,
                label: label.unwrap_or_default(),
                number,
                email: String::new(),
            },
            is_member: false,
            meetings,
        });
    }
    Ok(ClassAttendance {
        class,
        meetings: attended.meetings,
        more: attended.more,
        least_minutes,
        people: attendees,
    })
}
