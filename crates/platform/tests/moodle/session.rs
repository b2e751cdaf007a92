//! A job's session: missing permissions are named first, and nothing is asked twice.

use selaras_campus::{Campus, moodle::Fault};
use selaras_kinds::object::{Cohort, Membership, Object, Role};
use selaras_platform::moodle::{Moodle, MoodleSettings};
use selaras_platform::{CohortMember, LearningPlatform, Need, Outcome, PlatformError, Standing, Uses};
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::recordings::case;
use crate::{account, called, category, connect, course, group, settings, student};

async fn campus() -> (Campus, Moodle) {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let mut settings = MoodleSettings::new(campus.moodle_url().parse().unwrap(), campus.moodle_token().into());
    settings.root_category = 1;
    let moodle = Moodle::new(settings)
        .unwrap()
        .with_pause(|_| Box::pin(std::future::ready(())));
    (campus, moodle)
}

fn created(outcomes: &[Outcome]) -> Vec<i64> {
    outcomes
        .iter()
        .map(|outcome| match outcome {
            Outcome::Created(id) => *id,
            other => panic!("{other:?}"),
        })
        .collect()
}

#[tokio::test]
async fn missing_functions_of_the_job_are_named_and_no_others() {
    let (campus, moodle) = campus().await;
    for function in [
        "core_user_update_users",
        "core_user_get_users_by_field",
        "core_group_create_groups",
    ] {
        campus.moodle().faults().leave_out(function);
    }
    let Err(PlatformError::Lacking { functions, .. }) = moodle.session(&[Need::Accounts]).await else {
        panic!("the token lacks two functions");
    };
    assert_eq!(functions, ["core_user_update_users", "core_user_get_users_by_field"]);
    assert!(moodle.session(&[Need::Categories, Need::Courses]).await.is_ok());
    assert_eq!(campus.moodle().calls("core_webservice_get_site_info"), 2);
    assert_eq!(campus.moodle().all_calls(), 2);
}

#[tokio::test]
async fn moodle_that_is_too_old_is_reported_before_anything_is_sent() {
    for (release, is_taken) in [("3.11.18 (Build: 20231211)", false), ("4.1.2 (Build: 20230313)", true)] {
        let server = MockServer::start().await;
        let mut info = case("core_webservice_get_site_info", "ok").response;
        info["release"] = release.into();
        Mock::given(method("POST"))
            .respond_with(ResponseTemplate::new(200).set_body_json(info))
            .mount(&server)
            .await;
        let opened = connect(settings(&server)).moodle.session(&[Need::Accounts]).await;
        assert_eq!(opened.is_ok(), is_taken, "{release}");
        if let Err(error) = opened {
            assert!(error.to_string().contains("4.1 atau lebih baru"), "{error}");
        }
        assert_eq!(called(&server).await, ["core_webservice_get_site_info"]);
    }
}

#[tokio::test]
async fn first_export_looks_up_only_refused_rows() {
    let (campus, moodle) = campus().await;
    let session = moodle.session(&[Need::Accounts]).await.unwrap();
    let rows: Vec<Object> = (0..1000).map(|number| student(&format!("26{number:04}"))).collect();
    let per_call = session.limits(rows[0].sort()).rows;
    for batch in rows.chunks(per_call) {
        created(&session.create_objects(batch).await.unwrap());
    }
    assert_eq!(campus.moodle().counts().users, 1000);
    assert_eq!(campus.moodle().calls("core_user_get_users_by_field"), 0);
    // One call for the site, and one for each batch.
    assert_eq!(campus.moodle().all_calls(), 1 + 1000_u64.div_ceil(per_call as u64));
}

#[tokio::test]
async fn rejected_row_among_200_costs_four_calls_on_the_demo() {
    let campus = Campus::builder()
        .students(10)
        .max_input_vars(5000)
        .start()
        .await
        .unwrap();
    let mut settings = MoodleSettings::new(campus.moodle_url().parse().unwrap(), campus.moodle_token().into());
    settings.max_input_vars = 5000;
    let moodle = Moodle::new(settings).unwrap();
    created(
        &moodle
            .create_objects(&[account("rektor", "Rektor", "-", "rektor@example.org")])
            .await
            .unwrap(),
    );
    let before = campus.moodle().all_calls();
    // Many people of one name, as on a real campus.
    let mut rows: Vec<Object> = (0..200)
        .map(|number| {
            account(
                &format!("26{number:04}"),
                "Budi",
                "-",
                &format!("26{number:04}@example.org"),
            )
        })
        .collect();
    rows[17] = account("260017", "Siti", "Rahayu", "rektor@example.org");
    let outcomes = moodle.create_objects(&rows).await.unwrap();
    let reasons: Vec<(usize, String)> = outcomes
        .iter()
        .enumerate()
        .filter_map(|(row, outcome)| match outcome {
            Outcome::Refused(refusal) => Some((row, refusal.to_string())),
            _ => None,
        })
        .collect();
    let [(17, reason)] = &reasons[..] else {
        panic!("{reasons:?}")
    };
    assert!(
        reason.contains("sudah dipakai akun lain di Moodle (rektor)"),
        "{reason}"
    );
    assert_eq!(campus.moodle().counts().users, 1 + 199);
    // The batch, two look-ups of all its rows, and the batch without the rejected rows.
    assert_eq!(campus.moodle().all_calls() - before, 4);
}

