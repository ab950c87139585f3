-- What the holder of a seat has planned to do if the others act as foreseen: lines of actions, as JSON.

ALTER TABLE seats ADD COLUMN plans TEXT;
