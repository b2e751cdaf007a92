//! An export of accounts and their enrolments by the real server, beside the plainest client that does the same writes.

use crate::{
    campus::Campus,
    database::{Backend, Databases, Fresh},
    plain::{self, Manner, Wrote},
    report::{median, say},
    server::Server,
};
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use std::path::Path;

/// The options of the export benchmark.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Accounts to export. Each of their enrolments also makes a group member.
    #[arg(long, default_value_t = 5000)]
    users: usize,
    /// The speed of the demo's Moodle as a multiple of the measured Moodle's, so that a round takes minutes.
    #[arg(long, default_value_t = 4.0)]
    moodle_speed: f64,
    /// Rounds of the export.
    #[arg(long, default_value_t = 2)]
    export_rounds: usize,
    /// The limit for the export, as a multiple of the plainest client's time.
    #[arg(long, default_value_t = 1.1)]
    most_export_times: f64,
    /// The limit for the server's enrolments per second, as a share of what this Moodle can take.
    #[arg(long, default_value_t = 0.9)]
    least_enrolments: f64,
    /// The least time of one call per row, as a multiple of the export's.
    #[arg(long, default_value_t = 8.0)]
    least_one_by_one: f64,
    /// The limit for the server's peak memory, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_export_memory: f64,
}

/// Accounts and memberships of the sample that is sent with one row per call.
const SAMPLE: (usize, usize) = (150, 300);
/// The kinds that are exported before the accounts.
const BEFORE: [&str; 6] = ["tahun_ajaran", "semester", "prodi", "jurusan", "matakuliah", "kelas"];

/// What one round measured, in seconds.
struct Round {
    server: Wrote,
    plain: Wrote,
    /// The server's peak memory, in MB.
    memory: f64,
    /// The server's calls that Moodle refused because of a deadlock.
    deadlocks: u64,
}

impl Round {
    fn times(&self) -> f64 {
        self.server.whole() / self.plain.whole()
    }
}

impl Wrote {
    fn whole(&self) -> f64 {
        self.accounts + self.memberships
    }
}

/// The medians of all rounds, and the targets.
struct Report<'a> {
    options: &'a Options,
    memberships: usize,
    rounds: Vec<Round>,
    /// Seconds that one call per row would take: sequentially, and two at once.
    one_by_one: [f64; 2],
}

impl Report<'_> {
    fn median(&self, of: impl Fn(&Round) -> f64) -> f64 {
        median(self.rounds.iter().map(of).collect())
    }

    /// Enrolments per second: the server's and the plainest client's.
    fn enrolments(&self) -> [f64; 2] {
        let a_second = |of: fn(&Round) -> f64| self.memberships as f64 / self.median(of);
        [
            a_second(|round| round.server.memberships),
            a_second(|round| round.plain.memberships),
        ]
    }

    fn share_of_enrolments(&self) -> f64 {
        let [server, best] = self.enrolments();
        server / best
    }

    fn times_one_by_one(&self) -> f64 {
        self.one_by_one[0] / self.median(|round| round.server.whole())
    }

    fn deadlocks(&self) -> u64 {
        self.rounds.iter().map(|round| round.deadlocks).sum()
    }

    fn memory(&self) -> f64 {
        self.rounds.iter().map(|round| round.memory).fold(0.0, f64::max)
    }

    fn within_targets(&self) -> bool {
        self.median(Round::times) <= self.options.most_export_times
            && self.share_of_enrolments() >= self.options.least_enrolments
            && self.times_one_by_one() >= self.options.least_one_by_one
            && self.memory() <= self.options.most_export_memory
            && self.deadlocks() == 0
    }

    fn print(&self) {
        let Options {
            users,
            most_export_times,
            least_enrolments,
            least_one_by_one,
            most_export_memory,
            ..
        } = self.options;
        let line = |what: String, of: fn(&Wrote) -> f64| {
            let (server, plain) = (
                self.median(|round| of(&round.server)),
                self.median(|round| of(&round.plain)),
            );
            say(&format!(
                "{what:<22} {server:.2} s  plainest {plain:.2} s  {:.3} times",
                server / plain
            ));
        };
        line(format!("{users} accounts"), |wrote| wrote.accounts);
        line(format!("{} enrolments", self.memberships), |wrote| wrote.memberships);
        let [server, best] = self.enrolments();
        say(&format!(
            "enrolments a second        {server:.0}  this Moodle's best {best:.0}  {:.3} of it (at least {least_enrolments})",
            self.share_of_enrolments()
        ));
        say(&format!(
            "whole export           {:.3} times the plainest (at most {most_export_times})",
            self.median(Round::times)
        ));
        say(&format!(
            "one call for each row  {:.1} s, {:.1} times the export (at least {least_one_by_one}); two at once {:.1} s; from a \
             sample, scaled",
            self.one_by_one[0],
            self.times_one_by_one(),
            self.one_by_one[1]
        ));
        say(&format!(
            "calls refused          {} because of a deadlock (at most 0)",
            self.deadlocks()
        ));
        say(&format!(
            "highest memory         {:.0} MB (at most {most_export_memory})",
            self.memory()
        ));
        if !self.within_targets() {
            say("TARGET MISSED");
        }
    }
}

