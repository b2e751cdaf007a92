//! A spike: today's sync of students beside one by staging (`bench/stage`), from the same source by SQL.
//!
//! Both sync the same lists into a database that the server has prepared with its classes: a first sync, a repeated one with
//! nothing changed, and one with one student in a hundred renamed. Rounds alternate which comes first.

use crate::{
    campus::Campus,
    database::{Backend, Databases, Fresh},
    report::{median, say},
    server::Server,
    sql::{self, STUDENTS, Size, execute, fill},
};
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use serde::Deserialize;
use serde_json::json;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Stdio,
};
use tokio::process::Command;

/// The options of the benchmark.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// The program that syncs by staging.
    #[arg(long, default_value = "target/release/selaras-stage")]
    stage_program: PathBuf,
    /// Measures only this list.
    #[arg(long, value_enum)]
    stage_list: Option<List>,
    /// Students of the campus; each is in six classes.
    #[arg(long, default_value_t = 1_000_000)]
    stage_students: usize,
    /// Students of the one class.
    #[arg(long, default_value_t = 300_000)]
    stage_class: usize,
    /// Rounds.
    #[arg(long, default_value_t = 3)]
    stage_rounds: usize,
    /// Lets the server sync after the staging program, which must change nothing.
    #[arg(long)]
    stage_check: bool,
    /// Further arguments of the staging program.
    #[arg(long, allow_hyphen_values = true)]
    stage_arguments: Vec<String>,
}

/// The synced list.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum List {
    /// One class.
    Class,
    /// All classes of a campus.
    Campus,
}

fn size(list: List, options: &Options) -> Size {
    match list {
        List::Class => Size {
            students: options.stage_class,
            classes: 1,
            each: 1,
        },
        List::Campus => Size {
            students: options.stage_students,
            classes: options.stage_students * 16 / 100,
            each: 6,
        },
    }
}

/// Seconds of the three syncs, and the peak memory of them in MB.
struct Took {
    first: f64,
    again: f64,
    changed: f64,
    memory: f64,
}

impl Took {
    fn report(&self, round: usize, side: &str) -> Result<()> {
        let Self {
            first,
            again,
            changed,
            memory,
        } = self;
        let load = load()?;
        say(&format!(
            "  round {round}, {side}: first {first:.2} s, again {again:.2} s, changed {changed:.2} s; {memory:.0} MB; load {load}"
        ));
        Ok(())
    }
}

/// The output of the staging program.
#[derive(Deserialize)]
struct Staged {
    total: f64,
    memory: f64,
    phases: Vec<(String, f64)>,
    counts: BTreeMap<String, usize>,
}

/// Measures each list on each selected database.
pub(crate) async fn measure(server: &Path, databases: &Databases, options: &Options) -> Result<bool> {
    let campus = Campus::start(10).await?;
    for list in [List::Class, List::Campus] {
        if options.stage_list.is_some_and(|only| only != list) {
            continue;
        }
        let size = size(list, options);
        let source = Fresh::new(Backend::Postgres).await?;
        fill(source.url(), &size).await?;
        for statement in ["ALTER TABLE mahasiswa ADD PRIMARY KEY (id)", "VACUUM ANALYZE"] {
            execute(source.url(), statement.to_owned()).await?;
        }
        for backend in databases.each() {
            say(&format!(
                "{} students, {} classes, {} enrolments on {backend}",
                size.students,
                size.classes,
                size.enrolments()
            ));
            let spike = Spike {
                server,
                campus: &campus,
                source: source.url(),
                backend,
                size: &size,
                options,
            };
            let (mut today, mut staged) = (Vec::new(), Vec::new());
            for round in 1..=options.stage_rounds {
                if round % 2 == 1 {
                    today.push(spike.today(round).await?);
                    staged.push(spike.staged(round).await?);
                } else {
                    staged.push(spike.staged(round).await?);
                    today.push(spike.today(round).await?);
                }
            }
            for (what, of) in [
                ("first", (|took| took.first) as fn(&Took) -> f64),
                ("again", |took| took.again),
                ("changed", |took| took.changed),
                ("memory", |took| took.memory),
            ] {
                let middle = |took: &[Took]| median(took.iter().map(of).collect());
                let times = today.iter().zip(&staged).map(|(today, staged)| of(staged) / of(today));
                say(&format!(
                    "  median {what}: today {:.2}, staging {:.2}; {:.2} times",
                    middle(&today),
                    middle(&staged),
                    median(times.collect())
                ));
            }
        }
        source.drop().await?;
    }
    Ok(true)
}

