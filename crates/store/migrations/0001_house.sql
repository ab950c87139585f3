-- One text for SQLite and PostgreSQL: only TEXT, BIGINT (booleans are 0 and 1) and DOUBLE PRECISION.
-- No foreign keys: rows are never deleted, and the one writer looks for the table of a whole batch in one statement,
-- where PostgreSQL would lock the table's row once for every line of its log.

CREATE TABLE house (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    secret TEXT NOT NULL,
    heartbeat BIGINT
);

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name as it is compared; guests have none, so that their names need not be unique.
    folded TEXT,
    password TEXT,
    token TEXT,
    owner TEXT,
    generation BIGINT NOT NULL,
    created BIGINT NOT NULL
);
CREATE UNIQUE INDEX users_folded ON users (folded);
CREATE UNIQUE INDEX users_token ON users (token);
CREATE INDEX users_owner ON users (owner);

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    rules_version BIGINT NOT NULL,
    seat_count BIGINT NOT NULL,
    host TEXT NOT NULL,
    open BIGINT NOT NULL,
    rated BIGINT NOT NULL,
    on_timeout TEXT NOT NULL,
    status TEXT NOT NULL,
    created BIGINT NOT NULL,
    zero BIGINT,
    ended BIGINT,
    places TEXT,
    ended_by TEXT,
    previous TEXT,
    next TEXT,
    moves BIGINT NOT NULL
);
CREATE INDEX tables_created ON tables (created, id);
CREATE INDEX tables_status ON tables (status, created, id);
CREATE INDEX tables_host ON tables (host);

CREATE TABLE seats (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    kind TEXT NOT NULL,
    user_id TEXT,
    name TEXT,
    bot TEXT,
    renewal BIGINT NOT NULL,
    arrived BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX seats_user ON seats (user_id);

-- The key is what refuses a second entry of the same index.
CREATE TABLE log (
    table_id TEXT NOT NULL,
    entry BIGINT NOT NULL,
    at BIGINT NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (table_id, entry)
);

CREATE TABLE talk (
    table_id TEXT NOT NULL,
    entry BIGINT NOT NULL,
    at BIGINT NOT NULL,
    seat BIGINT,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    channel TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, entry)
);
CREATE INDEX talk_user ON talk (user_id);

CREATE TABLE ratings (
    user_id TEXT NOT NULL,
    pool TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (user_id, pool)
);
CREATE INDEX ratings_pool ON ratings (pool, rating);
