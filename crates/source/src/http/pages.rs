//! Reads a list that is paged, or whose rows are not where the contract has them.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use reqwest::header::{HeaderMap, LINK};
use reqwest::{Response, StatusCode};
use selaras_reasons::Reason;
use tokio::sync::mpsc;
use url::Url;

use super::client::{Flow, HttpClient, Token, scope_values};
use super::dialect::{ListCall, Pages, Values};
use super::reply::Reply;
use crate::call::Call;
use crate::envelope::{DATA, shown};
use crate::error::Fault;
use crate::retry::repeated;
use crate::rows::{ChunkBuilder, Message, RawRow, ReadError, RowError, RowFault, Said, send_chunk};
use crate::settings::without_query;

/// Pointers at which services name the next page's address, at the top of a reply or beside its rows.
const NEXT: [&str; 3] = ["/next_page_url", "/next", "/links/next"];

/// Maximum number of pages of one list.
const MOST_PAGES: u64 = 100_000;

/// How far a list has been read.
struct Place {
    /// The values to fill into the next call.
    values: Values,
    /// The next part's address, if the previous part gave one.
    next: Option<Url>,
    /// Number of pages received.
    pages: u64,
    /// Number of rows received.
    rows: u64,
}

/// One part of a list.
struct Page {
    /// The reply, which is JSON.
    body: Vec<u8>,
    /// The address of the request.
    address: Url,
    /// The next part's address, if a header gives one.
    link: Option<String>,
}

/// A list that is read page by page.
pub(super) struct Paged<'a> {
    pub(super) client: &'a HttpClient,
    pub(super) spec: &'a ListCall,
    pub(super) call: &'a Call,
}

