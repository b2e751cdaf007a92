//! Administrator accounts: who may sign in, and in which role. The caller hashes passwords with Argon2id, so a stolen
//! database lets no one in.

use crate::{
    Page, Result, Store, StoreError,
    connection::Transaction,
    log::{self, About, By, Principal},
    names,
    outbox::{self, Notice},
    rfc3339,
    rows::ListQuery,
    statement::{all, count, cut, holds},
    undo::filled,
    versions::KEPT_MILLISECONDS,
};
use futures::Stream;
use sea_orm::{
    ConnectionTrait, DatabaseBackend, QueryResult, SqlErr,
    sea_query::{Condition, Expr, ExprTrait, Func, OnConflict, Query, SelectStatement},
};
use selaras_reasons::{Reason, Word};
use serde::Serialize;
use utoipa::ToSchema;

/// An administrator, as the browser sees them (specification, section 3: User).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = User)]
pub struct Administrator {
    /// Their number.
    pub id: i64,
    /// What they are called.
    pub name: String,
    /// What they sign in as.
    pub username: String,
    /// Whether they may sign in.
    pub active: bool,
    /// Whether they may not sign in any more. An account that neither is active nor disabled waits for approval.
    pub disabled: bool,
    /// What they may do.
    pub role: Role,
    /// Since when; RFC 3339.
    #[schema(required)]
    pub created_at: Option<String>,
    /// Hash of the password.
    #[serde(skip)]
    pub password_hash: String,
    /// The address for messages about the account, if known.
    #[serde(skip)]
    pub email: Option<String>,
    /// Who decides on access and role.
    #[serde(skip)]
    pub granted_by: GrantedBy,
}

/// An administrator as a list shows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ListedUser)]
pub struct ListedAdministrator {
    /// The account.
    #[serde(flatten)]
    pub administrator: Administrator,
    /// Whether they sign in with a second factor.
    pub second_factor: bool,
}

/// Who decides on an account's access and role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantedBy {
    /// An administrator, or a setting. Claims change nothing.
    Hand,
    /// A claim of the institution's provider, read at each sign-in.
    Claim,
    /// Accounts of earlier versions, which did not record it.
    Unknown,
}

impl GrantedBy {
    const ALL: [Self; 3] = [Self::Hand, Self::Claim, Self::Unknown];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::Claim => "claim",
            Self::Unknown => "unknown",
        }
    }
}

impl Administrator {
    /// The account as the log names it.
    pub fn principal(&self) -> Principal {
        Principal::Account {
            id: self.id,
            username: self.username.clone(),
        }
    }
}

/// An administrator who was deleted and can be brought back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DeletedUser)]
pub struct DeletedAdministrator {
    /// Their number, which stays theirs.
    pub id: i64,
    /// What they were called.
    pub name: String,
    /// What they signed in as.
    pub username: String,
    /// Since when they are gone; RFC 3339.
    #[schema(required)]
    pub deleted_at: Option<String>,
}

/// What a signed-in account may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Everything.
    Administrator,
    /// Read everything; change only their own account.
    Viewer,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 2] = [Self::Administrator, Self::Viewer];

    /// The role's name in the database and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Administrator => "administrator",
            Self::Viewer => "viewer",
        }
    }

    /// The role's name for people.
    pub const fn word(self) -> Word {
        match self {
            Self::Administrator => Word::Administrator,
            Self::Viewer => Word::Viewer,
        }
    }

    /// The role of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == name)
    }
}

/// Columns by which administrators may be sorted.
pub const ADMINISTRATOR_COLUMNS: [&str; 6] = ["id", "name", "username", "active", "role", "created_at"];

pub(crate) const COLUMNS: [&str; 10] = [
    "id",
    "name",
    "username",
    "active",
    "created_at",
    "password_hash",
    "role",
    "email",
    "disabled",
    "granted_by",
];

/// The table of deleted accounts.
const DELETED: &str = "administrator_before";
/// Columns kept in addition to [`COLUMNS`]: preferences for the page.
const PREFERENCES: [&str; 2] = ["language", "appearance"];

