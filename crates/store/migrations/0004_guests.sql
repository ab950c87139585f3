-- Guests that nothing belongs to are looked for, the oldest first.

CREATE INDEX users_guests ON users (created, id) WHERE kind = 'guest';
