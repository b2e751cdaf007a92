//! Filters of a list, each in two forms: as a condition on a scanned row, and as the set of matching rows, found by an
//! index.

use super::{
    listing::{Listing, Rows},
    parts::{Part, from},
};
use crate::{
    Selection, Store,
    search::{found, people_found},
    selection::is_for,
    statement::{holds, past_indexes},
    trigrams::Trigrams,
};
use sea_orm::{
    DatabaseBackend,
    sea_query::{CommonTableExpression, Condition, Expr, ExprTrait, Query, SelectStatement, UnionType},
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
    /// The ids of the matching rows in no order, called `id`.
    pub(crate) rows: SelectStatement,
    /// True if these ids may repeat: a person's, for each of their enrolments.
    pub(crate) repeats: bool,
}

/// The column of an enrolment that gives the id of a list's line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Row,
    Person,
}

impl Names {
    const fn column(self) -> &'static str {
        match self {
            Self::Row => "id",
            Self::Person => "person_id",
        }
    }
}

/// The filters of a list. For people they are about one enrolment: a person is listed if one of their enrolments matches
/// all.
pub(crate) fn filters<L: Listing>(store: &Store, selection: &Selection) -> Vec<Filter> {
    if L::joins() || !<L::Kind>::PERSON_AND_ENROLMENT {
        return of_rows::<L>(store, selection, Names::Row);
    }
    let (own, others): (Vec<_>, Vec<_>) = selection
        .equals
        .iter()
        .cloned()
        .partition(|(column, _)| Part::of::<Rows<L::Kind>>(column) == Part::Person);
    let own = own
        .iter()
        .map(|(column, value)| equal::<L>(store.backend(), Part::Row, &[(column, value)], Names::Row));
    let rest = Selection {
        equals: others,
        ..selection.clone()
    };
    let of_enrolments = of_rows::<Rows<L::Kind>>(store, &rest, Names::Person);
    let holds = has_enrolment::<L::Kind>(&of_enrolments);
    let of_enrolments = of_enrolments.into_iter().map(|filter| Filter {
        needs: Vec::new(),
        holds: holds.clone(),
        by_id: None,
        repeats: true,
        ..filter
    });
    own.chain(of_enrolments).collect()
}

/// The condition on a person that one of their enrolments matches all these filters.
fn has_enrolment<K: Kind>(filters: &[Filter]) -> Condition {
    let classes: Vec<Part> = filters
        .iter()
        .flat_map(|filter| &filter.needs)
        .copied()
        .filter(|part| *part == Part::Class)
        .collect();
    let mut enrolments = from::<Rows<K>>(Part::Row, &classes);
    enrolments
        .expr(Expr::val(1))
        .cond_where(Condition::all().add_option(Part::Person.joined::<Rows<K>>()));
    for filter in filters {
        enrolments.cond_where(filter.holds.clone());
    }
    // The offset keeps PostgreSQL from hashing all enrolments first.
    Condition::all().add(Expr::exists(enrolments.limit(1).offset(0).take()))
}

/// The filters of a selection. Columns that name a class form one filter, since one index has them.
fn of_rows<L: Listing>(store: &Store, selection: &Selection, names: Names) -> Vec<Filter> {
    let backend = store.backend();
    let mut filters = Vec::new();
    let mut of_class = Vec::new();
    let mut missing = selection.missing;
    for (column, value) in &selection.equals {
        let part = Part::of::<L>(column);
        if column == "enroll" && missing == Some(true) {
            filters.push(left_behind::<L>(backend, value, names));
            missing = None;
        } else if part == Part::Class {
            of_class.push((column.as_str(), value.as_str()));
        } else {
            filters.push(equal::<L>(backend, part, &[(column, value)], names));
        }
    }
    if !of_class.is_empty() {
        filters.push(equal::<L>(backend, Part::Class, &of_class, names));
    }
    if let Some(missing) = missing {
        filters.push(gone::<L>(backend, missing, names));
    }
    if let Some(code) = &selection.failed_for {
        filters.push(failed::<L>(code, names));
    }
    if let Some(typed) = selection.searched() {
        filters.push(holding::<L>(&store.trigrams, typed, names));
    }
    let rest = Selection {
        equals: Vec::new(),
        missing: None,
        failed_for: None,
        search: None,
        ..selection.clone()
    };
    if rest != Selection::default() {
        filters.push(named::<L>(&rest, names));
    }
    filters
}

