//! A sync by the real server, beside the floor: first with nothing known, then again with nothing changed, then with one student in a
//! hundred changed.

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

/// What is to be measured of a sync.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Asked {
    /// Measures these lists alone.
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
    /// The first sync of a campus may take this many times the floor.
    #[arg(long, default_value_t = 1.3)]
    most_campus_times: f64,
    /// The first sync of one class may take this many times the floor.
    #[arg(long, default_value_t = 2.0)]
    most_class_times: f64,
    /// A sync with nothing changed may take this many times downloading and reading.
    #[arg(long, default_value_t = 2.0)]
    most_again_times: f64,
    /// A sync with one student in a hundred changed may take this many times downloading and reading.
    #[arg(long, default_value_t = 2.0)]
    most_changed_times: f64,
    /// The server may have used this much memory, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_memory: f64,
}

/// Lists that are synced.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Lists {
    /// The lists of all classes of a campus.
    Campus,
    /// One list of people who are all new.
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

/// What one round measured, in seconds and MB.
struct Round {
    /// The floor: download, read, insert, index.
    write: f64,
    /// The same without the indexes that sort and search.
    bare: f64,
    first: Took,
    /// The floor: download and read alone.
    read: f64,
    again: Took,
    /// The floor of the lists with what has changed in them.
    read_changed: f64,
    changed: Took,
    /// Rows that were written then: a person in many classes is one.
    moved: usize,
    /// The server's peak.
    memory: f64,
    places: usize,
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
            first.asked, first.ran, again.asked, again.ran, changed.asked, changed.ran
        ));
    }
}

/// Measures all lists on all databases that were asked for. Answers whether the targets hold.
pub(crate) async fn measure(server: &Path, databases: &Databases, asked: &Asked) -> Result<bool> {
    let mut within = true;
    for lists in [Lists::Campus, Lists::Class] {
        if asked.lists.is_some_and(|only| only != lists) {
            continue;
        }
        let campus = match lists {
            Lists::Campus => Campus::start(asked.campus_students).await?,
            Lists::Class => Campus::with_large_class(asked.class_students).await?,
        };
        for backend in databases.each() {
            say(&format!("Sync of {lists} on {backend}"));
            let mut rounds = Vec::new();
            for number in 1..=asked.rounds {
                let round = measure_once(server, &campus, lists, backend).await?;
                round.print(number);
                rounds.push(round);
            }
            within &= report(asked, lists, &rounds);
        }
    }
    Ok(within)
}

async fn measure_once(binary: &Path, campus: &Campus, lists: Lists, backend: Backend) -> Result<Round> {
    let large_class = lists == Lists::Class;
    let filled = Fresh::new(backend).await?;
    let write = floor::run(campus, large_class, Some(filled.url())).await?;
    filled.drop().await?;

    let (place, database) = (tempfile::tempdir()?, Fresh::new(backend).await?);
    let server = Server::start(binary, campus, database.url(), place.path()).await?;
    let body = match lists {
        Lists::Class => campus::class(),
        Lists::Campus => {
            // Which classes there are is known beforehand, to the floor too.
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
    // The next round is to find the campus as this one did.
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
        places: write.rows,
        lists: write.lists,
    })
}

/// Prints the medians of all rounds. Answers whether the targets hold.
fn report(asked: &Asked, lists: Lists, rounds: &[Round]) -> bool {
    let middle = |of: fn(&Round) -> f64| median(rounds.iter().map(of).collect());
    let first = middle(|round| round.first.asked / round.write);
    let again = middle(|round| round.again.asked / round.read);
    let changed = middle(|round| round.changed.asked / round.read_changed);
    // Not the median: the limit holds always.
    let memory = rounds.iter().map(|round| round.memory).fold(0.0, f64::max);
    let most_first = match lists {
        Lists::Campus => asked.most_campus_times,
        Lists::Class => asked.most_class_times,
    };
    if let Some(round) = rounds.first() {
        say(&format!(
            "  {} places in {} lists; with 1 % of the students changed {} rows are written",
            round.places, round.lists, round.moved
        ));
    }
    say(&format!(
        "  first sync   {:.2} s  floor {:.2} s  {first:.2} times (at most {most_first})",
        middle(|round| round.first.asked),
        middle(|round| round.write),
    ));
    say(&format!(
        "               {:.2} times a floor of {:.2} s that makes no index beside its key",
        middle(|round| round.first.asked / round.bare),
        middle(|round| round.bare),
    ));
    say(&format!(
        "  sync again   {:.2} s  floor {:.2} s  {again:.2} times (at most {})",
        middle(|round| round.again.asked),
        middle(|round| round.read),
        asked.most_again_times,
    ));
    say(&format!(
        "  1 % changed  {:.2} s  floor {:.2} s  {changed:.2} times (at most {})",
        middle(|round| round.changed.asked),
        middle(|round| round.read_changed),
        asked.most_changed_times,
    ));
    say(&format!(
        "  peak memory  {memory:.0} MB (at most {} MB)",
        asked.most_memory
    ));
    let within = first <= most_first
        && again <= asked.most_again_times
        && changed <= asked.most_changed_times
        && memory <= asked.most_memory;
    if !within {
        say("  TARGET MISSED");
    }
    within
}
