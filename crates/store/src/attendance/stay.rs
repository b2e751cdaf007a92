//! How long a person was in a meeting, on however many devices. Does no I/O.

/// What identifies one meeting: its UUID. If that is unknown, its number and its beginning.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum MeetingKey {
    Uuid(String),
    Beginning(String, i64),
}

impl MeetingKey {
    pub(crate) fn of(uuid: String, number: &str, start: i64) -> Self {
        if uuid.is_empty() {
            Self::Beginning(number.to_owned(), start)
        } else {
            Self::Uuid(uuid)
        }
    }
}

/// The time that a person was in a meeting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TimeThere {
    /// As far as it is known. Time on two devices at once counts once.
    pub milliseconds: i64,
    /// True if a coming or a leaving is unknown, so that the person was there for longer.
    pub longer: bool,
}

/// The participations of one person in one meeting.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stay {
    known: Vec<(i64, i64)>,
    longer: bool,
}

impl Stay {
    /// Adds a participation, from coming to leaving; `None` if one of them is unknown.
    pub(crate) fn add(&mut self, known: Option<(i64, i64)>) {
        self.known.extend(known);
        self.longer |= known.is_none();
    }

    pub(crate) fn time(mut self) -> TimeThere {
        self.known.sort_unstable();
        let (mut milliseconds, mut counted_to) = (0, i64::MIN);
        for (came, left) in self.known {
            milliseconds += (left - came.max(counted_to)).max(0);
            counted_to = counted_to.max(left);
        }
        TimeThere {
            milliseconds,
            longer: self.longer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(stays: &[Option<(i64, i64)>]) -> TimeThere {
        let mut stay = Stay::default();
        for known in stays {
            stay.add(*known);
        }
        stay.time()
    }

    fn known(stays: &[(i64, i64)]) -> i64 {
        let stays: Vec<_> = stays.iter().copied().map(Some).collect();
        time(&stays).milliseconds
    }

    #[test]
    fn time_on_two_devices_at_once_counts_once() {
        assert_eq!(known(&[(0, 20), (25, 90), (10, 60)]), 90);
        assert_eq!(known(&[(0, 90), (10, 60)]), 90, "one within the other");
        assert_eq!(known(&[(5, 10), (5, 10)]), 5);
        assert_eq!(known(&[(0, 10), (10, 20), (30, 40)]), 30);
        assert_eq!(known(&[(10, 5)]), 0, "clocks that differ");
    }

    #[test]
    fn unknown_end_is_no_known_time() {
        let there = time(&[Some((0, 10)), None]);
        assert_eq!((there.milliseconds, there.longer), (10, true));
    }
}
