-- Courses that were hidden when their semester was closed. A row is written before its course is hidden.
CREATE TABLE hidden_course (
    job_id bigint NOT NULL,
    platform_id bigint NOT NULL,
    semester text NOT NULL,
    kind text NOT NULL,
    key_hash bigint NOT NULL,
    key text NOT NULL,
    label text NOT NULL,
    hidden boolean NOT NULL,
    shown boolean NOT NULL,
    PRIMARY KEY (job_id, platform_id)
);
