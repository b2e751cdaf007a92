//! When two sightings are of one stay, and what the stay is then. Nothing here touches the database.
//!
//! See `docs/decisions/0007-one-stay-heard-of-twice.md`.

use crate::{attendance::Stay, people::plain, sightings::Sighting};

/// How far two times of one instant may be apart, in milliseconds, where two ways in tell it.
const TOLERANCE: i64 = 30_000;

/// A stay with what tells it apart from others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) stay: Stay,
    /// The mark of the one meeting.
    pub(crate) meeting_uuid: String,
    /// Zoom's number of the participant in the meeting.
    pub(crate) visit: String,
    /// The name shown in the meeting. `stay.username` is the same where nobody of the campus was found.
    pub(crate) name: String,
    /// Whether a report tells it, which is Zoom's last word.
    pub(crate) reported: bool,
}

impl Record {
    /// What a sighting says, with the user name of whom it is, where the campus knows them.
    pub(crate) fn of(sighting: &Sighting, username: Option<&String>) -> Self {
        let mut stay = sighting.stay.clone();
        let name = std::mem::take(&mut stay.username);
        stay.username = username.unwrap_or(&name).clone();
        Self {
            stay,
            meeting_uuid: sighting.meeting_uuid.clone(),
            visit: sighting.visit.clone(),
            name,
            reported: sighting.reported,
        }
    }

    /// How far apart two sightings of one stay are; `None` where they are of two.
    pub(crate) fn distance(&self, other: &Self) -> Option<i64> {
        if self.stay.meeting_id != other.stay.meeting_id || differ(&self.meeting_uuid, &other.meeting_uuid) {
            return None;
        }
        let both_numbered = !self.visit.is_empty() && !other.visit.is_empty();
        let same_person = if both_numbered {
            self.visit == other.visit
        } else {
            self.is_person(other)
        };
        if !same_person {
            return None;
        }
        match (self.stay.join_guessed, other.stay.join_guessed) {
            (false, false) => {
                let apart = (self.stay.join_time - other.stay.join_time).abs();
                // A report may have another beginning than the event, but nobody comes twice by one number at a time.
                let one_connection = both_numbered && self.reported != other.reported && self.overlaps(other);
                (apart <= TOLERANCE || one_connection).then_some(apart)
            }
            (false, true) => self.ends_with(other),
            (true, false) => other.ends_with(self),
            (true, true) => near(self.stay.join_time, other.stay.join_time),
        }
    }

    /// Whether this stay, whose beginning is known, may be the one whose end alone is known; and how long it was then.
    fn ends_with(&self, end: &Self) -> Option<i64> {
        let left = end.stay.join_time;
        let lasted = left - self.stay.join_time;
        let agrees = self.stay.leave_time.is_none_or(|known| near(known, left).is_some());
        (lasted >= -TOLERANCE && agrees).then_some(lasted.max(0))
    }

    fn overlaps(&self, other: &Self) -> bool {
        let end = |record: &Self| record.stay.leave_time.unwrap_or(i64::MAX);
        self.stay.join_time <= end(other) && other.stay.join_time <= end(self)
    }

    /// The same address; or, where one of them has none, the same name.
    fn is_person(&self, other: &Self) -> bool {
        let (one, another) = (plain(&self.stay.email), plain(&other.stay.email));
        if one.is_empty() || another.is_empty() {
            !self.name.is_empty() && plain(&self.name) == plain(&other.name)
        } else {
            one == another
        }
    }

    /// Takes what another sighting of the same stay knows. What is known beats what is not; of two that know, the report
    /// is right, and else the later.
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
        let was_stranger = self.stay.username == self.name;
        let is_stranger = other.stay.username == other.name;
        if rules {
            self.stay.meeting_start = other.stay.meeting_start;
        }
        if !other.stay.join_guessed && (rules || self.stay.join_guessed) {
            self.stay.join_time = other.stay.join_time;
            self.stay.join_guessed = false;
        }
        time(&mut self.stay.meeting_end, other.stay.meeting_end);
        time(&mut self.stay.leave_time, other.stay.leave_time);
        text(&mut self.stay.topic, other.stay.topic);
        text(&mut self.stay.email, other.stay.email);
        text(&mut self.stay.leave_reason, other.stay.leave_reason);
        text(&mut self.name, other.name);
        text(&mut self.meeting_uuid, other.meeting_uuid);
        text(&mut self.visit, other.visit);
        if !is_stranger {
            self.stay.username = other.stay.username;
        } else if was_stranger {
            self.stay.username.clone_from(&self.name);
        }
        self.reported |= other.reported;
    }
}

