//! Decides when two observations are of the same participation, and merges them. Does no I/O.
//!
//! See `docs/decisions/0007-merging-zoom-events-and-reports.md`.

use crate::{
    attendance::{Participation, PersonRef},
    people::plain,
};

/// An observation of a participation, from an event or a report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observation {
    /// The observed values. `username` is the name shown in the meeting: the person is matched when the observation is
    /// stored. If the coming is unknown, `join_time` is the time of leaving, and `join_guessed` is set.
    pub participation: Participation,
    /// The meeting's UUID; may be empty.
    pub meeting_uuid: String,
    /// Zoom's number of the participant in the meeting; may be empty.
    pub participant: String,
    /// True if it comes from a report, not from an event.
    pub reported: bool,
}

/// How much the times of the same instant may differ between events and reports, in milliseconds.
const TOLERANCE: i64 = 30_000;

/// A participation with what identifies it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) participation: Participation,
    /// The meeting's UUID.
    pub(crate) meeting_uuid: String,
    /// Zoom's number of the participant in the meeting.
    pub(crate) participant: String,
    /// The name shown in the meeting. `participation.username` is the same if no person of the campus was matched.
    pub(crate) name: String,
    /// True if it comes from a report, which is Zoom's final data.
    pub(crate) reported: bool,
}

impl Record {
    /// The record of an observation, with the matched person, if any.
    pub(crate) fn of(observation: &Observation, person: Option<&PersonRef>) -> Self {
        let mut participation = observation.participation.clone();
        let name = std::mem::take(&mut participation.username);
        participation.username = person.map_or_else(|| name.clone(), PersonRef::username);
        participation.person = person.cloned();
        Self {
            participation,
            meeting_uuid: observation.meeting_uuid.clone(),
            participant: observation.participant.clone(),
            name,
            reported: observation.reported,
        }
    }

    /// How far apart two observations of the same participation are; `None` if they are of two participations.
    pub(crate) fn distance(&self, other: &Self) -> Option<i64> {
        if self.participation.meeting_id != other.participation.meeting_id
            || differ(&self.meeting_uuid, &other.meeting_uuid)
        {
            return None;
        }
        let both_numbered = !self.participant.is_empty() && !other.participant.is_empty();
        let same_person = if both_numbered {
            self.participant == other.participant
        } else {
            self.is_person(other)
        };
        if !same_person {
            return None;
        }
        match (self.participation.join_guessed, other.participation.join_guessed) {
            (false, false) => {
                let apart = (self.participation.join_time - other.participation.join_time).abs();
                // A report may have another beginning than the event, but a participant's number has only one connection at
                // a time.
                let one_connection = both_numbered && self.reported != other.reported && self.overlaps(other);
                (apart <= TOLERANCE || one_connection).then_some(apart)
            }
            (false, true) => self.ends_with(other),
            (true, false) => other.ends_with(self),
            (true, true) => near(self.participation.join_time, other.participation.join_time),
        }
    }

    /// If this participation has a known beginning and may be the one with only the end known, its duration.
    fn ends_with(&self, end: &Self) -> Option<i64> {
        let left = end.participation.join_time;
        let lasted = left - self.participation.join_time;
        let agrees = self
            .participation
            .leave_time
            .is_none_or(|known| near(known, left).is_some());
        (lasted >= -TOLERANCE && agrees).then_some(lasted.max(0))
    }

    fn overlaps(&self, other: &Self) -> bool {
        let end = |record: &Self| record.participation.leave_time.unwrap_or(i64::MAX);
        self.participation.join_time <= end(other) && other.participation.join_time <= end(self)
    }

    /// True if both have the same address; if one has none, the same name.
    fn is_person(&self, other: &Self) -> bool {
        let (one, another) = (plain(&self.participation.email), plain(&other.participation.email));
        if one.is_empty() || another.is_empty() {
            !self.name.is_empty() && plain(&self.name) == plain(&other.name)
        } else {
            one == another
        }
    }

    /// Merges another observation of the same participation. Known values win over unknown ones. If both are known, the
    /// report wins, otherwise the later one.
    pub(crate) fn take(&mut self, other: Self) {
        let rules = other.reported || !self.reported;
        let text = |mine: &mut String, theirs: String| {
            if !theirs.is_empty() && (rules || mine.is_empty()) {
                *mine = theirs;
            }
        };
        let time = |mine: &mut Option<i64>, theirs: Option<i64>| {
            if theirs.is_some() && (rules || mine.is_none()) {
                *mine = theirs;
            }
        };
        if rules {
            self.participation.meeting_start = other.participation.meeting_start;
        }
        if !other.participation.join_guessed && (rules || self.participation.join_guessed) {
            self.participation.join_time = other.participation.join_time;
            self.participation.join_guessed = false;
        }
        time(&mut self.participation.meeting_end, other.participation.meeting_end);
        time(&mut self.participation.leave_time, other.participation.leave_time);
        text(&mut self.participation.topic, other.participation.topic);
        text(&mut self.participation.email, other.participation.email);
        text(&mut self.participation.leave_reason, other.participation.leave_reason);
        text(&mut self.name, other.name);
        text(&mut self.meeting_uuid, other.meeting_uuid);
        text(&mut self.participant, other.participant);
        // A match with a person is never lost.
        if other.participation.person.is_some() {
            self.participation.person = other.participation.person;
        }
        self.participation.username = match &self.participation.person {
            Some(person) => person.username(),
            None => self.name.clone(),
        };
        self.reported |= other.reported;
    }
}

