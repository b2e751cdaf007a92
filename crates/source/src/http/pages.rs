//! Reads a list that comes in parts, or whose rows lie elsewhere than the contract has them.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use reqwest::header::{HeaderMap, LINK};
use reqwest::{Response, StatusCode};
use selaras_reasons::Reason;
use serde_json::Value;
use tokio::sync::mpsc;
use url::Url;

use super::dialect::{ListCall, Pages, Values, at, text};
use super::{Inner, Token, first_page_alone, not_json, scope_values};
use crate::call::Call;
use crate::envelope::{DATA, shown};
use crate::error::Fault;
use crate::retry::repeated;
use crate::rows::{Ended, Gathered, Said, hand_out};
use crate::settings::without_query;

/// Where services name the next page's address, below the top of a reply or beside its rows.
const NEXT: [&str; 3] = ["/next_page_url", "/next", "/links/next"];

/// Pages of one list.
const MOST_PAGES: u64 = 100_000;

/// How far a list has been read.
struct Place {
    /// What is filled into the next call.
    values: Values,
    /// The next part's address, where the part before has said it.
    next: Option<Url>,
    /// Pages that have come.
    pages: u64,
    /// Rows that have come.
    rows: u64,
}

/// One part of a list.
struct Page {
    reply: Value,
    /// Bytes of the reply.
    length: u64,
    /// Where it was asked for.
    address: Url,
    /// The next part's address, where a header says it.
    link: Option<String>,
}

/// A row, and the key under which it stands.
type GroupedRow = (Option<Arc<str>>, Value);

/// A list that is read page by page.
pub(super) struct Paged<'a> {
    pub(super) inner: &'a Inner,
    pub(super) spec: &'a ListCall,
    pub(super) call: &'a Call,
}

