-- Writes are conditional on the version of the row; deadlines and pending work are found by an index; clocks stand still
-- while the server is closed because they count play time (milliseconds since 1970 less `house.paused`).

ALTER TABLE house ADD COLUMN paused BIGINT NOT NULL DEFAULT 0;

ALTER TABLE users ADD COLUMN expires BIGINT;
ALTER TABLE users ADD COLUMN seen BIGINT;

-- In play time: until now `paused` was 0, and the column was moved forward instead.
ALTER TABLE tables RENAME COLUMN zero TO started_at;
ALTER TABLE tables ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN due BIGINT;
ALTER TABLE tables ADD COLUMN to_act BIGINT;
ALTER TABLE tables ADD COLUMN pending BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN position TEXT;
ALTER TABLE tables ADD COLUMN start_position TEXT;
-- The deadlines of these tables are not known yet: the server is to load them once.
UPDATE tables SET pending = 1 WHERE status = 'playing';
-- By status too, although it is always the same: otherwise SQLite would prefer the index tables_status.
CREATE INDEX tables_due ON tables (status, due) WHERE status = 'playing' AND due IS NOT NULL;
CREATE INDEX tables_pending ON tables (created, id) WHERE pending = 1;

ALTER TABLE talk RENAME TO chat;
DROP INDEX talk_user;
CREATE INDEX chat_user ON chat (user_id);

-- The first chat message that the holder of a seat may read in private channels.
ALTER TABLE seats ADD COLUMN private_from BIGINT NOT NULL DEFAULT 0;
