-- Catalog's hours by season, as JSON.
ALTER TABLE facility ADD COLUMN timetable text;
