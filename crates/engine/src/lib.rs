//! The work of the product: plans actions, runs them, and reports on each row.
//!
//! [`Engine::submit`] turns an [`Order`] into a job; [`Engine::plan`] says what it would do. A [`Task`] is the work of a
//! job. Most tasks are one of the verbs `sync`, `export`, `enrol` and `delete`, each written once for all kinds.
//!
//! - `jobs` queues, runs, resumes and ends jobs; `run` is the context of a verb; `registry` lists the kinds and their verbs.
//! - `sync` stages a list and lets the database compare it.
//! - `schedule` gives orders by the clock; `notices` reports their failures; `retention` deletes old rows and makes the
//!   nightly backup.
//! - `campus` runs all verbs for the whole campus; `comparison` compares source, dashboard and platform.
//! - `person` shows one person or one class on all sides, and aligns one person; `renumbering` gives a person a new number,
//!   `matches` links a person to an account that is there already.
//! - `inspection` tests the connections; `uploads` reads files that stand for lists of the source.
//! - `zoom` imports attendance reports as a job; `inbox` stores the events that Zoom sends.
//!
//! Modules, each using only those before it:
//! - `error`, `panics`, `sentences`, `key_interner`, `trials`, `versions`, `uploads`, `queue`, `in_flight`,
//!   `undecided_numbers`, `expected`.
//! - `task`, `impact`, `plan`, `guard`, `run`.
//! - `delete`, `zoom`, `inbox`, `driver`, `places`, `cohorts`, `export`, `enrol`, `sync`, `closing`, `undo`, `inspection`, `comparison`.
//! - `registry`, `person`, `campus`, `actions`, `jobs`.
//! - `one_person`, `campus_shape`, `category_ties`, `matches`, `renumbering`, `receive_upload`, `retention`, `schedule`, `notices`.
//!
//! Two files stand after `jobs`, the queue that they use: `campus/prerequisites.rs` and `jobs/worker.rs`.

mod actions;
mod campus;
mod campus_shape;
mod category_ties;
mod closing;
mod cohorts;
mod comparison;
mod delete;
mod driver;
mod enrol;
mod error;
mod expected;
mod export;
mod gone;
mod guard;
mod impact;
mod in_flight;
mod inbox;
pub mod inspection;
mod jobs;
mod key_interner;
mod match_decisions;
mod matches;
mod notices;
mod one_person;
mod panics;
pub mod person;
mod places;
mod plan;
mod queue;
mod receive_upload;
mod registry;
mod renumbering;
mod retention;
mod run;
mod same_person;
mod schedule;
mod sentences;
mod sync;
mod task;
mod trials;
mod undecided_numbers;
mod undo;
mod uploads;
mod versions;
mod zoom;

pub use campus::{CampusPlan, RowsAsked, StagePlan, planned as planned_campus, planned_rows};
pub use campus_shape::{
    CampusShape, CategoryPreview, ClashPreview, FaultPreview, ShapeChanges, ShapePreview, TemplatePreview,
};
pub use category_ties::{CategoryTies, LevelRow, OfferedCategory};
pub use error::{EngineError, Result};
pub use expected::Expected;
pub use guard::{Consent, Guard};
pub use impact::Asked;
pub use inbox::Inbox;
pub use inspection::{Connections, Part};
pub use jobs::{Engine, within_request};
pub use matches::{MatchChoice, MatchLine, MatchedRow, OfferedMatch};
pub use notices::Owner;
pub use person::{PersonVerbs, people, people_of};
pub use plan::{Change, First, Plan, PlanCounts, PlanRow, PlanRows};
pub use receive_upload::Arriving;
pub use registry::{KindVerbs, Work, kinds};
pub use renumbering::{ProposedRenumbering, WithNumber, refused_number};
pub use retention::{FailedBackups, Kept, Nightly};
pub use run::{Order, Parts, Run};
pub use schedule::{ACTOR, ScheduledVerb, Times, TimesError};
pub use selaras_notify::is_address;
pub use selaras_store::jobs::Verb;
pub use sync::source_rows;
pub use task::{CampusTask, ImportTask, LeftOut, RowsTask, RowsVerb, Target, Task, UndoTask};

pub use sentences::{moment, times};
