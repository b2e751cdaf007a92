//! A sync by the real server, beside the floor: a first one, a repeated one with nothing changed, and one with one student
//! in a hundred changed.

use crate::{
    campus::{self, Campus},
    database::{Backend, Databases, Fresh},
    floor,
    report::{median, say},
    server::{Server, Took},
};
use anyhow::Result;
use clap::{Args, ValueEnum};
use serde_json::json;
use std::{fmt, path::Path};

/// The options of the sync benchmark.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Measures only these lists.
    #[arg(long, value_enum)]
    lists: Option<Lists>,
    /// Students of the campus.
    #[arg(long, default_value_t = 20_000)]
    campus_students: usize,
    /// Students of the one class.
    #[arg(long, default_value_t = 100_000)]
    class_students: usize,
    /// Rounds, each on fresh databases.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The limit for the first sync of a campus, as a multiple of the floor.
    #[arg(long, default_value_t = 1.0)]
    most_campus_times: f64,
    /// The limit for the first sync of one class, as a multiple of the floor.
    #[arg(long, default_value_t = 1.3)]
    most_class_times: f64,
    /// The limit for a sync with nothing changed, as a multiple of downloading and parsing.
    #[arg(long, default_value_t = 1.3)]
    most_again_times: f64,
    /// The limit for a sync with one student in a hundred changed, as a multiple of downloading and parsing.
    #[arg(long, default_value_t = 2.0)]
    most_changed_times: f64,
    /// The limit for the server's peak memory, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_memory: f64,
}

/// The synced lists.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Lists {
    /// The lists of all classes of a campus.
    Campus,
    /// One list of new people.
    Class,
}

impl fmt::Display for Lists {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Campus => "campus",
            Self::Class => "one class",
        })
    }
}

/// The results of one round, in seconds and MB.
struct Round {
    /// The floor: download, parse, insert, index.
    write: f64,
    /// The same without the indexes for sorting and searching.
    bare: f64,
    first: Took,
    /// The floor: only download and parse.
    read: f64,
    again: Took,
    /// The floor of the changed lists.
    read_changed: f64,
    changed: Took,
    /// Rows written by the third sync: a person in many classes is one.
    moved: usize,
    /// The server's peak.
    memory: f64,
    enrolments: usize,
    lists: usize,
}

impl Round {
    fn print(&self, number: usize) {
        let Self {
            write,
            bare,
            first,
            read,
            again,
            read_changed,
            changed,
            memory,
            ..
        } = self;
        say(&format!(
            "  round {number}: floor {write:.2} s ({bare:.2} s without indexes), sync {:.2} s (job {:.2} s); reading alone {read:.2} s, sync again \
             {:.2} s (job {:.2} s); reading what has changed {read_changed:.2} s, sync {:.2} s (job {:.2} s); {memory:.0} MB",
            first.total, first.ran, again.total, again.ran, changed.total, changed.ran
        ));
    }
}

/// Measures all selected lists on all selected databases. True if the targets are met.
pub(crate) async fn measure(server: &Path, databases: &Databases, options: &Options) -> Result<bool> {
    let mut within = true;
    for lists in [Lists::Campus, Lists::Class] {
        if options.lists.is_some_and(|only| only != lists) {
            continue;
        }
        let campus = match lists {
            Lists::Campus => Campus::start(options.campus_students).await?,
            Lists::Class => Campus::with_large_class(options.class_students).await?,
        };
        for backend in databases.each() {
            say(&format!("Sync of {lists} on {backend}"));
            let mut rounds = Vec::new();
            for number in 1..=options.rounds {
                let round = measure_once(server, &campus, lists, backend).await?;
                round.print(number);
                rounds.push(round);
            }
            within &= report(options, lists, &rounds);
        }
    }
    Ok(within)
}

async fn measure_once(binary: &Path, campus: &Campus, lists: Lists, backend: Backend) -> Result<Round> {
    let large_class = lists == Lists::Class;
    let filled = Fresh::new(backend).await?;
    let write = floor::run(campus, large_class, Some(filled.url())).await?;
    filled.drop().await?;

    let (folder, database) = (tempfile::tempdir()?, Fresh::new(backend).await?);
    let server = Server::start(binary, campus, database.url(), folder.path()).await?;
    let body = match lists {
        Lists::Class => campus::class(),
        Lists::Campus => {
            // The classes are known beforehand, to the floor too.
            server.perform("kelas/sync", &json!({})).await?;
            json!({})
        }
    };
    let first = server.sync(&body, write.rows, "created").await?;
    let read = floor::run(campus, large_class, None).await?;
    let again = server.sync(&body, write.rows, "unchanged").await?;
    campus.rename_a_hundredth().await?;
    let read_changed = floor::run(campus, large_class, None).await?;
    let (moved, changed) = server.sync_changed(&body, write.rows).await?;
    // The next round must find the campus as this one did.
    campus.restore().await?;
    let memory = server.peak_memory()?;
    server.stop().await?;
    database.drop().await?;
    Ok(Round {
        write: write.indexed,
        bare: write.seconds,
        first,
        read: read.seconds,
        again,
        read_changed: read_changed.seconds,
        changed,
        moved,
        memory,
        enrolments: write.rows,
        lists: write.lists,
    })
}

/// Prints the medians of all rounds. True if the targets are met.
fn report(options: &Options, lists: Lists, rounds: &[Round]) -> bool {
    let middle = |of: fn(&Round) -> f64| median(rounds.iter().map(of).collect());
    let first = middle(|round| round.first.total / round.write);
    let again = middle(|round| round.again.total / round.read);
    let changed = middle(|round| round.changed.total / round.read_changed);
    // The maximum, not the median: the limit holds for every round.
    let memory = rounds.iter().map(|round| round.memory).fold(0.0, f64::max);
    let most_first = match lists {
        Lists::Campus => options.most_campus_times,
        Lists::Class => options.most_class_times,
    };
    if let Some(round) = rounds.first() {
        say(&format!(
            "  {} enrolments in {} lists; with 1 % of the students changed {} rows are written",
            round.enrolments, round.lists, round.moved
        ));
    }
    say(&format!(
        "  first sync   {:.2} s  floor {:.2} s  {first:.2} times (at most {most_first})",
        middle(|round| round.first.total),
        middle(|round| round.write),
    ));
    say(&format!(
        "               {:.2} times a floor of {:.2} s that makes no index beside its key",
        middle(|round| round.first.total / round.bare),
        middle(|round| round.bare),
    ));
    say(&format!(
        "  sync again   {:.2} s  floor {:.2} s  {again:.2} times (at most {})",
        middle(|round| round.again.total),
        middle(|round| round.read),
        options.most_again_times,
    ));
    say(&format!(
        "  1 % changed  {:.2} s  floor {:.2} s  {changed:.2} times (at most {})",
        middle(|round| round.changed.total),
        middle(|round| round.read_changed),
        options.most_changed_times,
    ));
    say(&format!(
        "  peak memory  {memory:.0} MB (at most {} MB)",
        options.most_memory
    ));
    let within = first <= most_first
        && again <= options.most_again_times
        && changed <= options.most_changed_times
        && memory <= options.most_memory;
    if !within {
        say("  TARGET MISSED");
    }
    within
}