#[tokio::test]
async fn category_of_a_dashboard_set_up_again_is_listed_once() {
    let (campus, moodle) = campus().await;
    let rows: Vec<Object> = (0..120)
        .map(|at| course(&format!("IF{at}"), &format!("selaras:mata_kuliah:{at}"), 1))
        .collect();
    created(&moodle.create_objects(&rows).await.unwrap());
    let session = moodle.session(&[Need::Courses]).await.unwrap();
    let before = campus.moodle().calls("core_course_get_courses_by_field");
    for batch in rows.chunks(40) {
        let outcomes = session.create_objects(batch).await.unwrap();
        assert!(
            outcomes.iter().all(|outcome| matches!(outcome, Outcome::Adopted(_))),
            "{outcomes:?}"
        );
    }
    assert_eq!(campus.moodle().calls("core_course_get_courses_by_field") - before, 1);

    // Another job asks again.
    let session = moodle.session(&[Need::Courses]).await.unwrap();
    session.create_objects(&rows[..40]).await.unwrap();
    assert_eq!(campus.moodle().calls("core_course_get_courses_by_field") - before, 2);
}

#[tokio::test]
async fn lost_answer_makes_the_job_ask_again() {
    let (campus, moodle) = campus().await;
    let rows: Vec<Object> = (0..80)
        .map(|at| course(&format!("IF{at}"), &format!("selaras:mata_kuliah:{at}"), 1))
        .collect();
    created(&moodle.create_objects(&rows[..40]).await.unwrap());
    let session = moodle.session(&[Need::Courses]).await.unwrap();
    session.create_objects(&rows[..40]).await.unwrap();
    let faults = campus.moodle().faults();
    faults.next_of("core_course_create_courses", 1, Fault::WorkThenHangUp);
    // The cached list does not contain these courses, which exist all the same.
    let outcomes = session.create_objects(&rows[40..]).await.unwrap();
    assert!(
        outcomes.iter().all(|outcome| matches!(outcome, Outcome::Adopted(_))),
        "{outcomes:?}"
    );
    assert_eq!(campus.moodle().calls("core_course_get_courses_by_field"), 2);
}

#[tokio::test]
async fn groups_created_by_the_job_are_seen_in_the_next_listing() {
    let (_campus, moodle) = campus().await;
    let courses = created(
        &moodle
            .create_objects(&[course("IF1", "selaras:mata_kuliah:1", 1)])
            .await
            .unwrap(),
    );
    let session = moodle.session(&[Need::Groups]).await.unwrap();
    created(
        &session
            .create_objects(&[group("selaras:kelas:lama", "A", courses[0])])
            .await
            .unwrap(),
    );
    let names = [("selaras:kelas:1", "A"), ("selaras:kelas:2", "A (20261)")];
    // The first takes the second's name, and the second has another one.
    for (idnumber, name) in names {
        created(
            &session
                .create_objects(&[group(idnumber, name, courses[0])])
                .await
                .unwrap(),
        );
    }
}

#[tokio::test]
async fn deleted_account_in_several_classes_is_asked_about_once() {
    let (campus, moodle) = campus().await;
    let people = created(
        &moodle
            .create_objects(&[student("260001"), student("260002")])
            .await
            .unwrap(),
    );
    let rows: Vec<Object> = (0..3)
        .map(|at| course(&format!("IF{at}"), &format!("selaras:mk:{at}"), 1))
        .collect();
    let courses = created(&moodle.create_objects(&rows).await.unwrap());
    campus.moodle().delete_user(people[0].unsigned_abs());
    let session = moodle.session(&[Need::Enrolling]).await.unwrap();
    let looked_up = || campus.moodle().calls("core_user_get_users_by_field");
    let before = looked_up();
    for course in courses {
        let row = |user| Membership {
            user,
            course,
            group: None,
            role: Role::Student,
        };
        let results = session.enrol(&[row(people[0]), row(people[1])]).await.unwrap();
        assert!(
            results[0]
                .as_ref()
                .unwrap_err()
                .to_string()
                .contains("tidak ada lagi di Moodle")
        );
        assert_eq!(results[1], Ok(()));
    }
    assert_eq!(looked_up() - before, 1);
}

