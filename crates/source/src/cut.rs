//! Finds the end of one JSON value in a text that arrives in pieces.
//!
//! It looks only at brackets and quotes. `serde_json` checks the value once it is complete, so that one invalid row spoils
//! no other row.

/// Maximum nesting depth, as in `serde_json`.
const DEEPEST: u32 = 128;

/// The state of the scan within one value.
#[derive(Debug, Default)]
pub(crate) struct Cut {
    /// Open brackets.
    depth: u32,
    /// The types of the open brackets, the innermost in the lowest bit: 1 is a brace.
    braces: u128,
    inside: Inside,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Before the first byte, or between the elements of an array or object.
    #[default]
    Gap,
    /// In a number or a literal at the outermost level, which only the next byte ends.
    Bare,
    Text,
    /// After a backslash in a string.
    Escape,
}

/// The brackets do not match, or are nested too deep, at this byte of the piece.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unbalanced(pub(crate) usize);

impl Cut {
    /// Scans the next piece. Returns the number of bytes of `piece` up to the end of the value, or `None` if it continues.
    pub(crate) fn read(&mut self, piece: &[u8]) -> Result<Option<usize>, Unbalanced> {
        let mut at = 0;
        while at < piece.len() {
            match self.inside {
                Inside::Text => match memchr::memchr2(b'"', b'\\', &piece[at..]) {
                    None => return Ok(None),
                    Some(found) => {
                        at += found + 1;
                        if piece[at - 1] == b'\\' {
                            self.inside = Inside::Escape;
                        } else {
                            self.inside = Inside::Gap;
                            if self.depth == 0 {
                                return Ok(Some(at));
                            }
                        }
                    }
                },
                Inside::Escape => {
                    self.inside = Inside::Text;
                    at += 1;
                }
                Inside::Bare => match piece[at..].iter().position(|byte| ends_bare(*byte)) {
                    None => return Ok(None),
                    Some(found) => return Ok(Some(at + found)),
                },
                Inside::Gap => {
                    let byte = piece[at];
                    at += 1;
                    match byte {
                        b'"' => self.inside = Inside::Text,
                        b'{' | b'[' => {
                            if self.depth == DEEPEST {
                                return Err(Unbalanced(at - 1));
                            }
                            self.depth += 1;
                            self.braces = self.braces << 1 | u128::from(byte == b'{');
                        }
                        b'}' | b']' => {
                            if self.depth == 0 || (self.braces & 1 == 1) != (byte == b'}') {
                                return Err(Unbalanced(at - 1));
                            }
                            self.depth -= 1;
                            self.braces >>= 1;
                            if self.depth == 0 {
                                return Ok(Some(at));
                            }
                        }
                        _ if self.depth == 0 => self.inside = Inside::Bare,
                        _ => {}
                    }
                }
            }
        }
        Ok(None)
    }
}

fn ends_bare(byte: u8) -> bool {
    matches!(byte, b',' | b']' | b'}' | b':' | b'"' | b' ' | b'\t' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end_of(text: &str) -> Result<Option<usize>, Unbalanced> {
        let whole = Cut::default().read(text.as_bytes());
        // The same in single bytes, because a piece may end anywhere.
        let mut cut = Cut::default();
        let mut single = Ok(None);
        for (at, byte) in text.bytes().enumerate() {
            single = cut
                .read(&[byte])
                .map(|end| end.map(|end| at + end))
                .map_err(|Unbalanced(_)| Unbalanced(at));
            if single != Ok(None) {
                break;
            }
        }
        assert_eq!(whole, single, "{text}");
        whole
    }

    #[test]
    fn value_ends_where_its_brackets_close() {
        assert_eq!(end_of(r#"{"a":[1,{"b":"}]\"\\"}]},rest"#), Ok(Some(24)));
        assert_eq!(end_of(r#""a\"b",1"#), Ok(Some(6)));
        assert_eq!(end_of("12.5e3,"), Ok(Some(6)));
        assert_eq!(end_of("null]"), Ok(Some(4)));
        assert_eq!(end_of("12"), Ok(None));
        assert_eq!(end_of(r#"{"a":""#), Ok(None));
        assert_eq!(end_of("[}"), Err(Unbalanced(1)));
        assert_eq!(end_of(&"[".repeat(129)), Err(Unbalanced(128)));
    }
}
