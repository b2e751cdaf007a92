//! Which jobs must not run at the same time. Of two jobs on the same rows the younger waits; otherwise both would create the
//! same objects.

use super::{Subject, Verb};
use crate::tables::people_of;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use selaras_kinds::{Kind, KindName, kelas::Kelas, mata_kuliah::MataKuliah};

/// The other kinds that a job writes: fixing a person also sends the account, the classes and their courses.
fn further_kinds(kind: &str, verb: Verb) -> Vec<&'static str> {
    match verb {
        Verb::Mend => [Kelas::NAME, MataKuliah::NAME]
            .into_iter()
            .chain(people_of(kind).map(|(people, _)| people))
            .collect(),
        _ => Vec::new(),
    }
}

/// True if two jobs are rivals, by subject and verb.
pub(super) fn are_rivals(one: (Subject, Verb), other: (Subject, Verb)) -> bool {
    let kinds = |(about, verb): (Subject, Verb)| {
        let mut kinds = further_kinds(about.as_str(), verb);
        kinds.push(about.as_str());
        kinds
    };
    let others = kinds(other);
    kinds(one).iter().any(|kind| others.contains(kind))
}

/// The same condition in SQL, for the jobs that a query calls `one` and `other`.
pub(super) fn rivals(one: &'static str, other: &'static str) -> Condition {
    let of = |job: &'static str, column: &'static str| Expr::col((job, column));
    let mends = |job: &'static str| of(job, "verb").eq(Verb::Mend);
    let mut any = Condition::any()
        .add(of(one, "kind").equals((other, "kind")))
        .add(mends(one).and(mends(other)));
    for enrolments in KindName::all().iter().filter(|kind| kind.has_enrolments()) {
        for (one, other) in [(one, other), (other, one)] {
            let mends = mends(one).and(of(one, "kind").eq(enrolments.as_str()));
            let kinds = further_kinds(enrolments.as_str(), Verb::Mend);
            any = any.add(mends.and(of(other, "kind").is_in(kinds)));
        }
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixing_a_person_rivals_exports_it_depends_on() {
        let job = |kind: &str, verb| (Subject::parse(kind).unwrap(), verb);
        let student = job("mahasiswa", Verb::Mend);
        let teacher = job("mengajar", Verb::Mend);
        for (mend, rivals, others) in [
            (
                student,
                &["mahasiswa", "kelas", "mata_kuliah"][..],
                &["pengajar", "mahasiswa_mbkm", "prodi", "campus"][..],
            ),
            (
                teacher,
                &["mengajar", "pengajar", "kelas", "mata_kuliah"][..],
                &["mahasiswa", "semester", "zoom"][..],
            ),
        ] {
            for (kinds, expected) in [(rivals, true), (others, false)] {
                for kind in kinds {
                    let other = job(kind, Verb::Export);
                    assert_eq!(are_rivals(mend, other), expected, "{kind}");
                    assert_eq!(are_rivals(other, mend), expected, "{kind}");
                }
            }
        }
        assert!(are_rivals(student, teacher));
        assert!(are_rivals(job("kelas", Verb::Sync), job("kelas", Verb::Export)));
        assert!(!are_rivals(
            job("kelas", Verb::Export),
            job("mata_kuliah", Verb::Export)
        ));
    }
}
