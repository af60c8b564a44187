-- Checks the rows from before 013_zone, without a lock that bookings wait for.
ALTER TABLE allocation VALIDATE CONSTRAINT allocation_venue_id_slot_id_fkey;
