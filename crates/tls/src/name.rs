//! The name of an issuer, for people.

/// Tags of DER.
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const OBJECT: u8 = 0x06;
const UTF16: u8 = 0x1e;
/// Attributes that name an issuer, best first: common name, organisation, unit.
const NAMING: [&[u8]; 3] = [b"\x55\x04\x03", b"\x55\x04\x0a", b"\x55\x04\x0b"];
/// Longest name to show.
const LONGEST: usize = 100;

/// The best known name in the content of a DER `Name`; `None` if it has none, or is malformed.
pub(crate) fn shown(name: &[u8]) -> Option<String> {
    let attributes = attributes(name)?;
    let of = |naming: &&[u8]| attributes.iter().find(|(object, _)| object == naming);
    let (_, text) = NAMING.iter().find_map(of)?;
    let text: String = text
        .chars()
        .filter(|letter| !letter.is_control())
        .take(LONGEST)
        .collect();
    Some(text).filter(|text| !text.is_empty())
}

/// The attributes, each with its object identifier.
fn attributes(mut name: &[u8]) -> Option<Vec<(&[u8], String)>> {
    let mut found = Vec::new();
    while !name.is_empty() {
        let mut set = take(&mut name, SET)?;
        while !set.is_empty() {
            let mut pair = take(&mut set, SEQUENCE)?;
            let object = take(&mut pair, OBJECT)?;
            let (tag, text) = next(&mut pair)?;
            found.push((object, text_of(tag, text)));
        }
    }
    Some(found)
}

fn text_of(tag: u8, bytes: &[u8]) -> String {
    if tag != UTF16 {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let (pairs, _) = bytes.as_chunks();
    let units: Vec<u16> = pairs.iter().map(|pair| u16::from_be_bytes(*pair)).collect();
    String::from_utf16_lossy(&units)
}

/// The content of the next value, if it has that tag.
fn take<'a>(input: &mut &'a [u8], tag: u8) -> Option<&'a [u8]> {
    next(input)
        .filter(|(found, _)| *found == tag)
        .map(|(_, content)| content)
}

/// The tag and the content of the next value. Lengths above two bytes occur in no name.
fn next<'a>(input: &mut &'a [u8]) -> Option<(u8, &'a [u8])> {
    let (length, rest) = match **input {
        [_, length, ref rest @ ..] if length < 0x80 => (usize::from(length), rest),
        [_, 0x81, length, ref rest @ ..] => (usize::from(length), rest),
        [_, 0x82, high, low, ref rest @ ..] => (usize::from(u16::from_be_bytes([high, low])), rest),
        _ => return None,
    };
    let (tag, (content, rest)) = (input[0], rest.split_at_checked(length)?);
    *input = rest;
    Some((tag, content))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(object: u8, tag: u8, text: &[u8]) -> Vec<u8> {
        let wrapped = |tag: u8, content: &[u8]| [&[tag, u8::try_from(content.len()).unwrap()], content].concat();
        let pair = [wrapped(OBJECT, &[0x55, 0x04, object]), wrapped(tag, text)].concat();
        wrapped(SET, &wrapped(SEQUENCE, &pair))
    }

    #[test]
    fn common_name_is_shown_before_organisation() {
        let organisation = attribute(0x0a, 0x13, b"Universitas");
        let both = [organisation.clone(), attribute(0x03, 0x0c, "Kampus CÁ\n".as_bytes())].concat();
        assert_eq!(shown(&both).as_deref(), Some("Kampus CÁ"));
        assert_eq!(shown(&organisation).as_deref(), Some("Universitas"));
        assert_eq!(shown(&attribute(0x03, UTF16, b"\0A\0B")).as_deref(), Some("AB"));
    }

    #[test]
    fn malformed_or_nameless_issuer_has_no_name() {
        let name = attribute(0x03, 0x0c, b"Kampus");
        for end in 1..name.len() {
            assert_eq!(shown(&name[..end]), None, "{end}");
        }
        assert_eq!(shown(&[]), None);
        assert_eq!(shown(&attribute(0x06, 0x13, b"ID")), None);
    }
}
