//! The activity log: who did what, when.

pub(crate) use crate::principal::PRINCIPAL;
pub use crate::principal::Principal;
use crate::{
    Page, Result, Store,
    chain::{self, Sealed},
    connection::Transaction,
    rfc3339,
    rows::ListQuery,
    statement::{contains, cut},
};
use futures::Stream;
use sea_orm::{
    ConnectionTrait, QueryResult,
    sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement},
};
use selaras_kinds::{Kind, own_fields};
use selaras_reasons::{Language, Reason};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One entry (specification, section 3). The action is a code, or a sentence in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(bound = "")]
pub struct LogEntry<R = Reason> {
    /// Its number.
    pub id: i64,
    /// What was done.
    #[schema(value_type = String)]
    pub action: R,
    /// The display name of who did it. It can be changed, and several accounts may bear it.
    pub actor: String,
    /// Who did it. `null` in entries of earlier versions.
    #[schema(required)]
    pub principal: Option<Principal>,
    /// From where they did it.
    #[schema(required)]
    pub address: Option<String>,
    /// The number of the session in which they did it.
    #[schema(required)]
    pub session: Option<i64>,
    /// When; RFC 3339.
    #[schema(required)]
    pub created_at: Option<String>,
    /// The job whose account tells more.
    #[schema(required)]
    pub job_id: Option<i64>,
    /// The kind of data that it is about.
    #[schema(required)]
    pub kind: Option<String>,
    /// What was done, in one word.
    #[schema(required)]
    pub verb: Option<String>,
    /// The row that it is about, by its number or code; of an enrolment, the person's.
    #[schema(required)]
    pub number: Option<String>,
    /// What an edit changed.
    pub changes: Vec<FieldChange>,
}

/// A field that was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldChange {
    /// The field.
    pub field: String,
    /// Its value before.
    pub old: String,
    /// Its value since.
    pub new: String,
}

impl FieldChange {
    /// The fields that differ between two states of a row; for an enrolment, of its person.
    pub fn between<K: Kind>(old: &K, new: &K) -> Vec<Self> {
        let fields = own_fields::<K>().filter(|field| (field.get)(old) != (field.get)(new));
        fields
            .map(|field| Self {
                field: field.name.to_owned(),
                old: (field.get)(old).to_string(),
                new: (field.get)(new).to_string(),
            })
            .collect()
    }
}

/// Where an action comes from, as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The address.
    pub address: Option<String>,
    /// The id of the session.
    pub session: Option<i64>,
}

/// A display name and its principal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// The display name.
    pub name: String,
    /// The principal. `None` in jobs of earlier versions.
    pub principal: Option<Principal>,
}

impl From<&str> for Author {
    /// Selaras itself, under this name.
    fn from(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            principal: Some(Principal::System),
        }
    }
}

/// Who does something, and from where.
#[derive(Debug, Clone, Copy)]
pub struct By<'a> {
    /// The display name.
    pub name: &'a str,
    /// The principal. `None` in jobs of earlier versions.
    pub principal: Option<&'a Principal>,
    /// The origin. `None` in jobs, which go on without a connection.
    pub origin: Option<&'a Origin>,
}

impl<'a> From<&'a Author> for By<'a> {
    fn from(author: &'a Author) -> Self {
        Self {
            name: &author.name,
            principal: author.principal.as_ref(),
            origin: None,
        }
    }
}

impl<'a> From<&'a str> for By<'a> {
    /// Selaras itself, under this name.
    fn from(name: &'a str) -> Self {
        Self {
            name,
            principal: Some(&Principal::System),
            origin: None,
        }
    }
}

/// The subject of an entry, by which the log can be filtered.
#[derive(Debug, Clone, Copy, Default)]
pub struct About<'a> {
    /// The job with the details.
    pub job: Option<i64>,
    /// The kind of data.
    pub kind: Option<&'a str>,
    /// The action in one word.
    pub verb: Option<&'a str>,
    /// The row's number or code; for an enrolment, the person's.
    pub number: Option<&'a str>,
    /// What an edit changed.
    pub changes: &'a [FieldChange],
}

