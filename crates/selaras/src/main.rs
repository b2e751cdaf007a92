//! `selaras`: command line, settings, and wiring of all parts.
//!
//! Modules, each using only those before it: `runtime`, `service`, `manual`, `settings`, `telemetry`, `serve`, `database`,
//! `demo`, `doctor`, `setup`, `backup`, `verify_log`.

mod backup;
mod database;
mod demo;
mod doctor;
mod manual;
mod runtime;
mod serve;
mod service;
mod settings;
mod setup;
mod telemetry;
mod verify_log;

use clap::{Parser, Subcommand};
use serve::Share;
use std::{io::Write, path::PathBuf, process::ExitCode};
use tikv_jemallocator::Jemalloc;

/// Returns memory to the system after a burst (decision 13).
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

/// Data akademik selaras antara sistem akademik, dashboard dan e-learning.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the dashboard, and works at its jobs. Where there are no settings at all it serves a page on this machine that asks
    /// for them, writes selaras.toml, and goes on with it.
    Serve {
        /// Settings file. Without it `selaras.toml` is read where it is there.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// Serves the dashboard alone; `selaras work` works at the jobs. Needs PostgreSQL.
        #[arg(long)]
        no_jobs: bool,
    },
    /// Works at jobs and schedules, and serves nothing: beside `selaras serve --no-jobs`, on the same PostgreSQL. As many
    /// as one likes may run.
    Work {
        /// Settings file. Without it `selaras.toml` is read where it is there.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Serves the dashboard with a demo campus: a source, a Moodle and a Zoom on this machine, and a database that is new at
    /// every start.
    Demo(demo::DemoArguments),
    /// Looks at database, source, Moodle and Zoom: a line for each thing, with the mend where one is needed. Ends with 0
    /// where all is well, with 1 where something is wrong, with 2 where the settings cannot be read.
    Doctor {
        /// Settings file. Without it `selaras.toml` is read where it is there.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Copies the whole database to a new file, while the server runs, and reads the copy again.
    Backup {
        /// The file. It must not be there yet.
        file: PathBuf,
        /// Settings file. Without it `selaras.toml` is read where it is there.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Puts what `selaras backup` wrote in the place of all that the database holds; asks before it does. It refuses
    /// while another process has the database open. The database may be another than the copy was made of: so a campus moves from
    /// SQLite to PostgreSQL.
    Restore {
        /// The file.
        file: PathBuf,
        /// Settings file. Without it `selaras.toml` is read where it is there.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// Does not ask.
        #[arg(long)]
        yes: bool,
    },
    /// Looks at each entry of the activity log, whether it is as it was written and none was taken out or put in. Ends with 1 at
    /// the first that is not. The server may run.
    VerifyLog {
        /// Settings file. Without it `selaras.toml` is read where it is there.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Prints the API's document, from which the front end's types are made.
    Openapi,
    /// Writes the manual pages and the shell completions into a folder.
    #[command(hide = true)]
    Manual {
        /// The folder.
        folder: PathBuf,
    },
}

fn print_document() -> anyhow::Result<()> {
    let mut document = selaras_api::openapi();
    document.merge(selaras_api::setup::openapi());
    let document = serde_json::to_string_pretty(&document)?;
    writeln!(std::io::stdout(), "{document}")?;
    Ok(())
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        Command::Serve { config, no_jobs } => {
            let share = if no_jobs { Share::Pages } else { Share::Everything };
            settings::Layers::read(config.as_deref()).and_then(|layers| match share {
                Share::Everything if setup::is_wanted(&layers) => setup::serve(layers),
                _ => serve::serve(layers.settings()?, share),
            })
        }
        Command::Work { config } => {
            settings::Settings::load(config.as_deref()).and_then(|settings| serve::serve(settings, Share::Jobs))
        }
        Command::Demo(arguments) => demo::demo(arguments),
        Command::Doctor { config } => return doctor::doctor(config.as_deref()),
        Command::Backup { file, config } => backup::back_up(config.as_deref(), &file),
        Command::Restore { file, config, yes } => backup::restore(config.as_deref(), &file, yes),
        Command::VerifyLog { config } => verify_log::verify(config.as_deref()),
        Command::Openapi => print_document(),
        Command::Manual { folder } => manual::write::<Arguments>(&folder),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            #[allow(clippy::print_stderr, reason = "the one sentence that ends a start that failed")]
            {
                eprintln!("selaras: {error:#}");
            }
            ExitCode::FAILURE
        }
    }
}
