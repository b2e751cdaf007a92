-- Pairs of people who are probably one person with a new number.
CREATE TABLE renumbering (
    kind text NOT NULL,
    from_number text NOT NULL,
    to_number text NOT NULL,
    same_name boolean NOT NULL,
    same_email boolean NOT NULL,
    same_class boolean NOT NULL,
    dismissed boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (kind, from_number, to_number)
);
