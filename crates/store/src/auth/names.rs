//! Tells account names apart. A user name is printable ASCII, so no other script and no invisible character can imitate it.
//! Unicode's skeletons compare the rest: `1` and `l`, `rn` and `m`, and names of earlier versions in any script.

use unicode_security::{GeneralSecurityProfile, confusable_detection, general_security_profile::IdentifierType};

/// True if a new account may have this user name: printable ASCII without spaces.
pub fn is_plain(username: &str) -> bool {
    !username.is_empty() && username.bytes().all(|byte| byte.is_ascii_graphic())
}

/// True if a character changes a text invisibly: control and format characters, zero widths, directions, line separators.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{e0000}'..='\u{e0fff}')
        || letter.identifier_type() == Some(IdentifierType::Default_Ignorable)
}

/// The skeleton of a name. Names with the same skeleton look the same (Unicode Technical Standard 39); case is ignored.
pub fn skeleton(name: &str) -> String {
    let lower = name.to_lowercase();
    confusable_detection::skeleton(&lower)
        .collect::<String>()
        .to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_ascii_without_spaces() {
        for name in ["ani", "260001", "sari.p@kampus.example", "auth0|5f3c", "a/b+c_d-e"] {
            assert!(is_plain(name), "{name}");
        }
        for name in [
            "",
            "bu ani",
            "an\u{200b}i",
            "\u{202e}ina",
            "\u{430}ni",
            "ani\u{0}",
            "jos\u{e9}",
        ] {
            assert!(!is_plain(name), "{name:?}");
        }
    }

    #[test]
    fn hidden_characters_are_detected() {
        let hidden = "\u{0}\u{7f}\u{ad}\u{34f}\u{61c}\u{115f}\u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\
                      \u{2060}\u{2066}\u{2069}\u{3164}\u{fe0f}\u{feff}\u{e0001}";
        let seen: Vec<_> = hidden.chars().filter(|letter| !is_hidden(*letter)).collect();
        assert_eq!(seen, Vec::<char>::new());
        assert!(!"Bu Ani Nur\u{2019}aini, M.Kom. \u{e9}\u{627}".chars().any(is_hidden));
    }

    #[test]
    fn look_alike_names_have_the_same_skeleton() {
        for (one, other) in [
            ("ani", "\u{430}ni"),
            ("admin1", "adminl"),
            ("bernard", "bemard"),
            ("Budi0", "budio"),
            ("ani", "a\u{200b}ni"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("260001"), skeleton("260002"));
        assert_ne!(skeleton("ani"), skeleton("anna"));
    }
}
