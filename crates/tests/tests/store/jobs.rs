//! Leases of jobs, their duration, and job rows after a takeover.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    job, let_leases_run_out, lose_the_log, new_job, open,
};
use jiff::SignedDuration;
use rstest::rstest;
use selaras_kinds::{Kind, mahasiswa::Mahasiswa};
use selaras_reasons::Reason;
use selaras_store::{
    Store,
    jobs::{Counts, End, Failure, JobFilter, JobState, Lease, Line, NewJob, Outcome, Verb},
    report::Lines,
};

fn end(state: JobState, failure: Option<Failure>, message: Reason, log: Reason) -> End {
    End {
        state,
        failure,
        message,
        log: Some(log),
        notices: Vec::new(),
    }
}

async fn take(store: &Store, worker: &str) -> Option<i64> {
    store.take_job(worker, &[]).await.unwrap()
}

#[rstest]
#[tokio::test]
async fn one_of_many_workers_gets_a_job(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    let takes = (0..8).map(|worker| {
        let store = store.clone();
        async move { take(&store, &format!("pekerja-{worker}")).await }
    });
    let taken: Vec<_> = futures::future::join_all(takes).await.into_iter().flatten().collect();
    assert_eq!(taken, [job]);
}

#[rstest]
#[tokio::test]
async fn many_workers_share_the_jobs_of_many_kinds(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let mut jobs = Vec::new();
    for kind in ["prodi", "kelas", "semester", "jurusan", "pengajar"] {
        jobs.push(store.create_job(new_job(kind)).await.unwrap());
    }
    let takes = (0..12).map(|worker| {
        let store = store.clone();
        async move {
            let mut mine = Vec::new();
            while let Some(job) = take(&store, &format!("pekerja-{worker}")).await {
                mine.push(job);
            }
            mine
        }
    });
    let mut taken = futures::future::join_all(takes).await.concat();
    taken.sort_unstable();
    assert_eq!(taken, jobs, "each job is taken once");
}

#[rstest]
#[tokio::test]
async fn younger_job_of_a_kind_waits_and_other_kinds_do_not(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (older, younger) = (job(&store).await, job(&store).await);
    let other = store.create_job(new_job("prodi")).await.unwrap();
    assert_eq!(take(&store, "a").await, Some(older));
    assert_eq!(take(&store, "b").await, Some(other));
    assert_eq!(take(&store, "a").await, None);
    store
        .finish_job(
            older,
            "a",
            &end(JobState::Done, None, Reason::NothingToDo, Reason::NothingToDo),
        )
        .await
        .unwrap();
    assert_eq!(take(&store, "a").await, Some(younger));
}

#[rstest]
#[tokio::test]
async fn fix_and_the_exports_it_needs_run_one_after_another(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let ordered = async |kind: &str, verb: Verb| {
        let job = NewJob { verb, ..new_job(kind) };
        store.create_job(job).await.unwrap()
    };
    let waits_for = async |job: i64| {
        let job = store.job(job).await.unwrap().unwrap();
        job.waits_for.map(|waits| waits.id)
    };
    let finish = async |job: i64| {
        let done = end(JobState::Done, None, Reason::NothingToDo, Reason::NothingToDo);
        store.finish_job(job, "a", &done).await.unwrap();
    };
    let classes = ordered("kelas", Verb::Export).await;
    let student = ordered("mahasiswa", Verb::Mend).await;
    let courses = ordered("mata_kuliah", Verb::Export).await;
    let teachers = ordered("pengajar", Verb::Export).await;
    let teacher = ordered("mengajar", Verb::Mend).await;
    for (job, expected) in [
        (classes, None),
        (student, Some(classes)),
        (courses, Some(student)),
        (teachers, None),
        (teacher, Some(classes)),
    ] {
        assert_eq!(waits_for(job).await, expected);
    }

    assert_eq!(take(&store, "a").await, Some(classes));
    assert_eq!(take(&store, "a").await, Some(teachers), "a student needs no teacher");
    assert_eq!(take(&store, "a").await, None);
    finish(classes).await;
    assert_eq!(take(&store, "a").await, Some(student));
    assert_eq!(take(&store, "a").await, None);
    finish(student).await;
    assert_eq!(take(&store, "a").await, Some(courses));
    finish(courses).await;
    assert_eq!(waits_for(teacher).await, Some(teachers));
    assert_eq!(take(&store, "a").await, None);
    finish(teachers).await;
    assert_eq!(take(&store, "a").await, Some(teacher));
}

