//! Moodle's description of itself and of the token.

use serde_json::{Value, json};

use super::refusal::Refusal;
use super::reply::{Reply, written};
use super::site::{SITE_URL, Site};
use super::users_calls::fullname;

/// The recorded release.
const RELEASE: &str = "5.1+ (Build: 20251017)";
const VERSION: &str = "2025100600.02";

pub(super) fn get(site: &Site, service: &[&str]) -> Reply {
    let id = site.rights.user();
    let user = site.users.get(id).ok_or_else(Refusal::missing_record)?;
    let version = |name: &str| {
        if name.starts_with("enrol_manual") {
            "2025100600"
        } else {
            VERSION
        }
    };
    let functions: Vec<Value> = service
        .iter()
        .map(|name| json!({"name": name, "version": version(name)}))
        .collect();
    let feature = |(name, value): (&str, u8)| json!({"name": name, "value": value});
    let features = [
        ("usecomments", 1),
        ("usetags", 1),
        ("enablenotes", 1),
        ("messaging", 1),
        ("enableblogs", 1),
        ("enablecompletion", 1),
        ("enablebadges", 1),
        ("messagingallusers", 0),
        ("enablecustomreports", 1),
        ("enableglobalsearch", 0),
        ("mnet_dispatcher_mode", 0),
        ("enablecompetencies", 1),
    ];
    written(&json!({
        "sitename": "Test",
        "username": user.username,
        "firstname": user.firstname,
        "lastname": user.lastname,
        "fullname": fullname(user),
        "lang": "en",
        "userid": id,
        "siteurl": SITE_URL,
        "userpictureurl": format!("{SITE_URL}/theme/image.php/boost/core/1795237088/u/f1"),
        "functions": functions,
        "downloadfiles": 0,
        "uploadfiles": 0,
        "release": RELEASE,
        "version": VERSION,
        "mobilecssurl": "",
        "advancedfeatures": features.map(feature),
        "usercanmanageownfiles": true,
        "userquota": 0,
        "usermaxuploadfilesize": -1,
        "userhomepage": 1,
        "userprivateaccesskey": "00000000000000000000000000000000",
        "siteid": 1,
        "sitecalendartype": "gregorian",
        "usercalendartype": "gregorian",
        "userissiteadmin": site.rights.is_administrator(),
        "theme": "boost",
        "limitconcurrentlogins": 0,
        "policyagreed": 0,
    }))
}
