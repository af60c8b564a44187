-- The venue is part of every key: a booking's uid means nothing without it.
ALTER TABLE allocation DROP CONSTRAINT allocation_pkey;
ALTER TABLE allocation ADD PRIMARY KEY (venue_id, booking_uid), ADD UNIQUE (booking_uid);

-- Old ones are deleted.
CREATE INDEX inbox_by_age ON inbox (applied_at);