/// Data of an account in other tables: the table, the table that keeps it after a deletion, and the columns. Keys are
/// missing here because a deletion ends them.
const DEPENDENT_TABLES: [(&str, &str, &[&str]); 3] = [
    (
        "second_factor",
        "second_factor_before",
        &["administrator_id", "secret", "confirmed_at", "last_step"],
    ),
    (
        "recovery_code",
        "recovery_code_before",
        &["administrator_id", "code_hash"],
    ),
    (
        "identity",
        "identity_before",
        &["administrator_id", "issuer", "subject"],
    ),
];

/// The most accounts that may wait for approval at once. Anonymous clients can sign up without limit.
pub const MOST_WAITING: i64 = 100;

pub(crate) fn read(row: &QueryResult) -> std::result::Result<Administrator, sea_orm::DbErr> {
    let role: String = row.try_get_by_index(6)?;
    let granted_by: String = row.try_get_by_index(9)?;
    let granted_by = GrantedBy::ALL.into_iter().find(|one| one.as_str() == granted_by);
    Ok(Administrator {
        id: row.try_get_by_index(0)?,
        name: row.try_get_by_index(1)?,
        username: row.try_get_by_index(2)?,
        active: row.try_get_by_index(3)?,
        created_at: rfc3339(row.try_get_by_index(4)?),
        password_hash: row.try_get_by_index(5)?,
        email: row.try_get_by_index(7)?,
        disabled: row.try_get_by_index(8)?,
        granted_by: granted_by.ok_or_else(|| sea_orm::DbErr::Type("unknown kind of grant".to_owned()))?,
        role: Role::parse(&role).ok_or_else(|| sea_orm::DbErr::Type(format!("{role} is no role")))?,
    })
}

fn read_listed(row: &QueryResult) -> std::result::Result<ListedAdministrator, sea_orm::DbErr> {
    Ok(ListedAdministrator {
        administrator: read(row)?,
        second_factor: row.try_get_by_index(COLUMNS.len())?,
    })
}

/// How a new account may sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// At once, in this role.
    Active(Role),
    /// At once, in this role, because a provider's claim grants it.
    Claimed(Role),
    /// As an administrator if no account is active yet; otherwise it waits for approval.
    ActiveIfFirst,
}

/// An account to create.
#[derive(Debug, Clone, Copy)]
pub struct NewAdministrator<'a> {
    /// The display name.
    pub name: &'a str,
    /// The user name. User names must differ in more than case.
    pub username: &'a str,
    /// The hash of the password; empty if the account signs in at a provider.
    pub password_hash: &'a str,
    /// How the account may sign in.
    pub admission: Admission,
    /// The identity at a provider, if any: issuer and subject.
    pub identity: Option<(&'a str, &'a str)>,
}

/// An edit of an administrator.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// The display name.
    pub name: &'a str,
    /// The user name.
    pub username: &'a str,
    /// The hash of a new password; `None` keeps the old one.
    pub password_hash: Option<&'a str>,
    /// The new role; `None` keeps the old one.
    pub role: Option<Role>,
    /// The hash of the key that stays valid after a password change.
    pub keep_key: &'a str,
    /// The account on which the change was decided.
    pub seen: &'a Administrator,
}

impl Administrator {
    /// What a change of the account is decided on.
    fn decisive(&self) -> (&str, &str, Role, bool, &str) {
        (&self.name, &self.username, self.role, self.active, &self.password_hash)
    }
}

/// True for accounts that may change things. At least one always remains.
pub(crate) fn in_charge() -> Expr {
    Expr::col("active")
        .eq(true)
        .and(Expr::col("role").eq(Role::Administrator.as_str()))
}

/// True if the administrator in the statement's row has a second factor.
pub(crate) fn has_second_factor() -> Expr {
    Expr::cust(
        "EXISTS (SELECT 1 FROM second_factor WHERE second_factor.administrator_id = administrator.id \
         AND second_factor.confirmed_at IS NOT NULL)",
    )
}

/// True for accounts that wait for approval.
fn waiting() -> Expr {
    Expr::col("active").eq(false).and(Expr::col("disabled").eq(false))
}

