//! The role of the token's user, in the form that *Define roles > Add a new role > Use role preset* reads.

use std::collections::BTreeSet;
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::capabilities::CAPABILITIES;
use crate::Uses;

/// Short name of a role that each Moodle has, by the number that a fresh Moodle gives it. No function tells other names.
const fn short_name(role: i64) -> Option<&'static str> {
    match role {
        3 => Some("editingteacher"),
        4 => Some("teacher"),
        5 => Some("student"),
        _ => None,
    }
}

/// The preset of a role that may assign `roles`, as far as their short names are known, for a campus with these uses.
pub(crate) fn role_preset(roles: &[i64], uses: &Uses) -> io::Result<Vec<u8>> {
    let assigned: BTreeSet<&str> = roles.iter().filter_map(|role| short_name(*role)).collect();
    let allowed: BTreeSet<&str> = CAPABILITIES
        .iter()
        .filter(|capability| capability.is_for(uses))
        .map(|capability| capability.name)
        .collect();
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer.write_event(Event::Text(BytesText::new("\n")))?;
    // The order of the elements is fixed by Moodle's schema.
    writer.create_element("role").write_inner_content(|role| {
        text(role, "shortname", "selaras")?;
        text(role, "name", "Selaras")?;
        role.create_element("description").write_empty()?;
        role.create_element("archetype").write_empty()?;
        list(role, "contextlevels", "level", ["system"])?;
        list(role, "allowassign", "shortname", assigned)?;
        role.create_element("allowoverride").write_empty()?;
        role.create_element("allowswitch").write_empty()?;
        role.create_element("allowview").write_empty()?;
        list(role, "permissions", "allow", allowed)
    })?;
    writer.write_event(Event::Text(BytesText::new("\n")))?;
    Ok(writer.into_inner())
}

fn text(writer: &mut Writer<Vec<u8>>, name: &str, text: &str) -> io::Result<()> {
    writer
        .create_element(name)
        .write_text_content(BytesText::new(text))
        .map(drop)
}

fn list<'a>(
    writer: &mut Writer<Vec<u8>>,
    name: &str,
    item: &str,
    texts: impl IntoIterator<Item = &'a str>,
) -> io::Result<()> {
    let items = |writer: &mut Writer<Vec<u8>>| texts.into_iter().try_for_each(|each| text(writer, item, each));
    writer.create_element(name).write_inner_content(items).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preset_may_assign_the_roles_of_the_settings() {
        let assigned = |roles: &[i64]| {
            let preset = String::from_utf8(role_preset(roles, &Uses::default()).unwrap()).unwrap();
            let (_, rest) = preset.split_once("<allowassign>").unwrap();
            rest.split_once("</allowassign>").unwrap().0.to_owned()
        };
        assert_eq!(
            assigned(&[5, 3]),
            "<shortname>editingteacher</shortname><shortname>student</shortname>"
        );
        assert_eq!(
            assigned(&[5, 4]),
            "<shortname>student</shortname><shortname>teacher</shortname>"
        );
        // Only the site knows the name of a role of its own.
        assert_eq!(assigned(&[5, 17]), "<shortname>student</shortname>");
    }
}
