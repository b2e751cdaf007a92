//! The demo campus: its data, and the replies of its academic system, Moodle and Zoom.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod generator;
mod moodle;
mod moodle_recordings;
mod moodle_stories;
mod source;
mod zoom;