/// Whether both are known and are not the same.
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
        let stay = Stay {
            meeting_id: "845".to_owned(),
            topic: "Algoritma A".to_owned(),
            username: "Siti Rahayu".to_owned(),
            join_time: at,
            ..Stay::default()
        };
        Record {
            name: stay.username.clone(),
            stay,
            meeting_uuid: "abc==".to_owned(),
            visit: "16778240".to_owned(),
            reported: false,
        }
    }

    fn left(at: i64) -> Record {
        let mut record = came(at);
        record.stay.join_guessed = true;
        record.stay.leave_time = Some(at);
        record.stay.leave_reason = "Host ended the meeting".to_owned();
        record
    }

    fn reported(from: i64, to: i64) -> Record {
        let mut record = came(from);
        record.stay.leave_time = Some(to);
        record.stay.meeting_end = Some(to);
        record.stay.email = "siti@kampus.ac.id".to_owned();
        record.reported = true;
        record
    }

    fn same(one: &Record, another: &Record) -> bool {
        assert_eq!(one.distance(another).is_some(), another.distance(one).is_some());
        one.distance(another).is_some()
    }

    #[test]
    fn coming_leaving_and_the_report_are_one_stay_in_whatever_order_they_are_heard_of() {
        let heard = [came(5 * MINUTE), left(25 * MINUTE), reported(5 * MINUTE, 25 * MINUTE)];
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let stays = orders.map(|order| {
            let mut stay = heard[order[0]].clone();
            for next in &order[1..] {
                assert!(same(&stay, &heard[*next]), "{order:?}");
                stay.take(heard[*next].clone());
            }
            stay
        });
        assert!(stays.iter().all(|stay| *stay == stays[0]), "{stays:#?}");
        assert_eq!(
            (stays[0].stay.join_time, stays[0].stay.leave_time),
            (5 * MINUTE, Some(25 * MINUTE))
        );
        assert!(!stays[0].stay.join_guessed && stays[0].reported);
    }

    #[test]
    fn the_same_again_changes_nothing() {
        let mut stay = came(0);
        stay.take(left(MINUTE));
        let before = stay.clone();
        for again in [came(0), left(MINUTE)] {
            assert!(same(&stay, &again));
            stay.take(again);
        }
        assert_eq!(stay, before);
    }

    #[test]
    fn two_devices_of_one_person_are_two_stays() {
        let mut phone = reported(0, 10 * MINUTE);
        phone.visit = "16779264".to_owned();
        assert!(!same(&reported(0, 10 * MINUTE), &phone));
    }

    #[test]
    fn who_comes_again_has_two_stays() {
        assert!(!same(&reported(0, 10 * MINUTE), &reported(11 * MINUTE, 20 * MINUTE)));
        assert!(!same(&reported(0, 10 * MINUTE), &left(20 * MINUTE)));
    }

    #[test]
    fn meetings_of_a_series_share_their_number_and_no_stays() {
        let mut next = came(0);
        next.meeting_uuid = "xyz==".to_owned();
        assert!(!same(&came(0), &next));
    }

    #[test]
    fn without_zooms_number_of_the_participant_an_address_known_once_is_made_up_for_by_the_name() {
        let mut unnumbered = reported(10_000, 25 * MINUTE);
        unnumbered.visit = String::new();
        assert!(same(&came(0), &unnumbered));
        unnumbered.name = "Budi".to_owned();
        assert!(!same(&came(0), &unnumbered));
        let mut event = came(0);
        event.stay.email = "SITI@kampus.ac.id".to_owned();
        assert!(same(&event, &unnumbered), "the same address under another name");
        unnumbered.stay.join_time = MINUTE;
        assert!(!same(&event, &unnumbered), "at another time");
    }

    #[test]
    fn what_a_report_says_is_not_unsaid_by_an_event_that_comes_late() {
        let mut stay = reported(5 * MINUTE, 25 * MINUTE);
        let mut late = came(5 * MINUTE + 2000);
        late.name = "iPhone Siti".to_owned();
        stay.take(late);
        assert_eq!((stay.stay.join_time, stay.name.as_str()), (5 * MINUTE, "Siti Rahayu"));
    }

    #[test]
    fn whoever_was_found_at_the_campus_once_stays_found() {
        let mut stay = came(0);
        stay.stay.username = "260001".to_owned();
        stay.take(reported(0, MINUTE));
        assert_eq!(stay.stay.username, "260001");
    }
}
