//! Bad memberships in a batch.

use selaras_kinds::object::{Membership, Role};
use selaras_platform::{Departure, LearningPlatform};
use wiremock::MockServer;

use crate::fake::Fake;
use crate::{called, connect, settings};

#[tokio::test]
async fn deleted_accounts_courses_and_groups_are_reported_and_others_enrolled() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    let (users, group) = {
        let mut state = fake.state();
        state.courses.extend([1, 2]);
        let users: Vec<i64> = (0..100)
            .map(|number| state.add_user(&format!("u{number}"), &format!("u{number}@example.org"), ""))
            .collect();
        (users, state.add_group(1, "A", "selaras:kelas:1"))
    };
    fake.mount(&server).await;
    let member = |user, course, group| Membership {
        user,
        course,
        group,
        role: Role::Student,
    };
    let mut rows: Vec<Membership> = users.iter().map(|user| member(*user, 1, Some(group))).collect();
    rows[5].user = 999_999;
    rows[60].user = 999_998;
    rows[61].course = 77;
    rows[62].group = Some(999_997);
    let results = connect(settings(&server)).moodle.enrol(&rows).await.unwrap();
    let reasons: Vec<(usize, String)> = results
        .iter()
        .enumerate()
        .filter_map(|(row, result)| Some((row, result.as_ref().err()?.to_string())))
        .collect();
    assert_eq!(reasons.iter().map(|(row, _)| *row).collect::<Vec<_>>(), [5, 60, 61, 62]);
    assert!(reasons[0].1.starts_with("Akun orang ini tidak ada lagi"), "{reasons:?}");
    assert!(reasons[2].1.starts_with("Course ini tidak ada lagi"), "{reasons:?}");
    assert!(
        reasons[3].1.starts_with("Kelompok kelas ini tidak ada lagi"),
        "{reasons:?}"
    );
    let kept = {
        let state = fake.state();
        (state.enrolled.len(), state.members.len())
    };
    assert_eq!(kept, (97, 96));
    let calls = called(&server).await;
    // Two of them find the deleted course, which fails the look-up of both.
    assert!(calls.len() <= 23, "{}: {calls:?}", calls.len());
}

#[tokio::test]
async fn leaving_the_course_leaves_its_group_and_may_be_repeated() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    let (user, group) = {
        let mut state = fake.state();
        state.courses.insert(1);
        (
            state.add_user("u", "u@example.org", ""),
            state.add_group(1, "A", "selaras:kelas:1"),
        )
    };
    fake.mount(&server).await;
    let moodle = connect(settings(&server)).moodle;
    let rows = [Membership {
        user,
        course: 1,
        group: Some(group),
        role: Role::Student,
    }];
    assert_eq!(moodle.enrol(&rows).await.unwrap(), [Ok(())]);
    assert_eq!(moodle.enrol(&rows).await.unwrap(), [Ok(())]);
    for _ in 0..2 {
        assert_eq!(moodle.unenrol(&rows, &[]).await.unwrap(), [Ok(Departure::Closed)]);
    }
    let state = fake.state();
    assert!(state.enrolled.is_empty() && state.members.is_empty());
}
