//! One call that enrols people, reopens a course to them, or closes it.

use std::collections::{BTreeSet, HashMap, HashSet};

use selaras_kinds::object::{Membership, PlatformId, Role, Sort};

use super::refusals::{account_gone, course_gone};
use crate::moodle::bisect::{Batch, Position};
use crate::moodle::client::{MEMBERSHIP_FIELDS, Moodle};
use crate::moodle::form::Form;
use crate::moodle::presence::{EnrolmentFilter, people_in};
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
}

pub(super) struct Enrolments<'a> {
    moodle: &'a Moodle,
    rows: &'a [Membership],
    purpose: Purpose,
    refused: Vec<(Position, Refusal)>,
}

impl<'a> Enrolments<'a> {
    pub(super) const fn new(moodle: &'a Moodle, rows: &'a [Membership], purpose: Purpose) -> Self {
        Self {
            moodle,
            rows,
            purpose,
            refused: Vec::new(),
        }
    }

    /// The rows with a deleted account or course.
    pub(super) fn into_refused(self) -> Vec<(Position, Refusal)> {
        self.refused
    }

    fn role(&self, role: Role) -> i64 {
        match role {
            Role::Student => self.moodle.settings.student_role,
            Role::EditingTeacher => self.moodle.settings.teacher_role,
        }
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

    /// True if people of this call are enrolled although their welcome message could not be sent.
    ///
    /// Moodle keeps a call whole or not at all, and all calls of the job use the same mail server: one look at one course
    /// answers for all. A person who is not enrolled cannot join a group either, so rows with a group are checked once more
    /// there.
    async fn were_enrolled(&self, rows: &[Position]) -> Result<bool, PlatformError> {
        let look = async {
            let mut of_course: HashMap<PlatformId, HashSet<PlatformId>> = HashMap::new();
            for row in rows {
                let Membership { course, user, .. } = self.rows[*row];
                of_course.entry(course).or_default().insert(user);
            }
            let Some((course, users)) = of_course.into_iter().max_by_key(|(_, users)| users.len()) else {
                return Ok::<_, PlatformError>(true);
            };
            let filter = match self.purpose {
                Purpose::Activate => EnrolmentFilter::All,
                Purpose::Suspend => EnrolmentFilter::Suspended,
            };
            // If the token may not look, assume what Moodle is known to do.
            let there = match people_in(self.moodle, course, filter).await? {
                Ok(there) => there.into_iter().collect::<HashSet<_>>(),
                Err(rejection) => {
                    tracing::warn!(course, code = rejection.code, "who is enrolled cannot be seen");
                    return Ok(true);
                }
            };
            Ok(users.is_subset(&there))
        };
        self.moodle
            .notes
            .enrolled_despite_mail_error
            .get_or_try_init(|| look)
            .await
            .copied()
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
            form.row("enrolments", at, "roleid", self.role(role))
                .row("enrolments", at, "userid", user)
                .row("enrolments", at, "courseid", course);
            if self.purpose == Purpose::Suspend {
                form.row("enrolments", at, "suspend", 1);
            }
        }
        match self.moodle.wire.call("enrol_manual_enrol_users", &form).await? {
            Err(rejection) if rejection.is_unsent_message() && self.were_enrolled(rows).await? => {
                self.moodle.notes.record_unsent_message();
                Ok(Ok(Vec::new()))
            }
            answer => Ok(nothing("enrol_manual_enrol_users", answer)?.map(|()| Vec::new())),
        }
    }

    fn named(&self, rejection: &Rejection, rows: &[Position]) -> Vec<Position> {
        // All rows are enrolled; bisecting would only send each of them again.
        if rejection.is_unsent_message() {
            return rows.to_vec();
        }
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
            .filter(|row| self.rows[*row].course == course && self.role(self.rows[*row].role) == role)
            .collect()
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        self.explain(rows).await
    }
}
