//! Leaving a course: what is kept, what is deleted, and what comes back.

use selaras_kinds::object::Membership;
use selaras_platform::moodle::{Moodle, MoodleSettings};
use selaras_platform::{
    EnrolmentState, Grades, GroupChange, LastAccess, LearningPlatform, Need, PersonInCourse, PlatformError, Refusal,
    Suspension,
};

use selaras_campus::moodle::Fault;
use selaras_reasons::Reason;

use crate::campus::{GUIDED, Term, id};

async fn enrolled(term: &Term, places: &[Membership]) {
    let answers = term.moodle.enrol(places).await.unwrap();
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
}

fn asked(place: &Membership) -> PersonInCourse {
    PersonInCourse {
        user: place.user,
        course: place.course,
    }
}

#[tokio::test]
async fn suspended_person_keeps_grades_and_group_and_becomes_active_again() {
    let term = Term::of(2, 1).await;
    let places = [term.place(0, 0), term.place(1, 0)];
    enrolled(&term, &places).await;
    let double = term.campus.moodle();
    let (course, user, group) = (id(places[0].course), id(places[0].user), id(term.groups[0][0]));
    double.grade(course, user, "UTS", 71.0);

    let answers = term.moodle.suspend(&places[..1]).await.unwrap();
    assert_eq!(answers, [Ok(Suspension::Suspended)]);
    assert_eq!(double.suspended(course), [user]);
    assert_eq!((double.grades(course, user), double.members(group).len()), (2, 2));
    let people = term.moodle.enrolled(places[0].course).await.unwrap().unwrap();
    let states: Vec<EnrolmentState> = people.iter().map(|person| person.state).collect();
    assert_eq!(states, [EnrolmentState::Suspended, EnrolmentState::Active]);

    assert_eq!(term.moodle.reactivate(&places[..1]).await.unwrap(), [Ok(())]);
    assert!(double.suspended(course).is_empty());
    term.moodle.suspend(&places[..1]).await.unwrap().remove(0).unwrap();
    enrolled(&term, &places[..1]).await;
    assert!(double.suspended(course).is_empty());
    assert_eq!(double.grades(course, user), 2);
}

/// Moodle answers these calls with null. Another answer comes from something in between, so it is unknown what was done.
#[tokio::test]
async fn answer_from_something_else_than_moodle_is_no_success() {
    let term = Term::of(1, 1).await;
    let place = [term.place(0, 0)];
    enrolled(&term, &place).await;
    let between = |function: &str| {
        let body = r#"{"status":"blocked"}"#.to_owned();
        let faults = term.campus.moodle().faults();
        faults.next_of(function, 1, Fault::Body(body));
    };
    between("enrol_manual_enrol_users");
    assert!(term.moodle.suspend(&place).await.is_err());
    between("enrol_manual_enrol_users");
    assert!(term.moodle.enrol(&place).await.is_err());
    between("core_group_delete_group_members");
    assert!(term.moodle.leave_groups(&place).await.is_err());
    between("enrol_manual_unenrol_users");
    assert!(term.moodle.unenrol(&place).await.is_err());
}

