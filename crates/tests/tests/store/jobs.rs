//! Who has a job, for how long, and what stays of its account when another takes it over.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    job, let_leases_run_out, new_job, open,
};
use rstest::rstest;
use selaras_store::{
    Selection, Store,
    jobs::{Claim, Counts, Failure, JobFilter, JobState, Lease, Line, Outcome},
};

async fn claim(store: &Store, job: i64, worker: &str) -> Claim {
    store.claim_job(job, worker).await.unwrap()
}

#[rstest]
#[tokio::test]
async fn of_many_workers_one_gets_a_job(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    let claims = (0..8).map(|worker| {
        let store = store.clone();
        async move { claim(&store, job, &format!("pekerja-{worker}")).await }
    });
    let claims = futures::future::join_all(claims).await;
    assert_eq!(
        claims.iter().filter(|claim| **claim == Claim::Taken).count(),
        1,
        "{claims:?}"
    );
}

#[rstest]
#[tokio::test]
async fn of_two_jobs_of_a_kind_the_younger_waits_and_another_kind_does_not(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (older, younger) = (job(&store).await, job(&store).await);
    let other = store.create_job(new_job("prodi", &Selection::default())).await.unwrap();
    assert_eq!(claim(&store, younger, "a").await, Claim::Wait);
    assert_eq!(claim(&store, older, "a").await, Claim::Taken);
    assert_eq!(claim(&store, younger, "a").await, Claim::Wait);
    assert_eq!(claim(&store, other, "b").await, Claim::Taken);
    store
        .finish_job(older, JobState::Done, None, "Selesai.", "Selesai.", &[])
        .await
        .unwrap();
    assert_eq!(claim(&store, younger, "a").await, Claim::Taken);
}

#[rstest]
#[tokio::test]
async fn a_job_whose_worker_falls_silent_is_anothers(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    claim(&store, job, "a").await;
    assert_eq!(claim(&store, job, "b").await, Claim::Gone);
    assert_eq!(store.abandoned_jobs(false).await.unwrap(), [0_i64; 0]);
    assert_eq!(store.renew_job(job, "a").await.unwrap(), Lease::Held);

    let_leases_run_out(&store).await;
    assert_eq!(store.abandoned_jobs(false).await.unwrap(), [job]);
    assert_eq!(claim(&store, job, "b").await, Claim::Taken);
    assert_eq!(store.renew_job(job, "a").await.unwrap(), Lease::Lost);
    assert_eq!(store.renew_job(job, "b").await.unwrap(), Lease::Held);
}

#[rstest]
#[tokio::test]
async fn a_job_that_is_given_back_is_free_at_once(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    claim(&store, job, "a").await;
    store.free_job(job, "b").await.unwrap();
    assert_eq!(
        claim(&store, job, "b").await,
        Claim::Gone,
        "only who has it gives it back"
    );
    store.free_job(job, "a").await.unwrap();
    assert_eq!(claim(&store, job, "b").await, Claim::Taken);
    store.release_all_jobs().await.unwrap();
    assert_eq!(claim(&store, job, "c").await, Claim::Taken);
}

#[rstest]
#[tokio::test]
async fn a_job_taken_over_keeps_what_was_done_and_tries_the_rest_again(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    claim(&store, job, "a").await;
    let told = [
        Outcome::Created,
        Outcome::Updated,
        Outcome::Failed,
        Outcome::Conflict,
        Outcome::Missing,
    ];
    let lines = told.map(|outcome| Line::on_no_row(outcome, "1".to_owned()));
    let mut counts: Counts = told.into_iter().map(|outcome| (outcome, 1)).collect();
    counts.add(Outcome::Unchanged, 5);
    store.account(job, "semester", &lines, &counts).await.unwrap();
    let_leases_run_out(&store).await;
    claim(&store, job, "b").await;
    let kept = crate::lines(&store, job).await;
    assert_eq!(
        kept.rows.iter().map(|line| line.outcome).collect::<Vec<_>>(),
        [Outcome::Created, Outcome::Updated, Outcome::Missing]
    );
    let counts = store.job(job).await.unwrap().unwrap().counts;
    let kept = [Outcome::Created, Outcome::Updated, Outcome::Missing];
    assert_eq!(counts, kept.into_iter().map(|outcome| (outcome, 1)).collect());
}

#[rstest]
#[tokio::test]
async fn a_job_ends_once_and_its_end_is_one_entry_in_the_log(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    claim(&store, job, "a").await;
    store
        .finish_job(job, JobState::Done, None, "Selesai.", "Sinkronisasi selesai.", &[])
        .await
        .unwrap();
    store
        .finish_job(job, JobState::Failed, Some(Failure::Internal), "Gagal.", "Gagal.", &[])
        .await
        .unwrap();
    let ended = store.job(job).await.unwrap().unwrap();
    assert_eq!(
        (ended.state, ended.message.as_str(), ended.failure),
        (JobState::Done, "Selesai.", None)
    );
    let log = store.log_page(&Default::default(), None).await.unwrap().rows;
    assert_eq!(
        (log.len(), log[0].action.as_str(), log[0].job_id),
        (1, "Sinkronisasi selesai.", Some(job))
    );
    assert_eq!(claim(&store, job, "b").await, Claim::Gone);
    assert!(!store.cancel_job(job).await.unwrap());
}

#[rstest]
#[tokio::test]
async fn a_running_job_learns_that_it_is_to_stop(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (running, waiting) = (job(&store).await, job(&store).await);
    claim(&store, running, "a").await;
    assert!(store.cancel_job(running).await.unwrap());
    assert_eq!(store.renew_job(running, "a").await.unwrap(), Lease::Cancelled);
    assert!(store.cancel_job(waiting).await.unwrap());
    assert_eq!(store.job(waiting).await.unwrap().unwrap().state, JobState::Cancelled);
    let active = store.jobs(JobFilter { active: true }, 10).await.unwrap();
    assert_eq!(active.iter().map(|job| job.id).collect::<Vec<_>>(), [running]);
}

#[rstest]
#[tokio::test]
async fn a_job_remembers_which_rows_it_is_about(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let selection = Selection {
        ids: vec![1, 2],
        any_of: Some(("NPK".to_owned(), vec!["a".to_owned()])),
        ..Selection::equal([("nama_mk", "Aljabar \"I\"")])
    };
    let job = store.create_job(new_job("mahasiswa", &selection)).await.unwrap();
    assert_eq!(store.job(job).await.unwrap().unwrap().selection, selection);
}
