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
    let (admin, stranger) = (server.sign_in().await, server.stranger());
    let replies = [
        admin.get(&format!("{A}/user/get")).await.ok(),
        stranger.get(&format!("{A}/user/get")).await.refused(401),
        stranger.get("/api/tidak-ada").await.refused(404),
        stranger.get("/openapi.json").await,
        stranger.get("/health/live").await,
        stranger.get("/login").await,
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
    let stranger = server.stranger();
    let foreign = [
        ("origin", "https://lain.example"),
        ("access-control-request-method", "POST"),
    ];
    for (method, path) in [
        (Method::OPTIONS, format!("{B}/login")),
        (Method::GET, "/openapi.json".to_owned()),
        (Method::GET, format!("{B}/sign_in")),
    ] {
        let reply = stranger.send(method, &path, &foreign, None).await;
        assert!(
            reply
                .headers
                .keys()
                .all(|name| !name.as_str().starts_with("access-control-")),
            "{reply:?}"
        );
    }
    stranger
        .send(Method::TRACE, &format!("{B}/login"), &[], None)
        .await
        .refused(405);
    stranger.send(Method::TRACE, "/login", &[], None).await.refused(404);
}
