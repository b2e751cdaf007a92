-- Searches, filters and orders of lists, each under a name. The owner's name stays when the account is gone.
CREATE TABLE saved_view (
    id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    list text NOT NULL,
    label text NOT NULL,
    address text NOT NULL,
    shared boolean NOT NULL,
    owner_id integer NOT NULL,
    owner text NOT NULL,
    UNIQUE (list, owner_id, label)
);
