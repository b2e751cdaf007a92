//! Finds where one JSON value ends, in a text that arrives in pieces.
//!
//! It looks at brackets and quotes alone. Whether what lies between is valid JSON is asked of `serde_json` once the
//! value is whole, so that a row which is wrong in itself spoils no other row.

/// Brackets may stand this deep, as for `serde_json`.
const DEEPEST: u32 = 128;

/// How far into one value the reading is.
#[derive(Debug, Default)]
pub(crate) struct Cut {
    /// Open brackets.
    depth: u32,
    /// The kinds of the open brackets, the innermost in the lowest bit: 1 is a brace.
    braces: u128,
    inside: Inside,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Before the first byte, or between the parts of an array or object.
    #[default]
    Gap,
    /// A number or a word at the outermost level, which only its neighbour ends.
    Bare,
    Text,
    /// After a backslash in a text.
    Escape,
}

/// The brackets do not match, or stand too deep, at this byte of the piece.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unbalanced(pub(crate) usize);

impl Cut {
    /// Reads on; answers after how many bytes of `piece` the value ends, or nothing when it goes on.
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
        // The same in single bytes, for a piece may end anywhere.
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
    fn a_value_ends_where_its_brackets_close() {
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