impl Paged<'_> {
    pub(super) async fn read(&self, sender: &mpsc::Sender<Message>, sent_rows: &AtomicU64) -> Result<(), ReadError> {
        let mut place = Place {
            values: scope_values(self.call),
            next: None,
            pages: 0,
            rows: 0,
        };
        let (limit, longest) = (self.client.settings.max_bytes, self.client.settings.max_row_bytes);
        let (mut bytes, mut builder, mut seen) = (0, ChunkBuilder::default(), HashSet::new());
        while let Some(page) = self.next(&mut place).await? {
            bytes += page.body.len() as u64;
            if bytes > limit {
                return Err(Fault::TooLarge { limit }.into());
            }
            let reply = Reply::read(&page.body)?;
            let goes_on = self.goes_on(&page, reply, &mut place)?;
            let rows = self.rows(reply)?;
            let has_rows = each(rows).next().is_some();
            // A service that ignores the paging would return the same page forever.
            if self.spec.pages.is_some() && has_rows && !seen.insert(hash(rows)) {
                return Err(Fault::malformed(Reason::ReplyPageTwice).into());
            }
            for (group, row) in each(rows) {
                place.rows += 1;
                if let Some(row) = self.row(longest, place.rows, group, row)
                    && let Some(chunk) = builder.add(row)
                {
                    send_chunk(chunk, sender, sent_rows).await?;
                }
            }
            place.pages += 1;
            // A short page may be due to the service's own limit, so only an empty page is the end.
            if !goes_on.unwrap_or(has_rows) {
                break;
            }
            if place.pages == MOST_PAGES {
                return Err(Fault::malformed(Reason::ReplyPagesEndless).into());
            }
        }
        match builder.rest() {
            Some(chunk) => send_chunk(chunk, sender, sent_rows).await,
            None => Ok(()),
        }
    }

    /// The next page; `None` after the last. Retries a page after a transient failure, whatever came before it: no row of a
    /// page is sent before the page is complete.
    async fn next(&self, place: &mut Place) -> Result<Option<Page>, ReadError> {
        self.fill(place);
        let (place, patience) = (&*place, self.client.settings.patience());
        let of_page = AtomicU64::new(0);
        repeated(&patience, &self.client.pause, self.call.name(), &of_page, || {
            self.request_once(place)
        })
        .await
    }

    /// Requests the page once, with a new token if the current one has expired.
    async fn request_once(&self, place: &Place) -> Result<Option<Page>, ReadError> {
        let token = self.client.token().await?;
        let page = self.page(place, token.clone()).await;
        let page = match self.client.renewed_token(token, page.as_ref().err()).await? {
            Some(token) => self.page(place, Some(token)).await,
            None => page,
        };
        page.map_err(ReadError::Failed)
    }

    /// Fills the page into the values of the next call.
    fn fill(&self, place: &mut Place) {
        let values = &mut place.values;
        let size = match &self.spec.pages {
            Some(Pages::Number { size, first }) => {
                values.set("page", (first + place.pages).to_string());
                size
            }
            Some(Pages::Offset { size }) => {
                values.set("offset", place.rows.to_string());
                size
            }
            Some(Pages::Cursor { size, .. }) => {
                if place.pages == 0 {
                    values.set("cursor", "");
                }
                size
            }
            Some(Pages::Link | Pages::Next { .. }) | None => return,
        };
        values.set("limit", size.to_string());
    }

    async fn page(&self, place: &Place, token: Option<Token>) -> Result<Option<Page>, Fault> {
        let next = place.next.clone();
        let answer = self.client.ask_for(self.call, &place.values, next, token).await?;
        let may_be_behind = place.pages > 0 && matches!(self.spec.pages, Some(Pages::Number { .. }));
        // Some services answer 404 after their last page.
        if may_be_behind && answer.status() == StatusCode::NOT_FOUND {
            return Ok(None);
        }
        let mut answer = self.client.successful(answer).await?;
        let (address, link) = (answer.url().clone(), next_of_headers(answer.headers()));
        let body = self.whole(&mut answer, place.rows).await?;
        let reply = Reply::read(&body)?;
        self.client.refuse_reported(reply)?;
        Ok(Some(Page { body, address, link }))
    }

    /// The whole reply, held in memory.
    async fn whole(&self, answer: &mut Response, rows: u64) -> Result<Vec<u8>, Fault> {
        let limit = self.client.settings.max_page_bytes;
        let (mut body, mut flow) = (Vec::new(), Flow::default());
        while let Some(piece) = self.client.piece(answer, &mut flow, rows).await? {
            body.extend_from_slice(&piece);
            if body.len() as u64 > limit {
                return Err(Fault::PageTooLarge { limit });
            }
        }
        Ok(body)
    }

    /// Whether there is a next page, if this page says so; records its address.
    fn goes_on(&self, page: &Page, reply: Reply<'_>, place: &mut Place) -> Result<Option<bool>, Fault> {
        let next = match &self.spec.pages {
            None => {
                let pointer = self.next_said(reply);
                return match page.link.is_some() || pointer.is_some() {
                    true => Err(first_page_alone(self.call, pointer.as_deref())),
                    false => Ok(Some(false)),
                };
            }
            Some(Pages::Number { .. } | Pages::Offset { .. }) => return Ok(None),
            Some(Pages::Cursor { pointer, .. }) => {
                let cursor = next_value(reply, pointer);
                let goes_on = cursor.is_some();
                place.values.set("cursor", cursor.unwrap_or_default());
                return Ok(Some(goes_on));
            }
            Some(Pages::Link) => page.link.clone(),
            Some(Pages::Next { pointer }) => next_value(reply, pointer),
        };
        place.next = next.map(|next| self.within(&page.address, &next)).transpose()?;
        Ok(Some(place.next.is_some()))
    }

    /// The pointer at which a reply names a next page, although no setting says that the list is paged.
    fn next_said(&self, reply: Reply<'_>) -> Option<String> {
        let rows = self.spec.rows.as_deref().unwrap_or_default();
        let beside = rows.rsplit_once('/').map_or("", |(beside, _)| beside);
        let is_said = |pointer: &String| {
            let next = reply.at(pointer).and_then(Reply::words);
            next.is_some_and(|next| !next.is_empty())
        };
        let places = ["", beside].into_iter();
        places
            .flat_map(|place| NEXT.map(|next| format!("{place}{next}")))
            .find(is_said)
    }

    /// The rows of a page: a list, or an object of lists.
    fn rows<'a>(&self, page: Reply<'a>) -> Result<Reply<'a>, Fault> {
        let of_reply = if page.is_list() { "" } else { DATA };
        let pointer = self.spec.rows.as_deref().unwrap_or(of_reply);
        let no_rows = |pointer: String| Fault::malformed(Reason::ReplyWithoutRows { pointer });
        // A service that fails in the middle of a list returns no rows either: only a page that reports success can be the
        // end.
        let may_be_nothing = self.spec.pages.is_none() || self.client.says_success(page);
        match page.at(pointer) {
            Some(rows) if rows.is_list() => Ok(rows),
            Some(groups) if groups.is_object() && self.call.is_keyed() => {
                match groups.members().find(|(_, rows)| !rows.is_list()) {
                    Some((key, _)) => Err(no_rows(format!("{pointer}/{key}"))),
                    None => Ok(groups),
                }
            }
            Some(nothing) if nothing.is_null() && may_be_nothing => Ok(nothing),
            _ => Err(no_rows(pointer.to_owned())),
        }
    }

    /// One row of a page; `None` if it belongs to another class than requested. A row that is too long is not parsed.
    fn row(
        &self,
        longest: usize,
        position: u64,
        group: Option<Arc<str>>,
        row: Reply<'_>,
    ) -> Option<Result<RawRow, RowError>> {
        let fail = |fault| {
            Some(Err(RowError {
                position,
                fault: Box::new(fault),
                said: Said::default(),
            }))
        };
        if row.json().len() > longest {
            return fail(RowFault::TooLong { limit: longest });
        }
        match serde_json::from_str(row.json()) {
            Ok(row) => self.spec.row(self.call, longest, position, group, row),
            Err(error) => fail(RowFault::NotJson(error.to_string())),
        }
    }

    /// The next page's address, relative to the page at `address`. A reply must not send the caller, and its key, to another
    /// service.
    fn within(&self, address: &Url, next: &str) -> Result<Url, Fault> {
        let base = &self.client.settings.base_url;
        let unreadable = |_| Fault::malformed(Reason::ReplyNextUnreadable);
        let next = address.join(next).map_err(unreadable)?;
        let below = next.path().strip_prefix(base.path().trim_end_matches('/'));
        if next.origin() == base.origin() && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
            Ok(next)
        } else {
            let to = shown(without_query(next.as_str()));
            Err(Fault::Redirected { to })
        }
    }
}

