//! Finds the classes that a meeting's topic names. Does no I/O.

use std::collections::{BTreeSet, HashMap};

/// A class and the names by which a topic may refer to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ClassName {
    /// Its number in the timetable.
    pub(crate) number: String,
    /// The course.
    pub(crate) course: String,
    /// `A`.
    pub(crate) name: String,
    /// `IF101-A`.
    pub(crate) code: String,
    /// `20261`.
    pub(crate) semester: String,
}

/// All classes, by the words of their names.
#[derive(Default)]
pub(crate) struct ClassNames {
    classes: Vec<ClassName>,
    by_course: HashMap<String, Vec<usize>>,
    by_code: HashMap<String, Vec<usize>>,
    longest: usize,
}

/// A text's words in lower case: `IF101-A` has two.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// True if the words stand in a text, side by side.
pub(crate) fn has(text: &[String], words: &[String]) -> bool {
    !words.is_empty() && text.windows(words.len()).any(|window| window == words)
}

impl ClassNames {
    /// Adds a class.
    pub(crate) fn add(&mut self, class: ClassName) {
        let at = self.classes.len();
        let (course, code) = (words(&class.course), words(&class.code));
        self.longest = self.longest.max(course.len()).max(code.len());
        if !course.is_empty() && !class.name.trim().is_empty() {
            self.by_course.entry(course.join(" ")).or_default().push(at);
        }
        // A code of letters or digits alone may be any word, or an hour.
        let is_code =
            class.code.chars().any(char::is_alphabetic) && class.code.chars().any(|sign| sign.is_ascii_digit());
        if is_code {
            self.by_code.entry(code.join(" ")).or_default().push(at);
        }
        self.classes.push(class);
    }

    /// The numbers of all classes.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &str> {
        self.classes.iter().map(|class| class.number.as_str())
    }

    /// The numbers of the classes that a topic names, by code, or by course and class. If the topic names a semester too,
    /// only those of that semester.
    pub(crate) fn named_in(&self, topic: &str) -> BTreeSet<&str> {
        let topic = words(topic);
        let coded: BTreeSet<usize> = self
            .occurrences(&topic, &self.by_code)
            .into_iter()
            .flat_map(|(_, _, classes)| classes.iter().copied())
            .collect();
        let mut named = BTreeSet::new();
        let courses = self.occurrences(&topic, &self.by_course);
        for (from, to, classes) in &courses {
            // "Algoritma" within "Algoritma Lanjut" is not a course of its own.
            let is_within =
                |(begins, ends, _): &(usize, usize, _)| begins <= from && to <= ends && ends - begins > to - from;
            if courses.iter().any(is_within) {
                continue;
            }
            let outside = |class: &[String]| has(&topic[..*from], class) || has(&topic[*to..], class);
            let classes = classes.iter().copied();
            named.extend(classes.filter(|at| outside(&words(&self.classes[*at].name))));
        }
        let both: BTreeSet<_> = coded.intersection(&named).copied().collect();
        let found = if both.is_empty() { &coded | &named } else { both };
        let of_semester: BTreeSet<_> = found
            .iter()
            .copied()
            .filter(|at| has(&topic, &words(&self.classes[*at].semester)))
            .collect();
        let found = if of_semester.is_empty() { found } else { of_semester };
        found.into_iter().map(|at| self.classes[at].number.as_str()).collect()
    }

    /// The occurrences of names in a text: first word, last word, and the class.
    fn occurrences<'a>(
        &self,
        text: &[String],
        names: &'a HashMap<String, Vec<usize>>,
    ) -> Vec<(usize, usize, &'a Vec<usize>)> {
        let mut found = Vec::new();
        for from in 0..text.len() {
            for to in from + 1..=text.len().min(from + self.longest) {
                if let Some(classes) = names.get(&text[from..to].join(" ")) {
                    found.push((from, to, classes));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn campus() -> ClassNames {
        let mut names = ClassNames::default();
        for (number, course, name, code, semester) in [
            ("1", "Algoritma", "A", "IF101-A", "20261"),
            ("2", "Algoritma", "B", "IF101-B", "20261"),
            ("3", "Algoritma Lanjut", "A", "IF201-A", "20261"),
            ("4", "Kalkulus", "A", "MA101-A", "20261"),
            ("5", "Kalkulus", "A", "MA101-A", "20252"),
        ] {
            names.add(ClassName {
                number: number.to_owned(),
                course: course.to_owned(),
                name: name.to_owned(),
                code: code.to_owned(),
                semester: semester.to_owned(),
            });
        }
        names
    }

    fn named_in(topic: &str) -> Vec<String> {
        campus().named_in(topic).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn topic_names_a_class_by_course_or_code() {
        for topic in [
            "Algoritma A",
            "Kuliah ALGORITMA (kelas A), pertemuan 3",
            "if101-a pengganti",
            "A - Algoritma",
        ] {
            assert_eq!(named_in(topic), ["1"], "{topic}");
        }
    }

    #[test]
    fn course_within_a_longer_name_does_not_match() {
        assert_eq!(named_in("Algoritma Lanjut A"), ["3"]);
    }

    #[test]
    fn course_alone_names_no_class() {
        for topic in ["Algoritma", "Rapat Dosen", "Algoritma C", ""] {
            assert_eq!(named_in(topic), [""; 0], "{topic}");
        }
    }

    #[test]
    fn topic_that_fits_two_classes_names_both() {
        assert_eq!(named_in("Algoritma A dan B"), ["1", "2"]);
        assert_eq!(
            named_in("Algoritma A, IF101-B"),
            ["2"],
            "a code that is one of those named says which"
        );
        assert_eq!(
            named_in("Algoritma A, MA101-A"),
            ["1", "4", "5"],
            "else neither is taken"
        );
    }

    #[test]
    fn semester_in_the_topic_selects_the_class() {
        assert_eq!(named_in("Kalkulus A"), ["4", "5"]);
        assert_eq!(named_in("Kalkulus A 20261"), ["4"]);
    }
}
