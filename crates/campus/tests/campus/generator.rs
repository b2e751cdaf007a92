//! The generated university is deterministic and consistent.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use selaras_campus::generator::{Gender, LargeClass, University};

const SIZES: [usize; 5] = [0, 1, 37, 2000, 20_000];

fn assert_unique<T: Eq + Hash + std::fmt::Debug>(keys: impl Iterator<Item = T>) {
    let mut seen = HashSet::new();
    for key in keys {
        let shown = format!("{key:?}");
        assert!(seen.insert(key), "twice: {shown}");
    }
}

#[test]
fn same_seed_gives_the_same_university() {
    let (one, same, other) = (
        University::new(7, 2000),
        University::new(7, 2000),
        University::new(8, 2000),
    );
    for index in 0..100 {
        assert_eq!(one.student(index), same.student(index));
        assert_eq!(one.teacher(index), same.teacher(index));
        assert_eq!(one.class(index), same.class(index));
        assert_eq!(one.members(index), same.members(index));
    }
    assert!((0..100).any(|index| one.student(index).name != other.student(index).name));
}

#[test]
fn keys_are_unique() {
    for size in SIZES {
        let university = University::new(7, size);
        assert_unique((0..size).map(|index| university.student(index).npk()));
        assert_unique((0..size).map(|index| university.student(index).email()));
        assert_unique((0..university.teachers()).map(|index| university.teacher(index).nik));
        assert_unique((0..university.teachers()).map(|index| university.teacher(index).email));
        assert_unique((0..university.courses()).map(|index| university.course(index).matakuliah_id));
        assert_unique((0..university.classes()).map(|index| university.class(index).jadwal_kuliah_detail_id));
        assert_unique((0..university.classes()).map(|index| university.class(index).kelas_id));
        assert_unique(university.programs().into_iter().map(|program| program.program_id));
        assert_unique(
            university
                .departments()
                .into_iter()
                .map(|department| department.kode_jurusan),
        );
        assert_unique(
            university
                .semesters()
                .into_iter()
                .map(|semester| semester.kode_semester),
        );
    }
}

#[test]
fn three_strings_name_one_class() {
    for size in SIZES {
        let university = University::new(7, size);
        for index in 0..university.classes() {
            let class = university.class(index);
            let found = university.find_class(&class.nama_mata_kuliah, &class.nama_kelas, &class.program_id);
            assert_eq!(found, Some(index));
        }
        assert_eq!(university.find_class("Tidak Ada", "A", "11"), None);
        assert_eq!(university.find_class("Pendidikan Pancasila", "ZZZ", "11"), None);
    }
}

#[test]
fn every_reference_resolves() {
    let university = University::new(7, 2000);
    let years: HashSet<String> = university
        .academic_years()
        .into_iter()
        .map(|year| year.kode_tahun_ajaran)
        .collect();
    let semesters: HashSet<String> = university
        .semesters()
        .into_iter()
        .map(|row| row.kode_semester)
        .collect();
    let departments: HashSet<&str> = university
        .departments()
        .into_iter()
        .map(|row| row.kode_jurusan)
        .collect();
    let programs: HashSet<&str> = university.programs().into_iter().map(|row| row.program_id).collect();
    assert!(
        university
            .semesters()
            .iter()
            .all(|semester| years.contains(&semester.kode_tahun_ajaran))
    );
    assert!(
        university
            .programs()
            .iter()
            .all(|program| departments.contains(program.kode_jurusan))
    );
    assert!(
        university
            .programs()
            .iter()
            .all(|program| semesters.contains(program.kode_semester))
    );
    let prodi: HashSet<&str> = university.programs().into_iter().map(|row| row.kode_prodi).collect();
    assert!(
        university
            .departments()
            .iter()
            .all(|department| prodi.contains(department.kode_prodi))
    );

    let courses: HashSet<(String, String)> = (0..university.courses())
        .map(|index| university.course(index))
        .map(|course| {
            (
                course.nama_mata_kuliah.nama_matakuliah.into_owned(),
                course.program_id.into_owned(),
            )
        })
        .collect();
    assert_eq!(
        courses.len(),
        university.courses(),
        "a course is known by its name and program"
    );
    let mut classes = HashSet::new();
    for index in 0..university.classes() {
        let class = university.class(index);
        assert!(programs.contains(&*class.program_id) && semesters.contains(class.semester));
        assert!(courses.contains(&(class.nama_mata_kuliah.to_string(), class.program_id.to_string())));
        classes.insert((
            class.nama_mata_kuliah.into_owned(),
            class.nama_kelas.into_owned(),
            class.program_id.into_owned(),
        ));
    }
    let mut taught = HashMap::new();
    for teacher in 0..university.teachers() {
        for teaching in university.teachings(teacher) {
            assert_eq!(teaching.nik, university.nik(teacher));
            let class = (
                teaching.nama_mata_kuliah.into_owned(),
                teaching.nama_kelas.into_owned(),
                teaching.program_id.into_owned(),
            );
            assert!(classes.contains(&class));
            *taught.entry(class).or_insert(0) += 1;
        }
    }
    assert_eq!(taught.len(), classes.len(), "each class has a teacher");
    assert!(taught.values().all(|teachers| *teachers <= 2));
    assert!(taught.values().any(|teachers| *teachers == 2));
}

