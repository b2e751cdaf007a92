//! The notifications of the server to systemd.

use selaras_campus::Campus;
use std::{
    os::unix::net::UnixDatagram,
    process::{Child, Command, Stdio},
    time::Duration,
};

/// Ends the server even if the test fails.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn systemd_is_notified_of_ready_alive_and_stopping() {
    let campus = Campus::builder().students(20).start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("notify");
    let systemd = UnixDatagram::bind(&socket).unwrap();
    systemd.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let hear = || {
        let mut message = [0; 4096];
        let length = systemd.recv(&mut message).unwrap();
        String::from_utf8_lossy(&message[..length]).into_owned()
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_selaras"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SELARAS_")) {
        command.env_remove(name);
    }
    // The token is passed as a systemd credential.
    let secrets = folder.path().join("secrets");
    std::fs::create_dir(&secrets).unwrap();
    std::fs::write(
        secrets.join("selaras_platform.token"),
        format!("{}\n", campus.moodle_token()),
    )
    .unwrap();
    let server = command
        .arg("serve")
        .current_dir(folder.path())
        .env("NOTIFY_SOCKET", &socket)
        .env("WATCHDOG_USEC", "200000")
        .env("CREDENTIALS_DIRECTORY", &secrets)
        .env("SELARAS_SERVER__LISTEN", "127.0.0.1:0")
        .env("SELARAS_SOURCE__BASE_URL", campus.source_url())
        .env("SELARAS_PLATFORM__BASE_URL", campus.moodle_url())
        .env("SELARAS_LOG__FILTER", "error")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut server = Server(server);
    let ready = hear();
    assert!(
        ready.contains("READY=1") && ready.contains("STATUS=http://127.0.0.1:"),
        "{ready}"
    );
    for _ in 0..3 {
        assert_eq!(hear().trim(), "WATCHDOG=1");
    }
    Command::new("kill")
        .args(["-TERM", &server.0.id().to_string()])
        .status()
        .unwrap();
    let stopping = std::iter::repeat_with(hear).find(|message| !message.contains("WATCHDOG=1"));
    assert_eq!(stopping.unwrap().trim(), "STOPPING=1");
    assert!(server.0.wait().unwrap().success());
}
