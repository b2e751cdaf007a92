//! What the product is for: plan, apply, and account for each row.
//!
//! [`Engine::submit`] takes an [`Order`] and makes it a job; [`Engine::plan`] says what it would do. What a job does is a
//! [`Task`]. A job runs one of
//! the verbs (`sync`, `export`, `enrol`, `delete`), each written once for any kind. `planner` decides what a sync does
//! with a row and touches nothing; `jobs` queues, runs, resumes and ends jobs; `run` is what a verb is given; `registry`
//! lists the kinds, and what jobs do beside them; `inspection` looks at the connections; `schedule` gives orders by itself;
//! `notices` tells of what then went wrong; `upkeep` throws away what is old and makes the nightly backup; `comparison` compares source, dashboard and platform; `campus`
//! does all of it for the whole campus.
//! `uploads` takes files that stand for lists of the source.
//! `person` shows one person or one class on all sides, and brings one person in step.
//! Zoom attendance comes in two ways: `zoom` imports reports as a job, `inbox` keeps what Zoom sends by itself.

mod actions;
mod arriving;
mod campus;
mod comparison;
mod delete;
mod driver;
mod enrol;
mod error;
mod export;
mod guard;
mod in_flight;
mod inbox;
pub mod inspection;
mod jobs;
mod looking;
mod notices;
mod numbered;
mod panics;
pub mod person;
mod plan;
mod planner;
mod queue;
mod registry;
mod run;
mod schedule;
mod stake;
mod sync;
mod task;
mod trials;
mod undo;
mod upkeep;
mod uploads;
mod versions;
mod words;
mod zoom;

pub use arriving::Arriving;
pub use campus::{CampusPlan, RowsAsked, StagePlan, planned as planned_campus, planned_rows};
pub use error::{EngineError, Result};
pub use guard::{Consent, Guard};
pub use inbox::Inbox;
pub use inspection::{Connections, Part};
pub use jobs::{Engine, within_request};
pub use notices::Owner;
pub use person::{PersonVerbs, people, people_of};
pub use plan::{Change, First, Plan, PlanCounts, PlanRow, PlanRows};
pub use planner::{Before, Conflict, Planner, Verdict};
pub use registry::{KindVerbs, Work, kinds};
pub use run::{Order, Parts, Run};
pub use schedule::{ACTOR, ScheduledVerb, Times, TimesError};
pub use selaras_notify::is_address;
pub use selaras_store::jobs::Verb;
pub use stake::Asked;
pub use sync::source_rows;
pub use task::{CampusTask, ImportTask, LeftOut, RowsTask, RowsVerb, Target, Task, UndoTask};
pub use upkeep::{FailedBackups, Kept, Nightly};

pub use words::{moment, times};
