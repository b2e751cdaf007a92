//! Many memberships at once: distributed by course, and no slower if mail cannot be sent.

use std::sync::Arc;
use std::time::Duration;

use selaras_campus::Campus;
use selaras_campus::moodle::{CostModel, Fault, WelcomeMessage};
use selaras_kinds::object::Membership;
use selaras_platform::{LearningPlatform, Need, Standing};

use crate::campus::{Term, id};

fn places(term: &Term, group: bool) -> Vec<Membership> {
    let courses = term.courses.len();
    (0..courses)
        .flat_map(|course| (0..term.people.len()).map(move |person| (person, course)))
        .map(|(person, course)| {
            let mut place = term.enrolment(person, course);
            if !group {
                place.group = None;
            }
            place
        })
        .collect()
}

/// A Moodle with rows of negligible cost, which counts the calls that wait for each other. Each call takes long enough that
/// calls of two jobs meet on a busy machine, too.
fn quick() -> CostModel {
    CostModel {
        call: Duration::from_millis(40),
        ..CostModel::measured().faster(400.0)
    }
}

/// Enrols by two jobs at once, as on the first day of a term. Returns their sessions.
async fn enrolled_by_two_jobs(
    term: &Term,
    first: &[Membership],
    second: &[Membership],
) -> [Arc<dyn LearningPlatform>; 2] {
    let session = || async { term.moodle.session(&[Need::Enrolling]).await.unwrap() };
    let sessions = [session().await, session().await];
    let (one, other) = tokio::join!(sessions[0].enrol(first), sessions[1].enrol(second));
    assert!(one.unwrap().iter().chain(&other.unwrap()).all(Result::is_ok));
    sessions
}

#[tokio::test]
async fn concurrent_group_changes_belong_to_different_courses() {
    let campus = Campus::builder().students(10).moodle_cost(quick());
    let term = Term::on(campus, 100, 8).await;
    let all = places(&term, true);
    // They share the locks of the courses.
    let (first, second) = all.split_at(all.len() / 2 + 50);
    enrolled_by_two_jobs(&term, first, second).await;
    let counts = term.campus.moodle().counts();
    assert_eq!((counts.enrolments, counts.memberships), (800, 800));
    let (waited, at_once) = term.campus.moodle().group_changes();
    assert_eq!(waited, 0, "no call waited for another of its course");
    assert!(at_once >= 2, "and groups of different courses were changed at once");
}

/// A Moodle on MariaDB, where calls in progress that enrol the same people deadlock.
fn quick_on_mariadb() -> CostModel {
    CostModel {
        deadlocks: true,
        ..quick()
    }
}

#[tokio::test]
async fn concurrent_enrolments_belong_to_different_people() {
    let campus = Campus::builder().students(10).moodle_cost(quick_on_mariadb());
    let term = Term::on(campus, 100, 8).await;
    let all = places(&term, true);
    // Both have the same people.
    let (first, second) = all.split_at(all.len() / 2 + 50);
    let sessions = enrolled_by_two_jobs(&term, first, second).await;
    assert_eq!(term.campus.moodle().counts().memberships, 800);
    let (one, other) = tokio::join!(sessions[0].suspend(first, &[]), sessions[1].suspend(second, &[]));
    assert!(one.unwrap().iter().chain(&other.unwrap()).all(Result::is_ok));
    assert_eq!(term.campus.moodle().deadlocks(), 0);
}

#[tokio::test]
async fn call_refused_by_a_deadlock_is_repeated_once_and_not_divided() {
    let term = Term::of(20, 2).await;
    let rows = places(&term, true);
    let double = term.campus.moodle();
    let enrol = "enrol_manual_enrol_users";
    double.faults().next_of(enrol, 1, Fault::deadlock());
    let answers = term.moodle.enrol(&rows).await.unwrap();
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(double.calls(enrol), 2);
}

#[tokio::test]
async fn answers_are_in_the_order_of_the_rows() {
    let term = Term::of(40, 12).await;
    let mut rows = places(&term, true);
    // Shuffled by a stride that shares no divisor with their number.
    rows = (0..rows.len()).map(|at| rows[at * 7 % rows.len()].clone()).collect();
    rows[100].user = 4711;
    rows[333].group = Some(4711);
    let answers = term.moodle.enrol(&rows).await.unwrap();
    let wrong: Vec<usize> = (0..rows.len()).filter(|row| answers[*row].is_err()).collect();
    assert_eq!(wrong, [100, 333]);
}

/// Counts the calls for 1,000 enrolments in this many courses.
async fn calls_for_a_thousand(courses: usize, group: bool, welcome: WelcomeMessage) -> (u64, Vec<String>) {
    let term = Term::of(1000 / courses, courses).await;
    let double = term.campus.moodle();
    double.welcome_message(welcome);
    let before = double.all_calls();
    let session = term.moodle.session(&[Need::Enrolling]).await.unwrap();
    let rows = places(&term, group);
    for batch in rows.chunks(session.membership_limits().rows) {
        let answers = session.enrol(batch).await.unwrap();
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    }
    let counts = double.counts();
    assert_eq!(counts.enrolments, 1000);
    assert_eq!(counts.memberships, if group { 1000 } else { 0 });
    let warnings = session.warnings();
    assert!(warnings.iter().all(|warning| warning.standing == Standing::Warning));
    let told = warnings
        .into_iter()
        .map(|warning| format!("{} {}", warning.text, warning.mend.unwrap()))
        .collect();
    (double.all_calls() - before, told)
}

#[tokio::test]
async fn unsent_mail_costs_at_most_one_look_per_course_and_one_warning() {
    for (courses, group) in [(1, true), (1, false), (40, true), (40, false)] {
        let (good, quiet) = calls_for_a_thousand(courses, group, WelcomeMessage::Fine).await;
        assert!(quiet.is_empty());
        let (broken, told) = calls_for_a_thousand(courses, group, WelcomeMessage::CannotBeSent).await;
        // A group takes people of its course only, so no person is looked for.
        assert_eq!(broken, good + if group { 0 } else { courses as u64 });
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].contains("tetap terdaftar") && told[0].contains("Matikan pesan itu"),
            "{told:?}"
        );
    }
}

#[tokio::test]
async fn bad_row_is_found_although_mail_cannot_be_sent() {
    let term = Term::of(50, 2).await;
    term.campus.moodle().welcome_message(WelcomeMessage::CannotBeSent);
    let mut rows = places(&term, true);
    rows[17].user = 4711;
    let session = term.moodle.session(&[Need::Enrolling]).await.unwrap();
    let answers = session.enrol(&rows).await.unwrap();
    let wrong: Vec<usize> = (0..rows.len()).filter(|row| answers[*row].is_err()).collect();
    assert_eq!(wrong, [17]);
    assert!(
        answers[17]
            .as_ref()
            .unwrap_err()
            .to_string()
            .contains("Akun orang ini tidak ada lagi")
    );
    let course = id(term.courses[0]);
    assert_eq!(term.campus.moodle().enrolled(course).len(), 49);
}

#[tokio::test]
async fn suspension_is_done_although_mail_cannot_be_sent() {
    let term = Term::of(5, 1).await;
    let rows = places(&term, true);
    term.moodle.enrol(&rows).await.unwrap();
    term.campus.moodle().welcome_message(WelcomeMessage::CannotBeSent);
    let session = term.moodle.session(&[Need::Suspending]).await.unwrap();
    let answers = session.suspend(&rows[..2], &[]).await.unwrap();
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(term.campus.moodle().suspended(id(term.courses[0])).len(), 2);
    assert_eq!(session.warnings().len(), 1);
}
