//! Filters of a list, each in two forms: as a condition on a scanned row, and as the set of matching rows, found by an
//! index.

use super::parts::{Part, from};
use crate::{
    Selection, Store,
    search::{found, people_found},
    selection::is_for,
    statement::{holds, past_indexes},
    trigrams::Trigrams,
};
use sea_orm::{
    DatabaseBackend,
    sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement, UnionType},
};
use selaras_kinds::Kind;

/// One filter of a list.
pub(crate) struct Filter {
    /// Tables that the condition uses.
    pub(crate) needs: Vec<Part>,
    /// The condition on a row. It hides its columns from SQLite's planner, so that the scan keeps the list's index.
    pub(crate) holds: Condition,
    /// The same condition, if an index has the matching rows in the order of their ids.
    pub(crate) by_id: Option<Condition>,
    /// The ids of the matching rows, each once, in no order.
    pub(crate) rows: SelectStatement,
}

/// The filters of a selection. Columns that name a class form one filter, since one index has them.
pub(crate) fn filters<K: Kind>(store: &Store, selection: &Selection) -> Vec<Filter> {
    let backend = store.backend();
    let mut filters = Vec::new();
    let mut of_class = Vec::new();
    let mut missing = selection.missing;
    for (column, value) in &selection.equals {
        let part = Part::of::<K>(column);
        if column == "enroll" && missing == Some(true) {
            filters.push(left_behind::<K>(backend, value));
            missing = None;
        } else if part == Part::Class {
            of_class.push((column.as_str(), value.as_str()));
        } else {
            filters.push(equal::<K>(backend, part, &[(column, value)]));
        }
    }
    if !of_class.is_empty() {
        filters.push(equal::<K>(backend, Part::Class, &of_class));
    }
    if let Some(missing) = missing {
        filters.push(gone::<K>(backend, missing));
    }
    if let Some(code) = &selection.failed_for {
        filters.push(failed::<K>(code));
    }
    if let Some(typed) = selection.searched() {
        filters.push(holding::<K>(&store.trigrams, typed));
    }
    let rest = Selection {
        equals: Vec::new(),
        missing: None,
        failed_for: None,
        search: None,
        ..selection.clone()
    };
    if rest != Selection::default() {
        filters.push(named::<K>(&rest));
    }
    filters
}

/// A column that SQLite must not look up in an index, in favour of the list's order.
fn unindexed<K: Kind>(backend: DatabaseBackend, part: Part, column: &str) -> Expr {
    past_indexes(backend, part.column::<K>(column))
}

fn ids<K: Kind>(first: Part, needed: &[Part]) -> SelectStatement {
    from::<K>(first, needed).expr(Part::Row.column::<K>("id")).take()
}

fn equal<K: Kind>(backend: DatabaseBackend, part: Part, values: &[(&str, &str)]) -> Filter {
    let all = |column: &dyn Fn(&str) -> Expr| {
        values
            .iter()
            .fold(Condition::all(), |all, (name, value)| all.add(column(name).eq(*value)))
    };
    let found = all(&|name| part.column::<K>(name));
    Filter {
        needs: vec![part],
        holds: all(&|name| unindexed::<K>(backend, part, name)),
        by_id: (part == Part::Row).then(|| found.clone()),
        rows: ids::<K>(part, &[]).cond_where(found).take(),
    }
}

fn gone<K: Kind>(backend: DatabaseBackend, missing: bool) -> Filter {
    let is = |since: Expr| if missing { since.is_not_null() } else { since.is_null() };
    Filter {
        needs: Vec::new(),
        holds: Condition::all().add(is(unindexed::<K>(backend, Part::Row, "missing_since"))),
        by_id: (!missing).then(|| Condition::all().add(is(Part::Row.column::<K>("missing_since")))),
        rows: ids::<K>(Part::Row, &[])
            .and_where(is(Part::Row.column::<K>("missing_since")))
            .take(),
    }
}

/// Rows that the source no longer lists, with this enrolment state: an index has exactly those.
fn left_behind<K: Kind>(backend: DatabaseBackend, enrolment: &str) -> Filter {
    let both = |column: &dyn Fn(&str) -> Expr| {
        Condition::all()
            .add(column("enroll").eq(enrolment))
            .add(column("missing_since").is_not_null())
    };
    Filter {
        needs: Vec::new(),
        holds: both(&|name| unindexed::<K>(backend, Part::Row, name)),
        by_id: None,
        rows: ids::<K>(Part::Row, &[])
            .cond_where(both(&|name| Part::Row.column::<K>(name)))
            .take(),
    }
}

