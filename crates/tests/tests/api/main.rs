//! The public API over HTTP, with the real engine, a fresh database, and a campus that injects faults.
//!
//! Each test runs on SQLite and on PostgreSQL.
#![allow(missing_docs, unreachable_pub, clippy::disallowed_methods, clippy::unwrap_used)]

mod harness;

mod account;
mod adoption;
mod align;
mod anonymous_clients;
mod attendance;
mod audit;
mod class_attendance;
mod closed_routes;
mod closing;
mod cohorts;
mod combined_classes;
mod comparison;
mod connections;
mod delete;
mod enrol;
mod every_call;
mod export;
mod faults;
mod forms;
mod gone;
mod guard;
mod headers;
mod jobs;
mod keys;
mod known_refusals;
mod languages;
mod leaving;
mod lists;
mod log;
mod matches;
mod narrowed;
mod nights;
mod oidc;
mod one_language;
mod one_truth;
mod people;
mod people_lines;
mod person;
mod platform_files;
mod reasons;
mod remedies;
mod renumbering;
mod reply_shapes;
mod retention;
mod roles;
mod saved_views;
mod schedules;
mod second_factor;
mod shape;
mod shape_of_people;
mod sign_in;
mod small;
mod sources;
mod stopping;
mod streams;
mod strict;
mod sync;
mod sync_laws;
mod teaching_roles;
mod templates;
mod tied_categories;
mod undo;
mod users;
mod whole_campus;
mod with_first;
mod zoom;

use selaras_tests::database;
