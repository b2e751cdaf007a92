//! Lists and finds the rows of any kind.

pub mod account_choices;
pub mod category_ties;
pub mod clashes;
pub mod closing;
pub mod delete;
pub mod export;
pub mod gone;
pub(crate) mod link;
pub mod matching;
pub(crate) mod selection;
pub mod shapes;
pub(crate) mod state;
pub mod sync;
pub(crate) mod tables;
pub mod undo;
pub(crate) mod unlisted;
pub(crate) mod versions;

pub use crate::state::{EnrolmentState, Migration};
use crate::{
    Order, Page, Result, Selection, Store, rfc3339,
    statement::{all, count_of},
    stream_by_id::stream_by_id,
    tables::membership_table,
};
use futures::{Stream, StreamExt, TryStreamExt};
use sea_orm::{
    QueryResult,
    sea_query::{Expr, ExprTrait, Query, SelectStatement, UpdateStatement},
};
use selaras_kinds::{Field, Kind, Text, fingerprint, object_hash, own_fields, search_text_of};
use selaras_reasons::{Language, Reason};
use serde::Serialize;
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};
use tokio::sync::mpsc;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Ref, RefOr,
        schema::{AllOfBuilder, ObjectBuilder, Schema},
    },
};

/// What the dashboard stores of a row of any kind. Reasons are codes, or sentences in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(bound = "")]
pub struct State<R = Reason> {
    /// How its object stands on the platform; of an enrolment, its person's account.
    pub migration: Migration,
    /// Why the last export failed.
    #[schema(value_type = Option<String>, required)]
    pub migration_reason: Option<R>,
    /// How its enrolment stands on the platform.
    #[serde(rename = "enroll")]
    pub enrolment: EnrolmentState,
    /// Why the last enrolment failed.
    #[serde(rename = "enroll_reason")]
    #[schema(value_type = Option<String>, required)]
    pub enrolment_reason: Option<R>,
    /// Since when the source does not list the row any more; RFC 3339.
    #[schema(required)]
    pub missing_since: Option<String>,
    /// When it was last written by a sync; RFC 3339.
    #[schema(required)]
    pub synced_at: Option<String>,
    /// When it was last sent to the platform; RFC 3339.
    #[schema(required)]
    pub exported_at: Option<String>,
}

/// A row of the dashboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stored<K, R = Reason> {
    /// The dashboard's own id.
    pub id: i64,
    /// The kind's fields.
    #[serde(flatten)]
    pub row: K,
    /// The fields that all kinds share.
    #[serde(flatten)]
    pub state: State<R>,
    /// Of a person: the password is the platform's, and nobody here knows it (contract, section 4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<NoPassword>,
}

/// What a person's row says in the place of a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum NoPassword {
    /// No value.
    #[serde(rename = "-")]
    Hidden,
}

impl<K: Kind> PartialSchema for Stored<K, String> {
    fn schema() -> RefOr<Schema> {
        let row = AllOfBuilder::new()
            .item(selaras_kinds::schema::<K>())
            .item(Ref::from_schema_name(<State>::name()));
        let password = ObjectBuilder::new()
            .property("password", NoPassword::schema())
            .required("password");
        if K::IS_PERSON { row.item(password) } else { row }.into()
    }
}

impl<K: Kind> ToSchema for Stored<K, String> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(K::NAME)
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((<State>::name().into(), <State>::schema()));
        <State>::schemas(schemas);
    }
}

impl<K> Stored<K> {
    /// The row with its texts in a language.
    pub fn in_words(self, language: Language) -> Stored<K, String> {
        let said = |reason: Option<Reason>| reason.map(|reason| reason.sentence(language));
        Stored {
            id: self.id,
            row: self.row,
            state: State {
                migration: self.state.migration,
                migration_reason: said(self.state.migration_reason),
                enrolment: self.state.enrolment,
                enrolment_reason: said(self.state.enrolment_reason),
                missing_since: self.state.missing_since,
                synced_at: self.state.synced_at,
                exported_at: self.state.exported_at,
            },
            password: self.password,
        }
    }
}

/// Columns of [`State`], in the order in which [`read`] takes them after the kind's.
const STATE_COLUMNS: [&str; 7] = [
    "migration",
    "migration_reason",
    "enroll",
    "enroll_reason",
    "missing_since",
    "synced_at",
    "exported_at",
];

pub(crate) fn select<K: Kind>() -> SelectStatement {
    let mut select = Query::select();
    select.column((K::NAME, "id"));
    for field in K::FIELDS {
        select.column((K::NAME, field.name));
    }
    for column in STATE_COLUMNS {
        // Kinds without enrolments have no such column.
        if column == "enroll_reason" && K::MEMBERSHIP.is_none() {
            select.expr(Expr::cust("CAST(NULL AS text)"));
        } else {
            select.column((K::NAME, column));
        }
    }
    select.from(K::NAME).take()
}

