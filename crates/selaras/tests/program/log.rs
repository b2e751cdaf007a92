//! The log of the real binary: each line of a job has the id of the request that ordered it, which is also in the reply.

use selaras_campus::Campus;
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

/// A field of a span around a log line.
fn span_field<'a>(line: &'a Value, span: &str, name: &str) -> Option<&'a Value> {
    let spans = line["spans"].as_array()?;
    spans.iter().find(|one| one["name"] == span)?.get(name)
}

#[tokio::test(flavor = "multi_thread")]
async fn job_log_lines_carry_the_request_id() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_selaras"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SELARAS_")) {
        command.env_remove(name);
    }
    let mut process = command
        .arg("serve")
        .current_dir(folder.path())
        .env("SELARAS_SERVER__LISTEN", "127.0.0.1:0")
        .env("SELARAS_SOURCE__BASE_URL", campus.source_url())
        .env("SELARAS_PLATFORM__BASE_URL", campus.moodle_url())
        .env("SELARAS_PLATFORM__TOKEN", campus.moodle_token())
        .env("SELARAS_LOG__FORMAT", "json")
        .stderr(File::create(&log).unwrap())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    output.read_line(&mut address).unwrap();
    let address = address.trim().strip_prefix("Selaras: ").unwrap();

    let client = reqwest::Client::new();
    let ask = async |path: &str, key: &str, number: &str| {
        let person = json!({ "name": "Ani", "username": "ani", "password": "rahasia-sekali" });
        let body = if key.is_empty() { person } else { json!({}) };
        let request = client.post(format!("{address}{path}")).json(&body);
        let request = request.header("x-authorization", key).header("x-request-id", number);
        let reply = request.send().await.unwrap();
        assert_eq!(reply.headers()["x-request-id"], number);
        reply.json::<Value>().await.unwrap()
    };
    ask("/api/react/signup", "", "uji-1").await;
    let session = ask("/api/react/login", "", "uji-2").await;
    let key = session["data"]["api_key"].as_str().unwrap();
    let sync = ask("/api/v1/api/tahun_ajaran/sync", key, "uji-3").await;
    let export = ask("/api/v1/api/tahun_ajaran/export", key, "uji-4").await;
    Command::new("kill").arg(process.id().to_string()).status().unwrap();
    assert!(process.wait().unwrap().success());

    let text = fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (reply, number) in [(sync, "uji-3"), (export, "uji-4")] {
        let job = &reply["job"]["id"];
        assert!(job.is_number(), "{reply}");
        let ordered = lines
            .iter()
            .find(|line| line["fields"]["job"] == *job && line["fields"]["message"] == "ordered");
        assert_eq!(span_field(ordered.unwrap(), "request", "id"), Some(&json!(number)));
        let of_job: Vec<_> = lines
            .iter()
            .filter(|line| span_field(line, "job", "id") == Some(job))
            .collect();
        assert!(
            of_job.iter().any(|line| line["fields"]["message"] == "begins"),
            "{text}"
        );
        assert!(
            of_job
                .iter()
                .all(|line| span_field(line, "job", "request") == Some(&json!(number))),
            "{of_job:?}"
        );
    }
}