/// Measures on each selected database. True if the targets are met.
pub(crate) async fn measure(server: &Path, databases: &Databases, options: &Options) -> Result<bool> {
    let mut within = true;
    for backend in databases.each() {
        say(&format!("Export of {} accounts on {backend}", options.users));
        let report = measure_on(backend, server, options).await?;
        report.print();
        within &= report.within_targets();
    }
    Ok(within)
}

/// Measures all rounds.
async fn measure_on<'a>(backend: Backend, server: &Path, options: &'a Options) -> Result<Report<'a>> {
    let (mut rounds, mut memberships) = (Vec::new(), 0);
    for number in 1..=options.export_rounds {
        let (enrolled, served, memory, deadlocks) = by_the_server(backend, server, options).await?;
        // A fresh Moodle, as empty as the server's was.
        let campus = Campus::with_costs(options.users, options.moodle_speed).await?;
        let plain = plain::write(&campus, options.users, enrolled, Manner::Best).await?;
        let round = Round {
            server: served,
            plain,
            memory,
            deadlocks,
        };
        say(&format!(
            "round {number}: {} accounts and {enrolled} enrolments: {:.2} s + {:.2} s, {deadlocks} calls refused; plainest \
             {:.2} s + {:.2} s",
            options.users,
            round.server.accounts,
            round.server.memberships,
            round.plain.accounts,
            round.plain.memberships
        ));
        memberships = enrolled;
        rounds.push(round);
    }
    // At the measured Moodle's own speed: timers are too coarse for calls of a few milliseconds.
    let (accounts, enrolments) = SAMPLE;
    let mut one_by_one = [0.0; 2];
    for (at_once, scaled) in (1..).zip(&mut one_by_one) {
        let campus = Campus::with_costs(options.users, 1.0).await?;
        let sample = plain::write(&campus, accounts, enrolments, Manner::OneACall(at_once)).await?;
        let whole = sample.accounts * options.users as f64 / accounts as f64
            + sample.memberships * memberships as f64 / enrolments as f64;
        *scaled = whole / options.moodle_speed;
    }
    Ok(Report {
        options,
        memberships,
        rounds,
        one_by_one,
    })
}

/// Exports the accounts and enrols them. Returns the number of enrolments, both times, the server's peak memory in MB, and
/// the calls refused because of a deadlock.
async fn by_the_server(backend: Backend, binary: &Path, options: &Options) -> Result<(usize, Wrote, f64, u64)> {
    let folder = tempfile::tempdir()?;
    let campus = Campus::with_costs(options.users, options.moodle_speed).await?;
    let database = Fresh::new(backend).await?;
    let server = Server::start(binary, &campus, database.url(), folder.path()).await?;
    let everything = json!({});
    for kind in BEFORE {
        server.perform(&format!("{kind}/sync"), &everything).await?;
        server.perform(&format!("{kind}/export"), &everything).await?;
    }
    server.perform("mahasiswa/sync", &everything).await?;
    let (exported, accounts) = server.perform("mahasiswa/export_as_user", &everything).await?;
    let (enrolled, memberships) = server.perform("mahasiswa/enroll", &everything).await?;
    let counted = |job: &Value, outcome: &str| job["counts"][outcome].as_u64().context("the job counts nothing");
    let (made, enrolled) = (counted(&exported, "created")?, counted(&enrolled, "enrolled")?);
    ensure!(made as usize == options.users, "{made} accounts were exported");
    let memory = server.peak_memory()?;
    server.stop().await?;
    database.drop().await?;
    let wrote = Wrote {
        accounts: accounts.total,
        memberships: memberships.total,
    };
    Ok((enrolled as usize, wrote, memory, campus.deadlocks().await?))
}
