//! Reads a list that comes in parts, or whose rows lie elsewhere than the contract has them.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::AtomicU64;

use reqwest::Response;
use reqwest::header::LINK;
use serde_json::Value;
use tokio::sync::mpsc;
use url::Url;

use super::dialect::{ListCall, Pages, Values, at};
use super::{Inner, Token, scope_values};
use crate::call::Call;
use crate::envelope::shown;
use crate::error::Fault;
use crate::rows::{Ended, Gathered, RawRow, RowError, RowFault, Said, hand_out};

/// Bytes of one page, which is held whole.
const PAGE_BYTES: usize = 64 << 20;
/// Pages of one list.
const MOST_PAGES: u64 = 100_000;

/// One part of a list.
struct Page {
    reply: Value,
    /// Bytes of the reply.
    length: u64,
    /// The next part's address, where a header says it.
    link: Option<String>,
}

/// A row, and the key under which it stands.
type GroupedRow<'v> = (Option<&'v str>, &'v Value);

/// A list that is read page by page.
pub(super) struct Paged<'a> {
    pub(super) inner: &'a Inner,
    pub(super) spec: &'a ListCall,
    pub(super) call: &'a Call,
}

impl Paged<'_> {
    pub(super) async fn read(&self, tell: &mpsc::Sender<Said>, handed_out: &AtomicU64) -> Result<(), Ended> {
        let mut values = scope_values(self.call);
        let (mut position, mut bytes, mut number) = (0, 0_u64, 0);
        let mut gathered = Gathered::default();
        let (mut next, mut seen) = (None, HashSet::new());
        loop {
            self.place(&mut values, number, position);
            let asked = next.take();
            let token = self.inner.token().await?;
            let page = self.page(&values, asked.clone(), token.clone(), position).await;
            let page = match self.inner.instead_of(token, page.as_ref().err()).await? {
                Some(token) => self.page(&values, asked, Some(token), position).await,
                None => page,
            };
            let Page {
                reply: page,
                length,
                link,
            } = page?;
            bytes += length;
            let limit = self.inner.settings.max_bytes;
            if bytes > limit {
                return Err(Fault::TooLarge { limit }.into());
            }
            let rows = self.rows(&page)?;
            let count = rows.len();
            // A service that does not know the paging sends the same for ever.
            if self.spec.pages.is_some() && count > 0 && !seen.insert(hash(&rows)) {
                return Err(malformed("a page came twice").into());
            }
            for (group, row) in rows {
                position += 1;
                if let Some(row) = self.row(position, group, row)
                    && let Some(chunk) = gathered.add(row)
                {
                    hand_out(chunk, tell, handed_out).await?;
                }
            }
            number += 1;
            let more = match &self.spec.pages {
                None => false,
                // Fewer rows than asked for may be the service's own limit, so only an empty page is the end.
                Some(Pages::Number { .. } | Pages::Offset { .. }) => count > 0,
                Some(Pages::Cursor { pointer, .. }) => match cursor(&page, pointer) {
                    Some(cursor) => {
                        values.set("cursor", cursor);
                        true
                    }
                    None => false,
                },
                Some(Pages::Link) => match link {
                    Some(link) => {
                        next = Some(self.within(&link)?);
                        true
                    }
                    None => false,
                },
            };
            if !more {
                break;
            }
            if number == MOST_PAGES {
                return Err(malformed("the pages have no end").into());
            }
        }
        match gathered.rest() {
            Some(chunk) => hand_out(chunk, tell, handed_out).await,
            None => Ok(()),
        }
    }

    /// Which page it is.
    fn place(&self, values: &mut Values, number: u64, position: u64) {
        let size = match &self.spec.pages {
            Some(Pages::Number { size, first }) => {
                values.set("page", (first + number).to_string());
                *size
            }
            Some(Pages::Offset { size }) => {
                values.set("offset", position.to_string());
                *size
            }
            Some(Pages::Cursor { size, .. }) => {
                if number == 0 {
                    values.set("cursor", "");
                }
                *size
            }
            Some(Pages::Link) | None => return,
        };
        values.set("limit", size.to_string());
    }

    async fn page(&self, values: &Values, next: Option<Url>, token: Option<Token>, rows: u64) -> Result<Page, Fault> {
        let mut answer = self.inner.ask_for(self.call, values, next, token).await?;
        let link = next_link(&answer);
        let mut body = Vec::new();
        while let Some(piece) = self.inner.piece(&mut answer, rows).await? {
            body.extend_from_slice(&piece);
            if body.len() > PAGE_BYTES {
                return Err(Fault::TooLarge {
                    limit: PAGE_BYTES as u64,
                });
            }
        }
        let reply = serde_json::from_slice(&body).map_err(|error| Fault::Malformed {
            reason: error.to_string(),
            at: 0,
        })?;
        self.inner.refuse_reported(&reply)?;
        Ok(Page {
            reply,
            length: body.len() as u64,
            link,
        })
    }

    /// The rows of a page, each with the key under which it stands where the list is an object of lists.
    fn rows<'v>(&self, page: &'v Value) -> Result<Vec<GroupedRow<'v>>, Fault> {
        let pointer = self
            .spec
            .rows
            .as_deref()
            .unwrap_or(if page.is_array() { "" } else { "/data" });
        match at(page, pointer) {
            Some(Value::Array(rows)) => Ok(rows.iter().map(|row| (None, row)).collect()),
            Some(Value::Object(groups)) if self.call.is_keyed() => {
                let groups = groups.iter().map(|(key, rows)| match rows {
                    Value::Array(rows) => Ok(rows.iter().map(move |row| (Some(key.as_str()), row))),
                    _ => Err(malformed(&format!("no rows at {pointer}/{key}"))),
                });
                Ok(groups.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
            }
            Some(Value::Null) => Ok(Vec::new()),
            _ => Err(malformed(&format!("no rows at {pointer}"))),
        }
    }

    /// One row; nothing where the list is that of all classes and the row is of another class than was asked for.
    fn row(&self, position: u64, group: Option<&str>, row: &Value) -> Option<Result<RawRow, RowError>> {
        let fail = |fault| {
            Some(Err(RowError {
                position,
                fault: Box::new(fault),
                class: Vec::new(),
            }))
        };
        let Value::Object(row) = row else {
            return fail(RowFault::NotAnObject);
        };
        let mapped = self.spec.mapped(row);
        if self.spec.whole {
            let text = |column: &str| match mapped.get(column) {
                Some(Value::String(text)) => text.trim().to_owned(),
                Some(Value::Null) | None => String::new(),
                Some(other) => other.to_string(),
            };
            if self
                .call
                .scope()
                .iter()
                .any(|(column, wanted)| text(column) != wanted.trim())
            {
                return None;
            }
        }
        match serde_json::to_string(&mapped) {
            Ok(json) if json.len() > self.inner.settings.max_row_bytes => fail(RowFault::TooLong {
                limit: self.inner.settings.max_row_bytes,
            }),
            Ok(json) => Some(Ok(RawRow {
                position,
                json: json.into(),
                group: group.map(Into::into),
            })),
            Err(error) => fail(RowFault::NotJson(error.to_string())),
        }
    }

    /// The next page's address. A reply must not send the caller, and its key, to another server.
    fn within(&self, link: &str) -> Result<Url, Fault> {
        let base = &self.inner.settings.base_url;
        let next = base
            .join(link)
            .map_err(|_| malformed("the next page's address is none"))?;
        if next.origin() == base.origin() {
            Ok(next)
        } else {
            Err(Fault::Redirected { to: shown(link) })
        }
    }
}

fn malformed(reason: &str) -> Fault {
    Fault::Malformed {
        reason: reason.to_owned(),
        at: 0,
    }
}

fn hash(rows: &[GroupedRow<'_>]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (group, row) in rows {
        group.hash(&mut hasher);
        row.to_string().hash(&mut hasher);
    }
    hasher.finish()
}

fn cursor(page: &Value, pointer: &str) -> Option<String> {
    match at(page, pointer)? {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The address with `rel="next"` of a `Link` header (RFC 8288).
fn next_link(answer: &Response) -> Option<String> {
    let headers = answer.headers().get_all(LINK);
    let links = headers.iter().filter_map(|header| header.to_str().ok());
    links.flat_map(|header| header.split(',')).find_map(|link| {
        let (address, parameters) = link.split_once('>')?;
        let is_next = parameters.split(';').any(|parameter| {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            name.trim().eq_ignore_ascii_case("rel")
                && value
                    .trim()
                    .trim_matches('"')
                    .split(' ')
                    .any(|rel| rel.eq_ignore_ascii_case("next"))
        });
        is_next.then(|| address.trim().trim_start_matches('<').to_owned())
    })
}
