//! Leaving a course: what is kept, what is deleted, and what comes back.

use selaras_kinds::object::Membership;
use selaras_platform::moodle::{Moodle, MoodleSettings};
use selaras_platform::{
    Departure, Grades, GroupChange, LastAccess, LearningPlatform, MemberState, Need, OpenBy, PersonInCourse,
    PlatformError, Refusal,
};

use selaras_campus::moodle::{Fault, Method, WelcomeMessage};
use selaras_reasons::Reason;

use crate::campus::{GUIDED, Term, id};

async fn enrolled(term: &Term, enrolments: &[Membership]) {
    let answers = term.moodle.enrol(enrolments).await.unwrap();
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
}

fn asked(enrolment: &Membership) -> PersonInCourse {
    PersonInCourse {
        user: enrolment.user,
        course: enrolment.course,
    }
}

#[tokio::test]
async fn suspended_person_keeps_grades_and_group_and_becomes_active_again() {
    let term = Term::of(2, 1).await;
    let enrolments = [term.enrolment(0, 0), term.enrolment(1, 0)];
    enrolled(&term, &enrolments).await;
    let double = term.campus.moodle();
    let (course, user, group) = (id(enrolments[0].course), id(enrolments[0].user), id(term.groups[0][0]));
    double.grade(course, user, "UTS", 71.0);

    let answers = term.moodle.suspend(&enrolments[..1], &[]).await.unwrap();
    assert_eq!(answers, [Ok(Departure::Closed)]);
    assert_eq!(double.suspended(course), [user]);
    assert_eq!((double.grades(course, user), double.members(group).len()), (2, 2));
    let people = term.moodle.enrolled(enrolments[0].course).await.unwrap().unwrap();
    let states: Vec<MemberState> = people.iter().map(|person| person.state).collect();
    assert_eq!(states, [MemberState::Suspended, MemberState::Active]);

    assert_eq!(term.moodle.reactivate(&enrolments[..1]).await.unwrap(), [Ok(())]);
    assert!(double.suspended(course).is_empty());
    term.moodle
        .suspend(&enrolments[..1], &[])
        .await
        .unwrap()
        .remove(0)
        .unwrap();
    enrolled(&term, &enrolments[..1]).await;
    assert!(double.suspended(course).is_empty());
    assert_eq!(double.grades(course, user), 2);
}

/// Moodle answers these calls with null. Another answer comes from something in between, so it is unknown what was done.
#[tokio::test]
async fn answer_from_something_else_than_moodle_is_no_success() {
    let term = Term::of(1, 1).await;
    let enrolment = [term.enrolment(0, 0)];
    enrolled(&term, &enrolment).await;
    let between = |function: &str| {
        let body = r#"{"status":"blocked"}"#.to_owned();
        let faults = term.campus.moodle().faults();
        faults.next_of(function, 1, Fault::Body(body));
    };
    between("enrol_manual_enrol_users");
    assert!(term.moodle.suspend(&enrolment, &[]).await.is_err());
    term.moodle.suspend(&enrolment, &[]).await.unwrap();
    between("enrol_manual_enrol_users");
    assert!(term.moodle.enrol(&enrolment).await.is_err());
    between("core_group_delete_group_members");
    assert!(term.moodle.leave_groups(&enrolment).await.is_err());
    between("enrol_manual_unenrol_users");
    assert!(term.moodle.unenrol(&enrolment, &[]).await.is_err());
}

/// Removals that were done are reported even if another call of the same rows got no answer.
#[tokio::test]
async fn answered_calls_are_reported_although_one_got_no_answer() {
    let term = Term::of(4, 1).await;
    let enrolments: Vec<Membership> = (0..4).map(|person| term.enrolment(person, 0)).collect();
    enrolled(&term, &enrolments).await;
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
    let answers = moodle.unenrol(&enrolments, &[]).await.unwrap();
    let refused: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
    let not_answered = |refusal: &&Refusal| matches!(refusal.reason, Reason::NotAnswered { .. });
    assert!(refused.len() == 2 && refused.iter().all(not_answered), "{answers:?}");
    let left = enrolments.iter().zip(&answers).filter(|(_, answer)| answer.is_err());
    let left: Vec<u64> = left.map(|(enrolment, _)| id(enrolment.user)).collect();
    let there = double
        .enrolled(id(enrolments[0].course))
        .into_iter()
        .map(|(user, _)| user);
    assert_eq!(there.collect::<Vec<_>>(), left);

    unanswered(2);
    assert!(moodle.unenrol(&enrolments, &[]).await.is_err(), "nothing was answered");
}

