//! Zoom's signed webhooks.

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::Sha256;

use super::account::Zoom;
use super::meetings::{Meeting, Participant};

impl Zoom {
    /// The event of a participant who joins.
    #[must_use]
    pub fn joined(&self, meeting: &Meeting, participant: &Participant) -> Value {
        let mut event = self.event("meeting.participant_joined", meeting, participant.join);
        let mut who = person(participant);
        who["join_time"] = json!(participant.join.to_string());
        event["payload"]["object"]["participant"] = who;
        event
    }

    /// The event of a participant who leaves.
    #[must_use]
    pub fn left(&self, meeting: &Meeting, participant: &Participant) -> Value {
        let mut event = self.event("meeting.participant_left", meeting, participant.leave);
        let mut who = person(participant);
        who["leave_time"] = json!(participant.leave.to_string());
        who["leave_reason"] = json!(format!(
            "{} left the meeting.<br>Reason: left the meeting.",
            participant.name
        ));
        event["payload"]["object"]["participant"] = who;
        event
    }

    /// The event of a meeting's end.
    #[must_use]
    pub fn ended(&self, meeting: &Meeting) -> Value {
        let mut event = self.event("meeting.ended", meeting, meeting.end);
        event["payload"]["object"]["end_time"] = json!(meeting.end.to_string());
        event
    }

    fn event(&self, name: &str, meeting: &Meeting, at: Timestamp) -> Value {
        json!({
            "event": name,
            "event_ts": at.as_millisecond(),
            "payload": { "account_id": self.account_id(), "object": {
                "id": meeting.id.to_string(), "uuid": meeting.uuid, "host_id": self.user_id(meeting.host), "type": 8,
                "topic": meeting.topic, "start_time": meeting.start.to_string(), "timezone": "Asia/Jakarta",
                "duration": 150,
            } },
        })
    }

    /// The headers of a webhook sent at this second.
    #[must_use]
    pub fn headers(&self, sent: i64, body: &[u8]) -> [(&'static str, String); 2] {
        // HMAC accepts keys of any length.
        #[allow(clippy::expect_used)]
        let mut hmac = Hmac::<Sha256>::new_from_slice(self.webhook_secret().as_bytes()).expect("a key of any length");
        hmac.update(format!("v0:{sent}:").as_bytes());
        hmac.update(body);
        let signature = format!("v0={}", hex::encode(hmac.finalize().into_bytes()));
        [
            ("x-zm-request-timestamp", sent.to_string()),
            ("x-zm-signature", signature),
        ]
    }

    /// Sends an event to an address, signed now. Returns the status of the reply.
    ///
    /// # Errors
    /// If no reply arrives.
    pub async fn send(&self, client: &reqwest::Client, address: &str, event: &Value) -> reqwest::Result<u16> {
        let body = event.to_string();
        let mut request = client.post(address).header("content-type", "application/json");
        for (name, value) in self.headers(Timestamp::now().as_second(), body.as_bytes()) {
            request = request.header(name, value);
        }
        let reply = request.body(body).send().await?;
        let status = reply.status().as_u16();
        reply.bytes().await?;
        Ok(status)
    }
}

fn person(participant: &Participant) -> Value {
    json!({
        "user_id": participant.user_id, "user_name": participant.name, "id": "", "participant_uuid": "",
        "email": participant.email, "registrant_id": "", "customer_key": "", "phone_number": "",
    })
}