/// A filter of the log. Empty: all entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogFilter {
    /// Entries from this time on; milliseconds since 1970.
    pub from: Option<i64>,
    /// Entries before this time; milliseconds since 1970.
    pub until: Option<i64>,
    /// Entries under this display name.
    pub actor: Option<String>,
    /// Entries of this account and of its schedules, under all its names.
    pub account: Option<i64>,
    /// Entries about this kind.
    pub kind: Option<String>,
    /// Entries of this verb.
    pub verb: Option<String>,
    /// Entries about this person, and those of jobs that had a result for their rows.
    pub person: Option<LoggedPerson>,
}

/// A person in a filter of the log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LoggedPerson {
    /// The number.
    pub number: String,
    /// Their rows' hashed keys, as in report lines.
    pub rows: Vec<i64>,
    /// The jobs that created their rows.
    pub made_in: Vec<i64>,
}

impl LogFilter {
    fn condition(&self) -> Condition {
        let equal = |column: &'static str, value: &Option<String>| {
            value.as_ref().map(|value| Expr::col(column).eq(value.as_str()))
        };
        let mut condition = Condition::all()
            .add_option(self.from.map(|from| Expr::col("created_at").gte(from)))
            .add_option(self.until.map(|until| Expr::col("created_at").lt(until)))
            .add_option(equal("actor", &self.actor))
            .add_option(self.account.map(|id| Expr::col("account_id").eq(id)))
            .add_option(equal("kind", &self.kind))
            .add_option(equal("verb", &self.verb));
        if let Some(person) = &self.person {
            let jobs = Query::select()
                .column("job_id")
                .from("job_row")
                .and_where(Expr::col("key_hash").is_in(person.rows.iter().copied()))
                .take();
            condition = condition.add(
                Condition::any()
                    .add(Expr::col("number").eq(person.number.as_str()))
                    .add(Expr::col("job_id").is_in(person.made_in.iter().copied()))
                    .add(Expr::col("job_id").in_subquery(jobs)),
            );
        }
        condition
    }
}

impl LogEntry {
    /// The entry with its texts in a language.
    pub fn in_words(self, language: Language) -> LogEntry<String> {
        LogEntry {
            id: self.id,
            action: self.action.sentence(language),
            actor: self.actor,
            principal: self.principal,
            address: self.address,
            session: self.session,
            created_at: self.created_at,
            job_id: self.job_id,
            kind: self.kind,
            verb: self.verb,
            number: self.number,
            changes: self.changes,
        }
    }
}

/// Columns by which the log may be sorted.
pub const LOG_COLUMNS: [&str; 5] = ["id", "action", "actor", "created_at", "job_id"];

/// The log's name for a row: `mahasiswa:260001`.
pub(crate) fn subject(kind: &str, key: &str) -> String {
    format!("{kind}:{key}")
}

/// Writes an entry as the chain's next link. It should be the last write of its transaction: until that ends no other entry
/// can be written.
pub(crate) async fn write(transaction: &Transaction, action: &Reason, by: By<'_>, about: About<'_>) -> Result<()> {
    let [id, en] = [Language::Indonesian, Language::English].map(|language| action.sentence(language));
    let changes = match about.changes {
        [] => None,
        changes => Some(serde_json::to_string(changes).map_err(|error| sea_orm::DbErr::Custom(error.to_string()))?),
    };
    let subject_of = about.kind.zip(about.number);
    let (position, before) = chain::next_link(transaction).await?;
    let mut sealed = Sealed {
        position,
        before,
        created_at: transaction.now(),
        actor: by.name.to_owned(),
        address: None,
        session: None,
        principal: by.principal.cloned(),
        action: action.kept(),
        job_id: about.job,
        kind: about.kind.map(str::to_owned),
        verb: about.verb.map(str::to_owned),
        number: about.number.map(str::to_owned),
        changes,
    };
    if let Some(origin) = by.origin {
        sealed.address.clone_from(&origin.address);
        sealed.session = origin.session;
    }
    let hash = sealed.hash()?;
    // It is searched by the words of every language.
    let account = by.principal.and_then(Principal::account);
    let username = account.map_or("", |(_, username)| username);
    let search_text = format!("{id}\n{en}\n{}\n{username}", by.name).to_lowercase();
    let columns = [
        ("action", Expr::val(sealed.action)),
        ("actor", Expr::val(sealed.actor)),
        ("address", Expr::val(sealed.address)),
        ("session", Expr::val(sealed.session)),
        ("job_id", Expr::val(sealed.job_id)),
        ("search_text", Expr::val(search_text)),
        ("created_at", Expr::val(sealed.created_at)),
        ("kind", Expr::val(sealed.kind)),
        ("verb", Expr::val(sealed.verb)),
        ("number", Expr::val(sealed.number)),
        (
            "subject",
            Expr::val(subject_of.map(|(kind, number)| subject(kind, number))),
        ),
        ("changes", Expr::val(sealed.changes)),
        ("position", Expr::val(sealed.position)),
        ("hash", Expr::val(hash.as_str())),
    ];
    let principal = PRINCIPAL.into_iter().zip(Principal::values(by.principal));
    let (names, values): (Vec<_>, Vec<_>) = columns.into_iter().chain(principal).unzip();
    let insert = Query::insert()
        .into_table("activity_log")
        .columns(names)
        .values_panic(values)
        .take();
    transaction.execute(&insert).await?;
    chain::end_link(transaction, &hash).await
}

