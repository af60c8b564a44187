-- Hours by season and part of the day; null: the same hours all year.
ALTER TABLE facility ADD COLUMN timetable jsonb;
