//! Who is in which course and group.

use std::collections::{BTreeSet, HashSet};

use selaras_kinds::object::{Membership, PlatformId, Role};

use super::form::Form;
use super::rejection::{Rejection, own};
use super::sift::{Batch, Position, Sifted, sift};
use super::{MEMBERSHIP_FIELDS, Moodle, accounts, courses};
use crate::{PlatformError, Refusal};

type Results = Vec<Result<(), Refusal>>;

/// Enrols, then puts into groups. Both may be repeated.
pub(crate) async fn enrol(moodle: &Moodle, rows: &[Membership]) -> Result<Results, PlatformError> {
    let mut results: Results = vec![Ok(()); rows.len()];
    let all: Vec<Position> = (0..rows.len()).collect();
    let limit = moodle.rows_of(MEMBERSHIP_FIELDS);

    let mut enrolments = Enrolments {
        moodle,
        rows,
        refused: Vec::new(),
    };
    let Sifted { guilty, .. } = sift(&mut enrolments, &all, limit).await?;
    for (row, rejection) in &guilty {
        results[*row] = Err(not_enrolled(rejection));
    }
    // Refused alone without a word about why: whether account or course is gone is worth one look.
    let wordless = |code: &str| matches!(code, "invalidrecordunknown" | "invalidparameter");
    let unexplained: Vec<Position> = guilty
        .into_iter()
        .filter(|(_, rejection)| wordless(&rejection.code))
        .map(|(row, _)| row)
        .collect();
    enrolments.survey(&unexplained).await?;
    for (row, refusal) in enrolments.refused {
        results[row] = Err(refusal);
    }

    let grouped: Vec<Position> = all
        .into_iter()
        .filter(|row| results[*row].is_ok() && rows[*row].group.is_some())
        .collect();
    let mut joining = Groups {
        moodle,
        rows,
        function: "core_group_add_group_members",
    };
    let Sifted { guilty, .. } = sift(&mut joining, &grouped, limit).await?;
    for (row, rejection) in guilty {
        results[row] = Err(not_grouped(&rejection));
    }
    Ok(results)
}

/// Takes the people out of their courses, and so out of all groups there.
///
/// A person who is enrolled in another way as well (by themselves, by a cohort) stays in the course and in its groups,
/// which is why the group is left by name first.
pub(crate) async fn unenrol(moodle: &Moodle, rows: &[Membership]) -> Result<Results, PlatformError> {
    let mut results = leave_groups(moodle, rows).await?;
    let remaining: Vec<Position> = (0..rows.len()).filter(|row| results[*row].is_ok()).collect();
    let mut leaving = Unenrolments { moodle, rows };
    let Sifted { guilty, .. } = sift(&mut leaving, &remaining, moodle.rows_of(MEMBERSHIP_FIELDS)).await?;
    for (row, rejection) in guilty {
        // An account or course that is gone holds no enrolment.
        if !is_gone(&rejection) {
            results[row] = Err(rejection.because(format!(
                "Moodle tidak mengeluarkan orang ini dari course ({}). Periksa metode pendaftaran manual di course itu.",
                rejection.message
            )));
        }
    }
    Ok(results)
}

/// Takes the people out of their groups, where the class has one.
pub(crate) async fn leave_groups(moodle: &Moodle, rows: &[Membership]) -> Result<Results, PlatformError> {
    let mut results: Results = vec![Ok(()); rows.len()];
    let grouped: Vec<Position> = (0..rows.len()).filter(|row| rows[*row].group.is_some()).collect();
    let mut leaving = Groups {
        moodle,
        rows,
        function: "core_group_delete_group_members",
    };
    let Sifted { guilty, .. } = sift(&mut leaving, &grouped, moodle.rows_of(MEMBERSHIP_FIELDS)).await?;
    for (row, rejection) in guilty {
        // A group or account that is gone has nobody in it.
        if !is_gone(&rejection) {
            results[row] = Err(rejection.because(format!(
                "Orang ini belum dikeluarkan dari kelompok kelasnya di Moodle ({}). Coba lagi.",
                rejection.message
            )));
        }
    }
    Ok(results)
}

fn is_gone(rejection: &Rejection) -> bool {
    rejection.code == "invalidrecordunknown"
}

fn account_gone() -> Refusal {
    own(
        "accountgone",
        "Akun orang ini tidak ada lagi di Moodle. Ekspor ulang datanya, lalu daftarkan lagi.",
    )
}

