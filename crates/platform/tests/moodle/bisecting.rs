//! Bad rows in a batch: found in few calls, each with its reason, and no good row lost.

use selaras_kinds::object::{Account, Object};
use selaras_platform::{LearningPlatform, Limits, Outcome, Refusal};
use wiremock::MockServer;

use crate::fake::Fake;
use crate::{account, called, connect, course, group, settings, student};

fn refusals(outcomes: &[Outcome]) -> Vec<(usize, &Refusal)> {
    let refused = outcomes.iter().enumerate().filter_map(|(row, outcome)| match outcome {
        Outcome::Refused(refusal) => Some((row, refusal)),
        _ => None,
    });
    refused.collect()
}

/// 200 students, among them many people of one name.
fn students() -> Vec<Object> {
    (0..200)
        .map(|number| {
            let number = format!("26{number:04}");
            account(&number, "Budi", "-", &format!("{number}@example.org"))
        })
        .collect()
}

#[tokio::test]
async fn bad_row_among_200_costs_four_calls() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    fake.state().add_user("rektor", "Rektor@example.org", "");
    fake.mount(&server).await;
    let mut rows = students();
    rows[17] = account("260017", "Siti", "Rahayu", "Rektor@example.org");
    let outcomes = connect(settings(&server)).moodle.create_objects(&rows).await.unwrap();

    let refused = refusals(&outcomes);
    assert_eq!(refused.iter().map(|(row, _)| *row).collect::<Vec<_>>(), [17]);
    assert_eq!(
        refused[0].1.to_string(),
        "Alamat e-mail Rektor@example.org sudah dipakai akun lain di Moodle (rektor). Bila itu akun orang ini, pilih di halaman Cocokkan, lalu export lagi; bila bukan, perbaiki e-mail di sumbernya atau di Moodle."
    );
    assert_eq!(
        outcomes
            .iter()
            .filter(|outcome| matches!(outcome, Outcome::Created(_)))
            .count(),
        199
    );
    assert_eq!(fake.state().users.len(), 200);
    assert_eq!(
        called(&server).await,
        [
            "core_user_create_users",
            "core_user_get_users_by_field",
            "core_user_get_users_by_field",
            "core_user_create_users"
        ]
    );
}

#[tokio::test]
async fn row_refused_without_a_known_reason_is_isolated_by_bisecting() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    fake.mount(&server).await;
    let mut rows = students();
    rows[42] = student("cursed");
    let outcomes = connect(settings(&server)).moodle.create_objects(&rows).await.unwrap();
    assert_eq!(
        refusals(&outcomes).iter().map(|(row, _)| *row).collect::<Vec<_>>(),
        [42]
    );
    assert_eq!(fake.state().users.len(), 199);
    assert!(called(&server).await.len() <= 22, "{}", called(&server).await.len());
}

#[tokio::test]
async fn manual_account_is_adopted_and_another_persons_is_left_alone() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    let by_hand = fake.state().add_user("260001", "lama@example.org", "");
    fake.state().add_user("260002", "x@example.org", "selaras:dosen:260002");
    fake.mount(&server).await;
    let outcomes = connect(settings(&server))
        .moodle
        .create_objects(&[student("260001"), student("260002")])
        .await
        .unwrap();
    assert_eq!(outcomes[0], Outcome::Adopted(by_hand));
    assert_eq!(refusals(&outcomes).len(), 1);
    let state = fake.state();
    assert_eq!(state.users[0]["idnumber"], "selaras:mahasiswa:260001");
    assert_eq!(state.users[0]["email"], "260001@example.org");
    assert_eq!(state.users[1]["email"], "x@example.org");
}

#[tokio::test]
async fn namesakes_account_under_the_username_of_a_pattern_is_left_alone() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    fake.state().add_user("budi", "lain@example.org", "");
    let own = fake.state().add_user("ani", "260002@example.org", "");
    fake.mount(&server).await;
    let named = |number: &str, username: &str| {
        let Object::Account(account) = account(number, "Budi", "-", &format!("{number}@example.org")) else {
            unreachable!("an account was made");
        };
        Object::Account(Account {
            username: username.to_owned(),
            keeps_username: true,
            ..account
        })
    };
    let rows = [named("260001", "budi"), named("260002", "ani")];
    let outcomes = connect(settings(&server)).moodle.create_objects(&rows).await.unwrap();
    assert_eq!(refusals(&outcomes).len(), 1);
    assert_eq!(outcomes[1], Outcome::Adopted(own));
    assert_eq!(fake.state().users[0]["email"], "lain@example.org");
}

