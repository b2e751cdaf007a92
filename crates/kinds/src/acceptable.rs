//! Texts that Moodle accepts. Forms and the connector apply these rules.

/// True if PHP's `strip_tags` would change the text: it takes `<` for a tag unless a space follows.
pub fn has_markup(value: &str) -> bool {
    value.contains('\0')
        || value
            .match_indices('<')
            .any(|(at, _)| !value[at + 1..].chars().next().is_some_and(char::is_whitespace))
}

/// True for the addresses that PHP's own check accepts and that campuses have: no quotes, no bare host.
pub fn is_email(email: &str) -> bool {
    let Some((local, domain)) = email.rsplit_once('@') else {
        return false;
    };
    let local_fits = !local.is_empty()
        && local.len() <= 64
        && local.split('.').all(|part| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte))
        });
    let label_fits = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    local_fits && domain.contains('.') && domain.split('.').all(label_fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_begins_with_a_sign_before_a_letter() {
        for (text, markup) in [
            ("Budi <b>", true),
            ("Budi <b", true),
            ("Budi <", true),
            ("a<1", true),
            ("a < b", false),
            ("a > b & c", false),
        ] {
            assert_eq!(has_markup(text), markup, "{text}");
        }
    }

    #[test]
    fn mail_address_needs_name_and_domain() {
        for good in ["budi@kampus.ac.id", "o'brien@example.org", "a.b+c@d.e"] {
            assert!(is_email(good), "{good}");
        }
        for bad in [
            "",
            "budi",
            "@kampus.ac.id",
            "budi@",
            "budi@kampus",
            "budi@.id",
            "b udi@kampus.id",
            "a@b@c.id",
            ".a@b.co",
            "a@-b.co",
            "a@b..co",
            "é@b.co",
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
