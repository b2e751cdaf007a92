//! Laws of the shape.

use proptest::prelude::*;
use selaras_kinds::{
    Kind, Term, Text, day,
    kelas::Kelas,
    mata_kuliah::MataKuliah,
    mengajar::Mengajar,
    object::{Course, Object, Role},
    prodi::Prodi,
    semester::Semester,
};
use selaras_reasons::Reason;
use selaras_shape::{CoursePer, Dates, Level, Made, Pattern, Shape, ShapeFault, Values};

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[A-Za-z0-9 ]{1,8}", "[A-Z]{2}[0-9]{3}"]
}

prop_compose! {
    fn course()(id in "[0-9]{1,4}", code in text(), name in "[A-Za-z]{1,8}", local in text(), program in "[0-9]{0,3}") -> MataKuliah {
        MataKuliah {
            matakuliah_id: id.into(),
            kode_matakuliah: code.trim().into(),
            nama_matakuliah: name.into(),
            nama_matakuliah_id: local.trim().into(),
            program_id: program.into(),
            ..MataKuliah::default()
        }
    }
}

fn values(course: &MataKuliah) -> Values {
    let mut values = Values::default();
    values.add(course);
    values
}

/// A shape with the usual patterns written out.
fn written_out(course: CoursePer) -> Shape {
    let usual = Shape {
        course,
        ..Shape::default()
    };
    Shape {
        fullname: usual.pattern("fullname"),
        shortname: usual.pattern("shortname"),
        group: usual.pattern("group"),
        ..usual
    }
}

proptest! {
    #[test]
    fn usual_pattern_gives_the_name_of_the_kind(course in course()) {
        let object = written_out(CoursePer::MataKuliah).object(&course, &values(&course), 7).unwrap();
        prop_assert_eq!(object.fingerprint(), course.object(7).unwrap().fingerprint());
    }

    #[test]
    fn any_pattern_is_refused_or_names_every_row(pattern in "(\\{\\{ ?[a-z_]{1,14} ?\\}\\}|[ A-Z{}%#|-]){0,6}", course in course()) {
        let shape = Shape { fullname: Pattern(pattern), ..Shape::default() };
        if shape.faults().is_empty() {
            prop_assert!(shape.object(&course, &values(&course), 7).is_ok());
        }
    }
}

fn of_class() -> (Kelas, Values) {
    let class = Kelas {
        jadwal_kuliah_detail_id: "90001".into(),
        nama_kelas: "A".into(),
        nama_mata_kuliah: "Algoritma".into(),
        semester: "20261".into(),
        program_id: "11".into(),
        ..Kelas::default()
    };
    let mut values = Values::default();
    values.add(&class);
    values.add(&Prodi {
        program_id: "11".into(),
        nama_prodi: "Informatika".into(),
        nama_program: "Reguler".into(),
        kode_semester: "20251".into(),
        ..Prodi::default()
    });
    values.add(&Semester {
        kode_semester: "20261".into(),
        nama_semester: "Gasal 2026/2027".into(),
        tanggal_mulai: "2026-09-01".into(),
        tanggal_selesai: "2027-01-31".into(),
        ..Semester::default()
    });
    (class, values)
}

#[test]
fn categories_stand_in_the_order_of_the_shape() {
    let (class, values) = of_class();
    let shape = Shape {
        course: CoursePer::Kelas,
        categories: vec![Level::Prodi, Level::Jurusan, Level::Semester],
        ..Shape::default()
    };
    let category = |idnumber: &str, name: &str| Made::Category {
        idnumber: idnumber.to_owned(),
        name: name.to_owned(),
    };
    // The class has no department, and its own semester comes before that of its study program.
    assert_eq!(
        shape.place(&class, &values).unwrap().unwrap(),
        [
            category("selaras:kategori:p=11", "Informatika (Reguler)"),
            category("selaras:kategori:p=11/s=20261", "Gasal 2026/2027"),
        ]
    );
    assert_eq!(Shape::default().place(&class, &values), Ok(None));
}