/// A column that SQLite must not look up in an index, in favour of the list's order.
fn unindexed<L: Listing>(backend: DatabaseBackend, part: Part, column: &str) -> Expr {
    past_indexes(backend, part.column::<L>(column))
}

fn ids<L: Listing>(first: Part, needed: &[Part], names: Names) -> SelectStatement {
    from::<L>(first, needed)
        .expr_as(Part::Row.column::<L>(names.column()), "id")
        .take()
}

fn equal<L: Listing>(backend: DatabaseBackend, part: Part, values: &[(&str, &str)], names: Names) -> Filter {
    let all = |column: &dyn Fn(&str) -> Expr| {
        values
            .iter()
            .fold(Condition::all(), |all, (name, value)| all.add(column(name).eq(*value)))
    };
    let found = all(&|name| part.column::<L>(name));
    Filter {
        needs: vec![part],
        holds: all(&|name| unindexed::<L>(backend, part, name)),
        by_id: (part == Part::Row).then(|| found.clone()),
        rows: ids::<L>(part, &[], names).cond_where(found).take(),
        repeats: false,
    }
}

fn gone<L: Listing>(backend: DatabaseBackend, missing: bool, names: Names) -> Filter {
    let is = |since: Expr| if missing { since.is_not_null() } else { since.is_null() };
    Filter {
        needs: Vec::new(),
        holds: Condition::all().add(is(unindexed::<L>(backend, Part::Row, "missing_since"))),
        by_id: (!missing).then(|| Condition::all().add(is(Part::Row.column::<L>("missing_since")))),
        rows: ids::<L>(Part::Row, &[], names)
            .and_where(is(Part::Row.column::<L>("missing_since")))
            .take(),
        repeats: false,
    }
}

/// Rows that the source no longer lists, with this enrolment state: an index has exactly those.
fn left_behind<L: Listing>(backend: DatabaseBackend, enrolment: &str, names: Names) -> Filter {
    let both = |column: &dyn Fn(&str) -> Expr| {
        Condition::all()
            .add(column("enroll").eq(enrolment))
            .add(column("missing_since").is_not_null())
    };
    Filter {
        needs: Vec::new(),
        holds: both(&|name| unindexed::<L>(backend, Part::Row, name)),
        by_id: None,
        rows: ids::<L>(Part::Row, &[], names)
            .cond_where(both(&|name| Part::Row.column::<L>(name)))
            .take(),
        repeats: false,
    }
}

/// Rows that failed for a reason of this code.
fn failed<L: Listing>(code: &str, names: Names) -> Filter {
    let is = |reason: Expr| is_for(reason, code);
    let of_object = Part::of::<L>("migration_reason");
    let object = of_object.column::<L>("migration_reason");
    let mut rows = ids::<L>(of_object, &[], names).and_where(is(object.clone())).take();
    if <L::Kind>::MEMBERSHIP.is_none() {
        return Filter {
            needs: vec![of_object],
            holds: Condition::all().add(is(object)),
            by_id: None,
            rows,
            repeats: false,
        };
    }
    let enrolment = Part::Row.column::<L>("enroll_reason");
    let others = ids::<L>(Part::Row, &[of_object], names)
        .and_where(is(enrolment.clone()))
        .and_where(object.clone().is_null().or(is(object.clone()).not()))
        .take();
    Filter {
        needs: vec![of_object],
        holds: Condition::any().add(is(object)).add(is(enrolment)),
        by_id: None,
        rows: rows.union(UnionType::All, others).take(),
        repeats: false,
    }
}