/// The number of columns that [`read`] takes.
pub(crate) const fn width<K: Kind>() -> usize {
    1 + K::FIELDS.len() + STATE_COLUMNS.len()
}

/// Reads a row from these fields, in order, the first in the column `from`. The other fields are empty.
pub(crate) fn read_fields<'a, K: Kind>(
    result: &QueryResult,
    from: usize,
    fields: impl IntoIterator<Item = &'a Field<K>>,
) -> std::result::Result<K, sea_orm::DbErr> {
    let mut row = K::default();
    for (index, field) in fields.into_iter().enumerate() {
        (field.set)(&mut row, Text::from(result.try_get_by_index::<String>(from + index)?));
    }
    Ok(row)
}

/// Reads a row from its own fields, in order; for a person these exclude the class's. The other fields are empty.
pub(crate) fn read_own<K: Kind>(result: &QueryResult) -> std::result::Result<K, sea_orm::DbErr> {
    read_fields(result, 0, own_fields::<K>())
}

pub(crate) fn read<K: Kind>(result: &QueryResult) -> std::result::Result<Stored<K>, sea_orm::DbErr> {
    let id = result.try_get_by_index(0)?;
    let row = read_fields(result, 1, K::FIELDS)?;
    let at = K::FIELDS.len() + 1;
    let reason = |at| Ok::<_, sea_orm::DbErr>(result.try_get_by_index::<Option<String>>(at)?.map(Reason::read));
    Ok(Stored {
        id,
        row,
        state: State {
            migration: state::migration(result, at)?,
            migration_reason: reason(at + 1)?,
            enrolment: state::enrolment(result, at + 2)?,
            enrolment_reason: reason(at + 3)?,
            missing_since: rfc3339(result.try_get_by_index(at + 4)?),
            synced_at: rfc3339(result.try_get_by_index(at + 5)?),
            exported_at: rfc3339(result.try_get_by_index(at + 6)?),
        },
        password: K::IS_PERSON.then_some(NoPassword::Hidden),
    })
}

/// A query for a list, without the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListQuery {
    /// The rows of the list.
    pub selection: Selection,
    /// Order of the rows.
    pub order: Order,
}

impl ListQuery {
    /// The rows of the whole list, for counting.
    fn whole<K: Kind>(&self) -> SelectStatement {
        // Counting all enrolments needs no join with people.
        let table = if self.selection == Selection::default() {
            membership_table::<K>()
        } else {
            K::NAME.to_owned()
        };
        let rows = self.selection.condition(K::NAME);
        Query::select().from(table).cond_where(rows).take()
    }
}

impl Store {
    /// One page of a list, and the number of rows in the whole list. All lists are paged here.
    pub(crate) async fn page_of<T>(
        &self,
        page: &SelectStatement,
        whole: &SelectStatement,
        read: impl Fn(&QueryResult) -> std::result::Result<T, sea_orm::DbErr>,
    ) -> Result<Page<T>> {
        // Each may have to scan the table.
        let (rows, total) = tokio::try_join!(all(&self.reader, page, read), count_of(&self.reader, whole))?;
        Ok(Page {
            rows,
            total,
            more: false,
        })
    }

