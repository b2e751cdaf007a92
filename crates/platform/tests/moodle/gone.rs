//! Objects that were deleted by hand on Moodle harm no others, and their ids are told.

use std::collections::HashSet;

use selaras_kinds::object::{Membership, Sort};
use selaras_platform::{Departure, GroupChange, LearningPlatform, Need, Outcome};

use crate::campus::{GUIDED, Term, id};
use crate::{course, group};

#[tokio::test]
async fn deleted_course_refuses_only_its_own_rows() {
    let term = Term::of(2, 5).await;
    let moodle = term.moodle.session(&[Need::Enrolling]).await.unwrap();
    let rows: Vec<Membership> = (0..5).map(|course| term.enrolment(0, course)).collect();
    term.campus.moodle().delete_course(id(term.courses[3]));
    let answers = moodle.enrol(&rows).await.unwrap();
    let refused: Vec<usize> = (0..5).filter(|row| answers[*row].is_err()).collect();
    assert_eq!(refused, [3]);
    let reason = answers[3].as_ref().unwrap_err().to_string();
    assert!(reason.starts_with("Course ini tidak ada lagi di Moodle"), "{reason}");
    assert_eq!(moodle.unknown_ids(), HashSet::from([(Sort::Course, term.courses[3])]));
    let known: Vec<_> = term.courses.iter().map(|id| (*id, course("X", "x", 1))).collect();
    let found = moodle.read_objects(&known).await.unwrap();
    assert_eq!(
        found.iter().map(Option::is_none).collect::<Vec<_>>(),
        [false, false, false, true, false]
    );
}

#[tokio::test]
async fn deleted_group_is_told_from_a_taken_name() {
    let term = Term::of(1, 1).await;
    let [a, b] = term.groups[0];
    let named = |name: &str| group("selaras:kelas:x", name, term.courses[0]);
    // The other group has the name, so the second name is used.
    let outcomes = term.moodle.update_objects(&[(a, named("B"))]).await.unwrap();
    assert_eq!(outcomes, [Outcome::Updated]);
    assert!(term.campus.moodle().delete_group(id(a)));
    let outcomes = term
        .moodle
        .update_objects(&[(a, named("A")), (b, group("y", "B", term.courses[0]))])
        .await
        .unwrap();
    assert_eq!(outcomes, [Outcome::Gone, Outcome::Updated]);
    assert_eq!(term.moodle.unknown_ids(), HashSet::from([(Sort::Group, a)]));
}

#[tokio::test]
async fn move_of_a_deleted_account_names_the_account() {
    let term = Term::of(2, 1).await;
    let [from, to] = term.groups[0];
    let change = GroupChange {
        user: term.people[0],
        course: term.courses[0],
        from: Some(from),
        to: Some(to),
    };
    term.campus.moodle().delete_user(id(term.people[0]));
    let answers = term.moodle.change_groups(&[change]).await.unwrap();
    let reason = answers[0].as_ref().unwrap_err().to_string();
    assert!(reason.starts_with("Akun orang ini tidak ada lagi"), "{reason}");
    assert_eq!(
        term.moodle.unknown_ids(),
        HashSet::from([(Sort::Account, term.people[0])])
    );
}

#[tokio::test]
async fn several_absent_people_have_left_if_the_course_shows_others() {
    let term = Term::of(3, 1).await;
    let rows: Vec<Membership> = (0..3).map(|person| term.enrolment(person, 0)).collect();
    term.moodle.enrol(&rows[..1]).await.unwrap();
    let few: Vec<&str> = GUIDED
        .into_iter()
        .filter(|name| *name != "moodle/site:accessallgroups")
        .collect();
    term.campus.moodle().token_of_user_with(&few);
    let session = term.moodle.session(&[Need::Suspending]).await.unwrap();
    let answers = session.suspend(&rows[1..], &[]).await.unwrap();
    assert_eq!(answers, [Ok(Departure::WasNotThere), Ok(Departure::WasNotThere)]);
}