#[tokio::test]
async fn idle_worker_is_preferred_for_a_stage() {
    let (store, _fresh) = open(Postgres).await;
    let whole = store.create_job(new_job("campus")).await.unwrap();
    let other = store.create_job(new_job("prodi")).await.unwrap();
    let stage = store
        .create_job(NewJob {
            part_of: Some(whole),
            ..new_job("kelas")
        })
        .await
        .unwrap();
    assert_eq!(take(&store, "a").await, Some(whole));
    assert_eq!(take(&store, "a").await, Some(other));
    assert_eq!(store.take_job("a", &[whole, other]).await.unwrap(), None);
    assert_eq!(
        store.take_job("b", &[whole]).await.unwrap(),
        Some(stage),
        "a job of stages does not count as work"
    );

    store.free_job(stage, "b").await.unwrap();
    store.clock().advance(SignedDuration::from_secs(1));
    let taken = store.take_job("a", &[whole, other]).await.unwrap();
    assert_eq!(taken, Some(stage), "no idle worker took it");
}

#[rstest]
#[tokio::test]
async fn expired_lease_is_taken_over(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    assert_eq!(take(&store, "a").await, Some(job));
    assert_eq!(take(&store, "b").await, None);
    assert_eq!(store.renew_job(job, "a").await.unwrap(), Lease::Held);

    let_leases_run_out(&store);
    let again = store.take_job("a", &[job]).await.unwrap();
    assert_eq!(again, None, "a worker does not start its own job again");
    assert_eq!(take(&store, "b").await, Some(job));
    assert_eq!(store.renew_job(job, "a").await.unwrap(), Lease::Lost);
    assert_eq!(store.renew_job(job, "b").await.unwrap(), Lease::Held);
}

#[rstest]
#[tokio::test]
async fn released_job_is_free_at_once(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    take(&store, "a").await;
    store.free_job(job, "b").await.unwrap();
    assert_eq!(take(&store, "b").await, None, "only the lease's owner releases the job");
    store.free_job(job, "a").await.unwrap();
    assert_eq!(take(&store, "b").await, Some(job));
    store.release_all_jobs().await.unwrap();
    assert_eq!(take(&store, "c").await, Some(job));
}

#[rstest]
#[tokio::test]
async fn job_that_keeps_killing_workers_becomes_deadly(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    let is_deadly = async || store.job(job).await.unwrap().unwrap().deadly;
    let dies = async |worker: &str| {
        assert_eq!(take(&store, worker).await, Some(job));
        let_leases_run_out(&store);
    };
    for worker in ["a", "b", "c", "d", "e", "f"] {
        dies(worker).await;
        assert!(
            !is_deadly().await,
            "a server may be killed again and again for another reason"
        );
    }
    store.clock().advance(SignedDuration::from_mins(5));
    assert!(is_deadly().await);

    assert_eq!(take(&store, "g").await, Some(job));
    store.free_job(job, "g").await.unwrap();
    for worker in ["h", "i", "j", "k", "l"] {
        dies(worker).await;
        assert!(!is_deadly().await, "the job was released in between");
    }
    dies("m").await;
    assert!(is_deadly().await);
}

#[rstest]
#[tokio::test]
async fn job_taken_over_keeps_results_and_retries_the_rest(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    take(&store, "a").await;
    let outcomes = [
        Outcome::Created,
        Outcome::Updated,
        Outcome::Failed,
        Outcome::Conflict,
        Outcome::Missing,
    ];
    let lines = outcomes.map(|outcome| Line::on_no_row(outcome, "1".to_owned()));
    let mut counts: Counts = outcomes.into_iter().map(|outcome| (outcome, 1)).collect();
    counts.add(Outcome::Unchanged, 5);
    store.report(job, "semester", &lines, &counts).await.unwrap();
    let_leases_run_out(&store);
    take(&store, "b").await;
    let written = crate::lines(&store, job).await;
    assert_eq!(
        written.rows.iter().map(|line| line.outcome).collect::<Vec<_>>(),
        [Outcome::Created, Outcome::Updated, Outcome::Missing]
    );
    let counts = store.job(job).await.unwrap().unwrap().counts;
    let counted = [Outcome::Created, Outcome::Updated, Outcome::Missing];
    assert_eq!(counts, counted.into_iter().map(|outcome| (outcome, 1)).collect());
}

#[rstest]
#[tokio::test]
async fn report_keeps_each_value_of_a_key(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let student = Mahasiswa {
        nama_mk: "Kimia · Lanjut".into(),
        nama_kelas: "A".into(),
        NPK: "260001".into(),
        ..Mahasiswa::default()
    };
    let lines = [Line::on_row(&student, Outcome::Failed)];
    let job = job(&store).await;
    store
        .report(job, Mahasiswa::NAME, &lines, &Counts::default())
        .await
        .unwrap();
    let page = async |search: &str| {
        let (job, query) = (
            store.job(job).await.unwrap().unwrap(),
            Lines {
                search,
                ..Lines::default()
            },
        );
        store.report_page(&job, &[], &query, 0, 10).await.unwrap()
    };
    let found = page("kimia · lanjut · a").await;
    assert_eq!(found.rows, lines);
    assert_eq!(found.rows[0].key.values[0], "Kimia · Lanjut");
    assert_eq!(page("lanjut · b").await.total, 0);
}

