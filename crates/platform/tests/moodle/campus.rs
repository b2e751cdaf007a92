//! The demo campus's Moodle with people in it, and a connector to it.

use selaras_campus::{Campus, CampusBuilder};
use selaras_kinds::object::{Membership, Object, PlatformId, Role};
use selaras_platform::moodle::{Moodle, MoodleSettings};
use selaras_platform::{LearningPlatform, Outcome};

use crate::{course, group, student};

/// The capabilities that the demo's Moodle checks, as an administrator assigns them by the guide.
pub(crate) const GUIDED: [&str; 18] = [
    "enrol/manual:enrol",
    "enrol/manual:unenrol",
    "gradereport/user:view",
    "moodle/category:manage",
    "moodle/course:create",
    "moodle/course:enrolreview",
    "moodle/course:managegroups",
    "moodle/course:update",
    "moodle/course:useremail",
    "moodle/course:viewparticipants",
    "moodle/grade:viewall",
    "moodle/grade:viewhidden",
    "moodle/site:accessallgroups",
    "moodle/site:viewuseridentity",
    "moodle/user:create",
    "moodle/user:update",
    "moodle/user:viewalldetails",
    "moodle/user:viewdetails",
];

pub(crate) fn connected(campus: &Campus) -> Moodle {
    let mut settings = MoodleSettings::new(campus.moodle_url().parse().unwrap(), campus.moodle_token().into());
    settings.root_category = 1;
    Moodle::new(settings)
        .unwrap()
        .with_pause(|_| Box::pin(std::future::ready(())))
}

/// A campus with people, and courses that have two groups each.
pub(crate) struct Term {
    pub(crate) campus: Campus,
    pub(crate) moodle: Moodle,
    pub(crate) people: Vec<PlatformId>,
    pub(crate) courses: Vec<PlatformId>,
    /// Group A and group B of each course.
    pub(crate) groups: Vec<[PlatformId; 2]>,
}

impl Term {
    pub(crate) async fn of(people: usize, courses: usize) -> Self {
        Self::on(Campus::builder().students(10), people, courses).await
    }

    pub(crate) async fn on(campus: CampusBuilder, people: usize, courses: usize) -> Self {
        let campus = campus.start().await.unwrap();
        let moodle = connected(&campus);
        let rows: Vec<Object> = (0..people).map(|at| student(&format!("26{at:05}"))).collect();
        let people = made(&moodle, &rows).await;
        let rows: Vec<Object> = (0..courses)
            .map(|at| course(&format!("IF{at}"), &format!("selaras:mata_kuliah:{at}"), 1))
            .collect();
        let courses = made(&moodle, &rows).await;
        let named = |name: &str| -> Vec<Object> {
            let idnumber = |course: &PlatformId| format!("selaras:kelas:{name}{course}");
            courses
                .iter()
                .map(|course| group(&idnumber(course), name, *course))
                .collect()
        };
        let (a, b) = (made(&moodle, &named("A")).await, made(&moodle, &named("B")).await);
        let groups = a.into_iter().zip(b).map(|(a, b)| [a, b]).collect();
        Self {
            campus,
            moodle,
            people,
            courses,
            groups,
        }
    }

    /// A student's membership in a course and its group A.
    pub(crate) fn enrolment(&self, person: usize, course: usize) -> Membership {
        Membership {
            user: self.people[person],
            course: self.courses[course],
            group: Some(self.groups[course][0]),
            role: Role::Student,
        }
    }
}

async fn made(moodle: &Moodle, rows: &[Object]) -> Vec<PlatformId> {
    let mut ids = Vec::new();
    for batch in rows.chunks(150) {
        for outcome in moodle.create_objects(batch).await.unwrap() {
            match outcome {
                Outcome::Created(id) => ids.push(id),
                other => panic!("{other:?}"),
            }
        }
    }
    ids
}

/// An id in the type that the demo's Moodle uses.
pub(crate) fn id(id: PlatformId) -> u64 {
    id.unsigned_abs()
}
