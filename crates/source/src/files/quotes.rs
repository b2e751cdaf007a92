//! Checks that the quotes of a CSV file are used correctly.

/// Follows the quotes of a file as its parser does. It detects a quote that closes a cell of several lines although more
/// text follows before the next separator. The parser would take that text for the end of the cell.
#[derive(Debug)]
pub(super) struct Quotes {
    delimiter: u8,
    at: At,
}

/// The state after the last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// Before a cell.
    Start,
    /// In a cell without quotes.
    Bare,
    /// Within quotes.
    Inside { lines: bool },
    /// On a quote within quotes: it closes them, or a second quote follows and both are an escaped quote.
    Quote { lines: bool },
    /// After closed quotes and a blank.
    Behind { lines: bool },
}

impl Quotes {
    pub(super) const fn of(delimiter: u8) -> Self {
        Self {
            delimiter,
            at: At::Start,
        }
    }

    /// True if the last byte is within quotes.
    pub(super) const fn are_open(&self) -> bool {
        matches!(self.at, At::Inside { .. } | At::Quote { .. } | At::Behind { .. })
    }

    /// Returns the number of valid bytes of the next piece, if not all are valid. Calls `misquoted` with the place of text
    /// behind the quotes of a cell of one line: only that cell is wrong.
    pub(super) fn broken_at(&mut self, piece: &[u8], mut misquoted: impl FnMut(usize)) -> Option<usize> {
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
                (At::Quote { lines } | At::Behind { lines }, b' ' | b'\t') => At::Behind { lines },
                (At::Quote { lines: true } | At::Behind { lines: true }, _) => return Some(at),
                (At::Quote { lines: false } | At::Behind { lines: false }, _) => {
                    misquoted(at);
                    At::Bare
                }
                _ => At::Bare,
            };
        }
        None
    }

    const fn ends_cell(&self, byte: u8) -> bool {
        byte == self.delimiter || byte == b'\n' || byte == b'\r'
    }
}