#[tokio::test]
async fn inspection_of_a_sound_moodle_finds_and_changes_nothing() {
    let (campus, moodle) = campus().await;
    let found = moodle.inspect(&Uses::default()).await;
    assert!(
        found.iter().all(|finding| finding.standing == Standing::Ok),
        "{found:#?}"
    );
    assert_eq!(
        campus.moodle().counts(),
        Campus::builder().students(10).start().await.unwrap().moodle().counts()
    );
}

#[tokio::test]
async fn inspection_names_the_wrong_setting() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let mut settings = MoodleSettings::new(campus.moodle_url().parse().unwrap(), campus.moodle_token().into());
    settings.root_category = 4711;
    settings.teacher_role = 99;
    let found = Moodle::new(settings).unwrap().inspect(&Uses::default()).await;
    let mends: Vec<String> = found
        .iter()
        .filter(|finding| finding.standing == Standing::Wrong)
        .map(|finding| finding.mend.as_ref().unwrap().to_string())
        .collect();
    assert_eq!(mends.len(), 2, "{found:#?}");
    assert!(
        mends[0].contains("platform.root_category") && mends[1].contains("platform.teacher_role"),
        "{mends:?}"
    );
}

#[tokio::test]
async fn inspection_tests_what_the_shape_uses() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let moodle = crate::campus::connected(&campus);
    campus.moodle().assignable(4, false);
    let uses = Uses {
        roles: vec![Role::Numbered(4), Role::Numbered(4)],
        cohorts: true,
    };
    let mut found = moodle.inspect(&uses).await;
    found.retain(|finding| finding.standing != Standing::Ok);
    let [role] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(
        role.text.to_string(),
        "Peran pengajar lain (nomor 4) tidak ada, atau tidak boleh diberikan oleh pengguna token."
    );
    assert!(role.mend.as_ref().unwrap().to_string().contains("Bentuk di Moodle"));
}

/// Cohorts of the site, found by their idnumber, with all their members.
#[tokio::test]
async fn cohorts_are_found_filled_and_emptied() {
    let (_campus, moodle) = campus().await;
    let session = moodle.session(&[Need::Cohorts]).await.unwrap();
    let rows: Vec<Object> = (0..300).map(|at| student(&format!("26{at:05}"))).collect();
    let people = created(&moodle.create_objects(&rows).await.unwrap());
    let cohorts = ["Informatika", "INFORMATIKA", "Hukum"].map(|name| Cohort::of("{{ x }}", name.to_owned()));
    assert_eq!(cohorts[0].idnumber, cohorts[1].idnumber);
    let wanted = [cohorts[0].clone(), cohorts[2].clone()];
    let made = created(&session.create_cohorts(&wanted).await.unwrap());
    let again = session.create_cohorts(&wanted).await.unwrap();
    assert_eq!(again, [Outcome::Adopted(made[0]), Outcome::Adopted(made[1])]);
    let cohort = made[0];
    let members: Vec<_> = people.iter().map(|user| CohortMember { cohort, user: *user }).collect();
    assert_eq!(session.add_to_cohorts(&members).await.unwrap(), 300);
    session.take_out_of_cohorts(&members[1..]).await.unwrap();
    let found = session.cohorts(&[Cohort::prefix("{{x}}")]).await.unwrap();
    assert_eq!(found.len(), 2);
    let filled = found.iter().find(|found| found.id == cohort).unwrap();
    assert_eq!(filled.members, people[..1]);
    assert_eq!(session.cohorts(&[Cohort::prefix("{{ y }}")]).await.unwrap(), []);
    let long = Cohort::of("{{ x }}", "n".repeat(300));
    assert!(matches!(
        session.create_cohorts(&[long]).await.unwrap()[0],
        Outcome::Refused(_)
    ));
}

#[tokio::test]
async fn category_is_listed_once_for_all_batches() {
    let (campus, moodle) = campus().await;
    let rows: Vec<Object> = (0..24)
        .map(|at| category(&format!("selaras:semester:{at}"), "Gasal", 1))
        .collect();
    created(&moodle.create_objects(&rows).await.unwrap());
    let session = moodle.session(&[Need::Categories]).await.unwrap();
    let of_one = {
        session.create_objects(&rows[..12]).await.unwrap();
        campus.moodle().calls("core_course_get_categories")
    };
    session.create_objects(&rows[12..]).await.unwrap();
    let of_both = campus.moodle().calls("core_course_get_categories");
    // Each batch asks for its first few rejected rows one by one; the list itself is fetched once.
    assert_eq!(of_both, 2 * of_one - 1);
}