/// True if both are known and differ.
fn differ(one: &str, another: &str) -> bool {
    !one.is_empty() && !another.is_empty() && one != another
}

fn near(one: i64, another: i64) -> Option<i64> {
    let apart = (one - another).abs();
    (apart <= TOLERANCE).then_some(apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;

    fn came(at: i64) -> Record {
        let participation = Participation {
            meeting_id: "845".to_owned(),
            topic: "Algoritma A".to_owned(),
            username: "Siti Rahayu".to_owned(),
            join_time: at,
            ..Participation::default()
        };
        Record {
            name: participation.username.clone(),
            participation,
            meeting_uuid: "abc==".to_owned(),
            participant: "16778240".to_owned(),
            reported: false,
        }
    }

    fn left(at: i64) -> Record {
        let mut record = came(at);
        record.participation.join_guessed = true;
        record.participation.leave_time = Some(at);
        record.participation.leave_reason = "Host ended the meeting".to_owned();
        record
    }

    fn reported(from: i64, to: i64) -> Record {
        let mut record = came(from);
        record.participation.leave_time = Some(to);
        record.participation.meeting_end = Some(to);
        record.participation.email = "siti@kampus.ac.id".to_owned();
        record.reported = true;
        record
    }

    fn same(one: &Record, another: &Record) -> bool {
        assert_eq!(one.distance(another).is_some(), another.distance(one).is_some());
        one.distance(another).is_some()
    }

    #[test]
    fn events_and_report_merge_in_any_order() {
        let heard = [came(5 * MINUTE), left(25 * MINUTE), reported(5 * MINUTE, 25 * MINUTE)];
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let participations = orders.map(|order| {
            let mut participation = heard[order[0]].clone();
            for next in &order[1..] {
                assert!(same(&participation, &heard[*next]), "{order:?}");
                participation.take(heard[*next].clone());
            }
            participation
        });
        assert!(
            participations
                .iter()
                .all(|participation| *participation == participations[0]),
            "{participations:#?}"
        );
        assert_eq!(
            (
                participations[0].participation.join_time,
                participations[0].participation.leave_time
            ),
            (5 * MINUTE, Some(25 * MINUTE))
        );
        assert!(!participations[0].participation.join_guessed && participations[0].reported);
    }

    #[test]
    fn repeated_observation_changes_nothing() {
        let mut participation = came(0);
        participation.take(left(MINUTE));
        let before = participation.clone();
        for again in [came(0), left(MINUTE)] {
            assert!(same(&participation, &again));
            participation.take(again);
        }
        assert_eq!(participation, before);
    }

    #[test]
    fn two_devices_of_one_person_are_two_participations() {
        let mut phone = reported(0, 10 * MINUTE);
        phone.participant = "16779264".to_owned();
        assert!(!same(&reported(0, 10 * MINUTE), &phone));
    }

    #[test]
    fn returning_participant_has_two_participations() {
        assert!(!same(&reported(0, 10 * MINUTE), &reported(11 * MINUTE, 20 * MINUTE)));
        assert!(!same(&reported(0, 10 * MINUTE), &left(20 * MINUTE)));
    }

    #[test]
    fn meetings_of_a_series_share_no_participations() {
        let mut next = came(0);
        next.meeting_uuid = "xyz==".to_owned();
        assert!(!same(&came(0), &next));
    }

    #[test]
    fn unnumbered_participants_match_by_address_or_name() {
        let mut unnumbered = reported(10_000, 25 * MINUTE);
        unnumbered.participant = String::new();
        assert!(same(&came(0), &unnumbered));
        unnumbered.name = "Budi".to_owned();
        assert!(!same(&came(0), &unnumbered));
        let mut event = came(0);
        event.participation.email = "SITI@kampus.ac.id".to_owned();
        assert!(same(&event, &unnumbered), "the same address under another name");
        unnumbered.participation.join_time = MINUTE;
        assert!(!same(&event, &unnumbered), "at another time");
    }

    #[test]
    fn late_event_does_not_override_the_report() {
        let mut participation = reported(5 * MINUTE, 25 * MINUTE);
        let mut late = came(5 * MINUTE + 2000);
        late.name = "iPhone Siti".to_owned();
        participation.take(late);
        assert_eq!(
            (participation.participation.join_time, participation.name.as_str()),
            (5 * MINUTE, "Siti Rahayu")
        );
    }

    #[test]
    fn match_with_a_person_is_kept() {
        let mut participation = came(0);
        participation.participation.person = Some(PersonRef {
            kind: "mahasiswa".to_owned(),
            number: "260001".to_owned(),
        });
        participation.take(reported(0, MINUTE));
        assert_eq!(participation.participation.username, "260001");
    }
}
