//! The webhooks that Zoom sends.

use crate::text::{text, time};
use jiff::Timestamp;
use serde::Deserialize;

/// One webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A participant joined at `at` (`meeting.participant_joined`).
    Joined(Presence),
    /// A participant left at `at` (`meeting.participant_left`). Zoom does not report when they had joined.
    Left(Presence),
    /// A meeting ended (`meeting.ended`).
    Ended {
        /// The meeting's UUID.
        uuid: String,
        /// When it ended.
        at: Timestamp,
    },
    /// Zoom checks that this address knows the secret (`endpoint.url_validation`).
    Validation {
        /// The text to sign.
        plain_token: String,
    },
    /// Any other event to which the application is subscribed.
    Other(String),
}

/// A participant of a meeting at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presence {
    /// The UUID of this one meeting. Meetings of a series share their number, but each has its own UUID.
    pub uuid: String,
    /// The meeting's number.
    pub meeting_id: String,
    /// The meeting's topic.
    pub topic: String,
    /// When it began, if Zoom reports it.
    pub start: Option<Timestamp>,
    /// Zoom's id of the participant in this meeting. A participant who joins again gets a new one.
    pub participant: String,
    /// The name shown in the meeting.
    pub name: String,
    /// Their e-mail address; empty if Zoom does not report it.
    pub email: String,
    /// When they joined or left.
    pub at: Timestamp,
    /// Why they left, in Zoom's words; empty for a join.
    pub reason: String,
}

/// Why a body is not a webhook.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// It is not the JSON that Zoom documents.
    #[error("the webhook cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// A member is missing.
    #[error("the webhook {0} lacks {1}")]
    Lacks(String, &'static str),
}