#[test]
fn name_ends_with_no_hyphen_that_an_empty_field_left() {
    let (class, values) = of_class();
    let shape = Shape {
        course: CoursePer::Kelas,
        shortname: Pattern("{{ nama_kelas | lower }}-{{ kode_matakuliah }}".to_owned()),
        ..Shape::default()
    };
    match shape.object(&class, &values, 7).unwrap() {
        Object::Course(course) => assert_eq!(course.shortname, "a"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn fingerprint_holds_dates_only_if_they_are_sent() {
    let (class, mut values) = of_class();
    let object = |dates: Dates, values: &Values| {
        let shape = Shape {
            course: CoursePer::Kelas,
            dates,
            ..Shape::default()
        };
        shape.object(&class, values, 1)
    };
    let (without, with) = (
        object(Dates::None, &values).unwrap(),
        object(Dates::Semester, &values).unwrap(),
    );
    assert!(!with.was_sent_as(without.fingerprint()));
    let Object::Course(course) = with else {
        panic!("{with:?}")
    };
    let (first, last) = (day("2026-09-01").unwrap(), day("2027-01-31"));
    assert_eq!(course.term, Some(Term { first, last }));
    let before = Course { term: None, ..course };
    assert_eq!(Object::Course(before), without);

    // A semester without dates sends none, and one that ends before it begins says so.
    values = of_class_in("", "");
    let undated = object(Dates::Semester, &values).unwrap();
    assert!(undated.was_sent_as(object(Dates::None, &values).unwrap().fingerprint()));
    values = of_class_in("2026-09-01", "2026-08-01");
    let refused = object(Dates::Semester, &values);
    assert!(matches!(refused, Err(Reason::SemesterDatesWrong { .. })), "{refused:?}");
    let shape = Shape {
        dates: Dates::Semester,
        ..Shape::default()
    };
    assert_eq!(shape.faults(), [("dates".to_owned(), ShapeFault::NoSemester)]);
}

fn of_class_in(first: &str, last: &str) -> Values {
    let (class, _) = of_class();
    let mut values = Values::default();
    values.add(&class);
    values.add(&Semester {
        kode_semester: "20261".into(),
        tanggal_mulai: first.into(),
        tanggal_selesai: last.into(),
        ..Semester::default()
    });
    values
}

#[test]
fn combined_class_is_a_group_in_every_shape() {
    let (class, values) = of_class();
    let combined = |kelas_induk: &str| Kelas {
        kelas_induk: kelas_induk.into(),
        kelas_id: "IF101-A".into(),
        ..class.clone()
    };
    for course in CoursePer::ALL {
        let shape = Shape {
            course,
            categories: vec![Level::Semester],
            ..Shape::default()
        };
        let object = |class: &Kelas| shape.object(class, &values, 7).unwrap();
        let Object::Group(group) = object(&combined("90002")) else {
            panic!("{course:?}")
        };
        assert_eq!(
            (group.course, &*group.name, &*group.name_if_taken),
            (7, "A", "A (IF101-A)")
        );
        // It stands in the course of the other class, in no place of its own.
        assert_eq!(shape.place(&combined("90002"), &values), Ok(None));
        // Taught by itself again, it is what it was.
        assert_eq!(object(&combined("")), object(&class));
        assert_eq!(shape.place(&combined(""), &values), shape.place(&class, &values));
    }
    // So does a class that was made by form as a course.
    let by_form = Kelas {
        nama_mata_kuliah: Text::default(),
        ..combined("90002")
    };
    let object = Shape::default().object(&by_form, &values, 7).unwrap();
    assert!(matches!(object, Object::Group(_)), "{object:?}");
}

#[test]
fn role_of_a_teaching_is_that_of_the_table() {
    let of = Mengajar::MEMBERSHIP.unwrap();
    let shape = Shape {
        roles: [("asisten".to_owned(), 4)].into(),
        ..Shape::default()
    };
    let role = |peran: &str| {
        let mut teaching = Mengajar {
            peran: peran.into(),
            ..Mengajar::default()
        };
        teaching.complete();
        shape.role(&of, &teaching)
    };
    assert_eq!(role(""), Ok(Role::EditingTeacher));
    assert_eq!(role("Pengampu"), Ok(Role::EditingTeacher));
    assert_eq!(role("ASISTEN"), Ok(Role::Numbered(4)));
    let name = "tamu".to_owned();
    assert_eq!(role("tamu"), Err(Reason::TeachingRoleUnknown { name }));
    assert_eq!(shape.roles_of(&of), [Role::EditingTeacher, Role::Numbered(4)]);
    let faulty = Shape {
        roles: [
            ("pengampu".to_owned(), 4),
            ("Tamu".to_owned(), 4),
            ("asisten".to_owned(), 0),
        ]
        .into(),
        ..Shape::default()
    };
    let faults: Vec<_> = faulty.faults().into_iter().map(|(_, fault)| fault).collect();
    assert_eq!(faults, [ShapeFault::RoleName, ShapeFault::RoleId, ShapeFault::RoleName]);
}