/// Rows with a field that contains the typed text.
fn holding<L: Listing>(trigrams: &Trigrams, typed: &str, names: Names) -> Filter {
    let text = |part: Part| holds(part.column::<L>("search_text"), typed);
    if !<L::Kind>::PERSON_AND_ENROLMENT {
        let mut holds = Condition::any().add(text(Part::Row));
        let mut rows = found(trigrams, &Part::Row.table::<L>(), typed);
        // Rows that hold only a person's number are found by the person's other fields.
        if let Some((column, people)) = people_found(trigrams, <L::Kind>::NAME, typed) {
            let theirs = Part::Row.column::<L>(column).in_subquery(people);
            let others = ids::<L>(Part::Row, &[], names).and_where(theirs.clone()).take();
            rows.union(UnionType::Distinct, others);
            holds = holds.add(theirs);
        }
        return Filter {
            needs: Vec::new(),
            holds,
            by_id: None,
            rows,
            repeats: false,
        };
    }
    let of = |part: Part, named_by: &'static str| {
        let name = "found";
        Query::select()
            .expr_as(Part::Row.column::<L>(names.column()), "id")
            .from_subquery(found(trigrams, &part.table::<L>(), typed), name)
            .cross_join(Part::Row.table::<L>())
            .and_where(Part::Row.column::<L>(named_by).eq(Expr::col((name, "id"))))
            .take()
    };
    let of_class = of(Part::Class, "class_id")
        .cross_join(Part::Person.table::<L>())
        .and_where(Part::Row.column::<L>("person_id").eq(Part::Person.column::<L>("id")))
        .and_where(text(Part::Person).not())
        .take();
    let mut rows = match names {
        Names::Row => of(Part::Person, "person_id"),
        Names::Person => found(trigrams, &Part::Person.table::<L>(), typed),
    };
    Filter {
        needs: vec![Part::Person, Part::Class],
        holds: Condition::any().add(text(Part::Person)).add(text(Part::Class)),
        by_id: None,
        rows: rows.union(UnionType::All, of_class).take(),
        repeats: false,
    }
}

/// Rows that a call names in another way: by ids, by a job.
fn named<L: Listing>(selection: &Selection, names: Names) -> Filter {
    let rows = Query::select()
        .expr_as(Expr::col(names.column()), "id")
        .from(<L::Kind>::NAME)
        .cond_where(selection.condition(<L::Kind>::NAME))
        .take();
    Filter {
        needs: Vec::new(),
        holds: Condition::all().add(Part::Row.column::<L>(names.column()).in_subquery(rows.clone())),
        by_id: None,
        rows,
        repeats: false,
    }
}

/// The rows that one filter leaves and that match the others, joined with the `needed` tables.
pub(super) fn left_by<L: Listing>(filters: &[Filter], one: usize, needed: &[Part]) -> SelectStatement {
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
    let mut rows = from::<L>(Part::Row, &needed);
    let id = Part::Row.column::<L>("id");
    if filters[one].repeats {
        // PostgreSQL would walk the enrolments in the order of the people, in the hope that the page fills soon.
        let met = Query::select()
            .distinct()
            .column("id")
            .from_subquery(filters[one].rows.clone(), "every")
            .take();
        let mut once = CommonTableExpression::new();
        once.query(met).table_name("met").materialized(true);
        rows.with_cte(once)
            .from("met")
            .and_where(id.eq(Expr::col(("met", "id"))));
    } else {
        rows.and_where(id.in_subquery(filters[one].rows.clone()));
    }
    let mut holds: Vec<_> = others().map(|filter| filter.holds.clone()).collect();
    holds.dedup();
    for condition in holds {
        rows.cond_where(condition);
    }
    rows
}
