//! The made-up campus: what it holds, and how its academic system, its Moodle and its Zoom answer.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod generator;
mod moodle;
mod moodle_recordings;
mod moodle_stories;
mod source;
mod zoom;