impl Paged<'_> {
    pub(super) async fn read(&self, tell: &mpsc::Sender<Said>, handed_out: &AtomicU64) -> Result<(), Ended> {
        let mut place = Place {
            values: scope_values(self.call),
            next: None,
            pages: 0,
            rows: 0,
        };
        let (limit, longest) = (self.inner.settings.max_bytes, self.inner.settings.max_row_bytes);
        let (mut bytes, mut gathered, mut seen) = (0, Gathered::default(), HashSet::new());
        while let Some(mut page) = self.next(&mut place).await? {
            bytes += page.length;
            if bytes > limit {
                return Err(Fault::TooLarge { limit }.into());
            }
            let goes_on = self.goes_on(&page, &mut place)?;
            let rows = self.rows(&mut page.reply)?;
            let count = rows.len();
            // A service that does not know the paging sends the same for ever.
            if self.spec.pages.is_some() && count > 0 && !seen.insert(hash(&rows)) {
                return Err(Fault::malformed(Reason::ReplyPageTwice).into());
            }
            for (group, row) in rows {
                place.rows += 1;
                if let Some(row) = self.spec.row(self.call, longest, place.rows, group, row)
                    && let Some(chunk) = gathered.add(row)
                {
                    hand_out(chunk, tell, handed_out).await?;
                }
            }
            place.pages += 1;
            // Fewer rows than asked for may be the service's own limit, so only an empty page is the end.
            if !goes_on.unwrap_or(count > 0) {
                break;
            }
            if place.pages == MOST_PAGES {
                return Err(Fault::malformed(Reason::ReplyPagesEndless).into());
            }
        }
        match gathered.rest() {
            Some(chunk) => hand_out(chunk, tell, handed_out).await,
            None => Ok(()),
        }
    }

    /// The next page; nothing behind the last. A page that failed for a passing reason is asked for again, whatever came before
    /// it: none of its rows is handed out before it is whole.
    async fn next(&self, place: &mut Place) -> Result<Option<Page>, Ended> {
        self.fill(place);
        let (place, patience) = (&*place, self.inner.settings.patience());
        let of_page = AtomicU64::new(0);
        repeated(&patience, &self.inner.pause, self.call.name(), &of_page, || {
            self.asked_once(place)
        })
        .await
    }

    /// The page at this place, with another token where the one at hand has come to its end.
    async fn asked_once(&self, place: &Place) -> Result<Option<Page>, Ended> {
        let token = self.inner.token().await?;
        let page = self.page(place, token.clone()).await;
        let page = match self.inner.instead_of(token, page.as_ref().err()).await? {
            Some(token) => self.page(place, Some(token)).await,
            None => page,
        };
        page.map_err(Ended::By)
    }

    /// Says in the next call which page it is for.
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
        let answer = self.inner.ask_for(self.call, &place.values, next, token).await?;
        let may_be_behind = place.pages > 0 && matches!(self.spec.pages, Some(Pages::Number { .. }));
        // So some services answer behind their last page.
        if may_be_behind && answer.status() == StatusCode::NOT_FOUND {
            return Ok(None);
        }
        let mut answer = self.inner.successful(answer).await?;
        let (address, link) = (answer.url().clone(), next_of_headers(answer.headers()));
        let body = self.whole(&mut answer, place.rows).await?;
        let reply = serde_json::from_slice(&body).map_err(|error| not_json(&error))?;
        self.inner.refuse_reported(&reply)?;
        Ok(Some(Page {
            reply,
            length: body.len() as u64,
            address,
            link,
        }))
    }

    /// The reply, which is held whole.
    async fn whole(&self, answer: &mut Response, rows: u64) -> Result<Vec<u8>, Fault> {
        let limit = self.inner.settings.max_page_bytes;
        let mut body = Vec::new();
        while let Some(piece) = self.inner.piece(answer, rows).await? {
            body.extend_from_slice(&piece);
            if body.len() as u64 > limit {
                return Err(Fault::PageTooLarge { limit });
            }
        }
        Ok(body)
    }

    /// Whether there is a page behind this one, where it says so, and where.
    fn goes_on(&self, page: &Page, place: &mut Place) -> Result<Option<bool>, Fault> {
        let next = match &self.spec.pages {
            None => {
                let pointer = self.next_said(&page.reply);
                return match page.link.is_some() || pointer.is_some() {
                    true => Err(first_page_alone(self.call, pointer.as_deref())),
                    false => Ok(Some(false)),
                };
            }
            Some(Pages::Number { .. } | Pages::Offset { .. }) => return Ok(None),
            Some(Pages::Cursor { pointer, .. }) => {
                let cursor = told(&page.reply, pointer);
                let goes_on = cursor.is_some();
                place.values.set("cursor", cursor.unwrap_or_default());
                return Ok(Some(goes_on));
            }
            Some(Pages::Link) => page.link.clone(),
            Some(Pages::Next { pointer }) => told(&page.reply, pointer),
        };
        place.next = next.map(|next| self.within(&page.address, &next)).transpose()?;
        Ok(Some(place.next.is_some()))
    }

    /// Where a reply names a page behind it, though no setting says that there are any.
    fn next_said(&self, reply: &Value) -> Option<String> {
        let rows = self.spec.rows.as_deref().unwrap_or_default();
        let beside = rows.rsplit_once('/').map_or("", |(beside, _)| beside);
        let is_said = |pointer: &String| {
            let next = reply.pointer(pointer).and_then(Value::as_str);
            next.is_some_and(|next| !next.is_empty())
        };
        let places = ["", beside].into_iter();
        places
            .flat_map(|place| NEXT.map(|next| format!("{place}{next}")))
            .find(is_said)
    }

    /// The rows of a page, each with the key under which it stands where the list is an object of lists. They are taken out
    /// of it.
    fn rows(&self, page: &mut Value) -> Result<Vec<GroupedRow>, Fault> {
        let of_reply = if page.is_array() { "" } else { DATA };
        let pointer = self.spec.rows.as_deref().unwrap_or(of_reply);
        let no_rows = |pointer: String| Fault::malformed(Reason::ReplyWithoutRows { pointer });
        // A service that fails in the middle of a list sends no rows either: only one that calls it a success has come to its end.
        let may_be_nothing = self.spec.pages.is_none() || self.inner.says_success(page);
        match at_mut(page, pointer).map(Value::take) {
            Some(Value::Array(rows)) => Ok(rows.into_iter().map(|row| (None, row)).collect()),
            Some(Value::Object(groups)) if self.call.is_keyed() => {
                let mut grouped = Vec::new();
                for (key, rows) in groups {
                    let Value::Array(rows) = rows else {
                        return Err(no_rows(format!("{pointer}/{key}")));
                    };
                    let key: Arc<str> = key.into();
                    grouped.extend(rows.into_iter().map(|row| (Some(Arc::clone(&key)), row)));
                }
                Ok(grouped)
            }
            Some(Value::Null) if may_be_nothing => Ok(Vec::new()),
            _ => Err(no_rows(pointer.to_owned())),
        }
    }

    /// The next page's address, as the page at `address` has it. A reply must not send the caller, and its key, to another
    /// service.
    fn within(&self, address: &Url, next: &str) -> Result<Url, Fault> {
        let base = &self.inner.settings.base_url;
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

/// The value at a pointer, or of that member.
fn at_mut<'a>(value: &'a mut Value, pointer: &str) -> Option<&'a mut Value> {
    if pointer.is_empty() || pointer.starts_with('/') {
        value.pointer_mut(pointer)
    } else {
        value.get_mut(pointer)
    }
}

fn hash(rows: &[GroupedRow]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (group, row) in rows {
        group.hash(&mut hasher);
        row.to_string().hash(&mut hasher);
    }
    hasher.finish()
}

/// What a page says of the next one; nothing in the last.
fn told(page: &Value, pointer: &str) -> Option<String> {
    let told = at(page, pointer).filter(|told| told.is_string() || told.is_number())?;
    Some(text(told)).filter(|told| !told.is_empty())
}

/// The address with `rel="next"` of the `Link` headers (RFC 8288).
pub(super) fn next_of_headers(headers: &HeaderMap) -> Option<String> {
    let mut links = headers.get_all(LINK).into_iter();
    let next = links.find_map(|link| next_of_links(link.to_str().ok()?));
    next.map(str::to_owned)
}

/// The address with `rel="next"` among `<address>; parameters` with commas between. Commas stand in addresses and in
/// quotation marks too.
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

/// Whether a parameter of a link says that it is the next one.
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
    fn the_next_link_is_found_whatever_stands_in_the_others() {
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