#[rstest]
#[tokio::test]
async fn worker_that_lost_its_lease_cannot_end_the_job(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    take(&store, "a").await;
    let_leases_run_out(&store);
    assert_eq!(take(&store, "b").await, Some(job));
    let done = end(JobState::Done, None, Reason::NothingToDo, Reason::NothingToDo);
    store.finish_job(job, "a", &done).await.unwrap();
    assert_eq!(store.job(job).await.unwrap().unwrap().state, JobState::Running);
    store.finish_job(job, "b", &done).await.unwrap();
    assert_eq!(store.job(job).await.unwrap().unwrap().state, JobState::Done);
}

#[rstest]
#[tokio::test]
async fn job_ends_once_with_one_log_entry(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let job = job(&store).await;
    take(&store, "a").await;
    store
        .finish_job(
            job,
            "a",
            &end(JobState::Done, None, Reason::NothingToDo, Reason::Overwrites),
        )
        .await
        .unwrap();
    store
        .finish_job(
            job,
            "a",
            &end(
                JobState::Failed,
                Some(Failure::Internal),
                Reason::Cancelled,
                Reason::Cancelled,
            ),
        )
        .await
        .unwrap();
    let ended = store.job(job).await.unwrap().unwrap();
    assert_eq!(
        (ended.state, ended.message, ended.failure),
        (JobState::Done, Reason::NothingToDo, None)
    );
    let log = store
        .log_page(&Default::default(), &Default::default(), 0, 10)
        .await
        .unwrap()
        .rows;
    assert_eq!(
        (log.len(), &log[0].action, log[0].job_id),
        (1, &Reason::Overwrites, Some(job))
    );
    assert_eq!(take(&store, "b").await, None);
    assert!(!store.cancel_job(job, None).await.unwrap());
}

#[rstest]
#[tokio::test]
async fn running_job_sees_its_cancellation(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (running, waiting) = (job(&store).await, job(&store).await);
    assert_eq!(take(&store, "a").await, Some(running));
    assert!(store.cancel_job(running, None).await.unwrap());
    assert_eq!(store.renew_job(running, "a").await.unwrap(), Lease::Cancelled);
    assert!(store.cancel_job(waiting, None).await.unwrap());
    assert_eq!(store.job(waiting).await.unwrap().unwrap().state, JobState::Cancelled);
    let active = store.jobs(JobFilter { active: true }, 10).await.unwrap();
    assert_eq!(active.iter().map(|job| job.id).collect::<Vec<_>>(), [running]);
}

#[rstest]
#[tokio::test]
async fn job_continues_if_its_cancelling_cannot_be_logged(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let (running, waiting) = (job(&store).await, job(&store).await);
    assert_eq!(take(&store, "a").await, Some(running));
    lose_the_log(&store).await;
    for job in [running, waiting] {
        let entry = (&Reason::Cancelled, "Ani".into());
        store.cancel_job(job, Some(entry)).await.unwrap_err();
    }
    assert_eq!(store.renew_job(running, "a").await.unwrap(), Lease::Held);
    assert_eq!(store.job(waiting).await.unwrap().unwrap().state, JobState::Queued);
}

#[rstest]
#[tokio::test]
async fn latest_jobs_include_all_that_have_not_ended(#[values(Sqlite, Postgres)] on: Database) {
    let (store, _fresh) = open(on).await;
    let mut jobs = Vec::new();
    for _ in 0..5 {
        jobs.push(job(&store).await);
    }
    let [running, cancelled, waiting, ended, latest] = jobs[..] else {
        unreachable!()
    };
    assert_eq!(take(&store, "a").await, Some(running));
    for gone in [cancelled, ended, latest] {
        assert!(store.cancel_job(gone, None).await.unwrap());
    }
    let numbers = async |active, latest| {
        let jobs = store.jobs(JobFilter { active }, latest).await.unwrap();
        jobs.iter().map(|job| job.id).collect::<Vec<_>>()
    };
    assert_eq!(numbers(false, 2).await, [latest, ended, waiting, running]);
    assert_eq!(numbers(false, 10).await, [latest, ended, waiting, cancelled, running]);
    assert_eq!(numbers(true, 2).await, [waiting, running]);
}
