-- One tree instead of two: without row numbers, the rows of the log are kept in the order of their key, and an action
-- is inserted once, not once as a row and once more in the index of the key.

ALTER TABLE log RENAME TO old_log;

CREATE TABLE log (
    table_id TEXT NOT NULL,
    entry BIGINT NOT NULL,
    at BIGINT NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (table_id, entry)
) WITHOUT ROWID;

INSERT INTO log (table_id, entry, at, event) SELECT table_id, entry, at, event FROM old_log ORDER BY table_id, entry;

DROP TABLE old_log;