/// Renames one student in a hundred, or takes that back.
async fn rename(url: &str, name: &str) -> Result<()> {
    execute(
        url,
        format!("UPDATE mahasiswa SET nama = '{name} ' || id WHERE id % 100 = 0"),
    )
    .await
}

struct Spike<'a> {
    server: &'a Path,
    campus: &'a Campus,
    source: &'a str,
    backend: Backend,
    size: &'a Size,
    options: &'a Options,
}

impl Spike<'_> {
    async fn serve(&self, database: &str, folder: &Path) -> Result<Server> {
        sql::serve(self.server, self.campus, self.source, database, folder).await
    }

    async fn today(&self, round: usize) -> Result<Took> {
        let (folder, database) = (tempfile::tempdir()?, Fresh::new(self.backend).await?);
        let server = self.serve(database.url(), folder.path()).await?;
        server.perform("kelas/sync", &json!({})).await?;
        let enrolments = self.size.enrolments();
        let first = server.sync(&json!({}), enrolments, "created").await?;
        let again = server.sync(&json!({}), enrolments, "unchanged").await?;
        rename(self.source, "Nama Yang Baru").await?;
        let (_, changed) = server.sync_changed(&json!({}), enrolments).await?;
        rename(self.source, "Mahasiswa Nomor").await?;
        let took = Took {
            first: first.total,
            again: again.total,
            changed: changed.total,
            memory: server.peak_memory()?,
        };
        server.stop().await?;
        database.drop().await?;
        took.report(round, "today")?;
        Ok(took)
    }

    async fn staged(&self, round: usize) -> Result<Took> {
        let (folder, database) = (tempfile::tempdir()?, Fresh::new(self.backend).await?);
        let server = self.serve(database.url(), folder.path()).await?;
        server.perform("kelas/sync", &json!({})).await?;
        server.stop().await?;
        let enrolments = self.size.enrolments();
        let first = self.stage(database.url()).await?;
        ensure!(first.counts["created"] == enrolments, "{:?}", first.counts);
        self.check(database.url(), folder.path()).await?;
        let again = self.stage(database.url()).await?;
        ensure!(again.counts["unchanged"] == enrolments, "{:?}", again.counts);
        rename(self.source, "Nama Yang Baru").await?;
        let changed = self.stage(database.url()).await?;
        let people = self.size.students / 100;
        ensure!(changed.counts["updated"] == people, "{:?}", changed.counts);
        ensure!(
            changed.counts["unchanged"] == enrolments - people,
            "{:?}",
            changed.counts
        );
        self.check(database.url(), folder.path()).await?;
        rename(self.source, "Mahasiswa Nomor").await?;
        database.drop().await?;
        for (what, staged) in [("first", &first), ("again", &again), ("changed", &changed)] {
            let phases = staged.phases.iter().map(|(name, took)| format!("{name} {took:.2}"));
            let phases: Vec<_> = phases.collect();
            say(&format!(
                "    {what} {:.2} s: {}; {:.0} MB",
                staged.total,
                phases.join(", "),
                staged.memory
            ));
        }
        let took = Took {
            first: first.total,
            again: again.total,
            changed: changed.total,
            memory: first.memory.max(again.memory).max(changed.memory),
        };
        took.report(round, "staging")?;
        Ok(took)
    }

    /// The server finds nothing to do after the staging program.
    async fn check(&self, database: &str, folder: &Path) -> Result<()> {
        if !self.options.stage_check {
            return Ok(());
        }
        let server = self.serve(database, folder).await?;
        server.sync(&json!({}), self.size.enrolments(), "unchanged").await?;
        server.stop().await
    }

    async fn stage(&self, database: &str) -> Result<Staged> {
        let folder = tempfile::tempdir()?;
        let mut command = Command::new(&self.options.stage_program);
        command
            .args([database, self.source, STUDENTS, "--folder"])
            .arg(folder.path());
        command.args(&self.options.stage_arguments);
        let output = command.stderr(Stdio::inherit()).output().await?;
        ensure!(output.status.success(), "the staging program failed");
        serde_json::from_slice(&output.stdout).context("the staging program said something else")
    }
}

/// The machine's load: of the last one, five and fifteen minutes.
fn load() -> Result<String> {
    let load = std::fs::read_to_string("/proc/loadavg")?;
    Ok(load.split(' ').take(3).collect::<Vec<_>>().join(" "))
}
