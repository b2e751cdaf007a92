//! Objects that were deleted by hand on the platform. An id that the platform refuses as unknown is looked at once more at
//! the end of the job. If it is gone, its row and what hangs on it wait for the next export.

use crate::{EngineError, Result, Run};
use selaras_kinds::object::{Account, Category, Course, Group, Object, Profile, Sort};
use selaras_store::gone::Placed;
use std::collections::{HashMap, HashSet};

/// Marks what is gone of the ids that the session refused as unknown.
pub(crate) async fn mark(run: &Run) -> Result<()> {
    let unknown = run.platform.unknown_ids();
    if unknown.is_empty() {
        return Ok(());
    }
    let mut asked: HashMap<Sort, Vec<Placed>> = HashMap::new();
    for placed in run.store.in_doubt(&unknown).await? {
        asked.entry(placed.sort).or_default().push(placed);
    }
    let mut gone = HashSet::new();
    for placed in asked.into_values() {
        let objects: Vec<_> = placed.iter().map(|placed| (placed.id, nameless(placed))).collect();
        let read = async { Ok(run.platform.read_objects(&objects).await?) };
        match run.gate.while_open(read).await {
            Ok(found) => {
                let found = placed.iter().zip(found).filter(|(_, found)| found.is_none());
                gone.extend(found.map(|(placed, _)| (placed.sort, placed.id)));
            }
            // What is not known to be gone is not forgotten. The next job meets it again.
            Err(error @ EngineError::Platform(_)) => tracing::warn!(%error, "deleted objects were not looked for"),
            Err(EngineError::Cancelled | EngineError::Superseded) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    tracing::info!(unknown = unknown.len(), gone = gone.len(), "deleted on the platform");
    Ok(run.store.forget_objects(&gone, run.platform.name()).await?)
}

/// An object of which only the place is known.
fn nameless(placed: &Placed) -> Object {
    let (idnumber, name, container) = (String::new(), String::new(), placed.container.unwrap_or_default());
    match placed.sort {
        Sort::Category => Object::Category(Category {
            idnumber,
            name,
            parent: container,
        }),
        Sort::Course => Object::Course(Course {
            category: container,
            ..Course::default()
        }),
        Sort::Group => Object::Group(Group {
            course: container,
            ..Group::default()
        }),
        Sort::Account => Object::Account(Account {
            idnumber,
            username: name.clone(),
            firstname: name.clone(),
            lastname: name.clone(),
            email: name,
            profile: Profile::new(),
            keeps_username: false,
        }),
    }
}