/// Rows that failed for a reason of this code.
fn failed<K: Kind>(code: &str) -> Filter {
    let is = |reason: Expr| is_for(reason, code);
    let of_object = Part::of::<K>("migration_reason");
    let object = of_object.column::<K>("migration_reason");
    let mut rows = ids::<K>(of_object, &[]).and_where(is(object.clone())).take();
    if K::MEMBERSHIP.is_none() {
        return Filter {
            needs: vec![of_object],
            holds: Condition::all().add(is(object)),
            by_id: None,
            rows,
        };
    }
    let enrolment = Part::Row.column::<K>("enroll_reason");
    let others = ids::<K>(Part::Row, &[of_object])
        .and_where(is(enrolment.clone()))
        .and_where(object.clone().is_null().or(is(object.clone()).not()))
        .take();
    Filter {
        needs: vec![of_object],
        holds: Condition::any().add(is(object)).add(is(enrolment)),
        by_id: None,
        rows: rows.union(UnionType::All, others).take(),
    }
}

/// Rows with a field that contains the typed text.
fn holding<K: Kind>(trigrams: &Trigrams, typed: &str) -> Filter {
    let text = |part: Part| holds(part.column::<K>("search_text"), typed);
    if !K::PERSON_AND_ENROLMENT {
        let mut holds = Condition::any().add(text(Part::Row));
        let mut rows = found(trigrams, &Part::Row.table::<K>(), typed);
        // Rows that hold only a person's number are found by the person's other fields.
        if let Some((column, people)) = people_found(trigrams, K::NAME, typed) {
            let theirs = Part::Row.column::<K>(column).in_subquery(people);
            let others = ids::<K>(Part::Row, &[]).and_where(theirs.clone()).take();
            rows.union(UnionType::Distinct, others);
            holds = holds.add(theirs);
        }
        return Filter {
            needs: Vec::new(),
            holds,
            by_id: None,
            rows,
        };
    }
    let of = |part: Part, names: &'static str| {
        let name = "found";
        Query::select()
            .expr(Part::Row.column::<K>("id"))
            .from_subquery(found(trigrams, &part.table::<K>(), typed), name)
            .cross_join(Part::Row.table::<K>())
            .and_where(Part::Row.column::<K>(names).eq(Expr::col((name, "id"))))
            .take()
    };
    let of_class = of(Part::Class, "class_id")
        .cross_join(Part::Person.table::<K>())
        .and_where(Part::Row.column::<K>("person_id").eq(Part::Person.column::<K>("id")))
        .and_where(text(Part::Person).not())
        .take();
    Filter {
        needs: vec![Part::Person, Part::Class],
        holds: Condition::any().add(text(Part::Person)).add(text(Part::Class)),
        by_id: None,
        rows: of(Part::Person, "person_id").union(UnionType::All, of_class).take(),
    }
}

/// Rows that a call names in another way: by ids, by a job.
fn named<K: Kind>(selection: &Selection) -> Filter {
    let rows = Query::select()
        .column("id")
        .from(K::NAME)
        .cond_where(selection.condition(K::NAME))
        .take();
    Filter {
        needs: Vec::new(),
        holds: Condition::all().add(Part::Row.column::<K>("id").in_subquery(rows.clone())),
        by_id: None,
        rows,
    }
}

/// The rows that one filter leaves and that match the others, joined with the `needed` tables.
pub(super) fn left_by<K: Kind>(filters: &[Filter], one: usize, needed: &[Part]) -> SelectStatement {
    let others = || {
        filters
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != one)
            .map(|(_, filter)| filter)
    };
    let needed: Vec<Part> = others()
        .flat_map(|filter| &filter.needs)
        .chain(needed)
        .copied()
        .collect();
    let mut rows = from::<K>(Part::Row, &needed);
    rows.and_where(Part::Row.column::<K>("id").in_subquery(filters[one].rows.clone()));
    for filter in others() {
        rows.cond_where(filter.holds.clone());
    }
    rows
}