/// True for deleted accounts that have an identity at a provider.
fn has_identity() -> Expr {
    let owners = Query::select()
        .column("administrator_id")
        .from("identity_before")
        .take();
    Expr::col("id").in_subquery(owners)
}

/// True for deleted accounts that can be restored `now`.
fn restorable(now: i64) -> Expr {
    Expr::col("deleted_at").gt(now - KEPT_MILLISECONDS).or(has_identity())
}

/// Whether an account may sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Active,
    Disabled,
}

/// Gives an account access, or takes it away and ends its keys.
pub(crate) async fn set_access(
    transaction: &Transaction,
    id: i64,
    access: Access,
    granted_by: GrantedBy,
) -> Result<()> {
    let update = Query::update()
        .table("administrator")
        .values([
            ("active", (access == Access::Active).into()),
            ("disabled", (access == Access::Disabled).into()),
            ("granted_by", granted_by.as_str().into()),
        ])
        .and_where(Expr::col("id").eq(id))
        .take();
    transaction.execute(&update).await?;
    if access == Access::Disabled {
        end_keys(transaction, id, Expr::val(true)).await?;
    }
    Ok(())
}

/// The administrator of that id.
pub(crate) async fn by_id(connection: &impl ConnectionTrait, id: i64) -> Result<Option<Administrator>> {
    let select = Query::select()
        .columns(COLUMNS)
        .from("administrator")
        .cond_where(Expr::col("id").eq(id))
        .take();
    Ok(connection.query_one(&select).await?.as_ref().map(read).transpose()?)
}

/// Refuses a user name that looks like another account's.
async fn refuse_alike(connection: &impl ConnectionTrait, username: &str, own: Option<i64>) -> Result<()> {
    let others = Query::select()
        .column("username")
        .from("administrator")
        .and_where_option(own.map(|id| Expr::col("id").ne(id)))
        .take();
    let others: Vec<String> = all(connection, &others, |row| row.try_get_by_index(0)).await?;
    let (wanted, skeleton) = (username.to_lowercase(), names::skeleton(username));
    let alike = others.into_iter().find(|other| names::skeleton(other) == skeleton);
    match alike {
        None => Ok(()),
        Some(other) if other == wanted => Err(StoreError::Taken("username")),
        Some(_) => Err(StoreError::Alike),
    }
}

/// Refuses the identity of a deleted account.
async fn refuse_deleted(connection: &impl ConnectionTrait, issuer: &str, subject: &str) -> Result<()> {
    let deleted = Expr::col("issuer").eq(issuer).and(Expr::col("subject").eq(subject));
    match count(connection, "identity_before", deleted).await? {
        0 => Ok(()),
        _ => Err(StoreError::Deleted),
    }
}

/// The administrators, filtered and ordered.
fn list(query: &ListQuery) -> SelectStatement {
    let mut condition = Condition::all();
    if let Some(typed) = query.selection.searched() {
        let any = ["name", "username"].map(|column| holds(Func::lower(Expr::col(column)).into(), typed));
        condition = condition.add(any.into_iter().fold(Condition::any(), Condition::add));
    }
    let column = query
        .order
        .column
        .as_deref()
        .and_then(|name| ADMINISTRATOR_COLUMNS.into_iter().find(|column| *column == name))
        .unwrap_or("id");
    let direction = if query.order.descending {
        sea_orm::Order::Desc
    } else {
        sea_orm::Order::Asc
    };
    Query::select()
        .columns(COLUMNS)
        .expr(has_second_factor())
        .from("administrator")
        .cond_where(condition)
        .order_by(column, direction.clone())
        // Order by "active": waiting, then disabled, then active accounts.
        .order_by("disabled", direction.clone())
        .order_by("id", direction)
        .take()
}

fn taken(error: sea_orm::DbErr) -> StoreError {
    match error.sql_err() {
        Some(SqlErr::UniqueConstraintViolation(_)) => StoreError::Taken("username"),
        _ => error.into(),
    }
}

