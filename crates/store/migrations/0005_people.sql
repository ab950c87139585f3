-- People find each other: friends, those whom one would rather not meet, who may see that one is here, seeks, and how each
-- rated game changed the ratings.

-- One row for each direction: two make a friendship, one alone is a question.
CREATE TABLE friends (
    user_id TEXT NOT NULL,
    friend_id TEXT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (user_id, friend_id)
);
CREATE INDEX friends_friend ON friends (friend_id);

CREATE TABLE blocks (
    blocker TEXT NOT NULL,
    blocked TEXT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (blocker, blocked)
);
CREATE INDEX blocks_blocked ON blocks (blocked);

-- Whoever has no row shows to friends that they are here.
CREATE TABLE privacy (
    user_id TEXT PRIMARY KEY,
    presence TEXT NOT NULL
);

-- A row for each person who looks for a game; those of one party want to sit at one table.
CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    party TEXT NOT NULL,
    user_id TEXT NOT NULL,
    -- The account behind a program, otherwise the person: nobody is paired with their own program.
    owner TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    seat_count BIGINT NOT NULL,
    rated BIGINT NOT NULL,
    patience BIGINT NOT NULL,
    fill_after BIGINT,
    fill_bot TEXT,
    -- The page at which the person waits; a seek of a game by days has none.
    page TEXT,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    -- The table that it led to: setting it is what makes a pairing, at most once.
    table_id TEXT
);
CREATE INDEX seeks_open ON seeks (created, id) WHERE table_id IS NULL;
CREATE INDEX seeks_user ON seeks (user_id);
CREATE INDEX seeks_party ON seeks (party);
CREATE INDEX seeks_page ON seeks (page);
CREATE INDEX seeks_expires ON seeks (expires);

CREATE TABLE rating_changes (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    pool TEXT NOT NULL,
    at BIGINT NOT NULL,
    rating_before DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    rating_after DOUBLE PRECISION NOT NULL,
    deviation_after DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX rating_changes_user ON rating_changes (user_id, pool, at);
