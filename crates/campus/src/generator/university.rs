//! The university: all data that its system serves.

use std::borrow::Cow;
use std::collections::HashMap;

use super::catalogue::{PRODI, SEMESTER, YEAR, YEARS};
use super::chance::{draw, take, topic};
use super::curriculum::{Curriculum, section_name, section_number, takes};
use super::people::{MbkmStudent, Student};
use super::rows::{AcademicYear, Class, Course, CourseName, Department, Program, Semester, Teacher, Teaching};
use super::teachers;

/// A class larger than any room, for benchmarks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargeClass {
    /// The name of its course, which has only this class.
    pub nama_mk: String,
    /// Its name within the course.
    pub nama_kelas: String,
    /// The program of its course.
    pub program_id: String,
    /// Its students: the university's first ones, and generated ones beyond.
    pub size: usize,
}

/// A university of some size, the same for the same seed. See the [module](super).
pub struct University {
    seed: u64,
    students: usize,
    curriculum: Curriculum,
    course_of: HashMap<String, usize>,
    large: Option<LargeClass>,
}

/// The first values of the source's sequential keys.
const FIRST_CLASS_ID: usize = 90_001;
const FIRST_COURSE_ID: usize = 4_001;

impl University {
    /// Creates it.
    #[must_use]
    pub fn new(seed: u64, students: usize) -> Self {
        let curriculum = Curriculum::new(seed, students);
        let mut course_of = HashMap::with_capacity(curriculum.courses.len());
        for (index, course) in curriculum.courses.iter().enumerate() {
            let program = &curriculum.programs[curriculum.cohorts[course.cohort].program];
            course_of.insert(course_key(program.program_id, &course.nama), index);
        }
        Self {
            seed,
            students,
            curriculum,
            course_of,
            large: None,
        }
    }

    /// Adds one class of any size, with its own course.
    #[must_use]
    pub fn with_large_class(mut self, large: LargeClass) -> Self {
        self.large = Some(large);
        self
    }

    /// The number of students.
    #[must_use]
    pub fn students(&self) -> usize {
        self.students
    }

    /// The number of teachers: about one for twenty students.
    #[must_use]
    pub fn teachers(&self) -> usize {
        (self.students / 20).max(12)
    }

    /// The number of guests of the MBKM exchange.
    #[must_use]
    pub fn mbkm_students(&self) -> usize {
        (self.students / 100).max(8)
    }

    /// The number of courses, including the large class's own.
    #[must_use]
    pub fn courses(&self) -> usize {
        self.curriculum.courses.len() + usize::from(self.large.is_some())
    }

