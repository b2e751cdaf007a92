//! Measures a workbook's XML before a library reads it.
//!
//! The library holds each piece of XML in memory, whatever its length, and all texts, styles and sheets. A piece of 900 MB
//! packs to 0.9 MB. So each member is first read once with the same parser, which stops at the limit of a piece. A member's
//! name does not say how it will be used: each member has to respect all limits.

use std::cell::Cell;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Maximum bytes of one cell, text or piece of XML: 32,767 letters in their longest encoding.
const PIECE: u64 = 512 << 10;
/// Maximum bytes of a member that is not XML, such as a picture, because the parser may read it as one piece.
const OTHER: u64 = 64 << 20;
/// Maximum bytes that a library may hold in memory besides cells.
const HELD: u64 = 256 << 20;
/// Maximum nesting of elements.
const DEEPEST: u64 = 256;
/// Bytes that the parser reads at once.
const BUFFER: usize = 64 << 10;

/// The limit that a workbook exceeds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Excess {
    /// A cell, by its name in a spreadsheet.
    Cell { cell: String, limit: u64 },
    /// Another piece of XML.
    Piece { limit: u64 },
    /// The data held in memory, for all members together.
    Held { limit: u64 },
    /// It is not XML that can be measured: the technical reason.
    Unreadable(String),
}

/// The running totals of one workbook.
#[derive(Debug)]
pub(super) struct Gauge {
    /// Bytes that may still be held.
    left: u64,
    /// Styles and sheets; the library copies a name into each.
    copies: u64,
    /// Bytes of the longest such name.
    longest: u64,
}

impl Gauge {
    pub(super) const fn new() -> Self {
        Self {
            left: HELD,
            copies: 0,
            longest: 0,
        }
    }

    /// Measures one member.
    pub(super) fn measure(&mut self, name: &str, member: impl Read) -> Result<(), Excess> {
        let is_xml = has_ending(name, ".xml") || has_ending(name, ".rels");
        let most = if is_xml { PIECE } else { OTHER };
        let budget = Rc::new(Cell::new(0));
        let metered = Metered {
            inner: member,
            budget: Rc::clone(&budget),
        };
        let mut reader = Reader::from_reader(BufReader::with_capacity(BUFFER, metered));
        // A picture has no matching end tags.
        reader.config_mut().check_end_names = is_xml;
        reader.config_mut().allow_unmatched_ends = !is_xml;
        let mut member = Member {
            most,
            depth: 0,
            within: None,
        };
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            budget.set(most + BUFFER as u64);
            let begun = reader.buffer_position();
            let event = match reader.read_event_into(&mut buffer) {
                Ok(event) => event,
                Err(quick_xml::Error::Io(error)) if is_endless(&error) => return Err(member.too_long()),
                Err(quick_xml::Error::Io(error)) => return Err(Excess::Unreadable(error.to_string())),
                // The library stops there as well.
                Err(_) if !is_xml => return Ok(()),
                Err(error) => return Err(Excess::Unreadable(error.to_string())),
            };
            let end = reader.buffer_position();
            match &event {
                Event::Eof => return self.enough(),
                Event::Start(start) | Event::Empty(start) if !is_xml && is_of_a_sheet(start) => {
                    return Err(Excess::Unreadable(format!("{name} is no picture")));
                }
                Event::Start(start) => {
                    self.charge(start, end - begun)?;
                    member.enter(start, begun)?;
                }
                Event::Empty(start) => self.charge(start, end - begun)?,
                Event::End(_) => member.leave(),
                _ => {}
            }
            if end - begun > most || member.is_longer_at(end) {
                return Err(member.too_long());
            }
            // Cells are read one by one and not held.
            if is_xml && !member.is_in_cell() && !is_row(&event) {
                self.hold(end - begun)?;
            }
        }
    }

    /// The cost of an element besides its own bytes.
    fn charge(&mut self, start: &BytesStart<'_>, length: u64) -> Result<(), Excess> {
        let cost = match start.local_name().as_ref() {
            "si" => 40,
            "mergeCell" => 32,
            "font" | "fill" | "border" => 1024,
            "xf" | "sheet" => {
                self.copies += 1;
                1024
            }
            "name" | "numFmt" | "Relationship" => {
                self.longest = self.longest.max(length);
                128
            }
            "definedName" => 128,
            // The library allocates room for this many texts at once.
            "sst" => texts_said(start)?.saturating_mul(24),
            _ => 0,
        };
        self.hold(cost)
    }

    fn hold(&mut self, bytes: u64) -> Result<(), Excess> {
        let left = self.left.checked_sub(bytes);
        self.left = left.ok_or(Excess::Held { limit: HELD })?;
        Ok(())
    }

    /// Fails if the totals so far exceed the limit.
    const fn enough(&self) -> Result<(), Excess> {
        match self.copies.saturating_mul(self.longest) <= HELD {
            true => Ok(()),
            false => Err(Excess::Held { limit: HELD }),
        }
    }
}

