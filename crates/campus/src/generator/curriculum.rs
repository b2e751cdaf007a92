//! Programs, cohorts, the courses of a cohort, and their sections.
//!
//! Students are numbered so that a cohort (one program's students of one year) is a range of indexes. Each course of a
//! cohort permutes the range by an affine map. The map needs no memory and works in both directions: from a section to its
//! students, and from a student to the section.

use super::catalogue::{EVENING_SHARE, GENERAL, PRODI, Prodi, SPECIAL_FORMS, YEARS};
use super::chance::{draw, mix, topic};

/// Compulsory courses of a cohort in the current semester, and elective ones.
const COMPULSORY: usize = 5;
const ELECTIVES: usize = 3;
pub(crate) const COURSES_OF_COHORT: usize = COMPULSORY + ELECTIVES;
/// The intended size of a section.
const SECTION: usize = 40;

/// A prodi's program: the regular one, or the evening one.
pub(crate) struct ProgramPlan {
    pub(crate) program_id: &'static str,
    pub(crate) prodi: &'static Prodi,
    pub(crate) evening: bool,
}

/// The students of one program who entered in one year.
pub(crate) struct Cohort {
    pub(crate) program: usize,
    pub(crate) year: u16,
    pub(crate) first_student: usize,
    pub(crate) size: usize,
}

/// One course of a cohort, with its sections.
pub(crate) struct CoursePlan {
    pub(crate) cohort: usize,
    pub(crate) nama: String,
    pub(crate) kode: String,
    pub(crate) elective: bool,
    pub(crate) first_class: usize,
    pub(crate) sections: usize,
    step: u64,
    back: u64,
    offset: u64,
}

impl CoursePlan {
    /// The permuted positions of a section in a cohort of `size`.
    pub(crate) fn positions(&self, section: usize, size: usize) -> std::ops::Range<usize> {
        section * size / self.sections..(section + 1) * size / self.sections
    }

    /// The student (index within the cohort) at a permuted position.
    pub(crate) fn student_at(&self, position: usize, size: usize) -> usize {
        (((position as u64 + self.offset) * self.step) % size as u64) as usize
    }

    /// The section of a student (index within the cohort), if the student takes the course.
    pub(crate) fn section_of(&self, student: usize, size: usize) -> usize {
        let size64 = size as u64;
        let position = ((student as u64 * self.back) % size64 + size64 - self.offset % size64) % size64;
        // The inverse of `positions`: the last section that starts at or before the position.
        let mut section = position as usize * self.sections / size;
        while self.positions(section, size).end <= position as usize {
            section += 1;
        }
        section
    }
}

/// The tables that everything else is computed from.
pub(crate) struct Curriculum {
    pub(crate) programs: Vec<ProgramPlan>,
    pub(crate) cohorts: Vec<Cohort>,
    pub(crate) courses: Vec<CoursePlan>,
    pub(crate) classes: usize,
}

