-- Tournaments and clubs. What came of a tournament's tables stands in the rows of these alone.

CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    club TEXT,
    terms TEXT NOT NULL,
    status TEXT NOT NULL,
    created BIGINT NOT NULL,
    starts BIGINT,
    -- In play time.
    begun BIGINT,
    ended BIGINT
);
CREATE INDEX tournaments_status ON tournaments (status, created, id);
CREATE INDEX tournaments_host ON tournaments (host);
CREATE INDEX tournaments_club ON tournaments (club);

CREATE TABLE entrants (
    tournament TEXT NOT NULL,
    number BIGINT NOT NULL,
    user_id TEXT,
    owner TEXT,
    name TEXT NOT NULL,
    bot TEXT,
    rating DOUBLE PRECISION NOT NULL,
    absent BIGINT NOT NULL,
    -- The pairing from which on not coming to a table counts again, after a return.
    back BIGINT NOT NULL,
    PRIMARY KEY (tournament, number)
);
CREATE INDEX entrants_user ON entrants (user_id);

CREATE TABLE pairings (
    tournament TEXT NOT NULL,
    entry BIGINT NOT NULL,
    round BIGINT NOT NULL,
    entrants TEXT NOT NULL,
    table_id TEXT,
    -- Where there is no table because somebody had gone.
    places TEXT,
    -- In play time.
    opened BIGINT NOT NULL,
    PRIMARY KEY (tournament, entry)
);
CREATE INDEX pairings_table ON pairings (table_id);

CREATE TABLE clubs (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    about TEXT NOT NULL,
    open BIGINT NOT NULL,
    renewal BIGINT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE members (
    club TEXT NOT NULL,
    user_id TEXT NOT NULL,
    role TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (club, user_id)
);
CREATE INDEX members_user ON members (user_id);
