//! A token that does not see enough: its missing capability is named by the inspection, and before a job sends anything.

use selaras_campus::Campus;
use selaras_platform::moodle::{Moodle, MoodleSettings};
use selaras_platform::{LearningPlatform, Outcome};
use selaras_platform::{Need, PlatformError, Standing, Uses};

use crate::campus::{GUIDED, Term};
use crate::student;

/// The capabilities that an inspection checks by looking, each with a need that requires it.
const VISIBLE: [(&str, Need); 7] = [
    ("moodle/user:viewdetails", Need::Accounts),
    ("moodle/user:viewalldetails", Need::Accounts),
    ("moodle/site:viewuseridentity", Need::Accounts),
    ("moodle/course:viewparticipants", Need::Suspending),
    ("moodle/course:enrolreview", Need::Suspending),
    ("moodle/grade:viewall", Need::Grading),
    ("gradereport/user:view", Need::Grading),
];

fn without(capability: &str) -> Vec<&'static str> {
    GUIDED.into_iter().filter(|name| *name != capability).collect()
}

#[tokio::test]
async fn token_set_up_by_the_guide_has_no_findings() {
    let term = Term::of(2, 1).await;
    term.campus.moodle().token_of_user_with(&GUIDED);
    let found = term.moodle.inspect(&Uses::default()).await;
    assert!(
        found.iter().all(|finding| finding.standing == Standing::Ok),
        "{found:#?}"
    );
    for need in Need::ALL {
        term.moodle.session(&[need]).await.unwrap();
    }
}

#[tokio::test]
async fn missing_capability_is_named_by_inspection_and_job() {
    let term = Term::of(2, 1).await;
    let double = term.campus.moodle();
    for (capability, need) in VISIBLE {
        double.token_of_user_with(&without(capability));
        let found = term.moodle.inspect(&Uses::default()).await;
        let wrong: Vec<_> = found
            .iter()
            .filter(|finding| finding.standing != Standing::Ok)
            .collect();
        assert!(
            wrong.len() == 1 && wrong[0].text.to_string().contains(capability),
            "{capability} and nothing else: {found:#?}"
        );
        assert!(wrong.iter().all(|finding| finding.mend.is_some()), "{wrong:#?}");

        let before = double.counts();
        let refused = term.moodle.session(&[need]).await.err();
        match &refused {
            Some(PlatformError::CapabilityMissing { capability: named, .. }) => {
                assert_eq!(*named, capability);
                let sentence = refused.as_ref().unwrap().to_string();
                assert!(
                    sentence.contains(capability) && sentence.contains("Belum ada baris yang dikirim"),
                    "{sentence}"
                );
            }
            other => panic!("{capability}: {other:?}"),
        }
        assert_eq!(double.counts(), before);
    }
}

#[tokio::test]
async fn hidden_people_do_not_count_as_absent() {
    let term = Term::of(2, 1).await;
    let double = term.campus.moodle();
    // The look-up by e-mail finds a person with a hidden name.
    double.token_of_user_with(&without("moodle/user:viewalldetails"));
    let refused = term.moodle.create_objects(&[student("2600001")]).await;
    assert!(
        matches!(
            refused,
            Err(PlatformError::CapabilityMissing {
                capability: "moodle/user:viewalldetails",
                ..
            })
        ),
        "{refused:?}"
    );
    for need in [Need::Accounts, Need::Enrolling, Need::Comparing] {
        for capability in ["moodle/user:viewalldetails", "moodle/site:viewuseridentity"] {
            double.token_of_user_with(&without(capability));
            let session = term.moodle.session(&[need]).await;
            assert!(session.is_err(), "{need:?} {capability}");
        }
    }
    // Needs that find no people are not checked.
    assert!(term.moodle.session(&[Need::Courses, Need::Unenrolling]).await.is_ok());
}

#[tokio::test]
async fn people_with_hidden_names_can_be_enrolled() {
    let term = Term::of(3, 1).await;
    let double = term.campus.moodle();
    double.token_of_user_with(&without("moodle/user:viewalldetails"));
    let mut places = vec![term.enrolment(0, 0), term.enrolment(1, 0), term.enrolment(2, 0)];
    places[1].user = 4711;
    // The deleted account is looked up by id, and an answer without usernames is understood.
    let answers = term.moodle.enrol(&places).await.unwrap();
    let wrong: Vec<bool> = answers.iter().map(Result::is_err).collect();
    assert_eq!(wrong, [false, true, false], "{answers:?}");
}

#[tokio::test]
async fn forbidden_write_names_its_capability() {
    let term = Term::of(1, 1).await;
    term.campus.moodle().token_of_user_with(&without("moodle/user:create"));
    let session = term.moodle.session(&[Need::Accounts]).await.unwrap();
    let refused = session.create_objects(&[student("lain")]).await.unwrap_err();
    assert!(matches!(refused, PlatformError::Denied(_)), "{refused:?}");
    assert!(refused.to_string().contains("moodle/user:create"), "{refused}");
}

#[tokio::test]
async fn administrators_token_is_not_checked() {
    let term = Term::of(1, 1).await;
    let double = term.campus.moodle();
    let before = double.all_calls();
    let session = term.moodle.session(&[Need::Accounts, Need::Grading]).await.unwrap();
    assert_eq!(double.all_calls() - before, 1);
    let outcomes = session.create_objects(&[student("lain")]).await.unwrap();
    assert!(matches!(outcomes[..], [Outcome::Created(_)]), "{outcomes:?}");
}

#[tokio::test]
async fn inspection_finds_a_max_input_vars_above_that_of_php() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let address = campus.moodle_url().parse().unwrap();
    let mut settings = MoodleSettings::new(address, campus.moodle_token().into());
    settings.root_category = 1;
    for (fields, wrong) in [(1000, false), (1001, true), (5000, true)] {
        settings.max_input_vars = fields;
        let before = campus.moodle().counts();
        let found = Moodle::new(settings.clone()).unwrap().inspect(&Uses::default()).await;
        let told = found
            .iter()
            .find(|finding| finding.text.to_string().contains("max_input_vars"));
        assert_eq!(told.is_some(), wrong, "{fields}: {found:#?}");
        if let Some(told) = told {
            assert_eq!(told.standing, Standing::Wrong);
            assert!(
                told.mend
                    .as_ref()
                    .unwrap()
                    .to_string()
                    .contains("platform.max_input_vars")
            );
        }
        assert_eq!(campus.moodle().counts(), before);
    }
}