/// Removals that were done are reported even if another call of the same rows got no answer.
#[tokio::test]
async fn answered_calls_are_reported_although_one_got_no_answer() {
    let term = Term::of(4, 1).await;
    let places: Vec<Membership> = (0..4).map(|person| term.place(person, 0)).collect();
    enrolled(&term, &places).await;
    let (campus, double) = (&term.campus, term.campus.moodle());
    let base_url = campus.moodle_url().parse().unwrap();
    let moodle = Moodle::new(MoodleSettings {
        rows_per_call: 2,
        ..MoodleSettings::new(base_url, campus.moodle_token().into())
    })
    .unwrap();
    let unanswered = |calls| {
        let body = Fault::Body(r#"{"status":"blocked"}"#.to_owned());
        double.faults().next_of("enrol_manual_unenrol_users", calls, body);
    };
    unanswered(1);
    let answers = moodle.unenrol(&places).await.unwrap();
    let refused: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
    let not_answered = |refusal: &&Refusal| matches!(refusal.reason, Reason::NotAnswered { .. });
    assert!(refused.len() == 2 && refused.iter().all(not_answered), "{answers:?}");
    let left = places.iter().zip(&answers).filter(|(_, answer)| answer.is_err());
    let left: Vec<u64> = left.map(|(place, _)| id(place.user)).collect();
    let there = double.enrolled(id(places[0].course)).into_iter().map(|(user, _)| user);
    assert_eq!(there.collect::<Vec<_>>(), left);

    unanswered(2);
    assert!(moodle.unenrol(&places).await.is_err(), "nothing was answered");
}

#[tokio::test]
async fn suspension_enrols_no_absent_person() {
    let term = Term::of(2, 2).await;
    enrolled(&term, &[term.place(0, 0)]).await;
    let gone = Membership {
        course: 4711,
        group: None,
        ..term.place(0, 0)
    };
    let answers = term
        .moodle
        .suspend(&[term.place(0, 0), term.place(1, 0), term.place(0, 1), gone])
        .await
        .unwrap();
    assert_eq!(
        answers,
        [
            Ok(Suspension::Suspended),
            Ok(Suspension::WasNotThere),
            Ok(Suspension::WasNotThere),
            Ok(Suspension::WasNotThere),
        ]
    );
    assert_eq!(term.campus.moodle().counts().enrolments, 1);
}

#[tokio::test]
async fn removal_deletes_grades_unless_the_site_recovers_them() {
    for recovers in [false, true] {
        let term = Term::of(1, 1).await;
        let places = [term.place(0, 0)];
        enrolled(&term, &places).await;
        let double = term.campus.moodle();
        let (course, user) = (id(places[0].course), id(places[0].user));
        double.grade(course, user, "UTS", 71.0);
        double.recover_grades(recovers);
        assert_eq!(term.moodle.unenrol(&places).await.unwrap(), [Ok(())]);
        assert_eq!((double.grades(course, user), double.counts().memberships), (0, 0));
        enrolled(&term, &places).await;
        assert_eq!(double.grades(course, user), if recovers { 2 } else { 0 });
        let grades = term.moodle.grades(&[asked(&places[0])]).await.unwrap();
        assert_eq!(grades[0].may_be_lost(), recovers, "{grades:?}");
    }
}

#[tokio::test]
async fn grades_and_last_access_are_known_before_a_removal() {
    let term = Term::of(3, 2).await;
    let places = [term.place(0, 0), term.place(1, 0), term.place(0, 1)];
    enrolled(&term, &places).await;
    let double = term.campus.moodle();
    double.grade(id(places[0].course), id(places[0].user), "UTS", 71.0);
    double.open_course(id(places[1].course), id(places[1].user), 1_795_300_000);
    let mut people: Vec<PersonInCourse> = places.iter().map(asked).collect();
    // One person is not in the course, so the totals do not cover it; one account is deleted.
    people.push(asked(&term.place(2, 0)));
    people.push(PersonInCourse {
        user: 4711,
        course: places[0].course,
    });
    let grades = term.moodle.grades(&people).await.unwrap();
    assert_eq!(
        grades,
        [
            Grades::Some(Some("71.00".to_owned())),
            Grades::None,
            Grades::None,
            Grades::None,
            Grades::Unknown
        ]
    );
    assert_eq!(
        double.calls("gradereport_overview_get_course_grades"),
        4,
        "one for each person"
    );
    let people = term.moodle.enrolled(places[0].course).await.unwrap().unwrap();
    let accesses: Vec<LastAccess> = people.iter().map(|person| person.last_access).collect();
    assert_eq!(accesses, [LastAccess::Never, LastAccess::At(1_795_300_000)]);
}

#[tokio::test]
async fn hidden_grades_count_as_possible_grades() {
    let term = Term::of(2, 1).await;
    let places = [term.place(0, 0), term.place(1, 0)];
    enrolled(&term, &places).await;
    let double = term.campus.moodle();
    double.grade(id(places[0].course), id(places[0].user), "UTS", 71.0);
    double.hide_total(id(places[0].course));
    double.token_of_user_with(&GUIDED);
    let people: Vec<PersonInCourse> = places.iter().map(asked).collect();
    let seen = term.moodle.grades(&people).await.unwrap();
    assert_eq!(seen, [Grades::Some(Some("71.00".to_owned())), Grades::None]);

    let few: Vec<&str> = GUIDED
        .into_iter()
        .filter(|name| *name != "moodle/grade:viewhidden")
        .collect();
    double.token_of_user_with(&few);
    let unseen = term.moodle.grades(&people).await.unwrap();
    assert!(unseen.iter().all(Grades::may_be_lost), "{unseen:?}");
}

#[tokio::test]
async fn token_without_grade_permission_is_reported_and_asked_once() {
    let term = Term::of(4, 1).await;
    let places: Vec<Membership> = (0..4).map(|person| term.place(person, 0)).collect();
    enrolled(&term, &places).await;
    let few: Vec<&str> = GUIDED
        .into_iter()
        .filter(|name| !["moodle/grade:viewall", "moodle/course:enrolreview"].contains(name))
        .collect();
    let double = term.campus.moodle();
    double.token_of_user_with(&few);
    let people: Vec<PersonInCourse> = places.iter().map(asked).collect();
    let grades = term.moodle.grades(&people).await.unwrap();
    assert_eq!(grades, vec![Grades::MayNotSee; 4]);
    assert!(grades.iter().all(Grades::may_be_lost));
    assert!(double.calls("gradereport_overview_get_course_grades") <= 2);

    let session = term.moodle.session(&[Need::Enrolling]).await.unwrap();
    let before = double.calls("core_enrol_get_enrolled_users");
    for _ in 0..3 {
        let people = session.enrolled(places[0].course).await.unwrap().unwrap();
        assert!(people.iter().all(|person| person.state == EnrolmentState::Unknown));
    }
    let asked = double.calls("core_enrol_get_enrolled_users") - before;
    assert_eq!(asked, 3 + 1, "grades that the token may not see are asked for once");
}

#[tokio::test]
async fn moving_changes_the_group_only() {
    let term = Term::of(1, 1).await;
    let place = term.place(0, 0);
    enrolled(&term, std::slice::from_ref(&place)).await;
    let double = term.campus.moodle();
    let (course, user) = (id(place.course), id(place.user));
    double.grade(course, user, "UTS", 71.0);
    let calls = || double.calls("enrol_manual_enrol_users") + double.calls("enrol_manual_unenrol_users");
    let before = calls();
    let [from, to] = term.groups[0];
    let change = GroupChange {
        user: place.user,
        course: place.course,
        from: Some(from),
        to: Some(to),
    };
    for _ in 0..2 {
        assert_eq!(term.moodle.change_groups(&[change]).await.unwrap(), [Ok(())]);
        assert!(double.members(id(from)).is_empty());
        assert_eq!(double.members(id(to)), [user]);
    }
    assert_eq!((calls(), double.grades(course, user)), (before, 2));

    // A person who cannot join the new group stays in the old one.
    let nowhere = GroupChange {
        from: Some(to),
        to: Some(4711),
        ..change
    };
    let answers = term.moodle.change_groups(&[nowhere]).await.unwrap();
    assert!(
        answers[0]
            .as_ref()
            .unwrap_err()
            .to_string()
            .contains("tidak ada lagi di Moodle")
    );
    assert_eq!(double.members(id(to)), [user]);
}

#[tokio::test]
async fn suspension_needs_to_see_participants_before_anything_is_sent() {
    let term = Term::of(1, 1).await;
    let few: Vec<&str> = GUIDED
        .into_iter()
        .filter(|name| *name != "moodle/course:viewparticipants")
        .collect();
    term.campus.moodle().token_of_user_with(&few);
    let refused = term.moodle.session(&[Need::Suspending]).await.err();
    let Some(PlatformError::CapabilityMissing { capability, .. }) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(capability, "moodle/course:viewparticipants");
}

/// A course with separate groups looks empty to a token that may not access all groups.
#[tokio::test]
async fn empty_participant_list_is_not_trusted_without_access_to_all_groups() {
    let term = Term::of(3, 2).await;
    let places = [term.place(0, 0), term.place(1, 0)];
    enrolled(&term, &places).await;
    let double = term.campus.moodle();
    let course = id(places[0].course);
    double.separate_groups(course);
    let few: Vec<&str> = GUIDED
        .into_iter()
        .filter(|name| *name != "moodle/site:accessallgroups")
        .collect();
    double.token_of_user_with(&few);
    let session = term.moodle.session(&[Need::Suspending]).await.unwrap();
    let gone = Membership {
        user: 4711,
        ..places[0].clone()
    };
    for some in [&places[..1], &places[..]] {
        let answers = session.suspend(some).await.unwrap();
        let hidden = |answer: &Result<Suspension, Refusal>| {
            let refusal = answer.as_ref().unwrap_err().to_string();
            refusal.contains("moodle/site:accessallgroups")
        };
        assert!(answers.iter().all(hidden), "{answers:?}");
    }
    // A person without an account is in no course, whatever it shows.
    assert_eq!(session.suspend(&[gone]).await.unwrap(), [Ok(Suspension::WasNotThere)]);
    assert!(double.suspended(course).is_empty());

    // If the course shows others, a person who is not among them was removed.
    double.token_of_user_with(&GUIDED);
    let session = term.moodle.session(&[Need::Suspending]).await.unwrap();
    let answers = session.suspend(&[term.place(2, 0)]).await.unwrap();
    assert_eq!(answers, [Ok(Suspension::WasNotThere)]);
    assert!(
        session.suspend(&[term.place(0, 1)]).await.unwrap()[0].is_err(),
        "the course shows no participants"
    );
    let answers = session.suspend(&places).await.unwrap();
    assert_eq!(answers, vec![Ok(Suspension::Suspended); 2]);
}
