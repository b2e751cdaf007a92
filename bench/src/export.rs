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

/// What is to be measured of an export.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Asked {
    /// Accounts to export. Each of their places in a class is an enrolment and a group member.
    #[arg(long, default_value_t = 5000)]
    users: usize,
    /// How many times as fast as the measured one the demo's Moodle is, so that a round takes minutes.
    #[arg(long, default_value_t = 4.0)]
    moodle_speed: f64,
    /// Rounds of the export.
    #[arg(long, default_value_t = 2)]
    export_rounds: usize,
    /// The export may take this many times the plainest client.
    #[arg(long, default_value_t = 1.1)]
    most_export_times: f64,
    /// Places that the server gives a second, as a share of what this Moodle can take.
    #[arg(long, default_value_t = 0.9)]
    least_places: f64,
    /// One call for each row must take at least this many times the export.
    #[arg(long, default_value_t = 8.0)]
    least_one_by_one: f64,
    /// The most memory that the server may have, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_export_memory: f64,
}

/// Accounts and memberships of the sample that is sent one a call.
const SAMPLE: (usize, usize) = (150, 300);
/// The kinds that stand on Moodle before the accounts do.
const BEFORE: [&str; 6] = ["tahun_ajaran", "semester", "prodi", "jurusan", "matakuliah", "kelas"];

/// What one round measured, in seconds.
struct Round {
    server: Wrote,
    plain: Wrote,
    /// The most memory that the server had, in MB.
    memory: f64,
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
    asked: &'a Asked,
    memberships: usize,
    rounds: Vec<Round>,
    /// Seconds that one call for each row would take: one call after the other, and two at once.
    one_by_one: [f64; 2],
}

impl Report<'_> {
    fn median(&self, of: impl Fn(&Round) -> f64) -> f64 {
        median(self.rounds.iter().map(of).collect())
    }

    /// Places that the server gives a second, beside those of the plainest client.
    fn places(&self) -> [f64; 2] {
        let a_second = |of: fn(&Round) -> f64| self.memberships as f64 / self.median(of);
        [
            a_second(|round| round.server.memberships),
            a_second(|round| round.plain.memberships),
        ]
    }

    fn share_of_places(&self) -> f64 {
        let [server, best] = self.places();
        server / best
    }

    fn times_one_by_one(&self) -> f64 {
        self.one_by_one[0] / self.median(|round| round.server.whole())
    }

    fn memory(&self) -> f64 {
        self.rounds.iter().map(|round| round.memory).fold(0.0, f64::max)
    }

    fn within_targets(&self) -> bool {
        self.median(Round::times) <= self.asked.most_export_times
            && self.share_of_places() >= self.asked.least_places
            && self.times_one_by_one() >= self.asked.least_one_by_one
            && self.memory() <= self.asked.most_export_memory
    }

    fn print(&self) {
        let Asked {
            users,
            most_export_times,
            least_places,
            least_one_by_one,
            most_export_memory,
            ..
        } = self.asked;
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
        let [server, best] = self.places();
        say(&format!(
            "places a second        {server:.0}  this Moodle's best {best:.0}  {:.3} of it (at least {least_places})",
            self.share_of_places()
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
            "highest memory         {:.0} MB (at most {most_export_memory})",
            self.memory()
        ));
        if !self.within_targets() {
            say("TARGET MISSED");
        }
    }
}

/// Measures each database that is asked for. Answers whether the targets hold.
pub(crate) async fn measure(server: &Path, databases: &Databases, asked: &Asked) -> Result<bool> {
    let mut within = true;
    for backend in databases.each() {
        say(&format!("Export of {} accounts on {backend}", asked.users));
        let report = measure_on(backend, server, asked).await?;
        report.print();
        within &= report.within_targets();
    }
    Ok(within)
}

/// Measures all rounds.
async fn measure_on<'a>(backend: Backend, server: &Path, asked: &'a Asked) -> Result<Report<'a>> {
    let (mut rounds, mut memberships) = (Vec::new(), 0);
    for number in 1..=asked.export_rounds {
        let (enrolled, served, memory) = by_the_server(backend, server, asked).await?;
        // A Moodle of its own, as empty as the server's was.
        let campus = Campus::with_costs(asked.users, asked.moodle_speed).await?;
        let plain = plain::write(&campus, asked.users, enrolled, Manner::Best).await?;
        let round = Round {
            server: served,
            plain,
            memory,
        };
        say(&format!(
            "round {number}: {} accounts and {enrolled} enrolments: {:.2} s + {:.2} s; plainest {:.2} s + {:.2} s",
            asked.users, round.server.accounts, round.server.memberships, round.plain.accounts, round.plain.memberships
        ));
        memberships = enrolled;
        rounds.push(round);
    }
    // At the measured Moodle's own speed: timers are too coarse for calls of a few milliseconds.
    let (accounts, places) = SAMPLE;
    let mut one_by_one = [0.0; 2];
    for (at_once, scaled) in (1..).zip(&mut one_by_one) {
        let campus = Campus::with_costs(asked.users, 1.0).await?;
        let sample = plain::write(&campus, accounts, places, Manner::OneACall(at_once)).await?;
        let whole = sample.accounts * asked.users as f64 / accounts as f64
            + sample.memberships * memberships as f64 / places as f64;
        *scaled = whole / asked.moodle_speed;
    }
    Ok(Report {
        asked,
        memberships,
        rounds,
        one_by_one,
    })
}

/// Exports the accounts and enrols them. Answers with the number of enrolments, the time of both, and the most memory that the server
/// had, in MB.
async fn by_the_server(backend: Backend, binary: &Path, asked: &Asked) -> Result<(usize, Wrote, f64)> {
    let place = tempfile::tempdir()?;
    let campus = Campus::with_costs(asked.users, asked.moodle_speed).await?;
    let database = Fresh::new(backend).await?;
    let server = Server::start(binary, &campus, database.url(), place.path()).await?;
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
    ensure!(made as usize == asked.users, "{made} accounts were exported");
    let memory = server.peak_memory()?;
    server.stop().await?;
    database.drop().await?;
    let wrote = Wrote {
        accounts: accounts.asked,
        memberships: memberships.asked,
    };
    Ok((enrolled as usize, wrote, memory))
}