/// The fault for a reply that names a next page, at the pointer or in its `Link` header, although no setting says that the
/// list is paged: its rows must not pass for the whole list.
pub(super) fn first_page_alone(call: &Call, pointer: Option<&str>) -> Fault {
    let pages = pointer.map_or_else(
        || r#"{ by = "link" }"#.to_owned(),
        |pointer| format!(r#"{{ by = "next", pointer = "{pointer}" }}"#),
    );
    Fault::malformed(Reason::ReplyHasNext {
        place: pointer.unwrap_or("Link").to_owned(),
        setting: format!("source.http.lists.{}.pages", call.name()),
        pages,
    })
}

/// Each row of a list, or of an object of lists with the key of its list.
fn each(rows: Reply<'_>) -> impl Iterator<Item = (Option<Arc<str>>, Reply<'_>)> + Send {
    let grouped = rows.members().flat_map(|(key, rows)| {
        let key: Arc<str> = key.into();
        rows.elements().map(move |row| (Some(Arc::clone(&key)), row))
    });
    grouped.chain(rows.elements().map(|row| (None, row)))
}

fn hash(rows: Reply<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    rows.json().hash(&mut hasher);
    hasher.finish()
}

/// The value that a page gives for the next one; `None` on the last page.
fn next_value(reply: Reply<'_>, pointer: &str) -> Option<String> {
    let next_value = reply.at(pointer)?;
    let next_value = if next_value.is_number() {
        Some(next_value.text())
    } else {
        next_value.words()
    };
    next_value.filter(|next_value| !next_value.is_empty())
}

/// The address with `rel="next"` of the `Link` headers (RFC 8288).
pub(super) fn next_of_headers(headers: &HeaderMap) -> Option<String> {
    let mut links = headers.get_all(LINK).into_iter();
    let next = links.find_map(|link| next_of_links(link.to_str().ok()?));
    next.map(str::to_owned)
}

/// The address with `rel="next"` in a list of `<address>; parameters` with commas between. Addresses and quoted strings may
/// contain commas too.
fn next_of_links(mut links: &str) -> Option<&str> {
    while let Some((_, link)) = links.split_once('<') {
        let (address, rest) = link.split_once('>')?;
        let mut is_quoted = false;
        let end = rest.find(|letter: char| {
            is_quoted ^= letter == '"';
            letter == ',' && !is_quoted
        });
        let (parameters, rest) = rest.split_at(end.unwrap_or(rest.len()));
        if parameters.split(';').any(is_next) {
            return Some(address.trim());
        }
        links = rest;
    }
    None
}

/// True if a parameter of a link marks it as the next one.
fn is_next(parameter: &str) -> bool {
    let Some((name, value)) = parameter.split_once('=') else {
        return false;
    };
    let mut relations = value.trim().trim_matches('"').split(' ');
    name.trim().eq_ignore_ascii_case("rel") && relations.any(|rel| rel.eq_ignore_ascii_case("next"))
}

#[cfg(test)]
mod tests {
    use super::next_of_links;

    #[test]
    fn next_link_is_found_among_others() {
        for (links, next) in [
            ("</x>; rel=\"prev\", <?after=a,b;c>; rel=\"next\"", Some("?after=a,b;c")),
            (
                "<?fields=id,nama&page=1>; rel=first, <?page=2>;title=\"a, <b>; c\"; rel=\"last NEXT\"",
                Some("?page=2"),
            ),
            ("<?page=1>; title=\"rel, next\"; rel=\"prev\"", None),
            ("?page=2; rel=next", None),
            ("", None),
        ] {
            assert_eq!(next_of_links(links), next, "{links}");
        }
    }
}