fn course_gone() -> Refusal {
    own(
        "coursegone",
        "Course ini tidak ada lagi di Moodle. Ekspor ulang mata kuliahnya, lalu daftarkan lagi.",
    )
}

fn not_enrolled(rejection: &Rejection) -> Refusal {
    rejection.because(match rejection.code.as_str() {
        "wsusercannotassign" => {
            "Token Moodle tidak berhak memberi peran ini. Izinkan peran itu bagi pengguna token di Moodle, atau perbaiki nomor peran di pengaturan.".to_owned()
        }
        "wsnoinstance" => {
            "Pendaftaran manual tidak aktif di course ini. Aktifkan metode pendaftaran manual di Moodle, lalu daftarkan lagi.".to_owned()
        }
        _ => format!("Moodle tidak mendaftarkan orang ini ({}). Periksa course dan akunnya di Moodle.", rejection.message),
    })
}

fn not_grouped(rejection: &Rejection) -> Refusal {
    rejection.because(if is_gone(rejection) {
        "Kelompok kelas ini tidak ada lagi di Moodle. Ekspor ulang kelasnya, lalu daftarkan lagi.".to_owned()
    } else {
        format!(
            "Orang ini sudah terdaftar di course, tetapi tidak dapat dimasukkan ke kelompok kelasnya ({}). Ekspor ulang kelasnya, lalu daftarkan lagi.",
            rejection.message
        )
    })
}

struct Enrolments<'a> {
    moodle: &'a Moodle,
    rows: &'a [Membership],
    refused: Vec<(Position, Refusal)>,
}

impl Enrolments<'_> {
    fn role(&self, role: Role) -> i64 {
        match role {
            Role::Student => self.moodle.settings.student_role,
            Role::EditingTeacher => self.moodle.settings.teacher_role,
        }
    }
}

impl Batch for Enrolments<'_> {
    // Two look-ups tell which accounts and courses are there. That is about what splitting costs for one bad row, and a
    // gone account mostly stands in several.
    const PATIENCE: usize = 0;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            let Membership { user, course, role, .. } = self.rows[*row];
            form.row("enrolments", at, "roleid", self.role(role))
                .row("enrolments", at, "userid", user)
                .row("enrolments", at, "courseid", course);
        }
        let answer = self.moodle.wire.call("enrol_manual_enrol_users", &form).await?;
        Ok(answer.map(|_| Vec::new()))
    }

    fn named(&self, rejection: &Rejection, rows: &[Position]) -> Vec<Position> {
        if rejection.code != "wsusercannotassign" {
            return Vec::new();
        }
        let named: Vec<i64> = rejection.numbers().collect();
        let [role, _, course] = named[..] else {
            return Vec::new();
        };
        // Who may assign a role in a course may assign it to anyone there.
        rows.iter()
            .copied()
            .filter(|row| self.rows[*row].course == course && self.role(self.rows[*row].role) == role)
            .collect()
    }

    async fn survey(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
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
            if !users.contains(&self.rows[*row].user) {
                self.refused.push((*row, account_gone()));
            } else if !courses.contains(&self.rows[*row].course) {
                self.refused.push((*row, course_gone()));
            } else {
                left.push(*row);
            }
        }
        Ok(left)
    }
}

struct Unenrolments<'a> {
    moodle: &'a Moodle,
    rows: &'a [Membership],
}

impl Batch for Unenrolments<'_> {
    const PATIENCE: usize = usize::MAX;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            form.row("enrolments", at, "userid", self.rows[*row].user).row(
                "enrolments",
                at,
                "courseid",
                self.rows[*row].course,
            );
        }
        let answer = self.moodle.wire.call("enrol_manual_unenrol_users", &form).await?;
        Ok(answer.map(|_| Vec::new()))
    }

    async fn survey(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        Ok(rows.to_vec())
    }
}

/// Into groups, or out of them. Rows without a group are not sent.
struct Groups<'a> {
    moodle: &'a Moodle,
    rows: &'a [Membership],
    function: &'static str,
}

impl Batch for Groups<'_> {
    const PATIENCE: usize = usize::MAX;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            if let Membership {
                user,
                group: Some(group),
                ..
            } = self.rows[*row]
            {
                form.row("members", at, "groupid", group)
                    .row("members", at, "userid", user);
            }
        }
        let answer = self.moodle.wire.call(self.function, &form).await?;
        Ok(answer.map(|_| Vec::new()))
    }

    async fn survey(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        Ok(rows.to_vec())
    }
}
