//! What the product is for: plan, apply, and account for each row.
//!
//! [`Engine::submit`] takes an [`Order`] and makes it a job; [`Engine::plan`] says what it would do. A job runs one of
//! the verbs (`sync`, `export`, `enrol`, `delete`), each written once for any kind. `planner` decides what a sync does
//! with a row and touches nothing; `jobs` queues, runs, resumes and ends jobs; `registry` lists the kinds; `schedule` gives
//! orders by itself; `notices` tells of what then went wrong; `drift` compares source, dashboard and platform.

mod delete;
mod drift;
mod enrol;
mod error;
mod export;
mod in_flight;
mod jobs;
mod notices;
mod plan;
mod planner;
mod queue;
mod registry;
mod schedule;
mod sync;
mod verb;
mod words;

pub use drift::KIND as DRIFT;
pub use error::{EngineError, Result};
pub use jobs::{Engine, Order, Parts, Run};
pub use plan::{Change, Plan, PlanCounts, PlanRow, PlanRows};
pub use planner::{Before, Conflict, Planner, Verdict};
pub use registry::{KINDS, KindVerbs, kind};
pub use schedule::{ACTOR, SCHEDULED, Times, TimesError};
pub use sync::source_rows;
pub use verb::Verb;
pub use words::{moment, number};
