-- Several servers may be one house: each beats in a row of its own, takes the clocks that are due for a moment, and counts
-- password attempts where all can see them.

CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    beat BIGINT NOT NULL,
    -- Whether people connect to it: while none of these beats, the house is closed.
    doors BIGINT NOT NULL,
    -- Whether it hears the others.
    hears BIGINT NOT NULL
);

CREATE TABLE attempts (
    subject TEXT PRIMARY KEY,
    since BIGINT NOT NULL,
    count BIGINT NOT NULL
);
CREATE INDEX attempts_since ON attempts (since);

-- Until when, in play time, a node handles the clock that is due.
ALTER TABLE tables ADD COLUMN taken BIGINT;
