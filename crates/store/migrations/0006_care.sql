-- Care for people: the devices of an account, what tells them of their turn, talk that stays safe, and the host's desk.

CREATE TABLE devices (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    -- The browser and the system, as they call themselves.
    about TEXT NOT NULL,
    -- A keyed hash of the address: equal ones can be told, and nobody can read it.
    network TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX devices_user ON devices (user_id, seen);

CREATE TABLE push_subscriptions (
    user_id TEXT NOT NULL,
    endpoint_hash TEXT NOT NULL,
    device TEXT,
    endpoint TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (user_id, endpoint_hash)
);

CREATE TABLE notice_settings (
    user_id TEXT PRIMARY KEY,
    -- As JSON.
    settings TEXT NOT NULL
);

-- Raised to make an old link to a calendar worthless.
CREATE TABLE calendars (
    user_id TEXT PRIMARY KEY,
    renewal BIGINT NOT NULL
);

CREATE TABLE emails (
    user_id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    -- The address as it is compared.
    folded TEXT NOT NULL,
    confirmed BIGINT
);
CREATE INDEX emails_address ON emails (folded);

-- Links that were sent by e-mail; each works once.
CREATE TABLE mail_links (
    token TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    purpose TEXT NOT NULL,
    address TEXT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX mail_links_user ON mail_links (user_id);

-- Whose talk a person does not want to read.
CREATE TABLE hushes (
    user_id TEXT NOT NULL,
    hushed TEXT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (user_id, hushed)
);

-- Tables at which nobody talks.
CREATE TABLE quiet_tables (
    table_id TEXT PRIMARY KEY
);

CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    reporter TEXT NOT NULL,
    subject TEXT NOT NULL,
    subject_name TEXT NOT NULL,
    table_id TEXT,
    entry BIGINT,
    reason TEXT NOT NULL,
    note TEXT NOT NULL,
    -- What was said around it, as JSON, as it was then.
    talk TEXT NOT NULL,
    created BIGINT NOT NULL,
    closed BIGINT
);
CREATE INDEX reports_created ON reports (created, id);

CREATE TABLE sanctions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    network TEXT,
    created BIGINT NOT NULL,
    ends BIGINT,
    lifted BIGINT,
    -- When the person has read it.
    read_at BIGINT
);
CREATE INDEX sanctions_user ON sanctions (user_id);

CREATE TABLE hosts (
    user_id TEXT PRIMARY KEY,
    created BIGINT NOT NULL
);

CREATE TABLE host_log (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    host TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX host_log_at ON host_log (at, id);

-- What the house signs with besides its secret.
CREATE TABLE house_keys (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