/// The state of reading a member.
struct Member {
    /// Maximum bytes of a piece.
    most: u64,
    depth: u64,
    /// The open cell or text.
    within: Option<Piece>,
}

struct Piece {
    depth: u64,
    begun: u64,
    /// The cell's name in a spreadsheet; `None` for a text.
    cell: Option<String>,
}

impl Member {
    fn enter(&mut self, start: &BytesStart<'_>, begun: u64) -> Result<(), Excess> {
        self.depth += 1;
        if self.depth > DEEPEST && self.most == PIECE {
            return Err(Excess::Unreadable("elements stand too deep".to_owned()));
        }
        let cell = match start.local_name().as_ref() {
            "c" => Some(cell_named(start)),
            "si" => None,
            _ => return Ok(()),
        };
        if self.within.is_none() {
            let depth = self.depth;
            self.within = Some(Piece { depth, begun, cell });
        }
        Ok(())
    }

    fn leave(&mut self) {
        if self.within.as_ref().is_some_and(|piece| piece.depth == self.depth) {
            self.within = None;
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn is_in_cell(&self) -> bool {
        self.within.as_ref().is_some_and(|piece| piece.cell.is_some())
    }

    fn is_longer_at(&self, end: u64) -> bool {
        self.within.as_ref().is_some_and(|piece| end - piece.begun > self.most)
    }

    fn too_long(&self) -> Excess {
        let limit = self.most;
        match self.within.as_ref().and_then(|piece| piece.cell.clone()) {
            Some(cell) => Excess::Cell { cell, limit },
            None => Excess::Piece { limit },
        }
    }
}

fn has_ending(name: &str, ending: &str) -> bool {
    let at = name.len().checked_sub(ending.len());
    at.and_then(|at| name.get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case(ending))
}

/// True for an element that only a sheet, or the list of sheets, has.
fn is_of_a_sheet(start: &BytesStart<'_>) -> bool {
    matches!(
        start.local_name().as_ref(),
        "sheetData" | "sheet" | "definedName" | "mergeCells"
    )
}

fn is_row(event: &Event<'_>) -> bool {
    match event {
        Event::Start(start) | Event::Empty(start) => matches!(start.local_name().as_ref(), "row" | "c"),
        Event::End(end) => matches!(end.local_name().as_ref(), "row" | "c"),
        _ => false,
    }
}

/// A cell's name in a spreadsheet: `B7`.
fn cell_named(start: &BytesStart<'_>) -> String {
    let named = start.try_get_attribute("r").ok().flatten();
    named.map_or_else(|| "?".to_owned(), |named| named.value.chars().take(12).collect())
}

/// The number of texts that the file declares.
fn texts_said(start: &BytesStart<'_>) -> Result<u64, Excess> {
    let mut most = 0;
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| Excess::Unreadable(error.to_string()))?;
        if attribute.key.as_ref() == "uniqueCount" {
            let is_number = attribute.value.bytes().all(|byte| byte.is_ascii_digit());
            let overflows = if is_number { u64::MAX } else { 0 };
            most = most.max(attribute.value.parse().unwrap_or(overflows));
        }
    }
    Ok(most)
}