    /// A whole list as a stream: the rows that are in it at the beginning. `read` makes a row with its id.
    pub(crate) fn whole_of<T: Send + 'static>(
        &self,
        list: SelectStatement,
        read: fn(&QueryResult) -> std::result::Result<(i64, T), sea_orm::DbErr>,
    ) -> impl Stream<Item = Result<T>> + Send + 'static {
        let reader = self.reader.clone();
        let ids = list.clone().clear_selects().column("id").take();
        stream_by_id(self.reader.clone(), async { Ok(ids) }, move |ids| {
            let (reader, mut some) = (reader.clone(), list.clone());
            some.clear_order_by().and_where(Expr::col("id").is_in(ids));
            async move { all(&reader, &some, read).await }
        })
    }

    /// The number of rows of a list.
    pub async fn count<K: Kind>(&self, query: &ListQuery) -> Result<i64> {
        count_of(&self.reader, &query.whole::<K>()).await
    }

    /// The rows of a statement as a stream, each made by `read`. It holds a connection to the end, so its reader must not be
    /// slow.
    fn stream_of<T: Send + 'static>(
        &self,
        select: SelectStatement,
        read: impl Fn(&QueryResult) -> Result<T> + Send + 'static,
    ) -> impl Stream<Item = Result<T>> + Send + 'static {
        let reader = self.reader.clone();
        let (sender, receiver) = mpsc::channel(256);
        tokio::spawn(async move {
            let mut rows = match reader.stream(&select).await {
                Ok(rows) => rows.map_err(crate::StoreError::from),
                Err(error) => return drop(sender.send(Err(error.into())).await),
            };
            while let Some(row) = rows.next().await {
                if sender.send(row.and_then(|row| read(&row))).await.is_err() {
                    return;
                }
            }
        });
        futures::stream::unfold(receiver, |mut receiver| async move {
            Some((receiver.recv().await?, receiver))
        })
    }

    /// The rows of a selection with these ids, in no order.
    pub async fn by_ids<K: Kind>(&self, ids: &[i64]) -> Result<HashMap<i64, Stored<K>>> {
        let select = select::<K>()
            .cond_where(Expr::col("id").is_in(ids.iter().copied()))
            .take();
        all(&self.reader, &select, |row| read::<K>(row).map(|row| (row.id, row))).await
    }

    /// The first rows of a selection.
    pub async fn first<K: Kind>(&self, selection: &Selection, limit: u64) -> Result<Vec<Stored<K>>> {
        let select = select::<K>()
            .cond_where(selection.condition(K::NAME))
            .order_by("id", sea_orm::Order::Asc)
            .limit(limit)
            .take();
        all(&self.reader, &select, read).await
    }

    /// True if a kind has rows.
    pub async fn has_rows(&self, kind: &str) -> Result<bool> {
        let select = Query::select().column("id").from(kind.to_owned()).limit(1).take();
        let found: Vec<i64> = all(&self.reader, &select, |row| row.try_get_by_index(0)).await?;
        Ok(!found.is_empty())
    }

    /// The distinct combinations of values of `columns` in the rows of any kind that match the selection.
    ///
    /// One kind uses it to ask about another: the classes of a student, the codes of a department.
    pub async fn distinct(&self, kind: &str, columns: &[&str], selection: &Selection) -> Result<Vec<Vec<String>>> {
        self.stream_distinct(kind, columns, selection).try_collect().await
    }

    /// The same, as a stream.
    pub fn stream_distinct(
        &self,
        kind: &str,
        columns: &[&str],
        selection: &Selection,
    ) -> impl Stream<Item = Result<Vec<String>>> + Send + 'static {
        let mut select = Query::select();
        select
            .distinct()
            .from(kind.to_owned())
            .cond_where(selection.condition(kind));
        for column in columns {
            select
                .column((*column).to_owned())
                .order_by((*column).to_owned(), sea_orm::Order::Asc);
        }
        let width = columns.len();
        self.stream_of(select, move |row| {
            let values = (0..width).map(|index| row.try_get_by_index(index));
            Ok(values.collect::<std::result::Result<_, _>>()?)
        })
    }

    /// The same, each with whether all its rows are flagged as gone from the source.
    pub fn stream_distinct_or_gone(
        &self,
        kind: &str,
        columns: &[&str],
        selection: &Selection,
    ) -> impl Stream<Item = Result<(Vec<String>, bool)>> + Send + 'static {
        let all_gone = "CAST(MIN(CASE WHEN missing_since IS NULL THEN 0 ELSE 1 END) AS BIGINT)";
        let mut select = Query::select();
        select.from(kind.to_owned()).cond_where(selection.condition(kind));
        for column in columns {
            select
                .column((*column).to_owned())
                .group_by_col((*column).to_owned())
                .order_by((*column).to_owned(), sea_orm::Order::Asc);
        }
        select.expr(Expr::cust(all_gone));
        let width = columns.len();
        self.stream_of(select, move |row| {
            let values = (0..width).map(|index| row.try_get_by_index(index));
            let values = values.collect::<std::result::Result<Vec<String>, _>>()?;
            Ok((values, row.try_get_by_index::<i64>(width)? != 0))
        })
    }

    /// The values that several rows of a kind share in these columns, as far as the source still lists the rows.
    pub async fn shared_names(&self, kind: &str, columns: &[&str]) -> Result<HashSet<Vec<String>>> {
        let mut select = Query::select();
        select
            .from(kind.to_owned())
            .and_where(Expr::col("missing_since").is_null());
        for column in columns {
            select.column((*column).to_owned()).group_by_col((*column).to_owned());
        }
        select.and_having(Expr::cust("COUNT(*) > 1"));
        all(&self.reader, &select, |row| {
            (0..columns.len()).map(|at| row.try_get_by_index(at)).collect()
        })
        .await
    }
}

/// Sets the values typed into a row by form; for an enrolment, into its person. If they differ from the platform's, the row
/// waits to be sent.
pub(crate) fn set_typed<K: Kind>(update: &mut UpdateStatement, row: &K, now: i64) {
    for field in own_fields::<K>() {
        update.value(field.name, (field.get)(row).as_str());
    }
    let is_other = Expr::col("fingerprint").ne(fingerprint(row));
    let migration = Expr::case(
        Expr::col("migration").eq(Migration::Sudah.as_str()).and(is_other),
        Migration::Berubah.as_str(),
    );
    update
        .value("key_hash", object_hash(row))
        .value("fingerprint", fingerprint(row))
        .value("search_text", search_text_of(row, own_fields::<K>()))
        .value("edited_at", now)
        .value("written_in", None::<i64>)
        .value("migration", migration.finally(Expr::col("migration")));
}
