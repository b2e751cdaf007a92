-- What the rows become on the platform; the last row is in force.
CREATE TABLE shape (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    shape text NOT NULL,
    actor text NOT NULL,
    changed_at integer NOT NULL
);