/// Copies an administrator's data from one table to another. A row that now belongs to another account stays theirs.
async fn copy(
    transaction: &Transaction,
    id: i64,
    from: &'static str,
    to: &'static str,
    columns: &[&'static str],
) -> Result<()> {
    let belongings = Query::select()
        .columns(columns.iter().copied())
        .from(from)
        .cond_where(Expr::col("administrator_id").eq(id))
        .take();
    let mut insert = Query::insert();
    insert
        .into_table(to)
        .columns(columns.iter().copied())
        .on_conflict(OnConflict::new().do_nothing().to_owned());
    transaction.execute(&filled(insert, belongings)?).await?;
    Ok(())
}

/// Ends the administrator's keys that match; each key is a session. Returns how many.
pub(crate) async fn end_keys(connection: &impl ConnectionTrait, owner: i64, which: Expr) -> Result<u64> {
    let end = Query::delete()
        .from_table("api_key")
        .and_where(Expr::col("administrator_id").eq(owner))
        .and_where(which)
        .take();
    Ok(connection.execute(&end).await?.rows_affected())
}

impl Store {
    /// A transaction in which no other one adds or deletes an administrator, so that a count holds until its end. SQLite has
    /// a single writer anyway.
    pub(crate) async fn administrators_alone(&self) -> Result<Transaction> {
        let transaction = self.writer.begin().await?;
        if self.backend() == DatabaseBackend::Postgres {
            transaction
                .execute_unprepared("LOCK TABLE administrator IN SHARE ROW EXCLUSIVE MODE")
                .await?;
        }
        Ok(transaction)
    }

    /// Creates an administrator, with the identity at a provider and an entry in the activity log. If the author is
    /// anonymous, the entry names the new account as its author.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if another account has the user name; [`StoreError::Alike`] if it looks like another's;
    /// [`StoreError::Deleted`] if the identity's account was deleted; [`StoreError::Full`] if the account would have to wait
    /// and [`MOST_WAITING`] accounts already do.
    pub async fn add_administrator(
        &self,
        new: NewAdministrator<'_>,
        log: &Reason,
        by: impl Into<By<'_>>,
    ) -> Result<Administrator> {
        let transaction = self.administrators_alone().await?;
        if let Some((issuer, subject)) = new.identity {
            refuse_deleted(&transaction, issuer, subject).await?;
        }
        refuse_alike(&transaction, new.username, None).await?;
        let (active, role) = match new.admission {
            Admission::Active(role) | Admission::Claimed(role) => (true, role),
            Admission::ActiveIfFirst => (
                count(&transaction, "administrator", in_charge()).await? == 0,
                Role::Administrator,
            ),
        };
        let granted_by = match new.admission {
            Admission::Claimed(_) => GrantedBy::Claim,
            Admission::Active(_) | Admission::ActiveIfFirst => GrantedBy::Hand,
        };
        if !active && count(&transaction, "administrator", waiting()).await? >= MOST_WAITING {
            return Err(StoreError::Full);
        }
        let insert = Query::insert()
            .into_table("administrator")
            .columns([
                "name",
                "username",
                "password_hash",
                "active",
                "role",
                "created_at",
                "granted_by",
            ])
            .values_panic([
                new.name.into(),
                new.username.to_lowercase().into(),
                new.password_hash.into(),
                active.into(),
                role.as_str().into(),
                transaction.now().into(),
                granted_by.as_str().into(),
            ])
            .returning(Query::returning().columns(COLUMNS))
            .take();
        let row = transaction.query_one(&insert).await.map_err(taken)?;
        let administrator = row
            .as_ref()
            .map(read)
            .transpose()?
            .ok_or(sea_orm::DbErr::RecordNotInserted)?;
        if let Some((issuer, subject)) = new.identity {
            identify(&transaction, administrator.id, issuer, subject).await?;
        }
        let by: By<'_> = by.into();
        // A visitor who signs up becomes the author under the new account.
        let new_account = administrator.principal();
        let by = match by.principal {
            Some(Principal::Anonymous) => By {
                principal: Some(&new_account),
                ..by
            },
            _ => by,
        };
        log::write(&transaction, log, by, About::default()).await?;
        transaction.commit().await?;
        Ok(administrator)
    }

    /// The administrator of that user name.
    pub async fn administrator(&self, username: &str) -> Result<Option<Administrator>> {
        let select = Query::select()
            .columns(COLUMNS)
            .from("administrator")
            .cond_where(Expr::col("username").eq(username.to_lowercase()))
            .take();
        Ok(self.reader.query_one(&select).await?.as_ref().map(read).transpose()?)
    }

    /// A page of the administrators.
    pub async fn administrators(
        &self,
        query: &ListQuery,
        page: u64,
        per_page: u64,
    ) -> Result<Page<ListedAdministrator>> {
        let list = list(query);
        let page = cut(&list, page.saturating_mul(per_page), per_page);
        self.page_of(&page, &list, read_listed).await
    }

    /// All administrators, as a stream.
    pub fn all_administrators(
        &self,
        query: &ListQuery,
    ) -> impl Stream<Item = Result<ListedAdministrator>> + Send + 'static {
        self.whole_of(list(query), |row| {
            read_listed(row).map(|listed| (listed.administrator.id, listed))
        })
    }

    /// Changes an administrator, with entries in the activity log and notices. A new password or a lower role ends all keys
    /// but one.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if another account has the user name; [`StoreError::Alike`] if the user name is new and looks
    /// like another's.
    pub async fn change_administrator(
        &self,
        id: i64,
        change: Change<'_>,
        entries: &[(&Reason, About<'_>)],
        by: impl Into<By<'_>>,
        notices: &[Notice],
    ) -> Result<Changed> {
        let transaction = self.administrators_alone().await?;
        let Some(before) = by_id(&transaction, id).await? else {
            return Ok(Changed::Unknown);
        };
        if before.decisive() != change.seen.decisive() {
            return Ok(Changed::Meanwhile);
        }
        // An unchanged name is accepted even if a new account could not take it.
        if before.username != change.username.to_lowercase() {
            refuse_alike(&transaction, change.username, Some(id)).await?;
        }
        let mut update = Query::update();
        update
            .table("administrator")
            .values([
                ("name", change.name.into()),
                ("username", change.username.to_lowercase().into()),
            ])
            .cond_where(Expr::col("id").eq(id));
        if let Some(hash) = change.password_hash {
            update.value("password_hash", hash);
        }
        let role = change.role.filter(|role| *role != before.role);
        if let Some(role) = role {
            update.value("role", role.as_str());
            update.value("granted_by", GrantedBy::Hand.as_str());
        }
        transaction.execute(&update).await.map_err(taken)?;
        if role == Some(Role::Viewer) && before.active && count(&transaction, "administrator", in_charge()).await? == 0
        {
            transaction.rollback().await?;
            return Ok(Changed::LastAdministrator);
        }
        if change.password_hash.is_some() || role == Some(Role::Viewer) {
            end_keys(&transaction, id, Expr::col("key_hash").ne(change.keep_key)).await?;
        }
        outbox::keep(&transaction, notices).await?;
        let by = by.into();
        for (log, about) in entries {
            log::write(&transaction, log, by, *about).await?;
        }
        transaction.commit().await?;
        Ok(Changed::Done)
    }

    /// Approves a waiting account in this role, with an entry in the activity log. Returns whether the account was waiting.
    pub async fn approve_administrator(
        &self,
        id: i64,
        role: Role,
        log: &Reason,
        by: impl Into<By<'_>>,
    ) -> Result<bool> {
        let transaction = self.writer.begin().await?;
        let update = Query::update()
            .table("administrator")
            .values([
                ("active", true.into()),
                ("role", role.as_str().into()),
                ("granted_by", GrantedBy::Hand.as_str().into()),
            ])
            .cond_where(Expr::col("id").eq(id).and(waiting()))
            .take();
        let found = transaction.execute(&update).await?.rows_affected() > 0;
        if found {
            log::write(&transaction, log, by.into(), About::default()).await?;
        }
        transaction.commit().await?;
        Ok(found)
    }

    /// Disables an account and ends its keys, with an entry in the activity log. The last account that may change things
    /// stays active.
    pub async fn disable_administrator(&self, id: i64, log: &Reason, by: impl Into<By<'_>>) -> Result<Changed> {
        let transaction = self.administrators_alone().await?;
        let Some(before) = by_id(&transaction, id).await? else {
            return Ok(Changed::Unknown);
        };
        if before.disabled && before.granted_by == GrantedBy::Hand {
            return Ok(Changed::Done);
        }
        set_access(&transaction, id, Access::Disabled, GrantedBy::Hand).await?;
        if before.active && count(&transaction, "administrator", in_charge()).await? == 0 {
            transaction.rollback().await?;
            return Ok(Changed::LastAdministrator);
        }
        log::write(&transaction, log, by.into(), About::default()).await?;
        transaction.commit().await?;
        Ok(Changed::Done)
    }

    /// Enables a disabled account in its former role, with an entry in the activity log. Returns whether the account was
    /// disabled.
    pub async fn enable_administrator(&self, id: i64, log: &Reason, by: impl Into<By<'_>>) -> Result<bool> {
        let transaction = self.administrators_alone().await?;
        let disabled = by_id(&transaction, id).await?.is_some_and(|before| before.disabled);
        if disabled {
            set_access(&transaction, id, Access::Active, GrantedBy::Hand).await?;
            log::write(&transaction, log, by.into(), About::default()).await?;
        }
        transaction.commit().await?;
        Ok(disabled)
    }

    /// Deletes an administrator and their keys, with an entry in the activity log. Refuses if it is the last account that
    /// may change things. Everything but the keys is kept for a restore.
    pub async fn delete_administrator(&self, id: i64, log: &Reason, by: impl Into<By<'_>>) -> Result<Deleted> {
        let transaction = self.administrators_alone().await?;
        let others = in_charge().and(Expr::col("id").ne(id));
        if count(&transaction, "administrator", others).await? == 0 {
            transaction.rollback().await?;
            return Ok(Deleted::LastActive);
        }
        let row = Query::select()
            .columns(COLUMNS.into_iter().chain(PREFERENCES))
            .expr(Expr::val(transaction.now()))
            .from("administrator")
            .cond_where(Expr::col("id").eq(id))
            .take();
        let mut keep = Query::insert();
        keep.into_table(DELETED)
            .columns(COLUMNS.into_iter().chain(PREFERENCES).chain(["deleted_at"]));
        transaction.execute(&filled(keep, row)?).await?;
        for (table, kept, columns) in DEPENDENT_TABLES {
            copy(&transaction, id, table, kept, columns).await?;
        }
        let delete = Query::delete()
            .from_table("administrator")
            .cond_where(Expr::col("id").eq(id))
            .take();
        let found = transaction.execute(&delete).await?.rows_affected() > 0;
        if found {
            log::write(&transaction, log, by.into(), About::default()).await?;
        }
        transaction.commit().await?;
        Ok(if found { Deleted::Done } else { Deleted::Unknown })
    }

    /// The accounts that can be restored, latest deletion first. These are the recently deleted ones and those with an
    /// identity, which cannot sign in at their provider until then.
    pub async fn deleted_administrators(&self) -> Result<Vec<DeletedAdministrator>> {
        let select = Query::select()
            .columns(["id", "name", "username", "deleted_at"])
            .from(DELETED)
            .cond_where(restorable(self.writer.now()))
            .order_by("deleted_at", sea_orm::Order::Desc)
            .order_by("id", sea_orm::Order::Desc)
            .take();
        all(&self.reader, &select, |row| {
            Ok(DeletedAdministrator {
                id: row.try_get_by_index(0)?,
                name: row.try_get_by_index(1)?,
                username: row.try_get_by_index(2)?,
                deleted_at: rfc3339(row.try_get_by_index(3)?),
            })
        })
        .await
    }

    /// Restores an administrator, with an entry in the activity log. The keys are not restored, nor is an identity that
    /// another account has by now. The id is free because ids are never reused.
    pub async fn restore_administrator(&self, id: i64, by: impl Into<By<'_>>) -> Result<Restored> {
        let transaction = self.administrators_alone().await?;
        let kept = Query::select()
            .columns(COLUMNS.into_iter().chain(PREFERENCES))
            .from(DELETED)
            .cond_where(Expr::col("id").eq(id).and(restorable(transaction.now())))
            .take();
        let Some(row) = transaction.query_one(&kept).await? else {
            return Ok(Restored::Unknown);
        };
        let administrator = read(&row)?;
        let mut insert = Query::insert();
        insert
            .into_table("administrator")
            .columns(COLUMNS.into_iter().chain(PREFERENCES));
        match transaction.execute(&filled(insert, kept)?).await.map_err(taken) {
            Err(StoreError::Taken(_)) => return Ok(Restored::Taken(administrator)),
            inserted => inserted?,
        };
        for (table, kept, columns) in DEPENDENT_TABLES {
            copy(&transaction, id, kept, table, columns).await?;
        }
        let delete = Query::delete()
            .from_table(DELETED)
            .cond_where(Expr::col("id").eq(id))
            .take();
        transaction.execute(&delete).await?;
        let label = administrator.name.clone();
        let log = Reason::DidRestoreUser { label };
        log::write(&transaction, &log, by.into(), About::default()).await?;
        transaction.commit().await?;
        Ok(Restored::Done(administrator))
    }

    /// Purges accounts that were deleted before `time` (milliseconds since 1970). Accounts with an identity keep their
    /// names, since a deleted identity is refused for good; their password, address and second factor are purged.
    pub async fn forget_administrators(&self, time: i64) -> Result<()> {
        let transaction = self.writer.begin().await?;
        let old = Expr::col("deleted_at").lt(time);
        let delete = Query::delete()
            .from_table(DELETED)
            .cond_where(old.clone().and(has_identity().not()))
            .take();
        transaction.execute(&delete).await?;
        let empty = Query::update()
            .table(DELETED)
            .values([("password_hash", "".into()), ("email", Expr::cust("NULL"))])
            .cond_where(old.clone())
            .take();
        transaction.execute(&empty).await?;
        for table in ["second_factor_before", "recovery_code_before"] {
            let owners = Query::select()
                .column("id")
                .from(DELETED)
                .cond_where(old.clone())
                .take();
            let delete = Query::delete()
                .from_table(table)
                .cond_where(Expr::col("administrator_id").in_subquery(owners))
                .take();
            transaction.execute(&delete).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Purges accounts that signed up before `time` (milliseconds since 1970) and still wait for approval.
    pub async fn forget_waiting(&self, time: i64) -> Result<()> {
        let delete = Query::delete()
            .from_table("administrator")
            .cond_where(waiting().and(Expr::col("created_at").lt(time)))
            .take();
        self.writer.execute(&delete).await?;
        Ok(())
    }

    /// The administrator of that id.
    pub async fn administrator_by_id(&self, id: i64) -> Result<Option<Administrator>> {
        by_id(&self.reader, id).await
    }
}

/// The result of [`Store::change_administrator`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// The change was made.
    Done,
    /// No account has that id.
    Unknown,
    /// Refused: the account was changed after it was read.
    Meanwhile,
    /// Refused: the account is the last that may change things.
    LastAdministrator,
}

/// The result of [`Store::restore_administrator`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Restored {
    /// The account is restored.
    Done(Administrator),
    /// No account of that id was deleted recently.
    Unknown,
    /// Another account, given here, has the user name by now.
    Taken(Administrator),
}

/// The result of [`Store::delete_administrator`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deleted {
    /// The account is deleted.
    Done,
    /// No account has that id.
    Unknown,
    /// Refused: the account is the last active one.
    LastActive,
}

/// Ties an account to an identity at a provider.
async fn identify(connection: &impl ConnectionTrait, owner: i64, issuer: &str, subject: &str) -> Result<()> {
    let insert = Query::insert()
        .into_table("identity")
        .columns(["issuer", "subject", "administrator_id"])
        .values_panic([issuer.into(), subject.into(), owner.into()])
        .take();
    connection.execute(&insert).await?;
    Ok(())
}