/// All entries, with the columns that [`read`] takes.
pub(crate) fn entries() -> SelectStatement {
    Query::select()
        .columns(LOG_COLUMNS)
        .columns(["kind", "verb", "number", "changes", "address", "session"])
        .columns(PRINCIPAL)
        .from("activity_log")
        .take()
}

pub(crate) fn read(row: &QueryResult) -> std::result::Result<LogEntry, sea_orm::DbErr> {
    let changes: Option<String> = row.try_get("", "changes")?;
    let changes = changes.map(|kept| serde_json::from_str(&kept)).transpose();
    Ok(LogEntry {
        id: row.try_get("", "id")?,
        action: Reason::read(row.try_get("", "action")?),
        actor: row.try_get("", "actor")?,
        principal: Principal::read(row)?,
        address: row.try_get("", "address")?,
        session: row.try_get("", "session")?,
        created_at: rfc3339(row.try_get("", "created_at")?),
        job_id: row.try_get("", "job_id")?,
        kind: row.try_get("", "kind")?,
        verb: row.try_get("", "verb")?,
        number: row.try_get("", "number")?,
        changes: changes
            .map_err(|error| sea_orm::DbErr::Type(error.to_string()))?
            .unwrap_or_default(),
    })
}

/// The entries, filtered and ordered: newest first unless another order is given.
fn list(query: &ListQuery, filter: &LogFilter) -> SelectStatement {
    let mut condition = filter.condition();
    if let Some(typed) = query.selection.searched() {
        condition = condition.add(contains(typed));
    }
    let column = query
        .order
        .column
        .as_deref()
        .and_then(|name| LOG_COLUMNS.into_iter().find(|column| *column == name))
        // The search text begins with the action's sentence.
        .map(|column| if column == "action" { "search_text" } else { column });
    let ascending = column.is_some() && !query.order.descending;
    let direction = if ascending {
        sea_orm::Order::Asc
    } else {
        sea_orm::Order::Desc
    };
    entries()
        .cond_where(condition)
        .order_by(column.unwrap_or("id"), direction.clone())
        .order_by("id", direction)
        .take()
}

impl Store {
    /// Writes an entry.
    pub async fn log(&self, action: &Reason, by: impl Into<By<'_>>) -> Result<()> {
        self.log_about(action, by, About::default()).await
    }

    /// Writes an entry with a subject for filters.
    pub async fn log_about(&self, action: &Reason, by: impl Into<By<'_>>, about: About<'_>) -> Result<()> {
        let transaction = self.writer.begin().await?;
        write(&transaction, action, by.into(), about).await?;
        Ok(transaction.commit().await?)
    }

    /// A page of the log.
    pub async fn log_page(
        &self,
        query: &ListQuery,
        filter: &LogFilter,
        page: u64,
        per_page: u64,
    ) -> Result<Page<LogEntry>> {
        let list = list(query, filter);
        let page = cut(&list, page.saturating_mul(per_page), per_page);
        self.page_of(&page, &list, read).await
    }

    /// The whole log, as a stream.
    pub fn log_entries(
        &self,
        query: &ListQuery,
        filter: &LogFilter,
    ) -> impl Stream<Item = Result<LogEntry>> + Send + 'static {
        self.whole_of(list(query, filter), |row| read(row).map(|entry| (entry.id, entry)))
    }
}
