//! People with all their enrolments: the lines of a list of people.

use crate::{
    Result, Store,
    export::select_objects,
    rows::{Stored, read, select},
    statement::all,
    tables::object_table,
};
use sea_orm::{
    Order,
    sea_query::{Expr, ExprTrait},
};
use selaras_kinds::{Kind, Person, value};
use std::collections::HashMap;

/// A person, and their rows in the kind of their enrolments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonRows<P: Person> {
    /// The person, with the state of the account. The id is the person's own.
    pub person: Stored<P>,
    /// The enrolments, by their ids.
    pub enrolments: Vec<Stored<P::Enrolment>>,
}

impl Store {
    /// The people with these ids, in no order: two statements for all of them.
    pub(super) async fn people_by_ids<P: Person>(&self, ids: &[i64]) -> Result<HashMap<i64, PersonRows<P>>> {
        let is_one = Expr::col((object_table::<P>(), "id")).is_in(ids.iter().copied());
        let people: Vec<Stored<P>> = all(&self.reader, select_objects::<P>().and_where(is_one), read).await?;
        let number = |person: &Stored<P>| value(&person.row, P::OBJECT_KEY).to_owned();
        let numbers: Vec<String> = people.iter().map(number).collect();
        let mut of = self.enrolments_of_all::<P>(&numbers).await?;
        Ok(people
            .into_iter()
            .map(|person| {
                let enrolments = of.remove(&number(&person)).unwrap_or_default();
                (person.id, PersonRows { person, enrolments })
            })
            .collect())
    }

    /// The enrolments of the people with these numbers, by number.
    async fn enrolments_of_all<P: Person>(
        &self,
        numbers: &[String],
    ) -> Result<HashMap<String, Vec<Stored<P::Enrolment>>>> {
        let mut of: HashMap<String, Vec<Stored<P::Enrolment>>> = HashMap::new();
        let Some(membership) = P::Enrolment::MEMBERSHIP else {
            return Ok(of);
        };
        let column = Expr::col((P::Enrolment::NAME, membership.person_column));
        let select = select::<P::Enrolment>()
            .and_where(column.is_in(numbers.iter().map(String::as_str)))
            .order_by((P::Enrolment::NAME, "id"), Order::Asc)
            .take();
        let rows: Vec<Stored<P::Enrolment>> = all(&self.reader, &select, read).await?;
        for row in rows {
            let number = value(&row.row, membership.person_column).to_owned();
            of.entry(number).or_default().push(row);
        }
        Ok(of)
    }
}
