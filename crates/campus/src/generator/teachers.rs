//! Teachers and their classes.

use super::chance::{draw, take, topic};
use super::names::name;
use super::people::{Phone, text, write_digits};
use super::rows::Teacher;

const BEFORE: [&str; 6] = ["", "", "", "Dr.", "Prof. Dr.", "Ir."];
const AFTER: [&str; 10] = [
    "M.Kom.",
    "S.T., M.T.",
    "M.M.",
    "S.E., M.Ak.",
    "S.H., M.H.",
    "M.Psi., Psikolog",
    "M.Kep., Ns.",
    "M.Hum.",
    "Ph.D.",
    "M.Pd.",
];

/// The university's number of a teacher: year and month of birth, then the teacher's own number.
pub(crate) fn nik(seed: u64, teacher: usize) -> String {
    let (year, month, _) = birth(seed, teacher);
    text(|out| {
        write_digits(out, year, 4);
        write_digits(out, month, 2);
        write_digits(out, teacher as u64 + 1, 3);
    })
}

pub(crate) fn teacher(seed: u64, index: usize) -> Teacher {
    let luck = draw(seed, topic::TEACHER_NAME, index as u64);
    let woman = luck >> 63 == 1;
    let name = name(luck >> 1, woman);
    let nama_lengkap = name.to_string();
    let (nama_depan, nama_belakang) = nama_lengkap.rsplit_once(' ').unwrap_or((&nama_lengkap, ""));
    let mut life = draw(seed, topic::TEACHER_LIFE, index as u64);
    let (year, month, day) = birth(seed, index);
    let nik = nik(seed, index);
    let hired = year + 26 + take(&mut life, 8) as u64;
    Teacher {
        // Birth, month of appointment, gender, and a number within the month: the shape of a civil servant's number.
        nip: format!(
            "{year}{month:02}{day:02}{hired}{:02}{}{:03}",
            1 + take(&mut life, 12),
            u8::from(woman) + 1,
            index % 1000
        ),
        gelar_awal: BEFORE[take(&mut life, BEFORE.len() as u64)],
        gelar_akhir: AFTER[take(&mut life, AFTER.len() as u64)],
        email: text(|out| {
            name.write_slug(out);
            out.push(b'.');
            out.extend_from_slice(nik.as_bytes());
            out.extend_from_slice(b"@nusantara.example");
        }),
        hp: text(|out| Phone(life).write(out)),
        nama_depan: nama_depan.to_owned(),
        nama_belakang: nama_belakang.to_owned(),
        nik,
        nama_lengkap,
    }
}

fn birth(seed: u64, teacher: usize) -> (u64, u64, u64) {
    let mut luck = draw(seed, topic::TEACHER_LIFE, !(teacher as u64));
    (
        1958 + take(&mut luck, 38) as u64,
        1 + take(&mut luck, 12) as u64,
        1 + take(&mut luck, 28) as u64,
    )
}

/// The classes that a teacher leads: consecutive ones, so mostly sections of one course.
pub(crate) fn classes_of(teacher: usize, classes: usize, teachers: usize) -> std::ops::Range<usize> {
    (teacher * classes).div_ceil(teachers)..((teacher + 1) * classes).div_ceil(teachers)
}

/// True if a class has a second teacher, who is the neighbour of the first.
pub(crate) fn taught_by_two(seed: u64, class: usize) -> bool {
    draw(seed, topic::TEAM, class as u64).is_multiple_of(12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_one_leading_teacher() {
        for (classes, teachers) in [(325, 100), (7, 12), (0, 12), (100, 100)] {
            let mut seen = 0;
            for teacher in 0..teachers {
                for class in classes_of(teacher, classes, teachers) {
                    assert_eq!(class, seen);
                    seen += 1;
                }
            }
            assert_eq!(seen, classes);
        }
    }
}