/// A reader that stops at its budget, so that no piece of XML is collected to the end of the member.
struct Metered<R> {
    inner: R,
    budget: Rc<Cell<u64>>,
}

#[derive(Debug, thiserror::Error)]
#[error("a piece of XML does not end")]
struct Endless;

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let budget = self.budget.get();
        if budget == 0 {
            return Err(io::Error::other(Endless));
        }
        let most = usize::try_from(budget).unwrap_or(usize::MAX).min(into.len());
        let count = self.inner.read(&mut into[..most])?;
        self.budget.set(budget - count as u64);
        Ok(count)
    }
}

fn is_endless(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Endless>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(name: &str, text: &str) -> Result<(), Excess> {
        Gauge::new().measure(name, text.as_bytes())
    }

    fn long() -> String {
        "x".repeat(PIECE as usize + 1)
    }

    #[test]
    fn each_piece_of_xml_is_bounded() {
        let long = long();
        let half = "x".repeat(PIECE as usize / 2 + 1);
        let cell =
            |inner: &str| format!("<worksheet><sheetData><row><c r=\"B7\">{inner}</c></row></sheetData></worksheet>");
        let of_cell = || Excess::Cell {
            cell: "B7".to_owned(),
            limit: PIECE,
        };
        for inner in [
            format!("<is><t>{long}</t></is>"),
            format!("<is><r><t>{half}</t></r><r><t>{half}</t></r></is>"),
            format!("<is><t>a<!--{half}--><!--{half}--></t></is>"),
            format!("<is><x:c/><t>{half}</t><x:c></x:c><t>{half}</t></is>"),
            format!("<is><t>{}</t></is>", "&amp;".repeat(PIECE as usize / 5 + 1)),
            format!("<v a=\"{}\"/>", "><".repeat(PIECE as usize / 2 + 1)),
        ] {
            assert_eq!(measured("xl/worksheets/sheet1.xml", &cell(&inner)), Err(of_cell()));
        }
        let of_piece = Err(Excess::Piece { limit: PIECE });
        for text in [
            format!("<sst><si><t>{half}</t><x:si></x:si><t>{half}</t></si></sst>"),
            format!("<sst><!--{long}--></sst>"),
            format!("<sst><![CDATA[{long}]]></sst>"),
            format!("<?xml {long}?><sst/>"),
        ] {
            assert_eq!(measured("XL/SHAREDSTRINGS.XML", &text), of_piece, "{text:.20}");
        }
    }

    #[test]
    fn memory_of_a_workbook_is_bounded_in_total() {
        let held = Err(Excess::Held { limit: HELD });
        let many = |element: &str, count: usize| format!("<a>{}</a>", element.repeat(count));
        for text in [
            "<sst uniqueCount=\"99999999999999\"/>".to_owned(),
            "<sst uniqueCount=\"99999999999999999999999999\"/>".to_owned(),
            many("<xf/>", 300_000),
            many("<si/>", 7_000_000),
            format!("<a><name val=\"{}\"/>{}</a>", "x".repeat(100_000), "<xf/>".repeat(3000)),
        ] {
            assert_eq!(measured("x.xml", &text), held);
        }
        let rows = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>".repeat(1_000_000);
        assert_eq!(measured("x.xml", &format!("<sheetData>{rows}</sheetData>")), Ok(()));
    }

    #[test]
    fn member_that_is_not_xml_is_accepted_but_not_as_a_sheet() {
        let picture: String = "\u{89}PNG <\u{1}>& </zz> <c> \" ".repeat(1000);
        assert_eq!(measured("xl/media/image1.png", &picture), Ok(()));
        assert!(matches!(
            measured("x.bin", "<a></b><sheetData>"),
            Err(Excess::Unreadable(_))
        ));
        assert!(matches!(measured("x.xml", "<c></b></c>"), Err(Excess::Unreadable(_))));
        let deep = "<a>".repeat(1000);
        assert!(matches!(measured("x.xml", &deep), Err(Excess::Unreadable(_))));
    }
}
