//! The number of a person, however a program spells it.

use std::collections::BTreeSet;

/// The longest number that zeros at the beginning are tried for.
const WIDEST: usize = 20;

/// A whole number without its decimals, as a spreadsheet may show it: `197001011,0` is `197001011`. Three zeros may also be
/// thousands.
pub(crate) fn whole(number: &str) -> &str {
    let is_whole = |(whole, decimals): &(&str, &str)| {
        let digits = !whole.is_empty() && whole.bytes().all(|letter| letter.is_ascii_digit());
        digits && matches!(*decimals, "0" | "00")
    };
    number
        .split_once(['.', ','])
        .filter(is_whole)
        .map_or(number, |(whole, _)| whole)
}

/// A number without what a program may change in it: capitals, and zeros at the beginning.
pub fn comparable_number(number: &str) -> String {
    number.trim_start_matches('0').to_ascii_lowercase()
}

/// Other spellings of a number with the same [`comparable_number`].
pub fn other_spellings(number: &str) -> BTreeSet<String> {
    let bare = number.trim_start_matches('0');
    let numeric = !bare.is_empty() && bare.bytes().all(|letter| letter.is_ascii_digit());
    let widest = if numeric { WIDEST } else { number.len() };
    let padded = (bare.len()..=widest).map(|width| format!("{bare:0>width$}"));
    let mut spellings: BTreeSet<_> = padded.collect();
    spellings.extend([number.to_ascii_lowercase(), number.to_ascii_uppercase()]);
    spellings.remove(number);
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_of_a_whole_number_are_dropped() {
        for (number, expected) in [
            ("197001011,0", "197001011"),
            ("197001012.00", "197001012"),
            ("1.000", "1.000"),
            ("7.5", "7.5"),
            ("A1.0", "A1.0"),
            ("", ""),
        ] {
            assert_eq!(whole(number), expected);
        }
    }

    #[test]
    fn spellings_differ_in_zeros_and_capitals_only() {
        let spellings = other_spellings("260003");
        assert!(spellings.contains("00260003") && !spellings.contains("260003"));
        assert!(spellings.iter().all(|spelling| comparable_number(spelling) == "260003"));
        assert_eq!(other_spellings("A26").into_iter().collect::<Vec<_>>(), ["a26"]);
        assert_eq!(comparable_number("00A26"), "a26");
    }
}