/// The programs' ids; those of the evening programs come last.
const PROGRAM_IDS: [&str; 12] = ["11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "31", "35"];

impl Curriculum {
    pub(crate) fn new(seed: u64, students: usize) -> Self {
        let day = PRODI.iter().map(|prodi| (prodi, false));
        let evening = PRODI.iter().filter(|prodi| prodi.evening).map(|prodi| (prodi, true));
        let programs: Vec<ProgramPlan> = day
            .chain(evening)
            .zip(PROGRAM_IDS)
            .map(|((prodi, evening), program_id)| ProgramPlan {
                program_id,
                prodi,
                evening,
            })
            .collect();
        let cohorts = cohorts(&programs, students);
        let mut courses = Vec::with_capacity(cohorts.len() * COURSES_OF_COHORT);
        let mut classes = 0;
        for (index, cohort) in cohorts.iter().enumerate() {
            for course in 0..COURSES_OF_COHORT {
                let plan = course_plan(seed, &programs, index, cohort, course, classes);
                classes += plan.sections;
                courses.push(plan);
            }
        }
        Self {
            programs,
            cohorts,
            courses,
            classes,
        }
    }

    /// The cohort of a student; `None` for an index beyond the last student.
    pub(crate) fn cohort_of(&self, student: usize) -> Option<usize> {
        let index = self
            .cohorts
            .partition_point(|cohort| cohort.first_student <= student)
            .checked_sub(1)?;
        let cohort = &self.cohorts[index];
        (student < cohort.first_student + cohort.size).then_some(index)
    }

    /// The course and section of a class.
    pub(crate) fn section_of_class(&self, class: usize) -> (usize, usize) {
        let course = self
            .courses
            .partition_point(|course| course.first_class <= class)
            .saturating_sub(1);
        (course, class - self.courses[course].first_class)
    }
}

/// True if a student takes an elective: half of those who may.
pub(crate) fn takes(seed: u64, course: usize, student: usize) -> bool {
    draw(seed, topic::ELECTIVE + course as u64, student as u64) & 1 == 1
}

fn cohorts(programs: &[ProgramPlan], students: usize) -> Vec<Cohort> {
    let share = |program: &ProgramPlan| {
        if program.evening {
            EVENING_SHARE
        } else {
            program.prodi.share
        }
    };
    let total = programs.iter().map(share).sum::<usize>() * YEARS.len();
    let mut cohorts = Vec::with_capacity(programs.len() * YEARS.len());
    let (mut given, mut first_student) = (0, 0);
    for (index, program) in programs.iter().enumerate() {
        for year in YEARS {
            given += share(program);
            let end = students * given / total;
            cohorts.push(Cohort {
                program: index,
                year,
                first_student,
                size: end - first_student,
            });
            first_student = end;
        }
    }
    // Empty cohorts have no students, and would break the partition point that finds a student's cohort.
    cohorts.retain(|cohort| cohort.size > 0);
    cohorts
}

fn course_plan(
    seed: u64,
    programs: &[ProgramPlan],
    cohort_index: usize,
    cohort: &Cohort,
    course: usize,
    first_class: usize,
) -> CoursePlan {
    let program = &programs[cohort.program];
    let stage = YEARS.len() - 1 - YEARS.iter().position(|year| *year == cohort.year).unwrap_or(0);
    let elective = course >= COMPULSORY;
    let (nama, level) = subject(program.prodi, stage, course);
    let suffix = if program.evening { "K" } else { "" };
    let size = cohort.size as u64;
    let luck = draw(seed, topic::SHUFFLE, (cohort_index * COURSES_OF_COHORT + course) as u64);
    let (step, back) = affine(luck, size);
    CoursePlan {
        cohort: cohort_index,
        nama,
        kode: format!("{}{}{:02}{suffix}", program.prodi.kode, level, course + 1),
        elective,
        first_class,
        // Half of the cohort takes an elective, so its sections are twice as large.
        sections: cohort.size.div_ceil(if elective { SECTION * 2 } else { SECTION }),
        step,
        back,
        offset: mix(luck) % size.max(1),
    }
}

/// The name of a course, and its year of study. Each stage has two general courses and six of the prodi's own, so the 32
/// names of a prodi are distinct.
fn subject(prodi: &Prodi, stage: usize, course: usize) -> (String, usize) {
    let level = stage + 1;
    if course < 2 {
        return (GENERAL[stage * 2 + course].to_owned(), level);
    }
    let special = stage * (COURSES_OF_COHORT - 2) + course - 2;
    let (before, after) = SPECIAL_FORMS[special / prodi.subjects.len()];
    (
        format!("{before}{}{after}", prodi.subjects[special % prodi.subjects.len()]),
        level,
    )
}

/// A step that visits each of `size` positions once, and its inverse.
fn affine(luck: u64, size: u64) -> (u64, u64) {
    if size < 2 {
        return (1, 1);
    }
    let mut step = luck % (size - 1) + 1;
    loop {
        if let Some(back) = inverse(step, size) {
            return (step, back);
        }
        step = step % (size - 1) + 1;
    }
}

/// The inverse of `step` modulo `size`, if it exists (Euclid's algorithm).
fn inverse(step: u64, size: u64) -> Option<u64> {
    let (mut old_rest, mut rest) = (step as i64, size as i64);
    let (mut old_factor, mut factor) = (1_i64, 0_i64);
    while rest != 0 {
        let quotient = old_rest / rest;
        (old_rest, rest) = (rest, old_rest - quotient * rest);
        (old_factor, factor) = (factor, old_factor - quotient * factor);
    }
    (old_rest == 1).then(|| old_factor.rem_euclid(size as i64) as u64)
}

/// The name of a section: A to Z, then AA.
pub(crate) fn section_name(mut section: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'A' + (section % 26) as u8);
        if section < 26 {
            break;
        }
        section = section / 26 - 1;
    }
    letters.iter().rev().map(|letter| char::from(*letter)).collect()
}

/// The section that a name stands for.
pub(crate) fn section_number(name: &str) -> Option<usize> {
    if name.is_empty() || name.len() > 5 {
        return None;
    }
    let mut number = 0;
    for letter in name.bytes() {
        if !letter.is_ascii_uppercase() {
            return None;
        }
        number = number * 26 + usize::from(letter - b'A') + 1;
    }
    Some(number - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_found_by_its_name() {
        for section in [0, 25, 26, 51, 701, 702, 20_000] {
            assert_eq!(section_number(&section_name(section)), Some(section));
        }
        assert_eq!(section_name(26), "AA");
        assert_eq!(section_number("a"), None);
    }

    #[test]
    fn inverse_reverts_the_permutation() {
        for size in [1, 2, 7, 40, 96, 1000] {
            let (step, back) = affine(12_345_678, size);
            for place in 0..size {
                assert_eq!(place * step % size * back % size, place);
            }
        }
    }
}
