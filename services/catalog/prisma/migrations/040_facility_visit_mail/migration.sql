-- As of a venue; NULL hours: those of the venue.
ALTER TABLE facility ADD COLUMN reminder_hours integer, ADD COLUMN visit_info text;