#[derive(Deserialize)]
struct Envelope {
    event: String,
    #[serde(default)]
    payload: Payload,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Payload {
    plain_token: Option<String>,
    object: Object,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Object {
    #[serde(deserialize_with = "text")]
    id: String,
    #[serde(deserialize_with = "text")]
    uuid: String,
    #[serde(deserialize_with = "text")]
    topic: String,
    #[serde(deserialize_with = "time")]
    start_time: Option<Timestamp>,
    #[serde(deserialize_with = "time")]
    end_time: Option<Timestamp>,
    participant: Someone,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Someone {
    #[serde(deserialize_with = "text")]
    user_id: String,
    #[serde(deserialize_with = "text")]
    user_name: String,
    #[serde(deserialize_with = "text")]
    email: String,
    #[serde(deserialize_with = "time")]
    join_time: Option<Timestamp>,
    #[serde(deserialize_with = "time")]
    leave_time: Option<Timestamp>,
    #[serde(deserialize_with = "text")]
    leave_reason: String,
}

impl Event {
    /// Parses the body of a webhook.
    ///
    /// # Errors
    /// It is not JSON, or lacks a member that its event requires.
    pub fn read(body: &[u8]) -> Result<Self, EventError> {
        // Only supported events are parsed in full: others have different shapes.
        #[derive(Deserialize)]
        struct Named {
            event: String,
        }
        let Named { event } = serde_json::from_slice(body)?;
        if !matches!(
            event.as_str(),
            "meeting.participant_joined" | "meeting.participant_left" | "meeting.ended" | "endpoint.url_validation"
        ) {
            return Ok(Self::Other(event));
        }
        let Envelope { event, payload } = serde_json::from_slice(body)?;
        let lacks = |what| EventError::Lacks(event.clone(), what);
        let Payload { plain_token, object } = payload;
        if event == "endpoint.url_validation" {
            let plain_token = plain_token.filter(|token| !token.is_empty());
            return plain_token
                .map(|plain_token| Self::Validation { plain_token })
                .ok_or_else(|| lacks("plainToken"));
        }
        if object.uuid.is_empty() {
            return Err(lacks("uuid"));
        }
        if event == "meeting.ended" {
            let at = object.end_time.ok_or_else(|| lacks("end_time"))?;
            return Ok(Self::Ended { uuid: object.uuid, at });
        }
        let who = object.participant;
        if object.id.is_empty() {
            return Err(lacks("id"));
        }
        if who.user_id.is_empty() && who.user_name.is_empty() && who.email.is_empty() {
            return Err(lacks("participant"));
        }
        let joined = event == "meeting.participant_joined";
        let at = if joined { who.join_time } else { who.leave_time };
        let presence = Presence {
            uuid: object.uuid,
            meeting_id: object.id,
            topic: object.topic,
            start: object.start_time,
            participant: who.user_id,
            name: who.user_name,
            email: who.email,
            at: at.ok_or_else(|| lacks(if joined { "join_time" } else { "leave_time" }))?,
            reason: plain_reason(&who.leave_reason),
        };
        Ok(if joined {
            Self::Joined(presence)
        } else {
            Self::Left(presence)
        })
    }
}

/// Zoom writes reasons for a web page: `Jill left the meeting.<br>Reason: Host ended the meeting.`
fn plain_reason(reason: &str) -> String {
    let last = reason.rsplit("<br>").next().unwrap_or_default().trim();
    last.strip_prefix("Reason:")
        .unwrap_or(last)
        .trim()
        .trim_end_matches('.')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn left() -> Value {
        json!({
            "event": "meeting.participant_left",
            "event_ts": 1_788_747_900_000_i64,
            "payload": { "account_id": "AAAAAABBBB", "object": {
                "id": "84512345678", "uuid": "4444AAAiAAAAAiAiAiiAii==", "host_id": "x1yCzABCDEfg23HiJKl4mN", "type": 2,
                "topic": "Algoritma A", "start_time": "2026-09-07T02:00:00Z", "timezone": "Asia/Jakarta", "duration": 60,
                "participant": {
                    "user_id": "16778240", "user_name": "Siti\u{0} Rahayu", "id": "", "participant_uuid": "55555AAAiAAAAAiAiAiiAii",
                    "leave_time": "2026-09-07T02:25:00Z", "email": "siti@kampus.ac.id",
                    "leave_reason": "Siti Rahayu left the meeting.<br>Reason: Host ended the meeting.",
                },
            } },
        })
    }

    fn read(body: &Value) -> Result<Event, EventError> {
        Event::read(body.to_string().as_bytes())
    }

    #[test]
    fn leave_event_has_the_reason_as_plain_text() {
        let Event::Left(presence) = read(&left()).unwrap() else {
            panic!("expected a leave event");
        };
        assert_eq!(
            (presence.name.as_str(), presence.participant.as_str()),
            ("Siti  Rahayu", "16778240")
        );
        assert_eq!(presence.reason, "Host ended the meeting");
        assert_eq!(presence.at.to_string(), "2026-09-07T02:25:00Z");
    }

    #[test]
    fn numbers_are_accepted_as_texts_for_codes() {
        let mut body = left();
        body["payload"]["object"]["id"] = json!(84_512_345_678_i64);
        let Event::Left(presence) = read(&body).unwrap() else {
            panic!("expected a leave event");
        };
        assert_eq!(presence.meeting_id, "84512345678");
    }

    #[test]
    fn event_without_time_or_meeting_is_refused() {
        for member in ["uuid", "id"] {
            let mut body = left();
            body["payload"]["object"][member] = json!("");
            assert!(matches!(read(&body), Err(EventError::Lacks(_, _))), "{member}");
        }
        let mut body = left();
        body["payload"]["object"]["participant"]["leave_time"] = json!("kemarin");
        assert!(matches!(read(&body), Err(EventError::Unreadable(_))));
    }

    #[test]
    fn other_events_are_accepted_in_any_shape() {
        let other = json!({ "event": "user.updated", "payload": { "object": [1, 2] } });
        assert_eq!(read(&other).unwrap(), Event::Other("user.updated".to_owned()));
    }
}