    /// The number of classes, including the large one.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.curriculum.classes + usize::from(self.large.is_some())
    }

    /// The academic years in the system.
    #[must_use]
    pub fn academic_years(&self) -> Vec<AcademicYear> {
        let year = |year: u16| AcademicYear {
            kode_tahun_ajaran: year.to_string(),
            nama_tahun_ajaran: year_name(year),
        };
        YEARS.into_iter().map(year).collect()
    }

    /// Two semesters a year, up to the current one.
    #[must_use]
    pub fn semesters(&self) -> Vec<Semester> {
        let halves = YEARS
            .into_iter()
            .flat_map(|year| [(year, 1, "Gasal"), (year, 2, "Genap")]);
        halves
            .filter(|(year, half, _)| *year < YEAR || *half == 1)
            .map(|(year, half, name)| Semester {
                kode_semester: format!("{year}{half}"),
                nama_semester: format!("{name} {}", year_name(year)),
                kode_tahun_ajaran: year.to_string(),
                nama_tahun_ajaran: year_name(year),
                tanggal_mulai: if half == 1 {
                    format!("{year}-09-01")
                } else {
                    format!("{}-02-01", year + 1)
                },
                tanggal_selesai: if half == 1 {
                    format!("{}-01-31", year + 1)
                } else {
                    format!("{}-07-31", year + 1)
                },
            })
            .collect()
    }

    /// The programs.
    #[must_use]
    pub fn programs(&self) -> Vec<Program> {
        let row = |plan: &super::curriculum::ProgramPlan| Program {
            program_id: plan.program_id,
            nama_program: if plan.evening { "Kelas Karyawan" } else { "Reguler" },
            kode_prodi: plan.prodi.kode,
            nama_prodi: plan.prodi.nama,
            kode_jurusan: plan.prodi.kode_jurusan,
            nama_jurusan: plan.prodi.nama_jurusan,
            kode_semester: SEMESTER,
        };
        self.curriculum.programs.iter().map(row).collect()
    }

    /// The departments, each with its first prodi.
    #[must_use]
    pub fn departments(&self) -> Vec<Department> {
        let mut departments: Vec<Department> = Vec::new();
        for prodi in &PRODI {
            if departments.iter().all(|known| known.kode_jurusan != prodi.kode_jurusan) {
                departments.push(Department {
                    kode_jurusan: prodi.kode_jurusan,
                    nama_jurusan: prodi.nama_jurusan,
                    kode_prodi: prodi.kode,
                    nama_prodi: prodi.nama,
                });
            }
        }
        departments
    }

    /// A course.
    ///
    /// # Panics
    /// If the index is out of range.
    #[must_use]
    pub fn course(&self, index: usize) -> Course<'_> {
        let matakuliah_id = (FIRST_COURSE_ID + index).to_string();
        if let Some(large) = self.large.as_ref().filter(|_| index == self.curriculum.courses.len()) {
            return Course {
                matakuliah_id,
                kode_matakuliah: Cow::Borrowed("UMUM900"),
                kurikulum: "2024",
                program_id: Cow::Borrowed(&large.program_id),
                nama_mata_kuliah: course_name(&large.nama_mk),
            };
        }
        let plan = &self.curriculum.courses[index];
        let cohort = &self.curriculum.cohorts[plan.cohort];
        Course {
            matakuliah_id,
            kode_matakuliah: Cow::Borrowed(&plan.kode),
            kurikulum: if cohort.year < 2024 { "2020" } else { "2024" },
            program_id: Cow::Borrowed(self.curriculum.programs[cohort.program].program_id),
            nama_mata_kuliah: course_name(&plan.nama),
        }
    }

    /// A class.
    ///
    /// # Panics
    /// If the index is out of range.
    #[must_use]
    pub fn class(&self, index: usize) -> Class<'_> {
        const HOURS: [(&str, &str); 5] = [
            ("07:30", "10:00"),
            ("10:15", "12:45"),
            ("13:00", "15:30"),
            ("15:45", "18:15"),
            ("18:30", "21:00"),
        ];
        const DAYS: [&str; 6] = ["Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu"];
        let mut luck = draw(self.seed, topic::TIMETABLE, index as u64);
        let (jam_mulai, jam_selesai) = HOURS[take(&mut luck, HOURS.len() as u64)];
        let hari = DAYS[take(&mut luck, DAYS.len() as u64)];
        let id = (FIRST_CLASS_ID + index).to_string();
        if let Some(large) = self.large.as_ref().filter(|_| index == self.curriculum.classes) {
            return Class {
                jadwal_kuliah_detail_id: id,
                kelas_id: format!("UMUM900-{}", large.nama_kelas),
                nama_kelas: Cow::Borrowed(&large.nama_kelas),
                nama_mata_kuliah: Cow::Borrowed(&large.nama_mk),
                semester: SEMESTER,
                program_id: Cow::Borrowed(&large.program_id),
                jam_mulai,
                jam_selesai,
                status_matakuliah: "Wajib",
                jumlah_sks: 2,
                hari,
            };
        }
        let (course, section) = self.curriculum.section_of_class(index);
        let plan = &self.curriculum.courses[course];
        let nama_kelas = section_name(section);
        Class {
            jadwal_kuliah_detail_id: id,
            kelas_id: format!("{}-{nama_kelas}", plan.kode),
            nama_kelas: Cow::Owned(nama_kelas),
            nama_mata_kuliah: Cow::Borrowed(&plan.nama),
            semester: SEMESTER,
            program_id: Cow::Borrowed(
                self.curriculum.programs[self.curriculum.cohorts[plan.cohort].program].program_id,
            ),
            jam_mulai,
            jam_selesai,
            status_matakuliah: if plan.elective { "Pilihan" } else { "Wajib" },
            jumlah_sks: 2 + take(&mut luck, 3) as u8,
            hari,
        }
    }

    /// The class with this number in the timetable.
    pub(crate) fn class_with_id(&self, id: &str) -> Option<usize> {
        let index = id.parse::<usize>().ok()?.checked_sub(FIRST_CLASS_ID)?;
        (index < self.classes()).then_some(index)
    }

    /// The class that a request names by three strings.
    #[must_use]
    pub fn find_class(&self, nama_mk: &str, nama_kelas: &str, program_id: &str) -> Option<usize> {
        if let Some(large) = &self.large
            && (
                large.nama_mk.as_str(),
                large.nama_kelas.as_str(),
                large.program_id.as_str(),
            ) == (nama_mk, nama_kelas, program_id)
        {
            return Some(self.curriculum.classes);
        }
        let plan = &self.curriculum.courses[*self.course_of.get(&course_key(program_id, nama_mk))?];
        let section = section_number(nama_kelas)?;
        (section < plan.sections).then_some(plan.first_class + section)
    }

    /// The classes with this name in all programs: the MBKM call gives no program.
    #[must_use]
    pub fn find_classes(&self, nama_mk: &str, nama_kelas: &str) -> Vec<usize> {
        let own = self.curriculum.programs.iter().map(|program| program.program_id);
        let large = self.large.iter().map(|large| large.program_id.as_str());
        let mut classes: Vec<usize> = own
            .chain(large)
            .filter_map(|program_id| self.find_class(nama_mk, nama_kelas, program_id))
            .collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// A student. Indexes beyond the last give generated ones, who are only in the large class.
    #[must_use]
    pub fn student(&self, index: usize) -> Student {
        let year = self
            .curriculum
            .cohort_of(index)
            .map_or(YEAR, |cohort| self.curriculum.cohorts[cohort].year);
        Student::new(self.seed, index, year)
    }

    /// The positions of a class: each has one student or is empty, see [`Self::student_at`].
    #[must_use]
    pub fn places(&self, class: usize) -> usize {
        if let Some(large) = self.large.as_ref().filter(|_| class == self.curriculum.classes) {
            return large.size;
        }
        let (course, section) = self.curriculum.section_of_class(class);
        let plan = &self.curriculum.courses[course];
        plan.positions(section, self.curriculum.cohorts[plan.cohort].size).len()
    }

    /// The student at a position of a class. The positions of students who did not choose an elective are empty.
    #[must_use]
    pub fn student_at(&self, class: usize, place: usize) -> Option<usize> {
        if self.large.is_some() && class == self.curriculum.classes {
            return Some(place);
        }
        let (course, section) = self.curriculum.section_of_class(class);
        let plan = &self.curriculum.courses[course];
        let cohort = &self.curriculum.cohorts[plan.cohort];
        let position = plan.positions(section, cohort.size).start + place;
        let student = cohort.first_student + plan.student_at(position, cohort.size);
        (!plan.elective || takes(self.seed, course, student)).then_some(student)
    }

    /// The students of a class.
    #[must_use]
    pub fn members(&self, class: usize) -> Vec<usize> {
        (0..self.places(class))
            .filter_map(|place| self.student_at(class, place))
            .collect()
    }

    /// The classes of a student, without the large one.
    #[must_use]
    pub fn classes_of(&self, student: usize) -> Vec<usize> {
        let Some(index) = self.curriculum.cohort_of(student) else {
            return Vec::new();
        };
        let cohort = &self.curriculum.cohorts[index];
        let courses = self
            .curriculum
            .courses
            .iter()
            .enumerate()
            .filter(|(_, course)| course.cohort == index);
        courses
            .filter(|(course, plan)| !plan.elective || takes(self.seed, *course, student))
            .map(|(_, plan)| plan.first_class + plan.section_of(student - cohort.first_student, cohort.size))
            .collect()
    }

    /// The guests of a class: in about one class of six, up to four.
    #[must_use]
    pub fn mbkm_members(&self, class: usize) -> Vec<MbkmStudent> {
        let mut luck = draw(self.seed, topic::MBKM_IN_CLASS, class as u64);
        if take(&mut luck, 6) > 0 {
            return Vec::new();
        }
        let count = 1 + take(&mut luck, 4);
        let first = take(&mut luck, self.mbkm_students() as u64);
        (first..first + count)
            .map(|index| MbkmStudent::new(self.seed, index % self.mbkm_students()))
            .collect()
    }

    /// A teacher.
    #[must_use]
    pub fn teacher(&self, index: usize) -> Teacher {
        teachers::teacher(self.seed, index)
    }

    /// The number of a teacher.
    #[must_use]
    pub fn nik(&self, teacher: usize) -> String {
        teachers::nik(self.seed, teacher)
    }

    /// The classes that a teacher leads.
    pub fn classes_led_by(&self, teacher: usize) -> std::ops::Range<usize> {
        teachers::classes_of(teacher, self.classes(), self.teachers())
    }

    /// True for the large class.
    pub(crate) fn is_large(&self, class: usize) -> bool {
        self.large.is_some() && class == self.curriculum.classes
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// The teachings of a teacher.
    #[must_use]
    pub fn teachings(&self, teacher: usize) -> Vec<Teaching<'_>> {
        let (classes, count) = (self.classes(), self.teachers());
        let neighbour = teacher.checked_sub(1).unwrap_or(count - 1);
        let shared =
            teachers::classes_of(neighbour, classes, count).filter(|class| teachers::taught_by_two(self.seed, *class));
        let nik = self.nik(teacher);
        teachers::classes_of(teacher, classes, count)
            .chain(shared)
            .map(|class| {
                let class = self.class(class);
                Teaching {
                    nama_mata_kuliah: class.nama_mata_kuliah,
                    kelas_id: class.kelas_id,
                    program_id: class.program_id,
                    nik: nik.clone(),
                    nama_kelas: class.nama_kelas,
                }
            })
            .collect()
    }
}

fn course_key(program_id: &str, nama: &str) -> String {
    format!("{program_id}\n{nama}")
}

fn course_name(nama: &str) -> CourseName<'_> {
    CourseName {
        nama_matakuliah: Cow::Borrowed(nama),
        nama_matakuliah_id: Cow::Borrowed(nama),
    }
}

fn year_name(year: u16) -> String {
    format!("{year}/{}", year + 1)
}
