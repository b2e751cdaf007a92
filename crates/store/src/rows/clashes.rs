//! Names that several objects would have on the platform, which gives each name to one of them.

use crate::{
    Result, Selection, Store, export::waiting, link::join_link, selection::joined_key, state::Migration,
    statement::all, tables::object_table, unlisted::gone_since,
};
use sea_orm::sea_query::{
    BinOper, CommonTableExpression, Condition, Expr, ExprTrait, Func, Query, SelectStatement, UnionType,
};
use selaras_kinds::{Kind, OfPerson, Person, STUDENTS, idnumber_prefix, object::Sort, of_all_people};
use std::collections::HashMap;

/// A name that only one object of the platform may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UniqueName {
    /// A person's number, in lower case.
    Number,
    /// A person's e-mail address, in lower case.
    Address,
    /// The values of [`Kind::SHORT_NAME`], as [`selaras_kinds::Key::stored`] joins them.
    ShortName,
}

/// Objects that would have one name. One student in two lists is one object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedName {
    /// The stable name of the object that has it on the platform, or gets it first.
    pub holder: String,
    /// The stable name of another one.
    pub other: String,
}

impl Store {
    /// Names that an export of a selection would give to several objects, or to one while the platform has another object of
    /// that name. Of objects with one name, the first in the order of the export is the holder, unless the platform has one.
    pub async fn clashing_names<K: Kind>(
        &self,
        selection: &Selection,
        of: UniqueName,
    ) -> Result<HashMap<String, SharedName>> {
        let to_send = named::<K>(of, waiting::<K>(selection).add(gone_since::<K>().is_null()));
        // Once in the statement: a selection may bind thousands of values.
        let to_send = CommonTableExpression::new()
            .query(to_send)
            .table_name(TO_SEND)
            .to_owned();
        let mut holders = Query::select()
            .columns(["name", "ranked", "person"])
            .from(TO_SEND)
            .take();
        holders.union(UnionType::All, there::<K>(of));
        if K::SORTS.contains(&Sort::Account) {
            for other in of_all_people::<Holders>()
                .into_iter()
                .filter(|other| other.kind != K::NAME)
            {
                holders.union(UnionType::All, (other.holders)(of));
            }
        }
        let (holder, other) = (Func::min(Expr::col("ranked")), Func::max(Expr::col("ranked")));
        let shared = Query::select()
            .column("name")
            .expr(holder)
            .expr(other)
            .from_subquery(holders, "named")
            .group_by_col("name")
            .and_having(Expr::col("person").count_distinct().gt(1))
            .with_cte(to_send)
            .take();
        let unranked = |ranked: String| ranked[1..].to_owned();
        all(&self.reader, &shared, |row| {
            let (holder, other) = (row.try_get_by_index(1)?, row.try_get_by_index(2)?);
            let shared = SharedName {
                holder: unranked(holder),
                other: unranked(other),
            };
            Ok((row.try_get_by_index(0)?, shared))
        })
        .await
    }
}

/// The names of the objects to send, in the statement.
const TO_SEND: &str = "to_send";

/// The objects of a kind that the platform has under a name of the objects to send.
fn there<K: Kind>(of: UniqueName) -> SelectStatement {
    let names = Query::select().column("name").from(TO_SEND).take();
    let among = name_of::<K>(of).in_subquery(names);
    named::<K>(of, Condition::all().add(is_there()).add(among))
}

/// [`there`], of a kind of people.
struct Holders {
    kind: &'static str,
    holders: fn(UniqueName) -> SelectStatement,
}

impl OfPerson for Holders {
    fn of<P: Person>() -> Self {
        Self {
            kind: P::NAME,
            holders: there::<P>,
        }
    }
}

/// True for an object that the platform has as it stands here.
fn is_there() -> Expr {
    let sent = Expr::col("migration").eq(Migration::Sudah.as_str());
    sent.and(Expr::col("platform_id").is_not_null())
}

/// The objects of a kind that meet a condition and have a name: the name, the stable name with its rank among holders, and
/// what is the same for rows of one student.
fn named<K: Kind>(of: UniqueName, condition: Condition) -> SelectStatement {
    let (table, prefix) = (object_table::<K>(), idnumber_prefix(K::NAME));
    let key = || Expr::col((table.clone(), K::OBJECT_KEY.to_owned()));
    let joined = |left: Expr, right: Expr| left.binary(BinOper::Custom("||"), right);
    let rank = Expr::case(is_there(), Expr::cust("'0'"))
        .case(Expr::col("platform_id").is_not_null(), Expr::cust("'1'"))
        .finally(Expr::cust("'2'"));
    // People with one number and one address are one person; people with one number may be two.
    let by_number = STUDENTS.contains(&K::NAME) || of == UniqueName::Address;
    let person = match by_number {
        true => joined(Expr::val(idnumber_prefix(STUDENTS[0])), Func::lower(key()).into()),
        false => joined(Expr::val(prefix.clone()), key()),
    };
    let mut select = Query::select();
    select
        .expr_as(name_of::<K>(of), "name")
        .expr_as(joined(rank.into(), joined(Expr::val(prefix.clone()), key())), "ranked")
        .expr_as(person, "person")
        .from(table.clone());
    join_link(&mut select, &table, K::OBJECT_KEY, &prefix);
    select
        .cond_where(condition)
        .and_where(Expr::col((table.clone(), first_column::<K>(of).to_owned())).ne(""))
        .take()
}

fn name_of<K: Kind>(of: UniqueName) -> Expr {
    match of {
        UniqueName::ShortName => joined_key(K::SHORT_NAME),
        UniqueName::Number | UniqueName::Address => {
            Func::lower(Expr::col((object_table::<K>(), first_column::<K>(of).to_owned()))).into()
        }
    }
}

/// The column that is not empty in an object with such a name.
fn first_column<K: Kind>(of: UniqueName) -> &'static str {
    let column = match of {
        UniqueName::Number => None,
        UniqueName::Address => K::EMAIL,
        UniqueName::ShortName => K::SHORT_NAME.first().copied(),
    };
    column.unwrap_or(K::OBJECT_KEY)
}
