//! Shows one person or one class on all sides. Nothing is written.

use crate::{
    Order, PersonVerbs, Result, Run, Target, Task,
    jobs::Engine,
    people,
    person::{self, ClassAttendance, ClassSeen, seen::PersonSeen},
};
use selaras_kinds::{Kind, kelas::Kelas};
use selaras_store::{history::About, person::Linked};
use std::sync::Arc;

impl Engine {
    /// A run that only reads.
    pub(crate) async fn read_only_run(&self, task: Task) -> Result<Arc<Run>> {
        Ok(Arc::new(self.begin(Order::new(task, ""), None).await?))
    }

    /// A person on all sides; `None` if no system knows them.
    pub async fn person(&self, verbs: &PersonVerbs, target: Target) -> Result<Option<PersonSeen>> {
        let run = self
            .read_only_run(Task::mend(verbs.name, verbs.enrolments, target.clone()))
            .await?;
        (verbs.look)(run, target).await
    }

    /// The data for a person's history.
    pub async fn about_person(&self, verbs: &PersonVerbs, number: &str) -> Result<About> {
        (verbs.history)(self.store().clone(), number.to_owned()).await
    }

    /// A class and its people on all sides; `None` if the dashboard has no such class.
    pub async fn class(&self, number: &str) -> Result<Option<ClassSeen>> {
        let Some(found) = self.class_here(number).await? else {
            return Ok(None);
        };
        let Some(first) = people().first() else { return Ok(None) };
        let target = Target {
            number: number.to_owned(),
            class: None,
        };
        let run = self
            .read_only_run(Task::mend(first.name, first.enrolments, target))
            .await?;
        person::look_at_class(run, found).await.map(Some)
    }

    /// The attendance at the meetings of a class; `None` if the dashboard has no such class.
    pub async fn class_attendance(&self, number: &str) -> Result<Option<ClassAttendance>> {
        match self.class_here(number).await? {
            Some((class, _)) => person::attended(self.store().clone(), class).await.map(Some),
            None => Ok(None),
        }
    }

    /// The dashboard's class of that number.
    async fn class_here(&self, number: &str) -> Result<Option<Linked<Kelas>>> {
        let value = vec![number.to_owned()];
        Ok(self.store().classes_by(&[Kelas::OBJECT_KEY], &[value]).await?.pop())
    }
}
