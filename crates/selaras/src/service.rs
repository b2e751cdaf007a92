//! What systemd is told of a server that it started: that it is ready, that it still lives, and that it ends. Without
//! systemd nothing happens here.

use sd_notify::NotifyState;
use tokio_util::sync::CancellationToken;

/// Says that the server answers, with a status for people, and from now on, as often as the unit's watchdog wants, that it lives: the runtime that
/// serves is the one that says so, so that one that hangs falls silent.
pub(crate) fn ready(status: &str, stop: CancellationToken) {
    tell(&[NotifyState::Ready, NotifyState::Status(status)]);
    let Some(patience) = sd_notify::watchdog_enabled() else {
        return;
    };
    tokio::spawn(async move {
        // Twice in the time, as systemd advises.
        let mut ticks = tokio::time::interval(patience / 2);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            tell(&[NotifyState::Watchdog]);
        }
    });
}

/// Says that the server was told to end and is at it.
pub(crate) fn stopping() {
    tell(&[NotifyState::Stopping]);
}

fn tell(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "systemd could not be told");
    }
}