#[tokio::test]
async fn course_still_open_by_another_method_is_reported() {
    for method in [Method::SelfEnrolment, Method::Cohort] {
        for mail in [WelcomeMessage::Fine, WelcomeMessage::CannotBeSent] {
            let term = Term::of(3, 1).await;
            let enrolments: Vec<Membership> = (0..3).map(|person| term.enrolment(person, 0)).collect();
            enrolled(&term, &enrolments).await;
            let double = term.campus.moodle();
            let (course, user) = (id(enrolments[0].course), |row: usize| id(enrolments[row].user));
            double.enrol_by(course, user(0), method);
            double.enrol_by(course, user(1), method);
            double.end_manual(course, user(1));
            double.welcome_message(mail);
            let open = Departure::StillOpen(OpenBy::OtherMethod);
            let answers = term.moodle.suspend(&enrolments, &[]).await.unwrap();
            assert_eq!(answers, [Ok(open.clone()), Ok(open.clone()), Ok(Departure::Closed)]);
            assert_eq!(double.suspended(course), [user(2)]);

            double.end_other_method(course, user(0));
            let before = double.welcome_messages();
            let answers = term.moodle.suspend(&enrolments[..1], &[]).await.unwrap();
            assert_eq!(answers, [Ok(Departure::Closed)]);
            assert_eq!(
                double.welcome_messages(),
                before,
                "a suspended person is not mailed again"
            );

            double.enrol_by(course, user(2), method);
            assert_eq!(
                term.moodle.unenrol(&enrolments[2..], &[]).await.unwrap(),
                [Ok(open.clone())]
            );
            assert!(double.suspended(course).len() == 1 && double.enrolled(course).len() == 3);
        }
    }
}

#[tokio::test]
async fn person_with_another_role_is_left_alone() {
    let term = Term::of(1, 1).await;
    let enrolments = [term.enrolment(0, 0)];
    enrolled(&term, &enrolments).await;
    let double = term.campus.moodle();
    let (course, user) = (id(enrolments[0].course), id(enrolments[0].user));
    double.give_role(course, user, 4);
    let before = double.enrolled(course);
    let open = [Ok(Departure::StillOpen(OpenBy::OtherRole("teacher".to_owned())))];
    assert_eq!(term.moodle.suspend(&enrolments, &[]).await.unwrap(), open);
    assert_eq!(term.moodle.unenrol(&enrolments, &[]).await.unwrap(), open);
    assert_eq!(
        (double.enrolled(course), double.suspended(course)),
        (before, Vec::new())
    );
}

#[tokio::test]
async fn active_person_is_neither_mailed_again_nor_loses_an_end_date() {
    let term = Term::of(3, 2).await;
    let double = term.campus.moodle();
    let (first, second) = (term.enrolment(0, 0), term.enrolment(1, 0));
    enrolled(&term, std::slice::from_ref(&first)).await;
    let (course, user) = (id(first.course), id(first.user));
    double.end_at(course, user, 1_900_000_000);
    double.enrol_by(course, id(second.user), Method::SelfEnrolment);
    let before = double.welcome_messages();
    let mut other_group = first.clone();
    other_group.group = Some(term.groups[0][1]);
    let session = term.moodle.session(&[Need::Enrolling]).await.unwrap();
    let rows = [first.clone(), other_group.clone(), second];
    assert_eq!(session.enrol(&rows).await.unwrap(), vec![Ok(()); 3]);
    assert_eq!(term.moodle.reactivate(&[first]).await.unwrap(), [Ok(())]);
    assert_eq!(
        (double.welcome_messages(), double.ends(course, user)),
        (before, 1_900_000_000)
    );
    assert!(
        double.members(id(term.groups[0][1])).contains(&user),
        "the group is joined"
    );

    // A person of two classes is sent once, whether their rows come together or one after the other.
    let third = term.enrolment(2, 0);
    let again = Membership {
        group: other_group.group,
        ..third.clone()
    };
    for rows in [&[third, again.clone()][..], &[again][..]] {
        assert!(session.enrol(rows).await.unwrap().iter().all(Result::is_ok));
        assert_eq!(double.welcome_messages(), before + 1);
    }
}

const TOGETHER: &str = "core_enrol_get_enrolled_users_with_capability";
const ALONE: &str = "core_enrol_get_enrolled_users";

