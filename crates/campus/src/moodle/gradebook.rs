//! The grades of a course.

use std::collections::BTreeMap;

use super::rights::Rights;

/// A person's points for one item, and the time of grading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grade {
    pub(super) points: f64,
    pub(super) given: u64,
}

/// A manually graded item.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) id: u32,
    pub(super) name: String,
}

/// The grades of a course. The total is an item of its own, before all others.
#[derive(Clone, Debug, Default)]
pub(super) struct Gradebook {
    pub(super) total: u32,
    /// True if the total is hidden from users without the right to see hidden grades.
    pub(super) hides_total: bool,
    pub(super) items: Vec<Item>,
    /// Grades of each person, by item.
    pub(super) grades: BTreeMap<u32, BTreeMap<u32, Grade>>,
    /// Grades of deleted enrolments. Moodle keeps them in its history.
    history: BTreeMap<u32, BTreeMap<u32, Grade>>,
}

impl Gradebook {
    /// Moves a person's grades to the history when the enrolment ends.
    pub(super) fn leave(&mut self, user: u32) {
        if let Some(lost) = self.grades.remove(&user) {
            self.history.insert(user, lost);
        }
    }

    /// Restores the grades of an earlier enrolment.
    pub(super) fn recover(&mut self, user: u32) {
        if let Some(lost) = self.history.remove(&user) {
            self.grades.insert(user, lost);
        }
    }

    pub(super) fn shows_total(&self, rights: &Rights) -> bool {
        !self.hides_total || rights.may("moodle/grade:viewhidden")
    }

    /// The number of a person's grades, including the total, as Moodle has a row for it.
    pub(super) fn of(&self, user: u32) -> usize {
        self.grades.get(&user).map_or(0, |grades| grades.len() + 1)
    }

    /// The mean of the graded items.
    pub(super) fn total_of(&self, user: u32) -> Option<Grade> {
        let grades = self.grades.get(&user).filter(|grades| !grades.is_empty())?;
        let points = grades.values().map(|grade| grade.points).sum::<f64>() / grades.len() as f64;
        // Moodle computes the total on demand.
        let given = grades.values().map(|grade| grade.given).max()?;
        Some(Grade { points, given })
    }
}