#[tokio::test]
async fn duplicate_rows_are_sent_once_and_a_shared_address_after_its_first() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    fake.mount(&server).await;
    let rows = [
        student("260001"),
        // The same student in a second class.
        student("260001"),
        account("260002", "Budi", "-", "260001@EXAMPLE.org"),
    ];
    let outcomes = connect(settings(&server)).moodle.create_objects(&rows).await.unwrap();
    assert_eq!(outcomes[..2], [Outcome::Created(1), Outcome::Adopted(1)]);
    assert!(
        matches!(&outcomes[2], Outcome::Refused(refusal) if refusal.to_string().contains("akun lain di Moodle (260001)"))
    );
    let (create, look_up) = ("core_user_create_users", "core_user_get_users_by_field");
    assert_eq!(called(&server).await, [create, create, look_up, look_up]);
}

#[tokio::test]
async fn rows_dropped_by_php_are_sent_again() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    // The server reads fewer fields than the settings say, and the limit falls on the end of a row.
    fake.state().max_input_vars = Some(3 + 50 * 6);
    fake.mount(&server).await;
    let outcomes = connect(settings(&server))
        .moodle
        .create_objects(&students())
        .await
        .unwrap();
    assert!(
        outcomes.iter().all(|outcome| matches!(outcome, Outcome::Created(_))),
        "{outcomes:?}"
    );
    assert_eq!(fake.state().users.len(), 200);
}

#[tokio::test]
async fn group_with_a_name_of_an_earlier_semester_gets_its_other_name() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    for course in 1..=20 {
        fake.state()
            .add_group(course, "A", &format!("selaras:kelas:lama-{course}"));
    }
    let ours = fake.state().add_group(20, "B", "selaras:kelas:20-B");
    fake.mount(&server).await;
    let rows: Vec<Object> = (1..=20)
        .flat_map(|course| ["A", "B"].map(|name| group(&format!("selaras:kelas:{course}-{name}"), name, course)))
        .collect();
    let outcomes = connect(settings(&server)).moodle.create_objects(&rows).await.unwrap();
    assert!(refusals(&outcomes).is_empty(), "{outcomes:?}");
    assert_eq!(outcomes[39], Outcome::Adopted(ours));
    let names: Vec<String> = fake.state().groups.iter().map(|group| group["name"].clone()).collect();
    assert_eq!(names.iter().filter(|name| *name == "A (20261)").count(), 20);
    assert_eq!(names.len(), 20 + 40);
    let calls = called(&server).await;
    assert!(calls.len() <= 33, "{}: {calls:?}", calls.len());
}

#[tokio::test]
async fn token_that_may_not_change_groups_gets_a_reason_per_row() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    fake.state().forbidden.insert("core_group_update_groups");
    fake.mount(&server).await;
    let rows = [
        (1, group("selaras:kelas:1", "A", 1)),
        (2, group("selaras:kelas:2", "B", 1)),
    ];
    let outcomes = connect(settings(&server)).moodle.update_objects(&rows).await.unwrap();
    let refused = refusals(&outcomes);
    assert_eq!(refused.len(), 2);
    assert!(
        refused[0].1.to_string().contains("core_group_update_groups"),
        "{}",
        refused[0].1
    );
    assert_eq!(called(&server).await.len(), 1);
}

#[tokio::test]
async fn batches_stay_below_the_field_limit_of_php() {
    let server = MockServer::start().await;
    let mut settings = settings(&server);
    let rows = |settings: &selaras_platform::moodle::MoodleSettings, sample: &Object| {
        connect(settings.clone()).moodle.limits(sample.sort()).rows
    };
    assert_eq!(rows(&settings, &student("1")), 200, "the cap");
    settings.max_input_vars = 1000;
    assert_eq!(rows(&settings, &student("1")), 166);
    settings.auth = Some("oidc".into());
    assert_eq!(rows(&settings, &student("1")), 166, "auth instead of a password");
    settings.auth = Some("manual".into());
    assert_eq!(rows(&settings, &student("1")), 142);
    assert_eq!(rows(&settings, &course("a", "b", 1)), 199);
    assert_eq!(
        connect(settings).moodle.membership_limits(),
        Limits {
            rows: 5 * 200,
            in_flight: 3
        },
        "several calls' worth, to be distributed by course"
    );
}