#[tokio::test]
async fn people_of_many_courses_are_seen_by_one_call() {
    enum Moodle {
        WithAll,
        WithoutFunction,
        WithoutCapability,
        WithoutCourse,
    }
    for (of, alone) in [
        (Moodle::WithAll, 0),
        (Moodle::WithoutFunction, 6),
        (Moodle::WithoutCapability, 6),
        (Moodle::WithoutCourse, 7),
    ] {
        let term = Term::of(2, 6).await;
        let double = term.campus.moodle();
        let mut rows: Vec<_> = (0..6)
            .flat_map(|course| [term.enrolment(0, course), term.enrolment(1, course)])
            .collect();
        for row in &rows[..] {
            if row.user == rows[0].user {
                double.enrol_by(id(row.course), id(row.user), Method::SelfEnrolment);
            }
        }
        let may = GUIDED.into_iter().filter(|name| *name != "moodle/role:review");
        match of {
            Moodle::WithAll => {}
            Moodle::WithoutFunction => double.faults().leave_out(TOGETHER),
            Moodle::WithoutCapability => double.token_of_user_with(&may.collect::<Vec<_>>()),
            Moodle::WithoutCourse => rows.push(Membership {
                course: 4711,
                group: None,
                ..rows[0].clone()
            }),
        }
        let session = term.moodle.session(&[Need::Enrolling]).await.unwrap();
        for _ in 0..2 {
            let answers = session.enrol(&rows).await.unwrap();
            assert!(answers[..12].iter().all(Result::is_ok), "{answers:?}");
            assert!(answers[12..].iter().all(Result::is_err), "{answers:?}");
        }
        assert_eq!(
            double.welcome_messages(),
            6,
            "only the person who was not there is sent"
        );
        assert_eq!((double.calls(TOGETHER), double.calls(ALONE)), (1, alone));
    }
}

#[tokio::test]
async fn course_with_more_people_than_one_answer_holds_is_asked_about_alone() {
    let term = Term::of(501, 2).await;
    let double = term.campus.moodle();
    for person in 0..501 {
        let row = term.enrolment(person, 0);
        double.enrol_by(id(row.course), id(row.user), Method::SelfEnrolment);
    }
    let session = term.moodle.session(&[Need::Enrolling]).await.unwrap();
    let rows = [term.enrolment(500, 0), term.enrolment(500, 1)];
    assert_eq!(session.enrol(&rows).await.unwrap(), [Ok(()), Ok(())]);
    assert_eq!(double.welcome_messages(), 1);
    assert_eq!((double.calls(TOGETHER), double.calls(ALONE)), (1, 2));
}

#[tokio::test]
async fn suspension_enrols_no_absent_person() {
    let term = Term::of(2, 2).await;
    enrolled(&term, &[term.enrolment(0, 0)]).await;
    let gone = Membership {
        course: 4711,
        group: None,
        ..term.enrolment(0, 0)
    };
    let answers = term
        .moodle
        .suspend(
            &[term.enrolment(0, 0), term.enrolment(1, 0), term.enrolment(0, 1), gone],
            &[],
        )
        .await
        .unwrap();
    assert_eq!(
        answers,
        [
            Ok(Departure::Closed),
            Ok(Departure::WasNotThere),
            Ok(Departure::WasNotThere),
            Ok(Departure::WasNotThere),
        ]
    );
    assert_eq!(term.campus.moodle().counts().enrolments, 1);
}

#[tokio::test]
async fn removal_deletes_grades_unless_the_site_recovers_them() {
    for recovers in [false, true] {
        let term = Term::of(1, 1).await;
        let enrolments = [term.enrolment(0, 0)];
        enrolled(&term, &enrolments).await;
        let double = term.campus.moodle();
        let (course, user) = (id(enrolments[0].course), id(enrolments[0].user));
        double.grade(course, user, "UTS", 71.0);
        double.recover_grades(recovers);
        assert_eq!(
            term.moodle.unenrol(&enrolments, &[]).await.unwrap(),
            [Ok(Departure::Closed)]
        );
        assert_eq!((double.grades(course, user), double.counts().memberships), (0, 0));
        enrolled(&term, &enrolments).await;
        assert_eq!(double.grades(course, user), if recovers { 2 } else { 0 });
        let grades = term.moodle.grades(&[asked(&enrolments[0])]).await.unwrap();
        assert_eq!(grades[0].may_be_lost(), recovers, "{grades:?}");
    }
}