#[test]
fn students_are_in_five_to_eight_classes_and_lists_agree() {
    let university = University::new(7, 2000);
    let mut by_class: HashMap<usize, HashSet<usize>> = HashMap::new();
    for student in 0..university.students() {
        let classes = university.classes_of(student);
        assert!((5..=8).contains(&classes.len()));
        for class in classes {
            assert!(by_class.entry(class).or_default().insert(student));
        }
    }
    for class in 0..university.classes() {
        let members = university.members(class);
        assert!(members.len() <= 80, "{} in one room", members.len());
        assert_eq!(
            members.iter().copied().collect::<HashSet<_>>(),
            by_class.remove(&class).unwrap_or_default()
        );
    }
}

#[test]
fn university_has_realistic_proportions() {
    let university = University::new(7, 20_000);
    let memberships: usize = (0..university.classes())
        .map(|class| university.members(class).len())
        .sum();
    let average = memberships / university.classes();
    assert!((30..=42).contains(&average), "{average} students a class");
    assert_eq!(university.teachers(), 1000);
    assert!((8..=12).contains(&university.programs().len()));
    let guests: usize = (0..university.classes())
        .map(|class| university.mbkm_members(class).len())
        .sum();
    assert!(guests > 0 && guests < memberships / 20);
}

#[test]
fn names_are_realistic() {
    let university = University::new(7, 5000);
    let people: Vec<_> = (0..5000).map(|index| university.student(index)).collect();
    let single = people.iter().filter(|student| student.name.parts().len() == 1).count();
    assert!((50..1000).contains(&single), "{single} people of one name");
    assert!(people.iter().any(|student| student.name.to_string().contains('\'')));
    let women = people.iter().filter(|student| student.gender == Gender::Woman).count();
    assert!((2000..3000).contains(&women));
    let all = |name: &str, gender| {
        people
            .iter()
            .filter(|student| student.name.parts()[0] == name)
            .all(|student| student.gender == gender)
    };
    assert!(all("Siti", Gender::Woman) && all("Bambang", Gender::Man));
    let different: HashSet<String> = people.iter().map(|student| student.name.to_string()).collect();
    assert!(different.len() > 2000, "only {} different names", different.len());
    for teacher in (0..university.teachers()).map(|index| university.teacher(index)) {
        let whole = format!("{} {}", teacher.nama_depan, teacher.nama_belakang);
        assert_eq!(whole.trim(), teacher.nama_lengkap);
    }
}

#[test]
fn a_large_class_has_its_own_course_and_students() {
    let large = LargeClass {
        nama_mk: "Kuliah \"Umum\"".to_owned(),
        nama_kelas: "A".to_owned(),
        program_id: "11".to_owned(),
        size: 300,
    };
    let university = University::new(7, 100).with_large_class(large);
    let class = university.find_class("Kuliah \"Umum\"", "A", "11").unwrap();
    assert_eq!(class, university.classes() - 1);
    assert_eq!(university.members(class).len(), 300);
    assert_unique(
        university
            .members(class)
            .into_iter()
            .map(|student| university.student(student).npk()),
    );
    let course = university.course(university.courses() - 1);
    assert_eq!(course.nama_mata_kuliah.nama_matakuliah, "Kuliah \"Umum\"");
    assert!((0..university.teachers()).any(|teacher| {
        university
            .teachings(teacher)
            .iter()
            .any(|teaching| teaching.nama_mata_kuliah == "Kuliah \"Umum\"")
    }));
}

#[test]
fn a_million_students_are_computed_not_kept() {
    let university = University::new(7, 1_000_000);
    let last = university.student(999_999);
    assert_eq!(last.npk().len(), 9);
    let classes = university.classes_of(999_999);
    assert!(
        classes
            .iter()
            .all(|class| university.members(*class).contains(&999_999))
    );
    assert!((150_000..180_000).contains(&university.classes()));
}
