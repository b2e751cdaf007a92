//! Headers of every reply.

use crate::{
    database::Database::Sqlite,
    harness::{A, B, Reply, Server},
};
use reqwest::Method;
use std::collections::BTreeMap;

fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    reply.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn every_reply_guards_against_scripts_frames_and_guessed_types() {
    let server = Server::start(Sqlite).await;
    let (admin, anonymous) = (server.sign_in().await, server.anonymous());
    let replies = [
        admin.get(&format!("{A}/user/get")).await.ok(),
        anonymous.get(&format!("{A}/user/get")).await.refused(401),
        anonymous.get("/api/tidak-ada").await.refused(404),
        anonymous.get("/openapi.json").await,
        anonymous.get("/health/live").await,
        anonymous.get("/login").await,
    ];
    for reply in &replies {
        let policy = header(reply, "content-security-policy");
        let directives: BTreeMap<_, _> = policy
            .split("; ")
            .filter_map(|directive| directive.split_once(' '))
            .collect();
        assert_eq!(directives["default-src"], "'self'");
        for nothing in ["object-src", "base-uri", "frame-ancestors"] {
            assert_eq!(directives[nothing], "'none'", "{nothing}");
        }
        // Scripts follow `default-src`: only the site's own files, none inline, none from text.
        assert!(
            !directives.contains_key("script-src") && !policy.contains("unsafe-eval"),
            "{policy}"
        );
        assert_eq!(header(reply, "x-content-type-options"), "nosniff");
        assert_eq!(header(reply, "referrer-policy"), "same-origin");
    }
}

#[tokio::test]
async fn no_other_origin_reads_a_reply_and_trace_is_refused() {
    let server = Server::start(Sqlite).await;
    let anonymous = server.anonymous();
    let foreign = [
        ("origin", "https://lain.example"),
        ("access-control-request-method", "POST"),
    ];
    for (method, path) in [
        (Method::OPTIONS, format!("{B}/login")),
        (Method::GET, "/openapi.json".to_owned()),
        (Method::GET, format!("{B}/sign_in")),
    ] {
        let reply = anonymous.send(method, &path, &foreign, None).await;
        assert!(
            reply
                .headers
                .keys()
                .all(|name| !name.as_str().starts_with("access-control-")),
            "{reply:?}"
        );
    }
    anonymous
        .send(Method::TRACE, &format!("{B}/login"), &[], None)
        .await
        .refused(405);
    anonymous.send(Method::TRACE, "/login", &[], None).await.refused(404);
}