#[tokio::test]
async fn grades_and_last_access_are_known_before_a_removal() {
    let term = Term::of(3, 2).await;
    let enrolments = [term.enrolment(0, 0), term.enrolment(1, 0), term.enrolment(0, 1)];
    enrolled(&term, &enrolments).await;
    let double = term.campus.moodle();
    double.grade(id(enrolments[0].course), id(enrolments[0].user), "UTS", 71.0);
    double.open_course(id(enrolments[1].course), id(enrolments[1].user), 1_795_300_000);
    let mut people: Vec<PersonInCourse> = enrolments.iter().map(asked).collect();
    // One person is not in the course, so the totals do not cover it; one account is deleted.
    people.push(asked(&term.enrolment(2, 0)));
    people.push(PersonInCourse {
        user: 4711,
        course: enrolments[0].course,
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
    let people = term.moodle.enrolled(enrolments[0].course).await.unwrap().unwrap();
    let accesses: Vec<LastAccess> = people.iter().map(|person| person.last_access).collect();
    assert_eq!(accesses, [LastAccess::Never, LastAccess::At(1_795_300_000)]);
}

#[tokio::test]
async fn hidden_grades_count_as_possible_grades() {
    let term = Term::of(2, 1).await;
    let enrolments = [term.enrolment(0, 0), term.enrolment(1, 0)];
    enrolled(&term, &enrolments).await;
    let double = term.campus.moodle();
    double.grade(id(enrolments[0].course), id(enrolments[0].user), "UTS", 71.0);
    double.hide_total(id(enrolments[0].course));
    double.token_of_user_with(&GUIDED);
    let people: Vec<PersonInCourse> = enrolments.iter().map(asked).collect();
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
    let enrolments: Vec<Membership> = (0..4).map(|person| term.enrolment(person, 0)).collect();
    enrolled(&term, &enrolments).await;
    let few: Vec<&str> = GUIDED
        .into_iter()
        .filter(|name| !["moodle/grade:viewall", "moodle/course:enrolreview"].contains(name))
        .collect();
    let double = term.campus.moodle();
    double.token_of_user_with(&few);
    let people: Vec<PersonInCourse> = enrolments.iter().map(asked).collect();
    let grades = term.moodle.grades(&people).await.unwrap();
    assert_eq!(grades, vec![Grades::MayNotSee; 4]);
    assert!(grades.iter().all(Grades::may_be_lost));
    assert!(double.calls("gradereport_overview_get_course_grades") <= 2);

    let session = term.moodle.session(&[Need::Enrolling]).await.unwrap();
    let before = double.calls("core_enrol_get_enrolled_users");
    for _ in 0..3 {
        let people = session.enrolled(enrolments[0].course).await.unwrap().unwrap();
        assert!(people.iter().all(|person| person.state == MemberState::Unknown));
    }
    let asked = double.calls("core_enrol_get_enrolled_users") - before;
    assert_eq!(asked, 3 + 1, "grades that the token may not see are asked for once");
}

#[tokio::test]
async fn moving_changes_the_group_only() {
    let term = Term::of(1, 1).await;
    let enrolment = term.enrolment(0, 0);
    enrolled(&term, std::slice::from_ref(&enrolment)).await;
    let double = term.campus.moodle();
    let (course, user) = (id(enrolment.course), id(enrolment.user));
    double.grade(course, user, "UTS", 71.0);
    let calls = || double.calls("enrol_manual_enrol_users") + double.calls("enrol_manual_unenrol_users");
    let before = calls();
    let [from, to] = term.groups[0];
    let change = GroupChange {
        user: enrolment.user,
        course: enrolment.course,
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
    let enrolments = [term.enrolment(0, 0), term.enrolment(1, 0)];
    enrolled(&term, &enrolments).await;
    let double = term.campus.moodle();
    let course = id(enrolments[0].course);
    double.separate_groups(course);
    let few: Vec<&str> = GUIDED
        .into_iter()
        .filter(|name| *name != "moodle/site:accessallgroups")
        .collect();
    double.token_of_user_with(&few);
    let session = term.moodle.session(&[Need::Suspending]).await.unwrap();
    let gone = Membership {
        user: 4711,
        ..enrolments[0].clone()
    };
    for some in [&enrolments[..1], &enrolments[..]] {
        let answers = session.suspend(some, &[]).await.unwrap();
        let hidden = |answer: &Result<Departure, Refusal>| {
            let refusal = answer.as_ref().unwrap_err().to_string();
            refusal.contains("moodle/site:accessallgroups")
        };
        assert!(answers.iter().all(hidden), "{answers:?}");
    }
    // A person without an account is in no course, whatever it shows.
    assert_eq!(
        session.suspend(&[gone], &[]).await.unwrap(),
        [Ok(Departure::WasNotThere)]
    );
    assert!(double.suspended(course).is_empty());

    // If the course shows others, a person who is not among them was removed.
    double.token_of_user_with(&GUIDED);
    let session = term.moodle.session(&[Need::Suspending]).await.unwrap();
    let answers = session.suspend(&[term.enrolment(2, 0)], &[]).await.unwrap();
    assert_eq!(answers, [Ok(Departure::WasNotThere)]);
    let absent = [term.enrolment(2, 0), term.enrolment(0, 1)];
    let answers = session.suspend(&absent, &[]).await.unwrap();
    assert_eq!(
        answers,
        [Ok(Departure::WasNotThere), Ok(Departure::WasNotThere)],
        "an empty course without separate groups is empty"
    );
    let answers = session.suspend(&enrolments, &[]).await.unwrap();
    assert_eq!(answers, vec![Ok(Departure::Closed); 2]);
}
