//! One call that enrols people, reopens a course to them, or closes it.

use std::collections::{BTreeSet, HashSet};

use selaras_kinds::object::{Membership, PlatformId, Sort};

use super::refusals::{account_gone, course_gone, not_enrolled, not_removed};
use crate::moodle::bisect::{Batch, Position};
use crate::moodle::client::{MEMBERSHIP_FIELDS, Moodle};
use crate::moodle::form::Form;
use crate::moodle::protocol::nothing;
use crate::moodle::rejection::Rejection;
use crate::moodle::{accounts, courses};
use crate::{PlatformError, Refusal};

/// The target state of the enrolment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Open to the person.
    Activate,
    /// Closed to the person.
    Suspend,
}

impl Purpose {
    /// Fields of one row.
    pub(super) const fn fields(self) -> usize {
        match self {
            Self::Activate => MEMBERSHIP_FIELDS,
            Self::Suspend => MEMBERSHIP_FIELDS + 1,
        }
    }

    /// Why the platform did not do it to a row.
    pub(super) fn refusal(self, rejection: &Rejection) -> Refusal {
        match self {
            Self::Activate => not_enrolled(rejection),
            Self::Suspend => not_removed(rejection),
        }
    }
}

pub(super) struct Enrolments<'a> {
    moodle: &'a Moodle,
    rows: &'a [Membership],
    purpose: Purpose,
    refused: Vec<(Position, Refusal)>,
    /// The rows of calls of which Moodle says only that a message was not sent.
    unconfirmed: Vec<Position>,
}

impl<'a> Enrolments<'a> {
    pub(super) const fn new(moodle: &'a Moodle, rows: &'a [Membership], purpose: Purpose) -> Self {
        Self {
            moodle,
            rows,
            purpose,
            refused: Vec::new(),
            unconfirmed: Vec::new(),
        }
    }

    /// The rows with a deleted account or course, and the unconfirmed rows.
    pub(super) fn into_rows(self) -> (Vec<(Position, Refusal)>, Vec<Position>) {
        (self.refused, self.unconfirmed)
    }

    /// Finds rows with a deleted account or course. Returns the other rows.
    pub(super) async fn explain(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let asked = |pick: fn(&Membership) -> PlatformId| {
            rows.iter()
                .map(|row| pick(&self.rows[*row]))
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect()
        };
        let users: HashSet<PlatformId> = accounts::known(self.moodle, asked(|row| row.user))
            .await?
            .into_iter()
            .collect();
        let courses: HashSet<PlatformId> = courses::known(self.moodle, asked(|row| row.course))
            .await?
            .into_iter()
            .collect();
        let mut left = Vec::new();
        for row in rows {
            let Membership { user, course, .. } = self.rows[*row];
            if !users.contains(&user) {
                self.moodle.notes.record_unknown(Sort::Account, user);
                self.refused.push((*row, account_gone()));
            } else if !courses.contains(&course) {
                self.moodle.notes.record_unknown(Sort::Course, course);
                self.refused.push((*row, course_gone()));
            } else {
                left.push(*row);
            }
        }
        Ok(left)
    }
}

impl Batch for Enrolments<'_> {
    // Two look-ups tell which accounts and courses exist. Bisecting costs about the same for one bad row, and a deleted
    // account is usually in several rows.
    const PATIENCE: usize = 0;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            let Membership { user, course, role, .. } = self.rows[*row];
            form.row("enrolments", at, "roleid", self.moodle.role_id(role))
                .row("enrolments", at, "userid", user)
                .row("enrolments", at, "courseid", course);
            if self.purpose == Purpose::Suspend {
                form.row("enrolments", at, "suspend", 1);
            }
        }
        match self.moodle.wire.call("enrol_manual_enrol_users", &form).await? {
            Err(rejection) if rejection.is_unsent_message() => {
                self.unconfirmed.extend(rows);
                Ok(Ok(Vec::new()))
            }
            answer => Ok(nothing("enrol_manual_enrol_users", answer)?.map(|()| Vec::new())),
        }
    }

    fn named(&self, rejection: &Rejection, rows: &[Position]) -> Vec<Position> {
        if rejection.code != "wsusercannotassign" {
            return Vec::new();
        }
        let named: Vec<i64> = rejection.numbers().collect();
        let [role, _, course] = named[..] else {
            return Vec::new();
        };
        // A user who may assign a role in a course may assign it to any person there.
        rows.iter()
            .copied()
            .filter(|row| self.rows[*row].course == course && self.moodle.role_id(self.rows[*row].role) == role)
            .collect()
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        self.explain(rows).await
    }
}
