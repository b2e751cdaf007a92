//! The quotes of a CSV file, held to what a quote is for.

/// Follows the quotes of a file as its parser does, and tells where one closes a cell of several lines and more text follows
/// before the next separator. The parser takes that text for the cell's end.
#[derive(Debug)]
pub(super) struct Quotes {
    delimiter: u8,
    at: At,
}

/// Where the last byte stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// Before a cell.
    Start,
    /// In a cell without quotes.
    Bare,
    /// Within quotes.
    Inside { lines: bool },
    /// On a quote within quotes: it closes them, or another quote follows and both are one.
    Quote { lines: bool },
    /// Behind quotes that had several lines.
    Behind,
}

impl Quotes {
    pub(super) const fn of(delimiter: u8) -> Self {
        Self {
            delimiter,
            at: At::Start,
        }
    }

    /// Whether the last byte stands within quotes.
    pub(super) const fn are_open(&self) -> bool {
        matches!(self.at, At::Inside { .. } | At::Quote { .. } | At::Behind)
    }

    /// How many bytes of the next piece are sound, where not all are.
    pub(super) fn broken_at(&mut self, piece: &[u8]) -> Option<usize> {
        // Most files have no quotes at all.
        if let (At::Start | At::Bare, Some(last)) = (self.at, piece.last())
            && memchr::memchr(b'"', piece).is_none()
        {
            self.at = if self.ends_cell(*last) { At::Start } else { At::Bare };
            return None;
        }
        for (at, byte) in piece.iter().copied().enumerate() {
            self.at = match (self.at, byte) {
                (At::Start, b'"') => At::Inside { lines: false },
                (At::Inside { lines }, b'"') => At::Quote { lines },
                (At::Inside { lines }, _) => At::Inside {
                    lines: lines || byte == b'\n' || byte == b'\r',
                },
                (At::Quote { lines }, b'"') => At::Inside { lines },
                _ if self.ends_cell(byte) => At::Start,
                (At::Quote { lines: true } | At::Behind, b' ' | b'\t') => At::Behind,
                (At::Quote { lines: true } | At::Behind, _) => return Some(at),
                _ => At::Bare,
            };
        }
        None
    }

    const fn ends_cell(&self, byte: u8) -> bool {
        byte == self.delimiter || byte == b'\n' || byte == b'\r'
    }
}
